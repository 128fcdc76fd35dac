// Single-key shortcuts: pages declare the keys that they handle; the help overlay lists them.
// People who dictate, or whose hands slip, can turn them off (WCAG 2.1.4): then only keys that type
// no character are handled here. Keys of a focused element go to that element.

import { settings } from './settings';

export interface Shortcut {
    /** As KeyboardEvent.key has it: 'u', '?', 'Enter'. */
    key: string;
    text: string;
    /** Returns false if it had nothing to do, so that the key keeps its usual meaning. */
    run(event: KeyboardEvent): boolean | void;
    /** Shown in the help in place of the key. */
    shown?: string;
}

export interface ShortcutGroup { title: string; shortcuts: Shortcut[] }

const groups: ShortcutGroup[] = [];

/** Adds a page's keys; the answer takes them away again. */
export function registerKeys(title: string, shortcuts: Shortcut[]): () => void {
    const group = { title, shortcuts };
    groups.unshift(group);
    return () => {
        const at = groups.indexOf(group);
        if (at >= 0) groups.splice(at, 1);
    };
}

export function shortcutGroups(): readonly ShortcutGroup[] {
    return groups;
}

function takesText(target: EventTarget | null): boolean {
    const element = target as HTMLElement | null;
    return element !== null && (element.isContentEditable === true ||
        /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName ?? ''));
}

/** Enter and Space on a button press that button only. */
function pressesItself(event: KeyboardEvent): boolean {
    if (event.key !== 'Enter' && event.key !== ' ') return false;
    const element = event.target as HTMLElement | null;
    return /^(BUTTON|A|SUMMARY)$/.test(element?.tagName ?? '');
}

export function startKeys(): void {
    document.addEventListener('keydown', (event) => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key.length === 1 && !settings.singleKeys) return;
        if (pressesItself(event) || document.querySelector('dialog[open]')) return;
        if (takesText(event.target)) {
            // Out of the field, so that single keys are keys again; Tab goes on from there.
            if (event.key === 'Escape' && !event.isComposing)
                (event.target as HTMLElement).blur();
            return;
        }
        for (const group of groups) {
            for (const shortcut of group.shortcuts) {
                if (shortcut.key !== event.key) continue;
                if (shortcut.run(event) === false) continue;
                event.preventDefault();
                return;
            }
        }
    });
}
