#!/bin/sh
# GNU Backgammon plays whole sessions and matches against `alea external`, unattended.
# Usage: external_peer.sh ALEA [GAMES]     (100 games unless said)
# Exit status: 0 no request refused, 1 some were, or games are missing; 77 skipped.
set -eu
alea=$1
games=${2:-100}
gnubg=$(PATH=$PATH:/usr/games command -v gnubg) || { echo "skipped: no gnubg"; exit 77; }
work=$(mktemp -d)
trap 'kill $server 2>/dev/null; rm -rf "$work"' EXIT
server=
"$alea" external 127.0.0.1:0 --log "$work/log" >"$work/address" &
server=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do [ -s "$work/address" ] && break; sleep 0.2; done
port=$(sed -n 's/.*:\([0-9]*\)$/\1/p' "$work/address")
[ -n "$port" ] || { echo "alea external did not start"; exit 1; }

money=$((games / 2))
cat >"$work/play.py" <<END
finished = 0

def play(alea, length, count):
    global finished
    other = 1 - alea
    for command in ('set player %d external localhost:$port' % alea,
                    'set player %d gnubg' % other,
                    'set player %d chequerplay evaluation plies 0' % other,
                    'set player %d cubedecision evaluation plies 0' % other,
                    'set automatic game ' + ('on' if length else 'off')):
        gnubg.command(command)
    for i in range(count):
        gnubg.command('new match %d' % length if length else 'new session')
        for game in gnubg.match(0, 0, 0, 0)['games']:
            if game['info'].get('winner'):
                finished += 1
                print('FINISHED', length, game['info']['points-won'])

gnubg.command('set seed 1')
# It stops at its prompt when an external player takes a beaver (docs/protocol.md).
gnubg.command('set beavers 0')
gnubg.command('set automatic roll on')
play(0, 0, $money - $money // 2)
play(1, 0, $money // 2)
# Matches take as many games as they take: at least one with each seat.
for i in range(100):
    if i < 2 or finished < $games:
        play(i % 2, 7 - 2 * (i % 2), 1)
END
timeout 900 "$gnubg" -t -q -r -p "$work/play.py" </dev/null >"$work/out" 2>&1 || true
finished=$(grep -c '^FINISHED' "$work/out" || true)
answers=$(grep -c '^->' "$work/log" || true)
doubles=$(grep -cE '^-> (double|take|drop)' "$work/log" || true)
refused=$(grep -c '^-> Error' "$work/log" || true)
bad=$(grep -ciE 'illegal|not understand|invalid|failed' "$work/out" || true)
echo "$finished games finished, $answers answers ($doubles with the cube)," \
    "$refused refused, $bad misread"
[ "$refused" -eq 0 ] && [ "$bad" -eq 0 ] && [ "$doubles" -gt 0 ] &&
    [ "$finished" -ge "$games" ]
