#!/usr/bin/env python3
"""What one address can have the server store in a day, with ordinary limits: the bytes that each kind of
thing really takes in the file are measured and are never more than the budget is charged; and a day of one
address that does nothing else, by a clock that the test moves."""
import os
import sqlite3
import time

from support.clock import Clock
from support.honest import new_game, refresh, some_play, watch
from support.server import Server
from support.waiting import HANG
from support.wire import Person

MOST_A_DAY_MB = 20
# apps/server/support/limits.c: what an address may store in a day, and beyond it to let people in.
DAY_KB, BEYOND_KB = 2 * 9 * 1024, 2 * 1024
# game/host/make.c, game/commands.c, study/upload.c, people/account.c, players/friends.c
GAME_KB, COMMAND_KB, STORED_TIMES, STORED_KB = 12, 2.8, 8, 12
GUEST_KB, SETTINGS_TIMES = 1, 1.5
ROUNDS = 20
SETTINGS = {"settings": {"x": "y" * 8000}}
assert DAY_KB + BEYOND_KB <= MOST_A_DAY_MB * 1024


def bounded(what, stored, charged):
    """What the file grows by is never more than what is charged, so that the budget bounds it."""
    print(f"{what}: {stored:.2f} KB stored, {charged:.2f} KB charged")
    assert stored <= charged, what


def file_size(server):
    file = sqlite3.connect(server.data, timeout=HANG)
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
            line.until(lambda m: m.get("type") == "event", "the machine")
            continue
        answer = line.do(fields.pop("do"), game=game, **fields)
        commands += answer["ok"]
        played = played or "moves" in fields
    line.close()
    return commands


def test_games(server, clock):
    person = Person(server.port)
    short_game(person)
    before, commands = until_quiet(server), 0
    for _ in range(ROUNDS):
        clock.go_on(8)  # as many requests as a game asks come back
        commands += short_game(person)
    stored = (until_quiet(server) - before) / ROUNDS
    bounded("a game", stored, GAME_KB + COMMAND_KB * commands / ROUNDS)


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
    # A small file costs the most beside its journal.
    bounded("a small upload", stored, STORED_TIMES * .6 + STORED_KB)


def growth(server, people, act):
    """KB for each of them."""
    before = until_quiet(server)
    for person in people:
        status, answer = act(person)[:2]
        assert status in (200, 201), (status, answer)
    return (until_quiet(server) - before) / len(people)


def test_people(server):
    before = until_quiet(server)
    guests = [Person(server.port, source=f"127.0.1.{i + 1}") for i in range(10 * ROUNDS)]
    bounded("a guest", (until_quiet(server) - before) / len(guests), GUEST_KB)
    # A row that no longer fits its page moves to pages of its own.
    bounded("settings", growth(server, guests, lambda p: p.ask("PATCH", "/api/me", SETTINGS)),
           8010 / 1024 * SETTINGS_TIMES)


def test_day(server, clock):
    """Guest after guest with as many settings as there may be."""
    before, refused, made = until_quiet(server), 0, 0
    for _ in range(48):
        clock.jump(1800)
        for _ in range(110):
            person = Person(server.port, guest=False, source="127.0.0.9")
            if person.ask("GET", "/api/me")[0] != 200 or \
                    person.ask("PATCH", "/api/me", SETTINGS)[0] != 200:
                refused += 1
                break
            made += 1
    grown = (until_quiet(server) - before) / 1024
    print(f"a day: {made} guests, {refused} times refused, {grown:.1f} MB")
    assert refused > 10 and MOST_A_DAY_MB / 2 < grown <= MOST_A_DAY_MB


def main():
    clock = Clock()
    server = Server(clock=clock)
    try:
        test_games(server, clock)
        test_uploads(server)
        test_people(server)
        test_day(server, clock)
    finally:
        status = server.stop()
        server.clean()
    assert status == 0, (status, server.log[-10:])


if __name__ == "__main__":
    main()
