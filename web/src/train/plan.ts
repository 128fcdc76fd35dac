// /plan: what the reader would gain where, three things to study this month, what has changed.

import { get, post } from '../api';
import { emptyBoard } from '../board/small';
import { h, replace } from '../dom';
import type { Page, PageContext } from '../router';
import { makeBoard, positionOfXgid, showPosition, type StudyBoard } from '../study/board';
import { dateText, percentText, plural, rateText } from '../study/format';
import { errorText, failed, notice, table } from '../study/words';
import type { DeskPlan, PlanBias, PlanFamily, PlanHaste, PlanProgress, PlanThing, StudyPlan } from '../types';

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August',
    'September', 'October', 'November', 'December'];

/** "November 2026" of "2026-11". */
export function monthText(month: string): string {
    const [year, number] = month.split('-');
    return `${MONTHS[Number(number) - 1] ?? month} ${year}`;
}

function points(share: number): string {
    const value = (100 * share).toFixed(0);
    return share > 0 ? `+${value}` : value;
}

/** "0.33% of match-winning chance a match", or in equity where the matches are for money. */
export function gainText(family: PlanFamily): string {
    if (family.recoverable_chance_per_match !== null)
        return `${percentText(family.recoverable_chance_per_match, 2)} of match-winning chance a match`;
    return `${(family.recoverable_per_match ?? 0).toFixed(3)} a match`;
}

export function missingText(missing: number | null): string {
    return missing === null ? 'There are too few decisions of this kind to tell.'
        : missing > 0 ? `Some ${plural(missing, 'more decision', 'more decisions')} of this kind would tell.` : '';
}

export function progressText(progress: PlanProgress): string {
    const { before, after } = progress;
    if (after.decisions === 0) return `No decision of this kind since then. ${missingText(progress.missing)}`;
    const share = (part: { errors: number; decisions: number }): string =>
        percentText(part.decisions ? part.errors / part.decisions : 0);
    return `Since then: ${progress.verdict}. Errors in ${share(after)} of ${plural(after.decisions, 'decision')}, ` +
        `before in ${share(before)} of ${before.decisions} (change ${points(progress.change)} points, ` +
        `interval ${points(progress.low)} to ${points(progress.high)}). ${missingText(progress.missing)}`;
}

/** "9 of 31 errors took less than half of your usual 6.4 seconds and cost 0.412; 22% of all plays do." */
export function hasteText(haste: PlanHaste): string {
    const all = haste.kind === 'cube' ? 'cube decisions' : 'plays';
    return `${haste.hasty} of ${plural(haste.errors, 'error')} took less than half of your usual ` +
        `${(haste.usual_ms / 1000).toFixed(1)} seconds and cost ${haste.loss.toFixed(3)}; ` +
        `${percentText(haste.quick / haste.decisions, 0)} of all ${haste.decisions} ${all} do.`;
}

/** "18 wrong takes against 3 wrong drops; other players 60 against 60." */
export function biasText(bias: PlanBias): string {
    return `${bias.toward} ${bias.toward_errors} against ${bias.against} ${bias.against_errors}; other players ` +
        `${bias.others_toward} against ${bias.others_against}. Difference ${points(bias.difference)} points, ` +
        `interval ${points(bias.low)} to ${points(bias.high)}.`;
}

class PlanView {
    readonly element = h('div', { class: 'stack', 'data-testid': 'plan' });
    readonly ready: Promise<void>;
    private boards: StudyBoard[] = [];

    constructor(private month: string) { this.ready = this.load(); }

    destroy(): void {
        for (const board of this.boards) board.destroy();
        this.boards = [];
    }

    private async load(): Promise<void> {
        this.element.setAttribute('aria-busy', 'true');
        try {
            this.show(await get<DeskPlan>('/api/desk/plan' + (this.month ? `?month=${this.month}` : '')));
        } catch (error) {
            replace(this.element, failed(error, () => void this.load()));
        }
        this.element.removeAttribute('aria-busy');
    }

    private makeButton(text: string, main: boolean): HTMLElement {
        const out = h('div', { role: 'status' });
        const button = h('button', { type: 'button', class: main ? 'button main' : 'button quiet',
            'data-testid': 'plan-make', on: { click: async () => {
                button.disabled = true;
                try {
                    this.month = '';
                    this.show(await post<DeskPlan>('/api/desk/plan', {}));
                } catch (error) {
                    button.disabled = false;
                    replace(out, notice(errorText(error)));
                }
            } } }, text);
        return h('div', { class: 'stack' }, h('div', { class: 'row' }, button), out);
    }

    private show(answer: DeskPlan): void {
        this.destroy();
        const { plan } = answer;
        if (!plan) {
            replace(this.element, h('section', { class: 'card stack', 'aria-label': 'Make a plan' },
                h('p', null, 'The plan compares what you lose in each kind of position with what players of ' +
                    'your level lose there, and names three things to study this month.'),
                answer.player ? this.makeButton(`Make the plan for ${monthText(answer.this_month)}`, true)
                    : h('p', { class: 'quiet', 'data-testid': 'plan-empty' }, 'There are no matches yet. ',
                        h('a', { href: '/analyse' }, 'Import yours'), ' first.'), emptyBoard()));
            return;
        }
        const now = plan.month === answer.this_month;
        replace(this.element, this.head(answer, plan), this.things(plan, now), this.biases(plan.biases),
                this.haste(plan.haste ?? []), this.families(plan), now ? this.makeButton('Make the plan again', false) : null);
    }

    private head(answer: DeskPlan, plan: StudyPlan): HTMLElement {
        const select = h('select', { 'aria-label': 'Month', 'data-testid': 'plan-month', on: { change: () => {
            this.month = select.value;
            void this.load();
        } } }, answer.months.map((month) =>
            h('option', { value: month, selected: month === plan.month }, monthText(month))));
        return h('div', { class: 'stack' },
            h('p', { 'data-testid': 'plan-head' }, `${plan.player}: ${plural(plan.matches, 'match', 'matches')}, ` +
                `${plural(plan.decisions, 'decision')} counted, PR ${rateText(plan.pr, plan.decisions)}. Measured by ` +
                `${plural(plan.peers, plan.all_peers ? 'other player' : 'player of your level',
                          plan.all_peers ? 'other players' : 'players of your level')}. ` +
                `Made ${dateText(plan.made)}.`),
            h('div', { class: 'row' }, answer.months.length > 1 ? select : null,
                h('a', { href: `/api/desk/plan.pdf?month=${plan.month}`, download: '', 'data-testid': 'plan-pdf' },
                  'On paper (PDF)')));
    }

    private things(plan: StudyPlan, now: boolean): HTMLElement {
        if (plan.missing > 0)
            return h('p', { class: 'lead', 'data-testid': 'plan-missing' },
                `Too few decisions to say what to study: ${plan.missing} more are needed. `,
                h('a', { href: '/analyse' }, 'Import more matches'), ', then make the plan again.');
        if (plan.things.length === 0)
            return h('p', { class: 'lead' }, 'No kind of position costs you more than players of your level.');
        return h('div', { class: 'plan-things' }, plan.things.map((thing) => this.thing(thing, now)));
    }

    private thing(thing: PlanThing, now: boolean): HTMLElement {
        const own = thing.positions.filter((one) => one.own).length, first = thing.positions[0];
        const shown = first ? positionOfXgid(first.id) : null;
        let picture: HTMLElement | null = null;
        if (first && shown && shown.turn !== null) {
            const decider = first.kind === 'take' ? (shown.turn === 0 ? 1 : 0) : shown.turn;
            const board = makeBoard(decider);
            this.boards.push(board);
            showPosition(board.element, shown, decider);
            picture = h('div', { class: 'plan-board' }, board.holder,
                h('p', { class: 'hint' }, `Lost ${first.loss.toFixed(3)} by ${first.player}. `,
                  h('a', { href: `/p?id=${encodeURIComponent(first.id)}` }, 'Open the position')));
        }
        const more = thing.avoidable_errors >= 0.5
            ? `; players of your level make ${Math.round(thing.avoidable_errors)} fewer.`
            : ', no more than players of your level make, but larger ones.';
        return h('section', { class: 'card stack', 'aria-label': thing.name, 'data-testid': 'plan-thing' },
            h('h2', null, `${thing.thing}. ${thing.name}`),
            h('p', null, h('strong', null, gainText(thing)), ' to recover.',
              thing.certain ? '' : ` Not certain yet: it may be chance. ${missingText(thing.missing)}`),
            picture,
            h('p', null, `${plural(thing.errors, 'error')} in ${plural(thing.decisions, 'decision')}${more}`),
            h('p', null, thing.advice),
            now && thing.positions.length > 0 ? h('div', { class: 'row' },
                h('a', { class: 'button main', href: `/train?plan=${thing.thing}`, 'data-testid': 'plan-train' },
                  `Train ${plural(thing.positions.length, 'position')}`)) : null,
            h('p', { class: 'hint' }, `${own} of them your own errors. ${thing.training.asked} of ` +
                `${thing.training.cards} asked, ${thing.training.right} right the last time.`),
            h('p', { class: 'hint', 'data-testid': 'plan-progress' }, progressText(thing.progress)));
    }

    private biases(biases: PlanBias[]): HTMLElement {
        const named = biases.filter((bias) => bias.name !== null);
        return h('section', { class: 'card stack', 'aria-label': 'Biases', 'data-testid': 'plan-biases' },
            h('h2', null, 'Biases'),
            named.length === 0 ? h('p', { class: 'quiet' }, 'None stands out from chance.')
                : h('ul', null, named.map((bias) => h('li', null, h('strong', null, `You ${plain(bias.name!)}: `),
                    biasText(bias)))));
    }

    private haste(haste: PlanHaste[]): HTMLElement | null {
        if (haste.length === 0) return null;
        return h('section', { class: 'card stack', 'aria-label': 'Hasty errors', 'data-testid': 'plan-haste' },
            h('h2', null, 'Hasty errors'),
            h('ul', null, haste.map((one) => h('li', null,
                h('strong', null, one.kind === 'cube' ? 'Cube: ' : 'Plays: '), hasteText(one)))));
    }

    private families(plan: StudyPlan): HTMLElement {
        const fixed = (value: number): string => value.toFixed(2);
        return h('section', { class: 'card', 'aria-label': 'All decisions' },
            h('details', null, h('summary', null, 'All decisions'),
              h('p', { class: 'hint' }, 'Equity lost, what players of your level lose in as many decisions, and ' +
                  'the difference with its interval.'),
              h('div', { class: 'scroll-x' }, table('All decisions by kind',
                  ['Kind', 'Decisions', 'Errors', 'Lost', 'Level', 'Recover', 'From', 'To'],
                  plan.families.map((f) => [f.name, f.decisions, f.errors, fixed(f.loss), fixed(f.difficulty),
                      fixed(f.recoverable), fixed(f.low), fixed(f.high)])))));
    }
}

/** "take too much" of "takes too much": said to the reader. */
export function plain(name: string): string {
    return name.replace(/^(take|drop|double|hit|break|keep|leave|play|move|make)s /, '$1 ');
}

export async function planPage(context: PageContext): Promise<Page> {
    const view = new PlanView(context.query.get('month') ?? '');
    return { title: 'Study plan', destroy: () => view.destroy(), ready: view.ready,
        element: h('div', { class: 'wide-page stack compact-page' },
            h('div', { class: 'study-head' }, h('h1', null, 'Study plan'),
              h('p', { class: 'page-lead' }, 'What you would gain where, three things a month.')), view.element) };
}
