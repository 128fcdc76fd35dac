#!/usr/bin/env python3
"""The end of a match: final board, result, where the record is, rematch, analysis."""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from waiting import HANG

ALEA = os.environ.get("ALEA", "build/release/alea")
failed = 0
ENDS = ["61", "resign 2", "accept"]


def play(typed, *options):
    return subprocess.run([ALEA, "play", "--plain", "--players", "ann,ben", "--dice", "manual",
                           "--match", "1", *options], input="".join(x + "\n" for x in typed),
                          capture_output=True, text=True, timeout=HANG)


def expect(what, condition, shown):
    global failed
    if not condition:
        failed += 1
        print(f"{what}:\n{shown}")


def in_order(what, text, *lines):
    at = -1
    for line in lines:
        found = text.find(line, at + 1)
        expect(f"{what}: {line!r}", found > at, text)
        at = max(found, at)


with tempfile.TemporaryDirectory() as folder:
    os.environ["XDG_DATA_HOME"] = folder
    save = os.path.join(folder, "a game.jsonl")
    ran = play(ENDS + [""], "--save", save)
    in_order("the end", ran.stdout, "ann offers to resign a gammon", "ben accepts.",
             "ben wins a gammon, 2 points.", "ben wins the match.",
             "ben's checkers: 2 on 24", f"Record: {save}.", f"'alea analyse \"{save}\"'",
             "Press Enter to end, 'again' for a rematch, 'a' to analyse?")
    expect("status", ran.returncode == 0, ran)
    expect("the end of the input is the same",
           play(ENDS, "--no-save").stdout.splitlines()[-1] ==
           "Press Enter to end, 'again' for a rematch?", ran.stdout)
    # A rematch: the same rules, a record of its own; the first one is complete.
    ran = play(ENDS + ["again"] + ENDS + ["quit"], "--rules", "002")
    saves = sorted(x for x in os.listdir(os.path.join(folder, "alea")) if x.endswith(".jsonl"))
    expect("two records", len(saves) == 2, saves)
    expect("two matches", ran.stdout.count("ben wins the match.") == 2 and
           ran.stdout.count("Portfolio Game leaflet") == 2, ran.stdout)
    rest = subprocess.run([ALEA, "play", "--plain", "--resume"], input="", text=True,
                          capture_output=True)
    expect("nothing is left to resume", rest.returncode == 2 and
           "no unfinished game" in rest.stderr, rest)
    # The analysis of the record just made.
    save = os.path.join(folder, "second.jsonl")
    ran = play(["61", "13/7 8/7", "31", "8/5 6/5", "resign 1", "accept", "a"], "--save", save)
    own = subprocess.run([ALEA, "analyse", save], capture_output=True, text=True, timeout=HANG)
    expect("analysed", own.returncode == 0 and own.stdout and own.stdout in ran.stdout,
           ran.stdout + ran.stderr + own.stderr)
    ran = play(ENDS + ["a", ""], "--no-save")
    expect("nothing to analyse", "nothing to analyse" in ran.stdout and ran.returncode == 1,
           ran.stdout)
sys.exit(1 if failed else 0)
