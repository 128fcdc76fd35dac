// The page that needs no server: the machine answers, a game stays over a reload, a second tab plays in it, the
// page opens without a network; the host has nothing but files, and gets no other request.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { acknowledged, Alone, gameOf, machine, turns } from './lib/alone.mjs';
import { openBrowser, pause, until } from './lib/browser.mjs';
import { actAt, look } from './lib/crew.mjs';
import { wanted } from './lib/player.mjs';
import { notLong, Site } from './lib/site.mjs';

const root = resolve(import.meta.dirname ?? '.', '../..');
let browser;
const site = await Site.start();
const given = { skip: site ? false : 'there is no compiler for WebAssembly' };
const long = { skip: given.skip || notLong };
before(async () => {
    if (site) browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    await site?.stop();
});

test('the machine answers, the game stays, and the network is not needed', given, async () => {
    const person = await Alone.arrive(browser, site);
    const { page } = person;
    await page.getByTestId('play-now').click();
    await page.waitForURL(/\/g\//);
    await turns(person, 2);
    const game = gameOf(page), before_ = await acknowledged(person, game);
    assert.ok(before_.length >= 4, String(before_));
    const hasAll = async () => assert.deepEqual((await acknowledged(person, game)).slice(0, before_.length), before_);
    await person.kept();
    await page.reload();
    await until(() => wanted(page), 'the game after a reload');
    await hasAll();

    const asked = site.asked.length;
    site.away = true;
    await person.context.setOffline(true);
    await page.goto(`${site.url}/`);
    await page.getByTestId('continue').click();
    await until(() => wanted(page), 'the game without a network');
    await hasAll();
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

test('the page without module and net is under 130 KB', given, () => {
    const page = readFileSync(join(site.folder, 'index.html'), 'utf8');
    const named = new Set(page.match(/\/assets\/[^"]+\.(?:js|css|woff2)(?=")/g));
    for (const kind of ['worker', 'begin', 'app', 'chunk', 'inter'])
        assert.ok([...named].some((name) => name.startsWith(`/assets/${kind}-`)), `the page does not name ${kind}`);
    named.delete([...named].find((name) => name.startsWith('/assets/helper-'))); // comes with the first long job
    const size = ['/index.html', ...named].reduce((sum, name) =>
        sum + gzipSync(readFileSync(join(site.folder, name)), { level: 9 }).length, 0);
    assert.ok(size < 130_000, `${size} bytes`);
    console.log(`the page: ${size} bytes`);
});

test('all that a first visit fetches and keeps is under 3.6 MB', given, () => {
    const kept = readFileSync(join(site.folder, 'service.js'), 'utf8').match(/\/[^"',\]]+(?="?,\s*"sha256-)/g);
    assert.ok(['.wasm.gz', '.net.packed', '.js'].every((end) => kept.some((name) => name.endsWith(end))), String(kept));
    const size = ['/index.html', '/service.js', ...kept].reduce((sum, name) =>
        sum + gzipSync(readFileSync(join(site.folder, name)), { level: 9 }).length, 0);
    assert.ok(size < 3_600_000, `${size} bytes`);
    console.log(`a first visit: ${size} bytes`);
});

test('the board is there before the program', long, async () => {
    const person = await Alone.arrive(browser, site), { page } = person;
    await person.newGame(machine);
    await turns(person, 1);
    const address = page.url();
    await page.addInitScript(() => {
        const look = () => {
            const { local } = document.documentElement?.dataset ?? {};
            if (document.querySelector('alea-board')) globalThis.boardWas = local ?? 'before';
            else if (local !== 'failed') requestAnimationFrame(look);
        };
        look();
    });
    const load = async () => {
        await page.goto(address);
        await until(() => wanted(page), 'a turn');
        return page.evaluate(() => globalThis.boardWas);
    };
    assert.equal(await load(), 'before');
    await turns(person, 1);
    // What was kept of another version, of another game, or damaged, is not shown.
    for (const [from, to] of [['"version":"', '"version":"0'], [/"id":"[^"]+"/, '"id":"another"'], [/.$/, '']]) {
        const kept = await page.evaluate(() => localStorage.getItem('alea-last-game'));
        assert.notEqual(kept.replace(from, to), kept);
        await page.goto(`${site.url}/rules`);
        await page.evaluate((text) => localStorage.setItem('alea-last-game', text), kept.replace(from, to));
        assert.equal(await load(), 'ready', String(from));
    }
    await person.leave();
});

test('other tabs play in the first one, and go on without it', given, async () => {
    const person = await Alone.arrive(browser, site);
    const first = person.page, game = await person.newGame(machine);
    await turns(person, 1);
    const second = await person.open();
    person.page = second;
    await person.goto(`/g/${game}`);
    await until(() => wanted(second), 'the game in the other tab');
    await turns(person, 1);
    const third = await person.open();
    person.page = third;
    await person.goto(`/g/${game}`);
    await until(() => wanted(third), 'the game in the third tab');
    // The second tab gets the files; the third one asks there from now on, and hears of what happens.
    const { seq } = await person.state(game);
    await first.close();
    assert.ok((await person.state(game)).seq >= seq, 'the files changed hands');
    await turns(person, 1);
    const later = (await person.state(game)).seq;
    assert.ok(later > seq);
    await second.close();
    await turns(person, 1);
    assert.ok((await person.state(game)).seq > later);
    await person.leave();
});

test('a file comes in and is analysed; what needs others says so', given, async () => {
    const person = await Alone.arrive(browser, site);
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

test('a chouette with machine players', given, async () => {
    const person = await Alone.arrive(browser, site);
    const { page } = person;
    await person.goto('/tables');
    await page.getByRole('link', { name: 'Chouette', exact: true }).click();
    await page.getByTestId('crew-level').selectOption('beginner');
    await page.getByTestId('crew-make').click();
    await page.waitForURL(/\/chouette\/\w+$/);
    const id = page.url().split('/').at(-1);
    await page.getByRole('button', { name: 'Start' }).click();
    const goesOn = async () => {
        const before_ = (await look(person, id)).moved;
        await until(async () => {
            await actAt(person, id);
            return (await look(person, id)).moved > before_ + 8;
        }, 'the chouette goes on');
    };
    await goesOn();
    await page.reload();
    await goesOn();
    await person.leave();
});

test('files that are shared to the page, or opened with it', long, async () => {
    const person = await Alone.arrive(browser, site), { page } = person;
    const text = readFileSync(join(root, 'tests/golden/formats/base.mat'), 'utf8');
    await person.kept();
    const matches = async () => (await person.api('GET', '/api/history?limit=20')).json.matches.length;
    const share = (files) => page.evaluate((list) => {
        const form = document.createElement('form'), input = document.createElement('input'), all = new DataTransfer();
        Object.assign(form, { method: 'POST', enctype: 'multipart/form-data', action: '/share' });
        Object.assign(input, { type: 'file', name: 'file', multiple: true });
        for (const [name, content] of list) all.items.add(new File([content], name));
        input.files = all.files;
        form.append(input);
        document.body.append(form);
        form.submit();
    }, files);
    await share([['Ann & Bob.mat', text]]);
    await page.waitForURL(/\/m\//);
    assert.equal(await matches(), 1);
    await share([['empty.mat', '']]);
    await page.locator('.upload').getByText('The file is empty.').waitFor();
    assert.equal(new URL(page.url()).search, '');
    // Not twice.
    await person.goto('/analyse');
    await page.getByTestId('match-file').waitFor({ state: 'attached' });
    assert.equal(await matches(), 1);
    assert.equal(await page.evaluate(async () => (await (await caches.open('shared-files')).keys()).length), 0);

    await page.addInitScript(() => {
        Object.defineProperty(globalThis, 'launchQueue',
            { value: { setConsumer(take) { globalThis.launch = take; } } });
    });
    await page.goto(`${site.url}/analyse`);
    await page.waitForFunction(() => globalThis.launch);
    await page.evaluate(() => globalThis.launch({ files: [{ getFile: async () => new File(['no match'], 'a.mat') }] }));
    await page.locator('.upload').getByRole('alert').waitFor();

    // What the browser shows before it installs the page is there.
    const href = await page.evaluate(() => document.querySelector('link[rel=manifest]').href);
    const manifest = await (await fetch(href)).json();
    for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
        const picture = Buffer.from(await (await fetch(new URL(src, href))).arrayBuffer());
        assert.equal(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`, sizes, src);
    }
    assert.deepEqual([manifest.file_handlers[0].action, manifest.share_target.action], ['/analyse', '/share']);
    await person.leave();
});

const state = async (person, job) => (await person.api('GET', `/api/jobs/${job}`)).json;

test('long work leaves the rest answering, and can be stopped', long, async () => {
    const person = await Alone.arrive(browser, site);
    const file = readFileSync(join(root, 'tests/golden/formats/base.mat'), 'utf8');
    const { json: { match, job } } = await person.api('POST', '/api/matches', file);
    await until(async () => (await state(person, job)).status === 'done', 'the first analysis');
    const analysis = `/api/matches/${match}/analysis`;
    const { json: fast } = await person.api('GET', analysis);
    const { json: deep } = await person.api('POST', analysis, { level: 'rollout' });
    const id = 'XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10';
    const { json: rollout, text } = await person.api('POST', '/api/jobs', { kind: 'rollout', id, level: 'rollout' });
    assert.ok(rollout?.job, text);
    // Both run at once, and go on while others are answered.
    await until(async () => {
        const both = [await state(person, deep.job), await state(person, rollout.job)];
        return both.every(({ status, done }) => status === 'running' && done > 0);
    }, 'progress of both');
    const { done } = await state(person, rollout.job);
    await until(async () => (await state(person, rollout.job)).done > done, 'more of the rollout');
    assert.equal((await state(person, deep.job)).status, 'running');
    for (const { job: long } of [deep, rollout]) {
        await person.api('DELETE', `/api/jobs/${long}`);
        await until(async () => (await state(person, long)).status === 'cancelled', 'the end of what was stopped');
    }
    assert.ok((await state(person, rollout.job)).result.candidates.length > 0, 'what there was of the rollout');
    assert.deepEqual((await person.api('GET', analysis)).json, fast);
    const { json: again } = await person.api('POST', '/api/jobs', { kind: 'rollout', id, level: 'rollout' });
    await until(async () => (await state(person, again.job)).done > 0, 'another rollout');
    await person.leave();
});

/** Ways to be busy when the tab is killed; each notes what was acknowledged, and `look` finds it again. */
const busy = {
    async game(person, id) {
        await until(() => wanted(person.page), 'a turn');
        await turns(person, 1);
        const before_ = await acknowledged(person, id);
        await person.page.getByTestId('main-action').click({ timeout: 1000 }).catch(() => undefined);
        return async () => assert.deepEqual((await acknowledged(person, id)).slice(0, before_.length), before_);
    },
    async import(person, id, done) {
        const text = readFileSync(join(root, 'tests/golden/formats/base.mat'), 'utf8');
        const brought = done.matches ??= [];
        const once = async () => {
            const { status, json } = await person.api('POST', '/api/matches?name=killed', text);
            if (status === 201) brought.push(json.match);
        };
        if (!brought.length) await once();
        once().catch(() => undefined); // killed with it, perhaps
        return async () => {
            for (const match of brought)
                assert.equal((await person.api('GET', `/api/matches/${match}`)).status, 200, match);
        };
    },
    async review(person, id, done) {
        done.reviews ??= 0;
        const once = async () => {
            const { json } = await person.api('GET', '/api/desk/train?new=200&daily=1');
            if (!json?.card) return;
            const { card, id: position, choices } = json.card;
            const { status } = await person.api('POST', '/api/desk/train',
                { card, ...card ? {} : { id: position }, choice: choices[0].text });
            if (status === 200) done.reviews++;
        };
        if (!done.reviews) await once();
        once().catch(() => undefined);
        return async () => {
            const { json } = await person.api('GET', '/api/desk/train?new=200');
            assert.ok(json.deck.reviewed_today >= done.reviews, `${json.deck.reviewed_today} of ${done.reviews}`);
        };
    },
};

test('a tab that is killed takes nothing along that was acknowledged', given, async () => {
    const KILLS = Number(process.env.ALEA_SITE_KILLS ?? 5);
    const person = await Alone.arrive(browser, site);
    const game = await person.newGame({ ...machine, options: { match_length: 25 } });
    const ways = Object.keys(busy), done = {}, looks = {};
    for (let kill = 0; kill < KILLS; kill++) {
        const way = ways[kill % ways.length];
        looks[way] = await busy[way](person, game, done);
        await pause(20 + Math.random() * 300);
        await person.kill();
        await person.goto(`/g/${game}`);
        await until(() => wanted(person.page), 'the game after the kill');
        for (const look of Object.values(looks)) await look();
    }
    assert.ok(done.matches.length && (KILLS < 3 || done.reviews));
    console.log(`${KILLS} kills: ${done.matches.length} matches and ${done.reviews} reviews acknowledged, all there`);
    await person.leave();
});

test('everything is one file, which another browser takes, or nothing of it', long, async () => {
    const person = await Alone.arrive(browser, site), game = await person.newGame(machine);
    // On another page nobody acts for the person; when it is his turn, the machine is done too.
    const settled = async (who) => {
        await who.goto('/account');
        return until(async () => {
            const state = await who.state(game);
            return (state.to_act === state.you || /over/.test(state.phase)) && state;
        }, 'the machine to be done');
    };
    await turns(person, 1);
    const saved = await settled(person);
    const [download] = await Promise.all([person.page.waitForEvent('download'),
        person.page.getByTestId('everything-save').click()]);
    assert.match(download.suggestedFilename(), /^alea-\d{4}-\d\d-\d\d\.alea$/);
    const whole = readFileSync(await download.path());
    const me = (await person.api('GET', '/api/me')).json;
    await person.goto(`/g/${game}`);
    await turns(person, 1);
    const later = await settled(person);
    assert.ok(later.seq > saved.seq);
    const give = async (who, buffer) => {
        await who.goto('/account');
        await who.page.getByTestId('everything-file').setInputFiles({ name: 'mine.alea', mimeType: '', buffer });
        await who.page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
    };
    // Damaged in any way: a sentence, and nothing has changed.
    const plain = gunzipSync(whole), broken = (change) => {
        const copy = Buffer.from(plain);
        change(copy);
        return gzipSync(copy);
    };
    const empty = Buffer.from('alea-everything-1\n{"files":[]}\n');
    for (const [name, bytes] of [['nothing', Buffer.alloc(0)], ['no archive', Buffer.from('hello')],
        ['cut short', whole.subarray(0, whole.length - 100)], ['of another format', broken((copy) => { copy[0]++; })],
        ['a byte changed', broken((copy) => { copy[copy.length - 5000]++; })], ['empty', gzipSync(empty)]]) {
        await give(person, bytes);
        await person.page.getByText('Nothing was changed.').first().waitFor();
        assert.equal((await person.state(game)).seq, later.seq, name);
    }
    // No database, with the right sum: it is tried before it takes a place.
    const text = Buffer.from('not a database, whatever it is called');
    const list = { files: [{ name: '/alea.db', size: text.length, sha256: createHash('sha256').update(text).digest('hex') }] };
    await give(person, gzipSync(Buffer.concat([Buffer.from(`alea-everything-1\n${JSON.stringify(list)}\n`), text])));
    await person.page.getByText(/The file cannot be used .* Nothing was changed\./).first().waitFor();
    assert.equal((await person.state(game)).seq, later.seq);
    // The file itself: as it was when it was saved; a second tab loads again, too.
    const second = await person.open();
    await second.goto(`${site.url}/g/${game}`);
    await second.locator('alea-board').waitFor();
    await give(person, whole);
    await Promise.all([person.page.waitForURL(`${site.url}/`), second.waitForURL(`${site.url}/`)]);
    await second.close();
    assert.equal((await person.state(game)).seq, saved.seq);
    await person.goto(`/g/${game}`);
    await turns(person, 1);
    // Another browser, where somebody has played too.
    const other = await Alone.arrive(browser, site);
    await other.newGame(machine);
    await give(other, whole);
    await other.page.waitForURL(`${site.url}/`);
    assert.equal((await other.api('GET', '/api/me')).json.name, me.name);
    assert.equal((await other.api('GET', '/api/games?list=mine')).json.games.length, 1);
    await other.goto(`/g/${game}`);
    await turns(other, 1);
    // Killed on the way: what was there, or the file, whole.
    const KILLS = Math.ceil(Number(process.env.ALEA_SITE_KILLS ?? 5) / 2);
    const seen = new Set();
    for (let kill = 0; kill < KILLS; kill++) {
        const { seq } = await settled(other);
        await give(other, whole);
        await pause(kill * 700 % 2100 + kill * 13 % 100);
        await other.kill();
        await other.goto('/');
        const after_ = await other.state(game);
        assert.ok([seq, saved.seq].includes(after_.seq), `${after_.seq}, not ${seq} or ${saved.seq}`);
        seen.add(after_.seq === saved.seq);
        await other.goto(`/g/${game}`);
        await turns(other, 1);
    }
    console.log(`replaced or not after a kill: ${[...seen]}`);
    await person.leave();
    await other.leave();
});
