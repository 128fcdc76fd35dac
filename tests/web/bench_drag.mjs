// Frames a second while a checker follows the mouse, and what each costs the page's thread.
// Part of bench/server.
import { openBrowser, Person, pause } from './lib/browser.mjs';
import { Server } from './lib/server.mjs';

const server = await Server.start();
const browser = await openBrowser();
try {
    const person = await Person.enter(browser, server, { reducedMotion: 'no-preference' });
    const page = person.page;
    await person.goto('/');
    const game = await person.newGame({ opponent: 'machine', level: 'beginner', tutor: false,
        options: { match_length: 1 } });
    let state;
    for (let i = 0; i < 200; i++) {
        state = await person.state(game);
        if (state.actions.includes('play') && state.tree.nodes[0].moves.length) break;
        for (const action of ['roll']) {
            if (!state.actions.includes(action)) continue;
            const button = page.getByTestId('do-roll').or(page.getByRole('button', { name: /^Roll/ }));
            await button.first().click({ timeout: 2000 }).catch(() => undefined);
        }
        await pause(150);
    }
    const [from] = state.tree.nodes[0].moves[0];
    const box = await page.getByTestId(`point-${from}`).first().boundingBox();
    const board = await page.locator('alea-board').first().boundingBox();
    const low = from <= 12;
    const start = { x: box.x + box.width / 2, y: low ? box.y + box.height - 30 : box.y + 30 };
    const client = await page.context().newCDPSession(page);
    await client.send('Performance.enable');
    const spent = async () => Object.fromEntries((await client.send('Performance.getMetrics'))
        .metrics.map(({ name, value }) => [name, value])).TaskDuration;
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.evaluate(() => {
        window.frames_ = [];
        const count = (at) => { window.frames_.push(at); window.more_ = requestAnimationFrame(count); };
        window.more_ = requestAnimationFrame(count);
    });
    const before = await spent();
    const began = Date.now();
    let moves = 0;
    while (Date.now() - began < 3000) {
        const angle = moves++ / 15;
        await page.mouse.move(board.x + board.width * (0.5 + 0.35 * Math.cos(angle)),
            board.y + board.height * (0.5 + 0.35 * Math.sin(angle)));
    }
    const frames = await page.evaluate(() => { cancelAnimationFrame(window.more_); return window.frames_; });
    const cost = 1000 * (await spent() - before) / frames.length;
    await page.mouse.up();
    const gaps = frames.slice(1).map((at, i) => at - frames[i]).sort((a, b) => a - b);
    const rate = 1000 * gaps.length / (frames.at(-1) - frames[0]);
    console.log(`dragging, ${moves} movements: ${rate.toFixed(1)} frames a second, ` +
        `${gaps.filter((gap) => gap > 25).length} of ${gaps.length} late, p95 ` +
        `${gaps[Math.floor(gaps.length * 0.95)].toFixed(1)} ms, ${cost.toFixed(1)} ms of the ` +
        'page\'s thread a frame (goal: 60 a second)');
} finally {
    await browser.close();
    await server.stop();
}
