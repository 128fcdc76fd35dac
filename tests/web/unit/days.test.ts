// Times of games over days in words.
import { timeText } from '../../../web/src/tables/words';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysTerms, daysText, shortDays, standsUntil, waitsOverDays } from '../../../web/src/start/days';
import { clockOf } from '../../../web/src/play/words';
import type { GameState } from '../../../web/src/types';

const HOUR = 3600_000;
const DAY = 24 * HOUR;

test('times in days, hours and minutes', () => {
    assert.equal(daysText(2 * DAY + 3 * HOUR), '2 days 3 h');
    assert.equal(daysText(DAY), '1 day');
    assert.equal(daysText(5 * HOUR + 10 * 60000), '5 h 10 min');
    assert.equal(daysText(59_999), '0 min');
    assert.equal(daysText(-5), '0 min');
    assert.equal(shortDays(2 * DAY + 3 * HOUR), '2 d 3 h');
    assert.equal(daysTerms({ kind: 'days', step_s: 86400, reserve_s: 0 }), '1 day a turn');
    assert.equal(daysTerms({ kind: 'days', step_s: 3 * 86400, reserve_s: 7 * 86400 }), '3 days a turn, 7 in reserve');
});

const state = (vacation: [number | null, number | null], turn: number): GameState => ({ time: 1000, stage: 'playing',
    you: 0, to_act: 1, players: [{ online: false }, { online: false }], away_budget_ms: [90000, 90000],
    clock: { kind: 'days', step_ms: DAY, reserve_ms: [5 * DAY, 2 * DAY], running: 1, turn_ms: turn, vacation },
}) as unknown as GameState;

test('a turn takes from its days, then from the reserve, whoever is there', () => {
    const view = (turn: number, later: number, vacation: number | null = null): [number, number] => {
        const clock = clockOf(1, state([null, vacation], turn), 1000 + later)!;
        return [clock.step, clock.reserve];
    };
    assert.deepEqual(view(DAY, 3 * HOUR), [21 * HOUR, 2 * DAY]);
    assert.deepEqual(view(HOUR, 3 * HOUR), [0, 2 * DAY - 2 * HOUR]);
    assert.deepEqual(view(0, 9 * DAY), [0, 0]);
    assert.deepEqual(view(HOUR, 3 * HOUR, 10 * DAY), [HOUR, 2 * DAY]);
    assert.equal(standsUntil(state([null, 10], 0).clock, 1, 11), null);
    assert.equal(waitsOverDays(state([null, null], 0)), true);
    assert.equal(waitsOverDays({ ...state([null, null], 0), to_act: 0 }), false);
});

test('the clock of a table: the turn first, then the reserve', () => {
    const delay = { kind: 'delay', reserve_s: 90, step_s: 12 } as const;
    const time = { reserve_ms: [90000, 61000] as [number, number], step_ms: 12000, running: 0 as const };
    assert.equal(timeText(delay, time, 0, 500), '12 s + 1:30');
    assert.equal(timeText(delay, time, 0, 13000), '1:29');
    assert.equal(timeText(delay, time, 0, 500000), '0:00');
    assert.equal(timeText(delay, time, 1, 500000), '1:01');
    const days = { kind: 'days', reserve_s: 86400, step_s: 86400 } as const;
    assert.match(timeText(days, { ...time, stands_until: Date.now() + 90000 }, 0, 0), /^on vacation until /);
    // What passed in a vacation does not count: here half an hour and two days before it ended.
    const back = { ...time, step_ms: 3 * DAY, reserve_ms: [DAY, DAY] as [number, number], stands_until: Date.now() - HOUR / 2 };
    assert.match(timeText(days, back, 0, 2 * DAY), /^2 days 23 h \+ 1 day$/);
    assert.match(timeText(days, { ...back, stands_until: Date.now() - 2 * DAY - HOUR / 2 }, 0, HOUR), /^2 days 23 h \+ 1 day$/);
});
