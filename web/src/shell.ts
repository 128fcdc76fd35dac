// The frame of every page: header, banners, the page, notices.

import { patch } from './api';
import { add, h } from './dom';
import { header, showKeys } from './header';
import { registerKeys, startKeys } from './keys';
import { followLinks, onState } from './local/line';
import { startOffline } from './local/offline';
import { askAgain, knownMe } from './me';
import { banner, banners, notice, noticeError, noticePlaces } from './notices';
import { confirmed, uploadWith } from './settings';

const outlet = h('main', { id: 'main', class: 'page' });
let saving = 0;

/** What a page says that has its server in a worker; nothing where there is another. */
function startLocal(): void {
    followLinks(noticeError);
    onState(({ is, say, keeps }) => {
        banner('local', null);
        if (say) banner('local', say, is === 'failed' ? 'bad' : 'warn');
        banner('local-memory', keeps ? null : 'This browser keeps no files for this page (a private window, or an ' +
            'old browser): what you play here is gone when the page is closed.', 'warn');
    });
    startOffline({
        kept: () => notice('alea is available offline now: this page opens without a connection.', 'good', 12000),
        update: (take) => banner('update', 'There is a new version of alea. It is used when alea is opened the next ' +
            'time.', 'good', [h('button', { class: 'button compact', type: 'button', 'data-testid': 'update-take',
            on: { click: () => {
                if (location.pathname.startsWith('/g/'))
                    notice('This game first: press it again when you have left the game.');
                else take();
            } } }, 'Use it now')]),
    });
}

/** Builds the shell; the answer is where pages go. */
export function startShell(): HTMLElement {
    add(document.body, [header(outlet), banners, outlet, ...noticePlaces]);
    startKeys();
    startLocal();
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
