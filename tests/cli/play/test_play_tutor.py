#!/usr/bin/env python3
"""The tutor of `alea play`: it warns before a mistake and says why without naming the better play,
does what the player then chooses, says nothing where nothing is given away, and never speaks for the machine."""
import re
import subprocess

from support import ALEA
from support.expect import expect
from support.waiting import HANG

ASKS = "Enter: think again; yes: do it; hint: the best?"


def play(typed, *options, players="ann,ben", dice="manual"):
    ran = subprocess.run(
        [ALEA, "play", "--plain", "--no-save", "--money", "--players", players, "--dice", dice,
         *options], input="\n".join(typed + ["quit"]) + "\n", capture_output=True, text=True,
        timeout=HANG)
    return ran.stdout.splitlines()


def warned(lines):
    return [line for line in lines if " gives away " in line and "tutor" not in line]


def main():
    # A bad play is not made at once; Enter goes back to the dice, another play is made.
    said = play(["31", "6/3 6/5", "", "8/5 6/5"], "--tutor")
    expect(len(warned(said)) == 1, said)
    loss = float(re.search(r"This play gives away ([0-9.]+) \(a blunder\)\.", warned(said)[0])[1])
    expect(.08 < loss < 1, loss)
    reason = said[said.index(warned(said)[0]) + 1]
    expect(len(reason) > 20 and "8/5" not in "\n".join(said[:said.index(ASKS)]), said)
    expect(said.count("ann: Play 3-1?") == 2 and "ann plays 8/5 6/5." in said, said)
    expect("ann plays 6/5 6/3." not in said, said)

    # "yes" makes it, "hint" names the best and makes nothing; parts and numbers as well.
    said = play(["31", "6/3 6/5", "yes"], "--tutor")
    expect(any(re.match("ann plays 6/[35] 6/[35]", line) for line in said), said)
    said = play(["31", "6/3 6/5", "hint"], "--tutor")
    expect(any(line.startswith("1. 8/5 6/5") for line in said), said)
    expect(not any(line.startswith("ann plays") for line in said), said)
    said = play(["31", "6/3", "6/5", "", "", "8/5 6/5"], "--tutor")
    expect(len(warned(said)) == 1 and "ann plays 8/5 6/5." in said, said)

    # The cube: an early double, dropping it, and the drop of what is a clear take.
    said = play(["31", "8/5 6/5", "double", "", "61"], "--tutor")
    expect(any(line.startswith("Doubling gives away") for line in said), said)
    expect("ben doubles to 2." not in said and "ben rolls 6-1." in said, said)
    said = play(["31", "8/5 6/5", "double", "yes", "drop", "", "take"], "--tutor", "--option", "beavers=0")
    expect(any(line.startswith("Dropping gives away") for line in said), said)
    expect("ann takes." in said and "ann drops." not in said, said)

    said = play(["31", "8/5 6/5", "double", "yes", "take", "", "beaver"], "--tutor")
    expect(any(line.startswith("Taking gives away") for line in said), said)
    expect("ann takes." not in said and any(line.startswith("ann beavers") for line in said), said)

    # Off, and only from a size on.
    for before, options in (([], []), (["tutor off"], ["--tutor"]), (["tutor 5"], ["--tutor"])):
        said = play(["31", *before, "6/3 6/5"], *options)
        expect(not warned(said) and any(line.startswith("ann plays 6/") for line in said), said)
    said = play(["31", "tutor 0.01", "6/3 6/5"])
    expect(len(warned(said)) == 1, said)
    said = play(["31", "tutor loud", "6/3 6/5"])
    expect(any("\"loud\" after 'tutor' is not understood" in line for line in said), said)
    expect(not warned(said), said)

    # What is right is not spoken of, nor what the machine does.
    said = play(["31", "8/5 6/5"], "--tutor")
    expect(not warned(said) and "ann plays 8/5 6/5." in said, said)
    said = play([], "--tutor", players="alea:beginner,alea:beginner", dice="seed:3")
    expect(not warned(said), said)

    # Both sides' chances.
    line = next(line for line in play(["31", "eval"]) if "wins" in line)
    found = re.fullmatch(r"ann, after the best play: wins ([0-9.]+)% \(gammon ([0-9.]+)%, backgammon "
                         r"([0-9.]+)%\), loses ([0-9.]+)% \(gammon ([0-9.]+)%, backgammon "
                         r"([0-9.]+)%\), equity ([+-][0-9.]+)\.", line)
    expect(found, line)
    win, gammon, triple, loss, lost_gammon, _, _ = map(float, found.groups())
    expect(50 < win < 60 and abs(win + loss - 100) < .2 and triple < gammon < win and lost_gammon < loss, line)
    expect(any("nothing to evaluate" in line for line in play(["eval"])), "eval before the roll")


if __name__ == "__main__":
    main()
