// The npm package alea-backgammon in a browser: the programs of its README say what they say in node, to the last
// digit; one question after another from a page, errors, and an end in the middle.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser, Person } from './lib/browser.mjs';
import { Package } from './lib/package.mjs';

const root = resolve(import.meta.dirname ?? '.', '../..');
const server = new Package('alea-backgammon');
const given = { skip: server.skip };
const NOTE = 'globalThis.said = []; console.log = (...what) => { said.push(JSON.stringify(what)); };\n';
const head = `<!doctype html><html lang="en"><title>README</title><link rel="icon" href="data:,">
<script type="importmap">{"imports": {"alea-backgammon": "/node_modules/alea-backgammon/index.mjs",
    "node:fs/promises": "/files.mjs"}}</script><script>${NOTE}</script>`;
let browser, programs;

before(async () => {
    if (given.skip) return;
    await server.open();
    copyFileSync(join(root, 'tests/golden/formats/base.mat'), join(server.project, 'match.mat'));
    server.write('files.mjs', 'export const readFile = async (name) => ' +
        'new Uint8Array(await (await fetch(name)).arrayBuffer());\n');
    programs = server.examples('js');
    programs.forEach((code, i) => {
        server.write(`readme${i}.html`, `${head}<main></main><script type="module">${code}
            document.querySelector('main').textContent = 'ended';</script>`);
        server.write(`readme${i}.mjs`, `import './note.mjs';\n${code}`);
    });
    server.write('note.mjs', `${NOTE}process.on('exit', () => process.stdout.write(JSON.stringify(said)));\n`);
    server.write('empty.html', `${head}<main></main>`);
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    server.close();
});

test('the programs of the README say the same as in node', given, async () => {
    assert.equal(programs.length, 4);
    const person = await Person.enter(browser, server), { page } = person;
    for (const i of programs.keys()) {
        await page.goto(`/readme${i}.html`);
        await page.getByText('ended').waitFor();
        const told = JSON.parse(execFileSync('node', [`readme${i}.mjs`], { cwd: server.project, encoding: 'utf8' }));
        assert.ok(told.length > 2, String(told));
        assert.deepEqual(await page.evaluate(() => globalThis.said), told);
    }
    await person.leave();
});

test('errors, and a question that is broken off', given, async () => {
    const person = await Person.enter(browser, server), { page } = person;
    await page.goto('/empty.html');
    const told = await page.evaluate(async () => {
        const { AleaError, open } = await import('alea-backgammon');
        const alea = await open(), stop = new AbortController();
        const bad = await alea.bestPlays('nonsense').catch((error) => [error instanceof AleaError, error.code]);
        const broken = await alea.analyse('no match\n').catch((error) => [error instanceof AleaError, error.code]);
        const long = alea.rollout('4HPwATDgc/ABMA', { dice: [6, 2], trials: 1e6, truncate: 2, signal: stop.signal });
        const after_ = alea.evaluate('4HPwATDgc/ABMA');
        stop.abort();
        const ended = await long.catch(({ name }) => name);
        const { probabilities } = await after_;
        alea.close();
        const closed = await alea.evaluate('4HPwATDgc/ABMA').then(() => 'answered', ({ name }) => name);
        return { bad, broken, ended, win: probabilities.win, closed };
    });
    assert.deepEqual([told.bad[0], told.broken[0], told.ended], [true, true, 'AbortError'], JSON.stringify(told));
    assert.ok(told.win > 0.5 && told.win < 0.55, JSON.stringify(told));
    await person.leave();
});
