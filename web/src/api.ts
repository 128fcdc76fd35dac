// The server's interface over HTTP (docs/api.md), typed, and the one way to call it.

export type Side = 0 | 1;
export type Pair<T> = [T, T];
/** From and to, in the mover's numbering: 25 the bar, 0 off. */
export type Move = [number, number];
/** A single move of the tree: from, to, die, 1 if it hits, the node it leads to. */
export type TreeMove = [number, number, number, number | boolean, number];

export interface Tree {
    nodes: { moves: TreeMove[]; done: boolean }[];
}

export interface Me {
    id: string;
    name: string;
    guest: boolean;
    settings: { [name: string]: unknown };
    insecure: boolean;
    version: string;
}

export interface RuleNote { option: string; text: string; source: string }
export interface Preset {
    name: string;
    title: string;
    match_length: number;
    summary: string;
    notes: RuleNote[];
    options: { [name: string]: unknown };
}
export interface RuleOption {
    name: string;
    kind: 'switch' | 'number' | 'choice';
    choices?: (string | number | boolean | null)[];
}
export interface Rules { presets: Preset[]; options: RuleOption[] }

export interface Level { name: string; about: string }
export interface Levels { levels: Level[]; normal: string }

export interface ClockChoice { kind: 'delay' | 'fischer'; reserve_s: number; step_s: number }

export interface NewGame {
    opponent: 'machine' | 'link' | 'open';
    level?: string;
    tutor?: boolean;
    preset: string;
    options?: { [name: string]: unknown };
    clock: ClockChoice | null;
    rated?: boolean;
    seat?: Side | null;
    spectators?: boolean;
}

export interface OpenGame {
    game: string;
    preset: string;
    match_length: number;
    clock: ClockChoice | null;
    rated: boolean;
    host: string;
    created: number;
}
export interface LiveGame {
    game: string;
    players: Pair<string>;
    score: Pair<number>;
    match_length: number;
    spectators: number;
}

export interface Player {
    name: string;
    kind: 'person' | 'machine' | 'free';
    level?: string;
    online: boolean;
    user: string | null;
    /** Ready for the next game. */
    ready?: boolean;
}
export interface Cube {
    value: number;
    owner: Side | null;
    offered: number | null;
    in_play: boolean;
}
export interface Offer {
    kind: 'double' | 'beaver' | 'raccoon' | 'resign' | 'takeback' | 'rematch';
    by: Side;
    level?: number;
    take_stake?: number;
    drop_stake?: number;
    points?: number;
}
export interface Result {
    winner: Side | null;
    level: number;
    points: number;
    how: 'bearoff' | 'drop' | 'resign' | 'timeout' | 'aborted';
}
export interface LastPlay {
    by: Side;
    dice: Pair<number>;
    moves: [number, number, number | boolean][];
    text: string;
}
export interface ClockState {
    kind: 'delay' | 'fischer';
    step_ms: number;
    reserve_ms: Pair<number>;
    running: Side | null;
    turn_ms: number;
}
export interface DiceSeal {
    commitment: string;
    game: string;
    words: Pair<string | null>;
    /** What binds the words before they are told. */
    committed: Pair<string | null>;
    /** The server's signature of the seal, and when it was made (Unix ms). */
    time?: number;
    key?: string;
    signature?: string;
    seed: string | null;
}
export type Phase = 'opening' | 'to_roll' | 'double_offered' | 'beaver_offered' | 'to_play' |
    'resign_offered' | 'game_over' | 'match_over';

export interface GameState {
    id: string;
    seq: number;
    time: number;
    preset: string;
    title: string;
    match_length: number;
    players: Pair<Player>;
    you: Side | null;
    rated: boolean;
    tutor: boolean;
    opponent: 'machine' | 'link' | 'open';
    stage: 'waiting' | 'playing' | 'over';
    phase: Phase;
    board: number[];
    off: Pair<number>;
    pips: Pair<number>;
    turn: Side | null;
    to_act: Side | null;
    dice: Pair<number> | null;
    /** An illegal play stands and may still be contested. */
    contestable?: boolean;
    cube: Cube;
    offer: Offer | null;
    score: Pair<number>;
    away: Pair<number>;
    game: number;
    crawford: boolean;
    post_crawford: boolean;
    result: Result | null;
    winner: Side | null;
    last_play: LastPlay | null;
    clock: ClockState | null;
    away_budget_ms: Pair<number>;
    dice_seal: DiceSeal;
    actions: string[];
    no_double: { code: string; text: string } | null;
    tree: Tree | null;
    id_xgid: string | null;
    id_gnubg: string | null;
    next: string | null;
    rules?: { [name: string]: unknown };
}

export interface GameEvent {
    type: string;
    by?: Side;
    moves?: Move[];
    text?: string;
    dice?: Pair<number>;
    level?: number;
    name?: string;
    next?: string;
    seed?: string;
    [field: string]: unknown;
}

export interface Probabilities {
    win: number;
    win_gammon: number;
    win_backgammon: number;
    lose_gammon: number;
    lose_backgammon: number;
}
export interface Candidate {
    move: string;
    moves: Move[];
    equity: number;
    loss: number;
    ply?: number;
    probabilities: Probabilities;
}
export interface CubeVerdict {
    action: string;
    available: boolean;
    equity: { no_double: number; double_take: number; double_drop: number };
    take: boolean;
    beaver: boolean;
    probabilities: Probabilities;
    points: { take_live: number; take_dead: number; cash_live: number; cash_dead: number };
    market_lost: number;
}
export interface Check {
    loss: number;
    mark: string;
    made?: Candidate;
    best?: Candidate;
    cube?: CubeVerdict;
    explanation: string;
}
export interface Hint {
    kind: 'play' | 'cube';
    candidates?: Candidate[];
    cube?: CubeVerdict;
}

export interface DiceTable {
    rolls: number;
    counts: number[];
    players: {
        rolls: number;
        doubles: number;
        pips: number;
        expected_pips: number;
        counts: number[];
    }[];
}

/** ERROR of docs/json.md: `message` is a sentence. */
export interface ErrorBody { code: string; message: string; line?: number; column?: number }

export interface Job<Result = unknown> {
    job: string;
    kind: string;
    status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
    done: number;
    of: number;
    partial?: Result;
    result?: Result;
    error?: ErrorBody;
    /** analysis: of which match. */
    match?: string;
}

/** What the server said no to, or that it could not be reached (`code` is 'offline'). */
export class ApiError extends Error {
    constructor(readonly status: number, readonly code: string, text: string,
                readonly line?: number, readonly column?: number,
                readonly retryAfter?: number, readonly id?: string) {
        super(text);
    }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

async function failure(response: Response): Promise<ApiError> {
    let code = `http_${response.status}`;
    let text = `The server answered ${response.status}.`;
    let line: number | undefined;
    let column: number | undefined;
    let id: string | undefined;
    try {
        const body = (await response.json()) as { error?: { [name: string]: unknown } };
        const error = body.error;
        if (error) {
            if (typeof error.code === 'string') code = error.code;
            if (typeof error.message === 'string') text = error.message;
            if (typeof error.line === 'number') line = error.line;
            if (typeof error.column === 'number') column = error.column;
            if (typeof error.id === 'string') id = error.id;
        }
    } catch {
        // Not the server's JSON (a proxy's page): the status is all there is.
    }
    const after = Number(response.headers.get('Retry-After'));
    return new ApiError(response.status, code, text, line, column,
                        after > 0 ? after : undefined, id);
}

async function request(method: Method, path: string, body?: BodyInit,
                       type?: string): Promise<Response> {
    let response: Response;
    try {
        response = await fetch(path, {
            method,
            body,
            headers: type ? { 'Content-Type': type } : undefined,
            credentials: 'same-origin',
            cache: 'no-store',
        });
    } catch {
        throw new ApiError(0, 'offline', 'The server cannot be reached.');
    }
    if (!response.ok) throw await failure(response);
    return response;
}

/** Calls the server; `T` is what docs/api.md says the answer is. */
export async function call<T>(method: Method, path: string, body?: unknown): Promise<T> {
    const response = body === undefined
        ? await request(method, path)
        : await request(method, path, JSON.stringify(body), 'application/json');
    const text = await response.text();
    return (text ? JSON.parse(text) : {}) as T;
}

export const get = <T>(path: string): Promise<T> => call<T>('GET', path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> =>
    call<T>('POST', path, body);
export const patch = <T>(path: string, body: unknown): Promise<T> =>
    call<T>('PATCH', path, body);
export const remove = <T>(path: string, body?: unknown): Promise<T> =>
    call<T>('DELETE', path, body);

/** Sends a file as it is. */
export async function upload<T>(path: string, file: Blob): Promise<T> {
    const response = await request('POST', path, file, 'application/octet-stream');
    return (await response.json()) as T;
}

/** A file or picture as text. */
export async function getText(path: string): Promise<string> {
    return (await request('GET', path)).text();
}

const kept = new Map<string, Promise<unknown>>();
/** Like get, but asks once: for what does not change while the page is open. */
export function getOnce<T>(path: string): Promise<T> {
    let answer = kept.get(path);
    if (!answer) {
        answer = get<T>(path);
        kept.set(path, answer);
        answer.catch(() => kept.delete(path));
    }
    return answer as Promise<T>;
}
