// Files that come from outside of the page: opened with the installed page, or shared to it. A shared one lies in a
// cache, where the service worker of a site has put it (wasm/page/service.js).

interface LaunchParams { files?: { getFile(): Promise<File> }[] }
interface LaunchQueue { setConsumer(take: (params: LaunchParams) => void): void }

const SHARED = 'shared-files';

/** Takes what was shared, once: the next page finds nothing. */
async function takeShared(): Promise<File[]> {
    const cache = await caches.open(SHARED), files: File[] = [];
    for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        await cache.delete(request);
        if (!answer) continue;
        const name = decodeURIComponent(answer.headers.get('x-name') ?? '');
        files.push(new File([await answer.blob()], name || 'Shared text'));
    }
    return files;
}

/** `take` gets the files that come, now and while the page is shown; `failed` what was wrong with one. */
export function hearArrivals(take: (files: File[]) => void, failed: (error: Error) => void): void {
    const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
    const give = (coming: Promise<File[]>): void => {
        coming.then((files) => { if (files.length > 0) take(files); }).catch(failed);
    };
    launchQueue?.setConsumer(({ files }) => {
        if (files?.length) give(Promise.all(files.map((file) => file.getFile())));
    });
    const shared = new URLSearchParams(location.search).get('shared');
    if (shared === null) return;
    history.replaceState(history.state, '', location.pathname);
    if (shared === 'failed') failed(new Error('What was shared could not be kept: this browser has no room for it.'));
    else give(takeShared());
}
