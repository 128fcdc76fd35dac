// The frame of every page: header, banners, the page, notices.

import { patch } from './api';
import { add, h } from './dom';
import { header, showKeys } from './header';
import { registerKeys, startKeys } from './keys';
import { askAgain, knownMe } from './me';
import { banners, noticeError, noticePlaces } from './notices';
import { confirmed, uploadWith } from './settings';

const outlet = h('main', { id: 'main', class: 'page' });
let saving = 0;

/** Builds the shell; the answer is where pages go. */
export function startShell(): HTMLElement {
    add(document.body, [header(outlet), banners, outlet, ...noticePlaces]);
    startKeys();
    window.addEventListener('alea-session', () => { askAgain().catch(noticeError); });
    registerKeys('Everywhere', [
        { key: '?', text: 'this list', run: showKeys },
        { key: 'z', text: 'zen mode: only the board',
          run: () => { document.documentElement.classList.toggle('zen'); } },
    ]);
    uploadWith((value) => {
        clearTimeout(saving);
        saving = window.setTimeout(() => {
            if (knownMe()) patch('/api/me', { settings: { client: value } })
                .then(() => confirmed(value)).catch(() => undefined);
        }, 1500);
    });
    return outlet;
}
