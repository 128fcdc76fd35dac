#!/usr/bin/env python3
"""The tutor of `alea play`: it warns before a mistake and says why without naming the better play,
does what the player then chooses, and says nothing where nothing is given away."""
import json
import os
import re
import subprocess
import tempfile

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
    # A bad play is not made at once: Enter goes back to the dice, whether it was typed whole or in
    # parts; "hint" names the best and makes nothing; another play is made.
    said = play(["31", "6/3 6/5", "", "6/3", "6/5", "", "", "6/3 6/5", "hint", "8/5 6/5", "double", "", "61"],
                "--tutor", "--option", "beavers=0")
    warnings = [line for line in warned(said) if line.startswith("This play")]
    expect(len(warnings) == 3, said)
    loss = float(re.fullmatch(r"This play gives away ([0-9.]+) \(a blunder\)\.", warnings[0])[1])
    expect(.08 < loss < 1, loss)
    reason = said[said.index(warnings[0]) + 1]
    expect(len(reason) > 20 and "8/5" not in "\n".join(said[:said.index(ASKS)]), said)
    expect(any(line.startswith("1. 8/5 6/5") for line in said), said)
    expect([line for line in said if line.startswith("ann plays")] == ["ann plays 8/5 6/5."], said)
    # The cube: an early double is thought over; rolling instead is not spoken of.
    expect(sum(line.startswith("Doubling gives away") for line in said) == 1, said)
    expect("ben doubles to 2." not in said and "ben rolls 6-1." in said, said)

    # "yes" makes it; dropping what is a take, and taking what is a beaver.
    said = play(["31", "6/3 6/5", "yes", "double", "yes", "drop", "", "take"], "--tutor", "--option", "beavers=0")
    expect(any(re.match("ann plays 6/[35] 6/[35]", line) for line in said), said)
    said = play(["31", "8/5 6/5", "double", "yes", "drop", "", "take", "", "beaver"], "--tutor")
    expect(any(line.startswith("Dropping gives away") for line in said), said)
    expect(any(line.startswith("Taking gives away") for line in said), said)
    expect("ann takes." not in said and any(line.startswith("ann beavers") for line in said), said)

    # Off, only from a size on, and words that it does not take.
    said = play(["31", "tutor off", "tutor loud", "6/3 6/5"], "--tutor")
    expect(not warned(said) and any(line.startswith("ann plays 6/") for line in said), said)
    expect(any("\"loud\" after 'tutor' is not understood" in line for line in said), said)
    said = play(["31", "tutor 5", "6/3 6/5"], "--tutor")
    expect(not warned(said) and any(line.startswith("ann plays 6/") for line in said), said)
    said = play(["31", "tutor 0.01", "6/3 6/5"])
    expect(len(warned(said)) == 1, said)

    # A decision after a hint is marked in the saved game, and no other; an analysis leaves it out.
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.alea")
        subprocess.run(
            [ALEA, "play", "--plain", "--save", path, "--money", "--players", "ann,ben", "--dice", "manual"],
            input="31\nhint\n8/5 6/5\nhint\nroll\n61\n13/7 8/7\nroll\n52\n13/8 24/22\nquit\n",
            capture_output=True, text=True, timeout=HANG)
        with open(path, encoding="utf-8") as file:
            events = [json.loads(line) for line in file.readlines()[1:]]
        kinds = [(e["event"], e.get("hinted", False)) for e in events if "event" in e]
        expect(kinds == [("opening", False), ("play", True), ("roll", True), ("play", False),
                         ("roll", False), ("play", False)], kinds)
        report = json.loads(subprocess.run([ALEA, "analyse", "--json", path], capture_output=True,
                                           text=True, check=True, timeout=HANG).stdout)
        expect([t["hinted"] for t in report["totals"]] == [1, 0], report["totals"])
        expect([t["decisions"] for t in report["totals"]] == [1, 1], report["totals"])

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
