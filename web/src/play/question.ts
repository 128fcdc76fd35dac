// A question before a decision is sent. It stands beside the board, which stays in full view and
// in use: a play changed there, or a game that goes on, takes the question back.

import { h, replace } from '../dom';

export interface QuestionButton {
    text: string;
    /** The value that ask() resolves with; '' is the same as closing the dialog. */
    value: string;
    kind?: 'main' | 'danger';
    testid?: string;
}

export interface QuestionOptions {
    title: string;
    content: (HTMLElement | null)[];
    fold?: [HTMLElement, HTMLElement] | undefined;
    buttons: QuestionButton[];
    testid: string;
}

/** A button beside a question's title, and what it opens below the answers. */
export function fold(name: string, what: HTMLElement, open: boolean, testid: string):
    [HTMLElement, HTMLElement] {
    what.id = `fold-${testid}`;
    what.hidden = !open;
    const button: HTMLElement = h('button', { class: 'button compact quiet', type: 'button',
        'aria-controls': what.id, 'aria-expanded': String(open), 'data-testid': testid,
        on: { click: () => {
            what.hidden = !what.hidden;
            button.setAttribute('aria-expanded', String(!what.hidden));
        } } }, name);
    return [button, what];
}

export class Question {
    readonly element = h('div', { class: 'offer-bar question', hidden: true });
    private settle: ((value: string) => void) | null = null;
    private opener: HTMLElement | null = null;

    /** `changed`: it was opened or closed. */
    constructor(private readonly changed: () => void) {
        this.element.addEventListener('keydown', (event) => {
            if (event.key !== 'Escape' || event.defaultPrevented) return;
            event.preventDefault();
            this.finish('', true);
        });
    }

    get open(): boolean {
        return this.settle !== null;
    }

    /** Resolves with the value of the button pressed, '' where it was taken back. The focus is
     *  on the question, not on a button: Enter by habit answers nothing. */
    ask(options: QuestionOptions): Promise<string> {
        this.close();
        const active = document.activeElement;
        this.opener = active instanceof HTMLElement && active !== document.body ? active : null;
        const title = h('p', { class: 'offer-title', id: 'question-title' }, options.title);
        const text = h('div', { class: 'question-text', id: 'question-text' }, options.content);
        const group = h('div', { class: 'offer', role: 'alertdialog', tabindex: -1,
            'aria-labelledby': title.id, 'aria-describedby': text.id,
            'data-testid': options.testid },
            h('div', { class: 'offer-head' }, title, options.fold?.[0] ?? null), text,
            h('div', { class: 'row' }, options.buttons.map((button) => h('button', {
                class: `button ${button.kind ?? ''}`, type: 'button', 'data-testid': button.testid,
                on: { click: () => this.finish(button.value, true) } }, button.text))),
            options.fold?.[1] ?? null);
        replace(this.element, group);
        this.element.hidden = false;
        const answer = new Promise<string>((resolve) => { this.settle = resolve; });
        this.changed();
        group.focus({ preventScroll: true });
        return answer;
    }

    /** Brings the open question back to mind. */
    remind(): void {
        this.element.querySelector<HTMLElement>('.offer')?.focus({ preventScroll: true });
    }

    /** Takes the question back. */
    close(): void {
        this.finish('', false);
    }

    private finish(value: string, back: boolean): void {
        const settle = this.settle;
        if (!settle) return;
        this.settle = null;
        this.element.hidden = true;
        replace(this.element);
        this.changed();
        if (back && this.opener?.isConnected) this.opener.focus({ preventScroll: true });
        this.opener = null;
        settle(value);
    }
}
