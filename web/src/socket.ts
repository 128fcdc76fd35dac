// One WebSocket to the server. Commands carry keys and are sent again, with the same key, until
// they are answered, and some times more if the server could not reach its data; games being
// watched are taken up again at the last event seen.

import { isLocal, openLine, type Line } from './local/line';
import type { Answer, ByeMessage, ChallengeEndedMessage, ChallengeMessage, ChouetteMessage, ClubMessage,
    GameMessage, JobMessage, LobbyMessage, OpenGame, TableMessage, TournamentMessage, TurnMessage } from './types';

/** A refused command: `note` is the booklet's sentence behind it, where there is one. */
export class Refused extends Error {
    constructor(readonly code: string, text: string, readonly note?: string) {
        super(text);
    }
}

export type Call = ChallengeMessage | ChallengeEndedMessage | TurnMessage;
type Message = GameMessage | LobbyMessage | JobMessage | ByeMessage | TournamentMessage | ClubMessage |
    TableMessage | ChouetteMessage | Call;

export type Link = 'connecting' | 'online' | 'offline' | 'replaced';

interface Followed { kind: 'tournament' | 'club' | 'table' | 'chouette'; changed: () => void }

interface Waiting {
    key: string;
    text: string;
    /** How often the server could not reach its data for it. */
    failed: number;
    resolve(answer: Answer): void;
    reject(error: unknown): void;
}

interface Watched {
    /** The last number seen; null: from now on. */
    after: number | null;
    listeners: Set<(message: GameMessage) => void>;
}

const firstDelay = 500;
const longestDelay = 15000;
const silence = 45000;

/** Refusals of a server that cannot reach its data: nothing has happened, the key is still free. */
const outages = new Set(['not_stored', 'not_readable', 'storage']);
/** After these waits the command is sent again, in ms; after the last its sender gets the refusal. */
const outageDelays = [500, 1000, 2000, 4000, 8000, 15000];

export class Socket {
    private socket: Line | null = null;
    private waiting = new Map<string, Waiting>();
    private watched = new Map<string, Watched>();
    private lobbyListeners = new Set<(games: OpenGame[]) => void>();
    private followed = new Map<string, Followed>();
    private jobListeners = new Set<(job: JobMessage) => void>();
    private callListeners = new Set<(message: Call) => void>();
    private linkListeners = new Set<(link: Link) => void>();
    private delay = firstDelay;
    private timer = 0;
    private quiet = 0;
    private wanted = false;
    private count = 0;
    private readonly prefix = randomName();
    link: Link = 'offline';
    /** How far the server's clock is ahead of ours, in ms. */
    clockAhead = 0;

    constructor(private readonly path: string) {
        window.addEventListener('online', () => this.hurry());
        if (!isLocal) window.addEventListener('offline', () => this.socket?.close());
        document.addEventListener('visibilitychange', () => {
            if (document.visibilityState === 'visible') this.hurry();
        });
    }

    onLink(listener: (link: Link) => void): () => void {
        this.linkListeners.add(listener);
        return () => this.linkListeners.delete(listener);
    }

    /** A challenge came, or is gone; a game that is not watched waits for me. */
    onCall(listener: (message: Call) => void): () => void {
        this.callListeners.add(listener);
        return () => this.callListeners.delete(listener);
    }

    private setLink(link: Link): void {
        if (this.link === link) return;
        this.link = link;
        for (const listener of this.linkListeners) listener(link);
    }

    /** Connects, if not yet: the first thing sent does it too. */
    open(): void {
        this.wanted = true;
        if (this.socket || this.timer) return;
        this.setLink('connecting');
        try {
            // Several servers: a proxy takes it to the one that has the game.
            const [game] = this.watched.keys();
            const socket: Line = openLine(this.path + (game ? `?game=${game}` : ''), {
                open: () => this.opened(),
                message: (text) => {
                    this.heard();
                    this.take(text);
                },
                close: () => {
                    if (this.socket === socket) this.lost();
                },
            });
            this.socket = socket;
        } catch {
            this.lost();
        }
    }

    private opened(): void {
        this.delay = firstDelay;
        this.setLink('online');
        this.heard();
        for (const [game, watched] of this.watched) this.sendWatch(game, watched);
        if (this.lobbyListeners.size > 0) this.transmit({ key: this.newKey(), do: 'lobby',
            on: true });
        for (const [id, one] of this.followed) this.askFor(id, one);
        for (const command of this.waiting.values()) this.socket?.send(command.text);
        void this.readClock();
    }

    private async readClock(): Promise<void> {
        const before = Date.now();
        try {
            const answer = await this.send({ do: 'ping' });
            const trip = Date.now() - before;
            if (typeof answer.time === 'number' && trip < 4000)
                this.clockAhead = answer.time + trip / 2 - Date.now();
        } catch {
            // Times are then shown as if both clocks agreed.
        }
    }

    /** The server pings every 20 s, unseen here; a ping of ours finds out a dead line. */
    private heard(): void {
        clearTimeout(this.quiet);
        if (isLocal) return; // no line that could be dead; and a long analysis answers nothing
        this.quiet = window.setTimeout(() => {
            if (!this.socket) return;
            this.transmit({ key: this.newKey(), do: 'ping' });
            this.quiet = window.setTimeout(() => this.socket?.close(), 8000);
        }, silence / 2);
    }

    private lost(): void {
        this.socket = null;
        clearTimeout(this.quiet);
        if (!this.wanted) return;
        this.setLink('offline');
        this.timer = window.setTimeout(() => {
            this.timer = 0;
            this.open();
        }, this.delay * (0.75 + Math.random() * 0.5));
        this.delay = Math.min(this.delay * 1.7, longestDelay);
    }

    private hurry(): void {
        if (!this.wanted || this.socket || this.link === 'replaced') return;
        clearTimeout(this.timer);
        this.timer = 0;
        this.delay = firstDelay;
        this.open();
    }

    /** Comes back after the server said that another page took over. */
    reopen(): void {
        this.wanted = true;
        this.setLink('offline');
        this.hurry();
    }

    private newKey(): string {
        this.count += 1;
        return `${this.prefix}-${this.count}`;
    }

    private transmit(command: object): void {
        if (this.socket?.isOpen) this.socket.send(JSON.stringify(command));
    }

    /** Sends a command; answered when the server has taken it, whatever becomes of the line. */
    send(command: { do: string; [field: string]: unknown }): Promise<Answer> {
        const key = this.newKey();
        const text = JSON.stringify({ key, ...command });
        return new Promise((resolve, reject) => {
            this.waiting.set(key, { key, text, failed: 0, resolve, reject });
            if (this.socket?.isOpen) this.socket.send(text);
            else this.open();
        });
    }

    /** Commands that were sent and are not answered yet. */
    get unanswered(): number { return this.waiting.size; }

    private take(data: string): void {
        let message: (Partial<Message> & Partial<Answer>) | null;
        try {
            message = JSON.parse(data) as Partial<Message> & Partial<Answer>;
        } catch {
            return;
        }
        if (!message || typeof message !== 'object') return;
        if (typeof message.key === 'string' && typeof message.ok === 'boolean') {
            this.answered(message as Answer);
            return;
        }
        switch ((message as Message).type) {
            case 'event':
            case 'state':
            case 'outlook':
            case 'presence': this.gameMessage(message as GameMessage); break;
            case 'tournament':
                this.followed.get((message as TournamentMessage).tournament)?.changed();
                break;
            case 'club':
                this.followed.get((message as ClubMessage).club)?.changed();
                break;
            case 'table':
                this.followed.get((message as TableMessage).table)?.changed();
                break;
            case 'chouette':
                this.followed.get((message as ChouetteMessage).chouette)?.changed();
                break;
            case 'lobby':
                for (const listener of this.lobbyListeners)
                    listener((message as LobbyMessage).games);
                break;
            case 'job':
                for (const listener of this.jobListeners) listener(message as JobMessage);
                break;
            case 'challenge':
            case 'challenge_ended':
            case 'turn':
                for (const listener of this.callListeners)
                    listener(message as Call);
                break;
            case 'bye':
                if ((message as ByeMessage).reason === 'replaced') {
                    this.wanted = false;
                    this.setLink('replaced');
                } else if ((message as ByeMessage).reason === 'session') {
                    window.dispatchEvent(new Event('alea-session'));
                }
                break;
        }
    }

    private answered(answer: Answer): void {
        const waiting = this.waiting.get(answer.key);
        if (!waiting) return;
        const delay = !answer.ok && outages.has(answer.error?.code ?? '')
            ? outageDelays[waiting.failed++] : undefined;
        if (delay !== undefined) {
            setTimeout(() => {
                if (this.socket?.isOpen && this.waiting.has(answer.key))
                    this.socket.send(waiting.text);
            }, delay);
            return;
        }
        this.waiting.delete(answer.key);
        if (answer.ok) waiting.resolve(answer);
        else waiting.reject(new Refused(answer.error?.code ?? 'refused',
                                        answer.error?.message ?? 'Refused.', answer.note));
    }

    private gameMessage(message: GameMessage): void {
        const watched = this.watched.get(message.game);
        if (!watched) return;
        if (message.type === 'event') {
            // Sent twice (a resume that overlaps): once is enough.
            if (watched.after !== null && message.seq <= watched.after) return;
            watched.after = message.seq;
        } else if (message.type === 'state') {
            watched.after = Math.max(watched.after ?? 0, message.seq);
        }
        for (const listener of watched.listeners) listener(message);
    }

    private sendWatch(game: string, watched: Watched): void {
        this.transmit({ key: this.newKey(), do: 'watch', game,
            ...(watched.after === null ? {} : { after: watched.after }) });
    }

    /** Watches a game, from its first event if `after` is 0; the answer ends it. */
    watch(game: string, listener: (message: GameMessage) => void, after: number | null = null):
        () => void {
        let watched = this.watched.get(game);
        if (!watched) {
            watched = { after, listeners: new Set() };
            this.watched.set(game, watched);
            if (this.socket?.isOpen) this.sendWatch(game, watched);
            else this.open();
        }
        watched.listeners.add(listener);
        const mine = watched;
        return () => {
            mine.listeners.delete(listener);
            if (mine.listeners.size > 0) return;
            this.watched.delete(game);
            this.transmit({ key: this.newKey(), do: 'unwatch', game });
        };
    }

    /** Asks for the state of a watched game anew. */
    refresh(game: string): void {
        const watched = this.watched.get(game);
        if (watched) this.sendWatch(game, watched);
    }

    lobby(listener: (games: OpenGame[]) => void): () => void {
        this.lobbyListeners.add(listener);
        if (this.lobbyListeners.size === 1) {
            this.open();
            this.transmit({ key: this.newKey(), do: 'lobby', on: true });
        }
        return () => {
            this.lobbyListeners.delete(listener);
            if (this.lobbyListeners.size === 0)
                this.transmit({ key: this.newKey(), do: 'lobby', on: false });
        };
    }

    /** `changed` is called whenever the tournament, club or table may have changed: one listener for each. */
    follow(kind: Followed['kind'], id: string, changed: () => void): () => void {
        const one = { kind, changed };
        this.followed.set(id, one);
        if (this.socket?.isOpen) this.askFor(id, one);
        else this.open();
        return () => {
            // The next page may follow it by now.
            if (this.followed.get(id) !== one) return;
            this.followed.delete(id);
            this.transmit({ key: this.newKey(), do: kind, [kind]: id, on: false });
        };
    }

    /** What changed before the server's answer was not announced. */
    private askFor(id: string, { kind, changed }: Followed): void {
        this.send({ do: kind, [kind]: id, on: true }).then(changed, () => undefined);
    }

    onJob(listener: (job: JobMessage) => void): () => void {
        this.jobListeners.add(listener);
        this.open();
        return () => this.jobListeners.delete(listener);
    }
}

function randomName(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(9));
    return Array.from(bytes, (byte) => byte.toString(36)).join('').slice(0, 14);
}

let shared: Socket | null = null;
/** The page's socket. */
export function theSocket(): Socket {
    shared ??= new Socket('/api/socket');
    return shared;
}
