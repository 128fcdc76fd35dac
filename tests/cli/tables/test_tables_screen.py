#!/usr/bin/env python3
"""`alea play --game` on the full screen, in a pseudo-terminal: every game draws all its men; keys, the mouse and typed
parts make a turn, undo takes a part back; help with the rules, hints, resize, colours, Ctrl-C and resuming."""
import os
import re
import subprocess
import tempfile
import time

from support import ALEA
from support.expect import expect
from support.screen_emulator import Screen
from support.waiting import HANG


def game(name, *arguments, rows=24, columns=80, **environment):
    return Screen([ALEA, "play", "--game", name, "--dice", "seed:4", "--no-save", *arguments], rows, columns,
                  **environment)


def settle(t, seconds=0.4):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        t.read(0.05)


def redrawn(t):
    t.type("\x0c")
    settle(t)
    return t.text()


def check_every_game():
    """The set-up: a board at the top, the keys at the bottom, and each side's men by their numbers."""
    names = subprocess.run([ALEA, "tables", "list"], capture_output=True, text=True, timeout=HANG).stdout.split()
    for name in names:
        t = game(name)
        t.wait_for("first move>")
        board = redrawn(t)
        expect(1049 in t.modes and t.row(23).startswith(" F1 Help"), name, t)
        expect(re.search(r"┌", t.row(0) + t.row(1)) and "you" in board and "alea" in board, name, board)
        lines = [t.row(i)[:44] for i in range(13)]
        if name in ("ur", "senet"):
            expect(sum(line.count("│") for line in lines) >= 40, name, board)
        else:
            expect("BAR" in board and "13─14─15" in board, name, board)
        if name == "senet":
            expect("".join(lines).count("●") == "".join(lines).count("○") == 7, name, board)
        t.type("quit\r")
        expect(t.status() == 0 and 1049 not in t.modes and "Game stopped" not in t.raw.split("1049l")[0], name, t)


def check_parts():
    t = game("plakoto", "--players", "ann,ben")
    t.wait_for("first move>")
    t.type("\r")
    t.wait_for(r"ann: Roll \(Enter\)>")
    t.type("\r")
    t.wait_for("ann: Play 3-6>")
    t.type("XU")  # 24 to 21
    t.wait_for("6 left to play")
    expect(t.row(11).count("●") or "15" in t.text(), t)
    expect("ann: Play the 6>" in redrawn(t) and "pips 357" in t.text(), "the part is drawn", t)
    t.type("\x1b[15~")  # F5
    t.wait_for("Taken back")
    expect("pips 357" not in redrawn(t), "undone", t)
    t.type("\x1b[15~")
    t.wait_for("Nothing to take back")
    # The mouse: 24, then 18.
    at = t.row(0)
    t.click(2, at.index("24") - 0)
    settle(t)
    t.click(2, at.index("18"))
    t.wait_for("3 left to play")
    t.type("21/18\r")
    t.wait_for("No own|no own|No checker|stands")
    t.type("24/21\r")
    t.wait_for("Play complete: Enter to confirm")
    t.type("\r\x0c")
    t.wait_for(r"ann plays 24/18 24/21\.(.|\n)*ben: Roll")
    t.type("\x1bOQ\x0c")  # F2 has nothing to say before a roll
    t.wait_for("Enter rolls")
    t.type("\r")
    t.wait_for("ben: Play")
    t.type("\x1bOQ\x0c")
    t.wait_for("likes best(.|\n)*2\\. ")
    t.type("1\r\x0c")
    t.wait_for("ben plays(.|\n)*ann: Roll")
    t.type("\x1bOP")  # F1: the words, then the rules
    t.wait_for("A play is typed from-point")
    for _ in range(8):
        t.type("\x1b[6~")
    t.wait_for("Source: ")
    t.type("?\r")
    t.wait_for("A play is typed from-point")
    t.type("quit\r")
    expect(t.status() == 0, "quit")


def check_shapes():
    """Three dice lie on the board of Tabula; men enter from the reserve of Ur by its key; a house of Senet by the mouse."""
    t = game("tabula", "--players", "ann,ben")
    t.wait_for("first move>")
    t.type("\r")
    t.wait_for("Roll")
    t.type("\r")
    t.wait_for("Play 3-6-5>")
    expect("[3] [6] [5]" in redrawn(t) and "bar 15" in t.text(), "three dice and the reserve", t)
    t.type("ZV")  # from the bar by the 3
    t.wait_for("6-5 left to play")
    t.type("\x03")
    expect(t.status() == 130 and "not saved" in t.raw, "Ctrl-C")
    t = game("ur", "--players", "ann,ben")
    t.wait_for("first move>")
    t.type("\r\r")
    t.wait_for(r"Play [1-4]>")
    die = int(re.search(r"Play ([1-4])>", t.text())[1])
    t.type("Z" + chr(ord("A") + 14 - die))
    t.wait_for("Play complete")
    redrawn(t)
    expect("bar 6" in t.text() and any(re.search("[●○]", t.row(i)[:42]) for i in range(2, 12)), "it is on its square", t)
    t.type("\r")
    t.wait_for(r"plays bar/%d" % (15 - die))
    t.type("\x04")
    t.status()
    t = game("senet", "--players", "ann,ben", rows=40, columns=132)
    t.wait_for("first move>")
    t.type("\r\r")
    t.wait_for(r"Play [1-5]>")
    t.type("list\r")
    t.wait_for(r"1\. \d+/\d+")
    start, end = re.search(r"1\. (\d+)/(\d+)", t.text()).groups()

    def square(point):
        row = next(i for i in range(16) if re.search(r"│%s[ *]" % point, t.row(i)))
        return row + 1, t.row(row).index("│" + point) + 2

    redrawn(t)
    t.click(*square(start))
    settle(t)
    t.click(*square(end))
    t.wait_for("Play complete")
    t.type("\r")
    t.wait_for("plays %s/%s" % (start, end))
    t.type("\x04")
    t.status()


def check_sizes(folder):
    t = game("fevga", rows=40, columns=120, NO_COLOR="1")
    t.wait_for("first move>")
    expect(not re.search(r"\x1b\[[0-9;]*3[0-8][;m]", t.raw), "NO_COLOR", t)
    t.resize(20, 50)
    t.wait_for(r"From 60 columns on the\s+board is drawn")
    expect("24:15" in t.text(), "a narrow window gets the list of points", t)
    t.resize(24, 80)
    t.wait_for("┌13─14")
    t.type("quit\r")
    t.status()
    t = game("ur", LANG="C")
    t.wait_for("first move>")
    expect(t.raw.isascii() and "+---+---+" in t.text(), "ASCII", t)
    t.type("quit\r")
    t.status()
    for arguments, rows, columns in (((), 23, 80), (("--line",), 24, 80), (("--plain",), 24, 80)):
        t = game("ur", *arguments, rows=rows, columns=columns)
        t.wait_for("first move[>?]")
        expect(1049 not in t.modes, "lines", arguments, t)
        t.type("quit\r")
        expect(t.status() == 0, "quit of lines")
    save = os.path.join(folder, "save")
    t = Screen([ALEA, "play", "--game", "tavli", "--dice", "seed:4", "--save", save], 24, 80)
    t.wait_for("first move>")
    t.type("\r\r")
    t.wait_for("Play [1-6]")
    t.type("\x03")
    expect(t.status() == 130 and f"alea play --resume {save}" in t.raw and 1049 not in t.modes, "how to go on", t)
    t = Screen([ALEA, "play", "--resume", save], 24, 80)
    t.wait_for("Play [1-6]")
    expect("Going on with" in t.text() and 1049 in t.modes, "resumed on the full screen", t)
    t.type("\x04")
    expect(t.status() == 0, "Ctrl-D")


def main():
    check_every_game()
    check_parts()
    check_shapes()
    with tempfile.TemporaryDirectory() as folder:
        check_sizes(folder)


if __name__ == "__main__":
    main()
