// Two browsers against each other and a third that looks on; every way to lose the line.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccess, openBrowser, Person, resize, until } from './lib/browser.mjs';
import { act, Mouse, playOn, wanted } from './lib/player.mjs';
import { Server } from './lib/server.mjs';

let browser, server, left;
before(async () => {
    server = await Server.start();
    browser = await openBrowser();
    left = await leftAlone();
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

/** Until these elements lie within the window, which is not scrolled, and not behind the bar of
 * buttons, at every size. */
async function inView(page, ...ids) {
    const before = page.viewportSize();
    for (const [width, height] of [[390, 664], [390, 844], [360, 640], [320, 568], [844, 390],
        [1280, 720], [1280, 800]]) {
        await resize(page, { width, height });
        for (const id of ids)
            await until(() => page.evaluate((what) => {
                const bar = document.querySelector('.action-bar');
                const fixed = getComputedStyle(bar).position === 'fixed' && bar.checkVisibility();
                const end = fixed && !bar.querySelector(`[data-testid="${what}"]`)
                    ? bar.getBoundingClientRect().top : window.innerHeight;
                const box = document.querySelector(`[data-testid="${what}"]`)
                    .getBoundingClientRect();
                return window.scrollY === 0 && box.height > 0 && box.top >= 0 && box.left >= 0 &&
                    box.bottom <= end + 0.5 && box.right <= window.innerWidth + 0.5;
            }, id), `${id} in view at ${width} x ${height}`);
    }
    await resize(page, before);
}

/** Two at a table by way of the link that the first one sends. */
/** `settings`: of both. */
async function table(wish, settings) {
    const host = await Person.enter(browser, server, { settings });
    const game = await host.newGame({ opponent: 'link', options: { match_length: 1 }, ...wish });
    const link = await host.page.getByTestId('invite-link').inputValue();
    const guest = await Person.enter(browser, server, { settings });
    await guest.page.goto(link);
    await guest.page.getByTestId('join').click();
    await until(async () => (await host.state(game)).stage === 'playing', 'the game to begin');
    // The guest of the link watched first; now both are there as players.
    await until(async () => (await host.state(game)).players.every((player) => player.online),
        'both to be there');
    return { game, host, guest };
}

/** A game whose guest went away when it was his turn; the last test comes back to it, when
 * his time for that is over. */
async function leftAlone() {
    const { game, host, guest } = await table();
    await playUntil([new Mouse(host), new Mouse(guest)], game, (state) => state.to_act === 1 &&
        Math.max(...state.pips) < 167, 'the guest to act, after a play of each');
    await guest.leave();
    return { game, host };
}

/** Plays on until this person may press a button; that button. */
async function playUntilMay(hands, game, person, id) {
    const button = person.page.getByTestId(id);
    await playOn(hands, game, () => button.isVisible(), id);
    return button;
}

/** Plays on until this holds for the state that the host's server gives; that state. */
async function playUntil(hands, game, holds, what) {
    let state;
    await playOn(hands, game, async () => holds(state = await hands[0].person.state(game)), what);
    return state;
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
    await playUntil(hands, game, (state) => state.pips[0] + state.pips[1] < 315, 'a few plays');
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
    await playUntil(hands, game, (state) => state.pips[0] + state.pips[1] < 305 ||
        state.stage === 'over', 'the middle of the game');
    // The rest is given up, so that the whole stays short.
    for (const hand of hands) {
        if ((await host.state(game)).stage === 'over') break;
        await (await playUntilMay(hands, game, hand, 'resign')).click();
        await hand.page.getByTestId('resign-confirm').click();
        const other = hand === hands[0] ? hands[1] : hands[0];
        await other.page.getByTestId('accept-resign').click();
        await until(async () => (await host.state(game)).stage === 'over', 'the end');
    }
    await agree([host, guest, spectator], game);
    // The closing card has the figures of the match and the buttons to share it.
    for (const person of [host, guest, spectator]) {
        const card = person.page.getByTestId('result');
        await card.waitFor();
        const closing = person.page.getByTestId('closing');
        await closing.getByRole('row', { name: /^PR/ }).waitFor();
        await closing.getByRole('row', { name: /^Luck/ }).waitFor();
        const moments = await closing.getByTestId('moment').all();
        assert.ok(moments.length <= 4);
        for (const moment of moments)
            assert.ok((await moment.getAttribute('href')).startsWith(`/m/${game}/1/`));
        await person.page.getByTestId('share').click();
        await card.locator('svg.qr').waitFor();
        await person.page.getByTestId('share-copy').waitFor();
    }
    await checkAccess(host.page, 'the closing card');
    for (const person of [host, guest, spectator]) await person.leave();
});

test('the cube and a resignation, asked before they are done', async () => {
    const { game, host, guest } = await table({ options: { match_length: 5 } },
        { speed: 'off', sound: false, askDouble: true });
    const hands = [new Mouse(host), new Mouse(guest)];
    const state = await playUntil(hands, game, (now) => now.phase === 'to_roll', 'a roll');
    const [doubler, taker] = state.to_act === 0 ? [host, guest] : [guest, host];
    const { page } = doubler;
    await page.getByTestId('double').click();
    await page.getByTestId('double-dialog').waitFor();
    await checkAccess(page, 'the dialog of a double');
    assert.equal((await host.state(game)).phase, 'to_roll', 'nothing is offered by opening it');
    assert.equal(await page.locator('dialog[open]').count(), 0, 'the board stays in view');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByTestId('double-dialog').waitFor({ state: 'detached' });
    assert.equal((await host.state(game)).phase, 'to_roll', 'Escape takes it back');
    await page.getByTestId('double').click();
    await page.getByTestId('double-confirm').click();
    const offer = taker.page.getByTestId('offer');
    await offer.waitFor();
    await checkAccess(taker.page, 'an offer beside the board');
    // The board is in full view, and nothing lies over it; on a phone too, without scrolling.
    assert.equal(await taker.page.locator('dialog[open]').count(), 0);
    await inView(taker.page, 'take', 'drop', 'board', 'player-them');
    // What is at stake opens and closes below the answers.
    const stakes = taker.page.getByTestId('stakes');
    assert.equal(await stakes.getAttribute('aria-expanded'), 'false');
    await stakes.click();
    await offer.getByText(/you lose 1 point/).waitFor();
    assert.equal(await stakes.getAttribute('aria-expanded'), 'true');
    await taker.page.keyboard.press('Enter');
    await taker.page.keyboard.press('Escape');
    assert.equal((await host.state(game)).phase, 'double_offered', 'Enter by habit answers nothing');
    // Until the server has answered, the answers stay in their place, and cannot be given again.
    server.process.kill('SIGSTOP');
    await taker.page.getByTestId('take').click();
    await taker.page.locator('[data-testid=take]:disabled').waitFor();
    await inView(taker.page, 'take', 'drop');
    server.process.kill('SIGCONT');
    await until(async () => (await host.state(game)).cube.value === 2, 'the cube to turn');
    await agree([host, guest], game);

    const resigner = taker;
    await (await playUntilMay(hands, game, resigner, 'resign')).click();
    await resigner.page.getByTestId('resign-dialog').waitFor();
    await resigner.page.getByTestId('resign-confirm').click();
    await doubler.page.getByTestId('accept-resign').waitFor();
    await inView(doubler.page, 'accept-resign', 'reject-resign', 'board', 'player-them');
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
    await doubler.page.getByTestId('double').click(); // one click
    await taker.page.getByTestId('offer').waitFor();
    await taker.page.reload();
    await doubler.page.reload();
    // Pressed while the doubler is there, let go when he has been away: it counts.
    await taker.page.getByTestId('drop').hover();
    await taker.page.mouse.down();
    await doubler.context.setOffline(true);
    await taker.page.locator('.player.them .gone').waitFor();
    await doubler.context.setOffline(false);
    await taker.page.locator('.player.them .online').waitFor();
    await taker.page.mouse.up();
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

test('a beaver, a raccoon, and resigning at three levels', async () => {
    const { game, host, guest } = await table({ preset: 'money', options: { beavers: 2 } });
    const hands = [new Mouse(host), new Mouse(guest)];
    const state = await playUntil(hands, game, (now) => now.phase === 'to_roll', 'a roll');
    const [doubler, taker] = state.to_act === 0 ? [host, guest] : [guest, host];
    await doubler.page.getByTestId('double').click(); // one click
    await taker.page.getByTestId('beaver').click();
    await doubler.page.getByTestId('offer').getByText(/beavers to 4/).waitFor();
    await doubler.page.getByTestId('raccoon').click();
    await taker.page.getByTestId('offer').getByText(/raccoons to 8/).waitFor();
    await taker.page.getByTestId('take').click();
    await until(async () => (await host.state(game)).cube.value === 8, 'the cube at 8');
    await agree([host, guest], game);
    // Refused twice, accepted as a gammon: 16 points from one to the other.
    for (const [level, words, answer] of [[3, /backgammon, 24 points/, 'reject-resign'],
        [1, /single game, 8 points/, 'reject-resign'], [2, /gammon, 16 points/, 'accept-resign']]) {
        await (await playUntilMay(hands, game, doubler, 'resign')).click();
        await doubler.page.locator(`input[name=resign-level][value="${level}"]`).check();
        await doubler.page.getByTestId('resign-confirm').click();
        await taker.page.getByTestId('offer').getByText(words).waitFor();
        await taker.page.getByTestId(answer).click();
        await taker.page.getByTestId('offer').waitFor({ state: 'detached' });
    }
    await taker.page.getByTestId('result').getByText('16 : \u221216').waitFor();
    assert.deepEqual((await taker.state(game)).score.map(Math.abs), [16, 16]);
    await doubler.page.getByTestId('card-abort').click();
    await doubler.page.getByRole('dialog').getByRole('button', { name: 'End the session' }).click();
    for (const person of [host, guest])
        await person.page.getByTestId('result').getByText('The session is over').waitFor();
    for (const person of [host, guest]) await person.leave();
});

test('a turn is taken back by agreement, a message hidden, a match played again', async () => {
    const { game, host, guest } = await table();
    const hands = [new Mouse(host), new Mouse(guest)];
    const before_ = await playUntil(hands, game, (now) => now.phase === 'to_play' && now.dice,
        'a play');
    const [mover, other] = before_.to_act === 0 ? [host, guest] : [guest, host];
    await until(async () => await act(hands[before_.to_act], game) === 'play', 'the play');
    const made = await host.state(game);
    const takeback = mover.page.getByTestId('takeback');
    await takeback.click();
    await other.page.getByTestId('bar-refuse_takeback').click();
    await takeback.waitFor();
    assert.deepEqual((await host.state(game)).board, made.board, 'refused, the play stands');
    await until(async () => (await host.state(game)).offer === null, 'the refusal');
    await takeback.click();
    await other.page.getByTestId('bar-accept_takeback').click();
    await until(async () => (await host.state(game)).phase === 'to_play', 'the turn again');
    const again = await host.state(game);
    for (const field of ['board', 'off', 'dice', 'to_act'])
        assert.deepEqual(again[field], before_[field], `${field} after it was taken back`);
    await agree([host, guest], game);

    // Hidden messages are not seen, not counted, and come back when they are wanted.
    const say = async (text) => {
        await mover.page.getByTestId('chat-input').fill(text);
        await mover.page.keyboard.press('Enter');
        await mover.page.getByTestId('chat-list').getByText(text).waitFor();
    };
    await mover.page.getByTestId('tab-chat').click();
    await say('good luck');
    await other.page.getByTestId('tab-chat').getByText('(1)').waitFor();
    await other.page.getByTestId('tab-chat').click();
    await other.page.getByTestId('chat-list').getByText('good luck').waitFor();
    await other.page.getByTestId('chat-mute').click();
    await say('you will need it');
    const said = other.page.getByTestId('chat-list').getByText('you will need it');
    await said.waitFor({ state: 'attached' });
    assert.equal(await said.isVisible(), false);
    await other.page.getByTestId('chat-mute').click();
    await said.waitFor();

    await (await playUntilMay(hands, game, mover, 'resign')).click();
    await mover.page.getByTestId('resign-confirm').click();
    await other.page.getByTestId('accept-resign').click();
    await mover.page.getByTestId('card-rematch').click();
    await other.page.getByTestId('result').getByText(/would like a rematch/).waitFor();
    await other.page.getByTestId('card-rematch').click();
    for (const person of [host, guest])
        await person.page.waitForURL((url) => /\/g\//.test(url.pathname) &&
            !url.pathname.endsWith(game));
    const next = host.page.url().split('/').at(-1);
    assert.equal(guest.page.url().split('/').at(-1), next);
    await until(async () => (await host.state(next)).stage === 'playing', 'the rematch to begin');
    assert.equal((await host.state(next)).you, 1, 'seats are exchanged');
    for (const person of [host, guest]) await person.leave();
});

test('where the booklet leaves an illegal play to the opponent, he may object', async () => {
    const { game, host, guest } = await table({ preset: 'compendium' });
    const state = await playUntil([new Mouse(host), new Mouse(guest)], game,
        (now) => now.phase === 'to_play' && now.dice, 'a play');
    const [mover, other] = state.to_act === 0 ? [host, guest] : [guest, host];
    await mover.page.getByTestId('as-made').waitFor();
    await mover.page.getByTestId('command').fill('made 13/2(2)');
    await mover.page.keyboard.press('Enter');
    const object = other.page.getByTestId('bar-require_legal');
    await object.waitFor();
    await other.page.getByText(/option of accepting the play as made/).waitFor();
    await checkAccess(other.page, 'an illegal play');
    await object.click();
    await until(async () => (await host.state(game)).to_act === state.to_act, 'the play again');
    assert.deepEqual((await host.state(game)).board, state.board);
    await agree([host, guest], game);
    for (const person of [host, guest]) await person.leave();
});

test('a player claims the win when the opponent does not come back', async () => {
    const { game, host } = left;
    const claim = host.page.getByTestId('bar-abort');
    await claim.waitFor();
    await checkAccess(host.page, 'a claim');
    await claim.click();
    await host.page.getByRole('dialog').getByRole('button', { name: 'Claim the win' }).click();
    await host.page.getByTestId('result').getByText(/did not come back/).waitFor();
    const state = await host.state(game);
    assert.deepEqual([state.stage, state.winner], ['over', 0]);
    await host.leave();
});
