#!/usr/bin/env python3
"""`alea play` where either player may double at any time: a person is asked on the machine's
turn before its throw and again when its dice lie, as long as he may double."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from waiting import HANG

ALEA = os.environ["ALEA"]
GAME = ["play", "--rules", "portfolio", "--plain", "--dice", "seed:3", "--no-save",
        "--players", "you,alea", "--level", "expert"]
# Seed 3: the machine begins with 4-1, after which no play of it can keep 24/18 24/20 from
# the 6-4 that follows.
OPENING = ["", "", "roll", "24/18 24/20"]
THROW, PLAY = "Press Enter (alea rolls), or 'double'?", "Press Enter (alea plays), or 'double'?"
failures = []


def told(*typed):
    """What is said after the play of the opening."""
    text = "".join(line + "\n" for line in OPENING + list(typed))
    done = subprocess.run([ALEA] + GAME, input=text, capture_output=True, text=True,
                          timeout=HANG, check=False)
    return done.stdout.partition("You play ")[2].splitlines()[1:]


def expect(what, good, said):
    if not good:
        failures.append("%s: %r" % (what, said))


said = told("", "")
expect("asked before the throw", said[0] == THROW, said)
expect("asked when the dice lie", said[1].startswith("alea rolls") and said[2] == PLAY, said)
said = told("double")
expect("doubled before the throw", said[:2] == [THROW, "You double to 2."], said)
expect("not asked again", THROW not in said[1:] and PLAY not in said, said)
said = told("", "double")
expect("doubled on the dice", said[2:4] == [PLAY, "You double to 2."], said)
print("\n".join(failures) or "asked when a double is possible")
sys.exit(1 if failures else 0)
