import { test } from 'node:test';
import assert from 'node:assert/strict';
import { costLines, outcome, overallPr, ownLuck, ownPr, passes, ratingWord } from '../../../web/src/study/entries';
import { refusal } from '../../../web/src/upload/upload';
import type { Entry } from '../../../web/src/types';

const entry: Entry = { id: 'a', time: 1, players: ['Ann', 'Bob'], you: 1, score: [3, 5], winner: 1,
                       match_length: 5, preset: 'tournament', pr: [9, 4.5], luck: 0.1 };

test('a match is won, lost, open or another\u2019s', () => {
    assert.equal(outcome(entry), 'won');
    assert.equal(outcome({ ...entry, you: 0 }), 'lost');
    assert.equal(outcome({ ...entry, winner: null }), 'open');
    assert.equal(outcome({ ...entry, you: null }), 'watched');
    assert.equal(ownPr(entry), 4.5);
    assert.equal(ownLuck(entry), -0.1);
    assert.equal(ownPr({ ...entry, pr: null }), null);
    assert.equal(ownPr({ ...entry, you: null }), null);
    assert.equal(ownLuck({ ...entry, you: 0, luck: 0.3 }), 0.3);
    assert.equal(ownLuck({ ...entry, you: null, luck: 0.3 }), null);
});

test('filters join', () => {
    const all = { outcome: '' as const, name: '', length: '' };
    assert.ok(passes(entry, all));
    assert.ok(passes(entry, { ...all, outcome: 'won', name: ' aNN', length: 'match' }));
    assert.ok(!passes(entry, { ...all, outcome: 'lost' }));
    assert.ok(!passes(entry, { ...all, name: 'Carl' }));
    assert.ok(!passes(entry, { ...all, length: 'money' }));
});

test('the dearest kind stands first, with its share', () => {
    const lines = costLines([
        { name: 'take', decisions: 10, errors: 1, loss: 0.1 },
        { name: 'play', decisions: 100, errors: 5, blunders: 2, loss: 0.9 },
        { name: 'double', decisions: 0, errors: 0, loss: 0 },
    ]);
    assert.deepEqual(lines.map((line) => line.name), ['play', 'take']);
    assert.equal(lines[0]!.pr, 4.5);
    assert.equal(lines[0]!.share, 0.9);
    assert.equal(lines[1]!.blunders, null);
    assert.deepEqual(costLines([]), []);
});

test('ratings in words, as docs/analysis.md has them', () => {
    assert.deepEqual([0, 2.5, 5, 7.5, 12.5, 17.5].map(ratingWord),
                     ['world class', 'expert', 'advanced', 'intermediate', 'casual', 'beginner']);
    assert.equal(overallPr([]), null);
    assert.deepEqual(overallPr([{ time: 1, match: 'a', pr: 10, decisions: 10 },
                                { time: 2, match: 'b', pr: 4, decisions: 20 }]),
                     { pr: 6, decisions: 30 });
});

test('what is too large or empty is not sent', () => {
    assert.equal(refusal(1), '');
    assert.match(refusal(0), /empty/);
    assert.match(refusal(10 * 1024 * 1024 + 1), /10 MB/);
});
