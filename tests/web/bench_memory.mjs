// Memory of the page that needs no server, on a small window: of the browser's process that has the page and its
// workers, MB of its own, and the proportional set size (PSS), in which the browser's program counts for the more the
// fewer processes there are. ALEA_SITE=FOLDER measures a site that is made already. An argument "regions" lists the
// largest pieces.
import { readFileSync } from 'node:fs';
import { Alone, machine, turns } from './lib/alone.mjs';
import { openBrowser, pause, until } from './lib/browser.mjs';
import { Site } from './lib/site.mjs';

const match = readFileSync(new URL('../../bench/match7.mat', import.meta.url), 'utf8');
const SETTLED = 3000, SAMPLE = 100, LET_GO = 65000; // ms; a helper ends after a minute without a job

// The browser keeps what was fetched for whoever watches the network, which Playwright does: twice the module and four
// times the net. Not here.
const stringify = JSON.stringify;
JSON.stringify = (value, ...more) => stringify(value?.method === 'Network.enable'
    ? { ...value, params: { maxTotalBufferSize: 0, maxResourceBufferSize: 0 } } : value, ...more);

const site = await Site.start();
const browser = await openBrowser();
const wire = await browser.newBrowserCDPSession();

/** The largest process with a page in it: its number, bytes. */
async function renderer() {
    const { processInfo } = await wire.send('SystemInfo.getProcessInfo');
    const all = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => {
        try {
            const text = readFileSync(`/proc/${id}/smaps_rollup`, 'latin1');
            const bytes = (what) => 1024 * Number(new RegExp(`^${what}: +(\\d+)`, 'm').exec(text)[1]);
            return { id, own: bytes('Anonymous'), pss: bytes('Pss') };
        } catch {
            return { id, own: 0, pss: 0 }; // it has ended
        }
    });
    return all.sort((a, b) => b.own - a.own)[0];
}

/** [bytes, what it is] of pieces of the process's memory, the largest first. */
function regions(id) {
    const all = [];
    for (const line of readFileSync(`/proc/${id}/smaps`, 'latin1').split('\n')) {
        const head = /^([0-9a-f]+)-[0-9a-f]+ (\S+) \S+ \S+ \S+ *(.*)/.exec(line);
        if (head) all.push([0, `${head[2]} ${head[3] || head[1]}`]);
        const size = /^Pss: +(\d+)/.exec(line);
        if (size) all.at(-1)[0] = 1024 * Number(size[1]);
    }
    return all.sort((a, b) => b[0] - a[0]).slice(0, 16);
}

const mb = (bytes) => (bytes / 1e6).toFixed(0).padStart(5);

async function tell(what, found = null) {
    const now = found ?? await renderer();
    console.log(`${mb(now.own)} MB${mb(now.pss)} PSS  ${what}`);
    if (process.argv.includes('regions'))
        for (const [size, name] of regions((await renderer()).id)) console.log(`      ${mb(size)} ${name}`);
}

/** The most until the job ends, or for so many ms. */
async function most(person, job, limit = Infinity) {
    let found = { own: 0, pss: 0 }, isOver = false;
    const end = Date.now() + limit;
    const over = until(async () => {
        const { status } = (await person.api('GET', `/api/jobs/${job}`)).json;
        return isOver || (status !== 'running' && status !== 'queued');
    }, 'the end').then(() => { isOver = true; });
    while (!isOver && Date.now() < end) {
        const now = await renderer();
        if (now.own > found.own) found = now;
        await pause(SAMPLE);
    }
    isOver = true;
    await over;
    return found;
}

async function visit(person) {
    await person.goto('/');
    await person.named();
    await pause(SETTLED);
    await tell('first page');
    await person.newGame(machine);
    await turns(person, 3);
    await tell('in a game');
    await person.newGame({ ...machine, tutor: true });
    await turns(person, 3);
    await tell('in a game with the tutor');
}

async function work(person) {
    const made = (await person.api('POST', '/api/matches?name=match7.mat', match)).json;
    const began = Date.now(), peak = await most(person, made.job);
    await tell(`while two workers analyse ${made.games} games, at most (${((Date.now() - began) / 1000).toFixed(1)} s)`,
        peak);
    await pause(SETTLED);
    await tell('after it');
    const { json: { job } } = await person.api('POST', '/api/jobs',
        { kind: 'rollout', id: '4HPwATDgc/ABMA:cAkAAAAAAAAA', level: 'deep' });
    await tell('while two workers roll out, at most', await most(person, job, 20000));
    await person.api('DELETE', `/api/jobs/${job}`);
    await pause(LET_GO);
    await tell('a minute later');
}

try {
    const context = await browser.newContext({ viewport: { width: 390, height: 664 } });
    await (await context.newPage()).goto('about:blank');
    await pause(SETTLED);
    await tell('a page without anything');
    await context.close();
    const person = await Alone.come(browser, site, { viewport: { width: 390, height: 664 } });
    console.log('first visit');
    await visit(person);
    await work(person);
    await person.page.close();
    person.page = await person.open();
    console.log('second visit, another process');
    await visit(person);
    await work(person);
    await person.leave();
} finally {
    await browser.close();
    await site.stop();
}
