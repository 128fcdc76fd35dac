// The server's side of a WebSocket over a socket of node's: what tests of the module need, no more.
import { createHash } from 'node:crypto';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 1, CLOSE = 8, PING = 9, PONG = 10;
const MOST = 64 * 1024;

export function acceptKey(key) {
    return createHash('sha1').update(key + GUID).digest('base64');
}

function frame(opcode, payload) {
    const size = payload.length;
    const head = size < 126 ? Buffer.from([0x80 | opcode, size])
        : size < 65536 ? Buffer.from([0x80 | opcode, 126, size >> 8, size & 255]) : Buffer.alloc(10);
    if (size >= 65536) {
        head[0] = 0x80 | opcode;
        head[1] = 127;
        head.writeBigUInt64BE(BigInt(size), 2);
    }
    return Buffer.concat([head, payload]);
}

/** Frames on an upgraded socket; `hears` is { message(text), over() }. */
export class Frames {
    constructor(socket, first, hears) {
        this.socket = socket;
        this.hears = hears;
        this.read = Buffer.alloc(0);
        this.parts = [];
        socket.on('data', (bytes) => this.take(bytes));
        socket.on('error', () => socket.destroy());
        socket.on('close', () => hears.over());
        if (first.length) this.take(first);
    }

    send(text) {
        this.socket.write(frame(TEXT, Buffer.from(text)));
    }

    close(code) {
        if (this.socket.destroyed) return;
        this.socket.end(frame(CLOSE, Buffer.from([code >> 8, code & 255])));
        this.socket.on('data', () => undefined);
    }

    take(bytes) {
        this.read = Buffer.concat([this.read, bytes]);
        for (let size; (size = this.one()) > 0;) this.read = this.read.subarray(size);
    }

    /** Takes the first frame; its size, or 0 where it is not whole. */
    one() {
        const all = this.read;
        if (all.length < 2) return 0;
        let size = all[1] & 127, at = 2;
        if (size === 126) {
            if (all.length < 4) return 0;
            size = all.readUInt16BE(2);
            at = 4;
        } else if (size === 127) {
            if (all.length < 10) return 0;
            size = Number(all.readBigUInt64BE(2));
            at = 10;
        }
        if (!(all[1] & 128) || size > MOST) {
            this.close(size > MOST ? 1009 : 1002);
            return 0;
        }
        if (all.length < at + 4 + size) return 0;
        const payload = Buffer.from(all.subarray(at + 4, at + 4 + size));
        for (let i = 0; i < size; i++) payload[i] ^= all[at + (i & 3)];
        this.whole(all[0] & 15, (all[0] & 128) !== 0, payload);
        return at + 4 + size;
    }

    whole(opcode, isLast, payload) {
        if (opcode === PING) this.socket.write(frame(PONG, payload));
        else if (opcode === CLOSE) this.close(payload.length >= 2 ? payload.readUInt16BE(0) : 1000);
        else if (opcode === 2) this.close(1003);
        else if (opcode === TEXT || opcode === 0) {
            this.parts.push(payload);
            if (!isLast) return;
            const text = Buffer.concat(this.parts).toString();
            this.parts = [];
            this.hears.message(text);
        }
    }
}
