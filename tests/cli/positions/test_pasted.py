#!/usr/bin/env python3
"""Positions as people paste them: text between identifiers, an XGID without its name or in
the middle of a line, a play that the dice do not allow."""
import json

from support.command_line import alea
from support.expect import expect

BOARD = "-b----E-C---eE---c-e----B-:0:0:1:%s:0:0:0:0:10"
PASTE = """A position from the club
XGID=%s

X:Ann  O:Ben
Score is X:0 O:0. Unlimited game
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 | X           O    |   | O              X |
Pip count  X: 167  O: 167 X-O: 0-0
see XGID=%s for the other
and %s
"""


def shows_each():
    """alea show draws every position of a text, and says where one is damaged."""
    boards = [BOARD % dice for dice in ("31", "42", "65")]
    text = "First\n" + "".join(f"XGID={board}\n\nthen\n" for board in boards)
    run = alea("show", "-", input=text)
    expect(run.returncode == 0 and [line for line in run.stdout.splitlines() if line.startswith("XGID=")] ==
           [f"XGID={board}" for board in boards], run.stdout, run.stderr)
    run = alea("show", "--json", "-", input=text)
    found = [json.loads(line)["position"]["xgid"] for line in run.stdout.splitlines()]
    expect(run.returncode == 0 and found == [f"XGID={board}" for board in boards], found, run.stderr)
    damaged = text.replace(boards[1], boards[1].replace(":42:", ":47:"))
    run = alea("show", "-", input=damaged)
    expect(run.returncode == 1 and "-:5:" in run.stderr and run.stdout.count("XGID=") == 2, run.stdout, run.stderr)
    run = alea("show", "-", input=f"XGID={boards[0]}\n")
    expect(run.returncode == 0 and run.stdout.count("XGID=") == 1, run.stdout)


def passes_over_single_words():
    """A line of one ordinary word is prose; a word that may be a mistyped ID is named."""
    start = "4HPwATDgc/ABMA"
    words = ("thanks", "Thanks!", "THANKS", "Solution:", "congratulations", "(OK)", "don't", "too-good", "Größe")
    for command in ("cube", "eval", "scores"):
        depth = [] if command == "eval" else ["--ply", "0"]
        run = alea(command, *depth, "-", input="\n".join([start, *words, start, ""]))
        expect(run.returncode == 0 and run.stdout.count(start) == 2 and run.stderr ==
               f"alea {command}: passed over {len(words)} lines without a position\n", run.stdout, run.stderr)
    for slip in (start[:-1], start + "A", start[1:], "sGfwATDgcABMAx", "XGID=-b-", "HPwATDgcABMA:",
                 "4HPwATDgc", "AAAAAAAAAAAAAB", "thanks4", "a+b"):
        run = alea("eval", "-", input=f"{start}\nthanks\n{slip}\n{start}\n")
        expect(run.returncode == 1 and run.stdout.count("Phase") == 2 and "line 3" in run.stderr
               and run.stderr.split("\n")[0].endswith(f": {slip}"), slip, run.stdout, run.stderr)


def one_message_for_all():
    """Every command reports a bad position in the same words, and goes on."""
    start = "4HPwATDgc/ABMA 31"
    reports = set()
    for command in (["cube", "--ply", "0"], ["scores", "--ply", "0", "--size", "2"], ["eval"], ["diagram"],
                    ["move", "--ply", "0"], ["rollout", "--trials", "36", "--truncate", "1"]):
        run = alea(*command, "-", input=f"{start}\n  4HPwATDgc/ABM!\n{start}\n")
        expect(run.returncode == 1 and run.stdout.count(start.split()[0]) >= 2, command, run.stdout, run.stderr)
        reports.add(run.stderr.replace(f"alea {command[0]}: ", "", 1))
    expect(len(reports) == 1 and reports.pop().startswith("line 2"), reports)
    for command in ("cube", "eval", "move", "rollout"):
        run = alea(command, "--json", "--score", "1-2", start)
        expect(run.returncode == 1 and json.loads(run.stdout)["error"]["code"] == "bad_stakes"
               and "argument 1: --score" in run.stderr, command, run.stdout, run.stderr)


def main():
    shows_each()
    passes_over_single_words()
    one_message_for_all()
    for command, dice in (("cube", "00"), ("move", "31"), ("eval", "00")):
        board = BOARD % dice
        paste = PASTE % (board, board, board)
        run = alea(command, "-", input=paste)
        expect(run.returncode == 0 and run.stdout.count(board) == 3, command, run.stdout, run.stderr)
        expect(run.stderr.splitlines() == [f"alea {command}: passed over 6 lines without a position"],
               command, run.stderr)
        # A program gets an answer to each line.
        run = alea(command, "--json", "-", input=paste)
        found = ["error" in json.loads(line) for line in run.stdout.splitlines()]
        expect(run.returncode == 1 and len(found) == 9 and sum(found) == 6, command, run.stdout)
    # A slip in an identifier is reported, wherever it stands, and text alone is no answer.
    for text, line in (("4HPwATDgc/ABM\n", 1), ("some words\nsee XGID=-b-- here\n", 2)):
        run = alea("cube", "-", input=text)
        expect(run.returncode == 1 and "line %d" % line in run.stderr, text, run.stderr)
    for command in ("cube", "move"):
        run = alea(command, "-", input="some words\nand more\n")
        expect(run.returncode == 1 and "no position in 2 lines" in run.stderr, command, run.stderr)
    # A board may begin with "-".
    run = alea("cube", BOARD % "00")
    expect(run.returncode == 0 and "money, cube 1" in run.stdout, run.stderr)
    expect(alea("cube", "-b----E").returncode == 2, "an option all the same")

    start = "4HPwATDgc/ABMA"
    for arguments in ((start, "31", "--play", "8/5 6/5"), (start, "--play", "8/5 6/5")):
        run = alea("diagram", *arguments)
        expect(run.returncode == 0 and run.stdout, arguments, run.stderr)
    for arguments, reason in (((start, "31", "--play", "8/4 6/5"), "more than the dice allow"),
                              ((start, "31", "--play", "6/7 8/5"), "--play 6/7 8/5: "),
                              ((start, "--play", "8/7 6/2 5/1"), "no dice allow")):
        run = alea("diagram", *arguments)
        expect(run.returncode == 1 and not run.stdout and reason in run.stderr, arguments,
               run.stdout, run.stderr)


if __name__ == "__main__":
    main()
