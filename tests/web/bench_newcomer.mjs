// From a newcomer's first tap to the first play of his own, on a low phone with animation: seconds
// until a checker can be moved, and how long the texts in view are. The hand loses no time here.
import { openBrowser, Person, until } from './lib/browser.mjs';
import { wanted } from './lib/player.mjs';
import { Server } from './lib/server.mjs';

const GAMES = 5;

/** The highest text in view beside the board, in lines, and its words. */
const longest = (page) => page.evaluate(() => {
    const all = [...document.querySelectorAll('.coach, .status, .last-play, .board-word, .offer-title, ' +
        '.question-text p, .notice span, .play-title, .player-note')];
    const lines = (one) => {
        const style = getComputedStyle(one);
        return (one.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom)) /
            (parseFloat(style.lineHeight) || 1.4 * parseFloat(style.fontSize));
    };
    return all.filter((one) => one.checkVisibility() && one.textContent.trim())
        .map((one) => [Math.round(lines(one)), one.textContent.trim()])
        .sort((a, b) => b[0] - a[0])[0] ?? [0, ''];
});

const server = await Server.start();
const browser = await openBrowser();
try {
    const took = [];
    let most = [0, ''];
    for (let n = 0; n < GAMES; n++) {
        const person = await Person.enter(browser, server, { viewport: { width: 390, height: 664 },
            hasTouch: true, isMobile: true, reducedMotion: 'no-preference',
            settings: { speed: 'normal', sound: false } });
        const { page } = person;
        await person.goto('/');
        await page.getByTestId('first-game').waitFor();
        const began = performance.now();
        await page.getByTestId('first-game').tap();
        await until(async () => {
            const text = await longest(page).catch(() => [0, '']);
            if (text[0] > most[0]) most = text;
            const what = await wanted(page);
            if (what === 'roll') await page.getByTestId('main-action').tap();
            if (what === 'offer') await page.getByTestId('take').or(page.getByTestId('accept-resign')).tap();
            return what === 'play';
        }, 'a play of my own');
        took.push((performance.now() - began) / 1000);
        const text = await longest(page);
        if (text[0] > most[0]) most = text;
        await person.leave();
    }
    took.sort((a, b) => a - b);
    console.log(`a newcomer's first tap to the first play: ${took[0].toFixed(1)} to ` +
        `${took.at(-1).toFixed(1)} s, median ${took[GAMES >> 1].toFixed(1)} s of ${GAMES} games ` +
        `(goal: 20 s); the longest text has ${most[0]} lines: "${most[1]}" (goal: 2)`);
} finally {
    await browser.close();
    await server.stop();
}
