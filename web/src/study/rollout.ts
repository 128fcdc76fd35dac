// A rollout of chosen plays, or of the cube: the intervals shrink while it runs.

import { h, replace, s } from '../dom';
import { runJob, type Running } from './jobs';
import { equityText } from './format';
import { errorText, notice, ProgressLine } from './words';
import type { RolloutCandidate, RolloutResult } from '../types';

export type Level = 'deep' | 'rollout';

const LEVELS: [Level, string][] =
    [['deep', 'short games'], ['rollout', 'long games (minutes)']];

/** Half the width of the 95 % interval. */
export function halfWidth(candidate: RolloutCandidate): number {
    return Math.abs(candidate.interval[1] - candidate.interval[0]) / 2;
}

/** The common scale of all intervals, with a margin. */
export function intervalScale(candidates: RolloutCandidate[]): [number, number] {
    const low = Math.min(...candidates.map((c) => c.equity - halfWidth(c)));
    const high = Math.max(...candidates.map((c) => c.equity + halfWidth(c)));
    const room = Math.max(0.01, (high - low) * 0.08);
    return [low - room, high + room];
}

export class RolloutPanel {
    readonly element = h('div', { class: 'rollout', hidden: true });
    readonly button: HTMLButtonElement;
    private readonly level = h('select', { 'aria-label': 'How thorough' },
        LEVELS.map(([value, text]) => h('option', { value }, text)));
    private readonly out = h('div', { class: 'rollout-out' });
    private readonly which = h('p', { class: 'hint' });
    private running: Running<RolloutResult> | null = null;
    private chosen: string[] | null;

    /** `plays`: the candidates rolled out unless others are ticked; null: the cube decision. */
    constructor(private readonly id: string, private readonly plays: string[] | null) {
        this.chosen = plays;
        this.level.value = 'deep';
        this.button = h('button', { type: 'button', class: 'button compact',
            'aria-expanded': 'false', 'data-testid': 'rollout',
            on: { click: () => this.toggle() } }, 'Roll out…');
        replace(this.element,
            h('div', { class: 'row' }, this.level,
              h('button', { type: 'button', class: 'button compact main',
                            'data-testid': 'rollout-start', on: { click: () => this.start() } },
                'Start'), this.which),
            this.out);
        this.tellWhich();
    }

    private toggle(): void {
        this.element.hidden = !this.element.hidden;
        this.button.setAttribute('aria-expanded', String(!this.element.hidden));
    }

    private tellWhich(): void {
        this.which.textContent = this.chosen === null ? 'The cube decision, or the position.'
            : `${this.chosen.join('; ')}.`;
    }

    /** The ticked plays; none: the first ones again. */
    choose(moves: string[]): void {
        this.chosen = moves.length > 0 ? moves : this.plays;
        this.tellWhich();
        if (moves.length > 0 && this.element.hidden) this.toggle();
    }

    leave(): void {
        this.running?.cancel();
        this.running?.leave();
        this.running = null;
    }

    private start(): void {
        this.leave();
        const progress = new ProgressLine('Rollout', () => this.running?.cancel());
        const table = h('div', { class: 'rollout-table' });
        replace(this.out, progress.element, table);
        const body = this.chosen === null
            ? { id: this.id, level: this.level.value }
            : { id: this.id, moves: this.chosen, level: this.level.value };
        const running = runJob<RolloutResult>('rollout', body, (job) => {
            progress.show(job.status, job.done, job.of);
            if (job.partial) replace(table, resultTable(job.partial));
        });
        this.running = running;
        running.result.then((job) => {
            progress.element.remove();
            const what = job.result ?? job.partial;
            replace(table, job.status === 'cancelled'
                ? h('p', { class: 'hint', role: 'status' }, 'Stopped; this is what there is.') : null,
                what ? resultTable(what) : null);
        }).catch((error: unknown) => {
            progress.element.remove();
            replace(table, notice(errorText(error)));
        });
    }
}

function resultTable(result: RolloutResult): HTMLElement {
    const list = [...result.candidates];
    if (list.length === 0) return h('p', { class: 'hint' }, 'No trial is finished yet.');
    const scale = intervalScale(list);
    const best = Math.max(...list.map((c) => c.equity));
    return h('table', { class: 'plays-table' },
        h('caption', { class: 'hidden-text' }, 'Rollout, with 95 % intervals'),
        h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'Choice'),
            h('th', { scope: 'col', class: 'num' }, 'Equity'),
            h('th', { scope: 'col', class: 'num' }, '\u00b1 95\u00a0%'),
            h('th', { scope: 'col', class: 'num' }, 'Trials'))),
        h('tbody', null, list.map((candidate) => h('tr', null,
            h('th', { scope: 'row' }, candidate.label || 'position',
              interval(candidate, scale, candidate.equity === best)),
            h('td', { class: 'num' }, equityText(candidate.equity)),
            h('td', { class: 'num' }, halfWidth(candidate).toFixed(3)),
            h('td', { class: 'num' }, result.trials)))));
}

function interval(candidate: RolloutCandidate, scale: [number, number], best: boolean):
    SVGSVGElement {
    const [low, high] = scale;
    const x = (equity: number): number => (200 * (equity - low)) / (high - low);
    const half = halfWidth(candidate);
    return s('svg', { class: `interval${best ? ' best' : ''}`, viewBox: '0 0 200 10',
                      preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        s('rect', { class: 'ground', x: 0, y: 4.5, width: 200, height: 1 }),
        s('rect', { class: 'span', x: x(candidate.equity - half).toFixed(2), y: 2,
                    width: Math.max(1, x(candidate.equity + half) -
                                       x(candidate.equity - half)).toFixed(2), height: 6 }),
        s('rect', { class: 'mean', x: (x(candidate.equity) - 0.75).toFixed(2), y: 0, width: 1.5,
                    height: 10 }));
}
