// Bringing in a match file: dropped, chosen or pasted.

import { ApiError, upload } from '../api';
import { h, replace } from '../dom';
import { icon } from '../icons';
import { navigate } from '../router';
import { bytesText, plural } from '../study/format';
import { followJob } from '../study/jobs';
import { errorText, notice, ProgressLine } from '../study/words';
import type { FileWarning, Uploaded } from '../types';

export const MAX_BYTES = 10 * 1024 * 1024;

function warningText(warning: FileWarning): string {
    return warning.line ? `Line ${warning.line}: ${warning.text}` : warning.text;
}

/** Why a file is not sent at all; '' where nothing speaks against it. */
export function refusal(size: number): string {
    if (size === 0) return 'The file is empty.';
    if (size > MAX_BYTES) return `The file has ${bytesText(size)}; at most 10 MB are taken.`;
    return '';
}

export function uploadCard(onUploaded: () => void = () => {}): HTMLElement {
    const out = h('div', { class: 'stack', 'aria-live': 'polite' });
    const file = h('input', { type: 'file', id: 'match-file', class: 'hidden-text',
        'data-testid': 'match-file', on: { change: () => {
            const chosen = file.files?.[0];
            if (chosen) void send(chosen, chosen.name, false);
            file.value = '';
        } } });
    const zone: HTMLLabelElement = h('label', { class: 'drop-zone', for: 'match-file', on: {
        dragover: (event: DragEvent) => {
            event.preventDefault();
            zone.classList.add('over');
        },
        dragleave: () => zone.classList.remove('over'),
        drop: (event: DragEvent) => {
            event.preventDefault();
            zone.classList.remove('over');
            const dropped = event.dataTransfer?.files?.[0];
            const text = event.dataTransfer?.getData('text/plain');
            if (dropped) void send(dropped, dropped.name, false);
            else if (text) void send(new Blob([text]), '', false);
        } } }, icon('upload'),
        h('span', null, h('strong', null, 'Drop a match file here'), ' or choose one'),
        h('span', { class: 'hint' }, 'Match text, SGF, eXtreme Gammon .xg, .gam, Snowie, BGBlitz, ' +
            'an XGID or any other format that alea reads'));
    const you = h('select', { id: 'upload-you' },
        h('option', { value: '' }, 'the one with my name'),
        h('option', { value: '0' }, 'the first player (left)'),
        h('option', { value: '1' }, 'the second player (right)'));
    const pasted = h('textarea', { id: 'match-text', rows: 5, class: 'mono', spellcheck: 'false',
        placeholder: ' 5 point match\n\n Game 1\n Ann : 0          Bob : 0\n  1) 31: 8/5 6/5 ...' });
    const paste = h('details', { class: 'paste' }, h('summary', null, 'Paste the text instead'),
        h('label', { for: 'match-text', class: 'hidden-text' }, 'Text of a match'), pasted,
        h('button', { type: 'button', class: 'button', on: { click: () => {
            if (pasted.value.trim()) void send(new Blob([pasted.value]), '', false);
        } } }, 'Read it'));

    async function send(blob: Blob, name: string, partial: boolean): Promise<void> {
        const no = refusal(blob.size);
        if (no) {
            replace(out, notice(no));
            return;
        }
        const query = new URLSearchParams();
        if (you.value) query.set('you', you.value);
        if (name) query.set('name', name.slice(0, 200));
        if (partial) query.set('partial', '1');
        replace(out, h('p', { role: 'status' }, `Sending ${name || 'the text'} ` +
            `(${bytesText(blob.size)}) ...`));
        try {
            const suffix = query.toString() ? `?${query}` : '';
            arrived(await upload<Uploaded>(`/api/matches${suffix}`, blob));
        } catch (error) {
            if (error instanceof ApiError && error.id) {
                replace(out, notice('This is one position, no match.', 'info'),
                    h('a', { class: 'button main', href: `/p?id=${encodeURIComponent(error.id)}` },
                      'Open the position'));
                return;
            }
            const damaged = error instanceof ApiError && error.code === 'bad_file';
            replace(out, notice(errorText(error)), partial || !damaged ? null : h('p', null,
                h('button', { type: 'button', class: 'button compact', on: {
                    click: () => void send(blob, name, true) } },
                  'Import the readable part')));
        }
    }

    function arrived(answer: Uploaded): void {
        const address = `/m/${encodeURIComponent(answer.match)}`;
        const told = answer.stopped ? [answer.stopped, ...answer.warnings] : answer.warnings;
        const warnings = told.length === 0 ? null : h('details', { open: true },
            h('summary', null, plural(told.length, 'warning')),
            h('ul', null, told.map((warning) => h('li', null, warningText(warning)))));
        const read = `Read as ${answer.format}: ${plural(answer.games, 'game')}.`;
        const open = h('a', { class: 'button main', href: address }, 'Open the match');
        onUploaded();
        if (!answer.job) {
            replace(out, h('p', null, read), warnings, open);
            return;
        }
        const progress = new ProgressLine('Analysis');
        replace(out, h('p', null, read), warnings, progress.element,
                h('div', { class: 'row' }, open));
        followJob(answer.job, (job) => progress.show(job.status, job.done, job.of)).result
            .then(() => {
                progress.element.remove();
                onUploaded();
                // Nothing to read first: straight to the match, if the reader is still here.
                if (!warnings && out.isConnected) navigate(address);
            }).catch((error: unknown) => progress.element.replaceWith(notice(errorText(error))));
    }

    return h('section', { class: 'card upload stack', 'aria-label': 'Import a match' },
        h('h2', null, 'Import a match'), file, zone,
        h('div', { class: 'field-row' }, h('label', { for: 'upload-you' }, 'I played as'), you), paste, out);
}
