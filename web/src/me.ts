// The account or guest of this browser, asked for once and kept.

import { ApiError, get } from './api';
import { banner } from './notices';
import { adopt } from './settings';
import type { Me } from './types';

let me: Me | null = null;
let meRequest: Promise<Me> | null = null;
const meListeners = new Set<(me: Me) => void>();

/** Asks until the server can read its data: without that it makes nobody a new guest. */
async function askWhoIAm(): Promise<Me> {
    for (;;) {
        try {
            const answer = await get<Me>('/api/me');
            banner('no-data', null);
            return answer;
        } catch (error) {
            if (!(error instanceof ApiError) || error.status !== 503) throw error;
            banner('no-data', 'The server cannot reach its data just now. Trying again.', 'warn');
            const seconds = error.retryAfter ?? 2;
            await new Promise((resolve) => { setTimeout(resolve, seconds * 1000); });
        }
    }
}

/** The person of this session; asks the server once. */
export function whoAmI(): Promise<Me> {
    if (me) return Promise.resolve(me);
    meRequest ??= askWhoIAm().then((answer) => {
        setMe(answer);
        return answer;
    }).finally(() => { meRequest = null; });
    return meRequest;
}

/** After registering, logging in or out, or renaming: everything shows the new name. */
export function setMe(value: Me): void {
    const other = me?.id !== value.id;
    me = value;
    if (other) adopt(value.id, (value.settings ?? {})['client']);
    banner('insecure', value.insecure
        ? 'This server is open to the network without encryption: others on it can read along.'
        : null, 'warn');
    for (const listener of meListeners) listener(value);
}

export function onMe(listener: (me: Me) => void): () => void {
    meListeners.add(listener);
    if (me) listener(me);
    return () => meListeners.delete(listener);
}

/** The answer of whoAmI, if it has come. */
export function knownMe(): Me | null {
    return me;
}

/** The session ended elsewhere: this page continues as the person that the server now reports. */
export async function askAgain(): Promise<void> {
    setMe(await askWhoIAm());
}
