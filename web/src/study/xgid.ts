// Reads an XGID to show it, and moves checkers on a board of 26 numbers in A's frame. The server
// decides what a text means and whether it is valid (GET /api/position).

import type { Dice, Side } from '../types';
import type { BoardPosition } from '../board/board';
import { boardIndex } from '../board/frame';

export interface Shown {
    board: number[];
    cube: number;
    owner: Side | null;
    /** The value offered, where a double waits for its answer. */
    offered: number | null;
    turn: Side;
    dice: Dice | null;
    score: [number, number];
    crawford: boolean;
    jacoby: boolean;
    matchLength: number;
}

function checkers(letter: string): number | null {
    if (letter === '-') return 0;
    if (letter >= 'A' && letter <= 'P') return letter.charCodeAt(0) - 64;
    if (letter >= 'a' && letter <= 'p') return -(letter.charCodeAt(0) - 96);
    return null;
}

/** The position of an XGID, or null for an invalid one. */
export function readXgid(text: string): Shown | null {
    const body = text.trim().replace(/^XGID\s*=\s*/i, '');
    const field = body.split(':');
    if (field.length < 9 || field[0]!.length !== 26) return null;
    const board: number[] = [];
    for (const letter of field[0]!) {
        const count = checkers(letter);
        if (count === null) return null;
        board.push(count);
    }
    const number = field.map(Number);
    const [, exponent, owner, turn, , scoreA, scoreB, flag, length] = number;
    if ([exponent, owner, turn, scoreA, scoreB, flag, length].some((n) => !Number.isInteger(n)))
        return null;
    const dice = /^[1-6][1-6]$/.test(field[4]!) ? [...field[4]!].map(Number) as Dice : null;
    const offered = /^[DBR]$/.test(field[4]!);
    const value = 2 ** exponent!;
    return {
        board,
        cube: value,
        owner: owner === 0 ? null : owner! > 0 ? 0 : 1,
        offered: offered ? value * 2 : null,
        turn: turn! < 0 ? 1 : 0,
        dice,
        score: [scoreA!, scoreB!],
        crawford: length! > 0 && flag === 1,
        jacoby: length === 0 && (flag! & 1) === 1,
        matchLength: length!,
    };
}

export function pipCount(board: number[], player: Side): number {
    let pips = 0;
    for (let point = 1; point <= 25; point++) {
        const count = board[boardIndex(player, point)]! * (player === 0 ? 1 : -1);
        if (count > 0) pips += count * point;
    }
    return pips;
}

export function onBoard(board: number[], player: Side): number {
    return board.reduce((sum, n) => sum + (player === 0 ? Math.max(n, 0) : Math.max(-n, 0)), 0);
}

/** An XGID as the board takes it; null where it cannot be shown. */
export function positionOfXgid(xgid: string, withDice = true): BoardPosition | null {
    const shown = readXgid(xgid);
    if (!shown) return null;
    const count = Math.max(15, onBoard(shown.board, 0), onBoard(shown.board, 1));
    return {
        board: shown.board,
        off: [count - onBoard(shown.board, 0), count - onBoard(shown.board, 1)],
        cube: shown.crawford || shown.matchLength === 1
            ? null : { value: shown.cube, owner: shown.owner, offered: shown.offered,
                       by: shown.offered ? (shown.turn === 0 ? 1 : 0) : null },
        dice: withDice ? shown.dice : null,
        turn: shown.turn,
    };
}
