#!/usr/bin/env python3
"""`alea tables random`: random games of every rule set are accepted event by event and end; the figures
are those of the seed, add up, and fit what the rules can give.

ctest labels: full
"""
import re
import subprocess

from support import ALEA
from support.effort import effort
from support.expect import expect
from support.waiting import HANG

COUNT = effort(150, 5)
LINE = re.compile(r"^(\w+) +(\d+) games, ([\d.]+) plays a game \(longest (\d+)\), (\d+) drawn, won by the starter "
                  r"([\d.]+)%, 1 point (\d+), 2 points (\d+), more (\d+)$")


def run(*words):
    return subprocess.run([ALEA, "tables", "random", *words], capture_output=True, text=True, timeout=HANG)


def figures(game, *words):
    ran = run(game, "--count", str(COUNT), *words)
    expect(ran.returncode == 0 and not ran.stderr, game, ran)
    lines = [LINE.match(line) for line in ran.stdout.splitlines()]
    expect(all(lines), ran.stdout)
    return lines


def main():
    games = subprocess.run([ALEA, "tables", "list"], capture_output=True, text=True, timeout=HANG).stdout.split()
    for game in games:
        for line in figures(game):
            name, count, mean, longest, drawn, _, *points = line.groups()
            expect(int(count) == COUNT and 10 < float(mean) <= int(longest), line[0])
            expect(int(drawn) == 0 or name in ("plakoto", "tapa", "mahbusa", "pingame"), line[0])
            # A draw of no points is among none of them.
            expect(sum(map(int, points)) in (COUNT, COUNT - int(drawn)), line[0])
            expect(int(points[2]) == 0 or name == "tawla31", line[0])
    expect(len(figures("tavli")) == 3, "tavli")
    seven = run("plakoto", "--count", "40", "--seed", "7").stdout
    expect(seven == run("plakoto", "--count", "40", "--seed", "7").stdout, "the same seed")
    expect(seven != run("plakoto", "--count", "40", "--seed", "8").stdout, "another seed")
    one_each = [line for line in figures("plakoto", "-o", "draw_value=one_each")][0]
    void = figures("plakoto")[0]
    expect(int(one_each[7]) == int(void[7]) + int(void[5]), "a draw gives each a point", one_each[0], void[0])
    for words, said in (((), "missing GAME"), (("chess",), "unknown game"), (("ur", "--count", "0"), "--count"),
                        (("ur", "-o", "dice=2"), "dice")):
        ran = run(*words)
        expect(ran.returncode == 2 and said in ran.stderr, words, ran)


if __name__ == "__main__":
    main()
