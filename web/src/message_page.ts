// Pages with one message: an error, nothing found, a server that is away.

import { ApiError } from './api';
import { h } from './dom';
import { ask, elsewhere } from './local/line';
import { navigate, type Page } from './router';
import { settings } from './settings';

/** Nothing can be played: a checker on the bar, six closed points. This file stands below the boards
 *  and cannot use smallBoard(). */
function closedOut(): HTMLElement {
    const board = new Array<number>(26).fill(0);
    board[25] = 1;
    [6, 5, 4, 3, 2, 8].forEach((point, n) => { board[point] = n === 5 ? 4 : 2; });
    for (let point = 19; point <= 24; point++) board[point] = -2;
    board[17] = -3;
    const element = document.createElement('alea-board') as HTMLElement & { position: unknown;
        numbering: unknown; colours: boolean; homeLeft: boolean };
    element.className = 'message-board';
    element.setAttribute('aria-hidden', 'true');
    element.setAttribute('inert', '');
    element.numbering = null;
    element.colours = settings.swapColours;
    element.homeLeft = settings.homeLeft;
    element.position = { board, off: [0, 0], dice: [6, 3], turn: 0, cube: { value: 1, owner: null } };
    return element;
}

/** A message with a board beside it, or above on a phone. */
function messageSection(words: (Node | null)[]): HTMLElement {
    return h('section', { class: 'wide-page message' }, h('div', { class: 'message-words' }, words),
        closedOut());
}

/** A page with one message. */
export function messagePage(title: string, text: string): Page {
    return { title, element: messageSection([h('h1', null, title), h('p', { class: 'lead' }, text),
        h('p', null, h('a', { class: 'button main', href: '/' }, 'Home'))]) };
}

/** In a page without a server: what needs other people, and where they are. */
export function needsServerPage(text: string): Page {
    return { title: 'A server is needed', element: messageSection([h('h1', null, 'This needs a server'),
        h('p', { class: 'lead', 'data-testid': 'needs-server' }, text, elsewhere ? ''
            : ' Ask somebody who runs one, or run one yourself: \u201calea serve\u201d.'),
        h('p', { class: 'row' }, elsewhere
            ? h('a', { class: 'button main', href: elsewhere, target: '_blank', rel: 'noopener' },
                'Open alea on a server') : null, h('a', { class: elsewhere ? 'button' : 'button main', href: '/' }, 'Home'))]) };
}

export function errorPage(error: unknown): Page {
    if (error instanceof ApiError && error.code === 'needs_server') return needsServerPage(error.message);
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
        ask('/health', { cache: 'no-store' }).then((answer) => { if (answer.ok) again(); })
            .catch(() => undefined);
    }, 3000);
    return {
        title: 'Not reached',
        element: messageSection([h('h1', null, 'The server is away'),
            h('p', { class: 'lead' }, text, ' This page opens as soon as it is back.'),
            h('p', { class: 'row' },
              h('button', { class: 'button main', type: 'button', 'data-testid': 'again',
                            on: { click: again } }, 'Try again'),
              h('a', { class: 'button', href: '/' }, 'Home'))]),
        destroy: () => window.clearInterval(timer),
    };
}
