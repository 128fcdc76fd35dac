#!/usr/bin/env bash
# The commands compiled for WebAssembly, for the npm package, answer every input of the corpora as `alea` does.
. "$(dirname "$0")/wasm_module.sh"
build_module "$ALEA_BUILD/wasm" commands
node tests/peer/wasm_corpora.mjs "$ALEA_BUILD/wasm/commands.wasm" "$ALEA" "$folder"
