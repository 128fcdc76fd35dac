"""alea as a command, and a match to give it."""
import os
import subprocess

from support import ALEA, SOURCE
from support.waiting import HANG

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


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()
