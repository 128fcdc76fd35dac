import { test } from 'node:test';
import assert from 'node:assert/strict';
import { splitSearch, splitTags } from '../../../web/src/desk/typed';
import { costLines, overallPr, ownPr, ratingWord } from '../../../web/src/study/entries';
import { refusal } from '../../../web/src/upload/upload';
import type { Entry } from '../../../web/src/types';

const entry: Entry = { id: 'a', time: 1, players: ['Ann', 'Bob'], you: 1, score: [3, 5], winner: 1,
                       match_length: 5, preset: 'tournament', pr: [9, 4.5], luck: 0.1 };

test('one\u2019s own PR', () => {
    assert.equal(ownPr(entry), 4.5);
    assert.equal(ownPr({ ...entry, pr: null }), null);
    assert.equal(ownPr({ ...entry, you: null }), null);
});

test('a search has terms of the desk and plain words', () => {
    assert.deepEqual(splitSearch('  Ann error>0.1 not dice=66 "the club"  '),
                     { q: '      error>0.1 not dice=66', text: 'Ann the club' });
    assert.deepEqual(splitSearch('opponent="Ann B" x'), { q: 'opponent="Ann B"', text: 'x' });
    assert.deepEqual(splitSearch('Zoë ( crawford or dice=66 )', ['crawford']),
                     { q: '    ( crawford or dice=66 )', text: 'Zoë' });
    assert.deepEqual(splitSearch('Ann or Ben crawford'), { q: '', text: 'Ann or Ben crawford' });
    assert.deepEqual(splitSearch(''), { q: '', text: '' });
    assert.deepEqual(splitTags(' club, lost ,, club'), ['club', 'lost']);
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
