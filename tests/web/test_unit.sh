#!/usr/bin/env bash
# The browser client's parts that need no browser: tests/web/unit/*.test.ts under node:test.
# ctest labels: page
set -eu
cd "$(dirname "$0")/../.."
esbuild=${ESBUILD:-esbuild}
for need in "$esbuild" node; do
    command -v "$need" >/dev/null || { echo "no $need: skipped"; exit 77; }
done
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for source in tests/web/unit/*.test.ts; do
    "$esbuild" "$source" --bundle --platform=node --format=esm --target=node18 \
        --log-level=warning --outfile="$out/$(basename "$source" .ts).mjs"
done
node --test "$out"
