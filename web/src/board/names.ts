// The board in words: names of places for a screen reader, and the text-only board.

import { countIn, MY_BAR, MY_OFF, pointOf, THEIR_BAR, THEIR_OFF } from './geometry';
import type { Side } from '../types';
import { turned } from './frame';

export interface Named {
    board: number[];
    off: [number, number];
}

function checkers(count: number): string {
    return count === 1 ? '1 checker' : `${count} checkers`;
}

/**
 * "your 8 point, 3 checkers". `who` is whose words they are: the viewer's own ("your") where
 * `names` is absent, else the two players' names.
 */
export function slotName(slot: number, view: Side, numbering: Side, position: Named,
                         names: [string, string] | null): string {
    const other: Side = view === 0 ? 1 : 0;
    const whose = (side: Side): string =>
        names ? `${names[side]}'s` : side === view ? 'your' : "opponent's";
    const holder = (side: Side): string =>
        names ? names[side] : side === view ? 'you' : 'opponent';
    const mine = countIn(slot, view, view, position.board, position.off);
    const theirs = countIn(slot, other, view, position.board, position.off);
    if (slot === MY_BAR) return `${whose(view)} bar, ${mine ? checkers(mine) : 'empty'}`;
    if (slot === THEIR_BAR) return `${whose(other)} bar, ${theirs ? checkers(theirs) : 'empty'}`;
    if (slot === MY_OFF) return `${whose(view)} tray, ${checkers(mine)} off`;
    if (slot === THEIR_OFF) return `${whose(other)} tray, ${checkers(theirs)} off`;
    const point = pointOf(slot, numbering, view);
    const name = `${whose(numbering)} ${point} point`;
    if (mine === 0 && theirs === 0) return `${name}, empty`;
    const count = mine || theirs;
    const side = mine ? view : other;
    if (side === numbering && !names) return `${name}, ${checkers(count)}`;
    return `${name}, ${holder(side)}: ${checkers(count)}`;
}

/** The whole board as lines of text, seen by `view`. */
export function boardText(view: Side, position: Named, names: [string, string]): string[] {
    const other: Side = view === 0 ? 1 : 0;
    const lines: string[] = [];
    for (const side of [view, other]) {
        const parts: string[] = [];
        const bar = countIn(side === view ? MY_BAR : THEIR_BAR, side, view, position.board,
                            position.off);
        if (bar) parts.push(`bar ${bar}`);
        for (let point = 24; point >= 1; point--) {
            const slot = side === view ? point : turned(point);
            const count = countIn(slot, side, view, position.board, position.off);
            if (count) parts.push(`${point} point ${count}`);
        }
        parts.push(`off ${position.off[side]}`);
        lines.push(`${names[side]}: ${parts.join(', ')}`);
    }
    return lines;
}

/** A play as it is spoken: "8 to 5, 6 to 5 hitting". */
export function spokenPlay(moves: readonly (readonly [number, number, (number | boolean)?])[]):
    string {
    if (moves.length === 0) return 'no move';
    const place = (point: number): string =>
        point === 25 ? 'bar' : point === 0 ? 'off' : String(point);
    return moves.map(([from, to, hit]) => `${place(from)} to ${place(to)}${hit ? ' hitting' : ''}`)
        .join(', ');
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];
/** The higher die first, as a roll is said. */
export function spokenRoll(dice: readonly [number, number]): string {
    const word = (die: number): string => numbers[die] ?? String(die);
    return dice[0] === dice[1] ? `double ${word(dice[0])}`
        : `${word(Math.max(...dice))} ${word(Math.min(...dice))}`;
}
