#!/usr/bin/env python3
"""A hundred thousand open games over days: what memory a server needs that has them in its database,
and how long the first page's call takes. They are copies of one begun game, written to the database
while no server runs.  bench/open_games.py [GAMES] [PEOPLE]"""
import os
import random
import sqlite3
import statistics
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests"))
from support.honest import contribute, seated, some_play, to_play, watch  # noqa: E402
from support.server import Server  # noqa: E402
from support.wire import Person  # noqa: E402

LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
TURNS = 40


def copy_games(data, game, count, users):
    base = sqlite3.connect(data)
    lots = random.Random(1)
    columns = [row[1] for row in base.execute("PRAGMA table_info(games)")]
    head = dict(zip(columns, base.execute("SELECT * FROM games WHERE id = ?", (game,)).fetchone()))
    events = base.execute("SELECT seq, time, \"user\", '', json FROM events WHERE game = ?", (game,)).fetchall()
    seq, deadline, card = base.execute("SELECT seq, deadline, card FROM turns WHERE game = ?", (game,)).fetchone()
    for number in range(count):
        new = "".join(lots.choice(LETTERS) for _ in range(12))
        # Each has about as many games.
        a, b = users[number % len(users)], users[(number * 7 + 1 + number // len(users)) % len(users)]
        head.update(id=new, user0=a, user1=b)
        base.execute(f"INSERT INTO games ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})",
                     [head[name] for name in columns])
        base.executemany("INSERT INTO events (game, seq, time, \"user\", key, json) VALUES (?, ?, ?, ?, ?, ?)",
                         [(new, *event) for event in events])
        base.execute("INSERT INTO turns (game, seq, player, deadline, stood, card) VALUES (?, ?, ?, ?, 0, ?)",
                     (new, seq, lots.choice((a, b)), deadline + lots.randrange(10 ** 8), card))
    base.commit()
    base.close()


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100000
    people = int(sys.argv[2]) if len(sys.argv) > 2 else 2500
    server = Server("--limit", "0")
    try:
        game, host, guest = seated(server.port, clock={"kind": "days", "days": 3})
        lines = [watch(host, game), watch(guest, game)]
        contribute(*lines)
        for _ in range(TURNS):
            mover, _ = to_play(lines)
            mover.do("play", game=game, moves=some_play(mover.state["tree"]))
        for line in lines:
            line.close()
        server.stop()
        users = [host.id] + [f"{n:012d}".translate(str.maketrans("0189", "wxyz")) for n in range(people - 1)]
        began = time.monotonic()
        copy_games(server.data, game, count, users)
        print(f"{count} games of {people} people written in {time.monotonic() - began:.0f} s, "
              f"{os.path.getsize(server.data) / 1e6:.0f} MB", flush=True)
        began = time.monotonic()
        server.start()
        print(f"started in {time.monotonic() - began:.2f} s")
        host.go_to(server.port)
        took = []
        for _ in range(50):
            began = time.monotonic()
            status, answer = host.ask("GET", "/api/games?list=mine")
            took.append(1000 * (time.monotonic() - began))
            assert status == 200
        print(f"{len(answer['games'])} games listed, {sum(g['turn'] is not None and g['turn']['mine'] for g in answer['games'])} "
              f"of them mine to move: median {statistics.median(took):.1f} ms, worst {max(took):.1f} ms")
        print(f"server's memory {server.memory_kb() / 1024:.0f} MB")
    finally:
        server.stop()
        server.clean()


if __name__ == "__main__":
    main()
