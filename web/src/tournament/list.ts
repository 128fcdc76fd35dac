// /tournaments: those that are open or running, one's own, those that are over.

import { get } from '../api';
import { emptyBoard } from '../board/small';
import { h, replace } from '../dom';
import { icon } from '../icons';
import { whoAmI } from '../me';
import type { Page } from '../router';
import { dateText, dateTimeText, plural } from '../study/format';
import { copyField, failed } from '../study/words';
import type { CalendarAddress, TournamentFacts, Tournaments } from '../types';
import { KIND_TEXT, stageText } from './model';
import { seasonsCard } from './season';

function whenText(t: TournamentFacts): string {
    if (t.stage === 'over') return dateText(t.changed);
    return t.starts ? `starts ${dateTimeText(t.starts)}` : '';
}

function row(t: TournamentFacts): HTMLElement {
    return h('li', null, h('a', { class: 'game-row', href: `/tournament/${t.tournament}` },
        h('span', { class: 'game-names' }, t.name),
        h('span', { class: 'quiet' }, [KIND_TEXT[t.kind], plural(t.entered, 'player'), stageText(t), whenText(t)]
            .filter(Boolean).join(', ')), icon('right')));
}

function rows(found: TournamentFacts[]): HTMLElement {
    return h('ul', { class: 'game-list' }, found.map(row));
}

/** The address of one's own calendar, fetched when it is opened. */
function calendarPart(): HTMLElement {
    const out = h('div', { class: 'stack' });
    const load = async (): Promise<void> => {
        try {
            const { url } = await get<CalendarAddress>('/api/calendar');
            replace(out, h('p', { class: 'hint' }, 'A calendar program that subscribes to this address shows when ' +
                'your tournaments start and until when your matches must begin. Keep it to yourself; a new password ' +
                'makes a new one.'), copyField('Address', location.origin + url));
        } catch (error) {
            replace(out, failed(error, () => void load()));
        }
    };
    return h('details', { 'data-testid': 'calendar', on: { toggle: (event: Event) => {
        if ((event.target as HTMLDetailsElement).open) void load();
    } } }, h('summary', null, 'In your calendar'), out);
}

export function tournamentsPage(): Page {
    const body = h('div', { class: 'stack', 'data-testid': 'tournaments' });
    const load = async (): Promise<void> => {
        try {
            const [me, now, mine, over, leagues] = await Promise.all([whoAmI(), get<Tournaments>('/api/tournaments?list=now'),
                get<Tournaments>('/api/tournaments?list=mine'), get<Tournaments>('/api/tournaments?list=over&limit=20'),
                seasonsCard('')]);
            const own = mine.tournaments.filter((t) => t.stage !== 'over');
            const others = now.tournaments.filter((t) => !own.some((one) => one.tournament === t.tournament));
            replace(body,
                h('div', { class: 'row' }, me.guest
                    ? h('p', { class: 'hint' }, 'To direct or to enter one, ',
                        h('a', { href: '/account' }, 'choose a name and a password'), ' first.')
                    : h('a', { class: 'button main', href: '/tournaments/new', 'data-testid': 'new-tournament' },
                        'New tournament'),
                me.guest ? null : h('a', { class: 'button', href: '/seasons/new', 'data-testid': 'new-season' }, 'New season'),
                h('a', { class: 'button', href: '/clubs' }, 'Clubs'),
                h('a', { class: 'button', href: '/chouettes' }, 'Chouettes')),
                own.length === 0 ? null : h('section', { class: 'card', 'aria-label': 'Mine' },
                    h('h2', null, 'Mine'), rows(own), me.guest ? null : calendarPart()),
                h('section', { class: 'card', 'aria-label': 'Now' }, h('h2', null, 'Now'),
                    others.length > 0 ? rows(others)
                        : [h('p', { class: 'quiet' }, `No ${own.length ? 'other ' : ''}tournament is open or running.`),
                            own.length ? null : emptyBoard()]),
                leagues,
                over.tournaments.length === 0 ? null : h('section', { class: 'card', 'aria-label': 'Over' },
                    h('h2', null, 'Over'), rows(over.tournaments)));
        } catch (error) {
            replace(body, failed(error, () => void load()));
        }
    };
    return { title: 'Tournaments', ready: load(), element: h('div', { class: 'wide-page stack compact-page' },
        h('h1', null, 'Tournaments'), body) };
}
