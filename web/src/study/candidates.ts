// The plays of a roll as a table: what each is worth, and on the board when pointed at.

import { h } from '../dom';
import { cubeAction, cubeActionText, cubeChoices, equityText, percentText, plural,
    takeChoices } from './format';
import type { Limits } from './marks';
import { markOf } from './marks';
import { chanceBar, chanceLine, chanceSentence, lossBadge, markBadge } from './words';
import type { Candidate, CubeVerdict, Decision, Move } from '../types';

export interface PlayRow {
    move: string;
    moves: Move[] | null;
    equity: number;
    loss: number;
    plies: number | null;
    level: string | null;
    probabilities: Candidate['probabilities'] | null;
    made: boolean;
}

/** The candidates of a decision, the play made among them where it was not one of the best. */
export function playRows(plays: Candidate[], made: { move: string; moves: Move[] | null;
                         equity: number } | null): PlayRow[] {
    const best = plays[0]?.equity ?? made?.equity ?? 0;
    const rows: PlayRow[] = plays.map((play) => ({
        move: play.move, moves: play.moves ?? null, equity: play.equity,
        loss: Math.max(0, play.loss ?? best - play.equity), plies: play.ply ?? null,
        level: play.level ?? null, probabilities: play.probabilities ?? null, made: made !== null && play.move === made.move,
    }));
    if (made && !rows.some((row) => row.made))
        rows.push({ move: made.move, moves: made.moves, equity: made.equity,
                    loss: Math.max(0, best - made.equity), plies: null, level: null,
                    probabilities: null, made: true });
    // Another program's levels are words: its list has its own order.
    if (rows.some((row) => row.level !== null)) return rows;
    // Deeper candidates come first; at equal depth the better equity. The best one stays first.
    const deepest = rows[0]?.plies ?? null;
    const depth = (row: PlayRow): number => row.plies ?? deepest ?? 0;
    return [...rows.slice(0, 1), ...rows.slice(1).sort((a, b) =>
        depth(b) - depth(a) || b.equity - a.equity)];
}

/** How deeply a play was looked at, in words; empty where nobody says. */
function depthText(row: PlayRow): string {
    return row.level ?? (row.plies === null ? '' : plural(row.plies, 'ply', 'plies'));
}

/** Heads the plays that were looked at less deeply: their figures do not compare with those above. */
function depthRow(depth: string, columns: number): HTMLTableRowElement {
    return h('tr', { class: 'depth-row' }, h('th', { scope: 'colgroup', colspan: columns },
        `Looked at less deeply (${depth}): not ranked with those above`));
}

/** More plays than these are behind a button. */
const SHOWN = 6;

export interface CandidateOptions {
    limits: Limits;
    /** A play is pointed at, or no longer (null). */
    onShow(row: PlayRow | null): void;
    /** A play is chosen: stays on the board. */
    onChoose(row: PlayRow): void;
    /** The label of the play made. */
    madeText?: string;
    /** With tick boxes for a rollout. */
    onTick?(moves: string[]): void;
}

/** Plays that the first look left behind were not looked at as deeply as the best. */
function shallow(row: PlayRow, best: PlayRow): boolean {
    return row.level !== null && best.level !== null ? row.level !== best.level
        : row.plies !== null && best.plies !== null && row.plies < best.plies;
}

export function candidateTable(rows: PlayRow[], options: CandidateOptions): HTMLElement {
    const ticked = new Set<string>();
    const body = h('tbody');
    const columns = options.onTick ? 5 : 4;
    let depth = rows[0] ? depthText(rows[0]) : '';
    rows.forEach((row, n) => {
        const isShallow = shallow(row, rows[0]!);
        const hidden = n >= SHOWN && !row.made;
        if (isShallow && depthText(row) !== depth) {
            depth = depthText(row);
            const head = depthRow(depth, columns);
            head.hidden = hidden;
            body.appendChild(head);
        }
        const choose = h('button', { type: 'button', class: 'play-button', 'aria-pressed': 'false',
            'data-testid': 'candidate',
            on: { click: () => {
                for (const other of body.querySelectorAll('.play-button'))
                    other.setAttribute('aria-pressed', String(other === choose));
                options.onChoose(row);
            } } }, row.move || '(no move)');
        const tick = options.onTick && row.moves !== undefined
            ? h('input', { type: 'checkbox', 'aria-label': `Roll out ${row.move}`,
                on: { change: (event: Event) => {
                    if ((event.target as HTMLInputElement).checked) ticked.add(row.move);
                    else ticked.delete(row.move);
                    options.onTick!([...ticked]);
                } } })
            : null;
        const line = h('tr', {
            class: row.made ? 'made' : '',
            on: {
                mouseenter: () => options.onShow(row),
                mouseleave: () => options.onShow(null),
                focusin: () => options.onShow(row),
                focusout: () => options.onShow(null),
            },
        },
            options.onTick ? h('td', { class: 'tick' }, tick) : null,
            h('td', { class: 'rank' }, isShallow ? '' : n + 1),
            h('th', { scope: 'row' }, choose,
              row.made ? h('span', { class: 'tag' }, options.madeText ?? 'played') : null,
              isShallow ? h('span', { class: 'tag', title: 'looked at less deeply' },
                            depthText(row)) : null,
              row.probabilities ? chanceLine(row.probabilities) : null,
              row.probabilities ? chanceBar(row.probabilities) : null),
            h('td', { class: 'num' }, equityText(row.equity)),
            h('td', { class: 'num' }, n === 0 ? h('span', { class: 'best' }, 'best')
                : isShallow ? null : lossBadge(row.loss, options.limits)));
        line.hidden = hidden;
        body.appendChild(line);
    });
    const rest = rows.some((row, n) => n >= SHOWN && !row.made);
    const more = !rest ? null : h('button', { type: 'button', class: 'button compact quiet',
        on: { click: () => {
            for (const line of body.rows) line.hidden = false;
            more?.remove();
        } } }, `Show all ${rows.length} plays`);
    return h('div', null, h('div', { class: 'scroll-x' }, h('table', { class: 'plays-table' },
        h('caption', { class: 'hidden-text' }, 'Plays, the best first'),
        h('thead', null, h('tr', null,
            options.onTick ? h('td', { class: 'tick' }) : null,
            h('th', { scope: 'col', class: 'rank' }, h('span', { class: 'hidden-text' }, 'Rank'),
              h('span', { 'aria-hidden': 'true' }, '#')),
            h('th', { scope: 'col' }, 'Play'),
            h('th', { scope: 'col', class: 'num' }, 'Equity'),
            h('th', { scope: 'col', class: 'num' }, 'Loss'))),
        body)), more);
}

/** No double, double/take, double/drop with equities, and what the right decision is. */
export function cubeTable(cube: CubeVerdict, redouble: boolean, madeText: string | null): HTMLElement {
    const choices = cubeChoices(cube.equity, redouble);
    const best = bestChoice(cube);
    const rows = choices.map((choice, n) => h('tr', { class: n === best ? 'best-row' : '' },
        h('th', { scope: 'row' }, choice.action,
          n === best ? h('span', { class: 'tag best' }, 'best') : null),
        h('td', { class: 'num' }, equityText(choice.equity)),
        h('td', { class: 'num' }, difference(cube, n))));
    const points = cube.points;
    return h('div', { class: 'cube-figures' },
        h('p', { class: 'cube-verdict' }, h('strong', null, cubeActionText(cubeAction(cube), redouble)),
          cube.beaver ? ' (a beaver is correct)' : '',
          madeText ? h('span', { class: 'made-text' }, `  Done: ${madeText}`) : null),
        h('table', { class: 'plays-table' },
          h('caption', { class: 'hidden-text' }, 'The cube: what each choice is worth'),
          h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'Choice'),
              h('th', { scope: 'col', class: 'num' }, 'Equity'),
              h('th', { scope: 'col', class: 'num' }, 'Difference'))),
          h('tbody', null, rows)),
        cube.probabilities ? h('div', { class: 'cube-chances' }, chanceLine(cube.probabilities),
                               chanceBar(cube.probabilities),
                               h('span', { class: 'hidden-text' },
                                 chanceSentence(cube.probabilities))) : null,
        points ? pointsLine(points) : null,
        cube.available !== false && typeof cube.market_lost === 'number' && cube.market_lost > 0
            ? h('p', { class: 'hint' }, `Market losers: ` +
                `${percentText(cube.market_lost)} of the next exchanges.`)
            : null);
}

/** Take or drop, as the one who was doubled sees it. */
export function takeTable(cube: CubeVerdict, madeText: string): HTMLElement {
    const choices = takeChoices(cube.equity);
    return h('div', { class: 'cube-figures' },
        h('table', { class: 'plays-table' },
          h('caption', { class: 'hidden-text' }, 'Take or drop, the better first'),
          h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'Answer'),
              h('th', { scope: 'col', class: 'num' }, 'Equity'),
              h('th', { scope: 'col', class: 'num' }, 'Difference'))),
          h('tbody', null, choices.map((choice, n) => h('tr', { class: n === 0 ? 'best-row' : '' },
              h('th', { scope: 'row' }, choice.action,
                n === 0 ? h('span', { class: 'tag best' }, 'best') : null,
                choice.action.toLowerCase() === madeText
                    ? h('span', { class: 'tag' }, 'done') : null),
              h('td', { class: 'num' }, equityText(choice.equity)),
              h('td', { class: 'num' }, n === 0 ? '' : equityText(-choice.loss)))))),
        cube.beaver ? h('p', { class: 'hint' }, 'A beaver is correct.') : null);
}

function bestChoice(cube: CubeVerdict): number {
    const e = cube.equity;
    const turned = Math.min(e.double_take, e.double_drop);
    if (cube.action === 'no_double' || cube.action === 'too_good' ||
        cube.available === false) return 0;
    if (cube.action === 'double_take') return 1;
    if (cube.action === 'double_drop') return 2;
    return e.no_double >= turned ? 0 : e.double_take <= e.double_drop ? 1 : 2;
}

function difference(cube: CubeVerdict, choice: number): string {
    const e = cube.equity;
    const all = [e.no_double, e.double_take, e.double_drop];
    const value = all[choice]! - all[bestChoice(cube)]!;
    return choice === bestChoice(cube) ? '' : equityText(value);
}

function pointsLine(points: Record<string, number>): HTMLElement | null {
    const names: { [name: string]: string } =
        { take_live: 'take point, live cube', take_dead: 'dead cube', cash_live: 'cash point, live',
          cash_dead: 'dead' };
    const parts = Object.keys(names).filter((name) => typeof points[name] === 'number')
        .map((name) => `${names[name]} ${percentText(points[name]!)}`);
    return parts.length > 0 ? h('p', { class: 'hint' }, parts.join(' \u00b7 ')) : null;
}

/** The heading of a decision: the question and the loss. */
export function decisionHead(decision: Decision, name: string, limits: Limits): HTMLElement {
    const asked = decision.kind === 'play' ? 'play'
                : decision.kind === 'take' ? 'take or drop' : 'cube';
    const mark = markOf(decision.loss, limits);
    return h('h3', null, `${name}: ${asked} `, decision.forced
        ? h('span', { class: 'tag' }, 'only play')
        : decision.loss < 0.0005
            ? h('span', { class: 'tag best' }, 'best')
            : lossBadge(decision.loss, limits) ?? markBadge(mark));
}
