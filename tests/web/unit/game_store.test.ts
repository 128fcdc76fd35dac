import { test } from 'node:test';
import assert from 'node:assert/strict';
import { GameStore } from '../../../web/src/play/game_store';
import type { EventMessage, GameState } from '../../../web/src/types';

const opening = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0];

function game(more: Partial<GameState> = {}): GameState {
    return {
        id: 'g', seq: 3, time: 1000, preset: 'tournament', title: 'Tournament', match_length: 3,
        players: [{ name: 'Ann', kind: 'person', online: true, user: 'a' },
                  { name: 'Bob', kind: 'person', online: true, user: 'b' }],
        you: 0, rated: false, counts: null, tutor: false, opponent: 'link', stage: 'playing', phase: 'to_roll',
        board: opening, off: [0, 0], pips: [167, 167], turn: 0, to_act: 0, dice: null,
        cube: { value: 1, owner: null, offered: null, in_play: true }, offer: null,
        score: [0, 0], away: [3, 3], game: 1, crawford: false, post_crawford: false, result: null,
        winner: null, last_play: null, clock: null, away_budget_ms: [90000, 90000],
        dice_seal: { commitment: '', game: 'sealed', words: [null, null],
                     committed: [null, null], seed: null },
        actions: ['roll', 'double', 'resign'], no_double: null, tree: null, id_xgid: null,
        id_gnubg: null, next: null, ...more,
    };
}

function event(type: string, state: GameState | undefined, more: object = {}): EventMessage {
    return { type: 'event', game: 'g', seq: state?.seq ?? 1, time: 0, event: { type, ...more },
             state };
}

test('the first state is announced, shown, and its rules are kept', () => {
    const store = new GameStore();
    const taken = store.take(game({ rules: { jacoby: false } }), true);
    assert.deepEqual(taken.spoken, ['Your turn: roll or double']);
    assert.deepEqual(taken.position?.board.board, opening);
    assert.equal(taken.position?.tree, null);
    assert.deepEqual(store.take(game({ seq: 4 }), true).spoken, []);
    assert.deepEqual(store.state?.rules, { jacoby: false });
});

test('a board that does not change is left alone, with the play begun on it', () => {
    const store = new GameStore();
    store.take(game({ actions: ['play'] }), true);
    assert.equal(store.take(game({ seq: 4, actions: ['play'] }), true).position, null);
    assert.notEqual(store.take(game({ seq: 5, actions: ['play'], dice: [3, 1] }), true).position,
                    null);
    store.forgetPosition();
    assert.notEqual(store.take(game({ seq: 6, actions: ['play'], dice: [3, 1] }), true).position,
                    null);
    assert.equal(store.take(game({ seq: 7, board: [] }), false).position, null, 'chat');
});

test('events missed while away come with the next state, once', () => {
    const store = new GameStore();
    assert.equal(store.event(event('roll', undefined, { by: 1, dice: [6, 5] }), false), null);
    const seqOfFirst = game().seq, first = store.take(game(), true);
    assert.deepEqual(first.missed.map((missed) => missed.type), ['roll']);
    assert.equal(first.spoken.length, 1, 'what lies before the page was opened is not read out');
    const missed = (seq: number): EventMessage => ({ ...event('roll', undefined, { by: 1, dice: [6, 5] }), seq });
    store.event(missed(seqOfFirst), false);
    assert.deepEqual(store.take(game({ seq: seqOfFirst }), true).spoken, [], 'nor what the first state has already');
    store.event(missed(seqOfFirst + 1), false);
    const second = store.take(game({ seq: seqOfFirst + 2 }), true);
    assert.match(second.spoken[0]!, /Bob rolls/);
    assert.deepEqual(store.take(game({ seq: seqOfFirst + 3 }), true).missed, []);
});

test('a play is moved on the board unless it lies there already', () => {
    const store = new GameStore();
    store.take(game({ turn: 1, to_act: 1 }), true);
    const moves: [number, number, boolean][] = [[24, 18, false], [18, 13, false]];
    const after = game({ seq: 4, last_play: { by: 1, dice: [6, 5], moves, text: '24/13' } });
    const theirs = store.event(event('play', after, { by: 1, moves: [[24, 18], [18, 13]] }), false);
    assert.deepEqual(theirs?.moves, moves);
    assert.equal(theirs?.noMove, false);
    assert.match(theirs!.spoken, /^Bob plays/);
    const mine = { ...after, last_play: { ...after.last_play!, by: 0 as const } };
    const own = store.event(event('play', mine, { by: 0, moves: [[24, 18]] }), true);
    assert.equal(own?.moves, null);
    assert.match(own!.spoken, /^You play 24 to 18/, 'a reader of the screen hears that it was sent');
    const typed = store.event(event('play', mine, { by: 0, moves: [[24, 18]] }), false);
    assert.deepEqual(typed?.moves, moves, 'made elsewhere: shown');
    const none = store.event(event('play', after, { by: 1, moves: [] }), false);
    assert.equal(none?.noMove, true);
    assert.equal(store.event(event('said', after, { by: 1, text: 'x' }), false)?.aside, true);
    assert.equal(store.event(event('roll', after, { by: 1, dice: [1, 2] }), false)?.pause, true);
    assert.equal(store.event(event('rematch', after, { next: 'h' }), false)?.next, 'h');
});

test('until what a command did is shown nothing else is sent', () => {
    const store = new GameStore();
    store.take(game(), true);
    assert.equal(store.mainAction, 'roll');
    assert.equal(store.begin(), true);
    assert.equal(store.begin(), false);
    assert.equal(store.can('roll'), false);
    assert.equal(store.mainAction, null);
    assert.equal(store.answered(4), false, 'event 4 is still to come');
    assert.equal(store.busy, true);
    store.take(game({ seq: 4 }), true);
    assert.equal(store.busy, false);
    store.begin();
    assert.equal(store.answered(null), true, 'refused');
    assert.equal(store.busy, false);
    store.begin();
    assert.equal(store.answered(4), true, 'the event came before its answer');
    store.hold(true);
    assert.equal(store.can('roll'), false);
    store.hold(false);
    assert.equal(store.can('roll'), true);
});

test('the end of a game is announced once', () => {
    const store = new GameStore();
    store.take(game(), true);
    const over = game({ seq: 9, phase: 'game_over', score: [1, 0], actions: ['next_game'],
                        result: { winner: 0, level: 1, points: 1, how: 'bearoff' } });
    const taken = store.take(over, true);
    assert.match(taken.result, /^You win/);
    assert.match(taken.spoken[0]!, /Score 1/);
    assert.equal(store.card, 'result');
    assert.equal(store.take({ ...over, seq: 10 }, true).result, '');
    assert.equal(store.mainAction, 'next_game');
});

test('who leaves is named, and pays with the budget while it is their turn', () => {
    const store = new GameStore();
    store.take(game({ turn: 1, to_act: 1 }), true);
    const gone = store.presence({ type: 'presence', game: 'g', online: [true, false],
                                  spectators: 2, time: 5000, clock: null,
                                  away_budget_ms: [90000, 60000] });
    assert.deepEqual(gone, ['Bob']);
    assert.equal(store.spectators, 2);
    assert.equal(store.awayBudget(1, 15000), 50000);
    assert.equal(store.awayBudget(1, 500000), 0);
    assert.equal(store.awayBudget(0, 15000), 90000);
    assert.deepEqual(store.presence({ type: 'presence', game: 'g', online: [true, false],
                                      spectators: 0, time: 6000, clock: null,
                                      away_budget_ms: [90000, 60000] }), []);
});

test('what the dice need of me is due once per step', () => {
    const store = new GameStore();
    const waiting = game({ stage: 'waiting', actions: ['contribute'] });
    store.take(waiting, true);
    assert.deepEqual(store.partDue(true), { step: 'commit', sealed: 'sealed' });
    assert.equal(store.partDue(true), null);
    store.partLost();
    assert.equal(store.partDue(true)?.step, 'commit');
    store.take(game({ ...waiting, dice_seal: { ...waiting.dice_seal,
                                               committed: ['hash', null] } }), true);
    assert.equal(store.partDue(true)?.step, 'contribute');
    store.take(game({ ...waiting, you: null }), true);
    assert.equal(store.partDue(true), null, 'a spectator');
    const plain = new GameStore();
    plain.take(waiting, true);
    assert.equal(plain.partDue(false)?.step, 'contribute', 'without hashes');
});

test('what is done without asking is done once a state', () => {
    const store = new GameStore();
    store.take(game(), true);
    const wanted = { forced: true, roll: true };
    assert.equal(store.byItself(wanted), null, 'who may double is asked');
    store.take(game({ seq: 4, actions: ['roll'] }), true);
    assert.equal(store.byItself(wanted), 'roll');
    assert.equal(store.byItself(wanted), null);
    store.take(game({ seq: 5, phase: 'to_play', actions: ['play'] }), true);
    assert.equal(store.byItself({ forced: false, roll: true }), null);
    assert.equal(store.byItself(wanted), 'forced');
    store.take(game({ seq: 6, to_act: 1, actions: [] }), true);
    assert.equal(store.byItself(wanted), null);
});

test('arrows show the opponent\u2019s last play until mine begins', () => {
    const store = new GameStore();
    const last = { by: 1 as const, dice: [6, 5] as [number, number], text: '24/13',
                   moves: [[24, 13, false]] as [number, number, boolean][] };
    store.take(game({ last_play: last }), true);
    assert.deepEqual(store.lastArrows, [{ from: 24, to: 13, by: 1 }]);
    store.arrowsOff = true;
    assert.deepEqual(store.lastArrows, []);
    store.take(game({ seq: 4, last_play: { ...last, by: 0 } }), true);
    assert.deepEqual(store.lastArrows, []);
});

test('ending a game says what that means', () => {
    const store = new GameStore();
    store.take(game(), true);
    assert.equal(store.abortWords, null, 'not now');
    store.take(game({ seq: 4, actions: ['abort'] }), true);
    assert.equal(store.abortWords?.yes, 'Abort');
    store.take(game({ seq: 5, actions: ['abort'], score: [2, 0] }), true);
    assert.equal(store.abortWords?.yes, 'End the session');
    const away = game({ seq: 6, actions: ['abort'], away_budget_ms: [90000, 0] });
    away.players[1].online = false;
    store.take(away, true);
    assert.equal(store.abortWords?.yes, 'Claim the win');
    assert.equal(store.abortWords?.danger, false);
});

test('the board can be turned round', () => {
    const store = new GameStore();
    assert.equal(store.side, 0);
    store.take(game({ you: 1 }), true);
    assert.equal(store.side, 1);
    store.flip();
    assert.equal(store.side, 0);
});
