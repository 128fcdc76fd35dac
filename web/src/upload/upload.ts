// Bringing in a match file: dropped, chosen or pasted.

import { ApiError, upload } from '../api';
import { h, replace } from '../dom';
import { icon } from '../icons';
import { hearArrivals } from '../local/arrivals';
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

/** Takes what is too much to be opened match by match. */
export interface ManyFiles {
    /** At least this many files. */
    least: number;
    /** A drop that may hold folders; true: it has taken it. */
    drop(event: DragEvent): boolean;
    files(files: File[]): void;
}

/** `hasArrivals`: it takes the files that come from outside of the page too. */
export function uploadCard(onUploaded: () => void = () => {}, many: ManyFiles | null = null, hasArrivals = false):
    HTMLElement {
    const out = h('div', { class: 'stack', 'aria-live': 'polite' });
    const file = h('input', { type: 'file', id: 'match-file', multiple: true, class: 'hidden-text',
        'data-testid': 'match-file', on: { change: () => {
            if (file.files?.length) void sendAll([...file.files]);
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
            if (many?.drop(event)) return;
            const dropped = [...event.dataTransfer?.files ?? []];
            const text = event.dataTransfer?.getData('text/plain');
            if (dropped.length > 0) void sendAll(dropped);
            else if (text) void send(new Blob([text]), '', false);
        } } }, icon('upload'),
        h('span', null, h('strong', null, 'Drop match files here'), ' or choose some'),
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

    /** Sends the files one after another, each with its own line; an error in one does not stop the others. */
    async function sendAll(files: File[]): Promise<void> {
        if (files.length === 1) return send(files[0]!, files[0]!.name, false);
        if (many && files.length >= many.least) return many.files(files);
        const list = h('ul', { class: 'plain-list', 'data-testid': 'uploads' });
        const count = h('p', { role: 'status' });
        replace(out, count, list);
        let read = 0;
        for (const [at, each] of files.entries()) {
            count.textContent = `File ${at + 1} of ${files.length} ...`;
            const line = h('li', null, each.name);
            list.appendChild(line);
            try {
                const answer = await uploadOne(each);
                read += 1;
                replace(line, h('a', { href: `/m/${encodeURIComponent(answer.match)}` }, each.name),
                    ` ${plural(answer.games, 'game')}${answer.warnings.length || answer.stopped
                        ? `, ${plural(answer.warnings.length + (answer.stopped ? 1 : 0), 'warning')}`
                        : ''}`);
            } catch (error) {
                replace(line, `${each.name}: ${errorText(error)}`);
            }
        }
        count.textContent = `${read} of ${plural(files.length, 'file')} read; they are analysed ` +
            'one after another; they are then in your matches.';
        onUploaded();
    }

    /** Waits where the server is busy with others. */
    async function uploadOne(each: File): Promise<Uploaded> {
        const no = refusal(each.size);
        if (no) throw new Error(no);
        const query = new URLSearchParams({ name: each.name.slice(0, 200) });
        if (you.value) query.set('you', you.value);
        for (;;) {
            try {
                return await upload<Uploaded>(`/api/matches?${query}`, each);
            } catch (error) {
                const wait = error instanceof ApiError && /^(queue_full|busy|too_often|too_many)$/
                    .test(error.code) ? error.retryAfter ?? 3 : 0;
                if (!wait || wait > 60) throw error;
                await new Promise((wake) => setTimeout(wake, wait * 1000));
            }
        }
    }

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
        // The analysis may end while the page of the match opens.
        open.href = `${address}?job=${encodeURIComponent(answer.job)}`;
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

    if (hasArrivals) hearArrivals((files) => void sendAll(files), (error) => replace(out, notice(error.message)));
    return h('section', { class: 'card upload stack', 'aria-label': 'Import a match' },
        h('h2', null, 'Import a match'), file, zone,
        h('div', { class: 'field-row' }, h('label', { for: 'upload-you' }, 'I played as'), you), paste, out);
}
