// Friends, muted and blocked people of the account; nobody has any as a guest.

import { get, post } from './api';
import { whoAmI } from './me';
import type { Friends, Rating, Relation } from './types';

const nobody: Friends = { friends: [], blocked: [], muted: [] };
const muted = new Set<string>();
const listeners = new Set<() => void>();

function learn(friends: Friends): void {
    muted.clear();
    for (const name of [...friends.muted, ...friends.blocked]) muted.add(name);
    for (const listener of listeners) listener();
}

/** Asks the server; the muted are known from then on. */
export async function loadFriends(): Promise<Friends> {
    const me = await whoAmI();
    const friends = me.guest ? nobody : await get<Friends>('/api/friends');
    learn(friends);
    return friends;
}

/** Whether the messages of this person are hidden. */
export function isMuted(name: string): boolean { return muted.has(name); }

export function onMuted(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

/** Makes somebody a friend, or blocked, or muted, or no longer. */
export async function changeRelation(name: string, part: Partial<Relation>): Promise<Relation> {
    const now = await post<Relation>('/api/friends', { name, ...part });
    await loadFriends();
    return now;
}

export const playerUrl = (name: string): string => `/player/${encodeURIComponent(name)}`;

/** A provisional rating has a question mark. */
export function ratingText(rating: Pick<Rating, 'rating' | 'provisional'>): string {
    return `${Math.round(rating.rating)}${rating.provisional ? '?' : ''}`;
}
