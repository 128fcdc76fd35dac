// The way to the server: over the network; or, in a page that was built to need none (`<meta name="alea-local">`,
// written by tools/make_site), to a worker of this page that runs the same server (wasm/page).

/** A WebSocket, or what stands for it. */
export interface Line {
    readonly isOpen: boolean;
    send(text: string): void;
    close(): void;
}

export interface Hears {
    open(): void;
    message(text: string): void;
    close(): void;
}

interface Answer { status: number; headers: [string, string][]; body: Uint8Array }

/** What the worker says (wasm/page/worker.mjs). */
interface Word {
    state?: 'ready' | 'silent' | 'failed' | 'replaced';
    say?: string;
    keeps?: boolean;
    number?: number;
    answer?: Answer;
    failed?: string;
    line?: number;
    open?: true;
    text?: string;
    over?: true;
}

/** The worker, which the head of the page has begun (wasm/page/begin.js), and what it has said since. */
type Begun = Worker & { early: Word[] };

/** Whether the worker answers; `say` is a sentence where it does not; `keeps`: what is played stays in the
 *  browser when the page is closed. */
export interface State {
    is: 'ready' | 'silent' | 'failed';
    say: string;
    keeps: boolean;
}

/** The page's own server could not do it; the message is a sentence. */
export class LocalFault extends Error {}

class Local {
    private readonly worker: Worker;
    private count = 0;
    private readonly asked = new Map<number, { resolve(answer: Answer): void; reject(error: unknown): void }>();
    private readonly lines = new Map<number, Hears>();
    private wasAskedToKeep = false;
    private state: State | null = null;
    private readonly listeners: ((state: State) => void)[] = [];

    constructor(worker: Begun) {
        this.worker = worker;
        worker.onerror = () => this.fail('The program of this page could not be started. Load the page again.');
        worker.onmessage = (event: MessageEvent<Word>) => this.hear(event.data);
        for (const word of worker.early.splice(0)) this.hear(word);
    }

    onState(listener: (state: State) => void): void {
        this.listeners.push(listener);
        if (this.state) listener(this.state);
    }

    async ask(path: string, init: RequestInit): Promise<Response> {
        const number = ++this.count, method = init.method ?? 'GET';
        if (method !== 'GET') this.keep();
        const body = init.body ? new Uint8Array(await new Response(init.body).arrayBuffer()) : undefined;
        const headers = [...new Headers(init.headers)].map(([name, value]) => [name, value]);
        const answer = await new Promise<Answer>((resolve, reject) => {
            this.asked.set(number, { resolve, reject });
            this.worker.postMessage({ number, request: { method, target: path, headers, body } },
                body ? [body.buffer] : []);
        });
        const none = answer.status === 204 || answer.status === 304;
        return new Response(none ? null : answer.body,
            { status: answer.status, headers: answer.headers.filter(([name]) => name !== 'set-cookie') });
    }

    open(target: string, hears: Hears): Line {
        const line = ++this.count;
        let isOpen = false;
        this.lines.set(line, {
            open: () => {
                isOpen = true;
                hears.open();
            },
            message: hears.message,
            close: () => {
                isOpen = false;
                if (this.lines.delete(line)) hears.close();
            },
        });
        this.worker.postMessage({ line, open: target });
        return {
            get isOpen() { return isOpen; },
            send: (text) => this.worker.postMessage({ line, text }),
            close: () => {
                this.worker.postMessage({ line, over: true });
                const mine = this.lines.get(line);
                // As a WebSocket does: not while its owner still closes it.
                setTimeout(() => mine?.close(), 0);
            },
        };
    }

    private hear(word: Word): void {
        if (word.state) this.turn(word);
        else if (word.number !== undefined) {
            const asked = this.asked.get(word.number);
            this.asked.delete(word.number);
            if (word.answer) asked?.resolve(word.answer);
            else asked?.reject(new LocalFault(word.failed ?? 'That could not be done here.'));
        } else if (word.line !== undefined) {
            const line = this.lines.get(word.line);
            if (word.open) line?.open();
            else if (word.text !== undefined) line?.message(word.text);
            else line?.close();
        }
    }

    private turn({ state, say, keeps }: Word): void {
        if (state === 'replaced') location.assign('/');
        else if (state === 'failed') this.fail(say ?? 'The program of this page stopped. Load the page again.');
        else this.set({ is: state!, say: say ?? '', keeps: keeps !== false });
    }

    private set(state: State): void {
        this.state = state;
        document.documentElement.dataset['local'] = state.is;
        for (const listener of this.listeners) listener(state);
    }

    private fail(text: string): void {
        this.set({ is: 'failed', say: text, keeps: true });
        for (const { reject } of this.asked.values()) reject(new LocalFault(text));
        this.asked.clear();
    }

    /** Asks the browser, once there is something to keep, not to throw it away when the disk is full. */
    private keep(): void {
        if (this.wasAskedToKeep) return;
        this.wasAskedToKeep = true;
        navigator.storage?.persist?.().catch(() => undefined);
    }
}

// A module that is tried without a page has no document.
const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="alea-local"]') ?? null;
/** There is no server but the one in this page. */
export const isLocal = meta !== null;
/** Changes with every change of the site; '' where there is a server. */
export const siteVersion = meta?.dataset['version'] ?? '';
const local = meta ? new Local((globalThis as unknown as { aleaWorker: Begun }).aleaWorker) : null;

/** `listener` gets how the worker is, now and when that changes. */
export function onState(listener: (state: State) => void): void {
    local?.onState(listener);
}

/** The address of a server that the site names, for what needs other people; '' where it names none. */
export const elsewhere = meta?.dataset['server'] ?? '';

/** As fetch does. */
export function ask(path: string, init: RequestInit = {}): Promise<Response> {
    return local ? local.ask(path, init) : fetch(path, init);
}

/** Opens a line to `path`; throws where the address is none. */
export function openLine(path: string, hears: Hears): Line {
    if (local) return local.open(path, hears);
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`);
    socket.onopen = () => hears.open();
    socket.onmessage = (event) => { if (typeof event.data === 'string') hears.message(event.data); };
    socket.onclose = () => hears.close();
    return {
        get isOpen() { return socket.readyState === WebSocket.OPEN; },
        send: (text) => socket.send(text),
        close: () => socket.close(),
    };
}

/** Saves a file of the server, which the network does not have, as a link does; `name` where it has none itself. */
export async function saveLinked(path: string, name = ''): Promise<void> {
    const answer = await ask(path);
    if (!answer.ok) {
        const body = await answer.json().catch(() => null) as { error?: { message?: string } } | null;
        throw new LocalFault(body?.error?.message ?? 'That could not be done here.');
    }
    const named = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
    const address = URL.createObjectURL(await answer.blob());
    const copy = document.createElement('a');
    copy.href = address;
    copy.download = name || named || 'alea';
    copy.click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
}

/** Has links to files work without a network; `failed` gets what went wrong. */
export function followLinks(failed: (error: unknown) => void): void {
    if (!local) return;
    document.addEventListener('click', (event) => {
        const link = (event.target as Element | null)?.closest?.('a');
        if (!link?.getAttribute('href')?.startsWith('/api/')) return;
        event.preventDefault();
        saveLinked(link.getAttribute('href')!, link.download).catch(failed);
    });
}
