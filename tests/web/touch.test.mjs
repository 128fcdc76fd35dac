// What a finger can hit, and what axe finds, on every page on a phone: no target under 24 px but a
// link inside a sentence; light theme (start.test.mjs and study.test.mjs see the dark one).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccess, openBrowser, Person, resize } from './lib/browser.mjs';
import { atRest, furnish } from './lib/pages.mjs';
import { Server } from './lib/server.mjs';

const CUBE = 'XGID=-a-A--F-A---eE---c-eaA-A--:0:0:-1:00:0:0:0:5:10';
let browser, server, furnished, account;
before(async () => {
    server = await Server.start();
    browser = await openBrowser();
    furnished = await furnish(browser, server);
    account = await furnished.person.context.storageState();
});
after(async () => {
    await browser?.close();
    await server?.stop();
});

/** What can be pressed and is smaller than 24 px in a direction: in the page. */
function tooSmall() {
    const found = new Set();
    const targets = 'a[href], button, input, select, textarea, summary, [role=button], [role=tab]';
    for (const one of document.querySelectorAll(targets)) {
        if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        // A box to tick is pressed on its label; a board to look at on nothing, or the link round it.
        const label = one.matches('[type=radio], [type=checkbox]') && one.closest('label');
        const { width, height } = (label || one).getBoundingClientRect();
        if (width <= 1 || height <= 1 || one.closest('[inert]')) continue;
        if (width >= 23.95 && height >= 23.95) continue;
        // A link inside a sentence is as high as its line.
        if (one.localName === 'a' && getComputedStyle(one).display === 'inline' &&
            one.parentElement.textContent.trim() !== one.textContent.trim()) continue;
        found.add(`${one.localName} "${(one.textContent || one.ariaLabel || '').slice(0, 30)}" ` +
            `${one.dataset.testid ?? ''} ${width.toFixed(1)} x ${height.toFixed(1)}`);
    }
    return [...found];
}

/** ALEA_LAYOUT=all: axe on each page at each size. Else at one of them, another for each page. */
const all = process.env.ALEA_LAYOUT === 'all';
const sizes = [[390, 844], [390, 664], [844, 390]];

test('targets and names on phones', async () => {
    const person = await Person.enter(browser, server, { viewport: { width: 390, height: 844 },
        hasTouch: true, isMobile: true, reducedMotion: 'no-preference', storageState: account,
        settings: { speed: 'normal', sound: false } });
    const { page } = person;
    const { match, position } = furnished.pages;
    const found = [];
    const urls = [...Object.values(furnished.pages), '/plan', `${match}?quiz=1`, `${position}&quiz=1`,
        `/p?id=${encodeURIComponent(CUBE)}`, `/p?quiz=1&id=${encodeURIComponent(CUBE)}`];
    for (const [number, url] of urls.entries()) {
        await person.goto(url);
        for (const [index, [width, height]] of sizes.entries()) {
            const at = `${url} at ${width} x ${height}`;
            await resize(page, { width, height });
            await atRest(page);
            for (const one of await page.evaluate(tooSmall)) found.push(`${at}: ${one}`);
            if (all || number % sizes.length === index) await checkAccess(page, at);
        }
    }
    assert.deepEqual(found, []);
    await person.leave();
});
