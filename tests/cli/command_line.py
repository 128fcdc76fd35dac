"""alea as a command, and what is wrong with it: for the tests beside this file."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from waiting import HANG

ALEA = os.environ.get("ALEA", "build/release/alea")
SOURCE = os.environ.get("ALEA_SOURCE", ".")
MATCH = os.path.abspath(os.path.join(SOURCE, "tests/golden/formats/base.mat"))


def alea(*arguments, **how):
    return subprocess.run([ALEA, *arguments], capture_output=True, text=True, timeout=HANG,
                          **how)


def first_game(folder):
    """The first game of MATCH as a match of its own: a double, a drop, thirteen plays."""
    path = os.path.join(folder, "first_game.mat")
    with open(path, "w", encoding="utf-8") as file:
        file.write(read(MATCH).split("\n Game 2")[0])
    return path


def check(claim, *what):
    if not claim:
        sys.exit("wrong: " + " ".join(str(w) for w in what))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()
