import { test } from 'node:test';
import assert from 'node:assert/strict';
import { cubeActionShort, cubeActionText, cubeChoices, equityText, lengthText, lossText,
         luckWord, percentText, plural, rateText, takeChoices } from '../../../web/src/study/format';
import { afterMoves } from '../../../web/src/board/frame';
import { onBoard, pipCount, readXgid } from '../../../web/src/study/xgid';

const START = 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10';

test('equities carry a sign, nought does not', () => {
    assert.equal(equityText(0.1234), '+0.123');
    assert.equal(equityText(-0.05), '\u22120.050');
    assert.equal(equityText(-0.0004), '0.000');
    assert.equal(lossText(0.0834), '\u22120.083');
    assert.equal(lossText(0.0001), '');
});

test('figures in words', () => {
    assert.equal(percentText(0.646), '64.6%');
    assert.equal(rateText(6.4), '6.40');
    assert.equal(rateText(0, 0), '\u2013');
    assert.equal(plural(1, 'error'), '1 error');
    assert.equal(plural(2, 'loss', 'losses'), '2 losses');
    assert.equal(lengthText(0), 'money session');
    assert.equal(luckWord(0.05), 'about average');
    assert.equal(luckWord(0.2), 'lucky');
    assert.equal(luckWord(-0.4), 'very unlucky');
    assert.equal(luckWord(0.9), 'a joker');
});

test('a cube decision: what each choice costs when the other side answers best', () => {
    const drop = cubeChoices({ no_double: 0.976, double_take: 1.458, double_drop: 1 });
    assert.deepEqual(drop.map((c) => Number(c.loss.toFixed(3))), [0.024, 0.458, 0]);
    const tooGood = cubeChoices({ no_double: 1.35, double_take: 2.5, double_drop: 1 }, true);
    assert.equal(tooGood[0]!.loss, 0);
    assert.equal(tooGood[1]!.action, 'Redouble, take');
    assert.equal(cubeActionText('too_good', true), 'Too good to redouble, drop');
    assert.equal(cubeActionShort('double_drop'), 'D/D');
    assert.equal(cubeActionShort('no_double', true), 'dead');
});

test('an XGID is shown as it stands, whoever is on roll', () => {
    const a = readXgid(START)!;
    assert.equal(a.board[24], 2);
    assert.equal(a.board[1], -2);
    assert.deepEqual(a.dice, [3, 1]);
    assert.equal(a.turn, 0);
    assert.equal(a.matchLength, 5);
    assert.equal(pipCount(a.board, 0), 167);
    assert.equal(pipCount(a.board, 1), 167);
    assert.equal(onBoard(a.board, 1), 15);
    const b = readXgid('-b----E-C---eE---c-e----B-:1:-1:-1:D:2:4:1:5:10')!;
    assert.equal(b.turn, 1);
    assert.equal(b.owner, 1);
    assert.equal(b.cube, 2);
    assert.equal(b.offered, 4);
    assert.equal(b.dice, null);
    assert.equal(b.crawford, true);
    assert.deepEqual(b.score, [2, 4]);
});

test('what is no XGID is refused', () => {
    for (const text of ['', 'XGID=', 'XGID=-b----E-C---eE---c-e----B-', '4HPwATDgc/ABMA:cIkKAAAAAAAA',
                        'XGID=-b----E-C---eE---c-e----*-:0:0:1:31:0:0:0:5:10',
                        'XGID=-b----E-C---eE---c-e----B-:x:0:1:31:0:0:0:5:10'])
        assert.equal(readXgid(text), null);
});

test('moves are made in the mover\u2019s own numbers, hits go to the bar', () => {
    const board = readXgid(START)!.board;
    const made = afterMoves(board, 0, [[8, 5], [6, 5]]);
    assert.equal(made[5], 2);
    assert.equal(board[5], 0);
    const blot = board.slice();
    blot[20] = 1; // A's blot on B's 5 point
    const hit = afterMoves(blot, 1, [[8, 5]]);
    assert.equal(hit[20], -1);
    assert.equal(hit[25], 1);
    const entered = afterMoves(hit, 0, [[25, 22]]);
    assert.equal(entered[25], 0);
    assert.equal(entered[22], 1);
    const off = afterMoves(board, 1, [[6, 0]]);
    assert.equal(off[19], -4);
    assert.equal(onBoard(off, 1), 14);
});

test('take and drop as the doubled player sees them', () => {
    const [first, second] = takeChoices({ no_double: 0.9, double_take: 1.2, double_drop: 1 });
    assert.equal(first!.action, 'Drop');
    assert.equal(first!.equity, -1);
    assert.equal(second!.loss.toFixed(1), '0.2');
    assert.equal(takeChoices({ no_double: 0, double_take: 0.4, double_drop: 1 })[0]!.action, 'Take');
});
