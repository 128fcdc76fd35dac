// A card of the deck on a board: choices to click, a hint before, the reason after.

import { get, post } from '../api';
import { h, replace } from '../dom';
import { registerKeys } from '../keys';
import { boardPosition, question } from '../study/position/words';
import { announce } from '../notices';
import { arrowsOf, makeBoard, showPosition } from '../study/board';
import { dateText, equityText, plural } from '../study/format';
import { prefs } from '../study/prefs';
import { errorText, failed, lossBadge, notice } from '../study/words';
import type { Deck, DeskCard, DeskNext, DeskReview, DeskVerdict, PositionAnswer } from '../types';

/** "in 10 minutes", "in 3 days". */
export function dueText(due: number, now: number): string {
    const minutes = Math.max(1, Math.round((due - now) / 60000));
    if (minutes < 60) return `in ${plural(minutes, 'minute')}`;
    const hours = Math.round(minutes / 60);
    if (hours < 24) return `in ${plural(hours, 'hour')}`;
    return `in ${plural(Math.round(hours / 24), 'day')}`;
}

export function deckText(deck: Deck): string {
    const parts = deck.due === 0 && deck.new === 0 ? ['nothing due'] : [];
    if (deck.due > 0) parts.push(`${deck.due} due`);
    if (deck.new > 0) parts.push(`${deck.new} new for today`);
    if (deck.streak > 0) parts.push(`streak: ${plural(deck.streak, 'day')}`);
    return parts.join(', ');
}

export class Trainer {
    readonly element = h('section', { class: 'trainer', 'aria-label': 'Training',
                                      'data-testid': 'trainer' });
    readonly ready: Promise<void>;
    private board: ReturnType<typeof makeBoard> | null = null;
    private keys: (() => void) | null = null;

    /** `daily`: the position of the day in place of the due cards. `onDeck` gets the counts.
     * `plan`: the item of this month's study plan to train, "0" for all of them. */
    constructor(private readonly daily: boolean, private readonly onDeck: (deck: Deck) => void,
                private readonly plan: string | null = null) {
        this.ready = this.next();
    }

    destroy(): void {
        this.keys?.();
        this.keys = null;
        this.board?.destroy();
        this.board = null;
    }

    private async next(): Promise<void> {
        this.destroy();
        this.element.setAttribute('aria-busy', 'true');
        try {
            const answer = await get<DeskNext>('/api/desk/train' + (this.daily ? '?daily=1'
                : this.plan !== null ? `?plan=${encodeURIComponent(this.plan)}` : ''));
            this.onDeck(answer.deck);
            if (answer.card) await this.ask(answer.card);
            else this.done(answer.deck);
        } catch (error) {
            replace(this.element, failed(error, () => void this.next()));
        }
        this.element.removeAttribute('aria-busy');
    }

    private done(deck: Deck): void {
        if (this.plan !== null) {
            replace(this.element, h('p', { class: 'lead', 'data-testid': 'train-done' },
                'No position of the plan is due now. ', h('a', { href: '/plan' }, 'Study plan')));
            return;
        }
        replace(this.element, deck.cards > 0
            ? h('p', { class: 'lead', 'data-testid': 'train-done' },
                deck.reviewed_today > 0 ? `Done for today: ${plural(deck.reviewed_today, 'answer')}. ` +
                    `Streak: ${plural(deck.streak, 'day')}.` : 'Nothing is due now.')
            : h('p', { class: 'quiet', 'data-testid': 'train-empty' },
                'There are no cards yet. They are made of your own errors: ',
                h('a', { href: '/analyse' }, 'import your matches'), ', play one, or solve the ',
                h('a', { href: '/train?daily=1' }, 'position of the day'), '.'));
    }

    private async ask(card: DeskCard): Promise<void> {
        const position = await get<PositionAnswer>(`/api/position?id=${encodeURIComponent(card.id)}`);
        const board = makeBoard(position.to_act ?? position.turn);
        this.board = board;
        showPosition(board.element, boardPosition(position)!, position.turn);
        const front = card.front;
        let hinted = false;
        const out = h('div', { class: 'quiz-out', role: 'status', 'data-testid': 'train-verdict' });
        const hint = h('button', { type: 'button', class: 'button quiet', hidden: card.hint === '',
            'data-testid': 'train-hint', on: { click: () => {
                hinted = true;
                hint.hidden = true;
                replace(out, h('p', null, card.hint));
            } } }, 'Hint');
        const choices = card.choices.map((choice, n) => {
            const show = (): void => {
                board.element.arrows = arrowsOf(choice.moves, position.turn, 'best');
            };
            const button: HTMLButtonElement = h('button', { type: 'button', class: 'button choice-button',
                'data-testid': 'train-choice', on: {
                    mouseenter: show, focus: show,
                    mouseleave: () => { board.element.arrows = []; },
                    click: () => void this.answer(card, position, n, hinted, choices, out, hint),
                } }, h('kbd', { class: 'choice-key' }, String(n + 1)), choice.text);
            return button;
        });
        this.keys = registerKeys('Training', choices.map((button, n) => ({
            key: String(n + 1), text: `choice ${n + 1}`, run: () => button.click(),
        })));
        replace(this.element, h('div', { class: 'study-head' },
                h('h2', null, this.daily ? `Position of the day: ${question(position)}`
                                         : question(position)),
                h('p', { class: 'quiet small', 'data-testid': 'train-situation' },
                  card.situation)),
            h('div', { class: 'study-top' },
              h('div', { class: 'study-board' }, board.holder),
              h('div', { class: 'study-side' },
                h('section', { class: 'card stack', 'aria-label': 'Choices' },
                  h('div', { class: 'choice-buttons' }, choices), h('div', { class: 'row' }, hint), out,
                  h('p', { class: 'hint' }, [front.player && `${front.player} against ${front.opponent}`,
                      front.date && dateText(front.date),
                      front.game > 0 && `game ${front.game}, turn ${front.turn}`,
                      card.reviews > 0 ? `asked ${plural(card.reviews, 'time')} before` : 'new']
                      .filter(Boolean).join(', '))))));
    }

    private async answer(card: DeskCard, position: PositionAnswer, chosen: number, hinted: boolean,
                         choices: HTMLButtonElement[], out: HTMLElement, hint: HTMLElement):
        Promise<void> {
        for (const button of choices) button.disabled = true;
        hint.hidden = true;
        try {
            const text = card.choices[chosen]!.text;
            const review: DeskReview = { card: card.card, id: card.id, choice: text, hint: hinted };
            const verdict = await post<DeskVerdict>('/api/desk/train', review);
            this.onDeck(verdict.deck);
            this.tell(card, position, verdict, chosen, choices, out);
        } catch (error) {
            for (const button of choices) button.disabled = false;
            replace(out, notice(errorText(error)));
        }
    }

    private tell(card: DeskCard, position: PositionAnswer, verdict: DeskVerdict, chosen: number,
                 choices: HTMLButtonElement[], out: HTMLElement): void {
        card.choices.forEach((choice, n) => {
            const equity = verdict.choices.find((one) => one.text === choice.text)?.equity;
            choices[n]!.classList.toggle('right', choice.text === verdict.best);
            choices[n]!.classList.toggle('wrong', n === chosen && !verdict.right);
            if (equity !== undefined)
                choices[n]!.append(h('span', { class: 'choice-equity' }, equityText(equity)),
                    choice.text === verdict.made ? h('span', { class: 'tag' }, 'you played') : '');
        });
        const best = card.choices.find((choice) => choice.text === verdict.best);
        this.board!.element.arrows = [
            ...arrowsOf(best?.moves, position.turn, 'best'),
            ...(verdict.right ? [] : arrowsOf(card.choices[chosen]!.moves, position.turn, 'made'))];
        const next = h('button', { type: 'button', class: 'button main', 'data-testid': 'train-next',
            on: { click: () => void this.next() } }, 'Next');
        replace(out, h('p', { class: verdict.right ? 'quiz-line right' : 'quiz-line' },
                h('strong', null, verdict.right ? 'Right.' : `The best is ${verdict.best}.`), ' ',
                verdict.right ? null : lossBadge(verdict.loss, prefs.limits)),
            verdict.why ? h('p', { class: 'explanation', 'data-testid': 'train-why' }, verdict.why) : null,
            h('p', { class: 'hint' }, `Asked again ${dueText(verdict.due, Date.now())}.`),
            h('div', { class: 'row' }, this.daily ? null : next,
              h('a', { class: 'button', href: `/p?id=${encodeURIComponent(card.id)}` },
                'Open the position')));
        announce(verdict.right ? 'Right.' : `No. The best is ${verdict.best}. ${verdict.why}`);
        next.focus();
    }
}
