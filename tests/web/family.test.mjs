// The other games of the family by page alone: found from the history, played at one screen by taps on
// a phone, taken back in part, with a friend by a link, and against the machine by keys.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccess, openBrowser, Person, until } from './lib/browser.mjs';
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

const PHONE = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

async function visitor(options = {}) {
    const person = await Person.enter(browser, server, options);
    await person.known();
    return person;
}

const tableOf = (page) => page.url().split('/').at(-1).split('?')[0];
const look = async (person) => (await person.api('GET', `/api/tables/${tableOf(person.page)}`)).json;

/** Waits until the page has shown an event after that one. */
const shown = (page, seq) => page.waitForFunction((last) =>
    Number(document.querySelector('[data-testid="family"]')?.dataset.seq) > last, seq);

/** Opens that game in the list and makes a table. */
async function sitDown(person, game, seats) {
    await person.goto(`/tables?game=${game}`);
    await person.page.getByTestId(`family-${seats}`).click();
    await person.page.getByTestId('family-board').waitFor();
}

/** One turn by taps: throws if it is time to, moves whatever can be moved, ends the turn. */
async function turn(person) {
    const { page } = person;
    const before = await look(person);
    for (const what of ['opening', 'roll'])
        if (before.may.includes(what)) {
            await page.getByTestId(`family-${what}`).click();
            await shown(page, before.seq);
        }
    const state = await look(person);
    if (state.phase !== 'to_play') return;
    const done = page.getByTestId('family-play');
    await done.waitFor();
    for (let i = 0; i < 4 && await done.isDisabled(); i++) {
        await page.locator('.family-pad').first().click();
        await page.locator('.family-pad.target').first().click();
    }
    await done.click();
    await shown(page, state.seq);
}

/** Are board and button in view, and nothing wider than the screen? */
async function fits(page, testid) {
    const [wide, bottom, height] = await page.evaluate((id) => [
        document.documentElement.scrollWidth - innerWidth,
        Math.max(...['family-board', id].map((one) =>
            document.querySelector(`[data-testid="${one}"]`).getBoundingClientRect().bottom)), innerHeight], testid);
    assert.ok(wide <= 0 && bottom <= height, `${page.url()}: ${wide} too wide, ends at ${bottom} of ${height}`);
}

test('from the history to a game at one screen, on a phone', async () => {
    const ann = await visitor(PHONE), { page } = ann;
    await ann.goto('/learn');
    await page.getByText('Where the game comes from').click();
    await page.getByTestId('try-family').click();
    await page.getByTestId('family-game-plakoto').locator('summary').first().click();
    await page.getByTestId('family-game-plakoto').getByText(/pinned/).first().waitFor();
    const paper = await page.request.get(new URL(await page.getByTestId('family-print').getAttribute('href'), page.url()).href);
    assert.equal(paper.headers()['content-type'], 'application/pdf');
    await page.getByTestId('family-points').fill('1');
    await checkAccess(page, 'the games on a phone');
    await page.getByTestId('family-here').click();
    await page.getByTestId('family-opening').waitFor();
    await fits(page, 'family-opening');
    for (let i = 0; i < 5; i++) await turn(ann);

    // A turn in parts: a step, taken back; a text that the server would not take is not offered.
    while ((await look(ann)).phase !== 'to_roll') await turn(ann);
    await page.getByTestId('family-roll').click();
    await page.getByTestId('family-play').waitFor();
    await fits(page, 'family-play');
    const board = () => page.getByTestId('family-board').evaluate((svg) => svg.querySelectorAll('.checker').length +
        [...svg.querySelectorAll('.disc')].map((one) => `${one.getAttribute('cx')},${one.getAttribute('cy')}`).join(' '));
    const stood = await board();
    if (await page.locator('.family-pad').count() > 0) {
        await page.locator('.family-pad').first().click();
        await checkAccess(page, 'a table on a phone, a man chosen');
        await page.locator('.family-pad.target').first().click();
        assert.notEqual(await board(), stood);
        await page.getByTestId('family-undo').click();
        assert.equal(await board(), stood);
    }
    // Loaded again it is the same table.
    const state = await look(ann);
    await page.reload();
    await page.getByTestId('family-board').waitFor();
    assert.equal(await board(), stood);
    assert.deepEqual(await look(ann), state);
    await turn(ann);

    // The end of the match, and another.
    while ((await look(ann)).phase === 'resign_offered' || !(await look(ann)).may.includes('resign')) await turn(ann);
    await page.getByText('Table', { exact: true }).click();
    await page.getByTestId('family-resign').click();
    await page.getByTestId('family-offer').click();
    await page.getByTestId('family-accept').click();
    await page.getByTestId('family-again').waitFor();
    assert.match(await page.getByTestId('family-status').textContent(), /has won the match, [01] to [01]/);
    await page.getByTestId('family-again').click();
    await page.getByTestId('family-here').waitFor();
    await ann.leave();
});

test('men glide to where they are moved, and the other ones too', async () => {
    const ann = await visitor({ reducedMotion: 'no-preference', settings: { speed: 'normal', sound: false } }), { page } = ann;
    // What is animated: the side, the point it goes to, and the way by which it is off at first.
    await page.addInitScript(() => {
        globalThis.glides = [];
        const { animate } = Element.prototype;
        Element.prototype.animate = function (frames, options) {
            const [x, y] = (frames[0]?.transform ?? '').match(/-?[0-9.]+/g)?.map(Number) ?? [];
            if (this.matches('.family-man')) globalThis.glides.push({ side: this.matches('.side-1') ? 1 : 0,
                at: Number(this.dataset.at), far: Math.hypot(x, y), ms: options.duration });
            const made = animate.call(this, frames, options);
            if (globalThis.held && this.matches('.family-man')) {
                made.pause();
                globalThis.held.push(made);
            }
            return made;
        };
    });
    await sitDown(ann, 'fevga', 'machine');
    await turn(ann);
    const sides = new Set();
    for (let i = 0; i < 6 && sides.size < 2; i++) {
        await page.evaluate(() => { globalThis.glides = []; });
        const { seq } = await look(ann);
        await turn(ann);
        const after = await look(ann);
        await page.getByTestId('family-roll').waitFor();
        const glides = await page.evaluate(() => globalThis.glides);
        for (const one of glides) {
            assert.ok(one.ms > 100 && one.far > 20, JSON.stringify(one));
            sides.add(one.side);
        }
        const seat = after.players[0].you ? 0 : 1;
        for (const said of after.said.filter((one) => one.seq > seq && one.do === 'play' && one.text && one.by !== seat)) {
            const points = said.text.split(' ').map((step) => Number(step.split('/').at(-1)));
            assert.ok(glides.some(({ side, at }) => side === said.by && points.includes(at)), `${said.text}: ${JSON.stringify(glides)}`);
        }
    }
    assert.equal(sides.size, 2, 'men of both sides glide');
    // Whoever throws, chooses a man and moves it while others glide does not end that.
    const theirs = (await look(ann)).players[0].you ? 1 : 0;
    for (;;) {
        await page.evaluate(() => { globalThis.held = []; });
        await turn(ann);
        await page.getByTestId('family-roll').waitFor();
        const gliding = (side) => page.evaluate((one) => globalThis.held.filter(({ effect: { target } }) =>
            target.isConnected && target.matches(`.side-${one}`)).length, side);
        const before = await gliding(theirs);
        await page.getByTestId('family-roll').click();
        await page.getByTestId('family-play').waitFor();
        if (before === 0 || (await look(ann)).steps[0].length === 1) continue;
        await page.locator('.family-pad').first().click();
        await page.locator('.family-pad.chosen').waitFor();
        assert.equal(await gliding(theirs), before);
        const mine = await gliding(1 - theirs);
        await page.locator('.family-pad.target').first().click();
        assert.ok(await page.getByTestId('family-undo').isEnabled(), 'a move was made');
        assert.equal(await gliding(theirs), before);
        assert.ok(await gliding(1 - theirs) >= Math.max(1, mine), 'it glides, and what glided before');
        break;
    }
    await ann.leave();
});

test('a friend by a link sees each move as it is made', async () => {
    const ann = await visitor(), bob = await visitor(PHONE);
    await ann.goto('/tables?game=fevga');
    await ann.page.getByTestId('family-clock').selectOption('15 min each, 12 s a turn');
    await ann.page.getByTestId('family-friend').click();
    const link = await ann.page.getByLabel('Link for your friend', { exact: true }).inputValue();
    await bob.page.goto(link);
    await bob.page.getByTestId('family-sit').click();
    await bob.page.getByTestId('family-opening').waitFor();
    // Ann's page hears of it.
    await ann.page.getByTestId('family-opening').waitFor();
    const { seq: sat } = await look(ann);
    await ann.page.getByTestId('family-opening').click();
    await shown(ann.page, sat);
    for (let i = 0; i < 4; i++) {
        const { to_act: who } = await look(ann);
        const mover = who === 0 ? ann : bob, other = who === 0 ? bob : ann;
        await mover.page.locator('[data-testid="family-roll"], [data-testid="family-play"]').first().waitFor();
        await turn(mover);
        const { seq } = await look(mover);
        const said = [];
        for (const { page } of [mover, other]) {
            await shown(page, seq - 1);
            said.push(await page.getByTestId('family-said').locator('li').first().textContent());
        }
        assert.equal(said[0], said[1]);
    }
    // Both see whose time runs, and what is left.
    const { time } = await look(ann);
    for (const { page } of [ann, bob]) {
        assert.match(await page.getByTestId(`family-clock-${time.running}`).textContent(), /^(\d+ s \+ )?\d+:\d\d$/);
        assert.match(await page.getByTestId(`family-clock-${1 - time.running}`).textContent(), /^\d+:\d\d$/);
    }
    await fits(bob.page, 'family-board');
    await checkAccess(ann.page, 'a table with a friend');
    await ann.leave();
    await bob.leave();
});

test('a table that anybody may join: offered, taken back, joined with one click', async () => {
    const ann = await visitor(), bob = await visitor(PHONE);
    await bob.goto('/');
    await sitDown(ann, 'plakoto', 'open');
    const offers = bob.page.getByTestId('family-offers');
    await offers.getByText('Plakoto to 5 points').waitFor();
    await checkAccess(bob.page, 'the first page with an open table');
    const tooWide = await bob.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(tooWide <= 0, `${tooWide} too wide`);
    // Taken back, it goes from the page where it is looked at; another comes.
    await ann.goto('/tables');
    await ann.page.getByTestId('offer-back').click();
    await offers.waitFor({ state: 'hidden' });
    await sitDown(ann, 'fevga', 'open');
    await bob.goto('/tables');
    await checkAccess(bob.page, 'the games with an open table');
    await bob.page.getByTestId('offer-join').click();
    await bob.page.getByTestId('family-opening').waitFor();
    await ann.page.getByTestId('family-opening').waitFor();
    await ann.leave();
    await bob.leave();
});

test('the board of Ur against the machine, by keys', async () => {
    const ann = await visitor({ viewport: { width: 844, height: 390 } });
    await ann.goto('/tables?game=ur');
    await ann.page.getByTestId('family-level').selectOption('strongest');
    await ann.page.getByTestId('family-machine').click();
    await ann.page.getByTestId('family-board').waitFor();
    await ann.page.getByText('alea strongest').first().waitFor();
    // Each answer comes after the page has heard of the machine's turn, which a worker thinks of.
    const path = `/api/tables/${tableOf(ann.page)}`, heard = new Set();
    const see = async () => (await ann.context.request.get(new URL(path, ann.page.url()).href)).json();
    ann.page.on('response', async (one) => {
        if (one.request().method() === 'GET' && one.url().endsWith(path)) heard.add((await one.json()).seq);
    });
    await ann.page.route(`**${path}`, async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        const response = await route.fetch();
        await until(async () => {
            const now = await see();
            return now.to_act !== 1 && heard.has(now.seq);
        }, 'what the page hears');
        return route.fulfill({ response });
    });
    await ann.page.keyboard.press('r');
    await until(async () => (await see()).seq > 0, 'the opening');
    for (let i = 0; i < 6; i++) {
        const before = await see();
        if (before.may.includes('roll')) {
            await ann.page.getByTestId('family-roll').waitFor();
            await ann.page.keyboard.press('r');
        }
        await ann.page.getByTestId('family-play').waitFor();
        if (i === 0) {
            await ann.page.keyboard.press('h');
            const first = await ann.page.getByTestId('family-hint').locator('li').first().textContent();
            assert.match(first, /^(no move|\S+) [+-]\d\.\d{3}( exact)?$/);
        }
        const pads = ann.page.locator('.family-pad');
        if (await pads.count() > 0) {
            await pads.first().focus();
            await ann.page.keyboard.press('Enter');
            await ann.page.locator('.family-pad.target').first().focus();
            await ann.page.keyboard.press('Enter');
        }
        const thrown = await see();
        await ann.page.getByTestId('family-play').click();
        await until(async () => (await see()).seq > thrown.seq && (await see()).to_act !== 1, 'both turns');
        await ann.page.locator((await see()).may.includes('roll') ? '[data-testid="family-roll"]'
            : '[data-testid="family-play"]').waitFor();
    }
    await fits(ann.page, 'family-board');
    await checkAccess(ann.page, 'the board of Ur');
    await ann.leave();
});

test('lessons answer the board and typed plays', async () => {
    const person = await visitor(PHONE);
    const { page } = person;
    await person.goto('/tables?game=portes');
    await page.getByTestId('family-learn').click();
    await page.getByRole('heading', { level: 1, name: 'Learn Portes' }).waitFor();
    const trial = page.getByTestId('trial').nth(1); // the single checker on 9 is to be hit, by 4-3
    const said = (pattern) => until(async () => pattern.test(await trial.getByTestId('said').innerText()), String(pattern));
    const typed = async (text) => {
        await trial.getByTestId('typed').fill(text);
        await trial.getByTestId('check').click();
    };
    const move = async (from, to) => {
        await trial.locator(`[data-point="${from}"]`).click();
        await trial.locator(`[data-point="${to}"].target`).click();
    };
    await typed('13/9');
    await said(/More dice/);
    await move(8, 4);
    await move(6, 3); // whole: judged, and the board as it was
    await said(/hits nobody/);
    await trial.locator('[data-point="13"]').waitFor();
    await typed('');
    await said(/More dice/);
    await move(13, 9);
    await move(6, 3);
    await said(/^Right\. .*on the bar/);
    await checkAccess(page, 'lessons of a game');
    await trial.getByTestId('show').click();
    await said(/The answer: 13\/9\*/);
    await page.getByTestId('learn-tavli').click();
    await page.getByRole('heading', { level: 2, name: 'Plakoto: 5 of 11' }).waitFor();
    await page.getByTestId('family-play-it').click();
    await page.getByTestId('family-game-tavli').getByTestId('family-here').waitFor();
    await person.leave();
});
