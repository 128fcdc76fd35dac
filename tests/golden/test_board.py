"""The drawn board at several widths, with and without Unicode: one recorded moment of a
game, NAME.out in tests/golden/board. With --record the files are written anew."""
import difflib
import os
import subprocess
import sys
import tempfile

from support import ALEA

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "board")
DICE = "31 66 52 61"
TYPED = b"\n8/5 6/5\n\n24/18(2) 13/7(2)\n\n13/8\n13/11\n\n\n24/17*\nquit\n"
SCREENS = [("wide", 100, "C.UTF-8"), ("standard", 80, "C.UTF-8"), ("ascii", 80, "C"),
           ("compact", 62, "C.UTF-8"), ("narrow", 40, "C.UTF-8"), ("tiny", 20, "C.UTF-8")]


def screen(width, locale):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("LC_")}
    environment.update(COLUMNS=str(width), LANG=locale, LC_ALL=locale, TERM="xterm")
    with tempfile.NamedTemporaryFile("w") as dice:
        dice.write(DICE)
        dice.flush()
        return subprocess.run([ALEA, "play", "--no-save", "--dice", "file:" + dice.name,
                               "--players", "anna,ben"], input=TYPED, env=environment,
                              stdout=subprocess.PIPE, check=False).stdout.decode()


def main():
    wrong = 0
    for name, width, locale in SCREENS:
        path = os.path.join(FOLDER, name + ".out")
        said = screen(width, locale)
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
        for line in said.splitlines():
            if len(line) > width:
                print("%s: wider than %d: %s" % (name, width, line))
                wrong += 1
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
