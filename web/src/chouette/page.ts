// /chouette/ID: the board, what one may do now, box, captain and crew with their cubes and points, words of
// the crew, the settlement.

import { get, post } from '../api';
import type { AleaBoard } from '../board/board';
import { h, replace } from '../dom';
import { isLocal } from '../local/line';
import { whoAmI } from '../me';
import { noticeError } from '../notices';
import { type Page, type PageContext } from '../router';
import { theSocket } from '../socket';
import { failed } from '../study/words';
import type { Chouette, Me } from '../types';
import { buttonText, cubeText, nameOf, placeText, pointsText, sorted, statusText } from './model';

class ChouetteView {
    readonly element = h('div', { class: 'wide-page crew', 'data-testid': 'chouette' });
    readonly ready: Promise<void>;
    private readonly board = document.createElement('alea-board') as AleaBoard;
    private readonly title = h('h1', null, 'Chouette');
    private readonly status = h('p', { class: 'crew-status', role: 'status', 'data-testid': 'crew-status' });
    private readonly buttons = h('div', { class: 'row crew-buttons', 'data-testid': 'crew-buttons' });
    private readonly places = h('div', { class: 'crew-places', 'data-testid': 'crew-places' });
    private readonly words = h('ol', { class: 'crew-words', 'data-testid': 'crew-words' });
    private readonly more = h('div', { class: 'stack' });
    private readonly input = h('input', { type: 'text', maxlength: 300, 'aria-label': 'Message', autocomplete: 'off',
        'data-testid': 'crew-input' });
    private unanswered: { text: string; key: string } | null = null;
    private readonly form = h('form', { class: 'row crew-say', on: { submit: (event) => void this.say(event) } },
        this.input, h('button', { type: 'submit', class: 'button' }, 'Say'));
    private readonly boardPlace = h('div', { class: 'crew-board' }, this.board);
    private state: Chouette | null = null;
    private me: Me | null = null;
    private loading = false;
    private again = false;
    private timer = 0;
    private readonly unwatch: () => void;

    constructor(private readonly id: string) {
        this.board.addEventListener('commit', (event) =>
            void this.send({ do: 'play', moves: (event as CustomEvent<{ moves: number[][] }>).detail.moves,
                at: this.state?.moved }));
        this.ready = this.load();
        this.unwatch = theSocket().follow('chouette', id, () => void this.load());
    }

    destroy(): void {
        this.unwatch();
        clearTimeout(this.timer);
    }

    /** One request at a time: another follows where something changes meanwhile. */
    private async load(): Promise<void> {
        this.again = this.loading;
        if (this.loading) return;
        this.loading = true;
        try {
            [this.me, this.state] = await Promise.all([whoAmI(), get<Chouette>(`/api/chouettes/${this.id}`)]);
            this.show(this.state);
        } catch (error) {
            if (!this.state) replace(this.element, failed(error, () => void this.load()));
        }
        this.loading = false;
        if (this.again) void this.load();
    }

    private async send(command: { [field: string]: unknown }): Promise<boolean> {
        try {
            this.state = await post<Chouette>(`/api/chouettes/${this.id}/commands`, command);
            this.show(this.state);
            return true;
        } catch (error) {
            noticeError(error);
            void this.load();
            return false;
        }
    }

    /** A message keeps its key until it is answered: sent again, it is stored once. */
    private async say(event: Event): Promise<void> {
        event.preventDefault();
        const text = this.input.value.trim();
        if (!text) return;
        const bytes = [...crypto.getRandomValues(new Uint8Array(12))];
        const key = text === this.unanswered?.text ? this.unanswered.key
            : bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
        this.unanswered = { text, key };
        this.input.value = '';
        if (await this.send({ do: 'say', text, key })) this.unanswered = null;
        else if (!this.input.value) this.input.value = text;
    }

    private button(text: string, command: { [field: string]: unknown }, main = false): HTMLElement {
        return h('button', { type: 'button', class: main ? 'button main' : 'button',
            on: { click: () => void this.send(command) } }, text);
    }

    private event(t: Chouette, event: string, main: boolean): HTMLElement {
        const at = t.moved;
        return this.button(buttonText(t, event), event.startsWith('pass') ? { do: 'pass', at }
            : { do: 'event', event, at }, main);
    }

    /** Guests have no seats, but where somebody is alone. */
    private get isGuest(): boolean {
        return this.me?.guest === true && !isLocal;
    }

    private gathering(t: Chouette): (HTMLElement | null)[] {
        const free = t.players < t.seats;
        if (this.isGuest) return [h('a', { class: 'button main', href: '/account' }, 'Choose a name to sit down')];
        if (!t.you) return [free ? this.button('Sit down', { do: 'sit' }, true) : null];
        return [t.players >= 3 ? this.button('Start', { do: 'start' }, true) : null,
            free ? this.button('Add a machine player', { do: 'sit', machine: 'intermediate' }) : null,
            this.button('Stand up', { do: 'stand' })];
    }

    private playing(t: Chouette): (HTMLElement | null)[] {
        const seated = t.taken.some((one) => one.seat === t.you && one.in);
        if (!seated) return t.players < t.seats && !this.isGuest ? [this.button('Join', { do: 'sit' }, true)] : [];
        const { now, later } = sorted(t.may);
        return [...now.map((event, i) => this.event(t, event, i === 0)),
            t.tree ? h('button', { type: 'button', class: 'button', on: { click: () => this.board.undo() } }, 'Undo') : null,
            t.tree ? h('button', { type: 'button', class: 'button main', 'data-testid': 'crew-done',
                on: { click: () => this.board.commit() } }, 'Done') : null,
            later.length === 0 ? null : h('details', { class: 'crew-later' }, h('summary', null, 'More'),
                h('div', { class: 'row crew-buttons' }, later.map((event) => this.event(t, event, false)),
                    t.state?.phase === 'between' ? this.button('Close the chouette', { do: 'close' }) : null))];
    }

    private place(t: Chouette): HTMLElement {
        const order = t.state ? [...t.state.line, ...t.taken.map((one) => one.seat)
            .filter((seat) => !t.state!.line.includes(seat))] : t.taken.map((one) => one.seat);
        return h('ul', { class: 'crew-list' }, order.map((seat) => {
            const one = t.taken.find((taken) => taken.seat === seat)!;
            const pairs = t.state?.pairs.filter((pair) => pair.member === seat) ?? [];
            return h('li', { class: t.state?.waits_for.includes(seat) ? 'crew-seat acts' : 'crew-seat', 'data-seat': seat },
                h('span', { class: 'crew-name' }, one.name, seat === t.you ? ' (you)' : ''),
                h('span', { class: 'quiet' }, placeText(t, seat)),
                pairs.map((pair) => h('span', { class: 'crew-cube' }, pair.over ? 'out' : `cube ${cubeText(t, pair)}`)),
                h('span', { class: 'crew-points' }, pointsText(one.points)));
        }));
    }

    private showBoard(t: Chouette): void {
        const state = t.state, mine = t.you !== null && (state?.box === t.you || state?.partner === t.you) ? 0 : 1;
        this.boardPlace.hidden = !t.position;
        if (!t.position) return;
        this.board.view = t.you === null ? 0 : mine;
        this.board.position = { board: t.position.board, off: t.position.off, cube: null, dice: t.position.dice,
            turn: t.position.turn };
        this.board.tree = t.tree;
        this.board.interactive = t.tree ? 'play' : 'none';
    }

    private show(t: Chouette): void {
        clearTimeout(this.timer);
        this.title.textContent = t.name;
        this.status.textContent = statusText(t);
        this.showBoard(t);
        replace(this.buttons, t.stage === 'gathering' ? this.gathering(t) : t.stage === 'playing' ? this.playing(t) : []);
        replace(this.places, this.place(t));
        replace(this.words, t.said.slice(-20).map((one) => h('li', { class: one.crew ? 'crew-secret' : '' },
            h('b', null, nameOf(t, one.seat)), ` ${one.text}`)));
        this.form.hidden = !t.you || t.stage === 'over';
        const games = t.stage !== 'gathering';
        replace(this.more, games ? h('p', { class: 'row' },
            h('a', { class: 'alone', href: `/api/chouettes/${t.chouette}/settlement.csv`, 'data-testid': 'crew-csv' },
                'Settlement (CSV)'),
            h('a', { class: 'alone', href: `/api/chouettes/${t.chouette}/record` }, 'Record')) : null);
        if (this.title.parentNode) return;
        replace(this.element, h('div', { class: 'crew-main' }, this.title, this.status, this.boardPlace, this.buttons),
            h('div', { class: 'crew-side stack' }, this.places, this.words, isLocal ? null : this.form, this.more));
    }
}

export function chouettePage(context: PageContext): Page {
    const view = new ChouetteView(context.params.id!);
    return { title: 'Chouette', element: view.element, ready: view.ready, destroy: () => view.destroy() };
}
