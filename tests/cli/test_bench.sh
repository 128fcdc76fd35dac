#!/usr/bin/env bash
# The hash of decisions is the one on record, and the same twice.
set -u
alea=${ALEA:?the path of the program}
record=$(dirname "$0")/../golden/bench.txt
first=$("$alea" bench) || exit 1
second=$("$alea" bench) || exit 1
if [ "$first" != "$second" ]; then
    printf 'two runs differ:\n%s\n%s\n' "$first" "$second"
    exit 1
fi
if [ "$first" != "$(cat "$record")" ]; then
    echo "decisions have changed:"
    diff "$record" <(echo "$first")
    echo "If that is meant, say so in the commit with the new hash, and record it:"
    echo "  build/release/alea bench >tests/golden/bench.txt"
    exit 1
fi
! "$alea" bench extra >/dev/null 2>&1
