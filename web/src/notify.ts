// Notifications of the browser, for a page that nobody looks at. Permission is not requested until a
// person presses the button.

import { settings } from './settings';

/** False where the browser has none (or the address is not safe enough for it). */
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
        show('Notifications are on', 'This is what one looks like.', 'try');
    } catch {
        // Chrome on Android: only a service worker may show one, and this page has none.
        return 'This browser shows no notifications of open pages.';
    }
    return '';
}

/** Throws where only a service worker may show one. */
function show(title: string, text: string, tag: string): Notification {
    // The page's own icon: the address of a file names its content.
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href;
    return new Notification(title, { body: text, tag, ...icon ? { icon } : {} });
}

/** Shows it if the page is not in view; `url` is where a click leads. */
export function notify(title: string, text: string, tag: string, url: string): void {
    if (!mayNotify() || (!document.hidden && document.hasFocus())) return;
    try {
        const shown = show(title, text, tag);
        shown.onclick = () => {
            window.focus();
            if (location.pathname !== url) location.assign(url);
            shown.close();
        };
    } catch {
        // Allowed once, and not shown any more: the page still says it when it is looked at.
    }
}
