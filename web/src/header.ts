// The header of every page: links, sound, colours, keys, settings, account.

import { openDialog } from './dialog';
import { h, replace, setText } from './dom';
import { icon, logo, type IconName } from './icons';
import { shortcutGroups } from './keys';
import { onMe } from './me';
import { onNavigate } from './router';
import { change, isDark, onSettings, settings } from './settings';
import { settingsDialog, toggle } from './settings_dialog';

/** The list of keys. */
export function showKeys(): void {
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
    { href: '/learn', text: 'Learn', icon: 'text' },
    { href: '/train', text: 'Train', icon: 'bulb' },
    { href: '/history', text: 'Matches', icon: 'chart' },
    { href: '/players', text: 'Players', icon: 'people' },
    { href: '/tournaments', text: 'Tournaments', icon: 'cup' },
    { href: '/editor', text: 'Editor', icon: 'dice' },
    { href: '/rules', text: 'Rules', icon: 'text' },
    { href: '/help', text: 'Help', icon: 'help' },
];

/** The header; its link to skip it leads to `outlet`. */
export function header(outlet: HTMLElement): HTMLElement {
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
                'data-testid': 'settings', on: { click: () => settingsDialog() } },
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
