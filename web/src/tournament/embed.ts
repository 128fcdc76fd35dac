// /embed/ID: a tournament inside of another site, to be looked at: rounds or bracket, the table. It has no
// session and no buttons; links open in a window of their own.

import { get } from '../api';
import { h, replace, type Child } from '../dom';
import { failed } from '../study/words';
import type { Tournament } from '../types';
import { bracket, matchRows, roundRows } from './matches';
import { hasBracket, merged, nameOf, roundsOf, stageText } from './model';
import { groupsCard, standingsTable } from './standings';

/** How often it looks for news. */
const EVERY_MS = 20000;

function rounds(t: Tournament): (HTMLElement | null)[] {
    const none = (): void => undefined;
    if (hasBracket(t.kind)) return [groupsCard(t),
        ...(['main', 'second', 'final'] as const).map((part) => bracket(t, part, none))];
    if (t.kind === 'arena') return [matchRows(t, t.matches.filter((match) => match.open), none),
        h('details', null, h('summary', null, 'Played'),
            matchRows(t, t.matches.filter((match) => match.outcome !== null).reverse(), none))];
    const all = roundsOf(t);
    const now = all.find((round) => round.matches.some((match) => match.open)) ?? all[all.length - 1];
    return all.map((round) => h('details', { open: round === now }, h('summary', null, round.title),
        roundRows(t, round, none)));
}

function content(t: Tournament): Child[] {
    const standings = standingsTable(t);
    return [
        h('div', { class: 'row cup-title' }, h('h1', null, h('a', { href: `/tournament/${t.tournament}` }, t.name)),
            h('span', { class: 'tag' }, stageText(t))),
        t.winner === null ? null : h('p', { class: 'lead' }, `${nameOf(t, t.winner)} wins.`),
        t.matches.length > 0 ? rounds(t) : h('ul', { class: 'cup-list' },
            t.players.filter((one) => !one.withdrawn).map((one) => h('li', null, one.name))),
        standings ? h('div', { class: 'scroll-x leaders' }, standings) : null,
    ];
}

/** Fills `element` with the tournament `id`, for as long as the window lives. */
export async function embedTournament(id: string, element: HTMLElement): Promise<void> {
    const body = h('div', { class: 'stack cup', 'data-testid': 'embedded' });
    let state: Tournament | null = null;
    const look = async (): Promise<void> => {
        const path = `/api/tournaments/${encodeURIComponent(id)}`, before: Tournament | null = state;
        try {
            const news: Tournament = await get<Tournament>(path + (before ? `?after=${before.seq}` : ''));
            if (before && news.seq === before.seq && news.stage === before.stage) return;
            state = (before ? merged(before, news) : news) ?? await get<Tournament>(path);
            const open = [...body.querySelectorAll('details')].map((one) => one.open);
            replace(body, content(state));
            // What somebody folded open stays, as long as there is no further round.
            const now = [...body.querySelectorAll('details')];
            if (open.length === now.length) now.forEach((one, n) => { one.open = open[n]!; });
        } catch (error) {
            if (!state) replace(body, failed(error, () => void look()));
        }
    };
    const base = document.createElement('base');
    base.target = '_blank';
    document.head.append(base);
    await look();
    replace(element, body);
    document.title = state ? (state as Tournament).name : 'Tournament';
    window.setInterval(() => { if (!document.hidden) void look(); }, EVERY_MS);
}
