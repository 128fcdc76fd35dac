// The tutor's warning before a decision is sent, and hints. Correct or silent: below the
// threshold nothing is said.

import { h } from '../dom';
import { fold, type Question } from './question';
import { cubeAction, cubeActionText, percentText } from '../study/format';
import type { ToldPlay, Check, ToldCube, Hint, Move } from '../types';

export function signed(value: number, digits = 3): string {
    const text = Math.abs(value).toFixed(digits);
    return `${value < 0 ? '\u2212' : '+'}${text}`;
}

/** Numbers of a cube decision. */
export function cubeTable(cube: ToldCube): HTMLElement {
    const rows: [string, number][] = [['No double', cube.equity.no_double],
        ['Double, take', cube.equity.double_take], ['Double, drop', cube.equity.double_drop]];
    return h('div', { class: 'stack' },
        h('p', null, 'Best: ', h('b', null, cubeActionText(cubeAction(cube)))),
        h('table', { class: 'numbers-table' }, h('tbody', null, rows.map(([name, value]) =>
            h('tr', null, h('th', { scope: 'row' }, name),
                h('td', { class: 'number mono' }, signed(value)))))),
        h('p', { class: 'small quiet' }, `Wins ${percentText(cube.probabilities.win)}, gammons ` +
            `${percentText(cube.probabilities.win_gammon)}; loses gammons ` +
            `${percentText(cube.probabilities.lose_gammon)}.`));
}

/** A decision that the tutor looks at: "Doubling", "Double anyway". */
export interface Deed { what: string; anyway: string; title?: string }

/** Asks a person to confirm a decision that the tutor warns of. The reason is given only if it does
 * not reveal the better play, that is for the cube. */
export async function warn(check: Check, deed: Deed, question: Question):
    Promise<'anyway' | 'rethink' | 'show'> {
    const marks: { [mark: string]: string } = { '?!': 'doubtful', '?': 'an error',
        '??': 'a blunder' };
    const word = marks[check.mark] ?? check.mark;
    const reason = check.cube && check.explanation ? h('p', { class: 'question-why' }, check.explanation)
        : null;
    // It stands below the answers, which stay in view; on a phone it would push the board away.
    const small = window.matchMedia('(max-width: 720px), (max-height: 560px)').matches;
    const answer = await question.ask({
        title: deed.title ?? 'Are you sure?',
        testid: 'tutor-dialog',
        content: [h('p', null, `${deed.what} gives away ${check.loss.toFixed(3)}` +
            `${word ? ` (${word})` : ''}.`)],
        fold: reason ? fold('Why?', reason, !small, 'tutor-why') : undefined,
        buttons: [{ text: deed.anyway, value: 'anyway', testid: 'tutor-anyway' },
                  { text: 'Show me', value: 'show', testid: 'tutor-show' },
                  { text: 'Rethink', value: '', kind: 'main', testid: 'tutor-rethink' }],
    });
    return answer === 'anyway' || answer === 'show' ? answer : 'rethink';
}

export interface CandidateHandlers {
    /** Pointed at or focused; null: no longer. */
    preview(moves: Move[] | null): void;
    choose(moves: Move[]): void;
}

/** A list of candidate plays. */
export function candidateList(candidates: ToldPlay[], handlers: CandidateHandlers): HTMLElement {
    return h('ol', { class: 'candidates', 'data-testid': 'candidates' },
        candidates.map((candidate, i) => h('li', null, h('button', {
            class: 'candidate', type: 'button', on: {
                mouseenter: () => handlers.preview(candidate.moves),
                mouseleave: () => handlers.preview(null),
                focus: () => handlers.preview(candidate.moves),
                blur: () => handlers.preview(null),
                click: () => handlers.choose(candidate.moves),
            } },
            h('span', { class: 'candidate-rank' }, i + 1),
            h('span', { class: 'candidate-move' }, h('span', { class: 'mono' },
                candidate.move || 'no move'), h('span', { class: 'small quiet' },
                `wins ${percentText(candidate.probabilities.win)}, gammons ` +
                `${percentText(candidate.probabilities.win_gammon)}`)),
            h('span', { class: 'number mono' }, signed(candidate.equity)),
            h('span', { class: 'candidate-loss mono quiet' },
                i === 0 ? '' : `\u2212${candidate.loss.toFixed(3)}`)))));
}

export function hintView(hint: Hint, handlers: CandidateHandlers): HTMLElement {
    if (hint.kind === 'cube' && hint.cube) return cubeTable(hint.cube);
    return candidateList(hint.candidates ?? [], handlers);
}

export function checkView(check: Check, handlers: CandidateHandlers): HTMLElement {
    return h('div', { class: 'stack' },
        check.explanation ? h('p', null, check.explanation) : null,
        check.cube ? cubeTable(check.cube) : null,
        check.best ? candidateList(check.made && check.made.move !== check.best.move
            ? [check.best, check.made] : [check.best], handlers) : null);
}
