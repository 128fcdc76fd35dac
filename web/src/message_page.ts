// Pages with one message: an error, nothing found, a server that is away.

import { ApiError } from './api';
import { h } from './dom';
import { navigate, type Page } from './router';

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
