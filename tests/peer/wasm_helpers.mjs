// Usage: node wasm_helpers.mjs MODULE NET MATCH: the server in the module analyses a match by one helper and by two
// that share it (wasm/page/helpers.mjs); the answers are the same, and one that ends in the middle loses nothing.
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { Door } from '../../wasm/door.mjs';
import { NodeFiles } from '../../wasm/node_files.mjs';
import { Helpers } from '../../wasm/page/helpers.mjs';

const [modulePath, netPath, matchPath] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(modulePath));
const net = new Uint8Array(readFileSync(netPath)), match = new Uint8Array(readFileSync(matchPath));
const write = () => undefined, files = () => new NodeFiles('/nonexistent');

/** Stands in for the Worker of helper.mjs, in this thread. */
async function makeWorker(seen, breaks) {
    const helper = await Door.help({ module, files: files(), net, write });
    const worker = {
        gone: false,
        postMessage: ({ topic, audience, text }) => setTimeout(() => {
            if (worker.gone) return;
            const { share, parts } = JSON.parse(text);
            seen.push(share ? `half ${share[0]}` : parts ? 'joined' : 'whole');
            if (breaks && seen.length === 2) worker.onmessage({ data: { failed: 'broken' } });
            else helper.tell(topic, audience, text);
        }),
        terminate: () => { worker.gone = true; },
    };
    helper.hears = (topic, audience, text) => worker.gone || worker.onmessage({ data: { topic, audience, text } });
    return worker;
}

async function analysed(processors, breaks = false) {
    Object.defineProperty(globalThis, 'navigator', { value: { hardwareConcurrency: processors }, configurable: true });
    const door = await Door.open({ module, files: files(), data: ':memory:', write, now: setImmediate });
    door.engine(net);
    const seen = [], helpers = new Helpers(door, () => makeWorker(seen, breaks));
    const asked = async (method, target, body, cookie) => {
        const { status, headers, body: bytes } = await door.request({ method, target, body,
            headers: [['host', 'localhost'], ['origin', 'http://localhost'], ...cookie ? [['cookie', cookie]] : []] });
        return { status, headers, json: JSON.parse(new TextDecoder().decode(bytes)) };
    };
    const me = await asked('GET', '/api/me');
    const cookie = me.headers.find(([name]) => name.toLowerCase() === 'set-cookie')[1].split(';')[0];
    const { status, json: { match: id, job } } = await asked('POST', '/api/matches', match, cookie);
    assert.equal(status, 201);
    const steps = [];
    for (;;) {
        const { json: { status: state, done } } = await asked('GET', `/api/jobs/${job}`, undefined, cookie);
        if (done > 0) steps.push(done);
        assert.notEqual(state, 'failed');
        if (state === 'done') break;
        await new Promise((later) => { setTimeout(later, 20); });
    }
    assert.deepEqual(steps, steps.toSorted((a, b) => a - b), 'progress goes on');
    const analysis = await asked('GET', `/api/matches/${id}/analysis`, undefined, cookie);
    assert.equal(analysis.status, 200);
    helpers.close();
    door.close();
    const { json } = analysis;
    delete json.match;
    return { json, seen };
}

const one = await analysed(1), two = await analysed(2), broken = await analysed(2, true);
assert.deepEqual(one.seen, ['whole']);
assert.deepEqual(two.seen.toSorted(), ['half 0', 'half 1', 'joined']);
assert(one.json.decisions.length > 50, `${one.json.decisions.length} decisions`);
assert.deepEqual(two.json, one.json);
assert.deepEqual(broken.json, one.json);
