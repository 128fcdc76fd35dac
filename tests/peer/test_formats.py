#!/usr/bin/env python3
"""GNU Backgammon imports the match text and SGF that alea writes, and what it exports
again is, read by alea, the same games: equal scores, winners, points, turns, positions.
An analysis that alea writes into SGF is GNU Backgammon's own when it saves the match.
Skipped (77) where gnubg is not installed."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from support import ALEA
from support.waiting import HANG

GNUBG = shutil.which("gnubg") or "/usr/games/gnubg"
MATCH = "tests/golden/formats/base.mat"


def show(path, *options):
    done = subprocess.run([ALEA, "show", path, *options], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"alea show {path}: {done.stderr}")
    return done.stdout


def summary(path):
    told = json.loads(show(path, "--json"))
    return told["games"], told["final_score"], told["match_length"]


def xgids(path, games):
    """The position of every turn: what both must agree on."""
    found = []
    for number, game in enumerate(games, 1):
        for turn in range(1, game["turns"] + 1):
            text = show(path, "--game", str(number), "--turn", str(turn))
            found.append(next(l for l in text.splitlines() if l.startswith("XGID=")))
    return found


def gnubg(folder, *commands):
    script = os.path.join(folder, "commands")
    with open(script, "w") as file:
        file.write("\n".join(commands) + "\n")
    subprocess.run([GNUBG, "-t", "-q", "-r", "-c", script], capture_output=True, timeout=HANG,
                   env={**os.environ, "HOME": folder})


def analysis_of(path):
    """Every A (plays) and DA (cube) in a file, in order."""
    with open(path) as file:
        return re.findall(r"(?<=[\]\s;])(D?A(?:\[[^\]]*\])+)", file.read())


def analysis(folder):
    ours, theirs = (os.path.join(folder, n) for n in ("analysed.sgf", "saved.sgf"))
    subprocess.run([ALEA, "analyse", "--ply", "0", MATCH, "--sgf", ours], check=True)
    gnubg(folder, f"load match {ours}", f"save match {theirs}")
    if len(analysis_of(ours)) < 100 or analysis_of(ours) != analysis_of(theirs):
        sys.exit(f"{len(analysis_of(ours))} judgements written, {len(analysis_of(theirs))} "
                 "saved by gnubg; or they differ")
    print(f"{len(analysis_of(ours))} judgements loaded and saved by GNU Backgammon: equal")


def main():
    if not os.path.exists(GNUBG):
        return 77
    with tempfile.TemporaryDirectory() as folder:
        sgf, back, again = (os.path.join(folder, n) for n in ("a.sgf", "b.mat", "c.sgf"))
        from_sgf = os.path.join(folder, "d.mat")
        subprocess.run([ALEA, "convert", "-q", MATCH, "-o", sgf], check=True)
        gnubg(folder, f"import mat {os.path.abspath(MATCH)}", f"export match mat {back}",
              f"save match {again}", f"load match {sgf}", f"export match mat {from_sgf}")
        wanted = summary(MATCH)
        positions = xgids(MATCH, wanted[0])
        for path in (back, again, from_sgf):
            if not os.path.exists(path):
                sys.exit(f"gnubg wrote no {os.path.basename(path)}")
            if summary(path) != wanted:
                sys.exit(f"{path}: {summary(path)} instead of {wanted}")
            if xgids(path, wanted[0]) != positions:
                sys.exit(f"{path}: the positions differ")
        analysis(folder)
        print(f"{len(positions)} positions, three ways through GNU Backgammon: equal")
    return 0


if __name__ == "__main__":
    sys.exit(main())
