// A table as the page knows it: whose view, the part of a turn made so far, the board after it.

import type { FamilyBoard, FamilySeat, FamilySide, FamilyState } from '../types';

/** What a step does to a man of the other side; a number of `steps`. */
const HIT = 1, PIN = 2, SWAP = 3;
const BAR = 25;

export interface Step { from: number; to: number; mark: number; next: number }

export const isLong = (board: FamilyBoard): boolean => board.path > BAR;

/** The seat that looks from below: one's own; at one screen the first. */
export function viewOf(state: FamilyState): FamilySeat {
    return !state.players[0].you && state.players[1].you ? 1 : 0;
}

/** A board with the steps of a throw: of a table, or of a lesson. */
type Turn = Pick<FamilyState, 'board' | 'steps' | 'to_act'>;

function stepsAt(turn: Turn, place: number): Step[] {
    const numbers = turn.steps?.[place] ?? [];
    const found: Step[] = [];
    for (let i = 1; i + 3 < numbers.length; i += 4)
        found.push({ from: numbers[i]!, to: numbers[i + 1]!, mark: numbers[i + 2]!, next: numbers[i + 3]! });
    return found;
}

function copyOf(side: FamilySide): FamilySide {
    return { ...side, points: [...side.points], pinned: [...side.pinned] };
}

function take(side: FamilySide, point: number, count: number, board: FamilyBoard): void {
    side.points[point] = (side.points[point] ?? 0) + count;
    if (point === BAR && !isLong(board)) side.waiting += count;
}

/** The board after a step of that seat. */
function after(board: FamilyBoard, seat: FamilySeat, step: Step): FamilyBoard {
    const sides: [FamilySide, FamilySide] = [copyOf(board.sides[0]), copyOf(board.sides[1])];
    const mine = sides[seat], theirs = sides[1 - seat]!;
    take(mine, step.from, -1, board);
    take(mine, step.to, 1, board);
    const left = board.mirror[step.from], there = board.mirror[step.to] ?? 0;
    if (!mine.points[step.from]) theirs.pinned = theirs.pinned.filter((point) => point !== left);
    if (step.mark === PIN) theirs.pinned.push(there);
    if (step.mark === HIT || step.mark === SWAP) take(theirs, there, -1, board);
    if (step.mark === HIT) take(theirs, BAR, 1, board);
    if (step.mark === SWAP && left) take(theirs, left, 1, board);
    return { ...board, sides };
}

/**
 * The men of a side that stand elsewhere than before, the nth from the top of where they are: points left and reached
 * in the order of its path.
 */
export function movedMen(before: FamilyBoard, now: FamilyBoard, seat: FamilySeat): { from: number; to: number; nth: number }[] {
    const left: number[] = [], reached: number[] = [];
    for (let point = Math.max(now.path, BAR); point >= 0; point--) {
        const more = (now.sides[seat].points[point] ?? 0) - (before.sides[seat].points[point] ?? 0);
        for (let i = 0; i < Math.abs(more); i++) (more > 0 ? reached : left).push(point);
    }
    return reached.length === left.length
        ? reached.map((to, i) => ({ from: left[i]!, to, nth: i - reached.indexOf(to) })) : [];
}

/** The turn that is being made. */
export class Draft {
    private readonly made: Step[] = [];

    constructor(private readonly turn: Turn) {}

    private get place(): number { return this.made[this.made.length - 1]?.next ?? 0; }
    get count(): number { return this.made.length; }
    /** What can be moved next. */
    get next(): Step[] { return stepsAt(this.turn, this.place); }
    /** May the turn end here? */
    get isWhole(): boolean { return this.turn.steps?.[this.place]?.[0] === 1; }

    get board(): FamilyBoard {
        const seat = this.turn.to_act ?? 0;
        return this.made.reduce((board, step) => after(board, seat, step), this.turn.board);
    }

    add(step: Step): void { this.made.push(step); }
    undo(): void { this.made.pop(); }

    /** As the server reads it. */
    get text(): string {
        const long = isLong(this.turn.board);
        return this.made.map(({ from, to }) =>
            `${from === BAR && !long ? 'bar' : from}/${to === 0 ? 'off' : to}`).join(' ');
    }
}

/** A point is pressed: a step is made, or a man chosen. Which one is chosen then. */
export function pressed(draft: Draft, selected: number | null, point: number): number | null {
    const next = draft.next, from = next.filter((one) => one.from === point);
    const step = next.find((one) => one.from === selected && one.to === point)
        ?? (selected === point ? [...from].sort((a, b) => a.to - b.to)[0] : undefined);
    if (step) draft.add(step);
    return step || from.length === 0 ? null : point;
}
