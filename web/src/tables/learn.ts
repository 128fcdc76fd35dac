// /tables/learn?game=NAME: a game of the family in a few boards, each with something to try; the server says what
// the rules say of a try.

import { get, getOnce } from '../api';
import { h, replace } from '../dom';
import { announce } from '../notices';
import type { Page, PageContext } from '../router';
import { lessMotion, moveTime } from '../settings';
import { errorText } from '../study/words';
import type { FamilyBoard, FamilyGame, FamilyLesson, FamilyLessons, FamilyTables, FamilyVerdict } from '../types';
import { dieFace, drawBoard, glide, type Sight, underWay } from './board';
import { Draft, pressed } from './model';

/** One board with its task, and what is said of the try. */
class Trial {
    readonly element = h('section', { class: 'card family-table', 'data-testid': 'trial' });
    private readonly place = h('div', { class: 'family-board-place' });
    private readonly said = h('div', { class: 'stack', role: 'status', 'data-testid': 'said' });
    private readonly field = h('input', { type: 'text', class: 'field', autocomplete: 'off', spellcheck: 'false',
        'aria-label': 'Your play', placeholder: 'Your play', 'data-testid': 'typed' });
    private draft: Draft;
    private selected: number | null = null;
    private shown: { board: FamilyBoard; drawn: SVGSVGElement } | null = null;
    /** Only the last of several tries is answered. */
    private tries = 0;

    constructor(heading: string, private readonly address: string, private readonly lesson: FamilyLesson,
                private readonly onward: () => HTMLElement) {
        this.draft = this.start();
        const { dice, double_steps: times, board, task } = lesson;
        replace(this.element, h('h2', { class: 'family-head' }, heading), this.place, h('div', { class: 'family-side' },
            h('p', { 'data-testid': 'task' }, task),
            h('div', { class: 'family-dice', 'aria-label': 'Dice', role: 'group' }, dice.map((die) => dieFace(die, board.dice === 1)),
                times > 2 ? h('span', { class: 'quiet' }, `x ${times}`) : null),
            h('form', { class: 'row family-buttons', on: { submit: (event: Event) => {
                event.preventDefault();
                void this.check(this.field.value.trim() || this.draft.text);
            } } }, this.field, h('button', { type: 'submit', class: 'button main', 'data-testid': 'check' }, 'Check'),
            this.button('Start again', 'restart', () => this.restart()), this.button('Show the answer', 'show', () => {
                this.restart();
                this.tell(`The answer: ${lesson.answer}. ${lesson.after}`, false);
            })), this.said));
        this.show();
    }

    private start(): Draft { return new Draft({ ...this.lesson, to_act: 0 }); }

    private button(text: string, testid: string, click: () => void): HTMLElement {
        return h('button', { type: 'button', class: 'button quiet', 'data-testid': testid, on: { click } }, text);
    }

    private restart(): void {
        this.tries += 1; // an answer that is still to come is of another board
        this.draft = this.start();
        this.selected = null;
        this.show();
    }

    private show(): void {
        const sight: Sight = { board: this.draft.board, view: 0, acting: 0, next: this.draft.next,
            selected: this.selected, choose: this.choose };
        const drawn = drawBoard(sight), time = moveTime(), gliding = this.shown ? underWay(this.shown.drawn) : [];
        replace(this.place, drawn);
        if (time > 0 && this.shown) glide(drawn, sight, this.shown.board, time, gliding);
        this.shown = { board: sight.board, drawn };
    }

    private readonly choose = (point: number): void => {
        const made = this.draft.count;
        this.selected = pressed(this.draft, this.selected, point);
        this.show();
        const focus = this.selected ?? this.draft.next[0]?.from;
        this.place.querySelector<SVGElement>(`[data-point="${focus}"]`)?.focus({ preventScroll: true });
        // A whole play is judged at once: nothing to press.
        if (this.draft.count > made && this.draft.next.length === 0) void this.check(this.draft.text);
    };

    private async check(moves: string): Promise<void> {
        const mine = this.tries += 1;
        try {
            const { verdict, text } = await get<FamilyVerdict>(`${this.address}&moves=${encodeURIComponent(moves)}`);
            if (mine !== this.tries) return;
            if (verdict === 'legal') this.restart();
            this.tell(text, verdict === 'right');
        } catch (error) {
            if (mine === this.tries) this.tell(errorText(error), false);
        }
    }

    private tell(text: string, right: boolean): void {
        replace(this.said, h('p', { class: right ? 'right' : undefined }, h('strong', null, right ? 'Right. ' : ''), text),
            right ? h('p', null, this.onward()) : null);
        announce(`${right ? 'Right. ' : ''}${text}`);
    }
}

function nav(games: FamilyGame[], current: string): HTMLElement {
    return h('nav', { 'aria-label': 'Games' }, h('p', { class: 'preset-links' }, games.map(({ name, called }) =>
        h('a', { class: 'tag', href: `/tables/learn?game=${name}`, 'data-testid': `learn-${name}`,
            'aria-current': name === current ? 'page' : undefined }, called))));
}

export async function tablesLearnPage(context: PageContext): Promise<Page> {
    const { games } = await get<FamilyTables>('/api/tables');
    const asked = context.query.get('game');
    const game = asked ?? games[0]!.name;
    const { called, lessons } = await getOnce<FamilyLessons>(`/api/tables/lessons?game=${encodeURIComponent(game)}`);
    const play = (testid: string): HTMLElement => h('a', { class: 'button main', href: `/tables?game=${game}`,
        'data-testid': testid }, `Play ${called}`);
    const onward = (next: number) => (): HTMLElement => next < trials.length
        ? h('button', { type: 'button', class: 'button main', 'data-testid': 'onward', on: { click: () =>
            trials[next]!.element.scrollIntoView({ block: 'start', behavior: lessMotion() ? 'auto' : 'smooth' }) } }, 'Next')
        : play('onward');
    const trials: Trial[] = lessons.map((lesson, i) => new Trial(
        `${lesson.called === called ? '' : `${lesson.called}: `}${i + 1} of ${lessons.length}`,
        `/api/tables/lessons?game=${encodeURIComponent(game)}&lesson=${i}`, lesson, onward(i + 1)));
    return { title: `Learn: ${called}`, element: h('div', { class: 'wide-page stack compact-page family family-learn' },
        h('h1', { 'data-testid': 'lesson-title' }, `Learn ${called}`),
        h('p', { class: 'page-lead' }, 'The light checkers are yours; where a text says X, it means them. Press one and then where ' +
            'it goes, or type the play, such as 24/20 13/9.'),
        trials.map((trial) => trial.element), h('p', null, play('family-play-it')), nav(games, game)) };
}
