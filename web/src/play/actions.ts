// The actions of a person in a game: commands go to the server, through the tutor if it is on.

import { post, remove } from '../api';
import type { AleaBoard } from '../board/board';
import { playText } from '../board/typed';
import { h, replace, setText } from '../dom';
import { navigate } from '../router';
import { lessMotion, settings } from '../settings';
import { ask } from '../dialog';
import { whoAmI } from '../me';
import { announce, notice, noticeError } from '../notices';
import { Refused, type Socket } from '../socket';
import { sound } from '../sound';
import { cubeAction, cubeActionText } from '../study/format';
import type { GameStore } from './game_store';
import { askResign, confirmDouble, doubleTitle } from './offers';
import { checkView, hintView, warn, type CandidateHandlers, type Deed } from './tutor';
import type { PlayView } from './view';
import { statusSentence } from './words';
import type { Check, Hint, Move } from '../types';

function textOf(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}

export class GameActions {
    /** Arrows of a candidate lie on the board. */
    previewing = false;
    private readonly board: AleaBoard;

    constructor(private readonly id: string, private readonly store: GameStore,
                private readonly socket: Socket, private readonly view: PlayView,
                private readonly render: () => void, private readonly gone: () => boolean) {
        this.board = view.board;
    }

    /** The number of the event it made, 0 for none; null if it was refused. */
    async send(command: { do: string; [field: string]: unknown }): Promise<number | null> {
        try {
            return (await this.socket.send({ game: this.id, ...command })).seq ?? 0;
        } catch (error) {
            const note = error instanceof Refused && error.note ? ` \u2014 ${error.note}` : '';
            notice(`${textOf(error)}${note}`, 'bad', 9000);
            return null;
        }
    }

    /** Sends a command that changes the game; nothing else is sent until its result is shown. */
    async act(action: string, fields: { [field: string]: unknown } = {}): Promise<void> {
        if (!this.store.begin()) return;
        this.render();
        const seq = await this.send({ do: action, ...fields });
        if (this.gone()) return;
        if (!this.store.answered(seq)) return;
        if (seq === null) this.socket.refresh(this.id);
        this.render();
    }

    async main(): Promise<void> {
        const action = this.store.mainAction;
        if (action === 'roll') await this.roll();
        else if (action === 'play') this.board.commit();
        else if (action) await this.act(action);
    }

    async roll(): Promise<void> {
        if (!this.store.can('roll')) return;
        if (this.reminded()) return;
        if (this.store.can('double') && !await this.tutorAllows({ action: 'roll' },
                { what: 'Rolling', anyway: 'Roll anyway' })) return;
        await this.act('roll');
    }

    async commit(): Promise<void> {
        const draft = this.board.draft;
        if (!draft?.complete || this.store.busy || this.reminded()) return;
        const moves = draft.moves;
        if (!await this.tutorAllows({ moves }, { what: playText(draft.steps.map((step) =>
            [step.from, step.to, step.hit])), anyway: 'Play anyway' })) return;
        await this.act('play', { moves });
    }

    async double(): Promise<void> {
        const state = this.store.state;
        if (!state) return;
        if (!this.store.can('double')) {
            const reason = state.no_double?.text;
            if (reason && state.to_act === state.you) notice(reason);
            return;
        }
        if (this.reminded()) return;
        // One question at most: the tutor's where it has something to say.
        const told = await this.tutorSays({ action: 'double' }, { what: 'Doubling',
            anyway: 'Double anyway', title: doubleTitle(state) });
        if (told === 'no' || !this.store.can('double')) return;
        if (told === 'silent' && settings.askDouble &&
            !await confirmDouble(state, this.view.question)) return;
        if (this.store.can('double')) await this.act('double');
    }

    async decideOffer(action: string): Promise<void> {
        if (!this.store.can(action) || this.reminded()) return;
        const deed = action === 'take' ? { what: 'Taking', anyway: 'Take anyway' }
            : { what: 'Dropping', anyway: 'Drop anyway' };
        if ((action === 'take' || action === 'drop') &&
            !await this.tutorAllows({ action }, deed)) {
            this.render();
            return;
        }
        await this.act(action);
    }

    async abort(): Promise<void> {
        const words = this.store.abortWords;
        if (words && await ask(words.title, words.text, words.yes, words.danger))
            await this.act('abort');
    }

    async resign(): Promise<void> {
        const state = this.store.state;
        if (!state || !this.store.can('resign')) return;
        const level = await askResign(state);
        if (level && this.store.can('resign')) await this.act('resign', { level });
    }

    async join(): Promise<void> {
        try {
            await whoAmI();
            await post(`/api/games/${this.id}/join`);
            this.socket.refresh(this.id);
        } catch (error) {
            noticeError(error);
        }
    }

    async withdraw(): Promise<void> {
        if (!await ask('Withdraw this game?', 'The link will lead nowhere then.', 'Withdraw',
                       true)) return;
        try {
            await remove(`/api/games/${this.id}`);
            navigate('/');
        } catch (error) {
            noticeError(error);
        }
    }

    // ---- the tutor and hints ----

    /** An open question is answered first. */
    private reminded(): boolean {
        const { question } = this.view;
        if (question.open) question.remind();
        return question.open;
    }

    /** Whether the tutor says nothing, or the person goes on all the same. */
    private async tutorAllows(decision: { moves?: Move[]; action?: string }, deed: Deed):
        Promise<boolean> {
        return await this.tutorSays(decision, deed) !== 'no';
    }

    /** `silent`: nothing was asked; `anyway` and `no`: the answer to its warning. */
    private async tutorSays(decision: { moves?: Move[]; action?: string }, deed: Deed):
        Promise<'silent' | 'anyway' | 'no'> {
        const state = this.store.state;
        if (!state?.tutor || state.rated) return 'silent';
        let check: Check;
        this.store.hold(true);
        setText(this.view.status, 'The tutor looks...');
        try {
            check = await this.socket.send({ do: 'check', game: this.id, ...decision }) as
                unknown as Check;
        } catch {
            return 'silent';
        } finally {
            this.store.hold(false);
            setText(this.view.status, statusSentence(state));
        }
        const now = this.store.state;
        if (now !== state && now?.seq !== state.seq) return 'no';
        if (!(check.loss >= settings.tutorFrom)) return 'silent';
        sound('warning');
        const answer = await warn(check, deed, this.view.question);
        if (answer === 'anyway') return 'anyway';
        if (answer === 'show') {
            this.showHelp(checkView(check, this.candidateHandlers()));
            this.board.reset();
            if (check.best) this.candidateHandlers().preview(check.best.moves);
        }
        return 'no';
    }

    private candidateHandlers(): CandidateHandlers {
        return {
            preview: (moves) => {
                const by = this.store.state?.turn;
                this.previewing = moves !== null;
                this.board.arrows = moves && by !== null && by !== undefined
                    ? moves.map(([from, to]) => ({ from, to, by, kind: 'best' }))
                    : settings.arrows ? this.store.lastArrows : [];
            },
            choose: (moves) => {
                this.previewing = false;
                if (!this.board.load(moves)) notice('That play does not fit the board any more.');
            },
        };
    }

    async hint(): Promise<void> {
        if (!this.store.canHint) {
            notice(this.store.state?.rated ? 'There are no hints in a rated game.'
                                : 'Hints are for your own decisions against the computer.');
            return;
        }
        this.view.tabs.open('help');
        replace(this.view.help, h('p', { class: 'quiet' }, 'Looking...'));
        try {
            const hint = await this.socket.send({ do: 'hint', game: this.id }) as unknown as Hint;
            if (this.gone()) return;
            this.showHelp(hintView(hint, this.candidateHandlers()));
            const best = hint.candidates?.[0];
            announce(best ? `Best: ${best.move}` : hint.cube
                ? `Best: ${cubeActionText(cubeAction(hint.cube))}` : '');
        } catch (error) {
            replace(this.view.help, h('p', null, textOf(error)));
        }
    }

    /** A hint is about one decision: after it the panel offers the next. */
    forgetHint(): void {
        this.previewing = false;
        replace(this.view.help, this.store.canHint
            ? h('button', { class: 'button', type: 'button', 'data-testid': 'ask-hint',
                on: { click: () => void this.hint() } }, 'Show a hint')
            : h('p', { class: 'quiet' }, this.store.state?.opponent === 'machine' &&
                !this.store.state.rated ? 'Hints are for your own decisions.'
                : 'There are no hints in this game.'));
    }

    /** Into its panel, and that into sight: on a phone it lies under the board. */
    private showHelp(content: HTMLElement): void {
        this.view.tabs.open('help');
        replace(this.view.help, content);
        this.view.help.scrollIntoView({ block: 'nearest',
            behavior: lessMotion() ? 'auto' : 'smooth' });
    }
}
