// The commonest laptop and a phone, with animation: the start is shown on the board, the panel has
// room, a play begun survives a reload, a hint goes with its decision; and the doors of the menu.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccess, openBrowser, pause, Person, until } from './lib/browser.mjs';
import { somePlay } from './lib/player.mjs';
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

const laptop = { viewport: { width: 1280, height: 720 } };
const wish = { opponent: 'machine', level: 'beginner', tutor: false,
    options: { match_length: 5 } };

const height = (page, selector) => page.evaluate((what) =>
    document.querySelector(what).getBoundingClientRect().height, selector);

/** Until it is this person's play. */
async function toPlay(person, game) {
    await until(async () => {
        const state = await person.state(game);
        if (state.actions.includes('roll')) await person.page.keyboard.press('r');
        if (state.actions.includes('take')) await person.page.getByTestId('take').click();
        return state.actions.includes('play') && state.tree.nodes[0].moves.length > 0;
    }, 'a play to make');
    await until(() => person.page.evaluate(() =>
        document.querySelector('[data-testid="board"]').draft !== null), 'the board');
}

test('the panel beside the board has room at 1280 x 720', async () => {
    const person = await Person.enter(browser, server, laptop);
    const game = await person.newGame(wish);
    const { page } = person;
    await toPlay(person, game);
    await page.keyboard.press('h');
    await page.locator('#panel-help .candidate').first().waitFor();
    assert.ok(await height(page, '.tab-body') >= 200, `${await height(page, '.tab-body')} px`);
    // Nothing is below the fold.
    for (const one of ['.player.me', '.board-box', '.actions'])
        assert.ok(await page.evaluate((what) => document.querySelector(what)
            .getBoundingClientRect().bottom <= window.innerHeight + 1, one), one);
    await checkAccess(page, 'a game at 1280 x 720');

    // The hint goes with its decision.
    const state = await person.state(game);
    const moves = somePlay(state.tree).map(([from, to]) => [from, to]);
    await page.evaluate((play) => document.querySelector('[data-testid="board"]').load(play), moves);
    assert.match(await page.getByTestId('status').textContent(), /Done/);
    const pips = await page.getByTestId('player-me').textContent();
    assert.doesNotMatch(pips, new RegExp(`\\b${state.pips[0]} pips`), 'the pips follow the play');

    // A play begun is there again after a reload.
    await page.reload();
    await until(() => page.evaluate((count) => document.querySelector('[data-testid="board"]')
        ?.draft?.steps.length === count, moves.length), 'the play begun');
    await page.keyboard.press('h');
    await page.locator('#panel-help .candidate').first().waitFor();
    await page.getByTestId('main-action').click();
    await until(() => page.locator('#panel-help .candidate').count().then((n) => n === 0),
                'the old hint to go');
    await person.leave();
});

test('the start is shown: one die a side, then a sentence', async () => {
    const person = await Person.enter(browser, server, { viewport: { width: 390, height: 844 },
        reducedMotion: 'no-preference', settings: { speed: 'normal', sound: false } });
    // The word is noted when it is shown: it stands for two seconds only.
    await person.context.addInitScript(() => {
        window.words = [];
        const look = () => {
            const word = document.querySelector('[data-testid="board-word"]');
            if (!word || word.hidden || !word.textContent) return;
            const box = word.getBoundingClientRect();
            const dice = [...document.querySelectorAll('.props .dice')].map((one) =>
                one.getAttribute('aria-label'));
            window.words.push({ text: word.textContent, left: box.left, right: box.right, dice });
        };
        new MutationObserver(look).observe(document,
            { subtree: true, childList: true, characterData: true, attributes: true });
    });
    const game = await person.newGame(wish);
    const { page } = person;
    const told = await until(() => page.evaluate(() => window.words[0]), 'a word about the start');
    // The first throw may be a tie, which is said as well.
    assert.match(told.text, /begin|^Both rolled \d: roll again$/);
    assert.ok(told.left >= 0 && told.right <= 390, JSON.stringify(told));
    assert.match(told.dice[0] ?? '', /^Opening roll \d against \d$/);
    // It passes, and the game goes on.
    await until(() => page.evaluate(() =>
        document.querySelector('[data-testid="board-word"]').hidden), 'the word to go');
    await pause(100);
    assert.ok((await person.state(game)).seq > 0);
    await person.leave();
});

const match = (loser) => ` 1 point match\n\n Game 1\n Ann : 0          Bob : 0\n` +
    `  1) 31: 8/5 6/5      52: 13/8 24/22\n  2) ${loser}\n`;

test('Analyse takes files by the dozen and positions; Train opens', async () => {
    const person = await Person.enter(browser, server, laptop);
    const { page } = person;
    await person.goto('/');
    await page.getByRole('link', { name: 'Analyse' }).click();
    await page.getByRole('heading', { name: 'Analyse', level: 1 }).waitFor();
    await checkAccess(page, 'the page Analyse');
    await page.getByTestId('match-file').setInputFiles([
        { name: 'one.mat', mimeType: 'text/plain', buffer: Buffer.from(match('Wins 1 point')) },
        { name: 'none.mat', mimeType: 'text/plain', buffer: Buffer.from([1, 2, 3, 0, 255]) },
        { name: 'two.mat', mimeType: 'text/plain',
          buffer: Buffer.from(match('Wins 1 point').replace('Ann', 'Eve')) },
    ]);
    // Two of them are the same plays: one match; the third is named with what is wrong.
    await until(async () => /^1 match added, 1 known already\.$/.test(
        await page.getByTestId('desk-added').textContent().catch(() => '')), 'one match, once');
    const refused = page.getByTestId('desk').locator('details', { hasText: '1 file not read' });
    await refused.locator('summary').click();
    assert.match(await refused.locator('li').textContent(), /^none\.mat: ./);

    await page.getByTestId('position-text').fill('4HPwATDgc/ABMA');
    await page.getByTestId('position-text').press('Enter');
    await page.waitForURL(/\/p\?id=/);
    await page.locator('.study-board').first().waitFor();
    await page.goBack();
    await page.getByTestId('desk').waitFor(); // the page before is there again
    await page.getByTestId('position-text').fill('nonsense');
    await page.getByTestId('position-text').press('Enter');
    await page.locator('.study-notice.error').first().waitFor();
    // A text with two positions: both go on the desk, the first one is opened.
    await page.getByTestId('position-text').fill('Look:\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\n' +
        '    1. 4-ply  8/5 6/5  eq:+0.156\nand 4HPwATDgc/ABMA:cAkAAAAAAAAE too');
    await page.getByTestId('position-keep').click();
    await until(async () => /^2 positions added\.$/.test(
        await page.getByTestId('desk-added').textContent().catch(() => '')), 'two positions');
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.waitForURL(/\/p\?id=XGID.*31/);

    await page.getByRole('link', { name: 'Train' }).click();
    await page.getByRole('heading', { name: 'Train', level: 1 }).waitFor();
    await checkAccess(page, 'the page Train');
    await person.leave();
});
