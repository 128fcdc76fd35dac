#!/usr/bin/env python3
"""Dice that nobody can steer: both players commit to their words before either is revealed, the server
signs the seal, the data file holds no seed of a running game, and the journal at the end shows
all of it to `alea verify-dice`."""
import hashlib
import json
import os
import sqlite3
import stat
import subprocess
import tempfile
import time

from support import ALEA
from support.clock import Clock
from support.honest import new_game, refresh, seated, watch
from support.server import Server
from support.waiting import HANG, wait_until
from support.wire import Person


def words_hash(game, words):
    return hashlib.sha256(f"alea-words-1\n{game}\n{words}\n".encode()).hexdigest()


def commit(line, words):
    return line.do("commit", game=line.state["id"],
                   hash=words_hash(line.state["dice_seal"]["game"], words))


def reveal(line, words):
    return line.do("contribute", game=line.state["id"], words=words)


def verify(journal, *options):
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
        file.write(journal)
        file.flush()
        done = subprocess.run([ALEA, "verify-dice", file.name, *options], capture_output=True,
                              text=True, timeout=HANG)
    return done.returncode, done.stdout


def test_commit_and_reveal(server):
    game, host, guest = seated(server.port)
    a, b = watch(host, game), watch(guest, game)
    seal = a.state["dice_seal"]
    assert seal["committed"] == [None, None]
    for bad in ("", "ab", "z" * 64, 7, None, ["a"], words_hash("x", "y").upper()):
        assert not a.do("commit", game=game, hash=bad)["ok"], bad
    assert commit(a, "left foot")["ok"]
    assert not commit(a, "right foot")["ok"], "a second commitment"
    # Words are not told before the other has committed too, and only those committed to.
    assert reveal(a, "left foot")["error"]["code"] == "not_now"
    assert commit(b, "tuesday")["ok"]
    assert refresh(b)["dice_seal"]["committed"][0] == words_hash(seal["game"], "left foot")
    assert refresh(b)["dice_seal"]["words"] == [None, None]
    assert reveal(b, "wednesday")["error"]["code"] == "wrong_words"
    assert reveal(b, "tuesday")["ok"] and reveal(a, "left foot")["ok"]
    state = refresh(a)
    assert state["stage"] == "playing" and state["dice_seal"]["words"] == ["left foot", "tuesday"]
    return game, a, b


def end(game, line):
    assert line.do("resign", game=game, level=3)["ok"]


def test_signed_and_sealed(server, _clock):
    game, a, b = test_commit_and_reveal(server)
    seal = refresh(a)["dice_seal"]
    status, key = a.person.ask("GET", "/api/dice-key")
    assert status == 200 and key == {"algorithm": "ed25519", "key": seal["key"]}
    assert len(seal["signature"]) == 128 and abs(seal["time"] / 1000 - time.time()) < 600
    # The data file has no seed of a running game; the key lies beside it, for its owner alone.
    server.kill()
    head = json.loads(sqlite3.connect(server.data).execute(
        "SELECT head FROM games WHERE id = ?", (game,)).fetchone()[0])
    assert "dice_seed" not in head and len(head["dice_sealed"]) == 144
    assert stat.S_IMODE(os.stat(server.data + ".key").st_mode) == 0o600
    server.start()
    a, b = watch(a.person, game), watch(b.person, game)
    assert refresh(a)["dice_seal"] == seal, "another seal after a restart"
    loser, other = wait_until(lambda: next(
        (pair for pair in ((a, b), (b, a)) if "resign" in refresh(pair[0])["actions"]), None))
    end(game, loser)
    assert other.do("accept_resign", game=game)["ok"]
    while refresh(a)["stage"] != "over":
        for line in (a, b):
            if "next_game" in refresh(line)["actions"]:
                line.do("next_game", game=game)
        for line, opponent in ((a, b), (b, a)):
            if "resign" in refresh(line)["actions"]:
                end(game, line)
                opponent.do("accept_resign", game=game)
    opened = refresh(a)["dice_seal"]
    assert hashlib.sha256(bytes.fromhex(opened["seed"])).hexdigest() == seal["commitment"]
    status, _, journal = a.person.raw("GET", f"/api/games/{game}/dice")
    assert status == 200
    given = ("--commitment", seal["commitment"], "--key", seal["key"], "--words",
             "left foot|tuesday")
    status, said = verify(journal, *given)
    assert status == 0 and "the dice hold" in said and "your key" in said, said
    for name, other in (("--commitment", "ab" * 32), ("--key", "ab" * 32), ("--words", "x|y")):
        status, said = verify(journal, name, other)
        assert status == 1 and "do not hold" in said, (name, said)
    assert verify(journal)[0] == 0
    # A journal whose end was cut off.
    lines = journal.decode().splitlines(keepends=True)
    status, said = verify("".join(lines[:-3]).encode())
    assert status == 1 and ("incomplete" in said or "damaged" in said), said


def test_without_the_key(server, _clock):
    """Somebody who has a copy of the data alone cannot go on with its games, nor see their dice."""
    person = Person(server.port)
    game = new_game(person)
    copy = os.path.join(os.path.dirname(server.data), "copy.db")
    backup = os.path.join(os.path.dirname(server.data), "backup")
    subprocess.run([ALEA, "admin", "backup", backup, "--data", server.data], check=True, capture_output=True)
    os.rename(os.path.join(backup, "alea.db"), copy)
    other = Server("--new-key", data=copy)
    try:
        stranger = Person(other.port, guest=False)
        stranger.cookie = person.cookie
        assert stranger.ask("GET", f"/api/games/{game}")[0] == 503
    finally:
        assert other.stop() == 0
    # With its key it is the same server.
    with open(server.data + ".key", "rb") as key, open(copy + ".key", "wb") as out:
        out.write(key.read())
    # Also by another name: the key is beside the file itself.
    link = os.path.join(os.path.dirname(copy), "link.db")
    os.symlink(copy, link)
    other = Server(data=link)
    try:
        stranger = Person(other.port, guest=False)
        stranger.cookie = person.cookie
        assert stranger.ask("GET", f"/api/games/{game}")[0] == 200
    finally:
        assert other.stop() == 0


def heard(line, kind, clock):
    """The event comes when 20 s are over, and not before; -> the message."""
    line.messages.clear()

    def told():
        assert line.do("ping")["ok"]  # and what was sent before its answer
        return [m for m in line.messages
                if m.get("type") == "event" and m["event"]["type"] == kind]
    passed = clock.until(told, 1, kind)
    assert 18 <= passed <= 23, passed
    return told()[0]


def test_nothing_is_revealed(server, clock):
    """Who has seen the other's words cannot choose to leave his own out."""
    clock.stand()
    game, host, guest = seated(server.port)
    a, b = watch(host, game), watch(guest, game)
    assert commit(a, "left foot")["ok"] and commit(b, "tuesday")["ok"]
    assert reveal(a, "left foot")["ok"]
    state = heard(a, "dice_opened", clock)
    assert state["state"]["stage"] == "over" and state["state"]["result"]["how"] == "aborted"
    # And who commits to nothing adds nothing: the other then reveals.
    game, host, guest = seated(server.port)
    a, b = watch(host, game), watch(guest, game)
    assert commit(a, "left foot")["ok"]
    heard(a, "contributed", clock)
    assert reveal(a, "left foot")["ok"]
    assert refresh(a)["dice_seal"]["words"] == ["left foot", ""]
    clock.run()


def main():
    clock = Clock()
    server = Server("--limit", "0", clock=clock)
    try:
        for test in (test_signed_and_sealed, test_without_the_key, test_nothing_is_revealed):
            test(server, clock)
            print("ok", test.__name__)
    finally:
        clock.run()
        status = server.stop()
        server.clean()
    assert status == 0, (status, server.log[-10:])


if __name__ == "__main__":
    main()
