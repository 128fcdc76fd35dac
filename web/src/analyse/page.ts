// /analyse: the door for a file, a text or a position from elsewhere.

import { ApiError, get } from '../api';
import { DeskImport } from '../desk/import';
import { manyFiles } from '../desk/send';
import { h, replace } from '../dom';
import { navigate, type Page } from '../router';
import { errorText, notice } from '../study/words';
import { uploadCard } from '../upload/upload';
import type { PositionAnswer } from '../types';

function positionCard(): HTMLElement {
    const out = h('div', { 'aria-live': 'polite' });
    const field = h('input', { type: 'text', id: 'position-text', class: 'grow mono',
        autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false',
        placeholder: 'XGID=... or a GNU Backgammon ID', 'data-testid': 'position-text' });
    const open = async (): Promise<void> => {
        const text = field.value.trim();
        if (!text) return;
        try {
            const answer = await get<PositionAnswer>(`/api/position?id=${encodeURIComponent(text)}`);
            navigate(`/p?id=${encodeURIComponent(answer.xgid)}`);
        } catch (error) {
            const place = error instanceof ApiError && error.column ? `Column ${error.column}: ` : '';
            replace(out, notice(place + errorText(error)));
        }
    };
    return h('section', { class: 'card stack', 'aria-label': 'A position' },
        h('h2', null, 'A position'),
        h('form', { class: 'row nowrap', on: { submit: (event: Event) => {
            event.preventDefault();
            void open();
        } } }, h('label', { for: 'position-text', class: 'hidden-text' }, 'ID of a position'), field,
          h('button', { type: 'submit', class: 'button main' }, 'Analyse')),
        out,
        h('p', null, 'Or ', h('a', { href: '/editor' }, 'set it up on a board'), '.'));
}

export async function analysePage(): Promise<Page> {
    const desk = new DeskImport();
    return { title: 'Analyse', destroy: () => desk.destroy(), ready: desk.ready, element: h('div', { class: 'narrow stack' },
        h('h1', null, 'Analyse'),
        h('p', { class: 'page-lead' }, 'Drop your matches here, as many as you like: every decision is analysed, ' +
            'with the reason. Matches played here are analysed automatically; all of them are in the ',
          h('a', { href: '/history' }, 'list of your matches'), '.'),
        uploadCard(undefined, manyFiles((files) => void desk.add(files))), desk.element, positionCard()) };
}
