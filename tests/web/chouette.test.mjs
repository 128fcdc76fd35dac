// A chouette by page alone: one makes the table with machine players, another joins on a phone, both play; the
// settlement is there.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccess, openBrowser, Person, resize, until } from './lib/browser.mjs';
import { actAt, look } from './lib/crew.mjs';
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

const account = (name, options) => Person.account(browser, server, name, options);

const PHONE = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

/** Nothing is wider than the window, and what one must press is in view. */
async function fits(page, what) {
    const { height } = page.viewportSize();
    const { wide, bottom } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth - innerWidth,
        bottom: Math.max(0, ...[...document.querySelectorAll('.crew-main > .crew-buttons > button')]
            .map((one) => one.getBoundingClientRect().bottom)) }));
    assert.ok(wide <= 0, `${what}: ${wide} px too wide`);
    assert.ok(bottom <= height, `${what}: a button ends ${bottom - height} px below the window`);
}

test('a table is made, joined and played at, on a phone too', async () => {
    const ann = await account('Ann'), bob = await account('Bob', PHONE);
    await ann.page.goto('/chouettes');
    await ann.page.getByTestId('crew-machines').selectOption('2');
    await ann.page.getByTestId('crew-level').selectOption('beginner');
    await ann.page.getByTestId('crew-make').click();
    await ann.page.waitForURL(/\/chouette\/\w+$/);
    const id = ann.page.url().split('/').at(-1);
    await bob.page.goto('/chouettes');
    await bob.page.getByText('Chouette', { exact: true }).first().waitFor();
    await bob.page.goto(`/chouette/${id}`);
    await bob.page.getByRole('button', { name: 'Sit down' }).click();
    await ann.page.locator('[data-seat=D]').getByText('Bob').waitFor();
    await ann.page.getByRole('button', { name: 'Start' }).click();
    await bob.page.getByRole('button', { name: 'Begin the next game' }).click();
    // Two machines against each other may be at an offered cube already.
    await until(async () => /^(to_|answers)/.test((await look(ann, id)).state.phase), 'the game begins');
    await bob.page.locator('.crew-board alea-board').waitFor();
    await fits(bob.page, 'the phone');
    await checkAccess(ann.page, 'a chouette');
    const before = (await look(ann, id)).moved;
    await until(async () => {
        await actAt(ann, id);
        await actAt(bob, id);
        return (await look(ann, id)).moved > before + 24;
    }, 'the game goes on');
    await fits(bob.page, 'the phone while a game is played');
    await resize(bob.page, { width: 844, height: 390 });
    await fits(bob.page, 'the phone on its side');
    const csv = await bob.api('GET', `/api/chouettes/${id}/settlement.csv`);
    assert.match(csv.text, /^game,"Ann","alea beginner","alea beginner 2","Bob"\r\n/);
    assert.equal(await bob.page.getByTestId('crew-csv').getAttribute('href'), `/api/chouettes/${id}/settlement.csv`);
});
