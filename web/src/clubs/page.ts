// /club/ID: announcements, tournaments and members of a club; for directors what they do.

import { get, patch, post, remove } from '../api';
import { ask } from '../dialog';
import { h, replace } from '../dom';
import { icon } from '../icons';
import { keep } from '../study/keep';
import { whoAmI } from '../me';
import { noticeError } from '../notices';
import type { Page, PageContext } from '../router';
import { theSocket } from '../socket';
import { dateTimeText } from '../study/format';
import { failed } from '../study/words';
import { seasonsCard } from '../tournament/season';
import type { Club, ClubLog, ClubNews, ClubNewsList, Me, TournamentFacts, Tournaments } from '../types';
import { LadderCard } from './ladder';
import { membersCard, type Change } from './members';
import { cupText, factsText, lineText } from './model';
import { TeamsCard } from './teams';

class ClubView {
    readonly body = h('div', { class: 'stack' });
    readonly element = h('div', { class: 'wide-page stack compact-page cup', 'data-testid': 'club' }, this.body);
    readonly ready: Promise<void>;
    private me: Me | null = null;
    private cups: TournamentFacts[] = [];
    private leagues: HTMLElement | null = null;
    private ladderCard: LadderCard | null = null;
    private teamsCard: TeamsCard | null = null;
    private seq = 0;
    private readonly unwatch: () => void;

    constructor(private readonly id: string) {
        this.ready = this.load();
        this.unwatch = theSocket().follow('club', id, () => void this.refresh());
    }

    destroy(): void { this.unwatch(); }

    private readonly load = async (): Promise<void> => {
        try {
            const [me, club, cups, leagues] = await Promise.all([whoAmI(), get<Club>(`/api/clubs/${this.id}`),
                get<Tournaments>(`/api/tournaments?club=${this.id}&limit=100`), seasonsCard(this.id)]);
            this.leagues = leagues;
            this.me = me;
            this.cups = cups.tournaments;
            this.show(club);
            await Promise.all([this.ladderCard?.ready, this.teamsCard?.ready]);
        } catch (error) {
            replace(this.body, failed(error, () => void this.load()));
        }
    };

    /** Somebody has changed the club. Where it cannot be read the page stays as it is until the next change. */
    private async refresh(): Promise<void> {
        await this.ready;
        const news = await Promise.all([get<Club>(`/api/clubs/${this.id}`),
            get<Tournaments>(`/api/tournaments?club=${this.id}&limit=100`), seasonsCard(this.id)]).catch(() => null);
        if (!news || news[0].seq <= this.seq || !this.me) return;
        const [club, cups, leagues] = news;
        this.cups = cups.tournaments;
        this.leagues = leagues;
        // Settings that are folded away are as the club is now.
        const restore = keep(this.body, '.club-settings:not([open])');
        this.show(club);
        restore();
    }

    private readonly change: Change = async (run) => {
        try {
            const club = await run();
            const restore = keep(this.body, '.club-settings');
            this.show(club);
            restore();
            return true;
        } catch (error) {
            noticeError(error);
            return false;
        }
    };

    private show(club: Club): void {
        document.title = `${club.name} - alea`;
        const directs = club.me.role === 'owner' || club.me.role === 'director';
        this.seq = club.seq;
        replace(this.body,
            h('div', { class: 'row cup-title' }, h('h1', null, club.name),
                club.me.role === 'gone' ? null : h('span', { class: 'tag accent', 'data-testid': 'club-role' },
                    club.me.role === 'applied' ? 'you have asked to join' : `you: ${club.me.role}`)),
            h('p', { class: 'page-lead' }, `${factsText(club)}.`),
            club.text ? h('p', { class: 'cup-text', 'data-testid': 'club-text' }, club.text) : null,
            this.joining(club),
            h('div', { class: 'cup-grid' },
                h('div', { class: 'stack' }, this.news(club, directs), this.tournaments(club, directs),
                    this.leagues,
                    this.ladder(club), this.teams(club)),
                h('div', { class: 'stack club-folds' }, membersCard(club, this.change),
                    directs ? this.settings(club) : null, this.log(club))));
    }

    private joining(club: Club): HTMLElement | null {
        const path = `/api/clubs/${club.club}`;
        const button = (text: string, testid: string, run: () => Promise<Club>, kind = ''): HTMLElement =>
            h('button', { type: 'button', class: `button ${kind}`, 'data-testid': testid,
                on: { click: () => void this.change(run) } }, text);
        if (club.removed)
            return club.me.role !== 'owner' ? null : h('div', { class: 'row' }, button('Put the club back', 'club-restore',
                () => post<Club>(`${path}/restore`), 'main'));
        if (this.me?.guest)
            return h('p', { class: 'hint' }, 'To join, ', h('a', { href: '/account' }, 'choose a name and a password'),
                ' first.');
        if (club.me.role === 'gone')
            return h('div', { class: 'row' }, button(club.open ? 'Join' : 'Ask to join', 'club-join',
                () => post<Club>(`${path}/members`), 'main'));
        return null;
    }

    private leave(club: Club): HTMLElement | null {
        if (club.me.role === 'banned') return h('p', { class: 'hint' }, 'The club does not let you in.');
        if (club.me.role === 'gone' || club.me.role === 'owner') return null;
        const send = async (): Promise<void> => {
            if (club.me.role !== 'applied' && !await ask(`Leave ${club.name}?`,
                'You can join a club again a few times.', 'Leave', true)) return;
            await this.change(() => patch<Club>(`/api/clubs/${club.club}/members/${club.me.member}`, { role: 'gone' }));
        };
        return h('div', { class: 'row' }, h('button', { type: 'button', class: 'button', 'data-testid': 'club-leave',
            on: { click: () => void send() } }, club.me.role === 'applied' ? 'Do not ask any more' : 'Leave the club'));
    }

    private newsItem(club: Club, directs: boolean, one: ClubNews): HTMLElement {
        return h('li', { class: 'club-news' }, h('p', { class: 'cup-text' }, one.text),
            h('div', { class: 'row' }, h('span', { class: 'hint grow' }, `${dateTimeText(one.time)}, ${one.by}`),
                directs ? h('button', { type: 'button', class: 'button compact',
                    'aria-label': `Take back the announcement of ${dateTimeText(one.time)}`,
                    on: { click: () => void this.change(() =>
                        remove<Club>(`/api/clubs/${club.club}/news/${one.news}`)) } }, 'Take back') : null));
    }

    private news(club: Club, directs: boolean): HTMLElement {
        const text = h('textarea', { rows: 3, maxlength: 2000, 'aria-label': 'Announcement', required: true,
            'data-testid': 'club-announcement', placeholder: 'For everybody who opens this page' });
        const list = h('ul', { class: 'cup-list', 'data-testid': 'club-news' },
            club.news.map((one) => this.newsItem(club, directs, one)));
        const more = h('button', { type: 'button', class: 'button', on: { click: () => void older() } }, 'Older');
        let last = club.news[club.news.length - 1]?.news ?? 0;
        more.hidden = club.news.length < 5;
        const older = async (): Promise<void> => {
            try {
                const { news } = await get<ClubNewsList>(`/api/clubs/${club.club}/news?before=${last}`);
                last = news[news.length - 1]?.news ?? last;
                list.append(...news.map((one) => this.newsItem(club, directs, one)));
                more.hidden = news.length < 20;
            } catch (error) {
                noticeError(error);
            }
        };
        const send = (event: Event): void => {
            event.preventDefault();
            void this.change(async () => {
                const after = await post<Club>(`/api/clubs/${club.club}/news`, { text: text.value });
                text.value = '';
                return after;
            });
        };
        return h('section', { class: 'card stack', 'aria-label': 'Announcements' }, h('h2', null, 'Announcements'),
            directs && !club.removed ? h('form', { class: 'stack', on: { submit: send } }, text,
                h('div', { class: 'row' }, h('button', { type: 'submit', class: 'button', 'data-testid': 'club-announce' },
                    'Announce'))) : null,
            club.news.length ? list : h('p', { class: 'quiet' }, 'None.'), h('div', { class: 'row' }, more));
    }

    private tournaments(club: Club, directs: boolean): HTMLElement {
        return h('section', { class: 'card stack', 'aria-label': 'Tournaments', 'data-testid': 'club-cups' },
            h('h2', null, 'Tournaments'),
            this.cups.length === 0 ? h('p', { class: 'quiet' }, 'None.') : h('ul', { class: 'game-list' },
                this.cups.map((t) => h('li', null, h('a', { class: 'game-row', href: `/tournament/${t.tournament}` },
                    h('span', { class: 'game-names' }, t.name), h('span', { class: 'quiet' }, cupText(t)),
                    icon('right'))))),
            directs && !club.removed ? h('div', { class: 'row' }, h('a', { class: 'button',
                href: `/tournaments/new?club=${club.club}`, 'data-testid': 'club-new-cup' }, 'New tournament'),
            h('a', { class: 'button', href: `/seasons/new?club=${club.club}`, 'data-testid': 'club-new-season' },
                'New season')) : null);
    }

    private ladder(club: Club): HTMLElement | null {
        if (!club.ladder) return this.ladderCard = null;
        if (this.ladderCard) this.ladderCard.take(club);
        else this.ladderCard = new LadderCard(club);
        return this.ladderCard.element;
    }

    private teams(club: Club): HTMLElement {
        if (this.teamsCard) this.teamsCard.take(club);
        else this.teamsCard = new TeamsCard(club);
        return this.teamsCard.element;
    }

    private settings(club: Club): HTMLElement {
        const path = `/api/clubs/${club.club}`;
        const name = h('input', { type: 'text', id: 'club-name', maxlength: 32, required: true, value: club.name });
        const town = h('input', { type: 'text', id: 'club-town', maxlength: 32, value: club.town });
        const text = h('textarea', { id: 'club-about', rows: 4, maxlength: 2000, 'data-testid': 'club-about',
            value: club.text });
        const open = h('input', { type: 'checkbox', class: 'switch', id: 'club-open', checked: club.open });
        const number = (id: string, least: number, most: number, value: number): HTMLInputElement =>
            h('input', { type: 'number', id, min: least, max: most, value, required: true });
        const ladder = h('input', { type: 'checkbox', class: 'switch', id: 'club-has-ladder', checked: club.ladder !== null,
            'data-testid': 'club-has-ladder', on: { change: () => { rules.hidden = !ladder.checked; } } });
        const reach = number('ladder-reach', 1, 50, club.ladder?.reach ?? 3);
        const length = number('ladder-length', 1, 25, club.ladder?.length ?? 5);
        const idle = number('ladder-idle', 0, 366, club.ladder?.idle_days ?? 0);
        const rules = h('div', { class: 'stack' },
            h('div', { class: 'field-row stacked' }, h('label', { for: 'ladder-reach' }, 'Places up one may challenge'),
                reach),
            h('div', { class: 'field-row stacked' }, h('label', { for: 'ladder-length' }, 'Points of a match'), length),
            h('div', { class: 'field-row stacked' }, h('label', { for: 'ladder-idle' },
                'Days without a match to stay on it (0: for ever)'), idle));
        rules.hidden = !club.ladder;
        const send = (event: Event): void => {
            event.preventDefault();
            void this.change(() => patch<Club>(path, { ladder: ladder.checked ? { reach: Number(reach.value),
                length: Number(length.value), idle_days: Number(idle.value) } : null, name: name.value, town: town.value, text: text.value,
                open: open.checked }));
        };
        const drop = async (): Promise<void> => {
            if (await ask(`Remove ${club.name}?`, 'It is in no list then; you can put it back as it was.', 'Remove', true))
                await this.change(() => remove<Club>(path));
        };
        return h('details', { class: 'club-settings' }, h('summary', { 'data-testid': 'club-settings' }, 'Settings'),
            h('form', { class: 'stack', 'aria-label': 'Settings', on: { submit: send } },
                h('div', { class: 'field-row stacked' }, h('label', { for: 'club-name' }, 'Name'), name),
                h('div', { class: 'field-row stacked' }, h('label', { for: 'club-town' }, 'Town or place'), town),
                h('div', { class: 'field-row stacked' }, h('label', { for: 'club-about' }, 'About the club'), text),
                h('div', { class: 'field-row' }, h('label', { for: 'club-open' }, 'Anybody may join'), open),
                h('div', { class: 'field-row' }, h('label', { for: 'club-has-ladder' }, 'A ladder'), ladder), rules,
                h('div', { class: 'row cup-buttons' }, h('button', { type: 'submit', class: 'button main',
                    'data-testid': 'club-save' }, 'Save'),
                club.me.role === 'owner' && !club.removed ? h('button', { type: 'button', class: 'button danger',
                    'data-testid': 'club-remove', on: { click: () => void drop() } }, 'Remove the club') : null)));
    }

    /** What was done and by whom, the newest first; fetched when it is opened. */
    private log(club: Club): HTMLElement {
        const list = h('ul', { class: 'cup-list', 'data-testid': 'club-log' });
        const load = async (): Promise<void> => {
            try {
                const { log } = await get<ClubLog>(`/api/clubs/${club.club}/log`);
                replace(list, log.map((line) => h('li', { class: 'hint' }, `${dateTimeText(line.time)}: ${lineText(line)}`)));
            } catch (error) {
                replace(list, failed(error, () => void load()));
            }
        };
        return h('div', { class: 'stack' }, h('details', { on: { toggle: (event: Event) => {
            if ((event.target as HTMLDetailsElement).open) void load();
        } } }, h('summary', null, 'What was done'), list, h('p', { class: 'hint' },
            h('a', { class: 'alone', href: `/api/clubs/${club.club}/log.csv`, download: '' }, 'As a spreadsheet'))),
        this.leave(club));
    }
}

export function clubPage(context: PageContext): Page {
    const view = new ClubView(context.params['id']!);
    return { title: 'Club', element: view.element, ready: view.ready, destroy: () => view.destroy() };
}
