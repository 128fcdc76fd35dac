// A match shown turn after turn, at one of three speeds.

import { h, replace } from '../dom';
import { icon } from '../icons';

const SPEEDS: [string, number][] = [['Slow', 4000], ['Normal', 2000], ['Fast', 800]];

export class Replay {
    private speed = 1;
    private timer = 0;
    private readonly button = h('button', { type: 'button', class: 'icon-button',
        'data-testid': 'replay', on: { click: () => this.toggle() } });
    private readonly speeds = h('div', { class: 'segmented replay-speeds', role: 'group',
        'aria-label': 'Speed' }, SPEEDS.map(([text], n) => h('button', { type: 'button',
        'aria-pressed': String(n === this.speed), 'data-testid': `speed-${text.toLowerCase()}`,
        on: { click: () => this.choose(n) } }, text)));
    readonly elements = [this.button, this.speeds];

    /** `step` shows the next turn and returns whether another follows; `changed` is called at the
     * beginning and the end. */
    constructor(private readonly step: () => boolean,
                private readonly changed: (running: boolean) => void) {
        this.show();
    }

    get running(): boolean { return this.timer !== 0; }

    toggle(): void {
        if (this.running) this.stop();
        else this.next();
        this.show();
    }

    stop(): void {
        if (!this.running) return;
        window.clearTimeout(this.timer);
        this.timer = 0;
        this.show();
    }

    private choose(n: number): void {
        this.speed = n;
        [...this.speeds.children].forEach((one, i) =>
            one.setAttribute('aria-pressed', String(i === n)));
        if (this.running) this.next();
    }

    private next(): void {
        window.clearTimeout(this.timer);
        this.timer = window.setTimeout(() => {
            if (this.step()) this.next();
            else this.stop();
        }, SPEEDS[this.speed]![1]);
    }

    private show(): void {
        const label = this.running ? 'Pause' : 'Replay the match';
        this.button.setAttribute('aria-label', label);
        this.button.title = label;
        replace(this.button, icon(this.running ? 'pause' : 'play'));
        this.changed(this.running);
    }
}
