// Backgammon by alea's own library in a module: the rules answer at once, opinions come from a worker. What is
// written here are the words of `alea`'s commands; every rule and every figure is the module's.
import { Commands, MemoryFiles } from './run.mjs';
import { unpack } from './packed_net.mjs';

const MODULE = 'alea.wasm', NET = 'alea.net.packed';
const inNode = typeof process === 'object' && Boolean(process.versions?.node);
const encoder = new TextEncoder(), decoder = new TextDecoder();

/** What was asked has no answer: `code` is a word of docs/json.md, `line` and `column` say where, if it is known. */
export class AleaError extends Error {
    constructor(message, { code = 'failed', line = null, column = null } = {}) {
        super(message);
        this.name = 'AleaError';
        this.code = code;
        this.line = line;
        this.column = column;
    }
}

// ---- words ----

/** What a caller may say, and the option that it is; a value of true is the option alone. */
const STAKES = { length: 'length', score: 'score', crawford: 'crawford', money: 'money', jacoby: 'jacoby',
    beavers: 'beavers' };
const RULES = { rules: 'rules', options: 'option' };
const DEPTH = { level: 'level', ply: 'ply', time: 'time' };
const FILE = { partial: 'partial', strict: 'strict', length: 'length', money: 'money', jacoby: 'jacoby',
    beavers: 'beavers', crawford: 'crawford' };
const KNOWN = {
    plays: RULES,
    tree: RULES,
    evaluate: { ...DEPTH, ...STAKES, ...RULES, cubeless: 'cubeless' },
    bestPlays: { ...DEPTH, ...STAKES, ...RULES, cubeless: 'cubeless', count: 'plays' },
    cube: { ...DEPTH, ...STAKES, ...RULES },
    scores: { ply: 'ply', size: 'size' },
    rollout: { ...STAKES, ...RULES, level: 'level', trials: 'trials', count: 'plays', plays: 'play', seed: 'seed',
        ply: 'ply', laterPly: 'later-ply', laterFrom: 'later-from', truncate: 'truncate', replies: 'replies',
        cubeless: 'cubeless', noLuck: 'no-luck', random: 'random', standardError: 'standard-error',
        separation: 'separation' },
    show: FILE,
    convert: { ...FILE, from: 'from', gnubgPoints: 'gnubg-points' },
    analyse: { ...FILE, level: 'level', ply: 'ply', luckPly: 'luck-ply', again: 'again', candidates: 'candidates',
        rolloutBlunders: 'rollout-blunders', player: 'player', minLoss: 'min-loss', sort: 'sort', all: 'all',
        doubtful: 'doubtful', error: 'error', blunder: 'blunder' },
    svg: { play: 'play', otherSide: 'other-side', homeLeft: 'home-left' },
};

function text(value, what) {
    if (typeof value !== 'string') throw new TypeError(`${what} is to be a text`);
    if (/[\0\r\n]/.test(value)) throw new AleaError(`${what} is to be one line`, { code: 'bad_argument' });
    return value;
}

/** One option as words. Of a file `jacoby`, `beavers` and `crawford` are on or off. */
function option(name, value, ofFile) {
    if (value === undefined || value === null) return [];
    if (typeof value === 'boolean') {
        if (ofFile && ['jacoby', 'beavers', 'crawford'].includes(name)) return [`--${name}=${value ? 'on' : 'off'}`];
        return value ? [`--${name}`] : [];
    }
    if (name === 'option')
        return Object.entries(value).map(([key, one]) => text(`--option=${key}=${one}`, 'options'));
    if (Array.isArray(value)) return value.flatMap((one) => option(name, one, ofFile));
    return [text(`--${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`, name)];
}

/** The options of a call as words; `beside`: what the call takes for itself. */
function words(call, options, beside = []) {
    const known = KNOWN[call];
    return Object.entries(options).flatMap(([key, value]) => {
        if (beside.includes(key)) return [];
        if (!Object.hasOwn(known, key))
            throw new TypeError(`${call} has no option "${key}": ${Object.keys(known).concat(beside).join(', ')}`);
        return option(known[key], value, known.partial !== undefined);
    });
}

function diceText(dice) {
    if (dice === undefined || dice === null) return [];
    const both = typeof dice === 'string' ? dice : Array.from(dice).join('');
    if (!/^[1-6]{2}$/.test(both)) throw new AleaError('dice are two numbers from 1 to 6', { code: 'no_dice' });
    return [both];
}

function bytesOf(content) {
    if (typeof content === 'string') return encoder.encode(content);
    if (content instanceof Uint8Array) return content;
    if (content instanceof ArrayBuffer) return new Uint8Array(content);
    throw new TypeError('a file is a text or its bytes');
}

// ---- answers ----

/** The fault that standard error tells: "alea COMMAND: why", "alea: -:LINE:COLUMN: why". */
function told(messages) {
    const first = messages.split('\n').find((line) => line.startsWith('alea')) ?? '';
    const [, line, column, why] =
        /^alea(?: [a-z]+)?: (?:(?:-|argument 1):(?:(\d+):)?(?:(\d+):)? )?(.*)$/.exec(first) ?? [];
    return new AleaError(why || 'there is no answer', { line: line ? Number(line) : null,
        column: column ? Number(column) : null });
}

function check({ status, output, messages }) {
    if (status === 0) return output;
    const error = told(messages);
    if (status === 2) error.code = 'bad_argument';
    throw error;
}

/** The lines of an answer as values; throws the first error among them. */
function values(answer) {
    const lines = decoder.decode(answer.output).split('\n').filter(Boolean);
    if (!lines.length) {
        if (answer.status === 0) throw new AleaError('no position was given', { code: 'bad_position' });
        check(answer);
    }
    return lines.map((line) => {
        const value = JSON.parse(line);
        if (value.error) throw new AleaError(value.error.message, value.error);
        return value;
    });
}

const first = (answer) => values(answer)[0];

/** The same without the key `id`, which is what was asked. */
function withoutId({ id, ...rest }) {
    return rest;
}

// ---- the files of the package ----

async function fetched(name) {
    const place = new URL(`./${name}`, import.meta.url);
    try {
        if (inNode && place.protocol === 'file:') {
            const { readFile } = await import('node:fs/promises');
            return new Uint8Array(await readFile(place));
        }
        const answer = await fetch(place);
        if (!answer.ok) throw new Error(`status ${answer.status}`);
        return new Uint8Array(await answer.arrayBuffer());
    } catch (error) {
        throw new AleaError(`${name} could not be read: ${error.message}`, { code: 'file' });
    }
}

async function compiled(given) {
    if (given instanceof WebAssembly.Module) return given;
    const bytes = given ? bytesOf(given) : await fetched(MODULE);
    let module = null;
    try {
        module = await WebAssembly.compile(bytes);
    } catch (error) {
        throw new AleaError(`the module is damaged: ${error.message}`, { code: 'damaged' });
    }
    if (!WebAssembly.Module.exports(module).some(({ name }) => name === 'alea_command'))
        throw new AleaError('this is not the module of alea', { code: 'damaged' });
    return module;
}

function unpacked(bytes) {
    try {
        return unpack(bytes);
    } catch (error) {
        throw new AleaError(error.message, { code: 'damaged' });
    }
}

// ---- the worker ----

async function startWorker(url, hear, fail) {
    if (inNode) {
        const { Worker: NodeWorker } = await import('node:worker_threads');
        const worker = new NodeWorker(url);
        worker.on('message', hear);
        worker.on('error', fail);
        return { send: (what) => worker.postMessage(what), end: () => worker.terminate(),
            hold: (yes) => (yes ? worker.ref() : worker.unref()) };
    }
    const worker = new Worker(url, { type: 'module' });
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = (event) => fail(new Error(event.message || 'the worker could not be started'));
    return { send: (what) => worker.postMessage(what), end: () => worker.terminate(), hold: () => undefined };
}

/** Commands in a worker, one after another; one that is aborted takes the worker with it, and the next a new one. */
class Crew {
    #module;
    #net;      // a promise of its bytes, once it is wanted
    #readNet;
    #waiting = []; // { words, input, progress, resolve, reject, unheed }
    #now = null;
    #worker = null;
    #closed = false;

    constructor(module, readNet) {
        this.#module = module;
        this.#readNet = readNet;
    }

    ask(words, { input, signal = null, progress = null } = {}) {
        return new Promise((resolve, reject) => {
            if (this.#closed) throw new AleaError('alea has been closed', { code: 'closed' });
            signal?.throwIfAborted();
            const job = { words, input, progress, resolve, reject, unheed: () => undefined };
            const stop = () => this.#abort(job, signal.reason);
            signal?.addEventListener('abort', stop);
            job.unheed = () => signal?.removeEventListener('abort', stop);
            this.#waiting.push(job);
            this.#next();
        });
    }

    close() {
        this.#closed = true;
        this.#end();
        const all = [this.#now, ...this.#waiting].filter(Boolean);
        this.#now = null;
        this.#waiting = [];
        for (const job of all) this.#settle(job, () => job.reject(new AleaError('alea has been closed', { code: 'closed' })));
    }

    #settle(job, how) {
        job.unheed();
        how();
    }

    #end() {
        this.#worker?.end();
        this.#worker = null;
    }

    #abort(job, reason) {
        if (this.#now === job) {
            this.#end();
            this.#done((one) => one.reject(reason));
            return;
        }
        this.#waiting = this.#waiting.filter((other) => other !== job);
        this.#settle(job, () => job.reject(reason));
    }

    #done(how) {
        const job = this.#now;
        this.#now = null;
        if (job) this.#settle(job, () => how(job));
        this.#next();
    }

    async #next() {
        if (this.#now || !this.#waiting.length) {
            if (!this.#now) this.#worker?.hold(false);
            return;
        }
        const job = this.#waiting.shift();
        this.#now = job;
        try {
            if (!this.#worker) await this.#start(job);
        } catch (error) {
            if (this.#now === job) this.#done((one) => one.reject(error));
            return;
        }
        if (this.#now !== job) return; // aborted meanwhile
        this.#worker.hold(true);
        this.#worker.send({ words: job.words, input: job.input });
    }

    async #start(job) {
        this.#net ??= this.#readNet();
        let net = null;
        try {
            net = await this.#net;
        } catch (error) {
            this.#net = null; // the next question reads it anew
            throw error;
        }
        if (this.#now !== job) return;
        let worker = null;
        const mine = (work) => (what) => { if (worker && worker === this.#worker) work(what); };
        worker = await startWorker(new URL('./worker.mjs', import.meta.url), mine((said) => this.#hear(said)),
            mine((error) => {
                this.#end();
                this.#done((one) => one.reject(new AleaError(`the worker has stopped: ${error.message}`)));
            }));
        if (this.#now !== job) {
            worker.end();
            return;
        }
        this.#worker = worker;
        worker.send({ module: this.#module, net });
    }

    #hear(said) {
        if (said.progress !== undefined) {
            try {
                this.#now?.progress?.(said.progress);
            } catch (error) {
                this.#end();
                this.#done((job) => job.reject(error));
            }
            return;
        }
        this.#done((job) => (said.fault === undefined ? job.resolve(said)
            : job.reject(new AleaError(`the module has stopped: ${said.fault}`))));
    }
}

// ---- a match ----

/** The state machine of a whole session (docs/referee.md): it changes by events that the rules accept. */
export class Match {
    #ask; // (lines) -> answers
    #rules;
    #events;
    #state;

    constructor(ask, rules, events) {
        this.#ask = ask;
        this.#rules = JSON.stringify({ rules });
        this.#events = events.map((event) => JSON.stringify(event));
        const answers = this.#ask([this.#rules, ...this.#events]);
        for (const [i, answer] of answers.entries()) {
            if (answer.ok) continue;
            throw new AleaError(i ? `event ${i}: ${answer.message}` : answer.message, { code: answer.code });
        }
        this.#state = answers.at(-1).state;
    }

    get state() {
        return this.#state;
    }

    /** What was accepted so far. */
    get events() {
        return this.#events.map((line) => JSON.parse(line));
    }

    /** Applies an event, or changes nothing: { ok, state } or { ok: false, code, message, state }. */
    apply(event) {
        const line = JSON.stringify(event);
        if (event?.event === 'legal') throw new TypeError('plays() lists the legal plays');
        const answer = this.#ask([this.#rules, ...this.#events, line]).at(-1);
        if (answer.ok) {
            this.#events.push(line);
            this.#state = answer.state;
        }
        return answer;
    }

    /** The legal plays of the dice on the board. */
    plays() {
        const answer = this.#ask([this.#rules, ...this.#events, '{"event": "legal"}']).at(-1);
        if (!answer.ok) throw new AleaError(answer.message, { code: answer.code });
        return answer.plays;
    }
}

// ---- alea ----

/** The rules answer at once; opinions are promised, and one question is answered after another. */
export class Alea {
    #commands;
    #crew;

    constructor(module, readNet) {
        this.#commands = new Commands(module, { files: new MemoryFiles() });
        this.#crew = new Crew(module, readNet);
    }

    #now(command, input = '') {
        return this.#commands.run(command, { input: bytesOf(input) });
    }

    async #think(call, command, id, options, { dice, input } = {}) {
        const { signal = null, progress = null } = options;
        const operands = id === null ? [] : ['--', text(id, 'a position'), ...diceText(dice)];
        const beside = ['signal', ...(call === 'rollout' || call === 'analyse' ? ['progress'] : []),
            ...(call === 'rollout' ? ['dice'] : [])];
        const said = words(call, options, beside);
        return this.#crew.ask([...command, ...said, ...operands], { input, signal, progress });
    }

    // -- the rules --

    plays(id, dice = null, options = {}) {
        const line = [text(id, 'a position'), ...diceText(dice)].join(' ');
        return first(this.#now(['plays', ...words('plays', options)], line)).plays;
    }

    tree(id, dice = null, options = {}) {
        const line = [text(id, 'a position'), ...diceText(dice)].join(' ');
        return first(this.#now(['plays', '--tree', ...words('tree', options)], line)).tree;
    }

    rules(preset = null) {
        if (preset !== null) return first(this.#now(['rules', '--json', '--', text(preset, 'a preset')]));
        return first(this.#now(['rules', '--json'])).presets;
    }

    match(rules = {}, events = []) {
        return new Match((lines) => {
            const answer = this.#now(['referee'], lines.join('\n'));
            return decoder.decode(answer.output).split('\n').filter(Boolean).map((line) => JSON.parse(line));
        }, rules, events);
    }

    // -- positions and files --

    position(id) {
        const { position } = this.show(text(id, 'a position'));
        if (!position) throw new AleaError('this is not one position', { code: 'bad_position' });
        return position;
    }

    show(content, options = {}) {
        const answer = this.#now(['show', '--json', ...words('show', options), '-'], content);
        return JSON.parse(decoder.decode(check(answer)));
    }

    convert(content, to, options = {}) {
        const answer = this.#now(['convert', '--quiet', `--to=${text(to, 'a format')}`,
            ...words('convert', options), '-'], content);
        return decoder.decode(check(answer));
    }

    svg(id, dice = null, options = {}) {
        const answer = this.#now(['diagram', '--to=svg', '--output=-', ...words('svg', options), '--',
            text(id, 'a position'), ...diceText(dice)]);
        const picture = decoder.decode(check(answer));
        if (!picture) throw new AleaError('no position was given', { code: 'bad_position' });
        return picture;
    }

    // -- opinions --

    async evaluate(id, options = {}) {
        if (!Array.isArray(id)) return withoutId(first(await this.#think('evaluate', ['eval', '--json'], id, options)));
        if (!id.length) return [];
        const input = bytesOf(id.map((one) => text(one, 'a position')).join('\n'));
        const answer = await this.#think('evaluate', ['eval', '--json'], null, options, { input });
        return values(answer).map(withoutId);
    }

    async bestPlays(id, dice = null, options = {}) {
        return first(await this.#think('bestPlays', ['move', '--json'], id, options, { dice })).plays;
    }

    async cube(id, options = {}) {
        return withoutId(first(await this.#think('cube', ['cube', '--json'], id, options)));
    }

    async scores(id, dice = null, options = {}) {
        return withoutId(first(await this.#think('scores', ['scores', '--json'], id, options, { dice })));
    }

    async rollout(id, options = {}) {
        const { dice } = options;
        return withoutId(first(await this.#think('rollout', ['rollout', '--json'], id, options, { dice })));
    }

    async analyse(content, options = {}) {
        const answer = await this.#think('analyse', ['analyse', '--json', '--no-cache', '-'], null, options,
            { input: bytesOf(content) });
        return JSON.parse(decoder.decode(check(answer)));
    }

    /** Ends the worker; what is not answered yet is refused. */
    close() {
        this.#crew.close();
    }
}

/**
 * Opens alea. `module` and `net` are the files alea.wasm and alea.net.packed of this package, as bytes, where they
 * cannot be fetched from beside this file; the net is read when an opinion is first asked for.
 */
export async function open({ module = null, net = null } = {}) {
    const packed = net === null ? null : bytesOf(net);
    return new Alea(await compiled(module), async () => unpacked(packed ?? await fetched(NET)));
}
