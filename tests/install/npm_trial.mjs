// What the installed package has to do; run in its project by test_npm.py. argv: the program alea, the source, a
// folder of match files. The module answers as the program does.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

delete globalThis.crypto; // node 18 has none
const { AleaError, open } = await import('alea-backgammon');
const [program, source, matches] = process.argv.slice(2);
const XGID = 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10', START = '4HPwATDgc/ABMA';
const CUBE = 'XGID=-BBBBBBAB--------abbbbbbb-:0:0:1:00:0:0:0:0:10';
const BEAROFF = 'XGID=-CCBB--------------bbcc---:0:0:1:54:2:3:0:7:10';

function native(words, input = '') {
    const { status, stdout, stderr, error } = spawnSync(program, words, { input, maxBuffer: 1 << 28 });
    if (error) throw error;
    return { status, out: stdout.toString(), said: stderr.toString() };
}
const answered = (words, input) => JSON.parse(native(words, input).out.split('\n')[0]);
function without({ id, ...rest }) {
    return rest;
}

const alea = await open();

// ---- the same answers ----

assert.deepEqual(alea.plays(XGID), answered(['plays'], XGID).plays);
assert.deepEqual(alea.plays(START, '66'), answered(['plays'], `${START} 66`).plays);
assert.deepEqual(alea.plays(START, [6, 5], { rules: 'tournament', options: { dice_usage: 'max_then_higher' } }),
    answered(['plays', '--rules', 'tournament', '--option', 'dice_usage=max_then_higher'], `${START} 65`).plays);
for (const [id, dice] of [[XGID], [START, '66'], [START, [6, 5]]]) {
    const tree = alea.tree(id, dice), ends = new Set();
    assert.deepEqual(tree, answered(['plays', '--tree'], dice ? `${START} ${[...dice].join('')}` : XGID).tree);
    for (const { moves } of tree.nodes) for (const [from, to, die, , after] of moves)
        assert.ok(from - to <= die && tree.nodes[after]);
    tree.nodes.forEach(({ done }, node) => { if (done) ends.add(node); });
    assert.equal(ends.size, alea.plays(id, dice).length); // an end is a result
}
assert.deepEqual(alea.tree('XGID=-AA---------------------b-:0:0:1:21:0:0:0:0:10').nodes.map(({ done }) => done),
    [false, false, false, false, true, true]);
assert.deepEqual(alea.rules(), answered(['rules', '--json']).presets);
assert.deepEqual(alea.rules('vido'), answered(['rules', '--json', 'vido']));
for (const id of [XGID, START, CUBE, BEAROFF]) {
    assert.deepEqual(alea.position(id), answered(['show', '--json', id]).position);
    for (const to of ['id', 'gnubgid', 'ogid', 'fibs'])
        assert.equal(alea.convert(id, to), native(['convert', '--to', to, '-'], id).out);
    assert.deepEqual(await alea.evaluate(id), without(answered(['eval', '--json', id])));
    assert.deepEqual(await alea.cube(id, { ply: 1 }), without(answered(['cube', '--json', '--ply', '1', id])));
}
assert.deepEqual(await alea.evaluate([START, CUBE], { ply: 1, cubeless: true }),
    [START, CUBE].map((id) => without(answered(['eval', '--json', '--ply', '1', '--cubeless', id]))));
assert.deepEqual(await alea.evaluate([]), []);
assert.deepEqual(await alea.bestPlays(XGID), answered(['move', '--json', XGID]).plays);
assert.deepEqual(await alea.bestPlays(BEAROFF, [4, 2], { ply: 1, count: 2 }),
    answered(['move', '--json', '--ply', '1', '--plays', '2', BEAROFF, '42']).plays);
assert.deepEqual(await alea.bestPlays(START, [3, 1], { length: 5, score: '2-3', ply: 0 }),
    answered(['move', '--json', '--length', '5', '--score', '2-3', '--ply', '0', START, '31']).plays);
assert.deepEqual(await alea.scores(CUBE, null, { ply: 0, size: 2 }),
    without(answered(['scores', '--json', '--ply', '0', '--size', '2', CUBE])));
assert.equal(alea.svg(START, [3, 1], { play: '8/5 6/5', homeLeft: true }),
    native(['diagram', '--to', 'svg', '-o', '-', '--play', '8/5 6/5', '--home-left', START, '31']).out);
for (const [options, words] of [[{ dice: [3, 1], count: 2 }, ['--plays', '2', START, '31']],
    [{ dice: '31', plays: ['8/5 6/5', '24/23 13/10'], seed: 7 }, ['--play', '8/5 6/5', '--play', '24/23 13/10',
        '--seed', '7', START, '31']], [{ money: true }, ['--money', START]]])
    assert.deepEqual(await alea.rollout(START, { ...options, trials: 12, truncate: 3 }),
        without(answered(['rollout', '--json', '--trials', '12', '--truncate', '3', ...words])));

// ---- progress: the last one is the answer, but for `done` ----

const seen = [];
const played = await alea.rollout(START, { dice: [3, 1], count: 1, trials: 300, truncate: 1, replies: 1, ply: 0,
    progress: (far) => seen.push(far) });
assert.deepEqual(seen.map(({ trials, done }) => [trials, done]), [[144, false], [288, false], [300, false]]);
assert.deepEqual({ ...seen.at(-1), done: true }, played);
await assert.rejects(alea.rollout(START, { dice: [3, 1], count: 1, trials: 300, truncate: 1, progress: () => {
    throw new RangeError('enough');
} }), RangeError);

// ---- a match ----

const match = alea.match({ preset: 'tournament', match_length: 5 });
const lines = [{ rules: { preset: 'tournament', match_length: 5 } }, { event: 'opening', A: 3, B: 1 },
    { event: 'play', by: 'A', move: '8/5' }, { event: 'play', by: 'A', move: '8/5 6/5' }, { event: 'nonsense' },
    { event: 'roll', by: 'B', dice: [6, 6] }];
const judged = native(['referee'], lines.map((line) => JSON.stringify(line)).join('\n')).out.trim().split('\n')
    .map((line) => JSON.parse(line));
assert.deepEqual(match.state, judged[0].state);
assert.deepEqual(lines.slice(1).map((event) => match.apply(event)), judged.slice(1));
assert.deepEqual(match.state, judged.at(-1).state);
assert.equal(match.events.length, judged.filter(({ ok }) => ok).length - 1);
assert.deepEqual(alea.match({ preset: 'tournament', match_length: 5 }, match.events).state, match.state);
assert(match.plays().every(({ move, position }) => typeof move === 'string' && position.length === 14));

// ---- files: what the readers take, and what they refuse, is what they take and refuse there ----

function files(folder) {
    return readdirSync(folder).map((name) => path.join(folder, name))
        .flatMap((place) => (statSync(place).isDirectory() ? files(place) : [place]));
}
let taken = 0, refused = 0;
function compare(call, words, bytes) {
    const here = native([...words, '-'], bytes);
    let there = null;
    try {
        there = call();
    } catch (error) {
        assert(error instanceof AleaError, `${error.stack}`);
        assert.notEqual(here.status, 0, `${words}: ${error.message}`);
        assert(error.message.length > 5 && here.said.includes(error.message), `${error.message}\n${here.said}`);
        if (error.line !== null) assert(here.said.includes(`:${error.line}:`), here.said);
        refused++;
        return;
    }
    assert.equal(here.status, 0, here.said);
    assert.deepEqual(there, typeof there === 'string' ? here.out : JSON.parse(here.out));
    taken++;
}
const golden = files(path.join(source, 'tests/golden/formats')).filter((place) => !place.endsWith('.golden'));
const corpus = path.join(source, 'tests/fuzz/corpus');
const hostile = readdirSync(corpus).filter((name) => name.startsWith('file_'))
    .flatMap((name) => files(path.join(corpus, name)));
for (const place of [...golden.filter((_, i) => i % 4 === 0), ...hostile.filter((_, i) => i % 8 === 0)]) {
    const bytes = readFileSync(place);
    compare(() => alea.convert(bytes, 'sgf'), ['convert', '--quiet', '--to', 'sgf'], bytes);
}
for (const place of golden.slice(0, 6)) {
    const bytes = readFileSync(place), half = bytes.subarray(0, bytes.length >> 1);
    compare(() => alea.show(bytes), ['show', '--json'], bytes);
    compare(() => alea.show(half, { partial: true }), ['show', '--json', '--partial'], half);
}
const real = files(matches)[0], whole = readFileSync(real);
compare(() => alea.convert(whole, 'mat'), ['convert', '--quiet', '--to', 'mat'], whole);
const judgedSoFar = [];
const analysis = await alea.analyse(whole, { ply: 0, all: true, progress: (far) => judgedSoFar.push(far) });
assert(judgedSoFar.length > 20 && judgedSoFar.every(({ done, of }, i) => done > 0 && done <= of &&
    (!i || done > judgedSoFar[i - 1].done)), JSON.stringify(judgedSoFar.slice(0, 5)));
assert.deepEqual(analysis, answered(['analyse', '--json', '--ply', '0', '--all', '-'], whole));
assert(taken > 10 && refused > 10, `${taken} taken, ${refused} refused`);

// ---- what cannot be answered ----

const fails = (call, code, words = /./) => assert.throws(call, (error) => error instanceof AleaError &&
    error.code === code && words.test(error.message));
const refuses = (promise, code, words = /./) => assert.rejects(promise, (error) => error instanceof AleaError &&
    error.code === code && words.test(error.message));
fails(() => alea.plays('nonsense 31'), 'bad_position', /not a position/);
fails(() => alea.plays(START), 'bad_position', /dice/);
fails(() => alea.tree(START), 'bad_position', /dice/);
fails(() => alea.plays(START, [7, 1]), 'no_dice', /1 to 6/);
fails(() => alea.plays(START, [3, 1], { rules: 'nonsense' }), 'bad_argument', /nonsense/);
fails(() => alea.plays(`${START} 31\n${START}`), 'bad_argument', /one line/);
fails(() => alea.plays(''), 'bad_position');
fails(() => alea.position('nonsense'), 'failed', /unknown/);
fails(() => alea.show(''), 'failed');
fails(() => alea.convert(START, 'nonsense'), 'bad_argument', /nonsense/);
fails(() => alea.svg('nonsense'), 'failed', /not a position/);
fails(() => alea.rules('nonsense'), 'bad_argument', /nonsense/);
fails(() => alea.match({ preset: 'nonsense' }), 'bad_rules', /nonsense/);
fails(() => alea.match({}, [{ event: 'roll', by: 'A', dice: [3, 1] }]), 'wrong_phase', /^event 1: /);
fails(() => alea.match().plays(), 'wrong_phase', /dice/);
await refuses(alea.evaluate('nonsense'), 'bad_position');
await refuses(alea.evaluate('-'), 'bad_position');
await refuses(alea.evaluate('--help'), 'bad_position');
await refuses(alea.evaluate([START, 'nonsense']), 'bad_position');
await refuses(alea.bestPlays(START), 'no_dice');
await refuses(alea.bestPlays(XGID, null, { ply: 9 }), 'bad_argument', /0\.\.4/);
await refuses(alea.cube(START, { score: '1-1' }), 'bad_stakes');
await refuses(alea.rollout(START, { dice: [3, 1], plays: ['24/1'], trials: 36 }), 'failed', /24\/1/);
await refuses(alea.analyse('nonsense'), 'failed', /unknown/);
await assert.rejects(alea.cube(START, { plys: 2 }), TypeError);
assert.throws(() => alea.show(7), TypeError);

// ---- broken off ----

const stop = new AbortController();
const long = alea.rollout(START, { dice: [6, 2], trials: 1000000, signal: stop.signal });
const behind = alea.evaluate(START);
const never = alea.evaluate(CUBE, { signal: stop.signal });
setTimeout(() => stop.abort(), 300);
await assert.rejects(long, { name: 'AbortError' });
await assert.rejects(never, { name: 'AbortError' });
assert.deepEqual(await behind, without(answered(['eval', '--json', START])));
await assert.rejects(alea.evaluate(START, { signal: AbortSignal.abort() }), { name: 'AbortError' });

// ---- a wrong or damaged module or net ----

const folder = path.dirname(createRequire(import.meta.url).resolve('alea-backgammon/alea.wasm'));
const module = readFileSync(path.join(folder, 'alea.wasm')), net = readFileSync(path.join(folder, 'alea.net.packed'));
const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
for (const [bytes, words] of [[module.subarray(0, 5000), /damaged/], [new Uint8Array(0), /damaged/], [net, /damaged/],
    [empty, /not the module/]])
    await refuses(open({ module: bytes }), 'damaged', words);
const flipped = Uint8Array.from(net);
flipped[1000000] ^= 1;
for (const [bytes, code] of [[net.subarray(0, 5000), 'damaged'], [new Uint8Array(0), 'damaged'], [module, 'damaged'],
    [flipped, 'failed']]) {
    const other = await open({ module, net: bytes });
    assert.equal(other.plays(XGID).length, 16); // the rules need no net
    await assert.rejects(other.evaluate(START), (error) => error instanceof AleaError && /damaged|net/.test(error.message));
    other.close();
}
writeFileSync(path.join(folder, 'alea.net.packed'), net.subarray(0, 100));
const poor = await open();
await refuses(poor.evaluate(START), 'damaged');
writeFileSync(path.join(folder, 'alea.net.packed'), net); // read anew by the next question
assert.deepEqual(await poor.evaluate(START), await alea.evaluate(START));
poor.close();
await refuses(poor.evaluate(START), 'closed');
const pending = alea.rollout(START, { dice: [6, 2], trials: 1000000 });
alea.close();
await refuses(pending, 'closed');
console.log(`${taken} files taken, ${refused} refused, as alea does`);
