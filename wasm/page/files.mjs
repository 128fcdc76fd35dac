// The files of a module in a browser: the same functions as wasm/node_files.mjs, over the origin's private file
// system. Its files can be opened only in their own time, the module wants one at once: so some are kept open
// that have no name yet, and a file says itself which name it has. It begins with two places for a head, written
// by turns; the newest whole one holds. So a name is given, changed or taken in one write.

const PLACE = 4096, DATA = 2 * PLACE, SPARE = 6, NAME_MOST = 1000;
const MAGIC = 0x616c6561; // "alea"
/** A page that is going may still have the files open: asked again for so long, ms. */
const PATIENCE = 10000, PAUSE = 20;

const fault = (code, text) => Object.assign(new Error(text), { code });
const plain = (name) => `/${name.replace(/^\/+/, '')}`;

/** FNV-1a. */
function sum(bytes) {
    let hash = 0x811c9dc5;
    for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
    return hash >>> 0;
}

/** A head: magic, generation, length of the name, sum of all the rest, name. */
function head(name, generation) {
    const text = new TextEncoder().encode(name);
    if (text.length > NAME_MOST) throw fault('EINVAL', `${name} is too long a name`);
    const bytes = new Uint8Array(PLACE), view = new DataView(bytes.buffer);
    view.setUint32(0, MAGIC);
    view.setBigUint64(4, BigInt(generation));
    view.setUint32(12, text.length);
    bytes.set(text, 20);
    view.setUint32(16, sum(bytes));
    return bytes;
}

/** What a head says; null where it is none. */
function readHead(bytes) {
    const view = new DataView(bytes.buffer), length = view.getUint32(12), said = view.getUint32(16);
    view.setUint32(16, 0);
    if (view.getUint32(0) !== MAGIC || length > NAME_MOST || sum(bytes) !== said) return null;
    return { name: new TextDecoder().decode(bytes.subarray(20, 20 + length)),
        generation: Number(view.getBigUint64(4)) };
}

/** What a call of the file system throws, with the code that the module knows. */
function attempt(work) {
    try {
        return work();
    } catch (error) {
        throw fault(error.name === 'QuotaExceededError' ? 'ENOSPC' : 'EIO', String(error.message ?? error));
    }
}

async function openPatiently(file) {
    const end = performance.now() + PATIENCE;
    for (;;) {
        try {
            return { file, handle: await file.createSyncAccessHandle() };
        } catch (error) {
            if (error.name !== 'NoModificationAllowedError' || performance.now() > end) throw error;
        }
        await new Promise((done) => { setTimeout(done, PAUSE); });
    }
}

export class PageFiles {
    #folder;
    #all = [];      // { file, handle, id, name: '' where it is spare, generation, place: of the head, uses }
    #named = new Map();
    #generation = 0;
    #growth = null;

    /** Opens the folder `name` of the origin. Throws where it cannot be had, or a file in it not be read. */
    static async open(name) {
        const files = new PageFiles();
        const root = await navigator.storage.getDirectory();
        files.#folder = await root.getDirectoryHandle(name, { create: true });
        try {
            const found = [];
            for await (const [, file] of files.#folder.entries()) if (file.kind === 'file') found.push(file);
            await files.#takeAll(found.map(openPatiently));
            files.#settle();
            await files.#grow();
        } catch (error) {
            files.close();
            throw error;
        }
        return files;
    }

    close() {
        for (const { handle } of this.#all) handle.close();
        this.#all = [];
        this.#named.clear();
    }

    /** Takes the handles that come; all of them, so that close() has all, before it throws what went wrong. */
    async #takeAll(coming) {
        const come = await Promise.allSettled(coming), id = this.#all.length + 1;
        const taken = come.filter(({ value }) => value).map(({ value }, i) =>
            ({ ...value, id: id + i, name: '', generation: 0, place: 1, uses: 0 }));
        this.#all.push(...taken);
        const failed = come.find(({ status }) => status === 'rejected');
        if (failed) throw failed.reason;
        for (const one of taken) this.#read(one);
    }

    /** What its heads say. */
    #read(one) {
        const { handle } = one, size = handle.getSize();
        for (const place of [0, 1]) {
            const bytes = new Uint8Array(PLACE);
            if (handle.read(bytes, { at: place * PLACE }) < PLACE) continue;
            const said = readHead(bytes);
            if (said && said.generation > one.generation) Object.assign(one, said, { place });
        }
        // The first head is on the disk before anything else is.
        if (!one.generation && size > DATA)
            throw fault('EIO', 'A file that alea keeps in this browser could not be read.');
        this.#generation = Math.max(this.#generation, one.generation);
    }

    /** A name that two files say is the younger one's: the other was replaced. */
    #settle() {
        for (const one of this.#all) {
            const other = one.name ? this.#named.get(one.name) : null;
            const older = other && other.generation > one.generation ? one : other;
            if (one.name && older !== one) this.#named.set(one.name, one);
            if (older) this.#free(older);
        }
        for (const { name, handle } of this.#all) if (!name && handle.getSize() > DATA) handle.truncate(DATA);
    }

    #grow() {
        this.#growth ??= this.#makeSpare().finally(() => { this.#growth = null; });
        return this.#growth;
    }

    async #makeSpare() {
        const make = async () => {
            const file = await this.#folder.getFileHandle(crypto.randomUUID(), { create: true });
            return { file, handle: await file.createSyncAccessHandle() };
        };
        const spare = () => this.#all.filter((one) => !one.name && !one.uses).length;
        for (let missing; (missing = SPARE - spare()) > 0;)
            await this.#takeAll(Array.from({ length: missing }, make));
    }

    /** Until a file can be made. */
    ready() {
        return this.#grow();
    }

    names() {
        return [...this.#named.keys()];
    }

    #write(one, name) {
        const generation = this.#generation + 1, place = 1 - one.place;
        attempt(() => {
            one.handle.write(head(name, generation), { at: place * PLACE });
            if (one.handle.getSize() < DATA) one.handle.truncate(DATA);
            one.handle.flush();
        });
        this.#generation = generation;
        Object.assign(one, { name, generation, place });
    }

    #free(one) {
        this.#write(one, '');
        if (!one.uses) attempt(() => one.handle.truncate(DATA));
    }

    #find(name) {
        const one = this.#named.get(plain(name));
        if (!one) throw fault('ENOENT', `${name} is not there`);
        return one;
    }

    /** A file; made where `create` says so, made empty by `empty`. */
    open(name, { create, exclusive, empty }) {
        let one = this.#named.get(plain(name));
        if (one && create && exclusive) throw fault('EEXIST', `${name} is there`);
        if (!one) {
            if (!create) this.#find(name);
            one = this.#all.find((spare) => !spare.name && !spare.uses);
            if (!one) throw fault('EIO', 'no file is ready');
            this.#write(one, plain(name));
            this.#named.set(one.name, one);
            this.#grow().catch(() => undefined); // the next that finds none says so
        } else if (empty) {
            attempt(() => one.handle.truncate(DATA));
        }
        one.uses++;
        const { handle } = one;
        return {
            id: one.id,
            size: () => attempt(() => handle.getSize()) - DATA,
            read: (bytes, at) => attempt(() => handle.read(bytes, { at: DATA + at })),
            write: (bytes, at) => attempt(() => handle.write(bytes, { at: DATA + at })),
            truncate: (size) => attempt(() => handle.truncate(DATA + size)),
            sync: () => attempt(() => handle.flush()),
            close: () => {
                one.uses--;
                if (!one.name && !one.uses) attempt(() => handle.truncate(DATA));
            },
        };
    }

    /** What a file that nobody writes any more holds, for other workers: on the disk where the browser allows that. */
    async blob(name) {
        const one = this.#find(name);
        const kept = await one.file.getFile().catch(() => null);
        if (kept) return kept.slice(DATA);
        const bytes = new Uint8Array(attempt(() => one.handle.getSize()) - DATA);
        attempt(() => one.handle.read(bytes, { at: DATA }));
        return new Blob([bytes]);
    }

    about(name) {
        const one = this.#find(name);
        return { isFolder: false, size: attempt(() => one.handle.getSize()) - DATA, id: one.id };
    }

    remove(name) {
        const one = this.#find(name);
        this.#named.delete(one.name);
        this.#free(one);
    }

    rename(from, to) {
        const one = this.#find(from), before = this.#named.get(plain(to));
        if (before === one) return;
        this.#named.delete(one.name);
        this.#write(one, plain(to));
        this.#named.set(one.name, one);
        if (before) this.#free(before);
    }
}

/** The same in memory, for a browser that keeps no files. */
export class MemoryFiles {
    #named = new Map(); // name -> { id, bytes, size }
    #count = 0;

    ready() {
        return Promise.resolve();
    }

    names() {
        return [...this.#named.keys()];
    }

    #find(name) {
        const one = this.#named.get(plain(name));
        if (!one) throw fault('ENOENT', `${name} is not there`);
        return one;
    }

    open(name, { create, exclusive, empty }) {
        let one = this.#named.get(plain(name));
        if (one && create && exclusive) throw fault('EEXIST', `${name} is there`);
        if (!one) {
            if (!create) this.#find(name);
            one = { id: ++this.#count, bytes: new Uint8Array(0), size: 0 };
            this.#named.set(plain(name), one);
        }
        const resize = (size) => {
            if (size > one.bytes.length) {
                const bytes = new Uint8Array(Math.max(size, 2 * one.bytes.length));
                bytes.set(one.bytes.subarray(0, one.size));
                one.bytes = bytes;
            } else {
                one.bytes.fill(0, size, Math.max(size, one.size));
            }
            one.size = size;
        };
        if (empty) resize(0);
        return {
            id: one.id,
            size: () => one.size,
            read: (bytes, at) => {
                const part = one.bytes.subarray(Math.min(at, one.size), Math.min(at + bytes.length, one.size));
                bytes.set(part);
                return part.length;
            },
            write: (bytes, at) => {
                if (at + bytes.length > one.size) resize(at + bytes.length);
                one.bytes.set(bytes, at);
                return bytes.length;
            },
            truncate: resize,
            sync: () => undefined,
            close: () => undefined,
        };
    }

    blob(name) {
        const { bytes, size } = this.#find(name);
        return Promise.resolve(new Blob([bytes.subarray(0, size)]));
    }

    about(name) {
        const { size, id } = this.#find(name);
        return { isFolder: false, size, id };
    }

    remove(name) {
        this.#find(name);
        this.#named.delete(plain(name));
    }

    rename(from, to) {
        const one = this.#find(from);
        this.#named.delete(plain(from));
        this.#named.set(plain(to), one);
    }
}
