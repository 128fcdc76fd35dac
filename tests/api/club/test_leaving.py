#!/usr/bin/env python3
"""Everything that a person owns, exported into a folder while the server runs, and erased: what is in
the folder, what nobody finds afterwards, and that the opponent's games can still be read and played."""
import contextlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
import zlib

from support import ALEA
from support.desk import admin, get, make_cards
from support.server import Server
from support.short_match import short_match
from support.waiting import HANG, wait_until
from support.wire import Person
from test_club import account, begun, lose, player


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return json.load(file)


def a_life(server):
    """-> Ann, Bob, the game that is over and analysed, the one that runs, the match brought."""
    ann, bob = account(server, "Ann"), account(server, "Bob")
    over, lines = begun(ann, bob, options={"match_length": 1})
    assert lines[0].do("say", game=over, text="my number is 555")["ok"]
    lose(lines, 1)
    wait_until(lambda: ann.ask("GET", f"/api/matches/{over}/analysis")[0] == 200, "the analysis of a game")
    running, _ = begun(ann, bob)
    status, _, sent = ann.raw("POST", "/api/matches?name=base.mat", short_match())
    assert status == 201, sent
    make_cards(ann)
    for body in ({"name": "Bob", "friend": True}, {"name": "Bob", "muted": True}):
        assert ann.ask("POST", "/api/friends", body)[0] == 200
    assert ann.ask("POST", "/api/reports", {"name": "Bob", "text": "He is late."})[0] == 201
    assert bob.ask("POST", "/api/reports", {"name": "Ann", "text": "Ann is early."})[0] == 201
    assert ann.ask("PATCH", "/api/me", {"settings": {"board": "dark"}})[0] == 200
    return ann, bob, over, running, json.loads(sent)["match"]


def test_export(server, folder, ann, over, running, match):
    where = os.path.join(folder, "ann")
    status, out, why = admin("export", "ann", where, "--data", server.data)
    assert (status, out) == (0, where + "\n"), why
    about = read(where, "account.json")
    assert about["name"] == "Ann" and about["settings"] == {"board": "dark"} and about["sessions"], about
    assert [(r["name"], r["muted"]) for r in about["relations"]] == [("Bob", True)], about
    assert [r["text"] for r in about["reports"]] == ["He is late."], about
    assert [(r["game"], r["outcome"]) for r in about["results"]] == [(over, "won")], about
    assert about["ratings"][0]["played"] == 1
    assert "hash" not in json.dumps(about) and "argon2" not in json.dumps(about)
    games = {g["id"]: g for g in read(where, "games.json")}
    assert {g["stage"] for g in games.values()} == {"over", "playing", "uploaded"}, games
    assert set(games) == {over, running, match} and games[over]["you"] == 0
    events = read(where, "games", f"{over}.events.json")
    assert [e["seq"] for e in events] == list(range(1, len(events) + 1))
    assert any(e["event"].get("text") == "my number is 555" for e in events)
    assert read(where, "games", f"{over}.analysis.json")
    assert not os.path.exists(os.path.join(where, "games", f"{running}.jsonl"))
    for name in (over, match):
        path = os.path.join(where, "games", f"{name}.jsonl")
        done = subprocess.run([ALEA, "show", path], capture_output=True, text=True, check=False, timeout=HANG)
        assert done.returncode == 0, done.stderr
    done = subprocess.run([ALEA, "study", "stats", "--db", os.path.join(where, "desk.db")], capture_output=True,
                          text=True, check=False, timeout=HANG)
    assert done.returncode == 0 and "Player" in done.stdout, (done.stdout, done.stderr)
    for path, folders, names in os.walk(where):
        for name in folders + names:
            assert os.stat(os.path.join(path, name)).st_mode & 0o77 == 0, name
    assert admin("export", "ann", where, "--data", server.data)[0] == 3
    assert admin("export", "Nobody", where + "2", "--data", server.data)[0] == 2
    assert sorted(os.listdir(folder)) == ["ann"]


def everything(data):
    """All texts of the data, those that are compressed too."""
    texts = []
    with contextlib.closing(sqlite3.connect(data)) as file:
        for table, in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            if table in ("desk_chunks",) or table.startswith("sqlite"):
                continue
            for row in file.execute(f"SELECT * FROM {table}"):
                for value in row:
                    if isinstance(value, bytes):
                        for skip in (0, 4, 8):
                            with contextlib.suppress(zlib.error):
                                texts.append(zlib.decompress(value[skip:]).decode("utf-8", "replace"))
                        texts.append(value.decode("utf-8", "replace"))
                    elif isinstance(value, str):
                        texts.append(value)
    return "\n".join(texts)


def test_erase(server, ann, bob, over, running, match):
    status, _, why = admin("erase", "Ann", "--data", server.data)
    assert status == 2 and "--yes" in why and player(bob, "Ann")["played"] == 1, why
    line = ann.socket()
    status, _, why = admin("erase", "Ann", "--yes", "--data", server.data)
    assert status == 0, why
    assert line.until(lambda m: m.get("type") == "bye")["reason"] == "session"
    assert bob.ask("GET", "/api/players/Ann")[0] == 404
    assert bob.ask("GET", f"/api/matches/{match}")[0] == 404
    assert get(bob, "/api/friends")["friends"] == []
    # The other one's history stays, and can be read.
    shown = get(bob, f"/api/matches/{over}")
    assert sorted(shown["players"][i] if isinstance(shown["players"][i], str) else shown["players"][i]["name"]
                  for i in (0, 1)) == ["Bob", "somebody"], shown["players"]
    status, _, text = bob.raw("GET", f"/api/matches/{over}/file?format=mat")
    assert status == 200 and b"somebody" in text and b"Ann" not in text, text
    assert [r["opponent"] for r in player(bob, "Bob")["results"]] == ["somebody"]
    state = get(bob, f"/api/games/{running}")
    assert state["stage"] == "playing" and [p["name"] for p in state["players"]] == ["somebody", "Bob"], state
    assert server.stop() == 0
    left = everything(server.data)
    # As words: keys and seals are random letters and digits, among which any three may stand.
    for trace in ("Ann", "my number", "He is late", "is early", "board"):
        found = re.search(rf"\b{trace}\b", left)
        assert not found, trace + " in " + left[max(0, found.start() - 200):found.end() + 50]
    # The analysis is made again, of the record without the name.
    server.start()
    bob.go_to(server.port)
    wait_until(lambda: bob.ask("GET", f"/api/matches/{over}/analysis")[0] == 200, "the analysis again")
    again = account(server, "Ann")
    assert player(again, "Ann")["played"] == 0


def main():
    folder = tempfile.mkdtemp(prefix="alea_leaving_")
    server = Server("--limit", "0")
    try:
        ann, bob, over, running, match = a_life(server)
        test_export(server, folder, ann, over, running, match)
        test_erase(server, ann, bob, over, running, match)
        # A guest is named by the id.
        guest = Person(server.port)
        assert admin("erase", get(guest, "/api/me")["id"], "--yes", "--data", server.data)[0] == 0
        assert server.stop() == 0
        assert not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()
        shutil.rmtree(folder)
    print("ok")


if __name__ == "__main__":
    main()
