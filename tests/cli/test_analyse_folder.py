#!/usr/bin/env python3
"""alea analyse of many files: told in order whatever the threads, kept, resumed after an
interrupt and a kill, never from a damaged or foreign file.
ctest labels: slow"""
import json
import os
import signal
import subprocess
import tempfile

from support import ALEA
from support.command_line import alea, first_game
from support.expect import expect
from support.waiting import HANG, wait_until

FILES = 9


def make(folder, files=FILES):
    """Matches that differ, one in a folder below, a file that is none."""
    with open(first_game(folder), encoding="utf-8") as file:
        text = file.read()
    os.makedirs(os.path.join(folder, "in", "deep"))
    for i in range(files):
        place = "in/deep" if i == 3 else "in"
        with open(os.path.join(folder, place, f"{i:03}.mat"), "w", encoding="utf-8") as out:
            out.write(text.replace("Player 1", f"Play{i:04}"))
    with open(os.path.join(folder, "in", "note.md"), "w", encoding="utf-8") as out:
        out.write("# not a match\n")
    return os.path.join(folder, "in")


def lines(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def in_order(folder):
    place = make(folder)
    cache = os.path.join(folder, "cache")
    one = alea("analyse", "--json", "--ply", "0", "--threads", "1", "--no-cache", place)
    expect(one.returncode == 1 and "note.md" in one.stderr, one.returncode, one.stderr)
    names = [line["file"] for line in lines(one)]
    expect(names == sorted(names) and len(names) == FILES + 1, names)
    expect(sum("error" in line for line in lines(one)) == 1, names)
    many = alea("analyse", "--json", "--ply", "0", "--threads", "3", "--cache", cache, place)
    expect(many.stdout == one.stdout and many.stderr == one.stderr, "threads change the words")
    again = alea("analyse", "--json", "--ply", "0", "--cache", cache, place)
    expect(again.stdout == one.stdout, "kept analyses differ")
    alone = alea("analyse", "--json", "--ply", "0", names[0])
    expect(alone.stdout == one.stdout.splitlines(keepends=True)[0], "alone")
    text = alea("analyse", "--ply", "0", "--cache", cache, place)
    expect(text.stdout.count("money session") + text.stdout.count("match to") == FILES,
           text.stdout[:300])
    for form in ("--html", "--sgf", "--xgtext"):
        done = alea("analyse", form, os.path.join(folder, "out"), place)
        expect(done.returncode == 2 and "one file" in done.stderr, done.stderr)
        expect(not os.path.exists(os.path.join(folder, "out")), form)


def damaged(folder):
    """A kept analysis that is cut, changed or empty is made again; other settings have
    others."""
    place = make(folder, 3)
    cache = os.path.join(folder, "cache")
    good = alea("analyse", "--json", "--ply", "0", "--cache", cache, place).stdout
    kept = sorted(os.listdir(cache))
    expect(len(kept) == 3, kept)
    for change in (lambda b: b[:len(b) // 2], lambda b: b"", lambda b: b[:100] + b"x" + b[101:],
                   lambda b: b[:8] + b"\xff" * 8 + b[16:], lambda b: b"a" * 5000):
        for name in kept:
            path = os.path.join(cache, name)
            with open(path, "rb") as file:
                whole = file.read()
            with open(path, "wb") as file:
                file.write(change(whole))
        done = alea("analyse", "--json", "--ply", "0", "--cache", cache, place)
        expect(done.stdout == good, "a damaged file was believed")
        expect(sorted(os.listdir(cache)) == kept, os.listdir(cache))
    other = alea("analyse", "--json", "--ply", "1", "--cache", cache, place)
    expect(other.stdout != good and len(os.listdir(cache)) == 2 * len(kept), "settings")
    done = alea("analyse", "--json", "--ply", "0", "--cache", "/dev/null/none", place)
    expect(done.returncode == 3 or "none" in done.stderr, done.returncode, done.stderr)


def cut_off(folder):
    """Ctrl-C tells whole files only; after it, and after a kill, the same command goes on."""
    files = 40
    place = make(folder, files)
    cache = os.path.join(folder, "cache")
    words = [ALEA, "analyse", "--json", "--ply", "1", "--threads", "2", "--cache", cache, place]

    def kept():
        return len(os.listdir(cache)) if os.path.exists(cache) else 0

    for how in (signal.SIGINT, signal.SIGKILL):
        before = kept()
        run = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        wait_until(lambda: kept() > before + 2 or run.poll() is not None, "kept analyses", 0.001)
        run.send_signal(how)
        out, err = run.communicate(timeout=HANG)
        if how == signal.SIGINT and run.returncode != 1:
            expect(run.returncode == 130 and "goes on" in err, run.returncode, err)
            told = [json.loads(line) for line in out.splitlines()]
            expect(len(told) <= files and all("decisions" in t or "error" in t for t in told), err)
        for name in os.listdir(cache):
            expect(name.endswith(".tmp") or len(name) == 48, name)
    print(f"{kept()} of {files} kept when cut off twice")
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    fresh = alea("analyse", "--json", "--ply", "1", "--no-cache", place)
    expect(done.stdout == fresh.stdout and len(lines(done)) == files + 1, done.stderr)


def loops(place):
    """Links back to a folder around them are passed over; folders too deep are named."""
    folder = make(place, 2)
    plain = alea("analyse", "--json", "--ply", "0", "--no-cache", folder)
    os.symlink(".", os.path.join(folder, "same"))
    os.symlink("..", os.path.join(folder, "deep", "out"))
    os.symlink("gone", os.path.join(folder, "dangling"))
    looped = alea("analyse", "--json", "--ply", "0", "--no-cache", folder)
    expect(plain.stdout == looped.stdout and plain.returncode == looped.returncode == 1, looped.stderr)
    deep = os.path.join(place, *["f"] * 40)
    os.makedirs(deep)
    run = alea("analyse", "--no-cache", os.path.join(place, "f"))
    expect(run.returncode == 3 and "folders within folders, more than 32" in run.stderr, run.stderr)


def main():
    for test in (in_order, damaged, cut_off, loops):
        with tempfile.TemporaryDirectory() as place:
            test(place)
    print("ok")


if __name__ == "__main__":
    main()
