#!/usr/bin/env python3
"""`alea rules PRESET --full`: a whole rule book for every preset; the examples of the
booklets are played by the referee under their rules, the refused plays are refused, and the
quotations stand in docs/booklets.md, whose rows name the test cases that hold them."""
import json
import os
import re
import subprocess

from support import ALEA, SOURCE
from support.expect import expect
from support.waiting import HANG

BOOKS = {"vido": "000", "compendium": "001", "portfolio": "002", "sheet": "003",
         "ocastudios": "004"}


def alea(*words, text=""):
    return subprocess.run([ALEA, *words], input=text, capture_output=True, text=True,
                          timeout=HANG)


def full(name):
    ran = alea("rules", name, "--full", "--json")
    expect(ran.returncode == 0 and not ran.stderr, name, ran)
    return json.loads(ran.stdout)


def referee(name, board, dice, move):
    events = [{"rules": {"preset": name}},
              {"event": "set", "board": board, "turn": "A"},
              {"event": "roll", "by": "A", "dice": dice},
              {"event": "play", "by": "A", "move": move}]
    said = alea("referee", text="".join(json.dumps(e) + "\n" for e in events))
    answers = [json.loads(x) for x in said.stdout.splitlines()]
    expect(len(answers) == 4 and all(x["ok"] for x in answers[:3]), f"{name}: {board} {dice}",
           answers)
    return answers[-1]["ok"]


def plain(text):
    """Without emphasis, and with one kind of quotation marks and blanks."""
    text = re.sub(r"[*_]", "", text)
    for mark in "“”\"’‘":
        text = text.replace(mark, "'")
    return re.sub(r"\s+", " ", text)


def read_rows():
    """The rows of docs/booklets.md, three cells each."""
    with open(os.path.join(SOURCE, "docs/booklets.md"), encoding="utf-8") as file:
        return [line.strip().strip("|").split(" | ") for line in file
                if line.startswith("| ") and not line.startswith("| sentence")]


def has_case(text, case):
    """A function of that name (test_ may stand before it), called or listed too; or a named step."""
    if f'"{case}"' in text:
        return True
    return bool(re.search(rf"\b(void|def) (test_)?{case}\(", text)) and len(re.findall(rf"\b(?:test_)?{case}\b", text)) > 1


def test_rows():
    """Every row says how, and names a case that its test has."""
    texts = {}
    for folder, _, files in os.walk(os.path.join(SOURCE, "tests")):
        for name in files:
            if name.startswith("test_") and name.endswith((".c", ".py")):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    texts[os.path.splitext(name)[0]] = file.read()
    rows = read_rows()
    expect(len(rows) > 350, "rows", len(rows))
    for row in rows:
        expect(len(row) == 3 and all(x.strip() for x in row), "three columns", row)
        expect(re.match(r"(played|optional|reading|no rule)\b", row[1]), "how", row)
        held = re.fullmatch(r"`(test_\w+)`: `([a-z][\w ']*)`", row[2].strip())
        expect(held, "a test and its case", row)
        expect(held[2] != "rows" or row[1].startswith("no rule"), "a rule needs a case of its own", row)
        expect(held[1] in texts and has_case(texts[held[1]], held[2]), "a case that exists", row)
    expect(not has_case(texts["test_play"], "legal_playss"), "a case that does not exist")


def test_told():
    """The place that a row names has its text: at least half of its longer words."""
    rows = read_rows()
    texts = {"learn history": alea("learn", "history", "--plain").stdout}
    for name in BOOKS:
        texts[f"rules {name} --full"] = alea("rules", name, "--full").stdout
    checked = 0
    for row in rows:
        place = re.search(r"told (?:by|in) `alea ([a-z -]+)`", row[1])
        words = {word.lower() for word in re.findall("[A-Za-z]{5,}", row[0])}
        if not place or len(words) < 3:
            continue
        checked += 1
        text = re.sub(r"\s+", " ", texts[place[1]]).lower()
        gone = [word for word in words if word[:6] not in text]
        expect(2 * len(gone) <= len(words), "not told by " + place[1], row, gone)
    expect(checked > 15, "rows with a place", checked)


def test_books():
    """Chapters, quotations and examples of every rule book."""
    with open(os.path.join(SOURCE, "docs/booklets.md"), encoding="utf-8") as file:
        TABLES = plain(file.read())
    names = [p["preset"] for p in json.loads(alea("rules", "--json").stdout)["presets"]]
    headings = None
    for name in names + ["standard"]:
        told = full(name)
        these = [c["heading"] for c in told["chapters"]]
        headings = headings or these
        expect(these == headings and len(these) == len(set(these)) == 25, name + ": chapters")
        expect(all(len(c["rule"]) > 20 for c in told["chapters"]), name + ": rules")
        text = alea("rules", name, "--full").stdout
        flat = re.sub(r"\s+", " ", text)
        for line in text.splitlines():
            expect(len(line) <= 80, name + ": width", line)
        for chapter in told["chapters"]:
            expect(chapter["rule"] in flat, name + ": text", chapter["rule"])
        expect("+13-14-15-16-17-18-+" in text, name + ": the set-up is drawn")
        if name not in BOOKS:
            expect(not any(told[k] for k in ("about", "examples", "readings", "advice")),
                   name + ": no booklet")
            continue
        expect(alea("rules", BOOKS[name], "--full").stdout == text, name + " by number")
        quotations = [q for c in told["chapters"] for q in c["quotations"]]
        expect(len(quotations) >= 25, name + ": quotations", len(quotations))
        for quotation in quotations:
            expect(quotation in flat, name + ": in the text", quotation)
            expect(plain(quotation) in TABLES, name + ": in docs/booklets.md", quotation)
        expect(len(told["readings"]) >= 5, name + ": readings", told["readings"])
        expect(len(told["examples"]) >= 4, name + ": examples")
        for example in told["examples"]:
            expect(example["right"] or example["named"], name + ": shows no play", example["task"])
            for move in example["right"] + example["named"]:
                expect(referee(name, example["board"], example["dice"], move),
                       f"{name}: {example['task']}", move)
            # Who cannot find it is shown it, and need not guess.
            if example["named"]:
                expect(example["named"][0] in text, name + ": printed", example["named"])
            expect(not referee(name, example["board"], example["dice"], example["wrong"]),
                   f"{name}: {example['task']}: refused", example["wrong"])
    none = alea("rules", "--full")
    expect(none.returncode == 2 and "needs a preset" in none.stderr, "--full without a preset", none)


def main():
    test_rows()
    test_told()
    test_books()


if __name__ == "__main__":
    main()
