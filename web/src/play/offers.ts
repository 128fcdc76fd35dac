// The cube and resignations: far from roll and send, with no answer on Enter, and with what is
// at stake written out. The cube is asked and answered beside the board, which stays in full view;
// a resignation is asked in a dialog.

import { h } from '../dom';
import { openDialog } from '../dialog';
import { LEVELS, scoreText } from '../score';
import { fold, type Question } from './question';
import { other, points, scoreAfter, who } from './words';
import type { GameState, Side } from '../types';

type Line = [string, string];

function stakes(lines: Line[]): HTMLElement {
    return h('dl', { class: 'stakes' }, lines.map(([name, text]) =>
        [h('dt', null, name), h('dd', null, text)]));
}

function after(state: GameState, winner: Side, count: number): string {
    const score = scoreAfter(state, winner, count);
    const text = `score becomes ${scoreText(score, state.you)}`;
    const length = state.match_length;
    if (length && score[winner] >= length) return `${text}, and the match`;
    return text;
}

/** The stakes: unfolded if there is space. */
function folded(lines: Line[]): [HTMLElement, HTMLElement] {
    return fold('Stakes', stakes(lines),
        window.matchMedia('(min-width: 861px) and (min-height: 821px)').matches, 'stakes');
}

/** The title of the question whether to double. */
export function doubleTitle(state: GameState): string {
    const value = state.cube.value;
    return `${value > 1 ? 'Redouble' : 'Double'} to ${value * 2}?`;
}

/** Asks before the cube is offered. */
export async function confirmDouble(state: GameState, question: Question): Promise<boolean> {
    const you = state.you;
    if (you === null) return false;
    const value = state.cube.value;
    return await question.ask({
        title: doubleTitle(state),
        testid: 'double-dialog',
        content: [],
        fold: folded([
            ['Now', `the game is worth ${points(value)}`],
            ['Dropped', `you win ${points(value)}: ${after(state, you, value)}`],
            ['Taken', `the game is worth ${points(value * 2)}, and ` +
                `${state.players[other(you)].name} owns the cube`],
            ['If taken and you lose', after(state, other(you), value * 2)],
            ['If taken and you win', after(state, you, value * 2)],
        ]),
        buttons: [{ text: 'Back', value: '' },
                  { text: `Offer the cube at ${value * 2}`, value: 'yes', kind: 'main',
                    testid: 'double-confirm' }],
    }) === 'yes';
}

/** Asks at which level to resign; 0 for not at all. */
export async function askResign(state: GameState): Promise<number> {
    const you = state.you;
    if (you === null) return 0;
    const value = state.cube.value;
    const rows = [1, 2, 3].map((level) => h('label', { class: 'choice' },
        h('input', { type: 'radio', name: 'resign-level', value: level, checked: level === 1 }),
        h('span', null, `${LEVELS[level]}: you lose ` +
            `${points(level * value)}`)));
    const group = h('fieldset', { class: 'choices column' },
        h('legend', { class: 'hidden-text' }, 'Resign how much'), rows);
    const note = state.rules?.['jacoby'] === true && value === 1
        ? h('p', { class: 'hint' }, 'By the Jacoby rule gammons do not count before the ' +
            'cube is turned: a gammon then costs no more than a single game.') : null;
    const dialog = openDialog({
        title: 'Resign this game?',
        noDefault: true,
        testid: 'resign-dialog',
        content: [h('p', null, `${state.players[other(you)].name} may reject it; then the game ` +
            'goes on.'), group, ...(note ? [note] : [])],
        buttons: [{ text: 'Play on', value: '' },
                  { text: 'Offer to resign', value: 'yes', kind: 'danger',
                    testid: 'resign-confirm' }],
    });
    let level = 1;
    group.addEventListener('change', (event) => {
        level = Number((event.target as HTMLInputElement).value);
    });
    return await dialog.answer === 'yes' ? level : 0;
}

/** The words of an offer made to me, and its answers, for the bar beside the board. */
function offerAnswer(state: GameState, can: (action: string) => boolean,
                     run: (action: string) => void): HTMLElement[] {
    const you = state.you!;
    const them = other(you);
    const offer = state.offer;
    let title: string;
    let lines: Line[];
    let answers: [string, string, string, string][];
    if (state.phase === 'resign_offered') {
        const count = offer?.points ?? (offer?.level ?? 1) * state.cube.value;
        title = `${who(them, state)} offers to resign a ${LEVELS[offer?.level ?? 1]}, ` +
            points(count);
        lines = [['If you accept', after(state, you, count)],
                 ['If you reject', 'the game goes on']];
        answers = [['Reject', 'reject_resign', '', 'reject-resign'],
                   [`Accept ${points(count)}`, 'accept_resign', 'main', 'accept-resign']];
    } else {
        const take = offer?.take_stake ?? state.cube.value * 2;
        const drop = offer?.drop_stake ?? state.cube.value;
        const word = offer?.kind === 'beaver' ? 'beavers' : offer?.kind === 'raccoon'
            ? 'raccoons' : state.cube.value > 1 ? 'redoubles' : 'doubles';
        title = `${who(them, state)} ${word} to ${take}`;
        lines = [['Drop', `you lose ${points(drop)}: ${after(state, them, drop)}`],
                 ['Take', `the game is worth ${points(take)}` +
                     (offer?.kind === 'double' || !offer ? ', and the cube is yours' : '')],
                 ['If you take and lose', after(state, them, take)],
                 ['If you take and win', after(state, you, take)]];
        answers = [['Drop', 'drop', 'danger', 'drop'], ['Beaver', 'beaver', '', 'beaver'],
                   ['Raccoon', 'raccoon', '', 'raccoon'], ['Take', 'take', 'main', 'take']];
    }
    const [open, list] = folded(lines);
    return [h('div', { class: 'offer', 'data-testid': 'offer', role: 'group', tabindex: -1,
        'aria-label': title },
        h('div', { class: 'offer-head' }, h('p', { class: 'offer-title' }, title), open),
        // While something is on its way they cannot be pressed, and stay where they are.
        h('div', { class: 'row' }, answers.filter(([, action]) => state.actions.includes(action))
            .map(([text, action, kind, testid]) => h('button', { class: `button ${kind}`,
                type: 'button', disabled: !can(action), 'data-testid': testid,
                on: { click: () => run(action) } }, text))), list)];
}

/** The bar beside the board while an offer is open; empty without one. `clause`: the booklet's
 * sentence on illegal plays, if it has one. */
export function offerBar(state: GameState, decide: boolean, can: (action: string) => boolean,
                         run: (action: string) => void, clause: string): HTMLElement[] {
    const you = state.you;
    const button = (text: string, action: string, kind = ''): HTMLElement =>
        h('button', { class: `button ${kind}`, type: 'button', 'data-testid': `bar-${action}`,
            on: { click: () => run(action) } }, text);
    const line = (text: string): HTMLElement => h('span', null, text);
    const offer = state.offer;
    if (decide) return offerAnswer(state, can, run);
    if (you === null) return [];
    if (offer?.kind === 'takeback')
        return offer.by === you ? [line('You asked to take your last turn back.')]
            : [line(`${who(offer.by, state)} would take the last turn back.`),
               button('Refuse', 'refuse_takeback'), button('Allow', 'accept_takeback', 'main')];
    if (can('require_legal'))
        return [line('That play was not legal. It stands unless you object.'),
                ...(clause ? [h('span', { class: 'clause' }, clause)] : []),
                button('Require a legal play', 'require_legal', 'main')];
    const them = state.players[other(you)];
    if (can('abort') && !state.result && them.kind === 'person' && !them.online &&
        state.away_budget_ms[other(you)] <= 0)
        return [line(`${them.name} has been away for too long.`),
                button('Claim the win', 'abort', 'main')];
    return [];
}
