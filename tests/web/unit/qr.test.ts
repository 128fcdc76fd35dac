// QR codes: symbols that zbar 0.23 read back when this was written, and the bounds.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { qrMatrix } from '../../../web/src/share/qr';

const digest = (rows: boolean[][]): string => createHash('sha256')
    .update(rows.map((row) => row.map((dark) => dark ? '#' : ' ').join('')).join('\n'))
    .digest('hex').slice(0, 16);

test('symbols are those that a reader has read', () => {
    const known: [string, number, string][] = [
        ['a', 21, '8c7f3861c4e16c68'],
        ['https://alea.example/g/8f3k2l9d', 29, '32f0e73d9eeabd2d'],
        ['x'.repeat(100), 41, 'edcd685542cb9556'],
        ['q'.repeat(180), 53, '94cb59b71e3697ed'],
        ['w'.repeat(213), 57, '3316592138c730fe'],
    ];
    for (const [text, side, hash] of known) {
        const rows = qrMatrix(text)!;
        assert.equal(rows.length, side, text);
        assert.equal(digest(rows), hash, text);
    }
});

test('what is too long gets no symbol', () => {
    assert.equal(qrMatrix('w'.repeat(214)), null);
    assert.notEqual(qrMatrix(''), null);
});
