// The end of a match: figures of its analysis, the costliest moments, and ways to share it.

import { ApiError, get } from '../api';
import { smallBoard } from '../board/small';
import { h, replace } from '../dom';
import { icon } from '../icons';
import { notice, noticeError } from '../notices';
import { sharedAddress } from '../share/address';
import { qrPicture } from '../share/qr';
import { arrowsOf, positionOfXgid } from '../study/board';
import { hintedText, LEVEL_LEAST, percentText, rateText } from '../study/format';
import { other } from './words';
import type { Analysis, Decision, GameState, Side } from '../types';

const MOMENTS = 3;
/** An analysis of a long match takes some seconds; after this the card stops asking. */
const TRIES = 60;
const PAUSE_MS = 1500;

/** The decisions of a player that cost most, costliest first. */
export function costliest(decisions: Decision[], player: Side, most = MOMENTS): Decision[] {
    return decisions.filter((d) => d.player === player && d.loss > 0.02)
        .sort((a, b) => b.loss - a.loss).slice(0, most);
}

/** Luck in words: in a match as chance to win it, else in points. */
export function luckText(totals: { luck_chance?: number; luck_points?: number }): string {
    const sign = (value: number): string => value < 0 ? '\u2212' : '+';
    if (typeof totals.luck_chance === 'number')
        return sign(totals.luck_chance) + percentText(Math.abs(totals.luck_chance));
    const points = totals.luck_points ?? 0;
    return `${sign(points)}${Math.abs(points).toFixed(2)} points`;
}

/** The loss of the second-best choice; 0 without a real alternative. */
function gap(decision: Decision): number {
    const [first, second] = decision.plays ?? [];
    return first && second ? first.equity - second.equity : 0;
}

/** The best play made where anything else cost most; null: nothing was hard to find. */
export function finest(decisions: Decision[], player: Side): Decision | null {
    const found = decisions.filter((d) => d.player === player && d.kind === 'play' && !d.forced &&
        !d.hinted && d.loss < 0.001 && gap(d) > 0.05).sort((a, b) => gap(b) - gap(a));
    return found[0] ?? null;
}

/** A position of the match on a small board like the large one, with the best play. */
function picture(decision: Decision, view: Side): HTMLElement | null {
    const position = positionOfXgid(decision.xgid ?? '');
    return position && smallBoard('moment-board', position, view,
        arrowsOf(decision.plays?.[0]?.moves, decision.player, 'best'));
}

function moment(id: string, decision: Decision, view: Side, verdict: string): HTMLElement {
    const about = `Game ${decision.game}, turn ${decision.turn}: ${decision.made}, ` +
        `best ${decision.best}`;
    return h('a', { class: 'moment', 'data-testid': 'moment',
        href: `/m/${id}/${decision.game}/${decision.turn}`, title: about },
        picture(decision, view),
        h('span', { class: 'moment-loss' }, verdict), h('span', { class: 'hint' }, decision.made));
}

export class Closing {
    readonly element = h('div', { class: 'closing', 'data-testid': 'closing' });
    private timer = 0;
    private gone = false;

    constructor(private readonly state: GameState) {
        replace(this.element, h('p', { class: 'hint', role: 'status' },
            'Analysing the match…'));
        void this.ask(TRIES);
    }

    leave(): void {
        this.gone = true;
        window.clearTimeout(this.timer);
    }

    private async ask(tries: number): Promise<void> {
        try {
            const path = `/api/matches/${encodeURIComponent(this.state.id)}/analysis`;
            const analysis = await get<Analysis>(path);
            if (!this.gone) this.show(analysis);
        } catch (error) {
            if (this.gone) return;
            const waits = error instanceof ApiError &&
                (error.code === 'not_analysed' || error.code === 'offline');
            if (waits && tries > 1)
                this.timer = window.setTimeout(() => void this.ask(tries - 1), PAUSE_MS);
            else replace(this.element);
        }
    }

    private show(analysis: Analysis): void {
        const { you, id, players } = this.state;
        const first: Side = you ?? 0;
        const sides: Side[] = [first, other(first)];
        const row = (what: string, text: (side: Side) => string): HTMLElement =>
            h('tr', null, h('th', { scope: 'row' }, what),
                sides.map((side) => h('td', null, text(side))));
        const of = (side: Side) => analysis.totals[side];
        const moments = costliest(analysis.decisions, first);
        const best = you === null ? null : finest(analysis.decisions, first);
        replace(this.element,
            h('table', { class: 'figures' },
                h('thead', null, h('tr', null, h('td'),
                    sides.map((side) => h('th', { scope: 'col' },
                        side === you ? 'You' : players[side].name)))),
                h('tbody', null,
                    row('PR', (side) => rateText(of(side).pr, of(side).decisions)),
                    row('Level', (side) => of(side).decisions < LEVEL_LEAST ? 'too few decisions'
                        : of(side).rating),
                    row('Luck', (side) => luckText(of(side))))),
            hintedText(of(first).hinted) ? h('p', { class: 'hint', 'data-testid': 'hinted' },
                hintedText(of(first).hinted)) : null,
            best ? h('section', { 'aria-label': 'Best play', 'data-testid': 'finest' },
                h('h3', null, 'Your best play'), h('div', { class: 'moments' },
                    moment(id, best, first, `the next best loses ${gap(best).toFixed(3)}`))) : null,
            moments.length
                ? h('section', { 'aria-label': 'Costliest moments' },
                    h('h3', null, you === null ? `${players[first].name} lost most here`
                        : 'You lost most here'),
                    h('div', { class: 'moments' },
                        moments.map((decision) => moment(id, decision, first,
                            `\u2212${decision.loss.toFixed(3)}`))))
                : h('p', null, you === null ? '' : 'You made no costly error.'));
    }
}

/** Passes an address on: the device's own way where it has one, else a link to copy; and a
 * code for a phone beside it. */
export function shareButton(path: string, title: string): HTMLElement {
    const url = sharedAddress(path);
    const out = h('div', { class: 'share-out' });
    const copy = (): void => {
        navigator.clipboard?.writeText(url)
            .then(() => notice('The link is copied.', 'good', 3000)).catch(noticeError);
    };
    const open = (): void => {
        if (out.childElementCount > 0) {
            replace(out);
            return;
        }
        const code = qrPicture(url, `QR code of ${url}`);
        replace(out, code, h('div', { class: 'row center' },
            h('button', { class: 'button compact', type: 'button', 'data-testid': 'share-copy',
                on: { click: copy } }, icon('copy'), 'Copy the link'),
            typeof navigator.share === 'function'
                ? h('button', { class: 'button compact', type: 'button', on: { click: () => {
                    navigator.share({ title, url }).catch(() => undefined);
                } } }, 'Send…') : null));
        out.scrollIntoView({ block: 'nearest' });
    };
    return h('div', { class: 'share' },
        h('button', { class: 'button quiet', type: 'button', 'data-testid': 'share',
            on: { click: open } }, 'Share'), out);
}
