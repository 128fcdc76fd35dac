#!/usr/bin/env bash
# The library compiled for WebAssembly decides as it does here, to the last bit: `alea bench` prints
# the same hashes from a module under node.
set -euo pipefail
cd "$(dirname "$0")/../.."
command -v node >/dev/null || { echo "no node: skipped"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
status=0
bash wasm/build.sh "$folder" || status=$?
[ "$status" -ne 77 ] || exit 77
[ "$status" -eq 0 ] || { echo "the module was not built" >&2; exit 1; }
here=$("$ALEA" bench) there=$(node wasm/run.mjs "$folder/bench.wasm")
diff <(echo "$here") <(echo "$there")
[ "$(echo "$here" | grep -c ': [0-9a-f]\{16\}$')" -eq 2 ]
# A wrong option is refused there as here, with the same status.
refused=0
node wasm/run.mjs "$folder/bench.wasm" --nonsense 2>"$folder/said" || refused=$?
[ "$refused" -eq 2 ] || { echo "status $refused" >&2; exit 1; }
grep -q 'nonsense' "$folder/said"
