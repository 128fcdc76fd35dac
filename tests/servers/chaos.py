#!/usr/bin/env python3
"""Usage: tests/servers/chaos.py [KILLS] [SEED]

Three servers, PostgreSQL, NATS and two workers; people play and bring matches to be analysed while
any part, at random, is ended by kill -9 and started again, KILLS (20) times. At the end nothing that was
told or acknowledged may be lost or doubled, and every analysis that was asked for must be there. Not one
of the tests that `make test` runs: 200 kills take half an hour."""
import json
import os
import random
import signal
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "api")]
from cluster import Cluster
from nats import Nats
from persistent import GONE, PersistentPair, play_on
from server import Server
from test_fronts import FRONTS, PAIRS, TAKE_OVER_S, Fronts, kept_events
from test_worker import MATCH
from wire import Person
from workers import Worker


class Parts:
    def __init__(self, cluster, nats):
        self.cluster, self.nats = cluster, nats
        self.fronts = BusFronts(cluster, nats)
        self.workers = [Worker(nats), Worker(nats)]

    def kill(self, choose):
        what = choose.choice(["front", "front", "front", "worker", "worker", "database", "bus"])
        if what == "front":
            i = choose.randrange(FRONTS)
            self.fronts.servers[i].kill()
            self.fronts.down.add(i)
            time.sleep(TAKE_OVER_S)
            self.fronts.servers[i].start()
            self.fronts.down.discard(i)
        elif what == "worker":
            worker = choose.choice(self.workers)
            worker.kill()
            time.sleep(choose.random())
            worker.start()
        elif what == "database":
            self.cluster.stop(signal.SIGQUIT)
            time.sleep(choose.random())
            self.cluster.start()
        else:
            self.nats.kill()
            time.sleep(choose.random())
            self.nats.start()
        return what

    def close(self):
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


class Reader(threading.Thread):
    """Brings matches, and brings each again under its own name until it was taken."""

    def __init__(self, where):
        super().__init__(daemon=True)
        self.where, self.matches, self.running = where, [], True

    def run(self):
        while self.running:
            try:
                person = Person(self.where(None))
                status, _, answer = person.raw("POST", "/api/matches?name=base.mat&you=0", MATCH, timeout=20)
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
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    choose = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    nats, cluster = Nats(), Cluster(fsync="on")
    parts = Parts(cluster, nats)
    counts = {}
    try:
        pairs = [PersistentPair(parts.fronts.where, f"p{i}") for i in range(PAIRS)]
        reader = Reader(parts.fronts.where)
        reader.start()

        def disturb(_number):
            what = parts.kill(choose)
            counts[what] = counts.get(what, 0) + 1

        faults = play_on(pairs, disturb, kills)
        reader.running = False
        reader.join(30)
        faults += [fault for pair in pairs for fault in pair.check(kept_events(cluster, pair.game))]
        missing = reader.missing(300)
        print(f"kill -9: {', '.join(f'{n} {what}' for what, n in sorted(counts.items()))}")
        print(f"{sum(len(pair.told) for pair in pairs)} events told, {sum(len(pair.acked) for pair in pairs)} commands "
              f"acknowledged, {len(faults)} faults")
        print(f"{len(reader.matches)} matches brought, {len(missing)} without an analysis")
        for fault in (faults + missing)[:10]:
            print(" ", fault)
        return 1 if faults or missing else 0
    finally:
        parts.close()
        cluster.close()
        nats.close()


if __name__ == "__main__":
    sys.exit(main())
