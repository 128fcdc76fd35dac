// Tables of the other games that anybody may join: a card for the first page and the list of games.

import { get, post, remove } from '../api';
import { h, replace } from '../dom';
import { navigate } from '../router';
import { noticeError } from '../notices';
import { theSocket } from '../socket';
import { clockTerms } from './days';
import { plural } from '../study/format';
import type { FamilyOffer, FamilyOffers, FamilyState } from '../types';

const termsOf = (offer: FamilyOffer): string => [`${offer.called} to ${plural(offer.target, 'point')}`,
    ...Object.entries(offer.options).map(([name, value]) => `${name.replace(/_/g, ' ')} ${value}`),
    offer.clock ? clockTerms(offer.clock) : '', offer.is_here ? '' : 'away'].filter(Boolean).join(', ');

function row(offer: FamilyOffer, load: () => Promise<void>): HTMLElement {
    const mine = offer.players[0].you;
    const run = async (what: () => Promise<FamilyState>): Promise<void> => {
        try {
            const state = await what();
            if (!mine) navigate(`/tables/${state.table}`);
        } catch (error) {
            noticeError(error);
        }
        await load();
    };
    const address = `/api/tables/${offer.table}`;
    return h('li', null, h('div', { class: 'game-row' },
        h('span', { class: 'game-names' }, mine ? 'Yours' : offer.players[0].name ?? 'somebody'),
        h('span', { class: 'quiet grow' }, termsOf(offer)),
        mine ? h('a', { class: 'button', href: `/tables/${offer.table}` }, 'Open') : null,
        h('button', { class: 'button', type: 'button', 'data-testid': mine ? 'offer-back' : 'offer-join',
            on: { click: () => void run(() => mine ? remove<FamilyState>(address)
                : post<FamilyState>(address, { do: 'sit' })) } }, mine ? 'Take back' : 'Join')));
}

/** Hidden while there are none; follows the list. */
export class Offers {
    readonly element = h('section', { class: 'card', hidden: true, 'aria-label': 'Open tables',
        'data-testid': 'family-offers' });
    private readonly unfollow: () => void;

    constructor() {
        this.unfollow = theSocket().follow('table', 'open', () => void this.load());
    }

    readonly load = async (): Promise<void> => {
        const { open } = await get<FamilyOffers>('/api/tables?list=open').catch(() => ({ open: null }));
        if (open) this.show(open);
    };

    private show(open: FamilyOffer[]): void {
        this.element.hidden = open.length === 0;
        replace(this.element, h('h2', null, 'Open tables of other games'),
            h('ul', { class: 'game-list' }, open.map((one) => row(one, this.load))));
    }

    destroy(): void {
        this.unfollow();
    }
}
