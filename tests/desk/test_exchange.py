#!/usr/bin/env python3
"""A desk on a server leaves it as one file and comes into another: looked at first, then merged; what is no desk, damaged
or made to do harm is refused in words and changes nothing, and the server answers others meanwhile."""
import gzip
import json
import os
import sqlite3
import tempfile
import threading
import time

from support import command_line
from support.command_line import SOURCE
from support.expect import expect
from support.server import Server
from support.waiting import HANG
from support.wire import Person

BENCH = os.path.join(SOURCE, "bench", "match7.mat")
POSITION = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"


def on(db, *words, code=0):
    done = command_line.alea("study", *words, "--db", db)
    expect(done.returncode == code, words, done.returncode, done.stdout, done.stderr)
    return done.stdout


def send(person, data, want=200, review=False):
    status, _, answer = person.raw("POST", f"/api/desk/merge{'?review=1' if review else ''}", data, timeout=HANG)
    answer = json.loads(answer)
    expect(status == want, status, answer)
    return answer


def fetch(person, path):
    status, _, data = person.raw("GET", "/api/desk/file")
    expect(status == 200, status, data[:200])
    with open(path, "wb") as file:
        file.write(data)
    return data


def desk(person):
    got = person.ask("GET", "/api/desk")[1]
    return got["matches"], got["positions"], got["deck"]["cards"], got["decisions"]


def make(folder):
    """A desk of the terminal: two matches, a position, cards, a review, a tag."""
    db = os.path.join(folder, "terminal.db")
    on(db, "add", BENCH, command_line.MATCH)
    on(db, "analyse", "--ply", "0")
    on(db, "add", POSITION)
    on(db, "train", "--make", "error>=0.1")
    card = json.loads(on(db, "train", "--next", "--json"))["card"]
    on(db, "train", "--answer", f"{card}=3")
    on(db, "tag", "mine", "1")
    with open(db, "rb") as file:
        return db, file.read()


def there_and_back(server, folder, db, data):
    person = Person(server.port)
    cards = len(on(db, "cards", "--json").splitlines())
    look = send(person, data, review=True)
    want = {"matches": 2, "known_matches": 0, "positions": 1, "known_positions": 0, "cards": cards, "known_cards": 0}
    expect(look == want, look, want)
    expect(desk(person) == (0, 0, 0, 0), "looked at, no more")
    merged = send(person, gzip.compress(data))
    expect((merged["matches"], merged["known"], merged["cards"], merged["reviews"], merged["left_out"],
            merged["conflicts"], merged["said"]) == (3, 0, cards, 1, 0, 0, []) and "stopped" not in merged, merged)
    expect(desk(person)[:3] == (2, 1, cards), desk(person))
    look = send(person, data, review=True)
    expect((look["matches"], look["known_matches"], look["positions"], look["known_positions"], look["cards"],
            look["known_cards"]) == (0, 2, 0, 1, 0, cards), look)
    again = send(person, data)
    expect((again["matches"], again["known"], again["cards"], again["reviews"]) == (0, 3, 0, 0), again)
    # The file of the server is a desk of the terminal.
    out = os.path.join(folder, "out.db")
    fetch(person, out)
    for words in (("stats", "--by", "theme", "--json"), ("find", "--count"), ("cards",)):
        expect(on(out, *words).splitlines()[-1] == on(db, *words).splitlines()[-1], words, on(out, *words))
    expect("#mine" in on(out, "list"))
    # And comes into another account.
    other = Person(server.port)
    with open(out, "rb") as file:
        expect(send(other, file.read())["matches"] == 3 and desk(other) == desk(person))
    status, answer = Person(server.port).ask("GET", "/api/desk/file")
    expect(status == 400 and "no desk" in answer["error"]["message"], answer)
    return person


def changed(folder, data, *statements):
    """The desk after somebody has had hands on it."""
    path = os.path.join(folder, "changed.db")
    with open(path, "wb") as file:
        file.write(data)
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    with open(path, "rb") as file:
        return file.read()


def hostile(folder, person, data):
    before = desk(person)
    endless = ("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id, zeroblob(16) AS key, 1 AS"
               " games, '' AS path, '' AS title, 0 AS analysed FROM n")
    half = bytearray(data)
    for at in range(16384, len(data), 16384):  # the head of every page
        half[at:at + 12] = b"\xa5" * 12
    cases = [
        (b"no desk at all", "is not a desk file"), (b"SQLite format 3\0" + bytes(2000), "the file"),
        (data[:len(data) // 2], "the file"), (bytes(half), "damaged"), (gzip.compress(data)[:-5000], "cannot be unpacked"),
        (b"\x1f\x8b" + bytes(100), "cannot be unpacked"), (gzip.compress(bytes(65 << 20)), "more than 64 MB"),
        (changed(folder, data, "DROP TABLE cards"), "not a desk file as alea makes it"),
        (changed(folder, data, "CREATE TABLE further (x)"), "not a desk file as alea makes it"),
        (changed(folder, data, "CREATE TRIGGER t AFTER UPDATE ON matches BEGIN DELETE FROM matches; END"), "the file"),
        (changed(folder, data, "ALTER TABLE matches RENAME TO m", f"CREATE VIEW matches AS {endless}"), "the file"),
        (changed(folder, data, "PRAGMA user_version=99"), "newer alea"),
        (changed(folder, data, "PRAGMA application_id=1"), "another database")]
    for bad, want in cases:
        for review in (True, False):
            message = send(person, bad, 400, review)["error"]["message"]
            expect(want in message, want, message)
    expect(desk(person) == before, desk(person), before)
    # What stands in a sound file and is none of its sort is left, the rest joins.
    odd = changed(folder, data, "UPDATE sources SET bytes=x'00' WHERE match=1", "UPDATE decisions SET rows=x'0102'",
                  "UPDATE cards SET due=1e300", "UPDATE analyses SET loss=-1, figures=x'00'")
    said = send(person, odd)
    expect(said["conflicts"] == 1 and "damaged" in said["said"][0], said)
    expect(desk(person) == before, desk(person), before)
    expect(send(person, b"", 400)["error"]["message"] == "The file is empty.")
    expect(person.ask("GET", "/api/desk/stats?by=theme")[0] == 200)


def others_do_not_wait(server, folder):
    """A desk of many matches is merged in slices: short requests come between them."""
    db = os.path.join(folder, "large.db")
    files = []
    with open(command_line.MATCH, "rb") as file:
        lines = file.read().split(b"\n")
    for i in range(40):
        path = os.path.join(folder, f"{i}.mat")
        with open(path, "wb") as file:
            file.write(b"\n".join(lines[:len(lines) - 3 - i]) + b"\n")
        files.append(path)
    on(db, "add", *files)
    matches = len(on(db, "list", "--json", "--limit", "1000").splitlines())
    expect(matches > 25, "more than a slice", matches)
    with open(db, "rb") as file:
        data = file.read()
    person, other = Person(server.port), Person(server.port)
    done, waits = [], []
    thread = threading.Thread(target=lambda: done.append(send(person, data)))
    thread.start()
    while thread.is_alive():
        begun = time.monotonic()
        expect(other.ask("GET", "/api/desk")[0] == 200)
        waits.append(time.monotonic() - begun)
    thread.join()
    expect(done[0]["matches"] == matches and "stopped" not in done[0], done)
    print(f"{matches} matches, {len(waits)} requests meanwhile, the slowest {max(waits):.3f} s")


def main():
    server = Server("--limit", "0")
    try:
        with tempfile.TemporaryDirectory() as folder:
            db, data = make(folder)
            person = there_and_back(server, folder, db, data)
            hostile(folder, person, data)
            others_do_not_wait(server, folder)
        expect(not server.complaints(), server.complaints())
        expect(server.stop() == 0)
    finally:
        server.kill()


if __name__ == "__main__":
    main()
