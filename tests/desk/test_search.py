#!/usr/bin/env python3
"""alea study find: whatever `stats` counts is found and trained; the terms that need an analysis,
comments and flags; alternatives; what is said of a wrong search; the list in docs/study.md.

ctest labels: full
"""
import glob
import json
import os
import re
import shlex
import shutil
import sqlite3
import tempfile
import zlib

from support import command_line
from support.command_line import MATCH, SOURCE
from support.effort import effort
from support.expect import expect

REAL = os.path.join(SOURCE, "../shared/real")
JUDGED = os.path.join(SOURCE, "tests/golden/formats/base.mat")
MOST = effort(4, 1)  # groups of one kind that are counted again


def on(db, *words, code=0):
    done = command_line.alea("study", *words, "--db", db)
    expect(done.returncode == code, words, done.returncode, done.stdout, done.stderr)
    return done.stdout if code == 0 else done.stderr


def found(db, *terms):
    return [json.loads(line) for line in on(db, "find", "--json", "--all", *terms).splitlines()]


def places(db, *terms):
    return {(one["match"], one["entry"]) for one in found(db, *terms)}


def count(db, *terms):
    return int(on(db, "find", "--count", *terms))


def groupings():
    text = command_line.alea("study", "stats", "--help").stdout
    listed = re.search(r"by (all, .*? or match)", text, re.S).group(1)
    return re.sub(r"\([^)]*\)", "", listed).replace(" or ", ",").replace("\n", " ").replace(" ", "").split(",")


def check_group(db, by, group, base, turn):
    """One mark a group, in turn: each search is a process."""
    terms = [*base, *shlex.split(group["search"])]
    counted = found(db, *terms, "counted")
    losses = [one["loss"] for one in counted]
    facts = (by, group, terms, len(counted))
    expect(len(counted) == group["decisions"], *facts)
    expect(abs(sum(losses) - group["loss"]) < 1e-6 * (1 + len(losses)), *facts)
    mark, key = (("doubtful", "doubtful"), ("error", "errors"), ("blunder", "blunders"))[turn % 3]
    expect(count(db, *terms, "counted", f"mark={mark}") == group[key], mark, *facts)
    expect(count(db, *terms, "luck>=0.6", "not", "action=set") == group["jokers"], "jokers", *facts)
    expect(count(db, *terms, "hinted") == group["hinted"], "hinted", *facts)


def test_stats_are_found(db):
    """Each row of stats has a search with exactly the same decisions, costs and jokers."""
    for base in ([], ["(", "kind=double", "or", "prime>=4", ")"]):
        kinds, turn = set(), 0
        for by in groupings():
            groups = json.loads(on(db, "stats", "--json", "--by", by, *base))["groups"]
            expect(groups or base or by in ("event",), by)
            step = -(-len(groups) // MOST) or 1
            for group in groups[::step if not base else 4 * step]:
                check_group(db, by, group, base, turn)
                turn += 1
                kinds.add(by)
        expect({"theme", "class", "player", "score"} <= kinds, kinds)


def test_errors_are_trained(db, folder):
    """train makes a card of each position that find finds."""
    for terms in (["theme=middle"], ["class=missed_double"], ["right=drop"]):
        copy = os.path.join(folder, "cards.db")
        shutil.copy(db, copy)
        wanted = {one["id"] for one in found(copy, *terms, "mark=error,blunder")}
        made = on(copy, "train", "--make", "--min-loss", "0.04", *terms)
        expect(wanted and made == f"{len(wanted)} new cards\n", terms, len(wanted), made)


def board_of(hit):
    fields = hit["id"].split("=")[1].split(":")
    points = [0 if c == "-" else ord(c) - 64 if c < "a" else 96 - ord(c) for c in fields[0]]
    return points if (fields[3] == "1") == (hit["kind"] != "take") else [-n for n in reversed(points)]


def test_checkers(db):
    every = found(db)
    own = {"back>=3": lambda b: sum(n for n in b[19:26] if n > 0) >= 3,
           "their-back=0": lambda b: sum(-n for n in b[0:7] if n < 0) == 0,
           "zone>=10": lambda b: sum(n for n in b[1:12] if n > 0) >= 10,
           "zone7-12=2..3": lambda b: 2 <= sum(n for n in b[7:13] if n > 0) <= 3,
           "their-zone1-6=4": lambda b: sum(-n for n in b[19:25] if n < 0) == 4,
           "outfield-blots>=2": lambda b: b[7:19].count(1) >= 2,
           "their-outfield-blots=1": lambda b: b[7:19].count(-1) == 1}
    for term, claim in own.items():
        wanted = {(one["match"], one["entry"]) for one in every if claim(board_of(one))}
        expect(wanted and places(db, term) == wanted, term, len(wanted))


def test_alternatives(db):
    a, b, c = places(db, "prime>=4"), places(db, "kind=double"), places(db, "lead>20")
    expect(a and b and c and a & c, len(a), len(b), len(c))
    expect(places(db, "prime>=4", "or", "kind=double") == a | b, "or")
    expect(places(db, "prime>=4", "or", "kind=double", "lead>20") == a | (b & c), "or binds less")
    expect(places(db, "(", "prime>=4", "or", "kind=double", ")", "lead>20") == (a | b) & c, "parentheses")
    expect(places(db, "(", "prime>=4", "or", "not", "kind=double", ")", "not", "lead>20") ==
           (a | (places(db) - b)) - c, "not inside")
    expect(places(db, "phase=opening", "or", "phase=middle") == places(db, "phase=contact"), "phases")
    expect(not places(db, "phase=opening", "phase=middle"), "either")
    on(db, "find", "--save", "two", "prime>=4", "or", "kind=double")
    expect(places(db, "@two", "lead>20") == (a | b) & c, "a saved search is one term")
    expect(places(db, "lead>20", "or", "@two") == a | b | c, "saved, after or")
    expect(len(found(db)) == count(db) > 100, "all are printed")


def test_verdicts(folder):
    """Themes, classes, right actions and plays are those of alea analyse."""
    db = os.path.join(folder, "verdicts.db")
    paths = sorted(glob.glob(os.path.join(REAL, "xg", "*.xg")))[:2] or [JUDGED]
    for path in paths:
        on(db, "add", path)
    on(db, "analyse", "--ply", "0")
    classes, seen = {}, 0
    for path in paths:
        said = json.loads(command_line.alea("analyse", "--json", "--all", "--ply", "0", path).stdout)
        for one in said["decisions"]:
            if "class" in one:
                classes[one["class"]] = classes.get(one["class"], 0) + 1
            if one["kind"] != "play" or one["best"] == "-" or seen > 40:
                continue
            seen += 1
            hits = found(db, "best=" + one["best"], f"game={one['game']}", f"turn={one['turn']}")
            expect(any(hit["action"] == "play" for hit in hits), one["best"], one["game"], one["turn"])
    expect(seen > 20 and classes, seen, classes)
    for name, number in classes.items():
        expect(count(db, f"class={name}") == number, name, number, count(db, f"class={name}"))
    expect(count(db, "class=missed_double") == count(db, "class=missed_double_below,missed_double_above"))
    expect(places(db, "class=wrong_drop") == places(db, "class=wrong-pass") ==
           places(db, "action=drop", "not", "right=pass", "error>0"), "passes")
    expect(places(db, "class=missed_double") == places(db, "action=roll", "not", "right=no_double", "error>0"),
           places(db, "class=missed_double") ^ places(db, "action=roll", "not", "right=no_double", "error>0"))
    expect(places(db, "theme=double_drop") == places(db, "right=double_pass"), "themes of the cube")
    expect(places(db, "backgammon>0.5") <= places(db, "gammon>0.4") and places(db, "backgammon>=0"))
    # A play is found by some of its moves, in any order; what was made, too.
    both = found(db, "played=8/5,6/5")
    expect(both and places(db, "played=6/5 8/5") == places(db, "played=8/5,6/5") <= places(db, "played=6/5"))


def test_comments_and_flags(folder):
    sgf = os.path.join(folder, "commented.sgf")
    with open(MATCH, "rb") as file:
        mat = file.read()
    plain = os.path.join(folder, "plain.mat")
    with open(plain, "wb") as file:
        file.write(mat)
    command_line.alea("convert", plain, "-o", sgf)
    text = command_line.read(sgf)
    third = [at.start() for at in re.finditer(r";[BW]\[", text)][4]
    with open(sgf, "w", encoding="utf-8") as file:
        file.write(text[:third] + ";C[Timing decides: Zeit ist knapp]" + text[third + 1:])
    for first, second in ((sgf, plain), (plain, sgf)):
        db = os.path.join(folder, "comments.db")
        for stale in glob.glob(db + "*"):
            os.remove(stale)
        on(db, "add", first)
        on(db, "add", second)
        hits = found(db, "comment=*zeit ist*")
        expect(len(hits) == 1 and hits == found(db, "note=Timing*"), first, hits)
        place = f"{hits[0]['match']}:{hits[0]['entry'] + 20}"
        one = found(db, "prime>=2")[-1]
        place = f"{one['match']}:{one['entry']}"
        on(db, "note", place, "about timing, too")
        expect(count(db, "note=*timing*") == 2 and count(db, "comment=*timing*") == 1, place)
        expect(count(db, "comment==timing decides") == 0, "exactly")
        # They go into the bin with their match, and come back.
        on(db, "remove", "1")
        on(db, "bin", "1")
        expect(count(db, "note=*timing*") == 2, "back from the bin")


def flag_one(path, out):
    """The file as a journal in which the third analysis of a play is flagged; its event's number."""
    lines = command_line.alea("convert", "--to", "journal", path).stdout.splitlines()
    crc, plays, flagged = 0, 0, None
    with open(out, "w", encoding="utf-8") as file:
        for number, line in enumerate(lines):
            body = line.rsplit(',"crc"', 1)[0]
            if '"filed":"play' in body:
                plays += 1
                if plays == 3:
                    body = re.sub(r'("filed":"play [AB];[^;]*;[^;]*;)0', r"\g<1>1", body)
                    flagged = number
            crc = zlib.crc32(body.encode(), crc)
            file.write(f'{body},"crc":"{crc:08x}"}}\n')
    return flagged


def test_flags(folder):
    """What was marked in eXtreme Gammon, also where the marked file comes second."""
    paths = sorted(glob.glob(os.path.join(REAL, "xg", "*.xg")))[:1]
    for path in paths:
        marked = os.path.join(folder, "marked.journal")
        expect(flag_one(path, marked), path)
        for order in ((marked,), (path, marked), (path.replace(".xg", ".mat"), marked), (marked, path)):
            db = os.path.join(folder, "flags.db")
            for stale in glob.glob(db + "*"):
                os.remove(stale)
            on(db, "add", *order)
            hits = found(db, "flagged")
            expect(len(hits) == 1 and hits[0]["action"] == "play", order, hits)
            expect(len(found(db, "not", "flagged")) == count(db) - 1, "not")


def test_what_an_earlier_desk_lacks(folder):
    """What its matches lack is said where the terms ask for it; the analysis completes them."""
    db = os.path.join(folder, "old.db")
    on(db, "add", command_line.MATCH)
    on(db, "analyse", "--ply", "0")
    with sqlite3.connect(db) as connection:
        connection.execute("DELETE FROM sides")
        connection.execute("UPDATE matches SET analysed=0")
    connection.close()

    def said(*terms):
        done = command_line.alea("study", "find", *terms, "--db", db)
        expect(done.returncode == 0, done.stderr)
        return done.stderr

    want = "1 match stored by an earlier alea lacks what these terms ask for: run alea study analyse"
    for terms in (("best=8/5",), ("not", "flagged"), ("right=take",), ("theme=race", "or", "prime>=4")):
        expect(want in said(*terms), terms, said(*terms))
    expect(said("prime>=4") == "" and said() == "", "terms that have what they need")
    on(db, "analyse", "--ply", "0")
    expect(said("best=8/5") == "", "completed")


WRONG = [
    (["prime>=4", "eror>=3"], 'column 10: no term "eror"; did you mean "error"?'),
    (["theme=atack"], 'column 7: no theme "atack" (did you mean "attack"?)'),
    (["kind=play,tke"], 'column 11: no kind "tke" (did you mean "take"?); there are play, double, take'),
    (["phase=late"], "there are opening, middle, contact, race, bearoff"),
    (["class==x"], "it takes =WORD"),
    (["best=8-"], "it takes moves: =8/5,6/5"),
    (["zone12-7=1"], 'no term "zone12-7"'),
    (["pips=x"], 'column 6: "pips" does not take "x"; it takes =N, =N,M'),
    (["crawford=1"], '"crawford" does not take "1"; it takes nothing after it'),
    (["date=May"], "it takes =2024, =2024-05"),
    (["prime>=4", "or"], 'column 10: a term is missing after "or"'),
    (["or", "prime>=4"], 'column 1: a term is missing before "or"'),
    (["prime>=4", "(", "bar=1"], 'column 10: "(" without ")"'),
    (["bar=1", ")"], 'column 7: ")" without "("'),
    (["not"], 'a term is missing after "not"'),
    (["not", "(", "bar=1", ")"], '"not" stands before a single term'),
    (["bar=1"] * 65, "more than 64 terms"),
]


def test_messages(db):
    for words, text in WRONG:
        said = on(db, "find", *words, code=2)
        expect(text in said, words, said)


def test_the_list():
    """docs/study.md has every term and every word, and no other."""
    lines = command_line.alea("study", "find", "--terms").stdout.splitlines()
    terms, words = {}, {}
    for line in lines[:-1]:
        form, about = re.fullmatch(r"(\S+) +(.*)", line).groups()
        name = re.match(r"(?:\[their-\])?([a-z-]+)", form).group(1)
        terms[name] = form
        if form.endswith("=WORD"):
            words[name] = about.split(": ")[1].split(", ")
    text = command_line.read(os.path.join(SOURCE, "docs/study.md")).split("## Searching")[1].split("\n## ")[0]
    table = [row.split("|")[1:3] for row in text.splitlines() if row.startswith("| `")]
    listed = [name for row in table for name in re.findall(r"`([a-z-]+)`", row[0])]
    listed = [name for name in listed if name != "their-"]
    expect(sorted(listed) == sorted(terms), set(listed) ^ set(terms))
    for row in table:
        name = re.match(r" `([a-z-]+)`", row[0]).group(1)
        if name in words:
            expect(re.findall(r"`([a-z_]+)`", row[1]) == words[name], name, row[1], words[name])


def test_desk_of_an_earlier_alea(db, folder):
    """What it did not store is read when its matches are analysed."""
    copy = os.path.join(folder, "earlier.db")
    shutil.copy(db, copy)
    terms = (["right=double"], ["best=6/5"], ["played=6/5"], ["note=*"], ["theme=double_take"])
    before = [places(copy, *one) for one in terms]
    with sqlite3.connect(copy) as connection:
        for table in ("sides", "comments", "bin_sides", "bin_comments", "plans", "chosen", "bin_chosen"):
            connection.execute(f"DROP TABLE {table}")
        for table in ("analyses", "bin_analyses"):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN figures")
        for match, rows in connection.execute("SELECT match, rows FROM decisions").fetchall():
            old = bytearray(rows)
            for at in range(0, len(old), 72):
                old[at + 34] &= 15  # desk_row.flags
            connection.execute("UPDATE decisions SET rows=? WHERE match=?", (bytes(old), match))
        connection.execute("PRAGMA user_version=9")
    connection.close()
    expect(not places(copy, "right=double") and not places(copy, "best=6/5"), "not known yet")
    on(copy, "analyse", "--ply", "0")
    after = [places(copy, *one) for one in terms]
    expect(after == before and all(before[:3]), [len(one) for one in before], [len(one) for one in after])


def main():
    with tempfile.TemporaryDirectory() as folder:
        db = os.path.join(folder, "desk.db")
        files = [*glob.glob(os.path.join(REAL, "xg", "*")),
                 *sorted(glob.glob(os.path.join(REAL, "galaxy", "*")))[:effort(8, 1)]]
        if not files:
            print("real files: skipped, none in ../shared/real beside the clone; golden files stand in")
        on(db, "add", *(files or [JUDGED]), os.path.join(SOURCE, "bench", "match7.mat"))
        on(db, "analyse", "--ply", "0")
        test_stats_are_found(db)
        test_errors_are_trained(db, folder)
        test_checkers(db)
        test_alternatives(db)
        test_verdicts(folder)
        test_comments_and_flags(folder)
        test_flags(folder)
        test_messages(db)
        test_the_list()
        test_desk_of_an_earlier_alea(db, folder)
        test_what_an_earlier_desk_lacks(folder)


if __name__ == "__main__":
    main()
