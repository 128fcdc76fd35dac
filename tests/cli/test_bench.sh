#!/usr/bin/env bash
# The hash of decisions is the one on record, whichever the build. With --record writes the
# record anew, if two runs agree. A new net changes the decisions: until it is recorded with
# its own hash, only the plays are compared.
set -u
cd "$(dirname "$0")/../.." || exit 1
alea=${ALEA:-build/release/alea}
record=tests/golden/bench.txt
net=$(sha256sum data/alea.net | cut -d' ' -f1)
first=$("$alea" bench) || exit 1
again() {
    second=$("$alea" bench) || exit 1
    [ "$first" = "$second" ] && return
    printf 'two runs differ:\n%s\n%s\n' "$first" "$second"
    exit 1
}
if [ "${1:-}" = --record ]; then
    again
    { echo "$first"; echo "Net: $net"; } >"$record"
    exit 0
fi
recorded=$(grep -v '^Net:' "$record")
if ! grep -qx "Net: $net" "$record"; then
    echo "The net is not the recorded one; record it: tests/cli/test_bench.sh --record"
    again
    first=$(grep -v '^Bench:' <<<"$first")
    recorded=$(grep -v '^Bench:' <<<"$recorded")
fi
if [ "$first" != "$recorded" ]; then
    echo "decisions have changed (< recorded):"
    diff <(echo "$recorded") <(echo "$first")
    echo "If that is meant, say so in the commit with the new hash, and record it:"
    echo "  tests/cli/test_bench.sh --record"
    exit 1
fi
! "$alea" bench extra >/dev/null 2>&1
