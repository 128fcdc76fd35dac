#!/usr/bin/env python3
"""A save with sealed dice is made whole or not at all: killed before any call that changes a file, `alea play`
leaves no save, or one that is gone on with; the same command then makes one, whatever lies there. A file that
is there, and one that is being played, stay as they are."""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

from support import ALEA, SOURCE
from support.expect import expect
from support.waiting import HANG

GAMES = (("--plain",), ("--game", "plakoto"))


def build(folder):
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        sys.exit(77)
    library = os.path.join(folder, "kill_at.so")
    source = os.path.join(SOURCE, "tests", "support", "kill_at.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    return library


def play(*words, typed="", **environment):
    return subprocess.run([ALEA, "play", *words], input=typed, capture_output=True, text=True, timeout=HANG,
                          env=dict(os.environ, **environment))


def goes_on(save):
    """The save is resumed with its dice; its seed lies beside it."""
    ran = play("--resume", save, typed="\nquit\n")
    expect(ran.returncode == 0 and "goes on" in ran.stdout and "pening roll" in ran.stdout, save, ran)


def killed_everywhere(game, folder, library):
    """-> the saves that kills left, by the call before which each came."""
    left = set()
    for call in range(1, 40):
        save = os.path.join(folder, f"save-{call}")
        ran = play(*game, "--save", save, typed="quit\n", LD_PRELOAD=library, KILL_AT=str(call), KILL_UNDER=folder,
                   ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0")
        if ran.returncode == 0:
            expect(call > 6, "every file is written and synced", call)
            goes_on(save)
            return left
        expect(ran.returncode == -9, game, call, ran)
        if os.path.exists(save):
            left.add(call)
            goes_on(save)
            before = open(save, "rb").read()
            ran = play(*game, "--save", save, typed="quit\n")
            expect(ran.returncode in (2, 3) and open(save, "rb").read() == before, "it is not written over", ran)
            os.remove(save)
        again = play(*game, "--save", save, typed="quit\n")
        expect(again.returncode == 0, game, call, again)
        goes_on(save)
        expect(not glob.glob(save + ".new"), os.listdir(folder))
    return sys.exit("it never came to its end")


def one_player(folder):
    """Two programs and one name: the second gets nothing, the first loses nothing."""
    save = os.path.join(folder, "twice")
    first = subprocess.Popen([ALEA, "play", "--plain", "--save", save], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, text=True)
    while "first move" not in first.stdout.readline():
        pass
    kept = [open(save + end, "rb").read() for end in ("", ".seed")]
    ran = play("--game", "ur", "--save", save)
    expect(ran.returncode == 3 and [open(save + end, "rb").read() for end in ("", ".seed")] == kept, ran)
    first.communicate("quit\n", timeout=HANG)
    goes_on(save)
    expect(os.stat(save + ".seed").st_mode & 0o777 == 0o600, "for its owner alone")


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        library = build(folder)
        for number, game in enumerate(GAMES):
            inside = os.path.join(folder, str(number))
            os.mkdir(inside)
            expect(killed_everywhere(game, inside, library), "no kill came after the save was made")
        one_player(folder)


if __name__ == "__main__":
    main()
