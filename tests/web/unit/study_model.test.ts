import { test } from 'node:test';
import assert from 'node:assert/strict';
import { countMarks, isError, lines, locate, mainDecision, makeStudy, nextError, questions,
         rowMark,
         rowText } from '../../../web/src/study/model';
import { DEFAULT_LIMITS, markOf, readLimits } from '../../../web/src/study/marks';
import type { Analysis, Decision, Match, Turn } from '../../../web/src/types';

function turn(number: number, by: 0 | 1, more: Partial<Turn> = {}): Turn {
    return { turn: number, by, xgid: '', cube: null, dice: [3, 1], moves: [[8, 5], [6, 5]],
             text: '8/5 6/5', ...more };
}

function decision(game: number, at: number, player: 0 | 1, kind: Decision['kind'],
                  loss: number): Decision {
    return { game, turn: at, player, kind, made: '', best: '', equity_made: -loss, equity_best: 0,
             loss, mark: '', forced: false, counted: true, plies: 0 };
}

const match: Match = {
    id: 'm', source: 'uploaded', players: ['Ann', 'Bob'], match_length: 5, preset: 'tournament',
    warnings: 0, final_score: [0, 5], analysed: true, you: null,
    games: [
        { number: 1, score: [0, 0], crawford: false, winner: 1, points: 1, how: 'drop', turns: [
            turn(1, 1), turn(2, 0), turn(3, 1),
            turn(4, 0, { cube: 'double', answer: 'drop', dice: null, moves: null, text: '' }),
        ] },
        { number: 2, score: [1, 0], crawford: false, winner: 0, points: 2, how: 'bearoff', turns: [
            turn(1, 0), turn(2, 1, { moves: [], text: '' }),
        ] },
    ],
};

const analysis = {
    decisions: [
        decision(1, 1, 1, 'play', 0.03), decision(1, 2, 0, 'double', 0),
        decision(1, 2, 0, 'play', 0.2),
        // The double ended the game without a roll: counted to the turn before.
        decision(1, 3, 0, 'double', 0.05), decision(1, 3, 1, 'take', 0.01),
        decision(2, 1, 0, 'play', 0.081),
    ],
    curve: [{ game: 1, turn: 2, equity: 0.4, chance: 0.6 }],
    luck: [{ game: 2, turn: 1, by: 0, roll: [3, 1], luck: 0.12 }],
} as unknown as Analysis;

test('decisions find their rows, answers and last doubles too', () => {
    const study = makeStudy(match, analysis);
    assert.equal(study.rows.length, 6);
    assert.equal(study.strays, 0);
    assert.equal(study.rows[0]!.play!.loss, 0.03);
    assert.equal(study.rows[1]!.play!.loss, 0.2);
    assert.equal(study.rows[1]!.double!.loss, 0);
    assert.equal(study.rows[3]!.double!.loss, 0.05);
    assert.equal(study.rows[3]!.take!.loss, 0.01);
    assert.equal(study.rows[1]!.curve!.chance, 0.6);
    assert.equal(study.rows[4]!.luck, 0.12);
});

test('a decision that fits no row is counted, not misplaced', () => {
    const study = makeStudy(match, {
        decisions: [decision(1, 40, 0, 'play', 1), decision(7, 1, 0, 'play', 1)],
    } as unknown as Analysis);
    assert.equal(study.strays, 2);
    assert.ok(study.rows.every((row) => row.play === null));
});

test('errors are walked forwards, backwards and round the end', () => {
    const study = makeStudy(match, analysis);
    const filter = { limits: DEFAULT_LIMITS, least: 'doubtful' as const, player: null };
    assert.deepEqual([0, 1, 2, 3, 4, 5].map((i) => isError(study.rows[i]!, filter)),
                     [true, true, false, true, true, false]);
    assert.equal(nextError(study, 0, 1, filter), 1);
    assert.equal(nextError(study, 4, 1, filter), 0);
    assert.equal(nextError(study, 0, -1, filter), 4);
    assert.equal(nextError(study, 1, 1, { ...filter, least: 'blunder' }), 4);
    assert.equal(nextError(study, 4, 1, { ...filter, player: 1 }), 0);
    assert.equal(nextError(study, 0, 1, { ...filter, limits: [1, 2, 3] }), -1);
});

test('classes follow the limits, which a reader may set', () => {
    assert.equal(markOf(0.0199), 'none');
    assert.equal(markOf(0.02), 'doubtful');
    assert.equal(markOf(0.0399999), 'error');
    assert.equal(markOf(0.08), 'blunder');
    assert.equal(markOf(0.05, [0.06, 0.1, 0.2]), 'none');
    assert.deepEqual(readLimits(['.02', '0,04', ' .08 ']), [0.02, 0.04, 0.08]);
    assert.equal(readLimits(['.04', '.02', '.08']), null);
    assert.equal(readLimits(['', '.02', '.08']), null);
    assert.equal(readLimits(['x', '.02', '.08']), null);
    assert.equal(readLimits(['-1', '.02', '.08']), null);
    const study = makeStudy(match, analysis);
    assert.deepEqual(countMarks(study, 0, DEFAULT_LIMITS), { doubtful: 0, error: 1, blunder: 2 });
    assert.deepEqual(countMarks(study, 0, DEFAULT_LIMITS, 'play'),
                     { doubtful: 0, error: 0, blunder: 2 });
    assert.deepEqual(countMarks(study, 1, DEFAULT_LIMITS), { doubtful: 1, error: 0, blunder: 0 });
    assert.equal(rowMark(study.rows[3]!, DEFAULT_LIMITS, 1), 'none');
});

test('the move list has two columns, the second player may start', () => {
    const study = makeStudy(match, null);
    const list = lines(study.games.get(1)!);
    assert.deepEqual(list.map((line) => line.cells.map((cell) => cell.map((r) => r.turn))),
                     [[[], [1]], [[2], [3]], [[4], []]]);
    assert.equal(rowText(study.rows[0]!), '31: 8/5 6/5');
    assert.equal(rowText(study.rows[3]!), 'Doubles, dropped');
    assert.equal(rowText(study.rows[5]!), '31: cannot move');
});

test('an illegal play of a file is called so', () => {
    const turn: Turn = { turn: 1, by: 0, xgid: 'x', cube: null, dice: [4, 2],
                         moves: [[8, 3], [6, 4]], text: '8/3 6/4', illegal: true };
    const study = makeStudy({ ...match, games: [{ ...match.games[0]!, turns: [turn] }] }, null);
    assert.equal(rowText(study.rows[0]!), '42: 8/3 6/4 (illegal)');
});

test('an address leads to the nearest turn there is', () => {
    const study = makeStudy(match, null);
    assert.equal(locate(study, null, null), 0);
    assert.equal(locate(study, 2, null), 4);
    assert.equal(locate(study, 1, 3), 2);
    assert.equal(locate(study, 1, 99), 3);
    assert.equal(locate(study, 9, 1), 0);
});

test('the dearest decision opens first', () => {
    const study = makeStudy(match, analysis);
    assert.equal(mainDecision(study.rows[3]!)!.kind, 'double');
    assert.equal(mainDecision(study.rows[1]!)!.kind, 'play');
    assert.equal(mainDecision(study.rows[5]!), null);
});

test('what the server leaves out of a turn is nothing', () => {
    const bare = { turn: 1, by: 0, xgid: 'x' } as unknown as Turn;
    const study = makeStudy({ ...match, games: [{ ...match.games[0]!, turns: [bare] }] }, null);
    assert.equal(study.rows[0]!.record.cube, null);
    assert.equal(study.rows[0]!.record.dice, null);
    assert.equal(rowText(study.rows[0]!), '');
});

test('a match asks for what was marked, in order, each half of a double for itself', () => {
    const asked = questions(makeStudy(match, analysis));
    assert.deepEqual(asked.map(({ row, decision }) => [row.game, row.turn, decision.kind]),
                     [[1, 1, 'play'], [1, 2, 'play'], [1, 4, 'double'], [2, 1, 'play']]);
    assert.deepEqual(questions(makeStudy(match, null)), []);
});

test('a roll is written with its larger number first', () => {
    const study = makeStudy({ ...match, games: [{ ...match.games[0]!,
        turns: [turn(1, 0, { dice: [1, 3] })] }] }, null);
    assert.equal(rowText(study.rows[0]!), '31: 8/5 6/5');
});
