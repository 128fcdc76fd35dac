// Usage: node wasm_corpora.mjs MODULE ALEA FOLDER: the golden inputs and the fuzz corpora of referee, rules, plays and
// match files, given to the commands in the module as the npm package gives them. ALEA, as a process, answers the same:
// every byte, every message, the status; after each the module goes on.
import assert from 'node:assert';
import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [modulePath, alea, folder] = process.argv.slice(2);
const root = resolve(import.meta.dirname ?? '.', '../..');
for (const file of ['npm/alea-backgammon/run.mjs', 'wasm/wasi.mjs'])
    copyFileSync(join(root, file), join(folder, file.split('/').at(-1))); // as in the package
const { Commands } = await import(join(folder, 'run.mjs'));
const commands = new Commands(await WebAssembly.compile(readFileSync(modulePath)));

const inside = (place) => readdirSync(join(root, place)).map((name) => `${place}/${name}`);
const corpora = readdirSync(join(root, 'tests/fuzz/corpus'));
let count = 0;
function compare(words, path) {
    const input = path ? readFileSync(join(root, path)) : Buffer.alloc(0), what = `${path}: alea ${words.join(' ')}`;
    const there = spawnSync(alea, words, { input, maxBuffer: 1 << 28 });
    assert.equal(there.signal, null, what);
    const here = commands.run(words, { input });
    assert.deepEqual([here.status, here.messages], [there.status, there.stderr.toString()], what);
    assert.ok(Buffer.from(here.output).equals(there.stdout), `${what}: the output differs`);
    count++;
    return here;
}

const { output } = compare(['rules', '--json']);
const presets = JSON.parse(Buffer.from(output)).presets.map(({ preset }) => preset);
for (const preset of [...presets, 'nonsense']) compare(['rules', preset]);
for (const path of [...inside('tests/golden/referee'), ...inside('tests/fuzz/corpus/referee'),
    ...inside('tests/fuzz/corpus/rules')]) compare(['referee'], path);
for (const path of [...inside('tests/golden/plays'), ...inside('tests/fuzz/corpus/notation')])
    for (const preset of presets) compare(['plays', '--preset', preset], path);
for (const corpus of corpora.filter((name) => name.startsWith('file_')))
    for (const path of inside(`tests/fuzz/corpus/${corpus}`))
        for (const to of ['journal', 'sgf']) compare(['convert', '--to', to, '-'], path);
console.log(`${count} commands, the same`);
