// Which men have moved between two boards of a table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movedMen } from '../../../web/src/tables/model';
import type { FamilyBoard } from '../../../web/src/types';

const board = (...sides: Record<number, number>[]): FamilyBoard => ({ path: 24, sides: sides.map((side) => ({
    points: Array.from({ length: 26 }, (_, point) => side[point] ?? 0), pinned: [], waiting: side[25] ?? 0, pips: 0 })) }) as unknown as FamilyBoard;

test('men are followed in the order of the path', () => {
    const before = board({ 24: 12, 13: 2, 8: 1 }, { 20: 1, 5: 14 }), now = board({ 24: 10, 18: 2, 13: 1, 8: 1, 3: 1 }, { 25: 1, 5: 14 });
    assert.deepEqual(movedMen(before, now, 0), [{ from: 24, to: 18, nth: 0 }, { from: 24, to: 18, nth: 1 }, { from: 13, to: 3, nth: 0 }]);
    assert.deepEqual(movedMen(before, now, 1), [{ from: 20, to: 25, nth: 0 }]);
    assert.deepEqual(movedMen(now, before, 1), [{ from: 25, to: 20, nth: 0 }]);
    assert.deepEqual(movedMen(now, now, 0), []);
});

test('other numbers of men are another game', () => {
    assert.deepEqual(movedMen(board({ 24: 15 }, {}), board({ 24: 14 }, {}), 0), []);
});
