#!/usr/bin/env python3
"""What two servers of one database tell each other over NATS, also after it was killed and started
again; one without a bus, and addresses that are none.
ctest labels: slow"""
import os
import subprocess
import sys
import time

from support import ALEA
from support.honest import new_game, watch
from support.nats import Nats
from support.server import Server
from support.waiting import HANG, wait_until
from support.wire import Closed, Person
from cluster import Cluster

HERE = os.path.dirname(os.path.abspath(__file__))


def figure(server, name):
    text = Person(server.port).raw("GET", "/metrics", headers={"X-Forwarded-For": None})[2].decode()
    found = [line for line in text.splitlines() if line.startswith(f"alea_{name} ")]
    assert found, f"no figure {name}"
    return float(found[0].split()[1])


def await_connected(servers, wanted=1):
    wait_until(lambda: all(figure(server, "bus_connected") == wanted for server in servers),
               f"bus_connected is {wanted}")


def test_lobby(one, two):
    """An open game, and its end, reach a person in the lobby of another server."""
    lobby = Person(two.port).socket()
    assert lobby.do("lobby", on=True)["ok"]
    lobby.until(lambda m: m.get("type") == "lobby")
    for _ in range(3):
        host, heard = Person(one.port), figure(two, "bus_received_total")
        game = new_game(host, opponent="open")
        line = watch(host, game)
        lobby.sock.settimeout(HANG)
        lobby.until(lambda m, game=game: m.get("type") == "lobby" and any(g["game"] == game for g in m["games"]))
        wait_until(lambda heard=heard: figure(two, "bus_received_total") > heard, "a word from the bus")
        line.close()


def test_session(one, two):
    """A session that ends on one server closes its sockets on the other."""
    person = Person(one.port)
    person.ask("GET", "/api/me")
    name = f"Person{time.monotonic_ns() % 10**9}"
    status, answer = person.ask("POST", "/api/register", {"name": name, "password": "correct horse 17 battery"})
    assert status in (200, 201), (status, answer)
    there = Person(two.port)
    there.cookie = person.cookie
    line = there.socket()
    assert line.do("ping")["ok"]
    assert person.ask("POST", "/api/logout", {})[0] < 300
    line.sock.settimeout(HANG)
    try:
        line.until(lambda m: False)
    except Closed:
        pass
    assert there.ask("POST", "/api/games", {})[0] == 401


def test_asked(one, two):
    """A game moves to the server that requests it by its name."""
    host, there = Person(one.port), Person(two.port)
    game = new_game(host, opponent="machine")
    there.cookie = host.cookie
    assert host.ask("GET", f"/api/games/{game}")[0] == 200
    status, answer = there.ask("GET", f"/api/games/{game}")
    assert status == 503 and answer["error"]["code"] == "elsewhere", (status, answer)
    wait_until(lambda: there.ask("GET", f"/api/games/{game}")[0] == 200, "the game where it was asked for")


def test_vacation(one, two):
    """A vacation put at one server reaches those who watch a game over days and a table at the other."""
    host, guest = Person(one.port), Person(one.port)
    name = f"Person{time.monotonic_ns() % 10**9}"
    status, answer = host.ask("POST", "/api/register", {"name": name, "password": "correct horse 17 battery"})
    assert status in (200, 201), (status, answer)
    game = new_game(host, clock={"kind": "days", "days": 3, "budget_days": 2})
    assert guest.ask("POST", f"/api/games/{game}/join", {})[0] == 200
    line = watch(guest, game)
    status, made = host.ask("POST", "/api/tables", {"game": "fevga", "seats": "friend", "clock": {"kind": "days"}})
    assert status == 201, (status, made)
    assert line.do("table", table=made["table"], on=True)["ok"]
    there = Person(two.port)
    there.cookie = host.cookie
    until = there.ask("POST", "/api/vacation", {"days": 2})[1]["until"]
    line.sock.settimeout(HANG)
    line.until(lambda m: m.get("type") == "table" and m["seq"] == made["seq"])
    line.until(lambda m: until in ((m.get("state") or {}).get("clock") or {}).get("vacation", []))
    line.close()


def test_refused():
    for address in ("http://127.0.0.1:1", "nats://", "127.0.0.1"):
        done = subprocess.run([ALEA, "serve", "--bus", address], capture_output=True, text=True, check=False)
        assert done.returncode == 2 and "--bus takes nats://" in done.stderr, done


def main():
    built = subprocess.run([ALEA, "admin", "check", "--database", "postgresql://nobody@/x?host=/nowhere"],
                           capture_output=True, text=True, check=False)
    if "without PostgreSQL" in built.stderr:
        print("skipped: built without libpq")
        return 77
    test_refused()
    nats = Nats()
    cluster = Cluster()
    servers = []
    try:
        for i in range(2):
            servers.append(Server("--database", cluster.url(), "--bus", nats.url(), "--limit", "0", "--front",
                                  f"front{i}", "--metrics-open", data=servers[0].data if servers else None))
        await_connected(servers)
        assert all(server.logged('"event":"open_bus"') for server in servers)
        for again in range(2):
            test_lobby(*servers)
            test_session(*servers)
            test_vacation(*servers)
            test_asked(*servers)
            if again:
                break
            nats.kill()
            await_connected(servers, 0)
            test_asked(*servers)  # the database alone is enough
            nats.start()
            await_connected(servers)
        assert figure(servers[0], "bus_gaps_total") > 0
        for server in servers:
            assert server.stop() == 0 and not server.complaints(), server.complaints()
    finally:
        for server in servers[::-1]:
            server.stop()
        if servers:
            servers[0].clean()
        cluster.close()
        nats.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
