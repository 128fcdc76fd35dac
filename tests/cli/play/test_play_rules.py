#!/usr/bin/env python3
"""Rules given to `alea play`: options that contradict each other, the Jacoby message."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from waiting import HANG

ALEA = os.environ.get("ALEA", "build/release/alea")
failed = 0


def play(*options, typed=""):
    return subprocess.run([ALEA, "play", "--plain", "--no-save", *options], input=typed,
                          capture_output=True, text=True, timeout=HANG)


def expect(what, condition, shown):
    global failed
    if not condition:
        failed += 1
        print(f"{what}:\n{shown}")


for option, value in (("--money", None), ("--match", "3")):
    words = [option] + ([value] if value else [])
    ran = play(*words, "--option", "match_length=5")
    expect(f"{option} with another length", ran.returncode == 2 and
           f"{option} and --option match_length exclude each other" in ran.stderr, ran)
ran = play("--option", "match_length=5", typed="quit\n")
expect("match_length alone", ran.returncode == 0 and "5" in ran.stdout, ran)

# An automatic double turns the cube, but neither player has doubled.
ran = play("--rules", "compendium", "--option", "auto_doubles=1", "--option", "jacoby=true",
           "--players", "ann,ben", "--dice", "manual",
           typed="33\n61\n13/7 8/7\nresign 2\naccept\nquit\n")
expect("gammon under Jacoby with an automatic double",
       "2 points.\nIt counts single: neither player doubled (Jacoby rule)." in ran.stdout,
       ran.stdout)
sys.exit(1 if failed else 0)
