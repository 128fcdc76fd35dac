#!/usr/bin/env bash
# The commands compiled for WebAssembly, for the npm package, answer every input of the corpora as `alea` does.
set -euo pipefail
cd "$(dirname "$0")/../.."
command -v node >/dev/null || { echo "no node: skipped"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
status=0
bash wasm/build.sh "$ALEA_BUILD/wasm" commands || status=$?
[ "$status" -ne 77 ] || exit 77
[ "$status" -eq 0 ] || { echo "the module was not built" >&2; exit 1; }
node tests/peer/wasm_corpora.mjs "$ALEA_BUILD/wasm/commands.wasm" "$ALEA" "$folder"
