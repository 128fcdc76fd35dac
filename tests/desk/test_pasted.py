#!/usr/bin/env python3
"""Positions on the desk: a text with a thousand of them, their figures, a position that is a
decision of a match, too, before and after the match came."""
import json
import os
import random
import sqlite3
import subprocess
import tempfile

from support import ALEA, command_line
from support.command_line import MATCH
from support.expect import expect
from support.waiting import HANG


def alea(*arguments, code=0, text=None):
    done = subprocess.run([ALEA, *arguments], capture_output=True, text=True, input=text, timeout=HANG)
    expect(done.returncode == code, arguments, done.returncode, done.stderr)
    return done


def lines(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def add(db, *operands, code=0):
    done = alea("study", "add", "--db", db, "--json", *operands, code=code)
    return lines(done), done.stderr


def found(db, *terms):
    return lines(alea("study", "find", "--db", db, "--json", "--limit", "100000", *terms))


def chances(rng):
    return f"{rng.uniform(20, 80):.2f}% (G:{rng.uniform(0, 30):.2f}% B:{rng.uniform(0, 2):.2f}%)"


def positions(count):
    """Different positions with dice, and what a program might say of them."""
    rng = random.Random(5)
    texts = []
    for i in range(count):
        score = (i % 24, i // 24 % 24)
        dice = ["31", "42", "61", "53"][i // 576 * 2 + i % 2]
        plays = {"31": ["8/5 6/5", "24/23 13/10"], "42": ["8/4 6/4", "24/20 13/11"],
                 "61": ["13/7 8/7", "24/18 13/12"], "53": ["8/3 6/3", "13/8 13/10"]}[dice]
        xgid = f"XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:{score[0]}:{score[1]}:0:25:10"
        equity = [rng.uniform(0, 1), rng.uniform(-1, 0)]
        text = f"{xgid}\n\nX:Ann   O:Bob\nX to play {dice}\n\n"
        for k, play in enumerate(plays):
            lost = f" ({equity[k] - equity[0]:+.3f})" if k else ""
            text += (f"{k + 1:5}. {'XG Roller++':11} {play:28} eq:{equity[k]:+.3f}{lost}\n"
                     f"      Player:   {chances(rng)}\n      Opponent: {chances(rng)}\n\n")
        texts.append(text + "eXtreme Gammon Version: 2.10, MET: Kazaross XG2\n\n")
    return texts


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def figures(text, folder):
    shown = json.loads(alea("show", "--json", write(folder, "one.txt", text)).stdout)
    return shown["position"]["xgid"], shown["filed"]


def test_thousand(folder):
    db = os.path.join(folder, "thousand.db")
    texts = positions(1000)
    expect(len({text.splitlines()[0] for text in texts}) == 1000, "all differ")
    between = "\nNo. {} of the list; what would you play?\n"
    damaged = "XGID=-b----E-C---eE:0:0:1:31\n"
    whole = "".join(between.format(i) + (damaged if i == 500 else "") + text for i, text in enumerate(texts))
    line = whole[:whole.index(damaged)].count("\n") + 1
    path = write(folder, "list.txt", whole)
    added, error = add(db, path, code=1)
    bad = [one for one in added if "error" in one]
    expect(len(bad) == 1 and bad[0]["error"]["line"] == line, bad)
    expect(f"list.txt:{line}" in error, error)
    good = [one for one in added if "error" not in one]
    expect(len(good) == 1000 and all(one["result"] == "added" and one["position"] for one in good), good[0])
    again, _ = add(db, path, code=1)
    expect([one.get("result") for one in again].count("known") == 1000, again[0])
    hits = found(db, "tag=position")
    expect([hit["id"] for hit in hits] == [text.splitlines()[0] for text in texts], hits[0])
    expect(all(hit["loss"] is None and hit["action"] == "set" for hit in hits), hits[0])
    expect(len(found(db, "dice=31", "point=6,8", "analysed")) == sum(":31:" in t for t in texts), "find")
    # Every figure of each text comes out again.
    out = os.path.join(folder, "out.txt")
    alea("study", "export", "--db", db, out, "tag=position")
    with open(out, encoding="utf-8") as file:
        again = file.read()
    second = os.path.join(folder, "second.db")
    path = write(folder, "again.txt", again)
    expect(len(add(second, path)[0]) == 1000, "read again")
    pieces = ["XGID=" + piece for piece in again.split("XGID=")[1:]]
    for i in range(0, 1000, 50):
        expect(figures(pieces[i], folder) == figures(texts[i], folder), texts[i], pieces[i])


def test_killed(folder):
    """What the output says is added stands on the desk after a kill at any moment."""
    path = write(folder, "killed.txt", "".join(positions(1000)))
    for told_least in (1, 70, 300):
        db = os.path.join(folder, f"killed{told_least}.db")
        with subprocess.Popen([ALEA, "study", "add", "--db", db, "--json", path], stdout=subprocess.PIPE,
                              text=True) as program:
            told = [program.stdout.readline() for _ in range(told_least)]
            program.kill()
            told += program.stdout.read().split("\n")
        ids = {json.loads(line)["match"] for line in told if line.endswith("}") or line.endswith("}\n")}
        expect(len(ids) >= told_least, len(ids))
        there = {hit["match"] for hit in found(db, "tag=position")}
        expect(ids <= there, told_least, len(ids), len(there))
        expect(len(add(db, path)[0]) == 1000 and len(found(db, "tag=position")) == 1000, "added after all")


def test_train(folder):
    db = os.path.join(folder, "train.db")
    add(db, write(folder, "train.txt", "".join(positions(3))))
    made = alea("study", "train", "--db", db, "--make", "tag=position").stdout
    expect("3 new cards" in made, made)
    card = json.loads(alea("study", "train", "--db", db, "--next", "--json").stdout)
    expect(card["made"] == -1 and len(card["choices"]) == 2 and card["loss"] > 0, card)
    expect("next best choice" in card["hint"], card["hint"])
    sums = json.loads(alea("study", "stats", "--db", db, "--json").stdout)
    expect(sums["groups"] == [], sums)  # nobody made these decisions


def test_ids(folder):
    """Identifiers of every kind in the place of files; judged by alea afterwards."""
    db = os.path.join(folder, "ids.db")
    ids = ["XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "4HPwATDgc/ABMA:cAkAAAAAAAAE"]
    added, _ = add(db, *ids)
    expect([one["result"] for one in added] == ["added", "added"], added)
    alea("study", "analyse", "--db", db, "--ply", "0")
    hits = found(db, "analysed")
    expect(len(hits) == 2 and all(hit["loss"] is None for hit in hits), hits)
    made = alea("study", "train", "--db", db, "--make", "tag=position").stdout
    expect("2 new cards" in made, made)
    error = add(db, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31", code=1)[1]
    expect("ten fields" in error, error)
    error = add(db, "XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:0:7:10", code=1)[1]
    expect("no decision" in error, error)


def match_decision(db):
    """A play of the match with a choice, as find shows it."""
    hits = found(db, "kind=play", "turn>=5")
    return hits[0]


def test_twins(folder):
    """The position of a match is found once, whichever came first, and has its own figures."""
    first = os.path.join(folder, "first.db")
    add(first, MATCH)
    before = found(first)
    hit = match_decision(first)
    text = f"{hit['id']}\n\n    1. 4-ply  {best_play(hit['id'])}  eq:+0.100\n      Player:   " \
           "55.00% (G:10.00% B:1.00%)\n      Opponent: 45.00% (G:9.00% B:0.50%)\n"
    position = write(folder, "twin.txt", text)
    added, _ = add(first, position)
    expect(added[0]["also"] == f"{hit['match']}:{hit['entry']}", added, hit)
    expect(len(found(first)) == len(before), "doubled")
    marked = found(first, "tag=position")
    expect([(m["match"], m["entry"]) for m in marked] == [(hit["match"], hit["entry"])], marked)

    second = os.path.join(folder, "second_twin.db")
    add(second, position)
    alea("study", "tag", "--db", second, "sunday", "1")
    alea("study", "note", "--db", second, "1:" + str(found(second)[0]["entry"]), "why not hit?")
    add(second, MATCH)
    expect(len(found(second)) == len(before), "doubled")
    marked = found(second, "tag=sunday", "note=*hit*")
    expect([m["id"] for m in marked] == [hit["id"]] and marked[0]["match"] == 2, marked)
    # The match goes, the position stays.
    connection = sqlite3.connect(second)
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("DELETE FROM matches WHERE id=2")
    connection.commit()
    connection.close()
    expect([h["id"] for h in found(second)] == [hit["id"]], found(second))


def best_play(xgid):
    answer = json.loads(alea("move", "--ply", "0", "--json", xgid).stdout)
    return answer["plays"][0]["move"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        for test in (test_thousand, test_killed, test_train, test_ids, test_twins):
            test(folder)


if __name__ == "__main__":
    main()
