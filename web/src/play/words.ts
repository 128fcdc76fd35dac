// Events of a game as sentences. `you` is the reader (null: a spectator).

import { spokenPlay, spokenRoll } from '../board/names';
import { LEVELS, scoreText } from '../score';
import { daysText, standsUntil } from '../start/days';
import type { GameEvent, GameState, Pair, Side } from '../types';

export function other(side: Side): Side {
    return side === 0 ? 1 : 0;
}

/** "You" or the name. */
export function who(side: Side, state: Pick<GameState, 'players' | 'you'>): string {
    return state.you === side ? 'You' : state.players[side].name || 'the other seat';
}

function verb(side: Side, state: Pick<GameState, 'players' | 'you'>, you: string, they: string):
    string {
    return `${who(side, state)} ${state.you === side ? you : they}`;
}

export function points(count: number): string {
    return count === 1 ? '1 point' : `${count} points`;
}

/** An event as one sentence for the log and for a screen reader; '' for none. */
export function eventSentence(event: GameEvent, state: GameState, spoken: boolean): string {
    const by = event.by;
    const dice = event.dice as Pair<number> | undefined;
    switch (event.type) {
        case 'opening':
            if (!dice) return '';
            if (dice[0] === dice[1]) return `Both rolled ${dice[0]}: roll again`;
            return `${who(0, state)} ${state.you === 0 ? 'roll' : 'rolls'} ${dice[0]}, ` +
                `${who(1, state)} ${state.you === 1 ? 'roll' : 'rolls'} ${dice[1]}: ` +
                `${verb(dice[0] > dice[1] ? 0 : 1, state, 'begin', 'begins')}`;
        case 'roll':
            return by === undefined || !dice ? '' : `${verb(by, state, 'roll', 'rolls')} ` +
                (spoken ? spokenRoll(dice) : `${Math.max(...dice)}${Math.min(...dice)}`);
        case 'play': {
            if (by === undefined) return '';
            const moves = event.moves ?? [];
            if (moves.length === 0) return `${verb(by, state, 'cannot move', 'cannot move')}`;
            const last = state.last_play;
            const text = spoken ? spokenPlay(last && last.by === by ? last.moves : moves)
                                : event.text ?? '';
            return `${verb(by, state, 'play', 'plays')} ${text}`;
        }
        case 'double': return by === undefined ? '' : verb(by, state, 'double', 'doubles');
        case 'take': return by === undefined ? '' : verb(by, state, 'take', 'takes');
        case 'drop': return by === undefined ? '' : verb(by, state, 'drop', 'drops');
        case 'beaver': return by === undefined ? '' : verb(by, state, 'beaver', 'beavers');
        case 'raccoon': return by === undefined ? '' : verb(by, state, 'raccoon', 'raccoons');
        case 'resign':
            return by === undefined ? '' : `${verb(by, state, 'offer', 'offers')} to resign ` +
                `a ${LEVELS[event.level ?? 1]}`;
        case 'accept_resign': return by === undefined ? ''
            : `${verb(by, state, 'accept', 'accepts')} the resignation`;
        case 'reject_resign': return by === undefined ? ''
            : `${verb(by, state, 'reject', 'rejects')} the resignation`;
        case 'next_game': return 'The next game';
        case 'require_legal': return by === undefined ? ''
            : `${verb(by, state, 'require', 'requires')} a legal play`;
        case 'joined': return `${event.name ?? 'Somebody'} sits down`;
        case 'takeback_asked': return by === undefined ? ''
            : `${verb(by, state, 'ask', 'asks')} to take the last turn back`;
        case 'takeback': return 'The last turn was taken back';
        case 'takeback_refused': return 'The turn stands';
        case 'rematch_asked': return by === undefined ? ''
            : `${verb(by, state, 'ask', 'asks')} for a rematch`;
        case 'rematch': return 'A rematch begins';
        case 'aborted': return state.match_length || !(state.score[0] || state.score[1])
            ? 'The game was aborted' : 'The session ends here';
        case 'timeout': {
            const winner = event.winner as Side | null | undefined;
            return winner === 0 || winner === 1
                ? `${verb(other(winner), state, 'are out of time', 'is out of time')}`
                : 'Time is up';
        }
        case 'dice_opened': return 'The dice are open: they can be checked now';
        default: return '';
    }
}

/** The last event, in a line that stays in view; '' if the line before still holds. */
export function lastWords(event: GameEvent, state: GameState): string {
    const by = event.by;
    switch (event.type) {
        case 'play': {
            const last = state.last_play;
            if (by === undefined || !last || last.by !== by) return '';
            return `${who(by, state)}: ${Math.max(...last.dice)}${Math.min(...last.dice)}, ` +
                (last.text || 'no move');
        }
        case 'double': case 'beaver': case 'raccoon':
            return by === undefined ? '' : `${eventSentence(event, state, false)} to ` +
                String(state.offer?.take_stake ?? state.cube.value * 2);
        case 'take':
            return by === undefined ? '' : `${eventSentence(event, state, false)}: ` +
                `the cube is at ${state.cube.value}`;
        case 'roll': case 'said': case 'committed': case 'contributed': case 'dice_opened':
            return '';
        default: return eventSentence(event, state, false);
    }
}

/** Why a rated game may not count. */
export const uncountedReason = 'What counts is backgammon between two accounts in which both have made a ' +
    'play, at most five matches a day with the same opponent.';

/** How the game ended: "You win 2 points with a gammon". */
export function resultSentence(state: GameState): string {
    const result = state.result;
    if (!result) return '';
    if (result.how === 'aborted' && !state.match_length)
        return state.score[0] || state.score[1] ? 'The session is over.'
                                                : 'The game was aborted.';
    if (result.winner === null) return 'The game was aborted.';
    const wins = verb(result.winner, state, 'win', 'wins');
    const how: { [how: string]: string } = {
        bearoff: result.level > 1 ? ` with a ${LEVELS[result.level]}` : '',
        drop: ': the cube was dropped',
        resign: ' by resignation',
        timeout: ' on time',
        aborted: `: ${who(other(result.winner), state)} did not come back`,
    };
    // Time and absence win a match without points of their own.
    const won = [result.points ? points(result.points) : '',
        state.match_length && state.winner === result.winner ? 'the match' : ''].filter(Boolean);
    return `${wins}${won.length ? ` ${won.join(' and ')}` : ''}${how[result.how] ?? ''}.`;
}

export function matchTitle(state: GameState): string {
    return state.match_length ? `Match to ${state.match_length}` : 'Money game';
}

/** The state of the game in a few words. */
export function statusSentence(state: GameState): string {
    if (state.stage === 'waiting') {
        const free = state.players.some((player) => player.kind === 'free');
        return free ? 'Waiting for an opponent' : 'The dice are being prepared';
    }
    if (state.winner !== null && state.match_length)
        return `${verb(state.winner, state, 'win', 'wins')} the match`;
    if (state.stage === 'over') return resultSentence(state) || 'The game is over';
    const act = state.to_act;
    const mine = act !== null && act === state.you;
    const name = act === null ? '' : state.players[act].name;
    switch (state.phase) {
        case 'opening': return 'The opening roll';
        case 'to_roll':
            return mine ? (state.actions.includes('double') ? 'Your turn: roll or double'
                                                            : 'Your turn: roll')
                        : `Waiting for ${name} to roll`;
        case 'to_play': return mine ? 'Your move' : `${name} to move`;
        case 'double_offered':
        case 'beaver_offered':
            return mine ? 'The cube is offered to you' : `${name} is deciding: take or drop`;
        case 'resign_offered':
            return mine ? 'A resignation is offered to you'
                        : `${name} is deciding about the resignation`;
        case 'game_over': return resultSentence(state);
        case 'match_over': return resultSentence(state);
        default: return '';
    }
}

/** 83000 -> "1:23"; under ten seconds with tenths. */
export function clockText(ms: number): string {
    const left = Math.max(0, ms);
    if (left < 10000 && left > 0) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
    const seconds = Math.ceil(left / 1000);
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor((seconds % 3600) / 60);
    const rest = String(seconds % 60).padStart(2, '0');
    return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

export interface ClockView { step: number; reserve: number; running: boolean }

/** A player's remaining time. `now` is the server's time. */
export function clockOf(side: Side, state: GameState, now: number): ClockView | null {
    const clock = state.clock;
    if (!clock) return null;
    const running = clock.running === side && state.stage === 'playing';
    const reserve = clock.reserve_ms[side];
    if (clock.kind === 'days') {
        const left = clock.turn_ms + reserve - (standsUntil(clock, side, now) ? 0 : Math.max(0, now - state.time));
        return { step: running ? Math.max(0, left - reserve) : clock.step_ms,
            reserve: running ? Math.max(0, Math.min(left, reserve)) : reserve, running };
    }
    if (!running)
        return { step: clock.kind === 'delay' ? clock.step_ms : 0, reserve, running };
    // An absent player uses up the disconnect budget first.
    const gone = Math.max(0, now - state.time -
        (state.players[side].online ? 0 : state.away_budget_ms[side]));
    const step = clock.kind === 'delay' ? Math.max(0, clock.turn_ms - gone) : 0;
    const over = clock.kind === 'delay' ? Math.max(0, gone - clock.turn_ms) : gone;
    return { step, reserve: Math.max(0, reserve - over), running };
}

/** The scores after `side` loses or wins `count` points, where they simply add up. */
export function scoreAfter(state: GameState, winner: Side, count: number): Pair<number> {
    const keeping = state.rules?.['score_keeping'] ?? 'winner_gains';
    const score: Pair<number> = [state.score[0], state.score[1]];
    if (keeping !== 'loser_pays') score[winner] += count;
    if (keeping !== 'winner_gains') score[other(winner)] -= count;
    return score;
}

/** Score, pips, clocks and whose turn, to be said. */
export function situation(state: GameState, now: number): string {
    const parts = [`Score ${scoreText(state.score, state.you)}`];
    for (const side of [0, 1] as const) {
        const view = clockOf(side, state, now);
        parts.push(`${who(side, state)}: ${state.pips[side]} pips` +
            (view ? `, ${state.clock?.kind === 'days' ? daysText(view.reserve + view.step)
                : clockText(view.reserve)} left` : ''));
    }
    parts.push(statusSentence(state));
    return parts.join('. ');
}

/** Whether it is the reader's turn to decide something. */
export function isMine(state: GameState): boolean {
    return state.stage === 'playing' && state.to_act !== null && state.to_act === state.you;
}

/** The text of the connection's banner; null: no banner. */
export function linkText(link: 'connecting' | 'online' | 'offline' | 'replaced'): string | null {
    if (link === 'replaced')
        return 'The game went on in another window. Reload to take it back here.';
    return link === 'offline' ? 'No connection to the server. Trying again; what you did is ' +
        'kept and sent as soon as it is back.' : null;
}
