#!/usr/bin/env python3
"""How the board of `alea play` lies: larger on a larger terminal, fixed or turned for two people,
home boards left or right, colours by name; kept for the next game."""
import os
import subprocess
import tempfile

from support.screen_emulator import Screen
from support import ALEA
from support.expect import expect
from support.waiting import HANG


def play(typed, *options, **environment):
    return subprocess.run([ALEA, "play", "--line", "--dice", "manual", *options],
                          input="\n".join(typed + ["quit"]) + "\n", capture_output=True, text=True,
                          timeout=HANG, env={**os.environ, "LANG": "C.UTF-8", **environment})


def boards(text):
    """The rows of each board that was drawn, without the facts beside it."""
    found, rows = [], []
    for line in text.splitlines():
        if line.startswith((" \u250c", " |", " \u2502", " \u2514", " +")):
            rows.append(line[:45])
            if len(rows) == 13:
                found.append(rows)
                rows = []
    return found


def test_two_people():
    two = ("--players", "ann,ben", "--no-save")
    turned = boards(play(["31", "8/5 6/5", "board"], *two).stdout)
    fixed = boards(play(["31", "8/5 6/5", "board"], *two, "--board", "fixed").stdout)
    # Ann's sign is the filled disc, whoever is to play.
    expect(turned[1][1][3] == "\u25cf" and turned[2][1][3] == "\u25cb", "\n".join(turned[2]))
    # Fixed: the same picture for both, but the numbers are those of whoever plays.
    expect(fixed[2][1][3] == "\u25cf" and fixed[2][0].startswith(" \u250c12"), "\n".join(fixed[2]))
    expect(turned[2][0].startswith(" \u250c13"), "\n".join(turned[2]))
    # Home on the left.
    left = boards(play(["31"], *two, "--home", "left").stdout)
    expect(left[0][0].startswith(" \u250c24") and left[0][12].startswith(" \u2514\u25001"), "\n".join(left[0]))
    expect(left[0][1][::-1].strip() != left[0][1].strip(), left[0][1])


def test_kept(folder):
    home = {"XDG_DATA_HOME": folder}
    kept = os.path.join(folder, "alea", "play.settings")
    play([], "--home", "left", "--no-save", **home)
    expect(not os.path.exists(kept), "--no-save keeps nothing")
    play([], "--home", "left", "--colours", "silver,gold", "--save", os.path.join(folder, "a.jsonl"), **home)
    with open(kept, encoding="utf-8") as file:
        expect(file.read() == "board turned\nhome left\ncolours white,yellow\n", "kept")
    said = play(["31"], "--save", os.path.join(folder, "b.jsonl"), **home).stdout
    expect(boards(said)[0][0].startswith(" \u250c24") and "at the lower left." in said.replace("\n", " "), said)
    # A file that is damaged changes nothing; one that cannot be read is named.
    with open(kept, "wb") as file:
        file.write(b"home sideways\n\0\xff\n" + b"x" * 300 + b"\nboard fixed")
    ran = play(["31"], "--no-save", **home)
    expect(ran.returncode == 0 and not ran.stderr and boards(ran.stdout)[0][0].startswith(" \u250c13"), ran)
    os.remove(kept)
    os.mkdir(kept)
    ran = play(["31"], "--no-save", **home)
    expect(ran.returncode == 0 and "the settings cannot be read" in ran.stderr, ran)
    ran = play(["31"], "--home", "left", "--save", os.path.join(folder, "c.jsonl"), **home)
    expect(ran.returncode == 0 and "these settings are not kept" in ran.stderr, ran)


def test_refused():
    for words in (("--board", "sideways"), ("--home", "up"), ("--colours", "red"), ("--colours", "red,red"),
                  ("--colours", "gold,yellow"), ("--colours", "pink,red")):
        ran = play([], "--no-save", *words)
        expect(ran.returncode == 2 and words[0] in ran.stderr, words, ran)


def test_sizes():
    for rows, columns, top in ((26, 104, " \u250c\u250013\u2500\u2500\u2500"), (25, 104, " \u250c13\u2500"),
                               (36, 130, " \u250c\u2500\u250013"), (36, 129, " \u250c\u250013\u2500\u2500\u2500"),
                               (60, 200, " \u250c\u2500\u250013")):
        t = Screen([ALEA, "play", "--dice", "seed:7", "--no-save"], rows, columns)
        t.wait_for("first move>")
        expect(t.row(0).startswith(top), (rows, columns), t.text())
        t.type("\r")
        t.wait_for("Play 3-1>")
        # The mouse finds the points of every size: the labels say where they stand.
        last = next(i for i in range(rows - 1, 0, -1) if "\u2534" in t.row(i))
        label = t.row(last)
        drawn = len(t.raw)
        t.click(last - 1, label.index("8\u2500"))
        while len(t.raw) == drawn:  # the points that it can go to are underlined
            t.read(0.2)
        t.click(last - 1, label.index("5\u2500"))
        t.wait_for("1 left to play")
        t.type("6/5\r\r")
        t.wait_for("alea plays .*(.|\n)*or double>")
        t.type("quit\r")
        expect(t.status() == 0, "the end", t.text())


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = folder
        test_two_people()
        test_refused()
        test_sizes()
    with tempfile.TemporaryDirectory() as folder:
        test_kept(folder)


if __name__ == "__main__":
    main()
