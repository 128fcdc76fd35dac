// A tournament in words: rounds by name, results, names as a director pastes them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventText, lengthsText, merged, namesOf, readLengths, resultText, roundsOf, winnerOf } from '../../../web/src/tournament/model';
import type { Tournament, TournamentMatch } from '../../../web/src/types';

function matchOf(part: Partial<TournamentMatch>): TournamentMatch {
    return { match: 0, part: 'main', round: 1, place: 0, length: 5, players: [0, 1], outcome: null, winner: null,
        score: null, open: true, opened: null, game: null, reports: [null, null], came: [false, false], disputed: false,
        meeting: null, last: null, winner_to: null, loser_to: null, ...part };
}

function tournamentOf(kind: Tournament['kind'], matches: TournamentMatch[]): Tournament {
    return { kind, matches, players: [{ name: 'Ann' }, { name: 'Bob' }] } as unknown as Tournament;
}

const titles = (kind: Tournament['kind'], rounds: [TournamentMatch['part'], number][]): string[] =>
    roundsOf(tournamentOf(kind, rounds.map(([part, round]) => matchOf({ part, round })))).map((one) => one.title);

test('rounds have the names of the field', () => {
    assert.deepEqual(titles('single', [['main', 4], ['main', 1], ['main', 3], ['main', 2], ['second', 2], ['second', 1]]),
        ['Round 1', 'Quarter-finals', 'Semi-finals', 'Final', 'Consolation, round 1', 'Consolation, final']);
    assert.deepEqual(titles('double', [['final', 2], ['final', 1], ['main', 2], ['main', 1], ['second', 1]]),
        ['Semi-finals', 'Winners’ final', 'Losers’ bracket, final', 'Final', 'Final, once more']);
    assert.deepEqual(titles('swiss', [['main', 2], ['main', 1]]), ['Round 1', 'Round 2']);
    assert.deepEqual(titles('league', [['main', 1]]), ['Round 1']);
});

test('results in words', () => {
    const text = (part: Partial<TournamentMatch>): string => resultText(tournamentOf('swiss', []), matchOf(part));
    assert.equal(text({ outcome: 'played', winner: 1, score: [3, 5] }), 'Bob won 5 to 3');
    assert.equal(text({ outcome: 'played', winner: 0 }), 'Ann won');
    assert.equal(text({ outcome: 'forfeit', winner: 0 }), 'Bob did not come');
    assert.equal(text({ outcome: 'forfeit' }), 'neither came');
    assert.equal(text({ outcome: 'bye', winner: 0, players: [0, -1] }), 'bye');
    assert.equal(text({ reports: [{ winner: 0, score: null }, null] }), 'one player has told the result');
    assert.equal(text({ disputed: true }), 'the players do not agree');
    assert.equal(text({ open: false, players: [0, null] }), 'waits');
    assert.equal(text({}), 'to be played, 5 points');
    assert.equal(text({ length: 1 }), 'to be played, 1 point');
});

test('names as they are pasted', () => {
    assert.deepEqual(namesOf(' Ann \n\nBob, 1650\nCid\t1700\nDan; 12\nde Boer, Jan\n'), [
        { name: 'Ann', rating: null }, { name: 'Bob', rating: 1650 }, { name: 'Cid', rating: 1700 },
        { name: 'Dan', rating: 12 }, { name: 'de Boer, Jan', rating: null }]);
});

test('lengths and scores', () => {
    assert.deepEqual(readLengths('5, 7 9'), [5, 7, 9]);
    for (const wrong of ['', 'five', '0', '65', '5.5', '5,-1']) assert.equal(readLengths(wrong), null, wrong);
    assert.equal(lengthsText({ lengths: [5, 7], final_length: 11 } as never), 'matches to 5, then 7; the final to 11');
    assert.equal(lengthsText({ lengths: [5], final_length: 0 } as never), 'matches to 5');
    assert.equal(winnerOf([4, 9], [5, 3]), 4);
    assert.equal(winnerOf([4, 9], [3, 5]), 9);
    assert.equal(winnerOf([4, 9], [3, 3]), null);
    assert.equal(winnerOf([4, 9], null), null);
});

test('news of a tournament are merged, and what is missing is noticed', () => {
    const before = tournamentOf('swiss', [0, 1, 2].map((match) => matchOf({ match })));
    const news = (match_count: number, ...matches: TournamentMatch[]): Tournament =>
        ({ ...tournamentOf('swiss', matches), match_count });
    const after = merged(before, news(4, matchOf({ match: 1, winner: 0 }), matchOf({ match: 3 })))!;
    assert.deepEqual(after.matches.map((one) => [one.match, one.winner]), [[0, null], [1, 0], [2, null], [3, null]]);
    assert.deepEqual(merged(before, news(1))!.matches.map((one) => one.match), [0]);
    assert.equal(merged(before, news(5, matchOf({ match: 4 }))), null);
    assert.equal(before.matches[1]!.winner, null);
});

test('what was done, in words', () => {
    const t = tournamentOf('swiss', [matchOf({})]);
    const text = (what: { event: string; [name: string]: unknown }): string =>
        eventText(t, { seq: 1, time: 0, by: 'Dora', what });
    assert.equal(text({ event: 'entered', name: 'Cid' }), 'entered Cid');
    assert.equal(text({ event: 'result', match: 0, winner: 1, score: [3, 5] }), 'Ann and Bob: Bob won 3 to 5');
    assert.equal(text({ event: 'forfeit', match: 0, winner: null }), 'Ann and Bob: neither came');
    assert.equal(text({ event: 'reported', match: 0, winner: 0 }), 'said of Ann and Bob: Ann won');
    assert.equal(text({ event: 'undone', match: 9 }), 'took back the result of a match');
    assert.equal(text({ event: 'withdrew', player: 0 }), 'withdrew Ann');
});
