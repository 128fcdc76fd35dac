// The members of a club; for directors whom they let in, remove and ban.

import { get, patch } from '../api';
import { ask } from '../dialog';
import { h, replace } from '../dom';
import { plural } from '../study/format';
import { failed } from '../study/words';
import type { Club, ClubMember, ClubMembers, ClubRole } from '../types';
import { ROLE_TEXT } from './model';

/** Runs a change and shows the club after it. */
export type Change = (run: () => Promise<Club>) => Promise<boolean>;

export function nameLink(member: { name: string; account: boolean }): HTMLElement {
    return member.account ? h('a', { class: 'alone', href: `/player/${encodeURIComponent(member.name)}` }, member.name)
        : h('span', null, member.name);
}

const ACTIONS: { [role in ClubRole]?: [string, ClubRole][] } = {
    applied: [['Let in', 'member'], ['Decline', 'gone'], ['Ban', 'banned']],
    member: [['Remove', 'gone'], ['Ban', 'banned']],
    banned: [['Lift the ban', 'gone']],
};
const OF_OWNER: { [role in ClubRole]?: [string, ClubRole][] } = {
    member: [['Make director', 'director']],
    director: [['Make member', 'member'], ['Hand the club over', 'owner']],
};
const ASKED: { [role in ClubRole]?: string } = {
    banned: 'Somebody who is banned cannot join until a director lifts the ban.',
    owner: 'The club is his then, and you are one of its directors.',
};

function buttons(club: Club, member: ClubMember, change: Change): HTMLElement | null {
    const owner = club.me.role === 'owner';
    if ((!owner && club.me.role !== 'director') || member.member === club.me.member) return null;
    const list = [...(owner ? OF_OWNER[member.role] ?? [] : []), ...(ACTIONS[member.role] ?? [])];
    const send = async (text: string, role: ClubRole): Promise<void> => {
        if (ASKED[role] && !await ask(`${text}: ${member.name}?`, ASKED[role]!, text)) return;
        await change(() => patch<Club>(`/api/clubs/${club.club}/members/${member.member}`, { role }));
    };
    return h('div', { class: 'row cup-buttons' }, list.map(([text, role]) => h('button', { type: 'button',
        class: 'button compact', 'aria-label': `${text}: ${member.name}`, 'data-testid': `club-set-${role}`,
        on: { click: () => void send(text, role) } }, text)));
}

/** A list that is read when it is opened, a hundred at a time. */
function memberList(club: Club, of: 'members' | 'applied' | 'banned', change: Change): HTMLElement {
    const list = h('ul', { class: 'cup-list', 'data-testid': `club-${of}` });
    const more = h('div', { class: 'row' });
    const load = async (after: number): Promise<void> => {
        try {
            const { members } = await get<ClubMembers>(`/api/clubs/${club.club}/members?list=${of}&after=${after}`);
            if (!after) replace(list);
            for (const member of members)
                list.append(h('li', { class: 'row cup-buttons' }, h('span', { class: 'grow' }, nameLink(member),
                    of === 'members' && member.role !== 'member' ? ` (${ROLE_TEXT[member.role]})` : ''),
                    buttons(club, member, change)));
            if (!list.firstChild) replace(list, h('li', { class: 'quiet' }, 'Nobody.'));
            replace(more, members.length < 100 ? null : h('button', { type: 'button', class: 'button',
                on: { click: () => void load(members[members.length - 1]!.member) } }, 'More'));
        } catch (error) {
            replace(more, failed(error, () => void load(after)));
        }
    };
    void load(0);
    return h('div', { class: 'stack' }, list, more);
}

function folded(title: string, make: () => HTMLElement): HTMLElement {
    const out = h('div', null);
    return h('details', { on: { toggle: (event: Event) => {
        if ((event.target as HTMLDetailsElement).open && !out.firstChild) replace(out, make());
    } } }, h('summary', null, title), out);
}

export function membersCard(club: Club, change: Change): HTMLElement {
    return h('section', { class: 'card stack', 'aria-label': 'Members', 'data-testid': 'club-people' },
        h('h2', null, plural(club.members, 'member')),
        h('p', { class: 'hint' }, club.directors.map((one, i) => [i ? ', ' : '', nameLink(one),
            ` (${ROLE_TEXT[one.role]})`])),
        club.applied ? h('div', { class: 'stack' }, h('h3', null, `Asking to join (${club.applied})`),
            memberList(club, 'applied', change)) : null,
        folded('All members', () => memberList(club, 'members', change)),
        club.applied === null ? null : folded('Banned', () => memberList(club, 'banned', change)),
        h('p', { class: 'hint' }, h('a', { class: 'alone', href: `/api/clubs/${club.club}/members.csv`, download: '' },
            'As a spreadsheet')));
}
