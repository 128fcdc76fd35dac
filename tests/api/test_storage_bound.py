#!/usr/bin/env python3
"""What one guest can have the server store in a day, with ordinary limits: the bytes that each kind of
thing really takes in the file are measured, and multiplied by how often the limits allow it."""
import os
import sqlite3
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from honest import new_game, refresh, some_play, watch
from server import Server
from wire import Person

MOST_A_DAY_MB = 20
# apps/server/support/limits.c, game/host/make.c, game/commands.c, study/upload.c
GUEST_KB = (6 + 12) * 1024
GAMES = 60 + 24 * 120
UPLOADS = 120 + 24 * 120
GAME_KB, COMMAND_KB, STORED_TIMES = 12, 2.8, 8
ROUNDS = 20


def file_size(server):
    file = sqlite3.connect(server.data, timeout=20)
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.close()
    return os.path.getsize(server.data) / 1024


def until_quiet(server):
    """The size in KB once nothing is written any more."""
    size, same = file_size(server), 0
    while same < 4:
        time.sleep(.5)
        now = file_size(server)
        same, size = (same + 1, now) if now == size else (0, now)
    return size


def short_game(person):
    """A played and resigned game, as cheap as possible; how many commands it took."""
    game = new_game(person, opponent="machine", level="beginner",
                    options={"match_length": 1})
    line, commands = watch(person, game), 1
    assert line.do("contribute", game=game, words="x" * 64)["ok"]
    played = False
    while refresh(line)["stage"] != "over":
        actions = line.state["actions"]
        if "play" in actions and not played:
            fields = {"do": "play", "moves": some_play(line.state["tree"])}
        elif "resign" in actions and played:
            fields = {"do": "resign", "level": 3}
        elif "roll" in actions:
            fields = {"do": "roll"}
        else:
            time.sleep(.01)
            continue
        answer = line.do(fields.pop("do"), game=game, **fields)
        commands += answer["ok"]
        played = played or "moves" in fields
    line.close()
    return commands


def test_games(server):
    person = Person(server.port)
    short_game(person)
    before = until_quiet(server)
    commands = sum(short_game(person) for _ in range(ROUNDS))
    stored = (until_quiet(server) - before) / ROUNDS
    charged = GAME_KB + COMMAND_KB * commands / ROUNDS
    games = min(GAMES, GUEST_KB / charged)
    print(f"a game: {stored:.1f} KB stored, {charged:.1f} KB charged; {games * stored / 1024:.1f} MB a day")
    assert games * stored / 1024 < MOST_A_DAY_MB


def test_uploads(server):
    person = Person(server.port)
    text = (" 5 point match\n\n Game 1\n White : 0                       Black : 0\n"
            f"  1) {'31: 8/5 6/5':<28}42: 8/4 6/4\n")
    before = until_quiet(server)
    made = 0
    for i in range(8):
        body = text.replace("White", f"White{i}").encode()
        status, answer = person.raw("POST", "/api/matches", body)[::2]
        assert status in (201, 429), (status, answer)
        if status == 201:
            made += 1
    assert made
    stored = (until_quiet(server) - before) / made
    # A small file costs the most beside its journal: at least 4 KB are charged beside eight times it.
    day = min(UPLOADS, GUEST_KB / (STORED_TIMES * .6 + 12)) * stored / 1024
    print(f"a small upload: {stored:.1f} KB stored; {day:.1f} MB a day")
    assert day < MOST_A_DAY_MB


def test_desks(server):
    """A guest each: a new desk takes more than a match."""
    text = " 5 point match\n\n Game 1\n Ann : 0                       Ben : 0\n  1) 31: 8/5 6/5\n"
    guests = [Person(server.port) for _ in range(ROUNDS)]
    before = until_quiet(server)
    for person in guests:
        status, _, answer = person.raw("POST", "/api/desk/matches?name=a.mat", text.encode())
        assert status == 200, (status, answer)
    stored = (until_quiet(server) - before) / ROUNDS
    print(f"a new desk with a match: {stored:.1f} KB stored; {UPLOADS * stored / 1024:.1f} MB a day")
    assert UPLOADS * stored / 1024 < MOST_A_DAY_MB


def main():
    server = Server()
    try:
        test_games(server)
        test_uploads(server)
        test_desks(server)
    finally:
        status = server.stop()
        server.clean()
    assert status == 0, (status, server.log[-10:])


if __name__ == "__main__":
    main()
