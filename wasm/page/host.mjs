// The server of the pages of one browser: what they ask goes to the door, its answers come back. It is one
// person's, who never signs in: the cookie of the session is kept beside the data.

const SESSION = '/session';

/** The cookie kept, as the server wants to see it. */
export class Session {
    #files;
    #cookie = '';

    constructor(files) {
        this.#files = files;
        let file;
        try {
            file = files.open(SESSION, { create: false });
        } catch (error) {
            if (error.code === 'ENOENT') return;
            throw error;
        }
        const bytes = new Uint8Array(file.size());
        file.read(bytes, 0);
        file.close();
        this.#cookie = new TextDecoder().decode(bytes);
    }

    get headers() {
        return this.#cookie ? [['cookie', this.#cookie]] : [];
    }

    /** Keeps what an answer sets, before anybody sees the answer. */
    take(headers) {
        const set = headers.find(([name]) => name === 'set-cookie')?.[1];
        if (set === undefined) return;
        this.#cookie = /(^|;) *max-age=0 *(;|$)/i.test(set) ? '' : set.split(';')[0];
        const bytes = new TextEncoder().encode(this.#cookie);
        const file = this.#files.open(`${SESSION}.new`, { create: true, empty: true, write: true });
        try {
            file.write(bytes, 0);
            file.sync();
        } finally {
            file.close();
        }
        this.#files.rename(`${SESSION}.new`, SESSION);
    }
}

const about = [['host', 'localhost']];

/** What makes no sense alone: method, path, the sentence. */
const OTHERS = [
    [/./, /^\/api\/(register|login|password|recover|word|sessions)(\/|$)/, 'An account needs a server. Here you are ' +
        'the only player, and what you play stays in this browser.'],
    [/./, /^\/api\/(leaderboard|players)(\/|$)/, 'Players and ratings need a server.'],
    [/POST|PATCH|DELETE/, /^\/api\/(friends|challenges)(\/|$)/, 'Friends and challenges need a server.'],
    [/./, /^\/api\/friends(\/|$)/, 'Friends need a server.'],
    [/./, /^\/api\/clubs(\/|$)/, 'A club needs a server.'],
    [/./, /^\/api\/tournaments(\/|$)/, 'A tournament needs a server.'],
    [/./, /^\/api\/seasons(\/|$)/, 'A league needs a server.'],
];

/** Everything of this browser as one file (archive.mjs): GET and POST. */
const EVERYTHING = '/api/everything';

/** The sentence where a request needs other people; '' where it does not. */
export function needsServer({ method, target, body }) {
    const path = target.split('?')[0];
    const found = OTHERS.find(([methods, paths]) => methods.test(method) && paths.test(path));
    if (found) return found[2];
    if (method !== 'POST' || path !== '/api/games') return '';
    try {
        const { opponent } = JSON.parse(new TextDecoder().decode(body));
        return opponent === undefined || opponent === 'machine' ? '' : 'A game with somebody else needs a server.';
    } catch {
        return ''; // the server says what is wrong with it
    }
}

function refusal(text) {
    const body = new TextEncoder().encode(JSON.stringify({ error: { code: 'needs_server', message: text } }));
    return { status: 501, headers: [['content-type', 'application/json']], body };
}

export class Host {
    #door;
    #session;
    #everything;
    #pages = new Map(); // page -> its lines: number -> { send, close }

    /** `everything` is { save() -> bytes, replace(bytes) }, both promises. */
    constructor(door, session, everything) {
        this.#door = door;
        this.#session = session;
        this.#everything = everything;
    }

    /** Does what a page asks; `reply` gets what it is to hear. */
    take(page, message, reply) {
        const lines = this.#pages.get(page) ?? this.#pages.set(page, new Map()).get(page);
        if (message.request) void this.#request(message, reply);
        else if (message.open) void this.#open(lines, message, reply);
        else if (message.text !== undefined) lines.get(message.line)?.send(message.text);
        else if (message.over) {
            lines.get(message.line)?.close();
            lines.delete(message.line);
        }
    }

    /** A page is gone. */
    leave(page) {
        for (const line of this.#pages.get(page)?.values() ?? []) line.close();
        this.#pages.delete(page);
    }

    async #exchange({ method, body }) {
        if (method === 'POST') {
            await this.#everything.replace(body ?? new Uint8Array(0));
            return { status: 204, headers: [], body: new Uint8Array(0) };
        }
        const name = `alea-${new Date().toISOString().slice(0, 10)}.alea`;
        return { status: 200, headers: [['content-type', 'application/octet-stream'],
            ['content-disposition', `attachment; filename="${name}"`]], body: await this.#everything.save() };
    }

    async #request({ number, request }, reply) {
        if (request.target === EVERYTHING) {
            await this.#exchange(request).then((answer) => reply({ number, answer }),
                (error) => reply({ number, failed: error.message }));
            return;
        }
        const alone = needsServer(request);
        if (alone) {
            reply({ number, answer: refusal(alone) });
            return;
        }
        try {
            const answer = await this.#door.request({ ...request,
                headers: [...about, ...this.#session.headers, ...request.headers ?? []] });
            this.#session.take(answer.headers);
            reply({ number, answer });
        } catch (error) {
            reply({ number, failed: `That could not be done here: ${error.message}` });
        }
    }

    async #open(lines, { line, open }, reply) {
        const early = [];
        let isOpen = false;
        const say = (message) => {
            if (isOpen) reply(message);
            else early.push(message);
        };
        try {
            const headers = [...about, ...this.#session.headers];
            const { socket } = await this.#door.socket({ target: open, headers }, {
                message: (text) => say({ line, text }),
                close: () => {
                    lines.delete(line);
                    say({ line, over: true });
                },
            });
            if (!socket) {
                reply({ line, over: true });
                return;
            }
            lines.set(line, socket);
            reply({ line, open: true });
            isOpen = true;
            early.forEach(reply);
        } catch {
            reply({ line, over: true });
        }
    }
}
