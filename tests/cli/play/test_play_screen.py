#!/usr/bin/env python3
"""`alea play` on the full screen, in a pseudo-terminal at four sizes: letters, arrows, mouse,
function keys, completion, resize, stop and continue, signals, colours, ASCII, and the smaller
terminal that gets lines."""
import os
import re
import signal
import tempfile
import time

from support import ALEA
from support.expect import expect
from support.screen_emulator import Screen

SIZES = ((24, 80, False), (24, 132, True), (30, 100, False), (40, 120, False), (60, 200, True))
CODES = "\x1b\\[[0-9;]*38;5;220"


def game(*arguments, rows=24, columns=80, **environment):
    return Screen([ALEA, "play", "--dice", "seed:7", *arguments], rows, columns, **environment)


def settle(t, seconds=0.4):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        t.read(0.05)


def check_size(rows, columns, wide):
    t = game("--no-save", rows=rows, columns=columns)
    t.wait_for("first move>")
    expect(1049 in t.modes and 1000 in t.modes, "full screen, with the mouse", t)
    expect(re.match(" ┌─*13─", t.row(0)), "the board is at the top", t)
    expect(t.row(rows - 1).startswith(" F1 Help"), "keys at the bottom", t)
    t.type("\r")
    t.wait_for("Play 3-1>")
    expect(t.row(rows - 2) == "Play 3-1>", "the prompt above the keys", t)
    # Letters: H is the 8 point, E the 5 point.
    t.type("HE")
    t.wait_for("1 left to play")
    expect("pips 164" in t.text(), "the draft is drawn", t)
    # The mouse: the column of the 6 point, then that of the 5 point.
    low = next(i for i in range(rows) if re.match(" └─*12─", t.row(i)))
    t.click(low - 3, t.row(low).index("6─"))
    settle(t)
    t.click(low - 3, t.row(low).index("5─"))
    t.wait_for("Play complete")
    t.type("\x1b[15~")  # F5
    t.wait_for("Taken back")
    # Arrows: the cursor begins on 6; one to the right is 5.
    t.wait_for("Play the 1>")
    t.type("\x1bOA\x1bOA\x1bOB ")  # appears on 6, up and down again
    settle(t)
    t.type("\x1b[C ")
    t.wait_for("Play complete")
    t.type("\r")
    t.wait_for("alea plays .*(.|\n)*or double>")
    expect("You play 8/5 6/5." in t.text(), "the play is announced", t)
    beside = any("You play 8/5" in t.row(i)[80:] for i in range(rows))
    expect(beside == wide, "a wide screen has the messages beside the board", t)
    expect(re.search(r"\( *[○╭]", t.text()), "the last play is marked", t)
    # A point from which nothing moves: a bell, nothing else.
    before = t.text()
    t.type("A")
    settle(t)
    expect("\a" in t.raw and t.text() == before, "a bell for a point without moves", t)
    t.type("\x1bOP")  # F1
    t.wait_for("A play is typed from-point")
    if not wide and rows < 40:
        expect("-- more: PageDown --" in t.text(), "there is more", t)
    for _ in range(6):
        t.type("\x1b[6~")
    t.wait_for("abandon:")
    expect("-- more" not in t.text(), "the end", t)
    t.type("quit\r")
    expect(t.status() == 0 and "Game stopped, not saved." in t.raw, "quit", t)
    expect(1049 not in t.modes and 1000 not in t.modes, "the terminal is given back", t)
    expect("abandon:" in t.raw.split("\x1b[?1049l")[-1], "the last messages stay", t)


def check_typing():
    t = game("--no-save")
    t.wait_for("first move>")
    t.type("\r")
    t.wait_for("Play 3-1>")
    t.type("8/5 \t")
    t.wait_for("8/5 6/5   8/5 8/7   8/5 24/23")
    t.type("6\t")
    t.wait_for("> 8/5 6/5")
    t.type("\x15")
    t.type("24/2\t")
    t.wait_for("24/23 ")
    t.type("\x15hinx\x7ft\r")
    t.wait_for("1. 8/5 6/5")
    t.type("1\r")
    t.wait_for("You play 8/5 6/5.")
    t.type("\x04")
    expect(t.status() == 0, "Ctrl-D ends it")


def check_resize():
    t = game("--no-save", rows=40, columns=120)
    t.wait_for("first move>")
    t.type("\r")
    t.wait_for("Play 3-1>")
    t.type("HE")
    t.wait_for("1 left to play")
    t.resize(20, 50)  # in mid-turn, smaller than the full screen begins with
    t.wait_for("Play the 1>")
    settle(t)
    expect("13:5 8:2" in t.text(), "a narrow window gets the list of points", t)
    t.resize(24, 80)
    t.wait_for("┌13")
    t.type("6/5\r")
    t.wait_for("Play complete")
    t.resize(60, 150)
    settle(t)
    t.type("\r")
    t.wait_for("You play 8/5 6/5.")
    t.type("quit\r")
    expect(t.status() == 0, "resized and ended")


def check_signals(folder):
    save = os.path.join(folder, "game.jsonl")
    t = game("--save", save)
    t.wait_for("first move>")
    t.type("\r")
    t.wait_for("Play 3-1>")
    os.kill(t.pid, signal.SIGTSTP)
    os.waitpid(t.pid, os.WUNTRACED)
    settle(t)
    expect(1049 not in t.modes, "stopped: the terminal is as it was", t)
    os.kill(t.pid, signal.SIGCONT)
    t.wait_for("Play 3-1>")
    expect(1049 in t.modes, "continued: the full screen is back", t)
    t.type("HE")
    t.wait_for("1 left to play")
    t.type("\x03")
    expect(t.status() == 130, "Ctrl-C ends it with 130")
    expect(1049 not in t.modes and 1000 not in t.modes and "--resume" in t.raw,
           "the terminal is given back, and how to go on is said", t)
    t = Screen([ALEA, "play", "--resume", save], 24, 80)
    t.wait_for("Play 3-1>")
    expect("Going on with" in t.text(), "resumed on the full screen", t)
    os.kill(t.pid, signal.SIGTERM)
    expect(t.status() == 143 and 1049 not in t.modes, "SIGTERM")
    t = Screen([ALEA, "play", "--resume", os.path.join(folder, "none.jsonl")], 24, 80)
    expect(t.status() == 3 and "cannot open" in t.raw and 1049 not in t.modes,
           "an error is said on the ordinary screen", t)


def check_looks():
    t = game("--no-save")
    t.wait_for("first move>")
    expect(re.search(CODES, t.raw), "256 colours")
    t.type("\x04")
    t.status()
    t = game("--no-save", TERM="xterm")
    t.wait_for("first move>")
    expect(not re.search(CODES, t.raw) and re.search(r"\x1b\[[0-9;]*33", t.raw), "8 colours", t)
    t.type("\x04")
    t.status()
    t = game("--no-save", NO_COLOR="1")
    t.wait_for("first move>")
    expect(not re.search(r"\x1b\[[0-9;]*3[0-7]m", t.raw) and not re.search(CODES, t.raw),
           "NO_COLOR is respected", t)
    t.type("\x04")
    t.status()
    t = game("--no-save", LANG="C")
    t.wait_for("first move>")
    expect(t.row(0).startswith(" +13-14") and t.raw.isascii(), "ASCII without UTF-8", t)
    t.type("\x04")
    t.status()


def check_lines():
    """Too small, not wanted, or not able: the dialogue of lines."""
    for arguments, rows, columns, more in (((), 23, 80, {}), ((), 24, 79, {}),
                                           (("--line",), 40, 120, {}),
                                           (("--plain",), 40, 120, {}),
                                           ((), 40, 120, {"TERM": "dumb"}),
                                           ((), 40, 120, {"TERM": "no-such-terminal"})):
        t = game("--no-save", *arguments, rows=rows, columns=columns, **more)
        t.wait_for("first move[>?]")
        expect(1049 not in t.modes and "F1 Help" not in t.text(), "lines", t)
        t.type("quit\r")
        expect(t.status() == 0, "quit of lines")


def main():
    for size in SIZES:
        check_size(*size)
    check_typing()
    check_resize()
    with tempfile.TemporaryDirectory() as scratch:
        check_signals(scratch)
    check_looks()
    check_lines()
    print("the full screen holds at %d sizes" % len(SIZES))


if __name__ == "__main__":
    main()
