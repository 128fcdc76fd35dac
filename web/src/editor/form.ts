// Turn, dice, cube and score of the position being set up.

import { h } from '../dom';
import { COLOURS, seat } from '../study/board';
import { CUBE_VALUES, type Setup } from './model';
import type { Side } from '../types';

type Change = (change: Partial<Setup>) => void;

export class EditorForm {
    readonly element: HTMLElement;
    private readonly turn: HTMLInputElement[];
    private readonly dice: HTMLSelectElement[];
    private readonly cube = h('select', { id: 'editor-cube' },
        CUBE_VALUES.map((value) => h('option', { value }, value)));
    private readonly owner = h('select', { id: 'editor-owner' },
        h('option', { value: '' }, 'in the middle'),
        h('option', { value: 0 }, `${COLOURS[0]}'s`), h('option', { value: 1 }, `${COLOURS[1]}'s`));
    private readonly length = h('input', { type: 'number', id: 'editor-length', min: 0, max: 99 });
    private readonly score: HTMLInputElement[];
    private readonly crawford = h('input', { type: 'checkbox', class: 'switch',
                                             id: 'editor-crawford' });
    private readonly jacoby = h('input', { type: 'checkbox', class: 'switch', id: 'editor-jacoby' });
    private readonly beavers = h('input', { type: 'checkbox', class: 'switch',
                                            id: 'editor-beavers' });
    private readonly matchPart: HTMLElement;
    private readonly moneyPart: HTMLElement;

    constructor(private readonly change: Change) {
        this.turn = ([0, 1] as Side[]).map((player) => h('input', { type: 'radio', name: 'turn',
            value: player, on: { change: () => change({ turn: player }) } }));
        this.dice = [0, 1].map((n) => h('select', {
            'aria-label': n === 0 ? 'First die' : 'Second die',
            on: { change: () => this.takeDice(n) } },
            h('option', { value: '' }, 'none'),
            [1, 2, 3, 4, 5, 6].map((face) => h('option', { value: face }, face))));
        this.cube.addEventListener('change', () => change({ cube: Number(this.cube.value) }));
        this.owner.addEventListener('change', () => change({
            owner: this.owner.value === '' ? null : Number(this.owner.value) as Side }));
        this.length.addEventListener('change', () => change({
            matchLength: whole(this.length.value, 99) }));
        this.score = [0, 1].map((n) => h('input', { type: 'number', min: 0, max: 98,
            id: `editor-score-${n}`, on: { change: () => this.takeScore() } }));
        for (const [input, name] of [[this.crawford, 'crawford'], [this.jacoby, 'jacoby'],
                                     [this.beavers, 'beavers']] as [HTMLInputElement, keyof Setup][])
            input.addEventListener('change', () =>
                change({ [name]: input.checked } as Partial<Setup>));
        this.matchPart = h('div', null,
            [0, 1].map((n) => row(`editor-score-${n}`, `${COLOURS[n]}'s score`, this.score[n]!)),
            row('editor-crawford', 'Crawford game', this.crawford));
        this.moneyPart = h('div', null, row('editor-jacoby', 'Jacoby rule', this.jacoby),
            row('editor-beavers', 'Beavers', this.beavers));
        this.element = h('div', { class: 'editor-form' },
            h('fieldset', null, h('legend', null, 'On roll'),
              h('div', { class: 'choices' }, ([0, 1] as Side[]).map((player) =>
                  h('label', { class: 'choice' }, this.turn[player]!,
                    h('span', null, seat(player),
                      COLOURS[player]))))),
            h('div', { class: 'field-row', role: 'group', 'aria-label': 'Dice' },
              h('span', { class: 'field-label' }, 'Dice'), h('span', { class: 'row' }, this.dice)),
            row('editor-cube', 'Cube', this.cube), row('editor-owner', 'Cube owner', this.owner),
            row('editor-length', 'Match length (0: money)', this.length),
            this.matchPart, this.moneyPart);
    }

    /** Both dice or none: choosing one where there was none throws a double. */
    private takeDice(n: number): void {
        const chosen = this.dice[n]!.value;
        if (chosen === '') {
            this.change({ dice: null });
            return;
        }
        const other = this.dice[1 - n]!.value || chosen;
        const faces = [Number(chosen), Number(other)];
        this.change({ dice: n === 0 ? [faces[0]!, faces[1]!] : [faces[1]!, faces[0]!] });
    }

    private takeScore(): void {
        this.change({ score: [whole(this.score[0]!.value, 98), whole(this.score[1]!.value, 98)] });
    }

    show(setup: Setup): void {
        this.turn[setup.turn]!.checked = true;
        this.dice.forEach((select, n) => { select.value = setup.dice ? String(setup.dice[n]) : ''; });
        this.cube.value = String(setup.cube);
        this.owner.value = setup.owner === null ? '' : String(setup.owner);
        if (document.activeElement !== this.length) this.length.value = String(setup.matchLength);
        this.score.forEach((input, n) => {
            if (document.activeElement !== input) input.value = String(setup.score[n]);
        });
        this.crawford.checked = setup.crawford;
        this.jacoby.checked = setup.jacoby;
        this.beavers.checked = setup.beavers;
        this.matchPart.hidden = setup.matchLength === 0;
        this.moneyPart.hidden = setup.matchLength > 0;
    }
}

function whole(text: string, most: number): number {
    const value = Math.floor(Number(text));
    return Number.isFinite(value) ? Math.max(0, Math.min(most, value)) : 0;
}

function row(id: string, label: string, input: HTMLElement): HTMLElement {
    return h('div', { class: 'field-row' }, h('label', { for: id }, label), input);
}
