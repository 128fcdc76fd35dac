// The table of a tournament, for its page, for other sites and on paper.

import { h } from '../dom';
import { playerUrl } from '../people';
import { DASH } from '../study/format';
import { table } from '../study/words';
import type { Tournament, TournamentPlayer, TournamentStanding } from '../types';
import { groupRules, groupText } from './model';

/** The name, a link where it is an account's. */
export function playerLink(player: TournamentPlayer): HTMLElement {
    const text = player.withdrawn ? h('s', null, player.name) : player.name;
    return player.account ? h('a', { href: playerUrl(player.name) }, text) : h('span', null, text);
}

export function pointsText(row: TournamentStanding): string {
    return row.points[0] || row.points[1] ? `${row.points[0]}:${row.points[1]}` : DASH;
}

/** The table of each group; who goes on at the moment is marked. Empty in other forms, and before the draw. */
export function groupTables(t: Tournament): HTMLElement[] {
    return t.groups.map((rows, n) => {
        const on = rows.filter((row) => !row.withdrawn).slice(0, t.plan.advance);
        return h('section', { class: 'cup-group', 'aria-label': groupText(n + 1) }, h('h3', null, groupText(n + 1)),
            h('div', { class: 'scroll-x leaders' }, table(groupText(n + 1), ['', 'Player', 'Won', 'Lost', 'SB', 'Points'],
                rows.map((row) => [row.rank, h('span', on.includes(row) ? { class: 'won' } : null,
                    playerLink(t.players[row.player]!)), row.won, row.lost, row.sonneborn, pointsText(row)]))));
    });
}

/** The tables of all groups under one title, and how they are decided; null where there are none. */
export function groupsCard(t: Tournament): HTMLElement | null {
    const tables = groupTables(t);
    return tables.length === 0 ? null : h('section', { class: 'card stack', 'aria-label': 'Groups',
        'data-testid': 'cup-groups' }, h('h2', null, 'Groups'), h('div', { class: 'cup-groups' }, tables),
        h('p', { class: 'hint' }, groupRules(t.plan)));
}

/** null before the draw. */
export function standingsTable(t: Tournament): HTMLElement | null {
    if (t.standings.length === 0) return null;
    const swiss = t.kind === 'swiss', league = t.kind === 'league';
    if (t.kind === 'arena') return table('Table', ['', 'Player', 'Points', 'In a row', 'Won', 'Played'],
        t.standings.map((row) => [row.rank, playerLink(t.players[row.player]!), row.score, row.streak, row.won,
            row.won + row.lost]));
    const heads = ['', 'Player', 'Won', 'Lost', ...(swiss ? ['Score', 'Buchholz'] : []),
        ...(league ? ['SB'] : []), 'Points'];
    return table('Table', heads, t.standings.map((row) => [row.rank, playerLink(t.players[row.player]!),
        row.won, row.lost, ...(swiss ? [row.score, row.buchholz] : []), ...(league ? [row.sonneborn] : []),
        pointsText(row)]));
}
