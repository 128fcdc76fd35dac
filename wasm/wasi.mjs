// The calls of WASI (preview 1) that the modules make, for node and browsers alike: the time, random bytes,
// output, and files where the host has some (`files`, see node_files.mjs).

const BADF = 8, EXIST = 20, INVAL = 28, IO = 29, NOENT = 44, NOSPC = 51, NOSYS = 52, SUCCESS = 0;
const FOLDER = 3; // the descriptor of the only folder, "/"
const errors = { ENOENT: NOENT, EEXIST: EXIST, ENOSPC: NOSPC, EDQUOT: NOSPC, EINVAL: INVAL };
const KIND = { stream: 6, folder: 3, file: 4 };
const RIGHT_TO_WRITE = 64n;

const isFolder = (name) => name === '' || name === '.';
/** The folder opened: names are kept as soon as they are given, so there is nothing to do. */
const theFolder = { isFolder: true, id: 0, size: () => 0, sync: () => undefined, close: () => undefined };

class Exit extends Error {
    constructor(code) {
        super(`exit ${code}`);
        this.code = code;
    }
}

/** What a module imports. `write(fd, bytes)` gets what it prints, `read(bytes)` fills standard input: how many. */
export function wasi({ args = [], write = () => undefined, read = () => 0, files = null } = {}) {
    let memory = null;
    const open = new Map(); // descriptor -> { file, at }
    const view = () => new DataView(memory.buffer);
    const bytes = (at, size) => new Uint8Array(memory.buffer, at, size);
    const text = (at, size) => new TextDecoder().decode(bytes(at, size).slice());
    const texts = args.map((argument) => new TextEncoder().encode(`${argument}\0`));
    const number64 = (at, value) => view().setBigUint64(at, BigInt(value), true);

    /** The pieces of memory that a vector of reads or writes names. */
    const pieces = (vectors, count) => Array.from({ length: count }, (_, i) => bytes(
        view().getUint32(vectors + 8 * i, true), view().getUint32(vectors + 8 * i + 4, true)));
    const attempt = (work) => {
        try {
            return work() ?? SUCCESS;
        } catch (error) {
            if (error instanceof Exit) throw error;
            return errors[error.code] ?? IO;
        }
    };
    /** Moves bytes between memory and a file from `at` on; the number moved. */
    const move = (how, vectors, count, at) => {
        let all = 0;
        for (const piece of pieces(vectors, count)) {
            const done = how(piece, at + all);
            all += done;
            if (done < piece.length) break;
        }
        return all;
    };
    const describe = (out, kind, size = 0, file = 0) => {
        bytes(out, 64).fill(0);
        number64(out + 8, file);
        view().setUint8(out + 16, kind);
        number64(out + 24, 1);
        number64(out + 32, size);
    };
    /** Calls `work` with an open file. */
    const of = (fd, work) => (open.has(fd) ? attempt(() => work(open.get(fd))) : BADF);

    const known = {
        args_sizes_get(count, size) {
            view().setUint32(count, texts.length, true);
            view().setUint32(size, texts.reduce((sum, argument) => sum + argument.length, 0), true);
            return SUCCESS;
        },
        args_get(pointers, at) {
            for (const [i, argument] of texts.entries()) {
                view().setUint32(pointers + 4 * i, at, true);
                bytes(at, argument.length).set(argument);
                at += argument.length;
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
            number64(out, Math.round(ms * 1e6));
            return SUCCESS;
        },
        random_get(at, size) {
            for (let done = 0; done < size; done += 65536)
                crypto.getRandomValues(bytes(at + done, Math.min(65536, size - done)));
            return SUCCESS;
        },
        proc_exit(code) { throw new Exit(code); },
        sched_yield: () => SUCCESS,

        // ---- the folder ----
        fd_prestat_get(fd, out) {
            if (fd !== FOLDER || !files) return BADF;
            view().setUint32(out, 0, true);
            view().setUint32(out + 4, 1, true);
            return SUCCESS;
        },
        fd_prestat_dir_name(fd, at) {
            bytes(at, 1)[0] = 0x2f;
            return SUCCESS;
        },
        path_open(folder, follow, at, size, how, rights, inherited, flags, out) {
            return attempt(() => {
                const name = text(at, size);
                const file = isFolder(name) ? theFolder : files.open(name, {
                    create: (how & 1) !== 0, exclusive: (how & 4) !== 0, empty: (how & 8) !== 0,
                    write: (rights & RIGHT_TO_WRITE) !== 0n,
                });
                let fd = FOLDER + 1;
                while (open.has(fd)) fd++;
                open.set(fd, { file, at: 0, appends: (flags & 1) !== 0 });
                view().setUint32(out, fd, true);
            });
        },
        path_filestat_get(folder, follow, at, size, out) {
            return attempt(() => {
                const name = text(at, size);
                const about = isFolder(name) ? { isFolder: true } : files.about(name);
                describe(out, about.isFolder ? KIND.folder : KIND.file, about.size ?? 0, about.id ?? 0);
            });
        },
        path_unlink_file: (folder, at, size) => attempt(() => files.remove(text(at, size))),
        path_rename: (folder, at, size, to, toAt, toSize) =>
            attempt(() => files.rename(text(at, size), text(toAt, toSize))),

        // ---- a file ----
        fd_fdstat_get(fd, out) {
            const kind = open.has(fd) ? (open.get(fd).file.isFolder ? KIND.folder : KIND.file) : fd === FOLDER && files ? KIND.folder
                : fd < FOLDER ? KIND.stream : 0; // 2 would be a terminal
            if (!kind) return BADF;
            bytes(out, 24).fill(0);
            view().setUint8(out, kind);
            bytes(out + 8, 16).fill(kind === KIND.stream ? 0 : 0xff); // rights
            return SUCCESS;
        },
        fd_fdstat_set_flags: () => SUCCESS,
        fd_filestat_get(fd, out) {
            if (fd < FOLDER) return describe(out, KIND.stream) ?? SUCCESS;
            return of(fd, ({ file }) => describe(out, KIND.file, file.size(), file.id));
        },
        fd_filestat_set_size: (fd, size) => of(fd, ({ file }) => file.truncate(Number(size))),
        fd_sync: (fd) => (fd === FOLDER ? SUCCESS : of(fd, ({ file }) => file.sync())),
        fd_seek(fd, by, whence, out) {
            return of(fd, (entry) => {
                const at = [0, entry.at, entry.file.size()][whence] + Number(by);
                if (!(at >= 0)) return INVAL;
                entry.at = at;
                number64(out, at);
            });
        },
        fd_read(fd, vectors, count, out) {
            if (fd === 0) return view().setUint32(out, move(read, vectors, count, 0), true) ?? SUCCESS;
            return of(fd, (entry) => {
                const all = move((piece, at) => entry.file.read(piece, at), vectors, count, entry.at);
                entry.at += all;
                view().setUint32(out, all, true);
            });
        },
        fd_pread: (fd, vectors, count, at, out) => of(fd, ({ file }) => view().setUint32(out,
            move((piece, from) => file.read(piece, from), vectors, count, Number(at)), true)),
        fd_write(fd, vectors, count, out) {
            if (fd === 1 || fd === 2) {
                let all = 0;
                for (const piece of pieces(vectors, count)) {
                    write(fd, piece.slice());
                    all += piece.length;
                }
                view().setUint32(out, all, true);
                return SUCCESS;
            }
            return of(fd, (entry) => {
                if (entry.appends) entry.at = entry.file.size();
                const all = move((piece, at) => entry.file.write(piece, at), vectors, count, entry.at);
                entry.at += all;
                view().setUint32(out, all, true);
            });
        },
        fd_pwrite: (fd, vectors, count, at, out) => of(fd, ({ file }) => view().setUint32(out,
            move((piece, from) => file.write(piece, from), vectors, count, Number(at)), true)),
        fd_close(fd) {
            return of(fd, ({ file }) => {
                open.delete(fd);
                file.close();
            });
        },
    };
    return {
        imports: { wasi_snapshot_preview1: new Proxy(known, {
            get: (calls, name) => calls[name] ?? (() => NOSYS),
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
        /** Prepares a module that is called, not run. */
        start(instance) {
            memory = instance.exports.memory;
            instance.exports._initialize();
        },
    };
}
