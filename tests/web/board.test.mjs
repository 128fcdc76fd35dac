// The board by eye: three positions, upright and wide, both directions, both seats, light and
// dark, beside the stored pictures; and how smoothly a checker follows the hand.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { counted, openBrowser, Person, resize, until } from './lib/browser.mjs';
import { checkPicture } from './lib/pictures.mjs';
import { Server } from './lib/server.mjs';

const opening = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0];
// Bars, stacks of more than five, checkers off, a cube that was turned.
const crowded = [-1, 0, 0, 2, 0, 0, 7, 0, 1, 0, 0, -8, 0, 0, 0, 0, 0, -1, 0, -2, 0, 0, 0, 0, 1, 2];

let browser, server, person;

before(async () => {
    server = await Server.start();
    browser = await openBrowser();
    person = await Person.enter(browser, server);
    await person.goto('/');
    await person.page.waitForFunction(() => customElements.get('alea-board'));
});
after(async () => {
    await person?.leave();
    await browser?.close();
    await server?.stop();
});

/** Puts one board, and nothing else, on the page. */
async function show(width, height, properties, { page } = person) {
    await resize(page, { width, height });
    await page.evaluate(async (given) => {
        const board = document.createElement('alea-board');
        Object.assign(board, given);
        const stage = document.createElement('div');
        stage.id = 'stage';
        stage.style.cssText = 'position:fixed;inset:0;z-index:99;background:Canvas';
        stage.append(board);
        document.getElementById('stage')?.remove();
        document.body.append(stage);
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        for (const text of board.querySelectorAll('text')) text.style.visibility = 'hidden';
    }, properties);
    return page.locator('#stage alea-board');
}

const position = (board, more) => ({ board, off: [0, 0], dice: null, turn: null,
    cube: { value: 1, owner: null, offered: null }, ...more });
const wide = [480, 360], upright = [300, 400];
const views = [
    ['opening-wide', wide, { position: position(opening, { dice: [3, 1], turn: 0 }), view: 0 }],
    ['opening-wide-left', wide, { position: position(opening, { dice: [3, 1], turn: 0 }), view: 0,
        homeLeft: true }],
    ['opening-wide-seat-b', wide, { position: position(opening, { dice: [6, 6], turn: 0 }), view: 1 }],
    ['opening-upright', upright, { position: position(opening, { dice: [3, 1], turn: 0 }), view: 0,
        tall: true }],
    ['opening-upright-left', upright, { position: position(opening, { dice: [3, 1], turn: 0 }),
        view: 0, tall: true, homeLeft: true }],
    ['crowded-wide', wide, { position: position(crowded, { off: [2, 3], turn: 1, dice: [5, 2],
        cube: { value: 4, owner: 1, offered: null } }), view: 0, arrows: [{ from: 24, to: 18, by: 0 }] }],
    ['crowded-wide-left-b', wide, { position: position(crowded, { off: [2, 3], turn: 1,
        cube: { value: 4, owner: 1, offered: null } }), view: 1, homeLeft: true, colours: true }],
    ['crowded-upright-b', upright, { position: position(crowded, { off: [2, 3], turn: 1,
        cube: { value: 4, owner: 0, offered: null } }), view: 1, tall: true }],
];

for (const [name, [width, height], properties] of views) {
    test(`the board looks as it did: ${name}`, async () => {
        const board = await show(width, height, properties);
        await checkPicture(person.page, board, name);
    });
}

test('a picture of another position is not the same', async () => {
    // The comparison itself: one checker elsewhere must be seen.
    if (process.env.ALEA_PICTURES === 'new') return;
    const moved = [...opening];
    moved[8]--;
    moved[5]++;
    const board = await show(...wide, { position: position(moved, { dice: [3, 1], turn: 0 }), view: 0 });
    await assert.rejects(checkPicture(person.page, board, 'opening-wide', 0.002));
});

test('twenty-six points have names and can be reached', async () => {
    await show(900, 700, { position: position(crowded, { off: [2, 3], dice: [5, 2], turn: 0 }), view: 0 });
    const slots = person.page.locator('#stage [data-slot]');
    await counted(slots, 28);
    const names = await slots.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    assert.equal(new Set(names).size, 28, 'each place has a name of its own');
    assert.ok(names.some((name) => /^your 6 point, 7 checkers/.test(name)), names.join('; '));
    assert.ok(names.some((name) => /^your bar, 2 checkers/.test(name)), names.join('; '));
});

test('on a phone a finger beside a point, where nothing can be done, is on it', async () => {
    const one = await Person.enter(browser, server, { viewport: { width: 390, height: 844 },
        hasTouch: true, isMobile: true });
    const { page } = one;
    await one.goto('/');
    const { json } = await one.api('GET', `/api/position?id=${encodeURIComponent(
        'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10')}`);
    const board = await show(390, 844, { position: position(opening, { dice: [3, 1], turn: 0 }),
        view: 0, tall: true, interactive: 'play', tree: json.tree }, one);
    const at = async (point) => {
        const box = await board.getByTestId(`point-${point}`).boundingBox();
        assert.ok(box.width >= 24, `a column of ${box.width} px is below what WCAG 2.5.8 asks`);
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const steps = () => board.evaluate((element) =>
        element.draft.steps.map((step) => `${step.from}/${step.to}`).join(' '));
    /** What a touch (or the mouse) that many pixels beside the middle of a point does. */
    const does = async (point, aside, tap = (x, y) => page.touchscreen.tap(x, y)) => {
        const [x, y] = await at(point);
        await tap(x + aside, y);
        const done = await steps();
        await board.evaluate((element) => element.reset());
        return done;
    };
    // Beside 13 is 14, beside 6 the bar, beside 24 the tray: 44 pixels in all.
    assert.equal(await does(13, 0), '13/10');
    assert.equal(await does(13, 21), '13/10');
    assert.equal(await does(6, -21), '6/3');
    assert.equal(await does(24, 21), '24/21');
    // A neighbour with a use of its own keeps it, and far off is off.
    assert.equal(await does(7, 0), '8/7');
    assert.equal(await does(13, 2 * 28), '');
    // A mouse is exact.
    assert.equal(await does(13, 21, (x, y) => page.mouse.click(x, y)), '');
    // A checker dragged and let go beside a place it can reach.
    const session = await one.context.newCDPSession(page);
    const touch = (type, ...points) => session.send('Input.dispatchTouchEvent',
        { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    const [from, to] = [await at(13), await at(10)];
    await touch('touchStart', [from[0] + 18, from[1]]);
    await touch('touchMove', [from[0] + 30, from[1] + 40]);
    await touch('touchMove', [to[0] - 18, to[1]]);
    await touch('touchEnd');
    await until(async () => await steps() === '13/10', 'the checker on 10');
    await one.leave();
});

test('an arrow passes the checkers on its way', async () => {
    // 8/2 of the other player goes past the five checkers of the 6 point.
    for (const [from, to, by] of [[8, 2, 1], [8, 2, 0], [24, 18, 0], [13, 7, 1], [13, 4, 1]]) {
        const board = await show(1280, 720, { view: 0, arrows: [{ from, to, by }], position: {
            board: opening, off: [0, 0], turn: 0, dice: null, cube: null } });
        const nearest = await board.evaluate((element) => {
            const line = element.querySelector('.arrow-line');
            const centre = (one) => {
                const box = one.querySelector('.disc').getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2, box.width / 2];
            };
            const checkers = [...element.querySelectorAll('.checker')].map(centre);
            const matrix = line.getScreenCTM();
            let least = Infinity;
            for (let i = 1; i < 60; i++) {
                const at = line.getPointAtLength(line.getTotalLength() * i / 60).matrixTransform(matrix);
                for (const [x, y, r] of checkers) least = Math.min(least, Math.hypot(x - at.x, y - at.y) / r);
            }
            return least;
        });
        assert.ok(nearest >= 0.99, `${from}/${to} of ${by} comes to ${nearest} of a checker's radius`);
    }
});
