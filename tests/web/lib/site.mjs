// The page that needs no server (tools/make_site), behind a plain host of files: all else is not found.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname ?? '.', '../../..');
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml',
    '.png': 'image/png', '.woff2': 'font/woff2', '.webmanifest': 'application/manifest+json' };

/** What the suite leaves to `make test-site`: false there, else why. */
export const notLong = process.env.ALEA_SITE_KILLS ? false : 'long: make test-site';

export class Site {
    /** Builds it, unless $ALEA_SITE has it; null where the compiler is not there. */
    static async start() {
        const site = new Site();
        site.folder = process.env.ALEA_SITE;
        if (!site.folder) {
            site.made = mkdtempSync(join(tmpdir(), 'alea-site-'));
            site.folder = join(site.made, 'site');
            const { status } = spawnSync('python3', [join(root, 'tools/make_site'), site.folder], { stdio: 'inherit' });
            if (status === 77) return null;
            if (status !== 0) throw new Error('the site was not built');
        }
        site.asked = []; // paths, in order
        site.sent = 0;   // bytes
        site.server = createServer((request, response) => {
            const { pathname } = new URL(request.url, 'http://localhost');
            site.asked.push(pathname);
            if (site.away) { // the network is off, also for what the browser asks by itself
                request.destroy();
                return;
            }
            let body = null;
            try {
                if (!pathname.includes('..'))
                    body = readFileSync(join(site.folder, pathname === '/' ? '/index.html' : pathname));
            } catch { /* not there */ }
            const status = body ? 200 : 404;
            body ??= readFileSync(join(site.folder, '404.html'));
            const type = status === 404 ? 'text/html' : types[extname(pathname)] ?? (pathname === '/' ? 'text/html'
                : 'application/octet-stream');
            response.writeHead(status, { 'content-type': type, 'content-length': body.length });
            response.end(body);
            site.sent += body.length;
        });
        await new Promise((done) => { site.server.listen(0, '127.0.0.1', done); });
        site.url = `http://127.0.0.1:${site.server.address().port}`;
        return site;
    }

    async stop() {
        const closed = new Promise((done) => { this.server.close(done); });
        this.server.closeAllConnections();
        await closed;
        if (this.made) rmSync(this.made, { recursive: true, force: true });
    }
}
