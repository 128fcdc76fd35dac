// The dice, recomputed: test vectors of docs/dice.md.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commitmentOf, fromHex, readJournal, Thrower, toHex, verifyDice }
    from '../../../web/src/play/verify';
import { chiSquareTail } from '../../../web/src/play/chance';
import { contribution } from '../../../web/src/play/contribution';

const seed = Uint8Array.from({ length: 32 }, (_, i) => i);
const commitment = '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd';
const game = '0123456789abcdef01234567';
const plain = '15 63 52 61 52 22 25 35 63 53 62 51';
const stirred = '51 62 35 56 45 32 24 22 41 65 21 34';
const pairs = (text: string): [number, number][] =>
    text.split(' ').map((pair) => [Number(pair[0]), Number(pair[1])]);

test('the seal and the rolls of the vectors', async () => {
    assert.equal(await commitmentOf(seed), commitment);
    for (const [words, text, later, last] of [['', plain, '34', '64'],
        ['hello, dice', stirred, '52', '23']] as const) {
        const thrower = await Thrower.make(seed, game, words);
        const rolls = [];
        for (let i = 0; i < 12; i++) rolls.push((await thrower.roll(i)).join(''));
        assert.equal(rolls.join(' '), text);
        assert.equal((await thrower.roll(1000)).join(''), later);
        assert.equal((await thrower.roll(18446744073709551615n)).join(''), last);
    }
    // Block 0 of roll 58 begins fe e0: a byte of 252 or more is skipped.
    const thrower = await Thrower.make(seed, game, '');
    assert.equal((await thrower.roll(58)).join(''), '33');
});

test('a whole game is checked, and any change is found', async () => {
    const journal = { commitment, seed: toHex(seed), game, words: 'hello, dice',
        rolls: pairs(stirred) };
    const good = await verifyDice(journal);
    assert.equal(good.ok, true);
    assert.equal(good.checked, 12);
    const bent = await verifyDice({ ...journal, rolls: journal.rolls.map((roll, i) =>
        i === 7 ? [6, 6] : roll) });
    assert.equal(bent.ok, false);
    assert.equal(bent.wrongAt, 7);
    assert.equal((await verifyDice({ ...journal, words: 'hello' })).ok, false);
    assert.equal((await verifyDice({ ...journal, seed: 'ff'.repeat(32) })).ok, false);
    assert.equal((await verifyDice({ ...journal, seed: 'zz' })).ok, false);
    assert.equal(fromHex('0g'), null);
    assert.equal(fromHex('abc'), null);
});

test('a journal is read', () => {
    const lines = [
        { format: 'alea-journal', version: 1, tags: { dice: 'os', dice_commitment: commitment,
            dice_game: game } },
        { tag: 'dice_stir', value: 'hello, dice' },
        { event: 'opening', A: 5, B: 1 },
        { event: 'play', by: 'A', move: '13/8 6/5' },
        { event: 'roll', by: 'B', dice: [6, 2] },
        { tag: 'dice_seed', value: toHex(seed) },
    ];
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    assert.deepEqual(readJournal(text), { commitment, seed: toHex(seed), game,
        words: 'hello, dice', rolls: [[5, 1], [6, 2]] });
    assert.match(String(readJournal(lines.slice(0, 5).map((line) => JSON.stringify(line))
        .join('\n'))), /not been opened/);
    assert.match(String(readJournal('nonsense')), /not a journal/);
});

test('what is contributed is printable, bounded and random', () => {
    for (const own of ['', 'my words', 'x'.repeat(300), 'a|b', '\u00fcber\n<b>']) {
        const words = contribution(own);
        assert.match(words, /^[ -{}~]{20,64}$/);
        assert.notEqual(words, contribution(own));
    }
    assert.ok(contribution('my words').startsWith('my words '));
});

test('the chance of a table', () => {
    const even = Array.from({ length: 21 }, (_, i) => [0, 2, 5, 9, 14, 20].includes(i) ? 10 : 20);
    assert.ok(chiSquareTail(even, 360) > 0.999);
    const odd = [...even];
    odd[20] = 60;
    assert.ok(chiSquareTail(odd, 410) < 0.001);
});
