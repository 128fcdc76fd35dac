// Short messages, banners above the page, and the voice for a reader of the screen.

import { h, setText } from './dom';
import { icon } from './icons';

const live = h('div', { class: 'hidden-text', role: 'status', 'aria-live': 'polite',
    'data-testid': 'announcer' });
const urgent = h('div', { class: 'hidden-text', role: 'alert' });
const noticeList = h('div', { class: 'notices', 'data-testid': 'notices' });

/** Where banners appear; the shell has it above the page. */
export const banners = h('div', { class: 'banners' });
/** Where notices and announcements appear; the shell has them behind the page. */
export const noticePlaces = [noticeList, live, urgent];

const spoken: string[] = [];
let speaking = 0;
/** Says something to a reader of the screen; short texts close together are joined. */
export function announce(text: string, how: 'polite' | 'urgent' = 'polite'): void {
    if (!text) return;
    if (how === 'urgent') {
        urgent.textContent = '';
        urgent.textContent = text;
        return;
    }
    spoken.push(text);
    if (speaking) return;
    speaking = window.setTimeout(() => {
        speaking = 0;
        const joined = spoken.splice(0).map((one) => one.replace(/\.$/, '')).join('. ');
        // A screen reader says a text again only if it changes.
        live.textContent = live.textContent === joined ? `${joined} ` : joined;
    }, 120);
}

/** A short message at the edge of the page that goes by itself. */
export function notice(text: string, kind: 'info' | 'good' | 'bad' = 'info', ms = 6000): void {
    const box: HTMLElement = h('div', { class: `notice ${kind}`, role: kind === 'bad' ? 'alert' : 'status' },
        h('span', null, text),
        h('button', { class: 'icon-button', 'aria-label': 'Close this message',
            on: { click: () => box.remove() } }, icon('close')));
    noticeList.appendChild(box);
    while (noticeList.children.length > 4) noticeList.firstElementChild!.remove();
    setTimeout(() => box.remove(), ms);
}

/** Shows what went wrong with a request. */
export function noticeError(error: unknown): void {
    notice(error instanceof Error ? error.message : String(error), 'bad');
}

/** A line above the page that stays until it is taken away (text null). */
export function banner(name: string, text: string | null, kind: 'warn' | 'bad' | 'good' = 'bad',
                       buttons: HTMLElement[] = []): void {
    let line = banners.querySelector<HTMLElement>(`[data-banner="${name}"]`);
    if (text === null) {
        line?.remove();
        return;
    }
    if (!line) {
        line = h('div', { class: `banner ${kind}`, 'data-banner': name, role: 'status',
            'data-testid': `banner-${name}` }, icon(kind === 'good' ? 'bell' : 'warn'), h('span'), buttons);
        banners.appendChild(line);
    }
    setText(line.querySelector('span')!, text);
}
