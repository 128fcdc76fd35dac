// The worker of a page without a server. The files can be open once: the worker that holds the lock FILES has
// the module, and serves the pages of all tabs; the others pass on what their pages ask. When it goes, the next
// takes its place.
//
// Page -> worker: { start: { module, net, helper } }, their addresses, then
// { number, request: { method, target, headers, body } }, { line, open: target }, { line, text }, { line, over }.
// Worker -> page: { state, say?, keeps? } ('replaced': other data, all pages load again),
// { number, answer: { status, headers, body } } or { number, failed: a sentence }, and of a line the same words.
import { Door } from '../door.mjs';
import { unpack } from '../packed_net.mjs';
import { lay, save, settle } from './archive.mjs';
import { MemoryFiles, PageFiles } from './files.mjs';
import { pieces, release, whole } from './handed.mjs';
import { Helpers } from './helpers.mjs';
import { Host, Session } from './host.mjs';
import { sentence } from './words.mjs';

const FILES = 'alea-files', FOLDER = 'alea', DATA = '/alea.db';
const pageLock = (page) => `alea-page-${page}`;
/** Another tab that says nothing for so long is said to be silent, ms. */
const SILENCE = 4000;
/** What evaluates is opened when no page has asked for something for so long, or after so long in all, ms. */
const QUIET = 150, QUIET_MOST = 2000;

const own = crypto.randomUUID();
const tabs = new BroadcastChannel('alea');
const asked = new Map(); // number -> request, which another tab has not answered yet
const lines = new Set(); // of this page, in another tab
const waiting = [];      // what the page asked before anybody could answer
const pages = new Set();
const ABSENT = 'The program for this page could not be loaded. Load the page again.';
const REPLACED = 'The data in this browser has been replaced. Load the page again.';

let host = null, helpers = null, served = '', keeps = true, broken = '', silence = 0, askedAt = 0; // served: by whom

const tell = (message, moved) => self.postMessage(message, moved ?? []);
/** Never settles: what is held is held until this worker ends. */
const forEver = () => new Promise(() => undefined);

/** Work soon, after what waits already; a timer would wait 4 ms. */
const soon = (() => {
    const { port1, port2 } = new MessageChannel(), works = [];
    port1.onmessage = () => works.shift()();
    return (work) => {
        works.push(work);
        port2.postMessage(null);
    };
})();

function ask(message) {
    if (broken) {
        if (message.request) tell({ number: message.number, failed: broken });
        else if (message.open) tell({ line: message.line, over: true });
    } else if (host) {
        askedAt = performance.now();
        host.take(own, message, (reply) => tell(reply, reply.answer ? [reply.answer.body.buffer] : []));
    } else if (served) {
        if (message.request) asked.set(message.number, message);
        if (message.open) lines.add(message.line);
        tabs.postMessage({ from: own, message });
    } else {
        waiting.push(message);
    }
}

const flush = () => waiting.splice(0).forEach(ask);

function fail(error) {
    broken = sentence(error);
    tell({ state: 'failed', say: broken });
    flush();
}

// ---- this worker has the files ----

/** What the browser keeps, without the way through the service worker; or the network. */
async function obtain(address) {
    const kept = await self.caches?.match(address).catch(() => undefined);
    const answer = kept ?? await fetch(address).catch(() => null);
    if (!answer?.ok) throw new Error(ABSENT);
    return answer;
}

async function load(address) {
    const { body } = await obtain(address);
    const bytes = await whole(body).catch(() => null);
    if (!bytes) throw new Error(ABSENT);
    return bytes;
}

/** WebAssembly has a copy of its own. */
async function compiled(bytes) {
    const module = await WebAssembly.compile(bytes);
    release(bytes);
    return module;
}

async function compile(address) {
    const bytes = await load(address);
    try {
        if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return await compiled(bytes); // the host unpacked it
        const { readable, writable } = new DecompressionStream('gzip'), writer = writable.getWriter();
        const unpacked = whole(readable);
        const written = Promise.all([writer.write(bytes), writer.close()]);
        written.catch(() => undefined); // the reader says so too
        const all = await unpacked;
        await written;
        release(bytes);
        return await compiled(all);
    } catch (error) {
        throw new Error(`The program for this page did not arrive whole, or this browser cannot run it (${
            error.message}). Load the page again.`);
    }
}

async function openFiles() {
    if (!navigator.storage?.getDirectory || !self.FileSystemFileHandle?.prototype.createSyncAccessHandle) {
        keeps = false;
        return new MemoryFiles();
    }
    try {
        return await PageFiles.open(FOLDER);
    } catch (error) {
        // A private window has no such files; a file that cannot be read is another matter.
        if (error.name !== 'SecurityError' && error.name !== 'NotAllowedError' &&
            error.name !== 'UnknownError') throw error;
        keeps = false;
        return new MemoryFiles();
    }
}

const here = () => tabs.postMessage({ here: own, keeps });

/** Another has the files now: what was not answered is asked again where that changes nothing. */
function askAgain() {
    const unanswered = [...asked.values()];
    asked.clear();
    for (const line of lines) tell({ line, over: true });
    lines.clear();
    for (const message of unanswered) {
        if (message.request?.method === 'GET') ask(message);
        else tell({ number: message.number, failed: 'The other tab was closed before it answered.' });
    }
}

async function serve(compiled, addresses) {
    const [module, files] = await Promise.all([compiled, openFiles()]);
    const net = load(addresses.net); // after the module, which the page waits for
    net.catch(() => undefined); // until somebody waits for it
    settle(files);
    const open = (of) => Door.open({ module, files: of, data: DATA, now: soon,
        write: (fd, bytes) => console.debug(new TextDecoder().decode(bytes)) });
    const door = await open(files);
    const session = new Session(files);
    host = new Host(door, session, {
        save: () => save(files),
        replace: async (bytes) => {
            await lay(files, bytes, async (memory) => (await open(memory)).close());
            broken = REPLACED;
            helpers?.close();
            door.close();
            settle(files);
            tabs.postMessage({ replaced: true });
            soon(() => tell({ state: 'replaced' })); // after the answer
        },
    });
    askAgain();
    clearTimeout(silence);
    tell({ state: 'ready', keeps });
    flush();
    here();
    askedAt = performance.now();
    await pause();
    if (broken) return;
    await makeTables(addresses, module, files);
    const packed = await net;
    if (broken) return;
    door.engine(packed, unpack);
    release(packed);
    helpers = new Helpers(door, () => makeHelper(addresses, module, files));
}

/** The first is read into memory, the second stays in its file. */
const TABLES = ['/one_sided.bearoff', '/two_sided.bearoff'];
/** The server makes the tables itself where another worker has not made them after so long, ms. */
const MAKING = 20000;

/**
 * Has another worker make the tables that are not there yet, and end: making them takes memory which a module never
 * gives back. What goes wrong here is left to the server.
 */
async function makeTables({ helper }, module, files) {
    if (TABLES.every((name) => files.names().includes(name))) return;
    let worker = null;
    try {
        worker = new Worker(helper, { type: 'module' });
        const { made = [] } = await new Promise((resolve, reject) => {
            worker.onmessage = ({ data }) => resolve(data);
            worker.onerror = (event) => {
                event.preventDefault(); // else the page takes it for an error of the server
                reject(new Error('not made'));
            };
            setTimeout(reject, MAKING);
            worker.postMessage({ make: { module } });
        });
        for (const [name, content] of broken ? [] : made) {
            const file = files.open(name, { create: true, empty: true, write: true });
            let at = 0;
            for (const piece of content) {
                at += file.write(piece, at);
                release(piece);
            }
            file.close();
        }
    } catch { /* so the server makes them */ }
    worker?.terminate();
}

/** A worker that does long jobs, with the tables that the server has made. */
async function makeHelper({ helper, net }, module, files) {
    const bytes = await load(net), tables = [];
    const [read, stays] = TABLES.map((name) => files.names().includes(name) && name);
    if (stays) tables.push([stays, await files.blob(stays)]);
    const all = [];
    if (read) {
        const file = files.open(read, { create: false });
        all.push(...pieces(file));
        file.close();
        tables.push([read, all]);
    }
    const worker = new Worker(helper, { type: 'module' });
    worker.postMessage({ open: { module, net: bytes, tables } }, [bytes, ...all].map(({ buffer }) => buffer));
    return worker;
}

/** Until the pages have what they begin with. */
async function pause() {
    const end = performance.now() + QUIET_MOST;
    for (let now = performance.now(); now < end && now < askedAt + QUIET; now = performance.now())
        await new Promise((done) => { setTimeout(done, QUIET / 3); });
}

function takeFrom(page, message) {
    if (!pages.has(page)) {
        pages.add(page);
        void navigator.locks.request(pageLock(page), () => {
            pages.delete(page);
            host.leave(page);
        });
    }
    askedAt = performance.now();
    if (broken && message.request) tabs.postMessage({ to: page, message: { number: message.number, failed: broken } });
    else host.take(page, message, (reply) => tabs.postMessage({ to: page, message: reply }));
}

// ---- another has them ----

function takeReply(message) {
    if (message.number) asked.delete(message.number);
    if (message.over) lines.delete(message.line);
    tell(message);
}

tabs.onmessage = ({ data }) => {
    if (data.hello && host) here();
    if (data.replaced) tell({ state: 'replaced' });
    if (data.message && host && data.from) takeFrom(data.from, data.message);
    if (data.message && data.to === own) takeReply(data.message);
    if (data.here && !host && data.here !== served) {
        served = data.here;
        keeps = data.keeps;
        clearTimeout(silence);
        askAgain();
        tell({ state: 'ready', keeps });
        flush();
    }
};

async function start(addresses) {
    const compiled = compile(addresses.module); // meanwhile
    compiled.catch(() => undefined);
    await new Promise((held) => {
        void navigator.locks.request(pageLock(own), () => {
            held();
            return forEver();
        });
    });
    const take = async (lock) => {
        if (!lock) return false;
        await serve(compiled, addresses).catch(fail);
        return host ? forEver() : true;
    };
    // Answered once the files are held, or at once where another tab has them.
    if (await navigator.locks.request(FILES, { ifAvailable: true }, take)) return;
    silence = setTimeout(() => tell({ state: 'silent',
        say: 'alea is open in another tab, which does not answer. Close it there, and this page goes on.' }), SILENCE);
    tabs.postMessage({ hello: own });
    void navigator.locks.request(FILES, take);
}

self.onmessage = ({ data }) => {
    if (data.start) start(data.start).catch(fail);
    else ask(data);
};
