#!/usr/bin/env bash
# alea perft: counts, both forms of output, bad input, bounded memory.
set -u
alea=${ALEA:?the path of the program}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# expect NAME STATUS ARGUMENT... : standard output must be what stands on standard input,
# standard error must hold $complaint (empty: nothing may be said).
expect() {
    local name=$1 status=$2 got
    shift 2
    cat >"$work/expected"
    "$alea" perft "$@" >"$work/out" 2>"$work/err"
    got=$?
    if [ "$got" != "$status" ] || ! cmp -s "$work/expected" "$work/out" ||
        { [ -z "$complaint" ] && [ -s "$work/err" ]; } ||
        ! grep -qF -- "$complaint" "$work/err" "$work/out" "$work/expected"; then
        echo "FAILED: $name (status $got)"
        diff "$work/expected" "$work/out"
        cat "$work/err"
        failed=1
    fi
}

complaint=
expect "three plies from the opening" 0 <<'END'
position 4HPwATDgc/ABMA
 ply            nodes        unmoved       finished
   1              447              0              0
   2           202782              0              0
   3        116154993          67273              0
END
expect "distinct positions" 0 --position 4Dl4ADbgOXgANg --depth 2 --distinct <<'END'
position 4Dl4ADbgOXgANg
 ply            nodes       distinct        unmoved       finished
   1              547            497              0              0
   2           324161         263383              1              0
END
expect "a bear-off, as JSON" 0 -p RgAAEAkAAAAAAA -d 3 --distinct --json <<'END'
{"position": "RgAAEAkAAAAAAA", "plies": [{"ply": 1, "nodes": 51, "distinct": 27, "unmoved": 0, "finished": 3}, {"ply": 2, "nodes": 1872, "distinct": 390, "unmoved": 0, "finished": 192}, {"ply": 3, "nodes": 49560, "distinct": 224, "unmoved": 0, "finished": 20860}]}
END
expect "JSON without distinct" 0 -p RgAAEAkAAAAAAA -d 1 --json <<'END'
{"position": "RgAAEAkAAAAAAA", "plies": [{"ply": 1, "nodes": 51, "unmoved": 0, "finished": 3}]}
END
expect "the game ends in the second ply" 0 -p AQAAgAAAAAAAAA -d 3 --distinct <<'END'
position AQAAgAAAAAAAAA
 ply            nodes       distinct        unmoved       finished
   1               21              4              0             16
   2              105              3              0            105
   3                0              0              0              0
END
expect "paths alone, to the same end" 0 -p AQAAgAAAAAAAAA -d 3 <<'END'
position AQAAgAAAAAAAAA
 ply            nodes        unmoved       finished
   1               21              0             16
   2              105              0            105
   3                0              0              0
END
# The same bear-off with the lower-case player on roll: seen from his side.
expect "an XGID with the other player on roll" 0 -d 1 --distinct \
    -p 'XGID=--B--A-------------a-a--a-:0:0:-1:00:0:0:0:0:10' <<'END'
position RgAAEAkAAAAAAA
 ply            nodes       distinct        unmoved       finished
   1               51             27              0              3
END
expect "the start of another set-up" 0 -d 1 --distinct --preset hypergammon <<'END'
position AACgAgAAKgAAAA
 ply            nodes       distinct        unmoved       finished
   1              195            144              0              0
END
# 190 results of the rolls that are no doubles, as ever, and 56 of two moves each.
expect "two moves a double" 0 -d 1 --option double_moves=2 <<'END'
position 4HPwATDgc/ABMA
 ply            nodes        unmoved       finished
   1              246              0              0
END
complaint='chess is not a preset'
expect "no such preset" 2 --preset chess </dev/null
complaint='more than 1 MiB; give more with --memory'
expect "too little memory" 3 --distinct --memory 1 </dev/null
complaint='--position "nonsense": '
expect "no position" 2 --position nonsense </dev/null
complaint='--position "4HPwATDgc/ABM!": '
expect "a damaged Position ID" 2 --position '4HPwATDgc/ABM!' </dev/null
complaint='--depth wants a whole number 1..9'
expect "depth 0" 2 --depth 0 </dev/null
expect "depth 10" 2 --depth 10 </dev/null
expect "depth in letters" 2 --depth two </dev/null
complaint='unexpected argument'
expect "an operand" 2 4HPwATDgc/ABMA </dev/null
exit "$failed"
