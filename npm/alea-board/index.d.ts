// The types of alea-board. Player 0 is the first one of a position, 1 the other.

export type Side = 0 | 1;
/** [from, to] in the mover's numbering: 25 the bar, 0 off. */
export type Move = [number, number];

export interface BoardPosition {
    /** 26 numbers seen by player 0: [0] the bar of player 1, [25] of player 0; negative: checkers of player 1. */
    board: number[];
    off: [number, number];
    /** null: no cube is shown; so too where `in_play` is false. */
    cube: { value: number; owner: Side | null; offered?: number | null; in_play?: boolean } | null;
    dice: [number, number] | null;
    turn: Side | null;
}

/** The graph of legal plays of one roll; nodes[0] is the position itself. */
export interface Tree {
    /** `moves`: [from, to, die, hits, index of the node after it]; `done`: the play may end here. */
    nodes: { moves: [number, number, number, number | boolean, number][]; done: boolean }[];
}

export interface BoardArrow { from: number; to: number; by: Side; kind?: 'last' | 'best' | 'made' }

/** What `detail` of each event holds. */
export interface BoardEvents {
    draft: { moves: Move[]; complete: boolean };
    commit: { moves: Move[] };
    editpoint: { index: number | null; off: Side | null; height: number; button: number; shift: boolean };
    unreadable: { text: string };
    refused: { point: number | null };
    prompt: object;
    cube: object;
    editdice: object;
    swap: { active: number };
}

export class AleaBoardElement extends HTMLElement {
    /** null: an empty board. */
    position: BoardPosition | null;
    /** Whose side is below. */
    view: Side;
    /** Whose point numbers are shown; null: none; undefined: those of `view`. */
    numbering: Side | null | undefined;
    homeLeft: boolean;
    /** The players' colours exchanged. */
    colours: boolean;
    /** Higher points, for a narrow screen. */
    tall: boolean;
    arrows: BoardArrow[];
    /** For labels: "your", "opponent's" where it is null. */
    names: [string, string] | null;
    /** Whether checkers that can move and places they can go are marked. */
    marks: boolean;
    /** A tap moves at once with the left die; else a tap chooses, and a second one places. */
    oneTap: boolean;
    interactive: 'none' | 'play' | 'edit';
    tree: Tree | null;
    /** Text of a button in the middle. */
    prompt: string | null;
    /** A label makes the cube a button of that name. */
    cubeAction: string | null;
    undo(): void;
    redo(): void;
    reset(): void;
    swapDice(): void;
    /** Shows a play of the tree as the trial play; false where it is not in it. */
    load(moves: readonly Move[]): boolean;
    /** Sends the trial play; false where it is not complete. */
    commit(): boolean;
    /** Shows moves one after another, each for `ms`; set `position` afterwards. */
    playMoves(by: Side, moves: readonly Move[], ms: number): Promise<void>;
    /** Keyboard to the mover's point. */
    focusPoint(point: number): void;
}

/** The position of an XGID, or null for a text that is none. */
export function readPosition(xgid: string): BoardPosition | null;

declare global {
    interface HTMLElementTagNameMap { 'alea-board': AleaBoardElement }
}
