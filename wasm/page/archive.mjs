// Everything that one person has in this browser as one file, and back: the files of the module as they are, but
// for the tables, which it makes itself. A line that names the format, a line of JSON that names the files, their
// bytes; packed by gzip.
//
// What comes in is tried first in a module of its own, in memory. Then it is laid beside what is there, under
// names of its own, and a mark says that it is whole: from there on it takes the place of what was there, now or,
// after a kill, before the module is opened the next time.
import { MemoryFiles } from './files.mjs';

const FORMAT = 'alea-everything-1', MOST = 1 << 29, HEAD_MOST = 1 << 16;
const DATA = '/alea.db', BESIDE = '/incoming', MARK = '/incoming';
const besides = (name) => `${BESIDE}${name}`;

const isKept = (name) => name !== MARK && !name.startsWith(besides('/')) && !/([.]bearoff|-shm)$/.test(name);
const noFile = (why) => new Error(`This file is damaged, or not one with everything (${why}). Nothing ` +
    'was changed.');

function readWhole(files, name) {
    const file = files.open(name, { create: false });
    try {
        const bytes = new Uint8Array(file.size());
        if (file.read(bytes, 0) !== bytes.length) throw new Error(`${name} could not be read`);
        return bytes;
    } finally {
        file.close();
    }
}

function writeWhole(files, name, bytes) {
    const file = files.open(name, { create: true, empty: true, write: true });
    try {
        if (file.write(bytes, 0) !== bytes.length) throw new Error(`${name} could not be written`);
        file.sync();
    } finally {
        file.close();
    }
}

async function digest(bytes) {
    const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    return [...sum].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The file. The module must not run meanwhile, which it does not before the first wait. */
export async function save(files) {
    const all = files.names().filter(isKept).sort().map((name) => ({ name, bytes: readWhole(files, name) }));
    const list = await Promise.all(all.map(async ({ name, bytes }) => (
        { name, size: bytes.length, sha256: await digest(bytes) })));
    const parts = [`${FORMAT}\n${JSON.stringify({ files: list })}\n`, ...all.map(({ bytes }) => bytes)];
    const packed = new Blob(parts).stream().pipeThrough(new CompressionStream('gzip'));
    return new Uint8Array(await new Response(packed).arrayBuffer());
}

async function unzip(packed) {
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    const parts = [];
    let size = 0;
    for (const reader = stream.getReader();;) {
        const { done, value } = await reader.read().catch((error) => { throw noFile(error.message); });
        if (done) break;
        parts.push(value);
        size += value.length;
        if (size > MOST) throw noFile('it is too large');
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** -> [{ name, bytes }]; throws a sentence. */
async function read(packed) {
    const bytes = await unzip(packed);
    const start = new TextDecoder().decode(bytes.subarray(0, HEAD_MOST)), [format, head] = start.split('\n', 2);
    if (format !== FORMAT || start.indexOf('\n', FORMAT.length + 1) < 0) throw noFile('its first lines');
    let list;
    try {
        ({ files: list } = JSON.parse(head));
    } catch {
        throw noFile('its list');
    }
    const isOne = ({ name, size, sha256 }) => /^[/][\w.-]{1,100}$/.test(name) && isKept(name) &&
        Number.isSafeInteger(size) && size >= 0 && typeof sha256 === 'string';
    if (!Array.isArray(list) || !list.every((one) => one && isOne(one)) ||
        new Set(list.map(({ name }) => name)).size !== list.length || !list.some(({ name }) => name === DATA))
        throw noFile('its list');
    let at = new TextEncoder().encode(`${format}\n${head}\n`).length;
    const found = [];
    for (const { name, size, sha256 } of list) {
        const part = bytes.subarray(at, at + size);
        if (part.length !== size || await digest(part) !== sha256) throw noFile(name);
        found.push({ name, bytes: part });
        at += size;
    }
    if (at !== bytes.length) throw noFile('there is more in it');
    return found;
}

function removeAll(files, names) {
    for (const name of names) files.remove(name);
}

/** Reads the file and lays it beside; throws a sentence where nothing was changed. `open(files)` has a module open
 *  them and close them again. */
export async function lay(files, packed, open) {
    const found = await read(packed);
    const memory = new MemoryFiles();
    for (const { name, bytes } of found) writeWhole(memory, name, bytes);
    try {
        await open(memory);
    } catch (error) {
        throw new Error(`${/made by a newer alea/.test(error.message) ? 'The file was made by a newer alea than this page'
            : `The file cannot be used (${error.message})`}. Nothing was changed.`);
    }
    try {
        for (const { name, bytes } of found) {
            await files.ready();
            writeWhole(files, besides(name), bytes);
        }
        await files.ready();
        writeWhole(files, MARK, new TextEncoder().encode(JSON.stringify(found.map(({ name }) => name))));
    } catch (error) {
        removeAll(files, files.names().filter((name) => name === MARK || name.startsWith(besides('/'))));
        throw new Error(error.code === 'ENOSPC' ? 'There is no room for it in this browser. Nothing was changed.'
            : `It could not be written (${error.message}). Nothing was changed.`);
    }
}

/** What was laid beside, and is whole, takes the place of what is there; what is not whole goes. No module has the
 *  files open. */
export function settle(files) {
    const names = files.names(), beside = names.filter((name) => name.startsWith(besides('/')));
    if (!names.includes(MARK)) {
        removeAll(files, beside);
        return;
    }
    let list = null;
    try {
        list = JSON.parse(new TextDecoder().decode(readWhole(files, MARK)));
    } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
    }
    if (!list) { // killed while the mark was written
        removeAll(files, [MARK, ...beside]);
        return;
    }
    removeAll(files, names.filter((name) => isKept(name) && !list.includes(name)));
    for (const name of list) if (beside.includes(besides(name))) files.rename(besides(name), name);
    files.remove(MARK);
}
