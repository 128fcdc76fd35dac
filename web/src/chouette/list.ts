// /chouettes: one's own and those with a seat free; making one.

import { get, post } from '../api';
import { h, replace } from '../dom';
import { icon } from '../icons';
import { isLocal } from '../local/line';
import { whoAmI } from '../me';
import { navigate, type Page } from '../router';
import { theLevels } from '../start/new_game';
import { errorText, failed, notice } from '../study/words';
import type { Chouette, ChouetteFacts, ChouetteMake, Chouettes, Level } from '../types';
import { factsText } from './model';

function rows(found: ChouetteFacts[]): HTMLElement {
    return h('ul', { class: 'game-list' }, found.map((one) => h('li', null,
        h('a', { class: 'game-row', href: `/chouette/${one.chouette}` }, h('span', { class: 'game-names' }, one.name),
            h('span', { class: 'quiet' }, factsText(one)), icon('right')))));
}

/** Echo plays as one person does, so not in a chouette. */
function makeForm(levels: Level[]): HTMLElement {
    const name = h('input', { type: 'text', id: 'crew-name', maxlength: 32, autocomplete: 'off', value: 'Chouette',
        'data-testid': 'crew-name' });
    const machines = h('select', { id: 'crew-machines', 'data-testid': 'crew-machines' },
        [0, 1, 2, 3, 4].map((count) => h('option', { value: count, selected: isLocal && count === 2 }, String(count))));
    const level = h('select', { id: 'crew-level', 'data-testid': 'crew-level' },
        levels.filter(({ name: one }) => one !== 'echo').map(({ name: one, title }) =>
            h('option', { value: one, selected: one === 'intermediate' }, title ?? one)));
    const cube = h('select', { id: 'crew-cube' }, h('option', { value: 'individual' }, 'one for each member'),
        h('option', { value: 'single' }, 'one for the team'));
    const consult = h('select', { id: 'crew-consult' },
        h('option', { value: 'after_cube' }, 'whose cube was turned'), h('option', { value: 'always' }, 'always'),
        h('option', { value: 'never' }, 'never'));
    const listed = h('input', { type: 'checkbox', class: 'switch', id: 'crew-listed', checked: true });
    const out = h('div', { role: 'status' });
    const button = h('button', { type: 'submit', class: 'button main', 'data-testid': 'crew-make' }, 'Make the table');
    const send = async (event: Event): Promise<void> => {
        event.preventDefault();
        button.disabled = true;
        const wish: ChouetteMake = { name: name.value, listed: listed.checked,
            options: { cube: cube.value, consult: consult.value },
            machines: Array<string>(Number(machines.value)).fill(level.value) };
        try {
            navigate(`/chouette/${(await post<Chouette>('/api/chouettes', wish)).chouette}`);
        } catch (error) {
            button.disabled = false;
            replace(out, notice(errorText(error)));
        }
    };
    const row = (id: string, text: string, field: HTMLElement): HTMLElement =>
        h('div', { class: 'field-row' }, h('label', { for: id }, text), field);
    return h('form', { class: 'card stack', 'aria-label': 'Make a table', on: { submit: (event) => void send(event) } },
        h('h2', null, 'Make a table'), row('crew-name', 'Name', name), row('crew-machines', 'Machine players', machines),
        row('crew-level', 'Their level', level), row('crew-cube', 'Cubes', cube), row('crew-consult', 'Advice', consult),
        isLocal ? null : row('crew-listed', 'Listed for everybody', listed), out, h('div', { class: 'row' }, button));
}

export function chouettesPage(): Page {
    const body = h('div', { class: 'stack', 'data-testid': 'chouettes' });
    const section = (title: string, found: ChouetteFacts[], none: string | null): HTMLElement | null =>
        found.length === 0 && none === null ? null : h('section', { class: 'card stack', 'aria-label': title },
            h('h2', null, title), found.length > 0 ? rows(found) : h('p', { class: 'quiet' }, none));
    const load = async (): Promise<void> => {
        try {
            const [me, mine, open, { levels }] = await Promise.all([whoAmI(), get<Chouettes>('/api/chouettes?list=mine'),
                get<Chouettes>('/api/chouettes'), theLevels()]);
            replace(body, section('Mine', mine.chouettes, null), isLocal ? null : section('Open', open.chouettes, 'No chouette is open.'),
                me.guest && !isLocal ? h('p', { class: 'hint' }, 'To make or to join one, ',
                    h('a', { href: '/account' }, 'choose a name and a password'), ' first.') : makeForm(levels));
        } catch (error) {
            replace(body, failed(error, () => void load()));
        }
    };
    return { title: 'Chouettes', ready: load(), element: h('div', { class: 'wide-page stack compact-page cup' },
        h('h1', null, 'Chouettes'),
        h('p', { class: 'quiet' }, 'One player, the box, against a team whose captain moves for all; each has a cube of his own.'),
        body) };
}
