#!/usr/bin/env python3
"""A backup of everything while people play, restored elsewhere by one command, where they play on:
the same people, the same game with the same sealed dice, the same matches, the same cards of the deck. A
damaged desk is named by `alea admin check`. What is refused: a folder
that is there, data that is there, another key, a backup that is damaged or lacks its key, a server
whose key is missing."""
import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile

from support import ALEA
from support.desk import admin, desk_of, make_cards, same_person
from support.honest import contribute, seated, some_play, to_play, watch
from support.server import Server
from support.short_match import short_match
from support.waiting import HANG
from support.wire import Person


def files(folder):
    return {name: open(os.path.join(folder, name), "rb").read() for name in os.listdir(folder)}


def test_play_on(server, folder):
    game, host, guest = seated(server.port)
    lines = [watch(host, game), watch(guest, game)]
    contribute(*lines)
    mover, _ = to_play(lines)
    answer = mover.do("play", game=game, moves=some_play(mover.state["tree"]))
    assert answer["ok"], answer
    status, _, sent = host.raw("POST", "/api/matches?name=base.mat", short_match())
    assert status == 201, sent
    match = json.loads(sent)["match"]
    make_cards(host)
    desk = desk_of(host, 2)
    people = [host.ask("GET", "/api/me")[1]["id"], guest.ask("GET", "/api/me")[1]["id"]]
    backup = os.path.join(folder, "backup")
    status, out, why = admin("backup", backup + "/", "--data", server.data)
    assert (status, out) == (0, backup + "\n"), why
    assert sorted(os.listdir(backup)) == ["alea-backup.json", "alea.db", "alea.db.key"]
    for name in os.listdir(backup):
        assert os.stat(os.path.join(backup, name)).st_mode & 0o77 == 0, name
    before = files(backup)
    status, _, why = admin("backup", backup, "--data", server.data)
    assert status == 3 and "exists" in why, why
    elsewhere = os.path.join(folder, "elsewhere", "new.db")
    status, out, why = admin("restore", backup, "--data", elsewhere)
    assert status == 0 and "holds the backup" in out, why
    assert sorted(os.listdir(os.path.dirname(elsewhere))) == ["new.db", "new.db.key"]
    assert files(backup) == before, "a backup is only read"
    status, out, why = admin("check", "--data", elsewhere)
    assert status == 0 and "the key is its own" in out, (out, why)
    again = Server("--limit", "0", data=elsewhere)
    try:
        host, first = same_person(host, again.port)
        guest, second = same_person(guest, again.port)
        assert [first, second] == people
        assert desk_of(host, 2) == desk
        lines = [watch(host, game), watch(guest, game)]
        mover = next(line for line in lines if "roll" in line.state["actions"])
        answer = mover.do("roll", game=game)  # the sealed dice open with the key alone
        assert answer["ok"], answer
        status, shown = host.ask("GET", f"/api/matches/{match}")
        assert status == 200 and shown["source"] == "uploaded", shown
    finally:
        assert again.stop() == 0
    return backup, elsewhere


def test_damaged_desk(backup, folder):
    """Named, with the person and the piece; what holds other pieces is not touched by it."""
    data = os.path.join(folder, "damaged.db")
    assert admin("restore", backup, "--data", data)[0] == 0
    status, out, why = admin("check", "--json", "--data", data)
    sound = json.loads(out)
    assert (status, sound["sound"], sound["desks"], sound["damaged"]) == (0, True, 1, []), (out, why)
    with contextlib.closing(sqlite3.connect(data)) as file, file:
        person, = file.execute("SELECT person FROM desks").fetchone()
        file.execute("UPDATE desk_chunks SET bytes = x'00ff' WHERE number = 1")
    status, out, why = admin("check", "--data", data)
    assert status == 1 and person in why and "piece 1 is damaged" in why and not out, (out, why)
    status, out, why = admin("check", "--json", "--data", data)
    found = json.loads(out)
    assert status == 1 and not found["sound"] and found["key"] == "own", found
    assert [(d["person"], d["what"]) for d in found["damaged"]] == [(person, "piece 1 is damaged")], found
    assert admin("remove", "Ann", "--json", "--data", data)[0] == 2
    status, out, why = admin("backup", data + "-again", "--json", "--data", data)
    assert status == 0 and json.loads(out) == {"folder": data + "-again"}, why
    status, out, why = admin("restore", data + "-again", "--json", "--data", data + "2")
    assert status == 0 and json.loads(out)["users"] == found["users"], (out, why)
    status, out, why = admin("migrate", data + "2", data + "3", "--json")
    rows = {t["table"]: t["rows"] for t in json.loads(out)["tables"]}
    assert status == 0 and rows["users"] == found["users"] and rows["desks"] == 1, (out, why)
    assert json.loads(admin("users", "--json", "--data", data)[1]) == {"users": []}


def test_refused(folder, backup, there):
    status, _, why = admin("restore", backup, "--data", there)
    assert status == 3 and "already" in why, why
    other = os.path.join(folder, "other.db")
    with open(other + ".key", "w", encoding="ascii") as key:
        key.write("alea-server-key-1\n" + "ab" * 32 + "\n")
    status, _, why = admin("restore", backup, "--data", other)
    assert status == 3 and "another key" in why and not os.path.exists(other), why
    os.unlink(other + ".key")
    for name, damage, word in (("alea.db.key", None, "alea.db.key"), ("alea-backup.json", None, "no backup"),
                               ("alea-backup.json", b"{", "damaged"), ("alea.db", b"x" * 4096, "alea.db"),
                               ("alea.db.key", b"alea-server-key-1\n" + b"cd" * 32 + b"\n", "another one")):
        broken = os.path.join(folder, "broken")
        shutil.copytree(backup, broken)
        path = os.path.join(broken, name)
        os.unlink(path)
        if damage is not None:
            with open(path, "wb") as file:
                file.write(damage)
        status, _, why = admin("restore", broken, "--data", other)
        assert status == 3 and word in why, (name, why)
        assert not os.path.exists(other) and not os.path.exists(other + ".key"), name
        assert not [f for f in os.listdir(folder) if "part" in f], os.listdir(folder)
        shutil.rmtree(broken)
    assert admin("backup", "-", "--data", there)[0] == 2
    assert admin("restore", folder, "--data", other)[0] == 3


def refused(data, *options):
    done = subprocess.run([ALEA, "serve", "--port", "0", "--data", data, *options], capture_output=True, text=True,
                          check=False, timeout=HANG)
    return done.returncode, done.stderr


def test_lost_key(there):
    """Nothing is made anew because something is missing."""
    os.rename(there + ".key", there + ".away")
    status, why = refused(there)
    assert status == 3 and "is missing" in why and "--new-key" in why, why
    assert not os.path.exists(there + ".key")
    status, _, why = admin("backup", there + "-backup", "--data", there)
    assert status == 3 and "without the key" in why, why
    status, _, why = admin("check", "--data", there)
    assert status == 3 and "is missing" in why, why
    with open(there + ".key", "w", encoding="ascii") as key:
        key.write("alea-server-key-1\n" + "ab" * 32 + "\n")
    status, why = refused(there)
    assert status == 3 and "another key" in why, why
    os.unlink(there + ".key")
    server = Server("--new-key", data=there)
    assert server.stop() == 0 and os.path.exists(there + ".key")


def test_key_of_other_games(folder):
    """A chouette and a table of another game need the key as much as a match does."""
    data = os.path.join(folder, "others.db")
    server = Server("--limit", "0", data=data)
    person = Person(server.port)
    status, me = person.ask("POST", "/api/register", {"name": "Ann", "password": "correct Ann horse"})
    assert status == 200, me
    status, table = person.ask("POST", "/api/tables", {"game": "plakoto"})
    assert status == 201, table
    status, crew = person.ask("POST", "/api/chouettes", {"machines": ["beginner", "beginner"]})
    assert status == 201, crew
    assert server.stop() == 0
    os.rename(data + ".key", data + ".away")
    status, why = refused(data)
    assert status == 3 and "is missing, and 2 games need it" in why, why
    assert not os.path.exists(data + ".key")
    os.rename(data + ".away", data + ".key")
    server = Server("--limit", "0", data=data)
    assert server.stop() == 0


def main():
    folder = tempfile.mkdtemp(prefix="alea_backup_")
    server = Server("--limit", "0")
    try:
        backup, there = test_play_on(server, folder)
        assert server.stop() == 0
        test_damaged_desk(backup, folder)
        test_refused(folder, backup, there)
        test_lost_key(there)
        test_key_of_other_games(folder)
    finally:
        server.stop()
        server.clean()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
