// The collection: all of one's matches, played here or imported, each once; renamed, tagged, noted,
// searched, removed.

import { get, getBlob, patch, post, remove, upload } from '../api';
import { emptyBoard } from '../board/small';
import { ask, openDialog } from '../dialog';
import { h, replace } from '../dom';
import { icon } from '../icons';
import { navigate } from '../router';
import { scoreText } from '../score';
import { dateText, DASH, lengthText, plural, rateText } from '../study/format';
import { errorText, failed, notice, ProgressLine } from '../study/words';
import { sendToDesk, type Named } from './send';
import { figuresName, figuresSelect } from './choice';
import { flagTerms, termsHelp } from './terms';
import { splitSearch, splitTags } from './typed';
import type { Desk, DeskMatch, DeskMatchChange, DeskMatches, Uploaded } from '../types';

const PAGE = 50;
const ASK_EVERY_MS = 2000;
const REFUSED_SHOWN = 20;
const WAIT_TO_SEARCH_MS = 300;

export class MatchList {
    readonly element = h('section', { class: 'card match-list', 'aria-label': 'Matches',
                                      'data-testid': 'collection' });
    private readonly list = h('div', { class: 'history-list' });
    private readonly count = h('p', { class: 'hint', role: 'status', 'data-testid': 'collection-count' });
    private readonly said = h('div', { 'aria-live': 'polite' });
    private readonly added = h('div', { 'aria-live': 'polite' });
    private readonly search: HTMLInputElement;
    private matches: DeskMatch[] = [];
    private asked = 0;
    private timer = 0;
    private over = false;
    readonly ready: Promise<void>;

    /** `binned`: a match went into the bin. */
    constructor(private readonly binned: () => void = () => undefined) {
        this.search = h('input', { type: 'search', 'aria-label': 'Search', 'data-testid': 'collection-search',
            placeholder: 'a name, a tag, or date>=2024 error>0.1', on: { input: () => {
                window.clearTimeout(this.timer);
                this.timer = window.setTimeout(() => void this.load(), WAIT_TO_SEARCH_MS);
            } } });
        replace(this.element, h('h2', null, 'Matches'), h('div', { class: 'row filters' }, this.search),
            termsHelp('Words are looked for in names, titles, events, tags and notes. Terms are about the decisions ' +
                'of a match: '),
            this.added, this.said, this.count, this.list);
        this.ready = this.load();
    }

    destroy(): void {
        this.over = true;
        window.clearTimeout(this.timer);
    }

    /** `more`: what follows, below what is shown. `last`: as `follow` has it. */
    async load(more = false, last = false): Promise<void> {
        window.clearTimeout(this.timer);
        const turn = ++this.asked;
        const query = new URLSearchParams({ limit: String(PAGE),
            offset: String(more ? this.matches.length : 0) });
        this.list.setAttribute('aria-busy', 'true');
        try {
            for (const [name, value] of Object.entries(splitSearch(this.search.value, await flagTerms())))
                if (value) query.set(name, value);
            const answer = await get<DeskMatches>(`/api/desk/matches?${query}`);
            if (this.over || turn !== this.asked) return;
            this.matches = more ? [...this.matches, ...answer.matches] : answer.matches;
            this.show(answer.found);
            replace(this.said);
            void this.follow(last);
        } catch (error) {
            if (turn === this.asked) replace(this.said, failed(error, () => void this.load(more)));
        } finally {
            if (turn === this.asked) this.list.removeAttribute('aria-busy');
        }
    }

    /** Shows the figures once the analysis under way has them. It may have ended since the list was
     *  loaded: without one the list is loaded once more, which is `last`. */
    private async follow(last: boolean): Promise<void> {
        if (this.matches.every((match) => match.pr !== null)) return;
        const desk = await get<Desk>('/api/desk').catch(() => null);
        const idle = desk !== null && !desk.analysis;
        if (this.over || this.matches.length > PAGE || (idle && last)) return;
        window.clearTimeout(this.timer);
        this.timer = window.setTimeout(() => void this.load(false, idle), ASK_EVERY_MS);
    }

    private show(found: number): void {
        const wanted = this.search.value.trim() !== '';
        this.count.textContent = found === 0 ? '' : `${plural(found, 'match', 'matches')}${wanted ? ' found' : ''}`;
        replace(this.list, found > 0 ? h('ul', { class: 'match-rows' }, this.matches.map((match) => this.row(match)))
            : wanted ? h('p', { class: 'quiet' }, 'No match has that.')
            : h('div', { class: 'stack' }, h('p', { class: 'quiet' }, 'Nothing here yet. Matches appear here ' +
                'when they end; matches played elsewhere are imported from files.'), emptyBoard()),
            this.matches.length < found ? h('p', null, h('button', { type: 'button', class: 'button',
                on: { click: () => void this.load(true) } }, 'More')) : null);
    }

    private row(match: DeskMatch): HTMLElement {
        const names = `${match.players[0]} ${DASH} ${match.players[1]}`;
        return h('li', { class: 'match-item', 'data-testid': 'collection-match' },
            h('a', { class: 'match-row', href: match.game ? `/m/${match.game}` : `#match-${match.match}`,
                     on: { click: (event: MouseEvent) => {
                         if (match.game) return;
                         event.preventDefault();
                         event.stopPropagation();
                         void this.open(match);
                     } } },
              h('span', { class: 'match-names' }, match.title || names),
              h('span', { class: 'match-score' }, scoreText(match.score, 0)),
              h('span', { class: 'match-facts' },
                match.title ? h('span', null, names) : null,
                h('span', null, lengthText(match.match_length)),
                h('span', null, match.date ? dateText(match.date) : `imported ${dateText(match.added)}`),
                match.event ? h('span', null, match.event) : null,
                match.figures === 'desk' ? null : h('span', null, figuresName(match.figures)),
                match.pr === null ? null : h('span', null, `PR ${rateText(match.pr)}`),
                match.tags.map((tag) => h('span', { class: 'tag' }, tag)),
                match.note ? h('span', { class: 'match-note' }, match.note) : null)),
            h('button', { type: 'button', class: 'icon-button', 'aria-label': `Change ${match.title || names}`,
                'data-testid': 'collection-change', on: { click: () => void this.change(match) } },
              icon('edit')),
            h('button', { type: 'button', class: 'icon-button', 'aria-label': `Delete ${match.title || names}`,
                'data-testid': 'collection-delete', on: { click: () => void this.remove(match) } },
              icon('trash')));
    }

    /** Brings files in; those that cannot be read stop no other. */
    async add(files: Named[]): Promise<void> {
        const progress = new ProgressLine(`Reading ${plural(files.length, 'file')}`);
        replace(this.added, progress.element);
        try {
            const sum = await sendToDesk(files, (done, of) => progress.show('running', done, of));
            replace(this.added, h('p', { 'data-testid': 'collection-added' },
                `${plural(sum.added, 'match', 'matches')} added, ${sum.known + sum.updated} known already` +
                `${sum.refused > 0 ? `, ${plural(sum.refused, 'file')} not read` : ''}.`),
                sum.files.slice(0, REFUSED_SHOWN).map((file) =>
                    h('p', { class: 'hint' }, `${file.name}: ${file.error?.message ?? ''}`)));
            if (sum.added > 0) await post('/api/desk/analysis', {});
        } catch (error) {
            replace(this.added, notice(errorText(error)));
        }
        await this.load();
    }

    /** A match of a folder gets its page when it is opened. */
    private async open(match: DeskMatch): Promise<void> {
        try {
            const file = await getBlob(`/api/desk/matches/${match.match}/file`);
            const made = await upload<Uploaded>('/api/matches', file);
            navigate(`/m/${made.match}`);
        } catch (error) {
            replace(this.said, notice(errorText(error)));
        }
    }

    private async change(match: DeskMatch): Promise<void> {
        const field = (id: string, label: string, value: string, most: number): [HTMLElement, HTMLInputElement] => {
            const input = h('input', { type: 'text', id, value, maxlength: most, 'data-testid': id });
            return [h('div', { class: 'field-row stacked' }, h('label', { for: id }, label), input), input];
        };
        const [titleRow, title] = field('match-title', 'Title', match.title, 60);
        const [tagsRow, tags] = field('match-tags', 'Tags, with commas between', match.tags.join(', '), 300);
        const figures = figuresSelect('match-figures', match.programs, match.figures, true);
        const note = h('textarea', { id: 'match-note', rows: 4, maxlength: 4000, 'data-testid': 'match-note' });
        note.value = match.note;
        const answer = await openDialog({ title: `${match.players[0]} ${DASH} ${match.players[1]}`,
            content: [h('div', { class: 'stack' }, titleRow, tagsRow,
                h('div', { class: 'field-row stacked' },
                    h('label', { for: 'match-note' }, 'Note'), note),
                match.programs.length === 0 ? null : h('div', { class: 'field-row stacked' },
                    h('label', { for: 'match-figures' }, 'Whose analysis counts'), figures))],
            buttons: [{ text: 'Cancel', value: '' },
                      { text: 'Save', value: 'save', kind: 'main', testid: 'match-save' }] }).answer;
        if (answer !== 'save') return;
        const to: DeskMatchChange = { title: title.value.trim(), note: note.value.trim(),
                                      tags: splitTags(tags.value) };
        if (figures.value !== match.figures) to.figures = figures.value;
        await this.apply(patch(`/api/desk/matches/${match.match}`, to));
    }

    private async remove(match: DeskMatch): Promise<void> {
        const yes = await ask('Delete this match?', match.played
            ? 'It goes into the bin, with its tags and notes, for 30 days. Your opponent keeps the game.'
            : 'It goes into the bin, with its tags and notes, for 30 days.', 'Delete', true);
        if (!yes) return;
        await this.apply(remove(`/api/desk/matches/${match.match}`));
        this.binned();
    }

    private async apply(change: Promise<unknown>): Promise<void> {
        try {
            await change;
        } catch (error) {
            replace(this.said, notice(errorText(error)));
            return;
        }
        await this.load();
    }
}
