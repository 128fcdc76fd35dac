// Whole matches against the machine: by mouse, by keyboard alone, by touch on a small phone; the
// last two with three checkers each.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccess, openBrowser, Person, resize } from './lib/browser.mjs';
import { Keys, Mouse, playMatch, Touch } from './lib/player.mjs';
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

const wish = { opponent: 'machine', level: 'beginner', tutor: false, preset: 'hypergammon',
    options: { match_length: 1 } };

async function whole(person, hand, game, turns) {
    await playMatch([hand], game);
    const state = await person.state(game);
    assert.equal(state.stage, 'over');
    assert.equal(state.phase, 'match_over');
    assert.ok(hand.turns >= turns, `${hand.turns} turns`);
    await person.page.getByTestId('analyse').waitFor();
}

test('a match by mouse, begun from the first page', async () => {
    const person = await Person.enter(browser, server);
    const { page } = person;
    await person.goto('/');
    await page.getByTestId('new-game').click();
    const dialog = page.getByTestId('new-game-dialog');
    await dialog.getByTestId('level-poppy').check();
    await dialog.getByTestId('tutor').uncheck();
    await dialog.getByTestId('length-1').check();
    await page.getByTestId('new-game-start').click();
    await page.waitForURL(/\/g\/[a-z2-7]{12}$/);
    const game = page.url().split('/').at(-1);
    await whole(person, new Mouse(person), game, 5);
    await checkAccess(page, 'the page of a game that is over');
    await person.leave();
});

test('a match by keyboard alone', async () => {
    const person = await Person.enter(browser, server);
    const game = await person.newGame(wish);
    // From here on nothing is clicked.
    await whole(person, new Keys(person), game, 2);
    await person.leave();
});

test('a match by touch at 390 x 844', async () => {
    const person = await Person.enter(browser, server, { viewport: { width: 390, height: 844 },
        hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    const game = await person.newGame(wish);
    const { page } = person;
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(await wide() <= 390, `the page is ${await wide()} wide`);
    await whole(person, new Touch(person), game, 2);
    await checkAccess(page, 'the page of a game on a phone');
    // Turned on its side: nothing is wider than the screen, the last play is still told.
    await resize(page, { width: 667, height: 375 });
    await page.getByTestId('last-play').waitFor();
    // The machine may have resigned: then that was the last.
    const { how } = (await person.state(game)).result;
    assert.match(await page.getByTestId('last-play').innerText(),
                 how === 'resign' ? /accept the resignation/ : /: [1-6]{2}, /);
    assert.ok(await wide() <= 667, `on its side the page is ${await wide()} wide`);
    await person.leave();
});
