// Playing on from a position: plays tried on the board, any roll, back and along another branch,
// alone or against the machine. The server makes every play; here is only where one has been.

import { get } from '../../api';
import { h, replace } from '../../dom';
import { COLOURS } from '../board';
import { rollText } from '../format';
import { runJob } from '../jobs';
import { errorText, notice } from '../words';
import type { Move, PlaysResult, PositionAnswer, Side } from '../../types';

interface Place {
    position: PositionAnswer;
    /** How it was reached: a play or a roll; '' at the start. */
    label: string;
    parent: Place | null;
    children: Place[];
}

/** Two fair dice. */
export function randomRoll(): string {
    const byte = new Uint8Array(1);
    const die = (): number => {
        // 252 is a multiple of 6: the four values above would favour some faces.
        do crypto.getRandomValues(byte); while (byte[0]! >= 252);
        return byte[0]! % 6 + 1;
    };
    return `${die()}${die()}`;
}

/** A play as the server reads it; '' where nothing moves. */
export function playWords(moves: Move[]): string {
    return moves.map(([from, to]) => `${from}/${to}`).join(' ');
}

const ROLLS = [1, 2, 3, 4, 5, 6].flatMap((a) =>
    [1, 2, 3, 4, 5, 6].filter((b) => b <= a).map((b): [number, number] => [a, b]));

export class Live {
    readonly element = h('section', { class: 'card stack live', 'aria-label': 'Play on',
                                      'data-testid': 'live' });
    private readonly said = h('div', { role: 'status' });
    private now: Place;
    private readonly mine: Side;
    private machine = false;
    private busy = false;

    /** `open` shows the position of a place. */
    constructor(start: PositionAnswer, private readonly open: (position: PositionAnswer) => void) {
        this.mine = start.turn;
        this.now = { position: start, label: '', parent: null, children: [] };
        this.draw();
    }

    /** A play was made on the board. */
    async play(moves: Move[], label: string): Promise<void> {
        await this.step({ play: playWords(moves), ...(this.machine ? { roll: randomRoll() } : {}) },
                        label || playWords(moves) || 'no move');
        await this.answer();
    }

    /** The result of a play tried on the board: shown beside the buttons. */
    offer(moves: Move[] | null, label: string, undo: () => void): void {
        if (!moves) return this.draw();
        this.draw(h('div', { class: 'row' },
            h('button', { type: 'button', class: 'button main', 'data-testid': 'live-play',
                on: { click: () => void this.play(moves, label) } }, 'Play it'),
            h('button', { type: 'button', class: 'button', on: { click: undo } }, 'Undo')));
    }

    private async step(change: { play?: string; roll?: string }, label: string): Promise<boolean> {
        if (this.busy) return false;
        const known = this.now.children.find((child) => child.label === label);
        if (known) {
            this.go(known);
            return true;
        }
        this.busy = true;
        try {
            const query = new URLSearchParams({ id: this.now.position.xgid, ...change });
            const position = await get<PositionAnswer>(`/api/position?${query}`);
            const rolled = change.play !== undefined && position.dice
                ? `${label}, then ${rollText(position.dice)}` : label;
            const place: Place = { position, label: rolled, parent: this.now, children: [] };
            this.now.children.push(place);
            this.busy = false;
            this.go(place);
            return true;
        } catch (error) {
            this.busy = false;
            replace(this.said, notice(errorText(error), 'info'));
            return false;
        }
    }

    private async rollDice(dice: string): Promise<void> {
        if (await this.step({ roll: dice }, `roll ${dice[0]}-${dice[1]}`)) await this.answer();
    }

    /** The machine plays its roll, and the next one is thrown. */
    private async answer(): Promise<void> {
        const place = this.now;
        if (!this.machine || !place.position.dice || place.position.turn === this.mine) return;
        replace(this.said, h('p', null, 'The machine is thinking ...'));
        try {
            const job = await runJob<PlaysResult>('plays', { id: place.position.xgid, ply: 2 }).result;
            if (this.now !== place) return;
            const best = job.result?.candidates[0];
            await this.step({ play: playWords(best?.moves ?? []), roll: randomRoll() },
                            `machine ${best?.move || 'no move'}`);
        } catch (error) {
            replace(this.said, notice(errorText(error)));
        }
    }

    private go(place: Place): void {
        this.now = place;
        replace(this.said);
        this.draw();
        this.open(place.position);
    }

    private draw(tried: HTMLElement | null = null): void {
        const position = this.now.position;
        const who = COLOURS[position.turn];
        replace(this.element, h('h2', null, 'Play on'), this.trail(), tried,
            position.cube.offered ? null
                : position.dice ? tried ? null : h('p', { class: 'quiet' },
                    `Move ${who}\u2019s checkers on the board: the play appears in the list at once.`)
                : h('p', { class: 'quiet' }, `${who} rolls:`),
            position.cube.offered ? null : this.rolls(position),
            this.opponent(), this.said);
    }

    private rolls(position: PositionAnswer): HTMLElement {
        const roll = (dice: string): void => void this.rollDice(dice);
        const list = h('div', { class: 'live-rolls' },
            h('button', { type: 'button', class: 'button compact', 'data-testid': 'live-random',
                on: { click: () => roll(randomRoll()) } }, 'Random'),
            ROLLS.map(([a, b]) => h('button', { type: 'button', class: 'button compact',
                'aria-label': `Roll ${a}-${b}`, 'data-testid': `live-roll-${a}${b}`,
                on: { click: () => roll(`${a}${b}`) } }, `${a}-${b}`)));
        return position.dice ? h('details', null, h('summary', null, 'Another roll'), list) : list;
    }

    private opponent(): HTMLElement {
        const box = h('input', { type: 'checkbox', checked: this.machine, 'data-testid': 'live-machine',
            on: { change: () => {
                this.machine = box.checked;
                if (this.machine && !this.now.position.dice && !this.now.position.cube.offered)
                    void this.rollDice(randomRoll());
                else void this.answer();
            } } });
        return h('label', { class: 'check' }, box,
                 ' Play on against alea: random dice, no cube');
    }

    /** The way here; earlier places to go back to, and branches that leave from here. */
    private trail(): HTMLElement | null {
        const way: Place[] = [];
        for (let place: Place | null = this.now; place; place = place.parent) way.unshift(place);
        if (way.length === 1 && this.now.children.length === 0) return null;
        const button = (place: Place, text: string): HTMLElement => h('button', { type: 'button',
            class: 'button quiet compact', 'aria-current': place === this.now ? 'step' : undefined,
            on: { click: () => this.go(place) } }, text);
        return h('div', { class: 'stack' },
            h('div', { class: 'row live-trail', role: 'group', 'aria-label': 'The line so far' },
              way.map((place) => button(place, place.label || 'Start'))),
            this.now.parent ? h('div', { class: 'row' }, h('button', { type: 'button',
                class: 'button compact', 'data-testid': 'live-back',
                on: { click: () => this.go(this.now.parent!) } }, 'Take back')) : null,
            this.now.children.length === 0 ? null
                : h('div', { class: 'row', role: 'group', 'aria-label': 'Branches from here' },
                    h('span', { class: 'hint' }, 'Tried from here:'),
                    this.now.children.map((place) => button(place, place.label))));
    }
}
