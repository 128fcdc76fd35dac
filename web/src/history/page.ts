// /history: all my matches in one list, how well they were played, and where it costs most.

import { get } from '../api';
import { h, replace } from '../dom';
import type { Page } from '../router';
import { makeTrend, nearest } from '../study/curve';
import { decisionRow, ofPlayer } from '../desk/decisions';
import { manyFiles } from '../desk/send';
import { MatchList } from '../desk/list';
import { ExchangeCard } from '../desk/exchange';
import { BinCard, PeopleCard } from '../desk/order';
import { dateText, DASH, hintedText, LEVEL_LEAST, percentText, plural, rateText } from '../study/format';
import { shareBar, trendFrame, trendSvg, TREND_WINDOW as WINDOW } from '../study/trend';
import { failed, table } from '../study/words';
import { uploadCard } from '../upload/upload';
import { costLines, FEW, overallPr, ratingWord, type Line } from '../study/entries';
import type { Desk, DeskDecision, DeskFound, Statistics } from '../types';

async function loadCostliest(): Promise<DeskDecision[]> {
    const { me, matches } = await get<Desk>('/api/desk');
    if (matches === 0) return [];
    const query = new URLSearchParams({ sort: 'error', limit: '3', q: 'error>=0.08', within: me ? ofPlayer(me) : '' });
    return (await get<DeskFound>(`/api/desk/find?${query}`)).decisions;
}

function costliestCard(decisions: DeskDecision[]): HTMLElement | null {
    return decisions.length === 0 ? null : h('section', { class: 'card', 'aria-label': 'Costliest decisions',
        'data-testid': 'costliest' }, h('h2', null, 'Costliest decisions'),
        h('ul', { class: 'match-rows' }, decisions.map(decisionRow)));
}

class HistoryPage {
    readonly element = h('div', { class: 'wide-page history' });
    private readonly list = new MatchList(() => void this.bin.load());
    private readonly bin = new BinCard(() => void this.list.load());
    private readonly people = new PeopleCard(() => void this.list.load());
    private readonly figures = h('div', { class: 'history-figures' });
    private readonly exchange = new ExchangeCard(() => void this.list.load());
    readonly ready: Promise<unknown>;
    private trend: ResizeObserver | null = null;

    constructor() {
        replace(this.element, h('h1', null, 'My matches'),
            h('div', { class: 'history-grid' },
              h('div', { class: 'stack' }, this.list.element),
              h('div', { class: 'stack' }, uploadCard(() => void this.list.load(),
                  manyFiles((files) => void this.list.add(files))), this.figures,
                this.people.element, this.bin.element, this.exchange.element)));
        this.ready = Promise.all([this.list.ready, this.loadFigures()]);
    }

    destroy(): void {
        this.trend?.disconnect();
        this.list.destroy();
    }

    private async loadFigures(): Promise<void> {
        try {
            const [stats, costliest] = await Promise.all([get<Statistics>('/api/statistics'), loadCostliest()]);
            const none = stats.matches === 0 && stats.pr.length === 0;
            replace(this.figures, none ? null : this.summary(stats), costliestCard(costliest),
                this.trendCard(stats),
                this.costCard('Where you lose equity, by decision', stats.kinds.map((item) =>
                    ({ ...item, name: item.kind })), 'Kind'),
                this.costCard('Where you lose equity, by theme', stats.themes.map((item) =>
                    ({ ...item, name: item.theme })), 'Theme'));
        } catch (error) {
            replace(this.figures, failed(error, () => void this.loadFigures()));
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
                     all && all.decisions >= LEVEL_LEAST ? `PR, ${ratingWord(all.pr)}` : 'PR'),
              figure(all ? String(all.decisions) : '0', 'decisions analysed')),
            all && all.decisions < FEW ? h('p', { class: 'hint' },
                'Few decisions so far: these figures still move a lot.') : null,
            stats.hinted ? h('p', { class: 'hint', 'data-testid': 'hinted' },
                hintedText(stats.hinted)) : null);
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
    return { title: 'My matches', element: page.element, ready: page.ready, destroy: () => page.destroy() };
}
