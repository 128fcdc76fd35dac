// /player/NAME: ratings and their curve, results, error rates, how we stand against each
// other; friend, challenge, mute, block, report.

import { ApiError, get, post } from '../api';
import { emptyBoard } from '../board/small';
import { h, replace } from '../dom';
import { challengeDialog } from '../start/new_game';
import { avatar } from '../faces';
import { changeRelation, ratingText } from '../people';
import { openDialog } from '../dialog';
import { whoAmI } from '../me';
import { messagePage } from '../message_page';
import { notice as tell, noticeError } from '../notices';
import { boardName } from '../share/address';
import type { Page, PageContext } from '../router';
import { scoreText } from '../score';
import { dateText, lengthText, plural, rateText } from '../study/format';
import { table } from '../study/words';
import type { Profile, Relation } from '../types';
import { lineChart } from './chart';
import { changeText, poolText } from './words';

function ratingsCard(profile: Profile, ends: (stop: () => void) => void): HTMLElement {
    if (profile.ratings.length === 0)
        return h('section', { class: 'card', 'aria-label': 'Ratings' }, h('h2', null, 'Ratings'),
            h('p', { class: 'quiet' }, 'No rated match yet.'));
    const curve = h('div');
    const show = (pool: string): void => {
        const points = profile.history.filter((point) => point.pool === pool);
        replace(curve, points.length === 0 ? null
            : lineChart(points.map((point) => point.rating), 10,
                `Rating, ${poolText(pool)}: ${plural(points.length, 'match', 'matches')}, from ` +
                `${Math.round(points[0]!.rating)} to ` +
                `${Math.round(points[points.length - 1]!.rating)}`, ends));
    };
    const choice: HTMLSelectElement = h('select', { 'aria-label': 'Curve of', on: { change: () => show(choice.value) } },
        profile.ratings.map((rating) => h('option', { value: rating.pool }, poolText(rating.pool))));
    show(profile.ratings[0]!.pool);
    return h('section', { class: 'card stack', 'aria-label': 'Ratings', 'data-testid': 'ratings' },
        h('h2', null, 'Ratings'),
        h('div', { class: 'scroll-x' }, table('Ratings', ['Kind', 'Rating', 'Deviation', 'Matches', 'Won'],
            profile.ratings.map((rating) => [poolText(rating.pool), ratingText(rating),
                Math.round(rating.deviation), rating.played, rating.won]))),
        profile.ratings.length > 1 ? choice : null, curve,
        profile.ratings.some((rating) => rating.provisional)
            ? h('p', { class: 'hint' }, 'A question mark: provisional, after few matches or a long rest.')
            : null);
}

function prCard(profile: Profile, ends: (stop: () => void) => void): HTMLElement | null {
    if (profile.pr.length === 0) return null;
    const values = profile.pr.map((point) => point.pr);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return h('section', { class: 'card stack', 'aria-label': 'Error rates' }, h('h2', null, 'PR over time'),
        lineChart(values, 1, `PR of ${plural(values.length, 'match', 'matches')}, on average ` +
            rateText(mean), ends),
        h('p', { class: 'hint' }, `${plural(values.length, 'analysed match', 'analysed matches')}, on ` +
            `average ${rateText(mean)}. Lower is better.`));
}

function resultsCard(profile: Profile): HTMLElement {
    const rows = profile.results.map((result) => h('li', null,
        h('a', { class: `match-row pictured ${result.outcome}`, href: `/m/${result.game}` },
            h('img', { class: 'match-picture', loading: 'lazy', alt: '', width: 124, height: 88,
                src: `/api/matches/${result.game}/picture.png?board=${boardName()}`,
                on: { error: (event: Event) => (event.target as HTMLElement).remove() } }),
            h('span', { class: 'match-names' }, result.opponent),
            h('span', { class: 'match-score' }, scoreText(result.score, 0)),
            h('span', { class: 'match-facts' },
                h('span', { class: `outcome ${result.outcome}` }, result.outcome),
                h('span', null, lengthText(result.match_length)),
                h('span', null, dateText(result.time)),
                h('span', null, `rating ${Math.round(result.rating)} (${changeText(result.change)})`)))));
    return h('section', { class: 'card stack', 'aria-label': 'Results', 'data-testid': 'results' },
        h('h2', null, 'Rated results'), rows.length === 0
            ? [h('p', { class: 'quiet' }, 'None yet.', profile.me ? ' A game with another account counts ' +
                    'if it is made rated: ' : '', profile.me
                    ? h('a', { href: '/players' }, 'find an opponent') : '', profile.me ? '.' : ''),
                emptyBoard()]
            : h('ul', { class: 'match-rows' }, rows));
}

async function report(name: string): Promise<void> {
    const text = h('textarea', { rows: 4, maxlength: 1000, 'aria-label': 'What happened',
        'data-testid': 'report-text' });
    const dialog = openDialog({ title: `Report ${name}`, content: [
        h('p', null, 'Moderators will read this. Say what happened, and in which game.'), text],
        buttons: [{ text: 'Cancel', value: '' },
                  { text: 'Send', value: 'send', kind: 'main', testid: 'report-send' }] });
    if (await dialog.answer !== 'send' || !text.value.trim()) return;
    try {
        await post('/api/reports', { name, text: text.value.trim() });
        tell('Sent. Thank you.', 'good');
    } catch (error) {
        noticeError(error);
    }
}

class Buttons {
    readonly element = h('div', { class: 'row players-buttons' });

    constructor(private readonly name: string, private relation: Relation) { this.show(); }

    private show(): void {
        const { friend, blocked, muted } = this.relation;
        replace(this.element,
            h('button', { type: 'button', class: 'button main', disabled: blocked,
                'data-testid': 'challenge', on: { click: () => void challengeDialog(this.name) } },
                'Challenge'),
            this.switch(friend ? 'Remove friend' : 'Add friend', 'friend', !friend, blocked),
            this.switch(muted ? 'Unmute' : 'Mute', 'muted', !muted),
            this.switch(blocked ? 'Unblock' : 'Block', 'blocked', !blocked),
            h('button', { type: 'button', class: 'button', 'data-testid': 'report',
                on: { click: () => void report(this.name) } }, 'Report'));
    }

    private switch(text: string, part: keyof Relation, value: boolean, disabled = false): HTMLElement {
        return h('button', { type: 'button', class: 'button', disabled, 'data-testid': `set-${part}`,
            on: { click: async () => {
                try {
                    this.relation = await changeRelation(this.name, { [part]: value });
                    this.show();
                } catch (error) {
                    noticeError(error);
                }
            } } }, text);
    }
}

function headOf(profile: Profile, guest: boolean): HTMLElement {
    const { presence, against_me: against } = profile;
    const where = profile.me ? 'This is you.'
        : presence.game ? h('a', { href: `/g/${presence.game}` }, 'In a game now: watch')
        : presence.online ? 'Online.' : guest ? '' : 'Offline.';
    return h('div', { class: 'stack' },
        h('div', { class: 'profile-head' }, avatar(profile.name), h('h1', null, profile.name)),
        h('p', { class: 'page-lead' }, where, ` Joined ${dateText(profile.since)}; ` +
            `${plural(profile.played, 'rated match', 'rated matches')}, ${profile.won} won.`),
        against && against.won + against.lost + against.drawn > 0
            ? h('p', { 'data-testid': 'against-me' }, `Against you: you have won ${against.won} and lost ` +
                `${against.lost}${against.drawn ? `, drawn ${against.drawn}` : ''}.`) : null,
        profile.relation && !guest ? new Buttons(profile.name, profile.relation).element : null,
        profile.relation && guest ? h('p', { class: 'hint' }, 'To challenge ', profile.name, ', ',
            h('a', { href: '/account' }, 'make an account'), '.') : null);
}

export async function profilePage(context: PageContext): Promise<Page> {
    const name = context.params['name'] ?? '';
    const me = await whoAmI();
    let profile: Profile;
    try {
        profile = await get<Profile>(`/api/players/${encodeURIComponent(name)}`);
    } catch (error) {
        if (error instanceof ApiError && error.code === 'no_such_player')
            return messagePage('No such player', `No account here is named \u201c${name}\u201d.`);
        throw error;
    }
    const stops: (() => void)[] = [];
    const ends = (stop: () => void): void => { stops.push(stop); };
    const element = h('div', { class: 'wide-page players-page' }, headOf(profile, me.guest),
        h('div', { class: 'players-grid' }, resultsCard(profile),
            h('div', { class: 'stack' }, ratingsCard(profile, ends), prCard(profile, ends))));
    return { title: profile.name, element, destroy: () => { for (const stop of stops) stop(); } };
}
