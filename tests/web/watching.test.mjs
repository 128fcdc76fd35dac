// Watching a game: both chances, the machine's comment on the last play, and nothing that a
// spectator cannot use; in view on a laptop and a phone, with animation on.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccess, openBrowser, Person, until } from './lib/browser.mjs';
import { act, Mouse } from './lib/player.mjs';
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

const wish = { opponent: 'machine', level: 'carla', tutor: false, options: { match_length: 5 } };

async function inView(page, id) {
    const box = await page.getByTestId(id).boundingBox();
    const { width, height } = page.viewportSize();
    assert.ok(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 0.5 &&
        box.y + box.height <= height + 0.5, `${id} is in view: ${JSON.stringify(box)}`);
}

for (const [what, viewport] of [['a laptop', { width: 1280, height: 720 }],
    ['a phone', { width: 390, height: 664 }]]) {
    test(`chances and comments: ${what}`, async () => {
        const host = await Person.enter(browser, server);
        const game = await host.newGame(wish);
        const spectator = await Person.enter(browser, server, { viewport,
            reducedMotion: 'no-preference', settings: { sound: false } });
        const { page } = spectator;
        await spectator.goto(`/g/${game}`);
        const hand = new Mouse(host);
        const outlook = page.getByTestId('outlook');
        const comment = page.getByTestId('outlook-comment');
        await until(async () => {
            await act(hand, game);
            return /last play was/.test(await comment.textContent());
        }, 'a comment');
        const [, first, second] = /(\d+)%.*?(\d+)%/s.exec(await outlook.textContent());
        assert.ok(Math.abs(Number(first) + Number(second) - 100) <= 1, `${first} and ${second}`);
        await inView(page, 'outlook');
        assert.equal(await page.getByTestId('command').isVisible(), false);
        assert.equal(await page.getByTestId('tab-help').isVisible(), false);
        assert.equal(await page.getByTestId('tab-chat').count(), 1);
        await checkAccess(page, `watching, ${what}`);
        // Who plays has none of it.
        assert.equal(await host.page.getByTestId('outlook').isVisible(), false);
        assert.equal(await host.page.getByTestId('command').isVisible(), true);
        await host.leave();
        await spectator.leave();
    });
}

test('an open game may ask for a rating and be shown late', async () => {
    const host = await Person.enter(browser, server);
    const { page } = host;
    await host.goto('/');
    await page.getByTestId('play-open').click();
    await page.getByLabel('Rating of the opponent from').fill('1600');
    await page.getByLabel('to', { exact: true }).fill('1900');
    await page.locator('details.more > summary').click();
    await page.getByTestId('delay-30').check();
    await page.getByTestId('new-game-start').click();
    await page.waitForURL(/\/g\//);
    const game = page.url().split('/').at(-1);
    const guest = await Person.enter(browser, server);
    await guest.goto('/');
    await until(async () => /shown 30 s late, for ratings 1600 to 1900/.test(
        await guest.page.getByTestId('open-seats').textContent()), 'the open game');
    // A guest with the link reads the same terms before the game is joined.
    await guest.goto(`/g/${game}`);
    await guest.page.getByTestId('join').waitFor();
    await guest.page.getByText('shown 30 s late to spectators').waitFor();
    const reply = await guest.api('POST', `/api/games/${game}/join`);
    assert.equal(reply.status, 403);
    assert.equal(reply.json.error.code, 'no_rating');
    await host.leave();
    await guest.leave();
});
