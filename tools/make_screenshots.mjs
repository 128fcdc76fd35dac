// Usage: make screenshots
// Takes the pictures of README.md from the built program: real pages, real games.
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { openBrowser, pause, Person, until } from '../tests/web/lib/browser.mjs';
import { act, Mouse, wanted } from '../tests/web/lib/player.mjs';
import { Server } from '../tests/web/lib/server.mjs';

mkdirSync('docs/images', { recursive: true });
const server = await Server.start();
const browser = await openBrowser();
const wish = { opponent: 'machine', level: 'expert', tutor: false, options: { match_length: 5 } };

/** Some turns into a game, with the player's roll on the board. */
async function midGame(person, turns) {
    const game = await person.newGame(wish);
    const hand = new Mouse(person);
    hand.play = async (id) => {
        // The machine's own advice, so that the picture shows sensible play.
        const { tree, seq } = await person.state(id);
        if (!tree) return;
        const bulb = person.page.getByTestId('hint');
        await bulb.click();
        const line = person.page.getByTestId('candidates').locator('button, tr, li').first();
        await line.waitFor();
        const move = '(?:bar|\\d+)/(?:\\d+|off)\\S*';
        const [text] = (await line.innerText()).match(new RegExp(`${move}(?: ${move})*`));
        await person.page.getByTestId('command').fill(text);
        await person.page.keyboard.press('Enter');
        await until(async () => (await person.state(id)).seq > seq, text);
        hand.turns++;
    };
    while (hand.turns < turns) {
        await act(hand, game);
        await pause(30);
    }
    while (await wanted(person.page) !== 'play') {
        await act(hand, game);
        await pause(30);
    }
    await person.page.getByTestId('tab-moves').click();
    await person.page.mouse.move(0, 0);
    await person.page.evaluate(() => window.scrollTo(0, 0));
    await pause(7000); // messages go by themselves
    return game;
}

async function picture(page, name) {
    await page.screenshot({ path: `docs/images/${name}.png`, animations: 'disabled' });
}

const desk = await Person.enter(browser, server, { viewport: { width: 1280, height: 800 } });
await midGame(desk, 5);
await picture(desk.page, 'game');

const phone = await Person.enter(browser, server, { viewport: { width: 390, height: 844 },
    hasTouch: true, isMobile: true, colorScheme: 'dark' });
await midGame(phone, 3);
await picture(phone.page, 'phone');

await desk.goto('/history');
const match = await readFile('bench/match7.mat', 'utf8');
const id = await desk.page.evaluate(async (text) => {
    const answer = await fetch('/api/matches?name=match7.mat', { method: 'POST', body: text });
    return (await answer.json()).match;
}, match);
await until(async () => (await desk.api('GET', `/api/matches/${id}`)).json.analysed, 'analysis', 60000);
const { json } = await desk.api('GET', `/api/matches/${id}/analysis`);
const worst = json.decisions.filter((one) => one.kind === 'play' || one.plays)
    .sort((a, b) => (b.loss ?? 0) - (a.loss ?? 0))[0];
await desk.goto(`/m/${id}/${worst.game}/${worst.turn}`);
await pause(1500);
await picture(desk.page, 'study');
await browser.close();
await server.stop();
