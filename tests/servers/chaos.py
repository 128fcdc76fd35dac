#!/usr/bin/env python3
"""Usage: tests/servers/chaos.py [TIMES] [SEED] [WAY...]

Three servers behind HAProxy, PostgreSQL, NATS and two workers; people play, bring matches to be analysed
and to their desks, and look who they are, while any part, at random, is killed, stopped in order, stopped
for a while, or loses its connections, TIMES (20) times. At the end nothing that was sent or acknowledged
may be lost or doubled, nobody may be somebody else, each desk holds what was brought, and every analysis
that was asked for is there. WAY: only these of the ways that are printed. Not one of the tests that
`make test` runs: 300 times take half an hour."""
import json
import os
import random
import signal
import sys
import threading
import time

from support.nats import Nats
from support.persistent import GONE, PersistentPair, play_on
from support.server import Server, Worker
from support.waiting import HANG, wait_until
from support.wire import Person
from cluster import Cluster
from test_fronts import FRONTS, Fronts, PAIRS, Proxy, TAKE_OVER_S, kept_events
from test_worker import MATCH

HERE = os.path.dirname(os.path.abspath(__file__))


class Parts:
    def __init__(self, cluster, nats):
        self.cluster, self.nats = cluster, nats
        self.fronts = BusFronts(cluster, nats)
        self.workers = [Worker(nats), Worker(nats)]
        self.proxy = Proxy([server.port for server in self.fronts.servers])
        self.proxy.await_servers()
        self.ways = {"front kill": (3, self.kill_front), "front stop": (2, self.stop_front),
                     "front freeze": (2, self.freeze_front), "worker kill": (2, self.kill_worker),
                     "worker freeze": (1, self.freeze_worker), "database kill": (2, self.kill_database),
                     "database freeze": (1, self.freeze_database), "database cut": (3, self.cut),
                     "bus kill": (2, self.kill_bus), "proxy kill": (1, self.kill_proxy)}

    def where(self, _game):
        return self.proxy.port

    def disturb(self, choose, only):
        ways = {name: way for name, way in self.ways.items() if not only or name in only}
        what = choose.choices(list(ways), [weight for weight, _ in ways.values()])[0]
        ways[what][1](choose)
        return what

    def kill_front(self, choose):
        i = choose.randrange(FRONTS)
        self.fronts.servers[i].kill()
        time.sleep(TAKE_OVER_S)
        self.fronts.servers[i].start()

    def stop_front(self, choose):
        i = choose.randrange(FRONTS)
        assert self.fronts.servers[i].stop() == 0
        time.sleep(choose.random())
        self.fronts.servers[i].start()

    def freeze_front(self, choose):
        process = choose.choice(self.fronts.servers).process
        process.send_signal(signal.SIGSTOP)
        time.sleep(choose.uniform(.5, 7))
        process.send_signal(signal.SIGCONT)

    def kill_worker(self, choose):
        worker = choose.choice(self.workers)
        worker.kill()
        time.sleep(choose.random())
        worker.start()

    def freeze_worker(self, choose):
        process = choose.choice(self.workers).process
        process.send_signal(signal.SIGSTOP)
        time.sleep(choose.uniform(.5, 5))
        process.send_signal(signal.SIGCONT)

    def kill_database(self, choose):
        self.cluster.stop(signal.SIGQUIT)
        time.sleep(choose.random())
        self.cluster.start()

    def freeze_database(self, choose):
        self.cluster.freeze()
        time.sleep(choose.uniform(.1, 4))
        self.cluster.thaw()

    def cut(self, choose):
        """Every connection to the database is lost, and again and again for 0.05 to 2 s."""
        end = time.monotonic() + choose.uniform(.05, 2)
        while True:
            self.cluster.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                             " WHERE pid <> pg_backend_pid() AND datname = 'alea'", "postgres")
            if time.monotonic() > end:
                return

    def kill_bus(self, choose):
        self.nats.kill()
        time.sleep(choose.random())
        self.nats.start()

    def kill_proxy(self, _choose):
        self.proxy.kill()
        self.proxy.start()
        self.proxy.await_servers()

    def show_logs(self, most=200):
        """What the servers said about leases, errors and games that moved."""
        for i, server in enumerate(self.fronts.servers):
            lines = [line for line in server.log if '"level":"info"' not in line or "lease" in line or "moved" in line]
            print(f"front {i}, {len(lines)} lines, the last {most}:")
            print("\n".join(lines[-most:]))

    def close(self):
        self.proxy.stop()
        for worker in self.workers:
            worker.kill()
        self.fronts.stop()


class BusFronts(Fronts):
    def __init__(self, cluster, nats):
        self.servers, self.down = [], set()
        for i in range(FRONTS):
            self.servers.append(Server("--database", cluster.url(), "--bus", nats.url(), "--limit", "0", "--front",
                                       f"front{i}", "--behind-proxy", "--metrics-open",
                                       data=self.servers[0].data if self.servers else None))


class Residents(threading.Thread):
    """People who look who they are, change their passwords and bring matches to their desks."""

    def __init__(self, where, count=40):
        super().__init__(daemon=True)
        self.where, self.running, self.faults = where, True, []
        self.people = [self.settled(i) for i in range(count)]
        self.answers = self.refused = 0

    def settled(self, i):
        person = Person(self.where(None))
        person.name, person.passwords = None, [f"correct horse {i} battery"]
        person.turns, person.brought, person.is_unsure = 0, 0, False
        if i % 2:
            person.name = f"Resident{i}"
            status, answer = person.ask("POST", "/api/register", {"name": person.name, "password": person.passwords[0]})
            assert status == 200, (status, answer)
        return person

    def look(self, person):
        before = person.cookie
        try:
            status, me = person.ask("GET", "/api/me")
        except GONE:
            status = 0
        if status != 200:
            self.refused += 1
            return False
        self.answers += 1
        if me["id"] != person.id and person.is_unsure:
            self.sign_in(person)
        elif me["id"] != person.id or person.cookie != before:
            self.faults.append(f"{person.id} became {me['id']}")
        return True

    def change(self, person):
        """A new password. One whose answer was lost may take effect at any time after it, and ends all
        sessions then: it is one of those that may hold."""
        new = f"correct horse {random.getrandbits(64)}"
        person.passwords.append(new)
        for old in person.passwords[:-1]:
            try:
                status, _ = person.ask("POST", "/api/password", {"old": old, "new": new})
            except GONE:
                status = 0
            if status == 200:
                person.passwords = [new]
                return
            if status != 401:
                break
        person.is_unsure = True
        self.sign_in(person)

    def sign_in(self, person):
        def by_any():
            for password in person.passwords:
                try:
                    if person.ask("POST", "/api/login", {"name": person.name, "password": password})[0] == 200:
                        return True
                except GONE:
                    pass
            return False
        wait_until(by_any, f"a password of {person.name}")

    def bring(self, person):
        turns = person.turns
        text = b"\n".join(MATCH.split(b"\n")[:-1 - turns]) + b"\n"
        status, _, answer = person.raw("POST", f"/api/desk/matches?name={turns}.mat", text)
        if status == 200:
            person.turns += 1
            person.brought += json.loads(answer)["added"]

    def run(self):
        choose = random.Random(11)
        while self.running:
            person = choose.choice(self.people)
            if not self.look(person):
                continue
            if person.name and choose.random() < .02:
                self.change(person)
            try:
                if choose.random() < .1 and person.turns < 20:
                    self.bring(person)
            except GONE:
                self.refused += 1

    def check(self):
        """Once all is calm."""
        for person in self.people:
            wait_until(lambda person=person: self.look(person), f"an answer to {person.id}")
            desk = wait_until(lambda person=person: self.desk(person), f"the desk of {person.id}")
            if desk["matches"] < person.brought:
                self.faults.append(f"{person.id}: {person.brought} matches brought, {desk['matches']} there")
        return self.faults

    @staticmethod
    def desk(person):
        try:
            status, desk = person.ask("GET", "/api/desk")
        except GONE:
            return None
        return desk if status == 200 else None


class Reader(threading.Thread):
    """Brings matches, and brings each again under its own name until it was taken."""

    def __init__(self, where):
        super().__init__(daemon=True)
        self.where, self.matches, self.running = where, [], True

    def run(self):
        while self.running:
            try:
                person = Person(self.where(None))
                status, _, answer = person.raw("POST", "/api/matches?name=base.mat&you=0", MATCH)
                if status == 201:
                    self.matches.append((person, json.loads(answer)["match"]))
            except GONE:
                pass
            time.sleep(1)

    def missing(self, most_s):
        """Matches without an analysis."""
        end = time.monotonic() + most_s
        left = list(self.matches)
        while left and time.monotonic() < end:
            person, match = left[-1]
            try:
                person.go_to(self.where(match))
                if person.raw("GET", f"/api/matches/{match}/analysis")[0] == 200:
                    left.pop()
                    continue
            except GONE:
                pass
            time.sleep(.2)
        return [match for _, match in left]


def main():
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    choose = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    nats, cluster = Nats(), Cluster(fsync="on")
    parts = Parts(cluster, nats)
    only = sys.argv[3:]
    assert set(only) <= set(parts.ways), sorted(parts.ways)
    counts = {}
    try:
        # No match ends before the run does: who has nothing left to do looks like one who is not answered.
        pairs = [PersistentPair(parts.where, f"p{i}", options={"match_length": 1000}) for i in range(PAIRS)]
        reader, residents = Reader(parts.where), Residents(parts.where)
        reader.start()
        residents.start()

        def disturb(number):
            what = parts.disturb(choose, only)
            counts[what] = counts.get(what, 0) + 1
            if number % 20 == 19:
                print(f"{number + 1} of {times}", flush=True)

        faults = play_on(pairs, disturb, times)
        reader.running = residents.running = False
        reader.join(HANG)
        residents.join(HANG)
        faults += [fault for pair in pairs for fault in pair.check(kept_events(cluster, pair.game))]
        faults += residents.check()
        missing = reader.missing(HANG)
        print(", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
        print(f"{sum(len(pair.told) for pair in pairs)} events told, {sum(len(pair.acked) for pair in pairs)} commands "
              f"acknowledged; {len(residents.people)} people answered {residents.answers} times, refused "
              f"{residents.refused}; {sum(person.brought for person in residents.people)} matches on desks; "
              f"{len(faults)} faults")
        print(f"{len(reader.matches)} matches brought, {len(missing)} without an analysis")
        for fault in (faults + missing)[:10]:
            print(" ", fault)
        if faults or missing:
            parts.show_logs()
        return 1 if faults or missing else 0
    finally:
        parts.close()
        cluster.close()
        nats.close()


if __name__ == "__main__":
    sys.exit(main())
