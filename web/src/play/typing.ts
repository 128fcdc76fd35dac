// Runs a typed line: the command line drives the same actions as buttons and keys.

import type { AleaBoard } from '../board/board';
import { boardText } from '../board/names';
import { readPlay, readSegments } from '../board/typed';
import { typedCommand, type PlayCommand } from './commands';
import { statusSentence, who } from './words';
import type { GameState, Side } from '../types';

export interface TypingTargets {
    board: AleaBoard;
    side: Side;
    can(action: string): boolean;
    act(action: string, fields?: { [field: string]: unknown }): Promise<void>;
    /** take, drop and the like, past the tutor. */
    decide(action: string): Promise<void>;
    roll(): Promise<void>;
    double(): Promise<void>;
    resign(): Promise<void>;
    commit(): Promise<void>;
    hint(): Promise<void>;
    say(text: string): Promise<void>;
    last(): string;
    status(): string;
}

/** Runs a line; the answer is a sentence, or '' where what happens speaks for itself. */
export async function runTyped(line: string, state: GameState, to: TypingTargets):
    Promise<string> {
    const command = typedCommand(line);
    return command ? run(command, state, to) : '';
}

async function run(command: PlayCommand, state: GameState, to: TypingTargets): Promise<string> {
    const allowed = async (action: string, go: () => Promise<void>): Promise<string> => {
        if (!to.can(action)) return `Not now: ${statusSentence(state)}.`;
        await go();
        return '';
    };
    switch (command.kind) {
        case 'help': return command.text;
        case 'roll': return allowed('roll', () => to.roll());
        case 'double': return allowed('double', () => to.double());
        case 'resign':
            return allowed('resign', command.level
                ? () => to.act('resign', { level: command.level }) : () => to.resign());
        case 'action': return allowed(command.action, () => to.decide(command.action));
        case 'undo': to.board.undo(); return '';
        case 'redo': to.board.redo(); return '';
        case 'send': return to.board.commit() ? '' : 'The play is not complete.';
        case 'hint': await to.hint(); return '';
        case 'say': await to.say(command.text); return '';
        case 'last': return to.last();
        case 'status': return to.status();
        case 'board': {
            const shown = to.board.shown();
            return shown ? boardText(to.side, shown, [who(0, state), who(1, state)]).join('. ')
                         : '';
        }
        case 'play': return typedPlay(command.text, state, to);
        case 'made': return asMade(command.text, state, to);
    }
}

async function typedPlay(text: string, state: GameState, to: TypingTargets): Promise<string> {
    const draft = to.board.draft;
    if (!to.can('play') || !draft) return `Not now: ${statusSentence(state)}.`;
    const typed = readPlay(draft, text);
    if (!typed.ok) return typed.text;
    to.board.load(typed.moves);
    if (!typed.complete) return 'There is more to play with this roll.';
    await to.commit();
    return '';
}

/** A play as it was made at a real board, legal or not; only where the rules allow it. */
async function asMade(text: string, state: GameState, to: TypingTargets): Promise<string> {
    if (!to.can('play_as_made'))
        return state.opponent === 'machine' ? 'The computer accepts legal plays only.'
            : 'These rules accept legal plays only.';
    const segments = readSegments(text);
    if (typeof segments === 'string') return segments;
    await to.act('play_as_made', { moves: segments.map(({ from, to: end }) => [from, end]) });
    return '';
}
