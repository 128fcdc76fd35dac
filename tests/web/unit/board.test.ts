// Where things are on the board, and what they are called.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countIn, Geometry, MY_BAR, MY_OFF, pointOf, SLOTS, slotOf, THEIR_BAR, THEIR_OFF }
    from '../../../web/src/board/geometry';
import { neighbour } from '../../../web/src/board/input';
import { rewind } from '../../../web/src/board/frame';
import { boardText, slotName, spokenPlay, spokenRoll } from '../../../web/src/board/names';

const start = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0];
const position = { board: start, off: [0, 0] as [number, number] };

test('points and slots turn into each other for every player and view', () => {
    for (const view of [0, 1] as const)
        for (const by of [0, 1] as const)
            for (let point = 0; point <= 25; point++)
                assert.equal(pointOf(slotOf(point, by, view), by, view), point);
    assert.equal(pointOf(MY_BAR, 1, 0), null);
    assert.equal(pointOf(THEIR_OFF, 0, 0), null);
});

test('the opening position counts fifteen a side from both views', () => {
    for (const view of [0, 1] as const)
        for (const by of [0, 1] as const) {
            let sum = 0;
            for (let slot = 0; slot < SLOTS; slot++)
                sum += countIn(slot, by, view, start, [0, 0]);
            assert.equal(sum, 15);
        }
    assert.equal(countIn(6, 1, 1, start, [0, 0]), 5);
    assert.equal(countIn(24, 1, 1, start, [0, 0]), 2);
});

test('every place of a pointer belongs to its own slot, in all four shapes', () => {
    for (const left of [false, true])
        for (const tall of [false, true]) {
            const g = new Geometry(left, tall);
            for (let slot = 0; slot < SLOTS; slot++)
                for (const [n, count] of [[0, 1], [0, 5], [4, 5], [14, 15]] as const) {
                    const at = g.checker(slot, n, count);
                    assert.equal(g.slotAt(at), slot, `slot ${slot}, ${n} of ${count}`);
                    assert.ok(at.x > 0 && at.x < g.width && at.y > 0 && at.y < g.height);
                }
            assert.equal(g.pointX(1) > g.pointX(6), !left, 'home on the wanted side');
            assert.equal(g.pointX(6), g.pointX(19));
        }
});

test('names', () => {
    assert.equal(slotName(8, 0, 0, position, null), 'your 8 point, 3 checkers');
    assert.equal(slotName(1, 0, 0, position, null), 'your 1 point, opponent: 2 checkers');
    assert.equal(slotName(2, 0, 0, position, null), 'your 2 point, empty');
    assert.equal(slotName(8, 1, 1, position, null), 'your 8 point, 3 checkers');
    assert.equal(slotName(8, 0, 1, position, null), "opponent's 17 point, you: 3 checkers");
    assert.equal(slotName(MY_BAR, 0, 0, position, null), 'your bar, empty');
    assert.equal(slotName(THEIR_BAR, 0, 0, { board: [-1, ...start.slice(1)], off: [0, 0] }, null),
                 "opponent's bar, 1 checker");
    assert.equal(slotName(MY_OFF, 0, 0, position, ['Ann', 'Bob']), "Ann's tray, 0 checkers off");
    assert.equal(boardText(0, position, ['Ann', 'Bob'])[1],
                 'Bob: 24 point 2, 13 point 5, 8 point 3, 6 point 5, off 0');
    assert.equal(spokenPlay([[25, 22, 1], [6, 0]]), 'bar to 22 hitting, 6 to off');
    assert.equal(spokenRoll([4, 4]), 'double four');
});

test('arrow keys reach every place and come back', () => {
    const seen = new Set<number>([24]);
    const queue = [24];
    while (queue.length > 0) {
        const slot = queue.pop()!;
        for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
            const next = neighbour(slot, key, false);
            if (next !== null && !seen.has(next)) {
                seen.add(next);
                queue.push(next);
            }
        }
    }
    assert.equal(seen.size, SLOTS);
    assert.equal(neighbour(24, 'ArrowRight', false), THEIR_OFF);
    assert.equal(neighbour(24, 'ArrowLeft', true), THEIR_OFF);
    assert.equal(neighbour(6, 'ArrowUp', false), 19);
});

test('a play is undone on the board, hits and checkers off included', () => {
    const last = { by: 1 as const, dice: [6, 1] as [number, number], text: '',
        moves: [[25, 24, true], [6, 0, false]] as [number, number, boolean][] };
    // B entered on his 24 point (A's 1), hitting a blot of A, and bore one off his 6 point.
    const after = [...start];
    after[1] = -1;
    after[25] = 1;
    after[19] = -4;
    const { board, off } = rewind(after, [0, 1], last);
    assert.equal(board[1], 1);
    assert.equal(board[25], 0);
    assert.equal(board[0], -1);
    assert.equal(board[19], -5);
    assert.deepEqual(off, [0, 0]);
});
