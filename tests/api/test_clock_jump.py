#!/usr/bin/env python3
"""Somebody sets the clock of the machine: limits, timeouts and silence follow the monotonic clock,
so a step of the wall clock in either direction locks nobody out and drops nobody."""

from support.clock import Clock
from support.honest import seated, watch
from support.server import Server
from support.wire import Person


def requests_until_refused(person):
    for count in range(400):
        if person.ask("GET", "/api/levels")[0] == 429:
            return count
    raise AssertionError("no limit")


def server_time(person):
    line = person.socket()
    try:
        return line.do("ping")["time"] / 1000
    finally:
        line.close()


def main():
    clock = Clock()
    server = Server(clock=clock)
    try:
        clock.stand()
        game, host, guest = seated(server.port)
        lines = [watch(host, game), watch(guest, game)]
        # Forward: nobody has been silent for an hour.
        before = server_time(host)
        clock.set_wall(3600)
        assert server_time(host) - before >= 3600, "the clock did not move"
        clock.go_on(3)
        for line in lines:
            assert line.do("ping")["ok"]
        # Back: who was refused is served again as soon as before, four times a second.
        greedy = Person(server.port, source="127.0.0.9", guest=False)
        assert requests_until_refused(greedy) == 240
        clock.set_wall(-7200)
        assert server_time(host) < before, "the clock did not move back"
        assert greedy.ask("GET", "/api/levels")[0] == 429
        clock.go_on(2)
        assert requests_until_refused(greedy) == 8
        for line in lines:
            assert line.do("ping")["ok"]
        status, health = host.ask("GET", "/health")
        assert status == 200 and 0 <= health["uptime_s"] < 3600, health
    finally:
        clock.run()
        status = server.stop()
        server.clean()
    assert status == 0, (status, server.log[-10:])


if __name__ == "__main__":
    main()
