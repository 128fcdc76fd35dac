#!/usr/bin/env python3
"""Rules given to `alea play`: options that contradict each other, the Jacoby message."""
import subprocess

from support import ALEA
from support.expect import expect
from support.waiting import HANG


def play(*options, typed=""):
    return subprocess.run([ALEA, "play", "--plain", "--no-save", *options], input=typed,
                          capture_output=True, text=True, timeout=HANG)


def main():
    for option, value in (("--money", None), ("--match", "3")):
        words = [option] + ([value] if value else [])
        ran = play(*words, "--option", "match_length=5")
        expect(ran.returncode == 2
               and f"{option} and --option match_length exclude each other" in ran.stderr,
               f"{option} with another length", ran)
    ran = play("--option", "match_length=5", typed="quit\n")
    expect(ran.returncode == 0 and "5" in ran.stdout, "match_length alone", ran)

    # An automatic double turns the cube, but neither player has doubled.
    ran = play("--rules", "compendium", "--option", "auto_doubles=1", "--option", "jacoby=true",
               "--players", "ann,ben", "--dice", "manual",
               typed="33\n61\n13/7 8/7\nresign 2\naccept\nquit\n")
    expect("2 points.\nIt counts single: neither player doubled (Jacoby rule)." in ran.stdout,
           "gammon under Jacoby with an automatic double", ran.stdout)


if __name__ == "__main__":
    main()
