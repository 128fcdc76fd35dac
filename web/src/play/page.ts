// The page of a game: what the server says is shown, what the hands do is sent. Long because one
// class holds the state that every one of these touches; what can stand apart does, in the files
// beside it (view, tutor, offers, dice, clock, chat).

import { get, getOnce, post, remove, type Check, type GameEvent, type GameState, type Hint,
    type Move, type Rules, type Side } from '../api';
import type { AleaBoard, BoardArrow } from '../board/board';
import { playText } from '../board/typed';
import { h, replace, setText } from '../dom';
import { registerKeys } from '../keys';
import { navigate, registerPage, type Page, type PageContext } from '../router';
import { lessMotion, moveTime, onSettings, settings } from '../settings';
import { announce, ask, banner, notice, noticeError, whoAmI } from '../shell';
import { Refused, theSocket, type GameMessage } from '../socket';
import { sound } from '../sound';
import { cubeAction, cubeActionText } from '../study/format';
import { resultCard, waitingCard } from './cards';
import { Chat } from './chat';
import { ClockWarning } from './clock_warning';
import { wordsHash, wordsOf } from './contribution';
import { DicePanel } from './dice_panel';
import { askResign, confirmDouble, offerBar } from './offers';
import { rewind } from './rewind';
import { playKeys } from './shortcuts';
import { eventSound } from './sounds';
import { checkView, hintView, warn, type CandidateHandlers } from './tutor';
import { runTyped } from './typing';
import { PlayView, type Showing, type TabName } from './view';
import { eventSentence, linkText, other, resultSentence, scoreText, situation,
    statusSentence, isMine } from './words';

export class PlayPage implements Page {
    title = 'Game';
    readonly element: HTMLElement;
    private readonly socket = theSocket();
    private readonly chat: Chat;
    private readonly dicePanel: DicePanel;
    private readonly view: PlayView;
    private readonly board: AleaBoard;
    private readonly cleanups: (() => void)[] = [];
    private readonly tallQuery = window.matchMedia(
        '(max-width: 720px) and (orientation: portrait)');
    private state: GameState | null = null;
    private rules: { [name: string]: unknown } | undefined;
    private flipped = false;
    /** A command is on its way; what it did comes with event number busyUntil. */
    private busy = false;
    private busyUntil = 0;
    private queue: GameMessage[] = [];
    private draining = false;
    private gone = false;
    private contributed: '' | 'commit' | 'contribute' = '';
    private forcedFor = -1;
    private rolledFor = -1;
    private readonly clockWarning = new ClockWarning();
    private arrowsOff = false;
    private previewing = false;
    private cardFor = '';
    private offerFor = '';
    private positionFor = '';
    private spectators = 0;
    private ticks = 0;
    private caughtUp = false;
    /** The booklet's sentence on illegal plays, once one was made. */
    private clause = '';

    constructor(private readonly id: string) {
        this.chat = new Chat((text) => void this.send({ do: 'say', text }), () => this.badge());
        this.dicePanel = new DicePanel(id);
        this.view = new PlayView({
            main: () => void this.mainAction(),
            double: () => void this.double(),
            resign: () => void this.resign(),
            abort: () => void this.abort(),
            takeback: () => void this.act('takeback'),
            hint: () => void this.hint(),
            flip: () => this.flip(),
            replay: () => void this.replay(),
            typed: (line) => void this.typed(line),
            opened: (tab) => this.opened(tab),
        }, this.chat, this.dicePanel);
        this.element = this.view.element;
        this.board = this.view.board;
        this.listen();
    }

    private opened(tab: TabName): void {
        if (tab === 'moves') this.view.log.toEnd();
        if (tab === 'chat') this.chat.read();
        if (tab === 'dice' && this.state) void this.dicePanel.refresh(this.state);
    }

    private badge(): void {
        if (this.view.tabs.current === 'chat') this.chat.unread = 0;
        this.view.tabs.rename('chat', this.chat.unread ? `Chat (${this.chat.unread})` : 'Chat');
    }

    private listen(): void {
        this.board.addEventListener('draft', () => this.drafted());
        this.board.addEventListener('commit', () => void this.commit());
        this.board.addEventListener('prompt', () => void this.mainAction());
        this.board.addEventListener('cube', () => void this.double());
        this.board.addEventListener('refused', () => {
            this.board.classList.remove('shake');
            void this.board.offsetWidth;
            this.board.classList.add('shake');
        });
        this.cleanups.push(onSettings(() => this.render()));
        const turned = (): void => this.render();
        this.tallQuery.addEventListener('change', turned);
        this.cleanups.push(() => this.tallQuery.removeEventListener('change', turned));
        this.cleanups.push(this.socket.onLink((link) => {
            banner('offline', linkText(link));
            if (link === 'offline') sound('offline');
        }));
        this.cleanups.push(this.socket.watch(this.id, (message) => this.take(message), 0));
        const clock = window.setInterval(() => this.tick(), 200);
        this.cleanups.push(() => clearInterval(clock));
        this.cleanups.push(registerKeys('The game', playKeys({
            can: (action) => this.can(action),
            roll: () => void this.roll(),
            commit: () => this.board.commit(),
            undo: () => this.board.undo(),
            redo: () => this.board.redo(),
            swap: () => this.board.swapDice(),
            double: () => void this.double(),
            resign: () => void this.resign(),
            hint: () => void this.hint(),
            nextGame: () => void this.act('next_game'),
            replay: () => void this.replay(),
            toBoard: () => this.board.focusPoint(24),
            toCommand: () => this.view.command.focus(),
            toChat: () => {
                this.view.tabs.open('chat');
                this.chat.focus();
            },
            sayLast: () => announce(this.view.lastLine.textContent || 'Nothing was played yet'),
            sayStatus: () => announce(this.spoken()),
            flip: () => this.flip(),
        })));
    }

    destroy(): void {
        this.gone = true;
        for (const cleanup of this.cleanups) cleanup();
        this.chat.destroy();
        banner('offline', null);
    }

    update(context: PageContext): boolean {
        return context.params['id'] === this.id;
    }

    // ---- what the server says ----

    private take(message: GameMessage): void {
        if (message.type === 'presence') {
            if (this.state) {
                for (const side of [0, 1] as const) {
                    const player = this.state.players[side];
                    if (player.online && !message.online[side] && player.kind === 'person' &&
                        side !== this.state.you && this.state.stage === 'playing')
                        announce(`${player.name} is gone from the game`);
                    player.online = message.online[side];
                }
                this.state.time = message.time;
                this.state.clock = message.clock;
                this.state.away_budget_ms = message.away_budget_ms;
            }
            this.spectators = message.spectators;
            this.render();
            return;
        }
        this.queue.push(message);
        if (!this.draining) void this.drain();
    }

    /** Messages one after another, as fast as the eye can follow. */
    private async drain(): Promise<void> {
        this.draining = true;
        while (this.queue.length > 0 && !this.gone) {
            const message = this.queue.shift()!;
            try {
                if (message.type === 'event') await this.event(message);
                else if (message.type === 'state') this.adopt(message.state, true);
            } catch (error) {
                console.error(error);
            }
        }
        this.draining = false;
    }

    private early: GameEvent[] = [];

    private async event(message: Extract<GameMessage, { type: 'event' }>): Promise<void> {
        const event = message.event;
        const state = message.state;
        if (!state) {
            // Missed while away: into the list, when the names are known.
            this.early.push(event);
            return;
        }
        const before = this.state;
        const hurried = this.queue.length > 4 || document.hidden;
        if (event.type === 'said') this.chat.add(event, state, true);
        this.view.log.add(event, state);
        if (event.by !== state.you || event.type !== 'play') this.say(event, state);
        eventSound(event, this.state, state);
        if (event.type === 'play' && before && event.moves?.length === 0 && !hurried)
            await this.showNoMove(event.by === state.you);
        if (event.type === 'play' && before && !hurried && event.by !== undefined &&
            !this.isOnBoard(event))
            await this.animate(event, state);
        if (this.gone) return;
        this.adopt(state, !['said', 'committed', 'contributed'].includes(event.type));
        if (event.type === 'roll' && event.by !== state.you && !hurried && moveTime() > 0)
            await new Promise((wake) => setTimeout(wake, Math.min(700, moveTime() * 1.6)));
        if (event.type === 'rematch' && typeof event.next === 'string') navigate(`/g/${event.next}`);
    }

    /** My own play, as it already lies on the board. */
    private isOnBoard(event: GameEvent): boolean {
        const draft = this.board.draft;
        return event.by === this.state?.you && draft !== null && draft.steps.length > 0;
    }

    /** The roll that cannot be played stays on the board, with a word, long enough to be read. */
    private async showNoMove(mine: boolean): Promise<void> {
        this.view.showWord(mine ? 'No legal move' : 'No legal move for your opponent');
        await new Promise((wake) => setTimeout(wake, mine ? 1500 : 1100));
        this.view.showWord('');
    }

    private async animate(event: GameEvent, state: GameState): Promise<void> {
        const last = state.last_play;
        const moves = last && last.by === event.by ? last.moves : [];
        await this.board.playMoves(event.by!, moves, moveTime());
    }

    private say(event: GameEvent, state: GameState): void {
        if (event.type === 'said') {
            if (!settings.muteChat && event.by !== state.you)
                announce(`${event.name}: ${event.text}`);
            return;
        }
        announce(eventSentence(event, state, true));
    }

    private adopt(state: GameState, changed: boolean): void {
        if (state.rules) this.rules = state.rules;
        else state.rules = this.rules;
        const before = this.state;
        this.state = state;
        if (this.early.length > 0) {
            for (const event of this.early) {
                if (event.type === 'said') this.chat.add(event, state, false);
                this.view.log.add(event, state);
            }
            if (this.caughtUp)
                announce(this.early.slice(-4).map((event) => eventSentence(event, state, true))
                    .filter(Boolean).join('. '));
            this.early = [];
        }
        if (!this.caughtUp) {
            this.caughtUp = true;
            announce(statusSentence(state));
            if (!state.rules)
                get<GameState>(`/api/games/${this.id}`).then((full) => {
                    this.rules = full.rules;
                    if (this.state) this.state.rules = full.rules;
                }).catch(() => undefined);
        }
        const result = state.result;
        if (result && before && !before.result) {
            announce(`${resultSentence(state)} Score ${scoreText(state.score, state.you)}.`);
            this.view.log.result(resultSentence(state), state);
        }
        if (this.busyUntil && state.seq >= this.busyUntil) {
            this.busy = false;
            this.busyUntil = 0;
        }
        if (changed) {
            this.arrowsOff = false;
            this.showPosition(state);
        }
        this.contribute(state);
        this.render();
        // How far this page has come, for whoever drives it.
        this.element.dataset['seq'] = String(state.seq);
        this.byItself(state);
    }

    private showPosition(state: GameState): void {
        // A play begun on the board stays there while nothing about it changes.
        const key = JSON.stringify([state.game, state.board, state.off, state.dice, state.turn,
            state.cube, state.offer, state.actions.includes('play')]);
        if (key === this.positionFor) return;
        this.positionFor = key;
        this.board.position = {
            board: state.board,
            off: state.off,
            cube: state.cube.in_play || state.cube.value > 1 ? { value: state.cube.value,
                owner: state.cube.owner, offered: state.cube.offered,
                by: state.offer?.by ?? null } : null,
            dice: state.dice,
            turn: state.turn,
        };
        this.board.tree = state.actions.includes('play') ? state.tree : null;
    }

    /** My part of the dice, made without being asked: a hash first, the words once the other
     *  player is bound too. */
    private contribute(state: GameState): void {
        if (state.you === null || state.stage !== 'waiting') return;
        if (state.players[state.you].kind !== 'person') return;
        const seal = state.dice_seal;
        if (seal.words[state.you] !== null) return;
        // Without TLS a browser computes no hashes.
        const commits = !!crypto.subtle && seal.committed[state.you] === null;
        const step = commits ? 'commit' : 'contribute';
        if (this.contributed === step || !state.actions.includes('contribute')) return;
        this.contributed = step;
        void this.sendPart(step, seal.game).catch((error) => {
            if (!(error instanceof Refused)) this.contributed = '';
        });
    }

    private async sendPart(step: 'commit' | 'contribute', sealed: string): Promise<unknown> {
        const words = wordsOf(this.id, settings.words);
        return this.socket.send(step === 'commit'
            ? { do: 'commit', game: this.id, hash: await wordsHash(sealed, words) }
            : { do: 'contribute', game: this.id, words });
    }

    /** What the person wants done without asking. */
    private byItself(state: GameState): void {
        if (state.stage !== 'playing' || state.to_act !== state.you) return;
        if (settings.autoForced && state.actions.includes('play') && this.forcedFor !== state.seq) {
            this.forcedFor = state.seq;
            this.board.playForced();
        }
        if (settings.autoRoll && this.can('roll') && !this.can('double') &&
            this.rolledFor !== state.seq) {
            this.rolledFor = state.seq;
            void this.roll();
        }
    }

    // ---- showing ----

    private get side(): Side {
        const you = this.state?.you ?? 0;
        return this.flipped ? other(you) : you;
    }

    private can(action: string): boolean {
        return !this.busy && (this.state?.actions.includes(action) ?? false);
    }

    private render(): void {
        const state = this.state;
        if (!state) return;
        const view = this.side;
        const board = this.board;
        board.view = view;
        board.homeLeft = settings.homeLeft;
        board.colours = settings.swapColours;
        board.tall = this.tallQuery.matches;
        board.marks = settings.marks;
        board.oneTap = settings.oneTap;
        board.numbering = settings.numbering === 'none' ? null
            : settings.numbering === 'decider' ? state.to_act ?? view : view;
        board.names = state.you === null ? [state.players[0].name, state.players[1].name] : null;
        board.interactive = state.actions.includes('play') && !this.busy ? 'play' : 'none';
        board.prompt = this.can('roll') ? 'Roll' : null;
        board.cubeAction = this.can('double') ? `Double to ${state.cube.value * 2}` : null;
        if (!this.previewing) board.arrows = this.lastArrows(state);
        this.view.show(state, this.showing(state));
        this.title = state.players.map((player) => player.name || 'free').join(' and ');
        document.title = `${isMine(state) ? '\u25cf ' : ''}${this.title} - alea`;
        this.offers(state);
        this.cards(state);
        this.dicePanel.show(state);
        this.tick();
    }

    private showing(state: GameState): Showing {
        return { view: this.side, busy: this.busy, spectators: this.spectators,
            can: (action) => this.can(action), canHint: this.canHint(state),
            away: (side) => this.awayBudget(state, side) };
    }

    /** Who has to act and is not there pays with the disconnect budget. */
    private awayBudget(state: GameState, side: Side): number {
        const gone = !state.players[side].online && state.to_act === side &&
            state.stage === 'playing';
        return Math.max(0, state.away_budget_ms[side] -
            (gone ? Math.max(0, this.now() - state.time) : 0));
    }

    private lastArrows(state: GameState): BoardArrow[] {
        const last = state.last_play;
        if (!settings.arrows || this.arrowsOff || !last || last.by === state.you) return [];
        if (state.you !== null && state.to_act !== state.you && state.stage === 'playing')
            return [];
        return last.moves.map(([from, to]) => ({ from, to, by: last.by }));
    }

    private canHint(state: GameState): boolean {
        return state.you !== null && state.opponent === 'machine' && !state.rated &&
            state.stage === 'playing' && state.to_act === state.you;
    }

    private spoken(): string {
        return this.state ? situation(this.state, this.now()) : '';
    }

    private now(): number {
        return Date.now() + this.socket.clockAhead;
    }

    private tick(): void {
        const state = this.state;
        if (!state) return;
        const [now, view] = [this.now(), this.side];
        this.ticks += 1;
        if (this.ticks % 5 === 0 && state.players.some((player) => !player.online))
            this.view.showPlayers(state, this.showing(state));
        for (const [card, side] of [[this.view.me, view], [this.view.them, other(view)]] as const) {
            const left = card.tick(state, side, now);
            if (left === null || side !== state.you) continue;
            const mark = this.clockWarning.next(left);
            if (mark === null) continue;
            sound('warning');
            announce(`${mark} seconds left on your clock`);
        }
    }

    private offers(state: GameState): void {
        const you = state.you;
        const decide = you !== null && state.to_act === you && state.stage === 'playing' &&
            /^(double_offered|beaver_offered|resign_offered)$/.test(state.phase);
        // Drawn anew only when something changed, so that a focused button stays.
        const key = JSON.stringify([state.seq, state.phase, decide, this.busy, state.offer,
            state.actions, state.players.map((player) => player.online),
            state.away_budget_ms.map((left) => left <= 0), this.clause]);
        if (key === this.offerFor) return;
        const isNew = decide && !this.offerFor.startsWith(`[${state.seq},`);
        this.offerFor = key;
        replace(this.view.offerBar, offerBar(state, decide,
            (action) => this.can(action), (action) => void (action === 'abort' ? this.abort()
                : this.decideOffer(action)), this.clause));
        // Beside the buttons, not on one: Enter by habit answers nothing.
        if (isNew) this.view.offerBar.querySelector<HTMLElement>('.offer')?.focus({
            preventScroll: true });
        if (this.can('require_legal')) void this.findClause(state.preset).catch(noticeError);
        this.view.offerBar.hidden = this.view.offerBar.childElementCount === 0;
    }

    private async findClause(preset: string): Promise<void> {
        if (this.clause) return;
        const rules = await getOnce<Rules>('/api/rules');
        const note = rules.presets.find((p) => p.name === preset)?.notes
            .find((n) => n.option === 'illegal_play');
        this.clause = note?.source ?? note?.text ?? '';
        if (this.clause) this.render();
    }

    private cards(state: GameState): void {
        const key = JSON.stringify([state.stage, state.you, state.players.map((p) =>
            [p.kind, p.ready]), state.result, state.winner, state.next, state.offer,
            state.phase === 'game_over', this.can('rematch'), this.can('next_game'),
            this.can('abort')]);
        if (key === this.cardFor) return;
        this.cardFor = key;
        const act = (action: string): void => void this.act(action);
        if (state.stage === 'waiting') {
            replace(this.view.card, waitingCard(state, {
                join: () => void this.join(),
                withdraw: () => void this.withdraw(),
            }));
        } else if (state.result && (state.stage === 'over' || state.phase === 'game_over' ||
            state.phase === 'match_over')) {
            replace(this.view.card, resultCard(state, (action) => this.can(action),
                (action) => action === 'abort' ? void this.abort() : act(action),
                () => this.view.tabs.open('dice'), () => { this.view.card.hidden = true; }));
        } else {
            replace(this.view.card);
        }
        this.view.card.hidden = this.view.card.childElementCount === 0;
    }

    // ---- what the person does ----

    /** The number of the event it made, 0 for none; null if it was refused. */
    private async send(command: { do: string; [field: string]: unknown }):
        Promise<number | null> {
        try {
            return (await this.socket.send({ game: this.id, ...command })).seq ?? 0;
        } catch (error) {
            const note = error instanceof Refused && error.note ? ` \u2014 ${error.note}` : '';
            const text = error instanceof Error ? error.message : String(error);
            notice(`${text}${note}`, 'bad', 9000);
            return null;
        }
    }

    /** A command that changes the game: until what it did is shown nothing else is sent. */
    private async act(action: string, fields: { [field: string]: unknown } = {}): Promise<void> {
        if (this.busy) return;
        this.busy = true;
        this.render();
        const seq = await this.send({ do: action, ...fields });
        if (this.gone) return;
        if (seq === null || seq <= (this.state?.seq ?? 0)) {
            this.busy = false;
            if (seq === null) this.socket.refresh(this.id);
            this.render();
        } else {
            this.busyUntil = seq;
        }
    }

    private async mainAction(): Promise<void> {
        if (this.can('roll')) await this.roll();
        else if (this.can('play')) this.board.commit();
        else if (this.can('next_game')) await this.act('next_game');
    }

    private async roll(): Promise<void> {
        if (!this.can('roll')) return;
        if (this.can('double') && !await this.tutorAllows({ action: 'roll' }, 'Rolling')) return;
        await this.act('roll');
    }

    private async commit(): Promise<void> {
        const draft = this.board.draft;
        if (!draft?.complete || this.busy) return;
        const moves = draft.moves;
        if (!await this.tutorAllows({ moves }, playText(draft.steps.map((step) =>
            [step.from, step.to, step.hit])))) return;
        await this.act('play', { moves });
    }

    private async double(): Promise<void> {
        const state = this.state;
        if (!state) return;
        if (!this.can('double')) {
            const reason = state.no_double?.text;
            if (reason && state.to_act === state.you) notice(reason);
            return;
        }
        if (!await confirmDouble(state) || !this.can('double')) return;
        if (!await this.tutorAllows({ action: 'double' }, 'Doubling')) return;
        await this.act('double');
    }

    private async decideOffer(action: string): Promise<void> {
        if (!this.can(action)) return;
        if ((action === 'take' || action === 'drop') &&
            !await this.tutorAllows({ action }, action === 'take' ? 'Taking' : 'Dropping')) {
            this.render();
            return;
        }
        await this.act(action);
    }

    private async abort(): Promise<void> {
        const state = this.state;
        if (!state || state.you === null || !this.can('abort')) return;
        const away = state.players[other(state.you)];
        const spent = !away.online && state.away_budget_ms[other(state.you)] <= 0;
        const begun = state.score[0] !== 0 || state.score[1] !== 0;
        const [title, text, yes] = spent ? ['Claim the win?', `${away.name} has been away for ` +
                'too long. Ending the game now makes you its winner.', 'Claim the win']
            : begun ? ['End this session?', `It ends with the score of ` +
                `${scoreText(state.score, state.you)}; no further game is played.`,
                       'End the session']
            : ['Abort this game?', 'Nobody wins, and nothing is counted.', 'Abort'];
        if (await ask(title!, text!, yes!, !spent)) await this.act('abort');
    }

    private async resign(): Promise<void> {
        if (!this.state || !this.can('resign')) return;
        const level = await askResign(this.state);
        if (level && this.can('resign')) await this.act('resign', { level });
    }

    /** Whether the tutor says nothing, or the person goes on all the same. */
    private async tutorAllows(decision: { moves?: Move[]; action?: string }, what: string):
        Promise<boolean> {
        const state = this.state;
        if (!state?.tutor || state.rated) return true;
        let check: Check;
        this.busy = true;
        setText(this.view.status, 'The tutor looks...');
        try {
            check = await this.socket.send({ do: 'check', game: this.id, ...decision }) as
                unknown as Check;
        } catch {
            return true;
        } finally {
            this.busy = false;
            setText(this.view.status, statusSentence(state));
        }
        if (this.state !== state && this.state?.seq !== state.seq) return false;
        if (!(check.loss >= settings.tutorFrom)) return true;
        sound('warning');
        const answer = await warn(check, what);
        if (answer === 'anyway') return true;
        if (answer === 'show') {
            this.showHelp(checkView(check, this.candidateHandlers()));
            this.board.reset();
            if (check.best) this.candidateHandlers().preview(check.best.moves);
        }
        return false;
    }

    private candidateHandlers(): CandidateHandlers {
        return {
            preview: (moves) => {
                const by = this.state?.turn;
                this.previewing = moves !== null;
                this.board.arrows = moves && by !== null && by !== undefined
                    ? moves.map(([from, to]) => ({ from, to, by, kind: 'best' }))
                    : this.state ? this.lastArrows(this.state) : [];
            },
            choose: (moves) => {
                this.previewing = false;
                if (!this.board.load(moves)) notice('That play does not fit the board any more.');
            },
        };
    }

    private async hint(): Promise<void> {
        const state = this.state;
        if (!state || !this.canHint(state)) {
            notice(state?.rated ? 'There are no hints in a rated game.'
                                : 'Hints are for your own decisions against the computer.');
            return;
        }
        this.view.tabs.open('help');
        replace(this.view.help, h('p', { class: 'quiet' }, 'Looking...'));
        try {
            const hint = await this.socket.send({ do: 'hint', game: this.id }) as unknown as Hint;
            if (this.gone) return;
            this.showHelp(hintView(hint, this.candidateHandlers()));
            const best = hint.candidates?.[0];
            announce(best ? `Best: ${best.move}` : hint.cube
                ? `Best: ${cubeActionText(cubeAction(hint.cube))}` : '');
        } catch (error) {
            replace(this.view.help, h('p', null, error instanceof Error ? error.message
                                                                    : String(error)));
        }
    }

    /** Into its panel, and that into sight: on a phone it lies under the board. */
    private showHelp(content: HTMLElement): void {
        this.view.tabs.open('help');
        replace(this.view.help, content);
        this.view.help.scrollIntoView({ block: 'nearest',
            behavior: lessMotion() ? 'auto' : 'smooth' });
    }

    private drafted(): void {
        this.previewing = false;
        if (this.board.draft?.canUndo) this.arrowsOff = true;
        sound('move');
        this.render();
        const draft = this.board.draft;
        // What was typed whole is sent at once: nothing to press then.
        window.setTimeout(() => {
            if (!this.busy && draft === this.board.draft && draft?.complete && draft.canUndo)
                announce('The play is complete: Enter sends it');
        });
    }

    private flip(): void {
        this.flipped = !this.flipped;
        this.render();
    }

    private async replay(): Promise<void> {
        const state = this.state;
        const last = state?.last_play;
        if (!state || !last || this.board.draft?.canUndo) return;
        const { board, off } = rewind(state.board, state.off, last);
        const now = this.board.position;
        const tree = this.board.tree;
        this.positionFor = '';
        this.board.position = { ...now!, board, off };
        await new Promise((wake) => setTimeout(wake, 250));
        await this.board.playMoves(last.by, last.moves, Math.max(moveTime(), 250));
        if (this.gone || this.state !== state) return;
        this.board.position = now;
        this.board.tree = tree;
        this.arrowsOff = false;
        this.render();
        announce(this.view.lastLine.textContent ?? '');
    }

    private async join(): Promise<void> {
        try {
            await whoAmI();
            await post(`/api/games/${this.id}/join`);
            this.socket.refresh(this.id);
        } catch (error) {
            noticeError(error);
        }
    }

    private async withdraw(): Promise<void> {
        if (!await ask('Withdraw this game?', 'The link will lead nowhere then.', 'Withdraw',
                       true)) return;
        try {
            await remove(`/api/games/${this.id}`);
            navigate('/');
        } catch (error) {
            noticeError(error);
        }
    }

    // ---- the command line ----

    private async typed(line: string): Promise<void> {
        setText(this.view.commandAnswer, '');
        const answer = this.state ? await runTyped(line, this.state, {
            board: this.board,
            side: this.side,
            can: (action) => this.can(action),
            act: (action, fields) => this.act(action, fields),
            decide: (action) => this.decideOffer(action),
            roll: () => this.roll(),
            double: () => this.double(),
            resign: () => this.resign(),
            commit: () => this.commit(),
            hint: () => this.hint(),
            say: async (text) => { await this.send({ do: 'say', text }); },
            last: () => this.view.lastLine.textContent || 'Nothing was played yet.',
            status: () => this.spoken(),
        }) : 'The game is not there yet.';
        setText(this.view.commandAnswer, answer);
    }
}

export function registerPlay(): void {
    registerPage('/g/:id', async (context) => {
        // Makes a guest where there is no session, so that the socket is somebody's.
        await whoAmI();
        // A game that is not there is told here, not by a silent socket.
        await get<GameState>(`/api/games/${encodeURIComponent(context.params['id'] ?? '')}`);
        return new PlayPage(context.params['id'] ?? '');
    });
}
