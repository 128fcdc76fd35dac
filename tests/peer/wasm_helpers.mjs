// Usage: node wasm_helpers.mjs MODULE NET MATCH ALEA FOLDER: the server in the module analyses a match and rolls a
// position out, by one helper and by two that share it (wasm/page/helpers.mjs). The answers are the same, those of the
// rollout as ALEA gives them; a helper that breaks, a job that is stopped and a second job lose nothing. The memory of
// the modules stays within its bounds, and helpers without a job end. The two-sided table, which stays in its file, is
// as good when it can no longer be read. FOLDER gets the tables.
import assert from 'node:assert';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Door } from '../../wasm/door.mjs';
import { NodeFiles } from '../../wasm/node_files.mjs';
import { HandedFiles, pieces } from '../../wasm/page/handed.mjs';
import { Helpers } from '../../wasm/page/helpers.mjs';

const [modulePath, netPath, matchPath, alea, folder] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(modulePath));
const net = new Uint8Array(readFileSync(netPath)), match = new Uint8Array(readFileSync(matchPath));
/** Its first two games, too little for two helpers. */
const short = new TextEncoder().encode(readFileSync(matchPath, 'utf8').split(/^ Game 3$/m)[0]);
const write = () => undefined, files = () => new NodeFiles(folder);
const later = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** Of the two-sided table: so many can be read, and were. */
let readable = Infinity, read = 0;
globalThis.FileReaderSync = class {
    readAsArrayBuffer(part) {
        if (read >= readable) throw new Error('it is gone');
        read++;
        return part();
    }
};

/** Stands in for a blob. */
function blobOf(file) {
    return { size: file.size(), slice: (from, end) => () => {
        const bytes = new Uint8Array(end - from);
        return bytes.buffer.slice(0, file.read(bytes, from));
    } };
}

/** The tables that the server made, on their way to a helper. */
const handed = () => {
    const one = files().open('/one_sided.bearoff', { create: false }), content = pieces(one);
    one.close();
    const two = files().open('/two_sided.bearoff', { create: false });
    return [['/one_sided.bearoff', content], ['/two_sided.bearoff', blobOf(two)]];
};

const HANG = 600000; // ms: longer than anything takes on a slow, busy machine

/** Until it holds; `said` says what was there last. */
async function until(test, said = () => String(test)) {
    for (const end = Date.now() + HANG; !await test();) {
        assert(Date.now() < end, `hangs: ${said()}`);
        await later(20);
    }
}

/**
 * Stands in for the Worker of helper.mjs, in this thread. Calls `ends(seen, said, worker)` for each question and after
 * each word: 'breaks' ends this one with a word of it, 'sticks' without; 'waits': it goes on by goOn().
 */
async function makeWorker(seen, ends) {
    let helper = null;
    const endsNow = (topic, audience, said) => {
        const how = ends(seen, said, worker);
        if (said && how === 'breaks') { // it was further already
            const text = JSON.stringify({ ...said, done: said.done + 60 });
            worker.onmessage({ data: { topic, audience, text } });
        }
        if (how === 'breaks') worker.onmessage({ data: { failed: 'broken' } });
        worker.waits = how === 'waits';
        worker.gone ||= Boolean(how) && !worker.waits;
        return how;
    };
    const open = async () => {
        const tables = handed(), all = [...tables[0][1]];
        const door = await Door.help({ module, files: new HandedFiles(tables), net, write });
        assert(all.length > 1 && all.every(({ length }) => length === 0), 'what was read is freed');
        helper = door;
        door.hears = (topic, audience, text) => {
            if (worker.gone || worker.waits || door !== helper) return;
            worker.onmessage({ data: { topic, audience, text } });
            if (endsNow(topic, audience, JSON.parse(text))) throw new Error('over'); // out of the module
        };
    };
    const tell = (...question) => {
        worker.goOn = async () => {
            await open();
            worker.waits = false;
            tell(...question);
        };
        try {
            helper.tell(...question);
        } catch (error) {
            if (!worker.gone && !worker.waits) throw error;
        }
    };
    const worker = {
        get size() { return helper.size; },
        gone: false,
        waits: false,
        postMessage: ({ topic, audience, text }) => setTimeout(() => {
            if (worker.gone) return;
            const { share, parts } = JSON.parse(text);
            seen.push(share ? `half ${share[0]}` : parts ? 'joined' : 'whole');
            if (!endsNow(topic, audience, null)) tell(topic, audience, text);
        }),
        terminate: () => { worker.gone = true; },
    };
    await open();
    return worker;
}

/** Has the server with helpers for so many processors do a job: `begin(api)` -> { job, ... }. Stopped when so many trials are shown. */
async function served(processors, begin, { ends = () => null, stops = 0, rests = false } = {}) {
    Object.defineProperty(globalThis, 'navigator', { value: { hardwareConcurrency: processors }, configurable: true });
    const door = await Door.open({ module, files: files(), data: ':memory:', write, now: setImmediate });
    door.engine(net);
    const seen = [], steps = [];
    let isStuck = false, cookie = null, last = null;
    const tell = door.tell.bind(door);
    door.tell = (topic, audience, text) => {
        const { job, done } = JSON.parse(text);
        if (done > 0) steps.push([job, done]);
        tell(topic, audience, text);
    };
    const workers = [];
    const helpers = new Helpers(door, async () => {
        const worker = await makeWorker(seen, (...of) => {
            const how = ends(...of);
            isStuck ||= how === 'sticks';
            return how;
        });
        workers.push(worker);
        return worker;
    });
    const api = async (method, target, body) => {
        const { status, headers, body: bytes } = await door.request({ method, target, body,
            headers: [['host', 'localhost'], ['origin', 'http://localhost'], ...cookie ? [['cookie', cookie]] : []] });
        const json = JSON.parse(new TextDecoder().decode(bytes));
        assert(status < 300, JSON.stringify(json));
        return { headers, json };
    };
    const me = await api('GET', '/api/me');
    cookie = me.headers.find(([name]) => name.toLowerCase() === 'set-cookie')[1].split(';')[0];
    const begun = await begin(api);
    await until(async () => {
        last = (await api('GET', `/api/jobs/${begun.job}`)).json;
        if (last.status === (stops ? 'cancelled' : 'done')) return true;
        assert(last.status === 'queued' || last.status === 'running', JSON.stringify(last));
        if (isStuck && last.partial?.trials === stops) await api('DELETE', `/api/jobs/${begun.job}`);
        return false;
    }, () => JSON.stringify(last));
    begun.result = last.result;
    const dones = steps.filter(([job]) => job === begun.job).map(([, done]) => done);
    assert.deepEqual(dones, dones.toSorted((a, b) => a - b), 'progress goes on');
    const made = begun.match && await api('GET', `/api/matches/${begun.match}/analysis`);
    const sizes = [door.size, ...workers.map(({ size }) => size)];
    if (rests) {
        const now = performance.now.bind(performance);
        performance.now = () => now() + 61000;
        await until(() => workers.every(({ gone }) => gone));
        performance.now = now;
    }
    helpers.close();
    door.close();
    if (made) delete made.json.match;
    return { json: made ? made.json : begun.result, seen, sizes };
}

/** Of a module that has net, caches and one table in it and analyses a match: less than with a second net, or both tables. */
const MEMORY_MB = 18;
const second = (seen, said) => (!said && seen.length === 2 ? 'breaks' : null);
const analysed = async (api, file = match) => (await api('POST', '/api/matches', file)).json;
{
    const one = await served(1, analysed), two = await served(2, analysed, { rests: true });
    const broken = await served(2, analysed, { ends: second });
    // Of a server that had tables, and of its helpers: a phone has little memory, and none of it comes back.
    const mb = two.sizes.map((size) => size / (1 << 20));
    assert(mb.length === 3 && mb.every((size) => size <= MEMORY_MB), `${mb} MB`);
    assert.deepEqual(one.seen, ['whole']);
    assert.deepEqual(two.seen.toSorted(), ['half 0', 'half 1', 'joined']);
    assert.deepEqual(broken.seen.toSorted(), ['half 0', 'half 1', 'half 1', 'joined']);
    assert(one.json.decisions.length > 50, `${one.json.decisions.length} decisions`);
    assert.deepEqual(two.json, one.json);
    assert.deepEqual(broken.json, one.json);
}

// Not far from its end, so that its games are short; trials of the deep level.
const id = 'XGID=-ABB-C----A-----b----bbb--:0:0:1:00:0:0:0:0:10', trials = 360;
const rolled = async (api, of = id) => (await api('POST', '/api/jobs',
    new TextEncoder().encode(JSON.stringify({ kind: 'rollout', id: of, level: 'deep' })))).json;
/** The second half ends so with its first twelve trials. */
const inTheMiddle = (how) => (seen, said) => (seen.length === 2 && said?.done === trials / 2 + 12 ? how : null);
const native = (...of) => {
    const { id: asked, ...json } = JSON.parse(execFileSync(alea, ['rollout', ...of, '--json']));
    return json;
};
{
    const one = await served(1, rolled), two = await served(2, rolled);
    const broken = await served(2, rolled, { ends: inTheMiddle('breaks') });
    const lost = await served(2, rolled, { ends: () => 'breaks' }); // and so the server does it
    const stopped = await served(2, rolled, { ends: inTheMiddle('sticks'), stops: trials / 2 + 12 });
    assert.deepEqual(one.seen, ['whole']);
    assert.deepEqual(two.seen, ['half 0', 'half 1']);
    assert.deepEqual(broken.seen, ['half 0', 'half 1', 'half 1']);
    assert.deepEqual(one.json, native(id, '--level', 'deep'));
    assert.deepEqual(two.json, one.json);
    assert.deepEqual(broken.json, one.json);
    assert.deepEqual(lost.seen, ['half 0', 'half 1']);
    assert.deepEqual(lost.json, one.json);
    const pieces = [[0, 179], [180, 191]].map(([first, last]) => {
        const path = `${folder}/${first}.rollout`;
        execFileSync(alea, ['rollout', id, '--level', 'deep', '--trials', `${first}-${last}`, '--output', path]);
        return path;
    });
    assert.deepEqual(stopped.json, { ...native('merge', ...pieces), done: false });

    // A second job takes one of the two, which had done less, and when it ends, or is stopped, that half is done.
    for (const isStopped of [false, true]) {
        const workers = new Set();
        let most = 0;
        const holds = (seen, said, worker) => {
            workers.add(worker);
            most = Math.max(most, [...workers].filter(({ gone }) => !gone).length);
            if (seen.includes('whole')) return isStopped && !said && seen.at(-1) === 'whole' ? 'waits' : null;
            return said ? said.done === 12 && 'waits' : seen.length === 2 && 'waits';
        };
        const both = await served(2, async (api) => {
            const waiting = (count) => until(() => [...workers].filter(({ waits }) => waits).length === count);
            const first = await rolled(api);
            await waiting(2);
            const { job } = await analysed(api, short), path = `/api/jobs/${job}`;
            if (isStopped) {
                await waiting(3);
                await api('DELETE', path);
            }
            await until(async () => (await api('GET', path)).json.status === (isStopped ? 'cancelled' : 'done'));
            assert.equal(most, 2);
            for (const worker of workers) if (worker.waits && !worker.gone) await worker.goOn();
            return first;
        }, { ends: holds });
        assert.deepEqual(both.seen, ['half 0', 'half 1', 'whole', 'half 1']);
        assert.equal(most, 2);
        assert.deepEqual(both.json, one.json);
    }
}

// A bear-off that needs more rows than the module keeps; then the file can no longer be read.
{
    const late = 'XGID=-ABABBC------------cbbaba-:0:0:1:00:0:0:0:0:10', all = native(late, '--level', 'deep');
    const bornOff = (api) => rolled(api, late);
    const OPENED = 30; // parts of the file, for its sum
    for (const most of [Infinity, OPENED + 2]) {
        read = 0;
        readable = most;
        assert.deepEqual((await served(1, bornOff)).json, all);
        assert(most < Infinity ? read === most : read > OPENED + 100 && read < OPENED + 500, `${read} parts`);
    }
}
