// A match and its analysis as rows to show and steps to walk.

import { rollText } from './format';
import { DEFAULT_LIMITS, markOf, markRank, MARKS } from './marks';
import type { Limits, Mark } from './marks';
import type { Analysis, CurvePoint, Decision, Match, Side, Turn } from '../types';

export interface Row {
    /** Place among all rows of the match. */
    index: number;
    game: number;
    turn: number;
    by: Side;
    record: Turn;
    double: Decision | null;
    take: Decision | null;
    play: Decision | null;
    luck: number | null;
    /** After this turn, as player 0 sees it. */
    curve: CurvePoint | null;
}

export interface Study {
    rows: Row[];
    /** Rows of each game, by game number. */
    games: Map<number, Row[]>;
    /** Decisions of the analysis that no row would take: not shown, but never a wrong row. */
    strays: number;
}

/** The row a decision belongs to: same game and turn, made by the right player. The answer to
 * a double is the other player's. Where a double ends the game without a roll, the analysis
 * counts it to the turn before; it belongs to the next one of the doubler. */
function rowOf(rows: Row[], decision: Decision): Row | null {
    const doer = decision.kind === 'take' ? (decision.player === 0 ? 1 : 0) : decision.player;
    const exact = rows.find((row) => row.turn === decision.turn && row.by === doer);
    if (exact) return exact;
    return rows.find((row) => row.turn > decision.turn && row.turn <= decision.turn + 1 &&
                              row.by === doer) ?? null;
}

function place(row: Row, decision: Decision): boolean {
    if (decision.kind === 'play' ? row.play : decision.kind === 'take' ? row.take : row.double)
        return false;
    if (decision.kind === 'play') row.play = decision;
    else if (decision.kind === 'take') row.take = decision;
    else row.double = decision;
    return true;
}

export function makeStudy(match: Match, analysis: Analysis | null): Study {
    const rows: Row[] = [];
    const games = new Map<number, Row[]>();
    for (const game of match.games) {
        const list: Row[] = [];
        for (const told of game.turns) {
            // The server leaves out the parts that a turn did not have.
            const record: Turn = { ...told, cube: told.cube ?? null, dice: told.dice ?? null,
                                   moves: told.moves ?? null, text: told.text ?? '' };
            const row: Row = {
                index: rows.length, game: game.number, turn: record.turn, by: record.by, record,
                double: null, take: null, play: null, luck: null, curve: null,
            };
            rows.push(row);
            list.push(row);
        }
        games.set(game.number, list);
    }
    let strays = 0;
    for (const decision of analysis?.decisions ?? []) {
        const row = rowOf(games.get(decision.game) ?? [], decision);
        if (!row || !place(row, decision)) strays += 1;
    }
    const find = (game: number, turn: number): Row | undefined =>
        games.get(game)?.find((row) => row.turn === turn);
    for (const point of analysis?.curve ?? []) {
        const row = find(point.game, point.turn);
        if (row) row.curve = point;
    }
    for (const roll of analysis?.luck ?? []) {
        const row = find(roll.game, roll.turn);
        if (row && row.by === roll.by) row.luck = roll.luck;
    }
    return { rows, games, strays };
}

export function decisionsOf(row: Row): Decision[] {
    return [row.double, row.take, row.play].filter((d): d is Decision => d !== null);
}

/** The judged decisions of a row, for one player or for both. */
export function judgedFor(row: Row, player: Side | null): Decision[] {
    return decisionsOf(row).filter((d) => player === null || d.player === player);
}

export function rowMark(row: Row, limits: Limits = DEFAULT_LIMITS,
                        player: Side | null = null): Mark {
    let rank = 0;
    for (const decision of judgedFor(row, player))
        rank = Math.max(rank, markRank(markOf(decision.loss, limits)));
    return MARKS[rank]!;
}

export interface ErrorFilter {
    limits: Limits;
    /** The least class that counts: 'doubtful' for all. */
    least: Mark;
    player: Side | null;
}

export function isError(row: Row, filter: ErrorFilter): boolean {
    const mark = rowMark(row, filter.limits, filter.player);
    return mark !== 'none' && markRank(mark) >= markRank(filter.least);
}

/** The next row with an error after `from` (before it, with step -1), wrapping round; -1 if there
 * is none. */
export function nextError(study: Study, from: number, step: 1 | -1, filter: ErrorFilter): number {
    const count = study.rows.length;
    for (let k = 1; k <= count; k++) {
        const index = (((from + step * k) % count) + count) % count;
        if (isError(study.rows[index]!, filter)) return index;
    }
    return -1;
}

export interface MarkCount { doubtful: number; error: number; blunder: number }

/** How many of each class a player made, at the reader's limits. */
export function countMarks(study: Study, player: Side, limits: Limits,
                           kind: Decision['kind'] | null = null): MarkCount {
    const count = { doubtful: 0, error: 0, blunder: 0 };
    for (const row of study.rows)
        for (const decision of judgedFor(row, player)) {
            if (kind !== null && decision.kind !== kind) continue;
            const mark = markOf(decision.loss, limits);
            if (mark !== 'none') count[mark] += 1;
        }
    return count;
}

/** Where an address points to: the nearest row that exists. */
export function locate(study: Study, game: number | null, turn: number | null): number {
    if (game === null) return 0;
    const rows = study.games.get(game);
    if (!rows || rows.length === 0) return 0;
    if (turn === null) return rows[0]!.index;
    let nearest = rows[0]!;
    for (const row of rows) if (row.turn <= turn) nearest = row;
    return nearest.index;
}

/** One row of the two-column move list of a game: what each player did. */
export interface Line {
    number: number;
    cells: [Row[], Row[]];
}

/** Rows of a game as a match file prints them: player 0 left, player 1 right. */
export function lines(rows: Row[]): Line[] {
    const list: Line[] = [];
    let last: Row | null = null;
    for (const row of rows) {
        const line = list[list.length - 1];
        const fits = line && last && row.by !== last.by && row.by === 1;
        if (fits) line.cells[row.by].push(row);
        else {
            const cells: [Row[], Row[]] = [[], []];
            cells[row.by].push(row);
            list.push({ number: list.length + 1, cells });
        }
        last = row;
    }
    return list;
}

/** The actions of a turn, in the words of the move list. */
export function rowText(row: Row): string {
    const parts: string[] = [];
    const record = row.record;
    if (record.cube) {
        const verb = record.cube === 'redouble' ? 'Redoubles' : 'Doubles';
        const answers: { [answer: string]: string } =
            { take: 'taken', drop: 'dropped', beaver: 'beavered', raccoon: 'raccooned' };
        parts.push(record.answer ? `${verb}, ${answers[record.answer] ?? record.answer}` : verb);
    }
    if (record.dice) {
        const play = record.text || (record.moves?.length === 0 ? 'cannot move'
            : record.moves ? '' : 'not played');
        const note = record.illegal ? ' (illegal)' : '';
        parts.push(`${rollText(record.dice)}: ${play}${note}`.trim());
    } else if (record.text && !record.cube) {
        parts.push(record.text);
    }
    return parts.join('; ');
}

/** The decision to open first: the one that cost most, the play where nothing did. */
export function mainDecision(row: Row): Decision | null {
    const all = decisionsOf(row);
    if (all.length === 0) return null;
    const worst = all.reduce((a, b) => (b.loss > a.loss ? b : a));
    if (worst.loss >= 0.001) return worst;
    return row.play ?? (row.record.cube ? row.double : null) ?? all[0]!;
}

export interface Question { row: Row; decision: Decision }

/** The questions of a match: every decision with a mark, in order. The limits are the usual ones,
 * not the reader's, so that a link shows everybody the same question. */
export function questions(study: Study): Question[] {
    return study.rows.flatMap((row) => decisionsOf(row)
        .filter((decision) => markOf(decision.loss, DEFAULT_LIMITS) !== 'none')
        .map((decision) => ({ row, decision })));
}

/** The player's decision as words that follow the name. */
export function decisionText(decision: Decision): string {
    const words: { [made: string]: string } = { take: 'took', drop: 'dropped', beaver: 'beavered',
        double: 'doubled', 'no double': 'did not double' };
    return decision.kind === 'play' ? `played ${decision.made}`
        : words[decision.made] ?? decision.made;
}
