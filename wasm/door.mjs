// The server in a module (wasm/server/door.h) as JavaScript calls it: requests, sockets, time. For node and
// browsers alike.
import { wasi } from './wasi.mjs';

const TICK_MS = 50;
const CLOSED = 1012; // "service restart": the module has stopped

const encoder = new TextEncoder(), decoder = new TextDecoder();

/** One server. `now(work)` has work done soon, after what else waits to be done. */
export class Door {
    #exports;
    #answers = new Map(); // number -> the promise's resolve
    #sockets = new Map(); // number -> { message, close }
    #number = 0;
    #timer = null;
    #busy = false;
    #now;
    /** Gets what the module says on the bus: (topic, audience, text). */
    hears = () => undefined;

    /** Opens it: `module` is a WebAssembly.Module, `data` the name of its file among `files`, or ":memory:". */
    static async open({
        module, files, data, limit = 0, newKey = false, write, now = (work) => setTimeout(work, 0),
    }) {
        const door = await Door.#begin(module, files, write);
        door.#now = now;
        const status = door.#with([`${data}\0`], (name) => door.#exports.alea_open(name, limit, newKey ? 1 : 0));
        door.#check(status);
        door.#timer = setInterval(() => door.#do(() => door.#exports.alea_tick()), TICK_MS);
        return door;
    }

    /**
     * A helper (wasm/server/helper.h): does the jobs that `tell` brings, and says on the bus what became of them.
     * `net` and `lay` as of engine().
     */
    static async help({ module, files, net, lay, write }) {
        const door = await Door.#begin(module, files, write);
        door.#net(net, lay);
        const status = door.#exports.alea_help();
        if (status !== 0) throw new Error(`the helper did not start (${status})`);
        return {
            set hears(listener) { door.hears = listener; },
            get size() { return door.size; },
            tell: (topic, audience, text) => {
                door.#bus(topic, audience, text);
                while (door.#exports.alea_help_work());
            },
        };
    }

    /** Makes the bear-off tables, which a server reads, in `files`, in a module of its own. */
    static async tables({ module, files, write }) {
        const door = await Door.#begin(module, files, write);
        if (!door.#exports.alea_tables()) throw new Error('the module has no memory');
    }

    static async #begin(module, files, write) {
        const door = new Door();
        const host = wasi({ write, files });
        const instance = await WebAssembly.instantiate(module, { ...host.imports, alea: door.#offers() });
        door.#exports = instance.exports;
        host.start(instance);
        return door;
    }

    #bus(topic, audience, text) {
        const bytes = encoder.encode(text);
        this.#with([`${topic}\0`, `${audience}\0`, bytes], (...at) => this.#exports.alea_bus(...at, bytes.length));
    }

    /** A message of the bus comes. */
    tell(topic, audience, text) {
        this.#do(() => this.#bus(topic, audience, text));
    }

    /**
     * Opens what evaluates, which work waits for. `lay(net, room)` writes alea.net into room(size), memory of the
     * module; `net` is its bytes where there is none. Throws where it is damaged.
     */
    engine(net, lay) {
        this.#net(net, lay);
        this.#check(this.#do(() => this.#exports.alea_think()));
    }

    /** Asks: `headers` are [name, value], names in lower case. -> { status, headers, body } */
    request({ method = 'GET', target, headers = [], body = new Uint8Array(0) }, signal = null) {
        const number = this.#next();
        return new Promise((resolve) => {
            this.#answers.set(number, resolve);
            signal?.addEventListener('abort', () => {
                if (this.#answers.delete(number)) this.#exports?.alea_request_over(number);
            });
            this.#do(() => this.#with([`${method}\0`, `${target}\0`, `${lines(headers)}\0`, body],
                (...at) => this.#exports.alea_request(number, ...at, body.length)));
        });
    }

    /** Opens a WebSocket; `hears` is { message(text), close(code) }. -> { socket } or the { refusal } */
    async socket({ target, headers = [] }, hears) {
        const number = this.#next();
        let refusal = null;
        this.#answers.set(number, (answer) => { refusal = answer; });
        this.#sockets.set(number, hears);
        const open = this.#do(() => this.#with([`${target}\0`, `${lines(headers)}\0`],
            (...at) => this.#exports.alea_socket(number, ...at)));
        this.#answers.delete(number);
        if (!open) {
            this.#sockets.delete(number);
            return { refusal };
        }
        return { socket: {
            send: (text) => {
                const bytes = encoder.encode(text);
                this.#do(() => this.#with([bytes], (at) =>
                    this.#exports.alea_message(number, at, bytes.length)));
            },
            close: () => {
                if (this.#sockets.delete(number)) this.#do(() => this.#exports.alea_socket_over(number));
            },
        } };
    }

    /** Of the module's memory, bytes. */
    get size() {
        return this.#exports.memory.buffer.byteLength;
    }

    close() {
        if (!this.#exports) return;
        clearInterval(this.#timer);
        const { alea_close: end } = this.#exports;
        end();
        this.#exports = null;
        for (const hears of this.#sockets.values()) hears.close(CLOSED);
        this.#sockets.clear();
    }

    #check(status) {
        if (status !== 0) throw new Error(this.#textAt(this.#exports.alea_fault()));
    }

    #next() {
        do this.#number = (this.#number + 1) >>> 0;
        while (!this.#number || this.#answers.has(this.#number) || this.#sockets.has(this.#number));
        return this.#number;
    }

    #offers() {
        return {
            answer: (number, status, head, headSize, body, size) => {
                const resolve = this.#answers.get(number);
                this.#answers.delete(number);
                const headers = decoder.decode(this.#bytes(head, headSize)).split('\n').filter(Boolean)
                    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
                resolve?.({ status, headers, body: this.#bytes(body, size) });
            },
            send: (socket, at, size) => {
                const text = decoder.decode(this.#bytes(at, size));
                this.#sockets.get(socket)?.message(text);
            },
            bus: (topic, audience, at, size) => this.hears(this.#textAt(topic), this.#textAt(audience),
                decoder.decode(this.#bytes(at, size))),
            close: (socket, code) => {
                const hears = this.#sockets.get(socket);
                this.#now(() => {
                    hears?.close(code);
                    if (this.#sockets.delete(socket)) this.#exports?.alea_socket_over(socket);
                });
            },
        };
    }

    /** Calls the module, and has what it then wants to do done, a piece at a time. */
    #do(call) {
        if (!this.#exports) return 0;
        const result = call();
        if (!this.#busy) {
            this.#busy = true;
            this.#now(() => this.#work());
        }
        return result;
    }

    #work() {
        if (this.#exports?.alea_work()) this.#now(() => this.#work());
        else this.#busy = false;
    }

    #bytes(at, size) {
        return new Uint8Array(this.#exports.memory.buffer, at, size).slice();
    }

    #textAt(at) {
        const all = new Uint8Array(this.#exports.memory.buffer);
        return decoder.decode(all.slice(at, all.indexOf(0, at)));
    }

    #net(net, lay = (bytes, room) => room(bytes.length).set(bytes)) {
        lay(net, (size) => this.#room(this.#exports.alea_net(size), size));
    }

    #room(at, size) {
        if (!at) throw new Error('the module has no memory');
        return new Uint8Array(this.#exports.memory.buffer, at, size);
    }

    /** The address of a copy in the module's memory. */
    #take(bytes) {
        const at = this.#exports.alea_take(bytes.length);
        this.#room(at, bytes.length).set(bytes);
        return at;
    }

    /** Calls `use` with the addresses of texts and bytes in the module's memory. */
    #with(values, use) {
        const taken = values.map((value) => {
            const bytes = typeof value === 'string' ? encoder.encode(value) : value;
            return this.#take(bytes);
        });
        try {
            return use(...taken);
        } finally {
            for (const at of taken) this.#exports.alea_give(at);
        }
    }
}

/** Headers as lines; what would end a line early is no header. */
function lines(headers) {
    return headers.filter(([name, value]) => !/[\r\n\0]/.test(name + value))
        .map(([name, value]) => `${name}: ${value}\n`).join('');
}
