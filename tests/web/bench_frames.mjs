// Frames a second while a checker follows the mouse, while dice tumble and while checkers glide, on
// a plain board and on the one with most to draw. Part of bench/server.
import { openBrowser, Person, pause, until } from './lib/browser.mjs';
import { somePlay, wanted } from './lib/player.mjs';
import { Server } from './lib/server.mjs';

const ROLLS = 8;
const wish = { opponent: 'machine', level: 'beginner', tutor: false, options: { match_length: 7 } };

/** Starts to note the time of every frame; the answer of stop() are the gaps between them. */
const start = (page) => page.evaluate(() => {
    window.noted = [];
    const note = (at) => { window.noted.push(at); window.notes = requestAnimationFrame(note); };
    window.notes = requestAnimationFrame(note);
});
const stop = (page) => page.evaluate(() => {
    cancelAnimationFrame(window.notes);
    return window.noted.slice(1).map((at, i) => at - window.noted[i]);
});

function tell(what, gaps, more = '') {
    const sorted = [...gaps].sort((a, b) => a - b);
    const rate = 1000 * gaps.length / gaps.reduce((sum, gap) => sum + gap, 0);
    console.log(`${what}: ${rate.toFixed(1)} frames a second, ` +
        `${gaps.filter((gap) => gap > 25).length} of ${gaps.length} late, p95 ` +
        `${sorted[Math.floor(gaps.length * 0.95)].toFixed(1)} ms, most ` +
        `${sorted.at(-1).toFixed(1)} ms${more} (goal: 60 a second)`);
}

/** Until a play of mine is due; `rolled` rolls where that is asked. */
async function toPlay(page, rolled) {
    await until(async () => {
        const what = await wanted(page);
        if (what === 'roll') await rolled();
        if (what === 'offer') await page.getByTestId('take')
            .or(page.getByTestId('accept-resign')).click();
        if (what === 'next') await page.getByTestId('card-next_game').click();
        return what === 'play';
    }, 'a play');
}

const press = (page) => page.getByTestId('main-action').click();

async function drag(person, game, what) {
    const { page } = person;
    const [from] = (await person.state(game)).tree.nodes[0].moves[0];
    const box = await page.getByTestId(from === 25 ? 'bar-me' : `point-${from}`).boundingBox();
    const board = await page.locator('alea-board').first().boundingBox();
    const client = await page.context().newCDPSession(page);
    await client.send('Performance.enable');
    const spent = async () => Object.fromEntries((await client.send('Performance.getMetrics'))
        .metrics.map(({ name, value }) => [name, value])).TaskDuration;
    await page.mouse.move(box.x + box.width / 2,
        from <= 12 ? box.y + box.height - 30 : box.y + 30);
    await page.mouse.down();
    await start(page);
    const [before, began] = [await spent(), Date.now()];
    let moves = 0;
    while (Date.now() - began < 3000) {
        const angle = moves++ / 15;
        await page.mouse.move(board.x + board.width * (0.5 + 0.35 * Math.cos(angle)),
            board.y + board.height * (0.5 + 0.35 * Math.sin(angle)));
    }
    const gaps = await stop(page);
    const cost = 1000 * (await spent() - before) / gaps.length;
    await page.mouse.move(2, 2);
    await page.mouse.up();
    tell(`dragging, ${what}`, gaps, `, ${cost.toFixed(1)} ms of the page's thread a frame`);
}

/** In the page: presses Roll; the gaps between frames from the first with dice in the air on. */
async function tumble() {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    document.querySelector('[data-testid="main-action"]').click();
    let at = await frame();
    for (const end = at + 5000; at < end && !document.querySelector('.dice.fresh');) at = await frame();
    const gaps = [];
    for (const first = at; at < first + 350;) {
        const next = await frame();
        gaps.push(next - at);
        at = next;
    }
    return gaps;
}

/** My rolls from the press on: dice tumble for 0.32 s. Then my play and the answer, which glides. */
async function turns(person, game, what) {
    const { page } = person;
    const [tumbling, gliding] = [[], []];
    let rolls = 0;
    while (rolls < ROLLS) {
        await toPlay(page, async () => {
            tumbling.push(...await page.evaluate(tumble));
            rolls++;
        });
        const { tree, seq } = await person.state(game);
        if (!tree) continue;
        const moves = somePlay(tree).map(([from, to]) => [from, to]);
        if (!await page.evaluate((all) => document.querySelector('[data-testid="board"]').load(all), moves))
            continue;
        await start(page);
        await press(page);
        await until(async () => (await person.state(game)).seq > seq, 'the play to arrive');
        await pause(1200);
        gliding.push(...await stop(page));
    }
    tell(`dice tumbling, ${what}`, tumbling);
    tell(`checkers gliding, ${what}`, gliding);
}

const server = await Server.start();
const browser = await openBrowser();
try {
    for (const [board, size, viewport] of [['lagoon', 'laptop', { width: 1280, height: 720 }],
        ['wood', 'laptop', { width: 1280, height: 720 }], ['wood', 'phone', { width: 390, height: 844 }]]) {
        const person = await Person.enter(browser, server, { viewport, reducedMotion: 'no-preference',
            settings: { speed: 'normal', sound: false, board } });
        const game = await person.newGame(wish);
        await toPlay(person.page, () => press(person.page));
        // What the machine gives when nothing moves: other work on it shows here as well.
        await start(person.page);
        await pause(3000);
        tell(`at rest, ${board}, ${size}`, await stop(person.page));
        await drag(person, game, `${board}, ${size}`);
        await turns(person, game, `${board}, ${size}`);
        await person.leave();
    }
} finally {
    await browser.close();
    await server.stop();
}
