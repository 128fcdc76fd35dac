// A desk as one file: downloaded, and another one looked at and then merged.

import { upload } from '../api';
import { h, replace } from '../dom';
import { plural } from '../study/format';
import { errorText, notice } from '../study/words';
import type { DeskMerged, DeskReviewOf } from '../types';

/** Compresses the upload if the browser can, because a request holds ten MB. */
async function packed(file: File): Promise<Blob> {
    if (typeof CompressionStream === 'undefined') return file;
    return new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();
}

export class ExchangeCard {
    readonly element: HTMLDetailsElement;
    private readonly said = h('div', { class: 'stack', 'aria-live': 'polite' });

    constructor(private readonly merged: () => void) {
        const input = h('input', { type: 'file', id: 'desk-other', class: 'hidden-text', 'data-testid': 'desk-other',
            on: { change: () => {
                const file = input.files?.[0];
                input.value = '';
                if (file) void this.look(file);
            } } });
        this.element = h('details', { class: 'card', 'data-testid': 'desk-exchange' },
            h('summary', null, 'Move your desk'),
            h('div', { class: 'stack' },
              h('p', { class: 'hint' }, 'One file has all your matches, analyses, notes and cards. It opens in ' +
                  'alea study, and joins the desk of another account.'),
              h('p', { class: 'row' },
                h('a', { class: 'button compact', href: '/api/desk/file', download: 'study.db',
                         'data-testid': 'desk-download' }, 'Download'),
                input, h('label', { class: 'button compact', for: 'desk-other' }, 'Add another desk')),
              this.said));
    }

    private async look(file: File): Promise<void> {
        replace(this.said, h('p', { class: 'hint' }, 'Reading the file'));
        try {
            const body = await packed(file);
            const found = await upload<DeskReviewOf>('/api/desk/merge?review=1', body);
            const line = (news: number, known: number, one: string, many: string): string =>
                `${plural(news, `new ${one}`, `new ${many}`)}, ${known} here already`;
            replace(this.said, h('ul', { class: 'plain-list', 'data-testid': 'exchange-review' },
                h('li', null, line(found.matches, found.known_matches, 'match', 'matches')),
                h('li', null, line(found.positions, found.known_positions, 'position', 'positions')),
                h('li', null, line(found.cards, found.known_cards, 'card', 'cards'))),
                h('p', { class: 'hint' }, 'Matches that are here already get the notes, tags, analyses and reviews ' +
                    'of the other desk. Nothing is doubled.'),
                h('p', { class: 'row' },
                    h('button', { type: 'button', class: 'button compact main', 'data-testid': 'exchange-merge',
                        on: { click: () => void this.merge(body) } }, 'Merge'),
                    h('button', { type: 'button', class: 'button compact', on: { click: () => replace(this.said) } },
                        'Cancel')));
        } catch (error) {
            replace(this.said, notice(errorText(error)));
        }
    }

    private async merge(body: Blob): Promise<void> {
        replace(this.said, h('p', { class: 'hint' }, 'Merging'));
        try {
            const sum = await upload<DeskMerged>('/api/desk/merge', body);
            replace(this.said, h('p', { 'data-testid': 'exchange-merged' },
                `${plural(sum.matches, 'match', 'matches')} and ${plural(sum.cards, 'card')} added, ` +
                `${sum.known} here already.`),
                sum.left_out === 0 ? null : h('p', { class: 'hint' },
                    `${plural(sum.left_out, 'analysis was', 'analyses were')} left out: ` +
                    'the match here does not have their decisions.'),
                sum.said.length === 0 ? null : h('ul', { class: 'plain-list' },
                    sum.said.map((text) => h('li', null, text))),
                sum.stopped ? notice(sum.stopped.message) : null);
        } catch (error) {
            replace(this.said, notice(errorText(error)));
        }
        this.merged();
    }
}
