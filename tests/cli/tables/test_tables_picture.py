#!/usr/bin/env python3
"""`alea diagram --game`: every game's start is drawn with all its checkers, pinned ones at the edge
under those that pin them; bad positions are named; PNG and PDF come from the same picture."""
import os
import re
import subprocess
import tempfile
import xml.etree.ElementTree as tree

from support import ALEA
from support.expect import expect
from support.waiting import HANG


def alea(*words):
    return subprocess.run([ALEA, *words], capture_output=True, text=True, timeout=HANG)


def draw(*words):
    ran = alea("diagram", *words, "--to", "svg", "-o", "-")
    expect(ran.returncode == 0 and not ran.stderr, words, ran.stderr)
    tree.fromstring(ran.stdout)
    return ran.stdout


def checkers(svg):
    """Side, x and y of each checker, in the order in which they are drawn."""
    return [(a, int(x), int(y)) for a, x, y in
            re.findall(r'<circle class="ck-(.)" cx="(\d+)" cy="(\d+)"', svg)]


def main():
    for game in alea("tables", "list").stdout.split():
        if game == "tavli":
            continue
        svg = draw("--game", game)
        drawn = checkers(svg)
        expect(all(20 <= y <= 420 and 20 <= x <= 600 for _, x, y in drawn), game, drawn)
        sides = [sum(side == which for side, _, _ in drawn) for which in "ab"]
        expect(sides[0] == sides[1] > 0, game, sides)
        expect(svg.count("<rect") == {"ur": 29, "senet": 31}.get(game, 3), game)
    # A pin: his checker at the edge of my point 7, mine on it; three of mine borne off.
    position = ("3,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,11,0;"
                "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,14,0;;18")
    svg = draw("--game", "plakoto", position)
    seven = [(side, y) for side, x, y in checkers(svg) if x == 270 and y > 220]
    expect(seven == [("b", 400), ("a", 364)], seven)
    expect(">3</text>" in svg and ">11</text>" in svg and ">14</text>" in svg, svg)
    with tempfile.TemporaryDirectory() as folder:
        for kind, begins in (("png", b"\x89PNG"), ("pdf", b"%PDF-")):
            path = os.path.join(folder, "a." + kind)
            ran = alea("diagram", "--game", "ur", "-o", path)
            with open(path, "rb") as file:
                expect(ran.returncode == 0 and file.read(5).startswith(begins), kind, ran)
    expect("X: 0 off" in alea("diagram", "--game", "plakoto").stdout, "as text")
    for words, said in ((("--game", "plakoto", "1;2"), "column"), (("--game", "go"), "go"),
                        (("--game", "ur", "a", "b"), "one position"),
                        (("--game", "ur", "--home-left"), "of backgammon")):
        ran = alea("diagram", *words)
        expect(ran.returncode == 2 and said in ran.stderr, words, ran)


if __name__ == "__main__":
    main()
