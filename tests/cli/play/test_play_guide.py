#!/usr/bin/env python3
"""`alea learn game` and `alea play --guide`: each new thing is explained when it first happens, once, in
the booklet's words where there is one; the game is a real one, saved and resumed."""
import os
import re
import subprocess
import tempfile

from support import ALEA
from support.expect import expect
from support.waiting import HANG

# One round answers whatever is asked; what does not fit is refused and does nothing.
ROUND = ["roll", "list", "1", "take", ""]


def run(words, typed, home=None):
    env = {**os.environ, **({"XDG_DATA_HOME": home} if home else {})}
    return subprocess.run([ALEA, *words], input="\n".join(typed) + "\n", capture_output=True, text=True,
                          timeout=HANG, env=env).stdout


def game(seed, *options):
    return run(["play", "--plain", "--no-save", "--guide", "--level", "beginner", "--dice", f"seed:{seed}",
                *options], [""] + ROUND * 75)


def main():
    found = set()
    for seed in (1, 3):
        said = game(seed, "--rules", "004").splitlines()
        told = [line for line in said if line.startswith("* ")]
        expect(len(told) == len(set(told)) >= 4, seed, told)
        expect(told[0].startswith("* Your first roll."), seed, told)
        found.update(line.split(":")[0].split(".")[0] for line in told)
        for line in told:
            quote = said[said.index(line) + 1]
            expect(re.match(r"  The booklet: \".+\"$", quote), seed, line, quote)
    for start in ("* Your first roll", "* You have hit a lone checker", "* Your checker was hit",
                  "* You hold a new point", "* All checkers have passed each other",
                  "* All your checkers are home", "* From now on you may double"):
        expect(any(line.startswith(start) for line in found), start, found)
    expect("* Your first win" in found or "* The first game is played" in found, found)

    # Without a booklet no quotation; and no teacher without --guide.
    expect("booklet:" not in game(1, "--match", "1"), "a quotation without a booklet")
    plain = run(["play", "--plain", "--no-save", "--level", "beginner", "--dice", "seed:1"], [""] + ROUND * 20)
    expect("\n* " not in plain, plain)

    # `alea learn game`: a game that is saved, by the booklet that is named, with the tutor on.
    with tempfile.TemporaryDirectory() as home:
        said = run(["learn", "game", "002", "--plain"], ["", "tutor", "quit"], home)
        expect("rulebook 002" in said and "Saved in " in said, said)
        expect("The tutor warns before" in said, said)
        again = run(["play", "--resume", "--plain", "--guide"], ["score", "quit"], home)
        expect("Score: you 0, alea 0" in again, again)
        bad = subprocess.run([ALEA, "learn", "game", "009"], capture_output=True, text=True, timeout=HANG)
        expect(bad.returncode == 2 and "009" in bad.stderr and not bad.stdout, bad)


if __name__ == "__main__":
    main()
