// The service worker of a page without a server: keeps its files, so that the page opens without a network. It
// answers for nothing else. FILES, [path, integrity] of each, and VERSION come from tools/make_site.

/* global FILES, VERSION */
const NAME = `alea-${VERSION}`;
const PAGE = '/';

/** A file from the cache of another version where it is the same one: its name has its hash. */
async function obtain([path, integrity]) {
    const kept = path === PAGE ? null : await caches.match(path);
    const answer = kept ?? await fetch(path, path === PAGE ? { cache: 'no-cache' } : { integrity });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    if (path === PAGE && !(await answer.clone().text()).includes(VERSION))
        throw new Error('the page is another version');
    return [path, answer];
}

self.addEventListener('install', (event) => event.waitUntil((async () => {
    const cache = await caches.open(NAME);
    for (const file of FILES) await cache.put(...await obtain(file));
})()));

self.addEventListener('activate', (event) => event.waitUntil((async () => {
    // The version before stays for pages of it that are still open.
    const others = (await caches.keys()).filter((name) => name.startsWith('alea-') && name !== NAME);
    for (const name of others.slice(0, -1)) await caches.delete(name);
    await self.clients.claim();
})()));

self.addEventListener('message', (event) => {
    if (event.data === 'take') void self.skipWaiting();
});

/** What was shared to the page (its manifest) waits in a cache for web/src/local/arrivals.ts. */
async function takeShared(request) {
    try {
        const form = await request.formData(), cache = await caches.open('shared-files');
        let count = 0;
        for (const part of [...form.getAll('file'), form.get('text')]) {
            if (!part) continue;
            await cache.put(`/shared/${Date.now()}-${count++}`,
                new Response(part, { headers: { 'x-name': encodeURIComponent(part.name ?? '') } }));
        }
        return Response.redirect('/analyse?shared', 303);
    } catch {
        return Response.redirect('/analyse?shared=failed', 303);
    }
}

self.addEventListener('fetch', (event) => {
    const { request } = event, url = new URL(request.url);
    if (request.method === 'POST' && url.origin === self.location.origin && url.pathname === '/share')
        event.respondWith(takeShared(request));
    if (request.method !== 'GET' || url.origin !== self.location.origin) return;
    if (/^\/(api|health|metrics)(\/|$)/.test(url.pathname)) return;
    event.respondWith((async () => {
        const cache = await caches.open(NAME);
        const kept = request.mode === 'navigate' ? await cache.match(PAGE) : await caches.match(url.pathname);
        return kept ?? fetch(request);
    })());
});
