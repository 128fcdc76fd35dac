// A player's figures on a desk: the PR over time, the losses by kind, and the costliest decisions.

import { get } from '../api';
import { DecisionSearch, ofPlayer } from './decisions';
import { h, replace } from '../dom';
import { DASH, equityText, hintedText, plural, rateText } from '../study/format';
import { shareBar, trendSvg } from '../study/trend';
import { errorText, notice, table } from '../study/words';
import type { Desk, DeskGroup, DeskStats } from '../types';

const SHOWN = 12;

const GROUPS: [string, string][] = [
    ['theme', 'theme'], ['class', 'class of cube error'], ['phase', 'phase'], ['kind', 'kind of decision'], ['opponent', 'opponent'],
    ['event', 'event'],
    ['score', 'score'], ['length', 'length of the match'], ['opening', 'opening roll'],
    ['roll', 'roll'], ['year', 'year'],
];

/** Terms of the search for what a player decided, as the server reads them. */
export function ownTerms(me: string, more = ''): string {
    return encodeURIComponent(`${ofPlayer(me)}${more ? ` ${more}` : ''}`);
}

function nameOf(by: string, key: string): string {
    if (key === '') return 'unknown';
    if (by === 'length') return Number(key) === 0 ? 'money' : `${Number(key)} points`;
    if (by === 'theme' || by === 'kind' || by === 'class') return key.replace(/_/g, ' ');
    if (by === 'score') return key.replace(/\b0+(\d)/g, '$1');
    return key;
}

/** Figures of one player. `show` may be called again and again. */
export class DeskFigures {
    readonly element = h('div', { class: 'stack', 'data-testid': 'desk-figures' });
    private readonly summary = h('section', { class: 'card', 'aria-label': 'Summary' });
    private readonly trend = h('section', { class: 'card', 'aria-label': 'PR by month' });
    private readonly groups = h('section', { class: 'card', 'aria-label': 'Where points are lost' });
    private readonly list = new DecisionSearch();
    private observer: ResizeObserver | null = null;
    private by = 'theme';
    private me = '';

    constructor() {
        replace(this.element, this.summary, this.trend, this.groups, this.list.element);
        this.element.hidden = true;
    }

    destroy(): void { this.observer?.disconnect(); }

    async show(desk: Desk): Promise<void> {
        this.me = desk.me;
        this.element.hidden = desk.matches === 0;
        if (desk.matches === 0) return;
        const own = ownTerms(this.me);
        try {
            const [all, months] = await Promise.all([
                get<DeskStats>(`/api/desk/stats?by=all&q=${own}`),
                get<DeskStats>(`/api/desk/stats?by=month&q=${own}`),
            ]);
            this.showSummary(all.groups[0] ?? null, desk);
            this.showTrend(months.groups);
            await Promise.all([this.list.show(this.me), this.loadGroups()]);
        } catch (error) {
            replace(this.summary, notice(errorText(error)));
        }
    }

    private showSummary(all: DeskGroup | null, desk: Desk): void {
        const figure = (value: string, label: string): HTMLElement =>
            h('div', { class: 'figure' }, h('dd', null, value), h('dt', null, label));
        const open = desk.unanalysed;
        replace(this.summary, h('h2', null, this.me || 'Nobody'),
            h('dl', { class: 'figure-row' },
              figure(all ? String(all.matches) : '0', 'matches'),
              figure(all?.pr != null ? rateText(all.pr) : DASH, 'PR'),
              figure(all ? String(all.decisions) : '0', 'decisions counted'),
              figure(all ? `${all.errors + all.blunders}` : '0', `errors, ${all?.blunders ?? 0} of them blunders`)),
            all?.hinted ? h('p', { class: 'hint', 'data-testid': 'hinted' },
                hintedText(all.hinted)) : null,
            all && all.rolls > 0 ? h('p', { class: 'hint' }, `Luck ${equityText(all.luck)} in ` +
                `${plural(all.rolls, 'roll')}.`) : null,
            open > 0 ? h('p', { class: 'hint' }, `${plural(open, 'match is', 'matches are')} not ` +
                'analysed yet: the figures are of the others.') : null);
    }

    private showTrend(months: DeskGroup[]): void {
        const entries = months.filter((group) => group.pr !== null && group.key !== '')
            .map((group) => ({ pr: group.pr!, decisions: group.decisions }));
        this.trend.hidden = entries.length < 2;
        this.observer?.disconnect();
        if (entries.length < 2) return;
        const drawing = h('div', { class: 'trend' });
        this.observer = new ResizeObserver(() => {
            const width = Math.floor(drawing.clientWidth);
            if (width > 80) replace(drawing, trendSvg(entries, width, ['month', 'months']));
        });
        this.observer.observe(drawing);
        replace(this.trend, h('h2', null, 'PR by month'), drawing,
            h('p', { class: 'hint' }, 'A dot a month; the line is the PR of ten months. Lower is better.'),
            h('details', null, h('summary', null, 'The same as a table'),
              h('div', { class: 'scroll-x' },
                table('PR by month', ['Month', 'PR', 'Matches', 'Decisions'],
                      months.filter((group) => group.key !== '').reverse()
                          .map((group) => [group.key, rateText(group.pr, group.decisions),
                                           group.matches, group.decisions])))));
    }

    private async loadGroups(): Promise<void> {
        const select = h('select', { id: 'desk-by', 'data-testid': 'desk-by', on: { change: () => {
            this.by = select.value;
            void this.loadGroups();
        } } }, GROUPS.map(([value, text]) => h('option', { value, selected: value === this.by }, text)));
        const stats = await get<DeskStats>(`/api/desk/stats?by=${this.by}&q=${ownTerms(this.me)}`);
        const groups = stats.groups.filter((group) => group.decisions > 0)
            .sort((a, b) => b.loss - a.loss);
        const total = groups.reduce((sum, group) => sum + group.loss, 0);
        const rows = (list: DeskGroup[]): (string | number | Node | null)[][] => list.map((group) => [
            h('span', null, nameOf(this.by, group.key),
              h('button', { type: 'button', class: 'button compact quiet', 'data-testid': 'group-decisions',
                  'aria-label': `Show the ${plural(group.decisions, 'decision')} of ${nameOf(this.by, group.key)}`,
                  on: { click: () => void this.list.search(`${group.search} counted`) } },
                plural(group.decisions, 'decision'))),
            rateText(group.pr, group.decisions), group.errors, group.blunders,
            shareBar(total > 0 ? group.loss / total : 0)]);
        const heads = ['', 'PR', 'Errors', 'Blunders', 'Of all lost'];
        const rest = groups.slice(SHOWN);
        replace(this.groups, h('h2', null, 'Where points are lost'),
            h('div', { class: 'row' }, h('label', { for: 'desk-by' }, 'By'), select),
            groups.length === 0 ? h('p', { class: 'quiet' }, 'Nothing is analysed yet.')
                : h('div', { class: 'scroll-x' }, table(`Lost by ${this.by}`, heads,
                                                        rows(groups.slice(0, SHOWN)))),
            rest.length === 0 ? null : h('details', null,
                h('summary', null, `${rest.length} more`),
                h('div', { class: 'scroll-x' }, table('More', heads, rows(rest)))));
    }
}
