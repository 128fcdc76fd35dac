// The npm package alea-board (npm/alea-board): the page's own board, with attributes and a style sheet that it brings
// itself. tools/make_npm bundles it.

import { AleaBoard, type BoardPosition } from '../board/board';
import { positionOfXgid } from './xgid';

/** Of css/board.css, put there by tools/make_npm. */
declare const ALEA_BOARD_STYLE: string;

/** A position as `position` of alea-backgammon answers it says in its cube whether that is in play. */
type Given = BoardPosition & { cube: { in_play?: boolean } | null };

function numbered(value: string | null): 0 | 1 | null | undefined {
    return value === 'none' ? null : value === '0' ? 0 : value === '1' ? 1 : undefined;
}

export class AleaBoardElement extends AleaBoard {
    static readonly observedAttributes = ['position', 'perspective', 'numbers', 'interactive', 'home-left', 'swap',
        'tall'];

    override get position(): BoardPosition | null { return super.position; }
    override set position(value: BoardPosition | null) {
        const cube = (value as Given | null)?.cube;
        super.position = value && cube?.in_play === false ? { ...value, cube: null } : value;
    }

    /** An attribute that means nothing here is as if it were absent; an XGID that cannot be read shows an empty board
     *  and is said by the event `unreadable`. */
    attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
        if (name === 'position') {
            const shown = value === null ? null : positionOfXgid(value);
            this.position = shown;
            if (value !== null && !shown) this.emit('unreadable', { text: value });
        } else if (name === 'perspective') {
            this.view = value === '1' ? 1 : 0;
        } else if (name === 'numbers') {
            this.numbering = numbered(value);
        } else if (name === 'interactive') {
            this.interactive = value === 'play' || value === 'edit' ? value : 'none';
        } else if (name === 'home-left') {
            this.homeLeft = value !== null;
        } else if (name === 'swap') {
            this.colours = value !== null;
        } else if (name === 'tall') {
            this.tall = value !== null;
        }
    }
}

/** The position of an XGID, or null for a text that is none. */
export const readPosition = (xgid: string): BoardPosition | null => positionOfXgid(xgid);

if (!customElements.get('alea-board')) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(ALEA_BOARD_STYLE);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    customElements.define('alea-board', AleaBoardElement);
}
