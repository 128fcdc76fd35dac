#!/usr/bin/env python3
"""What one guest can have the server store in a day, with ordinary limits: the bytes that each kind of
thing really takes in the file are measured, and multiplied by how often the limits allow it."""
import os
import sqlite3
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from honest import new_game, refresh, some_play, watch
from server import Server, wait_until
from wire import Person

MOST_A_DAY_MB = 20
# apps/server/support/limits.c, game/host/make.c, game/commands.c, study/upload.c
GUEST_KB = (6 + 12) * 1024
GAMES = 60 + 24 * 120
UPLOADS = 120 + 24 * 120
GAME_KB, COMMAND_KB, STORED_TIMES = 12, 2.8, 8
ROUNDS = 8


def file_size(server):
    file = sqlite3.connect(server.data, timeout=600)
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.close()
    return os.path.getsize(server.data) / 1024


def jobs_left(person):
    _, _, page = person.raw("GET", "/metrics")
    return [line for line in page.decode().splitlines()
            if line.startswith("alea_jobs{") and not line.endswith(" 0")]


def when_all_is_written(server, person):
    """The size in KB of a server's data that has nothing left to do and was stopped."""
    wait_until(lambda: not jobs_left(person), lambda: jobs_left(person))
    assert server.stop() == 0
    size = file_size(server)
    server.start()
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
    before = when_all_is_written(server, person)
    commands = sum(short_game(person) for _ in range(ROUNDS))
    stored = (when_all_is_written(server, person) - before) / ROUNDS
    charged = GAME_KB + COMMAND_KB * commands / ROUNDS
    games = min(GAMES, GUEST_KB / charged)
    print(f"a game: {stored:.1f} KB stored, {charged:.1f} KB charged; {games * stored / 1024:.1f} MB a day")
    assert games * stored / 1024 < MOST_A_DAY_MB


def test_uploads(server):
    person = Person(server.port)
    text = (" 5 point match\n\n Game 1\n White : 0                       Black : 0\n"
            f"  1) {'31: 8/5 6/5':<28}42: 8/4 6/4\n")
    before = when_all_is_written(server, person)
    made = 0
    for i in range(8):
        body = text.replace("White", f"White{i}").encode()
        status, answer = person.raw("POST", "/api/matches", body)[::2]
        assert status in (201, 429), (status, answer)
        if status == 201:
            made += 1
    assert made
    stored = (when_all_is_written(server, person) - before) / made
    # A small file costs the most beside its journal: at least 4 KB are charged beside eight times it.
    day = min(UPLOADS, GUEST_KB / (STORED_TIMES * .6 + 12)) * stored / 1024
    print(f"a small upload: {stored:.1f} KB stored; {day:.1f} MB a day")
    assert day < MOST_A_DAY_MB


def main():
    server = Server()
    try:
        test_games(server)
        test_uploads(server)
    finally:
        status = server.stop()
        server.clean()
    assert status == 0, (status, server.log[-10:])


if __name__ == "__main__":
    main()
