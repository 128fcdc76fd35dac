#!/usr/bin/env python3
"""alea study: one match in several formats, two programs on one file, a kill at any moment,
a full disk."""
import json
import os
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import zipfile

from support import ALEA, command_line
from support.command_line import MATCH
from support.expect import expect
from support.waiting import HANG


def alea(*arguments, code=0):
    done = command_line.alea(*arguments)
    expect(done.returncode == code, arguments, done.returncode, done.stderr)
    return done


def matches(folder, count):
    """Match files; some are the same match."""
    os.makedirs(folder)
    for i in range(count):
        with open(os.path.join(folder, f"{i:04}.mat"), "w") as file:
            file.write(game(i))


def game(i):
    """A short match that depends on i."""
    rng = random.Random(i)
    rolls = [rng.choice(["31", "42", "61", "53"]) for _ in range(5)]
    plays = {"31": "8/5 6/5", "42": "8/4 6/4", "61": "13/7 8/7", "53": "8/3 6/3"}
    first, second = rolls[0], rolls[1]
    text = (" 5 point match\n\n Game 1\n Ann : 0                           Ben : 0\n"
            f"  1) {first}: {plays[first]}                   {second}: {plays[second]}\n")
    turn = 2
    if rng.randrange(2):
        text += "  2) Doubles => 2                  Takes\n"
        turn += 1
    text += f"  {turn}) 65: 24/18 18/13                 {3 + i % 3}1: 24/{21 - i % 3} 24/23\n"
    text += f"  {turn + 1})  Losses {1 + i % 2} point                Wins {1 + i % 2} points\n"
    return text


def rows(db, sql):
    connection = sqlite3.connect(db, timeout=HANG)  # recovers the log of a killed writer
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def whole(db):
    """Every match has its source and its decisions, and the file is sound."""
    expect(rows(db, "PRAGMA integrity_check") == [("ok",)], "integrity")
    expect(rows(db, "PRAGMA foreign_key_check") == [], "foreign keys")
    counts = rows(db, "SELECT (SELECT count(*) FROM matches),"
                      "(SELECT count(*) FROM sources), (SELECT count(*) FROM decisions),"
                      "(SELECT count(DISTINCT match) FROM files)")[0]
    expect(len(set(counts)) == 1, f"half a match: {counts}")
    return counts[0]


def test_three_formats(folder):
    db = os.path.join(folder, "formats.db")
    made = []
    for name in ("mat", "sgf", "journal"):
        made.append(os.path.join(folder, "same." + name))
        alea("convert", "--to", name, "-o", made[-1], MATCH)
    done = alea("study", "add", "--db", db, "--json", MATCH, *made)
    results = [json.loads(line)["result"] for line in done.stdout.splitlines()]
    expect(results == ["added", "known", "known", "known"], results)
    expect(whole(db) == 1, "one match")
    again = alea("study", "add", "--db", db, *made)
    expect("0 matches added" in again.stdout and "3 known" in again.stdout, again.stdout)


def test_bad_files(folder):
    db = os.path.join(folder, "bad.db")
    inside = os.path.join(folder, "mixed")
    os.makedirs(inside)
    shutil.copy(MATCH, os.path.join(inside, "good.mat"))
    with open(os.path.join(inside, "notes.md"), "w") as file:
        file.write("no match\n")
    with open(os.path.join(inside, "e'vil\n\xff\";DROP.mat"), "w") as file:
        file.write(game(7))
    done = alea("study", "add", "--db", db, inside)
    expect("2 matches added" in done.stdout and "1 no match file" in done.stdout, done.stdout)
    named = alea("study", "add", "--db", db, os.path.join(inside, "notes.md"), code=1)
    expect("notes.md" in named.stderr, named.stderr)
    expect(whole(db) == 2, "two matches")
    other = os.path.join(folder, "other.db")
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE x(y)")
    connection.commit()
    connection.close()
    refused = alea("study", "add", "--db", other, MATCH, code=3)
    expect("another database" in refused.stderr, refused.stderr)
    with open(other + "x", "w") as file:
        file.write("no database at all " * 100)
    refused = alea("study", "add", "--db", other + "x", MATCH, code=3)
    expect("not a desk file" in refused.stderr, refused.stderr)
    connection = sqlite3.connect(db)
    connection.execute("PRAGMA user_version=9999")
    connection.close()
    refused = alea("study", "add", "--db", db, MATCH, code=3)
    expect("newer alea" in refused.stderr, refused.stderr)


def start(*arguments, **options):
    return subprocess.Popen([ALEA, *arguments], stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL, **options)


def test_two_programs(folder):
    db, many = os.path.join(folder, "two.db"), os.path.join(folder, "many")
    matches(many, 150)
    both = [start("study", "add", "--db", db, many) for _ in range(2)]
    expect([p.wait() for p in both] == [0, 0], "both succeed")
    count = whole(db)
    alone = os.path.join(folder, "alone.db")
    alea("study", "add", "--db", alone, many)
    expect(count == whole(alone) > 20, f"{count} matches")
    for i in range(3):  # the file itself is made by all at once
        new = os.path.join(folder, f"new{i}.db")
        made = [start("study", "add", "--db", new, MATCH) for _ in range(3)]
        expect([p.wait() for p in made] == [0, 0, 0], "a new file, three programs")
        expect(whole(new) == 1, "one match")


def test_kill(folder):
    db, many = os.path.join(folder, "kill.db"), os.path.join(folder, "many")
    seen = []
    for i in range(12):
        one = start("study", "add", "--db", db, many)
        time.sleep(0.004 * i)
        one.send_signal(signal.SIGKILL)
        one.wait()
        if os.path.exists(db) and os.path.getsize(db):
            try:
                seen.append(whole(db))
            except sqlite3.OperationalError as error:
                expect("no such table" in str(error), error)
    expect(seen == sorted(seen), "nothing is lost")
    alea("study", "add", "--db", db, many)
    expect(whole(db) == whole(os.path.join(folder, "two.db")), "resumed")


def test_full_disk(folder):
    db, many = os.path.join(folder, "full.db"), os.path.join(folder, "many")

    def small():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (900_000, 900_000))

    one = subprocess.run([ALEA, "study", "add", "--db", db, many], text=True,
                         capture_output=True, preexec_fn=small)
    expect(one.returncode == 3 and "full.db" in one.stderr, (one.returncode, one.stderr))
    before = whole(db)
    alea("study", "add", "--db", db, many)
    expect(before < whole(db) == whole(os.path.join(folder, "two.db")), "afterwards")


def found(db, *terms):
    done = alea("study", "find", "--db", db, "--json", "--limit", "100000", *terms)
    return [json.loads(line) for line in done.stdout.splitlines()]


def board_of(hit):
    """The XGID's board seen by the player who decides: own checkers positive."""
    fields = hit["id"].split("=")[1].split(":")
    points = [0 if c == "-" else ord(c) - 64 if c < "a" else 96 - ord(c) for c in fields[0]]
    mine = hit["kind"] != "take"
    up = fields[3] == "1"
    return points if up == mine else [-n for n in reversed(points)]


def test_find(folder):
    """Every term against a count of our own over all decisions."""
    db = os.path.join(folder, "find.db")
    alea("study", "add", "--db", db, MATCH, "bench/match7.mat")
    every = found(db)
    expect(len(every) > 300, len(every))
    boards = [board_of(hit) for hit in every]

    def run(board, least):
        best = now = 0
        for n in board[1:25]:
            now = now + 1 if n >= least else 0
            best = max(best, now)
        return best

    claims = {
        "prime>=4": lambda b, h: run(b, 2) >= 4,
        "their-prime>=4": lambda b, h: run([-n for n in b], 2) >= 4,
        "bar=1,2": lambda b, h: b[25] in (1, 2),
        "their-bar>=1": lambda b, h: b[0] <= -1,
        "blots=1..2": lambda b, h: 1 <= b[1:25].count(1) <= 2,
        "their-blots>2": lambda b, h: b[1:25].count(-1) > 2,
        "point=6,8": lambda b, h: b[6] >= 2 and b[8] >= 2,
        "their-point=5": lambda b, h: b[20] <= -2,
        "their-blot=5": lambda b, h: b[20] == -1,
        "empty=7": lambda b, h: b[7] == 0,
        "off<1": lambda b, h: sum(n for n in b if n > 0) == 15,
        "anchors>=1": lambda b, h: any(n >= 2 for n in b[19:25]),
        "home-made=3": lambda b, h: sum(n >= 2 for n in b[1:7]) == 3,
        "pips<=100": lambda b, h: sum(i * n for i, n in enumerate(b) if n > 0) <= 100,
        "dice=31,66": lambda b, h: sorted(h["id"].split(":")[4]) in (["1", "3"], ["6", "6"]),
        "kind=take,double": lambda b, h: h["kind"] in ("take", "double"),
        "board=......B............dd.....":
            lambda b, h: b[6] >= 2 and b[19] <= -4 and b[20] <= -4,
    }
    for term, claim in claims.items():
        wanted = [(h["match"], h["entry"]) for b, h in zip(boards, every) if claim(b, h)]
        got = [(h["match"], h["entry"]) for h in found(db, term)]
        expect(got == wanted, term, len(got), len(wanted))
        other = [(h["match"], h["entry"]) for h in found(db, "not", term)]
        expect(len(other) + len(got) == len(every), "not", term)
    player = every[0]["player"]
    expect({h["player"] for h in found(db, f"player={player[:2]}*")} ==
           {h["player"] for h in every if h["player"][:2].lower() == player[:2].lower()},
           "player")
    # The other colour in the same place is found, too.
    one = every[40]
    expect((one["match"], one["entry"]) in
           [(h["match"], h["entry"]) for h in found(db, "position=" + one["id"])], "position")
    alea("study", "find", "--db", db, "--save", "deep", "prime>=4", "not", "bar=1")
    expect(found(db, "@deep") == found(db, "prime>=4", "not", "bar=1"), "saved")
    for wrong in (["prme=3"], ["pips=x"], ["not"], ["point=25"], ["dice=17"], ["@none"],
                  ["board=A"], ["date=May"], ["not", "@deep"], ["phase=late"]):
        expect(alea("study", "find", "--db", db, *wrong, code=2).stderr, wrong)
    expect("no desk" in alea("study", "find", "--db", db + "x", code=3).stderr, "missing")


def test_stats(folder):
    """The desk's figures are those of `alea analyse`."""
    db = os.path.join(folder, "stats.db")
    alea("study", "add", "--db", db, MATCH)
    before = json.loads(alea("study", "stats", "--db", db, "--json").stdout)
    expect(all(g["pr"] is None and g["decisions"] == 0 for g in before["groups"]), before)
    alea("study", "analyse", "--db", db, "--ply", "1")
    done = json.loads(alea("analyse", "--ply", "1", "--json", MATCH).stdout)
    stats = json.loads(alea("study", "stats", "--db", db, "--json").stdout)
    groups = {g["key"]: g for g in stats["groups"]}
    for player in done["totals"]:
        group = groups[player["player"]]
        expect(group["decisions"] == player["decisions"], player, group)
        expect(abs(group["pr"] - player["pr"]) < 0.001, player, group)
        expect(abs(group["luck"] - player["luck"]) < 0.001, player, group)
    kinds = json.loads(alea("study", "stats", "--db", db, "--json", "--by", "kind").stdout)
    expect(sum(g["decisions"] for g in kinds["groups"]) ==
           sum(g["decisions"] for g in groups.values()), kinds)
    worst = found(db, "--sort", "error")[:2]
    expect(worst[0]["loss"] >= worst[1]["loss"] > 0, worst)
    details = rows(db, "SELECT detail FROM analyses WHERE loss >= 0.02")
    expect(details, "no errors")
    for detail, in details:
        detail = json.loads(detail)
        texts = [choice[0] for choice in detail["choices"]]
        expect(detail["made"] in texts and detail["best"] in texts, detail)
    expect("0 matches analysed" in alea("study", "analyse", "--db", db).stdout, "done twice")
    alea("study", "analyse", "--db", db, "--level", "quick", code=2)
    alea("study", "analyse", "--db", db, "--level", "fast", "--ply", "1", code=2)
    alea("study", "analyse", "--db", db, "--level", "fast", "--again")
    expect(rows(db, "SELECT count(*) FROM analyses WHERE level = '2-ply'")[0][0] > 20, "fast")
    csv = alea("study", "stats", "--db", db, "--csv", "--by", "score").stdout.splitlines()
    expect(len(csv) > 1 and csv[0].startswith("score,matches,decisions,pr"), csv)
    for wrong in (["--by", "colour"], ["prme=3"], ["--json", "--csv"]):
        expect(alea("study", "stats", "--db", db, *wrong, code=2).stderr, wrong)


def test_train(folder):
    db = os.path.join(folder, "stats.db")  # analysed by test_stats
    before = json.loads(alea("study", "train", "--db", db, "--counts", "--json").stdout)
    expect(before == {"cards": 0, "due": 0, "new": 0, "reviewed_today": 0, "streak": 0}, before)
    expect(alea("study", "train", "--db", db, "--next", "--json").stdout == "null\n", "empty")
    made = alea("study", "train", "--db", db, "--make", "error>=0.02", "--min-loss", "0.05")
    wanted = {h["id"] for h in found(db, "error>=0.05")}
    count = int(made.stdout.split()[0])
    expect(count == len(wanted) > 8, made.stdout, len(wanted))
    expect(alea("study", "train", "--db", db, "--make", "--min-loss", "0.05").stdout ==
           "0 new cards\n", "made twice")
    stored = json.loads(rows(db, "SELECT value FROM settings WHERE name='fsrs'")[0][0])
    expect(len(stored["w"]) == 21 and stored["version"] == "FSRS-6", stored)
    # Five new cards a day, costliest first; a wrong answer comes back within the hour.
    seen, losses = [], []
    for i in range(5):
        card = json.loads(alea("study", "train", "--db", db, "--next", "--json").stdout)
        texts = [c["text"] for c in card["choices"]]
        best = max(card["choices"], key=lambda c: c["equity"])["equity"]
        expect(card["choices"][card["best"]]["equity"] == best, card)
        expect(len(set(texts)) == len(texts) >= 2 and card["made"] in range(len(texts)), card)
        expect(card["id"] in wanted, card)
        seen.append(card["card"])
        losses.append(card["loss"])
        begun = time.time()
        done = json.loads(alea("study", "train", "--db", db, "--answer",
                               f"{card['card']}={4 if i else 1}").stdout)
        due = done["due"] / 1000
        expect(due - begun > 86000 if i else begun < due <= time.time() + 60, i, begun, due)
    expect(len(set(seen)) == 5 and losses == sorted(losses, reverse=True), seen, losses)
    counts = json.loads(alea("study", "train", "--db", db, "--counts", "--json").stdout)
    expect(counts["reviewed_today"] == 5 and counts["new"] == 0 and counts["streak"] == 1,
           counts)
    again = json.loads(alea("study", "train", "--db", db, "--next", "--json").stdout)
    expect(again and again["card"] == seen[0], "what was wrong is asked again at once", again)
    days = {alea("study", "train", "--db", db, "--daily", "--json").stdout for _ in range(3)}
    expect(len(days) == 1 and days != {"null\n"}, "the same all day")
    # In the terminal: nonsense, a hint, then the best choice counts as hard.
    card = json.loads(alea("study", "train", "--db", db, "--next", "--new", "6",
                           "--json").stdout)
    done = command_line.alea("study", "train", "--db", db, "--new", "6",
                             input=f"x\n9\nh\n{card['best'] + 1}\n")
    expect(done.returncode == 0 and "Right:" in done.stdout and card["hint"] in
           done.stdout and "1 of 1 right" in done.stdout, done.stdout)
    # All that one must know is asked with the question; a hint names no choice.
    expect(card["situation"] in done.stdout and re.fullmatch(
        r"(Money.*|Match to \d+, you are \d+-away, the opponent \d+-away.*); "
        r"(no cube|cube at \d+, .*|doubled from \d+ to \d+); pips \d+ to \d+",
        card["situation"]), card)
    expect(f"lost {card['loss']:.3f}." in card["hint"], card)
    expect(not any(c["text"] in card["hint"] for c in card["choices"]), card)
    expect(rows(db, f"SELECT grade FROM reviews WHERE card={card['card']}") == [(2,)], "hard")
    for wrong in (["--answer", "1"], ["--answer", "1=5"], ["--answer", "99999=3"],
                  ["--retention", "0.5"], ["--retention", "0"], ["player=x"]):
        expect(alea("study", "train", "--db", db, *wrong, code=2).stderr, wrong)
    # A kill between two reviews: each is whole.
    for _ in range(6):
        one = start("study", "train", "--db", db, "--answer", f"{seen[1]}=3")
        time.sleep(0.002)
        one.kill()
        one.wait()
    expect(rows(db, "SELECT sum(reviews) FROM cards") == rows(db, "SELECT count(*) FROM reviews"),
           "reviews")


def test_labels(folder):
    db = os.path.join(folder, "find.db")
    one, two = [f"{h['match']}:{h['entry']}" for h in found(db, "prime>=4")[:2]]

    def places(*terms):
        return [f"{h['match']}:{h['entry']}" for h in found(db, *terms)]

    alea("study", "tag", "--db", db, "timing é", one, two)
    alea("study", "tag", "--db", db, "timing é", one)
    expect(places("tag=timing é") == [one, two] and places("tag=TIM*") == [one, two], "tagged")
    alea("study", "tag", "--db", db, "--remove", "timing é", one)
    expect(places("tag=timing*") == [two], "removed")
    expect(one in places("not", "tag=timing*"), "not tagged")
    alea("study", "tag", "--db", db, "final", "2")
    expect({h["match"] for h in found(db, "tag=final")} == {2}, "a match's tag")
    alea("study", "collect", "--db", db, "primes", one, two)
    expect(places("collection=primes") == [one, two] and not places("tag=primes"), "collected")
    alea("study", "collect", "--db", db, "--remove", "primes", one, two)
    expect(rows(db, "SELECT count(*) FROM collections") == [(0,)], "gone with its last")
    note = "hold the prime\n100% 'sure'; _really_"
    alea("study", "note", "--db", db, one, note)
    expect(alea("study", "note", "--db", db, one).stdout == note + "\n", "note")
    expect(places("note=*100% 'sure'*") == [one] and not places("note=*100x*"), "note found")
    alea("study", "note", "--db", db, one, "")
    expect(not places("note=*"), "note removed")
    # Another file of the match, with an analysis, replaces the first: labels stay.
    moved, sgf = os.path.join(folder, "moved.db"), os.path.join(folder, "analysed.sgf")
    alea("study", "add", "--db", moved, MATCH)
    wanted = found(moved, "prime>=4")[3]
    alea("study", "tag", "--db", moved, "here", f"{wanted['match']}:{wanted['entry']}")
    alea("analyse", "--ply", "0", "--sgf", sgf, MATCH)
    done = alea("study", "add", "--db", moved, sgf)
    expect("1 updated" in done.stdout, done.stdout)
    expect([h["id"] for h in found(moved, "tag=here")] == [wanted["id"]], "label moved")
    expect(len(found(moved, "analysed")) > 20, "analysis taken over")
    # A third file with another program's analysis: both stand side by side.
    real = os.path.join(os.environ.get("ALEA_SOURCE", "."), "../shared/real/xg/test")
    if all(os.path.exists(real + end) for end in (".sgf", ".xg")):
        both = os.path.join(folder, "both.db")
        done = alea("study", "add", "--db", both, real + ".sgf", real + ".xg")
        expect("1 matches added" in done.stdout and "1 updated" in done.stdout, done.stdout)
        pairs = rows(both, "SELECT count(*) FROM analyses a JOIN analyses b USING (match, entry)"
                           " WHERE a.program < b.program")
        expect(pairs[0][0] > 100, pairs)
    else:
        print("real files: skipped, none in ../shared/real beside the clone")
    for wrong in (["tag", "x", "9999"], ["tag", "x", "1:999999"], ["tag", "", "1"],
                  ["tag", "a\nb", "1"], ["tag", "x" * 101, "1"], ["tag", "x", "1:"],
                  ["tag", "x", "1;DROP"], ["collect", "x", "-5"], ["note", "0", "x"],
                  ["note", "1", "x" * 20001]):
        done = alea("study", wrong[0], "--db", db, *wrong[1:], code=2)
        expect(done.stderr, wrong)
    expect(whole(db) == 2, "whole")


def zipped(path, members, **how):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, **how) as file:
        for name, content in members.items():
            file.writestr(name, content)


def anki_database(folder, sql):
    """The bytes of a collection made by `sql`."""
    path = os.path.join(folder, "made.anki2")
    if os.path.exists(path):
        os.remove(path)
    connection = sqlite3.connect(path)
    connection.executescript(sql)
    connection.close()
    with open(path, "rb") as file:
        return file.read()


def test_anki(folder):
    db, package = os.path.join(folder, "stats.db"), os.path.join(folder, "deck.apkg")
    alea("study", "export", "--db", db, package)
    with zipfile.ZipFile(package) as file:
        expect(file.testzip() is None and set(file.namelist()) == {"collection.anki2", "media"},
               file.namelist())
        expect(json.loads(file.read("media")) == {}, "media")
        inside = os.path.join(folder, "inside.anki2")
        with open(inside, "wb") as out:
            out.write(file.read("collection.anki2"))
    expect(rows(inside, "PRAGMA integrity_check") == [("ok",)], "integrity")
    models, decks, conf, dconf = rows(inside, "SELECT models, decks, conf, dconf FROM col")[0]
    model = list(json.loads(models).values())[0]
    expect(len(model["flds"]) == 6 and model["tmpls"][0]["qfmt"], model)
    expect(set(json.loads(decks)) >= {"1"} and json.loads(conf) and json.loads(dconf), decks)
    count = rows(db, "SELECT count(*) FROM cards")
    expect(rows(inside, "SELECT count(*) FROM notes") == count, "notes")
    expect(rows(inside, "SELECT count(*) FROM cards WHERE type=2 AND ivl>0") ==
           rows(db, "SELECT count(*) FROM cards WHERE state=2"), "schedules")
    for fields, in rows(inside, "SELECT flds FROM notes"):
        parts = fields.split("\x1f")
        expect(len(parts) == 6 and parts[0].startswith("XGID=") and "<svg" in parts[1] and
               "<script" not in fields, parts[0])
        expect("; pips " in parts[2] and ("cube at " in parts[2] or "no cube" in parts[2] or
                                          "doubled from " in parts[2]), parts[2])
    # Into another desk and back: the same cards, reviews and schedules.
    other = os.path.join(folder, "other_deck.db")
    done = alea("study", "import", "--db", other, package)
    expect(done.stdout.startswith(f"{count[0][0]} new cards, "), done.stdout)
    same = "SELECT position, back, state, reviews, lapses, due, round(stability, 6) FROM cards ORDER BY 1"
    expect(rows(db, same) == rows(other, same), "round trip")
    again = alea("study", "import", "--db", other, package)
    expect(again.stdout == "0 new cards, 0 new reviews, 0 notes left out\n", again.stdout)
    # A review made in Anki moves the schedule.
    connection = sqlite3.connect(inside)
    card = connection.execute("SELECT min(id) FROM cards").fetchone()[0]
    connection.execute(f"INSERT INTO revlog VALUES({int(time.time() * 1000)},{card},0,3,0,0,0,0,1)")
    connection.execute("INSERT INTO notes VALUES(5,'x',1,0,0,'','a\x1fb','a',0,0,'')")
    connection.commit()
    connection.close()
    with open(inside, "rb") as file:
        zipped(package, {"collection.anki2": file.read(), "media": "{}"})
    done = alea("study", "import", "--db", other, package)
    expect(done.stdout == "0 new cards, 1 new reviews, 1 notes left out\n", done.stdout)
    # Bombs and damage: refused, and nothing changes.
    with open(package, "rb") as file:
        good = file.read()
    before = rows(other, "SELECT count(*), sum(reviews) FROM cards")
    bad = os.path.join(folder, "bad.apkg")
    zipped(bad, {"collection.anki2": bytes(300 << 20)})
    expect("unpack to" in alea("study", "import", "--db", other, bad, code=1).stderr, "bomb")
    zipped(bad, {"collection.anki21b": b"x"})
    expect("older Anki" in alea("study", "import", "--db", other, bad, code=1).stderr, "new")
    zipped(bad, {"collection.anki2": b"no database" * 1000})
    alea("study", "import", "--db", other, bad, code=1)
    endless = anki_database(folder, "CREATE TABLE x(y); CREATE VIEW notes AS WITH RECURSIVE"
                            " c(id, flds) AS (SELECT 1, 'a' UNION ALL SELECT id+1, 'a' FROM c)"
                            " SELECT id, flds FROM c;")
    zipped(bad, {"collection.anki2": endless})
    alea("study", "import", "--db", other, bad, code=1)
    rng = random.Random(4)
    for i in range(20):
        data = bytearray(good)
        if i % 2:
            data = data[:rng.randrange(len(data))]
        else:
            for _ in range(3):
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        with open(bad, "wb") as file:
            file.write(data)
        done = command_line.alea("study", "import", "--db", other, bad)
        expect(done.returncode in (0, 1), i, done.returncode, done.stderr)
        expect(done.returncode == 0 or done.stderr, i)
    expect(rows(other, "SELECT count(*), sum(reviews) FROM cards") == before, "unchanged")


def test_drill():
    """A second run with the answers of the first is all right."""
    for kind in ("pips", "take-points", "bear-off"):
        first = command_line.alea("study", "drill", kind, "--seed", "7", "-n", "5",
                                  input="0\nx\n\n-1\n1e9\n")
        answers = re.findall(r"No: ([0-9.]+) ", first.stdout)
        expect(len(answers) == 5 and "0 of 5 right" in first.stdout, first.stdout)
        second = command_line.alea("study", "drill", kind, "--seed", "7", "-n", "5",
                                   input="\n".join(answers) + "\n")
        expect(second.returncode == 0 and "5 of 5 right" in second.stdout, second.stdout)
        third = command_line.alea("study", "drill", kind, "-n", "5", input="q\n")
        expect("0 of 0 right" in third.stdout, third.stdout)
    alea("study", "drill", "chess", code=2)


def test_shelves():
    for name, low, high in (("take-points", 0.1, 0.5), ("gammon-values", 0, 1.1),
                            ("met", 0, 1)):
        shelf = json.loads(alea("study", "shelf", name, "--size", "9", "--json").stdout)
        values = shelf["values"]
        expect(len(values) == 9 and all(len(row) == 9 for row in values), name)
        expect(all(low <= x <= high for row in values for x in row if x is not None), name)
        if name == "met":
            expect(all(abs(values[i][j] + values[j][i] - 1) < 1e-6
                       for i in range(9) for j in range(9)), "the two sides add up to 1")
        expect("cube at" in alea("study", "shelf", name).stdout, name)
    alea("study", "shelf", "chess", code=2)


def main():
    with tempfile.TemporaryDirectory() as folder:
        test_three_formats(folder)
        test_bad_files(folder)
        test_two_programs(folder)
        test_kill(folder)
        test_full_disk(folder)
        test_find(folder)
        test_stats(folder)
        test_train(folder)
        test_labels(folder)
        test_anki(folder)
    test_drill()
    test_shelves()
    print("ok")


if __name__ == "__main__":
    main()
