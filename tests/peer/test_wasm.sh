#!/usr/bin/env bash
# The library compiled for WebAssembly decides as it does here, to the last bit: `alea bench` prints
# the same hashes from a module under node.
. "$(dirname "$0")/wasm_module.sh"
build_module "$ALEA_BUILD/wasm" bench
here=$("$ALEA" bench) there=$(node wasm/run.mjs "$ALEA_BUILD/wasm/bench.wasm")
diff <(echo "$here") <(echo "$there")
[ "$(echo "$here" | grep -c ': [0-9a-f]\{16\}$')" -eq 2 ]
# A wrong option is refused there as here, with the same status.
refused=0
node wasm/run.mjs "$ALEA_BUILD/wasm/bench.wasm" --nonsense 2>"$folder/said" || refused=$?
[ "$refused" -eq 2 ] || { echo "status $refused" >&2; exit 1; }
grep -q 'nonsense' "$folder/said"
