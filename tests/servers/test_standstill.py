#!/usr/bin/env python3
"""A database that is not there yet or stands still, and a server that stands still: the others go on.
ctest labels: slow"""
import os
import signal
import subprocess
import sys
import tempfile
import time

from support import ALEA
from support.honest import contribute, refresh, seated, watch
from support.server import Server, free_ports
from support.waiting import HANG, wait_until
from support.wire import Person
from cluster import Cluster


class Starting:
    """A server that may have to wait before it has started."""

    def __init__(self, *options):
        self.folder = tempfile.TemporaryDirectory()
        self.log = os.path.join(self.folder.name, "log")
        self.port = next(free_ports())
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [ALEA, "serve", "--port", str(self.port), "--data", os.path.join(self.folder.name, "a.db"), *options],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log)

    def text(self):
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return file.read()

    def await_logged(self, words):
        def there():
            assert self.process.poll() is None or words in self.text(), self.text()
            return words in self.text()
        wait_until(there, lambda: f"{words} in the log: {self.text()}")

    def end(self, how=signal.SIGTERM):
        """The exit status."""
        self.process.send_signal(how)
        status = self.process.wait(HANG)
        self.folder.cleanup()
        return status


def test_start_first(cluster):
    """As after a power cut: the server starts before its database."""
    cluster.stop()
    given_up = Starting("--database", cluster.url())
    given_up.await_logged('"event":"waiting"')
    server = Starting("--database", cluster.url())
    server.await_logged('"event":"waiting"')
    assert given_up.end(signal.SIGINT) == 0
    cluster.start()
    server.await_logged('"event":"started"')
    assert Person(server.port, guest=False).ask("GET", "/health")[0] == 200
    assert server.end() == 0


def test_start_refused(cluster):
    """There is a database server, but not that database: no waiting helps."""
    done = subprocess.run([ALEA, "serve", "--database", cluster.url("nonsuch"), "--data", "/nonexistent/a.db"],
                          capture_output=True, text=True, check=False, timeout=HANG)
    assert done.returncode == 3 and "nonsuch" in done.stderr and "waiting" not in done.stderr, done


def sessions_where(cluster, condition):
    """Their process numbers, as text."""
    return cluster.sql("SELECT pid FROM pg_stat_activity WHERE datname = 'alea' AND pid <> pg_backend_pid()"
                       f" AND {condition}").split()


def front(cluster, name, data=None):
    return Server("--database", cluster.url(), "--limit", "0", "--front", name, "--metrics-open", data=data)


def slowest(server, path, times=20):
    """Every answer, and the seconds of the slowest."""
    person, worst, answers = Person(server.port, guest=False), 0.0, set()
    for _ in range(times):
        began = time.monotonic()
        answers.add(person.raw("GET", path)[0])
        worst = max(worst, time.monotonic() - began)
    return answers, worst


def test_frozen_database(cluster):
    """It does not answer: everything that needs it is refused at once, everything else goes on."""
    server = front(cluster, "frozen")
    leaving = front(cluster, "leaving", server.data)
    health = lambda: Person(server.port, guest=False).ask("GET", "/health")[0]
    try:
        game, host, guest = seated(server.port)
        line = watch(host, game)
        contribute(line, watch(guest, game))
        assert line.do("say", game=game, text="before")["ok"]
        name = host.ask("GET", "/api/me")[1]["name"]
        cluster.freeze()
        began = time.monotonic()
        status, answer = host.ask("GET", "/api/me")
        first = time.monotonic() - began
        assert status == 503 and answer["error"]["code"] == "storage", (status, answer)
        wait_until(lambda: health() == 503, "health that says so")
        noticed = time.monotonic() - began
        told = [slowest(server, path) for path in ("/health", "/", "/api/rules", "/metrics")]
        assert [answers for answers, _ in told] == [{503}, {200}, {200}, {200}], told
        worst = 0.0
        for _ in range(20):
            began = time.monotonic()
            status, answer = host.ask("GET", "/api/me")
            worst = max(worst, time.monotonic() - began)
            assert status == 503 and answer["error"]["code"] == "storage", (status, answer)
            assert Person(server.port, guest=False).raw("GET", "/api/me")[0] == 503
        print(f"a frozen database: the first request {first:.2f} s, health says so after {noticed:.2f} s, then "
              f"health {told[0][1] * 1000:.0f} ms, / {told[1][1] * 1000:.0f} ms, 503 {worst * 1000:.0f} ms", flush=True)
        began = time.monotonic()
        assert leaving.stop() == 0
        print(f"a server ended meanwhile: {time.monotonic() - began:.1f} s", flush=True)
        cluster.thaw()
        began = time.monotonic()
        wait_until(lambda: health() == 200, "health again")
        status, answer = host.ask("GET", "/api/me")
        assert status == 200 and answer["name"] == name, (status, answer)
        wait_until(lambda: host.ask("GET", f"/api/games/{game}")[0] == 200, "the game again")
        print(f"back after {time.monotonic() - began:.2f} s", flush=True)
        line = watch(host, game)
        assert line.do("say", game=game, text="after")["ok"]
        assert cluster.sql("SELECT count(*) = max(seq), sum((json LIKE '%\"before\"%')::int), "
                           f"sum((json LIKE '%\"after\"%')::int) FROM alea.events WHERE game = '{game}'") == "t|1|1"
        assert not server.complaints(), server.complaints()
    finally:
        cluster.thaw()
        for one in (leaving, server):
            one.stop()
        server.clean()


def stop_while_waiting(cluster, server):
    """Stops it while one of its sessions waits for another's row; -> that session. A wait has an end: one that
    was over before the signal came is waited for again."""
    waits = "wait_event = 'transactionid'"
    while True:
        session = wait_until(lambda: sessions_where(cluster, waits), "a server that waits")[0]
        server.process.send_signal(signal.SIGSTOP)
        if session in sessions_where(cluster, waits):
            return session
        server.process.send_signal(signal.SIGCONT)


def test_stopped_front(cluster):
    """A server is stopped after its event is written and before it is committed: its row is locked. Others say
    at once that the game is elsewhere, and have it after a lease."""
    one = front(cluster, "one")
    two = front(cluster, "two", one.data)
    rival = None
    try:
        game, host, guest = seated(one.port)
        line = watch(host, game)
        contribute(line, watch(guest, game))
        wait_until(lambda: cluster.sql(f"SELECT max(seq) FROM alea.events WHERE game = '{game}'")
                   == str(refresh(line)["seq"]), "all events stored")
        # Somebody else has the number of the next event, so that the server waits within its transaction.
        rival = cluster.session()
        rival.do("BEGIN; INSERT INTO alea.events (game, seq, time, \"user\", key, json) VALUES"
                 f" ('{game}', {line.state['seq'] + 1}, 0, '', '', '{{}}')")
        line.send({"key": "said", "do": "say", "game": game, "text": "hello"})
        writer = stop_while_waiting(cluster, one)
        rival.do("ROLLBACK")
        # It is open for a lease at most, and may be over before a busy machine looks.
        waits = f"pid = {writer} AND state <> 'idle in transaction'"
        wait_until(lambda: not sessions_where(cluster, waits), "an open transaction")
        began = time.monotonic()
        other = Person(two.port)
        other.cookie = host.cookie

        def moved():
            status, answer = other.ask("GET", f"/api/games/{game}")
            # Neither waiting for the lock nor giving up on the game.
            assert status == 200 or answer["error"]["code"] == "elsewhere", (status, answer)
            return status == 200
        wait_until(moved, "the game at another server", .1)
        print(f"a stopped front: its game is at another one after {time.monotonic() - began:.1f} s", flush=True)
        assert not sessions_where(cluster, f"pid = {writer}")
        one.process.send_signal(signal.SIGCONT)
        one.await_logged('"event":"lease_lost"')
        one.await_logged('"event":"lease"')
        events = cluster.sql(f"SELECT count(*), max(seq), sum((json LIKE '%hello%')::int) FROM alea.events"
                             f" WHERE game = '{game}'").split("|")
        assert events[0] == events[1] and events[2] in ("0", ""), events
    finally:
        one.process.send_signal(signal.SIGCONT)
        if rival:
            rival.close()
        for server in (two, one):
            server.stop()
        one.clean()


def test_namesake(cluster):
    """Two living servers of one name would take each other's games away; one that was killed is replaced."""
    one = front(cluster, "twin")
    try:
        done = subprocess.run([ALEA, "serve", "--port", "0", "--database", cluster.url(), "--front", "twin",
                               "--data", one.data], capture_output=True, text=True, check=False, timeout=HANG)
        assert done.returncode == 3 and "another server is twin already" in done.stderr, done
        assert one.process.poll() is None and not one.logged('"event":"lease_lost"'), one.log
        one.kill()
        one.start()
        # It comes back after a third one has taken its name: it stays out, and says why.
        one.process.send_signal(signal.SIGSTOP)
        cluster.sql("UPDATE alea.holders SET expires = 0 WHERE address = 'twin'")
        two = front(cluster, "twin", one.data)
        try:
            one.process.send_signal(signal.SIGCONT)
            one.await_logged("another server is twin already")
            assert Person(one.port, guest=False).ask("GET", "/health")[0] == 503
            assert Person(two.port, guest=False).ask("GET", "/health")[0] == 200
            assert not two.logged('"event":"lease_lost"'), two.log
        finally:
            two.stop()
        wait_until(lambda: Person(one.port, guest=False).ask("GET", "/health")[0] == 200, "its name again")
    finally:
        one.process.send_signal(signal.SIGCONT)
        one.stop()
        one.clean()


def main():
    built = subprocess.run([ALEA, "admin", "check", "--database", "postgresql://nobody@/x?host=/nowhere"],
                           capture_output=True, text=True, check=False)
    if "without PostgreSQL" in built.stderr:
        print("skipped: built without libpq")
        return 77
    cluster = Cluster()
    try:
        test_start_first(cluster)
        test_start_refused(cluster)
        test_stopped_front(cluster)
        cluster.sql("DROP SCHEMA alea CASCADE")
        test_frozen_database(cluster)
        cluster.sql("DROP SCHEMA alea CASCADE")
        test_namesake(cluster)
    finally:
        cluster.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
