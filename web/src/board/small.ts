// A small board to look at, beside words that say the same: not for hands, nor read aloud.

import { settings } from '../settings';
import type { Side } from '../types';
import type { AleaBoard, BoardArrow, BoardPosition } from './board';
import { startBoard } from './frame';
import { readSegments } from './typed';

/** `kind` is a class of the style sheet, for its size. */
export function smallBoard(kind: string, position: BoardPosition | null, view: Side,
                           arrows: BoardArrow[] = []): AleaBoard {
    const board = document.createElement('alea-board');
    board.className = kind;
    board.setAttribute('aria-hidden', 'true');
    board.setAttribute('inert', '');
    board.numbering = null;
    board.colours = settings.swapColours;
    board.homeLeft = settings.homeLeft;
    board.view = view;
    board.position = position;
    board.arrows = arrows;
    return board;
}

/** The board of the opening, where a page has nothing to show yet. */
export function emptyBoard(): AleaBoard {
    return smallBoard('empty-board', { board: startBoard(), off: [0, 0], dice: null, turn: 0,
        cube: { value: 1, owner: null } }, 0);
}

/** The moves of a written play; none for any other text. */
export function movesOf(text: string): [number, number][] {
    const segments = readSegments(text);
    return typeof segments === 'string' ? [] : segments.map(({ from, to }) => [from, to]);
}

/** Arrows of a play as it is written. */
export function arrowsOfText(text: string, by: Side, kind: string): BoardArrow[] {
    return movesOf(text).map(([from, to]) => ({ from, to, by, kind }));
}
