#!/usr/bin/env python3
"""`alea play --game` and `alea rules --game`: every game is played to the end of a match, the record
says the same when it is replayed; a person lists, chooses, is refused with the reason; the rules in
words follow the options."""
import os
import re
import subprocess
import tempfile

from support import ALEA
from support.expect import expect
from support.waiting import HANG


def alea(*words, typed=""):
    return subprocess.run([ALEA, *words], input=typed, capture_output=True, text=True, timeout=HANG)


def games():
    return alea("tables", "list").stdout.split()


def test_whole_matches():
    """Two machines, the same dice each time; the judge of records agrees with every event."""
    expect(len(games()) >= 19 and "tavli" in games(), games())
    with tempfile.TemporaryDirectory() as folder:
        for game in games():
            path = os.path.join(folder, game + ".txt")
            ran = alea("play", "--game", game, "--players", "alea,alea", "--dice", "seed:5", "--save", path)
            expect(ran.returncode == 0 and not ran.stderr, game, ran.stderr)
            winner = re.search(r"^(alea2?) wins the match\.$", ran.stdout, re.M)
            expect(winner, game, ran.stdout[-300:])
            state = alea("tables", "check", path).stdout
            expect(f"{'A' if winner[1] == 'alea' else 'B'} has won the match" in state, game, state)
            score = re.findall(r"Score: alea (\d+), alea2 (\d+)\.", ran.stdout)[-1]
            expect("A %s, B %s" % score in state, game, score, state)
            again = alea("play", "--game", game, "--players", "alea,alea", "--dice", "seed:5", "--no-save")
            expect(again.stdout == ran.stdout, game + ": the same game")
        # A record is never written over.
        ran = alea("play", "--game", "ur", "--save", path)
        expect(ran.returncode == 3 and path in ran.stderr, ran)


def test_a_person():
    two = ("play", "--game", "plakoto", "--players", "ann,ben", "--dice", "seed:3", "--no-save")
    begins = alea(*two, typed="\n")
    expect("Opening roll: ann 1, ben 4." in begins.stdout and "ben: Roll (Enter)?" in begins.stdout, begins.stdout)
    typed = ["", "", "list", "9999", "24/23/22", "5/4", "1", "board", "score", "help", "rules", "resign 2", "accept",
             "quit"]
    ran = alea(*two, typed="\n".join(typed) + "\n")
    for part in ("1. 24/", "Type a play such as 24/20 13/9", "ben plays 24/", "X is ann", "match to 5",
                 "'list'", "Plakoto, Greece", "ann offers to resign 2 points.", "ben accepts.",
                 "ben wins 2 points. Score: ann 0, ben 2."):
        expect(part in ran.stdout, part, ran.stdout)
    expect(ran.returncode == 1, "lines were refused", ran)
    alone = alea("play", "--game", "tavli", "--match", "1", "--dice", "seed:4", "--no-save", typed="\n" * 3 + "quit\n")
    expect("you against alea: tavli, match to 1." in alone.stdout and "You roll" in alone.stdout, alone.stdout)


def test_refused():
    for words, said in ((("--game", "chess"), "chess"), (("--game", "ur", "--rules", "vido"), "--game goes with"),
                        (("--game", "ur", "--dice", "manual"), "--dice manual"),
                        (("--game", "ur", "--match", "0"), "--match"),
                        (("--game", "ur", "--option", "relation=contrary"), "needs relation=same"),
                        (("--game", "fevga", "--option", "landing=hit,pin"), "landing")):
        ran = alea("play", *words)
        expect(ran.returncode == 2 and said in ran.stderr, words, ran)
    ran = alea("rules", "--game", "ur", "--full")
    expect(ran.returncode == 2 and "--option only" in ran.stderr, ran)


def test_rules_in_words():
    for game in games():
        text = alea("rules", "--game", game).stdout
        expect(text.count("Source: ") == (3 if game == "tavli" else 1), game, text)
        expect(all(len(line) <= 80 for line in text.splitlines()), game, text)
    walls = "Never hold all six points 24 to 19."
    expect(walls in alea("rules", "--game", "fevga").stdout, "fevga")
    expect(walls not in alea("rules", "--game", "fevga", "-o", "prime=none").stdout, "fevga without walls")
    expect("mother" not in alea("rules", "--game", "mahbusa").stdout.split("\n", 1)[1], "mahbusa")


def test_dice_file():
    """Four digits a throw: two dice, three of tabula, a count of odd ones."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "dice")
        with open(path, "w", encoding="utf-8") as file:
            file.write("5 3 6 6\n1 6 2 4\n")
        for game, opening, throw in (("fevga", "5, alea2 3", "1-6"), ("tabula", "5, alea2 3", "1-6-2"),
                                     ("ur", "2, alea2 1", None)):
            ran = alea("play", "--game", game, "--players", "alea,alea", "--dice", f"file:{path}", "--no-save")
            expect(ran.returncode == 3 and "has no more rolls: line 3, column 1" in ran.stderr, game, ran)
            expect(f"Opening roll: alea {opening}." in ran.stdout and (not throw or f"alea rolls {throw}." in ran.stdout),
                   game, ran.stdout)


def main():
    test_whole_matches()
    test_dice_file()
    test_a_person()
    test_refused()
    test_rules_in_words()


if __name__ == "__main__":
    main()
