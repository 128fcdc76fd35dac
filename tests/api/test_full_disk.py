#!/usr/bin/env python3
"""A disk that is full: writes to the data file fail at once. An event that could not be stored
is sent to nobody and its command is not acknowledged, also where messages that may go out are
queued on the same socket before it. Players of the game get a message and may try again; once there
is room again play goes on."""
import resource
import socket

from support.clock import Clock
from support.honest import contribute, seated, some_play, to_play, watch
from support.server import Server
from support.wire import Closed, Person

TRIES = 25


class Full:
    """While inside, the server cannot write to any file (its log is a pipe)."""

    def __init__(self, server):
        self.pid = server.process.pid

    def __enter__(self):
        hard = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (1, hard))

    def __exit__(self, *_):
        hard = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (hard, hard))


def in_one_packet(line, *messages):
    line.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 1)
    for message in messages:
        line.send(message)
    line.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 0)


def heard_until_closed(line):
    heard = []
    try:
        while True:
            heard.append(line.receive())
    except Closed:
        return heard


def test_nothing_lost_is_told(server):
    game, host, guest = seated(server.port)
    lines = [watch(host, game), watch(guest, game)]
    contribute(*lines)
    mover, other = to_play(lines)
    moves = some_play(mover.state["tree"])
    for attempt in range(TRIES):
        before = mover.state["seq"]
        key = f"k{attempt}"
        with Full(server):
            in_one_packet(mover, {"key": f"p{attempt}", "do": "ping"},
                          {"key": f"p{attempt}", "do": "ping"},
                          {"key": key, "do": "play", "game": game, "moves": moves})
            for line in (mover, other):
                for message in heard_until_closed(line):
                    told = message.get("type") == "event" and message["seq"] > before
                    done = message.get("key") == key and message.get("ok")
                    assert not told and not done, (attempt, message)
        mover, other = watch(mover.person, game), watch(other.person, game)
        assert mover.state["seq"] == before == other.state["seq"], attempt
    answer = mover.do("play", key="last", game=game, moves=moves)
    assert answer["ok"], answer


def health(server):
    return Person(server.port, guest=False).ask("GET", "/health")[0]


def test_health_tells(server, clock):
    assert health(server) == 200
    person = Person(server.port)
    with Full(server):
        status, _ = person.ask("PATCH", "/api/me", {"name": "Nobody can keep"})
        assert status == 503, status
        for _ in range(3):
            status, body = person.ask("GET", "/health")
            assert status == 503 and body["status"] == "storage_not_writable", (status, body)
            clock.go_on(2)
    clock.until(lambda: health(server) == 200, .1, "that it recovers by itself")


def main():
    # SIGXFSZ stays ignored, as in this process, so that a write that is too long answers EFBIG.
    clock = Clock()
    server = Server("--limit", "0", restore_signals=False, clock=clock)
    try:
        test_nothing_lost_is_told(server)
        test_health_tells(server, clock)
    finally:
        status = server.stop()
        server.clean()
    assert status == 0, (status, server.log[-10:])


if __name__ == "__main__":
    main()
