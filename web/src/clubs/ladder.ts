// A club's ladder: places, one's own matches, results; challenging with one click.

import { get, post, remove } from '../api';
import { h, replace } from '../dom';
import { noticeError } from '../notices';
import { navigate } from '../router';
import { dateText, plural } from '../study/format';
import { keep } from '../study/keep';
import { failed } from '../study/words';
import type { Club, Ladder, LadderMatch, LadderRules } from '../types';
import { nameLink } from './members';

/** The rules of this ladder, for those on it. */
export function rulesText(rules: LadderRules): string {
    return `You may challenge members up to ${plural(rules.reach, 'place')} higher to a match of `
        + `${plural(rules.length, 'point')}, one at a time, and have two weeks for it. Where the lower of the two wins, `
        + 'he takes the place of the other, and those between move one down; otherwise nothing changes. A match played '
        + 'here counts by itself; of one at a real board both tell the result, or a director does who is not one of '
        + 'the two.' + (rules.idle_days ? ` Who plays no match for ${plural(rules.idle_days, 'day')} leaves the ladder.`
            : '');
}

/** "Ann won 5 to 3", "called off". */
export function outcomeText(match: LadderMatch): string {
    if (match.winner === null) return 'not played';
    const side = match.members[0] === match.winner ? 0 : 1;
    const score = match.score ? ` ${match.score[side]} to ${match.score[1 - side]}` : '';
    return `${match.names[side]} won${score}`;
}

export class LadderCard {
    readonly element = h('section', { class: 'card stack', 'aria-label': 'Ladder', 'data-testid': 'club-ladder' });
    readonly ready: Promise<void>;
    private readonly path: string;

    constructor(private club: Club) {
        this.path = `/api/clubs/${club.club}/ladder`;
        this.ready = this.load();
    }

    private readonly load = async (): Promise<void> => {
        try {
            this.show(await get<Ladder>(this.path));
        } catch (error) {
            replace(this.element, h('h2', null, 'Ladder'), failed(error, () => void this.load()));
        }
    };

    /** The club has changed: another role, other rules. */
    take(club: Club): void {
        if (club.seq === this.club.seq) return;
        this.club = club;
        void this.load();
    }

    private async change(run: () => Promise<Ladder>): Promise<void> {
        try {
            this.show(await run());
        } catch (error) {
            noticeError(error);
            void this.load();
        }
    }

    private button(text: string, testid: string, run: () => void, kind = '', label = text): HTMLElement {
        return h('button', { type: 'button', class: `button ${kind}`, 'data-testid': testid, 'aria-label': label,
            on: { click: run } }, text);
    }

    private async play(match: number): Promise<void> {
        try {
            navigate((await post<{ game: string; url: string }>(`${this.path}/matches/${match}/game`)).url);
        } catch (error) {
            noticeError(error);
            void this.load();
        }
    }

    private told(match: LadderMatch): string {
        const [a, b] = match.told;
        if (a !== null && b !== null) return 'The two do not agree: a director decides.';
        if (a === null && b === null) return match.game ? 'Being played.' : `By ${dateText(match.until)}.`;
        const side = a === null ? 1 : 0;
        const winner = match.told[side] === match.members[0] ? 0 : 1;
        return `${match.names[side]} says: ${match.names[winner]} won.`;
    }

    private open(ladder: Ladder, match: LadderMatch): HTMLElement {
        const mine = ladder.me.member === null ? -1 : match.members.indexOf(ladder.me.member);
        const directs = mine < 0 && (this.club.me.role === 'owner' || this.club.me.role === 'director');
        const path = `${this.path}/matches/${match.match}`;
        const silent = mine >= 0 && match.told[mine as 0 | 1] === null;
        const tell = (side: 0 | 1): HTMLElement => this.button(`${match.names[side]} won`, `ladder-won-${side}`,
            () => void this.change(() => post<Ladder>(`${path}/result`, { winner: match.members[side] })), 'compact');
        const off = directs || (mine >= 0 && !match.game && match.told.every((one) => one === null));
        return h('li', { class: 'stack' }, h('span', null, h('strong', null, match.names[0]), ' challenges ',
            h('strong', null, match.names[1]), h('span', { class: 'hint block' }, this.told(match))),
        h('div', { class: 'row cup-buttons' },
            mine >= 0 ? this.button(match.game ? 'Play on' : 'Play', 'ladder-play', () => void this.play(match.match),
                'main compact') : null,
            silent || directs ? [tell(0), tell(1)] : null,
            off ? this.button(mine === 1 ? 'Decline' : 'Call off', 'ladder-off',
                () => void this.change(() => remove<Ladder>(path)), 'compact') : null));
    }

    private show(ladder: Ladder): void {
        const isMember = ['member', 'director', 'owner'].includes(this.club.me.role) && !this.club.removed;
        const challenge = (member: number): void => void this.change(() =>
            post<Ladder>(`${this.path}/matches`, { member }));
        const places = h('ol', { class: 'cup-list', 'data-testid': 'ladder-places' }, ladder.places.map((one) =>
            h('li', { class: 'row' }, h('span', { class: 'ladder-rank' }, String(one.rank)),
                h('span', { class: 'grow' }, nameLink({ name: one.name, account: true })),
                isMember && one.may_challenge ? this.button('Challenge', 'ladder-challenge', () => challenge(one.member),
                    'compact', `Challenge ${one.name}`) : null)));
        const enter = (on: boolean): void => void this.change(() => post<Ladder>(this.path, { on }));
        const restore = keep(this.element);
        replace(this.element, h('h2', null, 'Ladder'),
            ladder.places.length ? places : h('p', { class: 'quiet' }, 'Nobody is on it yet.'),
            ladder.open.length ? h('ul', { class: 'cup-list', 'data-testid': 'ladder-open' },
                ladder.open.map((match) => this.open(ladder, match))) : null,
            isMember ? h('div', { class: 'row' }, ladder.me.rank === null
                ? this.button('Enter the ladder', 'ladder-enter', () => enter(true), 'main')
                : this.button('Leave the ladder', 'ladder-leave', () => enter(false))) : null,
            ladder.results.length ? h('details', null, h('summary', null, 'Last matches'),
                h('ul', { class: 'cup-list', 'data-testid': 'ladder-results' }, ladder.results.map((match) =>
                    h('li', null, `${match.names[0]} and ${match.names[1]}: ${outcomeText(match)}`,
                        h('span', { class: 'hint block' }, dateText(match.ended ?? match.time)))))) : null,
            h('details', null, h('summary', null, 'The rules'), h('p', { class: 'hint' }, rulesText(ladder.ladder))),
            h('p', { class: 'hint' }, h('a', { class: 'alone', href: `${this.path}.csv`, download: '' }, 'As a spreadsheet')));
        restore();
    }
}
