#!/usr/bin/env python3
"""The end of a match: final board, result, where the record is, rematch, analysis."""
import os
import subprocess
import tempfile

from support import ALEA
from support.expect import expect
from support.waiting import HANG


ENDS = ["61", "resign 2", "accept"]


def play(typed, *options):
    return subprocess.run([ALEA, "play", "--plain", "--players", "ann,ben", "--dice", "manual",
                           "--match", "1", *options], input="".join(x + "\n" for x in typed),
                          capture_output=True, text=True, timeout=HANG)


def in_order(what, text, *lines):
    at = -1
    for line in lines:
        found = text.find(line, at + 1)
        expect(found > at, f"{what}: {line!r}", text)
        at = max(found, at)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = folder
        save = os.path.join(folder, "a game.jsonl")
        ran = play(ENDS + [""], "--save", save)
        in_order("the end", ran.stdout, "ann offers to resign a gammon", "ben accepts.",
                 "ben wins a gammon, 2 points.", "ben wins the match.",
                 "ben's checkers: 2 on 24", f"Record: {save}.", f"'alea analyse \"{save}\"'",
                 "Press Enter to end, 'again' for a rematch, 'a' to analyse?")
        expect(ran.returncode == 0, "status", ran)
        expect(play(ENDS, "--no-save").stdout.splitlines()[-1]
               == "Press Enter to end, 'again' for a rematch?", "the end of the input is the same",
               ran.stdout)
        # A rematch: the same rules, a record of its own; the first one is complete.
        ran = play(ENDS + ["again"] + ENDS + ["quit"], "--rules", "002")
        saves = sorted(x for x in os.listdir(os.path.join(folder, "alea")) if x.endswith(".jsonl"))
        expect(len(saves) == 2, "two records", saves)
        expect(ran.stdout.count("ben wins the match.") == 2
               and ran.stdout.count("Portfolio Game leaflet") == 2, "two matches", ran.stdout)
        rest = subprocess.run([ALEA, "play", "--plain", "--resume"], input="", text=True,
                              capture_output=True)
        expect(rest.returncode == 2 and "no unfinished game" in rest.stderr,
               "nothing is left to resume", rest)
        # The analysis of the record just made.
        save = os.path.join(folder, "second.jsonl")
        ran = play(["61", "13/7 8/7", "31", "8/5 6/5", "resign 1", "accept", "a"], "--save", save)
        own = subprocess.run([ALEA, "analyse", save], capture_output=True, text=True, timeout=HANG)
        expect(own.returncode == 0 and own.stdout and own.stdout in ran.stdout, "analysed",
               ran.stdout + ran.stderr + own.stderr)
        # A rematch after the analysis; what is neither that nor the end is asked again.
        ran = play(ENDS + ["a", "what", "again"] + ENDS + [""], "--rules", "002",
                   "--save", os.path.join(folder, "third.jsonl"))
        in_order("after the analysis", ran.stdout, "ben wins the match.", "'a' to analyse?",
                 "Press Enter to end, 'again' for a rematch?", "Enter ends, 'again' begins a rematch.",
                 "Press Enter to end, 'again' for a rematch?", "Saved in ", "ben wins the match.")
        expect(ran.returncode == 1, "one line was refused", ran)
        ran = play(ENDS + ["a", ""], "--no-save")
        expect("nothing to analyse" in ran.stdout and ran.returncode == 1, "nothing to analyse",
               ran.stdout)


if __name__ == "__main__":
    main()
