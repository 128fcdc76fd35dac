// Sentences of a table.

import { h } from '../dom';
import { plural } from '../study/format';
import { daysText, untilText } from '../start/days';
import type { ClockChoice, FamilyRules, FamilySaid, FamilySeat, FamilyState, FamilyTime } from '../types';

const COLOURS = ['Light', 'Dark'];

/** The name of a seat; at one screen its colour. */
export function nameOf(state: FamilyState, seat: FamilySeat): string {
    return state.seats === 'here' ? COLOURS[seat]! : state.players[seat].name ?? 'nobody yet';
}

/** Whether the one at this screen is meant: "You roll". */
const isMe = (state: FamilyState, seat: FamilySeat): boolean => state.seats !== 'here' && state.players[seat].you;

function wonText(state: FamilyState, winner: FamilySeat, what: string): string {
    return isMe(state, winner) ? `You have won ${what}` : `${nameOf(state, winner)} has won ${what}`;
}

function resultText(state: FamilyState): string {
    const result = state.result;
    if (!result) return '';
    if (result.winner === null) return 'The game is drawn.';
    return `${wonText(state, result.winner, 'the game')}: ${plural(result.points, 'point')}.`;
}

const clockText = (ms: number): string => {
    const seconds = Math.ceil(ms / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** "10 s + 4:32": what is left of the turn and of the reserve, so long after the state came. */
export function timeText(clock: ClockChoice, time: FamilyTime, seat: FamilySeat, passed: number): string {
    const runs = time.running === seat, text = clock.kind === 'days' ? daysText : clockText;
    const until = runs ? time.stands_until ?? 0 : 0, now = Date.now();
    if (until > now) return `on vacation ${untilText(until)}`;
    const run = until > 0 ? Math.min(passed, now - until) : passed; // what passed before the end of a vacation is given
    const step = runs ? Math.max(0, time.step_ms - run) : 0;
    const over = runs ? Math.max(0, run - time.step_ms) : 0;
    const reserve = text(Math.max(0, time.reserve_ms[seat] - over));
    if (step === 0) return reserve;
    return clock.kind === 'days' ? `${daysText(step)} + ${reserve}` : `${Math.ceil(step / 1000)} s + ${reserve}`;
}

/** What is the matter now, in a sentence. */
export function statusText(state: FamilyState): string {
    const { score, winner, target } = state.match;
    const who = state.to_act;
    if (state.stage === 'closed') return 'The table was closed before the end.';
    if (state.stage === 'waits') return 'The other seat is free.';
    if (state.out_of_time !== null && winner !== null)
        return `${isMe(state, state.out_of_time) ? 'Your time is' : `${nameOf(state, state.out_of_time)}'s time is`} up: ` +
            `${wonText(state, winner, 'the match')}.`.replace(/^You have/, 'you have');
    if (state.phase === 'match_over' && winner !== null)
        return `${wonText(state, winner, 'the match')}, ${score[0]} to ${score[1]}.`;
    if (state.phase === 'game_over')
        return `${resultText(state)} The score is ${score[0]} to ${score[1]}, to ${target}.`;
    if (state.phase === 'opening')
        return `A throw decides who begins.${state.clock && state.clock.kind !== 'days' ? ' It is made after 20 seconds at the latest.' : ''}`;
    if (who === null) return '';
    const name = isMe(state, who) ? 'You' : nameOf(state, who), s = isMe(state, who) ? '' : 's';
    switch (state.phase) {
        case 'to_roll': return state.players[who].you ? `${name} throw${s}.` : `Waiting for ${name} to throw.`;
        case 'to_name': return `${name} name${s} a double.`;
        case 'double_offered': return `${name} take${s} the double, or drop${s} it.`;
        case 'resign_offered':
            return `${plural(state.offered, 'point')} offered by resignation: ${name} accept${s} or refuse${s}.`;
        default: return state.players[who].you ? `${name} play${s}.` : `Waiting for ${name} to play.`;
    }
}

const DONE: Record<string, string> = { opening: 'The opening throw', roll: 'throws', use: 'plays the opening throw',
    name: 'names', play: 'plays', double: 'doubles', take: 'takes', drop: 'drops', resign: 'offers to resign',
    accept: 'accepts', reject: 'refuses', next: 'The next game begins' };

export function saidText(state: FamilyState, said: FamilySaid): string {
    const what = said.do === 'play' && !said.text ? 'cannot move' : DONE[said.do] ?? said.do;
    const rest = said.text ? ` ${said.do === 'play' ? said.text : said.text.replace(/ /g, '-')}` : '';
    return said.by === null ? `${what}${rest}` : `${nameOf(state, said.by)} ${what}${rest}`;
}

/** The rules of the games in plain words, with where they come from. */
export function rulesText(all: FamilyRules[]): HTMLElement[] {
    return all.map((one) => h('section', { class: 'stack family-rules' },
        all.length > 1 ? h('h3', null, one.called) : null,
        h('p', null, one.title),
        h('ul', null, one.rules.map((text) => h('li', null, text))),
        one.sources.map((text) => h('p', { class: 'hint' }, `Source: ${text}`))));
}
