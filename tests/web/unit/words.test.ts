// Sentences, clocks, the command line and addresses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedCommand } from '../../../web/src/play/commands';
import { clockOf, clockText, eventSentence, resultSentence, scoreAfter }
    from '../../../web/src/play/words';
import { scoreText } from '../../../web/src/score';
import { matchPattern } from '../../../web/src/router';
import type { GameState } from '../../../web/src/types';

const state = {
    time: 1000000, stage: 'playing', you: 0, score: [3, 4], match_length: 7,
    players: [{ name: 'Ann', kind: 'person', online: true, user: 'u' },
              { name: 'Bob', kind: 'person', online: true, user: 'v' }],
    clock: { kind: 'delay', step_ms: 12000, reserve_ms: [60000, 50000], running: 0,
        turn_ms: 12000 },
    rules: {},
} as unknown as GameState;

test('clocks: the free step runs first, then the reserve', () => {
    assert.deepEqual(clockOf(0, state, 1005000), { step: 7000, reserve: 60000, running: true });
    assert.deepEqual(clockOf(0, state, 1020000), { step: 0, reserve: 52000, running: true });
    assert.deepEqual(clockOf(1, state, 1020000), { step: 12000, reserve: 50000, running: false });
    assert.equal(clockOf(0, state, 9999999)!.reserve, 0);
    // Who is not there pays with the disconnect budget before the clock runs.
    const away = { ...state, away_budget_ms: [10000, 90000], players: [
        { ...state.players[0], online: false }, state.players[1]] } as unknown as GameState;
    assert.deepEqual(clockOf(0, away, 1009000), { step: 12000, reserve: 60000, running: true });
    assert.deepEqual(clockOf(0, away, 1030000), { step: 0, reserve: 52000, running: true });
    assert.equal(clockOf(0, { ...state, clock: null }, 0), null);
    assert.equal(clockText(83000), '1:23');
    assert.equal(clockText(5230), '0:05.2');
    assert.equal(clockText(0), '0:00');
    assert.equal(clockText(3723000), '1:02:03');
});

test('sentences say who', () => {
    assert.equal(eventSentence({ type: 'roll', by: 0, dice: [3, 1] }, state, false),
                 'You roll 31');
    // The higher die first, however the dice lie.
    assert.equal(eventSentence({ type: 'roll', by: 0, dice: [1, 4] }, state, true),
                 'You roll four one');
    assert.equal(eventSentence({ type: 'roll', by: 0, dice: [2, 5] }, state, false),
                 'You roll 52');
    assert.equal(eventSentence({ type: 'roll', by: 1, dice: [6, 6] }, state, true),
                 'Bob rolls double six');
    assert.equal(eventSentence({ type: 'play', by: 1, moves: [], text: '' }, state, false),
                 'Bob cannot move');
    assert.equal(eventSentence({ type: 'opening', dice: [2, 5] }, state, false),
                 'You roll 2, Bob rolls 5: Bob begins');
    assert.equal(eventSentence({ type: 'unheard' }, state, false), '');
    assert.equal(resultSentence({ ...state, result: { winner: 1, level: 2, points: 4,
        how: 'bearoff' } } as GameState), 'Bob wins 4 points with a gammon.');
    assert.equal(resultSentence({ ...state, match_length: 5, winner: 1, result: { winner: 1, level: 1,
        points: 1, how: 'drop' } } as GameState), 'Bob wins 1 point and the match: the cube was dropped.');
    assert.equal(resultSentence({ ...state, result: { winner: 1, level: 0, points: 0,
        how: 'timeout' } } as unknown as GameState), 'Bob wins on time.');
    assert.equal(resultSentence({ ...state, result: { winner: 0, level: 0, points: 0,
        how: 'aborted' } } as unknown as GameState), 'You win: Bob did not come back.');
    assert.equal(scoreText([3, 4], 1), '4\u20133');
    assert.equal(scoreText([-16, 16], 1), '16 : \u221216');
});

test('scores after a game, by how the rules keep them', () => {
    assert.deepEqual(scoreAfter(state, 0, 2), [5, 4]);
    assert.deepEqual(scoreAfter({ ...state, rules: { score_keeping: 'loser_pays' } }, 0, 2),
                     [3, 2]);
    assert.deepEqual(scoreAfter({ ...state, rules: { score_keeping: 'both' } }, 0, 2), [5, 2]);
});

test('the command line', () => {
    assert.equal(typedCommand('  '), null);
    assert.deepEqual(typedCommand('8/5 6/5'), { kind: 'play', text: '8/5 6/5' });
    assert.deepEqual(typedCommand('bar/22*'), { kind: 'play', text: 'bar/22*' });
    assert.deepEqual(typedCommand('ROLL'), { kind: 'roll' });
    assert.deepEqual(typedCommand('/last'), { kind: 'last' });
    assert.deepEqual(typedCommand('resign gammon'), { kind: 'resign', level: 2 });
    assert.deepEqual(typedCommand('resign'), { kind: 'resign', level: 0 });
    assert.equal(typedCommand('resign 9')!.kind, 'help');
    assert.deepEqual(typedCommand('say 8/5 was better'), { kind: 'say',
        text: '8/5 was better' });
    assert.deepEqual(typedCommand('take'), { kind: 'action', action: 'take' });
    assert.equal(typedCommand('constructor')!.kind, 'help');
    assert.equal(typedCommand('frobnicate')!.kind, 'help');
});

test('addresses', () => {
    assert.deepEqual(matchPattern(['m', ':id', ':game?', ':turn?'], '/m/abc/2'),
                     { id: 'abc', game: '2', turn: '' });
    assert.deepEqual(matchPattern(['g', ':id'], '/g/abc/'), { id: 'abc' });
    assert.equal(matchPattern(['g', ':id'], '/g'), null);
    assert.equal(matchPattern(['g', ':id'], '/g/a/b'), null);
    assert.equal(matchPattern(['g', ':id'], '/g/%E0%A4%A'), null);
    assert.deepEqual(matchPattern([], '/'), {});
});
