#!/usr/bin/env python3
"""`alea play --game --level`: each level plays its own game, kept in the save for --resume; levels of
backgammon alone are refused, and a save that names none; a table of Ur goes before the net."""
import os
import subprocess
import tempfile

from support import ALEA
from support.expect import expect
from support.waiting import HANG


def play(*words):
    return subprocess.run([ALEA, "play", *words], capture_output=True, text=True, timeout=HANG)


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines(keepends=True)


def saved(folder, game, players, *more):
    """A match of two machines: what was said, and its record."""
    path = os.path.join(folder, "save")
    ran = play("--game", game, "--players", players, "--dice", "seed:24", "--match", "1", "--save", path, *more)
    expect(ran.returncode == 0, game, players, ran)
    lines = lines_of(path)
    os.remove(path)
    return ran, lines


def check_levels(folder):
    for game in ("portes", "senet"):
        found = {}
        for level in ("beginner", "expert", "strongest"):
            ran, lines = saved(folder, game, "alea,alea", "--level", level)
            expect(f"# levels {level} {level}\n" in lines, lines)
            expect((f"alea plays at the level {level}.\n" in ran.stdout) == (level != "expert"), ran.stdout)
            expect(saved(folder, game, f"alea:{level},alea:{level}")[1] == lines, "one level, one match", level)
            found[level] = "".join(line for line in lines if not line.startswith("#"))
        expect(len(set(found.values())) == 3, game)
        mixed = saved(folder, game, "alea:beginner,alea:expert")[1]
        expect("".join(line for line in mixed if not line.startswith("#")) not in found.values(), "each its own")


def check_resume(folder):
    """The half of a record goes on as the whole did; one of before levels as the expert."""
    path = os.path.join(folder, "half")
    lines = saved(folder, "portes", "alea:strongest,alea:beginner")[1]
    usual = [line for line in saved(folder, "portes", "alea,alea")[1] if not line.startswith("# levels")]
    for whole in (lines, usual):
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(whole[:len(whole) // 2])
        ran = play("--resume", path)
        expect(ran.returncode == 0 and lines_of(path) == whole, ran)
    bad = [line.replace("strongest", "poppy") for line in lines[:20]]
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(bad)
    ran = play("--resume", path)
    expect(ran.returncode == 3 and "names no levels" in ran.stderr and lines_of(path) == bad, ran)


def check_refused():
    for words in (("--level", "poppy"), ("--players", "you,alea:echo")):
        ran = play("--game", "portes", *words)
        expect(ran.returncode == 2 and "plays backgammon alone" in ran.stderr and not ran.stdout, words, ran)


def check_table(folder):
    path = os.path.join(folder, "ur.bearoff")
    subprocess.run([ALEA, "bearoff", "make", "--kind", "ur", "-c", "2", path], check=True, capture_output=True)
    by_net = saved(folder, "ur", "alea,alea")[1]
    os.environ["ALEA_UR"] = path
    ran, by_table = saved(folder, "ur", "alea,alea")
    expect(by_table != by_net and not ran.stderr, ran.stderr)
    with open(path, "r+b") as file:
        file.seek(20)
        file.write(b"x")
    ran, damaged = saved(folder, "ur", "alea,alea")
    expect(damaged == by_net and "judged without it" in ran.stderr, ran.stderr)


def main():
    os.environ["ALEA_UR"] = ""
    check_refused()
    with tempfile.TemporaryDirectory() as folder:
        check_levels(folder)
        check_resume(folder)
        check_table(folder)


if __name__ == "__main__":
    main()
