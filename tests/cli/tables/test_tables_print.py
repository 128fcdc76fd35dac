#!/usr/bin/env python3
"""`alea print set --game`: every game has its rules in its own words, its board, its men and its dice;
sheets have the size of the paper; what does not fit together is refused."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from support import ALEA
from support.expect import expect
from support.waiting import HANG


def run(*words):
    return subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=HANG)


def printed(path, *words):
    """The text of each page and the sizes of the pages."""
    ran = run(ALEA, "print", "set", *words, "-o", path)
    expect(ran.returncode == 0 and not ran.stderr, words, ran)
    pages = run("pdftotext", path, "-").stdout.split("\f")[:-1]
    sizes = re.findall(r"size: +([\d.]+) x ([\d.]+)", run("pdfinfo", "-l", "99", path).stdout)
    expect(len(pages) == len(sizes), words, len(pages), sizes)
    return [re.sub(r"\s+", " ", page) for page in pages], [tuple(map(float, size)) for size in sizes]


def rules_of(game, *words):
    """The sentences of `alea rules --game`, one text each, without titles and sources."""
    text = run(ALEA, "rules", "--game", game, *words).stdout.split("\nOptions:")[0]
    text = re.sub(r"\n  (?=\S)", " ", text)
    return [line[2:] for line in text.splitlines() if line.startswith("- ") and "Source:" not in line]


def count(page, word):
    return len(re.findall(word, page))


def test_all(path):
    games = run(ALEA, "tables", "list").stdout.split()
    for game in games:
        pages, sizes = printed(path, "--game", game)
        whole = " ".join(pages)
        for sentence in rules_of(game):
            if not sentence.startswith("A match of several"):
                expect(sentence in whole, game, sentence)
        expect(whole.count("Source: ") == (3 if game == "tavli" else 1), game)
        upright = {(595.276, 841.89), (595.28, 841.89)}
        lying = [at for at, size in enumerate(sizes) if size not in upright]
        expect(lying == ([1] if game in ("ur", "senet") else []), game, sizes)
        expect("doubling" not in whole, game, "a cube that the game has not")
        expect((game in ("ur", "senet")) != ("fold the teeth in" in whole), game)


def test_parts(path):
    pages, _ = printed(path, "--game", "ur")
    expect(len(pages) == 5 and "Men: seven a side" in pages[2], pages)
    board = pages[1].split("behind 1 ", 1)[1].split()
    expect(sorted(map(int, board)) == sorted(list(range(1, 15)) + [1, 2, 11, 12, 13, 14]), board)
    pages, _ = printed(path, "--game", "senet", "--option", "pieces=5")
    expect("Men: five a side" in " ".join(pages), pages)
    board = next(page for page in pages if "off behind 1" in page).split("behind 1 ", 1)[1].split()
    expect(sorted(map(int, board)) == list(range(1, 31)), board)
    ringed = "Each ring is a man's place"
    for game, rings in (("plakoto", True), ("fevga", True), ("tabula", False), ("tavli", False)):
        pages, _ = printed(path, "--game", game)
        expect((ringed in pages[0]) == rings, game, pages[0])
        expect(("Shake three dice" in pages[0]) == (game == "tabula"), game, pages[0])
    _, sizes = printed(path, "--game", "nardi", "--paper", "letter", "--sheets", "4")
    expect({tuple(sorted(size)) for size in sizes} == {(612.0, 792.0)}, sizes)


def test_options(path):
    """The options change the rules, the cube and the score dots."""
    plain, _ = printed(path, "--game", "plakoto")
    cube, _ = printed(path, "--game", "plakoto", "--option", "cube=on", "--option", "mother=none")
    expect("mother" in " ".join(plain) and "mother" not in " ".join(cube), cube)
    expect("Dice and doubling cubes" in " ".join(cube), cube)
    none, _ = printed(path, "--game", "tawla31", "--target", "0")
    expect("small dots" in plain[0] and "small dots" not in none[0], none[0])


def test_refused(path):
    for words, said in ((("set", "--game", "chess"), "unknown game"), (("rules", "--game", "ur"), "goes with 'set'"),
                        (("set", "--game", "ur", "--rules", "vido"), "of backgammon"),
                        (("set", "--game", "ur", "--option", "dice=9"), "dice"),
                        (("set", "--game", "fevga", "--option", "cube"), "KEY=VALUE")):
        ran = run(ALEA, "print", *words, "-o", path)
        expect(ran.returncode == 2 and said in ran.stderr, words, ran)


def main():
    if not shutil.which("pdftotext"):
        print("no pdftotext: skipped")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "set.pdf")
        test_all(path)
        test_parts(path)
        test_options(path)
        os.remove(path)
        test_refused(path)
        expect(os.listdir(folder) == [], "no half file")


if __name__ == "__main__":
    main()
