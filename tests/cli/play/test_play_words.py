#!/usr/bin/env python3
"""What two people at one keyboard may type: a name before the command, the words of the
rulebooks, hit marks that hit nothing, moves that can be read in two ways, list orders."""
import os
import subprocess
import tempfile

from support import ALEA
from support.expect import expect
from support.waiting import HANG


def play(typed, rules, *options, players="ann,ben", dice="manual"):
    ran = subprocess.run(
        [ALEA, "play", "--plain", "--no-save", "--rules", rules, "--players", players,
         "--dice", dice, *options], input="\n".join(typed) + "\n",
        capture_output=True, text=True, timeout=HANG)
    return ran.stdout.splitlines()


def has(what, lines, *wanted):
    """The wanted lines follow each other in this order, others between them."""
    at = iter(lines)
    for line in wanted:
        if not any(line == x for x in at):
            expect(False, f"{what}: no {line!r}", lines)
            return


def lacks(what, lines, part):
    expect(not any(part in x for x in lines), f"{what}: {part!r}", lines)


def test_any_time():
    # Rulebook 002: "At any time during the game a player can turn it", by either player.
    said = play(["61", "ben: double", "ann: take", "13/7 8/7", "quit"], "002")
    has("the player not on turn doubles", said, "ann: Play 6-1 or double, or 'ben: double'?",
        "ben doubles to 2.", "ann takes.", "Cube: 2, with ann.", "ann plays 13/7 8/7.")
    has("by name and blank", play(["61", "ben double", "take"], "002"), "ben doubles to 2.")
    has("by side", play(["61", "B: double", "take"], "002"), "ben doubles to 2.")
    has("before the roll", play(["61", "13/7 8/7", "ann: double", "ben: drop"], "portfolio"),
        "ann doubles to 2.", "ben drops.")
    has("on turn", play(["61", "double", "take"], "portfolio"), "ann doubles to 2.")
    has("only where the rules allow it", play(["61", "ben: double"], "vido"), "ann: Play 6-1?",
        "ann: Play 6-1?")
    lacks("only where the rules allow it", play(["61", "ben: double"], "vido"), "ben doubles")
    has("his turn is his", play(["61", "ben: 13/7 8/7", "ben: roll"], "vido"),
        "It is ann's turn to act.", "It is ann's turn to act.")
    has("resign on the other's turn", play(["61", "ben: resign 2", "accept"], "vido"),
        "ben offers to resign a gammon, 2 points.", "ann accepts.")


def test_words_of_the_booklets():
    # The words of the booklets.
    offer = ["61", "13/7 8/7", "I double"]
    for word, answer in (("I take", "ann takes."), ("accept", "ann takes."),
                         ("I drop.", "ann drops."), ("I pass", "ann drops."),
                         ("refuse", "ann drops."), ("decline", "ann drops."),
                         ("forfeit", "ann drops."), ("reject", "ann drops.")):
        has(word, play(offer + [word], "000"), "ben doubles to 2.", answer)
    lacks("a word that may mean a turn", play(["61", "13/7 8/7", "turn"], "004"), "ben doubles")
    # A word after a command that takes none: nothing happens, and the word is named.
    for line, done in (("take back", "takes"), ("drop dead", "drops"), ("double or not", "beavers"),
                       ("beaver no", "beavers"), ("ann: accept nothing", "takes")):
        said = play(["61", "13/7 8/7", "double", line], "004", "-o", "beavers=1")
        lacks(line, said, done)
        expect(any("is not understood; nothing was done." in x for x in said), line, said)
    for word in ("raise", "bet", "redouble"):
        has(word, play(["61", "13/7 8/7", word], "004"), "ben doubles to 2.")
    for word in ("stones", "men", "checkers"):
        has(word, play(["61", word], "002"),
            "ann's checkers: 2 on 24, 5 on 13, 3 on 8, 5 on 6.")
    has("concede", play(["61", "concede 1", "accept"], "vido"),
        "ann offers to resign the game, 1 point.")
    has("no offer", play(["61", "take"], "vido"),
        "There is no offer to answer. Type a play such as 13/7 8/7, or 'list', 'help'.")
    has("cocked in the opening", play(["cocked", "61"], "compendium"),
        "Cocked dice do not count: both players roll again.", "ann begins with 6-1.")


def test_contest_announced():
    # An illegal play that may be contested is announced (rulebook 001).
    has("an illegal play is announced", play(["61", "made 13/4", "contest"], "001"),
        "ann plays 13/4.",
        "That play is not legal: ben may 'contest' it; a roll or a double accepts it.",
        "ben: Dice or double or contest?",
        "ben demands a legal play: board and dice go back.")


def test_hit_marks():
    # Hit marks are honoured or refused; a jump that can hit on two ways is asked.
    said = play(["61", "8/2* 6/5", "13/7 8/7"], "tournament")
    has("a mark without a blot", said,
        "There is no blot on the 2 point to hit: leave out the '*'.", "ann plays 13/7 8/7.")
    said = play(["61", "13/7*"], "tournament")
    has("a mark in a part of a play", said,
        "There is no blot on the 7 point to hit: leave out the '*'.", "ann: Play 6-1?")
    # Blots of the opponent's on both points that a 4-1 passes.
    jump = ["61", "24/18 23/22", "65", "22/11", "21", "22/20 22/21", "55", "23/8 24/19", "41"]
    both = play(jump + ["18/13", "2"], "hypergammon")
    ways = [i for i, x in enumerate(both) if "can be played in" in x]
    expect(len(ways) == 1, "a jump over a blot is asked", both)
    if ways:
        at = ways[0]
        expect(both[at].startswith("That can be played in 2 ways")
               and both[at + 1].startswith("1. ") and both[at + 2].startswith("2. "),
               "both ways are listed", both)
        expect(any(x == f"ann plays {both[at + 2][3:]}." for x in both[at:]), "the number plays it",
               both)
        for way in both[at + 1:at + 3]:
            has("written out it is not asked", play(jump + [way[3:]], "hypergammon"),
                f"ann plays {way[3:]}.")


def test_list():
    # The list by notation, highest point first; the strongest first if asked.
    said = play(["61", "list", "list best"], "tournament")
    starts = [i for i, x in enumerate(said) if "legal plays with" in x]
    expect(len(starts) == 2, "two lists", said)
    if len(starts) == 2:
        count = int(said[starts[0]].split()[0])
        first = [x.split(". ", 1)[1] for x in said[starts[0] + 1:starts[0] + 1 + count]]
        best = [x.split(". ", 1)[1] for x in said[starts[1] + 1:starts[1] + 1 + count]]

        def key(play_text):
            moves = []
            for part in play_text.replace("*", "").split():
                times = int(part[part.index("(") + 1]) if "(" in part else 1
                points = part.split("(")[0].replace("bar", "25").replace("off", "0")
                whole = [int(x) for x in points.split("/")]
                moves += [whole] * times
            return moves
        expect(first == sorted(first, key=key, reverse=True), "in the order of notation", first)
        expect(sorted(first) == sorted(best), "the same plays", best)
        expect(best[0] == "13/7 8/7", "the best first", best)


def test_rules():
    # The rules of the game with the booklet behind them, and only what was chosen besides.
    said = play(["rules", "quit"], "portfolio", "--option", "beavers=1")
    has("rules", said, "Rules: Portfolio Game leaflet (rulebook 002).",
        "  Doubling: \"At any time during the game a player can turn it\".",
        "Chosen for this game: beavers=1.", "The whole rule book: alea rules portfolio --full.")
    lacks("rules", said, "bearoff_high: ")
    has("bare made", play(["61", "made"], "001"),
        "Not a move: type the moves, such as made 8/4.")


def test_hint():
    # A hint says why.
    said = play(["61", "hint", "13/7 8/7", "hint"], "tournament")
    expect(any("wins" in x and "%" in x and "13/7 8/7" in x for x in said), "a hint has a reason", said)
    expect(any("The player on roll wins" in x for x in said), "a hint on the cube has a reason", said)


def test_resumed():
    # Waiting offers after a resume.
    with tempfile.TemporaryDirectory() as folder:
        save = os.path.join(folder, "game.jsonl")
        start = ["--players", "ann,ben", "--dice", "manual", "--rules", "portfolio"]
        for typed, told in ((["61", "ben: double"], "ben offers a double: the cube would be at 2."),
                            (["61", "resign 3"],
                             "ann offers to resign a backgammon, 3 points.")):
            subprocess.run([ALEA, "play", "--plain", "--save", save, *start],
                           input="\n".join(typed) + "\n", capture_output=True, text=True)
            ran = subprocess.run([ALEA, "play", "--plain", "--resume", save], input="",
                                 capture_output=True, text=True)
            has("after a resume", ran.stdout.splitlines(),
                "Rules: Portfolio Game leaflet (rulebook 002).", told)
            os.remove(save)


def main():
    test_any_time()
    test_words_of_the_booklets()
    test_contest_announced()
    test_hit_marks()
    test_list()
    test_rules()
    test_hint()
    test_resumed()


if __name__ == "__main__":
    main()
