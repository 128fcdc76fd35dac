// Notifications of the browser, for a page that nobody looks at. Permission is not requested until a
// person presses the button.

import { settings } from './settings';

/** False if the browser does not support it (or the address is not secure enough). */
export function canNotify(): boolean {
    return 'Notification' in window && window.isSecureContext;
}

export function mayNotify(): boolean {
    return canNotify() && settings.notify && Notification.permission === 'granted';
}

/** Asks the browser's own question; why not, as a sentence, or ''. */
export async function askToNotify(): Promise<string> {
    if (!canNotify()) return 'This browser shows no notifications from this address.';
    const answer = await Notification.requestPermission();
    if (answer !== 'granted')
        return 'The browser does not allow it; its own settings for this page can.';
    try {
        await show('Notifications are on', 'This is what one looks like.', 'try', '/');
    } catch {
        return 'This browser shows no notifications of open pages.';
    }
    return '';
}

/** The worker, once it runs; the first call registers it. Its scope, the folder of the file, holds no
 *  page, so that it handles no request. */
export async function notifyWorker(): Promise<ServiceWorkerRegistration> {
    const registration = await navigator.serviceWorker.register('/assets/notify_worker.js');
    const coming = registration.installing ?? registration.waiting;
    if (!registration.active && coming)
        await new Promise<void>((resolve, reject) => {
            coming.addEventListener('statechange', () => {
                if (coming.state === 'activated') resolve();
                else if (coming.state === 'redundant') reject(new Error('no worker'));
            });
        });
    return registration;
}

/** Rejects where the browser shows none; `url` is where a click leads. */
async function show(title: string, text: string, tag: string, url: string): Promise<void> {
    // The page's own icon: the address of a file names its content.
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href;
    const options = { body: text, tag, data: { url }, ...icon ? { icon } : {} };
    let shown: Notification;
    try {
        shown = new Notification(title, options);
    } catch {
        // Chrome on Android: only a service worker may show one.
        await (await notifyWorker()).showNotification(title, options);
        return;
    }
    shown.onclick = () => {
        window.focus();
        if (tag !== 'try' && location.pathname !== url) location.assign(url);
        shown.close();
    };
}

/** Shows it if the page is not in view; `url` is where a click leads. */
export function notify(title: string, text: string, tag: string, url: string): void {
    if (!mayNotify() || (!document.hidden && document.hasFocus())) return;
    // Allowed once, and not shown any more: the page still says it when it is looked at.
    show(title, text, tag, url).catch(() => undefined);
}
