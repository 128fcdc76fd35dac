// The question of a position: play it or choose the cube action, then hear what it cost.

import type { AleaBoard } from '../../board/board';
import { h, replace } from '../../dom';
import { announce } from '../../notices';
import { lossText } from '../format';
import { runJob, type Running } from '../jobs';
import { markOf, MARK_NAME } from '../marks';
import { prefs } from '../prefs';
import { errorText, lossBadge, notice, ProgressLine } from '../words';
import { deepCandidates, judgeCube, judgePlay } from './judge';
import type { Candidate, CubeVerdict, Move, PlaysResult, PositionAnswer, Tree } from '../../types';

/** 1st, 2nd, 3rd, 4th, 11th ... */
function ordinal(n: number): string {
    const tens = n % 100 - n % 10;
    const end = tens === 10 ? 'th' : ['th', 'st', 'nd', 'rd'][n % 10] ?? 'th';
    return `${n}${end}`;
}

export class Quiz {
    readonly element = h('section', { class: 'card quiz', 'aria-label': 'Quiz' });
    private readonly out = h('div', { class: 'quiz-out', role: 'status' });
    private readonly running: Running<PlaysResult | CubeVerdict>;
    private readonly listeners: [string, (event: Event) => void][] = [];
    private answered = false;

    constructor(private readonly position: PositionAnswer, private readonly board: AleaBoard,
                tree: Tree | null, private readonly reveal: (result: PlaysResult | CubeVerdict,
                                                  made: Candidate | null) => void) {
        // Asked for at once, shown when the reader has answered.
        this.running = runJob(position.kind === 'play' ? 'plays' : 'cube',
                              { id: position.xgid, ply: 2 });
        this.running.result.catch(() => {});
        if (position.kind === 'play' && tree) this.askPlay(tree);
        else if (position.kind === 'play') this.showAnswer('The play is not known to be legal.');
        else this.askCube();
    }

    destroy(): void {
        this.running.leave();
        for (const [type, listener] of this.listeners)
            this.board.removeEventListener(type, listener);
    }

    private listen(type: string, listener: (event: Event) => void): void {
        this.board.addEventListener(type, listener);
        this.listeners.push([type, listener]);
    }

    private askPlay(tree: Tree): void {
        const board = this.board;
        board.tree = tree;
        board.interactive = 'play';
        const answer = h('button', { type: 'button', class: 'button main', disabled: true,
            'data-testid': 'quiz-answer', on: { click: () => board.commit() } }, 'Check my play');
        const undo = h('button', { type: 'button', class: 'button', disabled: true,
            on: { click: () => board.undo() } }, 'Undo');
        this.listen('draft', (event) => {
            const detail = (event as CustomEvent<{ moves: Move[]; complete: boolean }>).detail;
            answer.disabled = this.answered || !detail.complete;
            undo.disabled = this.answered || detail.moves.length === 0;
        });
        this.listen('commit', (event) => {
            const detail = (event as CustomEvent<{ moves: Move[] }>).detail;
            if (this.answered) return;
            this.answered = true;
            answer.disabled = undo.disabled = true;
            void this.judgePlay(detail.moves);
        });
        this.element.classList.add('asks-play');
        replace(this.element, h('h2', null, 'Your play'),
            h('p', { class: 'quiet quiz-task' }, 'Move the checkers on the board. The answer stays hidden ' +
                'until you have played.'),
            h('div', { class: 'row quiz-buttons' }, answer, undo, this.giveUp()), this.out);
    }

    private askCube(): void {
        const taking = Boolean(this.position.cube.offered);
        const redouble = this.position.cube.value > 1;
        const double = taking ? null : choice('double', 'The player on roll should', [
            ['no', redouble ? 'not redouble' : 'not double'],
            ['yes', redouble ? 'redouble' : 'double']], () => ready());
        const take = choice('take', taking ? 'The doubled player should'
                                           : 'If doubled, the opponent should',
                            [['yes', 'take'], ['no', 'drop']], () => ready());
        const answer = h('button', { type: 'button', class: 'button main', disabled: true,
            'data-testid': 'quiz-answer', on: { click: () => {
                if (this.answered) return;
                this.answered = true;
                answer.disabled = true;
                void this.judgeCube(double ? double.value() === 'yes' : null,
                                    take.value() === 'yes');
            } } }, 'This is my answer');
        const ready = (): void => {
            answer.disabled = this.answered || !take.value() || (double !== null && !double.value());
        };
        this.element.classList.add(double ? 'asks-cube' : 'asks-take');
        replace(this.element, h('h2', null, 'Your decision'), double?.element ?? null, take.element,
            h('div', { class: 'row quiz-buttons' }, answer, this.giveUp()), this.out);
    }

    private giveUp(): HTMLElement {
        return h('button', { type: 'button', class: 'button quiet', 'data-testid': 'quiz-show',
            on: { click: () => this.showAnswer('') } }, 'Show the answer');
    }

    private async wait(): Promise<PlaysResult | CubeVerdict | null> {
        for (const done of this.element.querySelectorAll('.quiz-task, .quiz-buttons')) done.remove();
        const progress = new ProgressLine('Judging');
        replace(this.out, progress.element);
        try {
            const job = await this.running.result;
            return job.result ?? null;
        } catch (error) {
            replace(this.out, notice(errorText(error)));
            return null;
        }
    }

    private showAnswer(text: string): void {
        this.answered = true;
        void this.wait().then((result) => {
            if (!result) return;
            replace(this.out, text ? h('p', null, text) : null);
            this.reveal(result, null);
        });
    }

    private async judgePlay(moves: Move[]): Promise<void> {
        const result = await this.wait() as PlaysResult | null;
        if (!result) return;
        const verdict = judgePlay(result.candidates, this.position.board, this.position.turn,
                                  moves);
        const best = result.candidates[0];
        const isRanked = verdict.place >= 0;
        const ranked = deepCandidates(result.candidates).length;
        const text = verdict.place === 0 || (isRanked && verdict.loss < 0.0005)
            ? 'Right: this is the best play.'
            : isRanked
                ? `${verdict.candidate!.move} ranks ${ordinal(verdict.place + 1)}. ` +
                  `The best was ${best?.move ?? ''}.`
                : `Not among the best ${ranked}. The best was ${best?.move ?? ''}.`;
        this.tell(text, verdict.loss, !isRanked);
        this.reveal(result, verdict.candidate);
        if (!isRanked || verdict.loss >= 0.0005) void this.explain(moves, isRanked ? null : text);
    }

    /** Why the best is better: the engine compares the two plays. `text`: the answer to repeat
     * with the loss, which was not known before. */
    private async explain(moves: Move[], text: string | null): Promise<void> {
        try {
            const job = await runJob<PlaysResult>('plays', { id: this.position.xgid, ply: 2, moves })
                .result;
            const compared = job.result;
            if (text !== null && compared?.made && compared.loss !== undefined)
                this.tell(`${compared.made.move}: ${text}`, compared.loss, false);
            if (compared?.explanation)
                this.out.append(h('p', { class: 'explanation' }, compared.explanation));
        } catch {
            // The verdict stands without the sentence.
        }
    }

    private async judgeCube(double: boolean | null, take: boolean): Promise<void> {
        const cube = await this.wait() as CubeVerdict | null;
        if (!cube) return;
        const verdict = judgeCube(cube, { double, take });
        const parts: Node[] = [];
        const part = (asked: string, loss: number): void => {
            parts.push(h('p', { class: 'quiz-line' }, `${asked}: `,
                loss < 0.0005 ? h('strong', { class: 'right' }, 'best')
                              : lossBadge(loss, prefs.limits)));
        };
        if (verdict.doubleLoss !== null) part(double ? 'Double' : 'No double', verdict.doubleLoss);
        part(take ? 'Take' : 'Drop', verdict.takeLoss);
        replace(this.out, parts);
        announce(this.out.textContent ?? '');
        this.reveal(cube, null);
    }

    private tell(text: string, loss: number, atLeast: boolean): void {
        const mark = markOf(loss, prefs.limits);
        replace(this.out, h('p', { class: loss < 0.0005 ? 'quiz-line right' : 'quiz-line' },
            h('strong', null, text), ' ',
            loss < 0.0005 ? null : [atLeast ? 'at least ' : '', lossBadge(loss, prefs.limits)]));
        announce(`${text} ${lossText(loss)} ${MARK_NAME[mark]}`);
    }
}

function choice(name: string, legend: string, options: [string, string][], onChange: () => void):
    { element: HTMLElement; value(): string } {
    let chosen = '';
    const element = h('fieldset', { class: 'quiz-choice' }, h('legend', null, legend),
        h('div', { class: 'choices' }, options.map(([value, text]) => h('label', { class: 'choice' },
            h('input', { type: 'radio', name: `quiz-${name}`, value, on: { change: () => {
                chosen = value;
                onChange();
            } } }), h('span', null, text)))));
    return { element, value: () => chosen };
}
