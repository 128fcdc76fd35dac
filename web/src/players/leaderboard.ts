// /players: who plays rated matches here, by rating; find somebody; my friends.

import { get } from '../api';
import { h, replace } from '../dom';
import { avatar } from '../faces';
import { playerUrl, ratingText } from '../people';
import { navigate, type Page, type PageContext } from '../router';
import { dateText, DASH, plural } from '../study/format';
import { failed, table } from '../study/words';
import type { Leader, Leaderboard } from '../types';
import { friendsCard } from './friends';
import { machinesCard } from './machines';
import { poolText } from './words';

function nameLink(player: Leader): HTMLElement {
    return h('a', { class: 'with-face', href: playerUrl(player.name) }, avatar(player.name), player.name);
}

function leaders(board: Leaderboard): HTMLElement {
    if (board.players.length === 0)
        return h('p', { class: 'quiet' }, 'Nobody has finished a rated match in the last 60 days. ' +
            'A game between two accounts counts if it is made rated.');
    return h('div', { class: 'stack' }, h('div', { class: 'scroll-x leaders' }, table(poolText(board.pool),
        ['', 'Player', 'Rating', 'Matches', 'Won', 'Last'],
        board.players.map((player) => [player.rank ?? DASH, nameLink(player),
            h('span', { title: `deviation ${Math.round(player.deviation)}` }, ratingText(player)),
            player.played, player.won, dateText(player.last)]))),
        h('p', { class: 'hint' }, 'From rated matches between accounts; players without one for 60 days ' +
            'are not shown. A question mark: provisional, still uncertain.'));
}

function finder(): HTMLElement {
    const input = h('input', { type: 'search', 'aria-label': 'Name of a player',
        placeholder: 'Name of a player', maxlength: 32, 'data-testid': 'find-player' });
    return h('form', { class: 'row', on: { submit: (event: Event) => {
        event.preventDefault();
        const name = input.value.trim();
        if (name) navigate(playerUrl(name));
    } } }, input, h('button', { type: 'submit', class: 'button' }, 'Show'));
}

export function leaderboardPage(context: PageContext): Page {
    const list = h('div', { 'aria-live': 'polite', 'data-testid': 'leaders' });
    const choice: HTMLSelectElement = h('select', { 'aria-label': 'Kind of rating', 'data-testid': 'pool',
        on: { change: () => void load(choice.value) } });
    const load = async (pool: string): Promise<void> => {
        try {
            const board = await get<Leaderboard>('/api/leaderboard' +
                (pool ? `?pool=${encodeURIComponent(pool)}` : ''));
            choice.hidden = board.pools.length === 0;
            replace(choice, board.pools.map((one) => h('option', { value: one.pool,
                selected: one.pool === board.pool },
                `${poolText(one.pool)} (${plural(one.players, 'player')})`)));
            replace(list, leaders(board));
        } catch (error) {
            replace(list, failed(error, () => void load(pool)));
        }
    };
    const friends = friendsCard();
    const machines = machinesCard();
    const element = h('div', { class: 'wide-page players-page' }, h('h1', null, 'Players'),
        h('div', { class: 'players-grid' },
            h('div', { class: 'stack' },
                h('section', { class: 'card stack', 'aria-label': 'By rating' },
                    h('div', { class: 'row players-head' }, h('h2', null, 'By rating'), choice), list),
                machines.element),
            h('div', { class: 'stack' },
                h('section', { class: 'card stack', 'aria-label': 'Find a player' },
                    h('h2', null, 'Find a player'), finder()), friends.element)));
    const ready = Promise.all([load(context.query.get('pool') ?? ''), friends.ready,
                               machines.ready]);
    return { title: 'Players', element, ready, destroy: friends.destroy };
}
