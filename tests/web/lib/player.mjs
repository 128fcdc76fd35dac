// Hands: plays a game through the page alone, by mouse, keys or touch. What may be played is
// asked of the server; whether the page lets the hand do it is what the tests find out.
import assert from 'node:assert/strict';
import { HANG, pause, stirred, until } from './browser.mjs';

/** What the page wants of this person now: roll, play, offer, next, over, or null. */
export function wanted(page) {
    return page.evaluate(() => {
        const shown = (id) => {
            const element = document.querySelector(`[data-testid="${id}"]`);
            return element && element.checkVisibility() ? element : null;
        };
        if (shown('offer')) return 'offer';
        if (shown('card-next_game')) return 'next';
        if (shown('result')) return shown('main-action') ? null : 'over';
        const main = shown('main-action');
        if (main && !main.disabled && main.textContent === 'Roll') return 'roll';
        const board = document.querySelector('[data-testid="board"]');
        if (board?.interactive === 'play' && board.draft) return 'play';
        return null;
    });
}

/** A whole play as [from, to, die] each, of all there are by `choose(count)`. */
export function somePlay(tree, choose = (count) => Math.floor(Math.random() * count)) {
    const moves = [];
    for (let node = 0; tree.nodes[node].moves.length;) {
        const move = tree.nodes[node].moves[choose(tree.nodes[node].moves.length)];
        moves.push(move);
        node = move[4];
    }
    return moves;
}

const slotId = (point) => point === 25 ? 'bar-me' : point === 0 ? 'off-me' : `point-${point}`;
const centre = async (page, point) => {
    const box = await page.getByTestId(slotId(point)).first().boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
};
const leftDie = (page) => page.evaluate(() =>
    document.querySelector('[data-testid="board"]').leftDie);
const steps = (page) => page.evaluate(() =>
    document.querySelector('[data-testid="board"]').draft.steps.map(({ from, to }) => [from, to]));
/** The last event that the page has shown. */
const seen = (page) => page.evaluate(() => Number(document.querySelector('.play')?.dataset.seq));
/** Waits until the page has shown an event after that one. */
const shown = (page, seq) => page.waitForFunction((last) => Number(document.querySelector('.play')?.dataset.seq) > last, seq);

// A tap on a checker that has moved chooses it (it may also go back): a second one places it.
const landed = (page, point) => page.evaluate((at) =>
    document.querySelector('[data-testid="board"]').draft.landedOn(at), point);

class Hand {
    constructor(person) {
        this.person = person;
        this.page = person.page;
        this.turns = 0;
    }
    async press(id) { await this.page.getByTestId(id).click(); }
    async roll() { await this.press('main-action'); }
    async next() { await this.press('card-next_game'); }
    async offer() { await this.press(/^(take|accept-resign)$/); }
    async send() { await this.press('main-action'); }
    async undo() { await this.press('undo'); }

    /** Waits for what was done to arrive. The tutor may ask before a mistake: it stays the
     * player's own. */
    async arrived(game, seq, what) {
        const anyway = this.page.getByTestId('tutor-anyway');
        await until(async () => {
            if (await anyway.isVisible()) await anyway.click();
            return (await this.person.state(game, true)).seq > seq;
        }, what);
        await shown(this.page, seq);
    }

    async play(game) {
        const state = await this.person.state(game, true);
        if (!state.tree) return;
        const moves = somePlay(state.tree, (count) => this.choose(count));
        for (const [index, move] of moves.entries()) await this.place(move, index, moves);
        await this.send();
        await this.arrived(game, state.seq, 'the play to arrive');
        this.turns++;
    }
    /** One move on the board. On a machine that is busy a short press may become a long one,
     * which plays the other die: as anybody would, take it back and do it again. */
    async place(move, index, moves) {
        const [from, to] = move;
        for (let tries = 0; ; tries++) {
            await this.move(move, index);
            const last = await until(async () => (await steps(this.page))[index],
                `${JSON.stringify(move)} of ${JSON.stringify(moves)} on the board`);
            if (last[0] === from && last[1] === to) return;
            assert.ok(tries < 3, `${from}/${to} was played as ${last.join('/')}`);
            await this.undo();
            await until(async () => (await steps(this.page)).length === index, 'the move undone');
        }
    }
    // The farthest way round is the longest game: the last move listed tends to run home.
    choose(count) { return this.turns % 5 === 4 ? 0 : count - 1; }
}

/** Drags and clicks, with either button, in turn. */
export class Mouse extends Hand {
    async move([from, to, die], index) {
        const { page } = this;
        const [x, y] = await centre(page, from);
        if ((this.turns + index) % 3 === 0) {
            const [toX, toY] = await centre(page, to);
            await page.mouse.move(x, y);
            await page.mouse.down();
            await page.mouse.move((x + toX) / 2, (y + toY) / 2, { steps: 3 });
            await page.mouse.move(toX, toY, { steps: 2 });
            await page.mouse.up();
        } else {
            const button = await leftDie(page) === die ? 'left' : 'right';
            const again = button === 'left' && await landed(page, from);
            await page.mouse.click(x, y, { button });
            if (again) await page.mouse.click(...await centre(page, to));
        }
    }
}

/** Taps; the dice are swapped where the other one is wanted. */
export class Touch extends Hand {
    async press(id) { await this.page.getByTestId(id).tap(); }
    async move([from, to, die]) {
        const { page } = this;
        const [x, y] = await centre(page, from);
        if (await leftDie(page) !== die) {
            await this.press('board-dice');
            await until(async () => await leftDie(page) === die, `the ${die} on the left`);
        }
        const again = await landed(page, from);
        await page.touchscreen.tap(x, y);
        if (again) await page.touchscreen.tap(...await centre(page, to));
    }
}

/** No pointer at all: single keys, arrows on the board, typed plays, Tab and Enter. */
export class Keys extends Hand {
    async roll() { await this.page.keyboard.press('r'); }
    async next() { await this.page.keyboard.press('n'); }
    async send() { await this.page.keyboard.press('c'); }
    async undo() { await this.page.keyboard.press('u'); }
    async play(game) {
        if (this.turns % 2 === 0) return super.play(game);
        const state = await this.person.state(game, true);
        if (!state.tree) return undefined;
        const words = somePlay(state.tree, (count) => this.choose(count)).map(([from, to]) =>
            `${from === 25 ? 'bar' : from}/${to === 0 ? 'off' : to}`).join(' ');
        await this.page.keyboard.press('t');
        await this.page.keyboard.type(words);
        await this.page.keyboard.press('Enter');
        await until(async () => (await this.person.state(game, true)).seq > state.seq,
            `"${words}" to arrive`);
        await shown(this.page, state.seq);
        // Out of the line again, so that single keys are keys.
        await this.page.keyboard.press('Escape');
        this.turns++;
        return undefined;
    }
    async move([from, , die]) {
        const { page } = this;
        const at = () => page.evaluate(() => document.activeElement?.getAttribute('data-testid'));
        await page.keyboard.press('b');
        assert.match(await at() ?? '', /^(point|bar)/, 'b goes to the board');
        const top = [13, 14, 15, 16, 17, 18, 25, 19, 20, 21, 22, 23, 24].includes(from);
        await page.keyboard.press(top ? 'ArrowUp' : 'ArrowDown');
        await page.keyboard.press('Home');
        for (let i = 0; i < 15 && await at() !== slotId(from); i++)
            await page.keyboard.press('ArrowRight');
        assert.equal(await at(), slotId(from), 'the arrows reach every point');
        await page.keyboard.press(String(die));
    }
    async offer() {
        for (let i = 0; i < 40; i++) {
            const on = await this.page.evaluate(() =>
                document.activeElement?.getAttribute('data-testid'));
            if (on === 'take' || on === 'accept-resign') break;
            await this.page.keyboard.press('Tab');
        }
        await this.page.keyboard.press('Enter');
    }
}

/** Does what is wanted of this hand, once; what it was, or null: nothing, or the page has not
 * yet shown all that happened. */
export async function act(hand, game) {
    const what = await wanted(hand.page);
    if (!what) return null;
    const { seq } = await hand.person.state(game, true);
    if (await seen(hand.page) !== seq) {
        await pause(20);
        return null;
    }
    if (what === 'roll') await hand.roll();
    else if (what === 'play') await hand.play(game);
    else if (what === 'offer') await hand.offer();
    else if (what === 'next') await hand.next();
    if (what && what !== 'over' && what !== 'play') {
        await hand.arrived(game, seq, `${what} to be done`);
    }
    return what;
}

/** Lets the hands play until `holds` says so of them (it may look anywhere), however long that
 * takes; only where nothing happens any more it fails. */
export async function playOn(hands, game, holds, what) {
    let seq = -1;
    let end = 0;
    while (!await holds()) {
        let acted = false;
        for (const hand of hands) {
            const what = await act(hand, game);
            if (what !== null && await holds()) return;
            acted ||= what !== null && what !== 'over';
        }
        if (!acted) await stirred(...hands.map(({ page }) => page));
        const now = (await hands[0].person.state(game, true)).seq;
        if (now !== seq) {
            seq = now;
            end = Date.now() + HANG;
        }
        assert.ok(Date.now() < end, `nothing happens, and it did not come to ${what}: ` +
            JSON.stringify(await Promise.all(hands.map((hand) => wanted(hand.page)))));
    }
}

/** Plays to the end of the match. */
export async function playMatch(hands, game) {
    await playOn(hands, game, async () => {
        for (const hand of hands) if (await wanted(hand.page) !== 'over') return false;
        return true;
    }, 'the end of the match');
}
