// Small pieces that every study page uses.

import { ApiError } from '../api';
import { h, s } from '../dom';
import { ask } from '../local/line';
import { lossText, percentText } from './format';
import { DEFAULT_LIMITS, MARK_NAME, MARK_SYMBOL, markOf } from './marks';
import type { Limits, Mark } from './marks';
import type { Probabilities } from '../types';

/** The error in a sentence, with its place if it has one. */
export function errorText(error: unknown): string {
    if (error instanceof ApiError) {
        const place: string[] = [];
        if (error.line !== undefined) place.push(`line ${error.line}`);
        if (error.column !== undefined) place.push(`column ${error.column}`);
        return place.length > 0 ? `${error.message} (${place.join(', ')})` : error.message;
    }
    return error instanceof Error ? error.message : 'Something went wrong.';
}

export function notice(text: string, kind: 'error' | 'info' = 'error'): HTMLElement {
    return h('p', { class: `study-notice ${kind}`, role: kind === 'error' ? 'alert' : 'status' },
             text);
}

/** A notice that something could not be loaded; `again` is called as soon as the server is back. */
export function failed(error: unknown, again: () => void): HTMLElement {
    const element = notice(errorText(error));
    if (!(error instanceof ApiError) || (error.code !== 'offline' && error.status < 502)) return element;
    const timer = window.setInterval(() => {
        if (!element.isConnected) {
            window.clearInterval(timer);
            return;
        }
        ask('/health', { cache: 'no-store' }).then((answer) => {
            if (!answer.ok || !element.isConnected) return;
            window.clearInterval(timer);
            again();
        }).catch(() => undefined);
    }, 3000);
    return element;
}

/** `??`, coloured, with its name for those who do not see it. */
export function markBadge(mark: Mark): HTMLElement | null {
    if (mark === 'none') return null;
    return h('span', { class: `error-mark mark-${mark}`, title: MARK_NAME[mark] },
             h('span', { 'aria-hidden': 'true' }, MARK_SYMBOL[mark]),
             h('span', { class: 'hidden-text' }, ` ${MARK_NAME[mark]}`));
}

/** Badge and number of a loss: class by colour, symbol and figure. */
export function lossBadge(loss: number, limits: Limits = DEFAULT_LIMITS): HTMLElement | null {
    const mark = markOf(loss, limits);
    const number = lossText(loss);
    if (mark === 'none' && number === '') return null;
    return h('span', { class: 'loss' }, markBadge(mark),
             h('span', { class: 'loss-number' }, number));
}

/** Wins and losses with their gammons as one bar: a picture of the figures beside it. */
export function chanceBar(p: Probabilities): SVGSVGElement {
    const bar = s('svg', { class: 'chance-bar', viewBox: '0 0 100 6', 'aria-hidden': 'true',
                           preserveAspectRatio: 'none' });
    const parts: [string, number][] = [
        ['win-bg', p.win_backgammon], ['win-g', p.win_gammon - p.win_backgammon],
        ['win', p.win - p.win_gammon],
        ['lose', 1 - p.win - p.lose_gammon], ['lose-g', p.lose_gammon - p.lose_backgammon],
        ['lose-bg', p.lose_backgammon],
    ];
    let x = 0;
    for (const [name, share] of parts) {
        const width = Math.max(0, 100 * share);
        bar.appendChild(s('rect', { class: name, x: x.toFixed(2), y: 0, height: 6,
                                    width: width.toFixed(2) }));
        x += width;
    }
    return bar;
}

/** `wins 52.1%, gammons 13.4, backgammons 0.5; loses 47.9%, ...`. */
export function chanceLine(p: Probabilities): HTMLElement {
    const one = (value: number): string => (100 * value).toFixed(1);
    const part = (letter: string, meaning: string, value: number): HTMLElement =>
        h('span', null, h('abbr', { title: meaning }, letter), ` ${one(value)}`);
    // Two halves: where there is no room beside each other they stand one under the other.
    return h('span', { class: 'chances' },
             h('span', null, part('W', 'wins', p.win), part('G', 'wins a gammon', p.win_gammon),
               part('B', 'wins a backgammon', p.win_backgammon)),
             h('span', null, part('L', 'loses', 1 - p.win),
               part('G', 'loses a gammon', p.lose_gammon),
               part('B', 'loses a backgammon', p.lose_backgammon)));
}

export function chanceSentence(p: Probabilities): string {
    return `Wins ${percentText(p.win)}, gammons ${percentText(p.win_gammon)}; ` +
        `loses ${percentText(1 - p.win)}, gammons ${percentText(p.lose_gammon)}.`;
}

/** Work under way: how far, and a way to end it. */
export class ProgressLine {
    readonly element: HTMLElement;
    private readonly bar = h('progress', { max: 1, 'aria-label': 'Progress' });
    private readonly text = h('span', { class: 'progress-text' });
    private last = -1;

    constructor(label: string, onCancel?: () => void) {
        this.bar.setAttribute('aria-label', label);
        this.text.textContent = `${label} ...`;
        this.element = h('div', { class: 'progress-line', role: 'group', 'aria-label': label },
            this.bar, this.text,
            onCancel ? h('button', { type: 'button', class: 'button compact', on: { click: onCancel } },
                         'Cancel') : null);
        this.label = label;
    }
    private readonly label: string;

    show(status: string, done: number, of: number): void {
        if (status === 'queued') {
            this.bar.removeAttribute('value');
            this.text.textContent = `${this.label}: waiting for a free engine ...`;
            return;
        }
        const share = of > 0 ? Math.min(1, done / of) : 0;
        if (of > 0) this.bar.value = share;
        const percent = Math.floor(100 * share);
        if (percent === this.last) return;
        this.last = percent;
        this.text.textContent = of > 0 ? `${this.label}: ${percent}%` : `${this.label} ...`;
    }
}

/** A text that can be copied with one press. */
export function copyField(label: string, text: string): HTMLElement {
    const said = h('span', { class: 'copied', role: 'status' });
    const input: HTMLInputElement = h('input', { type: 'text', readonly: true, value: text, class: 'mono',
                               'aria-label': label, spellcheck: 'false',
                               on: { focus: () => input.select() } });
    const copy = async (): Promise<void> => {
        try {
            await navigator.clipboard.writeText(input.value);
            said.textContent = 'copied';
        } catch {
            // No clipboard (plain HTTP on a network): select it for the reader's own copy.
            input.focus();
            input.select();
            said.textContent = 'press Ctrl+C';
        }
        window.setTimeout(() => { said.textContent = ''; }, 2500);
    };
    return h('div', { class: 'copy-field' },
             h('span', { class: 'copy-label' }, label), input,
             h('button', { type: 'button', class: 'button compact', 'aria-label': `Copy ${label}`,
                           on: { click: () => void copy() } }, 'Copy'), said);
}

/** A table of headings and rows; the first cell of a row is its heading. */
export function table(caption: string, heads: string[], rows: (string | number | Node | null)[][],
                      className = ''): HTMLTableElement {
    return h('table', { class: `figure-table ${className}` },
             h('caption', { class: 'hidden-text' }, caption),
             h('thead', null, h('tr', null,
                 heads.map((head) => h('th', { scope: 'col' }, head)))),
             h('tbody', null, rows.map((row) => h('tr', null, row.map((cell, i) =>
                 i === 0 ? h('th', { scope: 'row' }, cell) : h('td', { class: 'num' }, cell))))));
}
