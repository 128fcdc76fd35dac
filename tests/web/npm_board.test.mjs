// The npm package alea-board, packed, installed into an empty project and served as plain files: its page of examples
// and the examples of its README.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkAccess, openBrowser, Person, until } from './lib/browser.mjs';
import { Package } from './lib/package.mjs';

const server = new Package('alea-board', '--board');
const given = { skip: server.skip };
let browser;
before(async () => {
    if (given.skip) return;
    await server.open();
    const examples = server.examples('html');
    assert.equal(examples.length, 2);
    examples.forEach((code, i) => server.write(`readme${i}.html`,
        `<!doctype html><html lang="en"><title>README</title><link rel="icon" href="data:,"><main>${code}</main>`));
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    server.close();
});

const EXAMPLES = '/node_modules/alea-board/examples.html';
const seen = (board) => board.evaluate((one) => one.shown());

async function sized(width, height, path) {
    const person = await Person.enter(browser, server, { viewport: { width, height } });
    await person.page.goto(path);
    await person.page.locator('alea-board svg').first().waitFor();
    return person;
}

for (const [width, height] of [[390, 664], [1280, 720]])
    test(`the page of examples plays at ${width}x${height}`, given, async () => {
        const person = await sized(width, height, EXAMPLES), { page } = person;
        assert.equal(await page.locator('alea-board .checker').count() > 200, true);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        const board = page.locator('#play');
        assert.deepEqual((await seen(board)).off, [13, 13]);
        await board.getByTestId('point-2').click();
        await until(async () => /2\//.test(await page.locator('#said').textContent()), 'a move');
        await page.locator('#undo').click();
        assert.deepEqual((await seen(board)).off, [13, 13]);
        // By keys.
        await board.evaluate((one) => one.focusPoint(2));
        await page.keyboard.press('2');
        await board.evaluate((one) => one.focusPoint(1));
        await page.keyboard.press('1');
        assert.deepEqual((await seen(board)).off, [15, 13]);
        await board.getByTestId('board-dice').click();
        assert.equal(await page.locator('#said').textContent(), 'Played: 2/0 1/0');
        // Each theme has its own felt.
        const felts = await page.locator('#themes .felt').evaluateAll((all) => all.map((one) =>
            getComputedStyle(one).fill));
        assert.equal(new Set(felts).size, 9, felts.join(' '));
        await checkAccess(page, 'examples of alea-board');
        if (process.env.LOOK) await page.screenshot({ path: join(process.env.LOOK, `examples-${width}.png`) });
        if (process.env.LOOK) await page.screenshot({ path: join(process.env.LOOK, `whole-${width}.png`),
            fullPage: true });
        await person.leave();
    });

test('the README, and attributes that change', given, async () => {
    const person = await sized(1280, 720, '/readme0.html'), { page } = person, board = page.locator('alea-board');
    const shown = await seen(board);
    assert.deepEqual([shown.dice, shown.turn, shown.board[6], shown.off], [[3, 1], 0, 5, [0, 0]]);
    const said = await board.evaluate((one) => {
        const heard = [];
        one.addEventListener('unreadable', ({ detail }) => heard.push(detail.text));
        one.setAttribute('position', 'nonsense');
        one.setAttribute('perspective', '1');
        one.setAttribute('numbers', 'none');
        return { heard, position: one.position, view: one.view, numbering: one.numbering };
    });
    assert.deepEqual(said, { heard: ['nonsense'], position: null, view: 1, numbering: null });
    await board.evaluate((one) => {
        one.position = { board: new Array(26).fill(0), off: [15, 15], dice: null, turn: 0,
            cube: { value: 1, owner: null, offered: null, in_play: false } };
    });
    assert.equal((await seen(board)).cube, null);
    await page.goto('/readme1.html');
    await board.evaluate((one) => one.load([[2, 0], [1, 0]]) && one.commit());
    assert.equal(await page.locator('#said').textContent(), '2/0 1/0');
    await person.leave();
});
