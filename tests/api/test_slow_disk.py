#!/usr/bin/env python3
"""A disk that keeps the server waiting: another process holds the data file's write lock, as
`alea admin` or a slow disk would. The server goes on meanwhile, but acknowledges nothing and
shows nothing that is not kept; what was acknowledged survives SIGKILL, what was not never
happened; and where the wait has no end, players get a message and may try again."""
import os
import select
import sqlite3

from support.clock import Clock
from support.honest import contribute, seated, some_play, to_play, watch
from support.server import Server
from support.waiting import HANG
from support.wire import Closed, Person


class Held:
    """While inside, nobody else writes to the file, and the clock stands."""

    def __init__(self, server, clock):
        self.clock = clock
        self.db = sqlite3.connect(server.data, isolation_level=None)

    def __enter__(self):
        self.clock.stand()
        self.db.execute("BEGIN IMMEDIATE")

    def __exit__(self, *_):
        self.db.execute("ROLLBACK")
        self.db.close()
        self.clock.run()


def silent(server, clock, *lines):
    """A request made after their commands has been answered, and half a second has passed: they
    have heard of nothing that happened."""
    for seconds in (0, .5):
        clock.go_on(seconds)
        assert Person(server.port, guest=False).raw("GET", "/")[0] == 200
        clock.rounds()
        for line in lines:
            while line.buffer or select.select([line.sock], [], [], 0)[0]:
                message = line.receive()
                assert message.get("type") == "presence", (seconds, message)


def begin(server, clock):
    clock.rounds()
    clock.jump(1)  # what the server tidies when it starts is done
    game, host, guest = seated(server.port)
    lines = [watch(host, game), watch(guest, game)]
    contribute(*lines)
    mover, other = to_play(lines)
    for line in lines:
        line.do("ping")
        line.messages.clear()
    return game, mover, other, some_play(mover.state["tree"])


def play(line, game, moves):
    line.send({"key": "mine", "do": "play", "game": game, "moves": moves})


def test_waits(server, clock):
    game, mover, other, moves = begin(server, clock)
    before = mover.state["seq"]
    with Held(server, clock):
        play(mover, game, moves)
        status, _, body = mover.person.raw("GET", "/")  # the loop itself does not wait
        assert status == 200 and body, status
        silent(server, clock, mover, other)
    answer = mover.until(lambda m: m.get("key") == "mine")
    assert answer["ok"] and answer["seq"] == before + 1, answer
    for line in (mover, other):
        assert line.do("ping")["ok"]
        seen = [m["seq"] for m in line.messages if m.get("type") == "event"]
        assert seen[:1] == [before + 1], seen


def test_killed(server, clock):
    game, mover, other, moves = begin(server, clock)
    before = mover.state["seq"]
    with Held(server, clock):
        play(mover, game, moves)
        silent(server, clock, mover, other)
        server.kill()
    server.start()
    line = watch(mover.person, game)
    assert line.state["seq"] == before, "not acknowledged, and yet it happened"
    answer = line.do("play", key="mine", game=game, moves=moves)
    assert answer["ok"], answer
    server.kill()
    server.start()
    line = watch(mover.person, game)
    assert line.state["seq"] >= answer["seq"], "acknowledged, and lost"


def test_lost(server, clock):
    """Longer than the server waits: the event never was, and the same command may come again."""
    game, mover, other, moves = begin(server, clock)
    before = mover.state["seq"]
    with Held(server, clock):
        play(mover, game, moves)
        # In steps shorter than its pauses between two tries.
        clock.until(lambda: server.logged("event_not_stored"), .2)
        for line in (mover, other):
            heard = []
            try:
                while True:
                    message = line.receive()
                    if message.get("type") == "presence":  # who is there changes at any time
                        continue
                    heard.append(message.get("reason"))
                    assert message.get("type") != "event" and not message.get("ok"), message
            except Closed as closed:
                assert closed.code in (1011, None), closed.code
            assert heard == ["not_stored"], heard
    line = watch(mover.person, game)
    assert line.state["seq"] == before, line.state["seq"]
    answer = line.do("play", key="mine", game=game, moves=moves)
    assert answer["ok"] and answer["seq"] == before + 1, answer


def run(tests, lock_ms):
    os.environ["ALEA_LOCK_MS"] = str(lock_ms)
    clock = Clock()
    server = Server("--limit", "0", clock=clock)
    try:
        for test in tests:
            test(server, clock)
            print("passed:", test.__name__)
    finally:
        status = server.stop()
        server.clean()
    assert status == 0, (status, server.log[-10:])


def main():
    run((test_waits, test_killed), HANG * 1000)  # as long as a slow test needs
    run((test_lost,), 0)  # as long as the server waits by itself


if __name__ == "__main__":
    main()
