// Modal dialogs.

import { h } from './dom';
import { icon } from './icons';

export interface DialogOptions {
    title: string;
    content: (Node | string)[];
    /** The first is leftmost. `value` is what openDialog resolves with. */
    buttons?: { text: string; value: string; kind?: 'main' | 'danger'; testid?: string }[];
    /** No button has the focus at first, so that Enter by habit answers nothing. */
    noDefault?: boolean;
    /** Escape and the cross do nothing: it must be answered. */
    mustAnswer?: boolean;
    wide?: boolean;
    testid?: string;
}

export interface OpenDialog {
    element: HTMLDialogElement;
    /** The pressed button's value, or '' if it was closed. */
    answer: Promise<string>;
    close(value?: string): void;
}

/** A modal dialog. */
export function openDialog(options: DialogOptions): OpenDialog {
    const title = h('h2', { id: `dialog-${Date.now()}`, tabindex: -1 }, options.title);
    let settle: (value: string) => void = () => undefined;
    const answer = new Promise<string>((resolve) => { settle = resolve; });
    const finish = (value: string): void => {
        settle(value);
        if (element.open) element.close();
        element.remove();
    };
    const element = h('dialog', { class: `dialog${options.wide ? ' wide' : ''}`,
        'aria-labelledby': title.id, 'data-testid': options.testid,
        on: {
            cancel: (event: Event) => {
                event.preventDefault();
                if (!options.mustAnswer) finish('');
            },
            keydown: (event: KeyboardEvent) => {
                if (options.mustAnswer && event.key === 'Escape') event.preventDefault();
            },
            click: (event: MouseEvent) => {
                if (event.target === element && !options.mustAnswer && !options.noDefault)
                    finish('');
            },
        } },
        h('div', { class: 'dialog-head' }, title,
            options.mustAnswer ? null : h('button', { class: 'icon-button',
                'aria-label': 'Close', on: { click: () => finish('') } }, icon('close'))),
        h('div', { class: 'dialog-body' }, ...options.content));
    if (options.buttons?.length) {
        element.appendChild(h('div', { class: 'dialog-buttons' },
            options.buttons.map((button) => h('button', {
                class: `button${button.kind ? ` ${button.kind}` : ''}`, type: 'button',
                'data-testid': button.testid, on: { click: () => finish(button.value) },
            }, button.text))));
    }
    document.body.appendChild(element);
    element.showModal();
    if (options.noDefault) title.focus();
    return { element, answer, close: (value = '') => finish(value) };
}

/** Asks yes or no; no is the answer of Escape. */
export async function ask(title: string, text: string, yes: string, danger = false):
    Promise<boolean> {
    const value = await openDialog({ title, content: [h('p', null, text)], noDefault: danger,
        buttons: [{ text: 'Cancel', value: '' },
                  { text: yes, value: 'yes', kind: danger ? 'danger' : 'main' }] }).answer;
    return value === 'yes';
}
