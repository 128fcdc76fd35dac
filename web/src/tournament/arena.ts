// An arena: whether one waits, plays or pauses; matches being played, free players, matches played.

import { post } from '../api';
import { h } from '../dom';
import { plural } from '../study/format';
import type { Tournament, TournamentMatch } from '../types';
import { change } from './director';
import { matchRows } from './matches';
import { ARENA_RULES, waiting } from './model';
import type { Took } from './report';

/** For who is in it: that he waits, pauses, or may pause. */
export function arenaMine(t: Tournament, took: Took): HTMLElement | null {
    const mine = t.me.player === null ? null : t.players[t.me.player];
    if (t.kind !== 'arena' || t.stage !== 'running' || !mine || mine.withdrawn) return null;
    const plays = t.me.match !== null;
    const missed = t.matches.filter((match) => match.players.includes(mine.player)).slice(-1)[0];
    const absent = mine.paused && missed?.outcome === 'forfeit' && missed.winner !== mine.player;
    const text = absent ? 'You did not come to your match: nobody is paired with you until you are back.'
        : mine.paused ? plays ? 'You pause after this match.' : 'You pause: nobody is paired with you.'
        : plays ? 'After this match you are paired again.' : 'You wait for the next free opponent.';
    const set = (paused: boolean): Promise<boolean> => change(() => post<Tournament>(
        `/api/tournaments/${t.tournament}/players/${mine.player}/pause`, { paused }), took);
    return h('div', { class: 'row', 'data-testid': 'cup-waits' }, h('p', { class: 'hint grow' }, text),
        h('button', { type: 'button', class: `button${mine.paused ? ' main' : ''}`, 'data-testid': 'cup-pause',
            on: { click: () => void set(!mine.paused) } }, mine.paused ? 'I am back' : 'Pause'));
}

/** Matches being played and free players; what was played is folded, the last first. */
export function arenaMatches(t: Tournament, took: Took): HTMLElement {
    const playing = t.matches.filter((match) => match.open), free = waiting(t);
    const played: TournamentMatch[] = t.matches.filter((match) => match.outcome !== null).reverse();
    return h('section', { class: 'card stack', 'aria-label': 'Matches', 'data-testid': 'cup-arena' },
        h('details', null, h('summary', null, 'How it is played'), h('p', { class: 'hint' }, ARENA_RULES,
            t.plan.no_show ? ' A player who does not come to a game within '
                + `${plural(t.plan.no_show, 'minute')} loses it and pauses.` : '')),
        playing.length === 0 ? null : [h('h2', null, `Now (${playing.length})`), matchRows(t, playing, took)],
        free.length === 0 || t.stage !== 'running' ? null
            : h('p', { class: 'hint', 'data-testid': 'cup-free' }, `Free: ${free.join(', ')}.`),
        played.length === 0 ? null : h('details', null, h('summary', null, `Played (${played.length})`),
            matchRows(t, played, took)));
}
