#!/usr/bin/env python3
"""A desk kept in order: matches listed, renamed, removed into the bin and put back with all that
belongs to them; cards suspended, removed and made again."""
import json
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile

from support import ALEA, command_line
from support.clock import Clock
from support.command_line import SOURCE
from support.expect import expect
from support.waiting import HANG

MATCH = os.path.join(SOURCE, "bench", "match7.mat")
POSITION = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"
MATCH_TABLES = ("matches", "sources", "decisions", "files", "analyses", "tags", "notes", "collected", "cards",
                "pulled", "twins", "collections", "sides", "comments", "chosen")


def on(db, *words, code=0):
    done = command_line.alea("study", *words, "--db", db)
    expect(done.returncode == code, words, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr if code else done.stdout


def everything(db):
    """Every row of every table but the bin's."""
    with sqlite3.connect(db) as connection:
        rows = {table: sorted(map(repr, connection.execute(f"SELECT * FROM {table}"))) for table in MATCH_TABLES}
    connection.close()
    return rows


def fill(db):
    on(db, "add", MATCH)
    on(db, "analyse", "--ply", "0")
    on(db, "add", POSITION)
    on(db, "train", "--make", "player=alea", "error>=0.05")
    on(db, "tag", "good", "1")
    on(db, "tag", "hard", "1:5")
    on(db, "note", "1:5", "why not")
    on(db, "collect", "openings", "1:5")
    on(db, "rename", "1", "Final of the club")


def test_the_bin_keeps_all_of_a_match(db):
    before = everything(db)
    expect(before["cards"] and before["notes"] and before["collections"], before.keys())
    expect("match 1 is in the bin" in on(db, "remove", "1"))
    after = everything(db)
    expect(not after["sources"][1:] and not after["cards"] and not after["notes"] and not after["collections"],
           "gone from the desk")
    expect("1 found" in on(db, "list") and "Final of the club" in on(db, "bin"), on(db, "list"))
    # Its number is not given to another.
    expect("match 1 is back" in on(db, "bin", "1"))
    expect(everything(db) == before, [(table, set(before[table]) ^ set(everything(db)[table])) for table in before])
    expect("0 in the bin" in on(db, "bin"))
    on(db, "bin", "1", code=2)
    on(db, "remove", "99", code=2)
    on(db, "remove", "one", code=2)
    expect(everything(db) == before)


def test_added_again_meanwhile(db):
    on(db, "remove", "1")
    on(db, "add", MATCH)
    listed = [json.loads(line) for line in on(db, "list", "--json").splitlines()]
    numbers = {match["match"] for match in listed if match["games"]}
    expect(numbers == {3}, "a number in the bin is not given again", listed)
    expect("it is match 3" in on(db, "bin", "1", code=2))
    on(db, "remove", "3", "--for-good")
    on(db, "bin", "1")
    expect("Final of the club" in on(db, "list"))


def test_a_card_that_was_asked_stays(db):
    cards = [json.loads(line) for line in on(db, "cards", "--json").splitlines()]
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE cards SET reviews=1, state=2 WHERE id=?", [cards[0]["card"]])
    connection.close()
    on(db, "remove", "1")
    left = [json.loads(line) for line in on(db, "cards", "--json").splitlines()]
    expect([(card["card"], card["match"]) for card in left] == [(cards[0]["card"], 0)], left)
    on(db, "bin", "1")
    back = [json.loads(line) for line in on(db, "cards", "--json").splitlines()]
    expect([(card["card"], card["match"]) for card in back] == [(card["card"], 1) for card in cards], back)


def test_the_bin_forgets(db):
    on(db, "remove", "1")
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE bin SET removed=removed - 31 * 86400000")
    connection.close()
    on(db, "remove", "2")
    expect(re.search(r"^ +2  removed .*position", on(db, "bin"), re.M) and "1 in the bin" in on(db, "bin"))
    on(db, "bin", "--empty")
    with sqlite3.connect(db) as connection:
        names = [name for name, in connection.execute("SELECT name FROM sqlite_master WHERE type='table' AND"
                                                      " name LIKE 'bin%'")]
        expect(len(names) == 15, names)
        for name in names:
            expect(connection.execute(f"SELECT count(*) FROM {name}").fetchone() == (0,), name)
            if name == "bin":
                continue
            # Whoever adds a column to a table adds it to its twin in the bin.
            columns, own = ([row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
                            for table in (name, name[4:]))
            expect(columns == own, name, columns, own)
    connection.close()


def test_the_bin_forgets_by_itself(db):
    """After 30 days what was removed is gone from the file with the next command, whatever it is."""
    on(db, "remove", "1")
    clock = Clock()

    def later(days):
        clock.wall_ns = int(days * 86400e9)
        clock._write()
        done = subprocess.run([ALEA, "study", "stats", "--db", db], capture_output=True, text=True, check=False,
                              env={**os.environ, **clock.environment()}, timeout=HANG)
        expect(done.returncode == 0, done.stderr)
        with sqlite3.connect(db) as connection:
            left = [connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                    for table in ("bin", "bin_matches", "bin_sources", "bin_decisions")]
        connection.close()
        return left

    expect(later(29.9) == [1, 1, 1, 1], "kept until then")
    expect(later(30.1) == [0, 0, 0, 0], "forgotten")
    expect("1 found" in on(db, "list"), "what was not removed stays")


def test_cards(db):
    on(db, "train", "--make", "error>=0.05")
    cards = [json.loads(line) for line in on(db, "cards", "--json").splitlines()]
    others = [card for card in cards if card["player"] != "alea"]
    expect(others and len(others) < len(cards), cards)
    first = str(cards[0]["card"])
    expect("1 cards suspended" in on(db, "cards", first, "--suspend"))
    expect("suspended" in on(db, "cards", first) and "0 cards suspended" in on(db, "cards", first, "--suspend"))
    expect(on(db, "cards").count(", suspended") == 1, on(db, "cards"))
    expect("1 cards resumed" in on(db, "cards", first, "--resume"))
    expect(" 5 new for today" in on(db, "train"), on(db, "train"))
    on(db, "cards", "--player", "%", "--suspend")
    expect(" 0 new for today" in on(db, "train"), on(db, "train"))
    on(db, "cards", "--player", "%", "--resume")
    expect(f"{len(others)} cards removed" in on(db, "cards", "--not-player", "alea", "--remove"))
    left = [json.loads(line) for line in on(db, "cards", "--json").splitlines()]
    expect(left == [card for card in cards if card["player"] == "alea"], left)
    on(db, "train", "--make", "error>=0.05")
    expect(f"{len(cards)} cards" in on(db, "cards"), "made again")
    for words in (("--remove",), ("--suspend", "--remove", "1"), ("x",), ("999999",)):
        on(db, "cards", *words, code=2)


def test_aliases(db):
    def people():
        groups = json.loads(on(db, "stats", "--by", "player", "--json"))["groups"]
        return {group["key"]: group["decisions"] for group in groups}

    before = people()
    expect(set(before) == {"alea", "alea2"}, before)
    on(db, "alias", "alea2", "Ann Meyer")
    expect(on(db, "alias") == "alea2 is Ann Meyer\n" and set(people()) == {"alea", "Ann Meyer"}, people())
    found = [on(db, "find", f"player={name}", "--count") for name in ("alea2", "Ann Meyer")]
    expect(found[0] == found[1] and int(found[0]) > 0, found)
    # Who was Ann Meyer is whom she is; nobody is himself in a circle.
    on(db, "alias", "Ann Meyer", "Anna Meyer")
    expect(on(db, "alias") == "Ann Meyer is Anna Meyer\nalea2 is Anna Meyer\n", on(db, "alias"))
    on(db, "alias", "Anna Meyer", "alea2", code=2)
    on(db, "alias", "alea", "alea", code=2)
    for words in (("alea",), ("--suggest", "x", "y"), ("", "x"), ("--remove",)):
        on(db, "alias", *words, code=2)
    on(db, "alias", "--remove", "alea2")
    on(db, "alias", "--remove", "Ann Meyer")
    expect(people() == before and on(db, "alias") == "")


def test_suggestions(db):
    with sqlite3.connect(db) as connection:
        for i, (one, two) in enumerate((("Anna Meyer", "Bo Lund"), ("A. Meyer", "lund"), ("ANNA MEYER", "Lund"),
                                        ("Cy Karl", "Di Karl"), ("Karl", "Bo Lund"), ("Anna Meyer", "Bo Lund"))):
            connection.execute("INSERT INTO matches(key, player_a, player_b, event, round, place, date, length, games,"
                               " winner, score_a, score_b, format, path, added) VALUES(?,?,?,'','','','',7,1,0,0,0,"
                               "'mat','',0)", [bytes([i]), one, two])
    connection.close()
    said = re.findall(r'alias "(.*)" "(.*)"  ', on(db, "alias", "--suggest"))
    # "Karl" could be two people; "lund" and "Lund" are one, who may be Bo.
    expect(sorted(said) == [("A. Meyer", "Anna Meyer"), ("ANNA MEYER", "Anna Meyer"), ("Lund", "Bo Lund"),
                            ("lund", "Bo Lund")], said)


def test_lists(db):
    expect("2 found" in on(db, "list") and "1 found; --limit" not in on(db, "list"))
    expect("2 found; --limit shows more" in on(db, "list", "--limit", "1"))
    expect("1 found" in on(db, "list", "--words", "club") and "0 found" in on(db, "list", "--words", "nowhere"))
    expect("1 found" in on(db, "list", "player=alea", "error>=0.05"))
    on(db, "list", "nonsense=1", code=2)
    on(db, "rename", "1", "two\nlines", code=2)
    on(db, "rename", "9", "x", code=2)
    on(db, "rename", "1", "")
    expect("Final" not in on(db, "list"))


def test_two_desks_become_one(db):
    """What only the other desk has joins this one, once; where both differ, a line says so."""
    with tempfile.TemporaryDirectory() as folder:
        other, empty = os.path.join(folder, "other.db"), os.path.join(folder, "empty.db")
        sgf = os.path.join(folder, "match7.sgf")
        command_line.alea("convert", MATCH, "-o", sgf)
        on(other, "add", command_line.MATCH, sgf)
        on(other, "analyse", "--ply", "0")
        on(other, "train", "--make", "error>=0.05")
        card = json.loads(on(other, "train", "--next", "--json"))["card"]
        on(other, "train", "--answer", f"{card}=3")
        both = [m for m in on(other, "list").splitlines() if "alea" in m][0].split()[0]
        on(other, "tag", "theirs", both)
        on(other, "note", f"{both}:5", "because of the race")
        on(other, "rename", both, "Another title")
        on(other, "alias", "Player 2", "Berta")
        on(other, "find", "--save", "mine", "prime>=5")
        on(db, "find", "--save", "mine", "prime>=4")
        said = on(db, "merge", other)
        expect("1 matches added, 1 here already" in said and "1 new reviews; 2 conflicts" in said, said)
        expect('match 1 is called "Final of the club" here and "Another title" there' in said, said)
        expect('the search "mine" is another one there' in said, said)
        expect(on(db, "note", "1:5") == "why not\nbecause of the race\n", on(db, "note", "1:5"))
        expect("Berta" in on(db, "alias") and "theirs" in on(db, "list"), on(db, "list"))
        # Figures, cards and reviews are those of the other desk.
        for by in ("theme", "class", "match"):
            here, there = (json.loads(on(one, "stats", "--json", "--by", by, "player=Berta"))["groups"]
                           for one in (db, other))
            expect(len(here) == len(there) > 0 and [(g["decisions"], g["loss"], g["luck"]) for g in here] ==
                   [(g["decisions"], g["loss"], g["luck"]) for g in there], by, here, there)
        with sqlite3.connect(db) as connection:
            expect(connection.execute("PRAGMA foreign_key_check").fetchall() == [])
        connection.close()
        before = everything(db)
        expect(on(db, "merge", other).endswith("0 matches added, 2 here already; 0 new cards, 0 new reviews; "
                                               "2 conflicts\n"), "again")
        told = json.loads(on(db, "merge", other, "--json"))
        expect(told["conflicts"] == 2 and len(told["said"]) == 2, told)
        expect(everything(db) == before, "nothing is doubled")
        # An empty desk becomes the other.
        on(empty, "merge", other)
        expect(on(empty, "stats", "--by", "theme") == on(other, "stats", "--by", "theme"), "the same figures")
        expect(on(empty, "cards").splitlines()[-1] == on(other, "cards").splitlines()[-1], "the same cards")
        expect("this very desk" in on(db, "merge", db, code=2))
        on(db, "merge", os.path.join(folder, "none.db"), code=3)
        on(db, "merge", sgf, code=3)


def test_a_merge_says_what_it_leaves_out(db):
    """Analyses of decisions that the match here does not have, as one file of the match has more than the other."""
    with tempfile.TemporaryDirectory() as folder:
        other = os.path.join(folder, "other.db")
        shutil.copyfile(db, other)
        with sqlite3.connect(db) as connection:
            rows = connection.execute("SELECT rows FROM decisions WHERE match=1").fetchone()[0]
            sides = connection.execute("SELECT sides FROM sides WHERE match=1").fetchone()[0]
            connection.execute("UPDATE decisions SET rows=? WHERE match=1", [rows[:-72 * 3]])
            connection.execute("UPDATE sides SET sides=? WHERE match=1", [sides[:-20 * 3]])
        connection.close()
        said = on(db, "merge", other)
        expect("3 analyses of decisions that the match does not have here were left out" in said, said)
        told = json.loads(on(db, "merge", other, "--json"))
        expect(told == {"matches": 0, "known": 2, "cards": 0, "reviews": 0, "left_out": 3, "conflicts": 0,
                         "said": []}, told)


with tempfile.TemporaryDirectory() as folder:
    full = os.path.join(folder, "full.db")
    fill(full)
    for name, test in sorted(globals().copy().items()):
        if name.startswith("test_"):
            copy = os.path.join(folder, f"{name}.db")
            shutil.copyfile(full, copy)
            test(copy)
            print("ok", name)
