// One decision at every score, as a grid: rows what the side on roll needs, columns the other.

import { h, replace } from '../dom';
import { cubeAction, cubeActionShort, cubeActionText, equityText } from './format';
import { runJob, type Running } from './jobs';
import { errorText, notice, ProgressLine } from './words';
import type { CubeEquities, ScoreCell, ScoresResult } from '../types';

/** A line of the grid: points needed, and whether one of the sides is at Crawford or after it. */
interface Line { key: string; away: number; text: string; title: string }

function lineOf(away: number, crawford: boolean, post: boolean): Line {
    if (away === 1 && crawford)
        return { key: '1c', away, text: '1c', title: '1 away, Crawford game' };
    if (away === 1 && post)
        return { key: '1p', away, text: '1p', title: '1 away, after the Crawford game' };
    return { key: String(away), away, text: String(away), title: `${away} away` };
}

/** Which lines a cell stands in. At 1-away both ways the flags belong to both. */
export function cellKeys(cell: ScoreCell): [string, string] {
    const key = (away: number): string => lineOf(away, cell.crawford === true,
                                                 cell.post_crawford === true).key;
    return [key(cell.away!), key(cell.away_opponent!)];
}

const ORDER = (key: string): number =>
    key === '1c' ? 0.5 : key === '1p' ? 0.7 : Number(key);

/** The lines that occur, in order. */
export function gridLines(cells: ScoreCell[]): string[] {
    const keys = new Set<string>();
    for (const cell of cells) for (const key of cellKeys(cell)) keys.add(key);
    return [...keys].sort((a, b) => ORDER(a) - ORDER(b));
}

/** Letters for the different best plays, in the order they are met, money first. */
export function playLegend(result: ScoresResult): Map<string, string> {
    const legend = new Map<string, string>();
    for (const cell of [result.money, ...result.scores]) {
        const move = cell.move ?? '';
        if (legend.has(move)) continue;
        const n = legend.size;
        legend.set(move, n < 26 ? String.fromCharCode(65 + n)
                                : n < 52 ? String.fromCharCode(97 + n - 26) : '?');
    }
    return legend;
}

function cellText(cell: ScoreCell, legend: Map<string, string> | null): string {
    return legend ? legend.get(cell.move ?? '') ?? '?'
                  : cubeActionShort(cubeAction(cell), cell.dead_cube === true);
}

function cellTitle(cell: ScoreCell): string {
    if (cell.move !== undefined) return `${cell.move} ${equityText(cell.equity as number)}`;
    const e = cell.equity as CubeEquities;
    return `${cubeActionText(cubeAction(cell))}: no double ${equityText(e.no_double)}, ` +
        `take ${equityText(e.double_take)}, drop ${equityText(e.double_drop)}`;
}

function cellClass(cell: ScoreCell, legend: Map<string, string> | null): string {
    if (legend) return `play-${Math.min(5, [...legend.keys()].indexOf(cell.move ?? ''))}`;
    return `cube-${cubeAction(cell) || 'none'}${cell.dead_cube ? ' dead' : ''}`;
}

export function scoresGrid(result: ScoresResult): HTMLElement {
    const legend = result.kind === 'play' ? playLegend(result) : null;
    const keys = gridLines(result.scores);
    const at = new Map(result.scores.map((cell) => [cellKeys(cell).join('/'), cell]));
    const said = h('p', { class: 'hint score-said', role: 'status' },
                   'Point at a cell, or tab to it, for its equities.');
    const title = (key: string): string =>
        key === '1c' ? '1 away, Crawford' : key === '1p' ? '1 away, after Crawford' : `${key} away`;
    const one = (cell: ScoreCell | undefined, where: string): HTMLElement => {
        if (!cell) return h('td', { class: 'empty' });
        const text = `${where}: ${cellTitle(cell)}`;
        const tell = (): void => { said.textContent = text; };
        return h('td', { class: cellClass(cell, legend) },
            h('button', { type: 'button', 'aria-label': text, tabindex: -1,
                          on: { mouseenter: tell, focus: tell, click: tell } },
              cellText(cell, legend)));
    };
    const grid = h('table', { class: 'score-grid' },
        h('caption', null, 'Rows: points the side on roll needs; columns: its opponent. ',
          '1c: Crawford game, 1p: after it.'),
        h('thead', null, h('tr', null, h('td'), keys.map((key) =>
            h('th', { scope: 'col', title: title(key) }, key)))),
        h('tbody', null, keys.map((row) => h('tr', null,
            h('th', { scope: 'row', title: title(row) }, row),
            keys.map((column) => one(at.get(`${row}/${column}`),
                                     `${title(row)}, opponent ${title(column)}`))))));
    const first = grid.querySelector('button');
    if (first) first.tabIndex = 0;
    grid.addEventListener('keydown', (event) => walk(grid, event));
    return h('div', { class: 'scores' },
        h('p', null, h('strong', null, 'Money: '), legend
            ? `${cellText(result.money, legend)} \u2013 ${cellTitle(result.money)}`
            : cellTitle(result.money)),
        h('div', { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': 'Score grid' },
          grid),
        said,
        legend ? h('ul', { class: 'legend' }, [...legend].map(([move, letter]) =>
            h('li', null, h('b', null, letter), ` ${move || '(no move)'}`)))
               : h('p', { class: 'hint' }, 'ND no double \u00b7 D/T double, take \u00b7 D/D double, ' +
                   'drop \u00b7 TG too good \u00b7 dead: nothing to gain \u00b7 \u2013 not allowed'));
}

/** Arrow keys walk the grid: one stop for Tab. */
function walk(grid: HTMLTableElement, event: KeyboardEvent): void {
    const move = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[
        event.key];
    const cell = (event.target as Element).closest('td');
    if (!move || !cell) return;
    event.preventDefault();
    let row = (cell.parentElement as HTMLTableRowElement).sectionRowIndex;
    let column = cell.cellIndex;
    const rows = grid.tBodies[0]!.rows;
    for (;;) {
        row += move[0]!;
        column += move[1]!;
        const next = rows[row]?.cells[column];
        if (!next) return;
        const button = next.querySelector('button');
        if (!button) continue;
        for (const other of grid.querySelectorAll('button')) other.tabIndex = -1;
        button.tabIndex = 0;
        button.focus();
        return;
    }
}

export interface ScoresTool { button: HTMLButtonElement; element: HTMLElement; leave(): void }

/** A button that asks for the grid of a position, and the place where it appears. */
export function scoresButton(id: string): ScoresTool {
    let running: Running<ScoresResult> | null = null;
    let asked = false;
    const element = h('div', { class: 'scores-box', hidden: true });
    const button = h('button', { type: 'button', class: 'button compact', 'aria-expanded': 'false',
        'data-testid': 'scores',
        on: { click: () => {
            element.hidden = !element.hidden;
            button.setAttribute('aria-expanded', String(!element.hidden));
            if (!asked) ask();
        } } }, 'Score matrix');
    const ask = (): void => {
        asked = true;
        const progress = new ProgressLine('Every score', () => running?.cancel());
        replace(element, progress.element);
        running = runJob<ScoresResult>('scores', { id },
            (job) => progress.show(job.status, job.done, job.of));
        running.result.then((job) => {
            if (job.result) replace(element, scoresGrid(job.result));
            else {
                asked = false;
                replace(element, h('p', { class: 'hint' }, 'Cancelled.'));
            }
        }).catch((error: unknown) => {
            asked = false;
            replace(element, notice(errorText(error)));
        });
    };
    return { button, element, leave: () => { running?.cancel(); running?.leave(); } };
}
