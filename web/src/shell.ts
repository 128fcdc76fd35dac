// What surrounds every page: header, banners, notices, dialogs, and the voice for a reader of
// the screen.

import { ApiError, get, patch } from './api';
import { add, h, replace, setText } from './dom';
import { icon, logo, type IconName } from './icons';
import { registerKeys, shortcutGroups, startKeys } from './keys';
import { navigate, onNavigate, type Page } from './router';
import { adopt, change, isDark, onSettings, settings, uploadWith } from './settings';
import { settingsDialog, toggle } from './settings_dialog';
import type { Me } from './types';

const live = h('div', { class: 'hidden-text', role: 'status', 'aria-live': 'polite',
    'data-testid': 'announcer' });
const urgent = h('div', { class: 'hidden-text', role: 'alert' });
const noticeList = h('div', { class: 'notices', 'data-testid': 'notices' });
const banners = h('div', { class: 'banners' });
const outlet = h('main', { id: 'main', class: 'page' });

let me: Me | null = null;
let meRequest: Promise<Me> | null = null;
const meListeners = new Set<(me: Me) => void>();

/** Asks until the server can read its data: without that it makes nobody a new guest. */
async function askWhoIAm(): Promise<Me> {
    for (;;) {
        try {
            const answer = await get<Me>('/api/me');
            banner('no-data', null);
            return answer;
        } catch (error) {
            if (!(error instanceof ApiError) || error.status !== 503) throw error;
            banner('no-data', 'The server cannot reach its data just now. Trying again.', 'warn');
            const seconds = error.retryAfter ?? 2;
            await new Promise((resolve) => { setTimeout(resolve, seconds * 1000); });
        }
    }
}

/** Who I am; asks the server once. */
export function whoAmI(): Promise<Me> {
    if (me) return Promise.resolve(me);
    meRequest ??= askWhoIAm().then((answer) => {
        setMe(answer);
        return answer;
    }).finally(() => { meRequest = null; });
    return meRequest;
}

/** After registering, logging in or out, or renaming: everything shows the new name. */
export function setMe(value: Me): void {
    const other = me?.id !== value.id;
    me = value;
    if (other) adopt((value.settings ?? {})['client']);
    banner('insecure', value.insecure
        ? 'This server is open to the network without encryption: others on it can read along.'
        : null, 'warn');
    for (const listener of meListeners) listener(value);
}

export function onMe(listener: (me: Me) => void): () => void {
    meListeners.add(listener);
    if (me) listener(me);
    return () => meListeners.delete(listener);
}

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
        // The same words twice are still said twice.
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
export function banner(name: string, text: string | null, kind: 'warn' | 'bad' = 'bad'): void {
    let line = banners.querySelector<HTMLElement>(`[data-banner="${name}"]`);
    if (text === null) {
        line?.remove();
        return;
    }
    if (!line) {
        line = h('div', { class: `banner ${kind}`, 'data-banner': name, role: 'status',
            'data-testid': `banner-${name}` }, icon('warn'), h('span'));
        banners.appendChild(line);
    }
    setText(line.querySelector('span')!, text);
}

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

function showKeys(): void {
    const general = shortcutGroups().map((group) => h('section', { class: 'key-group' },
        h('h3', null, group.title),
        h('dl', { class: 'keys' }, group.shortcuts.map((shortcut) => [
            h('dt', null, (shortcut.shown ?? shortcut.key).split(' ').map((key) =>
                h('kbd', null, key))),
            h('dd', null, shortcut.text),
        ]))));
    openDialog({ title: 'Keys', wide: true, testid: 'help-overlay', content: [
        h('div', null, toggle('singleKeys', 'Single-key shortcuts'), h('p', { class: 'hint' },
            'Off: letters, digits and signs do nothing until you are in a text field or on a ' +
            'point of the board. Arrows, Enter and Backspace stay.')),
        ...general] });
}

const links: { href: string; text: string; icon: IconName }[] = [
    { href: '/', text: 'Play', icon: 'play' },
    { href: '/analyse', text: 'Analyse', icon: 'upload' },
    { href: '/train', text: 'Train', icon: 'bulb' },
    { href: '/history', text: 'History', icon: 'chart' },
    { href: '/players', text: 'Players', icon: 'people' },
    { href: '/editor', text: 'Editor', icon: 'dice' },
    { href: '/rules', text: 'Rules', icon: 'text' },
    { href: '/help', text: 'Help', icon: 'help' },
];

function header(): HTMLElement {
    const soundButton = h('button', { class: 'icon-button', 'data-testid': 'sound',
        on: { click: () => change({ sound: !settings.sound }) } });
    const modeButton = h('button', { class: 'icon-button wide-only', 'data-testid': 'mode',
        on: { click: () => change({ mode: isDark() ? 'light' : 'dark' }) } });
    const refresh = (): void => {
        replace(soundButton, icon(settings.sound ? 'sound' : 'mute'));
        soundButton.setAttribute('aria-label', settings.sound ? 'Turn sound off'
                                                              : 'Turn sound on');
        replace(modeButton, icon(isDark() ? 'sun' : 'moon'));
        modeButton.setAttribute('aria-label', isDark() ? 'Light colours' : 'Dark colours');
    };
    refresh();
    onSettings(refresh);
    const name = h('span', { class: 'who-name' }, '');
    const who = h('a', { class: 'who', href: '/account', 'aria-label': 'Account',
        'data-testid': 'who' }, icon('user'), name);
    onMe((value) => {
        setText(name, value.name);
        who.setAttribute('aria-label', `Account: ${value.name}`);
    });
    const nav = h('nav', { class: 'nav', id: 'nav', 'aria-label': 'Pages' },
        links.map((link) => h('a', { href: link.href }, icon(link.icon),
            h('span', null, link.text))));
    const menu = h('button', { class: 'icon-button menu-button', 'aria-label': 'Menu',
        'aria-expanded': 'false', 'aria-controls': 'nav', on: { click: () => {
            const open = top.classList.toggle('open');
            menu.setAttribute('aria-expanded', String(open));
        } } }, icon('menu'));
    const top = h('header', { class: 'top' },
        h('a', { class: 'skip', href: '#main', on: { click: (event: Event) => {
            event.preventDefault();
            outlet.tabIndex = -1;
            outlet.focus();
        } } }, 'Skip to content'),
        menu,
        h('a', { class: 'brand', href: '/', 'aria-label': 'alea, home' }, logo(),
            h('span', null, 'alea')),
        nav,
        h('div', { class: 'tools' }, soundButton, modeButton,
            h('button', { class: 'icon-button wide-only', 'aria-label': 'Keys',
                'data-testid': 'help', on: { click: showKeys } }, icon('help')),
            h('button', { class: 'icon-button', 'aria-label': 'Settings',
                'data-testid': 'settings', on: { click: () => settingsDialog(openDialog) } },
            icon('settings')),
            who));
    onNavigate((context) => {
        top.classList.remove('open');
        menu.setAttribute('aria-expanded', 'false');
        for (const link of nav.querySelectorAll('a')) {
            const here = link.getAttribute('href') === context.path;
            if (here) link.setAttribute('aria-current', 'page');
            else link.removeAttribute('aria-current');
        }
    });
    return top;
}

/** A page with one message. */
export function messagePage(title: string, text: string): Page {
    return { title, element: h('section', { class: 'narrow message' }, h('h1', null, title),
        h('p', null, text), h('p', null, h('a', { class: 'button', href: '/' }, 'Home'))) };
}

export function errorPage(error: unknown): Page {
    if (error instanceof ApiError && error.status === 404)
        return messagePage('Not found', 'There is nothing at this address, or no more.');
    if (error instanceof ApiError && (error.code === 'offline' || error.status >= 502))
        return unreachablePage(error.message);
    return messagePage('Something went wrong',
                       error instanceof Error ? error.message : String(error));
}

/** The server is away: the page comes by itself once it is back. */
function unreachablePage(text: string): Page {
    const again = (): void => navigate(location.pathname + location.search, { replace: true });
    const timer = window.setInterval(() => {
        fetch('/health', { cache: 'no-store' }).then((answer) => { if (answer.ok) again(); })
            .catch(() => undefined);
    }, 3000);
    return {
        title: 'Not reached',
        element: h('section', { class: 'narrow message' }, h('h1', null, 'The server is away'),
            h('p', null, text, ' This page opens as soon as it is back.'),
            h('p', { class: 'row' },
              h('button', { class: 'button main', type: 'button', 'data-testid': 'again',
                            on: { click: again } }, 'Try again'),
              h('a', { class: 'button', href: '/' }, 'Home'))),
        destroy: () => window.clearInterval(timer),
    };
}

let saving = 0;

/** Builds the shell; the answer is where pages go. */
export function startShell(): HTMLElement {
    add(document.body, [header(), banners, outlet, noticeList, live, urgent]);
    startKeys();
    // The session ended elsewhere: this page goes on as whoever it is now.
    window.addEventListener('alea-session', () => {
        askWhoIAm().then(setMe).catch(noticeError);
    });
    registerKeys('Everywhere', [
        { key: '?', text: 'this list', run: showKeys },
        { key: 'z', text: 'zen mode: only the board',
          run: () => { document.documentElement.classList.toggle('zen'); } },
    ]);
    uploadWith((value) => {
        clearTimeout(saving);
        saving = window.setTimeout(() => {
            if (me) patch('/api/me', { settings: { client: value } }).catch(() => undefined);
        }, 1500);
    });
    return outlet;
}
