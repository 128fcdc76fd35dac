// What this browser keeps, in a page without a server: everything as one file, and back.

import { ApiError } from '../api';
import { ask as confirm } from '../dialog';
import { h } from '../dom';
import { notice, noticeError } from '../notices';
import type { Page } from '../router';
import { ask, elsewhere, saveLinked } from '../local/line';

const PATH = '/api/everything';

async function replaceAll(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    input.value = '';
    if (!file) return;
    if (!await confirm('Replace everything in this browser?', 'What you have played, analysed and learned here goes, and '
        + `what is in ${file.name} takes its place.`, 'Replace', true)) return;
    notice('Looking at the file\u2026');
    try { // the page is loaded again once it is done
        const answer = await ask(PATH, { method: 'POST', body: file });
        if (!answer.ok) throw new ApiError(answer.status, 'refused', 'That could not be done here.');
    } catch (error) {
        noticeError(error);
    }
}

/** Instead of an account. */
export function everythingPage(text: string): Page {
    const input = h('input', { type: 'file', accept: '.alea', hidden: true, 'data-testid': 'everything-file',
        on: { change: () => void replaceAll(input) } });
    const button = (name: string, testid: string, kind: string, run: () => void): HTMLElement =>
        h('button', { type: 'button', class: `button ${kind}`, 'data-testid': testid, on: { click: run } }, name);
    return { title: 'In this browser', element: h('div', { class: 'wide-page stack compact-page' },
        h('h1', null, 'In this browser'),
        h('p', { class: 'page-lead', 'data-testid': 'needs-server' }, text, elsewhere ? [' ', h('a', { href: elsewhere,
            target: '_blank', rel: 'noopener' }, 'Open alea on a server'), '.'] : ''),
        h('section', { class: 'card stack', 'aria-label': 'Everything as one file' },
            h('h2', null, 'Everything as one file'),
            h('p', { class: 'hint' }, 'Games, matches, analyses and cards: to be safe should the browser throw them away, '
                + 'or to go on in another browser or on another device. Who has the file has all of it.'),
            h('div', { class: 'row cup-buttons' },
                button('Save as a file', 'everything-save', 'main', () => void saveLinked(PATH).catch(noticeError)),
                button('Take everything from a file', 'everything-take', '', () => input.click()), input))) };
}
