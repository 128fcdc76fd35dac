// The page that needs no server: the machine answers, a game stays over a reload, a second tab plays in it, the
// page opens without a network; the host has nothing but files, and gets no other request.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser, pause, Person, until } from './lib/browser.mjs';
import { act, Mouse, wanted } from './lib/player.mjs';
import { Site } from './lib/site.mjs';

const root = resolve(import.meta.dirname ?? '.', '../..');
let browser;
const site = await Site.start();
const given = { skip: site ? false : 'there is no compiler for WebAssembly' };
before(async () => {
    if (site) browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    await site?.stop();
});

/** Somebody in a page without a server. */
class Alone extends Person {
    static async arrive(options) {
        const person = await Person.enter(browser, site, options);
        Object.setPrototypeOf(person, Alone.prototype);
        await person.goto('/');
        await person.named();
        return person;
    }

    /** The API of the page, asked as another tab asks. */
    async api(method, path, body) {
        await this.page.waitForFunction(() => document.documentElement.dataset.local === 'ready');
        return this.page.evaluate(async ([how, where, what]) => {
            const tabs = new BroadcastChannel('alea'), own = crypto.randomUUID();
            const headers = what === null ? [] : [['content-type', 'application/json']];
            const answered = new Promise((done) => {
                tabs.onmessage = ({ data }) => { if (data.to === own) done(data.message); };
            });
            const message = { number: 1, request: { method: how, target: where, headers,
                body: what === null ? undefined : new TextEncoder().encode(JSON.stringify(what)) } };
            // Asked again where nobody has the files just now.
            const again = setInterval(() => { if (how === 'GET') tabs.postMessage({ from: own, message }); }, 1000);
            tabs.postMessage({ from: own, message });
            const { answer, failed } = await answered;
            clearInterval(again);
            tabs.close();
            if (!answer) return { status: 0, json: null, text: failed };
            const text = new TextDecoder().decode(answer.body);
            let json = null;
            try { json = JSON.parse(text); } catch { /* a file */ }
            return { status: answer.status, json, text };
        }, [method, path, body ?? null]);
    }

    kept() {
        return this.page.waitForFunction(() => document.documentElement.dataset.kept === 'yes');
    }
}

const machine = { opponent: 'machine', level: 'beginner', options: { match_length: 3 } };
const gameOf = (page) => page.url().split('/').at(-1);

/** Turns until `count` more were taken. */
async function turns(person, count) {
    const hand = new Mouse(person), game = gameOf(person.page);
    await until(async () => {
        await act(hand, game);
        return hand.turns >= count || await wanted(person.page) === 'over';
    }, `${count} turns`);
}

test('the machine answers, the game stays, and the network is not needed', given, async () => {
    const person = await Alone.arrive();
    const { page } = person;
    await page.getByTestId('play-now').click();
    await page.waitForURL(/\/g\//);
    await turns(person, 2);
    const game = gameOf(page), before_ = await person.state(game);
    await person.kept();
    await page.reload();
    await until(() => wanted(page), 'the game after a reload');
    assert.deepEqual((await person.state(game)).position, before_.position);

    const asked = site.asked.length;
    site.away = true;
    await person.context.setOffline(true);
    await page.goto(`${site.url}/`);
    await page.getByTestId('continue').click();
    await until(() => wanted(page), 'the game without a network');
    assert.ok((await person.state(game)).seq >= before_.seq);
    await turns(person, 1);
    // Every page.
    await page.getByRole('link', { name: 'Rules' }).first().click();
    await page.getByRole('heading', { level: 1, name: /rules/i }).waitFor();
    assert.deepEqual(site.asked.slice(asked).filter((path) => path !== '/service.js'), []);
    await person.context.setOffline(false);
    site.away = false;
    assert.deepEqual(site.asked.filter((path) => /^\/(api|health)/.test(path)), []);
    await person.leave();
});

test('a second tab plays in the first one, and goes on without it', given, async () => {
    const person = await Alone.arrive();
    const first = person.page, game = await person.newGame(machine);
    await turns(person, 1);
    const second = await person.open();
    person.page = second;
    await person.goto(`/g/${game}`);
    await until(() => wanted(second), 'the game in the other tab');
    await turns(person, 1);
    const { seq } = await person.state(game);
    await first.close();
    assert.ok((await person.state(game)).seq >= seq, 'the files changed hands');
    await turns(person, 1);
    assert.ok((await person.state(game)).seq > seq);
    await person.leave();
});

test('a file comes in and is analysed; what needs others says so', given, async () => {
    const person = await Alone.arrive();
    const { page } = person;
    await page.goto(`${site.url}/analyse`);
    await page.getByTestId('match-file').setInputFiles(join(root, 'tests/golden/formats/base.mat'));
    await page.waitForURL(/\/m\//); // once the analysis is there
    await page.locator('.error-mark').first().waitFor();
    // A file of the server is a file of this page.
    const [download] = await Promise.all([page.waitForEvent('download'),
        page.getByRole('link', { name: 'Match text (.mat)' }).click()]);
    assert.match(readFileSync(await download.path(), 'utf8'), /point match|Game 1/);

    for (const [path, what] of [['/players', /Players/], ['/tournaments', /Tournaments/], ['/club/abc', /Clubs/],
        ['/account', /account/]]) {
        await person.goto(path);
        await page.getByTestId('needs-server').waitFor();
        assert.match(await page.getByTestId('needs-server').textContent(), what);
    }
    for (const [method, path, body] of [['POST', '/api/register', { name: 'a', password: 'b' }],
        ['GET', '/api/leaderboard'], ['POST', '/api/friends', { name: 'a' }], ['GET', '/api/tournaments'],
        ['POST', '/api/clubs', {}], ['POST', '/api/games', { opponent: 'link' }]]) {
        const { status, json } = await person.api(method, path, body);
        assert.equal(status, 501, path);
        assert.equal(json.error.code, 'needs_server');
        assert.match(json.error.message, /^[A-Z].* needs? a server\./, path);
    }
    await person.goto('/');
    await page.getByTestId('alone').waitFor();
    assert.equal(await page.getByTestId('play-friend').count(), 0);
    await person.leave();
});

test('a tab that is killed takes nothing along that was acknowledged', given, async () => {
    const KILLS = Number(process.env.ALEA_SITE_KILLS ?? 5);
    const person = await Alone.arrive();
    const first = await person.newGame({ ...machine, options: { match_length: 25 } });
    const acknowledged = async () => {
        const { status, text } = await person.api('GET', `/api/games/${first}/file?format=journal`);
        assert.equal(status, 200);
        return text.split('\n').filter((line) => /"(roll|play|double|take|drop)"/.test(line));
    };
    let before_ = [];
    for (let kill = 0; kill < KILLS; kill++) {
        await until(() => wanted(person.page), 'a turn');
        await turns(person, 1);
        before_ = await acknowledged();
        // In the middle of what the machine does next.
        const wait = 20 + kill * 37 % 200;
        await person.page.getByTestId('main-action').click({ timeout: 1000 }).catch(() => undefined);
        await pause(wait);
        const dead = person.page;
        const wire = await person.context.newCDPSession(dead);
        const gone = new Promise((done) => { dead.on('crash', done); });
        wire.send('Page.crash').catch(() => undefined);
        await gone;
        person.page = await person.open();
        await dead.close();
        await person.goto(`/g/${first}`);
        await until(() => wanted(person.page), 'the game after the kill');
        const after_ = await acknowledged();
        assert.deepEqual(after_.slice(0, before_.length), before_, `kill ${kill}`);
    }
    assert.ok(before_.length > KILLS);
    await person.leave();
});
