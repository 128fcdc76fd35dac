"""Uploads that cost a reader as much as bytes of their number can."""
import os
import random

from support import SOURCE

MATCH = open(os.path.join(SOURCE, "tests/golden/formats/base.mat"), "rb").read()
MOST = 10 * 1024 * 1024
# Sanitizers are content with less.
LARGE = MOST - 100 if "release" in os.environ.get("ALEA_BUILD", "release") else MOST // 16


def bombs():
    game = (b" Game %d\n Player 1 : 0              Player 2 : 0\n"
            b"  1) 31: 8/5 6/5             42: 8/4 6/4\n      Wins 1 point\n\n")
    yield "games", b" 7 point match\n\n" + b"".join(game % i for i in range(1, LARGE // 131))
    yield "noise", random.Random(1).randbytes(LARGE)
    yield "depth", b"(" * LARGE
    yield "moves", b"(;FF[4]GM[6]MI[length:0]" + b";W[31hefe];B[31qtst]" * (LARGE // 20 - 2) + b")"
    yield "lines", b"\n" * LARGE
    yield "id", b"XGID=" + b"-" * LARGE
    yield "words", b" 1) 31: " + b"8/5 " * (LARGE // 4 - 5)
    yield "twice", MATCH * (LARGE // len(MATCH))
