// The desk in the page: a folder of matches is brought in, counted and analysed; the costliest
// decision opens as a position; its errors are trained, with hint, answer and reason.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkAccess, openBrowser, Person, resize, until } from './lib/browser.mjs';
import { Server } from './lib/server.mjs';

const BASE = readFileSync(new URL('../golden/formats/base.mat', import.meta.url));
let browser, server;
before(async () => {
    server = await Server.start();
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    await server?.stop();
});

function folder() {
    const path = join(server.folder, 'matches');
    mkdirSync(join(path, 'more'), { recursive: true });
    const lines = String(BASE).split('\n');
    writeFileSync(join(path, 'base.mat'), BASE);
    writeFileSync(join(path, 'more', 'again.mat'), BASE);
    writeFileSync(join(path, 'more', 'short.mat'), `${lines.slice(0, -30).join('\n')}\n`);
    writeFileSync(join(path, 'none.mat'), 'no match at all');
    writeFileSync(join(path, '.hidden'), 'not sent');
    return path;
}

test('a folder becomes figures, and errors become training', async () => {
    const person = await Person.enter(browser, server);
    const { page } = person;
    await person.goto('/analyse');
    await page.getByTestId('desk-folder').setInputFiles(folder());
    await until(async () => /^2 matches added, 1 known already\.$/.test(
        await page.getByTestId('desk-added').textContent().catch(() => '')), 'two matches added');
    await page.getByText('1 file not read').click();
    assert.match(await page.getByTestId('desk').textContent(), /matches\/none\.mat: is no match file/);
    await until(async (seen) => seen((await person.api('GET', '/api/desk')).json.unanalysed) === 0,
                'the analysis');
    // Somebody else's errors are not mine.
    await page.getByTestId('desk-me').selectOption('Player 2');
    const figures = page.getByTestId('desk-figures');
    await figures.getByRole('heading', { name: 'Player 2' }).waitFor();
    await until(async () => (await page.getByTestId('desk-decision').count()) > 0, 'decisions');
    assert.equal(await page.getByTestId('desk-by').inputValue(), 'theme');
    assert.doesNotMatch(await figures.textContent(), /_/);
    await page.getByTestId('desk-by').selectOption('kind');
    await until(async () => /play/.test(await figures.textContent()), 'figures by kind');
    await checkAccess(page, 'the desk');
    const worst = page.getByTestId('desk-decision').first();
    assert.match(await worst.textContent(), /instead of/);
    await worst.click();
    await page.waitForURL(/\/p\?id=XGID/);

    await person.goto('/train');
    await page.getByTestId('train-choice').first().waitFor();
    await checkAccess(page, 'a card');
    assert.match(await page.getByTestId('deck-counts').textContent(), /\d+ new for today|\d+ due/i);
    await page.getByTestId('train-hint').click();
    assert.match(await page.getByTestId('train-verdict').textContent(), /lost \d+\.\d+\.|behind\./);
    await page.getByTestId('train-choice').nth(1).hover();
    await page.keyboard.press('1');
    await page.getByTestId('train-next').waitFor();
    assert.match(await page.getByTestId('train-verdict').textContent(), /Right\.|The best is/);
    assert.match(await page.getByTestId('deck-counts').textContent(), /streak: 1 day/i);
    await page.getByTestId('train-next').click();
    await until(async () => (await page.getByTestId('train-next').count()) === 0, 'the next card');

    await person.goto('/');
    await page.getByTestId('daily').click();
    await page.getByRole('heading', { name: /Position of the day/ }).waitFor();
    await person.leave();
});

test('every figure leads to its decisions, and they to cards', async () => {
    const person = await Person.enter(browser, server, { viewport: { width: 1280, height: 720 },
                                                         reducedMotion: 'no-preference' });
    const { page } = person;
    await person.goto('/analyse');
    await page.getByTestId('desk-folder').setInputFiles(folder());
    await until(async (seen) => {
        const desk = (await person.api('GET', '/api/desk')).json;
        return desk.matches === 2 && seen(desk.unanalysed) === 0 && !desk.analysis;
    }, 'the analysis');
    await page.getByTestId('desk-me').selectOption('Player 2');
    const count = page.getByTestId('decisions-count'), field = page.getByTestId('decisions-search');
    const said = (text, what) => until(async () => text.test(await count.textContent()), what);
    await page.getByTestId('group-decisions').first().waitFor();
    for (const by of ['theme', 'class', 'score']) {
        await page.getByTestId('desk-by').selectOption(by);
        const { groups } = (await person.api('GET', `/api/desk/stats?by=${by}&q=%22player=Player+2%22`)).json;
        const most = groups.filter((group) => group.decisions > 0).sort((a, b) => b.loss - a.loss)[0];
        const first = page.getByTestId('group-decisions').first();
        await until(async () => (await first.getAttribute('aria-label') ?? '')
            .startsWith(`Show the ${most.decisions} decision`), `the groups by ${by}`);
        await first.click();
        await said(new RegExp(`^${most.decisions} decision`), `the decisions of ${most.key}`);
        assert.equal(await field.inputValue(), `${most.search} counted`);
    }
    // A wrong term: where, what is allowed, what was meant.
    await field.fill('kind=play theme=atack');
    await field.press('Enter');
    const decisions = page.getByTestId('decisions');
    await decisions.getByText('column 17: no theme "atack" (did you mean "attack"?)').waitFor();
    await field.fill('not theme=attack error>=0.05 or class=missed_double');
    await field.press('Enter');
    await said(/^\d+ decisions, the costliest first/, 'alternatives');
    await decisions.getByText('column 17').waitFor({ state: 'detached' });
    const number = Number.parseInt(await count.textContent(), 10);
    while (await page.getByTestId('desk-decision').count() < number) {
        const before = await page.getByTestId('desk-decision').count();
        await page.getByTestId('decisions-more').click();
        await until(async () => await page.getByTestId('desk-decision').count() > before, 'more of them');
    }
    assert.equal(await page.getByTestId('decisions-more').count(), 0);
    await page.getByTestId('decisions-train').click();
    assert.match(await page.getByTestId('decisions-made').textContent(), /^\d+ new cards?/);
    const help = decisions.getByTestId('search-terms');
    await help.getByText('What can be searched').click();
    await help.getByText('[their-]outfield-blots=N').waitFor();
    for (const [width, height] of [[1280, 720], [390, 844], [390, 664], [844, 390]]) {
        await resize(page, { width, height });
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
                  `nothing stands out at ${width}`);
        // Every decision has its board beside it: with the best play where one is asked.
        const row = page.getByTestId('desk-decision').first();
        await row.evaluate((one) => one.scrollIntoView({ block: 'center' }));
        const board = await row.locator('alea-board').boundingBox();
        assert.ok(board.width >= 120 && board.height >= 90 && board.x >= 0 && board.y >= 0 &&
            board.x + board.width <= width && board.y + board.height <= height,
                  `a board at ${width}x${height}: ${JSON.stringify(board)}`);
        assert.equal(await page.locator('[data-testid=desk-decision]:not(:has(alea-board .checker))').count(), 0);
        if (process.env.PICTURES) {
            await decisions.scrollIntoViewIfNeeded();
            await page.screenshot({ path: `${process.env.PICTURES}/find-${width}x${height}.png` });
            await page.getByTestId('desk-figures').screenshot({
                path: `${process.env.PICTURES}/figures-${width}x${height}.png` });
        }
    }
    await checkAccess(page, 'the search of decisions');
    await person.leave();
});

test('an empty desk says what to do', async () => {
    const person = await Person.enter(browser, server);
    const { page } = person;
    await person.goto('/train');
    await page.getByTestId('train-empty').waitFor();
    // The position of the day is for everybody, and counts for the streak.
    for (const [width, height] of [[1280, 720], [390, 664]]) {
        await resize(page, { width, height });
        await person.goto('/');
        const day = page.getByTestId('daily');
        await until(async () => /to play/.test(await day.textContent()), 'its question');
        await day.scrollIntoViewIfNeeded();
        const box = await page.locator('.day-board').boundingBox();
        assert.ok(box.width > 200 && box.x >= 0 && box.x + box.width <= width &&
            box.height < height * 0.8, JSON.stringify(box));
    }
    const other = await Person.enter(browser, server);
    await other.known();
    const theirs = (await other.api('GET', '/api/desk/train?daily=1')).json.card.id;
    assert.equal((await person.api('GET', '/api/desk/train?daily=1')).json.card.id, theirs);
    await other.leave();
    await page.getByTestId('daily').click();
    await page.getByRole('heading', { name: /Position of the day/ }).waitFor();
    await page.getByTestId('train-choice').first().click();
    await until(async () => /Right\.|The best is/.test(
        await page.getByTestId('train-verdict').textContent()), 'the verdict');
    await person.goto('/');
    await until(async () => /Streak: 1 day/.test(await page.getByTestId('home-day').textContent()),
                'the streak');
    await person.goto('/analyse');
    await page.getByText('The desk is empty.').waitFor();
    await person.leave();
});
