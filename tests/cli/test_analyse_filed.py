#!/usr/bin/env python3
"""The analysis in a file and alea's own: alea analyse takes what the file has judged as deep,
--again judges all, --compare sets two levels side by side; SGF and XG's text keep whose
judgement it is. The file of another program is written here: the SGF of an analysis under
GNU Backgammon's name with one loss changed by hand, and one decision without an analysis."""
import json
import os
import re
import shutil
import subprocess
import tempfile

from support import ALEA, SOURCE
from support.command_line import alea, first_game, read
from support.expect import expect

LAST = """ 1 point match

 Game 1
 Ann : 0                      Bob : 0
; Set Pos=--AA--A-----a--A-------b--/0
  1) 31: 6/3 3/2               21: 13/10
      Wins 1 point
"""


def analysed(*arguments):
    run = alea("analyse", "--json", *arguments)
    expect(run.returncode == 0, arguments, run.stderr)
    return json.loads(run.stdout)


def figures(o):
    return [(t["decisions"], t["pr"]) for t in o["totals"]]


def judges(o):
    return [{j["program"]: j["decisions"] for j in t["judges"]} for t in o["totals"]]


def play_with_a_loss(o):
    return next(d for d in o["decisions"] if d["kind"] == "play" and d["counted"]
                and d["judge"] == "GNU Backgammon" and d["loss"] > 0.01)


def main():
    with tempfile.TemporaryDirectory() as folder:
        match = first_game(folder)
        own = os.path.join(folder, "own.sgf")
        expect(alea("analyse", "--ply", "1", "--sgf", own, match).returncode == 0, "sgf")
        text = read(own)
        expect("AP[alea" in text, "who wrote it")
        text = re.sub(r"AP\[alea[^\]]*\]", "AP[GNU Backgammon:1.07.001]", text)
        # One play whose analysis goes: alea has to fill it.
        nodes = text.split("\n;")
        at = next(i for i, node in enumerate(nodes) if re.match(r"[WB]\[\d\d", node)
                  and "A[" in node and "E ver 3" in node)
        nodes[at] = re.sub(r"A\[\d+\](\[[^\]]*\])+", "", nodes[at])
        foreign = os.path.join(folder, "foreign.sgf")
        with open(foreign, "w", encoding="utf-8") as file:
            file.write("\n;".join(nodes))

        plain = analysed("--ply", "1", match)
        expect(judges(plain) == [{"alea": t["decisions"]} for t in plain["totals"]], "alone")
        kept = analysed("--ply", "1", foreign)
        both = judges(kept)
        expect(sum(j.get("GNU Backgammon", 0) for j in both) > 10, "taken from the file", both)
        expect(any(d["judge"] == "alea" and d["kind"] == "play" for d in kept["decisions"]),
               "the one that the file leaves open")
        for mine, theirs in zip(plain["decisions"], kept["decisions"]):
            expect(mine["made"] == theirs["made"], "the same decisions")
            if theirs["judge"] != "alea":
                expect("level" in theirs and "plies" not in theirs, "the file's level")
                expect(abs(mine["loss"] - theirs["loss"]) < 1e-4, mine, theirs)

        # Another loss in the file is what counts, unless all is judged again.
        changed = play_with_a_loss(kept)
        old = "%.6f" % changed["equity_made"]
        expect(old in read(foreign), "the equity of the play", old)
        with open(foreign, encoding="utf-8") as file:
            text = file.read()
        with open(foreign, "w", encoding="utf-8") as file:
            file.write(text.replace(old, "%.6f" % (changed["equity_made"] - 0.5)))
        worse = analysed("--ply", "1", foreign)
        same = [d for d in worse["decisions"]
                if (d["game"], d["turn"], d["kind"]) == (changed["game"], changed["turn"], "play")]
        expect(abs(same[0]["loss"] - changed["loss"] - 0.5) < 1e-5, "the file's loss", same[0]["loss"])
        again = analysed("--ply", "1", "--again", foreign)
        expect(figures(again) == figures(plain), "--again is alea's judgement")
        expect("filed" in again["decisions"][0] or any("filed" in d for d in again["decisions"]),
               "the file's stands beside it")
        # An analysis that is not deep enough is no substitute; the last turns show it.
        last = os.path.join(folder, "last.mat")
        with open(last, "w", encoding="utf-8") as file:
            file.write(LAST)
        shallow = os.path.join(folder, "last.sgf")
        expect(alea("analyse", "--ply", "1", "--sgf", shallow, last).returncode == 0, "last turns")
        with open(shallow, encoding="utf-8") as file:
            text = re.sub(r"AP\[alea[^\]]*\]", "AP[GNU Backgammon:1.07.001]", file.read())
        with open(shallow, "w", encoding="utf-8") as file:
            file.write(text)
        expect(all(j == {"GNU Backgammon": 1} for j in judges(analysed("--ply", "1", shallow))), "as deep")
        deeper = judges(analysed("--ply", "2", shallow))
        expect(all(j == {"alea": 1} for j in deeper), "deeper", deeper)

        report = alea("analyse", "--ply", "1", foreign).stdout
        expect("judged by GNU Backgammon" in report and "judged by alea" in report, "totals say whose")
        expect("judged by GNU Backgammon, 1-ply, in the file" in report, "each says whose")
        page = os.path.join(folder, "page.html")
        expect(alea("analyse", "--ply", "1", "--html", page, foreign).returncode == 0, "page")
        expect("judged by GNU Backgammon" in read(page), "the page says whose")
        for words in (report, read(page)):
            expect(re.search(r"judged by GNU Backgammon in the file \(\d+\) and by alea, 1-ply \(\d+\)", words),
                   "the heading says whose")
        printed(folder, foreign)

        # Written and read again, with both ways of judging.
        for option in ([], ["--again"]):
            out = os.path.join(folder, "out.sgf")
            expect(alea("analyse", "--ply", "1", *option, "--sgf", out, foreign).returncode == 0, option)
            back = analysed("--ply", "1", out)
            expect(sum(j.get("GNU Backgammon", 0) for j in judges(back)) >=
                   sum(j.get("GNU Backgammon", 0) for j in judges(worse)), "kept", option, judges(back))
            taken = [d for d in back["decisions"] if d["judge"] == "GNU Backgammon"]
            expect(any(abs(d["loss"] - changed["loss"] - 0.5) < 1e-4 for d in taken), option)

        compare(match, foreign, plain)
    real()


def printed(folder, foreign):
    """The PDF and the quiz say who judged, and how deep each play of a list was searched."""
    if not shutil.which("pdftotext"):
        print("skipped: no pdftotext")
        return
    for option in ("--pdf", "--quiz"):
        out = os.path.join(folder, "out.pdf")
        expect(alea("analyse", "--ply", "1", option, out, foreign).returncode == 0, option)
        text = subprocess.run(["pdftotext", "-layout", out, "-"], capture_output=True, text=True,
                              check=True).stdout
        words = " ".join(text.split())
        expect("Judged by GNU Backgammon, 1-ply, in the file." in words, option, words[:2000])
        expect(len(re.findall(r"[+-]\d\.\d{3} +1-ply", text)) > 10, option, text[:4000])
        # A question has the score, the cube and the pips beside it.
        expect(len(re.findall(r"cube \d+ \(.*?pips \d+-\d+", words)) > 5, option, words[:2000])
        if option == "--pdf":
            expect("judged by GNU Backgammon in the file (" in words, "heading", words[:400])
            expect("PR by GNU Backgammon" in words and "judged by alea" in words, words[:800])


def compare(match, foreign, plain):
    run = alea("analyse", "--ply", "1", "--compare", "0-ply", "--json", match)
    expect(run.returncode == 0, run.stderr)
    o = json.loads(run.stdout)
    first, second = o["levels"]
    expect((first["level"], second["level"]) == ("1-ply", "0-ply"), "levels")
    expect([(p["decisions"], p["pr"]) for p in first["players"]] == figures(plain), "first is 1-ply")
    flat = analysed("--ply", "0", match)
    expect([(p["decisions"], p["pr"]) for p in second["players"]] == figures(flat), "second is 0-ply")
    # Agreement, recounted from the two analyses.
    pairs = [(a, b) for a, b in zip(plain["decisions"], flat["decisions"])
             if a["counted"] or b["counted"]]
    expect(o["decisions"] == len(pairs), "decisions")
    expect(o["same_mark"] == sum(a["mark"] == b["mark"] for a, b in pairs), "same mark")
    mean = sum(abs(a["loss"] - b["loss"]) for a, b in pairs) / len(pairs)
    expect(abs(o["mean_difference"] - mean) < 2e-6, "mean", mean)
    differ = [(a["game"], a["turn"], a["kind"]) for a, b in pairs
              if a["mark"] != b["mark"] or a["best"] != b["best"] or abs(a["loss"] - b["loss"]) >= 0.02]
    listed = [(d["game"], d["turn"], d["kind"]) for d in o["differences"]]
    expect(set(listed) <= set(differ) and len(listed) > 0, "differences", listed, differ)
    expect(all(d["levels"][0]["loss"] != d["levels"][1]["loss"] or not d["same_best"]
               or d["levels"][0]["mark"] != d["levels"][1]["mark"] for d in o["differences"]), "each differs")
    text = alea("analyse", "--ply", "1", "--compare", "0-ply", match).stdout
    expect("Same best choice" in text and text.count("    0-ply  ") >= len(listed), "text")
    beside = json.loads(alea("analyse", "--ply", "1", "--compare", "file", "--json", foreign).stdout)
    expect(beside["levels"][1]["level"] == "GNU Backgammon" and beside["not_judged"] > 0, "file")
    for wrong in (["--compare", "bad"], ["--compare", "fast"], ["--compare", "5-ply"],
                  ["--compare", "deep", "--html", "x.html"]):
        run = alea("analyse", *wrong, match)
        expect(run.returncode == 2 and "--compare" in run.stderr, wrong, run.stderr)
    run = alea("analyse", "--ply", "1", "--compare", "file", match)
    expect(run.returncode == 1 and "no analysis" in run.stderr, "nothing to compare with", run.stderr)


def real():
    """eXtreme Gammon's own files: its figures are those of the report."""
    folder = os.path.join(SOURCE, "../shared/real/xg")
    if not os.path.isdir(folder):
        print("skipped: no real .xg files beside the repository")
        return
    names = sorted(name for name in os.listdir(folder) if name.endswith(".xg"))
    for name in names[:1] if "debug" in ALEA else names:  # minutes under a sanitizer
        o = analysed(os.path.join(folder, name))
        for player in (0, 1):
            total, filed = o["totals"][player], o["filed"]["players"][player]
            expect(total["decisions"] == filed["decisions"] and abs(total["pr"] - filed["pr"]) < 1e-4,
                   name, total["pr"], filed)
            expect(judges(o)[player] == {"eXtreme Gammon": total["decisions"]}, name, judges(o))


if __name__ == "__main__":
    main()
