// Usage: node packed_net.mjs NET OUT: packs alea.net for a site. Its bytes are numbers (int16, little-endian), and
// gzip finds little in them: 2.9 MB of 3.8, where this needs 2.3. The weights of one feature are like those of the
// feature before it, so a part of the number one row before is a guess of each.
//
// The packed file: the size of the net (uint32) and numbers a row (uint16), little-endian; then bits, the highest of a
// byte first. BLOCK numbers at a time: 4 bits for k, 3 for the share s (quarters, 0 to 4); then of each number the
// difference d to its guess, s / 4 of the number one row before (rounded down; 0 in the first row), modulo 2^16 and
// signed, as z = 2d or -2d - 1: z >> k ones, a zero, the k lowest bits of z. A last odd byte counts as the low byte of
// a number.

const BLOCK = 256;
const SHARES = 4;
const HEAD = 6;
const NET_MOST = 64 << 20;

/**
 * The bytes that were packed, in `room` for so many; throws where that cannot be. What was damaged on the way is found
 * by the net's sum.
 */
export function unpack(packed, room = (size) => new Uint8Array(size)) {
    const fault = () => new Error('the packed net is damaged');
    if (packed.length < HEAD) throw fault();
    const head = new DataView(packed.buffer, packed.byteOffset);
    const size = head.getUint32(0, true), row = head.getUint16(4, true);
    if (size > NET_MOST) throw fault();
    const bytes = room(size + (size & 1)), numbers = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
    let at = HEAD, hold = 0, held = 0; // `held` bits of `hold` are to be read, at most 24
    const fill = () => {
        while (held <= 16) {
            if (at > packed.length + 4) throw fault();
            hold = (hold << 8 | (packed[at++] ?? 0)) & 0xffffff;
            held += 8;
        }
    };
    const take = (count) => {
        fill();
        held -= count;
        return hold >>> held & (1 << count) - 1;
    };
    let k = 0, share = 0;
    for (let i = 0; i < numbers.length; i++) {
        if (i % BLOCK === 0) {
            k = take(4);
            share = take(3);
            if (share > SHARES) throw fault();
        }
        let high = 0;
        while (take(1)) high++;
        const z = high << k | take(k);
        if (z > 0xffff) throw fault();
        numbers[i] = (i < row ? 0 : share * numbers[i - row] >> 2) + (z >> 1 ^ -(z & 1));
    }
    if (at - (held >> 3) !== packed.length) throw fault();
    if (new Uint8Array(Uint16Array.of(1).buffer)[0] === 0) // a big-endian machine
        for (let i = 0; i < bytes.length; i += 2) bytes.subarray(i, i + 2).reverse();
    return bytes.subarray(0, size);
}

/** The width of the first layer of a net file (engine/net/file.h); of other bytes 0: nothing is guessed. */
function rowOf(bytes) {
    const isNet = bytes.length > 34 && String.fromCharCode(...bytes.subarray(0, 8)) === 'alea net';
    return isNet ? bytes[32] | bytes[33] << 8 : 0;
}

export function pack(bytes) {
    const row = rowOf(bytes), out = [];
    for (let i = 0; i < 4; i++) out.push(bytes.length >>> 8 * i & 255);
    out.push(row & 255, row >> 8);
    const numbers = Int16Array.from({ length: bytes.length + 1 >> 1 }, (_, i) => bytes[2 * i] | (bytes[2 * i + 1] ?? 0) << 8);
    let hold = 0, held = 0;
    const put = (value, bits) => {
        for (let i = bits - 1; i >= 0; i--) {
            hold = hold << 1 | value >>> i & 1;
            if (++held < 8) continue;
            out.push(hold);
            hold = held = 0;
        }
    };
    const folded = (from, share) => numbers.subarray(from, from + BLOCK).map((number, i) => {
        const guess = from + i < row ? 0 : share * numbers[from + i - row] >> 2;
        const difference = number - guess << 16 >> 16;
        return difference << 1 ^ difference >> 31;
    });
    for (let from = 0; from < numbers.length; from += BLOCK) {
        let best = null;
        for (let share = 0; share <= (row ? SHARES : 0); share++) {
            const block = Uint16Array.from(folded(from, share));
            for (let k = 0; k < 16; k++) {
                let bits = 0;
                for (const z of block) bits += (z >> k) + 1 + k;
                if (!best || bits < best.bits) best = { bits, block, k, share };
            }
        }
        put(best.k, 4);
        put(best.share, 3);
        for (const z of best.block) {
            for (let i = z >> best.k; i > 0; i--) put(1, 1);
            put(0, 1);
            put(z, best.k);
        }
    }
    while (held) put(0, 1);
    return Uint8Array.from(out);
}

if (typeof process === 'object' && import.meta.url === `file://${process.argv[1]}`) {
    const { readFileSync, writeFileSync } = await import('node:fs');
    writeFileSync(process.argv[3], pack(readFileSync(process.argv[2])));
}
