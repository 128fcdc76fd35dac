// A folder of matches into the desk, its analysis, and whose errors they are.

import { ApiError, get, patch, post, remove } from '../api';
import { h, replace } from '../dom';
import { plural } from '../study/format';
import { errorText, failed, notice, ProgressLine } from '../study/words';
import { figuresSelect } from './choice';
import { DeskFigures } from './figures';
import { named, sendToDesk, type Named } from './send';
import type { Desk, DeskAdded, DeskMake } from '../types';

const ASK_EVERY_MS = 1500;
/** The figures are fetched again after each so many analysed matches. */
const REFRESH_MATCHES = 25;
const REFUSED_SHOWN = 50;

export class DeskImport {
    readonly element = h('div', { class: 'stack', 'data-testid': 'desk' });
    private readonly said = h('div', { class: 'stack', 'aria-live': 'polite' });
    private readonly state = h('div', { class: 'stack' });
    private readonly figures = new DeskFigures();
    private readonly progress = new ProgressLine('Analysis', () => void this.stop());
    readonly ready: Promise<void>;
    private timer = 0;
    private shown = -1;
    private over = false;

    constructor() {
        const folder = h('input', { type: 'file', id: 'desk-folder', webkitdirectory: true,
            multiple: true, class: 'hidden-text', 'data-testid': 'desk-folder', on: { change: () => {
                const files = named(folder.files ?? []);
                folder.value = '';
                if (files.length > 0) void this.add(files);
            } } });
        replace(this.element,
            h('section', { class: 'card stack', 'aria-label': 'Your desk' },
              h('h2', null, 'Your desk'),
              h('p', null, 'All your matches in one place: who you are, where you lose points, and ' +
                  'what to train. Drop a whole folder above, or ', folder,
                h('label', { class: 'button compact', for: 'desk-folder' }, 'choose a folder'), '.'),
              this.said, this.state),
            this.figures.element);
        this.ready = this.load();
    }

    destroy(): void {
        this.over = true;
        window.clearTimeout(this.timer);
        this.figures.destroy();
    }

    /** Sends files; what cannot be read is listed and stops no other. */
    async add(files: Named[]): Promise<void> {
        const progress = new ProgressLine(`Reading ${plural(files.length, 'file')}`);
        replace(this.said, progress.element);
        try {
            this.tell(await sendToDesk(files, (done, of) => progress.show('running', done, of)));
        } catch (error) {
            const full = error instanceof ApiError && error.code === 'desk_full';
            replace(this.said, notice(errorText(error) + (full ? '.' : '')));
        }
        await this.load(true);
    }

    private tell(sum: DeskAdded): void {
        const known = sum.known > 0 ? `, ${sum.known} known already` : '';
        const updated = sum.updated > 0 ? `, ${sum.updated} with a new analysis` : '';
        const matches = sum.added - sum.positions;
        const added = [matches > 0 || sum.positions === 0 ? plural(matches, 'match', 'matches') : '',
                       sum.positions > 0 ? plural(sum.positions, 'position') : ''].filter(Boolean);
        replace(this.said,
            h('p', { 'data-testid': 'desk-added' }, `${added.join(' and ')} added${updated}${known}.`),
            sum.refused === 0 ? null : h('details', null,
                h('summary', null, `${plural(sum.refused, sum.positions > 0 ? 'text' : 'file')} not read`),
                h('ul', { class: 'plain-list' }, sum.files.slice(0, REFUSED_SHOWN).map((file) =>
                    h('li', null, `${file.name}: ${file.error?.line ? `line ${file.error.line}: ` : ''}` +
                        `${file.error?.message ?? ''}`)))));
    }

    /** `analyse`: what is not analysed yet is, at once. */
    private async load(analyse = false): Promise<void> {
        window.clearTimeout(this.timer);
        if (this.over) return;
        try {
            let desk = await get<Desk>('/api/desk');
            if (analyse && desk.unanalysed > 0 && !desk.analysis) {
                await post('/api/desk/analysis', {});
                desk = await get<Desk>('/api/desk');
            }
            await this.show(desk);
        } catch (error) {
            replace(this.state, failed(error, () => void this.load()));
        }
    }

    private async show(desk: Desk): Promise<void> {
        const analysis = desk.analysis;
        if (analysis) {
            this.progress.show('running', analysis.done, analysis.of);
            this.timer = window.setTimeout(() => void this.load(), ASK_EVERY_MS);
        }
        replace(this.state,
            desk.matches + desk.positions === 0 ? h('p', { class: 'quiet' }, 'The desk is empty.') : null,
            desk.players.length > 0 ? this.whoIsMe(desk) : null,
            desk.programs.length > 1 || desk.figures !== 'first' ? this.whoseFigures(desk) : null,
            analysis ? this.progress.element : this.goOn(desk),
            desk.deck.cards > 0 ? h('p', null, h('a', { class: 'button main', href: '/train' },
                desk.deck.due + desk.deck.new > 0
                    ? `Train ${plural(desk.deck.due + desk.deck.new, 'position')}` : 'Train')) : null,
            desk.guest && desk.matches > 0 ? h('p', { class: 'hint' },
                'You are a guest: this desk is kept in this browser\u2019s name. ',
                h('a', { href: '/account' }, 'Make an account to keep it'), '.') : null);
        // Not with every match: figures that jump cannot be read.
        const done = analysis ? Math.floor(analysis.done / REFRESH_MATCHES) : -2;
        if (done !== this.shown || !analysis) {
            this.shown = done;
            await this.figures.show(desk);
        }
    }

    private whoIsMe(desk: Desk): HTMLElement {
        const names = desk.players.some((player) => player.name === desk.me) ? desk.players
            : [{ name: desk.me, matches: 0 }, ...desk.players];
        const select = h('select', { id: 'desk-me', 'data-testid': 'desk-me', on: { change: () => {
            const make: DeskMake = {};
            void patch<Desk>('/api/desk', { me: select.value })
                .then(() => post('/api/desk/deck', make))
                .then(() => this.load())
                .catch((error: unknown) => replace(this.said, notice(errorText(error))));
        } } }, names.map((player) => h('option', { value: player.name, selected: player.name === desk.me },
                                       `${player.name} (${player.matches})`)));
        return h('div', { class: 'field-row' }, h('label', { for: 'desk-me' }, 'You are'), select);
    }

    private whoseFigures(desk: Desk): HTMLElement {
        const select = figuresSelect('desk-choice', desk.programs.map((one) => one.program), desk.figures);
        select.addEventListener('change', () => {
            void patch<Desk>('/api/desk', { figures: select.value })
                .then(() => this.load())
                .catch((error: unknown) => replace(this.said, notice(errorText(error))));
        });
        return h('div', { class: 'field-row' }, h('label', { for: 'desk-choice' }, 'Whose analysis counts'), select);
    }

    private goOn(desk: Desk): HTMLElement | null {
        if (desk.unanalysed === 0) return null;
        return h('div', { class: 'row' },
            h('span', null, `${plural(desk.unanalysed, 'match is', 'matches are')} not analysed.`),
            h('button', { type: 'button', class: 'button compact', 'data-testid': 'desk-analyse',
                on: { click: () => void this.load(true) } }, 'Analyse them'));
    }

    private async stop(): Promise<void> {
        await remove('/api/desk/analysis').catch(() => {});
        await this.load();
    }
}
