// /tables/ID: a match of one of the family's games.

import { get, post, remove } from '../api';
import { ask } from '../dialog';
import { h, replace } from '../dom';
import { registerKeys } from '../keys';
import { isLocal } from '../local/line';
import { announce, noticeError } from '../notices';
import { navigate, type Page, type PageContext } from '../router';
import { sharedAddress } from '../share/address';
import { qrPicture } from '../share/qr';
import { moveTime } from '../settings';
import { theSocket } from '../socket';
import { copyField, failed } from '../study/words';
import type { FamilyBoard, FamilyHint, FamilyRules, FamilySeat, FamilyState } from '../types';
import { choose, dieFace, drawBoard, glide, type Sight, underWay } from './board';
import { Draft, pressed, viewOf } from './model';
import { nameOf, rulesText, saidText, statusText, timeText } from './words';

type Body = Record<string, unknown>;

class TableView {
    private readonly body = h('div', { class: 'family-table' });
    readonly element = h('div', { class: 'wide-page compact-page family', 'data-testid': 'family' }, this.body);
    readonly ready: Promise<void>;
    private state: FamilyState | null = null;
    private draft: Draft | null = null;
    private selected: number | null = null;
    private busy = false;
    /** What came while a command was on its way. */
    private early: FamilyState | null = null;
    private hint: FamilyHint | null = null;
    private said = '';
    /** What lies on the screen, and of which game. */
    private shown: { number: number; board: FamilyBoard; drawn: SVGSVGElement; same: string } | null = null;
    private readonly board = h('div', { class: 'family-board-place' });
    private readonly side = h('div', { class: 'family-side' });
    private readonly head = h('div', { class: 'family-head' });
    private readonly more = h('div', { class: 'stack family-more' });
    private readonly unwatch: () => void;
    private readonly unkey: () => void;
    /** When the state came. */
    private taken = 0;
    private readonly timer = window.setInterval(() => this.tick(), 250);

    constructor(private readonly id: string) {
        this.ready = this.load();
        this.unwatch = theSocket().follow('table', id, () => void this.refresh());
        this.unkey = registerKeys('Table', [
            { key: 'r', text: 'Throw', run: () => this.press('roll') || this.press('opening') },
            { key: 'Enter', text: 'End the turn, next game', run: () => this.press('play') || this.press('next') },
            { key: 'h', text: 'Hint', run: () => this.canHint() && void this.ask() },
            { key: 'Backspace', text: 'Take back a step', run: () => this.undo() },
        ]);
    }

    destroy(): void {
        this.unwatch();
        this.unkey();
        clearInterval(this.timer);
    }

    private readonly load = async (): Promise<void> => {
        try {
            this.take(await get<FamilyState>(`/api/tables/${this.id}`));
            replace(this.body, this.head, this.board, this.side, this.more);
            this.fold();
        } catch (error) {
            replace(this.body, failed(error, () => void this.load()));
        }
    };

    private async refresh(): Promise<void> {
        await this.ready;
        const state = await get<FamilyState>(`/api/tables/${this.id}`).catch(() => null);
        if (!state || state.seq < (this.state?.seq ?? -1)) return;
        if (state.seq === this.state?.seq) this.takeTime(state);
        else if (!this.busy) this.take(state);
        else if (state.seq > (this.early?.seq ?? -1)) this.early = state;
    }

    private take(state: FamilyState): void {
        document.title = `${state.called} - alea`;
        this.state = state;
        this.taken = Date.now();
        this.draft = state.steps ? new Draft(state) : null;
        this.selected = null;
        this.show();
        const said = statusText(state);
        if (said !== this.said) announce(said);
        this.said = said;
        // How far this page has come, for programs that drive it.
        this.element.dataset['seq'] = String(state.seq);
    }

    /** Without an event only the clock can have changed: a vacation has begun or ended. */
    private takeTime({ time }: FamilyState): void {
        this.state = { ...this.state!, time };
        this.taken = Date.now();
        replace(this.head, this.title(this.state));
    }

    private async send(body: Body): Promise<void> {
        const state = this.state;
        if (!state || this.busy) return;
        this.busy = true;
        try {
            this.take(await post<FamilyState>(`/api/tables/${this.id}`, { seq: state.seq, ...body }));
        } catch (error) {
            noticeError(error);
            const now = await get<FamilyState>(`/api/tables/${this.id}`).catch(() => null);
            if (now && now.seq !== state.seq) this.take(now);
        } finally {
            this.busy = false;
            if (this.early && this.early.seq > this.state!.seq) this.take(this.early);
            this.early = null;
        }
    }

    private canHint(): boolean {
        const state = this.state;
        return !!state && state.may.includes('play') && (state.seats === 'here' || state.seats === 'machine');
    }

    private async ask(): Promise<void> {
        try {
            this.hint = await get<FamilyHint>(`/api/tables/${this.id}/hint`);
            this.show();
        } catch (error) {
            noticeError(error);
        }
    }

    private hints(state: FamilyState): HTMLElement | null {
        if (this.hint?.seq !== state.seq) return null;
        return h('ol', { class: 'family-said', 'aria-label': 'Hint', 'data-testid': 'family-hint' },
            this.hint.plays.map(({ move, equity, exact, rough }) => h('li', null, move || 'no move', h('span', { class: 'quiet' },
                ` ${equity < 0 ? '' : '+'}${equity.toFixed(3)}${exact ? ' exact' : rough ? ' by pips' : ''}`))));
    }

    /** By a key: false if that is not possible now. */
    private press(what: string): boolean {
        const state = this.state;
        if (!state?.may.includes(what) || (what === 'play' && !this.draft?.isWhole)) return false;
        void this.send(what === 'play' ? { do: what, moves: this.draft!.text } : { do: what });
        return true;
    }

    private undo(): boolean {
        if (!this.draft || this.draft.count === 0) return false;
        this.draft.undo();
        this.selected = null;
        this.show();
        return true;
    }

    private readonly choose = (point: number): void => {
        this.selected = this.draft ? pressed(this.draft, this.selected, point) : null;
        this.show();
        const focus = this.selected ?? this.draft?.next[0]?.from;
        this.board.querySelector<SVGElement>(`[data-point="${focus}"]`)?.focus({ preventScroll: true });
    };

    // ---- what is shown ----

    private show(): void {
        const state = this.state!;
        replace(this.head, this.title(state));
        const sight: Sight = { board: this.draft?.board ?? state.board, view: viewOf(state),
            acting: state.to_act ?? viewOf(state), next: this.draft?.next ?? [], selected: this.selected, choose: this.choose };
        this.drawMen(sight, state.match.number);
        replace(this.side, this.dice(state), h('p', { class: 'family-status', 'data-testid': 'family-status' },
            statusText(state)), h('div', { class: 'row family-buttons' }, this.buttons(state)), this.hints(state), this.invitation(state),
        h('ol', { class: 'family-said hint', 'aria-label': 'Last events', 'data-testid': 'family-said' },
            [...state.said].reverse().map((one) => h('li', null, saidText(state, one)))));
    }

    private drawMen(sight: Sight, number: number): void {
        const same = JSON.stringify([number, sight.board, sight.view, sight.acting]), before = this.shown;
        if (before?.same === same) {
            choose(before.drawn, sight);
            return;
        }
        const drawn = drawBoard(sight), time = moveTime(), gliding = before ? underWay(before.drawn) : [];
        replace(this.board, drawn);
        if (time > 0 && before?.number === number) glide(drawn, sight, before.board, time, gliding);
        this.shown = { number, board: sight.board, drawn, same };
    }

    /** The clock of a seat; the delay of the turn stands before it. */
    private clockOf(state: FamilyState, seat: FamilySeat): HTMLElement | null {
        return state.time && state.clock ? h('span', { class: 'family-clock', 'data-testid': `family-clock-${seat}` },
            timeText(state.clock, state.time, seat, Date.now() - this.taken)) : null;
    }

    private tick(): void {
        const { time, clock } = this.state ?? {};
        if (!time || !clock || time.running === null) return;
        const shown = this.head.querySelector(`[data-testid="family-clock-${time.running}"]`);
        if (shown) shown.textContent = timeText(clock, time, time.running, Date.now() - this.taken);
    }

    private player(state: FamilyState, seat: FamilySeat): HTMLElement {
        const side = state.board.sides[seat];
        return h('span', { class: `family-player ${state.to_act === seat ? 'on-turn' : ''}` },
            h('span', { class: `family-dot side-${seat}` }), h('span', { class: 'family-name' }, nameOf(state, seat)),
            h('b', null, state.match.score[seat]), h('span', { class: 'quiet' }, `${side.pips} pips`), this.clockOf(state, seat));
    }

    private title(state: FamilyState): HTMLElement[] {
        const { playing, target, number } = state.match;
        const view = viewOf(state);
        return [h('h1', null, state.called,
            state.game === playing ? null : h('span', { class: 'quiet' }, ` ${number}: ${playing}`)),
        h('span', { class: 'quiet' }, `to ${target}`), this.player(state, view),
        this.player(state, view === 0 ? 1 : 0)];
    }

    private dice(state: FamilyState): HTMLElement {
        const times = state.double_steps > 2 ? h('span', { class: 'quiet' }, `x ${state.double_steps}`) : null;
        return h('div', { class: 'family-dice', 'aria-label': 'Dice', role: 'group' },
            state.phase === 'to_play' ? state.dice.map((die) => dieFace(die, state.board.dice === 1)) : null,
            state.phase === 'to_play' ? times : null,
            state.cube ? h('span', { class: 'tag' }, `Cube ${state.cube.value}${state.cube.owner === null ? ''
                : `, ${nameOf(state, state.cube.owner)}`}`) : null);
    }

    private button(text: string, testid: string, run: () => void, kind = ''): HTMLButtonElement {
        return h('button', { type: 'button', class: `button ${kind}`, 'data-testid': testid, on: { click: run } }, text);
    }

    private event(text: string, what: string, kind = '', more: Body = {}): HTMLElement | null {
        return this.state!.may.includes(what)
            ? this.button(text, `family-${what}`, () => void this.send({ do: what, ...more }), kind) : null;
    }

    private playButtons(): HTMLElement[] {
        const draft = this.draft;
        if (!draft) return [];
        const passes = draft.next.length === 0 && draft.count === 0;
        const done = this.button(passes ? 'No move: go on' : 'Done', 'family-play',
            () => void this.send({ do: 'play', moves: draft.text }), 'main');
        done.disabled = !draft.isWhole;
        const undo = this.button('Undo', 'family-undo', () => void this.undo());
        undo.disabled = draft.count === 0;
        return passes ? [done] : [done, undo, ...this.canHint() ? [this.button('Hint', 'family-ask', () => void this.ask())] : []];
    }

    private buttons(state: FamilyState): (HTMLElement | null)[] {
        const sits = state.players.some((one) => one.you);
        if (state.stage === 'waits' && !sits)
            return [this.button('Take the seat', 'family-sit', () => void this.send({ do: 'sit' }), 'main')];
        if (state.stage === 'over' || state.stage === 'closed')
            return [this.button('Play another', 'family-again', () => navigate(`/tables?game=${state.game}`), 'main')];
        return [...this.playButtons(), this.event('Throw for the start', 'opening', 'main'), this.event('Throw', 'roll', 'main'),
            this.event('Play the opening throw', 'use'),
            ...state.names.map((die) => this.button(`${die}-${die}`, `family-name-${die}`,
                () => void this.send({ do: 'name', die }), 'main')),
            this.event('Double', 'double'), this.event('Take', 'take', 'main'), this.event('Drop', 'drop'),
            this.event('Accept', 'accept', 'main'), this.event('Refuse', 'reject'), this.event('Next game', 'next', 'main')];
    }

    private invitation(state: FamilyState): HTMLElement | null {
        if (state.stage !== 'waits' || !state.players[0].you) return null;
        if (state.seats === 'open')
            return h('p', { class: 'hint' }, 'This table stands among the open ones for a day: whoever joins plays you. ' +
                'Until then "Close the table" takes it back.');
        const address = sharedAddress(`/tables/${state.table}`);
        return h('div', { class: 'stack' }, copyField('Link for your friend', address),
            qrPicture(address, 'The link as a picture to scan'));
    }

    // ---- what is folded away ----

    private async resign(): Promise<void> {
        const state = this.state;
        if (!state?.may.includes('resign')) return;
        const by = state.to_act ?? 0, points = Array.from({ length: Math.min(state.most_points, 3) }, (_, i) => i + 1);
        const choice = h('select', { 'aria-label': 'Points' }, points.map((n) => h('option', { value: n }, n)));
        replace(this.resigning, h('p', null, `${nameOf(state, by)} offers the game for so many points:`), h('div', { class: 'row' },
            choice, this.button('Offer', 'family-offer', () => {
                replace(this.resigning);
                void this.send({ do: 'resign', points: Number(choice.value) });
            })));
    }
    private readonly resigning = h('div', { class: 'stack' });

    private async close(): Promise<void> {
        if (!await ask('Close this table?', 'The match ends here. Its record stays.', 'Close', true)) return;
        try {
            this.take(await remove<FamilyState>(`/api/tables/${this.id}`));
        } catch (error) {
            noticeError(error);
        }
    }

    private fold(): void {
        const state = this.state!;
        const rules = h('div', { class: 'stack' });
        const read = async (): Promise<void> => {
            try {
                replace(rules, h('p', null, h('a', { class: 'button compact', href: `/tables/learn?game=${state.game}` }, 'Learn it')),
                    rulesText((await get<{ rules: FamilyRules[] }>(`/api/tables/${this.id}/rules`)).rules));
            } catch (error) {
                replace(rules, failed(error, () => void read()));
            }
        };
        const sits = state.players.some((one) => one.you) || state.stage === 'waits';
        const { seal } = state;
        replace(this.more,
            h('details', { class: 'card', on: { toggle: () => { if (!rules.firstChild) void read(); } } },
                h('summary', { 'data-testid': 'family-rules' }, 'Rules'), rules),
            h('details', { class: 'card' }, h('summary', null, 'Table'),
                h('div', { class: 'stack' },
                    h('p', { class: 'hint' }, 'The dice follow from a seed that was fixed before the first throw. The record ' +
                        'has it once the match has ended; "alea verify-dice" checks every throw.'),
                    copyField('Commitment', seal.commitment),
                    isLocal ? null : h('p', null, h('a', { href: `/api/tables/${this.id}/record`, download: '' }, 'Record as a file')),
                    sits ? h('div', { class: 'row' }, this.button('Resign', 'family-resign', () => void this.resign()),
                        this.button('Close the table', 'family-close', () => void this.close(), 'danger')) : null,
                    this.resigning)));
    }
}

export function tablePage(context: PageContext): Page {
    const view = new TableView(context.params['id']!);
    return { title: 'Table', element: view.element, ready: view.ready, destroy: () => view.destroy() };
}
