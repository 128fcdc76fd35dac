// /analyse: the door for a file, a text or a position from elsewhere.

import { ApiError, get } from '../api';
import { DeskImport } from '../desk/import';
import { dropped, filesOf, named } from '../desk/send';
import { h, replace } from '../dom';
import { navigate, type Page } from '../router';
import { errorText, notice } from '../study/words';
import { uploadCard, type ManyFiles } from '../upload/upload';
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

/** Fewer are opened one by one. */
const MANY = 20;

function toDesk(desk: DeskImport): ManyFiles {
    return {
        least: MANY,
        files: (files) => void desk.add(named(files)),
        drop: (event) => {
            const entries = dropped(event.dataTransfer);
            if (entries.length < MANY && !entries.some((entry) => entry.isDirectory)) return false;
            void filesOf(entries).then((files) => desk.add(files));
            return true;
        },
    };
}

export async function analysePage(): Promise<Page> {
    const desk = new DeskImport();
    return { title: 'Analyse', destroy: () => desk.destroy(), ready: desk.ready, element: h('div', { class: 'narrow stack' },
        h('h1', null, 'Analyse'),
        h('p', { class: 'page-lead' }, 'Drop your matches here, as many as you like: every decision is judged, ' +
            'with the reason. Matches played here are analysed automatically and are in your ',
          h('a', { href: '/history' }, 'history'), '.'),
        uploadCard(undefined, toDesk(desk)), desk.element, positionCard()) };
}
