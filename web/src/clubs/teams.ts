// A club's matches of two teams: line-ups, boards, results; for directors a new one.

import { get, post, remove } from '../api';
import { ask } from '../dialog';
import { h, replace } from '../dom';
import { noticeError } from '../notices';
import { navigate } from '../router';
import { dateText, dateTimeText, plural } from '../study/format';
import { keep } from '../study/keep';
import { failed } from '../study/words';
import type { Club, ClubMember, ClubMembers, Clubs, Team, TeamBoard, TeamFacts, Teams } from '../types';

type Side = 0 | 1;
const SIDES: Side[] = [0, 1];

/** Of the club that runs the match. */
const pathOf = (team: TeamFacts): string => `/api/clubs/${team.club}/teams/${team.team}`;
const isOpen = (team: TeamFacts): boolean => team.state === 'open' || team.state === 'asked';

function scoreText(team: TeamFacts): string {
    const points = team.points[0] + team.points[1] ? `, ${team.points[0]} to ${team.points[1]} points` : '';
    return `${team.won[0]} to ${team.won[1]}${points}`;
}

/** "Bern won 3 to 1, 17 to 9 points", "called off". */
function endText(team: TeamFacts): string {
    if (team.state === 'off') return 'called off';
    return `${team.winner === null ? 'a draw,' : `${team.names[team.winner as Side]} won,`} ${scoreText(team)}`;
}

/** Which of the two a member of a board is; -1: neither. */
const sideOf = (board: TeamBoard, member: number | null): number => member === null ? -1 : board.members.indexOf(member);

function boardText(board: TeamBoard): string {
    if (board.winner !== null) {
        const side = sideOf(board, board.winner) as Side;
        return `${board.names[side]} won${board.score ? ` ${board.score[side]} to ${board.score[1 - side]}` : ''}.`;
    }
    if (board.over) return 'Nobody won it.';
    const said = SIDES.filter((side) => board.told[side]).map((side) => {
        const { winner, points } = board.told[side]!;
        return `captain of ${board.names[side]}: ${board.names[sideOf(board, winner) as Side]} won, the other has ${points}`;
    });
    if (said.length === 2) return `The captains do not agree (${said.join('; ')}): a director decides.`;
    return said.length ? `The ${said[0]}.` : board.game ? 'Being played.' : 'Not begun.';
}

/** Names, each on a line of its own -> members of the club; throws a sentence with those who are none. */
async function membersOf(club: Club, names: string[]): Promise<ClubMember[]> {
    const all: ClubMember[] = [];
    for (let after = 0;;) {
        const { members } = await get<ClubMembers>(`/api/clubs/${club.club}/members?list=members&after=${after}`);
        all.push(...members);
        if (members.length < 100) break;
        after = members[members.length - 1]!.member;
    }
    const found = names.map((name) => all.find((one) => one.name.toLowerCase() === name.toLowerCase()));
    const unknown = names.filter((_, i) => !found[i]);
    if (unknown.length) throw new Error(`${unknown.join(', ')}: no member of this club.`);
    return found as ClubMember[];
}

async function clubOf(name: string): Promise<string> {
    const { clubs } = await get<Clubs>(`/api/clubs?search=${encodeURIComponent(name)}`);
    const found = clubs.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!found) throw new Error(`${name}: no club has this name.`);
    return found.club;
}

/** Fields for a team of one's own club. */
interface SideFields { element: HTMLElement; name: HTMLInputElement; players: HTMLTextAreaElement }

function sideFields(id: string, which: string): SideFields {
    const name = h('input', { type: 'text', id: `team-name-${id}`, maxlength: 32, required: true });
    const players = h('textarea', { id: `team-players-${id}`, rows: 4, required: true });
    return { name, players, element: h('div', { class: 'stack' },
        h('div', { class: 'field-row stacked' }, h('label', { for: `team-name-${id}` }, `Name of ${which}`), name),
        h('div', { class: 'field-row stacked' }, h('label', { for: `team-players-${id}` },
            'Its players, members of the club, each on a line; the captain first'), players)) };
}

async function readSide(club: Club, { name, players }: SideFields): Promise<unknown> {
    const names = players.value.split('\n').map((one) => one.trim()).filter(Boolean);
    const members = (await membersOf(club, names)).map((one) => one.member);
    return { name: name.value.trim(), captain: members[0], members };
}

export class TeamsCard {
    readonly element = h('section', { class: 'card stack', 'aria-label': 'Team matches', 'data-testid': 'club-teams' });
    readonly ready: Promise<void>;
    private readonly path: string;

    constructor(private club: Club) {
        this.path = `/api/clubs/${club.club}/teams`;
        this.ready = this.load();
    }

    private readonly load = async (): Promise<void> => {
        try {
            const { teams } = await get<Teams>(this.path);
            const open = teams.filter(isOpen);
            // A director may open boards of a match again that has just ended.
            const recent = this.directs() ? teams.filter((one) => one.state === 'over'
                && Date.now() - (one.ended ?? 0) < 7 * 86400e3).slice(0, 10) : [];
            const whole = await Promise.all([...open, ...recent].map((one) => get<Team>(pathOf(one))));
            this.show(whole.slice(0, open.length), teams.filter((one) => !isOpen(one)),
                whole.slice(open.length).filter((one) => one.me.decides));
        } catch (error) {
            replace(this.element, h('h2', null, 'Team matches'), failed(error, () => void this.load()));
        }
    };

    /** The club has changed: a role, a result. */
    take(club: Club): void {
        if (club.seq === this.club.seq) return;
        this.club = club;
        void this.load();
    }

    private async change(run: () => Promise<unknown>): Promise<void> {
        try {
            await run();
        } catch (error) {
            noticeError(error);
        }
        await this.load();
    }

    private button(text: string, testid: string, run: () => void, kind = '', label = text): HTMLElement {
        return h('button', { type: 'button', class: `button ${kind}`, 'data-testid': testid, 'aria-label': label,
            on: { click: run } }, text);
    }

    private async play(team: Team, board: TeamBoard): Promise<void> {
        try {
            navigate((await post<{ url: string }>(`${pathOf(team)}/boards/${board.board}/game`)).url);
        } catch (error) {
            noticeError(error);
            void this.load();
        }
    }

    private lineup(team: Team, side: Side): HTMLElement {
        const given = team.lineups[side];
        const players = Array.from({ length: team.boards }, (_, i) => {
            const name = `${team.names[side]}, board ${i + 1}`;
            const choice = h('select', { 'aria-label': name, 'data-testid': `lineup-${team.team}-${side}-${i + 1}` },
                team.rosters[side].map((one) => h('option', { value: String(one.member) }, one.name)));
            const now = String((given?.[i] ?? team.rosters[side][i])?.member ?? '');
            for (const option of choice.options) option.defaultSelected = option.value === now;
            return choice;
        });
        const send = (event: Event): void => {
            event.preventDefault();
            void this.change(() => post<Team>(`${pathOf(team)}/lineup`,
                { side, members: players.map((choice) => Number(choice.value)) }));
        };
        return h('form', { class: 'stack', 'aria-label': `Line-up of ${team.names[side]}`, on: { submit: send } },
            players.map((choice, i) => h('label', { class: 'field-row' }, `Board ${i + 1}`, choice)),
            h('div', { class: 'row' }, h('button', { type: 'submit', class: 'button main', 'data-testid': `lineup-${team.team}-${side}` },
                given ? 'Change the line-up' : 'Give the line-up')));
    }

    /** A result by a director, the captains or the time; that of a game stands, says the server. */
    private mayReopen(team: Team, board: TeamBoard): boolean {
        const begun = team.given[0] || team.given[1];
        return team.me.decides && board.over && team.state !== 'off'
            && (board.round === team.round || (board.round === team.round - 1 && !begun));
    }

    private board(team: Team, board: TeamBoard): HTMLElement {
        const mine = sideOf(board, team.me.member), captain = team.me.captain;
        const tells = !board.over && (team.me.decides || (captain !== null && !board.told[captain as Side]));
        const points = h('select', { class: 'compact', 'aria-label': `Score of board ${board.board}`,
            'data-testid': `team-${team.team}-points-${board.board}` }, Array.from({ length: team.length }, (_, n) =>
            h('option', { value: String(n) }, `${team.length} to ${n}`)));
        const tell = (side: Side): HTMLElement => this.button(`${board.names[side]} won`, `board-${board.board}-won-${side}`,
            () => void this.change(() => post<Team>(`${pathOf(team)}/boards/${board.board}/result`,
                { winner: board.members[side], points: Number(points.value) })), 'compact');
        return h('li', { class: 'stack' }, h('span', null, h('strong', null, board.names[0]), ' and ',
            h('strong', null, board.names[1]), h('span', { class: 'hint block' }, boardText(board))),
        h('div', { class: 'row cup-buttons' }, mine >= 0 && !board.over
            ? this.button(board.game ? 'Play on' : 'Play', `board-${board.board}-play`, () => void this.play(team, board),
                'main compact') : null,
        tells ? [tell(0), tell(1), points] : null,
        tells && team.me.decides ? this.button('Nobody won', `board-${board.board}-nobody`, () => void this.change(() =>
            post<Team>(`${pathOf(team)}/boards/${board.board}/result`, { winner: null })), 'compact') : null,
        this.mayReopen(team, board) ? this.button('Open again', `board-${board.board}-undo`, () => void this.change(() =>
            post<Team>(`${pathOf(team)}/boards/${board.board}/undo`, {})), 'compact',
        `Open again: the board of ${board.names.join(' and ')}`) : null));
    }

    /** Another club has not answered yet: its directors do, on its page. */
    private invitation(team: Team): HTMLElement {
        const mine = team.me.accepts && team.guest === this.club.club;
        const fields = sideFields(`guest-${team.team}`, 'your team');
        const accept = async (event: Event): Promise<void> => {
            event.preventDefault();
            await this.change(async () => post<Team>(`${pathOf(team)}/accept`, await readSide(this.club, fields)));
        };
        const off = (): void => void this.change(() => remove<Team>(pathOf(team)));
        return h('article', { class: 'stack', 'data-testid': `team-${team.team}`, 'aria-label': `Invitation by ${team.names[0]}` },
            h('h3', null, `${team.names[0]} and ${team.names[1]}`),
            h('p', { class: 'hint' }, `${plural(team.boards, 'board')} to ${plural(team.length, 'point')}, ${plural(team.rounds, 'round')}. `,
                mine ? 'Your club is invited.' : `${team.names[1]} has not answered yet.`),
            mine ? h('form', { class: 'stack', 'aria-label': 'Your team', on: { submit: (event: Event) => void accept(event) } },
                fields.element, h('div', { class: 'row' }, h('button', { type: 'submit', class: 'button main',
                    'data-testid': `team-${team.team}-accept` }, 'Accept'), this.button('Decline', `team-${team.team}-decline`, off))) : null,
            team.me.decides && !mine ? h('div', { class: 'row cup-buttons' },
                this.button('Call off', `team-${team.team}-off`, off, 'compact')) : null);
    }

    private match(team: Team): HTMLElement {
        if (team.state === 'asked') return this.invitation(team);
        const late = Date.now() >= team.until, both = team.given[0] && team.given[1];
        const mayLineUp = (side: Side): boolean => !both && (late ? team.me.decides && !team.given[side]
            : team.me.captain === side);
        const missing = SIDES.filter((side) => !team.given[side]).map((side) => team.names[side]);
        const off = async (): Promise<void> => {
            if (await ask(`Call ${team.names[0]} and ${team.names[1]} off?`, 'Nobody wins the match then.', 'Call off', true))
                await this.change(() => remove<Team>(pathOf(team)));
        };
        const round = team.rounds > 1 ? `Round ${team.round} of ${team.rounds}. ` : '';
        return h('article', { class: 'stack', 'data-testid': `team-${team.team}`,
            'aria-label': `${team.names[0]} and ${team.names[1]}` },
        h('h3', null, `${team.names[0]} and ${team.names[1]}: ${scoreText(team)}`),
        h('p', { class: 'hint' }, `${round}${plural(team.boards, 'board')} to ${plural(team.length, 'point')}. `,
            both ? (team.boards_until ? `Boards are begun until ${dateTimeText(team.boards_until)}; one that is not is nobody's.` : '')
                : late ? `No line-up of ${missing.join(' and ')} came in time: a director gives it.`
                : `Line-ups until ${dateTimeText(team.until)}, secret until both are in; ${missing.join(' and ')} `
                    + `${missing.length > 1 ? 'have' : 'has'} given none yet.`),
        SIDES.filter(mayLineUp).map((side) => this.lineup(team, side)),
        team.results.length ? h('ul', { class: 'cup-list' }, team.results.map((board) => this.board(team, board))) : null,
        h('details', null, h('summary', null, `Players of ${team.names[0]} and ${team.names[1]}`),
            SIDES.map((side) => h('p', { class: 'hint' }, `${team.names[side]}: `, team.rosters[side].map((one) =>
                one.name + (one.member === team.captains[side] ? ' (captain)' : '')).join(', ')))),
        h('div', { class: 'row cup-buttons' },
            h('a', { class: 'button compact', href: `${pathOf(team)}/boards.csv`, download: '' }, 'As a spreadsheet'),
            team.me.decides ? this.button('Call off', `team-${team.team}-off`, () => void off(), 'compact') : null));
    }

    private making(): HTMLElement {
        const number = (id: string, least: number, most: number, value: number, text: string): HTMLElement[] => {
            const input = h('input', { type: 'number', id, min: least, max: most, value, required: true });
            fields[id] = input;
            return [h('div', { class: 'field-row' }, h('label', { for: id }, text), input)];
        };
        const fields: Record<string, HTMLInputElement> = {};
        const sides = [sideFields('0', 'the first team'), sideFields('1', 'the second team')] as const;
        const other = h('input', { type: 'text', id: 'team-other', maxlength: 32, autocomplete: 'off',
            on: { input: () => {
                sides[1].element.hidden = other.value.trim() !== '';
                sides[1].name.required = sides[1].players.required = !sides[1].element.hidden;
            } } });
        const send = async (event: Event): Promise<void> => {
            event.preventDefault();
            try {
                const guest = other.value.trim();
                const teams = [await readSide(this.club, sides[0]),
                    guest ? { club: await clubOf(guest) } : await readSide(this.club, sides[1])];
                const of = (id: string): number => Number(fields[id]!.value);
                await post<Team>(this.path, { teams, boards: of('team-boards'), length: of('team-length'),
                    rounds: of('team-rounds'), hours: of('team-hours'),
                    board_hours: of('team-board-hours') });
                for (const { name, players } of sides) name.value = players.value = '';
                other.value = '';
                await this.load();
            } catch (error) {
                noticeError(error);
            }
        };
        return h('details', null, h('summary', { 'data-testid': 'team-new' }, 'New team match'),
            h('form', { class: 'stack', 'aria-label': 'New team match', on: { submit: (event: Event) => void send(event) } },
                sides[0].element, h('div', { class: 'field-row stacked' }, h('label', { for: 'team-other' },
                    'Another club, by its name', h('span', { class: 'hint block' }, 'It is invited, and names its players itself.')),
                other), sides[1].element, number('team-boards', 2, 10, 4, 'Boards'), number('team-length', 1, 25, 5, 'Points of a board'),
                number('team-rounds', 1, 5, 1, 'Rounds'), number('team-hours', 1, 336, 48, 'Hours for a line-up'),
                number('team-board-hours', 0, 1440, 0, 'Hours to begin the boards (0: no limit)'),
                h('div', { class: 'row' }, h('button', { type: 'submit', class: 'button main', 'data-testid': 'team-make' },
                    'Make the match'))));
    }

    private directs(): boolean {
        return ['director', 'owner'].includes(this.club.me.role) && !this.club.removed;
    }

    private show(open: Team[], ended: TeamFacts[], recent: Team[]): void {
        const directs = this.directs();
        const boards = (one: TeamFacts): HTMLElement | null => {
            const team = recent.find((whole) => pathOf(whole) === pathOf(one));
            return team ? h('ul', { class: 'cup-list' }, team.results.map((board) => this.board(team, board))) : null;
        };
        this.element.hidden = !directs && !open.length && !ended.length;
        const restore = keep(this.element);
        replace(this.element, h('h2', null, 'Team matches'),
            open.length ? open.map((team) => this.match(team)) : h('p', { class: 'quiet' }, 'None is being played.'),
            ended.length ? h('details', null, h('summary', null, 'Ended'), h('ul', { class: 'cup-list',
                'data-testid': 'teams-ended' }, ended.map((team) => h('li', null,
                `${team.names[0]} and ${team.names[1]}: ${endText(team)}`,
                h('span', { class: 'hint block' }, `${dateText(team.ended ?? team.time)}. `, h('a', { class: 'alone',
                    href: `${pathOf(team)}/boards.csv`, download: '' }, 'Boards as a spreadsheet')), boards(team))))) : null,
            directs ? this.making() : null);
        restore();
    }
}
