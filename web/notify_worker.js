// Shows the page's notifications in a browser that leaves that to a worker (Chrome on Android). It
// answers no request and keeps nothing.

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
