#!/usr/bin/env python3
"""Who answers pings stays for as long as they like, also while other messages come; who is silent for 40 s is dropped; a
header that never ends is given up after 10 s."""
import select

from support.clock import Clock
from support.server import Server
from support.wire import Closed, PING, PONG, Person, connect


def is_heard(sock):
    return bool(select.select([sock], [], [], 0)[0])


def listen(line, answer):
    """Takes in a ping, if there is one, and answers it or not; -> how many were read."""
    pings = 0
    while line.buffer or is_heard(line.sock):
        line._more(2)
        opcode, size, head = line.buffer[0] & 15, line.buffer[1] & 127, 2
        if size == 126:
            line._more(4)
            size, head = int.from_bytes(line.buffer[2:4], "big"), 4
        line._more(head + size)
        payload, line.buffer = line.buffer[head:head + size], line.buffer[head + size:]
        if opcode == PING:
            pings += 1
            if answer:
                line.frame(payload, PONG)
    return pings


def test_headers(server, clock):
    slow = connect(server.port)
    slow.sendall(b"GET / HTTP/1.1\r\nHost: local")
    # Its bytes are read before the clock goes on: a connection made later has been answered.
    assert Person(server.port).ask("GET", "/health")[0] == 200
    passed = clock.until(lambda: is_heard(slow), 1, "the end of a header that never ends")
    assert slow.recv(100) == b"" and 9 <= passed <= 12, passed


def test_silence(server, clock):
    person = Person(server.port)
    there, gone = person.socket(silent=True), person.socket(silent=True)
    assert there.do("ping")["ok"] and gone.do("ping")["ok"]
    pings = passed = dropped = 0
    while not dropped:
        clock.go_on(1)
        passed += 1
        pings += listen(there, True)
        try:
            listen(gone, False)
        except Closed:
            dropped = passed
        assert passed < 60, "who is silent is not dropped"
    assert 40 <= dropped <= 43, dropped
    assert pings >= 1
    # And on and on, ten times as long.
    while passed < 400:
        clock.go_on(4)
        passed += 4
        pings += listen(there, True)
    assert there.do("ping")["ok"]
    assert pings >= 12, pings


def test_pings_among_messages(server, clock):
    """A ping is sent although something else is to be said at the same moment."""
    lobby = Person(server.port).socket(silent=True)
    assert lobby.do("lobby", on=True)["ok"]
    pings = 0
    for _ in range(20):
        assert Person(server.port).ask("POST", "/api/games", {"opponent": "open"})[0] == 201
        clock.go_on(4)
        pings += listen(lobby, True)
    assert pings >= 3, pings


def main():
    clock = Clock()
    server = Server(clock=clock)
    try:
        clock.stand()
        test_headers(server, clock)
        test_silence(server, clock)
        test_pings_among_messages(server, clock)
        clock.run()
        assert server.stop() == 0 and not server.complaints(), server.complaints()
    finally:
        clock.run()
        server.stop()
        server.clean()


if __name__ == "__main__":
    main()
