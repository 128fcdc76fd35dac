// My friends: who is here, who plays; add one by name, challenge one.

import { h, replace } from '../dom';
import { challengeDialog } from '../start/new_game';
import { avatar } from '../faces';
import { changeRelation, loadFriends, playerUrl } from '../people';
import { onMe } from '../me';
import { notice as tell, noticeError } from '../notices';
import { failed } from '../study/words';
import type { Friends } from '../types';

const EVERY_MS = 20000;

type Friend = Friends['friends'][number];

function row(friend: Friend): HTMLElement {
    const where = friend.game ? h('a', { href: `/g/${friend.game}` }, 'in a game: watch')
        : friend.online ? 'online' : 'offline';
    return h('li', { class: 'friend-row' },
        h('span', { class: `player-dot ${friend.online ? 'online' : 'gone'}`, 'aria-hidden': 'true' }),
        h('a', { class: 'match-names with-face', href: playerUrl(friend.name) }, avatar(friend.name),
            friend.name),
        h('span', { class: 'hint grow' }, where),
        h('button', { type: 'button', class: 'button compact', 'data-testid': 'challenge-friend',
            'aria-label': `Challenge ${friend.name}`,
            on: { click: () => void challengeDialog(friend.name) } }, 'Challenge'));
}

function silenced(friends: Friends, load: () => void): HTMLElement | null {
    const undo = (name: string, part: 'blocked' | 'muted'): HTMLElement =>
        h('li', { class: 'friend-row' }, h('a', { class: 'match-names grow', href: playerUrl(name) }, name),
            h('button', { type: 'button', class: 'button compact', on: { click: async () => {
                try {
                    await changeRelation(name, { [part]: false });
                } catch (error) {
                    noticeError(error);
                }
                load();
            } } }, part === 'blocked' ? 'Unblock' : 'Unmute'));
    const count = friends.blocked.length + friends.muted.length;
    return count === 0 ? null : h('details', null,
        h('summary', null, `Blocked and muted (${count})`),
        h('ul', { class: 'match-rows' }, friends.blocked.map((name) => undo(name, 'blocked')),
            friends.muted.map((name) => undo(name, 'muted'))));
}

export function friendsCard(): { element: HTMLElement; ready: Promise<void>; destroy(): void } {
    const list = h('div', { 'data-testid': 'friends' });
    const load = async (): Promise<void> => {
        try {
            const friends = await loadFriends();
            replace(list, friends.friends.length === 0
                ? h('p', { class: 'quiet' }, 'Nobody yet. Add somebody by the name of their account.')
                : h('ul', { class: 'match-rows' }, friends.friends.map(row)),
                silenced(friends, () => void load()));
        } catch (error) {
            replace(list, failed(error, () => void load()));
        }
    };
    const input = h('input', { type: 'text', 'aria-label': 'Name of a friend', maxlength: 32,
        placeholder: 'Name', autocomplete: 'off', 'data-testid': 'friend-name' });
    const form = h('form', { class: 'row', on: { submit: async (event: Event) => {
        event.preventDefault();
        const name = input.value.trim();
        if (!name) return;
        try {
            await changeRelation(name, { friend: true });
            input.value = '';
            tell(`${name} is now your friend.`, 'good');
            await load();
        } catch (error) {
            noticeError(error);
        }
    } } }, input, h('button', { type: 'submit', class: 'button', 'data-testid': 'add-friend' }, 'Add'));
    const body = h('div', { class: 'stack' });
    const element = h('section', { class: 'card stack', 'aria-label': 'Friends' },
        h('h2', null, 'Friends'), body);
    let begun = (): void => {};
    const ready = new Promise<void>((done) => { begun = done; });
    const off = onMe((me) => {
        replace(body, me.guest ? h('p', { class: 'quiet' }, 'Friends, challenges and ratings are for ' +
            'accounts: ', h('a', { href: '/account' }, 'choose a name and a password'), '.')
            : [form, list]);
        if (me.guest) begun();
        else void load().then(begun);
    });
    const timer = window.setInterval(() => {
        if (!document.hidden && list.isConnected) void load();
    }, EVERY_MS);
    return { element, ready, destroy: () => {
        off();
        clearInterval(timer);
    } };
}
