// The types of alea-backgammon. The shapes are those of docs/json.md; equities are points per unit of the cube
// before any double, to the side that decides; chances are 0 to 1.

/** An XGID, a Position ID (where a play is wanted, with dice), Position ID:Match ID, an OGID or a FIBS board. */
export type Id = string;
/** Two numbers from 1 to 6, or both as a text: "31". Without them the dice of the position count. */
export type Dice = readonly [number, number] | string | null;
/** The whole of a file: text or bytes. */
export type Content = string | Uint8Array | ArrayBuffer;

export interface Chances {
    win: number;
    win_gammon: number;
    win_backgammon: number;
    lose_gammon: number;
    lose_backgammon: number;
}

export interface LegalPlay {
    /** "8/5 6/5"; "" where nothing can be moved. */
    move: string;
    /** Position ID after it, seen by the player then on roll. */
    position: string;
}

export interface Play extends LegalPlay {
    /** [from, to], seen by the player; bar = 25, off = 0. */
    moves: [number, number][];
    equity: number;
    /** Equity of the best play less this one's. */
    loss: number;
    probabilities: Chances;
    cubeless: number;
    ply?: number;
    level?: string;
    approximate?: string;
}

export interface Evaluation {
    phase: 'contact' | 'race' | 'bearoff' | 'over';
    equity: number;
    cubeless: number;
    probabilities: Chances;
    ply?: number;
    level?: string;
    approximate?: string;
}

export type CubeAction = 'no_double' | 'double_take' | 'double_drop' | 'too_good';

export interface CubeEquities {
    no_double: number;
    double_take: number;
    double_drop: number;
    double_beaver?: number;
}

export interface Verdict {
    action: CubeAction;
    available: boolean;
    verdict: string;
    equity: CubeEquities;
    beaver: boolean;
    take: boolean;
    redouble: boolean;
    optional: boolean;
    dead_cube: boolean;
}

export interface CubeDecision extends Verdict {
    probabilities: Chances;
    cubeless: number;
    points: {
        take_live: number;
        take_dead: number;
        cash_live: number;
        cash_dead: number;
        gammon_value: number;
        gammon_value_opponent: number;
    };
    /** Share of the next two rolls after which a double is no longer taken. */
    market_lost: number;
    /** Of 36 rolls. */
    market_losers: number;
    ply?: number;
    level?: string;
    approximate?: string;
    /** Matches: chance to win the match. */
    mwc?: { no_double: number; double_take: number; double_drop: number };
    explanation?: string;
}

export interface Candidate {
    label: string;
    move?: string;
    position?: string;
    equity: number;
    /** null after one trial, as in `difference_error`. */
    standard_error: number | null;
    /** 95 %. */
    interval: [number, number] | [null, null];
    probabilities: Chances;
    mwc?: number;
    difference?: number;
    difference_error?: number | null;
}

/** Of a cube decision the keys of Verdict are there too. */
export interface Rollout extends Partial<Verdict> {
    trials: number;
    done: boolean;
    candidates: Candidate[];
    approximate?: string;
}

export interface Position {
    xgid: string | null;
    gnubg: string | null;
    ogid: string | null;
    kind: 'play' | 'cube';
    /** 26 numbers seen by player 0: [0] the bar of player 1, [25] of player 0; negative: checkers of player 1. */
    board: number[];
    off: [number, number];
    pips: [number, number];
    turn: 0 | 1;
    to_act: 0 | 1;
    dice: [number, number] | null;
    cube: { value: number; owner: 0 | 1 | null; offered: number | null; in_play: boolean };
    score: [number, number];
    match_length: number;
    crawford: boolean;
    jacoby: boolean;
    beavers: boolean;
}

export interface MatchFile {
    format: string;
    match_length: number;
    players: [string, string];
    games: { score: [number, number]; winner: 0 | 1 | null; points: number; turns: number }[];
    final_score: [number, number];
    warnings: unknown[];
    /** Of a file that is a single position. */
    position?: Position;
    filed?: unknown[];
}

/** docs/json.md and docs/analysis.md explain every key. */
export interface Analysis {
    file: string;
    format: string;
    match_length: number;
    players: [string, string];
    settings: { [key: string]: unknown };
    complete: boolean;
    result: number | null;
    luck_adjusted: number | null;
    /** Of both players, the first one first. */
    totals: AnalysisTotals[];
    games: { game: number; result: number | null; luck_adjusted: number | null; totals: AnalysisTotals[] }[];
    decisions: AnalysedDecision[];
    rolls: { game: number; turn: number; player: 0 | 1; dice: [number, number]; luck: number; filed?: boolean }[];
    unjudged: { event: number; game: number; reason: string; play?: [number, number][] }[];
    warnings: number;
    approximate?: string;
    stopped?: { line: number; reason: string };
    filed?: unknown;
}

export interface AnalysisTotals {
    /** The name. */
    player: string;
    decisions: number;
    hinted: number;
    loss: number;
    error_rate: number | null;
    pr: number | null;
    rating: string | null;
    plays: { [key: string]: number | null };
    doubles: { [key: string]: number | null };
    takes: { [key: string]: number | null };
    luck: number;
    luck_points?: number;
    chance_loss?: number;
    luck_chance?: number;
    rating_estimate?: number | null;
    unforced: { decisions: number; pr: number | null };
    judges: { program: string; decisions: number }[];
    themes: unknown[];
    phases: unknown[];
    classes: unknown[];
    rolls: { very_lucky: number; lucky: number; unlucky: number; very_unlucky: number };
    filed?: unknown;
}

export interface AnalysedDecision {
    game: number;
    turn: number;
    player: 0 | 1;
    kind: 'play' | 'double' | 'take';
    id: string | null;
    made: string;
    best: string;
    equity_made: number;
    equity_best: number;
    loss: number;
    chance_loss?: number;
    mark: string;
    symbol: string;
    context: string;
    forced: boolean;
    counted: boolean;
    hinted?: boolean;
    class?: string;
    judge: string;
    plies?: number;
    level?: string;
    explanation?: string;
    comment?: string;
    filed?: unknown[];
    /** Of a play. */
    plays?: Play[];
    moves_made?: [number, number][];
    /** Of a cube decision. */
    cube?: Verdict & { probabilities: Chances; market_lost?: number };
}

export interface CellOfCube extends Verdict {
    probabilities?: Chances;
}

export interface CellOfPlay {
    move: string;
    equity: number;
}

export interface ScoreOfCell {
    away: number;
    away_opponent: number;
    crawford: boolean;
    post_crawford: boolean;
}

/** With dice `kind` is "play" and the cells are of plays. */
export type Scores = { kind: 'play'; money: CellOfPlay; scores: (CellOfPlay & ScoreOfCell)[] }
    | { kind: 'cube'; money: CellOfCube; scores: (CellOfCube & ScoreOfCell)[] };

/** The options of docs/rules.md; `preset` begins with those of a rule set. */
export interface RulesGiven {
    preset?: string;
    match_length?: number;
    [option: string]: string | number | boolean | null | undefined;
}

export interface RuleSet {
    preset: string | null;
    title: string;
    rules: { [option: string]: string | number | boolean | null };
    notes: { option: string | null; text: string; source: string | null }[];
}

export type Player = 'A' | 'B';

/** docs/referee.md lists the events: { event: "opening", A: 3, B: 1 }, { event: "play", by: "A", move: "8/5 6/5" }. */
export interface MatchEvent {
    event: string;
    by?: Player;
    [key: string]: unknown;
}

export interface MatchState {
    phase: string;
    turn: Player | null;
    to_act: Player | null;
    cube: number;
    cube_owner: Player | null;
    score: { A: number; B: number };
    dice: [number, number] | null;
    crawford_game: boolean;
    game: number;
    board: string;
    result: unknown;
    match_winner: Player | null;
    contestable: boolean;
    cocked: boolean;
    resign_level: unknown;
    warnings: unknown[];
}

export type MatchAnswer = { ok: true; state: MatchState }
    | { ok: false; code: string; message: string; state: MatchState };

// ---- options ----

export interface RulesOptions {
    /** A preset, or rules as an object. */
    rules?: string | RulesGiven;
    /** Single rules that differ. */
    options?: { [option: string]: string | number | boolean };
}

export interface StakesOptions extends RulesOptions {
    length?: number;
    /** "MINE-THEIRS": points of the side on roll and of its opponent. */
    score?: string;
    crawford?: boolean;
    money?: boolean;
    jacoby?: boolean;
    beavers?: boolean;
}

export interface Waiting {
    /** Breaks the question off: its promise is refused with the signal's reason. */
    signal?: AbortSignal | null;
}

export interface DepthOptions extends StakesOptions, Waiting {
    level?: 'fast' | 'standard' | 'deep' | 'rollout';
    /** Rolls looked ahead, 0 to 4, in place of `level`. */
    ply?: number;
    /** Milliseconds; the answer has the depth reached. */
    time?: number;
}

export interface RolloutOptions extends StakesOptions, Waiting {
    dice?: Dice;
    /** How many, or a range: "0-4999". */
    trials?: number | string;
    level?: 'deep' | 'rollout';
    /** These plays; else the `count` best. */
    plays?: string[];
    count?: number;
    seed?: number;
    ply?: number;
    laterPly?: number;
    laterFrom?: number;
    truncate?: number;
    replies?: number;
    cubeless?: boolean;
    noLuck?: boolean;
    random?: boolean;
    standardError?: number;
    separation?: number;
    /** Called after every 144 trials with what has been played. */
    progress?: ((far: Rollout) => void) | null;
}

export interface FileOptions {
    partial?: boolean;
    strict?: boolean;
    length?: number;
    money?: boolean;
    jacoby?: boolean;
    beavers?: boolean;
    crawford?: boolean;
}

export interface AnalyseOptions extends FileOptions, Waiting {
    level?: 'fast' | 'standard' | 'deep' | 'rollout';
    ply?: number;
    luckPly?: number;
    again?: boolean;
    candidates?: number;
    rolloutBlunders?: boolean;
    player?: string;
    minLoss?: number;
    sort?: 'turn' | 'loss';
    all?: boolean;
    doubtful?: number;
    error?: number;
    blunder?: number;
    /** Called on the way: how many events of the match are judged. */
    progress?: ((far: { done: number; of: number }) => void) | null;
}

// ---- alea ----

/** What was asked has no answer. */
export class AleaError extends Error {
    /** A word of docs/json.md: "bad_position", "no_dice", "bad_argument", ... */
    code: string;
    line: number | null;
    column: number | null;
}

/** A session by the rules: it changes by events that the state machine accepts. */
export class Match {
    private constructor();
    readonly state: MatchState;
    /** What was accepted so far. */
    readonly events: MatchEvent[];
    /** Changes nothing where it is refused. */
    apply(event: MatchEvent): MatchAnswer;
    /** The legal plays of the dice on the board. Throws AleaError where there are none to be played. */
    plays(): LegalPlay[];
}

/** Node 0 is the position before the play; a move is [from, to, die, hits, node after it], seen by the mover, 25 the
 * bar and 0 off; `done`: the play may end here. */
export interface Tree {
    nodes: { moves: [from: number, to: number, die: number, hits: boolean, node: number][]; done: boolean }[];
}

export class Alea {
    private constructor();

    // The rules: at once. Each throws AleaError for what it cannot read.

    /** Every legal play, sorted by `position`; of a forced pass one without moves. */
    plays(id: Id, dice?: Dice, options?: RulesOptions): LegalPlay[];
    /** Every way to play the dice move by move, as `<alea-board>` wants it. */
    tree(id: Id, dice?: Dice, options?: RulesOptions): Tree;
    rules(): RuleSet[];
    rules(preset: string): RuleSet;
    /** A match from its start, or with these events applied. */
    match(rules?: RulesGiven, events?: readonly MatchEvent[]): Match;
    /** A position as JSON, with its other identifiers. */
    position(id: Id): Position;
    /** What is in a match file of any format that docs/formats.md lists. */
    show(content: Content, options?: FileOptions): MatchFile;
    /** Files to "mat", "sgf", "xgtext" or "journal"; positions to "id" (XGID), "gnubgid", "ogid" or "fibs". */
    convert(content: Content, to: string, options?: FileOptions & { from?: string; gnubgPoints?: boolean }): string;
    /** A diagram; `play` is drawn as arrows. */
    svg(id: Id, dice?: Dice, options?: { play?: string; otherSide?: boolean; homeLeft?: boolean }): string;

    // Opinions: one after another, in a worker. Each is refused with AleaError for what it cannot read.

    /** By the net alone, unless `level`, `ply` or `time` say more; many positions in one question. */
    evaluate(id: Id, options?: DepthOptions & { cubeless?: boolean }): Promise<Evaluation>;
    evaluate(ids: readonly Id[], options?: DepthOptions & { cubeless?: boolean }): Promise<Evaluation[]>;
    /** Best first; `count` of them (5). */
    bestPlays(id: Id, dice?: Dice, options?: DepthOptions & { cubeless?: boolean; count?: number }): Promise<Play[]>;
    cube(id: Id, options?: DepthOptions): Promise<CubeDecision>;
    /** The decision at every score up to `size` points away. */
    scores(id: Id, dice?: Dice, options?: Waiting & { ply?: number; size?: number }): Promise<Scores>;
    /** The same numbers as `alea rollout` has, of plays or of the cube. */
    rollout(id: Id, options?: RolloutOptions): Promise<Rollout>;
    /** Every decision of a match file, as `alea analyse --json`. */
    analyse(content: Content, options?: AnalyseOptions): Promise<Analysis>;

    /** Ends the worker; what is not answered yet is refused. */
    close(): void;
}

/**
 * Opens alea. `module` and `net` are the files alea.wasm and alea.net.packed of this package where they cannot be
 * fetched from beside its script; the net is read when an opinion is first asked for.
 */
export function open(files?: { module?: Content | WebAssembly.Module | null; net?: Content | null }): Promise<Alea>;
