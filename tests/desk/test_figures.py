#!/usr/bin/env python3
"""Whose analysis counts: the choice for a desk and for one match, in all that counts; nothing is lost by it."""
import json
import os
import shutil
import sqlite3
import tempfile

from support import command_line
from support.command_line import SOURCE
from support.expect import expect

MATCH = os.path.join(SOURCE, "bench", "match7.mat")


def on(db, *words, code=0):
    done = command_line.alea("study", *words, "--db", db)
    expect(done.returncode == code, words, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr if code else done.stdout


def judged_by(folder, name, ply):
    """The match as a file that holds the analysis of a program of that name."""
    path = os.path.join(folder, f"{name}.sgf")
    done = command_line.alea("analyse", MATCH, "--ply", ply, "--sgf", path)
    expect(done.returncode == 0, done.stderr)
    text = command_line.read(path)
    expect("AP[alea" in text)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("AP[alea", f"AP[{name}"))
    return path


def counted(db, *terms):
    """All that the figures say: sums by theme and class, and each decision found. Luck is of the rolls: who says it
    first, says it."""
    sums = [[(g["key"], g["decisions"], g["loss"], g["errors"], g["blunders"])
             for g in json.loads(on(db, "stats", "--by", by, "--json", *terms))["groups"]] for by in ("theme", "class")]
    return [*sums, on(db, "find", "--all", "--json", "error>=0.02", *terms)]


def stored(db):
    with sqlite3.connect(db) as connection:
        said = [sorted(map(repr, connection.execute(f"SELECT * FROM {table}")))
                for table in ("decisions", "sides", "analyses")]
    connection.close()
    return said


def figures(db, *words):
    said = [json.loads(line) for line in on(db, "figures", *words, "--json").splitlines()]
    return [one["figures"] for one in said], [{p["program"]: p["decisions"] for p in one["programs"]} for one in said]


def fill(db, folder):
    """A match with the analyses of two programs and alea's, and one with alea's alone."""
    first, second = judged_by(folder, "GNU Backgammon", "0"), judged_by(folder, "eXtreme Gammon", "1")
    on(db, "add", first)
    alone = {"GNU Backgammon": counted(db)}
    on(db, "add", second)
    expect(counted(db) == alone["GNU Backgammon"], "what came first counts")
    on(db, "analyse", "--again", "--ply", "0")
    expect(counted(db) == alone["GNU Backgammon"], "what came first counts")
    with tempfile.TemporaryDirectory() as other:
        for name, words in (("eXtreme Gammon", ("add", second)), ("alea", ("add", MATCH))):
            one = os.path.join(other, "one.db")
            on(one, *words)
            if name == "alea":
                on(one, "analyse", "--again", "--ply", "0")
            alone[name] = counted(one)
            os.remove(one)
    return alone


def test_each_counts_as_if_alone(db, alone):
    """A choice makes the desk say what it would say if only that program had judged."""
    before = stored(db)
    names, programs = figures(db)
    expect(names == ["first"] and set(programs[0]) == {"GNU Backgammon", "eXtreme Gammon", "alea"}, programs)
    expect(len({repr(one) for one in alone.values()}) == 3, "they differ")
    for choice, name in (("ours", "alea"), ("filed", "GNU Backgammon"), ("extreme gammon", "eXtreme Gammon"),
                         ("ours", "alea"), ("first", "GNU Backgammon")):
        on(db, "figures", choice)
        expect(counted(db) == alone[name], choice)
    expect(stored(db) == before, "nothing is lost")


def test_a_match_has_its_own(db, alone):
    on(db, "add", command_line.MATCH)
    on(db, "figures", "ours", "1")
    expect(counted(db, "match=1")[2] == alone["alea"][2], "the match")
    expect("figures: ours" in on(db, "list") and on(db, "list").count("figures:") == 1, on(db, "list"))
    listed = [json.loads(line) for line in on(db, "list", "--json").splitlines()]
    expect({m["match"]: m["figures"] for m in listed} == {1: "ours", 2: "desk"}, listed)
    expect(listed[1]["programs"] == ["GNU Backgammon", "alea", "eXtreme Gammon"], listed[1])
    # The desk's choice is for the others.
    on(db, "figures", "eXtreme Gammon")
    expect(counted(db, "match=1")[2] == alone["alea"][2], "its own stays")
    on(db, "figures", "desk", "1")
    expect(counted(db, "match=1")[2] == alone["eXtreme Gammon"][2], "as the desk says")
    # It goes into the bin and comes back with the match.
    on(db, "figures", "ours", "1", "2")
    on(db, "remove", "1")
    on(db, "bin", "1")
    expect(figures(db, "1", "2")[0] == ["ours", "ours"] and counted(db, "match=1")[2] == alone["alea"][2], "back")


def test_what_comes_later_counts(db, alone):
    """An analysis that is chosen counts from the moment it is there; a new one of a program takes its place."""
    on(db, "figures", "ours")
    on(db, "add", command_line.MATCH)
    expect(figures(db, "2")[1] == [{}], figures(db, "2"))
    on(db, "analyse", "--ply", "0")
    counts = on(db, "stats", "--by", "all", "--json", "match=2")
    expect(json.loads(counts)["groups"][0]["decisions"] > 0, counts)
    on(db, "analyse", "--again", "--ply", "1")
    deeper = counted(db, "match=1")[2]
    expect(deeper not in [one[2] for one in alone.values()], "alea's new analysis counts")
    on(db, "figures", "first")
    expect(counted(db, "match=1")[2] == alone["GNU Backgammon"][2], "first")
    expect(on(db, "stats", "--by", "all", "--json", "match=2") != counts, "only alea has judged it: its new one")
    on(db, "figures", "ours")
    expect(counted(db, "match=1")[2] == deeper, "ours")


def test_train_and_plan(db, alone):
    """Cards and plans are made from what counts."""
    on(db, "figures", "ours")
    on(db, "train", "--make", "error>=0.1")
    cards = {(card["match"], card["entry"]) for card in map(json.loads, on(db, "cards", "--json").splitlines())}
    found = {(one["match"], one["entry"]) for one in
             map(json.loads, on(db, "find", "--all", "--json", "error>=0.1").splitlines())}
    expect(cards and len(cards) <= len(found) and cards <= found, len(cards), len(found))
    loss = {}
    for choice in ("ours", "first"):
        on(db, "figures", choice)
        plan = json.loads(on(db, "plan", "--player", "alea", "--again", "--json"))
        groups = json.loads(on(db, "stats", "--by", "player", "--json", "player=alea"))["groups"]
        expect(abs(plan["loss"] - groups[0]["loss"]) < 1e-4, choice, plan["loss"], groups)
        loss[choice] = plan["loss"]
    expect(loss["ours"] != loss["first"], loss)


def test_wrong_words(db, _):
    before = stored(db)
    expect('"BGBlitz" is neither ours, filed, first nor a program' in on(db, "figures", "BGBlitz", code=2))
    expect('"BGBlitz" is neither desk, ours' in on(db, "figures", "BGBlitz", "1", code=2))
    expect("there is no match 9" in on(db, "figures", "ours", "9", code=2))
    expect('"x" is not the number of a match' in on(db, "figures", "ours", "x", code=2))
    on(db, "figures", "desk", code=2)
    on(db, "figures", "", code=2)
    expect(stored(db) == before)


with tempfile.TemporaryDirectory() as folder:
    full = os.path.join(folder, "full.db")
    kept = fill(full, folder)
    for name, test in sorted(globals().copy().items()):
        if name.startswith("test_"):
            copy = os.path.join(folder, f"{name}.db")
            shutil.copyfile(full, copy)
            test(copy, kept)
            print("ok", name)
