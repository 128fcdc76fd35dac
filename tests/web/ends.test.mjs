// What ends by itself is said at once: whatever waits for a page, its server or its browser does not wait on.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser, Person, until } from './lib/browser.mjs';
import { ends, Server } from './lib/server.mjs';

let browser, server;
before(async () => {
    server = await Server.start();
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    await server?.stop();
});

/** Waits for what never comes, in the page and beside it, until `end` has been called. */
async function stops(end, why) {
    const person = await Person.enter(browser, server);
    await person.goto('/');
    const waits = [person.page.getByTestId('never').waitFor(),
        until(() => person.page.evaluate(() => false), 'never')];
    const all = Promise.all(waits.map((wait) => assert.rejects(wait, why)));
    await end(person);
    await all;
    await assert.rejects(person.leave(), why);
}

test('a page that throws', () => stops(({ page }) =>
    page.evaluate(() => { setTimeout(() => { throw new Error('planted'); }); }), /planted/));

test('a page that crashes', () => stops(async ({ page, context }) => {
    const wire = await context.newCDPSession(page);
    wire.send('Page.crash').catch(() => undefined);
}, /crash/));

test('a server that ends', async () => {
    await stops(() => server.process.kill('SIGKILL'), /the server has ended \(SIGKILL\)/);
    await assert.rejects(until(() => false, 'never'), /the server has ended/);
    ends.length = 0;
    await server.restart();
});

test('a browser that ends', async () => {
    const waits = assert.rejects(until(() => false, 'never'), /the browser has ended/);
    await browser.close();
    await waits;
});
