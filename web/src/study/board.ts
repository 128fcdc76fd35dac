// The board of the study pages: <alea-board> with the reader's settings, read-only unless a page
// allows moves.

import type { AleaBoard, BoardArrow, BoardPosition } from '../board/board';
import { boardText } from '../board/names';
import { h, setText } from '../dom';
import { lessMotion, onSettings, settings } from '../settings';
import { positionOfXgid } from './xgid';
import type { Candidate, Decision, Move, Side } from '../types';

/** The players of a position that has no names, by the look of their checkers. */
export const COLOURS: [string, string] =
    settings.swapColours ? ['Dark', 'Light'] : ['Light', 'Dark'];

/** A small checker in a player's colour, beside the name. */
export function seat(player: Side): HTMLElement {
    const light = (player === 0) !== settings.swapColours;
    return h('span', { class: `seat seat-${light ? 'a' : 'b'}`, 'aria-hidden': 'true' });
}

export interface StudyBoard {
    readonly element: AleaBoard;
    /** The board and, if switched on, the board in words. */
    readonly holder: HTMLElement;
    /** Brings the board into sight where it is not. */
    reveal(): void;
    /** Ends listening. */
    destroy(): void;
}

const inWords = new WeakMap<AleaBoard, () => void>();

export function makeBoard(view: Side): StudyBoard {
    const element = document.createElement('alea-board') as AleaBoard;
    element.dataset['testid'] = 'board';
    element.interactive = 'none';
    element.view = view;
    const narrow = window.matchMedia(
        '(max-width: 640px) and (min-height: 836px) and (orientation: portrait)');
    const apply = (): void => {
        element.homeLeft = settings.homeLeft;
        element.colours = settings.swapColours;
        element.tall = narrow.matches;
    };
    const words = h('pre', { class: 'board-words', role: 'region', 'aria-label': 'Board as text',
                            tabindex: 0 });
    const holder = h('div', { class: 'board-holder' }, element, words);
    const tell = (): void => {
        words.hidden = !settings.textBoard;
        if (!settings.textBoard || !element.position) return;
        setText(words, boardText(element.view, element.position, element.names ?? COLOURS)
            .join('\n'));
    };
    inWords.set(element, tell);
    apply();
    tell();
    const off = onSettings(() => {
        apply();
        tell();
    });
    narrow.addEventListener('change', apply);
    return {
        element, holder,
        reveal: () => {
            const box = element.getBoundingClientRect();
            if (box.bottom < box.height / 2 || box.top > window.innerHeight - box.height / 2)
                element.scrollIntoView({ block: 'start',
                                         behavior: lessMotion() ? 'auto' : 'smooth' });
        },
        destroy: () => {
            off();
            narrow.removeEventListener('change', apply);
        },
    };
}

/** Shows a position with the point numbers of the player who decides, because plays are written in
 * them. */
export function showPosition(board: AleaBoard, position: BoardPosition, decider: Side): void {
    board.numbering = settings.numbering === 'none' ? null : decider;
    board.position = position;
    inWords.get(board)?.();
}

export { positionOfXgid };

export function arrowsOf(moves: Move[] | null | undefined, by: Side, kind: string):
    BoardArrow[] {
    return (moves ?? []).map(([from, to]) => ({ from, to, by, kind }));
}

/** Arrows of the play made and, where it is another one, of the best. */
export function decisionArrows(decision: Decision | null, made: Move[] | null, by: Side):
    BoardArrow[] {
    const best: Candidate | undefined = decision?.plays?.[0];
    const same = !best || decision!.loss === 0 || best.move === decision!.made;
    const arrows = same ? [] : arrowsOf(best.moves, by, 'best');
    return [...arrows, ...arrowsOf(decision?.moves_made ?? made, by, 'made')];
}
