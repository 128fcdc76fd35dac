// /clubs: one's own and all others, found by name or town; founding one.

import { get, post } from '../api';
import { h, replace } from '../dom';
import { icon } from '../icons';
import { whoAmI } from '../me';
import { navigate, type Page } from '../router';
import { errorText, failed, notice } from '../study/words';
import type { Club, ClubFacts, Clubs } from '../types';
import { factsText } from './model';

function rows(found: ClubFacts[]): HTMLElement {
    return h('ul', { class: 'game-list' }, found.map((club) => h('li', null,
        h('a', { class: 'game-row', href: `/club/${club.club}` }, h('span', { class: 'game-names' }, club.name),
            h('span', { class: 'quiet' }, factsText(club)), icon('right')))));
}

function foundForm(): HTMLElement {
    const name = h('input', { type: 'text', id: 'club-name', maxlength: 32, required: true, autocomplete: 'off',
        'data-testid': 'club-name' });
    const town = h('input', { type: 'text', id: 'club-town', maxlength: 32, autocomplete: 'off',
        'data-testid': 'club-town' });
    const open = h('input', { type: 'checkbox', class: 'switch', id: 'club-open', checked: true,
        'data-testid': 'club-open' });
    const out = h('div', { role: 'status' });
    const button = h('button', { type: 'submit', class: 'button main', 'data-testid': 'club-found' }, 'Found the club');
    const send = async (event: Event): Promise<void> => {
        event.preventDefault();
        button.disabled = true;
        try {
            const made = await post<Club>('/api/clubs', { name: name.value, town: town.value, open: open.checked });
            navigate(`/club/${made.club}`);
        } catch (error) {
            button.disabled = false;
            replace(out, notice(errorText(error)));
        }
    };
    return h('details', null, h('summary', { 'data-testid': 'new-club' }, 'Found a club'),
        h('form', { class: 'stack', 'aria-label': 'Found a club', on: { submit: (event) => void send(event) } },
            h('div', { class: 'field-row stacked' }, h('label', { for: 'club-name' }, 'Name'), name),
            h('div', { class: 'field-row stacked' }, h('label', { for: 'club-town' }, 'Town or place'), town),
            h('div', { class: 'field-row' }, h('label', { for: 'club-open' }, 'Anybody may join',
                h('span', { class: 'hint block' }, 'Off: a director lets in.')), open),
            out, h('div', { class: 'row' }, button)));
}

export function clubsPage(): Page {
    const body = h('div', { class: 'stack', 'data-testid': 'clubs' });
    const list = h('div', { class: 'stack', role: 'status' });
    const search = h('input', { type: 'search', 'aria-label': 'Name or town', placeholder: 'Name or town',
        maxlength: 32, 'data-testid': 'club-search', on: { input: () => void find() } });
    const find = async (): Promise<void> => {
        const words = search.value;
        try {
            const { clubs } = await get<Clubs>(`/api/clubs?search=${encodeURIComponent(words)}`);
            if (words !== search.value) return;
            replace(list, clubs.length > 0 ? rows(clubs) : h('p', { class: 'quiet' }, words ? 'No such club.' : 'No club yet.'));
        } catch (error) {
            replace(list, failed(error, () => void find()));
        }
    };
    const load = async (): Promise<void> => {
        try {
            const [me, mine] = await Promise.all([whoAmI(), get<Clubs>('/api/clubs?list=mine'), find()]);
            replace(body, mine.clubs.length === 0 ? null : h('section', { class: 'card', 'aria-label': 'Mine' },
                h('h2', null, 'Mine'), rows(mine.clubs)),
                h('section', { class: 'card stack', 'aria-label': 'All clubs' }, h('h2', null, 'All clubs'), search, list),
                me.guest ? h('p', { class: 'hint' }, 'To found or to join one, ',
                    h('a', { href: '/account' }, 'choose a name and a password'), ' first.') : foundForm());
        } catch (error) {
            replace(body, failed(error, () => void load()));
        }
    };
    return { title: 'Clubs', ready: load(), element: h('div', { class: 'wide-page stack compact-page cup' },
        h('h1', null, 'Clubs'), body) };
}
