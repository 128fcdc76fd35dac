// What the study part of docs/api.md answers.

export type Player = 0 | 1;
export type Move = [number, number];
export type Dice = [number, number];

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
    probabilities?: Probabilities;
}

export interface CubeEquities {
    no_double: number;
    double_take: number;
    double_drop: number;
}

/** CUBE of docs/json.md; of an analysis without points and market. */
export interface Cube {
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
    by: Player;
    xgid: string;
    cube: null | 'double' | 'redouble';
    answer?: 'take' | 'drop' | 'beaver' | 'raccoon';
    dice: Dice | null;
    moves: Move[] | null;
    text: string;
    clock_ms?: number;
}

export interface Game {
    number: number;
    score: [number, number];
    crawford: boolean;
    winner: Player | null;
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
    final_score: [number, number];
    games: Game[];
    analysed: boolean;
    you: Player | null;
}

export type DecisionKind = 'play' | 'double' | 'take';

export interface Decision {
    game: number;
    turn: number;
    player: Player;
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
    plies: number;
    plays?: Candidate[];
    moves_made?: Move[];
    cube?: Cube;
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
    loss: number;
    error_rate: number;
    pr: number;
    rating: string;
    plays: KindTotals;
    doubles: KindTotals;
    takes: KindTotals;
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
    by: Player;
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
    off: [number, number];
    pips: [number, number];
    turn: Player;
    dice: Dice | null;
    cube: { value: number; owner: Player | null; offered?: number | null; in_play?: boolean };
    score: [number, number];
    match_length: number;
    crawford: boolean;
    jacoby?: boolean;
    beavers?: boolean;
    to_act?: Player;
    tree: unknown;
}

/** Of ROLLOUT of docs/json.md. */
export interface RolloutCandidate {
    /** The play, or "No double" and "Double, take". */
    label: string;
    move?: string;
    equity: number;
    standard_error: number | null;
    interval: [number, number];
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

