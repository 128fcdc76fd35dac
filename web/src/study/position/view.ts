// One position: the board, what the engine says of it, plays tried, and the question of a quiz.

import { h, replace } from '../../dom';
import { registerKeys } from '../../keys';
import { sharedAddress } from '../../share/address';
import { arrowsOf, COLOURS, makeBoard, showPosition } from '../board';
import { candidateTable, cubeTable, playRows, type PlayRow } from '../candidates';
import { plural } from '../format';
import { runJob, type Running } from '../jobs';
import { prefs } from '../prefs';
import { RolloutPanel } from '../rollout';
import { scoresButton } from '../scores';
import { Pictures } from '../tools';
import { copyField, errorText, notice, ProgressLine } from '../words';
import { Live, playWords } from './live';
import { Quiz } from './quiz';
import { boardPosition, question, situation } from './words';
import type { Candidate, CubeVerdict, Move, PlaysResult, PositionAnswer, Tree } from '../../types';

/** A quiz of several: the text above the question, and the text after the answer. */
export interface Round { head: HTMLElement; told: HTMLElement }

export class PositionView {
    readonly element = h('div', { class: 'study position-page' });
    private readonly board;
    private readonly judged = h('div', { class: 'stack' });
    private readonly keys: () => void;
    private quiz: Quiz | null = null;
    private running: Running<unknown> | null = null;
    private tools: { leave(): void }[] = [];
    private ply = 2;
    /** The reader's play in the quiz. */
    private made: Candidate | null = null;

    /** The play on the board that is tried, and the list that it is compared with. */
    private tried: Move[] = [];
    private last: PlaysResult | null = null;

    /** `live`: plays can be tried on the board, and gone on from. */
    constructor(private readonly position: PositionAnswer, quiz: boolean | Round,
                private readonly live: Live | null = null) {
        this.board = makeBoard(position.turn);
        const board = this.board.element;
        board.names = COLOURS;
        showPosition(board, boardPosition(position)!, position.turn);
        this.build(quiz !== false, typeof quiz === 'object' ? quiz : null);
        if (quiz === false && live) this.tryPlays();
        this.keys = registerKeys('Position', [
            { key: 'f', text: 'turn the board round', run: () => {
                board.view = board.view === 0 ? 1 : 0;
            } },
        ]);
    }

    destroy(): void {
        this.keys();
        this.running?.leave();
        this.quiz?.destroy();
        for (const tool of this.tools) tool.leave();
        this.board.destroy();
    }

    /** Each play that is complete on the board is judged at once. */
    private tryPlays(): void {
        const board = this.board.element;
        if (this.position.kind !== 'play' || !this.position.tree) return;
        board.tree = this.position.tree as Tree;
        board.interactive = 'play';
        board.addEventListener('draft', (event) => {
            const { moves, complete } = (event as CustomEvent<{ moves: Move[]; complete: boolean }>).detail;
            this.tried = moves;
            board.arrows = [];
            if (complete && moves.length > 0) return this.compare(moves);
            this.live!.offer(null, '', () => {});
            if (moves.length === 0 && this.made) {
                this.made = null;
                if (this.last) this.show(this.last);
            }
        });
        board.addEventListener('commit', (event) => {
            const { moves } = (event as CustomEvent<{ moves: Move[] }>).detail;
            void this.live!.play(moves, this.made?.move ?? '');
        });
    }

    private compare(moves: Move[]): void {
        const undo = (): void => this.board.element.reset();
        this.live!.offer(moves, '', undo);
        this.running?.leave();
        const running = runJob<PlaysResult>('plays', { id: this.position.xgid, ply: this.ply, moves });
        this.running = running;
        running.result.then((job) => {
            if (!job.result || playWords(this.tried) !== playWords(moves)) return;
            this.made = job.result.made ?? null;
            this.live!.offer(moves, this.made?.move ?? '', undo);
            this.show(job.result);
        }).catch((error: unknown) => replace(this.judged, h('h2', null, 'Analysis'),
                                             notice(errorText(error)), this.again()));
    }

    private build(asQuiz: boolean, round: Round | null): void {
        const p = this.position;
        const side = h('div', { class: 'study-side' });
        replace(this.element,
            round?.head ?? null,
            h('header', { class: 'study-head' },
              h('h1', null, asQuiz ? `Quiz: ${question(p)}` : question(p)),
              h('p', { class: 'quiet' }, situation(p))),
            h('div', { class: 'study-grid' },
                h('div', { class: 'study-top' },
                  h('div', { class: 'study-left' },
                    h('div', { class: 'study-board' }, this.board.holder), this.live?.element ?? null),
                  side),
                h('div', { class: 'study-under stack' }, this.idCard())));
        if (asQuiz) {
            this.quiz = new Quiz(p, this.board.element, p.tree as Tree | null,
                                 (result, made) => {
                if (round) round.told.hidden = false;
                this.reveal(result, made);
            });
            if (round) this.quiz.element.append(round.told);
            side.appendChild(this.quiz.element);
        } else {
            void this.judge();
        }
        side.appendChild(h('section', { class: 'card', 'aria-label': 'Analysis',
                                        hidden: asQuiz }, this.judged));
    }

    private reveal(result: PlaysResult | CubeVerdict, made: Candidate | null): void {
        this.judged.parentElement!.hidden = false;
        this.made = made;
        this.show(result);
    }

    private idCard(): HTMLElement {
        const p = this.position;
        const pictures = new Pictures();
        pictures.show(p.xgid, '');
        const address = sharedAddress(`/p?id=${encodeURIComponent(p.xgid)}`);
        return h('section', { class: 'card tools-card', 'aria-label': 'Position as text' },
            h('section', { class: 'tool-part' }, h('h2', null, 'As text'),
              copyField('XGID', p.xgid), copyField('GNU ID', p.gnubg), copyField('OGID', p.ogid)),
            h('section', { class: 'tool-part' }, h('h2', null, 'Share'),
              copyField('Link', address), copyField('As a quiz', `${address}&quiz=1`),
              pictures.element,
              h('p', null, h('a', { class: 'alone', href: `/editor?id=${encodeURIComponent(p.xgid)}` },
                             'Change it in the editor'))));
    }

    private judge(): void {
        this.running?.leave();
        const kind = this.position.kind === 'play' ? 'plays' : 'cube';
        const progress = new ProgressLine('Judging', () => this.running?.cancel());
        this.judged.classList.add(`judging-${kind}`);
        replace(this.judged, h('h2', null, 'Analysis'), progress.element);
        const running = runJob<PlaysResult | CubeVerdict>(kind, { id: this.position.xgid, ply: this.ply },
            (job) => progress.show(job.status, job.done, job.of));
        this.running = running;
        running.result.finally(() => this.judged.classList.remove(`judging-${kind}`)).then((job) => {
            if (job.result) this.show(job.result);
            else replace(this.judged, h('h2', null, 'Analysis'), this.again());
        }).catch((error: unknown) => replace(this.judged, h('h2', null, 'Analysis'),
                                             notice(errorText(error)), this.again()));
    }

    private again(): HTMLElement {
        const ply = h('select', { id: 'ply', on: { change: () => { this.ply = Number(ply.value); } } },
            [0, 1, 2, 3].map((n) => h('option', { value: n, selected: n === this.ply },
                                      `${plural(n, 'ply', 'plies')}`)));
        return h('div', { class: 'row' }, h('label', { for: 'ply' }, 'Depth'), ply,
            h('button', { type: 'button', class: 'button compact', on: { click: () => this.judge() } },
              'Analyse again'));
    }

    private show(result: PlaysResult | CubeVerdict): void {
        for (const tool of this.tools) tool.leave();
        const p = this.position;
        const plays = 'candidates' in result ? result.candidates : null;
        if ('candidates' in result && !result.made) this.last = result;
        const rollout = new RolloutPanel(p.xgid, plays
            ? plays.slice(0, 3).map((play) => play.move) : null);
        const scores = scoresButton(p.xgid);
        this.tools = [rollout, scores];
        replace(this.judged, h('h2', null, 'Analysis'),
            plays ? this.plays(plays, rollout) : cubeTable(result as CubeVerdict, p.cube.value > 1, null),
            result.explanation ? h('p', { class: 'explanation' }, result.explanation) : null,
            h('div', { class: 'row' }, rollout.button, scores.button),
            rollout.element, scores.element, this.again());
    }

    private plays(plays: Candidate[], rollout: RolloutPanel): HTMLElement {
        if (plays.length === 0) return h('p', null, 'There is no legal move.');
        const board = this.board.element;
        const by = this.position.turn;
        let pinned: PlayRow | null = null;
        const made = this.made;
        const put = (row: PlayRow | null): void => {
            const moves: Move[] | null = row ? row.moves : plays[0]!.moves ?? null;
            // A play that is being tried stays; the board shows no arrows from before it.
            if (this.live && this.tried.length > 0) return;
            if (!this.live) {
                // The quiz leaves its play on the board: arrows start from the question.
                if (board.interactive === 'play') board.reset();
                board.interactive = 'none';
            }
            board.arrows = [
                ...arrowsOf(moves, by, row?.made ? 'made' : 'best'),
                ...(row || !made || made === plays[0] ? [] : arrowsOf(made.moves, by, 'made'))];
        };
        put(null);
        return candidateTable(playRows(plays, made
            ? { move: made.move, moves: made.moves ?? null, equity: made.equity } : null), {
            limits: prefs.limits,
            madeText: 'your play',
            onShow: (row) => put(row ?? pinned),
            onChoose: (row) => {
                pinned = pinned === row ? null : row;
                put(row);
                this.board.reveal();
            },
            onTick: (moves) => rollout.choose(moves),
        });
    }
}
