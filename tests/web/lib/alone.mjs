// Somebody in a page that needs no server (tests/web/lib/site.mjs).
import assert from 'node:assert/strict';
import { Person, stirred, until } from './browser.mjs';
import { act, Mouse, wanted } from './player.mjs';

/** Somebody in a page without a server. */
export class Alone extends Person {
    /** Has a context, and a page that shows nothing yet. */
    static async come(browser, site, options) {
        const person = await Person.enter(browser, site, options);
        return Object.setPrototypeOf(person, Alone.prototype);
    }

    /** As `come`; the page has answered. */
    static async arrive(browser, site, options) {
        const person = await Alone.come(browser, site, options);
        await person.known();
        return person;
    }

    /** The API of the page, asked as another tab asks; a body that is a string goes as it is. */
    async api(method, path, body) {
        await this.page.waitForFunction(() => document.documentElement.dataset.local === 'ready');
        // A change is sent once: only when somebody answers who is not the worker of a page that was just left.
        if (method !== 'GET') await this.api('GET', '/api/me');
        return this.page.evaluate(async ([how, where, what]) => {
            const tabs = new BroadcastChannel('alea'), own = crypto.randomUUID();
            const raw = typeof what === 'string';
            const headers = what === null || raw ? [] : [['content-type', 'application/json']];
            const answered = new Promise((done) => {
                tabs.onmessage = ({ data }) => { if (data.to === own) done(data.message); };
            });
            const message = { number: 1, request: { method: how, target: where, headers,
                body: what === null ? undefined : new TextEncoder().encode(raw ? what : JSON.stringify(what)) } };
            // Asked again where nobody has the files just now.
            const again = setInterval(() => { if (how === 'GET') tabs.postMessage({ from: own, message }); }, 1000);
            tabs.postMessage({ from: own, message });
            const { answer, failed } = await answered;
            clearInterval(again);
            tabs.close();
            if (!answer) return { status: 0, json: null, text: failed };
            const text = new TextDecoder().decode(answer.body);
            let json = null;
            try { json = JSON.parse(text); } catch { /* a file */ }
            return { status: answer.status, json, text };
        }, [method, path, body ?? null]);
    }

    async known() {
        await this.goto('/');
        await this.named();
    }

    kept() {
        return this.page.waitForFunction(() => document.documentElement.dataset.kept === 'yes');
    }

    /** Kills the tab in the middle of what it does, and opens another one, which shows nothing yet. */
    async kill() {
        const dead = this.page, wire = await this.context.newCDPSession(dead);
        dead.removeAllListeners('crash'); // this one is meant
        const gone = new Promise((done) => { dead.on('crash', done); });
        wire.send('Page.crash').catch(() => undefined);
        await gone;
        this.page = await this.open();
        await dead.close();
    }
}

export const machine = { opponent: 'machine', level: 'beginner', options: { match_length: 3 } };
export const gameOf = (page) => page.url().split('/').at(-1);

/** What the server has acknowledged of a game, a line each. */
export async function acknowledged(person, game) {
    const { status, text } = await person.api('GET', `/api/games/${game}/file?format=journal`);
    assert.equal(status, 200, text);
    return text.split('\n').filter((line) => /"(roll|play|double|take|drop)"/.test(line));
}

/** Turns until `count` more were taken. */
export async function turns(person, count) {
    const hand = new Mouse(person), game = gameOf(person.page);
    await until(async () => {
        if (await act(hand, game) === null) await stirred(person.page);
        return hand.turns >= count || await wanted(person.page) === 'over';
    }, `${count} turns`);
}
