// A page without a server, kept by the browser: it opens without a network. A new version is fetched beside it, and
// used when the page is opened the next time, or when its reader says so.

import { isLocal, onState } from './line';

/** In the browser's storage: that the page is kept has been said. */
const SAID = 'alea-kept';

export interface Hears {
    /** The page opens without a network from now on; called once in the life of a browser. */
    kept(): void;
    /** There is a new version; `take` loads the page with it. */
    update(take: () => void): void;
}

async function keep(hears: Hears): Promise<void> {
    const workers = navigator.serviceWorker;
    const registration = await workers.register('/service.js');
    const offer = (waiting: ServiceWorker): void => hears.update(() => {
        workers.addEventListener('controllerchange', () => location.reload(), { once: true });
        waiting.postMessage('take');
    });
    const say = (): void => {
        document.documentElement.dataset['kept'] = 'yes';
        if (localStorage.getItem(SAID)) return;
        localStorage.setItem(SAID, 'yes');
        hears.kept();
    };
    const look = (worker: ServiceWorker | null): void => {
        worker?.addEventListener('statechange', () => {
            if (worker.state === 'installed' && workers.controller) offer(worker);
            if (worker.state === 'activated') say();
        });
    };
    if (registration.waiting && workers.controller) offer(registration.waiting);
    if (registration.active) say();
    look(registration.installing);
    registration.addEventListener('updatefound', () => look(registration.installing));
}

/** Has the browser keep the page, once the program is there: so that the two do not share the line. */
export function startOffline(hears: Hears): void {
    if (!isLocal || !('serviceWorker' in navigator)) return;
    let begun = false;
    onState(({ is }) => {
        if (is !== 'ready' || begun) return;
        begun = true;
        keep(hears).catch(() => undefined);
    });
}
