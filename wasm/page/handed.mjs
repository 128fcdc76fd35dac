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

/** What comes in a stream, in one piece. */
export async function whole(stream) {
    const parts = [];
    for (const reader = stream.getReader();;) {
        const { done, value } = await reader.read();
        if (done) break;
        parts.push(value);
    }
    const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
        release(part);
    }
    return all;
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

/**
 * Files of a module (files.mjs), to be read: what came in pieces from the beginning to the end, once, each piece freed
 * when it was; of a blob a part at any time.
 */
export class HandedFiles {
    #named;

    /** `files`: [name, pieces or blob]. */
    constructor(files) {
        this.#named = new Map(files);
    }

    names() {
        return [...this.#named.keys()];
    }

    open(name, { create }) {
        const content = this.#named.get(`/${name.replace(/^\/+/, '')}`);
        if (!content || create) throw Object.assign(new Error(`${name} is not there`), { code: 'ENOENT' });
        const isBlob = !Array.isArray(content);
        const size = isBlob ? content.size : content.reduce((sum, { length }) => sum + length, 0);
        return { id: 1, size: () => size, read: isBlob ? partsOf(content) : onceOf(content), close: () => undefined };
    }
}

function partsOf(blob) {
    const reader = new FileReaderSync();
    return (bytes, at) => {
        const part = new Uint8Array(reader.readAsArrayBuffer(blob.slice(at, at + bytes.length)));
        const { length } = part;
        bytes.set(part);
        release(part);
        return length;
    };
}

function onceOf(left) {
    let first = 0; // where left[0] begins
    return (bytes, at) => {
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
    };
}
