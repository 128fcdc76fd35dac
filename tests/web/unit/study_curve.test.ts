import { test } from 'node:test';
import assert from 'node:assert/strict';
import { equityReach, luckBars, makeCurve, makeTrend, movingPr, nearest, niceCeil } from
    '../../../web/src/study/curve';
import type { Frame } from '../../../web/src/study/curve';
import type { Row } from '../../../web/src/study/model';

const frame: Frame = { width: 220, height: 120, left: 10, right: 10, top: 10, bottom: 10 };

function row(index: number, game: number, chance: number | null, equity = 0,
             luck: number | null = null): Row {
    return { index, game, turn: index + 1, by: (index % 2) as 0 | 1, record: {} as Row['record'],
             double: null, take: null, play: null, luck,
             curve: chance === null ? null : { game, turn: index + 1, equity, chance } };
}

test('chances fill the height, places the width', () => {
    const curve = makeCurve([row(0, 1, 0), row(1, 1, 0.5), row(2, 2, 1)], 'chance', frame);
    assert.deepEqual(curve.places.map((p) => [p.x, p.y]), [[10, 110], [110, 60], [210, 10]]);
    assert.equal(curve.line, 'M10 110L110 60L210 10');
    assert.equal(curve.middle, 60);
    assert.deepEqual(curve.borders, [{ x: 10, label: '1' }, { x: 210, label: '2' }]);
});

test('turns without a figure leave no place, one turn stands in the middle', () => {
    const curve = makeCurve([row(0, 1, null), row(1, 1, 0.25)], 'chance', frame);
    assert.deepEqual(curve.places.map((p) => p.index), [1]);
    assert.equal(makeCurve([row(0, 1, 0.5)], 'chance', frame).places[0]!.x, 110);
    assert.equal(makeCurve([], 'chance', frame).area, '');
});

test('equities beyond one widen the scale and are cut at three', () => {
    assert.equal(equityReach([0.2, -0.9]), 1);
    assert.equal(equityReach([1.2]), 1.5);
    assert.equal(equityReach([-9]), 3);
    const curve = makeCurve([row(0, 1, 0.5, -9), row(1, 1, 0.5, 3)], 'equity', frame);
    assert.deepEqual(curve.places.map((p) => p.y), [110, 10]);
    assert.deepEqual(curve.places.map((p) => p.value), [-9, 3]);
});

test('a pointer finds the nearest place', () => {
    const places = [{ x: 10 }, { x: 50 }, { x: 90 }];
    assert.equal(nearest(places, 29), 0);
    assert.equal(nearest(places, 31), 1);
    assert.equal(nearest(places, 500), 2);
    assert.equal(nearest([], 1), -1);
});

test('luck goes up for the roller, down where it was bad', () => {
    const bars = luckBars([row(0, 1, null, 0, 0.5), row(1, 1, null, 0, -0.25), row(2, 1, null)],
                          frame);
    assert.equal(bars.length, 2);
    assert.equal(bars[0]!.y, 10);
    assert.equal(bars[0]!.height, 50);
    assert.equal(bars[1]!.y, 60);
    assert.equal(bars[1]!.height, 25);
});

test('scales end on round numbers', () => {
    assert.deepEqual([0, 0.3, 1, 2.1, 7, 26].map(niceCeil), [1, 0.5, 1, 2.5, 10, 50]);
});

test('the PR of several matches is weighed by their decisions', () => {
    const entries = [{ pr: 10, decisions: 10 }, { pr: 4, decisions: 30 }, { pr: 8, decisions: 0 }];
    assert.deepEqual(movingPr(entries, 2), [10, 5.5, 4]);
    assert.deepEqual(movingPr([{ pr: 3, decisions: 0 }], 5), [3]);
    const trend = makeTrend(entries, 2, frame);
    assert.equal(trend.top, 10);
    assert.deepEqual(trend.dots.map((dot) => Math.round(dot.y)), [10, 70, 30]);
});
