// Games that are played over days: their times in words.

import type { ClockChoice, ClockState, GameState, Side } from '../types';

const HOUR = 3600_000;
const DAY = 24 * HOUR;

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** 183600000 -> "2 days 3 h"; below an hour in minutes. */
export function daysText(ms: number): string {
    const minutes = Math.max(0, Math.floor(ms / 60000));
    const hours = Math.floor(minutes / 60);
    const days = Math.floor(hours / 24);
    if (days) return `${counted(days, 'day')}${hours % 24 ? ` ${hours % 24} h` : ''}`;
    return hours ? `${hours} h${minutes % 60 ? ` ${minutes % 60} min` : ''}` : `${minutes} min`;
}

/** The same in little room: "2 d 3 h". */
export const shortDays = (ms: number): string => daysText(ms).replace(/ days?/, ' d');

/** "3 days a turn, 7 in reserve". */
export function daysTerms(clock: ClockChoice): string {
    const reserve = Math.round(clock.reserve_s * 1000 / DAY);
    return `${counted(Math.round(clock.step_s * 1000 / DAY), 'day')} a turn` +
        (reserve ? `, ${reserve} in reserve` : '');
}

/** A clock in words, days or not. */
export function clockTerms(clock: ClockChoice | null): string {
    if (!clock) return 'no clock';
    if (clock.kind === 'days') return daysTerms(clock);
    const minutes = Math.round(clock.reserve_s / 6) / 10;
    return clock.kind === 'delay' ? `${minutes} min, ${clock.step_s} s delay`
                                  : `${minutes} min + ${clock.step_s} s`;
}

/** "until 3 December, 14:05". */
export function untilText(time: number): string {
    return `until ${new Date(time).toLocaleString('en-GB', { day: 'numeric', month: 'long', hour: '2-digit',
        minute: '2-digit' })}`;
}

/** Until when the clock of a side stands; null: it does not. */
export function standsUntil(clock: ClockState | null, side: Side, now: number): number | null {
    const until = clock?.vacation?.[side] ?? null;
    return until !== null && until > now ? until : null;
}

/** Whether I play over days and wait for the other one: it is time for another game. */
export const waitsOverDays = (state: GameState): boolean => state.clock?.kind === 'days' && state.you !== null &&
    state.stage === 'playing' && state.to_act !== null && state.to_act !== state.you;
