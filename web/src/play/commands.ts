// The command line under the moves: the same words as in the terminal.

export type PlayCommand =
    | { kind: 'help'; text: string }
    | { kind: 'roll' } | { kind: 'double' } | { kind: 'undo' } | { kind: 'redo' }
    | { kind: 'send' } | { kind: 'hint' } | { kind: 'last' } | { kind: 'status' }
    | { kind: 'board' }
    | { kind: 'resign'; level: number }
    | { kind: 'action'; action: string }
    | { kind: 'say'; text: string }
    | { kind: 'made'; text: string }
    | { kind: 'play'; text: string };

const helpText = 'A play such as 8/5 6/5, bar/22*, 6/off, 24/18(2); or roll, send, undo, redo, ' +
    'double, take, drop, beaver, resign 1, accept, reject, next, hint, last, status, board, ' +
    'say words.';

const simple: { [word: string]: PlayCommand } = {
    roll: { kind: 'roll' }, r: { kind: 'roll' },
    double: { kind: 'double' }, d: { kind: 'double' }, redouble: { kind: 'double' },
    undo: { kind: 'undo' }, u: { kind: 'undo' },
    redo: { kind: 'redo' }, y: { kind: 'redo' },
    send: { kind: 'send' }, c: { kind: 'send' }, ok: { kind: 'send' }, done: { kind: 'send' },
    hint: { kind: 'hint' }, h: { kind: 'hint' },
    last: { kind: 'last' }, l: { kind: 'last' },
    status: { kind: 'status' }, clocks: { kind: 'status' }, score: { kind: 'status' },
    pips: { kind: 'status' },
    board: { kind: 'board' }, show: { kind: 'board' }, b: { kind: 'board' },
    take: { kind: 'action', action: 'take' }, drop: { kind: 'action', action: 'drop' },
    beaver: { kind: 'action', action: 'beaver' }, raccoon: { kind: 'action', action: 'raccoon' },
    accept: { kind: 'action', action: 'accept_resign' },
    reject: { kind: 'action', action: 'reject_resign' },
    contest: { kind: 'action', action: 'require_legal' },
    next: { kind: 'action', action: 'next_game' }, n: { kind: 'action', action: 'next_game' },
    help: { kind: 'help', text: helpText }, '?': { kind: 'help', text: helpText },
    resign: { kind: 'resign', level: 0 },
};

const levels: { [word: string]: number } = { '1': 1, '2': 2, '3': 3, single: 1, gammon: 2,
    backgammon: 3 };

/** Reads a line; null if it is empty. */
export function typedCommand(line: string): PlayCommand | null {
    const text = line.trim().replace(/^\/(?=[a-z])/i, '');
    if (!text) return null;
    const [first = '', ...rest] = text.split(/\s+/);
    const word = first.toLowerCase();
    if (word === 'say' && rest.length > 0)
        return { kind: 'say', text: text.slice(first.length).trim() };
    if (word === 'made' && rest.length > 0) return { kind: 'made', text: rest.join(' ') };
    if (word === 'resign' && rest.length === 1) {
        const level = levels[rest[0]!.toLowerCase()];
        return level ? { kind: 'resign', level } : { kind: 'help', text: 'resign 1, 2 or 3: ' +
            'single game, gammon, backgammon.' };
    }
    if (rest.length === 0 && Object.prototype.hasOwnProperty.call(simple, word))
        return simple[word]!;
    if (/^[\dbo]/i.test(text)) return { kind: 'play', text };
    return { kind: 'help', text: `"${first}" is not a command. ${helpText}` };
}
