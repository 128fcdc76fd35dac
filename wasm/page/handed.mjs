// Large bytes that go from one worker to another and are read there once. What is done with is freed at once: a buffer
// without a reader stays until the browser collects garbage, which it puts off in a worker that computes.

/** Large enough to have memory of its own, which goes back when it is freed. */
const PIECE = 2 << 20;

/** Frees the memory of bytes, which nobody can read any more. */
export function release({ buffer }) {
    const { port1, port2 } = new MessageChannel();
    port1.postMessage(null, [buffer]);
    port1.close();
    port2.close();
}

/** The content of an open file in pieces, to be transferred. */
export function pieces(file) {
    const all = [];
    for (let at = 0, size = file.size(); at < size; at += PIECE) {
        const piece = new Uint8Array(Math.min(PIECE, size - at));
        file.read(piece, at);
        all.push(piece);
    }
    return all;
}

/** Files of a module (files.mjs) that are read from the beginning to the end, once: a piece is freed when it was. */
export class HandedFiles {
    #named;

    /** `files`: [name, pieces]. */
    constructor(files) {
        this.#named = new Map(files);
    }

    names() {
        return [...this.#named.keys()];
    }

    open(name, { create }) {
        const left = this.#named.get(`/${name.replace(/^\/+/, '')}`);
        if (!left || create) throw Object.assign(new Error(`${name} is not there`), { code: 'ENOENT' });
        const size = left.reduce((sum, { length }) => sum + length, 0);
        let first = 0; // where left[0] begins
        return {
            id: 1,
            size: () => size,
            read: (bytes, at) => {
                let done = 0;
                while (left.length && done < bytes.length) {
                    const from = at + done - first, part = left[0].subarray(from, from + bytes.length - done);
                    bytes.set(part, done);
                    done += part.length;
                    if (from + part.length < left[0].length) break;
                    first += left[0].length;
                    release(left.shift());
                }
                return done;
            },
            close: () => undefined,
        };
    }
}
