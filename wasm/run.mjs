// Usage: node run.mjs MODULE [ARGUMENT]...: runs a WASI program, e.g. bench.wasm.
import { readFileSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import { wasi } from './wasi.mjs';

const [path, ...rest] = process.argv.slice(2);
if (!path) {
    console.error('usage: node run.mjs MODULE [ARGUMENT]...');
    process.exit(2);
}
const host = wasi({ args: [basename(path, '.wasm'), ...rest], write: writeSync });
const { instance } = await WebAssembly.instantiate(readFileSync(path), host.imports);
process.exitCode = host.run(instance);
