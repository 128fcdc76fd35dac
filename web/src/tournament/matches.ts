// Matches as rows, round by round, and as a bracket.

import { h } from '../dom';
import type { Tournament, TournamentMatch, TournamentPart } from '../types';
import { meetingButton, meetingText } from './meeting';
import { groupText, isPlayable, nameOf, resultText, roundsOf, type Round } from './model';
import { reportDialog, type Took } from './report';

/** Whether the reader may tell the result, or take it back. */
function mayTell(t: Tournament, match: TournamentMatch): boolean {
    if (t.stage === 'removed' || !isPlayable(match)) return false;
    if (t.me.director) return match.open || match.outcome === 'played' || match.outcome === 'forfeit';
    return match.open && t.me.player !== null && match.players.includes(t.me.player);
}

function side(t: Tournament, match: TournamentMatch, index: 0 | 1): HTMLElement {
    const player = match.players[index], won = match.winner !== null && match.winner === player;
    return h('span', { class: `cup-player${won ? ' won' : ''}${player === t.me.player && player !== null
        ? ' me' : ''}` },
        h('span', { class: 'cup-name' }, nameOf(t, player) || '\u00a0'),
        match.score ? h('span', { class: 'cup-score' }, match.score[index]) : won
            ? h('span', { class: 'cup-score' }, '\u2713') : null);
}

/** Both names over each other; a button where something can be done about the match. */
function box(t: Tournament, match: TournamentMatch, took: Took): HTMLElement {
    const hidden = (text: string): HTMLElement => h('span', { class: 'hidden-text' }, text);
    const content = [side(t, match, 0), hidden(' and '), side(t, match, 1), hidden(`: ${resultText(t, match)}`)];
    const kind = `cup-box${match.open ? ' open' : ''}${match.disputed ? ' disputed' : ''}`;
    return mayTell(t, match)
        ? h('button', { type: 'button', class: kind, 'data-match': match.match,
            on: { click: () => reportDialog(t, match, took) } }, content)
        : h('div', { class: kind, 'data-match': match.match }, content);
}

/** Columns of a knock-out, to be moved sideways and down. */
export function bracket(t: Tournament, part: TournamentPart, took: Took): HTMLElement | null {
    const rounds = roundsOf(t, part);
    if (rounds.length === 0) return null;
    return h('div', { class: 'bracket', tabindex: 0, role: 'region', 'aria-label': 'Bracket',
        'data-testid': `bracket-${part}` },
        h('div', { class: 'bracket-rounds' }, rounds.map((round) =>
            h('section', { class: 'bracket-round', 'aria-label': round.title }, h('h3', null, round.title),
                h('div', { class: 'bracket-column' }, round.matches.map((match) => box(t, match, took)))))));
}

function row(t: Tournament, match: TournamentMatch, took: Took): HTMLElement {
    const group = match.part === 'group' ? t.players[match.players[0]!]?.group : null;
    const state = [meetingText(t, match), match.outcome === 'played' ? '' : resultText(t, match)];
    const text = [group ? groupText(group) : '', state.filter(Boolean).join('; ')];
    return h('li', { class: 'cup-row' }, box(t, match, took),
        h('span', { class: 'hint' }, text.filter(Boolean).join(': '),
            match.game ? [' ', h('a', { href: `/g/${match.game}` }, match.open ? 'Watch' : 'See the game')] : null),
        meetingButton(t, match, took, 'compact'));
}

/** Matches one under the other. */
export function matchRows(t: Tournament, matches: TournamentMatch[], took: Took): HTMLElement {
    return h('ul', { class: 'cup-rows' }, matches.map((match) => row(t, match, took)));
}

/** The matches of one round. */
export function roundRows(t: Tournament, round: Round, took: Took): HTMLElement {
    return matchRows(t, round.matches, took);
}
