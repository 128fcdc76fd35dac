#!/usr/bin/env python3
"""Compares our two-sided table with GNU Backgammon's, if that is installed.

Usage: bearoff_peer.py OUR_TABLE [GNUBG_TABLE]
OUR_TABLE is what `alea bearoff make -o FILE` writes (build/release/tables has one).
GNU Backgammon 1.07 keeps 16-bit equities, rounded down at every step of its recursion, so
its errors add up along a game: the bound below is six of its steps, not one.
Exit status 0 agreed, 1 differed, 77 skipped."""
import itertools
import os
import struct
import sys

STEP = 1 / 32767.5
BOUND = 6 * STEP
N = 924


def positions():
    every = (p for p in itertools.product(range(7), repeat=6) if sum(p) <= 6)
    return list(every)  # counts of points 1..6


def main():
    ours_path = sys.argv[1]
    peer_path = sys.argv[2] if len(sys.argv) > 2 else "/var/lib/gnubg/gnubg_ts0.bd"
    if not os.path.exists(peer_path):
        print("skipped: no", peer_path)
        return 77
    ours = open(ours_path, "rb").read()[64:]
    peer = open(peer_path, "rb").read()[40:]
    every = positions()
    our_order = sorted(every, key=lambda p: p[::-1])
    peer_order = sorted(every, key=lambda p: (sum(p), [-n for n in p]))
    place = {p: i for i, p in enumerate(our_order)}
    to_ours = [place[p] for p in peer_order]
    worst, total, count = [0.0] * 4, [0.0] * 4, 0
    for i in range(1, N):
        rows = struct.unpack_from("<%dH" % (4 * N), peer, i * N * 8)
        mine = struct.unpack_from("<%df" % (4 * N), ours, to_ours[i] * N * 16)
        for j in range(1, N):
            count += 1
            for k in range(4):
                e = mine[to_ours[j] * 4 + k] - (rows[j * 4 + k] * STEP - 1)
                total[k] += e
                if abs(e) > worst[k]:
                    worst[k] = abs(e)
    for k, name in enumerate(("cubeless", "owned", "centred", "opponent")):
        print("%-9s mean difference %+.6f  largest %.6f  (%.1f steps)"
              % (name, total[k] / count, worst[k], worst[k] / STEP))
    print("%d pairs compared" % count)
    return 0 if max(worst) <= BOUND else 1


if __name__ == "__main__":
    sys.exit(main())
