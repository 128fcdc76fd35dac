// Panels of which one is shown, with the keys that a reader of the screen expects.

import { h, setText } from '../dom';

export class Tabs<Name extends string> {
    readonly element: HTMLElement;
    current: Name;
    private readonly parts = new Map<Name, { button: HTMLButtonElement; body: HTMLElement }>();

    constructor(label: string, tabs: [Name, string, HTMLElement][],
                private readonly opened: (name: Name) => void) {
        const list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': label });
        const bodies = h('div', { class: 'tab-body' });
        this.current = tabs[0]![0];
        for (const [name, text, content] of tabs) {
            const first = name === this.current;
            const body = h('div', { role: 'tabpanel', id: `panel-${name}`,
                'aria-labelledby': `tab-${name}`, hidden: !first }, content);
            const button = h('button', { role: 'tab', type: 'button', id: `tab-${name}`,
                'aria-controls': `panel-${name}`, 'data-testid': `tab-${name}`,
                'aria-selected': String(first), tabindex: first ? 0 : -1,
                on: { click: () => this.open(name),
                      keydown: (event: KeyboardEvent) => this.key(event, name) } }, text);
            list.appendChild(button);
            bodies.appendChild(body);
            this.parts.set(name, { button, body });
        }
        this.element = h('div', { class: 'tabbed' }, list, bodies);
    }

    private key(event: KeyboardEvent, name: Name): void {
        const names = [...this.parts.keys()].filter((one) => !this.parts.get(one)!.button.hidden);
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (!step) return;
        event.preventDefault();
        const to = names[(names.indexOf(name) + step + names.length) % names.length]!;
        this.open(to);
        this.parts.get(to)!.button.focus();
    }

    open(name: Name): void {
        this.current = name;
        for (const [other, { button, body }] of this.parts) {
            button.setAttribute('aria-selected', String(other === name));
            button.tabIndex = other === name ? 0 : -1;
            body.hidden = other !== name;
        }
        this.opened(name);
    }

    /** Takes a tab away, or brings it back; not the one that is open. */
    hide(name: Name, hidden: boolean): void {
        this.parts.get(name)!.button.hidden = hidden && name !== this.current;
    }

    rename(name: Name, text: string): void {
        setText(this.parts.get(name)!.button, text);
    }
}
