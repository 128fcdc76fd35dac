// A small board to look at, beside words that say the same: not for hands, nor read aloud.

import { settings } from '../settings';
import type { Side } from '../types';
import type { AleaBoard, BoardArrow, BoardPosition } from './board';
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

/** The moves of a written play; none for any other text. */
export function movesOf(text: string): [number, number][] {
    const segments = readSegments(text);
    return typeof segments === 'string' ? [] : segments.map(({ from, to }) => [from, to]);
}

/** Arrows of a play as it is written. */
export function arrowsOfText(text: string, by: Side, kind: string): BoardArrow[] {
    return movesOf(text).map(([from, to]) => ({ from, to, by, kind }));
}
