// The page of a game: what the server says is shown, what the hands do is sent.

import { get, post, remove, type Check, type GameEvent, type GameState, type Hint, type Move,
    type Pair, type Side } from '../api';
import { AleaBoard, type BoardArrow } from '../board/board';
import { boardText, spokenRoll } from '../board/names';
import { playText, readPlay, readSegments } from '../board/typed';
import { h, replace, setText } from '../dom';
import { icon, type IconName } from '../icons';
import { registerKeys } from '../keys';
import { navigate, registerPage, type Page, type PageContext } from '../router';
import { change, moveTime, onSettings, settings } from '../settings';
import { announce, ask, banner, notice, noticeError, whoAmI, type OpenDialog } from '../shell';
import { Refused, theSocket, type GameMessage } from '../socket';
import { sound } from '../sound';
import { Chat } from './chat';
import { DicePanel } from './dice_panel';
import { PlayLog } from './log';
import { askResign, confirmDouble, offerDialog } from './offers';
import { PlayerCard } from './players';
import { checkView, hintView, warn } from './tutor';
import { clockOf, clockText, eventSentence, matchTitle, other, resultSentence, scoreText,
    statusSentence, who } from './words';
import { typedCommand, type PlayCommand } from './commands';
import { resultCard, waitingCard } from './cards';
import { contribution } from './contribution';

type TabName = 'moves' | 'chat' | 'dice' | 'help';

function toolButton(name: IconName, label: string, testid: string, run: () => void):
    HTMLButtonElement {
    return h('button', { class: 'icon-button', type: 'button', 'aria-label': label, title: label,
        'data-testid': testid, on: { click: run } }, icon(name));
}

export class PlayPage implements Page {
    title = 'Game';
    readonly element = h('div', { class: 'play' });
    private readonly socket = theSocket();
    private readonly board = new AleaBoard();
    private readonly them = new PlayerCard('them');
    private readonly me = new PlayerCard('me');
    private readonly log = new PlayLog();
    private readonly chat: Chat;
    private readonly dicePanel: DicePanel;
    private readonly status = h('p', { class: 'status', 'data-testid': 'status' });
    private readonly titleLine = h('h1', { class: 'play-title' });
    private readonly scoreLine = h('span', { class: 'play-score', 'data-testid': 'score' });
    private readonly tags = h('span', { class: 'row tags' });
    private readonly watchers = h('span', { class: 'tag', hidden: true });
    private readonly lastLine = h('p', { class: 'last-play', 'data-testid': 'last-play' });
    private readonly offerBar = h('div', { class: 'offer-bar', 'data-testid': 'offer-bar' });
    private readonly card = h('div', { class: 'board-card' });
    private readonly help = h('div', { class: 'help-panel stack' });
    private readonly text = h('div', { class: 'text-board', role: 'region',
        'aria-label': 'Board as text', tabindex: 0, 'data-testid': 'text-board' });
    private readonly command: HTMLInputElement = h('input', { type: 'text', id: 'command',
        autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', enterkeyhint: 'send',
        placeholder: '8/5 6/5, roll, help...', 'data-testid': 'command' });
    private readonly commandAnswer = h('p', { class: 'command-answer', role: 'status' });
    private readonly main: HTMLButtonElement = h('button', { class: 'button main big', type:
        'button', 'data-testid': 'main-action', on: { click: () => void this.mainAction() } });
    private readonly undoButton = toolButton('undo', 'Undo (u)', 'undo', () => this.board.undo());
    private readonly redoButton = toolButton('redo', 'Redo (y)', 'redo', () => this.board.redo());
    private readonly doubleButton: HTMLButtonElement = h('button', { class: 'button', type:
        'button', 'data-testid': 'double', on: { click: () => void this.double() } });
    private readonly resignButton: HTMLButtonElement = h('button', { class: 'button',
        'aria-label': 'Resign', type:
        'button', 'data-testid': 'resign', on: { click: () => void this.resign() } },
        icon('flag'), h('span', null, 'Resign'));
    private readonly noDouble = h('span', { class: 'no-double small quiet' });
    private readonly takebackButton = toolButton('takeback', 'Take my last turn back', 'takeback',
        () => void this.act('takeback'));
    private readonly hintButton = toolButton('bulb', 'Hint (h)', 'hint', () => void this.hint());
    private readonly tabs = new Map<TabName, { button: HTMLButtonElement; body: HTMLElement }>();
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
    private dialog: OpenDialog | null = null;
    private dialogFor = '';
    private contributed = false;
    private forcedFor = -1;
    private rolledFor = -1;
    private warned = { low: -1 };
    private arrowsOff = false;
    private previewing = false;
    private tab: TabName = 'moves';
    private cardFor = '';
    private positionFor = '';
    private spectators = 0;
    private caughtUp = false;

    constructor(private readonly id: string) {
        this.chat = new Chat((text) => void this.send({ do: 'say', text }), () => this.badge());
        this.dicePanel = new DicePanel(id);
        this.build();
        this.listen();
    }

    // ---- building ----

    private build(): void {
        const menu = h('div', { class: 'play-tools row' },
            toolButton('flip', 'Turn the board round (f)', 'flip', () => this.flip()),
            toolButton('replay', "Show the last play again (p)", 'replay',
                () => void this.replay()),
            this.hintButton,
            toolButton('text', 'Board as text', 'text-toggle',
                () => change({ textBoard: !settings.textBoard })));
        const bar = h('header', { class: 'play-bar' },
            h('div', { class: 'play-head' }, this.titleLine,
                h('div', { class: 'row' }, this.scoreLine, this.tags, this.watchers)),
            h('div', { class: 'row far', role: 'group', 'aria-label': 'Cube and resignation' },
                this.doubleButton, this.resignButton, this.noDouble));
        const form = h('form', { class: 'command', on: { submit: (event: Event) => {
            event.preventDefault();
            void this.typed(this.command.value);
        } } }, h('label', { for: 'command', class: 'hidden-text' }, 'Type a play or a command'),
            this.command, h('button', { class: 'button', type: 'submit' }, 'Go'));
        const panel = h('section', { class: 'panel card' }, this.tabList(), form,
            this.commandAnswer);
        const boardBox = h('div', { class: 'board-box' }, this.board, this.text, this.card);
        const actions = h('div', { class: 'actions' },
            h('div', { class: 'action-main' }, this.undoButton, this.redoButton, this.main,
                menu), this.status, this.lastLine);
        replace(this.element, bar, this.them.element, boardBox, this.me.element, actions,
            this.offerBar, panel);
        this.board.setAttribute('data-testid', 'board');
    }

    private tabList(): HTMLElement {
        const list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Beside the board' });
        const bodies = h('div', { class: 'tab-body' });
        const add = (name: TabName, text: string, content: HTMLElement): void => {
            const body = h('div', { role: 'tabpanel', id: `panel-${name}`,
                'aria-labelledby': `tab-${name}`, hidden: name !== 'moves' }, content);
            const button = h('button', { role: 'tab', type: 'button', id: `tab-${name}`,
                'aria-controls': `panel-${name}`, 'data-testid': `tab-${name}`,
                'aria-selected': String(name === 'moves'), tabindex: name === 'moves' ? 0 : -1,
                on: { click: () => this.openTab(name), keydown: (event: KeyboardEvent) => {
                    const names = [...this.tabs.keys()];
                    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1
                        : 0;
                    if (!step) return;
                    event.preventDefault();
                    const to = names[(names.indexOf(name) + step + names.length) %
                        names.length]!;
                    this.openTab(to);
                    this.tabs.get(to)!.button.focus();
                } } }, text);
            list.appendChild(button);
            bodies.appendChild(body);
            this.tabs.set(name, { button, body });
        };
        add('moves', 'Moves', this.log.element);
        add('help', 'Hints', this.help);
        add('dice', 'Dice', this.dicePanel.element);
        add('chat', 'Chat', this.chat.element);
        return h('div', { class: 'tabbed' }, list, bodies);
    }

    private openTab(name: TabName): void {
        this.tab = name;
        for (const [other_, { button, body }] of this.tabs) {
            button.setAttribute('aria-selected', String(other_ === name));
            button.tabIndex = other_ === name ? 0 : -1;
            body.hidden = other_ !== name;
        }
        if (name === 'chat') this.chat.read();
        if (name === 'dice' && this.state) void this.dicePanel.refresh(this.state);
    }

    private badge(): void {
        const chat = this.tabs.get('chat')!.button;
        if (this.tab === 'chat' && this.chat.unread) this.chat.unread = 0;
        setText(chat, this.chat.unread ? `Chat (${this.chat.unread})` : 'Chat');
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
        const resize = (): void => this.render();
        this.tallQuery.addEventListener('change', resize);
        this.cleanups.push(() => this.tallQuery.removeEventListener('change', resize));
        this.cleanups.push(this.socket.onLink((link) => {
            banner('offline', link === 'online' || link === 'connecting' ? null
                : link === 'replaced' ? 'The game went on in another window. Reload to take it ' +
                    'back here.'
                : 'No connection to the server. Trying again; what you did is kept and sent ' +
                    'as soon as it is back.');
            if (link === 'offline') sound('offline');
        }));
        this.cleanups.push(this.socket.watch(this.id, (message) => this.take(message), 0));
        const clock = window.setInterval(() => this.tick(), 200);
        this.cleanups.push(() => clearInterval(clock));
        this.cleanups.push(registerKeys('The game', [
            { key: 'r', text: 'roll', run: () => this.can('roll') ? void this.roll() : false },
            { key: 'Enter', text: 'send the play, when it is complete',
              run: () => this.board.commit() },
            { key: 'c', text: 'send the play', run: () => this.board.commit() },
            { key: 'u', text: 'undo a move', run: () => this.board.undo() },
            { key: 'Backspace', text: 'undo a move', run: () => this.board.undo() },
            { key: 'y', text: 'redo', run: () => this.board.redo() },
            { key: 's', text: 'swap the dice', run: () => this.board.swapDice() },
            { key: 'd', text: 'double (asks first)', run: () => void this.double() },
            { key: 'q', text: 'resign (asks first)', run: () => void this.resign() },
            { key: 'h', text: 'hint', run: () => void this.hint() },
            { key: 'n', text: 'next game, or next',
              run: () => this.can('next_game') ? void this.act('next_game') : false },
            { key: 'p', text: 'show the last play again', run: () => void this.replay() },
            { key: 'b', text: 'to the board', run: () => this.board.focusPoint(24) },
            { key: 't', text: 'type a play or a command', run: () => this.command.focus() },
            { key: 'm', text: 'write a message', run: () => {
                this.openTab('chat');
                this.chat.focus();
            } },
            { key: 'l', text: 'say the last play', run: () => announce(this.lastLine.textContent
                || 'Nothing was played yet') },
            { key: 'o', text: 'say clocks, score and pips', run: () => announce(this.spoken()) },
            { key: 'f', text: 'turn the board round', run: () => this.flip() },
            { key: '\u0000', shown: 'Arrows', text: 'move among the points', run: () => false },
            { key: '\u0000', shown: 'Space', text: 'move or choose the checker there',
              run: () => false },
            { key: '\u0000', shown: '1 \u2026 6', text: 'move the checker there by that die',
              run: () => false },
        ]));
    }

    destroy(): void {
        this.gone = true;
        for (const cleanup of this.cleanups) cleanup();
        this.chat.destroy();
        this.dialog?.close();
        banner('offline', null);
    }

    update(context: PageContext): boolean {
        return context.params['id'] === this.id;
    }

    // ---- what the server says ----

    private take(message: GameMessage): void {
        if (message.type === 'presence') {
            if (this.state) {
                for (const side of [0, 1] as const)
                    this.state.players[side].online = message.online[side];
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
        this.log.add(event, state);
        if (event.by !== state.you || event.type !== 'play') this.say(event, state);
        this.sounds(event, state);
        if (event.type === 'play' && before && !hurried && event.by !== undefined &&
            !this.isOnBoard(event))
            await this.animate(event, state);
        if (this.gone) return;
        this.adopt(state, event.type !== 'said' && event.type !== 'contributed');
        if (event.type === 'roll' && event.by !== state.you && !hurried && moveTime() > 0)
            await new Promise((wake) => setTimeout(wake, Math.min(700, moveTime() * 1.6)));
        if (event.type === 'rematch' && typeof event.next === 'string') navigate(`/g/${event.next}`);
    }

    /** My own play, as it already lies on the board. */
    private isOnBoard(event: GameEvent): boolean {
        const draft = this.board.draft;
        return event.by === this.state?.you && draft !== null && draft.steps.length > 0;
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

    private sounds(event: GameEvent, state: GameState): void {
        switch (event.type) {
            case 'roll': case 'opening': sound('roll'); break;
            case 'play':
                sound(state.last_play?.moves.some((move) => move[2]) ? 'hit' : 'move');
                break;
            case 'double': case 'beaver': case 'raccoon': case 'take': case 'drop':
            case 'resign': sound('cube'); break;
        }
        const result = state.result;
        if (result && !this.state?.result && state.you !== null && result.winner !== null)
            sound(result.winner === state.you ? 'win' : 'lose');
        else if (state.to_act === state.you && this.state?.to_act !== state.you &&
            state.phase === 'to_roll') sound('turn');
    }

    private adopt(state: GameState, changed: boolean): void {
        if (state.rules) this.rules = state.rules;
        else state.rules = this.rules;
        const before = this.state;
        this.state = state;
        if (this.early.length > 0) {
            for (const event of this.early) {
                if (event.type === 'said') this.chat.add(event, state, false);
                this.log.add(event, state);
            }
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
            this.log.result(resultSentence(state), state);
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

    /** My part of the dice, made without being asked. */
    private contribute(state: GameState): void {
        if (this.contributed || state.you === null || state.stage !== 'waiting') return;
        if (state.players[state.you].kind !== 'person') return;
        if (state.dice_seal.words[state.you] !== null) return;
        this.contributed = true;
        this.socket.send({ do: 'contribute', game: this.id, words: contribution(settings.words) })
            .catch((error) => {
                if (!(error instanceof Refused)) this.contributed = false;
            });
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

    private get view(): Side {
        const you = this.state?.you ?? 0;
        return this.flipped ? other(you) : you;
    }

    private can(action: string): boolean {
        return !this.busy && (this.state?.actions.includes(action) ?? false);
    }

    private render(): void {
        const state = this.state;
        if (!state) return;
        const view = this.view;
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
        this.element.classList.toggle('tall', board.tall);
        this.element.classList.toggle('as-text', settings.textBoard);
        this.me.show(state, view, settings.pips, settings.swapColours);
        this.them.show(state, other(view), settings.pips, settings.swapColours);
        this.header(state);
        this.buttons(state);
        this.offers(state);
        this.cards(state);
        this.dicePanel.show(state);
        if (settings.textBoard) this.showText(state);
        this.tick();
    }

    private header(state: GameState): void {
        setText(this.titleLine, matchTitle(state));
        this.title = state.players.map((player) => player.name || 'free').join(' and ');
        setText(this.scoreLine, state.stage === 'waiting' ? ''
            : `${scoreText(state.score, state.you)}`);
        this.scoreLine.setAttribute('aria-label', `Score ${scoreText(state.score, state.you)}`);
        replace(this.tags,
            h('span', { class: 'tag', title: state.title }, state.preset.replace(/_/g, ' ')),
            state.crawford ? h('span', { class: 'tag warn' }, 'Crawford') : null,
            state.post_crawford && !state.result ? h('span', { class: 'tag' }, 'post-Crawford') : null,
            state.rated ? h('span', { class: 'tag accent' }, 'rated') : null,
            state.tutor ? h('span', { class: 'tag' }, 'tutor') : null,
            state.you === null ? h('span', { class: 'tag' }, 'watching') : null);
        this.watchers.hidden = this.spectators === 0;
        setText(this.watchers, `${this.spectators} watching`);
        const mine = state.stage === 'playing' && state.to_act !== null &&
            state.to_act === state.you;
        document.title = `${mine ? '\u25cf ' : ''}${this.title} - alea`;
        setText(this.status, this.busy ? 'Sending...' : statusSentence(state));
        this.status.classList.toggle('mine', mine);
        const last = state.last_play;
        setText(this.lastLine, last ? `${who(last.by, state)}: ${Math.max(...last.dice)}` +
            `${Math.min(...last.dice)}, ` +
            `${last.text || 'no move'}` : '');
    }

    private lastArrows(state: GameState): BoardArrow[] {
        const last = state.last_play;
        if (!settings.arrows || this.arrowsOff || !last || last.by === state.you) return [];
        if (state.you !== null && state.to_act !== state.you && state.stage === 'playing')
            return [];
        return last.moves.map(([from, to]) => ({ from, to, by: last.by }));
    }

    private buttons(state: GameState): void {
        const draft = this.board.draft;
        const you = state.you;
        const playing = this.can('play');
        const text = this.can('roll') ? 'Roll' : playing ? 'Send play'
            : this.can('next_game') ? 'Next game' : '';
        setText(this.main, text || (you === null ? 'Watching' : 'Waiting'));
        this.main.disabled = !text || (playing && !draft?.complete);
        this.main.hidden = state.stage !== 'playing' || you === null;
        this.undoButton.disabled = !draft?.canUndo;
        this.redoButton.disabled = !draft?.canRedo;
        this.undoButton.hidden = this.redoButton.hidden = you === null ||
            state.stage !== 'playing';
        const cubeGame = state.cube.in_play || state.cube.value > 1;
        replace(this.doubleButton, icon('dice'), h('span', null,
            `${state.cube.value > 1 ? 'Redouble' : 'Double'} to ${state.cube.value * 2}`));
        this.doubleButton.hidden = !this.can('double');
        const reason = state.no_double?.text ?? '';
        this.noDouble.hidden = this.can('double') || !reason || you === null;
        setText(this.noDouble, cubeGame || reason ? reason : '');
        this.resignButton.hidden = !this.can('resign');
        this.takebackButton.hidden = !this.can('takeback');
        this.hintButton.hidden = !this.canHint(state);
        const tools = this.element.querySelector('.play-tools')!;
        if (this.takebackButton.parentNode !== tools) tools.prepend(this.takebackButton);
    }

    private canHint(state: GameState): boolean {
        return state.you !== null && state.opponent === 'machine' && !state.rated &&
            state.stage === 'playing' && state.to_act === state.you;
    }

    private showText(state: GameState): void {
        const names: Pair<string> = [who(0, state), who(1, state)];
        const shown = this.board.shown();
        const lines = shown ? boardText(this.view, shown, names) : [];
        const cube = state.cube.in_play || state.cube.value > 1
            ? `Cube ${state.cube.value}, ${state.cube.owner === null ? 'in the middle'
                : `with ${who(state.cube.owner, state)}`}` : 'No cube';
        replace(this.text, lines.map((line) => h('p', null, line)),
            h('p', null, `${cube}. Score ${scoreText(state.score, state.you)}. Pips: ` +
                `${names[0]} ${state.pips[0]}, ${names[1]} ${state.pips[1]}.`),
            h('p', null, state.dice && state.turn !== null
                ? `${who(state.turn, state)}: ${spokenRoll(state.dice)}.` : ''),
            h('p', null, statusSentence(state)));
    }

    private spoken(): string {
        const state = this.state;
        if (!state) return '';
        const parts = [`Score ${scoreText(state.score, state.you)}`];
        for (const side of [0, 1] as const) {
            const view = clockOf(side, state, this.now());
            parts.push(`${who(side, state)}: ${state.pips[side]} pips` +
                (view ? `, ${clockText(view.reserve)} left` : ''));
        }
        parts.push(statusSentence(state));
        return parts.join('. ');
    }

    private now(): number {
        return Date.now() + this.socket.clockAhead;
    }

    private tick(): void {
        const state = this.state;
        if (!state) return;
        const now = this.now();
        const view = this.view;
        for (const [card, side] of [[this.me, view], [this.them, other(view)]] as const) {
            const left = card.tick(state, side, now);
            if (left !== null && side === state.you && left < 10000 &&
                this.warned.low !== state.seq) {
                this.warned.low = state.seq;
                sound('warning');
                announce('Ten seconds left', 'urgent');
            }
        }
    }

    private offers(state: GameState): void {
        const you = state.you;
        const wanted = you !== null && state.to_act === you && state.stage === 'playing' &&
            /^(double_offered|beaver_offered|resign_offered)$/.test(state.phase)
            ? `${state.seq}/${state.phase}` : '';
        const settle = (action: string): void => void this.decideOffer(action);
        if (wanted !== this.dialogFor) {
            this.dialog?.close();
            this.dialog = null;
            this.dialogFor = wanted;
            if (wanted) this.dialog = offerDialog(state, settle);
        }
        replace(this.offerBar);
        const button = (text: string, action: string, kind = ''): HTMLElement =>
            h('button', { class: `button ${kind}`, type: 'button', 'data-testid': `bar-${action}`,
                on: { click: () => void this.decideOffer(action) } }, text);
        const offer = state.offer;
        if (wanted && !this.busy) {
            const words: { [action: string]: string } = { drop: 'Drop', take: 'Take', beaver:
                'Beaver', raccoon: 'Raccoon', accept_resign: 'Accept', reject_resign: 'Reject' };
            this.offerBar.append(h('span', null, statusSentence(state)),
                ...Object.entries(words).filter(([action]) => this.can(action))
                    .map(([action, text]) => button(text, action)));
        } else if (offer && you !== null && offer.by !== you && offer.kind === 'takeback') {
            this.offerBar.append(h('span', null, `${who(offer.by, state)} would take the last ` +
                'turn back.'), button('Refuse', 'refuse_takeback'),
                button('Allow', 'accept_takeback', 'main'));
        } else if (this.can('require_legal')) {
            this.offerBar.append(h('span', null, 'That play was not legal. It stands unless ' +
                'you object.'), button('Require a legal play', 'require_legal', 'main'));
        }
        this.offerBar.hidden = this.offerBar.childElementCount === 0;
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
            replace(this.card, waitingCard(state, {
                join: () => void this.join(),
                withdraw: () => void this.withdraw(),
            }));
        } else if (state.result && (state.stage === 'over' || state.phase === 'game_over' ||
            state.phase === 'match_over')) {
            replace(this.card, resultCard(state, (action) => this.can(action), act,
                () => this.openTab('dice'), () => { this.card.hidden = true; }));
        } else {
            replace(this.card);
        }
        this.card.hidden = this.card.childElementCount === 0;
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
            this.dialogFor = '';
            this.render();
            return;
        }
        await this.act(action);
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
        setText(this.status, 'The tutor looks...');
        try {
            check = await this.socket.send({ do: 'check', game: this.id, ...decision }) as
                unknown as Check;
        } catch {
            return true;
        } finally {
            this.busy = false;
            setText(this.status, statusSentence(state));
        }
        if (this.state !== state && this.state?.seq !== state.seq) return false;
        if (!(check.loss >= settings.tutorFrom)) return true;
        sound('warning');
        const answer = await warn(check, what);
        if (answer === 'anyway') return true;
        if (answer === 'show') {
            this.openTab('help');
            replace(this.help, checkView(check, this.candidateHandlers()));
        }
        return false;
    }

    private candidateHandlers(): { preview(moves: Move[] | null): void;
                                   choose(moves: Move[]): void } {
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
                                : 'Hints are for your own decisions against the machine.');
            return;
        }
        this.openTab('help');
        replace(this.help, h('p', { class: 'quiet' }, 'Looking...'));
        try {
            const hint = await this.socket.send({ do: 'hint', game: this.id }) as unknown as Hint;
            if (this.gone) return;
            replace(this.help, hintView(hint, this.candidateHandlers()));
            const best = hint.candidates?.[0];
            announce(best ? `Best: ${best.move}` : hint.cube ? `Best: ${hint.cube.action}` : '');
        } catch (error) {
            replace(this.help, h('p', null, error instanceof Error ? error.message
                                                                    : String(error)));
        }
    }

    private drafted(): void {
        if (this.board.draft?.canUndo) this.arrowsOff = true;
        sound('move');
        this.render();
        const draft = this.board.draft;
        if (draft?.complete && draft.canUndo) announce('The play is complete: Enter sends it');
    }

    private flip(): void {
        this.flipped = !this.flipped;
        this.render();
    }

    private async replay(): Promise<void> {
        const state = this.state;
        const last = state?.last_play;
        if (!state || !last || this.board.draft?.canUndo) return;
        // Back to where the play began: its moves undone one by one, the last first.
        const board = [...state.board];
        const off: Pair<number> = [state.off[0], state.off[1]];
        const sign = last.by === 0 ? 1 : -1;
        const index = (point: number): number => last.by === 0 ? point : 25 - point;
        for (const [from, to, hit] of [...last.moves].reverse()) {
            if (to === 0) off[last.by] -= 1;
            else board[index(to)]! -= sign;
            if (hit) {
                board[index(to)]! -= sign;
                board[last.by === 0 ? 0 : 25]! += sign;
            }
            board[index(from)]! += sign;
        }
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
        announce(this.lastLine.textContent ?? '');
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
        const command = typedCommand(line);
        this.command.value = '';
        setText(this.commandAnswer, '');
        const answer = command ? await this.run(command) : '';
        setText(this.commandAnswer, answer);
    }

    private async run(command: PlayCommand): Promise<string> {
        const state = this.state;
        if (!state) return 'The game is not there yet.';
        const allowed = async (action: string, run: () => Promise<void>): Promise<string> => {
            if (!this.can(action)) return `Not now: ${statusSentence(state)}.`;
            await run();
            return '';
        };
        switch (command.kind) {
            case 'help': return command.text;
            case 'roll': return allowed('roll', () => this.roll());
            case 'double': return allowed('double', () => this.double());
            case 'resign':
                return allowed('resign', command.level ? () => this.act('resign',
                    { level: command.level }) : () => this.resign());
            case 'action': return allowed(command.action, () => this.decideOffer(command.action));
            case 'undo': this.board.undo(); return '';
            case 'redo': this.board.redo(); return '';
            case 'send':
                return this.board.commit() ? '' : 'The play is not complete.';
            case 'hint': await this.hint(); return '';
            case 'say': await this.send({ do: 'say', text: command.text }); return '';
            case 'last': return this.lastLine.textContent || 'Nothing was played yet.';
            case 'status': return this.spoken();
            case 'board': {
                const shown = this.board.shown();
                return shown ? boardText(this.view, shown, [who(0, state), who(1, state)])
                    .join('. ') : '';
            }
            case 'play': return this.typedPlay(command.text, state);
            case 'made': return this.asMade(command.text);
        }
    }

    /** A play as it was made at a real board, legal or not; only where the rules allow it. */
    private async asMade(text: string): Promise<string> {
        if (!this.can('play_as_made')) return 'These rules accept legal plays only.';
        const segments = readSegments(text);
        if (typeof segments === 'string') return segments;
        await this.act('play_as_made', { moves: segments.map(({ from, to }) => [from, to]) });
        return '';
    }

    private async typedPlay(text: string, state: GameState): Promise<string> {
        const draft = this.board.draft;
        if (!this.can('play') || !draft) return `Not now: ${statusSentence(state)}.`;
        const typed = readPlay(draft, text);
        if (!typed.ok) return typed.text;
        this.board.load(typed.moves);
        if (!typed.complete) return 'There is more to play with this roll.';
        await this.commit();
        return '';
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
