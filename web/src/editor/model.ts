// A position being set up. The server says what it means and whether it is possible (POST
// /api/position); here checkers are only placed and removed, in A's frame.

import type { Dice, PositionAnswer, Side } from '../types';
import { boardIndex, startBoard, turned } from '../board/frame';

export const CHECKERS = 15;
export const BAR_OF: [number, number] = [25, 0];

export interface Setup {
    board: number[];
    turn: Side;
    dice: Dice | null;
    cube: number;
    owner: Side | null;
    matchLength: number;
    score: [number, number];
    crawford: boolean;
    jacoby: boolean;
    beavers: boolean;
}

export function emptyBoard(): number[] {
    return new Array<number>(26).fill(0);
}

export function startSetup(): Setup {
    return {
        board: startBoard(), turn: 0, dice: null, cube: 1, owner: null, matchLength: 0,
        score: [0, 0], crawford: false, jacoby: true, beavers: true,
    };
}

export function ownerOf(board: number[], index: number): Side | null {
    const count = board[index] ?? 0;
    return count === 0 ? null : count > 0 ? 0 : 1;
}

export function onBoardOf(board: number[], player: Side): number {
    return board.reduce((sum, n) => sum + Math.max(0, player === 0 ? n : -n), 0);
}

export function offOf(board: number[]): [number, number] {
    return [CHECKERS - onBoardOf(board, 0), CHECKERS - onBoardOf(board, 1)];
}

/** Whether `player` may have checkers at a place: not on the other's bar. */
export function placeFor(player: Side, index: number): boolean {
    return index >= 0 && index <= 25 && index !== BAR_OF[player === 0 ? 1 : 0];
}

/** The board with `count` checkers of `player` at a place, as far as there are enough; null if they
 * cannot stand there. Checkers that stood there before go off. */
export function put(board: number[], index: number, player: Side, count: number):
    number[] | null {
    if (!placeFor(player, index) || count < 0) return null;
    const next = board.slice();
    next[index] = 0;
    const room = CHECKERS - onBoardOf(next, player);
    const standing = Math.min(count, room);
    next[index] = standing === 0 ? 0 : player === 0 ? standing : -standing;
    return next;
}

/** Adds one checker of `player` (or the first, if the other side stood there); null if none is
 * left. */
export function addChecker(board: number[], index: number, player: Side): number[] | null {
    const own = ownerOf(board, index) === player ? Math.abs(board[index]!) : 0;
    const next = put(board, index, player, own + 1);
    return next && Math.abs(next[index]!) === own + 1 ? next : null;
}

/** A tap beside checker `height` (1 the lowest) of a point that shows `limit` checkers: puts that
 * many checkers of `player` there. On the topmost checker it removes that one; at the limit, if
 * that many stand there already, it adds one. Height 0, from a key, adds one. */
export function tapAt(board: number[], index: number, player: Side, height: number,
                      limit: number): number[] | null {
    const own = ownerOf(board, index) === player ? Math.abs(board[index]!) : 0;
    if (height <= 0 || (height >= limit && own >= limit)) return addChecker(board, index, player);
    const wanted = own === height ? height - 1 : Math.min(height, limit);
    const next = put(board, index, player, wanted);
    return next && (wanted === 0 || next[index] !== 0) ? next : null;
}

export function removeChecker(board: number[], index: number): number[] | null {
    const count = board[index] ?? 0;
    if (count === 0) return null;
    const next = board.slice();
    next[index] = count - Math.sign(count);
    return next;
}

/** Moves one checker from a place (null: from the tray) to another (null: off). */
export function moveChecker(board: number[], from: number | null, to: number | null,
                            player: Side): number[] | null {
    let next: number[] | null = board;
    if (from !== null) {
        if (ownerOf(board, from) !== player) return null;
        next = removeChecker(board, from);
    }
    if (!next || to === null) return next;
    if (from === to) return board;
    return addChecker(next, to, player);
}

/** The same position with the players exchanged: colours, cube, score and turn. */
export function flip(setup: Setup): Setup {
    const other = (player: Side): Side => (player === 0 ? 1 : 0);
    return {
        ...setup,
        board: setup.board.map((_, i) => -setup.board[turned(i)]! + 0),
        turn: other(setup.turn),
        owner: setup.owner === null ? null : other(setup.owner),
        score: [setup.score[1], setup.score[0]],
    };
}

/** Gives the opponent of `player` the mirror image of that player's checkers. Where the two
 * would meet, neither can be copied: null. */
export function mirror(board: number[], player: Side): number[] | null {
    const sign = player === 0 ? 1 : -1;
    const next = emptyBoard();
    for (let i = 0; i < 26; i++) if (board[i]! * sign > 0) next[i] = board[i]!;
    for (let i = 0; i < 26; i++) {
        if (board[i]! * sign <= 0) continue;
        if (next[turned(i)]! !== 0) return null;
        next[turned(i)] = -board[i]!;
    }
    return next;
}

/** Cube values to choose from: 1 in the middle or owned ones up to 2^10. */
export const CUBE_VALUES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/** The body of POST /api/position. */
export function requestOf(setup: Setup): { [field: string]: unknown } {
    const match = setup.matchLength > 0;
    return {
        board: setup.board,
        turn: setup.turn,
        dice: setup.dice,
        cube: setup.cube,
        owner: setup.owner,
        match_length: setup.matchLength,
        score: match ? setup.score : [0, 0],
        crawford: match && setup.crawford,
        jacoby: !match && setup.jacoby,
        beavers: !match && setup.beavers,
    };
}

export function setupOf(answer: PositionAnswer, before: Setup): Setup {
    const match = answer.match_length > 0;
    return {
        board: answer.board.slice(),
        turn: answer.turn,
        dice: answer.dice,
        cube: answer.cube.value,
        owner: answer.cube.owner,
        matchLength: answer.match_length,
        score: answer.score,
        crawford: answer.crawford,
        jacoby: match ? before.jacoby : answer.jacoby ?? before.jacoby,
        beavers: match ? before.beavers : answer.beavers ?? before.beavers,
    };
}

/** Set-ups as they were, for undo and redo. */
export class Past<T> {
    private before: T[] = [];
    private after: T[] = [];
    constructor(public now: T) {}
    get canUndo(): boolean { return this.before.length > 0; }
    get canRedo(): boolean { return this.after.length > 0; }
    set(next: T): void {
        this.before.push(this.now);
        if (this.before.length > 200) this.before.shift();
        this.after = [];
        this.now = next;
    }
    undo(): void {
        const last = this.before.pop();
        if (last === undefined) return;
        this.after.push(this.now);
        this.now = last;
    }
    redo(): void {
        const next = this.after.pop();
        if (next === undefined) return;
        this.before.push(this.now);
        this.now = next;
    }
}

/** The name of a place as `viewer` calls it, for labels: "8 point, 3 white checkers". */
export function placeName(board: number[], index: number, viewer: Side,
                          colours: [string, string]): string {
    let place: string;
    if (index === 0 || index === 25)
        place = `${colours[index === 25 ? 0 : 1]}'s bar`;
    else place = `${boardIndex(viewer, index)} point`;
    const owner = ownerOf(board, index);
    if (owner === null) return `${place}, empty`;
    const count = Math.abs(board[index]!);
    return `${place}, ${count} ${colours[owner]} checker${count === 1 ? '' : 's'}`;
}
