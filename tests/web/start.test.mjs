// What somebody sees first: the first page, a game with its tutor, light and dark, on a desk
// and on a phone; and names that would like to be script.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccess, counted, openBrowser, Person, resize, until } from './lib/browser.mjs';
import { atRest } from './lib/pages.mjs';
import { act, Mouse, wanted } from './lib/player.mjs';
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

const machine = { opponent: 'machine', level: 'beginner', tutor: true, options: { match_length: 3 } };

for (const [what, options] of [
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['a phone upright', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
    ['a phone on its side', { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true,
        colorScheme: 'dark' }],
    ['a narrow old phone', { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true }],
]) {
    test(`the first page and a game: ${what}`, async () => {
        const person = await Person.enter(browser, server, options);
        const { page } = person;
        const fits = async (where) => {
            const [wide, room] = await page.evaluate(() =>
                [document.documentElement.scrollWidth, window.innerWidth]);
            assert.ok(wide <= room, `${where} is ${wide} wide in ${room}`);
        };
        await person.goto('/');
        await page.getByTestId('play-now').waitFor();
        await checkAccess(page, 'the first page');
        await fits('the first page');
        await page.getByTestId('new-game').click();
        await page.getByTestId('new-game-dialog').waitFor();
        await checkAccess(page, 'the dialog of a new game');
        await page.keyboard.press('Escape');
        await page.getByTestId('settings').click();
        await page.getByTestId('settings-dialog').waitFor();
        await checkAccess(page, 'the settings');
        await page.keyboard.press('Escape');
        const game = await person.newGame(machine);
        await until(() => wanted(page), 'a turn');
        await checkAccess(page, 'a game');
        await fits('a game');
        const box = await page.getByTestId('board').boundingBox();
        assert.ok(box.width > 250, `the board is ${box.width} wide`);
        assert.equal((await person.state(game)).stage, 'playing');
        await person.leave();
    });
}

test('the first page is small as it is sent, fonts included; the rest comes when it is opened', async () => {
    // Bytes, heads of the answers and what the page asks for included; but for the plays of the position of the
    // day, which are another on each day.
    const MOST = 145_000;
    const person = await Person.enter(browser, server);
    const { page } = person;
    const wire = await person.context.newCDPSession(page);
    await wire.send('Network.enable');
    const names = {}, sent = {};
    wire.on('Network.responseReceived', ({ requestId, response }) => { names[requestId] = response.url; });
    wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        sent[names[requestId]] = (sent[names[requestId]] ?? 0) + encodedDataLength;
    });
    await person.goto('/');
    await person.named();
    await atRest(page);
    const sum = Object.entries(sent).filter(([name]) => !name.includes('/api/position'))
        .reduce((all, [, one]) => all + one, 0);
    assert.ok(sum <= MOST, `${sum} bytes: ${JSON.stringify(sent, null, 1)}`);
    const has = (part) => Object.keys(sent).some((name) => name.includes(part));
    assert.ok(has('inter-400') && has('inter-600') && has('app-'), JSON.stringify(sent));
    assert.ok(!has('study_pages'));
    await person.newGame(machine);
    await until(() => wanted(page), 'a turn');
    assert.ok(!has('study_pages'), 'a game does without');

    // A server that was updated has the file under another name: the page is loaded again, once.
    let refused = 0;
    await page.route('**/study_pages-*.js', async (route) => {
        if (refused++ > 0) return route.continue();
        return route.fulfill({ status: 404, body: '' });
    });
    await page.evaluate(() => { window.before_ = true; });
    await page.getByRole('link', { name: 'Rules' }).first().click();
    await page.getByRole('heading', { level: 1, name: /rules/i }).waitFor();
    assert.equal(await page.evaluate(() => window.before_), undefined);
    assert.equal(refused, 2);
    await page.unroute('**/study_pages-*.js');

    // One that is never there is said, and nothing goes round.
    await person.goto('/');
    let asked = 0;
    await page.route('**/study_pages-*.js', (route) => {
        asked++;
        return route.fulfill({ status: 404, body: '' });
    });
    await page.getByRole('link', { name: 'Rules' }).first().click();
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    assert.equal(asked, 2);
    await person.leave();
});

test('one click from the first page to a turn', async () => {
    const person = await Person.enter(browser, server);
    await person.goto('/');
    await person.page.getByTestId('play-now').click();
    await person.page.waitForURL(/\/g\//);
    await until(() => wanted(person.page), 'a turn');
    const hand = new Mouse(person);
    const game = person.page.url().split('/').at(-1);
    await until(async () => {
        await act(hand, game);
        return hand.turns >= 2;
    }, 'two turns');
    await person.leave();
});

test('a newcomer is led through a first game, all of it in view', async () => {
    const height = 664;
    const person = await Person.enter(browser, server, { viewport: { width: 390, height } });
    const { page } = person;
    await person.goto('/');
    await page.getByTestId('first-game').click();
    await page.waitForURL(/\/g\//);
    const coach = page.getByTestId('coach');
    const hand = new Mouse(person);
    const game = page.url().split('/').at(-1);
    const state = await person.state(game);
    assert.equal(state.match_length, 1);
    assert.equal(state.players[1].name, 'Poppy');
    let rolled = false;
    await until(async () => {
        const what = await wanted(page);
        if (hand.turns >= 2) return true;
        if (!what) return false;
        const words = await coach.textContent();
        if (what === 'roll') rolled = /press Roll/.test(words) || rolled;
        if (what === 'play') assert.match(words, /checker/);
        const [board, button] = await Promise.all([page.getByTestId('board').boundingBox(),
            page.getByTestId('main-action').boundingBox()]);
        assert.ok(board.y >= 0 && board.y + board.height <= button.y + 8, 'the board is in view');
        assert.ok(button.y + button.height <= height, 'the button is in view');
        await act(hand, game);
        return false;
    }, 'two turns');
    await until(async () => await wanted(page) === 'roll', 'the third turn');
    assert.ok(rolled, 'Roll was explained');
    assert.ok(!await coach.isVisible(), 'the third turn needs no words');
    // The next one is begun as usual, and against somebody easy.
    await person.goto('/');
    await page.getByTestId('continue').waitFor();
    assert.ok(!await page.getByTestId('first-game').isVisible(), 'one first game at a time');
    assert.match(await page.getByTestId('play-now').textContent(), /match to 3/);
    // It is offered until a match was finished.
    await page.getByTestId('continue').click();
    await page.getByTestId('resign').click();
    await page.getByTestId('resign-confirm').click();
    await page.getByTestId('result').waitFor();
    await person.goto('/');
    await page.getByTestId('play-now').waitFor();
    assert.ok(!await page.getByTestId('first-game').isVisible(), 'no longer new');
    assert.ok(!await page.getByTestId('continue').isVisible());
    await person.leave();
});

/** Plays on until this person may double. */
async function toDouble(person, game) {
    const hand = new Mouse(person);
    await until(async () => {
        const state = await person.state(game);
        if (state.actions.includes('double') && await person.page.getByTestId('double').isVisible())
            return true;
        await act(hand, game);
        return false;
    }, 'a double to be possible');
}

test('one question before a double, with the reason, beside the board', async () => {
    const person = await Person.enter(browser, server, { settings: { speed: 'off', sound: false,
        askDouble: true } });
    const { page } = person;
    const game = await person.newGame({ ...machine, options: { match_length: 7 } });
    await toDouble(person, game);
    // Whether the tutor objects is the position's matter; so early in a game it nearly always does.
    await page.getByTestId('double').click();
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    assert.equal(await page.locator('dialog[open]').count(), 0, 'no dialog over the board');
    await checkAccess(page, 'the question before a double');
    // The machine may have doubled first.
    const before_ = await person.state(game), { value } = before_.cube;
    assert.ok((await question.textContent()).startsWith(
        value === 1 ? 'Double to 2?' : `Redouble to ${2 * value}?`), `the cube stands at ${value}`);
    if (await page.getByTestId('tutor-anyway').count()) {
        const told = await question.locator('p').allTextContents();
        assert.match(told[1], /^Doubling gives away \d\.\d{3}/);
        assert.match(told[2] ?? '', /\w+ .*\./, 'the reason is given');
        assert.equal(await page.getByTestId('tutor-anyway').textContent(), 'Double anyway');
    }
    // The focus is on the question and answers nothing by habit; the board stays in view.
    assert.ok(await question.evaluate((one) => one === document.activeElement));
    await page.keyboard.press('Enter');
    await page.keyboard.press('r');
    assert.equal(await question.count(), 1);
    assert.equal((await person.state(game)).seq, before_.seq);
    for (const [width, height] of [[390, 664], [390, 844], [1280, 720]]) {
        await page.keyboard.press('Escape');
        await question.waitFor({ state: 'detached' });
        await resize(page, { width, height });
        await page.getByTestId('double').click();
        await question.waitFor();
        for (const one of ['[role="alertdialog"] .button.main', '[data-testid="board"]'])
            await until(() => page.evaluate((what) => {
                const element = document.querySelector(what), box = element.getBoundingClientRect();
                // Nor scrolled away inside of what holds it.
                const there = document.elementFromPoint((box.left + box.right) / 2, box.bottom - 2);
                return window.scrollY === 0 && box.top >= 0 && box.bottom <= window.innerHeight + 0.5 &&
                    element.contains(there);
            }, one), `${one} in view at ${width} x ${height}`);
    }
    // Too low for the reason beside the board: it opens below the answers.
    await page.keyboard.press('Escape');
    await resize(page, { width: 390, height: 664 });
    await page.getByTestId('double').click();
    await question.waitFor();
    if (await page.getByTestId('tutor-why').count()) {
        await page.getByTestId('tutor-why').click();
        await question.getByText(/\w+ .*\./).last().waitFor();
    }
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await resize(page, { width: 1280, height: 720 });
    // By the keys: d, then Tab to the answer.
    await page.keyboard.press('d');
    await question.waitFor();
    const yes = await page.getByTestId('tutor-anyway').count() ? 'tutor-anyway' : 'double-confirm';
    for (let i = 0; i < 5; i++) {
        if (await page.evaluate(() => document.activeElement?.dataset.testid) === yes) break;
        await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await until(async () => (await person.state(game)).seq > before_.seq, 'the double');
    await counted(question, 0, 'nothing more is asked');
    await person.leave();
});

test('a name that would like to be script is a name', async () => {
    const host = await Person.enter(browser, server);
    const guest = await Person.enter(browser, server);
    const name = '<img src=x onerror=b()>"\'&';
    await host.known();
    const made = await host.api('PATCH', '/api/me', { name });
    assert.equal(made.status, 200, made.text);
    const game = await host.newGame({ opponent: 'open', options: { match_length: 1 } });
    for (const where of ['/', `/g/${game}`]) {
        await guest.goto(where);
        await guest.page.getByText(name).first().waitFor();
    }
    await guest.page.getByTestId('join').click();
    await until(async () => (await host.state(game)).stage === 'playing', 'the game to begin');
    await guest.page.getByText(name).first().waitFor();
    assert.equal(await guest.page.locator('img[src="x"]').count(), 0);
    for (const person of [host, guest]) await person.leave();
});

test('a press counts when the page is drawn anew meanwhile', async () => {
    const person = await Person.enter(browser, server);
    const { page } = person;
    await person.goto('/help');
    /** A row with a button and another row above it, drawn anew: what it says then. */
    const draw = (...rows) => page.evaluate((names) => {
        document.getElementById('drawn')?.remove();
        const list = document.createElement('ul');
        list.id = 'drawn';
        list.style.cssText = 'position: fixed; inset: 0; z-index: 99; background: white';
        window.pressed ??= [];
        for (const name of names) {
            const row = list.appendChild(document.createElement('li'));
            const button = row.appendChild(document.createElement('button'));
            button.textContent = 'Join';
            button.addEventListener('click', () => window.pressed.push(name));
            row.append(name);
        }
        document.body.append(list);
    }, rows);
    for (const [before_, after_, pressed] of [
        [['ann', 'bob'], ['ann', 'bob'], ['ann']],           // the same
        [['ann', 'bob'], ['eve', 'ann', 'bob'], []],         // another is under the mouse now
        [['ann'], [], []],                                   // it is gone
    ]) {
        await draw(...before_);
        await page.evaluate(() => { window.pressed = []; });
        await page.locator('#drawn button').first().hover();
        await page.mouse.down();
        await draw(...after_);
        await page.mouse.up();
        assert.deepEqual(await page.evaluate(() => window.pressed), pressed, `${before_}, then ${after_}`);
    }
    // Pressed and let go where nothing changes it is pressed once.
    await draw('ann');
    await page.locator('#drawn button').click();
    assert.deepEqual(await page.evaluate(() => window.pressed), ['ann']);
    await person.leave();
});

test('my checkers keep their colour, and a play without a choice is sent', async () => {
    const person = await Person.enter(browser, server, { settings: { speed: 'off', sound: false,
        mine: 'dark', sendForced: true } });
    const { page } = person;
    const swapped = () => page.locator('.board-svg').first().evaluate((svg) =>
        svg.classList.contains('swapped'));
    for (const seat of [0, 1]) {
        await person.newGame({ ...machine, seat });
        await until(() => wanted(page), 'a turn');
        assert.equal(await swapped(), seat === 0, `dark checkers for seat ${seat}`);
    }
    // Every roll of mine comes as one that leaves a single play.
    let sent = 0;
    await page.routeWebSocket(/\/api\/socket/, (here) => {
        const there = here.connectToServer();
        there.onMessage((text) => {
            const message = JSON.parse(text);
            const { tree } = message.state ?? {};
            if (message.event?.type === 'play' && message.event.by === 0) sent += 1;
            if (tree?.nodes)
                for (const node of tree.nodes) node.moves.length = Math.min(1, node.moves.length);
            here.send(JSON.stringify(message));
        });
    });
    await person.newGame({ ...machine, tutor: false, seat: 0 });
    await until(async () => {
        if (await wanted(page) === 'roll') await page.getByTestId('main-action').click();
        return sent > 0;
    }, 'a play that nobody sent');
    await person.leave();
});

test('single-key shortcuts can be switched off, and stay off', async () => {
    const person = await Person.enter(browser, server);
    const { page } = person;
    await person.newGame(machine);
    await until(() => wanted(page), 'a turn');
    const view = () => page.evaluate(() => document.querySelector('[data-testid="board"]').view);
    const before_ = await view();
    await page.keyboard.press('f');
    assert.notEqual(await view(), before_, 'a key is a key');
    await page.keyboard.press('f');
    await page.getByTestId('help').click();
    await page.getByTestId('help-overlay').getByTestId('set-singleKeys').uncheck();
    await page.keyboard.press('Escape');
    const silent = async () => {
        for (const key of ['f', '?', 'q', 'z', 'd']) await page.keyboard.press(key);
        assert.equal(await view(), before_);
        assert.equal(await page.locator('dialog[open], .zen').count(), 0);
    };
    await silent();
    await page.reload();
    await until(() => wanted(page), 'a turn');
    await silent();
    await page.getByTestId('settings').click();
    await page.getByTestId('settings-dialog').getByTestId('set-singleKeys').check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('f');
    assert.notEqual(await view(), before_, 'on again');
    await person.leave();
});
