// Words when one is away: the kinds, this device and others, the address for e-mail.

import { get, patch, post, remove } from '../api';
import { h, replace } from '../dom';
import { notice as tell } from '../notices';
import { notifyWorker } from '../notify';
import { errorText } from '../study/words';
import type { NewDevice, WordKinds, Words } from '../types';
import { agentText } from './agent';
import { form } from './form';

const KINDS: [keyof WordKinds, string][] = [['turn', 'It is my turn'],
    ['match', 'My match of a tournament starts'], ['challenge', 'Somebody challenges me'],
    ['meeting', 'A time for my match is proposed, agreed or called off'],
    ['table', 'My turn at a table of another game']];

/** False where the browser has no push messages, or the address is not secure enough. */
function canPush(): boolean {
    return window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window;
}

/** The subscription of this browser, if there is one. */
async function present(): Promise<PushSubscription | null> {
    if (!canPush()) return null;
    const registration = await navigator.serviceWorker.getRegistration(new URL('assets/', location.origin));
    return await registration?.pushManager.getSubscription() ?? null;
}

function bytesOf(base64url: string): Uint8Array {
    const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'));
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

async function hashOf(text: string): Promise<string> {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function send(subscription: PushSubscription): Promise<Words> {
    const { endpoint, keys } = subscription.toJSON();
    const device: NewDevice = { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '',
                                auth: keys?.['auth'] ?? '' };
    return post<Words>('/api/word/devices', device);
}

/** Asks the browser's own question, so it is called after a click only. */
async function turnOn(key: string): Promise<Words> {
    if (await Notification.requestPermission() !== 'granted')
        throw new Error('The browser does not allow it; its own settings for this page can.');
    const { pushManager } = await notifyWorker();
    // One made for another key gets nothing from this server.
    await (await pushManager.getSubscription())?.unsubscribe();
    try {
        return await send(await pushManager.subscribe({ userVisibleOnly: true,
                                                        applicationServerKey: bytesOf(key) }));
    } catch (error) {
        if (error instanceof DOMException)
            throw new Error('This browser reaches no push service.');
        throw error;
    }
}

/** This browser gets no more words; of whoever logs out here. */
export async function forgetDevice(): Promise<void> {
    const subscription = await present();
    if (!subscription) return;
    const hash = await hashOf(subscription.endpoint);
    const { push } = await get<Words>('/api/word');
    for (const device of push.devices)
        if (device.endpoint === hash) await remove(`/api/word/devices/${device.id}`);
    await subscription.unsubscribe();
}

function switches(way: 'push' | 'mail', kinds: WordKinds, legend: string): HTMLElement {
    return h('fieldset', { class: 'word-kinds' }, h('legend', null, legend),
        KINDS.map(([kind, text]) => {
            const box = h('input', { type: 'checkbox', id: `word-${way}-${kind}`, on: { change: async () => {
                try {
                    await patch<Words>('/api/word', { [way]: { [kind]: box.checked } });
                } catch (error) {
                    box.checked = !box.checked;
                    tell(errorText(error), 'bad');
                }
            } } });
            box.checked = kinds[kind];
            return h('label', { class: 'check', for: box.id }, box, text);
        }));
}

/** The devices, this one first with its switch. */
function deviceRows({ push }: Words, mine: string, changed: (words: Words) => void): HTMLElement {
    const does = (what: () => Promise<Words>) => async (event: Event): Promise<void> => {
        const button = event.currentTarget as HTMLButtonElement;
        button.disabled = true;
        try {
            changed(await what());
        } catch (error) {
            tell(errorText(error), 'bad');
        } finally {
            button.disabled = false;
        }
    };
    const here = push.devices.find((device) => device.endpoint === mine);
    const off = async (): Promise<Words> => {
        await forgetDevice();
        return get<Words>('/api/word');
    };
    const others = push.devices.filter((device) => device !== here);
    return h('div', { class: 'stack' },
        canPush() ? h('div', { class: 'row' }, h('button', { type: 'button', class: 'button',
            'data-testid': 'this-device', 'aria-pressed': String(Boolean(here)),
            on: { click: does(here ? off : () => turnOn(push.key)) } },
            here ? 'Not on this device any more' : 'Notify me on this device'))
            : h('p', { class: 'hint' }, 'This browser has no push messages at this address; they need HTTPS, ' +
                'and on an iPhone the page on the home screen.'),
        others.length ? h('ul', { class: 'session-rows' }, others.map((device) => h('li', null,
            h('span', { class: 'session-name' }, agentText(device.agent)),
            h('button', { type: 'button', class: 'button compact',
                'aria-label': `No words on ${agentText(device.agent)}`,
                on: { click: does(() => remove<Words>(`/api/word/devices/${device.id}`)) } }, 'Remove')))) : null);
}

function mailPart(words: Words, changed: (words: Words) => void): (HTMLElement | null)[] {
    const { mail } = words;
    if (!mail.available)
        return [h('p', { class: 'hint' }, 'This server sends no e-mail.')];
    const drop = async (): Promise<void> => {
        try {
            changed(await remove<Words>('/api/word/address'));
        } catch (error) {
            tell(errorText(error), 'bad');
        }
    };
    return [
        mail.address ? switches('mail', mail.kinds, `By e-mail to ${mail.address}`) : null,
        mail.waiting ? h('p', { class: 'hint', role: 'status' },
            `${mail.waiting} has got a link: open it within a day.`) : null,
        mail.address || mail.waiting ? h('div', { class: 'row' }, h('button', { type: 'button',
            class: 'button', 'data-testid': 'drop-address', on: { click: () => void drop() } },
            'Remove the address')) : null,
        form(mail.address ? 'Another address' : 'An address', [
            { name: 'address', label: 'E-mail address', type: 'email', autocomplete: 'email', max: 254,
              hint: 'It gets a link first. It can also replace a lost password.' },
            { name: 'password', label: 'Your password', type: 'password',
              autocomplete: 'current-password', max: 128 },
        ], 'Send the link', async ({ address, password }) => {
            changed(await post<Words>('/api/word/address', { address: address!.trim(), password }));
            return '';
        }),
    ];
}

export function wordsCard(first: Words): HTMLElement {
    const devices = h('div', null), mail = h('div', { class: 'stack' });
    const draw = async (words: Words): Promise<void> => {
        replace(mail, mailPart(words, (next) => void draw(next)));
        let mine = '';
        try {
            const subscription = await present();
            if (subscription) mine = await hashOf(subscription.endpoint);
        } catch {
            // A browser that keeps its subscriptions to itself has none.
        }
        replace(devices, deviceRows(words, mine, (next) => void draw(next)));
    };
    void draw(first);
    return h('section', { class: 'card stack words-card', 'aria-label': 'Word when I am away' },
        h('h2', null, 'Word when I am away'),
        h('p', { class: 'hint' }, 'Sent while alea is open nowhere. A word names no opponent and shows no position.'),
        switches('push', first.push.kinds, 'As a notification, on the devices below'), devices, mail);
}

/** For guests: a lost password, if the server can send a link. */
export function recoverCard(words: Words): HTMLElement {
    if (!words.mail.available)
        return h('p', { class: 'hint' }, 'Forgotten password? This server sends no e-mail: those who run it ' +
            'can give you a new one.');
    return form('Forgotten password?', [
        { name: 'name', label: 'Name of the account, or its address', type: 'text',
          autocomplete: 'username', max: 254 },
    ], 'Send me a link', async ({ name }) => {
        await post('/api/recover', { name: name!.trim() });
        return 'If there is such an account with a confirmed address, a link is on its way there. It is good for an hour.';
    });
}
