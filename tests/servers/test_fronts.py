#!/usr/bin/env python3
"""Three servers on one PostgreSQL database. A game is held by one of them; when that one is killed, is
stopped and wakes up late, or leaves, another goes on with it, and nothing is lost or doubled.
ctest labels: slow"""
import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "api"))
from cluster import Cluster
from honest import new_game, watch
from persistent import PersistentPair, play_on
from server import ALEA, Server, free_ports
from wire import Person

KILLS = int(os.environ.get("ALEA_TEST_KILLS", "5"))
FRONTS, PAIRS = 3, 6
TAKE_OVER_S = 5


class Fronts:
    """And what a proxy does: the game's name chooses among those that answer."""

    def __init__(self, cluster):
        self.servers = []
        data = None
        for i in range(FRONTS):
            options = ["--database", cluster.url(), "--limit", "0", "--front", f"front{i}",
                       "--behind-proxy", "--metrics-open"]
            # The key is the same: they serve the same games.
            self.servers.append(Server(*options, data=data))
            data = self.servers[0].data
        self.down = set()

    def where(self, game):
        order = sorted(range(FRONTS), key=lambda i: hashlib.sha256(f"{game}{i}".encode()).digest())
        for i in order:
            if i not in self.down:
                return self.servers[i].port
        return self.servers[order[0]].port

    def stop(self):
        for server in self.servers[::-1]:
            server.stop()
        self.servers[0].clean()


class Proxy:
    """HAProxy with the shipped configuration, in which only addresses are changed."""

    def __init__(self, fronts):
        with open("packaging/cluster/haproxy.cfg", encoding="utf-8") as file:
            text = file.read()
        self.port = next(port for port in free_ports() if port not in [s.port for s in fronts.servers])
        text = text.replace("bind :80", f"bind 127.0.0.1:{self.port}")
        text = text.replace("maxconn 60000", "maxconn 2000")
        for i, server in enumerate(fronts.servers):
            text = re.sub(rf"server front{i + 1} \S+", f"server front{i} 127.0.0.1:{server.port}", text)
        self.folder = tempfile.TemporaryDirectory()
        path = os.path.join(self.folder.name, "haproxy.cfg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        self.process = subprocess.Popen(["haproxy", "-q", "-f", path], stdout=subprocess.DEVNULL)
        time.sleep(2)  # until its checks have found all servers
        assert self.process.poll() is None, "haproxy does not start"

    def stop(self):
        self.process.terminate()
        self.process.wait(30)
        self.folder.cleanup()


def kept_events(cluster, game):
    lines = cluster.sql(f"SELECT seq, json FROM alea.events WHERE game = '{game}' ORDER BY seq").splitlines()
    return {int(seq): json.loads(text) for seq, text in (line.split("|", 1) for line in lines)}


def played(cluster, where, what, disturb, rounds, most_s):
    pairs = [PersistentPair(where, f"{what[:1]}{i}") for i in range(PAIRS)]
    faults = play_on(pairs, disturb, rounds)
    faults += [fault for pair in pairs for fault in pair.check(kept_events(cluster, pair.game))]
    slowest = max(pair.slowest_s for pair in pairs)
    acked = sum(len(pair.acked) for pair in pairs)
    print(f"{what}: {sum(len(pair.told) for pair in pairs)} events told, {acked} commands acknowledged, "
          f"{sum(pair.resent + pair.interrupted for pair in pairs)} interruptions, slowest {slowest:.1f} s, {len(faults)} faults",
          flush=True)
    assert not faults, faults[:5]
    assert acked > 10 * PAIRS, "hardly anything was played"
    # A machine that does other things too takes its time.
    most_s *= max(1, os.getloadavg()[0] / os.cpu_count())
    assert slowest < most_s, f"a command took {slowest:.1f} s"


def test_take_over(cluster, fronts):
    choose = random.Random(3)

    def kill_one(_number):
        i = choose.randrange(FRONTS)
        fronts.servers[i].kill()
        fronts.down.add(i)
        time.sleep(TAKE_OVER_S)
        fronts.servers[i].start()
        fronts.down.discard(i)

    played(cluster, fronts.where, "killed", kill_one, KILLS, TAKE_OVER_S)


def test_proxy(cluster, fronts):
    if not shutil.which("haproxy"):
        print("proxy: skipped, HAProxy is not installed")
        return
    proxy = Proxy(fronts)

    def kill_one(number):
        server = fronts.servers[number % FRONTS]
        server.kill()
        time.sleep(TAKE_OVER_S)
        server.start()
        time.sleep(2)

    def end_one(number):
        server = fronts.servers[number % FRONTS]
        assert server.stop() == 0
        time.sleep(1)
        server.start()
        time.sleep(2)

    try:
        played(cluster, lambda game: proxy.port, "proxy, killed", kill_one, 3, TAKE_OVER_S)
        played(cluster, lambda game: proxy.port, "proxy, stopped in order", end_one, 3, 2)
        assert Person(proxy.port).raw("GET", "/metrics")[0] == 403
        holders = cluster.sql("SELECT count(DISTINCT owner) FROM alea.games WHERE owner <> ''")
        assert int(holders) > 1, "one server has all games"
    finally:
        proxy.stop()


def test_late(cluster, fronts):
    """A server that stood still does not notice that its games have gone on elsewhere."""
    def stop_one(number):
        i = number % FRONTS
        process = fronts.servers[i].process
        fronts.down.add(i)
        process.send_signal(signal.SIGSTOP)
        time.sleep(TAKE_OVER_S)
        process.send_signal(signal.SIGCONT)
        time.sleep(1)
        fronts.down.discard(i)

    played(cluster, fronts.where, "late", stop_one, 3, 30)
    assert any(server.logged('"event":"lease_lost"') for server in fronts.servers)


def test_leave(cluster, fronts):
    """SIGTERM: everything is handed over at once."""
    def end_one(number):
        i = number % FRONTS
        fronts.down.add(i)
        assert fronts.servers[i].stop() == 0
        time.sleep(1)
        fronts.servers[i].start()
        fronts.down.discard(i)

    played(cluster, fronts.where, "stopped in order", end_one, 3, 2.5)


def test_wrong_place(cluster, fronts):
    """A game moves to the server that gets a request for it by its name."""
    one, two = (Person(server.port) for server in fronts.servers[:2])
    game = new_game(one, opponent="machine")
    two.cookie = one.cookie
    assert one.ask("GET", f"/api/games/{game}")[0] == 200
    status, answer = two.ask("GET", f"/api/games/{game}")
    assert status == 503 and answer["error"]["code"] == "elsewhere", (status, answer)
    for _ in range(40):
        status, answer = two.ask("GET", f"/api/games/{game}")
        if status == 200:
            break
        time.sleep(.05)
    assert status == 200, answer
    # A socket without the name is sent away and takes nothing with it.
    line = one.socket()
    line.send({"key": "w", "do": "watch", "game": game})
    assert line.until(lambda m: m.get("type") == "bye")["reason"] == "moved"
    assert two.ask("GET", f"/api/games/{game}")[0] == 200
    owner = cluster.sql("SELECT address FROM alea.holders, alea.games WHERE games.owner = holders.id"
                        f" AND games.id = '{game}'")
    assert owner == "front1", owner


def test_other_key(cluster, _fronts):
    with tempfile.TemporaryDirectory() as folder:
        other = subprocess.run([ALEA, "serve", "--port", "0", "--data", os.path.join(folder, "a.db"), "--database",
                                cluster.url(), "--front", "stranger"], capture_output=True, text=True, check=False,
                               timeout=60)
    assert other.returncode == 3 and "another key" in other.stderr, other


def test_lobby(_cluster, fronts):
    """Open games of every server are listed by every server, while their host is there."""
    one, two = (Person(server.port) for server in fronts.servers[:2])
    game = new_game(one, opponent="open")
    one.game = game
    line = watch(one, game)

    def listed(person, wanted, seconds):
        end = time.monotonic() + seconds
        while wanted != any(g["game"] == game for g in person.ask("GET", "/api/games?list=open")[1]["games"]):
            assert time.monotonic() < end, f"listed: {not wanted}"
            time.sleep(.1)

    listed(one, True, 1)
    listed(two, True, 1)
    lobby = two.socket()
    assert lobby.do("lobby", on=True)["ok"]
    line.close()
    lobby.sock.settimeout(40)
    lobby.until(lambda m: m.get("type") == "lobby" and not any(g["game"] == game for g in m["games"]))
    listed(two, False, 1)


def test_trace(_cluster, fronts):
    """A proxy's name for a request is in the answer and in the log; others get one of ours."""
    server = fronts.servers[0]
    person = Person(server.port)
    _, headers, _ = person.raw("GET", "/api/me", headers={"X-Request-Id": "proxy-1.a:b"})
    assert headers["x-request-id"] == "proxy-1.a:b", headers
    for wrong in ("a\"b", "x" * 65, "a b", ""):
        _, headers, _ = person.raw("GET", "/api/me", headers={"X-Request-Id": wrong})
        assert re.fullmatch("[a-z2-7]{12}", headers["x-request-id"]), headers
    person.raw("GET", "/api/me", headers={"X-Request-Id": "trace-7", "Host": "evil.example"})
    server.await_logged('"request":"trace-7"')


def test_figures(_cluster, fronts):
    text = Person(fronts.servers[1].port).raw("GET", "/metrics", headers={"X-Forwarded-For": None})[2].decode()
    for name in ("storage_writable 1", "elsewhere_total", "games_given_total", "leases_lost_total 0"):
        assert f"\nalea_{name}" in text, (name, text)


def main():
    built = subprocess.run([ALEA, "admin", "check", "--database", "postgresql://nobody@/x?host=/nowhere"],
                           capture_output=True, text=True, check=False)
    if "without PostgreSQL" in built.stderr:
        print("skipped: built without libpq")
        return 77
    cluster = Cluster()
    fronts = None
    try:
        fronts = Fronts(cluster)
        test_wrong_place(cluster, fronts)
        test_other_key(cluster, fronts)
        test_lobby(cluster, fronts)
        test_trace(cluster, fronts)
        test_figures(cluster, fronts)
        test_leave(cluster, fronts)
        test_take_over(cluster, fronts)
        test_proxy(cluster, fronts)
        test_late(cluster, fronts)
        for server in fronts.servers:
            assert server.process.poll() is None and not server.complaints(), server.complaints()
    finally:
        if fronts:
            fronts.stop()
        cluster.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
