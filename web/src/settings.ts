// A person's settings. Kept in this browser, and with the account so that they follow the person.

import { contrast, luminance } from './contrast';

/** The boards by name; css/board.css and apps/publish/picture/theme.c have their colours. */
export const BOARDS = [
    { value: 'lagoon', text: 'Lagoon' }, { value: 'night', text: 'Night' },
    { value: 'sand', text: 'Sand' }, { value: 'plum', text: 'Plum' },
    { value: 'contrast', text: 'High contrast' }, { value: 'safe', text: 'Colour-blind safe' },
    { value: 'wood', text: 'Wood' }, { value: 'leather', text: 'Leather' },
    { value: 'felt', text: 'Green felt' },
] as const;

export interface Settings {
    mode: 'system' | 'light' | 'dark';
    board: 'auto' | (typeof BOARDS)[number]['value'];
    /** A set that stands in for the board's own, or own colours. */
    checkers: 'board' | 'ivory' | 'marble' | 'cherry' | 'amber' | 'own';
    dice: 'checkers' | 'ivory' | 'ruby' | 'jet' | 'jade';
    ownLight: string;
    ownDark: string;
    homeLeft: boolean;
    swapColours: boolean;
    /** My checkers in a game: as the seat has them, or always the same. */
    mine: 'seat' | 'light' | 'dark';
    /** Ask before a double even where the tutor has nothing to say. */
    askDouble: boolean;
    /** Point numbers: always mine, or for the player to decide. */
    numbering: 'decider' | 'mine' | 'none';
    speed: 'off' | 'fast' | 'normal' | 'slow';
    arrows: boolean;
    pips: boolean;
    marks: boolean;
    /** One tap moves with the left die; otherwise a tap chooses and a second one places. */
    oneTap: boolean;
    /** Moves without a choice are made on the board at once (the commit stays mine). */
    autoForced: boolean;
    /** And a whole play without a choice is sent. */
    sendForced: boolean;
    /** In a bear-off without contact, a play that takes as many off as can be is made. */
    greedyBearOff: boolean;
    autoRoll: boolean;
    textBoard: boolean;
    /** Letters and signs act without another key held down. */
    singleKeys: boolean;
    /** The least loss of a decision before the tutor warns. */
    tutorFrom: number;
    reducedMotion: 'system' | 'on' | 'off';
    sound: boolean;
    volume: number;
    mutedSounds: string[];
    muteChat: boolean;
    /** Notifications of the browser when it is my turn and the page is not in view. */
    notify: boolean;
    words: string;
    /** The game that is explained as it goes, somebody's first one. */
    firstGame: string;
    /** A match was finished here or by this account. */
    finished: boolean;
    /** The last choices of the new game dialog. */
    newGame: { [name: string]: unknown };
}

const defaults: Settings = {
    mode: 'system',
    board: 'auto',
    checkers: 'board',
    dice: 'checkers',
    ownLight: '#f7e7c6',
    ownDark: '#23345c',
    homeLeft: false,
    swapColours: false,
    mine: 'seat',
    askDouble: false,
    numbering: 'mine',
    speed: 'normal',
    arrows: true,
    pips: true,
    marks: true,
    oneTap: true,
    autoForced: false,
    sendForced: false,
    greedyBearOff: false,
    autoRoll: false,
    textBoard: false,
    singleKeys: true,
    tutorFrom: 0.02,
    reducedMotion: 'system',
    sound: true,
    volume: 0.6,
    mutedSounds: [],
    muteChat: false,
    notify: false,
    words: '',
    firstGame: '',
    finished: false,
    newGame: {},
};

const storageKey = 'alea-settings';
/** The changes that the server has not confirmed yet: they survive a page that is left at once. */
const unsentKey = 'alea-settings-unsent';
/** The account or guest whose settings these are; '' until it is known. */
let owner = '';
type Listener = (settings: Settings) => void;
const listeners = new Set<Listener>();
let uploader: ((settings: Settings) => void) | null = null;

/** Takes what fits the types of the defaults and leaves out the rest. */
function merge(base: Settings, given: unknown): Settings {
    const result: { [name: string]: unknown } = { ...base };
    if (given && typeof given === 'object') {
        const from = given as { [name: string]: unknown };
        for (const [name, value] of Object.entries(defaults)) {
            const candidate = from[name];
            if (typeof candidate === typeof value && candidate !== null &&
                Array.isArray(candidate) === Array.isArray(value))
                result[name] = candidate;
        }
    }
    return result as unknown as Settings;
}

function load(): Settings {
    try {
        return merge(defaults, JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    } catch {
        return { ...defaults };
    }
}

export let settings: Settings = load();

function keep(key: string, value: string): void {
    try {
        localStorage.setItem(key, value);
    } catch {
        // A browser that keeps nothing: the choices last as long as the page.
    }
}

function store(): void {
    keep(storageKey, JSON.stringify(settings));
}

function unsent(): string {
    try {
        return localStorage.getItem(unsentKey) ?? '';
    } catch {
        return '';
    }
}

function tell(): void {
    applyToPage();
    for (const listener of listeners) listener(settings);
}

export function change(part: Partial<Settings>): void {
    settings = { ...settings, ...part };
    store();
    keep(unsentKey, owner);
    tell();
    uploader?.(settings);
}

/** The account's choices, when they arrive, win over this browser's, except for changes of the same
 *  account made here that were not sent yet. */
export function adopt(id: string, given: unknown): void {
    owner = id;
    if (unsent() === id) {
        uploader?.(settings);
        return;
    }
    settings = merge(settings, given);
    store();
    tell();
}

export function onSettings(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

/** The server has `sent`; what was changed meanwhile is still to be sent. */
export function confirmed(sent: Settings): void {
    if (sent === settings) keep(unsentKey, '');
}

export function uploadWith(send: (settings: Settings) => void): void {
    uploader = send;
}

const darkQuery = window.matchMedia('(prefers-color-scheme: dark)');
const motionQuery = window.matchMedia('(prefers-reduced-motion: reduce)');

export function isDark(): boolean {
    return settings.mode === 'dark' || (settings.mode === 'system' && darkQuery.matches);
}

export function lessMotion(): boolean {
    return settings.reducedMotion === 'on' ||
        (settings.reducedMotion === 'system' && motionQuery.matches);
}

/** Milliseconds of one checker's move on the board. */
export function moveTime(): number {
    if (lessMotion()) return 0;
    return { off: 0, fast: 160, normal: 320, slow: 700 }[settings.speed];
}

/** Themes are attributes of the root, so that style sheets alone decide how things look. */
export function applyToPage(): void {
    const root = document.documentElement;
    root.dataset.mode = isDark() ? 'dark' : 'light';
    root.dataset.board = settings.board === 'auto' ? (isDark() ? 'night' : 'lagoon')
                                                   : settings.board;
    root.dataset.checkers = settings.checkers;
    root.dataset.dice = settings.dice;
    for (const [name, colour] of [['a', settings.ownLight], ['b', settings.ownDark]] as const) {
        if (luminance(colour) === null) continue;
        const ink = contrast(colour, '#ffffff') >= contrast(colour, '#000000') ? '#ffffff'
                                                                             : '#000000';
        root.style.setProperty(`--own-${name}`, colour);
        root.style.setProperty(`--own-${name}-ink`, ink);
        root.style.setProperty(`--own-${name}-ring`,
                               `color-mix(in srgb, ${colour} 65%, ${ink})`);
    }
    root.dataset.motion = lessMotion() ? 'less' : 'full';
    root.style.setProperty('--move-time', `${moveTime()}ms`);
}

darkQuery.addEventListener('change', tell);
motionQuery.addEventListener('change', tell);
applyToPage();

/** Whether the colours of the checkers are exchanged on the board of a game; `you`: the reader's
 *  seat, null for a spectator. */
export function swapsColours(you: 0 | 1 | null): boolean {
    if (you === null || settings.mine === 'seat') return settings.swapColours;
    return (settings.mine === 'light') !== (you === 0);
}
