// /analyse: the door for a file, a text or a position from elsewhere.

import { ApiError, get } from '../api';
import { DeskImport } from '../desk/import';
import { manyFiles } from '../desk/send';
import { h, replace } from '../dom';
import { navigate, type Page } from '../router';
import { errorText, notice } from '../study/words';
import { uploadCard } from '../upload/upload';
import type { PositionAnswer } from '../types';

/** The first identifier with a name in a text of many lines; one line is taken as it is. */
export function firstId(text: string): string {
    const all = text.trim();
    if (!all.includes('\n')) return all;
    const found = /\b(?:XG|OG)ID=[^\s,;]+/.exec(all) ?? /\b[\w+/]{14}:[\w+/]{12}(?![\w+/])/.exec(all);
    if (found) return found[0];
    const pair = /Position[- ]ID:\s*([\w+/]{14})[\s\S]*?Match[- ]ID\s*:\s*([\w+/]{12})/.exec(all);
    return pair ? `${pair[1]}:${pair[2]}` : all.split('\n')[0]!.trim();
}

function positionCard(desk: DeskImport): HTMLElement {
    const out = h('div', { 'aria-live': 'polite' });
    const field = h('textarea', { id: 'position-text', class: 'grow mono', rows: 3,
        autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false',
        placeholder: 'XGID=... or a GNU Backgammon ID; or what your program shows of positions',
        'data-testid': 'position-text', on: { keydown: (event: KeyboardEvent) => {
            // One line is an answer, as in a field for one line.
            if (event.key !== 'Enter' || event.shiftKey || field.value.trim().includes('\n')) return;
            event.preventDefault();
            void open();
        } } });
    const keep = (): void => {
        if (!field.value.trim()) return;
        const file = new File([field.value], 'Pasted text', { type: 'text/plain' });
        void desk.add([{ name: file.name, file }]);
        desk.element.scrollIntoView({ block: 'nearest' });
    };
    const open = async (): Promise<void> => {
        const text = firstId(field.value);
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
        h('form', { class: 'stack', on: { submit: (event: Event) => {
            event.preventDefault();
            void open();
        } } }, h('label', { for: 'position-text', class: 'hidden-text' }, 'Positions'), field,
          h('div', { class: 'row' }, h('button', { type: 'submit', class: 'button main' }, 'Analyse'),
            h('button', { type: 'button', class: 'button', 'data-testid': 'position-keep',
                          on: { click: keep } }, 'Put on the desk'))),
        out,
        h('p', { class: 'hint' }, 'Many positions at once, with the analysis of eXtreme Gammon, BGBlitz or ' +
            'GNU Backgammon, go on the desk to be found and trained; Analyse opens the first one.'),
        h('p', null, 'Or ', h('a', { href: '/editor' }, 'set it up on a board'), '.'));
}

export async function analysePage(): Promise<Page> {
    const desk = new DeskImport();
    return { title: 'Analyse', destroy: () => desk.destroy(), ready: desk.ready, element: h('div', { class: 'narrow stack' },
        h('h1', null, 'Analyse'),
        h('p', { class: 'page-lead' }, 'Drop your matches here, as many as you like: every decision is analysed, ' +
            'with the reason. Matches played here are analysed automatically; all of them are in the ',
          h('a', { href: '/history' }, 'list of your matches'), '.'),
        uploadCard(undefined, manyFiles((files) => void desk.add(files)), true), desk.element, positionCard(desk)) };
}
