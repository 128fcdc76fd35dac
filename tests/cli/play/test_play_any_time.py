#!/usr/bin/env python3
"""`alea play` where either player may double at any time: a person is asked on the machine's
turn before its throw and again when its dice lie, as long as he may double."""
import subprocess

from support import ALEA
from support.expect import expect
from support.waiting import HANG

GAME = ["play", "--rules", "portfolio", "--plain", "--dice", "seed:3", "--no-save",
        "--players", "you,alea", "--level", "expert"]
# Seed 3: the machine begins with 4-1, after which no play of it can keep 24/18 24/20 from
# the 6-4 that follows.
OPENING = ["", "", "roll", "24/18 24/20"]
THROW, PLAY = "Press Enter (alea rolls), 'double' or 'skip'?", "Press Enter (alea plays), 'double' or 'skip'?"


def told(*typed):
    """What is said after the play of the opening."""
    text = "".join(line + "\n" for line in OPENING + list(typed))
    done = subprocess.run([ALEA] + GAME, input=text, capture_output=True, text=True,
                          timeout=HANG, check=False)
    return done.stdout.partition("You play ")[2].splitlines()[1:]


def main():
    said = told("", "")
    expect(said[0] == THROW, "asked before the throw", said)
    expect(said[1].startswith("alea rolls") and said[2] == PLAY, "asked when the dice lie", said)
    said = told("double")
    expect(said[:2] == [THROW, "You double to 2."], "doubled before the throw", said)
    expect(THROW not in said[1:] and PLAY not in said, "not asked again", said)
    said = told("", "double")
    expect(said[2:4] == [PLAY, "You double to 2."], "doubled on the dice", said)
    # Said once, it is not asked on any turn of this game, and one's own double still counts.
    said = told("skip", "roll", "list best", "1")
    expect(said[0] == THROW and said.count(THROW) == 1 and PLAY not in said, "skipped", said)
    expect(sum(line.startswith("alea rolls") for line in said) >= 2, "the machine went on", said)
    said = told("skip", "double")
    expect("You double to 2." in said, "doubled on one's own turn", said)


if __name__ == "__main__":
    main()
