// The live board of a position: a play that is moved on it appears in the list at once; the line
// goes on with any roll, back, along another branch, and against the machine.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccess, counted, openBrowser, Person, until } from './lib/browser.mjs';
import { Server } from './lib/server.mjs';

const START = 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10';
let browser, server;
before(async () => {
    server = await Server.start();
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    await server?.stop();
});

const load = (page, moves) => page.evaluate((list) =>
    document.querySelector('[data-testid="board"]').load(list), moves);
const position = (page) => page.evaluate(() => {
    const { board, dice, turn } = document.querySelector('[data-testid="board"]').position;
    return { board, dice, turn };
});

test('plays are tried, and the line goes on', async () => {
    const person = await Person.enter(browser, server);
    const { page } = person;
    await person.goto(`/p?id=${encodeURIComponent(START)}`);
    await page.getByTestId('candidate').first().waitFor();
    assert.equal(await page.getByText('your play').count(), 0);

    // A play that is far from the best: its figure stands in the list.
    assert.ok(await load(page, [[6, 5], [6, 3]]));
    await page.getByText('your play').waitFor();
    const row = page.locator('tr.made');
    assert.match(await row.textContent(), /6\/5/);
    assert.match(await row.textContent(), /\d\.\d{3}/);
    await checkAccess(page, 'a play tried');
    // Timed in the page, over plays not asked before; the median, for a busy machine.
    const times = [];
    for (const moves of [[[24, 21], [24, 23]], [[13, 10], [24, 23]], [[24, 21], [21, 20]],
                         [[13, 10], [10, 9]], [[8, 5], [5, 4]]]) {
        times.push(await page.evaluate((list) => new Promise((done) => {
            const board = document.querySelector('[data-testid="board"]');
            board.reset();
            const from = performance.now();
            const want = list.map(([a, b]) => `${a}/${b}`);
            const watch = new MutationObserver(() => {
                const made = document.querySelector('tr.made')?.textContent ?? '';
                if (!want.some((part) => made.includes(part.split('/')[0]))) return;
                watch.disconnect();
                done(performance.now() - from);
            });
            watch.observe(document.querySelector('.study-side'), { childList: true, subtree: true });
            if (!board.load(list)) done(Infinity);
        }), moves));
    }
    times.sort((a, b) => a - b);
    console.log(`# a play is judged at 2 plies after ${Math.round(times[2])} ms (median of 5)`);
    assert.ok(times[2] < Infinity, `${times}`);

    await load(page, [[8, 5], [6, 5]]);
    await page.getByTestId('live-play').click();
    await until(async () => (await position(page)).turn === 1, 'the other side on roll');
    assert.equal((await position(page)).dice, null);
    await page.getByTestId('live-roll-62').click();
    await until(async () => String((await position(page)).dice) === '6,2', 'six two');
    await page.getByTestId('candidate').first().waitFor();
    // Back twice, another play: a branch beside the first.
    await page.getByTestId('live-back').click();
    await page.getByTestId('live-back').click();
    await until(async () => (await position(page)).turn === 0, 'the start again');
    await page.getByTestId('live').getByRole('button', { name: '8/5 6/5' }).waitFor();
    await load(page, [[24, 21], [21, 20]]);
    await page.getByTestId('live-play').click();
    await until(async () => (await position(page)).turn === 1, 'another branch');
    await page.getByTestId('live').getByRole('button', { name: 'Start' }).click();
    await page.getByTestId('live').getByRole('button', { name: /24\/20/ }).waitFor();
    await checkAccess(page, 'branches');
    await person.leave();
});

test('the machine answers', async () => {
    const person = await Person.enter(browser, server);
    const { page } = person;
    await person.goto(`/p?id=${encodeURIComponent(START)}`);
    await page.getByTestId('candidate').first().waitFor();
    await page.getByTestId('live-machine').check();
    await load(page, [[8, 5], [6, 5]]);
    const before = JSON.stringify((await position(page)).board);
    await page.getByTestId('live-play').click();
    await until(async () => {
        const now = await position(page);
        return now.turn === 0 && now.dice && JSON.stringify(now.board) !== before;
    }, 'the machine has played, and I have rolled');
    assert.match(await page.getByTestId('live').textContent(), /machine .*then/);
    await person.leave();
});

test('the opening book leads to its positions', async () => {
    const person = await Person.enter(browser, server);
    const { page } = person;
    await person.goto('/openings');
    await counted(page.getByRole('list', { name: /Money|One point/ }), 2);
    await checkAccess(page, 'the opening book');
    await page.getByTestId('opening-31').first().click();
    await page.getByRole('heading', { name: 'Replies to 31: 8/5 6/5' }).waitFor();
    await counted(page.locator('.opening'), 21);
    await page.getByTestId('opening-62').click();
    await page.getByTestId('candidate').first().waitFor();
    const now = await position(page);
    assert.deepEqual([now.turn, String(now.dice), now.board[5]], [1, '6,2', 2]);
    await person.leave();
});
