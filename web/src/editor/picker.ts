// A row of choices that lies on the board while dice or cube are set.

import { h, replace } from '../dom';

export interface Choice { text: string; label: string; chosen?: boolean; run: () => void }

export class Picker {
    readonly element = h('div', { class: 'picker', role: 'group', hidden: true,
        'data-testid': 'picker' });
    private opener: (() => void) | null = null;

    constructor() {
        this.element.addEventListener('keydown', (event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            this.close();
        });
    }

    get isOpen(): boolean { return !this.element.hidden; }

    /** Shows rows of choices; `back` gives the focus back where it was. */
    open(title: string, rows: Choice[][], back: () => void): void {
        this.opener = back;
        this.element.setAttribute('aria-label', title);
        replace(this.element,
            h('div', { class: 'picker-head' }, h('span', null, title),
              h('button', { type: 'button', class: 'button quiet', on: { click: () => this.close() } },
                'Done')),
            rows.map((row) => h('div', { class: 'picker-row' }, row.map((choice) =>
                h('button', { type: 'button', class: 'button', 'aria-label': choice.label,
                    'aria-pressed': choice.chosen === undefined ? undefined
                        : String(choice.chosen), on: { click: choice.run } }, choice.text)))));
        this.element.hidden = false;
        this.element.querySelector<HTMLElement>('.picker-row button')?.focus({ preventScroll: true });
    }

    close(): void {
        if (!this.isOpen) return;
        const inside = this.element.contains(document.activeElement);
        this.element.hidden = true;
        if (inside) this.opener?.();
    }
}
