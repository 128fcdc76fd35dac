// Games over days: the form, "Your turn" on the first page, and the way to the next game.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccess, openBrowser, Person, resize, until } from './lib/browser.mjs';
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

const SIZES = [[1280, 720], [390, 844], [390, 664], [844, 390]];

/** A game over days for both, begun. */
async function begun(host, guest) {
    const { json } = await host.api('POST', '/api/games', { opponent: 'link', preset: 'tournament', rated: false,
        seat: 0, spectators: true, options: { match_length: 3 }, clock: { kind: 'days', days: 2, budget_days: 5 } });
    const { status } = await guest.api('POST', `/api/games/${json.game}/join`, {});
    assert.equal(status, 200);
    for (const person of [host, guest]) {
        await person.goto(`/g/${json.game}`);
        await until(async () => (await person.api('GET', `/api/games/${json.game}`)).json
            .dice_seal.words[person === host ? 0 : 1] !== null, 'the words of both');
    }
    await until(async () => (await host.state(json.game)).stage === 'playing', 'the game to begin');
    return json.game;
}

test('a game over days is made by the form', async () => {
    const person = await Person.enter(browser, server);
    const { page } = person;
    await person.goto('/');
    await person.named();
    await page.getByTestId('play-friend').click();
    await page.getByTestId('clock-days').check({ force: true });
    await page.locator('#days').fill('5');
    await page.locator('#budget').fill('2');
    await page.getByTestId('new-game-start').click();
    await page.getByTestId('invite-link').waitFor();
    assert.match(await page.locator('.waiting').textContent(), /5 days a turn, 2 in reserve/);
    const game = page.url().split('/').pop();
    const { clock } = await person.state(game);
    assert.deepEqual([clock.kind, clock.step_ms, clock.reserve_ms], ['days', 5 * 86400e3, [2 * 86400e3, 2 * 86400e3]]);
    await person.leave();
});

test('your turn, one game after the other', async () => {
    const host = await Person.enter(browser, server);
    const guest = await Person.enter(browser, server);
    for (const person of [host, guest]) await person.known();
    const games = [await begun(host, guest), await begun(host, guest), await begun(host, guest)];
    const mine = async () => (await host.api('GET', '/api/games?list=mine')).json.games.filter((g) => g.turn?.mine);
    // Those of the guest are played by him, until all three wait for the host.
    for (const game of games) {
        await guest.goto(`/g/${game}`);
        await until(async () => {
            const state = await guest.state(game);
            if (state.to_act === 0) return true;
            await act(new Mouse(guest), game);
            return false;
        }, 'the host to act');
    }
    await host.goto('/');
    await host.page.getByTestId('your-turn').waitFor();
    const cards = host.page.getByTestId('your-turn-game');
    assert.equal(await cards.count(), 3);
    const order = (await mine()).map((game) => `/g/${game.game}`);
    assert.deepEqual(await cards.evaluateAll((all) => all.map((one) => one.getAttribute('href'))), order);
    assert.match(await cards.first().textContent(), /day.*h/);
    await checkAccess(host.page, 'the first page with turns');
    for (const [width, height] of SIZES) {
        await resize(host.page, { width, height });
        assert.ok(await host.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
            `no scrolling to the side at ${width} x ${height}`);
        if (process.env.ALEA_SHOTS)
            await host.page.screenshot({ path: `${process.env.ALEA_SHOTS}/home-${width}x${height}.png` });
    }
    await resize(host.page, { width: 1280, height: 800 });
    // From game to game by the button, without the first page in between.
    await cards.first().click();
    for (let left = 3; left > 0; left--) {
        const game = host.page.url().split('/').pop();
        await until(async () => {
            const state = await host.state(game);
            if (state.to_act !== 0) return true;
            await act(new Mouse(host), game);
            return false;
        }, 'the host to have moved');
        const next = host.page.getByTestId('main-action');
        await until(async () => /Next game/.test(await next.textContent()) && await next.isEnabled(), 'the way on');
        if (process.env.ALEA_SHOTS && left === 3)
            for (const [width, height] of SIZES) {
                await resize(host.page, { width, height });
                await host.page.screenshot({ path: `${process.env.ALEA_SHOTS}/next-${width}x${height}.png` });
            }
        await next.click();
        await until(async () => !host.page.url().endsWith(game), 'another page');
    }
    assert.equal(new URL(host.page.url()).pathname, '/');
    assert.equal(await host.page.getByTestId('your-turn').isVisible(), false);
    await host.leave();
    await guest.leave();
});

test('an answer in advance', async () => {
    const host = await Person.enter(browser, server);
    const guest = await Person.enter(browser, server);
    for (const person of [host, guest]) await person.known();
    const game = await begun(host, guest);
    // Until the guest may double: he is at his roll, and the host waits.
    for (const person of [host, guest]) await person.goto(`/g/${game}`);
    await until(async () => {
        const state = await guest.state(game);
        if (state.actions.includes('double')) return true;
        await act(new Mouse(state.to_act === 0 ? host : guest), game);
        return false;
    }, 'the guest to be at his roll');
    const choice = host.page.getByTestId('ahead-double');
    await choice.waitFor();
    assert.equal(await guest.page.getByTestId('ahead').isVisible(), false, 'he is to act');
    await checkAccess(host.page, 'a choice in advance');
    for (const [width, height] of SIZES) {
        await resize(host.page, { width, height });
        assert.ok(await host.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
            `no scrolling to the side at ${width} x ${height}`);
        if (process.env.ALEA_SHOTS)
            await host.page.screenshot({ path: `${process.env.ALEA_SHOTS}/ahead-${width}x${height}.png`, fullPage: true });
    }
    await resize(host.page, { width: 1280, height: 800 });
    await choice.selectOption('take');
    await host.page.getByTestId('ahead-resign').selectOption('reject');
    const said = async () => (await host.state(game)).ahead;
    await until(async () => (await said())?.resign === 'reject', 'both to be kept');
    assert.deepEqual(await said(), { double: 'take', resign: 'reject' });
    await host.page.reload();
    await until(async () => await choice.isVisible() && await choice.inputValue() === 'take', 'the choice again');
    // He doubles: it is taken at once, and there is nothing left to answer.
    await guest.page.getByTestId('double').click();
    const sure = guest.page.getByTestId('double-confirm');
    await until(async () => {
        if (await sure.isVisible()) await sure.click();
        return (await guest.state(game)).cube.owner === 0;
    }, 'the cube to be taken');
    await until(async () => await host.page.getByTestId('ahead').isVisible() && !await choice.isVisible() &&
        await host.page.getByTestId('ahead-resign').inputValue() === '', 'what was said to be used up');
    await host.leave();
    await guest.leave();
});

test('a vacation is begun and ended on the account page', async () => {
    const person = await Person.enter(browser, server);
    await person.known();
    await person.api('POST', '/api/register', { name: 'Wanda', password: 'correct horse battery' });
    // At a table of another game it is her turn, which a friend looks at.
    const friend = await Person.enter(browser, server);
    await friend.known();
    let table, turn;
    do {
        table = (await friend.api('POST', '/api/tables', { game: 'fevga', seats: 'friend', clock: { kind: 'days' } })).json.table;
        await person.api('POST', `/api/tables/${table}`, { do: 'sit' });
        turn = (await friend.api('POST', `/api/tables/${table}`, { do: 'opening', seq: 1 })).json.to_act;
        if (turn !== 1) await friend.api('DELETE', `/api/tables/${table}`);
    } while (turn !== 1);
    await friend.goto(`/tables/${table}`);
    const clock = friend.page.getByTestId('family-clock-1');
    await clock.filter({ hasText: /\d days/ }).waitFor();
    await person.goto('/account');
    const state = person.page.getByTestId('vacation-state');
    await state.waitFor();
    assert.match(await state.textContent(), /30 of 30/);
    await person.page.getByTestId('vacation-days').fill('4');
    await person.page.getByTestId('vacation-begin').click();
    await until(async () => /on vacation until/.test(await state.textContent()), 'the vacation');
    await clock.filter({ hasText: /on vacation until/ }).waitFor();
    await checkAccess(person.page, 'the account page');
    await person.page.getByTestId('vacation-end').click();
    await until(async () => /29 of 30/.test(await state.textContent()), 'the end of it');
    await clock.filter({ hasText: /\d days/ }).waitFor();
    await friend.leave();
    await person.leave();
});
