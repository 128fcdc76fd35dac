// What a tournament's state says, in words and in order. Pure.

import { dateTimeText, plural } from '../study/format';
import type { Pair, Tournament, TournamentEvent, TournamentFacts, TournamentKind, TournamentMatch, TournamentPart,
    TournamentPlan } from '../types';

export const KIND_TEXT: { [kind in TournamentKind]: string } = {
    swiss: 'Swiss', single: 'Knock-out', double: 'Double elimination', league: 'Round robin', arena: 'Arena',
    groups: 'Groups, knock-out',
};

export const KIND_ABOUT: { [kind in TournamentKind]: string } = {
    swiss: 'A set number of rounds; nobody is out. You meet players with as many wins as you.',
    single: 'Who loses is out, or goes on in a consolation.',
    double: 'Out after the second loss.',
    league: 'Everybody meets everybody.',
    groups: 'Everybody meets everybody of a small group; the best of each group go on to a knock-out, '
        + 'the others, if you like, to a consolation.',
    arena: 'An evening of short matches. Who is free meets the next free player with about as many points; one comes '
        + 'and goes at will.',
};

/** How an arena is played, for those in it. */
export const ARENA_RULES = 'A win is 1 point, from the third in a row on 2. Five seconds after a match come the next '
    + 'pairs: players with about as many points, and not the opponent one has just had, unless for a minute nobody else '
    + 'is free. At the end nobody is paired any more; a match that is being played then counts. Level in points, more '
    + 'wins are better.';

/** The name of a player by number; '' where nobody is known yet. */
export function nameOf(t: Tournament, player: number | null): string {
    if (player === null) return '';
    return player < 0 ? 'bye' : t.players[player]?.name ?? '';
}

/** "Group A"; beyond the letters "Group 27". */
export function groupText(group: number): string {
    return `Group ${group <= 26 ? String.fromCharCode(64 + group) : group}`;
}

/** Whether there is a bracket. */
export function hasBracket(kind: TournamentKind): boolean {
    return kind === 'single' || kind === 'double' || kind === 'groups';
}

/** Whether a late player is simply paired next. */
export function isPairedAsItGoes(kind: TournamentKind): boolean {
    return kind === 'swiss' || kind === 'arena';
}

/** Whether one may enter oneself: before the draw, or late. */
export function mayEnter(t: Tournament): boolean {
    if (t.stage === 'entry') return true;
    return t.stage === 'running' && t.may_enter && (isPairedAsItGoes(t.kind) || t.plan.late || t.me.director);
}

/** How a director's late entry comes into the draw. */
export function lateText(t: Tournament): string {
    return hasBracket(t.kind) && t.kind !== 'groups'
        ? 'A late entry plays the holder of a bye of round 1, as long as his next match has not begun.'
        : isPairedAsItGoes(t.kind) ? 'A late entry is paired next.'
            : 'Until round 2 begins the rounds to come are drawn again for a late entry.';
}

/** How groups are decided, for those in them. */
export function groupRules(plan: TournamentPlan): string {
    return `${plan.advance === 1 ? 'The first' : `The first ${plan.advance}`} of each group ${plan.advance === 1
        ? 'goes' : 'go'} on. Level in wins, the wins against those who are level count, then the wins of the opponents `
        + 'beaten (SB), then won less lost points, then the draw. Who withdraws does not go on.';
}

/** "5 points", "5, 7, then 9 points". */
export function lengthsText(plan: TournamentPlan): string {
    const all = plan.lengths, last = all[all.length - 1] ?? 0;
    const text = all.length < 2 ? String(last) : `${all.slice(0, -1).join(', ')}, then ${last}`;
    const more = plan.final_length && plan.final_length !== last ? `; the final to ${plan.final_length}` : '';
    return `matches to ${text}${more}`;
}

export function clockText(plan: TournamentPlan): string {
    if (plan.clock === 'none') return 'no clock';
    const reserve = plan.reserve_s ? `${Math.round(plan.reserve_s / 6) / 10} min` : '2 min a point';
    return plan.clock === 'delay' ? `${reserve}, ${plan.step_s} s delay` : `${reserve} + ${plan.step_s} s`;
}

export function stageText(t: TournamentFacts): string {
    switch (t.stage) {
    case 'entry': return 'open for entries';
    case 'running': return t.kind === 'swiss' && t.round > 0 ? `round ${t.round} of ${t.rounds}` : 'running';
    case 'over': return 'over';
    case 'removed': return 'removed';
    }
}

/** When it starts, and whether that waits for players. */
export function startText(t: Tournament): string {
    if (t.plan.by_clock && t.starts! < Date.now()) return 'starts as soon as there are two players';
    return `starts ${dateTimeText(t.starts!)}${t.plan.by_clock ? ' by itself' : ''}`;
}

/** "until 22:30" of an arena; '' of another, or before its start. */
export function endText(t: Tournament): string {
    if (!t.ends) return t.kind === 'arena' ? `${t.plan.minutes} minutes` : '';
    const time = new Date(t.ends).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
    return t.stage === 'over' ? '' : `pairs until ${time}`;
}

export interface Round {
    part: TournamentPart;
    round: number;
    title: string;
    matches: TournamentMatch[];
}

function roundTitle(t: Tournament, part: TournamentPart, round: number, last: number): string {
    if (part === 'group') return `Groups, round ${round}`;
    if (part === 'final') return round > 1 ? 'Final, once more' : 'Final';
    const knockout = hasBracket(t.kind);
    const second = t.kind === 'double' ? 'Losers’ bracket' : 'Consolation';
    if (part === 'second') return round === last ? `${second}, final` : `${second}, round ${round}`;
    if (!knockout || last - round > 2) return `Round ${round}`;
    const end = ['Final', 'Semi-finals', 'Quarter-finals'][last - round]!;
    return t.kind === 'double' && round === last ? 'Winners’ final' : end;
}

/** The rounds of a part, or of all parts, in order; the matches by place. */
export function roundsOf(t: Tournament, part?: TournamentPart): Round[] {
    const rounds = new Map<string, Round>();
    for (const match of t.matches) {
        if (part && match.part !== part) continue;
        const key = `${match.part} ${match.round}`;
        let round = rounds.get(key);
        if (!round) {
            const last = Math.max(...t.matches.filter((one) => one.part === match.part).map((one) => one.round));
            round = { part: match.part, round: match.round, matches: [],
                title: roundTitle(t, match.part, match.round, last) };
            rounds.set(key, round);
        }
        round.matches.push(match);
    }
    const order = { group: 0, main: 1, second: 2, final: 3 };
    for (const round of rounds.values()) round.matches.sort((a, b) => a.place - b.place);
    return [...rounds.values()].sort((a, b) => order[a.part] - order[b.part] || a.round - b.round);
}

/** Whether both players are known and neither is nobody. */
export function isPlayable(match: TournamentMatch): boolean {
    return match.players.every((player) => player !== null && player >= 0);
}

/** Matches that were not played in time and that the director has to decide. */
export function overdue(t: Tournament): TournamentMatch[] {
    return t.matches.filter((match) => (match.last ?? Infinity) < Date.now());
}

/** "Ann won 7 to 3", "Bob did not come", "to be played", "waits for round 2". */
export function resultText(t: Tournament, match: TournamentMatch): string {
    const [a, b] = match.players;
    const loser = match.winner === a ? b : a;
    switch (match.outcome) {
    case 'played': {
        if (!match.score) return `${nameOf(t, match.winner)} won`;
        const [high, low] = match.winner === a ? match.score : [match.score[1], match.score[0]];
        return `${nameOf(t, match.winner)} won ${high} to ${low}`;
    }
    case 'forfeit': return match.winner === null ? 'neither came' : `${nameOf(t, loser)} did not come`;
    case 'bye': return 'bye';
    case 'void': return 'not played';
    case null: break;
    }
    if (match.disputed) return 'the players do not agree';
    if (match.reports.some(Boolean)) return 'one player has told the result';
    const by = match.last;
    if (by !== null && by < Date.now()) return 'not played in time: the director decides';
    return match.open
        ? `to be played, ${plural(match.length, 'point')}${by === null ? '' : `, by ${dateTimeText(by)}`}` : 'waits';
}

/** Arena: the names of those who are paired next. */
export function waiting(t: Tournament): string[] {
    const busy = new Set(t.matches.filter((match) => match.outcome === null).flatMap((match) => match.players));
    return t.players.filter((player) => !player.withdrawn && !player.paused && !busy.has(player.player))
        .map((player) => player.name);
}

/** How many matches of a tournament are to be played now. */
export function openCount(t: Tournament): number {
    return t.matches.filter((match) => match.open).length;
}

/** Names as a director pastes them: one per line, a rating behind a comma or tab if it is known. */
export function namesOf(text: string): { name: string; rating: number | null }[] {
    return text.split('\n').map((line) => line.trim()).filter(Boolean).map((line) => {
        const found = /^(.*?)[\t,;]\s*(\d{1,4})$/.exec(line);
        return found ? { name: found[1]!.trim(), rating: Number(found[2]) } : { name: line, rating: null };
    });
}

/** "5" or "5, 5, 7"; null: no list of lengths. */
export function readLengths(text: string): number[] | null {
    const all = text.split(/[\s,;]+/).filter(Boolean).map(Number);
    return all.length > 0 && all.every((one) => Number.isInteger(one) && one >= 1 && one <= 64) ? all : null;
}

/** What a score says of the winner; null: nothing, or they are level. */
export function winnerOf(players: Pair<number | null>, score: Pair<number> | null): number | null {
    return !score || score[0] === score[1] ? null : players[score[0] > score[1] ? 0 : 1];
}

/** A state with what `?after=` its `seq` answered; null where matches are missing, so that all must be fetched. */
export function merged(before: Tournament, news: Tournament): Tournament | null {
    const matches = before.matches.slice(0, news.match_count);
    for (const match of news.matches) matches[match.match] = match;
    for (let i = 0; i < news.match_count; i++) if (matches[i]?.match !== i) return null;
    return { ...news, matches };
}

/** "entered Bob", "Ann and Bob: Ann won 5 to 3": what somebody did. */
export function eventText(t: Tournament, event: TournamentEvent): string {
    const what = event.what, match = t.matches[Number(what['match'])];
    const both = match ? match.players.map((player) => nameOf(t, player)).join(' and ') : 'a match';
    const score = Array.isArray(what['score']) ? ` ${what['score'].join(' to ')}` : '';
    const side = what['winner'] as 0 | 1 | null;
    const winner = match && (side === 0 || side === 1) ? nameOf(t, match.players[side]) : '';
    switch (what.event) {
    case 'created': return 'made the tournament';
    case 'entered': return `entered ${String(what['name'])}`;
    case 'withdrew': return `withdrew ${nameOf(t, Number(what['player']))}`;
    case 'started': return what['by_hand'] === true ? 'drew by hand' : 'drew';
    case 'paired': return `paired ${t.kind === 'arena' ? 'who was free' : 'a round'}`
        + (what['by_hand'] === true ? ' by hand' : '');
    case 'unpaired': return 'took a round back';
    case 'result': return `${both}: ${winner} won${score}`;
    case 'reported': return `said of ${both}: ${winner} won${score}`;
    case 'forfeit': if (what['absent'] === true) return `${both}: ${winner ? 'one' : 'neither'} came in time`;
        return winner ? `${both}: the match goes to ${winner}` : `${both}: neither came`;
    case 'undone': return `took back the result of ${both}`;
    case 'game': return `began the game of ${both}`;
    case 'closed': return 'ended the tournament';
    case 'paused': return `${nameOf(t, Number(what['player']))} pauses`;
    case 'came': return `${nameOf(t, Number(what['player']))} came to the game of ${both}`;
    case 'proposed': return Number(what['player']) < 0 ? `set a time for ${both}: ${dateTimeText(Number(what['meets']))}`
        : `proposed a time for ${both}: ${dateTimeText(Number(what['meets']))}`;
    case 'agreed': return `agreed on a time for ${both}: ${dateTimeText(Number(what['meets']))}`;
    case 'called_off': return `called off the time of ${both}`;
    case 'back': return `${nameOf(t, Number(what['player']))} is back`;
    default: return what.event;
    }
}
