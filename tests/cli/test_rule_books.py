#!/usr/bin/env python3
"""`alea rules PRESET --full`: a whole rule book for every preset; the examples of the
booklets are played by the referee under their rules, the refused plays are refused, and the
quotations stand in docs/booklets.md."""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from waiting import HANG

ALEA = os.environ.get("ALEA", "build/release/alea")
SOURCE = os.environ.get("ALEA_SOURCE", ".")
BOOKS = {"vido": "000", "compendium": "001", "portfolio": "002", "sheet": "003",
         "ocastudios": "004"}
failed = 0


def expect(what, condition, shown=""):
    global failed
    if not condition:
        failed += 1
        print(f"{what}: {shown}")


def alea(*words, text=""):
    return subprocess.run([ALEA, *words], input=text, capture_output=True, text=True,
                          timeout=HANG)


def full(name):
    ran = alea("rules", name, "--full", "--json")
    expect(name, ran.returncode == 0 and not ran.stderr, ran)
    return json.loads(ran.stdout)


def referee(name, board, dice, move):
    events = [{"rules": {"preset": name}},
              {"event": "set", "board": board, "turn": "A"},
              {"event": "roll", "by": "A", "dice": dice},
              {"event": "play", "by": "A", "move": move}]
    said = alea("referee", text="".join(json.dumps(e) + "\n" for e in events))
    answers = [json.loads(x) for x in said.stdout.splitlines()]
    expect(f"{name}: {board} {dice}", len(answers) == 4 and
           all(x["ok"] for x in answers[:3]), answers)
    return answers[-1]["ok"]


def plain(text):
    """Without emphasis, and with one kind of quotation marks and blanks."""
    text = re.sub(r"[*_]", "", text)
    for mark in "“”\"’‘":
        text = text.replace(mark, "'")
    return re.sub(r"\s+", " ", text)


with open(os.path.join(SOURCE, "docs/booklets.md"), encoding="utf-8") as file:
    TABLES = plain(file.read())

# Every row of the tables says how and by which test, and the tests exist.
tests = {os.path.splitext(f)[0] for _, _, files in os.walk(os.path.join(SOURCE, "tests"))
         for f in files}
with open(os.path.join(SOURCE, "docs/booklets.md"), encoding="utf-8") as file:
    rows = [line.strip().strip("|").split(" | ") for line in file
            if line.startswith("| ") and not line.startswith("| sentence")]
expect("rows", len(rows) > 350, len(rows))
for row in rows:
    expect("three columns", len(row) == 3 and all(x.strip() for x in row), row)
    expect("how", re.match(r"(played|optional|reading|no rule)\b", row[1]), row)
    expect("a test that exists", row[-1].strip().strip("`") in tests, row)

names = [p["preset"] for p in json.loads(alea("rules", "--json").stdout)["presets"]]
headings = None
for name in names + ["standard"]:
    told = full(name)
    these = [c["heading"] for c in told["chapters"]]
    headings = headings or these
    expect(name + ": chapters", these == headings and len(these) == len(set(these)) == 25)
    expect(name + ": rules", all(len(c["rule"]) > 20 for c in told["chapters"]))
    text = alea("rules", name, "--full").stdout
    flat = re.sub(r"\s+", " ", text)
    for line in text.splitlines():
        expect(name + ": width", len(line) <= 80, line)
    for chapter in told["chapters"]:
        expect(name + ": text", chapter["rule"] in flat, chapter["rule"])
    expect(name + ": the set-up is drawn", "+13-14-15-16-17-18-+" in text)
    if name not in BOOKS:
        expect(name + ": no booklet", not any(told[k] for k in ("about", "examples",
                                                                "readings", "advice")))
        continue
    expect(name + " by number", alea("rules", BOOKS[name], "--full").stdout == text)
    quotations = [q for c in told["chapters"] for q in c["quotations"]]
    expect(name + ": quotations", len(quotations) >= 25, len(quotations))
    for quotation in quotations:
        expect(name + ": in the text", quotation in flat, quotation)
        expect(name + ": in docs/booklets.md", plain(quotation) in TABLES, quotation)
    expect(name + ": readings", len(told["readings"]) >= 5, told["readings"])
    expect(name + ": examples", len(told["examples"]) >= 4)
    for example in told["examples"]:
        for move in example["right"]:
            expect(f"{name}: {example['task']}",
                   referee(name, example["board"], example["dice"], move), move)
        expect(f"{name}: {example['task']}: refused",
               not referee(name, example["board"], example["dice"], example["wrong"]),
               example["wrong"])
none = alea("rules", "--full")
expect("--full without a preset", none.returncode == 2 and "needs a preset" in none.stderr, none)
sys.exit(1 if failed else 0)
