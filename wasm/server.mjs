// Usage: node server.mjs MODULE serve --port PORT --data FILE [--limit N]: serves the API of the module on
// 127.0.0.1 as `alea serve` does, so that the same tests ask both. Not for strangers: nothing is bounded.
import { readFileSync, writeSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { Door } from './door.mjs';
import { acceptKey, Frames } from './frames.mjs';
import { NodeFiles } from './node_files.mjs';

const [modulePath, command, ...rest] = process.argv.slice(2);
const options = { port: '7878', data: ':memory:', limit: '0' };
let bad = command !== 'serve';
for (let i = 0; i < rest.length; i += 2) {
    const name = rest[i].replace(/^--/, '');
    if (name === 'quiet' || name === 'new-key') {
        options[name] = true;
        i--;
    } else if (name in options && i + 1 < rest.length) options[name] = rest[i + 1];
    else bad = true;
}
if (bad) {
    console.error('usage: node server.mjs MODULE serve [--port PORT] [--data FILE] [--limit N] [--new-key] [--quiet]');
    process.exit(2);
}

const inMemory = options.data === ':memory:';
const door = await Door.open({
    module: await WebAssembly.compile(readFileSync(modulePath)),
    files: new NodeFiles(inMemory ? '/nonexistent' : path.dirname(options.data)),
    data: inMemory ? options.data : `/${path.basename(options.data)}`,
    limit: Number(options.limit),
    newKey: options['new-key'] === true,
    write: writeSync,
    now: setImmediate,
}).then((opened) => {
    opened.engine(readFileSync(new URL('../data/alea.net', import.meta.url)));
    return opened;
}).catch((error) => {
    console.error(`alea: ${error.message}`);
    process.exit(1);
});

const headersOf = (request) => Object.entries(request.headers).map(([name, value]) => [name, String(value)]);

const server = http.createServer((request, response) => {
    const parts = [];
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    request.on('data', (part) => parts.push(part));
    request.on('end', async () => {
        const { status, headers, body } = await door.request({
            method: request.method, target: request.url, headers: headersOf(request),
            body: new Uint8Array(Buffer.concat(parts)),
        }, gone.signal);
        const isEmpty = status === 204 || status === 304;
        response.writeHead(status, [...headers, ...(isEmpty || request.method === 'HEAD' ? []
            : [['content-length', String(body.length)]])].flat());
        response.end(body);
    });
});

server.on('upgrade', async (request, socket, first) => {
    let frames = null;
    const waiting = [];
    const { socket: line, refusal } = await door.socket({ target: request.url, headers: headersOf(request) }, {
        message: (text) => (frames ? frames.send(text) : waiting.push(text)),
        close: (code) => frames?.close(code),
    });
    if (refusal) {
        const head = [...refusal.headers, ['content-length', String(refusal.body.length)], ['connection', 'close']];
        socket.write(`HTTP/1.1 ${refusal.status} ${http.STATUS_CODES[refusal.status]}\r\n` +
            head.map(([name, value]) => `${name}: ${value}\r\n`).join('') + '\r\n');
        socket.end(refusal.body);
        return;
    }
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Accept: ${acceptKey(request.headers['sec-websocket-key'] ?? '')}\r\n\r\n`);
    frames = new Frames(socket, first, { message: line.send, over: line.close });
    for (const text of waiting) frames.send(text);
});

function stop() {
    server.close();
    door.close();
    process.exit(0);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
server.keepAliveTimeout = 30000;
server.listen(Number(options.port), '127.0.0.1', () => {
    console.error(JSON.stringify({ event: 'started', port: String(server.address().port) }));
});
