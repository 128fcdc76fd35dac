// /tables: the other games of the family: what each is, its rules, a table for it.

import { get, post } from '../api';
import { h, replace } from '../dom';
import { icon } from '../icons';
import { isLocal } from '../local/line';
import { navigate, type Page, type PageContext } from '../router';
import { theLevels } from '../start/new_game';
import { Offers } from '../start/offers';
import { errorText, failed, notice } from '../study/words';
import type { FamilyFacts, FamilyGame, FamilyOption, FamilyRules, FamilyState, FamilyTables } from '../types';
import { rulesText } from './words';

const STAGES: Record<FamilyFacts['stage'], string> = { waits: 'waits for a player', plays: 'goes on', over: 'over',
    closed: 'closed' };

function tableRow(table: FamilyFacts): HTMLElement {
    const other = table.seats === 'here' ? 'both at this screen'
        : table.players.filter((one) => !one.you).map((one) => `against ${one.name ?? (table.seats === 'open' ? 'anyone' : 'a friend')}`).join();
    return h('li', null, h('a', { class: 'game-row', href: `/tables/${table.table}` },
        h('span', { class: 'game-names' }, table.called),
        h('span', { class: 'quiet' }, `${other}, ${STAGES[table.stage]}`), icon('right')));
}

/** The options whose value is another than the game's own. */
function optionFields(options: FamilyOption[], usual: Record<string, string>): [HTMLElement, () => Record<string, string>] {
    const selects = options.filter((one) => one.choices.length > 1 && usual[one.name] !== undefined).map((one) => {
        const known = one.choices.includes(usual[one.name]!) ? one.choices : [usual[one.name]!, ...one.choices];
        return h('select', { name: one.name, 'aria-label': one.name }, known.map((value) =>
            h('option', { value, selected: value === usual[one.name] }, value)));
    });
    return [h('details', null, h('summary', null, 'Options'), h('p', { class: 'hint' },
        'Where sources differ. Options that contradict each other are refused.'),
    h('div', { class: 'family-options' }, selects.map((one) => h('label', null, h('span', null, one.name.replace(/_/g, ' ')), one)))),
    () => Object.fromEntries(selects.filter((one) => one.value !== usual[one.name]).map((one) => [one.name, one.value]))];
}

const CLOCKS: [string, Record<string, unknown> | null][] = [['No clock', null],
    ['5 min each, 10 s a turn', { kind: 'delay', reserve_s: 300, step_s: 10 }],
    ['15 min each, 12 s a turn', { kind: 'delay', reserve_s: 900, step_s: 12 }],
    ['30 min each, 30 s a turn', { kind: 'delay', reserve_s: 1800, step_s: 30 }],
    ['5 min each, 10 s more a play', { kind: 'fischer', reserve_s: 300, step_s: 10 }],
    ['3 days a turn, 7 in reserve', { kind: 'days', days: 3, budget_days: 7 }]];

/** The clock of a table: none at one screen, no days against the machine. */
function clockFor(index: number, seats: FamilyFacts['seats']): Record<string, unknown> | null {
    const clock = CLOCKS[index]?.[1] ?? null;
    return seats === 'here' || (seats === 'machine' && clock?.['kind'] === 'days') ? null : clock;
}

/** What a game shows when it is opened. */
async function fill(game: FamilyGame, options: FamilyOption[], body: HTMLElement): Promise<void> {
    const [{ rules }, { levels, normal }] = await Promise.all([
        get<{ rules: FamilyRules[] }>(`/api/tables/rules?game=${game.name}`), theLevels()]);
    const points = h('input', { type: 'number', min: 1, max: 999, value: game.target, 'aria-label': 'Points of the match',
        class: 'family-points', 'data-testid': 'family-points' });
    const clock = h('select', { 'aria-label': 'Clock', 'data-testid': 'family-clock' },
        CLOCKS.map(([text], i) => h('option', { value: i }, text)));
    const level = h('select', { 'aria-label': 'Level of alea', 'data-testid': 'family-level' },
        levels.filter(({ title }) => !title).map(({ name }) => h('option', { value: name, selected: name === normal }, name)));
    const [fields, chosen] = optionFields(options, rules[0]!.options);
    const out = h('div', { role: 'status' });
    const make = async (seats: FamilyFacts['seats']): Promise<void> => {
        try {
            const made = await post<FamilyState>('/api/tables', { game: game.name, seats, clock: clockFor(Number(clock.value), seats),
                level: seats === 'machine' ? level.value : null,
                options: { ...chosen(), match_target: points.value } });
            navigate(`/tables/${made.table}`);
        } catch (error) {
            replace(out, notice(errorText(error)));
        }
    };
    const button = (text: string, seats: FamilyFacts['seats'], kind = ''): HTMLElement => h('button', { type: 'button',
        class: `button ${kind}`, 'data-testid': `family-${seats}`, on: { click: () => void make(seats) } }, text);
    replace(body, h('label', { class: 'field-row' }, h('span', null, 'Points of the match'), points),
        isLocal ? null : h('label', { class: 'field-row' }, h('span', null, 'Clock'), clock),
        h('label', { class: 'field-row' }, h('span', null, 'Level of alea'), level),
        h('div', { class: 'row family-buttons' }, button('Both at this screen', 'here', 'main'),
            isLocal ? null : button('A friend, by a link', 'friend'),
            isLocal ? null : button('Anyone who joins', 'open'), button('Against alea', 'machine')),
        h('p', null, h('a', { class: 'button compact', 'data-testid': 'family-learn',
            href: `/tables/learn?game=${game.name}` }, 'Learn it on a few boards')),
        out, fields, rulesText(rules), isLocal ? null : h('p', null, h('a', { 'data-testid': 'family-print', download: '',
            href: `/api/paper.pdf?what=set&game=${game.name}` }, 'Board and men to print and fold (PDF)')));
}

/** The title without the name that it begins with. */
function aboutText({ called, title }: FamilyGame): string {
    return title.startsWith(called) ? title.slice(called.length).replace(/^[,:.]\s*/, '') : title;
}

function gameCard(game: FamilyGame, options: FamilyOption[], open: boolean): HTMLElement {
    const body = h('div', { class: 'stack' });
    const load = async (): Promise<void> => {
        try {
            await fill(game, options, body);
        } catch (error) {
            replace(body, failed(error, () => void load()));
        }
    };
    const card = h('details', { class: 'card family-game', open, 'data-testid': `family-game-${game.name}`,
        on: { toggle: () => { if (card.open && !body.firstChild) void load(); } } },
    h('summary', null, h('span', null, h('b', null, game.called), ' ',
        h('span', { class: 'quiet' }, aboutText(game)))), body);
    return card;
}

export function tablesPage(context: PageContext): Page {
    const body = h('div', { class: 'stack', 'data-testid': 'family-games' });
    const asked = context.query.get('game');
    const offers = isLocal ? null : new Offers();
    const load = async (): Promise<void> => {
        try {
            const [all] = await Promise.all([get<FamilyTables>('/api/tables'), offers?.load()]);
            replace(body, all.tables.length === 0 ? null : h('section', { class: 'card', 'aria-label': 'My tables' },
                h('h2', null, 'My tables'), h('ul', { class: 'game-list' }, all.tables.slice(0, 12).map(tableRow))),
            all.games.map((game) => gameCard(game, all.options, game.name === asked)));
            if (asked) body.querySelector(`[data-testid="family-game-${CSS.escape(asked)}"]`)?.scrollIntoView();
        } catch (error) {
            replace(body, failed(error, () => void load()));
        }
    };
    return { title: 'Other games', ready: load(), destroy: () => offers?.destroy(), element: h('div', { class: 'wide-page stack compact-page family-list' },
        h('h1', null, 'Other games of the family'),
        h('p', { class: 'page-lead' }, 'Played on the board of backgammon or an older one. Press a game for its rules and a table. ',
            h('a', { href: '/chouettes' }, 'Chouette'), ': three to eight players at one board of backgammon.'),
        offers?.element ?? null, body) };
}
