"""Whole games through `alea play --plain`: what was typed in NAME.in must be answered as
NAME.out says, and the save must hold the same game. record_play.py makes both."""
import difflib
import glob
import os
import subprocess
import sys
import tempfile

from support import ALEA
from support.waiting import HANG

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "play")
PRESETS = {"vido", "compendium", "portfolio", "sheet", "ocastudios"}


def run(arguments, typed=b""):
    return subprocess.run([ALEA] + arguments, input=typed, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=HANG, check=False)


def check_game(name):
    with open(os.path.join(FOLDER, name + ".in"), "rb") as script:
        options, typed = script.read().split(b"\n", 1)
    with open(os.path.join(FOLDER, name + ".out"), encoding="utf-8") as out:
        wanted = out.read()
    options = options.decode().split()
    said = run(["play", "--plain", "--no-save"] + options, typed).stdout.decode()
    if said != wanted:
        sys.stdout.writelines(difflib.unified_diff(
            wanted.splitlines(True), said.splitlines(True), name + ".out", "now"))
        return False
    if name in PRESETS and "wins the match." not in wanted:
        print(name + ": the recorded game does not end")
        return False
    if b"seed:" not in options:
        return True
    with tempfile.TemporaryDirectory() as folder:
        save = os.path.join(folder, "game.jsonl")
        run(["play", "--plain", "--save", save] + options, typed)
        verdict = run(["verify-dice", save])
        if verdict.returncode != 0 or b"the dice hold" not in verdict.stdout:
            print(name + ": " + verdict.stdout.decode() + verdict.stderr.decode())
            return False
        if any(x.endswith(".seed") for x in os.listdir(folder)):
            print(name + ": a seed was left beside a seeded game")
            return False
    return True


def main():
    names = sorted(os.path.basename(p)[:-3] for p in glob.glob(FOLDER + "/*.in"))
    if not PRESETS <= set(names):
        sys.exit("a rulebook has no recorded game: " + str(PRESETS - set(names)))
    wrong = [name for name in names if not check_game(name)]
    print(f"{len(names)} recorded games, {len(wrong)} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
