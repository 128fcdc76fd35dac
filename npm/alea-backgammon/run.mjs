// One command of alea in the module, as a process would run it: words, standard input and files in; what it wrote
// out. For node and browsers alike.
import { wasi } from './wasi.mjs';

const encoder = new TextEncoder();

/** Files in memory, as wasi.mjs wants them. */
export class MemoryFiles {
    #all = new Map(); // name -> { bytes, size, id }
    #id = 0;

    /** What is in a file; null where there is none. */
    get(name) {
        const file = this.#all.get(name);
        return file ? file.bytes.subarray(0, file.size) : null;
    }

    set(name, bytes) {
        this.#all.set(name, { bytes, size: bytes.length, id: ++this.#id });
    }

    open(name, { create, exclusive, empty }) {
        let file = this.#all.get(name);
        if (file && exclusive) throw fault('EEXIST');
        if (!file && !create) throw fault('ENOENT');
        if (!file || empty) this.set(name, new Uint8Array(0));
        file = this.#all.get(name);
        return {
            id: file.id,
            size: () => file.size,
            read: (piece, at) => {
                const part = file.bytes.subarray(at, Math.min(file.size, at + piece.length));
                piece.set(part);
                return part.length;
            },
            write: (piece, at) => {
                resize(file, Math.max(file.size, at + piece.length));
                file.bytes.set(piece, at);
                return piece.length;
            },
            truncate: (size) => resize(file, size),
            sync: () => undefined,
            close: () => undefined,
        };
    }

    about(name) {
        const file = this.#all.get(name);
        if (!file) throw fault('ENOENT');
        return { size: file.size, id: file.id };
    }

    remove(name) {
        if (!this.#all.delete(name)) throw fault('ENOENT');
    }

    rename(from, to) {
        const file = this.#all.get(from);
        if (!file) throw fault('ENOENT');
        this.#all.delete(from);
        this.#all.set(to, file);
    }
}

function fault(code) {
    return Object.assign(new Error(code), { code });
}

function resize(file, size) {
    if (size > file.bytes.length) {
        const larger = new Uint8Array(Math.max(size, 2 * file.bytes.length));
        larger.set(file.bytes.subarray(0, file.size));
        file.bytes = larger;
    }
    file.bytes.fill(0, size, Math.max(size, file.size));
    file.size = size;
}

/** All of these pieces in one. */
function joined(pieces) {
    const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
        all.set(piece, at);
        at += piece.length;
    }
    return all;
}

/**
 * The module at work: one command after another. `net`: the bytes of alea.net, without which there is no opinion.
 * Where a command is broken off in its midst the module is begun anew for the next one.
 */
export class Commands {
    #module;
    #files;
    #net;
    #exports = null;
    #now = null; // the command at work: { input, taken, output, messages, hears, decoder }

    constructor(module, { files = new MemoryFiles(), net = null } = {}) {
        this.#module = module;
        this.#files = files;
        this.#net = net;
    }

    get files() {
        return this.#files;
    }

    /** Runs one; `hears(value)` gets how far it is (wasm/commands/door.c). -> { status, output: bytes, messages: text } */
    run(words, { input = new Uint8Array(0), hears = null } = {}) {
        const now = { input, taken: 0, output: [], messages: '', hears, decoder: new TextDecoder() };
        this.#now = now;
        try {
            if (!this.#exports) this.#begin();
            const at = this.#place(encoder.encode(words.map((word) => `${word}\0`).join('')));
            const status = this.#exports.alea_command(at, words.length);
            this.#exports.alea_give(at);
            return { status, output: joined(now.output), messages: now.messages };
        } catch (error) {
            this.#exports = null;
            throw error;
        } finally {
            this.#now = null;
        }
    }

    #begin() {
        const host = wasi({
            files: this.#files,
            read: (piece) => {
                const now = this.#now, part = now.input.subarray(now.taken, now.taken + piece.length);
                piece.set(part);
                now.taken += part.length;
                return part.length;
            },
            write: (fd, bytes) => {
                const now = this.#now;
                if (fd === 1) {
                    now.output.push(bytes);
                    return;
                }
                now.messages += now.decoder.decode(bytes, { stream: true });
            },
        });
        const instance = new WebAssembly.Instance(this.#module, { ...host.imports, alea: {
            progress: (at, size) => this.#now.hears?.(JSON.parse(new TextDecoder().decode(
                new Uint8Array(this.#exports.memory.buffer, at, size).slice()))),
        } });
        host.start(instance);
        this.#exports = instance.exports;
        if (this.#net) this.#place(this.#net, this.#exports.alea_net(this.#net.length));
    }

    #place(bytes, at = this.#exports.alea_take(bytes.length)) {
        if (!at) throw new Error('the module has no memory');
        new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
        return at;
    }
}
