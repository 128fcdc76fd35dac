// The game with animation on, as players see it: nothing jumps back, nothing passes unseen.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openBrowser, pause, Person, until } from './lib/browser.mjs';
import { somePlay, wanted } from './lib/player.mjs';
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

const sizes = [{ width: 1280, height: 720 }, { width: 390, height: 844 }];
const wish = { opponent: 'machine', level: 'beginner', tutor: false, options: { match_length: 7 } };
const enter = (viewport) => Person.enter(browser, server, { viewport,
    reducedMotion: 'no-preference', settings: { speed: 'normal', sound: false } });

/** Where my checkers are drawn, or on their way to. */
const places = () => [...document.querySelectorAll('.checkers .checker.side-0')]
    .map((one) => one.style.transform).sort().join('|');

/** Rolls if need be, until a play of mine can be put on the board. */
async function untilPlay(page) {
    await until(async () => {
        const what = await wanted(page);
        if (what === 'roll') await page.getByTestId('main-action').click();
        return what === 'play';
    }, 'a roll to play');
}

async function layDown(person, game) {
    const { tree } = await person.state(game);
    const moves = somePlay(tree).map(([from, to]) => [from, to]);
    assert.ok(await person.page.evaluate((all) =>
        document.querySelector('[data-testid="board"]').load(all), moves));
    await until(() => person.page.getByTestId('main-action').isEnabled(), 'a play to send');
}

/** Sends the play on the board and waits until the page has shown what follows it. */
async function sendPlay(person, game) {
    const { seq } = await person.state(game);
    await person.page.getByTestId('main-action').click();
    await until(async () => (await person.state(game)).seq > seq, 'the play to arrive');
    await until(async () => await wanted(person.page) !== 'play' ||
        (await person.state(game)).seq > seq + 2, 'the page to follow');
}

for (const viewport of sizes) {
    test(`a play that is sent stays where it lies, ${viewport.width} wide`, async () => {
        const person = await enter(viewport);
        const { page } = person;
        const game = await person.newGame(wish);
        await untilPlay(page);
        await layDown(person, game);
        // Every frame from the click until the event has come.
        const frames = await page.evaluate(async (look) => {
            const where = new Function(`return (${look})()`);
            const page_ = document.querySelector('.play');
            const seq = page_.dataset.seq;
            const frames = [where()];
            document.querySelector('[data-testid="main-action"]').click();
            while (page_.dataset.seq === seq) {
                await new Promise((frame) => requestAnimationFrame(frame));
                frames.push(where());
            }
            return frames;
        }, String(places));
        assert.ok(frames.length > 1);
        assert.equal(new Set(frames).size, 1, 'the checkers left their places');
        await person.leave();
    });

    test(`a play that cannot be sent stays too, ${viewport.width} wide`, async () => {
        const person = await enter(viewport);
        const { page } = person;
        const game = await person.newGame(wish);
        await untilPlay(page);
        await layDown(person, game);
        const laid = await page.evaluate(places);
        const { seq } = await person.state(game);
        await person.context.setOffline(true);
        await server.kill();
        await page.getByTestId('main-action').click();
        await pause(700);
        assert.equal(await page.evaluate(places), laid);
        await person.context.setOffline(false);
        await server.restart();
        const arrived = async () => (await person.state(game).catch(() => null))?.seq > seq;
        await until(arrived, 'the play to arrive').catch(async (error) => {
            // What the page said instead.
            error.message += `; the page: ${await page.evaluate(() => document.body.innerText)}`;
            throw error;
        });
        await person.leave();
    });

    test(`a play that could not be stored is sent again, ${viewport.width} wide`, async () => {
        const person = await enter(viewport);
        const { page } = person;
        const keys = [];
        // The server cannot reach its data for the first two tries.
        await page.routeWebSocket(/\/api\/socket/, (here) => {
            const there = here.connectToServer();
            here.onMessage((text) => {
                const message = JSON.parse(text);
                if (message.do === 'play') keys.push(message.key);
                if (message.do !== 'play' || keys.length > 2) there.send(text);
                else here.send(JSON.stringify({ key: message.key, ok: false,
                    error: { code: 'not_stored', message: 'Nothing has changed.' } }));
            });
        });
        const game = await person.newGame(wish);
        await untilPlay(page);
        await layDown(person, game);
        const { seq } = await person.state(game);
        await page.getByTestId('main-action').click();
        await until(async () => (await person.state(game)).seq > seq, 'the play to arrive');
        assert.deepEqual(keys, Array(3).fill(keys[0]));
        assert.equal(await page.getByText('Nothing has changed.').count(), 0);
        await person.leave();
    });

    test(`a roll without a move is seen, ${viewport.width} wide`, async () => {
        const person = await enter(viewport);
        const { page } = person;
        let danced = false;
        // My first roll comes as one that cannot be played, and the pass after it.
        await page.routeWebSocket(/\/api\/socket/, (here) => {
            const there = here.connectToServer();
            there.onMessage((text) => {
                const message = JSON.parse(text);
                const { event, state } = message;
                if (danced || event?.type !== 'roll' || event.by !== 0) {
                    here.send(text);
                    return;
                }
                danced = true;
                const actions = state.actions.filter((action) => !/^play/.test(action));
                here.send(JSON.stringify({ ...message, state: { ...state, actions, tree: null } }));
                here.send(JSON.stringify({ ...message, seq: message.seq + 1,
                    event: { type: 'play', by: 0, moves: [], text: '' },
                    state: { ...state, seq: message.seq + 1, actions: [], tree: null, dice: null,
                        turn: 1, to_act: 1, phase: 'to_roll' } }));
            });
        });
        // How long a word stands, by the page's own clock.
        await page.addInitScript(() => {
            let since = 0;
            new MutationObserver(() => {
                const word = document.querySelector('[data-testid="board-word"]');
                const text = word && !word.hidden && word.textContent;
                if (text === 'No legal move') since ||= performance.now();
                else if (since && !window.stood) window.stood = performance.now() - since;
            }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
        });
        const game = await person.newGame(wish);
        // What is on the board at the moment when the word is there.
        const withWord = () => page.evaluate(() => {
            const one = document.querySelector('[data-testid="board-word"]');
            return one?.checkVisibility() ? { text: one.innerText,
                dice: document.querySelectorAll('.props .die').length } : null;
        });
        const shown = await until(async () => {
            const what = await wanted(page);
            if (what === 'roll') await page.getByTestId('main-action').click();
            if (what === 'play' && !danced) {
                const moves = await page.evaluate(async () => {
                    const board = document.querySelector('[data-testid="board"]');
                    board.playForced();
                    while (!board.draft.complete) board.draft.apply([board.draft.next()[0]]);
                    return board.draft.moves;
                });
                await page.evaluate((all) =>
                    document.querySelector('[data-testid="board"]').load(all), moves);
                await sendPlay(person, game);
            }
            return danced && await withWord();
        }, 'the word on the board');
        assert.equal(shown.text, 'No legal move');
        assert.ok(shown.dice > 0, 'dice are drawn');
        const stood = await until(() => page.evaluate(() => window.stood), 'the word to go');
        assert.ok(stood > 1000, `gone after ${stood} ms`);
        await person.leave();
    });
}

test('a match is not abandoned, nor a session ended, by one click', async () => {
    const person = await enter(sizes[0]);
    const { page } = person;
    for (const [options, words] of [[{ match_length: 7 }, null],
        [{ match_length: 0 }, /End this session/]]) {
        const game = await person.newGame({ ...wish, options, preset: options.match_length
            ? 'tournament' : 'money' });
        await untilPlay(page);
        await page.getByTestId('resign').click();
        await page.getByTestId('resign-confirm').click();
        await page.getByTestId('card-next_game').waitFor();
        const end = page.getByTestId('card-abort');
        if (!words) {
            assert.equal(await end.count(), 0);
            continue;
        }
        await end.click();
        const dialog = page.getByRole('dialog');
        await dialog.waitFor();
        assert.match(await dialog.innerText(), words);
        await page.keyboard.press('Escape');
        assert.equal((await person.state(game)).stage, 'playing');
    }
    await person.leave();
});

test('a hint on the cube is in words', async () => {
    const person = await enter(sizes[0]);
    const { page } = person;
    const game = await person.newGame(wish);
    await until(async () => {
        const what = await wanted(page);
        if (what === 'roll' && (await person.state(game)).actions.includes('double')) return true;
        if (what === 'roll') await page.getByTestId('main-action').click();
        if (what === 'play') {
            await layDown(person, game);
            await sendPlay(person, game);
        }
        if (what === 'offer') await page.getByTestId('take').click();
        return null;
    }, 'a turn with a cube');
    await page.keyboard.press('h');
    const help = page.locator('.help-panel');
    await until(async () => /Best:/.test(await help.innerText()), 'the verdict');
    assert.doesNotMatch(await help.innerText(), /_/);
    assert.match(await help.innerText(), /Best: (No double|Double|Redouble|Too good)/);
    await person.leave();
});

test('nobody knows who begins before the dice lie; my own dice tumble to the end', async () => {
    const person = await enter(sizes[0]);
    const { page } = person;
    await page.addInitScript(() => {
        window.starts = [];
        window.tumbled = [];
        document.addEventListener('animationend', ({ animationName, target }) => {
            if (animationName === 'tumble') window.tumbled.push(target.getAttribute('class'));
        });
        const look = () => {
            if (document.querySelector('[aria-label^="Opening roll"]'))
                window.starts.push(document.querySelectorAll('.mark').length,
                    document.querySelector('[data-testid="status"]').textContent,
                    document.querySelectorAll('.player.to-act').length);
            requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
    });
    const game = await person.newGame(wish);
    await until(async () => {
        const what = await wanted(page);
        if (what === 'play') {
            await layDown(person, game);
            await sendPlay(person, game);
        }
        if (what === 'offer') await page.getByTestId('take').click();
        return what === 'roll';
    }, 'a roll of mine');
    const starts = await page.evaluate(() => [...new Set(window.starts)]);
    assert.deepEqual(starts, [0, 'The opening roll'], 'told while the dice were in the air');
    await page.evaluate(() => { window.tumbled = []; });
    await page.getByTestId('main-action').click();
    await until(() => page.evaluate(() => window.tumbled.some((die) => /side-0/.test(die))),
        'my dice to tumble');
    await person.leave();
});

test('what the cube does stays in a line', async () => {
    const person = await enter(sizes[0]);
    const { page } = person;
    const game = await person.newGame(wish);
    await until(async () => {
        const what = await wanted(page);
        if (what === 'play') {
            await layDown(person, game);
            await sendPlay(person, game);
        }
        if (what === 'offer') await page.getByTestId('take').click();
        if (what !== 'roll') return false;
        if (await page.getByTestId('double').isVisible()) return true;
        await page.getByTestId('main-action').click();
        return false;
    }, 'a turn with the cube');
    await page.getByTestId('double').click();
    await until(async () => /takes: the cube is at|drops/.test(
        await page.getByTestId('last-play').innerText()), 'the answer in the line');
    await person.leave();
});
