// Nothing on a page moves while it loads: the layout shifts that the browser measures, cold,
// with answers of the server that come after the first frame. Fonts arrive late as well.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inView, openBrowser, pause, Person, resize, until } from './lib/browser.mjs';
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

/** Somebody with the account of before, animation on. */
const enter = () => Person.enter(browser, server, { reducedMotion: 'no-preference',
    settings: { speed: 'normal', sound: false }, storageState: account });

/** Loads the page at one of the sizes, `number` says at which, and gives it the others; `look` looks at each. */
async function atEach(person, url, wanted, number, ready, look) {
    const { page } = person, from = number % wanted.length;
    for (const [index, [width, height]] of [...wanted.slice(from), ...wanted.slice(0, from)].entries()) {
        if (index === 0) {
            await page.setViewportSize({ width, height });
            await person.goto(url);
            await page.locator(ready).first().waitFor();
        } else {
            await page.evaluate('scrollTo(0, 0)');
            await resize(page, { width, height });
        }
        await atRest(page);
        await look(width, height);
    }
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
    const person = await enter();
    const { game, match, position } = furnished.pages;
    for (const [number, url] of [game, `${match}?quiz=1`, `${position}&quiz=1`].entries())
        await atEach(person, url, [[844, 390], [390, 664], [412, 732], [390, 844], [1280, 720]], number, 'alea-board',
            async (width, height) => {
                const { top, bottom, scrolled, end, answer, last } = await edges(person.page);
                assert.ok(scrolled === 0 && top >= 0 && bottom <= end + 0.5,
                    `${url} at ${width} x ${height}: ${top} to ${bottom} of ${end}`);
                // The line of what just happened is in view as well.
                assert.ok(last <= end + 0.5, `${url} at ${width} x ${height}: the last line ends at ${last}`);
                if (height < width) assert.ok(answer <= end, `${url}: the answer ends at ${answer}`);
            });
    await person.leave();
});

const every = [[1280, 720], [390, 844], [390, 664], [844, 390]];
const CUBE = 'XGID=-a-A--F-A---eE---c-eaA-A--:0:0:-1:00:0:0:0:5:10';
const OFFER = 'XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10';

test('a question, its board and all its answers are in view together', async () => {
    const person = await enter();
    const { page } = person;
    const { match, position, train } = furnished.pages;
    for (const [number, url] of [`${match}?quiz=1`, `${match}?quiz=2`, `${position}&quiz=1`,
        ...[CUBE, OFFER].map((id) => `/p?quiz=1&id=${encodeURIComponent(id)}`),
        train, `${train}?daily=1`].entries())
        await atEach(person, url, every, number, 'alea-board', async (width, height) => {
            const where = `${url} at ${width} x ${height}`;
            await inView(page, page.getByTestId('board'), `the board of ${where}`);
            for (const one of await page.locator('.quiz .choice, .quiz-buttons .button, .choice-button, ' +
                '[data-testid="train-hint"]:not([hidden])').all())
                await inView(page, one, `${await one.textContent()} of ${where}`);
            for (const one of await page.locator('.study-head h1, .trainer h2').all())
                await inView(page, one, `the question of ${where}`);
            assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), where);
        });
    await person.leave();
});

test('the board stays while the moves and the analysis are read', async () => {
    const person = await enter();
    const { page } = person;
    const { match, position } = furnished.pages;
    for (const [number, [url, last]] of [[match, '.move-list'], [position, '.study-side > .card']].entries())
        await atEach(person, url, every, number, '.plays-table', async (width, height) => {
            await page.evaluate((what) => {
                const end = [...document.querySelectorAll(what)].at(-1).getBoundingClientRect().bottom;
                window.scrollTo(0, Math.max(0, end - window.innerHeight));
            }, last);
            await atRest(page);
            await inView(page, page.getByTestId('board'), `the board of ${url}`);
            // And leaves room to read: what is read is not behind it.
            const room = await page.evaluate(() => innerHeight -
                document.querySelector('.study-board').getBoundingClientRect().bottom);
            if (width < height) assert.ok(room > height * 0.3, `${room} of ${height} to read`);
        });
    await person.leave();
});

test('both names, the editor\'s tools and the position of the day are in view', async () => {
    const person = await enter();
    const { page } = person;
    await atEach(person, furnished.pages.game, every, 0, '[data-testid="player-me"]', async (width, height) => {
        await inView(page, page.getByTestId('player-them'), 'the opponent\'s card');
        const card = page.getByTestId('player-me');
        if (height !== 844) await inView(page, card, 'the own card');
        const box = await card.boundingBox();
        const bar = await page.evaluate(() => {
            const one = document.querySelector('.action-bar');
            return one && getComputedStyle(one).position === 'fixed'
                ? one.getBoundingClientRect().top : innerHeight;
        });
        assert.ok(box.y + box.height <= bar + 0.5, `the own card ends at ${box.y + box.height} of ${bar}`);
    });
    await atEach(person, '/editor', every, 1, '[data-testid="board"]', async () => {
        await inView(page, page.getByTestId('board'), 'the board of the editor');
        for (const one of await page.locator('.editor-tools button, .editor-go button, ' +
            '.editor .study-side > .card:first-child .choice').all())
            await inView(page, one, await one.textContent() || await one.getAttribute('aria-label'));
    });
    await atEach(person, '/', every, 2, 'main', async (width) => {
        const day = page.locator('[data-testid="daily"], [data-testid="day-line"]').filter({ visible: true });
        await inView(page, day.first(), 'the position of the day');
        if (width > 900) await inView(page, page.locator('.day-board'), 'its board');
    });
    await person.leave();
});

test('the cube is a target for a finger', async () => {
    const person = await enter();
    const cube = person.page.locator('.cube').first();
    await atEach(person, furnished.pages.game, [[390, 844], [390, 664], [320, 568]], 0, '.cube', async (width, height) => {
        // The board may be drawn anew between two questions about it: then there is no box.
        const box = await until(() => cube.boundingBox(), 'a cube');
        assert.ok(box.width >= 24 && box.height >= 24, `${width} x ${height}: ${JSON.stringify(box)}`);
    });
    await person.leave();
});
