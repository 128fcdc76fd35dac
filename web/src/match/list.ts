// The move list of a game: two columns as match files print them, errors marked.

import { h, replace } from '../dom';
import { LEVELS } from '../score';
import { seat } from '../study/board';
import { plural, rateText, scoreOfText } from '../study/format';
import type { Limits } from '../study/marks';
import { judgedFor, lines, rowMark, rowText, type Row, type Study } from '../study/model';
import { lossBadge } from '../study/words';
import type { Analysis, Game, Match, Side } from '../types';

export class MoveList {
    readonly element: HTMLElement;
    private readonly body = h('tbody');
    private readonly chooser = h('select', { 'aria-label': 'Game', 'data-testid': 'game' });
    private readonly result = h('p', { class: 'hint' });
    private readonly buttons = new Map<number, HTMLButtonElement>();
    private readonly scroller: HTMLElement;
    private analysis: Analysis | null = null;
    private game = -1;
    private current = -1;

    constructor(private readonly match: Match, private study: Study, private limits: Limits,
                private readonly onPick: (index: number) => void) {
        for (const game of match.games)
            this.chooser.appendChild(h('option', { value: game.number }, gameTitle(game, match)));
        this.chooser.addEventListener('change', () => {
            const first = this.study.games.get(Number(this.chooser.value))?.[0];
            if (first) this.onPick(first.index);
        });
        const table = h('table', { class: 'moves-table' },
            h('caption', { class: 'hidden-text' }, 'Moves of the game'),
            h('thead', null, h('tr', null,
                h('th', { scope: 'col', class: 'line-number' },
                  h('span', { class: 'hidden-text' }, 'Number')),
                match.players.map((name, side) => h('th', { scope: 'col' },
                    seat(side as Side), name)))),
            this.body);
        this.scroller = h('div', { class: 'moves-scroll', tabindex: 0, role: 'region',
                                   'aria-label': 'Move list' }, table);
        this.element = h('section', { class: 'card move-list', 'aria-label': 'Moves' },
            h('div', { class: 'move-head' }, this.chooser, this.result), this.scroller);
    }

    setStudy(study: Study, analysis: Analysis | null, limits: Limits): void {
        this.study = study;
        this.analysis = analysis;
        this.limits = limits;
        const current = this.current;
        this.game = -1;
        if (current >= 0) this.show(study.rows[current]!);
    }

    show(row: Row): void {
        if (row.game !== this.game) this.fill(row.game);
        this.buttons.get(this.current)?.removeAttribute('aria-current');
        this.current = row.index;
        const button = this.buttons.get(row.index);
        if (!button) return;
        button.setAttribute('aria-current', 'true');
        this.keepInSight(button);
    }

    /** Scrolls the list, never the page. */
    private keepInSight(button: HTMLElement): void {
        const box = this.scroller.getBoundingClientRect();
        const at = button.getBoundingClientRect();
        if (at.top < box.top + 40) this.scroller.scrollTop -= box.top + 40 - at.top;
        else if (at.bottom > box.bottom - 8) this.scroller.scrollTop += at.bottom - box.bottom + 8;
    }

    private fill(number: number): void {
        this.game = number;
        this.chooser.value = String(number);
        this.buttons.clear();
        const game = this.match.games.find((candidate) => candidate.number === number);
        const parts = [game ? gameResult(game, this.match) : '', this.rates(number)];
        this.result.textContent = parts.filter(Boolean).join(' \u00b7 ');
        const rows = this.study.games.get(number) ?? [];
        replace(this.body, lines(rows).map((line) => h('tr', null,
            h('th', { scope: 'row', class: 'line-number' }, line.number),
            line.cells.map((cell) => h('td', null, cell.map((row) => this.button(row)))))));
    }

    /** `PR 4.10 and 9.32`: of this game alone. */
    private rates(number: number): string {
        const totals = this.analysis?.games.find((game) => game.game === number)?.totals;
        if (!totals) return '';
        return `PR ${totals.map((t) => rateText(t.pr, t.decisions)).join(' and ')}`;
    }

    private button(row: Row): HTMLButtonElement {
        const mark = rowMark(row, this.limits);
        const worst = judgedFor(row, null).reduce((most, d) => Math.max(most, d.loss), 0);
        const button = h('button', { type: 'button', class: `turn-button ${mark}`,
                                     'data-testid': `turn-${row.game}-${row.turn}`,
                                     on: { click: () => this.onPick(row.index) } },
            h('span', { class: 'move-text' }, rowText(row) || 'no move'),
            mark === 'none' ? null : lossBadge(worst, this.limits));
        this.buttons.set(row.index, button);
        return button;
    }
}

export function gameTitle(game: Game, match: Match): string {
    const crawford = game.crawford ? ', Crawford' : '';
    return `Game ${game.number} (${scoreOfText(game.score, match.match_length)}${crawford})`;
}

function gameResult(game: Game, match: Match): string {
    if (game.winner === null) return 'not finished';
    const how: { [how: string]: string } = { drop: 'by a drop', resign: 'by resignation',
                                             timeout: 'on time', aborted: 'aborted' };
    const level = game.level && game.level > 1 ? `, a ${LEVELS[game.level]}` : '';
    const words = how[game.how] ? `, ${how[game.how]}` : '';
    return `${match.players[game.winner]} wins ${plural(game.points, 'point')}${level}${words}`;
}
