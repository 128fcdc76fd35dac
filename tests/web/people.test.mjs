// Two browsers against each other and a third that looks on; every way to lose the line.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccess, openBrowser, Person, until } from './lib/browser.mjs';
import { act, Mouse, wanted } from './lib/player.mjs';
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

const position = (page) => page.evaluate(() => {
    const shown = document.querySelector('[data-testid="board"]')?.position;
    if (!shown) return ''; // a page that is still loading shows nothing yet
    const { board, off, dice, turn, cube } = shown;
    return JSON.stringify({ board, off, dice, turn, cube: cube && [cube.value, cube.owner] });
});
/** All screens show what the server has. */
async function agree(people, game) {
    await until(async () => {
        const state = await people[0].state(game);
        const held = JSON.stringify({ board: state.board, off: state.off, dice: state.dice,
            turn: state.turn, cube: state.cube.in_play || state.cube.value > 1
                ? [state.cube.value, state.cube.owner] : null });
        const shown = await Promise.all(people.map((person) => position(person.page)));
        return shown.every((one) => one === held) && (await people[0].state(game)).seq === state.seq;
    }, 'all screens to agree');
}

/** Two at a table by way of the link that the first one sends. */
async function table(wish) {
    const host = await Person.enter(browser, server);
    const game = await host.newGame({ opponent: 'link', options: { match_length: 1 }, ...wish });
    const link = await host.page.getByTestId('invite-link').inputValue();
    const guest = await Person.enter(browser, server);
    await guest.page.goto(link);
    await guest.page.getByTestId('join').click();
    await until(async () => (await host.state(game)).stage === 'playing', 'the game to begin');
    return { game, host, guest };
}

/** Plays on until `test(state, hands)` holds for the state that the host's server gives. */
async function playUntil(hands, game, holds, what) {
    const end = Date.now() + 60000;
    for (;;) {
        const state = await hands[0].person.state(game);
        if (holds(state)) return state;
        assert.ok(Date.now() < end, `it never came to ${what}`);
        for (const hand of hands) {
            if (holds(await hands[0].person.state(game))) break;
            await act(hand, game);
        }
    }
}

test('two browsers and one that looks on', async () => {
    const { game, host, guest } = await table();
    const spectator = await Person.enter(browser, server);
    await spectator.goto(`/g/${game}`);
    await until(async () => /watching/i.test(await spectator.page.getByTestId('main-action')
        .textContent() ?? '') || await spectator.page.getByTestId('main-action').isHidden(),
    'the spectator to see the game');
    assert.equal((await spectator.state(game)).you, null);
    const hands = [new Mouse(host), new Mouse(guest)];
    await playUntil(hands, game, (state) => state.pips[0] + state.pips[1] < 280, 'a few plays');
    await agree([host, guest, spectator], game);
    await checkAccess(spectator.page, 'the page of a spectator');

    // What one writes is text on the others' screens, whatever it looks like.
    const script = '<img src=x onerror="window.broken_=1"><script>window.broken_=1</script>';
    await host.page.getByTestId('tab-chat').click();
    await host.page.getByTestId('chat-input').fill(script);
    await host.page.keyboard.press('Enter');
    for (const person of [guest, spectator]) {
        await person.page.getByTestId('tab-chat').click();
        await person.page.getByTestId('chat-list').getByText(script).waitFor();
        assert.equal(await person.page.evaluate(() => window.broken_), undefined);
    }
    await playUntil(hands, game, (state) => state.pips[0] + state.pips[1] < 220 ||
        state.stage === 'over', 'the middle of the game');
    // The rest is given up, so that the whole stays short.
    for (const hand of hands) {
        if ((await host.state(game)).stage === 'over') break;
        await until(async () => await hand.page.getByTestId('resign').isVisible() ||
            (await act(hands[0], game), await act(hands[1], game), false), 'a resignation');
        await hand.page.getByTestId('resign').click();
        await hand.page.getByTestId('resign-confirm').click();
        const other = hand === hands[0] ? hands[1] : hands[0];
        await other.page.getByTestId('accept-resign').click();
        await until(async () => (await host.state(game)).stage === 'over', 'the end');
    }
    await agree([host, guest, spectator], game);
    for (const person of [host, guest, spectator]) {
        await person.page.getByTestId('result').waitFor();
        await person.leave();
    }
});

test('the cube and a resignation, asked before they are done', async () => {
    const { game, host, guest } = await table({ options: { match_length: 5 } });
    const hands = [new Mouse(host), new Mouse(guest)];
    const state = await playUntil(hands, game, (now) => now.phase === 'to_roll', 'a roll');
    const [doubler, taker] = state.to_act === 0 ? [host, guest] : [guest, host];
    const { page } = doubler;
    await page.getByTestId('double').click();
    await page.getByTestId('double-dialog').waitFor();
    await checkAccess(page, 'the dialog of a double');
    assert.equal((await host.state(game)).phase, 'to_roll', 'nothing is offered by opening it');
    await page.getByTestId('double-confirm').click();
    const offer = taker.page.getByTestId('offer-dialog');
    await offer.waitFor();
    await checkAccess(taker.page, 'the dialog of an offer');
    await taker.page.keyboard.press('Enter');
    await taker.page.keyboard.press('Escape');
    assert.equal((await host.state(game)).phase, 'double_offered', 'Enter by habit answers nothing');
    await (await taker.page.getByTestId('take').isVisible() ? taker.page.getByTestId('take')
        : taker.page.getByTestId('bar-take')).click();
    await until(async () => (await host.state(game)).cube.value === 2, 'the cube to turn');
    await agree([host, guest], game);

    const resigner = taker;
    await until(async () => (await resigner.page.getByTestId('resign').isVisible()) ||
        (await act(hands[0], game), await act(hands[1], game), false), 'a resignation', 30000);
    await resigner.page.getByTestId('resign').click();
    await resigner.page.getByTestId('resign-dialog').waitFor();
    await resigner.page.getByTestId('resign-confirm').click();
    await doubler.page.getByTestId('accept-resign').click();
    await until(async () => {
        const { score } = await host.state(game);
        return score[0] + score[1] === 2;
    }, 'two points to be scored');
    for (const person of [host, guest]) await person.leave();
});

test('reload and reconnect at every phase of a turn', async () => {
    const { game, host, guest } = await table({ options: { match_length: 3 } });
    const hands = [new Mouse(host), new Mouse(guest)];
    for (const phase of ['to_roll', 'to_play', 'to_roll', 'to_play']) {
        const state = await playUntil(hands, game, (now) => now.phase === phase &&
            (phase !== 'to_play' || now.dice), phase);
        const [mover] = state.to_act === 0 ? [host, guest] : [guest, host];
        // Half a play is on the mover's board, and not sent.
        for (const person of [host, guest]) {
            await person.page.reload();
            await person.page.getByTestId('board').waitFor();
        }
        await agree([host, guest], game);
        await until(async () => await wanted(mover.page) !== null, `the mover may act in ${phase}`);
        // The line is cut while the opponent's screen stays; it comes back by itself.
        await mover.context.setOffline(true);
        await mover.page.evaluate(() => undefined);
        await mover.context.setOffline(false);
        await agree([host, guest], game);
    }
    // An offer survives a reload on both sides.
    const state = await playUntil(hands, game, (now) => now.phase === 'to_roll', 'a roll');
    const [doubler, taker] = state.to_act === 0 ? [host, guest] : [guest, host];
    await doubler.page.getByTestId('double').click();
    await doubler.page.getByTestId('double-confirm').click();
    await taker.page.getByTestId('offer-dialog').waitFor();
    await taker.page.reload();
    await doubler.page.reload();
    await taker.page.getByTestId('drop').click();
    await until(async () => (await host.state(game)).phase === 'game_over', 'the game to end');
    await host.page.reload();
    for (const person of [host, guest]) await person.page.getByTestId('card-next_game').click();
    await until(async () => (await host.state(game)).game === 2, 'the next game');
    await agree([host, guest], game);
    for (const person of [host, guest]) await person.leave();
});

test('the server is killed in mid-game and started again', async () => {
    const { game, host, guest } = await table({ options: { match_length: 3 } });
    const hands = [new Mouse(host), new Mouse(guest)];
    for (const phase of ['to_play', 'to_roll']) {
        const before_ = await playUntil(hands, game, (now) => now.phase === phase, phase);
        await server.kill();
        await host.page.getByTestId('banner-offline').waitFor();
        await server.restart();
        await host.page.getByTestId('banner-offline').waitFor({ state: 'detached' });
        await guest.page.getByTestId('banner-offline').waitFor({ state: 'detached' });
        const after_ = await host.state(game);
        for (const field of ['seq', 'board', 'off', 'dice', 'turn', 'phase', 'score', 'cube'])
            assert.deepEqual(after_[field], before_[field], `${field} after the crash`);
        await agree([host, guest], game);
    }
    const { seq } = await host.state(game);
    await playUntil(hands, game, (now) => now.seq > seq + 4, 'further plays');
    await agree([host, guest], game);
    for (const person of [host, guest]) await person.leave();
});

test('two tabs in one seat', async () => {
    const { game, host, guest } = await table();
    const second = await host.open();
    await second.goto(`/g/${game}`);
    await second.getByTestId('board').waitFor();
    const twin = Object.assign(Object.create(Person.prototype), host, { page: second });
    const hands = [new Mouse(host), new Mouse(guest), new Mouse(twin)];
    const state = await playUntil(hands, game, (now) => now.phase === 'to_roll' &&
        now.to_act === 0, 'the host to roll');
    await agree([host, twin, guest], game);
    // Both tabs roll at once: one roll is thrown, and both show it.
    await Promise.all([host.page.keyboard.press('r'), second.keyboard.press('r')]);
    await until(async () => (await host.state(game)).seq > state.seq, 'the roll');
    await agree([host, twin, guest], game);
    await playUntil(hands, game, (now) => now.seq > state.seq + 6, 'plays from both tabs');
    await agree([host, twin, guest], game);
    for (const person of [host, guest]) await person.leave();
});
