#!/usr/bin/env python3
"""GNU Backgammon plays whole sessions and matches against `alea external`, unattended, and
its own record of them is held against what we answered: an answer that it misreads is
played as a pass without a word, so nothing less would show it.

Usage: test_external_sessions.py [GAMES]   (about that many; default 30)
$ALEA is the program. Exit status 0 agreed, 1 differed, 77 skipped."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from support import ALEA
from support.waiting import HANG

GNUBG = shutil.which("gnubg") or "/usr/games/gnubg"

# A name may hold blanks; gnubg sends them as they are.
SETTINGS = """set defaultnames "GNU Backgammon" "Joe Doe"
set confirm new off
set confirm save off
set display off
set automatic roll on
set automatic move on
set automatic bearoff off
set rng mersenne
set seed {seed}
set player {theirs} gnubg
set player {theirs} chequer evaluation plies 0
set player {theirs} cubedecision evaluation plies 0
set player {ours} external {address}
"""


def serve(folder, address):
    log = os.path.join(folder, "log")
    server = subprocess.Popen(
        [ALEA, "external", address, "--ply", "0", "--threads", "1", "--once",
         "--beavers", "--log", log], stdout=subprocess.PIPE, text=True)
    said = server.stdout.readline()
    assert said.startswith("listening on "), said
    return server, log, said.split()[-1]


def play(folder, address, ours, games, length, seed):
    """One gnubg run; returns our log's lines and the text of its record."""
    server, log, at = serve(folder, address)
    record = os.path.join(folder, "record.mat")
    words = SETTINGS.format(seed=seed, theirs=1 - ours, ours=ours, address=at)
    if length:
        words += "set automatic game on\nnew match %d\nexport match mat %s\n" % (length, record)
    else:
        # gnubg 1.07 goes back to its prompt when an external player takes a beaver.
        go_on = "play\n" * 3
        words += "set automatic game off\nnew session\n" + go_on
        words += ("new game\n" + go_on) * (games - 1)
        words += "export match mat %s\n" % record
    words += "set player %d human\nquit\n" % ours
    made = subprocess.run([GNUBG, "-t", "-q", "-r"], input=words, capture_output=True,
                          text=True, timeout=HANG, errors="replace")
    try:
        server.wait(timeout=HANG)
    except subprocess.TimeoutExpired:
        server.kill()
        sys.exit("alea external did not end when gnubg had left")
    if server.returncode:
        sys.exit("alea external ended with status %d" % server.returncode)
    for line in made.stdout.splitlines():
        if re.search(r"(?i)illegal|invalid|unable|unexpected|error", line):
            sys.exit("gnubg says: " + line)
    with open(log) as file:
        lines = file.read().replace("\n-> ", " -> ").splitlines()
    with open(record, errors="replace") as file:
        text = file.read()
    for name in ("log", "record.mat"):
        os.remove(os.path.join(folder, name))
    return lines, text


def movement(text):
    """What a play does to its side's points, whatever way it is written."""
    change = {}
    for word in text.replace("*", "").lower().split():
        word, _, times = word.partition("(")
        points = [25 if w in ("bar", "25") else 0 if w in ("off", "0") else int(w)
                  for w in word.split("/")]
        for _ in range(int(times.rstrip(")") or 1)):
            change[points[0]] = change.get(points[0], 0) - 1
            change[points[-1]] = change.get(points[-1], 0) + 1
    return {k: v for k, v in change.items() if v}


def our_answers(lines):
    """(dice, movement) of each play we answered, in order; and the other answers."""
    plays, words = [], []
    for line in lines:
        board, _, reply = line.rpartition(" -> ") if " -> " in line else (line, "", "")
        if not board:
            sys.exit("a line of the log has no answer: " + line)
        if not board.startswith("board:"):
            continue
        if reply.startswith("Error"):
            sys.exit("refused: " + line)
        fields = board.split(":")
        dice = sorted(int(n) for n in fields[33:35])
        if dice[0]:
            plays.append((dice, movement(reply)))
        else:
            words.append(reply)
    return plays, words


def recorded_plays(text, column):
    """The same from a .mat file; the cube words of that player; how many games. Player 0's
    half of a line begins behind the number, player 1's past the middle; a long play may
    push it further."""
    plays, words, games = [], [], 0
    for line in text.splitlines():
        games += bool(re.match(r"\s*Game \d+", line))
        numbered = re.match(r"\s*\d+\) ", line)
        if not numbered:
            continue
        parts = re.finditer(r"(\d\d): ((?:(?!\d\d:|Doubles|Takes|Drops|Beavers|Wins).)*)"
                            r"|(Doubles|Takes|Drops|Beavers)", line)
        for part in parts:
            if (part.start() >= numbered.end() + 20) != (column == 1):
                continue
            if part.group(3):
                words.append(part.group(3).lower())
            else:
                move = re.sub(r"(?i)cannot move|\?+", "", part.group(2))
                plays.append((sorted(int(n) for n in part.group(1)), movement(move)))
    return plays, words, games


def compare(lines, text, ours):
    answered, words = our_answers(lines)
    recorded, cube, games = recorded_plays(text, ours)
    recorded = [p for p in recorded if p[1]]
    answered = [p for p in answered if p[1]]
    # gnubg makes a play for us where there is one only, without asking.
    at = 0
    for i, play in enumerate(answered):
        while at < len(recorded) and recorded[at] != play:
            at += 1
        if at == len(recorded):
            sys.exit("answer %d, %s, is not in gnubg's record" % (i, play))
        at += 1
    said = {"double": "doubles", "take": "takes", "drop": "drops", "beaver": "beavers"}
    mine = [said[w] for w in words if w in said]
    return len(answered), len(recorded), games, mine, cube


def main():
    if not os.path.exists(GNUBG):
        print("skipped: no gnubg")
        return 77
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    started, total, run = time.time(), {"games": 0, "plays": 0, "doubles": 0, "takes": 0,
                                        "drops": 0, "beavers": 0}, 0
    with tempfile.TemporaryDirectory() as folder:
        while total["games"] < wanted:
            length = (0, 7, 0, 3)[run % 4]
            ours = run // 2 % 2
            address = "127.0.0.1:0" if run % 3 else os.path.join(folder, "socket")
            lines, text = play(folder, address, ours, min(8, wanted), length, 100 + run)
            plays, recorded, games, mine, cube = compare(lines, text, ours)
            for word in ("doubles", "takes", "drops", "beavers"):
                total[word] += mine.count(word)
            if plays < recorded * 0.5:
                sys.exit("only %d of %d plays were asked for" % (plays, recorded))
            for word in ("doubles", "drops"):
                if mine.count(word) != cube.count(word):
                    sys.exit("%s: we said it %d times, gnubg's record has it %d times"
                             % (word, mine.count(word), cube.count(word)))
            total["games"] += games
            total["plays"] += plays
            run += 1
    print("%d games in %.0f s:" % (total["games"], time.time() - started),
          ", ".join("%d %s" % (n, word) for word, n in total.items() if word != "games"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
