// The keys of the game page. The cube and resigning ask first, and Enter answers neither.

import type { Shortcut } from '../keys';

export interface KeyTargets {
    can(action: string): boolean;
    roll(): void;
    commit(): boolean;
    undo(): void;
    redo(): void;
    swap(): void;
    double(): void;
    resign(): void;
    hint(): void;
    nextGame(): void;
    replay(): void;
    toBoard(): void;
    toCommand(): void;
    toChat(): void;
    sayLast(): void;
    sayStatus(): void;
    flip(): void;
}

/** Keys that the board handles itself are listed for the help only. */
function told(shown: string, text: string): Shortcut {
    return { key: '\u0000', shown, text, run: () => false };
}

export function playKeys(to: KeyTargets): Shortcut[] {
    return [
        { key: 'r', text: 'roll', run: () => to.can('roll') ? to.roll() : false },
        { key: 'Enter', text: 'send the play, when it is complete', run: () => to.commit() },
        { key: 'c', text: 'send the play', run: () => to.commit() },
        { key: 'u', text: 'undo a move', run: () => to.undo() },
        { key: 'Backspace', text: 'undo a move', run: () => to.undo() },
        { key: 'y', text: 'redo', run: () => to.redo() },
        { key: 's', text: 'swap the dice', run: () => to.swap() },
        { key: 'd', text: 'double (asks first)', run: () => to.double() },
        { key: 'q', text: 'resign (asks first)', run: () => to.resign() },
        { key: 'h', text: 'hint', run: () => to.hint() },
        { key: 'n', text: 'next game', run: () => to.can('next_game') ? to.nextGame() : false },
        { key: 'p', text: 'show the last play again', run: () => to.replay() },
        { key: 'b', text: 'to the board', run: () => to.toBoard() },
        told('Arrows', 'move among the points'),
        told('Space', 'move or choose the checker there'),
        told('Shift Space', 'move it by the other die'),
        told('1 \u2026 6', 'move the checker there by that die'),
        { key: 't', text: 'type a play or a command', run: () => to.toCommand() },
        told('Escape', 'leave the text field'),
        { key: 'm', text: 'write a message', run: () => to.toChat() },
        { key: 'l', text: 'say the last play', run: () => to.sayLast() },
        { key: 'o', text: 'read out clocks, score and pips', run: () => to.sayStatus() },
        { key: 'f', text: 'turn the board round', run: () => to.flip() },
    ];
}
