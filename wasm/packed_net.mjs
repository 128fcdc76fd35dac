// Usage: node packed_net.mjs NET OUT: packs alea.net for a site. Its bytes are numbers (int16, little-endian), and
// gzip finds little in them: 2.9 MB of 3.8, where this needs 2.4.
//
// The packed file: the size of the net (uint32, little-endian), then bits, the highest of a byte first. BLOCK numbers
// at a time: 4 bits for k, then each number n as z = 2n or -2n - 1, z >> k ones, a zero, the k lowest bits of z. A last
// odd byte counts as the low byte of a number.

const BLOCK = 256;
const NET_MOST = 64 << 20;

/** The bytes that were packed; throws where that cannot be. What was damaged on the way is found by the net's sum. */
export function unpack(packed) {
    const fault = () => new Error('the packed net is damaged');
    if (packed.length < 4) throw fault();
    const size = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true);
    if (size > NET_MOST) throw fault();
    const bytes = new Uint8Array(size);
    let at = 4, hold = 0, held = 0; // `held` bits of `hold` are to be read, at most 24
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
    let k = 0;
    for (let i = 0; i < size; i += 2) {
        if (i % (2 * BLOCK) === 0) k = take(4);
        let high = 0;
        while (take(1)) high++;
        const z = high << k | take(k);
        if (z > 0xffff) throw fault();
        const number = z >> 1 ^ -(z & 1);
        bytes[i] = number;
        if (i + 1 < size) bytes[i + 1] = number >> 8;
    }
    if (at - (held >> 3) !== packed.length) throw fault();
    return bytes;
}

export function pack(bytes) {
    const count = bytes.length + 1 >> 1, out = [];
    for (let i = 0; i < 4; i++) out.push(bytes.length >>> 8 * i & 255);
    let hold = 0, held = 0;
    const put = (value, bits) => {
        for (let i = bits - 1; i >= 0; i--) {
            hold = hold << 1 | value >>> i & 1;
            if (++held < 8) continue;
            out.push(hold);
            hold = held = 0;
        }
    };
    const folded = Uint16Array.from({ length: count }, (_, i) => {
        const number = (bytes[2 * i] | (bytes[2 * i + 1] ?? 0) << 8) << 16 >> 16;
        return number << 1 ^ number >> 31;
    });
    for (let from = 0; from < count; from += BLOCK) {
        const block = folded.subarray(from, from + BLOCK);
        const need = (k) => block.reduce((sum, z) => sum + (z >> k) + 1 + k, 0);
        let k = 0;
        for (let other = 1; other < 16; other++) if (need(other) < need(k)) k = other;
        put(k, 4);
        for (const z of block) {
            for (let i = z >> k; i > 0; i--) put(1, 1);
            put(0, 1);
            put(z, k);
        }
    }
    while (held) put(0, 1);
    return Uint8Array.from(out);
}

if (typeof process === 'object' && import.meta.url === `file://${process.argv[1]}`) {
    const { readFileSync, writeFileSync } = await import('node:fs');
    writeFileSync(process.argv[3], pack(readFileSync(process.argv[2])));
}
