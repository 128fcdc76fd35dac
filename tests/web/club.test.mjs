// Two accounts: friends, a challenge that waits and is accepted, a rated match, and what the
// profile and the list of players show of it; a notification for a page out of view.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccess, openBrowser, Person, until } from './lib/browser.mjs';
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

async function account(name, options = {}) {
    const person = await Person.enter(browser, server, options);
    await person.goto('/account');
    const form = person.page.getByRole('form', { name: 'Sign up' });
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Password', { exact: true }).fill(`correct ${name} horse`);
    await form.getByRole('button').click();
    await person.page.getByTestId('logout').waitFor();
    return person;
}

/** Ends the match by the API: after a play of each one gives up, the other accepts. */
async function concede(loser, winner, game) {
    const command = (person, what) => person.page.evaluate(([id, wish]) => new Promise((done) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/socket`);
        socket.onopen = () => socket.send(JSON.stringify({ key: `k${Math.random()}`.replace('.', ''),
            game: id, ...wish }));
        socket.onmessage = (event) => {
            const message = JSON.parse(event.data);
            if ('ok' in message) {
                socket.close();
                done(message.ok);
            }
        };
    }), [game, what]);
    await until(async () => (await loser.state(game)).stage === 'playing', 'the game to begin');
    const played = [];
    await until(async () => {
        for (const person of [loser, winner]) {
            const state = await person.state(game);
            if (state.actions.includes('roll')) await command(person, { do: 'roll' });
            if (!state.actions.includes('play')) continue;
            const moves = [];
            for (let node = state.tree.nodes[0]; node.moves.length; node = state.tree.nodes[moves.at(-1)[4]])
                moves.push(node.moves[0]);
            await command(person, { do: 'play', moves: moves.map((move) => move.slice(0, 2)) });
            if (moves.length) played.push(person);
        }
        return played.includes(loser) && played.includes(winner);
    }, 'a play of each');
    await until(async () => {
        const state = await loser.state(game);
        return state.actions.includes('resign') && command(loser, { do: 'resign', level: 1 });
    }, 'the loser to give up');
    await until(() => command(winner, { do: 'accept_resign' }), 'the winner to accept');
    await until(async () => (await winner.state(game)).stage === 'over', 'the match to end');
}

test('friends, a challenge, a rated match, the profile', async () => {
    const ann = await account('Ann'), bob = await account('Bob', {
        viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    // A friend by name, who is there.
    await ann.goto('/players');
    await ann.page.getByTestId('friend-name').fill('bob');
    await ann.page.getByTestId('add-friend').click();
    await ann.page.getByTestId('friends').getByRole('link', { name: 'Bob' }).waitFor();
    await checkAccess(ann.page, 'players');
    // The challenge is announced at once, and stays on the first page.
    await bob.goto('/');
    await bob.page.getByTestId('play-now').waitFor();
    await ann.goto('/player/Bob');
    await ann.page.getByTestId('challenge').click();
    await ann.page.getByTestId('challenge-text').fill('one point?');
    await ann.page.getByTestId('length-1').check({ force: true });
    await ann.page.getByTestId('rated').check();
    await ann.page.locator('details.more > summary').click();
    await ann.page.getByTestId('delay-30').check();
    await checkAccess(ann.page, 'the challenge dialog');
    await ann.page.getByTestId('new-game-start').click();
    await ann.page.waitForURL(/\/g\//);
    const game = ann.page.url().split('/').pop();
    const waiting = bob.page.getByTestId('challenges');
    await waiting.getByText('one point?').waitFor();
    // To accept is to agree to the delay too: it stands among the terms.
    await waiting.getByText('rated, shown 30 s late').waitFor();
    await checkAccess(bob.page, 'a challenge on the first page');
    await bob.page.getByTestId('accept').click();
    await bob.page.waitForURL(`**/g/${game}`);
    await concede(bob, ann, game);

    await bob.goto('/player/ann');
    await bob.page.getByTestId('against-me').getByText('you have won 0 and lost 1').waitFor();
    await bob.page.getByTestId('results').getByText('won', { exact: true }).waitFor();
    await bob.page.getByTestId('ratings').getByRole('cell', { name: '1662?' }).waitFor();
    await bob.page.getByRole('img', { name: /^Rating, Short matches/ }).waitFor();
    await checkAccess(bob.page, 'a profile');
    const [wide, room] = await bob.page.evaluate(() =>
        [document.documentElement.scrollWidth, window.innerWidth]);
    assert.ok(wide <= room, `a profile is ${wide} wide in ${room}`);
    await bob.goto('/players');
    await bob.page.getByTestId('leaders').getByRole('row').nth(1).getByText('Ann').waitFor();
    await checkAccess(bob.page, 'the list of players');

    // Both are rated by now, so a challenge is; away from the first page it is a line above the
    // page with both answers, and there is no second message.
    await ann.goto('/player/Bob');
    await ann.page.getByTestId('challenge').click();
    assert.ok(await ann.page.getByTestId('rated').isChecked(), 'rated between two rated accounts');
    await ann.page.getByTestId('new-game-start').click();
    await ann.page.waitForURL(/\/g\//);
    await bob.page.getByTestId('call-accept').waitFor();
    assert.equal(await bob.page.getByTestId('notices').getByText('challenges you').count(), 0);
    const [lineEnd, pageStart] = await bob.page.evaluate(() =>
        [document.querySelector('.banners').getBoundingClientRect().bottom,
         document.querySelector('main').getBoundingClientRect().top]);
    assert.ok(lineEnd <= pageStart, `the line ends at ${lineEnd}, the page begins at ${pageStart}`);
    await checkAccess(bob.page, 'a challenge above a page');
    await bob.page.getByTestId('call-decline').click();
    await until(async () => (await ann.api('GET', '/api/games?list=mine')).json.games.length === 0,
                'the challenge to be declined');

    // Blocked: no challenge reaches him any more, and the page says why.
    await bob.goto('/player/Ann');
    await bob.page.getByTestId('set-blocked').click();
    await bob.page.getByRole('button', { name: 'Unblock' }).waitFor();
    await ann.goto('/player/Bob');
    await ann.page.getByTestId('challenge').click();
    await ann.page.getByTestId('new-game-start').click();
    await ann.page.getByTestId('notices').getByText('takes no challenges').waitFor();
    await ann.page.getByTestId('report').click();
    await ann.page.getByTestId('report-text').fill('Blocks people.');
    await ann.page.getByTestId('report-send').click();
    await ann.page.getByTestId('notices').getByText('Thank you').waitFor();
    const games = await ann.api('GET', '/api/games?list=mine');
    assert.deepEqual(games.json.games, [], 'a game that was announced to nobody');
    await ann.leave();
    await bob.leave();
});

test('a notification when it is my turn, after asking', async () => {
    const ann = await account('Cat'), bob = await account('Dan');
    await ann.context.grantPermissions(['notifications']);
    // What the page shows is noted; nobody looks at it.
    await ann.context.addInitScript(() => {
        window.shown = [];
        window.Notification = class {
            static permission = 'default';
            static async requestPermission() { return this.permission = 'granted'; }
            constructor(title, more) { window.shown.push([title, more.body]); }
        };
        Document.prototype.hasFocus = () => false;
        Object.defineProperty(document, 'hidden', { get: () => true });
    });
    await ann.goto('/');
    await ann.page.getByTestId('settings').click();
    const box = ann.page.getByTestId('set-notify');
    assert.equal(await box.isChecked(), false);
    await box.check();
    await until(async () => await ann.page.evaluate(() => Notification.permission) === 'granted',
        'the question to be asked');
    assert.deepEqual(await ann.page.evaluate(() => window.shown.map(([title]) => title)),
                     ['Notifications are on']);
    // Where a page may show none, as on Android, a worker does; it handles no request of a page.
    await box.uncheck();
    await ann.page.evaluate(() => {
        window.Notification = class extends window.Notification {
            constructor() { super(''); throw new TypeError('Illegal constructor'); }
        };
        // A browser without windows has nowhere to show it.
        ServiceWorkerRegistration.prototype.showNotification = async function (title, { data }) {
            if (this.active) window.shown.push([`${title} ${data.url}`, 'by a worker']);
        };
    });
    await box.check();
    const byWorker = () => ann.page.evaluate(() =>
        window.shown.filter(([, how]) => how === 'by a worker').map(([what]) => what));
    await until(async () => (await byWorker()).includes('Notifications are on /'), 'the worker\'s');
    assert.equal(await ann.page.evaluate(() => navigator.serviceWorker.controller), null);
    // Where neither can, the switch does not stay on.
    await box.uncheck();
    await ann.page.evaluate(() => {
        window.register = navigator.serviceWorker.register;
        navigator.serviceWorker.register = () => Promise.reject(new Error('no'));
    });
    await box.click();
    await ann.page.getByText('shows no notifications of open pages').waitFor();
    assert.equal(await box.isChecked(), false);
    await ann.page.evaluate(() => { navigator.serviceWorker.register = window.register; });
    await box.check();
    await ann.page.keyboard.press('Escape');
    await bob.goto('/');
    const made = await bob.api('POST', '/api/games', { opponent: 'link', preset: 'tournament',
        options: { match_length: 1 }, clock: null, rated: true, seat: 0, spectators: true });
    await until(async () => (await bob.api('POST', '/api/challenges', { game: made.json.game,
        name: 'Cat' })).status < 500, 'the challenge');
    await until(async () => (await byWorker()).includes('Dan challenges you /'), 'the notification');
    await ann.leave();
    await bob.leave();
});

test('pages without results have faces and boards to look at', async () => {
    for (const [width, height] of [[1280, 720], [390, 844], [390, 664], [844, 390]]) {
        const person = await Person.enter(browser, server, { viewport: { width, height },
            reducedMotion: 'no-preference', settings: { sound: false } });
        const { page } = person;
        const boxInView = async (what, locator) => {
            await locator.evaluate((one) => one.scrollIntoView({ block: 'nearest' }));
            const box = await locator.boundingBox();
            assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 0.5 &&
                box.y + box.height <= height + 0.5, `${what} at ${width}x${height}: ${JSON.stringify(box)}`);
            return box;
        };
        await person.goto('/players');
        await page.getByTestId('meet-poppy').waitFor();
        assert.equal(await page.locator('.machine-tile .face').count(), 9);
        if (width === 1280) {
            await boxInView('six players', page.locator('.machine-tile').nth(5));
            assert.equal(await page.evaluate(() => window.scrollY), 0, 'six players without scrolling');
        }
        await boxInView('the last player', page.locator('.machine-tile').last());
        // The board is in view with the words, without scrolling.
        await person.goto('/nowhere');
        await page.getByRole('heading', { name: 'Not found' }).waitFor();
        const board = await boxInView('the board', page.locator('.message-board'));
        assert.ok(board.width > 200, `a board of ${board.width}`);
        assert.equal(await page.evaluate(() => window.scrollY), 0);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        if (width === 390) {
            await person.goto('/players');
            await page.getByTestId('meet-nora').click();
            await page.waitForURL(/\/g\//);
            await page.getByText('Nora').first().waitFor();
        }
        await person.leave();
    }
});
