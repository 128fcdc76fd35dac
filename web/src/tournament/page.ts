// /tournament/ID: one's own match, entries, rounds or bracket, the table; for directors what they do.

import { get, post, remove } from '../api';
import { h, replace } from '../dom';
import { keep } from '../study/keep';
import { whoAmI } from '../me';
import { noticeError } from '../notices';
import { navigate, setAddress, type Page, type PageContext } from '../router';
import { theSocket } from '../socket';
import { dateTimeText, plural } from '../study/format';
import { failed } from '../study/words';
import type { Me, Tournament, TournamentLog, TournamentMatch } from '../types';
import { arenaMatches, arenaMine } from './arena';
import { change, directorCard, entryForm } from './director';
import { bracket, roundRows } from './matches';
import { clockText, endText, eventText, hasBracket, isPairedAsItGoes, KIND_TEXT, lengthsText, mayEnter, merged, nameOf,
    resultText, type Round, roundsOf, stageText, startText }
    from './model';
import { meetingButton, meetingText } from './meeting';
import { reportDialog } from './report';
import { groupsCard, playerLink, standingsTable } from './standings';

class TournamentView {
    readonly head = h('div', { class: 'stack' });
    readonly body = h('div', { class: 'cup-grid' });
    readonly element = h('div', { class: 'wide-page stack compact-page cup', 'data-testid': 'tournament' },
        this.head, this.body);
    readonly ready: Promise<void>;
    private state: Tournament | null = null;
    private me: Me | null = null;
    private shownRound: string;
    private readonly unwatch: () => void;
    private loading = false;
    private again = false;
    private readonly entryForm: HTMLElement;

    constructor(private readonly id: string, round: string) {
        this.shownRound = round;
        this.entryForm = entryForm(id, (state) => this.take(state));
        this.ready = this.load();
        this.unwatch = theSocket().follow('tournament', id, () => void this.load());
    }

    destroy(): void { this.unwatch(); }

    /** One request at a time: another follows where something changes meanwhile. */
    private async load(): Promise<void> {
        this.again = this.loading;
        if (this.loading) return;
        this.loading = true;
        try {
            const path = `/api/tournaments/${this.id}`, before = this.state;
            const [me, news] = await Promise.all([whoAmI(),
                get<Tournament>(path + (before ? `?after=${before.seq}` : ''))]);
            this.me = me;
            this.take((before ? merged(before, news) : news) ?? await get<Tournament>(path));
        } catch (error) {
            if (!this.state) replace(this.body, failed(error, () => void this.load()));
        }
        this.loading = false;
        if (this.again) await this.load();
    }

    /** Shows a state unless it is the one that is shown. */
    private readonly take = (state: Tournament): void => {
        const before = this.state;
        this.state = state;
        if (before && JSON.stringify(before) === JSON.stringify(state)) return;
        document.title = `${state.name} - alea`;
        this.showHead(state);
        this.show(state);
    };

    private showHead(t: Tournament): void {
        const facts = [KIND_TEXT[t.kind], lengthsText(t.plan), t.plan.online ? clockText(t.plan) : '',
            plural(t.entered, 'player'), t.starts && t.stage === 'entry' ? startText(t) : '',
            endText(t)].filter(Boolean);
        replace(this.head, h('div', { class: 'row cup-title' }, h('h1', null, t.name),
            h('span', { class: `tag${t.stage === 'entry' || t.stage === 'running' ? ' accent' : ''}`,
                'data-testid': 'cup-stage' }, stageText(t))),
            h('p', { class: 'page-lead' }, `${facts.join(', ')}.`),
            t.club ? h('p', { class: 'hint' }, t.members_only ? 'For members of ' : 'A tournament of ',
                h('a', { href: `/club/${t.club}` }, 'its club'), '.') : null,
            t.season ? h('p', { class: 'hint' }, 'A division of ', h('a', { href: `/season/${t.season}` }, 'a season'), '.') : null,
            t.text ? h('p', { class: 'cup-text' }, t.text) : null,
            t.stage === 'entry' && t.starts ? h('p', { class: 'hint' }, h('a', { download: '',
                href: `/api/tournaments/${t.tournament}/calendar.ics` }, 'Into your calendar')) : null,
            t.winner === null ? null : h('p', { class: 'lead', 'data-testid': 'cup-winner' },
                `${nameOf(t, t.winner)} wins.`, t.consolation_winner === null ? ''
                    : ` Consolation: ${nameOf(t, t.consolation_winner)}.`));
    }

    private show(t: Tournament): void {
        const restore = keep(this.body);
        const [left, top] = [...this.body.querySelectorAll('.bracket')].map((one) =>
            [one.scrollLeft, one.scrollTop])[0] ?? [0, 0];
        replace(this.body,
            h('div', { class: 'stack cup-wide' }, this.myMatches(t), arenaMine(t, this.take), groupsCard(t), this.brackets(t)),
            h('div', { class: 'stack' }, this.entering(t), this.rounds(t), this.players(t), this.draw(t), this.log(t)),
            h('div', { class: 'stack' }, t.me.director ? directorCard(t, this.entryForm, this.take) : null,
                this.standings(t)));
        this.body.querySelector('.bracket')?.scrollTo(left!, top!);
        restore();
    }

    /** Those to be played now, the soonest first: in a league there may be several. */
    private myMatches(t: Tournament): HTMLElement[] {
        const when = (match: TournamentMatch): number => match.meeting?.agreed ? match.meeting.time : Infinity;
        return t.me.player === null ? [] : t.matches.filter((match) => match.open
            && match.players.includes(t.me.player)).sort((a, b) => when(a) - when(b) || a.match - b.match)
            .map((match) => this.myMatch(t, match));
    }

    private myMatch(t: Tournament, match: TournamentMatch): HTMLElement {
        const other = match.players[match.players[0] === t.me.player ? 1 : 0];
        const here = t.plan.online && other !== null && t.players[other]?.account === true;
        return h('section', { class: 'card stack cup-mine', 'aria-label': 'Your match', 'data-testid': 'cup-mine' },
            h('h2', null, `Your match: ${nameOf(t, other)}`),
            match.meeting ? h('p', null, `${meetingText(t, match)}.`) : null,
            h('p', { class: 'hint' }, `${resultText(t, match)}.`),
            h('div', { class: 'row cup-buttons' },
                here ? h('button', { type: 'button', class: 'button main', 'data-testid': 'cup-play',
                    on: { click: () => void this.play(t, match.match) } }, match.game ? 'Play on' : 'Play') : null,
                h('button', { type: 'button', class: `button${here ? '' : ' main'}`,
                    'data-testid': 'cup-tell', on: { click: () => reportDialog(t, match, this.take) } },
                    'Tell the result'),
                meetingButton(t, match, this.take)));
    }

    private async play(t: Tournament, match: number): Promise<void> {
        try {
            const { url } = await post<{ game: string; url: string }>(
                `/api/tournaments/${t.tournament}/matches/${match}/game`);
            navigate(url);
        } catch (error) {
            noticeError(error);
            void this.load();
        }
    }

    private entering(t: Tournament): HTMLElement | null {
        const path = `/api/tournaments/${t.tournament}/players`;
        const mine = t.me.player === null ? null : t.players[t.me.player];
        if (mine && !mine.withdrawn) {
            if (t.stage !== 'entry' && t.stage !== 'running') return null;
            return h('div', { class: 'row' }, h('p', { class: 'hint grow' }, 'You are entered.'),
                h('button', { type: 'button', class: 'button quiet', 'data-testid': 'cup-withdraw',
                    on: { click: () => void change(() => remove<Tournament>(`${path}/${mine.player}`),
                        this.take) } }, 'Withdraw'));
        }
        if (!mayEnter(t) || (mine?.seed && !isPairedAsItGoes(t.kind))) return null;
        if (this.me?.guest) return h('p', { class: 'hint' }, 'To enter, ',
            h('a', { href: '/account' }, 'choose a name and a password'), ' first.');
        return h('div', { class: 'row' }, h('button', { type: 'button', class: `button${t.me.director ? '' : ' main'}`,
            'data-testid': 'cup-enter', on: { click: () => void change(() => post<Tournament>(path), this.take) } },
            t.stage === 'entry' || t.kind === 'arena' ? 'Enter'
                : t.kind === 'swiss' ? 'Enter for the next round' : 'Enter late'));
    }

    private brackets(t: Tournament): (HTMLElement | null)[] {
        if (!hasBracket(t.kind)) return [];
        return (['main', 'second', 'final'] as const).map((part) => bracket(t, part, this.take));
    }

    private rounds(t: Tournament): HTMLElement | null {
        if (t.kind === 'arena') return arenaMatches(t, this.take);
        const rounds = roundsOf(t, t.kind === 'groups' ? 'group' : undefined);
        if (rounds.length === 0 || t.kind === 'single' || t.kind === 'double') return null;
        const now = rounds.find((round) => round.matches.some((match) => match.open)) ?? rounds[rounds.length - 1]!;
        const shown = rounds.find((round) => String(round.round) === this.shownRound) ?? now;
        const rowsOf = (round: Round): (HTMLElement | null)[] => [t.plan.week_h && t.started !== null
            ? h('p', { class: 'hint', 'data-testid': 'cup-until' }, `To be played until ${dateTimeText(t.started
                + round.round * t.plan.week_h * 3600000)}; sooner, or later, by agreement.`) : null,
            roundRows(t, round, this.take)];
        const list = h('div', { class: 'stack' }, rowsOf(shown));
        return h('section', { class: 'card stack', 'aria-label': 'Rounds', 'data-testid': 'cup-rounds-card' },
            h('div', { class: 'choices' }, rounds.map((round) => h('label', { class: 'choice' },
                h('input', { type: 'radio', name: 'cup-round', checked: round === shown, on: { change: () => {
                    this.shownRound = round === now ? '' : String(round.round);
                    setAddress(`/tournament/${t.tournament}` + (this.shownRound ? `?round=${this.shownRound}` : ''));
                    replace(list, ...rowsOf(round));
                } } }), h('span', null, round.title)))), list);
    }

    private standings(t: Tournament): HTMLElement | null {
        const standings = standingsTable(t);
        if (!standings) return null;
        return h('section', { class: 'card stack', 'aria-label': 'Table', 'data-testid': 'cup-table' },
            h('h2', null, 'Table'), h('div', { class: 'scroll-x leaders' }, standings),
            h('p', { class: 'hint' }, 'As a spreadsheet: ',
                h('a', { href: `/api/tournaments/${t.tournament}/standings.csv`, download: '' }, 'the table'), ', ',
                h('a', { href: `/api/tournaments/${t.tournament}/results.csv`, download: '' }, 'all matches'), '.'));
    }

    private players(t: Tournament): HTMLElement | null {
        if (t.stage !== 'entry' && !t.me.director) return null;
        const entered = t.players.filter((player) => !player.withdrawn);
        const list = entered.length === 0 ? h('p', { class: 'quiet' }, 'Nobody yet.')
            : h('ul', { class: 'cup-list' }, entered.map((player) => h('li', { class: 'row' },
                h('span', { class: 'grow' }, playerLink(player), player.rating ? ` (${player.rating})` : ''),
                t.me.director && t.stage !== 'over' && t.stage !== 'removed'
                    ? h('button', { type: 'button', class: 'button compact', 'aria-label': `Withdraw ${player.name}`,
                        on: { click: () => void change(() => remove<Tournament>(
                            `/api/tournaments/${t.tournament}/players/${player.player}`), this.take) } },
                        'Withdraw') : null)));
        return h('section', { class: 'card', 'aria-label': 'Players', 'data-testid': 'cup-players' },
            t.stage === 'entry' ? [h('h2', null, `Players (${entered.length})`), list]
                : h('details', null, h('summary', null, `Players (${entered.length})`), list));
    }

    /** What was done and by whom, the newest first; fetched when it is opened. */
    private log(t: Tournament): HTMLElement {
        const list = h('ul', { class: 'cup-list', 'data-testid': 'cup-log' });
        const load = async (): Promise<void> => {
            try {
                const { events } = await get<TournamentLog>(
                    `/api/tournaments/${t.tournament}/log?limit=200&after=${Math.max(0, t.seq - 200)}`);
                replace(list, events.reverse().map((event) => h('li', { class: 'hint' }, dateTimeText(event.time), ', ',
                    event.by ?? 'the server', ': ', eventText(t, event))));
            } catch (error) {
                replace(list, failed(error, () => void load()));
            }
        };
        return h('details', { on: { toggle: (event: Event) => {
            if ((event.target as HTMLDetailsElement).open) void load();
        } } }, h('summary', null, 'What was done'), list);
    }

    private draw(t: Tournament): HTMLElement | null {
        if (!t.seed_hash) return null;
        return h('details', { class: 'cup-seed' }, h('summary', null, 'The draw'), h('p', { class: 'hint' },
            t.seed ? 'Drawn by lot from the seed ' : 'Drawn by lot from a seed whose SHA-256 is ',
            h('code', null, t.seed ?? t.seed_hash),
            t.seed ? ', whose SHA-256 was shown before anybody entered.' : '; the seed itself is shown after the draw.'));
    }
}

export function tournamentPage(context: PageContext): Page {
    const view = new TournamentView(context.params['id']!, context.query.get('round') ?? '');
    return { title: 'Tournament', element: view.element, ready: view.ready, destroy: () => view.destroy() };
}
