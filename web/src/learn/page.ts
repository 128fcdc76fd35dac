// /learn: the game in fifteen lessons, the examples of the rulebooks, words and history. Each lesson is
// a few sentences and boards to try them on; the server says what the rules say of a try.

import { get, getOnce } from '../api';
import { h, replace } from '../dom';
import { boardPosition } from '../study/position/words';
import type { Page, PageContext } from '../router';
import { announce } from '../notices';
import { lessMotion } from '../settings';
import { makeBoard, showPosition, type StudyBoard } from '../study/board';
import { errorText } from '../study/words';
import type { Lesson, LessonExample, LessonName, LessonQuestion, LessonVerdict, Lessons, Move, PositionAnswer } from '../types';

function playText(moves: readonly Move[]): string {
    return moves.map(([from, to]) => `${from === 25 ? 'bar' : from}/${to === 0 ? 'off' : to}`).join(' ');
}

/** One thing to try: a card with what is asked, a board, and what is said of the try. */
class Trial {
    readonly element = h('section', { class: 'card stack', 'data-testid': 'trial' });
    private readonly said = h('div', { class: 'stack', role: 'status', 'data-testid': 'said' });
    private board: StudyBoard | null = null;

    /** `onward`: where to go once it is right. */
    constructor(private readonly number: string, ask: string, position: PositionAnswer | null,
                private readonly onward: () => HTMLElement) {
        if (position) {
            this.board = makeBoard(0);
            this.board.element.names = ['You', 'Opponent'];
            showPosition(this.board.element, boardPosition(position)!, 0);
        }
        replace(this.element, h('h2', null, this.number), h('p', { 'data-testid': 'task' }, ask),
                this.board?.holder ?? null);
    }

    destroy(): void { this.board?.destroy(); }

    private tell(text: string, clause: string | null, right: boolean): void {
        replace(this.said, h('p', { class: right ? 'right' : undefined }, h('strong', null,
                    right ? 'Right. ' : ''), text),
                clause ? h('p', { class: 'clause' }, clause) : null,
                right ? h('p', null, this.onward()) : null);
        announce(`${right ? 'Right. ' : ''}${text} ${clause ?? ''}`);
    }

    /** A line to type in, and buttons. */
    private answers(label: string, verb: string, check: (text: string) => void, show: () => void):
        HTMLElement {
        const field = h('input', { type: 'text', class: 'field', autocomplete: 'off', spellcheck: 'false',
            'aria-label': label, placeholder: label, 'data-testid': 'typed' });
        return h('form', { class: 'row', on: { submit: (event: Event) => {
            event.preventDefault();
            check(field.value.trim());
        } } }, field,
        h('button', { type: 'submit', class: 'button main', 'data-testid': 'check' }, verb),
        h('button', { type: 'button', class: 'button quiet', 'data-testid': 'show', on: { click: show } },
          'Show the answer'));
    }

    askPlay(name: string, index: number, example: LessonExample): this {
        const board = this.board!.element;
        const drawn = boardPosition(example.position)!;
        board.tree = example.tree;
        board.interactive = 'play';
        const canMove = board.draft !== null && !board.draft.complete;
        const check = async (move: string): Promise<void> => {
            try {
                const verdict = await get<LessonVerdict>(`/api/lessons?name=${encodeURIComponent(name)}` +
                    `&example=${index}&move=${encodeURIComponent(move)}`);
                this.tell(verdict.text, verdict.clause, verdict.verdict === 'right');
                if (verdict.verdict === 'legal') board.reset();
            } catch (error) {
                this.tell(errorText(error), null, false);
            }
        };
        // A whole play is judged at once: nothing to press.
        board.addEventListener('draft', (event) => {
            const { complete, moves } = (event as CustomEvent<{ complete: boolean; moves: Move[] }>).detail;
            if (complete && moves.length > 0) void check(playText(moves));
        });
        board.addEventListener('commit', (event) => {
            void check(playText((event as CustomEvent<{ moves: Move[] }>).detail.moves));
        });
        const show = (): void => {
            showPosition(board, drawn, 0);
            const any = example.right.length === 0;
            const answers = (any ? example.named : example.right).map((play) => play || 'no move').join(' or ');
            this.tell(!any ? `The answer: ${answers}. ${example.after}`
                : `Every legal play is right here${answers ? `, for instance ${answers}` : ''}. ${example.after}`,
                null, false);
        };
        const draft = (): string => playText(board.draft?.moves ?? []);
        this.element.append(
            h('p', { class: 'hint' }, 'Drag the checkers, or tap one and then where it goes. You can ' +
                'also type the play, such as 8/5 6/5.'),
            this.answers('Your play', canMove ? 'Check' : 'Pass', (text) => { void check(text || draft()); }, show),
            h('div', { class: 'row' }, h('button', { type: 'button', class: 'button compact',
                on: { click: () => board.reset() } }, 'Start again')), this.said);
        return this;
    }

    askWord(question: LessonQuestion): this {
        const check = (text: string): void => {
            const right = text.toLocaleLowerCase() === question.answer;
            this.tell(right ? question.why : 'No. Try again, or look at the answer.', null, right);
        };
        this.element.append(this.answers('Your answer', 'Check', check, () => {
            this.tell(`The answer: ${question.answer}. ${question.why}`, null, false);
        }), this.said);
        return this;
    }
}

function nav(all: Lessons, current: string): HTMLElement {
    const links = (entries: LessonName[]): HTMLElement[] => entries.map((entry) => h('a', {
        class: 'tag', href: `/learn?lesson=${entry.name}`, 'data-testid': `lesson-${entry.name}`,
        'aria-current': entry.name === current ? 'page' : undefined }, entry.name));
    return h('nav', { class: 'stack', 'aria-label': 'Lessons' },
        h('p', { class: 'preset-links' }, links(all.lessons)),
        h('p', { class: 'preset-links' }, h('span', { class: 'quiet' }, 'Examples of the rulebooks: '),
          links(all.books)));
}

/** Words and history, below the lessons. */
function reading(all: Lessons): HTMLElement[] {
    return [
        h('details', { class: 'card' }, h('summary', null, 'Words of the game'),
            h('dl', { class: 'option-list', 'data-testid': 'terms' }, all.terms.map((term) => [
                h('dt', null, term.word), h('dd', null, term.meaning)]))),
        h('details', { class: 'card' }, h('summary', null, 'Where the game comes from'),
            h('div', { class: 'stack', 'data-testid': 'history' }, all.history.map((text) =>
                text.startsWith('# ') ? h('h3', null, text.slice(2)) : h('p', null, text)),
            h('p', null, 'Try it: ', h('a', { class: 'button compact', href: '/tables', 'data-testid': 'try-family' },
                'the other games of the family')))),
    ];
}

export async function learnPage(context: PageContext): Promise<Page> {
    const all = await getOnce<Lessons>('/api/lessons');
    const asked = context.query.get('lesson') ?? '';
    const known = [...all.lessons, ...all.books].find((entry) => entry.name === asked);
    const name = known?.name ?? all.lessons[0]!.name;
    const lesson = await getOnce<Lesson>(`/api/lessons?name=${encodeURIComponent(name)}`);
    const tries = lesson.examples.length + lesson.questions.length;
    const numbered = (n: number): string => tries === 1 ? 'Try it' : `Try it, ${n} of ${tries}`;
    const next = all.lessons[all.lessons.findIndex((entry) => entry.name === name) + 1];
    const isLesson = all.lessons.some((entry) => entry.name === name);
    /** From the trial of that number: the next one, the next lesson, or a game. */
    const onward = (number: number) => (): HTMLElement => number < tries
        ? h('button', { type: 'button', class: 'button main', 'data-testid': 'onward',
            on: { click: () => trials[number]!.element.scrollIntoView({ block: 'start',
                behavior: lessMotion() ? 'auto' : 'smooth' }) } }, 'Next')
        : isLesson && next
            ? h('a', { class: 'button main', href: `/learn?lesson=${next.name}`, 'data-testid': 'onward' },
                `Next: ${next.title}`)
            : h('a', { class: 'button main', href: '/', 'data-testid': 'onward' }, 'Play a game');
    const trials: Trial[] = [
        ...lesson.examples.map((example, i) => new Trial(numbered(i + 1), example.task, example.position,
            onward(i + 1)).askPlay(name, i, example)),
        ...lesson.questions.map((question, i) => new Trial(numbered(lesson.examples.length + i + 1),
            question.ask, question.position, onward(lesson.examples.length + i + 1)).askWord(question)),
    ];
    const title = lesson.title.charAt(0).toLocaleUpperCase() + lesson.title.slice(1);
    const element = h('div', { class: 'wide-page stack learn compact-page' },
        h('h1', { 'data-testid': 'lesson-title' }, title),
        h('div', { class: 'lesson' },
            h('div', { class: 'stack' }, trials.map((trial) => trial.element)),
            h('section', { class: 'stack lesson-text' }, lesson.text.map((text) => h('p', null, text)))),
        !isLesson ? null : next
            ? h('p', null, h('a', { class: 'button main', href: `/learn?lesson=${next.name}`,
                'data-testid': 'next-lesson' }, `Next: ${next.title}`))
            : h('p', null, h('a', { class: 'button main', href: '/' }, 'Play a game')),
        nav(all, name), h('p', null, h('a', { class: 'button compact', href: '/tables/learn', 'data-testid': 'learn-family' },
            'Learn another game of the family')), reading(all));
    return { title: `Learn: ${title}`, element,
             destroy: () => { for (const trial of trials) trial.destroy(); } };
}
