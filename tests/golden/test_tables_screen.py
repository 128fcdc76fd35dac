"""The full screen of tables games: one moment of a game each, NAME.out in tests/golden/tables_screen. With --record the
files are written anew."""
import difflib
import os
import sys
import tempfile

from support import ALEA
from support.screen_emulator import Screen

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tables_screen")
# Name; the game and options; dice, of which a throw reads two rolls; lines typed; what stands on the last screen.
SCREENS = [
    # A man is pinned under another.
    ("plakoto", ["plakoto"], "61 11 66 11 54 11 61 11", ["", "", "24/18(2) 18/12(2)", "", "24/19 24/20", "", "12/6 12/11"],
     r"ann plays 12/6\^ 12/11\.\n+ben: Roll"),
    ("fevga", ["fevga"], "61 11 65 11 42 11 31 11", ["", "", "1", "", "1", ""], r"ann: Play 3-1>\n"),
    ("tabula", ["tabula"], "seed:4", ["", "", "1", "", "1", ""], r"ann: Play 4-1-2>\n"),
    ("ur", ["ur"], "seed:4", ["", "", "1", "", "1", "", "1", "", "1", ""], r"cannot move\.\n+ben: Roll"),
    # With the cube its key is named.
    ("cube", ["portes", "-o", "cube=on"], "61 11 31 11 42 11", ["", "", "8/5 6/5", ""], r"ben: Play 4-2>\n"),
]


def screen(game, dice, lines, last):
    with tempfile.NamedTemporaryFile("w") as file:
        if not dice.startswith("seed:"):
            file.write(dice)
            file.flush()
            dice = "file:" + file.name
        t = Screen([ALEA, "play", "--no-save", "--players", "ann,ben", "--dice", dice, "--game", *game], 24, 80)
        t.wait_for("first move>")
        t.type("".join(line + "\r" for line in lines))
        t.wait_for(last)
        t.type("\x0c")
        t.wait_for(last)
        text = t.text().rstrip("\n") + "\n"
        t.type("quit\r")
        t.status()
        return text


def main():
    wrong = 0
    for name, game, dice, lines, last in SCREENS:
        path = os.path.join(FOLDER, name + ".out")
        said = screen(game, dice, lines, last)
        if "--record" in sys.argv:
            with open(path, "w", encoding="utf-8") as file:
                file.write(said)
            continue
        with open(path, encoding="utf-8") as file:
            wanted = file.read()
        if said != wanted:
            wrong += 1
            sys.stdout.writelines(difflib.unified_diff(
                wanted.splitlines(True), said.splitlines(True), name + ".out", "now"))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
