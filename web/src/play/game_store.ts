// One game as this page knows it: server messages go in, things to show come out. No DOM, no
// socket, no clock of its own: times are passed in.

import type { BoardArrow, BoardPosition } from '../board/board';
import { scoreText } from '../score';
import { eventSentence, lastWords, other, resultSentence, statusSentence } from './words';
import type { EventMessage, GameEvent, GameState, LastPlay, PresenceMessage, Side, Tree } from
    '../types';

/** An event that the page shows before the state after it is taken. */
export interface Shown {
    event: GameEvent;
    state: GameState;
    /** The text for a screen reader, '' for none. */
    spoken: string;
    /** By this page's person. */
    mine: boolean;
    /** A roll that cannot be played: it stays in sight for a moment. */
    noMove: boolean;
    /** The checkers to move, where they do not lie on the board already. */
    moves: LastPlay['moves'] | null;
    /** The opponent's roll stays in sight for a moment. */
    pause: boolean;
    /** Nothing on the board changes (chat and contributions). */
    aside: boolean;
    /** The game that both agreed to go on with. */
    next: string | null;
}

/** The effects of taking a state. */
export interface Taken {
    /** Events missed while away, now that the names are known. */
    missed: GameEvent[];
    /** For a reader of the screen, one after another. */
    spoken: string[];
    /** The sentence of a game that has just ended. */
    result: string;
    /** The board to show; null: what lies there stays, a play begun on it too. */
    position: { board: BoardPosition; tree: Tree | null } | null;
}

/** The dialog that asks to confirm the end of a game: its texts. */
export interface AbortWords { title: string; text: string; yes: string; danger: boolean }

export class GameStore {
    state: GameState | null = null;
    spectators = 0;
    /** The last event, for the line beside the board. */
    lastLine = '';
    /** Plays of this page's person. */
    plays = 0;
    /** The last play's arrows are in the way of the play being made. */
    arrowsOff = false;
    /** With the first state; the socket does not tell them. */
    private rules: GameState['rules'];
    private early: EventMessage[] = [];
    private flipped = false;
    /** A command is on its way; what it did comes with event number busyUntil. */
    private sending = false;
    private busyUntil = 0;
    private positionFor = '';
    private part: '' | 'commit' | 'contribute' = '';
    private forcedFor = -1;
    private rolledFor = -1;

    // ---- messages in ----

    /** Returns the names of the people who have left. */
    presence(message: PresenceMessage): string[] {
        const state = this.state;
        const gone: string[] = [];
        this.spectators = message.spectators;
        if (!state) return gone;
        for (const side of [0, 1] as const) {
            const player = state.players[side];
            if (player.online && !message.online[side] && player.kind === 'person' &&
                side !== state.you && state.stage === 'playing')
                gone.push(player.name);
            player.online = message.online[side];
        }
        state.time = message.time;
        state.clock = message.clock;
        state.away_budget_ms = message.away_budget_ms;
        return gone;
    }

    /** An event and what it looks like; null: it was missed, and comes with the next state.
     *  `drafted`: the person's own play lies on the board. */
    event(message: EventMessage, drafted: boolean): Shown | null {
        const { event, state } = message;
        if (!state) {
            this.early.push(message);
            return null;
        }
        this.happened(event, state);
        const play = event.type === 'play' && this.state !== null;
        const mine = event.by !== undefined && event.by === state.you;
        const last = state.last_play;
        return {
            event,
            state,
            spoken: event.type === 'said' ? '' : eventSentence(event, state, true),
            mine,
            noMove: play && event.moves?.length === 0,
            moves: !play || event.by === undefined || (mine && drafted) ? null
                : last && last.by === event.by ? last.moves : [],
            pause: event.type === 'roll' && !mine,
            aside: ['said', 'committed', 'contributed', 'hint'].includes(event.type),
            next: event.type === 'rematch' && typeof event.next === 'string' ? event.next : null,
        };
    }

    private happened(event: GameEvent, state: GameState): void {
        this.lastLine = lastWords(event, state) || this.lastLine;
        if (event.type === 'play' && event.by === state.you) this.plays += 1;
    }

    /** Takes a state. `changed`: it is more than chat. */
    take(state: GameState, changed: boolean): Taken {
        const before = this.state;
        if (state.rules) this.rules = state.rules;
        else state.rules = this.rules;
        this.state = state;
        const taken: Taken = { missed: this.early.map(({ event }) => event), spoken: [], result: '',
                               position: null };
        for (const event of taken.missed)
            this.happened(event, state);
        // What happened before the state that was taken before is in that one.
        const news = before ? this.early.filter(({ seq }) => seq > before.seq) : [];
        this.early = [];
        if (news.length > 0)
            taken.spoken.push(news.slice(-4).map(({ event }) =>
                eventSentence(event, state, true)).filter(Boolean).join('. '));
        if (!before) taken.spoken.push(statusSentence(state));
        if (state.result && before && !before.result) {
            taken.result = resultSentence(state);
            taken.spoken.push(`${taken.result} Score ${scoreText(state.score, state.you)}.`);
        }
        if (this.busyUntil && state.seq >= this.busyUntil) {
            this.sending = false;
            this.busyUntil = 0;
        }
        if (changed) {
            this.arrowsOff = false;
            taken.position = this.newPosition(state);
        }
        return taken;
    }

    /** A play begun on the board stays there while nothing about it changes. */
    private newPosition(state: GameState): Taken['position'] {
        const key = JSON.stringify([state.game, state.board, state.off, state.dice, state.turn,
            state.cube, state.offer, state.actions.includes('play')]);
        if (key === this.positionFor) return null;
        this.positionFor = key;
        const cube = state.cube;
        return {
            board: {
                board: state.board,
                off: state.off,
                cube: cube.in_play || cube.value > 1 ? { value: cube.value, owner: cube.owner,
                    offered: cube.offered, by: state.offer?.by ?? null } : null,
                dice: state.dice,
                turn: state.turn,
            },
            tree: state.actions.includes('play') ? state.tree : null,
        };
    }

    /** The board shows something else now: the next state puts its own there. */
    forgetPosition(): void {
        this.positionFor = '';
    }

    // ---- commands ----

    get busy(): boolean {
        return this.sending;
    }

    /** A command that changes the game goes out; false: one is on its way already. */
    begin(): boolean {
        if (this.sending) return false;
        this.sending = true;
        return true;
    }

    /** Its answer: the number of the event it made (0: none), or null if it was refused.
     *  Returns true if something else can be sent now. */
    answered(seq: number | null): boolean {
        if (seq !== null && seq > (this.state?.seq ?? 0)) {
            this.busyUntil = seq;
            return false;
        }
        this.sending = false;
        return true;
    }

    /** While the tutor looks at a decision, nothing is sent. */
    hold(on: boolean): void {
        this.sending = on;
    }

    can(action: string): boolean {
        return !this.sending && (this.state?.actions.includes(action) ?? false);
    }

    /** The action of the large button. */
    get mainAction(): 'roll' | 'play' | 'next_game' | null {
        return (['roll', 'play', 'next_game'] as const).find((action) => this.can(action)) ?? null;
    }

    get canHint(): boolean {
        const state = this.state;
        return state !== null && state.you !== null && state.opponent === 'machine' &&
            !state.rated && state.stage === 'playing' && state.to_act === state.you;
    }

    /** My part of the dice that is due, sent without asking: a hash first, the words once the other
     * player has committed. `hashes`: without TLS a browser cannot compute one. */
    partDue(hashes: boolean): { step: 'commit' | 'contribute'; sealed: string } | null {
        const state = this.state;
        if (!state || state.you === null || state.stage !== 'waiting') return null;
        if (state.players[state.you].kind !== 'person') return null;
        const seal = state.dice_seal;
        if (seal.words[state.you] !== null) return null;
        const step = hashes && seal.committed[state.you] === null && state.clock?.kind !== 'days' ? 'commit'
            : 'contribute';
        if (this.part === step || !state.actions.includes('contribute')) return null;
        this.part = step;
        return { step, sealed: seal.game };
    }

    /** It did not reach the server: due again. */
    partLost(): void {
        this.part = '';
    }

    /** The action that the person wants done without being asked, once per state. */
    byItself(wanted: { forced: boolean; roll: boolean }): 'forced' | 'roll' | null {
        const state = this.state;
        if (!state || state.stage !== 'playing' || state.to_act !== state.you) return null;
        if (wanted.forced && this.can('play') && this.forcedFor !== state.seq) {
            this.forcedFor = state.seq;
            return 'forced';
        }
        if (wanted.roll && this.can('roll') && !this.can('double') &&
            this.rolledFor !== state.seq) {
            this.rolledFor = state.seq;
            return 'roll';
        }
        return null;
    }

    // ---- what is shown ----

    /** Whose side is below. */
    get side(): Side {
        const you = this.state?.you ?? 0;
        return this.flipped ? other(you) : you;
    }

    flip(): void {
        this.flipped = !this.flipped;
    }

    /** The disconnect budget, which an absent player uses up on his turn; ms left at `now`. */
    awayBudget(side: Side, now: number): number {
        const state = this.state;
        if (!state) return 0;
        const gone = !state.players[side].online && state.to_act === side &&
            state.stage === 'playing';
        return Math.max(0, state.away_budget_ms[side] - (gone ? Math.max(0, now - state.time) : 0));
    }

    /** The opponent's last play, until my own begins. */
    get lastArrows(): BoardArrow[] {
        const state = this.state;
        const last = state?.last_play;
        if (!state || !last || this.arrowsOff || last.by === state.you) return [];
        if (state.you !== null && state.to_act !== state.you && state.stage === 'playing')
            return [];
        return last.moves.map(([from, to]) => ({ from, to, by: last.by }));
    }

    get title(): string {
        return this.state?.players.map((player) => player.name || 'free').join(' and ') ?? 'Game';
    }

    /** A double, beaver or resignation that I have to answer. */
    get decides(): boolean {
        const state = this.state;
        return state !== null && state.you !== null && state.to_act === state.you &&
            state.stage === 'playing' &&
            /^(double_offered|beaver_offered|resign_offered)$/.test(state.phase);
    }

    /** Changes when what is said of offers does. */
    get offerKey(): string {
        const state = this.state;
        return JSON.stringify(state && [state.seq, state.phase, this.decides, this.sending,
            state.offer, state.actions, !this.decides && state.players.map((player, seat) =>
                player.online || state.away_budget_ms[seat]! > 0)]);
    }

    /** Changes when the card over the board does. */
    get cardKey(): string {
        const state = this.state;
        return JSON.stringify(state && [state.stage, state.you, state.players.map((player) =>
            [player.kind, player.ready]), state.result, state.winner, state.next, state.offer,
            state.phase === 'game_over', this.can('rematch'), this.can('next_game'),
            this.can('abort')]);
    }

    /** The card over the board. */
    get card(): 'waiting' | 'result' | null {
        const state = this.state;
        if (state?.stage === 'waiting') return 'waiting';
        return state?.result && (state.stage === 'over' || state.phase === 'game_over' ||
            state.phase === 'match_over') ? 'result' : null;
    }

    /** The consequences of ending the game now; null if it cannot be ended. */
    get abortWords(): AbortWords | null {
        const state = this.state;
        if (!state || state.you === null || !this.can('abort')) return null;
        const away = state.players[other(state.you)];
        if (!away.online && state.away_budget_ms[other(state.you)] <= 0)
            return { title: 'Claim the win?', text: `${away.name} has been away for too long. ` +
                'Ending the game now makes you its winner.', yes: 'Claim the win', danger: false };
        if (state.score[0] !== 0 || state.score[1] !== 0)
            return { title: 'End this session?', text: 'It ends with the score of ' +
                `${scoreText(state.score, state.you)}; no further game is played.`,
                     yes: 'End the session', danger: true };
        return { title: 'Abort this game?', text: 'Nobody wins, and nothing is counted.',
                 yes: 'Abort', danger: true };
    }
}
