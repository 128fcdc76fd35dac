// The few calls of WASI (preview 1) that the library makes, for node and browsers alike: the time, random
// bytes, output. There are no files.

const EBADF = 8, ENOSYS = 52, SUCCESS = 0;

class Exit extends Error {
    constructor(code) {
        super(`exit ${code}`);
        this.code = code;
    }
}

/** What a module imports. `write(fd, bytes)` gets what it prints. */
export function wasi({ args = [], write = () => undefined } = {}) {
    let memory = null;
    const view = () => new DataView(memory.buffer);
    const bytes = (at, size) => new Uint8Array(memory.buffer, at, size);
    const texts = args.map((text) => new TextEncoder().encode(`${text}\0`));
    const known = {
        args_sizes_get(count, size) {
            view().setUint32(count, texts.length, true);
            view().setUint32(size, texts.reduce((sum, text) => sum + text.length, 0), true);
            return SUCCESS;
        },
        args_get(pointers, at) {
            for (const [i, text] of texts.entries()) {
                view().setUint32(pointers + 4 * i, at, true);
                bytes(at, text.length).set(text);
                at += text.length;
            }
            return SUCCESS;
        },
        environ_sizes_get(count, size) {
            view().setUint32(count, 0, true);
            view().setUint32(size, 0, true);
            return SUCCESS;
        },
        environ_get: () => SUCCESS,
        clock_time_get(clock, precision, out) {
            const ms = clock === 0 ? Date.now() : performance.now();
            view().setBigUint64(out, BigInt(Math.round(ms * 1e6)), true);
            return SUCCESS;
        },
        random_get(at, size) {
            for (let done = 0; done < size; done += 65536)
                crypto.getRandomValues(bytes(at + done, Math.min(65536, size - done)));
            return SUCCESS;
        },
        fd_write(fd, vectors, count, written) {
            if (fd !== 1 && fd !== 2) return EBADF;
            let all = 0;
            for (let i = 0; i < count; i++) {
                const size = view().getUint32(vectors + 8 * i + 4, true);
                write(fd, bytes(view().getUint32(vectors + 8 * i, true), size).slice());
                all += size;
            }
            view().setUint32(written, all, true);
            return SUCCESS;
        },
        proc_exit(code) { throw new Exit(code); },
        sched_yield: () => SUCCESS,
        // Nothing is open but the output, which is a stream.
        fd_prestat_get: () => EBADF,
        fd_fdstat_get(fd, out) {
            if (fd > 2) return EBADF;
            bytes(out, 24).fill(0);
            view().setUint8(out, 6); // a stream; 2 would be a terminal
            return SUCCESS;
        },
    };
    return {
        imports: { wasi_snapshot_preview1: new Proxy(known, {
            get: (calls, name) => calls[name] ?? (() => ENOSYS),
        }) },
        /** Runs a program; its exit status. */
        run(instance) {
            memory = instance.exports.memory;
            try {
                instance.exports._start();
                return 0;
            } catch (error) {
                if (error instanceof Exit) return error.code;
                throw error;
            }
        },
    };
}
