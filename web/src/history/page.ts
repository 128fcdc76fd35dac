// /history: my matches, how well they were played, and where it costs most.

import { get } from '../api';
import { h, replace } from '../dom';
import type { Page } from '../router';
import { makeTrend, nearest } from '../study/curve';
import { dateText, DASH, equityText, lengthText, percentText, plural, rateText, scoreText } from
    '../study/format';
import { shareBar, trendFrame, trendSvg, TREND_WINDOW as WINDOW } from '../study/trend';
import { errorText, notice, table } from '../study/words';
import { uploadCard } from '../upload/upload';
import { costLines, FEW, outcome, overallPr, ownLuck, ownPr, passes, ratingWord, type Filter, type Line } from '../study/entries';
import type { Entry, History, Statistics } from '../types';

const OUTCOMES = { won: 'won', lost: 'lost', open: 'not finished', watched: '' };

class HistoryPage {
    readonly element = h('div', { class: 'wide-page history' });
    private entries: Entry[] = [];
    private more = false;
    private filter: Filter = { outcome: '', name: '', length: '' };
    private readonly list = h('div', { class: 'history-list' });
    private readonly figures = h('div', { class: 'history-figures' });
    private readonly count = h('p', { class: 'hint', role: 'status' });
    readonly ready: Promise<unknown>;
    private trend: ResizeObserver | null = null;

    constructor() {
        const matches = h('section', { class: 'card', 'aria-label': 'Matches' },
            h('h2', null, 'Matches'), this.filters(), this.count, this.list);
        replace(this.element, h('h1', null, 'History'),
            h('div', { class: 'history-grid' },
              h('div', { class: 'stack' }, matches),
              h('div', { class: 'stack' }, uploadCard(() => void this.load()), this.figures)));
        this.ready = Promise.all([this.load(), this.loadFigures()]);
    }

    destroy(): void { this.trend?.disconnect(); }

    private filters(): HTMLElement {
        const select = <K extends 'outcome' | 'length'>(name: K, label: string,
                                                        options: [string, string][]): HTMLElement => {
            const box = h('select', { 'aria-label': label, on: { change: () => {
                this.filter = { ...this.filter, [name]: box.value };
                this.show();
            } } }, options.map(([value, text]) => h('option', { value }, text)));
            return box;
        };
        const search = h('input', { type: 'search', 'aria-label': 'Player', placeholder: 'Player',
            on: { input: () => {
                this.filter = { ...this.filter, name: search.value };
                this.show();
            } } });
        return h('div', { class: 'row filters' }, search,
            select('outcome', 'Result', [['', 'all results'], ['won', 'won'], ['lost', 'lost'],
                                         ['open', 'not finished'], ['watched', 'imported']]),
            select('length', 'Kind', [['', 'any length'], ['match', 'matches'],
                                      ['money', 'money']]));
    }

    private async load(before: number | null = null): Promise<void> {
        this.list.setAttribute('aria-busy', 'true');
        try {
            const query = before === null ? '' : `&before=${before}`;
            const answer = await get<History>(
                `/api/history?limit=50${query}`);
            const known = new Set(this.entries.map((entry) => entry.id));
            this.entries = before === null ? answer.matches
                : [...this.entries, ...answer.matches.filter((entry) => !known.has(entry.id))];
            this.more = answer.more;
            this.show();
        } catch (error) {
            replace(this.list, notice(errorText(error)));
        } finally {
            this.list.removeAttribute('aria-busy');
        }
    }

    private show(): void {
        const shown = this.entries.filter((entry) => passes(entry, this.filter));
        this.count.textContent = this.entries.length === 0 ? ''
            : shown.length === this.entries.length
                ? `${plural(shown.length, 'match', 'matches')}${this.more ? ', and more' : ''}`
                : `${shown.length} of ${this.entries.length}`;
        const last = this.entries[this.entries.length - 1];
        replace(this.list,
            this.entries.length === 0 ? h('p', { class: 'quiet' },
                'Nothing here yet. Finished games appear by themselves; a match played elsewhere ' +
                'can be imported from a file.') : this.rows(shown),
            this.more && last ? h('p', null, h('button', { type: 'button', class: 'button',
                on: { click: () => void this.load(last.time) } }, 'Older ones')) : null);
    }

    private rows(entries: Entry[]): HTMLElement {
        return h('ul', { class: 'match-rows' }, entries.map((entry) => {
            const result = outcome(entry);
            const pr = ownPr(entry);
            const luck = ownLuck(entry);
            const both = entry.you === null && entry.pr
                ? `PR ${rateText(entry.pr[0])} ${DASH} ${rateText(entry.pr[1])}` : null;
            return h('li', null, h('a', { class: `match-row ${result}`, href: `/m/${entry.id}` },
                h('span', { class: 'match-names' }, `${entry.players[0]} ${DASH} ${entry.players[1]}`),
                h('span', { class: 'match-score' }, scoreText(entry.score, 0)),
                h('span', { class: 'match-facts' },
                  OUTCOMES[result] ? h('span', { class: `outcome ${result}` }, OUTCOMES[result]) : null,
                  h('span', null, lengthText(entry.match_length)),
                  h('span', null, dateText(entry.time)),
                  pr !== null ? h('span', null, `PR ${rateText(pr)}`)
                              : h('span', null, both ?? 'not analysed'),
                  luck !== null ? h('span', null, `luck ${entry.match_length > 0
                      ? (luck < 0 ? '\u2212' : '+') + percentText(Math.abs(luck))
                      : equityText(luck)}`) : null)));
        }));
    }

    private async loadFigures(): Promise<void> {
        try {
            const stats = await get<Statistics>('/api/statistics');
            if (stats.matches === 0 && stats.pr.length === 0) return;
            replace(this.figures, this.summary(stats), this.trendCard(stats),
                this.costCard('Where you lose equity, by decision', stats.kinds.map((item) =>
                    ({ ...item, name: item.kind })), 'Kind'),
                this.costCard('Where you lose equity, by theme', stats.themes.map((item) =>
                    ({ ...item, name: item.theme })), 'Theme'));
        } catch (error) {
            replace(this.figures, notice(errorText(error)));
        }
    }

    private summary(stats: Statistics): HTMLElement {
        const all = overallPr(stats.pr);
        const figure = (value: string, label: string): HTMLElement =>
            h('div', { class: 'figure' }, h('dd', null, value), h('dt', null, label));
        return h('section', { class: 'card', 'aria-label': 'Summary' }, h('h2', null, 'Summary'),
            h('dl', { class: 'figure-row' },
              figure(String(stats.matches), stats.matches === 1 ? 'match' : 'matches'),
              figure(stats.matches > 0 ? percentText(stats.won / stats.matches, 0) : DASH,
                     `won (${stats.won})`),
              figure(all ? rateText(all.pr) : DASH,
                     all ? `PR, ${ratingWord(all.pr)}` : 'PR'),
              figure(all ? String(all.decisions) : '0', 'decisions analysed')),
            all && all.decisions < FEW ? h('p', { class: 'hint' },
                'Few decisions so far: these figures still move a lot.') : null);
    }

    private trendCard(stats: Statistics): HTMLElement | null {
        const entries = [...stats.pr].sort((a, b) => a.time - b.time);
        if (entries.length === 0) return null;
        const drawing = h('div', { class: 'trend' });
        const draw = (): void => {
            const width = Math.floor(drawing.clientWidth);
            if (width > 80) replace(drawing, trendSvg(entries, width));
        };
        this.trend?.disconnect();
        this.trend = new ResizeObserver(draw);
        this.trend.observe(drawing);
        drawing.addEventListener('click', (event) => {
            const frame = trendFrame(drawing.clientWidth);
            const dots = makeTrend(entries, WINDOW, frame).dots;
            const found = nearest(dots, event.clientX - drawing.getBoundingClientRect().left);
            if (found >= 0) said.textContent = entryText(entries[found]!);
        });
        const said = h('p', { class: 'hint', role: 'status' },
            'A dot a match; the line is the PR of the last ten. Lower is better.');
        const rows = entries.slice(-50).reverse().map((entry) =>
            [h('a', { href: `/m/${entry.match}` }, dateText(entry.time)), rateText(entry.pr),
             entry.decisions]);
        return h('section', { class: 'card', 'aria-label': 'PR over time' },
            h('h2', null, 'PR over time'), drawing, said,
            h('details', null, h('summary', null, 'The same as a table'),
              h('div', { class: 'scroll-x' },
                table('PR of each match', ['Match', 'PR', 'Decisions'], rows))));
    }

    private costCard(title: string, list: Parameters<typeof costLines>[0], head: string):
        HTMLElement | null {
        const lines = costLines(list);
        if (lines.length === 0) return null;
        const blunders = lines.some((line) => line.blunders !== null);
        return h('section', { class: 'card', 'aria-label': title }, h('h2', null, title),
            h('div', { class: 'scroll-x' }, table(title,
                [head, 'PR', 'Errors', ...(blunders ? ['Blunders'] : []), 'Of all lost'],
                lines.map((line) => [h('span', null, line.name.replace(/_/g, ' '),
                    h('span', { class: 'hint block' }, plural(line.decisions, 'decision'))),
                    prCell(line), line.errors, ...(blunders ? [line.blunders ?? DASH] : []),
                    shareBar(line.share)]))));
    }
}

function prCell(line: Line): Node {
    return h('span', { class: line.decisions < FEW ? 'few' : '',
                       title: line.decisions < FEW ? 'few decisions' : undefined },
             rateText(line.pr), line.decisions < FEW ? ' *' : '');
}

function entryText(entry: Statistics['pr'][number]): string {
    return `${dateText(entry.time)}: PR ${rateText(entry.pr)} in ` +
        plural(entry.decisions, 'decision');
}

export function historyPage(): Page {
    const page = new HistoryPage();
    return { title: 'History', element: page.element, ready: page.ready, destroy: () => page.destroy() };
}
