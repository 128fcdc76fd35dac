// A copy of the site with faults in it: files damaged on the way, and a worker with a browser that fails when a
// test says so.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Runs in the worker, before it; each fault is on while its name is in `on`. */
const prelude = (on) => `{
const on = new Set(${JSON.stringify(on)}), faults = new BroadcastChannel('faults');
faults.onmessage = ({ data }) => {
    if (data.busy) for (const end = performance.now() + data.busy; performance.now() < end;);
    if (data.on) on.add(data.on);
    if (data.off) on.delete(data.off);
    faults.postMessage({ done: true });
};
const now = Date.now;
Date.now = () => now() - (on.has('past') ? 400 * 86400000 : 0);
const folder = StorageManager.prototype.getDirectory;
StorageManager.prototype.getDirectory = function () {
    if (on.has('denied')) return Promise.reject(new DOMException('denied', 'SecurityError'));
    return folder.call(this);
};
const file = FileSystemSyncAccessHandle.prototype, { read, write, truncate } = file;
const most = (handle, size) => {
    if (on.has('full') && size > handle.getSize()) throw new DOMException('full', 'QuotaExceededError');
};
const isFirst = (bytes) => new TextDecoder('latin1').decode(bytes.subarray(0, 15)) === 'SQLite format 3';
let version = new Uint8Array(4); // as it is on the disk
file.write = function (bytes, where) {
    most(this, where.at + bytes.length);
    const copy = bytes.slice();
    if (on.has('newer') && isFirst(copy)) copy.set(version, 60); // the log on its way into the file
    return write.call(this, copy, where);
};
file.truncate = function (size) {
    most(this, size);
    return truncate.call(this, size);
};
file.read = function (bytes, where) {
    const done = read.call(this, bytes, where);
    if (on.has('newer') && done >= 64 && isFirst(bytes)) {
        version = bytes.slice(60, 64);
        bytes.set([0, 0, 200, 0], 60);
    }
    return done;
};
}
`;

export class Faulty {
    /** Has the host `site` serve a copy of its folder. */
    constructor(site) {
        this.site = site;
        this.whole = site.folder;
        this.folder = mkdtempSync(join(tmpdir(), 'alea-faulty-'));
        this.mend();
        site.folder = this.folder;
    }

    /** The file of the site whose name begins so. */
    name(stem) {
        return join('assets', readdirSync(join(this.whole, 'assets')).find((name) => name.startsWith(`${stem}-`)));
    }

    /** Everything as it was built; the worker has the faults `on`. */
    mend(on = []) {
        rmSync(this.folder, { recursive: true, force: true });
        cpSync(this.whole, this.folder, { recursive: true });
        this.change('worker', (bytes) => Buffer.concat([Buffer.from(prelude(on)), bytes]));
    }

    /** The module, unpacked. */
    module() {
        return gunzipSync(readFileSync(join(this.whole, this.name('server'))));
    }

    /** `how` makes the bytes of the file whose name begins so; null: it is not there. */
    change(stem, how) {
        const name = join(this.folder, this.name(stem)), bytes = how(readFileSync(name));
        if (bytes) writeFileSync(name, bytes);
        else rmSync(name);
    }

    /** A new version of the site: the page, its style and what the service worker keeps have another version. */
    renew() {
        const page = readFileSync(join(this.folder, 'index.html'), 'utf8');
        const [, version] = /data-version="([0-9a-f]{16})"/.exec(page);
        const next = [...version].reverse().join('');
        for (const name of ['index.html', '404.html', 'service.js']) {
            const text = readFileSync(join(this.folder, name), 'utf8');
            writeFileSync(join(this.folder, name), text.replaceAll(version, next));
        }
        return [version, next];
    }

    end() {
        this.site.folder = this.whole;
        rmSync(this.folder, { recursive: true, force: true });
    }
}

/** Says something to the worker of `page`: { on }, { off }, { busy: ms }; waits for its answer unless it is busy. */
export function say(page, what) {
    return page.evaluate((message) => new Promise((done) => {
        const faults = new BroadcastChannel('faults');
        const over = () => { faults.close(); done(); };
        faults.onmessage = over;
        faults.postMessage(message);
        if (message.busy) setTimeout(over, 100);
    }), what);
}
