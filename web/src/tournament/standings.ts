// The table of a tournament, for its page, for other sites and on paper.

import { h } from '../dom';
import { playerUrl } from '../people';
import { DASH } from '../study/format';
import { table } from '../study/words';
import type { Tournament, TournamentPlayer } from '../types';

/** The name, a link where it is an account's. */
export function playerLink(player: TournamentPlayer): HTMLElement {
    const text = player.withdrawn ? h('s', null, player.name) : player.name;
    return player.account ? h('a', { href: playerUrl(player.name) }, text) : h('span', null, text);
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
        row.points[0] || row.points[1] ? `${row.points[0]}:${row.points[1]}` : DASH]));
}
