// The machine's players by name: whom one meets stands on the first page, in the dialog and
// beside the board, in view on a laptop and on a phone, with animation on.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccess, inView, openBrowser, Person, until } from './lib/browser.mjs';
import { Server } from './lib/server.mjs';

let browser, server;
before(async () => {
    server = await Server.start();
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    await server?.stop();
});

const names = ['poppy', 'bruno', 'otto', 'nora', 'dario', 'carla', 'viktor', 'aurelia', 'echo'];

for (const [what, viewport] of [['a laptop', { width: 1280, height: 720 }],
    ['a phone', { width: 390, height: 664 }]]) {
    test(`one meets somebody: ${what}`, async () => {
        const person = await Person.enter(browser, server, { viewport, reducedMotion: 'no-preference',
            settings: { firstGame: 'aaaaaaaaaaaa', newGame: {} } });
        const { page } = person;
        await person.goto('/');
        const tile = page.getByTestId('play-now');
        await until(async () => /Play Poppy.*PR \d\d.*match to 3/s.test(await tile.textContent()),
            'the tile names Poppy');
        await inView(page, tile, 'the tile');
        await inView(page, tile.locator('svg.face'), 'the face');
        await page.getByTestId('new-game').click();
        const dialog = page.getByTestId('new-game-dialog');
        await dialog.getByTestId('level-poppy').waitFor({ state: 'attached' });
        await page.evaluate(() => document.fonts.ready);
        for (const name of names) assert.equal(await dialog.getByTestId(`level-${name}`).count(), 1);
        const ratings = (await dialog.locator('.opponent small').allTextContents())
            .map((text) => Number(text.replace('PR ', '')));
        assert.deepEqual(ratings.slice(0, 8), ratings.slice(0, 8).sort((a, b) => b - a));
        await dialog.getByTestId('level-carla').check();
        assert.match(await dialog.textContent(), /Plays pure/);
        await inView(page, dialog.locator('label', { has: page.getByTestId('level-carla') }), 'Carla');
        await checkAccess(page, `the dialog, ${what}`);
        await page.getByTestId('new-game-start').click();
        await page.waitForURL(/\/g\//);
        const card = page.getByTestId('player-them');
        await until(async () => /Carla/.test(await card.textContent()), 'the name');
        await inView(page, card.locator('svg.face'), 'the face beside the board');
        const state = await person.state(page.url().split('/').at(-1));
        assert.equal(state.players.find((one) => one.kind === 'machine').level, 'carla');
        // The next time the tile names her.
        await person.goto('/');
        await until(async () => /Play Carla/.test(await page.getByTestId('play-now').textContent()), 'Carla');
        await person.leave();
    });
}

test('Echo plays a match on, and the levels of before are still there', async () => {
    const person = await Person.enter(browser, server, { settings: { speed: 'off',
        sound: false, finished: true } });
    const { page } = person;
    await person.goto('/');
    await until(async () => /Play Echo/.test(await page.getByTestId('play-now').textContent()), 'Echo');
    await page.getByTestId('play-now').click();
    await page.waitForURL(/\/g\//);
    await until(async () => (await person.state(page.url().split('/').at(-1))).phase !== 'opening', 'a roll');
    const { json } = await person.api('GET', '/api/levels');
    assert.ok(['beginner', 'expert', 'strongest'].every((name) =>
        json.levels.some((level) => level.name === name && level.title === undefined)));
    await person.leave();
});
