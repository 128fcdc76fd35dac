// Walking the graph of a turn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Draft } from '../../../web/src/board/draft';
import { isRace } from '../../../web/src/board/frame';
import { playText, readPlay, readSegments } from '../../../web/src/board/typed';
import type { Tree } from '../../../web/src/types';

// A graph made by a small generator of this test: moves of one side on an open board, with
// `blots` to hit. Enough like the server's to walk on; no legality beyond "a checker is there".
function grow(start: { [point: number]: number }, dice: number[], blots: number[] = []): Tree {
    const nodes: Tree['nodes'] = [];
    const known = new Map<string, number>();
    const visit = (own: Map<number, number>, left: number[], free: number[]): number => {
        const points = [...own].filter(([, count]) => count > 0).sort((a, b) => a[0] - b[0]);
        const key = JSON.stringify([points, [...left].sort(), free]);
        const seen = known.get(key);
        if (seen !== undefined) return seen;
        const index = nodes.length;
        nodes.push({ moves: [], done: false });
        known.set(key, index);
        for (const die of new Set(left)) {
            for (const [from, count] of points) {
                const to = Math.max(0, from - die);
                if (count < 1 || from === 0 || (from - die < 0)) continue;
                const next = new Map(own);
                next.set(from, count - 1);
                next.set(to, (next.get(to) ?? 0) + 1);
                const rest = [...left];
                rest.splice(rest.indexOf(die), 1);
                const hit = free.includes(to);
                const node = visit(next, rest, free.filter((point) => point !== to));
                nodes[index]!.moves.push([from, to, die, hit ? 1 : 0, node]);
            }
        }
        nodes[index]!.done = nodes[index]!.moves.length === 0;
        return index;
    };
    visit(new Map(Object.entries(start).map(([p, n]) => [Number(p), n])), dice, blots);
    return { nodes };
}

const opening = { 24: 2, 13: 5, 8: 3, 6: 5 };

test('a play is walked, undone and done again', () => {
    const draft = new Draft(grow(opening, [3, 1]));
    assert.equal(draft.complete, false);
    draft.apply([draft.withDie(8, 3)!]);
    assert.deepEqual(draft.moves, [[8, 5]]);
    assert.equal(draft.complete, false);
    draft.apply([draft.withDie(6, 1)!]);
    assert.equal(draft.complete, true);
    assert.deepEqual(draft.used, [3, 1]);
    assert.equal(draft.withDie(13, 3), null);
    draft.undo();
    assert.deepEqual(draft.moves, [[8, 5]]);
    assert.equal(draft.canRedo, true);
    draft.redo();
    assert.deepEqual(draft.moves, [[8, 5], [6, 5]]);
    draft.undo();
    draft.apply([draft.withDie(24, 1)!]);
    assert.equal(draft.canRedo, false, 'a new move forgets what was undone');
});

test('reach finds points several moves away, the left die first', () => {
    const draft = new Draft(grow(opening, [6, 2]));
    const reach = draft.reach(24, 2);
    assert.deepEqual([...reach.keys()].sort((a, b) => a - b), [16, 18, 22]);
    assert.equal(reach.get(16)!.length, 2);
    assert.deepEqual(reach.get(16)!.map((step) => step.die), [2, 6]);
    assert.deepEqual(draft.reach(24, 6).get(16)!.map((step) => step.die), [6, 2]);
    assert.equal(draft.reach(20).size, 0);
});

test('four moves of a double reach along one checker', () => {
    const draft = new Draft(grow({ 24: 1, 8: 3 }, [3, 3, 3, 3]));
    assert.deepEqual([...draft.reach(24).keys()], [21, 18, 15, 12]);
});

test('a point is made from two places', () => {
    const draft = new Draft(grow(opening, [3, 1]));
    const path = draft.gather(5, 2)!;
    assert.deepEqual(path.map((step) => [step.from, step.to]).sort(), [[6, 5], [8, 5]]);
    assert.equal(draft.gather(2, 2), null);
    draft.apply(path);
    assert.equal(draft.complete, true);
});

test('a moved checker goes back with everything that hangs on it', () => {
    const draft = new Draft(grow(opening, [6, 4]));
    draft.apply(draft.reach(24).get(14)!);
    assert.equal(draft.landedOn(14), true);
    assert.equal(draft.landedOn(24), false);
    assert.equal(draft.takeBack(14), true);
    assert.deepEqual(draft.moves, []);
    draft.apply([draft.withDie(8, 6)!]);
    draft.apply([draft.withDie(6, 4)!]);
    assert.equal(draft.landedOn(2), true);
    assert.equal(draft.takeBack(2), true);
    // Both went to the 2 point; the later one is taken back, the other one stays.
    assert.deepEqual(draft.moves, [[8, 2]]);
    assert.equal(draft.takeBack(17), false);
});

test('moves of another place are taken back without the others', () => {
    const draft = new Draft(grow(opening, [3, 1]));
    draft.apply([draft.withDie(13, 3)!]);
    draft.apply([draft.withDie(24, 1)!]);
    assert.equal(draft.takeBack(10), true);
    assert.deepEqual(draft.moves, [[24, 23]]);
});

test('a stored play is loaded only if the graph has it', () => {
    const draft = new Draft(grow(opening, [3, 1]));
    assert.equal(draft.replay([[8, 5], [6, 5]]), true);
    assert.equal(draft.replay([[8, 5], [6, 4]]), false);
    assert.deepEqual(draft.moves, [[8, 5], [6, 5]], 'a refused play leaves the draft alone');
});

test('forced moves are made, choices are not', () => {
    const forced = new Draft(grow({ 10: 1 }, [2, 2]));
    assert.equal(forced.playForced(), 2);
    assert.equal(forced.complete, true);
    const free = new Draft(grow({ 10: 1, 8: 1 }, [2, 1]));
    assert.equal(free.playForced(), 0);
});

test('typed plays', () => {
    const draft = new Draft(grow(opening, [3, 1]));
    const ok = (text: string): number[][] => {
        const read = readPlay(draft, text);
        assert.ok(read.ok, `${text}: ${read.ok ? '' : read.text}`);
        return read.moves;
    };
    assert.deepEqual(ok('8/5 6/5').sort(), [[6, 5], [8, 5]]);
    assert.deepEqual(ok('8-5, 6-5').sort(), [[6, 5], [8, 5]]);
    assert.deepEqual(ok('24/20').map((move) => move[0]), [24, ok('24/20')[1]![0]]);
    assert.deepEqual(ok('24/23/20'), [[24, 23], [23, 20]]);
    assert.deepEqual(ok('24/21/20'), [[24, 21], [21, 20]]);
    for (const bad of ['8/3', '5/8', '8', 'x/5', '8/5 8/5 8/5', '24/18', '8/5*', '', '8/5(9)'])
        assert.equal(readPlay(draft, bad).ok, false, bad);
    const part = readPlay(draft, '8/5');
    assert.ok(part.ok && !part.complete);
});

test('typed doubles, bar, off and hits', () => {
    const doubles = new Draft(grow({ 24: 2, 13: 2 }, [6, 6, 6, 6]));
    const read = readPlay(doubles, '24/18(2) 13/7(2)');
    assert.ok(read.ok && read.complete);
    assert.equal(read.moves.length, 4);
    const bar = new Draft(grow({ 25: 1, 6: 2 }, [3, 6]));
    const entered = readPlay(bar, 'bar/22 6/off');
    assert.ok(entered.ok);
    assert.deepEqual(entered.moves.sort((a, b) => b[0] - a[0]), [[25, 22], [6, 0]]);
    const hits = new Draft(grow({ 13: 1, 8: 1 }, [5, 3], [10]));
    const quiet = readPlay(hits, '13/5');
    assert.ok(quiet.ok);
    assert.deepEqual(quiet.moves, [[13, 8], [8, 5]], 'without a star, the way that hits nothing');
    const loud = readPlay(hits, '13/10*/5');
    assert.ok(loud.ok);
    assert.deepEqual(loud.moves, [[13, 10], [10, 5]]);
    const star = readPlay(hits, '13/10*');
    assert.ok(star.ok && !star.complete);
});

test('notation is written as it is read', () => {
    assert.equal(playText([[24, 18], [18, 13]]), '24/13');
    assert.equal(playText([[24, 18, 1], [18, 13]]), '24/18*/13');
    assert.equal(playText([[6, 0], [6, 0], [25, 20]]), 'bar/20 6/off(2)');
    assert.equal(typeof readSegments('8/5 ?'), 'string');
});

test('a play that only bears off is found, where there is one', () => {
    const off = (start: { [point: number]: number }, dice: number[]) =>
        new Draft(grow(start, dice)).allOff()?.map((step) => [step.from, step.to]) ?? null;
    assert.deepEqual(off({ 3: 2, 1: 1 }, [3, 1])?.sort(), [[1, 0], [3, 0]]);
    assert.equal(off({ 6: 1, 3: 1 }, [3, 1]), null);
    assert.equal(off({ 2: 3 }, [2, 2, 2, 2])?.length, 3);
});

test('a race is where nobody can meet any more', () => {
    const board = (...stacks: [number, number][]): number[] => {
        const all = new Array<number>(26).fill(0);
        for (const [at, count] of stacks) all[at] = count;
        return all;
    };
    assert.ok(isRace(board([6, 3], [7, -2])));
    assert.ok(!isRace(board([8, 3], [7, -2])));
    assert.ok(!isRace(board([6, 3], [0, -1])), 'on the bar');
    assert.ok(!isRace(board([25, 1], [20, -1])));
});
