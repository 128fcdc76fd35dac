#!/bin/sh
# Starts GNU Backgammon players that listen for `alea-train duel|judge|decisions`:
#   tools/gnubg_server.sh PORT [COUNT [PLIES [cube]]]
# COUNT servers on PORT, PORT+1, ...; no Jacoby, no beavers; cubeless checker play, or with
# "cube" cubeful play and cube decisions. Stays in the foreground; an interrupt ends them
# all. GNUBG names the program.
set -e
port=${1:?usage: tools/gnubg_server.sh PORT [COUNT [PLIES [cube]]]}
count=${2:-1}
plies=${3:-0}
cubeful=off
[ "${4:-}" = cube ] && cubeful=on
gnubg=${GNUBG:-$(command -v gnubg || echo /usr/games/gnubg)}
folder=$(mktemp -d)
children=
trap 'kill $children 2>/dev/null; rm -rf "$folder"' EXIT
trap 'exit 0' INT TERM
i=0
while [ "$i" -lt "$count" ]; do
    cat >"$folder/$i" <<END
set threads 1
set jacoby off
set beavers 0
set evaluation chequerplay evaluation plies $plies
set evaluation chequerplay evaluation cubeful $cubeful
set evaluation cubedecision evaluation plies $plies
set evaluation cubedecision evaluation cubeful on
set evaluation cubedecision evaluation prune on
set evaluation chequerplay evaluation prune on
external 127.0.0.1:$((port + i))
END
    "$gnubg" -t -q -r -c "$folder/$i" </dev/null >/dev/null 2>&1 &
    children="$children $!"
    i=$((i + 1))
done
wait
