// An npm package of alea, packed, installed into an empty project without a network, and served as plain files.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname ?? '.', '../../..');
const TYPES = { '.html': 'text/html; charset=utf-8', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };

export class Package {
    /** Makes it (`options` of tools/make_npm); `skip` says why that cannot be. */
    constructor(name, ...options) {
        this.name = name;
        this.folder = mkdtempSync(join(tmpdir(), `${name}-`));
        this.project = join(this.folder, 'project');
        const made = spawnSync(join(root, 'tools/make_npm'), [join(this.folder, 'out'), ...options],
            { encoding: 'utf8' });
        assert.ok(made.status === 0 || made.status === 77, made.stderr);
        this.skip = made.status === 77 ? made.stdout : false;
    }

    /** Installs and serves the project; `url` is its address. */
    async open() {
        mkdirSync(this.project);
        writeFileSync(join(this.project, 'package.json'), '{"name": "empty", "private": true, "type": "module"}\n');
        const packed = readdirSync(join(this.folder, 'out')).filter((file) => file.startsWith(`${this.name}-`) &&
            file.endsWith('.tgz'));
        assert.equal(packed.length, 1);
        execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', join(this.folder, 'out', packed[0])],
            { cwd: this.project, env: { PATH: process.env.PATH, HOME: this.folder } });
        this.server = createServer((request, reply) => {
            const place = join(this.project, new URL(request.url, 'http://here').pathname);
            try {
                assert.ok(place.startsWith(this.project + sep));
                const bytes = readFileSync(place);
                reply.writeHead(200, { 'Content-Type': TYPES[extname(place)] ?? 'application/octet-stream' })
                    .end(bytes);
            } catch {
                reply.writeHead(404).end();
            }
        });
        await new Promise((done) => this.server.listen(0, '127.0.0.1', done));
        this.url = `http://127.0.0.1:${this.server.address().port}`;
    }

    /** The programs of its README in this language. */
    examples(language) {
        const readme = readFileSync(join(this.project, 'node_modules', this.name, 'README.md'), 'utf8');
        return [...readme.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code]) => code);
    }

    write(name, text) {
        writeFileSync(join(this.project, name), text);
    }

    close() {
        this.server?.close();
        rmSync(this.folder, { recursive: true, force: true });
    }
}
