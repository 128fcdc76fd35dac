// Every shape the server sends or takes: docs/api.md and docs/json.md, in that order.
// tests/web/test_wire_types.py holds the names to what the two say.

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

/** A level; a named player has a title and a measured PR. */
export interface Level { name: string; about: string; title?: string; pr?: number }
export interface Levels { levels: Level[]; normal: string }

export interface ClockChoice { kind: 'delay' | 'fischer' | 'days'; reserve_s: number; step_s: number }
/** A clock of days in the request for a game. */
export interface DaysChoice { kind: 'days'; days: number; budget_days: number }

export interface NewGame {
    opponent: 'machine' | 'link' | 'open';
    level?: string;
    tutor?: boolean;
    preset: string;
    options?: { [name: string]: unknown };
    clock: ClockChoice | DaysChoice | null;
    rated?: boolean;
    seat?: Side | null;
    spectators?: boolean;
    rating_range?: Pair<number> | null;
    /** Spectators see the game so much later. */
    delay_s?: number;
}

export interface OpenGame {
    game: string;
    preset: string;
    match_length: number;
    clock: ClockChoice | null;
    rated: boolean;
    host: string;
    created: number;
    /** Spectators see the game this many seconds late. */
    delay_s: number;
    /** The host's, in the kind of the game. */
    rating: number | null;
    /** Of those who may join. */
    rating_range?: Pair<number>;
}
export interface LiveGame {
    game: string;
    players: Pair<string>;
    score: Pair<number> | null;
    match_length: number;
    spectators: number;
    /** In the kind of rating that the game belongs to. */
    ratings: Pair<number | null>;
}

export interface GamePlayer {
    name: string;
    kind: 'person' | 'machine' | 'free';
    level?: string;
    online: boolean;
    user: string | null;
    guest?: boolean;
    /** Ready for the next game. */
    ready?: boolean;
}
export interface GameCube {
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
    kind: 'delay' | 'fischer' | 'days';
    step_ms: number;
    reserve_ms: Pair<number>;
    running: Side | null;
    turn_ms: number;
    /** Of days: until when a player's clock stands. */
    vacation?: Pair<number | null>;
}
export interface DiceSeal {
    commitment: string;
    game: string;
    words: Pair<string | null>;
    /** The hash that binds the words before they are revealed. */
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
    players: Pair<GamePlayer>;
    you: Side | null;
    rated: boolean;
    /** The kind of rating that it belongs to. */
    pool: string;
    /** Spectators see the game this many seconds late; 0 = at once. */
    delay_s: number;
    /** Of a rated game: whether it counts for ratings, as things are; null: not rated, or not known. */
    counts: boolean | null;
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
    cube: GameCube;
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
    /** What I have said in advance. */
    ahead: Ahead | null;
    no_double: { code: string; text: string } | null;
    tree: Tree | null;
    id_xgid: string | null;
    id_gnubg: string | null;
    next: string | null;
    rules?: { [name: string]: unknown };
}
/** The answers to the opponent's next offer. */
export interface Ahead { double: 'take' | 'drop' | null; resign: 'accept' | 'reject' | null }
/** Whose turn it is in a game that is played over days. */
export interface DaysTurn {
    mine: boolean;
    deadline: number;
    /** The end of a vacation that the deadline counts. */
    stands_until?: number;
    position: Pick<GameState, 'phase' | 'board' | 'off' | 'pips' | 'turn' | 'to_act' | 'dice' | 'contestable' |
        'cube' | 'score' | 'away' | 'game' | 'crawford' | 'post_crawford' | 'last_play'>;
}
/** An unfinished game of mine. */
export interface MineGame {
    game: string;
    preset: string;
    match_length: number;
    stage: GameState['stage'];
    created: number;
    you: Side;
    players: Pair<string>;
    score: Pair<number>;
    turn: DaysTurn | null;
}
/** Days of an account in which its clocks of days stand. */
export interface Vacation { days: number; used: number; left: number; until: number | null }

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

/** A play, and a cube decision, with every figure that the tutor and hints show. */
export interface ToldPlay extends Candidate {
    moves: Move[];
    loss: number;
    probabilities: Probabilities;
}
export interface ToldCube extends CubeVerdict {
    probabilities: Probabilities;
}
export interface Check {
    loss: number;
    mark: string;
    made?: ToldPlay;
    best?: ToldPlay;
    cube?: ToldCube;
    explanation: string;
}
export interface Hint {
    kind: 'play' | 'cube';
    candidates?: ToldPlay[];
    cube?: ToldCube;
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

// ---- the socket ----

export interface Answer {
    key: string;
    ok: boolean;
    seq?: number;
    error?: ErrorBody;
    note?: string;
    [field: string]: unknown;
}

export type EventMessage = { type: 'event'; game: string; seq: number; time: number;
    event: GameEvent; state?: GameState };
export type StateMessage = { type: 'state'; game: string; seq: number; state: GameState };
export type PresenceMessage = { type: 'presence'; game: string; online: [boolean, boolean];
    spectators: number; time: number; clock: GameState['clock'];
    away_budget_ms: [number, number] };
/** To spectators: chances before the roll that lies there; what the last play lost. */
export interface OutlookMessage {
    type: 'outlook';
    game: string;
    seq: number;
    chances: Pair<number>;
    last: { by: Side; forced: boolean; loss: number; mark: '' | '?!' | '?' | '??' } | null;
}
export type GameMessage = EventMessage | StateMessage | PresenceMessage | OutlookMessage;
export type LobbyMessage = { type: 'lobby'; games: OpenGame[] };
export type JobMessage = { type: 'job' } & Job;
export type ByeMessage = { type: 'bye'; reason: string; text: string };

// ---- study ----

export type Dice = Pair<number>;

export interface Probabilities {
    win: number;
    win_gammon: number;
    win_backgammon: number;
    lose_gammon: number;
    lose_backgammon: number;
}

/** PLAY of docs/json.md. */
export interface Candidate {
    move: string;
    moves?: Move[];
    equity: number;
    loss?: number;
    position?: string;
    cubeless?: number;
    ply?: number;
    /** In its words, where another program has judged. */
    level?: string;
    probabilities?: Probabilities;
}

export interface CubeEquities {
    no_double: number;
    double_take: number;
    double_drop: number;
}

/** CUBE of docs/json.md; of an analysis without points and market. */
export interface CubeVerdict {
    action: string;
    available?: boolean;
    equity: CubeEquities;
    dead_cube?: boolean;
    mwc?: { no_double: number; double_take: number; double_drop: number };
    ply?: number;
    take?: boolean;
    beaver?: boolean;
    probabilities?: Probabilities;
    points?: Record<string, number>;
    market_lost?: number | null;
    explanation?: string;
}

export interface Turn {
    turn: number;
    by: Side;
    xgid: string;
    cube: null | 'double' | 'redouble';
    answer?: 'take' | 'drop' | 'beaver' | 'raccoon';
    dice: Dice | null;
    moves: Move[] | null;
    text: string;
    clock_ms?: number;
    cube_xgid?: string;
    illegal?: boolean;
}

export interface Game {
    number: number;
    score: Pair<number>;
    crawford: boolean;
    winner: Side | null;
    points: number;
    how: string;
    level?: number;
    turns: Turn[];
}

export interface Match {
    id: string;
    source: 'played' | 'uploaded';
    players: [string, string];
    match_length: number;
    preset: string;
    date?: string | number | null;
    warnings: number | string[];
    final_score: Pair<number>;
    games: Game[];
    analysed: boolean;
    you: Side | null;
}

export type DecisionKind = 'play' | 'double' | 'take';

export interface Decision {
    game: number;
    turn: number;
    player: Side;
    kind: DecisionKind;
    xgid?: string;
    id?: string;
    made: string;
    best: string;
    equity_made: number;
    equity_best: number;
    loss: number;
    chance_loss?: number;
    mark: string;
    symbol?: string;
    forced: boolean;
    counted: boolean;
    hinted?: boolean;
    plies?: number;
    judge?: string;
    /** In the words of a judge that is not alea. */
    level?: string;
    plays?: Candidate[];
    moves_made?: Move[];
    cube?: CubeVerdict;
    explanation?: string;
    comment?: string;
    filed?: Filed[];
}

/** An analysis that came with the match file. */
export interface Filed {
    program: string;
    level: string;
    loss?: number;
    plays?: { move: string; level: string; equity?: number }[];
    made?: number;
    equity?: Partial<Record<'no_double' | 'double_take' | 'double_drop', number>>;
    mwc?: Partial<Record<'no_double' | 'double_take' | 'double_drop', number>>;
}

export interface KindTotals {
    decisions: number;
    loss: number;
    doubtful: number;
    errors: number;
    blunders: number;
}

export interface Totals {
    player: string;
    decisions: number;
    hinted?: number;
    loss: number;
    error_rate: number;
    pr: number;
    rating: string;
    plays: KindTotals;
    doubles: KindTotals;
    takes: KindTotals;
    judges?: { program: string; decisions: number }[];
    luck: number;
    chance_loss?: number;
    luck_chance?: number;
    luck_points?: number;
}

export interface CurvePoint {
    game: number;
    turn: number;
    equity: number;
    chance: number;
}

export interface RollLuck {
    game: number;
    turn: number;
    by: Side;
    roll: Dice | string;
    luck: number;
}

export interface Analysis {
    match_length: number;
    result: number;
    luck_adjusted: number;
    settings?: { plies: number; luck_plies: number };
    filed?: { program: string; players: { decisions: number; loss: number; pr: number }[] };
    complete: boolean;
    totals: [Totals, Totals];
    games: { game: number; result: number; luck_adjusted: number; totals: [Totals, Totals] }[];
    decisions: Decision[];
    curve?: CurvePoint[];
    luck?: RollLuck[];
    unjudged?: { event: number; game: number; reason: string }[];
}

export interface PositionAnswer {
    xgid: string;
    gnubg: string;
    ogid: string;
    kind: 'play' | 'cube';
    board: number[];
    off: Pair<number>;
    pips: Pair<number>;
    turn: Side;
    dice: Dice | null;
    cube: { value: number; owner: Side | null; offered?: number | null; in_play?: boolean };
    score: Pair<number>;
    match_length: number;
    crawford: boolean;
    jacoby?: boolean;
    beavers?: boolean;
    to_act?: Side;
    tree: unknown;
}

/** Of ROLLOUT of docs/json.md. */
export interface RolloutCandidate {
    /** The play, or "No double" and "Double, take". */
    label: string;
    move?: string;
    equity: number;
    standard_error: number | null;
    interval: Pair<number>;
    probabilities?: Probabilities;
}

export interface RolloutResult {
    trials: number;
    candidates: RolloutCandidate[];
    done: boolean;
}

export interface ScoreCell {
    move?: string;
    action?: string;
    available?: boolean;
    dead_cube?: boolean;
    equity: number | CubeEquities;
    away?: number;
    away_opponent?: number;
    crawford?: boolean;
    post_crawford?: boolean;
}

export interface ScoresResult {
    id: string;
    kind: 'play' | 'cube';
    money: ScoreCell;
    scores: ScoreCell[];
}

// ---- history ----

export interface Entry {
    id: string;
    time: number;
    players: [string, string];
    you: 0 | 1 | null;
    score: [number, number];
    winner: 0 | 1 | null;
    match_length: number;
    preset: string;
    pr: [number | null, number | null] | null;
    /** The first player's less the second's: chance of the match, or points. */
    luck: number | null;
}

export interface Statistics {
    matches: number;
    won: number;
    hinted: number;
    pr: { time: number; match: string; pr: number; decisions: number }[];
    kinds: { kind: string; decisions: number; errors: number; blunders: number; loss: number }[];
    themes: { theme: string; decisions: number; loss: number; errors: number }[];
}

export interface History { matches: Entry[]; more: boolean }

// ---- people ----

export interface Session {
    id: string;
    current: boolean;
    created: number;
    seen: number;
    agent: string;
}
export interface Sessions { sessions: Session[] }

// ---- words to who is away ----

export interface WordKinds { turn: boolean; match: boolean; challenge: boolean; meeting: boolean; table: boolean }
export interface WordDevice {
    id: string;
    agent: string;
    created: number;
    endpoint: string;   // its SHA-256
}
/** What a browser's subscription is for the server. */
export interface NewDevice { endpoint: string; p256dh: string; auth: string }
/** Of a link that was sent by e-mail. */
export interface LinkToken { token: string }
export interface Words {
    push: { key: string; kinds: WordKinds; devices: WordDevice[] };
    mail: { available: boolean; address: string | null; waiting: string | null; kinds: WordKinds };
}

// ---- lessons ----

export interface LessonName { name: string; title: string }
export interface Lessons {
    lessons: LessonName[];
    books: LessonName[];
    terms: { word: string; meaning: string }[];
    history: string[];
}
export interface LessonExample {
    task: string;
    position: PositionAnswer;
    tree: Tree;
    right: string[];
    named: string[];
    after: string;
}
export interface LessonQuestion {
    ask: string;
    position: PositionAnswer | null;
    answer: string;
    why: string;
}
export interface Lesson {
    name: string;
    title: string;
    text: string[];
    examples: LessonExample[];
    questions: LessonQuestion[];
}
export interface LessonVerdict {
    verdict: 'right' | 'legal' | 'illegal';
    text: string;
    clause: string | null;
}

// ---- positions and uploads ----

export interface PlaysResult {
    candidates: Candidate[];
    count?: number;
    made?: Candidate;
    loss?: number;
    explanation?: string;
}
export interface FileWarning { line?: number; text: string }
export interface Uploaded {
    match: string;
    format: string;
    warnings: FileWarning[];
    games: number;
    job?: string;
    stopped?: FileWarning;
}

// ---- the desk ----

export interface Deck {
    cards: number;
    due: number;
    new: number;
    reviewed_today: number;
    streak: number;
}
export interface DeskAnalysis { level: string; done: number; of: number }
export interface Desk {
    matches: number;
    games: number;
    decisions: number;
    positions: number;
    /** Matches and positions. */
    unanalysed: number;
    players: { name: string; matches: number }[];
    /** The choice whose analysis counts: 'first', 'ours', 'filed' or a program's name. */
    figures: string;
    programs: { program: string; decisions: number }[];
    me: string;
    deck: Deck;
    guest: boolean;
    bytes: number;
    bytes_most: number;
    analysis: DeskAnalysis | null;
}
/** A match of the list; `game` is its page's (/m/ID), null if it has no page yet. */
export interface DeskMatch {
    match: number;
    title: string;
    players: [string, string];
    event: string;
    /** As in the file; '' if it has none. */
    date: string;
    added: number;
    game: string | null;
    played: boolean;
    match_length: number;
    games: number;
    winner: 0 | 1 | null;
    score: [number, number];
    note: string;
    tags: string[];
    /** One's own. */
    pr: number | null;
    /** As Desk has it, or 'desk': as the desk says. */
    figures: string;
    /** The programs that have judged decisions of the match. */
    programs: string[];
}
export interface DeskMatches { matches: DeskMatch[]; found: number }
export interface DeskMatchChange { title?: string; note?: string; tags?: string[]; figures?: string }
export interface DeskAdded {
    added: number;
    /** How many of the added are positions. */
    positions: number;
    updated: number;
    known: number;
    refused: number;
    files: { name: string; match?: number; result?: string; decisions?: number; warnings?: number;
             error?: { code: string; message: string; line?: number } }[];
    /** Set if the files after this number were not read. */
    stopped?: { files: number; message: string };
}
export interface DeskDecision {
    match: number;
    entry: number;
    game: number;
    turn: number;
    player: string;
    opponent: string;
    date: string;
    kind: string;
    action: string;
    id: string;
    loss: number | null;
    best?: string;
    made?: string;
    why?: string;
}
export interface DeskFound { found: number; decisions: DeskDecision[] }
export interface DeskGroup {
    key: string;
    matches: number;
    decisions: number;
    hinted: number;
    loss: number;
    doubtful: number;
    errors: number;
    blunders: number;
    rolls: number;
    luck: number;
    pr: number | null;
    /** The terms that, added to the search, find the same decisions. */
    search: string;
}
/** GET /api/desk/terms: how a term is written, and what it is about. */
export interface DeskTerm { name: string; form: string; flag: boolean; help: string }
/** GET /api/desk/bin: removed matches, kept for this many days. */
export interface DeskBin {
    matches: { match: number; removed: number; players: [string, string]; title: string; games: number }[];
    days: number;
}
/** POST /api/desk/merge?review=1: what a merge would bring, and what is here already. */
export interface DeskReviewOf {
    matches: number;
    known_matches: number;
    positions: number;
    known_positions: number;
    cards: number;
    known_cards: number;
}
/** POST /api/desk/merge. */
export interface DeskMerged {
    matches: number;
    known: number;
    cards: number;
    reviews: number;
    left_out: number;
    conflicts: number;
    said: string[];
    stopped?: { message: string };
}
/** GET /api/desk/people. */
export interface DeskPair { name: string; person: string; name_matches: number; person_matches: number }
export interface DeskNames { aliases: DeskPair[]; suggestions: DeskPair[] }
/** POST /api/desk/deck. */
export interface DeskMade { made: number }
export interface DeskStats { by: string; groups: DeskGroup[] }
export interface DeskCard {
    card: number;
    id: string;
    front: { kind: string; player: string; opponent: string; date: string; game: number; turn: number };
    choices: { text: string; moves: Move[] | null }[];
    /** Score, cube and pips, seen by the side that decides. */
    situation: string;
    hint: string;
    reviews: number;
}
export interface DeskNext { card: DeskCard | null; deck: Deck }
export interface DeskVerdict {
    right: boolean;
    best: string;
    made: string;
    why: string;
    loss: number;
    choices: { text: string; equity: number }[];
    grade: number;
    due: number;
    deck: Deck;
}
export interface DeskReview { card: number; id: string; choice: string; hint: boolean }
/** A kind of decisions in a study plan; docs/study-plan.md defines the figures. */
export interface PlanFamily {
    family: string;
    name: string;
    decisions: number;
    errors: number;
    loss: number;
    chance_loss: number;
    difficulty: number;
    level_share: number;
    avoidable_errors: number;
    recoverable: number;
    recoverable_chance: number;
    gain: number;
    low: number;
    high: number;
    recoverable_per_match: number | null;
    recoverable_chance_per_match: number | null;
    certain: boolean;
    /** null: no number of decisions would tell. */
    missing: number | null;
}
export interface PlanProgress {
    verdict: string;
    before: { decisions: number; errors: number; loss: number };
    after: { decisions: number; errors: number; loss: number };
    change: number;
    low: number;
    high: number;
    missing: number | null;
}
export interface PlanThing extends PlanFamily {
    thing: number;
    advice: string;
    positions: (DeskDecision & { own: boolean; loss: number })[];
    training: { cards: number; asked: number; right: number };
    progress: PlanProgress;
}
export interface PlanBias {
    bias: string;
    name: string | null;
    toward_errors: string;
    against_errors: string;
    toward: number;
    against: number;
    toward_loss: number;
    against_loss: number;
    others_toward: number;
    others_against: number;
    difference: number;
    low: number;
    high: number;
    missing: number;
}
export interface PlanHaste {
    kind: 'play' | 'cube';
    decisions: number;
    usual_ms: number;
    quick: number;
    errors: number;
    hasty: number;
    loss: number;
}
export interface StudyPlan {
    player: string;
    month: string;
    made: string;
    matches: number;
    decisions: number;
    loss: number;
    chance_loss: number;
    pr: number | null;
    missing: number;
    peers: number;
    peer_decisions: number;
    all_peers: boolean;
    things: PlanThing[];
    families: PlanFamily[];
    biases: PlanBias[];
    haste?: PlanHaste[]; // not in plans of older versions
}
export interface DeskPlan { player: string; this_month: string; months: string[]; plan: StudyPlan | null }
export interface DeskMake { q?: string; least_loss?: number }
/** The line before each of several files. */
export interface DeskFileHead { name: string; size: number }
export interface Rating {
    pool: string;
    rating: number;
    deviation: number;
    provisional: boolean;
    played: number;
    won: number;
    last: number;
    active: boolean;
}
export interface Leader extends Rating { name: string; rank: number | null }
export interface Leaderboard {
    pool: string;
    pools: { pool: string; players: number }[];
    players: Leader[];
}
export interface Presence { online: boolean; game: string | null }
export interface Relation { friend: boolean; blocked: boolean; muted: boolean }
export interface RatedResult {
    game: string;
    time: number;
    pool: string;
    opponent: string;
    match_length: number;
    score: Pair<number>;
    outcome: 'won' | 'lost' | 'drawn';
    rating: number;
    change: number | null;
}
export interface Profile {
    name: string;
    since: number;
    me: boolean;
    presence: Presence;
    relation: Relation | null;
    played: number;
    won: number;
    ratings: Rating[];
    results: RatedResult[];
    history: { time: number; pool: string; rating: number }[];
    pr: { time: number; match: string; pr: number }[];
    against_me: { won: number; lost: number; drawn: number } | null;
}
export interface Friends {
    friends: { name: string; online: boolean; game: string | null }[];
    blocked: string[];
    muted: string[];
}
export interface Challenge {
    game: string;
    from: string;
    to: string;
    mine: boolean;
    text: string;
    time: number;
    preset: string;
    match_length: number;
    clock: ClockChoice | null;
    rated: boolean;
    delay_s: number;
}
export interface ChallengeMessage { type: 'challenge'; challenge: Challenge }
/** A game that no page of mine shows waits for me. */
export interface TurnMessage { type: 'turn'; game: string; opponent: string; why: 'turn' | 'joined' }
/** One of the things that were done in a tournament; `what` is as docs/api.md says. */
export interface TournamentEvent {
    seq: number;
    time: number;
    by: string | null;
    what: { event: string; [name: string]: unknown };
}
export interface TournamentLog { events: TournamentEvent[] }
/** What `GET /api/calendar` answers. */
export interface CalendarAddress { url: string }

export interface Tournaments { tournaments: TournamentFacts[] }
/** A tournament that is watched has changed: it is to be asked for again. */
export interface TournamentMessage { type: 'tournament'; tournament: string; seq: number }
/** The same of a club. */
export interface ClubMessage { type: 'club'; club: string; seq: number }
/** The same of a table of the family's games. */
export interface TableMessage { type: 'table'; table: string; seq: number }
export interface ChallengeEndedMessage { type: 'challenge_ended'; game: string; by: string }
export interface Challenges { challenges: Challenge[] }

// ---- tables of the family's games ----

export type FamilySeat = 0 | 1;
export interface FamilyGame { name: string; called: string; title: string; target: number; series: string[] }
export interface FamilyOption { name: string; choices: string[] }
export interface FamilyPlayer { name: string | null; machine: boolean; you: boolean }
export interface FamilyFacts {
    table: string;
    game: string;
    called: string;
    seats: 'here' | 'friend' | 'machine' | 'open';
    stage: 'waits' | 'plays' | 'over' | 'closed';
    players: [FamilyPlayer, FamilyPlayer];
    created: number;
    changed: number;
    seq: number;
    clock: ClockChoice | null;
    /** Of the machine. */
    level: string | null;
}
/** Turns that the machine likes best; rough: by pips, without a net. */
export interface FamilyHint { seq: number; plays: { move: string; equity: number; ply: number; exact: boolean; rough: boolean }[] }
/** A table that anybody may join, with the rules that are not the game's own. */
export interface FamilyOffer extends FamilyFacts {
    target: number;
    options: Record<string, string>;
    is_here: boolean;
}
export interface FamilyOffers { open: FamilyOffer[] }
export interface FamilyTables extends FamilyOffers { games: FamilyGame[]; options: FamilyOption[]; tables: FamilyFacts[] }
export interface FamilyRules {
    game: string;
    called: string;
    title: string;
    rules: string[];
    sources: string[];
    options: Record<string, string>;
}
/** A board to try a game on: what is asked, a right play, what it shows. */
export interface FamilyLesson {
    game: string;
    called: string;
    task: string;
    after: string;
    answer: string;
    dice: number[];
    double_steps: number;
    board: FamilyBoard;
    steps: number[][] | null;
}
export interface FamilyLessons { called: string; lessons: FamilyLesson[] }
export interface FamilyVerdict { verdict: LessonVerdict['verdict']; text: string }
/** One side of a board: men by its own points. */
export interface FamilySide { points: number[]; pinned: number[]; waiting: number; pips: number }
export interface FamilyBoard {
    path: number;
    relation: 'contrary' | 'half_turn' | 'same';
    landing: 'hit' | 'pin' | 'block' | 'swap';
    men: number;
    dice: number;
    shared: number[];
    safe: number[];
    again: number[];
    gate: number;
    trap: number;
    /** The other side's number of each own point. */
    mirror: number[];
    sides: [FamilySide, FamilySide];
}
export interface FamilyMatch {
    series: string[];
    number: number;
    playing: string;
    target: number;
    score: [number, number];
    winner: FamilySeat | null;
}
export interface FamilyResult { winner: FamilySeat | null; points: number; how: 'played' | 'drop' | 'resign' }
export interface FamilyCube { value: number; owner: FamilySeat | null; crawford: boolean }
/** What is left: of each reserve, of the turn of the one whose clock runs. */
export interface FamilyTime { reserve_ms: [number, number]; step_ms: number; running: FamilySeat | null; stands_until?: number }
export interface FamilySaid { seq: number; by: FamilySeat | null; do: string; text: string }
export interface FamilySeal {
    commitment: string;
    game: string;
    time?: number;
    key?: string;
    signature?: string;
    seed: string | null;
}
/** A table with its match, as docs/api.md describes it. */
export interface FamilyState extends FamilyFacts {
    match: FamilyMatch;
    phase: string;
    turn: FamilySeat | null;
    to_act: FamilySeat | null;
    dice: number[];
    double_steps: number;
    cube: FamilyCube | null;
    result: FamilyResult | null;
    board: FamilyBoard;
    may: string[];
    names: number[];
    offered: number;
    most_points: number;
    /** For each place [may the turn end here, then from, to, mark, next place of each step]. */
    steps: number[][] | null;
    said: FamilySaid[];
    seal: FamilySeal;
    time: FamilyTime | null;
    out_of_time: FamilySeat | null;
}

// ---- the opening book ----

export interface Opening {
    rules: string;
    first: string;
    reply?: string;
    play?: string;
    level: string;
    trials: number;
    plays: { move: string; equity: number; standard_error: number }[];
}
export interface Openings { source: string; openings: Opening[] }

// ---- tournaments ----

export type TournamentKind = 'single' | 'double' | 'swiss' | 'league' | 'arena' | 'groups';
export type TournamentStage = 'entry' | 'running' | 'over' | 'removed';
export interface TournamentFacts {
    tournament: string;
    name: string;
    kind: TournamentKind;
    stage: TournamentStage;
    starts: number | null;
    entered: number;
    players_most: number;
    /** Swiss: paired so far; arena: how often there were pairs. */
    round: number;
    rounds: number;
    created: number;
    changed: number;
    seq: number;
    /** Whose directors direct it. */
    club: string | null;
    members_only: boolean;
}
export interface TournamentPlan {
    name: string;
    kind: TournamentKind;
    /** Round by round; the last is that of all later ones. */
    lengths: number[];
    final_length: number;
    second_length: number;
    seeding: 'order' | 'rating' | 'random';
    consolation: 'none' | 'first' | 'progressive' | 'rest';
    rounds: number;
    cycles: number;
    /** Groups: players of one at most; 0 in other forms. */
    group_size: number;
    /** Groups: how many of each go on. */
    advance: number;
    /** Arena: from its start to the last pairs. */
    minutes: number;
    /** Arena: minutes to come to a game in; 0: none. */
    no_show: number;
    players_most: number;
    automatic: boolean;
    online: boolean;
    rated: boolean;
    clock: 'none' | 'delay' | 'fischer';
    reserve_s: number;
    step_s: number;
    deadline_h: number;
    /** A match that nobody came to in time: the director decides, or both forfeit. */
    nobody: 'wait' | 'none';
    /** League: hours of a round, counted from the start; 0: none. */
    week_h: number;
    /** Drawn at the announced time. */
    by_clock: boolean;
    /** Who has an account may come into the draw himself. */
    late: boolean;
}
export interface TournamentPlayer {
    player: number;
    name: string;
    account: boolean;
    rating: number | null;
    seed: number | null;
    /** Groups: from 1. */
    group: number | null;
    withdrawn: boolean;
    paused: boolean;
}
export interface TournamentReport { winner: number; score: Pair<number> | null }
export interface TournamentSlot { match: number; side: number }
export type TournamentPart = 'main' | 'second' | 'final' | 'group';
export interface TournamentMatch {
    match: number;
    part: TournamentPart;
    round: number;
    place: number;
    length: number;
    /** Null: not known yet; -1: nobody, a bye. */
    players: Pair<number | null>;
    outcome: 'played' | 'forfeit' | 'bye' | 'void' | null;
    winner: number | null;
    score: Pair<number> | null;
    open: boolean;
    opened: number | null;
    game: string | null;
    reports: Pair<TournamentReport | null>;
    /** Whether each has come to the game that was made. */
    came: Pair<boolean>;
    disputed: boolean;
    winner_to: TournamentSlot | null;
    loser_to: TournamentSlot | null;
    /** A league: when the two meet, while it is undecided. */
    meeting: TournamentMeeting | null;
    /** Until when it is to be played; null: it is not open, or there is no such time. */
    last: number | null;
}
/** `by`: the player who proposes it; null: the director has set it. */
export interface TournamentMeeting { time: number; by: number | null; agreed: boolean }
export interface TournamentStanding {
    rank: number;
    player: number;
    won: number;
    lost: number;
    byes: number;
    score: number;
    /** Arena: wins in a row up to now. */
    streak: number;
    points: Pair<number>;
    buchholz: number;
    median: number;
    sonneborn: number;
    met: number;
    /** Groups: in the group. */
    group_rank: number | null;
    withdrawn: boolean;
}
export interface Tournament extends TournamentFacts {
    text: string;
    plan: TournamentPlan;
    started: number | null;
    /** Arena: from when on nobody is paired. */
    ends: number | null;
    seed_hash: string | null;
    seed: string | null;
    directors: string[];
    me: { director: boolean; player: number | null; match: number | null };
    may_pair: boolean;
    /** Whether the draw has room for one more, or is still to come. */
    may_enter: boolean;
    players: TournamentPlayer[];
    matches: TournamentMatch[];
    match_count: number;
    standings: TournamentStanding[];
    /** Groups: the table of each. */
    groups: TournamentStanding[][];
    winner: number | null;
    consolation_winner: number | null;
    /** The season whose division it is. */
    season: string | null;
}
export interface SeasonFacts {
    season: string;
    name: string;
    club: string | null;
    /** Up and down between two divisions. */
    moves: number;
    created: number;
    previous: string | null;
    next: string | null;
}
export interface Seasons { seasons: SeasonFacts[] }
export interface SeasonDivision {
    division: number;
    facts: TournamentFacts;
    players: TournamentPlayer[];
    standings: TournamentStanding[];
    /** How many go up and down, as things stand. */
    up: number;
    down: number;
}
export interface Season extends SeasonFacts {
    director: boolean;
    over: boolean;
    divisions: SeasonDivision[];
}

// ---- chouettes ----

/** "A" to "J". */
export type CrewSeat = string;
export interface ChouetteFacts {
    chouette: string;
    name: string;
    listed: boolean;
    stage: 'gathering' | 'playing' | 'over';
    players: number;
    seats: number;
    games: number;
    created: number;
    changed: number;
}
export interface Chouettes { chouettes: ChouetteFacts[] }
export interface ChouetteMake {
    name?: string;
    options?: { [key: string]: string };
    listed?: boolean;
    seats?: number;
    machines?: string[];
}
export interface CrewPlayer {
    seat: CrewSeat;
    name: string;
    user: string | null;
    /** The level of a machine player. */
    machine: string | null;
    in: boolean;
    leaving: boolean;
    away: boolean;
    proxy: CrewSeat | null;
    points: number;
}
export interface CrewPair {
    pair: string;
    with_box: CrewSeat;
    member: CrewSeat;
    extra: boolean;
    over: boolean;
    cube: number;
    /** null: in the middle. */
    owner: CrewSeat | null;
    offered: boolean;
    answered: boolean;
    proposal: { by: CrewSeat; kind: 'resign' | 'settle'; value: number } | null;
}
/** CHOUETTE of docs/json.md. */
export interface ChouetteState {
    phase: string;
    game: number;
    line: CrewSeat[];
    box: CrewSeat | null;
    captain: CrewSeat | null;
    partner: CrewSeat | null;
    mover: CrewSeat | null;
    waits_for: CrewSeat[];
    dice: number[];
    id: string | null;
    pairs: CrewPair[];
    ledger: { from: CrewSeat; to: CrewSeat; points: number; reason: string }[];
    totals: { [seat: CrewSeat]: number };
}
export interface CrewWords { seq: number; time: number; seat: CrewSeat; crew: boolean; text: string }
export interface Chouette extends ChouetteFacts {
    seq: number;
    /** The last event of the play. */
    moved: number;
    host: boolean;
    you: CrewSeat | null;
    options: { [key: string]: string };
    taken: CrewPlayer[];
    state: ChouetteState | null;
    /** Player 0 is the box. */
    position: { board: number[]; off: Pair<number>; turn: Side | null; dice: Pair<number> | null } | null;
    tree: Tree | null;
    /** The events that one may send. */
    may: string[];
    /** When a throw no longer waits for others who may double. */
    throw_from: number | null;
    said: CrewWords[];
    dice_seal: { commitment: string; game: string; time: number; key: string; signature: string; rolls: number;
                 seed: string | null };
}
export interface ChouetteSettlement {
    chouette: string;
    name: string;
    players: { seat: CrewSeat; name: string; points: number }[];
    games: { game: number; points: number[] }[];
    sum: number;
    payments: { from: CrewSeat; to: CrewSeat; points: number }[];
}
export interface ChouetteMessage { type: 'chouette'; chouette: string; seq: number }

// ---- clubs ----

export type ClubRole = 'owner' | 'director' | 'member' | 'applied' | 'banned' | 'gone';
export interface ClubFacts {
    club: string;
    name: string;
    town: string;
    open: boolean;
    members: number;
    created: number;
    changed: number;
    seq: number;
    removed: boolean;
}
export interface Clubs { clubs: ClubFacts[] }
export interface ClubMember {
    member: number;
    name: string;
    /** False: it was deleted. */
    account: boolean;
    role: ClubRole;
    since: number;
}
export interface ClubMembers { members: ClubMember[] }
export interface ClubNews { news: number; time: number; by: string; text: string }
export interface ClubNewsList { news: ClubNews[] }
/** How many places up one may challenge, the points of a match, the days without one after which one leaves. */
export interface LadderRules { reach: number; length: number; idle_days: number }
export interface Club extends ClubFacts {
    text: string;
    directors: ClubMember[];
    news: ClubNews[];
    ladder: LadderRules | null;
    me: { member: number | null; role: ClubRole };
    /** How many ask to be let in; null: one is no director. */
    applied: number | null;
}
/** Something that was done; the ranks are those on the ladder before and after it. */
export interface ClubLine {
    seq: number;
    time: number;
    what: string;
    by: string | null;
    about: Pair<string | null>;
    rank: Pair<number | null>;
}
export interface ClubLog { log: ClubLine[] }
export interface TeamPlayer { member: number; name: string }
export interface TeamFacts {
    team: number;
    club: string;
    /** The club of the second team, if it is another. */
    guest: string | null;
    names: Pair<string>;
    boards: number;
    length: number;
    rounds: number;
    round: number;
    time: number;
    /** For the line-ups of this round. */
    until: number;
    /** To begin the boards of this round; null: no limit, or they are not open. */
    boards_until: number | null;
    ended: number | null;
    /** asked: the other club has not accepted yet. */
    state: 'open' | 'over' | 'off' | 'asked';
    won: Pair<number>;
    points: Pair<number>;
    /** A side. */
    winner: number | null;
}
export interface Teams { teams: TeamFacts[] }
export interface TeamBoard {
    board: number;
    round: number;
    members: Pair<number>;
    names: Pair<string>;
    over: boolean;
    game: string | null;
    winner: number | null;
    /** As each captain gives it. */
    told: Pair<{ winner: number; points: number } | null>;
    score: Pair<number> | null;
}
/** A match of two teams. */
export interface Team extends TeamFacts {
    seq: number;
    captains: Pair<number>;
    rosters: Pair<TeamPlayer[]>;
    hours: number;
    /** 0: no limit. */
    board_hours: number;
    clock: { reserve_s: number; step_s: number };
    given: Pair<boolean>;
    lineups: Pair<TeamPlayer[] | null>;
    results: TeamBoard[];
    me: { member: number | null; captain: number | null; decides: boolean; accepts: boolean };
}
export interface LadderPlace { rank: number; member: number; name: string; played: number; may_challenge: boolean; meeting: boolean }
/** The first of the members has challenged the second. */
export interface LadderMatch {
    match: number;
    members: Pair<number>;
    names: Pair<string>;
    state: 'open' | 'counted' | 'off';
    time: number;
    until: number;
    ended: number | null;
    game: string | null;
    winner: number | null;
    /** The winner as each of them tells it. */
    told: Pair<number | null>;
    score: Pair<number> | null;
}
export interface Ladder {
    club: string;
    seq: number;
    ladder: LadderRules;
    places: LadderPlace[];
    open: LadderMatch[];
    results: LadderMatch[];
    me: { member: number | null; rank: number | null };
}
