// QR codes (ISO/IEC 18004) of short texts, mostly addresses: bytes, level M, versions 1 to 10.

import { s } from '../dom';

/** By version less one: all codewords, of which error correction in each block, blocks. */
const TOTAL = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346];
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
/** Centres of the alignment patterns, the same across and down. */
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42],
                   [6, 26, 46], [6, 28, 50]];

const POWER: number[] = [];
const LOG: number[] = [];
for (let i = 0, x = 1; i < 255; i++) {
    POWER[i] = x;
    LOG[x] = i;
    x = x << 1 ^ (x & 128 ? 0x11d : 0);
}
const times = (a: number, b: number): number =>
    a && b ? POWER[(LOG[a]! + LOG[b]!) % 255]! : 0;

/** The remainder by the generator polynomial of that degree. */
function correction(data: number[], degree: number): number[] {
    let generator = [1];
    for (let i = 0; i < degree; i++) {
        const next = [...generator, 0];
        generator.forEach((g, k) => { next[k + 1]! ^= times(g, POWER[i]!); });
        generator = next;
    }
    const rest = [...data, ...new Array<number>(degree).fill(0)];
    for (let i = 0; i < data.length; i++) {
        const factor = rest[i]!;
        generator.forEach((g, k) => { rest[i + k]! ^= times(g, factor); });
    }
    return rest.slice(data.length);
}

/** Length, bytes and padding as codewords; null where they do not fit the version. */
function dataWords(bytes: Uint8Array, version: number): number[] | null {
    const all = TOTAL[version - 1]! - CORRECTION[version - 1]! * BLOCKS[version - 1]!;
    const countBits = version < 10 ? 8 : 16;
    const bits: number[] = [];
    const put = (value: number, width: number): void => {
        for (let i = width - 1; i >= 0; i--) bits.push(value >> i & 1);
    };
    put(4, 4);
    put(bytes.length, countBits);
    bytes.forEach((byte) => put(byte, 8));
    if (bits.length > all * 8) return null;
    put(0, Math.min(4, all * 8 - bits.length));
    while (bits.length % 8) bits.push(0);
    const words: number[] = [];
    for (let i = 0; i < bits.length; i += 8)
        words.push(bits.slice(i, i + 8).reduce((sum, bit) => sum << 1 | bit, 0));
    for (let pad = 0xec; words.length < all; pad ^= 0xec ^ 0x11) words.push(pad);
    return words;
}

/** Blocks of data and their correction, dealt out in turn. */
function interleave(words: number[], version: number): number[] {
    const blocks = BLOCKS[version - 1]!;
    const short = Math.floor(words.length / blocks);
    const longer = words.length % blocks;
    const data: number[][] = [];
    for (let b = 0, at = 0; b < blocks; b++) {
        const size = short + (b >= blocks - longer ? 1 : 0);
        data.push(words.slice(at, at + size));
        at += size;
    }
    const checks = data.map((block) => correction(block, CORRECTION[version - 1]!));
    const out: number[] = [];
    for (const rows of [data, checks])
        for (let i = 0; i < Math.max(...rows.map((row) => row.length)); i++)
            for (const row of rows) if (i < row.length) out.push(row[i]!);
    return out;
}

/** Remainder of `value` followed by `degree` zeros, by a polynomial over two elements. */
function remainder(value: number, degree: number, polynomial: number): number {
    let rest = value << degree;
    for (let bit = 31; bit >= degree; bit--)
        if (rest >>> bit & 1) rest ^= polynomial << (bit - degree);
    return rest;
}

class Matrix {
    readonly size: number;
    readonly dark: boolean[][];
    /** Modules without data: patterns, version and mask. */
    readonly fixed: boolean[][];

    constructor(readonly version: number) {
        this.size = 17 + 4 * version;
        const rows = (): boolean[][] => Array.from({ length: this.size },
            () => new Array<boolean>(this.size).fill(false));
        this.dark = rows();
        this.fixed = rows();
        this.patterns();
    }

    private set(row: number, column: number, dark: boolean): void {
        if (row < 0 || column < 0 || row >= this.size || column >= this.size) return;
        this.dark[row]![column] = dark;
        this.fixed[row]![column] = true;
    }

    private patterns(): void {
        const end = this.size - 7;
        for (const [top, left] of [[0, 0], [0, end], [end, 0]] as const)
            for (let r = -1; r <= 7; r++)
                for (let c = -1; c <= 7; c++) {
                    const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3));
                    this.set(top + r, left + c, ring !== 2 && ring !== 4);
                }
        for (let i = 8; i < this.size - 8; i++) {
            this.set(6, i, i % 2 === 0);
            this.set(i, 6, i % 2 === 0);
        }
        const centres = ALIGNMENT[this.version - 1]!;
        for (const row of centres)
            for (const column of centres) {
                if (this.fixed[row]![column] && row !== 6 && column !== 6) continue;
                const last = this.size - 7;
                if ((row === 6 && (column === 6 || column === last)) ||
                    (column === 6 && row === last)) continue;
                for (let r = -2; r <= 2; r++)
                    for (let c = -2; c <= 2; c++)
                        this.set(row + r, column + c, Math.max(Math.abs(r), Math.abs(c)) !== 1);
            }
        this.format(0);
        if (this.version >= 7) this.versionBits();
    }

    /** Level M and the mask, twice. */
    format(mask: number): void {
        const bits = (mask << 10 | remainder(mask, 10, 0x537)) ^ 0x5412;
        const bit = (i: number): boolean => (bits >> i & 1) === 1;
        for (let i = 0; i < 6; i++) this.set(i, 8, bit(i));
        this.set(7, 8, bit(6));
        this.set(8, 8, bit(7));
        this.set(8, 7, bit(8));
        for (let i = 9; i < 15; i++) this.set(8, 14 - i, bit(i));
        for (let i = 0; i < 8; i++) this.set(8, this.size - 1 - i, bit(i));
        for (let i = 8; i < 15; i++) this.set(this.size - 15 + i, 8, bit(i));
        this.set(this.size - 8, 8, true);
    }

    private versionBits(): void {
        const bits = this.version << 12 | remainder(this.version, 12, 0x1f25);
        for (let i = 0; i < 18; i++) {
            const dark = (bits >> i & 1) === 1;
            const [far, near] = [this.size - 11 + i % 3, Math.floor(i / 3)];
            this.set(far, near, dark);
            this.set(near, far, dark);
        }
    }

    /** Pairs of columns from the right, up and down in turn. */
    place(words: number[]): void {
        let at = 0;
        let up = true;
        for (let right = this.size - 1; right > 0; right -= 2, up = !up) {
            if (right === 6) right--;
            for (let i = 0; i < this.size; i++) {
                const row = up ? this.size - 1 - i : i;
                for (const column of [right, right - 1]) {
                    if (this.fixed[row]![column]) continue;
                    const word = words[at >> 3];
                    this.dark[row]![column] =
                        word !== undefined && (word >> (7 - (at & 7)) & 1) === 1;
                    at++;
                }
            }
        }
    }

    /** Turns the mask on or off. */
    mask(which: number): void {
        for (let r = 0; r < this.size; r++)
            for (let c = 0; c < this.size; c++)
                if (!this.fixed[r]![c] && MASKS[which]!(r, c))
                    this.dark[r]![c] = !this.dark[r]![c];
    }
}

const MASKS: ((r: number, c: number) => boolean)[] = [
    (r, c) => (r + c) % 2 === 0,
    (r) => r % 2 === 0,
    (_, c) => c % 3 === 0,
    (r, c) => (r + c) % 3 === 0,
    (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
    (r, c) => (r * c) % 2 + (r * c) % 3 === 0,
    (r, c) => ((r * c) % 2 + (r * c) % 3) % 2 === 0,
    (r, c) => ((r + c) % 2 + (r * c) % 3) % 2 === 0,
];

/** How hard a symbol is to read: runs, blocks, false finders, balance. */
function penalty(rows: boolean[][]): number {
    const size = rows.length;
    let sum = 0;
    let darks = 0;
    const columns = rows.map((_, i) => rows.map((row) => row[i]!));
    for (const lines of [rows, columns])
        for (const line of lines) {
            for (let i = 0; i < size;) {
                let end = i;
                while (end < size && line[end] === line[i]) end++;
                if (end - i >= 5) sum += end - i - 2;
                i = end;
            }
            const text = line.map((dark) => dark ? '1' : '0').join('');
            for (let i = 0; i + 11 <= size; i++) {
                const part = text.slice(i, i + 11);
                if (part === '10111010000' || part === '00001011101') sum += 40;
            }
        }
    for (let r = 0; r < size; r++)
        for (let c = 0; c < size; c++) {
            darks += rows[r]![c] ? 1 : 0;
            if (r + 1 < size && c + 1 < size && rows[r]![c] === rows[r]![c + 1] &&
                rows[r]![c] === rows[r + 1]![c] && rows[r]![c] === rows[r + 1]![c + 1]) sum += 3;
        }
    return sum + 10 * Math.floor(Math.abs(darks * 20 - size * size * 10) / (size * size));
}

/** The symbol of a text, true = dark; null where it is too long (213 bytes). */
export function qrMatrix(text: string): boolean[][] | null {
    const bytes = new TextEncoder().encode(text);
    for (let version = 1; version <= 10; version++) {
        const words = dataWords(bytes, version);
        if (!words) continue;
        const matrix = new Matrix(version);
        matrix.place(interleave(words, version));
        let [best, least] = [0, Infinity];
        for (let which = 0; which < 8; which++) {
            matrix.format(which);
            matrix.mask(which);
            const sum = penalty(matrix.dark);
            matrix.mask(which);
            if (sum < least) [best, least] = [which, sum];
        }
        matrix.format(best);
        matrix.mask(best);
        return matrix.dark;
    }
    return null;
}

/** A picture of the symbol with its quiet zone, black on white in every theme. */
export function qrPicture(text: string, label: string): SVGSVGElement | null {
    const rows = qrMatrix(text);
    if (!rows) return null;
    const side = rows.length + 8;
    const path = rows.map((row, r) => row.map((dark, c) =>
        dark ? `M${c + 4} ${r + 4}h1v1h-1z` : '').join('')).join('');
    return s('svg', { class: 'qr', viewBox: `0 0 ${side} ${side}`, role: 'img',
                      'aria-label': label, 'shape-rendering': 'crispEdges' },
        s('rect', { width: side, height: side, fill: '#fff' }),
        s('path', { d: path, fill: '#000' }));
}
