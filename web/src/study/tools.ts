// Around a match: analysing it again, taking it away, passing it on, setting the limits.

import { h, replace } from '../dom';
import { isLocal } from '../local/line';
import { boardName, sharedAddress } from '../share/address';
import { startJob, followJob, type Running } from './jobs';
import { readLimits, type Limits } from './marks';
import { copyField, errorText, notice, ProgressLine } from './words';
import type { Match } from '../types';

const FORMATS: [string, string][] = [
    ['mat', 'Match text (.mat)'], ['sgf', 'SGF, with the analysis'], ['journal', 'alea journal, lossless'],
];
// Made by the analysis.
const REPORTS: [string, string][] = [['html', 'Report with diagrams (.html)']];
// Paper and PNG are drawn by cairo, which a page without a server has not.
const PAPER: [string, string][] = [['pdf', 'The errors to print (.pdf)'],
    ['quiz', 'The errors as a quiz, answers on the backs (.pdf)']];

export interface AnalysisTool {
    element: HTMLElement;
    start(): void;
    follow(job: string): void;
    leave(): void;
}

export function analysisTool(match: Match, onDone: () => void, onFailed: () => void): AnalysisTool {
    let running: Running<unknown> | null = null;
    const out = h('div');
    const level = h('select', { 'aria-label': 'Level of the analysis', 'data-testid': 'level' },
        h('option', { value: 'fast', selected: !match.analysed }, 'fast: 2 plies'),
        // A match analysed already can only be analysed more deeply.
        h('option', { value: 'standard', selected: match.analysed }, 'standard: 3 plies'),
        h('option', { value: 'deep' }, 'deep: close decisions rolled out (minutes)'),
        h('option', { value: 'rollout' }, 'rollout: long games (an hour and more)'));
    const run = (start: (show: (job: { status: string; done: number; of: number }) => void) =>
        Running<unknown>): void => {
        running?.leave();
        const progress = new ProgressLine('Analysis', () => running?.cancel());
        replace(out, progress.element);
        running = start((job) => progress.show(job.status, job.done, job.of));
        running.result.then((job) => {
            replace(out, job.status === 'cancelled'
                ? h('p', { class: 'hint', role: 'status' }, 'Cancelled.') : null);
            if (job.status === 'done') onDone();
            else onFailed();
        }).catch((error: unknown) => {
            replace(out, notice(errorText(error)));
            onFailed();
        });
    };
    const path = `/api/matches/${encodeURIComponent(match.id)}/analysis`;
    const start = (): void => run((show) => startJob(path, { level: level.value }, show));
    return {
        start,
        element: h('div', { class: 'stack' },
            h('div', { class: 'row' }, level, h('button', {
                type: 'button', class: 'button', 'data-testid': 'analyse',
                on: { click: start },
            }, match.analysed ? 'Analyse again' : 'Analyse')), out),
        follow: (job) => run((show) => followJob(job, show)),
        leave: () => running?.leave(),
    };
}

export function downloads(match: Match): HTMLElement {
    const base = `/api/matches/${encodeURIComponent(match.id)}/file?format=`;
    const formats = match.analysed ? [...FORMATS, ...REPORTS, ...isLocal ? [] : PAPER] : FORMATS;
    return h('ul', { class: 'plain-list' }, formats.map(([format, text]) => h('li', null,
        h('a', { class: 'alone', href: base + format, download: '' }, text))));
}

/** Links of the position on the board as a picture. */
export class Pictures {
    readonly element = h('p', { class: 'row' });
    hide(): void { replace(this.element); }
    show(id: string, moves: string): void {
        const query = `id=${encodeURIComponent(id)}` +
            (moves ? `&moves=${encodeURIComponent(moves)}` : '');
        replace(this.element,
            h('a', { class: 'button compact', href: `/api/diagram.svg?${query}`,
                     download: `alea-${id.replace(/[^A-Za-z0-9-]+/g, '_').slice(0, 60)}.svg` }, 'Board as SVG'),
            isLocal ? null : h('a', { class: 'button compact',
                href: `/api/diagram.png?${query}&width=1240&board=${boardName()}`,
                download: `alea-${id.replace(/[^A-Za-z0-9-]+/g, '_').slice(0, 60)}.png` }, 'as PNG'));
    }
}

/** The addresses of the match and of the turn shown. */
export class ShareLinks {
    readonly element = h('div', { class: 'stack' });
    show(match: string, turn: string, id: string): void {
        replace(this.element,
            copyField('Link to this turn', sharedAddress(turn)),
            copyField('Link to the match', sharedAddress(match)),
            copyField('As a quiz', sharedAddress(`${match}?quiz=1`)),
            copyField('XGID', id),
            h('a', { class: 'button compact', href: `${match}?quiz=1`,
                     'data-testid': 'match-quiz' }, 'Quiz me on the errors'));
    }
}

export function limitsForm(limits: Limits, onChange: (limits: Limits) => void): HTMLElement {
    const names = ['doubtful ?! from', 'error ? from', 'blunder ?? from'];
    const said = h('p', { class: 'hint', role: 'status' });
    const inputs = limits.map((limit, i) => h('input', { type: 'text', inputmode: 'decimal',
        id: `limit-${i}`, value: String(limit), size: 6, on: { change: () => take() } }));
    const take = (): void => {
        const read = readLimits(inputs.map((input) => input.value) as [string, string, string]);
        said.textContent = read ? '' : 'Three rising numbers are needed, such as .02, .04, .08.';
        if (read) onChange(read);
    };
    return h('div', { class: 'limits' },
        inputs.map((input, i) => h('div', { class: 'field-row' },
            h('label', { for: `limit-${i}` }, names[i]), input)), said);
}
