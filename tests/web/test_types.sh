#!/bin/bash
# The client's types, checked by TypeScript: $TSC, or the one that web/package.json pins.
# ctest labels: page
set -e
cd "$(dirname "$0")/../../web"
tsc=${TSC:-node_modules/.bin/tsc}
if ! command -v "$tsc" >/dev/null; then
    command -v npm >/dev/null || { echo "no npm: skipped"; exit 77; }
    timeout 120 npm ci --no-audit --no-fund --loglevel=error ||
        { echo "TypeScript cannot be installed: skipped"; exit 77; }
fi
"$tsc" --noEmit -p .
