// When a player hears that the time runs out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClockWarning } from '../../../web/src/play/clock_warning';

/** What is said while the clock goes through these seconds. */
function heard(...seconds: number[]): number[] {
    const warning = new ClockWarning();
    return seconds.map((left) => warning.next(left * 1000)).filter((mark) => mark !== null);
}

test('each mark is announced once on the way down', () => {
    const down = Array.from({ length: 400 }, (_, i) => 40 - i / 10);
    assert.deepEqual(heard(...down), [30, 10]);
});

test('a clock that is nearly out when it is first seen says one thing', () => {
    assert.deepEqual(heard(8, 7, 6), [10]);
    assert.deepEqual(heard(25, 24), [30]);
});

test('a delay that comes back every turn is no stream of warnings', () => {
    // 8 s in reserve and 12 s of delay, turn after turn.
    assert.deepEqual(heard(33, 20, 9, 20, 9, 20, 9), [30, 10]);
});

test('a new game, or enough added, arms the marks again', () => {
    assert.deepEqual(heard(120, 29, 9, 120, 29, 9), [30, 10, 30, 10]);
    assert.deepEqual(heard(29, 9, 25, 9), [30, 10, 10]);
});

test('time that is up is not warned of', () => {
    assert.deepEqual(heard(0, -1), []);
});
