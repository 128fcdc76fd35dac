// The elements of the game page and their contents. Callbacks for the actions are passed in.

import { AheadLine } from '../start/ahead';
import { AleaBoard, type BoardPosition } from '../board/board';
import { boardText, spokenRoll } from '../board/names';
import { h, replace, setText } from '../dom';
import { icon, type IconName } from '../icons';
import { change, settings, swapsColours } from '../settings';
import { Outlook } from '../study/outlook';
import { pipCount } from '../study/xgid';
import { scoreText } from '../score';
import type { Chat } from './chat';
import { waitsOverDays } from '../start/days';
import type { DicePanel } from './dice_panel';
import { PlayLog } from './log';
import { PlayerCard } from './players';
import { Question } from './question';
import { Tabs } from './tabs';
import { isMine, matchTitle, other, statusSentence, uncountedReason, who } from './words';
import type { Ahead, GameState, Pair, Side } from '../types';

export type TabName = 'moves' | 'help' | 'dice' | 'chat';

export interface ViewActions {
    main(): void;
    double(): void;
    resign(): void;
    abort(): void;
    takeback(): void;
    hint(): void;
    flip(): void;
    replay(): void;
    typed(line: string): void;
    opened(tab: TabName): void;
    sayAhead(said: Ahead): Promise<void>;
}

/** The page's own state besides the game's. */
export interface Showing {
    view: Side;
    busy: boolean;
    spectators: number;
    can(action: string): boolean;
    canHint: boolean;
    away(side: Side): number;
    /** What happened last. */
    lastLine: string;
    /** The hint for a newcomer; '' for none. */
    coach: string;
    /** The opening dice are still rolling: the page must not yet show who begins. */
    opening: boolean;
}

/** `word` stands under the icon; what is read out begins with it. */
function toolButton(name: IconName, word: string, label: string, testid: string,
                    run: () => void): HTMLButtonElement {
    return h('button', { class: 'icon-button tool', type: 'button',
        'aria-label': `${word}: ${label}`, title: label, 'data-testid': testid,
        on: { click: run } }, icon(name), h('span', { class: 'tool-word' }, word));
}

function textButton(kind: string, testid: string, run: () => void, ...content: (Node | string)[]):
    HTMLButtonElement {
    return h('button', { class: `button ${kind}`, type: 'button', 'data-testid': testid,
        on: { click: run } }, ...content);
}

export class PlayView {
    readonly element = h('div', { class: 'play' });
    readonly board = new AleaBoard();
    readonly them = new PlayerCard('them');
    readonly me = new PlayerCard('me');
    readonly log = new PlayLog();
    readonly status = h('p', { class: 'status', 'data-testid': 'status' });
    readonly lastLine = h('p', { class: 'last-play', 'data-testid': 'last-play' });
    readonly offerBar = h('div', { class: 'offer-bar', 'data-testid': 'offer-bar' });
    readonly outlook = new Outlook();
    /** The rating of a person with an account; '' = none. */
    ratings: Pair<string> = ['', ''];
    readonly question = new Question(() => this.showAsked());
    private readonly coach = h('p', { class: 'coach', hidden: true, role: 'status',
        'data-testid': 'coach' });
    private readonly asked = h('div', { class: 'asked' }, this.question.element, this.offerBar,
        this.coach);
    readonly card = h('div', { class: 'board-card' });
    /** How the game or the match ended: beside the board, or on a phone below it. */
    readonly ending = h('section', { class: 'ending', hidden: true, 'aria-label': 'Result' });
    private readonly word = h('p', { class: 'board-word', hidden: true, 'aria-hidden': 'true',
        'data-testid': 'board-word' });
    readonly help = h('div', { class: 'help-panel stack' });
    readonly command: HTMLInputElement = h('input', { type: 'text', id: 'command',
        autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', enterkeyhint: 'send',
        placeholder: '8/5 6/5, roll, help...', 'data-testid': 'command' });
    readonly commandAnswer = h('p', { class: 'command-answer', role: 'status' });
    private readonly asMade = h('p', { class: 'command-answer', 'data-testid': 'as-made' },
        'These rules leave an illegal play to the opponent: type ', h('kbd', null, 'made 13/8 6/5'),
        ' to play as it was done at a real board.');
    readonly tabs: Tabs<TabName>;
    private readonly ahead: AheadLine;
    private readonly title = h('h1', { class: 'play-title' });
    private readonly score = h('span', { class: 'play-score', 'data-testid': 'score' });
    private readonly tags = h('span', { class: 'row tags' });
    private readonly text = h('div', { class: 'text-board', role: 'region',
        'aria-label': 'Board as text', tabindex: 0, 'data-testid': 'text-board' });
    /** On a phone it stays at the lower edge of the screen. */
    private readonly actionBar = h('div', { class: 'action-bar' });
    private readonly main: HTMLButtonElement;
    private readonly undo: HTMLButtonElement;
    private readonly redo: HTMLButtonElement;
    private readonly typing: HTMLElement;
    private readonly double: HTMLButtonElement;
    private readonly resign: HTMLButtonElement;
    private readonly abort: HTMLButtonElement;
    private readonly takeback: HTMLButtonElement;
    private readonly hint: HTMLButtonElement;
    private readonly noDouble = h('span', { class: 'no-double small quiet' });

    constructor(to: ViewActions, chat: Chat, dice: DicePanel) {
        this.main = textButton('main big', 'main-action', to.main);
        this.undo = toolButton('undo', 'Undo', 'the last checker (u)', 'undo',
            () => this.board.undo());
        this.redo = toolButton('redo', 'Redo', 'the checker taken back (y)', 'redo',
            () => this.board.redo());
        this.double = textButton('', 'double', to.double);
        this.resign = textButton('', 'resign', to.resign, icon('flag'), h('span', null, 'Resign'));
        this.resign.setAttribute('aria-label', 'Resign');
        this.abort = textButton('quiet', 'abort', to.abort, 'Abort');
        this.takeback = toolButton('takeback', 'Back', 'take my last turn back', 'takeback',
            to.takeback);
        this.hint = toolButton('bulb', 'Hint', 'the best plays (h)', 'hint', to.hint);
        this.tabs = new Tabs<TabName>('Beside the board', [['moves', 'Moves', this.log.element],
            ['help', 'Hints', this.help], ['dice', 'Dice', dice.element],
            ['chat', 'Chat', chat.element]], to.opened);
        this.typing = this.commandLine(to);
        this.ahead = new AheadLine(to.sayAhead);
        this.board.setAttribute('data-testid', 'board');
        replace(this.element, this.bar(), this.them.element, this.asked,
            h('div', { class: 'board-box' }, this.board, this.text, this.card, this.word),
            this.me.element, this.actions(to), this.ending,
            h('section', { class: 'panel card' }, this.ahead.element, this.tabs.element, this.typing,
                this.commandAnswer, this.asMade));
    }

    private bar(): HTMLElement {
        return h('header', { class: 'play-bar' },
            h('div', { class: 'play-head' }, this.title,
                h('div', { class: 'row' }, this.score, this.tags)),
            h('div', { class: 'row far', role: 'group', 'aria-label': 'Cube and resignation' },
                this.double, this.resign, this.abort, this.noDouble));
    }

    private actions(to: ViewActions): HTMLElement {
        replace(this.actionBar, this.undo, this.redo, this.main);
        const tools = h('div', { class: 'play-tools row' }, this.takeback,
            toolButton('flip', 'Turn', 'the board round (f)', 'flip', to.flip),
            toolButton('replay', 'Replay', 'the last play (p)', 'replay', to.replay), this.hint,
            toolButton('text', 'Text', 'the board in words', 'text-toggle',
                () => change({ textBoard: !settings.textBoard })));
        return h('div', { class: 'actions' },
            h('div', { class: 'action-main' }, this.actionBar, tools),
            this.outlook.element, this.status, this.lastLine);
    }

    private commandLine(to: ViewActions): HTMLElement {
        return h('form', { class: 'command', on: { submit: (event: Event) => {
            event.preventDefault();
            const line = this.command.value;
            this.command.value = '';
            to.typed(line);
        } } }, h('label', { for: 'command', class: 'hidden-text' }, 'Type a play or a command'),
            this.command, h('button', { class: 'button', type: 'submit' }, 'Go'));
    }

    /** A few words over the board; '' takes them away. `above`: the dice stay in view. */
    showWord(text: string, above = false): void {
        setText(this.word, text);
        this.word.classList.toggle('above', above);
        this.word.hidden = text === '';
    }

    /** Puts the ending in the place of moves and chat, or takes it away (null). */
    showEnding(content: HTMLElement | null): void {
        replace(this.ending, content);
        this.ending.hidden = content === null;
        this.element.classList.toggle('ended', content !== null);
    }

    /** Questions and offers share one place: a question hides the offer behind it. */
    showAsked(): void {
        const { open } = this.question;
        this.offerBar.hidden = open || this.offerBar.childElementCount === 0;
        this.coach.hidden = open || !this.offerBar.hidden || this.coach.textContent === '';
        this.asked.hidden = !open && this.offerBar.hidden && this.coach.hidden;
        this.element.classList.toggle('coached', !this.coach.hidden);
        this.element.classList.toggle('deciding',
            open || this.offerBar.querySelector('.offer') !== null);
        this.element.classList.toggle('asking', open);
    }

    show(state: GameState, now: Showing): void {
        this.element.classList.toggle('tall', this.board.tall);
        this.element.classList.toggle('as-text', settings.textBoard);
        this.showPlayers(state, now);
        this.showHeader(state, now);
        this.showButtons(state, now);
        this.outlook.show(state);
        this.ahead.show(state, now.can('ahead'));
        // A spectator has nothing to type but chat, and no hints.
        this.typing.hidden = state.you === null;
        this.tabs.hide('help', state.you === null);
        setText(this.coach, now.coach);
        this.showAsked();
        if (settings.textBoard) this.showText(state, now.view);
    }

    showPlayers(state: GameState, now: Showing): void {
        for (const [card, side] of [[this.me, now.view], [this.them, other(now.view)]] as const) {
            card.rating = this.ratings[side];
            card.show({ ...state, pips: this.pips(state),
                to_act: now.opening ? null : state.to_act }, side, settings.pips,
                swapsColours(state.you), now.away(side));
        }
    }

    /** Those of the play on the board, while it is being made. */
    private pips(state: GameState): Pair<number> {
        const shown = this.board.draft?.canUndo ? this.board.shown() : null;
        return shown ? [pipCount(shown.board, 0), pipCount(shown.board, 1)] : state.pips;
    }

    private showHeader(state: GameState, now: Showing): void {
        const tag = (text: string, kind = '', title?: string): HTMLElement =>
            h('span', { class: `tag ${kind}`, title }, text);
        setText(this.title, matchTitle(state));
        setText(this.score, state.stage === 'waiting' ? '' : scoreText(state.score, state.you));
        replace(this.tags, tag(state.preset.replace(/_/g, ' '), '', state.title),
            state.crawford ? tag('Crawford', 'warn') : null,
            state.post_crawford && !state.result ? tag('post-Crawford') : null,
            !state.rated ? null : state.counts === false && state.stage !== 'waiting'
                ? tag('rated, does not count', '', uncountedReason) : tag('rated', 'accent'),
            state.tutor ? tag('tutor') : null,
            state.delay_s > 0 ? tag(`shown ${state.delay_s} s late`, '', 'What spectators see') : null,
            state.you === null ? tag('watching') : null,
            now.spectators > 0 ? tag(`${now.spectators} watching`) : null);
        setText(this.status, now.busy ? 'Sending...' : now.can('play') && this.board.draft?.complete &&
            this.board.draft.canUndo ? 'Your play is complete: press Done'
            : now.opening ? 'The opening roll' : statusSentence(state));
        this.status.classList.toggle('mine', isMine(state) && !now.opening);
        setText(this.lastLine, now.lastLine);
    }

    private showButtons(state: GameState, now: Showing): void {
        const draft = this.board.draft;
        const you = state.you;
        const playing = now.can('play');
        const text = now.opening ? '' : now.can('roll') ? 'Roll' : playing ? 'Done'
            : now.can('next_game') || waitsOverDays(state) ? 'Next game' : '';
        setText(this.main, text || 'Waiting');
        this.main.disabled = !text || (playing && !draft?.complete);
        this.main.hidden = state.stage !== 'playing' || you === null ||
            (isMine(state) && /offered$/.test(state.phase));
        this.undo.disabled = !draft?.canUndo;
        this.redo.disabled = !draft?.canRedo;
        this.undo.hidden = this.redo.hidden = you === null || state.stage !== 'playing';
        this.actionBar.hidden = this.main.hidden && this.undo.hidden;
        replace(this.double, icon('dice'), h('span', null,
            `${state.cube.value > 1 ? 'Redouble' : 'Double'} to ${state.cube.value * 2}`));
        this.double.hidden = !now.can('double');
        const reason = state.no_double?.text ?? '';
        this.noDouble.hidden = now.can('double') || !reason || you === null;
        setText(this.noDouble, reason);
        this.asMade.hidden = !now.can('play_as_made');
        this.resign.hidden = !now.can('resign');
        this.abort.hidden = !now.can('abort') || state.result !== null;
        // Where they can come they have their place, so that nothing moves when they do.
        const plays = you !== null && state.stage === 'playing' && !state.rated;
        this.takeback.hidden = !plays;
        this.takeback.disabled = !now.can('takeback');
        this.hint.hidden = !plays || state.opponent !== 'machine';
        this.hint.disabled = !now.canHint;
    }

    private showText(state: GameState, view: Side): void {
        const names: Pair<string> = [who(0, state), who(1, state)];
        const shown: BoardPosition | null = this.board.shown();
        const lines = shown ? boardText(view, shown, names) : [];
        const cube = state.cube.in_play || state.cube.value > 1
            ? `Cube ${state.cube.value}, ${state.cube.owner === null ? 'in the middle'
                : `with ${who(state.cube.owner, state)}`}` : 'No cube';
        replace(this.text, lines.map((line) => h('p', null, line)),
            h('p', null, `${cube}. Score ${scoreText(state.score, state.you)}. Pips: ` +
                `${names[0]} ${state.pips[0]}, ${names[1]} ${state.pips[1]}.`),
            state.dice && state.turn !== null
                ? h('p', null, `${who(state.turn, state)}: ${spokenRoll(state.dice)}.`) : null,
            h('p', null, statusSentence(state)));
    }
}
