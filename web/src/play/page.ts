// The page of a game: it shows what the store holds (game_store), paces what the eye has to
// follow, and hands what the person does to the actions.

import { get, getOnce } from '../api';
import type { AleaBoard } from '../board/board';
import { isRace, rewind } from '../board/frame';
import { replace, setText } from '../dom';
import { registerKeys } from '../keys';
import { navigate, registerPage, type Page, type PageContext } from '../router';
import { change, lessMotion, moveTime, onSettings, settings, swapsColours } from '../settings';
import { whoAmI } from '../me';
import { ratingText } from '../people';
import { announce, banner, notice, noticeError } from '../notices';
import { Refused, theSocket } from '../socket';
import { sound } from '../sound';
import { GameActions } from './actions';
import { resultCard, waitingCard } from './cards';
import { Chat } from './chat';
import { Closing } from './closing';
import { ClockWarning } from './clock_warning';
import { waitsOverDays } from '../start/days';
import { goToNextTurn, nextGameBar } from '../start/next_turn';
import { coachWords } from './coach';
import { keepDraft, keepState, keptDraft, keptState } from './kept';
import { wordsHash, wordsOf } from './contribution';
import { DicePanel } from './dice_panel';
import { GameStore } from './game_store';
import { offerBar } from './offers';
import { playKeys } from './shortcuts';
import { eventSound } from './sounds';
import { runTyped } from './typing';
import { PlayView, type Showing, type TabName } from './view';
import { isMine, linkText, other, situation } from './words';
import type { Ahead, EventMessage, GameEvent, GameMessage, GameState, Profile, Rules } from '../types';

const wait = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

export class PlayPage implements Page {
    title = 'Game';
    readonly element: HTMLElement;
    private readonly store = new GameStore();
    private readonly socket = theSocket();
    private readonly chat: Chat;
    private readonly dicePanel: DicePanel;
    private readonly view: PlayView;
    private readonly board: AleaBoard;
    private readonly actions: GameActions;
    private readonly cleanups: (() => void)[] = [];
    private readonly tallQuery = window.matchMedia(
        '(max-width: 720px) and (orientation: portrait)');
    private queue: Exclude<GameMessage, { type: 'presence' | 'outlook' }>[] = [];
    /** The position whose outlook was asked for. */
    private outlookFor = -1;
    private ratedNames = '/';
    private draining = false;
    private gone = false;
    private readonly clockWarning = new ClockWarning();
    private cardFor = '';
    private closing: Closing | null = null;
    private offerFor = '';
    private ticks = 0;
    /** The server's time when the line was lost. */
    private lostAt: number | null = null;
    /** The booklet's sentence on illegal plays, once one was made. */
    private clause = '';
    private begun = (): void => {};
    /** The first state is on the page. */
    readonly ready = new Promise<void>((done) => { this.begun = done; });
    /** The opening dice are in the air. */
    private opening = false;

    /** `first`: the game as it stands; what happened until then comes by the socket. */
    constructor(private readonly id: string, first: GameState) {
        this.chat = new Chat((text) => void this.actions.send({ do: 'say', text }),
                             () => this.badge());
        this.dicePanel = new DicePanel(id);
        this.view = new PlayView({
            main: () => this.main(),
            double: () => void this.actions.double(),
            resign: () => void this.actions.resign(),
            abort: () => void this.actions.abort(),
            takeback: () => void this.actions.act('takeback'),
            hint: () => void this.actions.hint(),
            flip: () => this.flip(),
            replay: () => void this.replay(),
            typed: (line) => void this.typed(line),
            opened: (tab) => this.opened(tab),
            sayAhead: (said) => this.sayAhead(said),
        }, this.chat, this.dicePanel);
        this.element = this.view.element;
        this.board = this.view.board;
        this.actions = new GameActions(id, this.store, this.socket, this.view,
                                       () => this.acted(), () => this.gone);
        this.listen();
        this.listenToKeys();
        this.adopt(first, true);
        this.begun();
    }

    private opened(tab: TabName): void {
        if (tab === 'moves') this.view.log.toEnd();
        if (tab === 'chat') this.chat.read();
        if (tab === 'dice' && this.store.state) void this.dicePanel.refresh(this.store.state);
    }

    private badge(): void {
        if (this.view.tabs.current === 'chat') this.chat.unread = 0;
        this.view.tabs.rename('chat', this.chat.unread ? `Chat (${this.chat.unread})` : 'Chat');
    }

    private listen(): void {
        this.board.addEventListener('draft', () => this.drafted());
        this.board.addEventListener('commit', () => void this.actions.commit());
        this.board.addEventListener('prompt', () => void this.actions.main());
        this.board.addEventListener('cube', () => void this.actions.double());
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
            // The clocks' state meanwhile is unknown here.
            this.lostAt = link === 'online' ? null : this.lostAt ?? this.now();
        }));
        this.cleanups.push(this.socket.watch(this.id, (message) => this.take(message), 0));
        const clock = window.setInterval(() => this.tick(), 200);
        this.cleanups.push(() => clearInterval(clock));
    }

    private listenToKeys(): void {
        this.cleanups.push(registerKeys('The game', playKeys({
            can: (action) => this.store.can(action),
            roll: () => void this.actions.roll(),
            commit: () => this.board.commit(),
            undo: () => this.board.undo(),
            redo: () => this.board.redo(),
            swap: () => this.board.swapDice(),
            double: () => void this.actions.double(),
            resign: () => void this.actions.resign(),
            hint: () => void this.actions.hint(),
            nextGame: () => void this.actions.act('next_game'),
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
        this.closing?.leave();
        this.view.question.close();
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
            for (const name of this.store.presence(message))
                announce(`${name} is gone from the game`);
            this.render();
            return;
        }
        if (message.type === 'outlook') {
            if (this.store.state) this.view.outlook.take(message, this.store.state);
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
                else this.adopt(message.state, true);
                if (this.store.state) this.begun();
            } catch (error) {
                console.error(error);
            }
        }
        this.draining = false;
    }

    private async event(message: EventMessage): Promise<void> {
        const draft = this.board.draft;
        const shown = this.store.event(message, draft !== null && draft.steps.length > 0);
        if (!shown) return;
        this.begun();
        const { event, state } = shown;
        const hurried = this.queue.length > 4 || document.hidden;
        if (event.type === 'said') this.chat.add(event, state, true);
        this.view.log.add(event, state);
        if (event.type === 'said' && !settings.muteChat && !shown.mine)
            this.heard(`${event.name}: ${event.text}`);
        if (shown.spoken) announce(shown.spoken);
        eventSound(event, this.store.state, state);
        if (shown.noMove && !hurried) await this.showNoMove(shown.mine);
        if (event.type === 'opening' && !hurried && moveTime() > 0)
            await this.showOpening(shown.spoken, event.dice, state);
        if (shown.moves && !hurried)
            await this.board.playMoves(event.by!, shown.moves, moveTime());
        if (this.gone) return;
        this.adopt(state, !shown.aside);
        if (shown.pause && !hurried && moveTime() > 0) await wait(Math.min(700, moveTime() * 1.6));
        if (shown.next) navigate(`/g/${shown.next}`);
    }

    /** A chat message from somebody else: shown as a notice where the chat is not in view. */
    private heard(text: string): void {
        const { top, bottom, height } = this.chat.element.getBoundingClientRect();
        if (height > 0 && top >= 0 && bottom <= window.innerHeight) announce(text);
        else notice(text);
    }

    /** The roll that cannot be played stays on the board, with a word, long enough to be read. */
    private async showNoMove(mine: boolean): Promise<void> {
        this.view.showWord(mine ? 'No legal move' : 'No legal move for your opponent');
        await wait(mine ? 1500 : 1100);
        this.view.showWord('');
    }

    /** The start: one die each, then the sentence. */
    private async showOpening(text: string, dice: GameEvent['dice'], state: GameState):
        Promise<void> {
        this.opening = true;
        this.adopt(state, true);
        if (dice) this.board.opening = dice;
        await wait(700);
        if (this.gone) return;
        this.view.showWord(text, true);
        await wait(1500);
        this.view.showWord('');
        this.board.opening = null;
        this.opening = false;
    }

    private adopt(state: GameState, changed: boolean): void {
        const taken = this.store.take(state, changed);
        for (const event of taken.missed) {
            if (event.type === 'said') this.chat.add(event, state, false);
            this.view.log.add(event, state);
        }
        for (const text of taken.spoken) announce(text);
        if (taken.result) this.view.log.result(taken.result, state);
        if (taken.position || taken.result || state.stage !== 'playing') this.view.question.close();
        if (taken.position) {
            this.actions.forgetHint();
            this.board.position = taken.position.board;
            this.board.tree = taken.position.tree;
        }
        this.contribute();
        this.render();
        this.askOutlook(state);
        void this.askRatings(state);
        if (taken.position) this.takeUpDraft(state);
        keepState(state);
        // How far this page has come, for programs that drive it.
        this.element.dataset['seq'] = String(state.seq);
        this.doByItself();
    }

    /** The ratings of both, beside their names, once they are known by account. */
    private async askRatings(state: GameState): Promise<void> {
        const names = state.players.map((player) =>
            player.kind === 'person' && !player.guest ? player.name : '');
        if (names.join('/') === this.ratedNames) return;
        this.ratedNames = names.join('/');
        await Promise.all(([0, 1] as const).map(async (side) => {
            const name = names[side];
            const profile = name ? await get<Profile>(`/api/players/${encodeURIComponent(name)}`)
                .catch(() => null) : null;
            const rating = profile?.ratings.find((one) => one.pool === state.pool);
            this.view.ratings[side] = rating ? ratingText(rating) : '';
        }));
        if (!this.gone) this.render();
    }

    /** A spectator's: once for each roll. */
    private askOutlook(state: GameState): void {
        if (state.you !== null || state.stage !== 'playing' || state.phase !== 'to_play' ||
            this.outlookFor === state.seq)
            return;
        this.outlookFor = state.seq;
        this.socket.send({ do: 'outlook', game: this.id }).catch(() => undefined);
    }

    /** A command went out or was answered, before or after the event that it made. */
    private acted(): void {
        this.render();
        this.doByItself();
    }

    private doByItself(): void {
        if (this.opening) return;
        const wanted = this.store.byItself({ forced: settings.autoForced || settings.sendForced ||
                                                 settings.greedyBearOff,
                                             roll: settings.autoRoll });
        if (wanted === 'forced') void this.playForced();
        else if (wanted === 'roll') void this.actions.roll();
    }

    /** Moves without a choice are made; a whole play of them is sent, once it was seen. */
    private async playForced(): Promise<void> {
        const { state } = this.store;
        if (settings.autoForced || settings.sendForced) this.board.playForced();
        let send = settings.sendForced;
        if (settings.greedyBearOff && !this.board.draft?.canUndo && isRace(state!.board)) {
            this.board.bearOff();
            send ||= this.board.draft?.canUndo ?? false;
        }
        if (!send || !this.board.draft?.complete) return;
        await wait(moveTime() * 2);
        if (!this.gone && this.store.state === state && this.board.draft?.complete)
            await this.actions.commit();
    }

    /** A play begun before the page was loaded again goes on where it was. */
    private takeUpDraft(state: GameState): void {
        if (!this.store.can('play')) return;
        const moves = keptDraft(this.id, state.seq);
        if (moves) this.board.load(moves);
    }

    private contribute(): void {
        const due = this.store.partDue(!!crypto.subtle);
        if (!due) return;
        const words = wordsOf(this.id, settings.words);
        const send = async (): Promise<unknown> => this.socket.send(due.step === 'commit'
            ? { do: 'commit', game: this.id, hash: await wordsHash(due.sealed, words) }
            : { do: 'contribute', game: this.id, words });
        send().catch((error) => {
            if (!(error instanceof Refused)) this.store.partLost();
        });
    }

    // ---- showing ----

    private render(): void {
        const state = this.store.state;
        if (!state) return;
        const view = this.store.side;
        const board = this.board;
        board.view = view;
        board.homeLeft = settings.homeLeft;
        board.colours = swapsColours(state.you);
        board.tall = this.tallQuery.matches;
        board.marks = settings.marks;
        board.oneTap = settings.oneTap;
        board.numbering = settings.numbering === 'none' ? null
            : settings.numbering === 'decider' ? state.to_act ?? view : view;
        board.names = state.you === null ? [state.players[0].name, state.players[1].name] : null;
        board.interactive = this.store.can('play') && !this.opening ? 'play' : 'none';
        board.prompt = this.store.can('roll') && !this.opening ? 'Roll' : null;
        board.cubeAction = this.store.can('double') ? `Double to ${state.cube.value * 2}` : null;
        if (!this.actions.previewing)
            board.arrows = settings.arrows ? this.store.lastArrows : [];
        this.view.show(state, this.showing());
        this.title = this.store.title;
        document.title = `${isMine(state) ? '\u25cf ' : ''}${this.title} - alea`;
        this.showOffers(state);
        this.showCard(state);
        this.dicePanel.show(state);
        this.tick();
    }

    private showing(): Showing {
        const store = this.store;
        return { view: store.side, busy: store.busy, spectators: store.spectators,
            can: (action) => store.can(action), canHint: store.canHint,
            away: (side) => store.awayBudget(side, this.now()),
            lastLine: store.lastLine, opening: this.opening,
            coach: settings.firstGame === this.id && store.state && !this.opening
                ? coachWords(store.state, store.plays, this.board.draft) : '' };
    }

    private spoken(): string {
        return this.store.state ? situation(this.store.state, this.now()) : '';
    }

    private now(): number {
        return this.lostAt ?? Date.now() + this.socket.clockAhead;
    }

    private tick(): void {
        const state = this.store.state;
        if (!state) return;
        const [now, view] = [this.now(), this.store.side];
        this.ticks += 1;
        if (this.ticks % 5 === 0 && state.players.some((player) => !player.online))
            this.view.showPlayers(state, this.showing());
        for (const [card, side] of [[this.view.me, view], [this.view.them, other(view)]] as const) {
            const left = card.tick(state, side, now);
            if (left === null || side !== state.you) continue;
            const mark = this.clockWarning.next(left);
            if (mark === null) continue;
            sound('warning');
            announce(`${mark} seconds left on your clock`);
        }
    }

    private showOffers(state: GameState): void {
        // Drawn anew only when something changed, so that a focused button stays.
        const key = this.store.offerKey + this.clause;
        if (key === this.offerFor) return;
        const decides = this.store.decides;
        const isNew = decides && !this.offerFor.startsWith(`[${state.seq},`);
        this.offerFor = key;
        const bar = this.view.offerBar;
        replace(bar, nextGameBar(state, () => void goToNextTurn(this.id)), offerBar(state, decides, (action) => this.store.can(action),
            (action) => void (action === 'abort' ? this.actions.abort()
                : this.actions.decideOffer(action)), this.clause));
        // Beside the buttons, not on one: Enter by habit answers nothing.
        if (isNew) bar.querySelector<HTMLElement>('.offer')?.focus({ preventScroll: true });
        if (this.store.can('require_legal')) void this.findClause(state.preset).catch(noticeError);
        this.view.showAsked();
    }

    private async findClause(preset: string): Promise<void> {
        if (this.clause) return;
        const rules = await getOnce<Rules>('/api/rules');
        const note = rules.presets.find((p) => p.name === preset)?.notes
            .find((n) => n.option === 'illegal_play');
        this.clause = note?.source ?? note?.text ?? '';
        if (this.clause) this.render();
    }

    private showCard(state: GameState): void {
        const key = this.store.cardKey;
        if (key === this.cardFor) return;
        this.cardFor = key;
        const card = this.view.card;
        const kind = this.store.card;
        const wasOpen = !this.view.ending.hidden;
        if (kind !== 'result') this.view.showEnding(null);
        if (kind === 'waiting')
            replace(card, waitingCard(state, {
                join: () => void this.actions.join(),
                withdraw: () => void this.actions.withdraw(),
            }));
        else if (kind === 'result') {
            if (state.stage === 'over') this.closing ??= new Closing(state);
            if (state.stage === 'over' && state.you !== null && !settings.finished)
                change({ finished: true });
            this.view.showEnding(resultCard(state, (action) => this.store.can(action),
                (action) => void (action === 'abort' ? this.actions.abort()
                    : this.actions.act(action)),
                () => { this.view.showEnding(null); this.view.tabs.open('dice'); },
                () => this.view.showEnding(null), this.closing?.element ?? null));
            replace(card);
            // On a phone the card lies below the board: half of each stays in view.
            const { top } = this.view.ending.getBoundingClientRect();
            if (!wasOpen && (this.tallQuery.matches || top >= window.innerHeight - 60))
                this.view.ending.scrollIntoView({ block: 'start',
                    behavior: lessMotion() ? 'auto' : 'smooth' });
        } else
            replace(card);
        card.hidden = card.childElementCount === 0;
    }

    // ---- what the person does that concerns this page alone ----

    private drafted(): void {
        this.actions.previewing = false;
        this.view.question.close();
        if (this.board.draft?.canUndo) this.store.arrowsOff = true;
        sound('move');
        this.render();
        const draft = this.board.draft;
        if (this.store.state && draft) keepDraft(this.id, this.store.state.seq, draft.moves);
        // A play typed in full is sent at once, without another key.
        window.setTimeout(() => {
            if (!this.store.busy && draft === this.board.draft && draft?.complete && draft.canUndo)
                announce('The play is complete: Enter sends it');
        });
    }

    /** Of the button alone: a touch of the board leads nowhere else. */
    private main(): void {
        const state = this.store.state;
        if (state && waitsOverDays(state) && !this.store.mainAction) void goToNextTurn(this.id);
        else void this.actions.main();
    }

    /** A choice that was refused, or could not be kept, goes back to what the server has. */
    private async sayAhead(said: Ahead): Promise<void> {
        if (await this.actions.send({ do: 'ahead', ...said }) === null) this.render();
    }

    private flip(): void {
        this.store.flip();
        this.render();
    }

    private async replay(): Promise<void> {
        const state = this.store.state;
        const last = state?.last_play;
        if (!state || !last || this.board.draft?.canUndo) return;
        const { board, off } = rewind(state.board, state.off, last);
        const now = this.board.position;
        const tree = this.board.tree;
        this.store.forgetPosition();
        this.board.position = { ...now!, board, off };
        await wait(250);
        await this.board.playMoves(last.by, last.moves, Math.max(moveTime(), 250));
        if (this.gone || this.store.state !== state) return;
        this.board.position = now;
        this.board.tree = tree;
        this.store.arrowsOff = false;
        this.render();
        announce(this.view.lastLine.textContent ?? '');
    }

    private async typed(line: string): Promise<void> {
        setText(this.view.commandAnswer, '');
        const actions = this.actions;
        const answer = this.store.state ? await runTyped(line, this.store.state, {
            board: this.board,
            side: this.store.side,
            can: (action) => this.store.can(action),
            act: (action, fields) => actions.act(action, fields),
            decide: (action) => actions.decideOffer(action),
            roll: () => actions.roll(),
            double: () => actions.double(),
            resign: () => actions.resign(),
            commit: () => actions.commit(),
            hint: () => actions.hint(),
            say: async (text) => { await actions.send({ do: 'say', text }); },
            last: () => this.view.lastLine.textContent || 'Nothing was played yet.',
            status: () => this.spoken(),
        }) : 'The game is not there yet.';
        setText(this.view.commandAnswer, answer);
    }
}

/** The game as it stands; makes a guest where there is no session, so that the socket is somebody's. */
async function stateOf(id: string): Promise<GameState> {
    await whoAmI();
    return get<GameState>(`/api/games/${encodeURIComponent(id)}`);
}

export function registerPlay(): void {
    registerPage('/g/:id', async (context) => {
        // Reports an unknown game here; the socket would stay silent.
        const id = context.params['id'] ?? '', state = stateOf(id), kept = keptState(id);
        if (!kept) return new PlayPage(id, await state);
        state.catch(noticeError);
        return new PlayPage(id, kept);
    });
}
