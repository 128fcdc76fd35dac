#!/usr/bin/env python3
"""alea print: pages of the right size with embedded fonts, sheets that look as the stored pictures do,
backs behind their fronts, and clear refusals that leave no half file.

ctest labels: full
"""
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from support import ALEA
from support.effort import effort
from support.waiting import HANG

FOLDER = os.path.dirname(os.path.abspath(__file__))
PICTURES = os.path.join(FOLDER, "..", "golden", "paper")
SIZES = {"a4": (595.28, 841.89), "letter": (612, 792)}


def alea(*words, stdout=subprocess.PIPE):
    return subprocess.run([ALEA, "print", *words], stdin=subprocess.DEVNULL, stdout=stdout,
                          stderr=subprocess.PIPE, timeout=HANG)


def told(command, path, *words):
    return subprocess.run([command, *words, path], capture_output=True, text=True, check=True,
                          timeout=HANG).stdout


def page_sizes(path):
    out = told("pdfinfo", path, "-l", "99")
    return [tuple(float(word) for word in line.split()[3:6:2])
            for line in out.splitlines() if line.startswith("Page ") and " size:" in line]


def fonts_are_embedded(path):
    lines = told("pdffonts", path).splitlines()[2:]
    assert lines, "no font"
    for line in lines:
        assert line[-30:].split()[0] == "yes" or " yes " in line, line


def grey_pages(path, folder):
    """Every page at 24 dots an inch: [(width, height, bytes)]."""
    stem = os.path.join(folder, "page")
    subprocess.run(["pdftoppm", "-r", "24", "-gray", path, stem], check=True, timeout=HANG)
    pages = []
    for name in sorted(os.listdir(folder)):
        if name.startswith("page"):
            with open(os.path.join(folder, name), "rb") as file:
                kind, size, _, data = file.read().split(b"\n", 3)
            assert kind == b"P5", kind
            width, height = map(int, size.split())
            pages.append((width, height, data))
            os.remove(os.path.join(folder, name))
    return pages


def near(one, two):
    """Of the same size, and hardly a dot differs: renderers smooth lines a little differently."""
    if one[:2] != two[:2]:
        return False
    far = sum(abs(a - b) > 90 for a, b in zip(one[2], two[2]))
    return far * 200 < len(one[2])


def compare(name, pages):
    path = os.path.join(PICTURES, name + ".pgm.gz")
    whole = b"".join(b"%d %d\n" % page[:2] + page[2] for page in pages)
    if os.environ.get("ALEA_NEW_PICTURES"):
        os.makedirs(PICTURES, exist_ok=True)
        with gzip.GzipFile(path, "wb", 9, mtime=0) as file:
            file.write(whole)
        return
    with gzip.open(path) as file:
        stored = file.read()
    for number, page in enumerate(pages, 1):
        size, stored = stored.split(b"\n", 1)
        width, height = map(int, size.split())
        assert near(page, (width, height, stored[:width * height])), f"{name}, page {number}"
        stored = stored[width * height:]
    assert not stored, f"{name}: fewer pages than stored"


def margin_is_white(page):
    """No ink where printers do not reach: 7 mm on each side."""
    width, height, dots = page
    margin = int(7 / 25.4 * 24)
    return all(dots[y * width + x] > 200 for y in range(height) for x in range(width)
               if min(x, y, width - 1 - x, height - 1 - y) < margin)


def mirrored(front, back):
    """The last row of men is not full: on the front it ends at the left, on the back, which is turned
    about the long edge, at the right. (test_paper has the distances.)"""
    def ink(page, right):
        width, height = page[:2]
        quarter = width // 5
        low, high = height * 100 // 297, height * 112 // 297
        rows = [page[2][y * width:(y + 1) * width] for y in range(low, high)]
        return sum(dot < 200 for row in rows
                   for dot in (row[-quarter:] if right else row[:quarter]))
    assert ink(front, False) > 20 and ink(front, True) == 0, (ink(front, False), ink(front, True))
    assert ink(back, True) > 20 and ink(back, False) == 0, (ink(back, False), ink(back, True))


def leaflets(out):
    """The booklet's own words, its examples with their plays, and no word of a screen."""
    for book, word in (("000", "checker"), ("001", "checker"), ("002", "stone"), ("003", "checker"),
                       ("004", "man")):
        done = alea("rules", "--rules", book, "-o", out)
        assert done.returncode == 0, done
        text = re.sub(r"\s+", " ", subprocess.run(
            ["pdftotext", out, "-"], capture_output=True, text=True, check=True, timeout=HANG).stdout)
        whole = json.loads(subprocess.run([ALEA, "rules", book, "--full", "--json"], check=True,
                                          capture_output=True, timeout=HANG).stdout)
        for mark in ("--", "alea", "preset", "'made", "press Enter"):
            assert mark not in text, (book, mark)
        for chapter in whole["chapters"]:
            for quotation in chapter["quotations"]:
                assert re.sub(r"\s+", " ", quotation) in text, (book, quotation)
        for example in whole["examples"]:
            answers = example["right"] or example["named"]
            assert (answers[0] or "No move") in text, (book, answers)
        assert word in text, (book, word)
        # A checker that enters is no key to press.
        assert book != "000" or "Enter with the 3 on the third point" in text, book


def main():
    for program in ("pdfinfo", "pdffonts", "pdftoppm"):
        if not shutil.which(program):
            print(f"no {program}: skipped")
            sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.pdf")
        for paper, (width, height) in effort(list(SIZES.items()), [("letter", SIZES["letter"])]):
            upright, lying = (width, height), (height, width)
            for words, expected in (
                    (("set", "--colour"), [upright] * 11),
                    (("set", "--sheets", "4", "--ink-saving", "--preset", "nackgammon"),
                     [upright] + [lying] * 4 + [upright] * 8),
                    (("rules", "--preset", "vido"), [upright] * (5 if paper == "a4" else 6)),
                    (("rules", "--booklet"), [lying] * 4),
                    (("score", "--match", "7", "--white", "Ann", "--black", "Zo\u00eb"), [upright])):
                done = alea(*words, "--paper", paper, "-o", out)
                assert done.returncode == 0 and not done.stderr, done
                sizes = page_sizes(out)
                assert len(sizes) == len(expected), (words, sizes)
                for got, wanted in zip(sizes, expected):
                    assert all(abs(a - b) < .5 for a, b in zip(got, wanted)), (words, got, wanted)
                fonts_are_embedded(out)
                pages = grey_pages(out, folder)
                compare("-".join([paper, words[0], *[w.strip("-") for w in words[1:3]]]), pages)
                for number, page in enumerate(pages, 1):
                    assert margin_is_white(page), (words, paper, number)
                if words[:2] == ("set", "--colour"):
                    mirrored(pages[3], pages[4])

        # The same words, the same drawing; standard output where no file is named.
        assert b"%PDF-" == alea("score").stdout[:5]
        # Every preset prints.
        for preset in effort(("vido", "compendium", "portfolio", "sheet", "ocastudios", "money",
                              "tournament", "nackgammon", "hypergammon", "longgammon", "002", "standard"),
                             ("vido", "hypergammon")):
            for what in ("set", "rules"):
                done = alea(what, "--preset", preset, "-o", out)
                assert done.returncode == 0, (preset, what, done.stderr)

        leaflets(out)

        # A match and a quiz: a page of answers behind each page of questions.
        match = os.path.join(FOLDER, "..", "..", "bench", "match7.mat")
        for option, least in (("--pdf", 10), ("--quiz", 4)):
            done = subprocess.run([ALEA, "analyse", match, "--ply", "0", "--min-loss", ".1", "--paper",
                                   "letter", option, out], stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=HANG)
            assert done.returncode == 0 and not done.stdout, done
            sizes = page_sizes(out)
            assert len(sizes) >= least and set(sizes) == {(612.0, 792.0)}, sizes
            fonts_are_embedded(out)
            if option == "--quiz":
                assert len(sizes) % 2 == 0
                for page in range(1, len(sizes) + 1):
                    text = subprocess.run(["pdftotext", "-f", str(page), "-l", str(page), out, "-"],
                                          capture_output=True, text=True, check=True).stdout
                    assert ("Quiz" in text) == (page % 2 == 1), (page, text)
                    assert ("Answers" in text) == (page % 2 == 0), (page, text)
        done = subprocess.run([ALEA, "analyse", match, "--ply", "0", "--min-loss", "9", "--quiz", out],
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=HANG)
        assert done.returncode not in (0, 2) and b"no decision" in done.stderr, done

        # Refusals: a sentence, a usage status, the old file untouched, no half file.
        with open(out, "wb") as file:
            file.write(b"old")
        for words, sentence in ((("card",), "not set, rules or score"), ((), "missing"),
                                (("set", "--paper", "a5"), "a4 or letter"),
                                (("set", "--preset", "chess"), "chess is not a preset"),
                                (("set", "--rules", "vido", "--preset", "vido"), "exclude each other"),
                                (("set", "--option", "cube"), "KEY=VALUE"),
                                (("set", "--sheets", "3"), "2 or 4"),
                                (("set", "--target", "65"), "64"),
                                (("score", "--match", "-1"), "--match"),
                                (("set", "rules"), "")):
            done = alea(*words, "-o", out)
            assert done.returncode == 2, (words, done)
            assert sentence in done.stderr.decode(), (words, done.stderr)
        with open(out, "rb") as file:
            assert file.read() == b"old"
        # A name longer than its line is cut there; control characters are blanks.
        done = alea("score", "--white", "W\u00e9" * 300, "--black", "a\tb\x01c", "-o", out)
        assert done.returncode == 0, done
        said = subprocess.run(["pdftotext", "-layout", out, "-"], capture_output=True, text=True).stdout
        cut = re.search("((?:W\u00e9)+W?)\\.\\.\\.", said)
        assert cut and 10 < len(cut[1]) < 40 and "\x01" not in said, said
        missing = os.path.join(folder, "no", "such.pdf")
        done = alea("score", "-o", missing)
        assert done.returncode not in (0, 2) and b"No such file" in done.stderr, done
        if os.path.exists("/dev/full"):
            with open("/dev/full", "wb") as full:
                done = alea("set", stdout=full)
            assert done.returncode == 3 and re.search(b"space|disk full", done.stderr), done
        assert os.listdir(folder) == ["out.pdf"], os.listdir(folder)


if __name__ == "__main__":
    main()
