// What I answer in advance, in a game over days while the other one is to act.

import { h } from '../dom';
import type { Ahead, GameState } from '../types';

type Row = [string, string][];

const DOUBLE: Row = [['', 'ask me'], ['take', 'I take'], ['drop', 'I drop']];
const RESIGN: Row = [['', 'ask me'], ['accept', 'I accept'], ['reject', 'I reject']];

export class AheadLine {
    private readonly double = this.choice(DOUBLE, 'ahead-double');
    private readonly resign = this.choice(RESIGN, 'ahead-resign');
    private readonly ifDouble = h('label', null, 'Double:', this.double);
    readonly element = h('div', { class: 'ahead', role: 'group', 'aria-label': 'My answers in advance', hidden: true,
        'data-testid': 'ahead', title: 'Only you see it; it holds until your next decision' },
        this.ifDouble, h('label', null, 'Resignation:', this.resign));

    constructor(private readonly say: (said: Ahead) => Promise<void>) {}

    private choice(row: Row, testid: string): HTMLSelectElement {
        return h('select', { 'data-testid': testid, on: { change: () => void this.say(this.said) } },
            row.map(([value, text]) => h('option', { value }, text)));
    }

    private get said(): Ahead {
        return { double: (this.double.value || null) as Ahead['double'],
            resign: (this.resign.value || null) as Ahead['resign'] };
    }

    /** `may`: I can say something in advance now. */
    show(state: GameState, may: boolean): void {
        this.element.hidden = !may;
        if (!may) return;
        const { cube } = state;
        this.ifDouble.hidden = !cube.in_play || cube.owner === state.you;
        this.double.value = state.ahead?.double ?? '';
        this.resign.value = state.ahead?.resign ?? '';
        this.resign.setAttribute('aria-label', `If ${state.players[state.you === 0 ? 1 : 0].name} offers to resign`);
    }
}
