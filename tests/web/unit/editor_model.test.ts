import { test } from 'node:test';
import assert from 'node:assert/strict';
import { startBoard } from '../../../web/src/board/frame';
import { addChecker, emptyBoard, flip, mirror, moveChecker, offOf, onBoardOf, Past, placeName, put,
         removeChecker, requestOf, setupOf, startSetup, tapAt } from
    '../../../web/src/editor/model';
import type { PositionAnswer } from '../../../web/src/types';

test('checkers come from the tray, fifteen a side', () => {
    const board = emptyBoard();
    assert.deepEqual(offOf(board), [15, 15]);
    const ten = put(board, 6, 0, 10)!;
    const all = put(ten, 5, 0, 9)!;
    assert.equal(all[5], 5);
    assert.equal(addChecker(all, 4, 0), null);
    assert.equal(addChecker(all, 20, 1)![20], -1);
    assert.equal(board[6], 0);
});

test('a tap at a height sets that many, at the limit one more', () => {
    const at = (board: number[], height: number, player: 0 | 1 = 0): number[] =>
        tapAt(board, 6, player, height, 5)!;
    const four = at(emptyBoard(), 4);
    assert.equal(four[6], 4);
    assert.equal(at(four, 4)[6], 3);
    assert.equal(at(four, 2)[6], 2);
    assert.equal(at(four, 2, 1)[6], -2);
    assert.equal(at(at(four, 9), 5)[6], 6);
    assert.equal(at(at(emptyBoard(), 1), 1)[6], 0);
    assert.equal(at(four, 0)[6], 5);
    assert.equal(tapAt(startBoard(), 7, 0, 2, 5), null); // none left in the tray
});

test('a bar is its owner\u2019s alone, a point changes hands', () => {
    const board = startBoard();
    assert.equal(put(board, 0, 0, 1), null);
    assert.equal(put(board, 25, 1, 1), null);
    assert.equal(addChecker(board, 25, 0), null); // none left in the tray
    assert.equal(addChecker(removeChecker(board, 6)!, 25, 0)![25], 1);
    const taken = addChecker(removeChecker(board, 6)!, 1, 0)!;
    assert.equal(taken[1], 1);
    assert.deepEqual(offOf(taken), [0, 2]);
    assert.equal(put(board, 6, 0, -1), null);
});

test('a checker is moved, off too, and only by its owner', () => {
    const board = startBoard();
    const moved = moveChecker(board, 24, 18, 0)!;
    assert.equal(moved[24], 1);
    assert.equal(moved[18], 1);
    assert.equal(moveChecker(board, 24, 18, 1), null);
    assert.equal(moveChecker(board, 2, 18, 0), null);
    assert.deepEqual(offOf(moveChecker(board, 24, null, 0)!), [1, 0]);
    assert.equal(moveChecker(board, null, 18, 0), null);
    assert.deepEqual(moveChecker(board, 6, 6, 0), board);
});

test('exchanging sides twice changes nothing', () => {
    const setup = { ...startSetup(), board: put(startBoard(), 24, 0, 1)!, owner: 0 as const,
                    cube: 2, matchLength: 5, score: [3, 1] as [number, number] };
    const once = flip(setup);
    assert.equal(once.board[1], -1);
    assert.equal(once.board[24], 2);
    assert.equal(once.turn, 1);
    assert.equal(once.owner, 1);
    assert.deepEqual(once.score, [1, 3]);
    assert.deepEqual(flip(once), setup);
});

test('a mirrored side gives both the same, unless they would meet', () => {
    const board = put(put(emptyBoard(), 6, 0, 3)!, 25, 0, 1)!;
    const both = mirror(board, 0)!;
    assert.equal(both[19], -3);
    assert.equal(both[0], -1);
    assert.equal(onBoardOf(both, 1), 4);
    assert.equal(mirror(put(put(emptyBoard(), 6, 0, 1)!, 19, 0, 1)!, 0), null);
    assert.deepEqual(mirror(startBoard(), 1), startBoard());
});

test('what is asked of the server, and what its answer sets', () => {
    const setup = startSetup();
    assert.deepEqual(requestOf({ ...setup, score: [2, 1], crawford: true }), {
        board: startBoard(), turn: 0, dice: null, cube: 1, owner: null, match_length: 0,
        score: [0, 0], crawford: false, jacoby: true, beavers: true,
    });
    const match = requestOf({ ...setup, matchLength: 5, score: [4, 1], crawford: true });
    assert.equal(match['jacoby'], false);
    assert.equal(match['crawford'], true);
    const answer = { board: startBoard(), turn: 1, dice: [5, 2], cube: { value: 4, owner: 1 },
                     match_length: 7, score: [2, 3], crawford: false } as unknown as PositionAnswer;
    const next = setupOf(answer, setup);
    assert.equal(next.cube, 4);
    assert.equal(next.turn, 1);
    assert.deepEqual(next.dice, [5, 2]);
    assert.equal(next.jacoby, true);
});

test('undo and redo', () => {
    const past = new Past(1);
    past.set(2);
    past.set(3);
    past.undo();
    assert.equal(past.now, 2);
    past.undo();
    past.undo();
    assert.equal(past.now, 1);
    past.redo();
    assert.equal(past.now, 2);
    past.set(9);
    assert.equal(past.canRedo, false);
});

test('places are named for the one who looks', () => {
    const board = startBoard();
    assert.equal(placeName(board, 24, 0, ['white', 'black']), '24 point, 2 white checkers');
    assert.equal(placeName(board, 24, 1, ['white', 'black']), '1 point, 2 white checkers');
    assert.equal(placeName(board, 25, 0, ['white', 'black']), "white's bar, empty");
});
