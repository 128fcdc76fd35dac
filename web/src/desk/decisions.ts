// Decisions of a desk by a search: the costliest first, all of them page by page, made into cards.

import { get, post } from '../api';
import { arrowsOfText, smallBoard } from '../board/small';
import { h, replace } from '../dom';
import { positionOfXgid } from '../study/board';
import { dateText, plural } from '../study/format';
import { prefs } from '../study/prefs';
import { errorText, lossBadge, notice } from '../study/words';
import { termsHelp } from './terms';
import type { DeskDecision, DeskFound, DeskMade } from '../types';

const PAGE = 20;
const USUAL = 'error>=0.02';
const LEAST_LOSS = 0.02;

/** The term for what that player decided. */
export function ofPlayer(me: string): string {
    return `"player=${me.replace(/"/g, '*')}"`;
}

/** A search in the decisions of one player. `show` may be called again and again. */
export class DecisionSearch {
    readonly element = h('section', { class: 'card', 'aria-label': 'Decisions', 'data-testid': 'decisions' });
    private readonly input: HTMLInputElement;
    private readonly count = h('p', { class: 'hint', role: 'status', 'data-testid': 'decisions-count' });
    private readonly said = h('div', { 'aria-live': 'polite' });
    private readonly list = h('div');
    private readonly train = h('button', { type: 'button', class: 'button compact', 'data-testid': 'decisions-train',
        on: { click: () => void this.makeCards() } }, 'Train these');
    private me = '';
    private shown: DeskDecision[] = [];
    private asked = 0;

    constructor() {
        this.input = h('input', { type: 'search', 'aria-label': 'Search decisions', placeholder: USUAL,
            autocapitalize: 'none', autocomplete: 'off', spellcheck: 'false', 'data-testid': 'decisions-search' });
        replace(this.element, h('h2', null, 'Decisions'),
            h('form', { class: 'row filters', on: { submit: (event: Event) => {
                event.preventDefault();
                void this.load();
            } } }, this.input, h('button', { type: 'submit', class: 'button' }, 'Search')),
            termsHelp('Terms about a decision: '), this.said, h('div', { class: 'row' }, this.count, this.train),
            this.list);
        this.input.addEventListener('search', () => void this.load());
    }

    show(me: string): Promise<void> {
        this.me = me;
        return this.load();
    }

    /** Lists what these terms find, and goes there. */
    async search(terms: string): Promise<void> {
        this.input.value = terms;
        await this.load();
        this.element.scrollIntoView({ block: 'start' });
        this.input.focus({ preventScroll: true });
    }

    private get terms(): string { return this.input.value.trim() === '' ? USUAL : this.input.value; }

    private async load(more = false): Promise<void> {
        const turn = ++this.asked;
        const query = new URLSearchParams({ sort: 'error', limit: String(PAGE), q: this.terms, within: ofPlayer(this.me),
                                            offset: String(more ? this.shown.length : 0) });
        this.list.setAttribute('aria-busy', 'true');
        try {
            const answer = await get<DeskFound>(`/api/desk/find?${query}`);
            if (turn !== this.asked) return;
            this.shown = more ? [...this.shown, ...answer.decisions] : answer.decisions;
            replace(this.said);
            this.draw(answer.found);
        } catch (error) {
            if (turn === this.asked) replace(this.said, notice(errorText(error)));
        } finally {
            if (turn === this.asked) this.list.removeAttribute('aria-busy');
        }
    }

    private draw(found: number): void {
        this.count.textContent = found === 0 ? 'None found.'
            : `${plural(found, 'decision')}, the costliest first.`;
        this.train.hidden = found === 0;
        replace(this.list, h('ul', { class: 'match-rows' }, this.shown.map(decisionRow)),
            this.shown.length < found ? h('p', null, h('button', { type: 'button', class: 'button',
                'data-testid': 'decisions-more', on: { click: () => void this.load(true) } }, 'More')) : null);
    }

    private async makeCards(): Promise<void> {
        this.train.disabled = true;
        try {
            const made = await post<DeskMade>('/api/desk/deck',
                { q: this.terms, within: ofPlayer(this.me), least_loss: LEAST_LOSS });
            replace(this.said, h('p', { 'data-testid': 'decisions-made' },
                `${plural(made.made, 'new card')} of those that cost 0.02 or more. `,
                h('a', { href: '/train' }, 'Train')));
        } catch (error) {
            replace(this.said, notice(errorText(error)));
        }
        this.train.disabled = false;
    }
}

/** The position with the best play, seen by who decides. */
function picture(one: DeskDecision): HTMLElement | null {
    const position = positionOfXgid(one.id);
    return position && smallBoard('decision-board', position, position.turn ?? 0,
        arrowsOfText(one.best ?? '', position.turn ?? 0, 'best'));
}

export function decisionRow(one: DeskDecision): HTMLElement {
    const choice = one.made && one.best ? `${one.made} instead of ${one.best}` : one.action;
    return h('li', null, h('a', { class: 'match-row decision-row', href: `/p?id=${encodeURIComponent(one.id)}`,
        'data-testid': 'desk-decision' }, h('span', { class: 'decision-picture' }, picture(one)),
        h('span', { class: 'match-names' }, choice),
        h('span', { class: 'match-score' }, one.loss === null ? '' : lossBadge(one.loss, prefs.limits)),
        h('span', { class: 'match-facts' },
          h('span', null, `against ${one.opponent || 'somebody'}`),
          one.date ? h('span', null, dateText(one.date)) : null,
          h('span', null, `game ${one.game}, turn ${one.turn}`)),
        one.why ? h('span', { class: 'match-facts decision-why' }, one.why) : null));
}
