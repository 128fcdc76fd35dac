// Everything of a browser as one file (wasm/page/archive.mjs), stopped at each thing it does: what is there
// afterwards is all of the one or all of the other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lay, save, settle } from '../../wasm/page/archive.mjs';
import { MemoryFiles } from '../../wasm/page/files.mjs';

const text = (files, name) => {
    const file = files.open(name, {}), bytes = new Uint8Array(file.size());
    file.read(bytes, 0);
    return new TextDecoder().decode(bytes);
};

function filled(contents) {
    const files = new MemoryFiles();
    for (const [name, words] of Object.entries(contents))
        files.open(name, { create: true, write: true }).write(new TextEncoder().encode(words), 0);
    return files;
}

const contents = (files) => Object.fromEntries(files.names().sort().map((name) => [name, text(files, name)]));

const OLD = { '/alea.db': 'old data', '/alea.db-wal': 'old log', '/alea.db.key': 'old key', '/session': 'old',
    '/one_sided.bearoff': 'table' };
const NEW = { '/alea.db': 'new data, and more of it', '/alea.db.key': 'new key', '/session': 'new',
    '/two_sided.bearoff': 'not taken along' };
const AFTER = { '/alea.db': NEW['/alea.db'], '/alea.db.key': 'new key', '/session': 'new', '/one_sided.bearoff': 'table' };

/** `files`, which end at their change number `last`; a write is half done then. */
function ending(files, last) {
    let count = 0;
    const step = () => {
        if (count++ >= last) throw new Error('killed');
    };
    return {
        get count() { return count; },
        names: () => files.names(),
        ready: () => files.ready(),
        rename: (from, to) => { step(); files.rename(from, to); },
        remove: (name) => { step(); files.remove(name); },
        open: (name, how) => {
            if (how.create) step();
            const file = files.open(name, how);
            return { ...file, write: (bytes, at) => {
                if (count >= last) file.write(bytes.subarray(0, bytes.length >> 1), at);
                step();
                return file.write(bytes, at);
            } };
        },
    };
}

const opens = async () => undefined;

test('what was saved is what is taken', async () => {
    const packed = await save(filled(NEW)), files = filled(OLD);
    await lay(files, packed, async (memory) => {
        assert.deepEqual(contents(memory), { '/alea.db': NEW['/alea.db'], '/alea.db.key': 'new key', '/session': 'new' });
    });
    assert.equal(text(files, '/alea.db'), 'old data');
    settle(files);
    assert.deepEqual(contents(files), AFTER);
    settle(files);
    assert.deepEqual(contents(files), AFTER);
});

test('stopped at each change, it is all of one of the two', async () => {
    const packed = await save(filled(NEW));
    const whole = ending(filled(OLD), Infinity);
    await lay(whole, packed, opens);
    const laid = whole.count;
    settle(whole);
    assert.ok(laid >= 8 && whole.count > laid + 4, `${laid} and ${whole.count} changes`);
    for (let last = 0; last < whole.count; last++) {
        const files = filled(OLD), stops = ending(files, last);
        try {
            await lay(stops, packed, opens);
            settle(stops);
            assert.fail('it was not stopped');
        } catch (error) {
            assert.match(error.message, /killed/);
        }
        settle(files); // as the next start does
        assert.deepEqual(contents(files), last < laid ? OLD : AFTER, `stopped at change ${last} of ${whole.count}`);
        // Twice: the next start is stopped as well.
        for (let again = 0; last >= laid && again < whole.count - last; again++) {
            const more = filled(OLD), first = ending(more, last);
            await lay(first, packed, opens);
            assert.throws(() => settle(first));
            try { settle(ending(more, again)); } catch { /* stopped */ }
            settle(more);
            assert.deepEqual(contents(more), AFTER, `${last}, ${again}`);
        }
    }
});

test('a full disk, a newer version and what does not open change nothing', async () => {
    const packed = await save(filled(NEW)), files = filled(OLD);
    const full = { ...ending(files, Infinity), names: () => files.names(), open: (name, how) => ({ ...files.open(name, how),
        write: () => { throw Object.assign(new Error('full'), { code: 'ENOSPC' }); } }) };
    await assert.rejects(lay(full, packed, opens), /no room.*Nothing was changed/);
    assert.deepEqual(contents(files), OLD);
    await assert.rejects(lay(files, packed, () => Promise.reject(new Error('made by a newer alea, 9'))), /newer alea than this page/);
    await assert.rejects(lay(files, packed, () => Promise.reject(new Error('no'))), /cannot be used \(no\)\. Nothing was changed/);
    assert.deepEqual(contents(files), OLD);
});

test('every byte that is changed, and every length, is refused', async () => {
    const { gunzipSync, gzipSync } = await import('node:zlib');
    const plain = gunzipSync(await save(filled(NEW))), files = filled(OLD);
    for (let at = 0; at < plain.length; at++) {
        const copy = Buffer.from(plain);
        copy[at] ^= 1;
        await lay(files, gzipSync(copy), opens).then(() => {
            // A changed name is another name, which the sums do not cover; it is one of ours all the same.
            settle(files);
            assert.ok(files.names().every((name) => /^\/[\w.-]+$/.test(name)), `byte ${at}`);
        }, (error) => assert.match(error.message, /^This file is damaged, or not one with everything.*Nothing was changed\.$/, `byte ${at}`));
        if (at % 7 === 0) await assert.rejects(lay(files, gzipSync(plain.subarray(0, at)), opens), /Nothing was changed/);
    }
    for (const name of ['/../alea.db', '/incoming', '/incoming/alea.db', 'alea.db', '/x.bearoff', `/${'x'.repeat(200)}`]) {
        const list = { files: [{ name, size: 0, sha256: '' }, { name: '/alea.db', size: 0, sha256: '' }] };
        await assert.rejects(lay(files, gzipSync(`alea-everything-1\n${JSON.stringify(list)}\n`), opens), /its list/);
    }
});
