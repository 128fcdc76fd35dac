// `alea serve` for one test file: a port, a folder and a life of its own.
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const program = resolve(process.env.ALEA ?? 'build/release/alea');
const firstPort = 18200, ports = 14568; // below those that a system gives to connections

// Between two and three at night, as in tests/support: no test has midnight in its middle.
const timeZone = `ALEA-${(26 - new Date().getUTCHours()) % 24}`;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Whether the port is ours for the rest of this process: the UDP port of that number is the claim, as in
 * tests/support/server.py.
 */
function claim(port) {
    return new Promise((done) => {
        const mine = createSocket('udp4');
        mine.once('error', () => { mine.close(); done(false); });
        mine.bind({ port, address: '127.0.0.1', exclusive: true }, () => { mine.unref(); done(true); });
    });
}

function answers(port) {
    return new Promise((done) => {
        const socket = connect(port, '127.0.0.1');
        socket.once('connect', () => { socket.destroy(); done(true); });
        socket.once('error', () => done(false));
    });
}

/** What has ended that no test has ended: nobody needs to wait for anything any more. */
export const ends = [];

export class Server {
    /** Those who are to hear of it: `person.dies(what)`. */
    visitors = new Set();
    /** It answers, and nobody has ended it. */
    isUp = false;

    /** `options`: further words for `alea serve`. */
    static async start(...options) {
        const server = new Server();
        server.options = options;
        server.folder = mkdtempSync(join(tmpdir(), 'alea-web-'));
        server.log = [];
        for (let i = 0; i < ports; i++) {
            const port = firstPort + (process.pid + i) % ports;
            if (!await claim(port)) continue;
            if (await server.launch(port)) return server;
        }
        throw new Error(`alea serve does not start:\n${server.log.slice(-20).join('')}`);
    }

    async launch(port) {
        this.port = port;
        this.url = `http://127.0.0.1:${port}`;
        this.process = spawn(program, ['serve', '--port', String(port), '--limit', '0',
            '--data', join(this.folder, 'alea.db'), ...this.options],
        // Passwords are hashed quickly, and an analysis waits for nobody, where ctest names tests/support/preloaded.c.
        { stdio: ['ignore', 'ignore', 'pipe'],
            env: { ...process.env, TZ: timeZone, LD_PRELOAD: process.env.ALEA_PRELOAD ?? '' } });
        this.process.stderr.on('data', (bytes) => this.log.push(String(bytes)));
        this.process.on('error', ({ message }) => this.log.push(`${message}\n`));
        const before = this.log.length;
        this.gone = new Promise((done) => this.process.once('exit', (...how) => done(how)));
        for (;;) {
            if (this.process.exitCode !== null || this.process.signalCode !== null) return false;
            // Its own word, not only an open port: that may be another's.
            if (this.log.slice(before).join('').includes('"started"') && await answers(port)) {
                this.isUp = true;
                void this.gone.then((how) => this.hasEnded(how));
                return true;
            }
            await pause(50);
        }
    }

    hasEnded([status, signal]) {
        if (!this.isUp) return;
        const what = `the server has ended (${signal ?? status}): ${this.log.slice(-5).join('')}`;
        ends.push(what);
        for (const person of this.visitors) person.dies(what);
    }

    /** SIGKILL, as when the power goes. */
    async kill() {
        this.isUp = false;
        this.process.kill('SIGKILL');
        await this.gone;
    }

    async restart() {
        if (!await this.launch(this.port)) throw new Error('alea serve does not come back');
    }

    async stop() {
        this.isUp = false;
        if (this.process.exitCode === null && this.process.signalCode === null) {
            this.process.kill('SIGTERM');
            await this.gone;
        }
        rmSync(this.folder, { recursive: true, force: true });
    }
}
