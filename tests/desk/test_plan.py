#!/usr/bin/env python3
"""alea study plan from the outside: a desk with a planted bias has it named, one without has not; the plan
is kept, trained and compared a month later; few decisions are said to be few."""
import json
import os
import random
import sqlite3
import struct
import subprocess
import tempfile
import time
import zlib

from support import command_line
from support.command_line import SOURCE
from support.expect import expect
from support.waiting import HANG

ROW = struct.Struct("<26b2BBBBBBBBB2B2h2HHH3HIfff")
PLAY, DOUBLE, TAKE = 0, 1, 2  # kind
ACTION = {"double": 1, "take": 2, "drop": 3, "roll": 6, "play": 7}
COUNTED, ALEA = 2, 2
BOARD = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
OTHERS = [f"opponent {n}" for n in range(12)]


def on(db, *words, code=0, text=None):
    done = command_line.alea("study", *words, "--db", db, **({"input": text} if text else {}))
    expect(done.returncode == code, words, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr if code else done.stdout


def row(entry, by, kind, action, loss, equity, board, turn=9, dice=(0, 0), game=1):
    return ROW.pack(*board, *dice, kind, ACTION[action], 0, by, 0, 0, COUNTED, ALEA, 0, 0, 5, 5, 167, 167, game,
                    turn, 32768, 9000, 9000, entry, loss, equity, 0)


def decide(rng, entry, by, wrong_takes, game):
    """One decision as (row, detail): plays and takes, each wrong in one of ten."""
    board = list(BOARD)
    board[rng.randrange(2, 6)] += 1
    board[rng.randrange(9, 12)] += 1
    board[rng.choice((14, 15, 16, 18))] += 1
    board[6], board[8], board[13] = 4, 2, 4
    wrong, loss = rng.random() < 0.12, 0.03 + rng.expovariate(15)
    if rng.random() < 0.85:
        loss = loss if wrong else 0
        best, made = "13/7", "8/2"
        turn = rng.choice((3, 9))
        return row(entry, by, PLAY, "play", loss, 0.1, board, turn, (4, 2), game), best, made, loss
    drop_right = rng.random() < 0.5
    if drop_right:
        wrong = rng.random() < wrong_takes
    action = "take" if drop_right == wrong else "drop"
    loss = loss if wrong else 0
    equity = -1 if drop_right else -0.7
    return row(entry, by, TAKE, action, loss, equity, board, game=game), "drop", action, loss


def fill(db, seed, wrong_takes, matches=40, first=1, added=1, date="2026-01-05"):
    """Matches of Ann against twelve others; Ann takes wrongly with that chance where a drop is right."""
    rng = random.Random(seed)
    with sqlite3.connect(db) as connection:
        for match in range(first, first + matches):
            rows, entries = [], []
            for entry in range(100):
                by = entry % 2
                data, best, made, loss = decide(rng, entry, by, wrong_takes if by == 0 else 0.12, 1 + entry // 25)
                rows.append(data)
                if loss:
                    detail = json.dumps({"best": best, "made": made, "choices": [[best, 0.1], [made, 0.1 - loss]],
                                         "why": "planted"})
                    entries.append((match, entry, "alea", "2-ply", loss, None, detail))
            connection.execute(
                "INSERT INTO matches(id, key, player_a, player_b, event, round, place, date, length, games, winner,"
                " score_a, score_b, format, path, added, analysed) VALUES(?,?,?,?,'','','',?,5,4,0,5,0,'mat','',?,1)",
                [match, struct.pack("<qq", match, seed), "Ann", OTHERS[match % 12], date, added])
            connection.execute("INSERT INTO decisions VALUES(?,?)", [match, b"".join(rows)])
            connection.executemany("INSERT INTO analyses(match, entry, program, level, loss, luck, detail)"
                                   " VALUES(?,?,?,?,?,?,?)", entries)
    connection.close()


def new_desk(folder, name):
    db = os.path.join(folder, name)
    on(db, "add", os.path.join(SOURCE, "bench", "match7.mat"))
    on(db, "remove", "1", "--for-good")
    return db


def plan_of(db, *words):
    return json.loads(on(db, "plan", "--player", "Ann", "--json", *words))


def names(plan):
    return {bias["name"] for bias in plan["biases"]} - {None}


def test_planted(folder):
    db = new_desk(folder, "planted.db")
    fill(db, 1, 0.7)
    plan = plan_of(db)
    expect(names(plan) == {"takes too much"}, plan["biases"])
    thing = plan["things"][0]
    expect(thing["family"] == "wrong_take" and thing["certain"], thing)
    own = [one["own"] for one in thing["positions"]]
    expect(len(own) == 20 and own == sorted(own, reverse=True) and sum(own) > 10, thing["positions"])
    expect(len({one["id"] for one in thing["positions"]}) == 20, thing["positions"])
    losses = [one["loss"] for one in thing["positions"] if one["own"]]
    expect(losses == sorted(losses, reverse=True), losses)
    total = sum(family["loss"] for family in plan["families"])
    expect(abs(total - plan["loss"]) < 1e-4 and plan["decisions"] == 2000, total, plan["loss"])
    stats = json.loads(on(db, "stats", "player=Ann", "--json"))["groups"][0]
    expect(abs(stats["loss"] - plan["loss"]) < 1e-4 and abs(stats["pr"] - plan["pr"]) < 1e-3, stats)
    shown = on(db, "plan", "--player", "Ann")
    expect("1. Wrong takes: to recover" in shown and "takes too much" in shown, shown)
    return db


def test_noise(folder):
    named = 0
    for seed in range(10):
        db = new_desk(folder, f"noise{seed}.db")
        fill(db, 100 + seed, 0.12)
        plan = plan_of(db)
        named += bool(names(plan)) or any(family["certain"] for family in plan["families"])
    expect(named <= 1, named)


def test_kept_and_trained(db):
    first = plan_of(db)
    fill(db, 2, 0.7, matches=10, first=1000)
    expect(plan_of(db)["decisions"] == first["decisions"], "a plan stays for its month")
    again = plan_of(db, "--again")
    expect(again["decisions"] == first["decisions"] + 500, again["decisions"])
    card = json.loads(on(db, "train", "--plan", "--player", "Ann", "--next", "--json"))
    expect(card["id"] == again["things"][0]["positions"][0]["id"], card)
    on(db, "train", "--answer", f"{card['card']}=3")
    after = plan_of(db)["things"][0]["training"]
    expect(after == {"cards": 20, "asked": 1, "right": 1}, after)
    last = again["things"][-1]
    card = json.loads(on(db, "train", "--plan", "--thing", str(last["thing"]), "--player", "Ann", "--next", "--json"))
    expect(card["id"] == last["positions"][last["thing"] == 1]["id"], card, last)


def test_paper(db, folder):
    """The words, then each thing's positions six a page, the answers on the page after."""
    out = os.path.join(folder, "plan.pdf")
    expect(on(db, "plan", "--player", "Ann", "--pdf", out) == "", "nothing but the file")
    plan = plan_of(db)
    pages = subprocess.run(["pdftotext", "-layout", out, "-"], capture_output=True, text=True, check=True,
                           timeout=HANG).stdout.split("\f")
    words = " ".join(pages[0].split())
    for line in on(db, "plan", "--player", "Ann").splitlines():
        expect(" ".join(line.split()) in words, line, words)
    at = 1
    for thing in plan["things"]:
        heading = f"{thing['thing']}. {thing['name']}"
        for first in range(0, len(thing["positions"]), 6):
            asked, answered = pages[at], pages[at + 1]
            expect(heading in asked and "answers" not in asked, asked)
            expect(f"{heading}: answers" in answered and "planted" in answered, answered)
            for number in range(first + 1, min(first + 6, len(thing["positions"])) + 1):
                expect(f"{number}. " in asked and f"{number}. " in answered, number, asked, answered)
            expect("(played)" in answered and "(played)" not in asked, answered)
            at += 2
    expect(at == len(pages) - 1, at, len(pages))
    expect("one of --pdf and --json" in on(db, "plan", "--pdf", out, "--json", code=2))
    said = on(db, "plan", "--player", "Ann", "--pdf", os.path.join(folder, "no", "such.pdf"), code=3)
    expect("No such file" in said, said)


def test_before_and_after(db):
    """Forty more matches: the bias is gone, and the plan says so."""
    later = int(time.time() * 1000) + 10000
    today = time.strftime("%Y-%m-%d", time.localtime())
    told = plan_of(db)["things"][0]["progress"]
    expect(told["verdict"] == "not yet told" and told["after"]["decisions"] == 0 and told["missing"] > 0, told)
    fill(db, 3, 0.7, matches=40, first=2000, added=later, date="2020-01-01")
    expect(plan_of(db)["things"][0]["progress"]["after"]["decisions"] == 0, "old matches added later are before")
    fill(db, 4, 0.02, matches=40, first=3000, added=later, date=today)
    gone = plan_of(db)["things"][0]["progress"]
    expect(gone["verdict"] == "gone" and gone["high"] < 0 and gone["missing"] == 0, gone)
    expect("Since then: gone." in on(db, "plan", "--player", "Ann"))


def test_few(folder):
    db = new_desk(folder, "few.db")
    fill(db, 5, 0.7, matches=2)
    plan = plan_of(db)
    expect(plan["missing"] == 100 and plan["things"] == [] and not names(plan), plan)
    expect("100 more are needed" in on(db, "plan", "--player", "Ann"))


def timed_journal(path, took):
    """A real match as a journal; the decisions with these numbers took so many milliseconds."""
    done = command_line.alea("convert", "--to", "journal", os.path.join(SOURCE, "bench", "match7.mat"))
    check, entry = 0, 0
    with open(path, "w", encoding="utf-8") as file:
        for line in map(json.loads, done.stdout.splitlines()):
            del line["crc"]
            if "event" in line:
                line |= {"took_ms": took[entry]} if entry in took else {}
                entry += 1
            body = json.dumps(line, separators=(",", ":"), ensure_ascii=False)[:-1]
            check = zlib.crc32(body.encode(), check)
            file.write(f'{body},"crc":"{check:08x}"}}\n')


def test_haste(folder):
    """Forty plays of Ann take 1 to 40 s, the median 21: every error under 10.5 s is hasty. Ten cube decisions
    are too few to say what is usual, and plays without a time are not asked."""
    db, path = os.path.join(folder, "haste.db"), os.path.join(folder, "timed.jsonl")
    timed_journal(path, {2 * n: 1000 * (n + 1) for n in range(40)} | {100 + n: 1 for n in range(10)})
    on(db, "add", path)
    rows = [row(2 * n, 0, PLAY, "play", 0.05 if n % 4 == 0 else 0.0, 0.1, BOARD, dice=(4, 2)) for n in range(40)]
    rows += [row(2 * n + 1, 0, PLAY, "play", 0.5, 0.1, BOARD, dice=(4, 2)) for n in range(40)]
    rows += [row(100 + n, 0, TAKE, "take", 0.5, -1, BOARD) for n in range(10)]
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE decisions SET rows=?", [b"".join(rows)])
        connection.execute("UPDATE matches SET player_a='Ann', analysed=1")
    connection.close()
    plan = plan_of(db)
    expect(plan["decisions"] == 90, plan["decisions"])
    expect(plan["haste"] == [{"kind": "play", "decisions": 40, "usual_ms": 21000, "quick": 10, "errors": 10,
                              "hasty": 3, "loss": 0.15}], plan["haste"])
    said = " ".join(on(db, "plan", "--player", "Ann").split())
    expect("Plays take you 21.0 s as a rule. 3 of 10 errors took less than half of that and cost 0.150; of all "
           "40 decisions 25% do." in said, said)
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE matches SET format='mat'")
    connection.close()
    expect(plan_of(db, "--again")["haste"] == [], "a file of another format states no times")


def test_refused(db):
    expect("no analysed decision" in on(db, "plan", "--player", "Nobody", code=2))
    expect("YYYY-MM" in on(db, "plan", "--month", "2026-13", code=2))
    said = on(db, "plan", "--player", "Ann", "--month", "2001-01", code=2)
    expect("no plan" in said and "there are: 20" in said, said)
    expect("not of" in on(db, "plan", "--again", "--month", "2001-01", code=2))
    expect("goes with --plan" in on(db, "train", "--thing", "1", code=2))
    expect("has no plan" in on(db, "train", "--plan", "--player", "Nobody", code=2))
    # A month of the past is shown as it was.
    with sqlite3.connect(db) as connection:
        connection.execute("INSERT INTO plans SELECT player, '2026-01', made, body FROM plans")
    connection.close()
    on(db, "plan", "--player", "Ann", "--month", "2026-01")


with tempfile.TemporaryDirectory() as folder:
    planted = test_planted(folder)
    test_paper(planted, folder)
    test_noise(folder)
    test_kept_and_trained(planted)
    test_before_and_after(planted)
    test_refused(planted)
    test_few(folder)
    test_haste(folder)
print("ok")
