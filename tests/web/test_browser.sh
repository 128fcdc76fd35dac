#!/usr/bin/env bash
# A real browser against the built server: every tests/web/*.test.mjs. One file alone:
#   tests/web/test_browser.sh board
set -euo pipefail
cd "$(dirname "$0")"
for program in node npm "${CHROMIUM:-chromium-headless-shell}"; do
    command -v "$program" >/dev/null ||
        { echo "$program is missing; tools/setup test installs it"; exit 1; }
done
# What the lock file names, once, also when several of these begin together.
exec 9>"${TMPDIR:-/tmp}/alea-npm-$(id -u).lock"
flock 9
if ! cmp -s package-lock.json node_modules/.alea-lock; then
    npm ci --no-audit --no-fund --loglevel=error
    cp package-lock.json node_modules/.alea-lock
fi
exec 9>&-
export ALEA=${ALEA:-$PWD/../../build/release/alea} ALEA_BUILD=${ALEA_BUILD:-$PWD/../../build/release}
files=("$@")
[ ${#files[@]} -gt 0 ] || files=(*.test.mjs)
files=("${files[@]%.test.mjs}")
# One file needs no second process that reads what the first one says.
[ ${#files[@]} -gt 1 ] || exec node "$files.test.mjs"
exec node --test --test-concurrency=2 "${files[@]/%/.test.mjs}"
