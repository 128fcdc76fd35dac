// Shows words to who is away, and the page's notifications in a browser that leaves that to a worker
// (Chrome on Android). It answers no request and keeps nothing.

const TITLES = { turn: 'Your turn', match: 'Your match starts', challenge: 'A challenge',
                 meeting: 'When your match is played', table: 'Your turn at a table' };

self.addEventListener('push', (event) => {
    let word = {};
    try {
        word = event.data.json();
    } catch {
        // Something must be shown all the same, or the browser shows its own text.
    }
    const url = /^\/(g|tournament|tables)\/[a-z0-9]+$/.test(word.link) ? word.link : '/';
    event.waitUntil(self.registration.showNotification(TITLES[word.kind] ?? 'alea',
        { tag: url, data: { url }, body: 'alea' }));
});

self.addEventListener('notificationclick', (event) => {
    const { notification } = event;
    notification.close();
    const url = new URL(notification.data?.url ?? '/', self.location.origin).href;
    event.waitUntil((async () => {
        const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
        const there = pages.find((page) => page.url === url);
        await (there ? there.focus() : self.clients.openWindow(url));
    })());
});
