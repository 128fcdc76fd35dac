// The owner of a point, and checkers on their way. Boards are in player 0's frame: index 1 to 24
// her points, positive counts hers; index 25 her bar, 0 the other's. Moves are in the mover's own
// numbering: 25 the bar, 0 off.

import type { LastPlay, Pair, Side } from '../types';

type AMove = readonly [number, number, ...unknown[]];

const START: [number, number][] = [
    [24, 2], [13, 5], [8, 3], [6, 5], [1, -2], [12, -5], [17, -3], [19, -5],
];

/** The position at the start of a game. */
export function startBoard(): number[] {
    const board = new Array<number>(26).fill(0);
    for (const [point, count] of START) board[point] = count;
    return board;
}

/** The same point as the other player numbers it. */
export function turned(point: number): number {
    return 25 - point;
}

/** The index on the board of a player's own point; 25 is that player's bar. The same the other
 *  way: the player's number of an index. */
export function boardIndex(player: Side, point: number): number {
    return player === 0 ? point : turned(point);
}

function signOf(player: Side): 1 | -1 {
    return player === 0 ? 1 : -1;
}

/** The board after `player`'s moves: a checker hit goes to the bar. */
export function afterMoves(board: readonly number[], player: Side, moves: readonly AMove[]):
    number[] {
    const next = board.slice();
    const mine = signOf(player);
    for (const [from, to] of moves) {
        next[boardIndex(player, from)]! -= mine;
        if (to === 0) continue;
        const at = boardIndex(player, to);
        if (next[at] === -mine) {
            next[at] = 0;
            next[boardIndex(player === 0 ? 1 : 0, 25)]! -= mine;
        }
        next[at]! += mine;
    }
    return next;
}

/** Checkers off after them. */
export function offAfter(off: Readonly<Pair<number>>, player: Side, moves: readonly AMove[]):
    Pair<number> {
    const next: Pair<number> = [off[0], off[1]];
    next[player] += moves.filter(([, to]) => to === 0).length;
    return next;
}

/** The board as it was before the play that was made last: its moves undone, the last first. */
export function rewind(board: readonly number[], off: Readonly<Pair<number>>, last: LastPlay):
    { board: number[]; off: Pair<number> } {
    const before = board.slice();
    const out: Pair<number> = [off[0], off[1]];
    const mine = signOf(last.by);
    for (const [from, to, hit] of [...last.moves].reverse()) {
        if (to === 0) out[last.by] -= 1;
        else before[boardIndex(last.by, to)]! -= mine;
        if (hit) {
            before[boardIndex(last.by, to)]! -= mine;
            before[boardIndex(last.by === 0 ? 1 : 0, 25)]! += mine;
        }
        before[boardIndex(last.by, from)]! += mine;
    }
    return { board: before, off: out };
}

/** Whether no checker of either side can still meet one of the other. */
export function isRace(board: readonly number[]): boolean {
    let last = -1;
    for (let i = 0; i < board.length; i++) if (board[i]! > 0) last = i;
    return board.slice(0, last + 1).every((count) => count >= 0);
}
