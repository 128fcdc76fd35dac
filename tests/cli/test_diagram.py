#!/usr/bin/env python3
"""alea diagram: text, SVG, PNG and PDF; pages, papers, captions; bad input leaves no file."""
import os
import re
import shutil
import struct
import subprocess
import tempfile
import xml.etree.ElementTree as tree
import zlib

from support import ALEA
from support.command_line import alea
from support.expect import expect

START = "4HPwATDgc/ABMA"
IDS = [START, "77YAAAfMzg0jAA", "jj3gASiMt8HBAA", "jvtgABhs+wbAAA"]


def pages_of(path):
    with open(path, "rb") as file:
        data = file.read()
    expect(data.startswith(b"%PDF-") and data.rstrip().endswith(b"%%EOF"), path)
    whole = data
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", data, re.S):
        try:
            whole += zlib.decompress(stream)
        except zlib.error:
            pass
    count = len(re.findall(rb"/Type\s*/Page\b(?!s)", whole))
    box = re.search(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)", whole)
    fonts = re.findall(rb"/Type\s*/Font\b", whole)
    embedded = re.findall(rb"/FontFile", whole)
    return count, [round(float(x)) for x in box.groups()], len(fonts), len(embedded)


def pictures(folder):
    out = os.path.join(folder, "a.svg")
    done = alea("diagram", START, "31", "--play", "8/5 6/5", "-o", out)
    expect(done.returncode == 0 and not done.stdout, done.stderr)
    root = tree.parse(out).getroot()
    expect(root.tag.endswith("svg"), root.tag)
    with open(out, encoding="utf-8") as file:
        text = file.read()
    expect(text.count("arrow") >= 2 and "die" in text, text[:200])
    plain = alea("diagram", START, "-o", out)
    with open(out, encoding="utf-8") as file:
        expect(plain.returncode == 0 and 'class="arrow' not in file.read(), plain.stderr)
    out = os.path.join(folder, "a.png")
    for width in (100, 930):
        expect(alea("diagram", START, "--width", str(width), "-o", out).returncode == 0, width)
        with open(out, "rb") as file:
            head = file.read(24)
        expect(head[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">I", head[16:20])[0] == width,
               head)
    text = alea("diagram", START).stdout
    other = alea("diagram", "--other-side", START).stdout
    expect(text.startswith(START) and "BAR" in text.upper() and text != other, text)


def pages(folder):
    out = os.path.join(folder, "a.pdf")
    for per_page, count, paper, box in ((1, 4, "a4", [595, 842]), (2, 2, "letter", [612, 792]),
                                        (6, 1, "a4", [595, 842]), (12, 1, "letter", [612, 792])):
        done = alea("diagram", "--per-page", str(per_page), "--paper", paper, "-o", out, *IDS)
        expect(done.returncode == 0, done.stderr)
        found = pages_of(out)
        expect(found[:2] == (count, box), found, per_page, paper)
        expect(found[2] == 0 or found[3] >= 1, "fonts are embedded", found)
    lines = "\n".join(IDS * 5) + "\n"
    done = subprocess.run([ALEA, "diagram", "-", "-o", out, "--no-caption"], input=lines,
                          capture_output=True, text=True, check=False)
    expect(done.returncode == 0 and pages_of(out)[0] == 20, done.stderr)
    expect(pages_of(out)[2] == 0, "no caption, no font")


def bad_input(folder):
    out = os.path.join(folder, "b.pdf")
    for words in (("--paper", "a9"), ("--per-page", "5"), ("--width", "20"), ("--bogus",)):
        done = alea("diagram", *words, "-o", out, START)
        expect(done.returncode == 2 and done.stderr, words, done.stderr)
    expect(alea("diagram", "-o", os.path.join(folder, "b.gif"), START).returncode == 2, "gif")
    done = alea("diagram", "-o", os.path.join(folder, "b.png"), *IDS)
    expect(done.returncode == 2 and "PDF" in done.stderr, done.stderr)
    done = alea("diagram", "-o", os.path.join(folder, "no", "b.png"), START)
    expect(done.returncode != 0 and "No such file" in done.stderr, done.stderr)
    done = alea("diagram", "-o", out, "nonsense")
    expect(done.returncode == 1 and "not a position" in done.stderr, done.stderr)
    done = alea("diagram", "-o", out, "--play", "9/x", START)
    expect(done.returncode == 1 and done.stderr, done.stderr)
    expect(os.listdir(folder) == [], os.listdir(folder))


def latex(folder):
    """A tikzpicture: every checker and point is there, braces match; compiled where LaTeX is."""
    out = os.path.join(folder, "board.tex")
    done = alea("diagram", "-o", out, "--play", "8/5 6/5", START)
    expect(done.returncode == 0, done.stderr)
    with open(out, encoding="ascii") as file:
        text = file.read()
    expect(text.count("{") == text.count("}") and text.count("[") == text.count("]"), "brackets")
    expect(text.count("\\begin{tikzpicture}") == text.count("\\end{tikzpicture}") == 1, text[:200])
    circles = re.findall(r"fill=alea(\w+),draw=\S+ width=\S+\] \([^)]*\) circle", text)
    expect(circles.count("FBF8F1") == 15 and circles.count("2B2B33") == 15, circles)
    expect(len(re.findall(r"-- cycle;", text)) == 24, "points")
    expect(text.count(",->]") == 2, "arrows of the play")
    colours = set(re.findall(r"alea([0-9A-F]{6})", text))
    expect(all(f"\\definecolor{{alea{c}}}{{HTML}}{{{c}}}" in text for c in colours), colours)
    if not shutil.which("pdflatex"):
        print("no pdflatex: not compiled")
        return
    with open(os.path.join(folder, "page.tex"), "w", encoding="ascii") as file:
        file.write("\\documentclass{article}\\usepackage{tikz}\\begin{document}"
                   "\\input{board}\\end{document}\n")
    done = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"],
                          cwd=folder, capture_output=True, text=True, check=False)
    expect(done.returncode == 0 and os.path.exists(os.path.join(folder, "page.pdf")), done.stdout[-800:])


def main():
    for test in (pictures, pages, latex, bad_input):
        with tempfile.TemporaryDirectory() as place:
            test(place)
    print("ok")


if __name__ == "__main__":
    main()
