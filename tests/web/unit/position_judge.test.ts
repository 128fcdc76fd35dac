import { test } from 'node:test';
import assert from 'node:assert/strict';
import { judgeCube, judgePlay } from '../../../web/src/study/position/judge';
import { playRows } from '../../../web/src/study/candidates';
import { halfWidth, intervalScale } from '../../../web/src/study/rollout';
import { cellKeys, gridLines, playLegend } from '../../../web/src/study/scores';
import { startBoard } from '../../../web/src/board/frame';
import type { CubeVerdict, ScoresResult } from '../../../web/src/types';

const candidates = [
    { move: '8/5 6/5', moves: [[8, 5], [6, 5]] as [number, number][], equity: 0.2 },
    { move: '24/23 13/10', moves: [[24, 23], [13, 10]] as [number, number][], equity: 0.05 },
];

test('a play is judged by the board it leaves', () => {
    const board = startBoard();
    assert.deepEqual(judgePlay(candidates, board, 0, [[6, 5], [8, 5]]),
                     { place: 0, loss: 0, candidate: candidates[0] });
    const second = judgePlay(candidates, board, 0, [[13, 10], [24, 23]]);
    assert.equal(second.place, 1);
    assert.equal(second.loss.toFixed(3), '0.150');
    const unknown = judgePlay(candidates, board, 0, [[13, 9]]);
    assert.equal(unknown.place, -1);
    assert.equal(unknown.loss.toFixed(3), '0.150');
});

test('a look less deep does not put a play before a better one', () => {
    const deep = [...candidates, { move: '24/20', moves: [[24, 20]] as [number, number][],
        equity: 0.1, ply: 0 }];
    for (const one of deep.slice(0, 2)) Object.assign(one, { ply: 2 });
    // Whatever a shallow look says of a play, it stands behind the others and has no place.
    for (const equity of [0.1, 0.3]) {
        deep[2]!.equity = equity;
        const shallow = judgePlay(deep, startBoard(), 0, [[24, 20]]);
        assert.equal(shallow.place, -1);
        assert.equal(shallow.loss.toFixed(3), '0.150');
        assert.equal(shallow.candidate?.move, '24/20');
        assert.equal(judgePlay(deep, startBoard(), 0, [[24, 23], [13, 10]]).place, 1);
        assert.deepEqual(playRows(deep, null).map((row) => row.move),
                         ['8/5 6/5', '24/23 13/10', '24/20']);
    }
});

test('both halves of a cube answer cost what they cost', () => {
    const cube: CubeVerdict = { action: 'double_take',
                         equity: { no_double: 0.6, double_take: 0.64, double_drop: 1 } };
    const right = judgeCube(cube, { double: true, take: true });
    assert.deepEqual(right, { doubleLoss: 0, takeLoss: 0 });
    const wrong = judgeCube(cube, { double: false, take: false });
    assert.equal(wrong.doubleLoss!.toFixed(2), '0.04');
    assert.equal(wrong.takeLoss.toFixed(2), '0.36');
    const tooGood: CubeVerdict = { action: 'too_good',
                            equity: { no_double: 1.3, double_take: 2.4, double_drop: 1 } };
    assert.equal(judgeCube(tooGood, { double: true, take: false }).doubleLoss!.toFixed(1), '0.3');
    assert.equal(judgeCube(tooGood, { double: null, take: true }).doubleLoss, null);
});

test('intervals share a scale', () => {
    const base = { label: '', standard_error: 0.01 };
    assert.equal(halfWidth({ ...base, equity: 0, interval: [-0.02, 0.02] }), 0.02);
    const [low, high] = intervalScale([{ ...base, equity: 0.1, interval: [0.05, 0.15] },
                                       { ...base, equity: 0.3, interval: [0.2, 0.4] }]);
    assert.ok(low < 0.05 && low > 0);
    assert.ok(high > 0.4 && high < 0.5);
});

test('the grid has a line for the Crawford game and one for after it', () => {
    const result: ScoresResult = {
        id: '', kind: 'play', money: { move: 'b', equity: 0 },
        scores: [
            { move: 'a', equity: 0, away: 1, away_opponent: 2, crawford: true, post_crawford: false },
            { move: 'b', equity: 0, away: 1, away_opponent: 2, crawford: false, post_crawford: true },
            { move: 'a', equity: 0, away: 2, away_opponent: 3, crawford: false, post_crawford: false },
            { move: 'a', equity: 0, away: 1, away_opponent: 1, crawford: false, post_crawford: true },
        ],
    };
    assert.deepEqual(gridLines(result.scores), ['1c', '1p', '2', '3']);
    assert.deepEqual(cellKeys(result.scores[0]!), ['1c', '2']);
    assert.deepEqual(cellKeys(result.scores[3]!), ['1p', '1p']);
    assert.deepEqual([...playLegend(result)], [['b', 'A'], ['a', 'B']]);
});
