// A browser, and people in it. Every page of every test is watched: it asks nobody but its
// own server, throws nothing, and logs no error.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { ends } from './server.mjs';

/** Milliseconds without any event after which a test hangs; it measures nothing. */
export const HANG = 600_000;

const require = createRequire(import.meta.url);
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

export async function openBrowser() {
    const browser = await chromium.launch({
        timeout: HANG,
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
        args: ['--no-sandbox', '--disable-dev-shm-usage', '--force-color-profile=srgb',
            '--font-render-hinting=none', '--disable-background-networking'],
    });
    browser.on('disconnected', () => ends.push('the browser has ended'));
    return browser;
}

/** Why pages were closed that no test has closed. */
const deaths = [];

/** Somebody with cookies and a window of their own. */
export class Person {
    /** `options` of the browser's context; `settings`: what the person chose before. */
    static async enter(browser, server, { settings, ...options } = {}) {
        const person = new Person();
        person.server = server;
        person.complaints = [];
        person.context = await browser.newContext({ baseURL: server.url,
            viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce',
            colorScheme: 'light', locale: 'en-GB', ...options });
        person.context.setDefaultTimeout(HANG);
        server.visitors?.add(person);
        person.context.on('request', (request) => {
            const url = request.url();
            if (!url.startsWith(`${server.url}/`) && !/^(data|blob):/.test(url))
                person.complaints.push(`asked elsewhere: ${url}`);
        });
        // No animation to wait for, no sound to load, unless a test wants them.
        await person.context.addInitScript((chosen) => {
            if (!localStorage.getItem('alea-settings')) localStorage.setItem('alea-settings',
                JSON.stringify(chosen));
        }, settings ?? { speed: 'off', sound: false });
        person.page = await person.open();
        return person;
    }

    /** Another tab of the same person. */
    async open() {
        const page = await this.context.newPage();
        page.on('pageerror', (error) => this.dies(`threw: ${error.stack ?? error}`));
        page.on('crash', () => this.dies('the page has crashed'));
        page.on('console', (message) => {
            // A server that is killed, and refusals that a test asks for, show up as failed
            // requests: those are not the page's fault.
            if (message.type() === 'error' && !/Failed to load resource|WebSocket connection/
                .test(message.text())) this.complaints.push(`logged: ${message.text()}`);
        });
        page.on('websocket', (socket) => {
            if (!socket.url().startsWith(this.server.url.replace('http', 'ws')))
                this.complaints.push(`socket elsewhere: ${socket.url()}`);
        });
        return page;
    }

    /** Nothing more will happen here: what waits ends now, and says why. */
    dies(what) {
        this.complaints.push(what);
        deaths.push(what);
        void this.context.close({ reason: what }).catch(() => undefined);
    }

    async goto(path) {
        await this.page.goto(path);
        await this.page.locator('main').waitFor();
    }

    /** The visitor has a session, which requests need, once the page shows a name. */
    async named() {
        await this.page.waitForFunction(() =>
            document.querySelector('.who-name')?.textContent);
    }

    /** Has a session, which requests need, and no page yet. */
    async known() {
        assert.equal((await this.api('GET', '/api/me', null, true)).status, 200);
    }

    /** As `enter`, with an account of this name. */
    static async account(browser, server, name, options) {
        const person = await Person.enter(browser, server, options);
        await person.known();
        const { status, text } = await person.api('POST', '/api/register', { name, password: `correct ${name} horse` });
        assert.equal(status, 200, text);
        return person;
    }

    /** The API as this person, from inside the page: what the page heard before the answer it has most likely shown.
     * Before the first page, and where that does not matter (`aside`), with its cookies: a fifth of the processor time. */
    async api(method, path, body, aside = this.page.url() === 'about:blank') {
        if (aside) {
            const answer = await this.context.request.fetch(path, { method, timeout: HANG, data: body ?? undefined });
            const text = await answer.text();
            await answer.dispose();
            let json = null;
            try { json = JSON.parse(text); } catch { /* a file */ }
            return { status: answer.status(), json, text };
        }
        return this.page.evaluate(async ([how, where, what]) => {
            const answer = await fetch(where, { method: how, cache: 'no-store',
                headers: what === null ? {} : { 'Content-Type': 'application/json' },
                body: what === null ? undefined : JSON.stringify(what) });
            const text = await answer.text();
            let json = null;
            try { json = JSON.parse(text); } catch { /* a file */ }
            return { status: answer.status, json, text };
        }, [method, path, body ?? null]);
    }

    async state(game, aside) {
        const { status, json } = await this.api('GET', `/api/games/${game}`, null, aside);
        assert.equal(status, 200);
        return json;
    }

    /** Makes a game by the API and goes to its page. */
    async newGame(wish) {
        if (this.page.url() === 'about:blank') await this.known();
        const { status, json } = await this.api('POST', '/api/games', { clock: null,
            rated: false, seat: 0, spectators: true, preset: 'tournament', ...wish });
        assert.equal(status, 201, JSON.stringify(json));
        await this.goto(json.url);
        return json.game;
    }

    async leave() {
        this.server.visitors?.delete(this);
        await this.context.close();
        assert.deepEqual(this.complaints, []);
    }
}

/** No serious or critical finding of axe-core, WCAG 2.2 AA and best practices. */
export async function checkAccess(page, what) {
    // Injected past the page's own policy, which rightly lets no foreign script in.
    if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(axeSource);
    const look = () => page.evaluate(async () => {
        // Only the rules that can find something serious, and no style sheet fetched for others.
        const values = window.axe._audit.rules.filter(({ enabled, impact, tags }) => enabled &&
            impact !== 'minor' && impact !== 'moderate' &&
            !tags.includes('experimental') && !tags.includes('deprecated')).map(({ id }) => id);
        if (values.length < 60) return [`axe has ${values.length} rules`];
        // Colours half-way through a fade are nobody's choice; a fade begins with a frame.
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        for (const one of document.getAnimations())
            if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
        const result = await window.axe.run(document, { runOnly: { type: 'rule', values },
            resultTypes: ['violations'], preload: false });
        return result.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical')
            .map((v) => `${v.id} (${v.impact}): ${v.help}: ` +
                v.nodes.slice(0, 4).map((n) => n.target.join(' ')).join(' | '));
    });
    // What is wrong stays wrong; a page still on its way to its colours does not.
    let found = await look();
    for (let i = 0; i < 10 && found.length > 0; i++) {
        await pause(300);
        found = await look();
    }
    assert.deepEqual(found, [], what);
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Waits until `test` gives something true; that is the answer. Fails at once if server or browser have ended. The longer
 * it lasts, the less often it looks: that costs 5 to 13 ms of processor. What takes long tells `seen` how far it is: while
 * that changes, nothing hangs. */
export async function until(test, what) {
    let end = Date.now() + HANG, last;
    const seen = (value) => {
        if (value !== last) end = Date.now() + HANG;
        last = value;
        return value;
    };
    for (let ms = 30;; ms = Math.min(1.1 * ms, 120)) {
        let got;
        try {
            got = await test(seen);
        } catch (error) {
            throw deaths.length > 0 && /been closed/.test(error.message) ? new Error(deaths.at(-1), { cause: error }) : error;
        }
        if (got) return got;
        assert.deepEqual(ends, [], what);
        if (Date.now() > end) assert.fail(`did not happen: ${what}`);
        await pause(ms);
    }
}

/** Waits until something changes on one of these pages; a while at most. */
export const stirred = (...pages) => Promise.race(pages.map((page) => page.evaluate(() => new Promise((done) => {
    const over = () => { watch.disconnect(); clearTimeout(late); done(); };
    const watch = new MutationObserver(over), late = setTimeout(over, 250);
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})).catch(() => pause(50))));

/** Gives the window another size. A page knows its height before its style does: lengths follow at once, media queries
 * with the next frame. */
export async function resize(page, size) {
    await page.setViewportSize(size);
    await page.waitForFunction((wanted) => {
        const probe = document.body.appendChild(document.createElement('div'));
        probe.style.cssText = 'position: fixed; height: 100dvh';
        const high = probe.offsetHeight;
        probe.remove();
        return high === wanted;
    }, size.height);
    await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
}

/** Waits until as many elements stand on the page. */
export const counted = (locator, number, what) =>
    until(async () => await locator.count() === number, `${number} of ${what ?? locator}`);

/** The whole element lies inside the window. `what` is a locator. */
export async function inView(page, what, name) {
    const box = await what.boundingBox();
    const size = page.viewportSize();
    assert.ok(box && box.x >= -0.5 && box.y >= -0.5 && box.x + box.width <= size.width + 0.5 &&
        box.y + box.height <= size.height + 0.5,
    `${name} is in view at ${size.width} x ${size.height}: ${JSON.stringify(box)}`);
}
