"""A match to bring to a server whose test does not turn on how long it is: analysing base.mat whole takes
half a minute under a sanitizer."""
import itertools
import os
import re

from support import SOURCE


def short_match(turns=4):
    """base.mat, three games, each resigned after its first turns, before any double."""
    with open(os.path.join(SOURCE, "tests/golden/formats/base.mat"), encoding="ascii") as file:
        head, *games = re.split(r"(?=^ Game )", file.read(), flags=re.M)
    cut = []
    for game, won in zip(games, ("1 point", "2 points", "2 points and the match"), strict=True):
        lines = game.split("\n")
        played = itertools.takewhile(lambda line: "Doubles" not in line, lines[2:2 + turns])
        cut.append("\n".join([*lines[:2], *played, " " * 34 + "Wins " + won, "", ""]))
    return (head + "".join(cut)).encode()
