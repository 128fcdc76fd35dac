// A desk kept in order: the bin, and people with several names.

import { get, post } from '../api';
import { ask } from '../dialog';
import { h, replace } from '../dom';
import { dateText, DASH, plural } from '../study/format';
import { errorText, failed, notice } from '../study/words';
import type { DeskBin, DeskNames, DeskPair } from '../types';

const DAY_MS = 86_400_000;

/** A card that loads when it is opened. */
abstract class Folded<T> {
    readonly element: HTMLDetailsElement;
    private readonly said = h('div', { 'aria-live': 'polite' });
    private readonly body = h('div');

    constructor(title: string, private readonly path: string, testid: string) {
        this.element = h('details', { class: 'card', 'data-testid': testid }, h('summary', null, title),
                         this.said, this.body);
        this.element.addEventListener('toggle', () => { if (this.element.open) void this.load(); });
    }

    async load(): Promise<void> {
        if (!this.element.open) return;
        try {
            replace(this.body, ...this.view(await get<T>(this.path)));
        } catch (error) {
            replace(this.body, failed(error, () => void this.load()));
        }
    }

    /** A change answers with all that is to be shown. */
    protected async change(to: object): Promise<boolean> {
        try {
            replace(this.body, ...this.view(await post<T>(this.path, to)));
            replace(this.said);
            return true;
        } catch (error) {
            replace(this.said, notice(errorText(error)));
            return false;
        }
    }

    protected abstract view(answer: T): (Node | null)[];
}

/** Matches removed in the last days, which can be put back. */
export class BinCard extends Folded<DeskBin> {
    constructor(private readonly restored: () => void) {
        super('Bin', '/api/desk/bin', 'desk-bin');
    }

    protected view(answer: DeskBin): (Node | null)[] {
        if (answer.matches.length === 0)
            return [h('p', { class: 'quiet' }, `Empty. A deleted match stays here for ${answer.days} days.`)];
        return [h('ul', { class: 'match-rows' }, answer.matches.map((match) => {
            const left = Math.max(0, Math.ceil((match.removed + answer.days * DAY_MS - Date.now()) / DAY_MS));
            const names = match.games === 0 ? 'Position' : match.title || `${match.players[0]} ${DASH} ${match.players[1]}`;
            return h('li', { class: 'match-item', 'data-testid': 'bin-match' },
                h('div', { class: 'match-row' }, h('span', { class: 'match-names' }, names),
                  h('span', { class: 'match-facts' }, h('span', null, `deleted ${dateText(match.removed)}`),
                    h('span', null, `${plural(left, 'day')} left`))),
                h('button', { type: 'button', class: 'button compact', 'aria-label': `Restore ${names}`,
                    'data-testid': 'bin-restore', on: { click: () => void this.restore(match.match) } }, 'Restore'));
        })), h('p', null, h('button', { type: 'button', class: 'button compact quiet', 'data-testid': 'bin-empty',
            on: { click: () => void this.empty() } }, 'Empty the bin'))];
    }

    private async restore(match: number): Promise<void> {
        if (await this.change({ restore: match })) this.restored();
    }

    private async empty(): Promise<void> {
        if (await ask('Empty the bin?', 'What is in it cannot be restored then.', 'Empty', true))
            await this.change({ empty: true });
    }
}

/** Names that are one person. */
export class PeopleCard extends Folded<DeskNames> {
    constructor(private readonly changed: () => void) {
        super('Players with several names', '/api/desk/people', 'desk-people');
    }

    protected view(answer: DeskNames): (Node | null)[] {
        const row = (pair: DeskPair, text: string, button: string, testid: string, person: string): HTMLElement =>
            h('li', { class: 'match-item' }, h('div', { class: 'match-row' }, h('span', { class: 'match-names' }, text)),
                h('button', { type: 'button', class: 'button compact', 'data-testid': testid,
                    'aria-label': `${button}: ${text}`,
                    on: { click: () => void this.set(pair.name, person) } }, button));
        const name = h('input', { type: 'text', id: 'alias-name', maxlength: 100, required: true }),
            person = h('input', { type: 'text', id: 'alias-person', maxlength: 100, required: true });
        return [
            h('p', { class: 'hint' }, 'Searches, figures and new cards take all names of a player together. The files ' +
                'stay as they are.'),
            answer.aliases.length === 0 ? null : h('ul', { class: 'match-rows' }, answer.aliases.map((pair) =>
                row(pair, `${pair.name} is ${pair.person}`, 'Undo', 'alias-undo', ''))),
            answer.suggestions.length === 0 ? null : h('h3', null, 'Perhaps one player'),
            h('ul', { class: 'match-rows' }, answer.suggestions.map((pair) =>
                row(pair, `${pair.name} (${plural(pair.name_matches, 'match', 'matches')}) ${DASH} ${pair.person} ` +
                    `(${pair.person_matches})`, 'Join', 'alias-join', pair.person))),
            h('form', { class: 'stack', on: { submit: (event: Event) => {
                event.preventDefault();
                void this.set(name.value.trim(), person.value.trim());
            } } },
              h('div', { class: 'field-row stacked' }, h('label', { for: 'alias-name' }, 'The name in files'), name),
              h('div', { class: 'field-row stacked' }, h('label', { for: 'alias-person' }, 'is'), person),
              h('div', null, h('button', { type: 'submit', class: 'button compact', 'data-testid': 'alias-set' },
                  'Join the names')))];
    }

    private async set(name: string, person: string): Promise<void> {
        if (await this.change({ name, person })) this.changed();
    }
}
