// Nothing on a page moves while it loads: the layout shifts that the browser measures, cold,
// with answers of the server that come after the first frame. Fonts arrive late as well.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser, pause, Person } from './lib/browser.mjs';
import { atRest, furnish } from './lib/pages.mjs';
import { Server } from './lib/server.mjs';

const MOST = 0.05;
const sizes = { desktop: [1440, 900], laptop: [1280, 720], tablet: [820, 1180], phone: [390, 844],
    low: [390, 664] };
/** ALEA_LAYOUT=all: each page at each size, with its figure. Else each page at one size, and at
 * the lowest those that had most to move. */
const all = process.env.ALEA_LAYOUT === 'all';

const hardest = ['home', 'train', 'game'];

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

async function visitor(size, storageState) {
    const [width, height] = sizes[size];
    const person = await Person.enter(browser, server, { viewport: { width, height },
        reducedMotion: 'no-preference', settings: { speed: 'normal', sound: false },
        ...storageState ? { storageState } : {} });
    await person.context.route('**/api/**', async (route) => {
        await pause(120);
        await route.continue().catch(() => undefined);
    });
    await person.context.route('**/*.woff2', async (route) => {
        await pause(200);
        await route.continue().catch(() => undefined);
    });
    await person.context.addInitScript(() => {
        window.shifts = [];
        new PerformanceObserver((list) => {
            for (const one of list.getEntries()) window.shifts.push({ value: one.value,
                nodes: one.sources.map(({ node, previousRect: a, currentRect: b }) =>
                    `${node?.nodeName}.${node?.className?.baseVal ?? node?.className} ` +
                    `"${node?.textContent?.slice(0, 20)}" ` +
                    `${Math.round(a.y)}+${Math.round(a.height)} to ` +
                    `${Math.round(b.y)}+${Math.round(b.height)}`) });
        }).observe({ type: 'layout-shift', buffered: true });
    });
    return person;
}

/** The shifts of one load, and which elements moved. */
async function load(person, url) {
    await person.goto(url);
    await atRest(person.page);
    return person.page.evaluate(async () => {
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        return { sum: window.shifts.reduce((sum, one) => sum + one.value, 0),
            what: window.shifts.filter((one) => one.value > 0.004) };
    });
}

for (const [index, size] of Object.keys(sizes).entries()) {
    test(`pages load without a jump at ${size}`, async () => {
        const person = await visitor(size, account), guest = await visitor(size);
        const found = [];
        for (const [number, [name, url]] of Object.entries(furnished.pages).entries()) {
            const low = size === 'low' && hardest.includes(name);
            if (!all && !low && (number + index) % 5 !== 0) continue;
            for (const who of all || low ? [person, guest] : [person]) {
                if (name === 'game' && who === guest) continue;
                const { sum, what } = await load(who, url);
                const text = `${name}${who === guest ? ' (guest)' : ''} ${sum.toFixed(3)} ` +
                    JSON.stringify(what, null, 1);
                if (process.env.ALEA_LAYOUT) console.log(size, text);
                if (sum > MOST) found.push(text);
            }
        }
        assert.deepEqual(found, [], size);
        await person.leave();
        await guest.leave();
    });
}

// The board of a game ends above the bar of buttons, that of a question above the lower edge; the
// buttons that answer stand beside it on a phone on its side.
test('the whole board is in view on small screens', async () => {
    const edges = (page) => page.evaluate(() => {
        const box = (one) => document.querySelector(one)?.getBoundingClientRect();
        const board = box('alea-board'), bar = box('.action-bar'), answer = box('.study-side button');
        return { top: board.top, bottom: board.bottom, scrolled: window.scrollY,
            last: box('.last-play')?.bottom ?? 0,
            end: bar?.height ? bar.top : window.innerHeight, answer: answer?.bottom ?? 0 };
    });
    for (const [width, height] of [[844, 390], [390, 664], [412, 732], [390, 844], [1280, 720]]) {
        const person = await Person.enter(browser, server, { viewport: { width, height },
            reducedMotion: 'no-preference', settings: { speed: 'normal', sound: false },
            storageState: account });
        const { game, match, position } = furnished.pages;
        for (const url of [game, `${match}?quiz=1`, `${position}&quiz=1`]) {
            await person.goto(url);
            await person.page.locator('alea-board').waitFor();
            await atRest(person.page);
            const { top, bottom, scrolled, end, answer, last } = await edges(person.page);
            assert.ok(scrolled === 0 && top >= 0 && bottom <= end + 0.5,
                `${url} at ${width} x ${height}: ${top} to ${bottom} of ${end}`);
            // The line of what just happened is in view as well.
            assert.ok(last <= end + 0.5, `${url} at ${width} x ${height}: the last line ends at ${last}`);
            if (height < width) assert.ok(answer <= end, `${url}: the answer ends at ${answer}`);
        }
        await person.leave();
    }
});
