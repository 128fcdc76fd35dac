// /season/ID: the divisions of a league's season with their tables, who goes up and down, the next season;
// /season/ID/print: its tables on paper; /seasons/new: a new one.

import { get, post } from '../api';
import { h, replace } from '../dom';
import { icon } from '../icons';
import { noticeError } from '../notices';
import { navigate, type Page, type PageContext } from '../router';
import { theSocket } from '../socket';
import { plural } from '../study/format';
import { keep } from '../study/keep';
import { errorText, failed, notice, table } from '../study/words';
import type { Season, SeasonDivision, SeasonFacts, Seasons, TournamentStanding } from '../types';
import { readLengths, stageText } from './model';
import { playerLink, pointsText } from './standings';

const title = (d: SeasonDivision): string => `Division ${d.division}`;

/** Where a row goes after the season, as things stand: up, down or nowhere. */
function moveOf(d: SeasonDivision, row: TournamentStanding): '' | 'up' | 'down' {
    const left = d.standings.filter((one) => !one.withdrawn), place = left.indexOf(row);
    return place < 0 ? '' : place < d.up ? 'up' : place >= left.length - d.down ? 'down' : '';
}

function divisionTable(d: SeasonDivision, over: boolean): HTMLElement {
    if (d.standings.length === 0) {
        const entered = d.players.filter((one) => !one.withdrawn);
        return entered.length === 0 ? h('p', { class: 'quiet' }, 'Nobody has entered yet.')
            : h('ul', { class: 'cup-list' }, entered.map((one) => h('li', null, playerLink(one))));
    }
    const words = { '': '', up: over ? 'goes up' : 'up', down: over ? 'goes down' : 'down' };
    return table(title(d), ['', 'Player', 'Won', 'Lost', 'SB', 'Points', ''], d.standings.map((row, n) =>
        [n + 1, playerLink(d.players[row.player]!), row.won, row.lost, row.sonneborn, pointsText(row),
            words[moveOf(d, row)]]));
}

function movesText(season: Season): string {
    if (season.divisions.length < 2 || season.moves === 0) return '';
    return `${plural(season.moves, 'player')} of each division ${season.moves === 1 ? 'changes' : 'change'} places ` +
        'with the next one after the season.';
}

function headOf(season: Season): HTMLElement[] {
    const links = [season.club ? h('a', { href: `/club/${season.club}` }, 'The club') : null,
        season.previous ? h('a', { href: `/season/${season.previous}` }, 'The season before') : null,
        season.next ? h('a', { href: `/season/${season.next}` }, 'The next season') : null]
        .filter((one) => one !== null);
    return [h('h1', null, season.name),
        h('p', { class: 'page-lead' }, `${plural(season.divisions.length, 'division')}. ${movesText(season)}`),
        ...links.length ? [h('p', { class: 'row' }, links)] : []];
}

class SeasonView {
    readonly body = h('div', { class: 'stack' });
    readonly element = h('div', { class: 'wide-page stack compact-page cup', 'data-testid': 'season' }, this.body);
    readonly ready: Promise<void>;
    private watched: (() => void)[] = [];
    private gone = false;
    private loading = false;
    private again = false;

    constructor(private readonly id: string) {
        this.ready = this.load();
    }

    destroy(): void {
        this.gone = true;
        for (const unwatch of this.watched) unwatch();
    }

    /** One request at a time: another follows where something changes meanwhile. */
    private readonly load = async (): Promise<void> => {
        this.again = this.loading;
        if (this.loading || this.gone) return;
        this.loading = true;
        try {
            const season = await get<Season>(`/api/seasons/${this.id}`);
            this.show(season);
            if (!this.gone && this.watched.length === 0) this.watched = season.divisions.map((d) =>
                theSocket().follow('tournament', d.facts.tournament, () => void this.load()));
        } catch (error) {
            if (this.watched.length === 0) replace(this.body, failed(error, () => void this.load()));
        }
        this.loading = false;
        if (this.again) await this.load();
    };

    private division(season: Season, d: SeasonDivision): HTMLElement {
        const { facts } = d;
        const state = [plural(facts.entered, 'player'), stageText(facts)].join(', ');
        return h('section', { class: 'card stack', 'aria-label': title(d), 'data-testid': `division-${d.division}` },
            h('h2', null, title(d)),
            h('a', { class: 'game-row', href: `/tournament/${facts.tournament}` },
                h('span', { class: 'game-names' }, facts.name), h('span', { class: 'quiet' }, state), icon('right')),
            h('div', { class: 'scroll-x leaders' }, divisionTable(d, season.over)));
    }

    private show(season: Season): void {
        const restore = keep(this.body);
        document.title = `${season.name} - alea`;
        const name = h('input', { type: 'text', maxlength: 20, autocomplete: 'off' });
        const next = async (event: Event): Promise<void> => {
            event.preventDefault();
            try {
                const made = await post<Season>(`/api/seasons/${this.id}/next`,
                    name.value.trim() ? { name: name.value.trim() } : {});
                navigate(`/season/${made.season}`);
            } catch (error) {
                noticeError(error);
                void this.load();
            }
        };
        const form = (): HTMLElement => h('form', { class: 'card stack', 'aria-label': 'The next season',
            on: { submit: (event: Event) => void next(event) } }, h('h2', null, 'The next season'),
            h('p', { class: 'hint' }, 'It has the same plan, and everybody who has not withdrawn is entered where the ' +
                'tables say. The draw is yours.'),
            field('season-next-name', 'Name', name, 'Empty: the name of this one with the next number.'),
            h('div', { class: 'row' }, h('button', { type: 'submit', class: 'button main',
                'data-testid': 'season-next' }, 'Make the next season')));
        replace(this.body, headOf(season),
            h('div', { class: 'cup-groups' }, season.divisions.map((d) => this.division(season, d))),
            h('div', { class: 'row' },
                h('a', { class: 'button', href: `/season/${this.id}/print`, 'data-testid': 'season-paper' }, 'On paper'),
                h('a', { class: 'button', href: `/api/seasons/${this.id}/table.csv`, download: '' },
                    'As a spreadsheet')),
            !season.director || season.next ? null : season.over ? form()
                : h('p', { class: 'hint' }, 'When all divisions are over, the next season is made here.'));
        restore();
    }
}

export function seasonPage(context: PageContext): Page {
    const view = new SeasonView(context.params['id']!);
    return { title: 'Season', element: view.element, ready: view.ready, destroy: () => view.destroy() };
}

export function seasonPrintPage(context: PageContext): Page {
    const id = context.params['id']!;
    const top = h('div', { class: 'stack no-print' });
    const body = h('div', { class: 'paper paper-table', 'data-testid': 'paper' });
    const load = async (): Promise<void> => {
        try {
            const season = await get<Season>(`/api/seasons/${id}`);
            replace(top, h('h1', null, h('a', { href: `/season/${id}` }, season.name), ' on paper'),
                h('div', { class: 'row' }, h('button', { type: 'button', class: 'button main',
                    'data-testid': 'paper-print', on: { click: () => window.print() } }, 'Print')));
            replace(body, season.divisions.map((d) => h('section', { class: 'paper-sheet', 'aria-label': title(d) },
                h('div', { class: 'paper-head' }, h('strong', null, season.name), h('span', null, stageText(d.facts))),
                h('h2', null, title(d)), divisionTable(d, season.over))));
        } catch (error) {
            replace(top, failed(error, () => void load()));
        }
    };
    return { title: 'On paper', element: h('div', { class: 'wide-page stack compact-page' }, top, body), ready: load() };
}

/** The seasons of a club, or of all where `club` is ''; null where there are none. */
export async function seasonsCard(club: string): Promise<HTMLElement | null> {
    const { seasons } = await get<Seasons>(`/api/seasons?limit=20${club ? `&club=${club}` : ''}`);
    return seasons.length === 0 ? null : h('section', { class: 'card', 'aria-label': 'Leagues',
        'data-testid': 'seasons' }, h('h2', null, 'Leagues'), h('ul', { class: 'game-list' }, seasons.map((one: SeasonFacts) => h('li', null,
            h('a', { class: 'game-row', href: `/season/${one.season}` }, h('span', { class: 'game-names' }, one.name),
                icon('right'))))));
}

function field(id: string, text: string, input: HTMLElement, hint = ''): HTMLElement {
    input.id = id;
    input.dataset['testid'] = id;
    return h('div', { class: 'field-row stacked' }, h('label', { for: id }, text), input,
        hint ? h('p', { class: 'hint' }, hint) : null);
}

const count = (value: number, min: number, max: number): HTMLInputElement =>
    h('input', { type: 'number', min, max, value, required: true });

export function newSeasonPage(context: PageContext): Page {
    const club = context.query.get('club');
    const name = h('input', { type: 'text', maxlength: 20, required: true, autocomplete: 'off' });
    const divisions = count(2, 1, 8), moves = count(1, 0, 8), players = count(8, 4, 16), days = count(7, 0, 90);
    const lengths = h('input', { type: 'text', value: '7', inputmode: 'numeric', autocomplete: 'off' });
    const cycles = h('select', null, h('option', { value: '1' }, 'once'), h('option', { value: '2' }, 'twice'));
    const nobody = h('select', null, h('option', { value: 'wait' }, 'you decide'),
        h('option', { value: 'none' }, 'both lose it'));
    const online = h('input', { type: 'checkbox', class: 'switch', id: 'season-online', checked: true });
    const onlyMembers = h('input', { type: 'checkbox', class: 'switch', id: 'season-members', checked: true });
    const text = h('textarea', { rows: 3, maxlength: 2000, placeholder: 'Place, prizes, fee' });
    const out = h('div', { role: 'status' });
    const button = h('button', { type: 'submit', class: 'button main', 'data-testid': 'season-make' }, 'Make the season');
    const send = async (event: Event): Promise<void> => {
        event.preventDefault();
        const list = readLengths(lengths.value);
        if (!list) {
            replace(out, notice('The length of a match is 1 to 64 points: "7", or "5, 5, 7" round by round.'));
            lengths.focus();
            return;
        }
        button.disabled = true;
        try {
            const made = await post<Season>('/api/seasons', { name: name.value.trim(),
                divisions: Number(divisions.value), moves: Number(moves.value), text: text.value,
                ...(club ? { club, members_only: onlyMembers.checked } : {}),
                plan: { lengths: list, players_most: Number(players.value), cycles: Number(cycles.value),
                    week_h: 24 * Number(days.value), nobody: Number(days.value) ? nobody.value : 'wait', online: online.checked } });
            navigate(`/season/${made.season}`);
        } catch (error) {
            button.disabled = false;
            replace(out, notice(errorText(error)));
        }
    };
    return { title: 'New season', element: h('div', { class: 'narrow stack compact-page' },
        h('h1', null, 'New season'),
        h('p', { class: 'page-lead' }, 'A league in divisions: in each of them everybody meets everybody, by ' +
            'appointment. After the season the last of a division change places with the first of the next.'),
        h('form', { class: 'stack', 'aria-label': 'New season', on: { submit: (event) => void send(event) } },
            field('season-name', 'Name', name),
            club ? h('div', { class: 'field-row' }, h('label', { for: 'season-members' }, 'For members of the club only',
                h('span', { class: 'hint block' }, 'All directors of the club direct it.')), onlyMembers) : null,
            field('season-divisions', 'Divisions', divisions),
            field('season-players', 'Players of a division at most', players),
            field('season-moves', 'Players who go up and down', moves),
            field('season-lengths', 'Points of a match', lengths, 'Several, round by round: 5, 5, 7.'),
            field('season-cycles', 'Everybody meets everybody', cycles),
            field('season-days', 'Days of a round', days, '0: no end. Round 1 ends so many days after the start, ' +
                'round 2 after twice as many. Two who agree on a time may play sooner or later.'),
            field('season-nobody', 'A match nobody came to by then', nobody),
            h('details', null, h('summary', null, 'Boards, text'), h('div', { class: 'stack' },
                h('div', { class: 'field-row' }, h('label', { for: 'season-online' }, 'Players with accounts play here',
                    h('span', { class: 'hint block' }, 'Off: every match is at a real board.')), online),
                field('season-text', 'What players should know', text))),
            out, h('div', { class: 'row' }, button))) };
}
