// The page that needs no server in bad conditions: files damaged on the way, a storage that is full, denied or newer,
// a tab that does not answer, a clock set back, a new version in mid-game. A sentence, and nothing lost.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { acknowledged, Alone, gameOf, machine, turns } from './lib/alone.mjs';
import { openBrowser, pause, until } from './lib/browser.mjs';
import { Faulty, say } from './lib/faulty.mjs';
import { wanted } from './lib/player.mjs';
import { notLong, Site } from './lib/site.mjs';

const root = resolve(import.meta.dirname ?? '.', '../..');
const file = readFileSync(join(root, 'tests/golden/formats/base.mat'), 'utf8');
let browser, faulty;
const site = await Site.start();
const given = { skip: site ? false : 'there is no compiler for WebAssembly' };
const long = { skip: given.skip || notLong };
before(async () => {
    if (!site) return;
    browser = await openBrowser();
    faulty = new Faulty(site);
});
after(async () => {
    faulty?.end();
    await browser?.close();
    await site?.stop();
});

/** No service worker: it keeps whole files only, and a worker with faults is not what it knows. */
const bare = { serviceWorkers: 'block' };

const isLocal = (page, is) => page.waitForFunction((state) => document.documentElement.dataset.local === state, is);

/** What the page says about its server; it is a sentence. */
async function sentence(page, is) {
    await isLocal(page, is);
    const said = await until(async () => (await page.locator('.banner').allTextContents())
        .find((text) => text), 'a banner');
    assert.match(said, /^([A-Z]|alea )[^\n]{20,}\.$/);
    return said;
}

/** The game has what it had, and goes on. */
async function goesOn(person, game, before_) {
    await person.goto(`/g/${game}`);
    await until(() => wanted(person.page), 'the game');
    const after_ = await acknowledged(person, game);
    assert.deepEqual(after_.slice(0, before_.length), before_);
    await turns(person, 1);
}

/** Somebody with a game of one turn. */
async function player() {
    const person = await Alone.arrive(browser, site, bare);
    const game = await person.newGame({ ...machine, options: { match_length: 25 } });
    await turns(person, 1);
    return { person, game, before_: await acknowledged(person, game) };
}

test('a module or a net that did not arrive whole', given, async () => {
    faulty.mend();
    const { person, game, before_ } = await player();
    const half = (bytes) => bytes.subarray(0, bytes.length >> 1);
    const flipped = (bytes) => {
        const copy = Buffer.from(bytes);
        copy[copy.length >> 1] ^= 16;
        return copy;
    };
    const whole = faulty.module();
    const all = [['server', 'not there', () => null], ['server', 'half', half],
        ['server', 'flipped', flipped], ['server', 'half, unpacked', () => half(whole)],
        ['server', 'another module', () => whole.subarray(0, 8)],
        ['server', 'a page', () => Buffer.from('<!doctype html><title>Sign in to the club</title>')],
        ['alea', 'not there', () => null], ['alea', 'half', half], ['alea', 'flipped', flipped],
        ['alea', 'empty', () => Buffer.alloc(0)]];
    // `make test-site` takes all, the suite one in three.
    for (const [stem, what, how] of all.filter((_, i) => process.env.ALEA_SITE_KILLS || i % 3 === 1)) {
        faulty.mend();
        faulty.change(stem, how);
        await person.page.goto('/');
        assert.match(await sentence(person.page, 'failed'), /program/, `${stem} ${what}`);
    }
    faulty.mend();
    await goesOn(person, game, before_);
    await person.leave();
});

/** Sizes of the bear-off tables in the files of the page, which begin with 8192 bytes of their own. */
const tables = (page) => page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('alea'), found = [];
    for await (const file of folder.values()) {
        const content = (await file.getFile()).slice(8192);
        if (await content.slice(0, 8).text() === 'ALEABEAR') found.push(content.size);
    }
    return found.sort().join(' ');
}).catch(() => '');

test('the worker that makes the tables of the first visit fails, gives a part of them, is killed', given, async () => {
    const part = `postMessage({ made: ['one', 'two'].map((name) => ['/' + name + '_sided.bearoff',
        [new TextEncoder().encode('ALEABEAR and no more')]]) });`;
    for (const does of ['throw 1;', part, '']) {
        faulty.mend();
        faulty.change('helper', () => Buffer.from(`onmessage = () => { ${does} };`));
        const asked = () => site.asked.filter((path) => path.includes('/helper-')).length, before_ = asked();
        const person = await Alone.arrive(browser, site, bare);
        await until(() => asked() > before_, 'the worker');
        if (!does) { // it says nothing: the next visit has another make them
            await person.kill();
            faulty.mend();
            await person.page.goto('/');
            await until(() => asked() > before_ + 1, 'another worker');
        }
        await until(async () => await tables(person.page) === '13660480 3279468', does);
        await person.leave();
    }
});

test('without the worker of long jobs the server does them', long, async () => {
    for (const [what, how] of [['not there', () => null], ['ends at once', () => Buffer.from('throw 1;')],
        ['says that it cannot', () => Buffer.from("onmessage = () => postMessage({ failed: 'so' });")]]) {
        faulty.mend();
        faulty.change('helper', how);
        const person = await Alone.arrive(browser, site, bare);
        const { json: { job } } = await person.api('POST', '/api/matches', file);
        await until(async () => (await person.api('GET', `/api/jobs/${job}`)).json.status === 'done', what);
        await person.leave();
    }
});

test('a storage that is full in mid-game and in mid-import', given, async () => {
    faulty.mend();
    const { person, game, before_ } = await player();
    await say(person.page, { on: 'full' });
    // What was not kept was not acknowledged.
    const refused = await person.api('POST', '/api/matches?name=full', file);
    assert.ok(refused.status >= 500 || refused.status === 0, `${refused.status} ${refused.text}`);
    assert.match(refused.json?.error?.message ?? refused.text, /^[A-Z].*\.$/);
    const roll = person.page.getByTestId('main-action');
    if (await wanted(person.page) === 'roll') await roll.click();
    await pause(1000);
    const then_ = await acknowledged(person, game);
    assert.deepEqual(then_.slice(0, before_.length), before_);
    // Room again: it goes on, here and after the page is loaded again.
    await say(person.page, { off: 'full' });
    await goesOn(person, game, then_);
    const { status, text } = await person.api('POST', '/api/matches?name=room', file);
    assert.equal(status, 201, text);
    await person.leave();
});

test('a storage that is denied', given, async () => {
    faulty.mend(['denied']);
    const person = await Alone.arrive(browser, site, bare);
    assert.match(await sentence(person.page, 'ready'), /keeps no files/);
    await person.page.getByTestId('play-now').click(); // a page that is loaded again has nothing
    await person.page.waitForURL(/\/g\//);
    await turns(person, 1);
    await person.leave();
});

test('data of a newer version', given, async () => {
    faulty.mend();
    const { person, game, before_ } = await player();
    faulty.mend(['newer']);
    await person.page.goto('/');
    assert.match(await sentence(person.page, 'failed'), /newer/);
    faulty.mend();
    await goesOn(person, game, before_);
    await person.leave();
});

test('a clock that was set back', long, async () => {
    faulty.mend();
    const { person, game, before_ } = await player();
    await say(person.page, { on: 'past' });
    await turns(person, 1);
    faulty.mend(['past']);
    await goesOn(person, game, before_);
    faulty.mend();
    await goesOn(person, game, before_);
    await person.leave();
});

test('a tab that has the files and does not answer', long, async () => {
    faulty.mend();
    const { person, game, before_ } = await player();
    const first = person.page;
    await say(first, { busy: 9000 });
    person.page = await person.open();
    await person.page.goto('/');
    assert.match(await sentence(person.page, 'silent'), /another tab/);
    await isLocal(person.page, 'ready'); // it answers again
    await goesOn(person, game, before_);
    await first.close();
    await goesOn(person, game, before_);
    await person.leave();
});

test('a new version in mid-game is offered, not taken', given, async () => {
    faulty.mend();
    site.folder = faulty.whole; // with the worker that the service worker knows
    const person = await Alone.arrive(browser, site);
    const { page } = person;
    const version = () => page.evaluate(() => document.querySelector('meta[name="alea-local"]').dataset.version);
    await person.kept();
    const game = await person.newGame({ ...machine, options: { match_length: 25 } });
    await turns(person, 1);
    const before_ = await acknowledged(person, game);
    faulty.mend();
    faulty.change('worker', () => readFileSync(join(faulty.whole, faulty.name('worker'))));
    const [old, next] = faulty.renew();
    site.folder = faulty.folder;
    await page.evaluate(async () => { await (await navigator.serviceWorker.getRegistration()).update(); });
    const take = page.getByTestId('update-take');
    await take.waitFor();
    await take.click(); // refused in a game, in words
    assert.equal(await version(), old);
    await turns(person, 1);
    await page.reload();
    await until(() => wanted(page), 'the game after a reload');
    assert.equal(await version(), old);
    await goesOn(person, game, before_);
    await person.goto('/');
    await take.click();
    await until(async () => await version().catch(() => '') === next, 'the new version');
    await goesOn(person, game, before_);
    assert.equal(gameOf(page), game);
    await person.leave();
});
