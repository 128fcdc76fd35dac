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
import socket
import subprocess
import sys
import tempfile
import threading
import time

from support import ALEA
from support.clock import Clock
from support.honest import asked, contribute, new_game, refresh, seated, some_play, to_play, watch
from support.persistent import PersistentPair, go_on, play_on
from support.server import Server, free_ports
from support.waiting import HANG, wait_until
from support.wire import Person
from support.word import Device, PushService
from cluster import Cluster

KILLS = int(os.environ.get("ALEA_TEST_KILLS", "3"))
FRONTS, PAIRS = 3, 6
TAKE_OVER_S = 5  # longer than a lease


class Fronts:
    """And what a proxy does: the game's name chooses among those that answer."""

    def __init__(self, cluster):
        self.servers, self.clocks = [], [Clock() for _ in range(FRONTS)]
        data = None
        for i in range(FRONTS):
            options = ["--database", cluster.url(), "--limit", "0", "--front", f"front{i}",
                       "--behind-proxy", "--metrics-open", "--push-allow-private"]
            # The key is the same: they serve the same games.
            self.servers.append(Server(*options, data=data, clock=self.clocks[i]))
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


def end_lease(cluster, i):
    """What time does to the lease of a server that does not renew it."""
    cluster.sql(f"UPDATE alea.holders SET expires = 0 WHERE address = 'front{i}'")


class Proxy:
    """HAProxy with the shipped configuration, in which only addresses are changed."""

    def __init__(self, ports):
        """In front of servers at these ports."""
        with open("packaging/cluster/haproxy.cfg", encoding="utf-8") as file:
            text = file.read()
        self.port = next(free_ports())
        text = text.replace("bind :80", f"bind 127.0.0.1:{self.port}")
        text = text.replace("maxconn 60000", "maxconn 2000")
        for i, port in enumerate(ports):
            text = re.sub(rf"server front{i + 1} \S+", f"server front{i} 127.0.0.1:{port}", text)
        self.folder = tempfile.TemporaryDirectory()
        self.told = os.path.join(self.folder.name, "told")
        text = text.replace("global\n", f"global\n    stats socket {self.told}\n", 1)
        path = os.path.join(self.folder.name, "haproxy.cfg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        self.command = ["haproxy", "-q", "-f", path]
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        wait_until(lambda: self.found() is not None, "the proxy's word")

    def kill(self):
        self.process.kill()
        self.process.wait(HANG)

    def found(self):
        """How many servers its checks have found; None while it says nothing."""
        assert self.process.poll() is None, "haproxy does not start"
        with socket.socket(socket.AF_UNIX) as line:
            try:
                line.connect(self.told)
            except OSError:
                return None
            line.sendall(b"show stat\n")
            rows = b"".join(iter(lambda: line.recv(65536), b"")).decode().splitlines()
        # "UP" comes from a check; "UP 1/2" is one that was missed.
        return sum(row.startswith("fronts,front") and row.split(",")[17] == "UP" for row in rows)

    def await_servers(self):
        wait_until(lambda: self.found() == FRONTS, "servers that the proxy has found")

    def stop(self):
        self.process.terminate()
        self.process.wait(HANG)
        self.folder.cleanup()


def kept_events(cluster, game):
    lines = cluster.sql(f"SELECT seq, json FROM alea.events WHERE game = '{game}' ORDER BY seq").splitlines()
    return {int(seq): json.loads(text) for seq, text in (line.split("|", 1) for line in lines)}


def played(cluster, where, what, disturb, rounds):
    """disturb(number, pairs) ends when all pairs have gone on."""
    pairs = [PersistentPair(where, f"{what[:1]}{i}") for i in range(PAIRS)]
    faults = play_on(pairs, lambda number: disturb(number, pairs), rounds)
    faults += [fault for pair in pairs for fault in pair.check(kept_events(cluster, pair.game))]
    print(f"{what}: {sum(len(pair.told) for pair in pairs)} events told, {sum(len(pair.acked) for pair in pairs)} commands "
          f"acknowledged, {sum(pair.resent + pair.interrupted for pair in pairs)} interruptions, {len(faults)} faults",
          flush=True)
    assert not faults, faults[:5]


def test_take_over(cluster, fronts):
    choose = random.Random(3)

    def kill_one(_number, pairs):
        i = choose.randrange(FRONTS)
        fronts.servers[i].kill()
        fronts.down.add(i)
        end_lease(cluster, i)
        go_on(pairs)  # without it
        fronts.servers[i].start()
        fronts.down.discard(i)

    played(cluster, fronts.where, "killed", kill_one, KILLS)


def handed_over(cluster, fronts, i):
    """Ends a server in order: nobody has to wait for the end of its lease."""
    held = cluster.sql(f"SELECT id FROM alea.holders WHERE address = 'front{i}'")
    assert held and fronts.servers[i].stop() == 0
    kept = cluster.sql(f"SELECT count(*) FROM alea.holders WHERE address = 'front{i}' OR id = '{held}'")
    assert kept == "0", kept


def test_proxy(cluster, fronts):
    if not shutil.which("haproxy"):
        print("proxy: skipped, HAProxy is not installed")
        return
    proxy = Proxy([server.port for server in fronts.servers])
    proxy.await_servers()

    def kill_one(number, pairs):
        server = fronts.servers[number % FRONTS]
        server.kill()
        end_lease(cluster, number % FRONTS)
        go_on(pairs)
        server.start()
        proxy.await_servers()

    def end_one(number, pairs):
        handed_over(cluster, fronts, number % FRONTS)
        go_on(pairs)
        fronts.servers[number % FRONTS].start()
        proxy.await_servers()

    try:
        played(cluster, lambda game: proxy.port, "proxy, killed", kill_one, 2)
        played(cluster, lambda game: proxy.port, "proxy, stopped in order", end_one, 2)
        person = Person(proxy.port)
        assert person.raw("GET", "/metrics")[0] == 403
        # However they are spelt, the figures are not for the world.
        for odd in ("/metrics?x", "/metrics/", "/%6detrics", "/./metrics", "//metrics", "/x/../metrics"):
            status, _, text = person.raw("GET", odd)
            assert status in (400, 403, 404) and b"alea_" not in text, (odd, status)
        for odd in ("/api/games/%61aaaaaaaaaaa", "/%61pi/games/aaaaaaaaaaaa", "/api/./games/aaaaaaaaaaaa",
                    "/api//games/aaaaaaaaaaaa", "/player/../api/games/aaaaaaaaaaaa",
                    "/player/%2e%2e/api/games/aaaaaaaaaaaa", "/api/socket?game=%61aaaaaaaaaaa"):
            assert person.raw("GET", odd)[0] == 400, odd
        assert person.raw("GET", "/api/games/aaaaaaaaaaaa")[0] == 404
        assert person.raw("GET", "/player/J%C3%B6rg%20M")[0] == 200
        # Each game goes where its name sends it, so that not all go to one server, once the proxy has found all.
        games = [new_game(person, opponent="machine") for _ in range(30)]
        ids = ", ".join(f"'{game}'" for game in games)

        def are_shared_out():
            proxy.await_servers()
            for game in games:
                wait_until(lambda game=game: person.ask("GET", f"/api/games/{game}")[0] == 200, "a game at its place")
            return cluster.sql(f"SELECT count(DISTINCT owner) FROM alea.games WHERE owner <> '' AND id IN ({ids})"
                               ) == str(FRONTS)

        wait_until(are_shared_out, "30 games on all servers")
    finally:
        proxy.stop()


def test_proxy_alone():
    """Behind the proxy there is nobody: a request to the API gets JSON that says so, another one a page."""
    if not shutil.which("haproxy"):
        return
    proxy = Proxy(range(1, 1 + FRONTS))  # ports at which nobody listens
    try:
        person = Person(proxy.port, guest=False)
        # At its start it takes them for living.
        def told():
            status, headers, body = person.raw("POST", "/api/games", b"{}")
            assert status == 503, body
            return headers["content-type"] == "application/json" and (headers["retry-after"], json.loads(body))
        after, said = wait_until(told, "the proxy to notice")
        assert after == "1" and said["error"]["code"] == "no_server" and said["error"]["message"], said
        status, headers, _ = person.raw("GET", "/")
        assert status == 503 and headers["content-type"].startswith("text/html"), headers
    finally:
        proxy.stop()


def test_late(cluster, fronts):
    """A server that stood still does not notice that its games have gone on elsewhere. The first time
    it sees by its own clock that its lease is over, then only from the database."""
    def stop_one(number, pairs):
        i = number % FRONTS
        server = fronts.servers[i]
        lost = sum('"event":"lease_lost"' in line for line in server.log)
        fronts.down.add(i)
        server.process.send_signal(signal.SIGSTOP)
        if number == 0:
            fronts.clocks[i].move(TAKE_OVER_S)
        end_lease(cluster, i)
        go_on(pairs)
        server.process.send_signal(signal.SIGCONT)
        wait_until(lambda: sum('"event":"lease_lost"' in line for line in server.log) > lost, "a lease lost")
        fronts.down.discard(i)

    played(cluster, fronts.where, "late", stop_one, 3)


def test_leave(cluster, fronts):
    """SIGTERM: everything is handed over at once."""
    def end_one(number, pairs):
        i = number % FRONTS
        fronts.down.add(i)
        handed_over(cluster, fronts, i)
        go_on(pairs)
        fronts.servers[i].start()
        fronts.down.discard(i)

    played(cluster, fronts.where, "stopped in order", end_one, 2)


def test_wrong_place(cluster, fronts):
    """A game moves to the server that gets a request for it by its name."""
    one, two = (Person(server.port) for server in fronts.servers[:2])
    game = new_game(one, opponent="machine")
    two.cookie = one.cookie
    assert one.ask("GET", f"/api/games/{game}")[0] == 200
    status, answer = two.ask("GET", f"/api/games/{game}")
    assert status == 503 and answer["error"]["code"] == "elsewhere", (status, answer)
    wait_until(lambda: two.ask("GET", f"/api/games/{game}")[0] == 200, "the game where it was asked for")
    # A socket without the name is sent away and takes nothing with it.
    line = one.socket()
    line.send({"key": "w", "do": "watch", "game": game})
    assert line.until(lambda m: m.get("type") == "bye")["reason"] == "moved"
    assert two.ask("GET", f"/api/games/{game}")[0] == 200
    owner = cluster.sql("SELECT address FROM alea.holders, alea.games WHERE games.owner = holders.id"
                        f" AND games.id = '{game}'")
    assert owner == "front1", owner


def test_clock_thrown(_cluster, fronts):
    """A game thrown to and fro between servers gives its clock no time back."""
    game, host, guest = seated(fronts.servers[0].port, clock={"kind": "delay", "reserve_s": 600, "step_s": 0})
    lines = [watch(host, game), watch(guest, game)]
    contribute(*lines)
    line, _ = to_play(lines)
    seat = line.state["to_act"]

    def left(state):
        return state["clock"]["reserve_ms"][seat] + state["away_budget_ms"][seat]

    first, passed = left(line.state), 0
    for number in range(4):
        host.go_to(fronts.servers[1 - number % 2].port)
        # It is kept for 2 s by the clock of the server that has it.
        passed += fronts.clocks[number % 2].until(
            lambda: host.ask("GET", f"/api/games/{game}")[0] == 200, 1, "the game where it was asked for")
    charged = first - left(host.ask("GET", f"/api/games/{game}")[1])
    print(f"thrown: {passed} s passed, {charged} ms charged")
    # Halved, since states are as old as the last tick.
    assert passed >= 4 and charged > 1000 * passed / 2, (passed, charged)


def test_other_key(cluster, _fronts):
    """Neither without a key, since games need it, nor with a new one beside servers that have theirs."""
    with tempfile.TemporaryDirectory() as folder:
        for option, word in ((), "is missing"), (("--new-key",), "another key"):
            other = subprocess.run([ALEA, "serve", "--port", "0", "--data", os.path.join(folder, "a.db"), "--database",
                                    cluster.url(), "--front", "stranger", *option], capture_output=True, text=True,
                                   check=False, timeout=HANG)
            assert other.returncode == 3 and word in other.stderr, other


def test_lobby(_cluster, fronts):
    """Open games of every server are listed by every server, while their host is there."""
    one, two = (Person(server.port) for server in fronts.servers[:2])
    game = new_game(one, opponent="open")
    one.game = game
    line = watch(one, game)

    def listed(person, wanted):
        there = lambda: any(g["game"] == game for g in person.ask("GET", "/api/games?list=open")[1]["games"])
        wait_until(lambda: there() == wanted, f"listed: {wanted}")

    listed(one, True)
    listed(two, True)
    lobby = two.socket()
    assert lobby.do("lobby", on=True)["ok"]
    line.close()
    lobby.sock.settimeout(HANG)
    lobby.until(lambda m: m.get("type") == "lobby" and not any(g["game"] == game for g in m["games"]))
    listed(two, False)


def both_at_once(*works):
    answers = [None] * len(works)

    def run(i):
        answers[i] = works[i]()

    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(HANG)
    return answers


def test_club(_cluster, fronts):
    """Members and directors of one club at two servers at once: every change is there, once, and each decides
    by what the others have done."""
    people = [Person(server.port) for server in (fronts.servers[:2] * 5)]
    for i, person in enumerate(people):
        assert person.ask("POST", "/api/register", {"name": f"Club{i}", "password": "correct horse"})[0] == 200
    status, made = people[0].ask("POST", "/api/clubs", {"name": "Two houses"})
    assert status == 201, made
    path = f"/api/clubs/{made['club']}"

    def join(half):
        for person in people[2 - half::2]:
            asked(person, "POST", path + "/members", {})

    both_at_once(lambda: join(0), lambda: join(1))
    asked(people[0], "PATCH", path + f"/members/{people[1].ask('GET', path)[1]['me']['member']}", {"role": "director"})

    def announce(i):
        for k in range(6):
            asked(people[i], "POST", path + "/news", {"text": f"N{i}{k}"})

    both_at_once(lambda: announce(0), lambda: announce(1))
    states = [person.ask("GET", path)[1] for person in people[:2]]
    assert states[0]["news"] == states[1]["news"] and states[0]["members"] == 10, states
    assert states[0]["seq"] == 1 + 9 + 1 + 12, states[0]["seq"]
    log = people[1].ask("GET", path + "/log?limit=100")[1]["log"]
    assert [line["seq"] for line in log] == list(range(states[0]["seq"], 0, -1)), log
    # A ladder: of two who challenge the same member at once one is first; a match has one game; it counts once.
    asked(people[0], "PATCH", path, {"ladder": {"reach": 3, "length": 1}})
    for person in people[:4]:
        asked(person, "POST", path + "/ladder", {"on": True})
    numbers = [person.ask("GET", path)[1]["me"]["member"] for person in people[:4]]
    answers = both_at_once(*(lambda p=p: p.ask("POST", path + "/ladder/matches", {"member": numbers[1]})
                             for p in people[2:4]))
    assert sorted(status for status, _ in answers) == [201, 409], answers
    match = people[0].ask("GET", path + "/ladder")[1]["open"][0]
    pair = [people[numbers.index(member)] for member in match["members"]]
    games = both_at_once(*(lambda p=p: asked(p, "POST", f"{path}/ladder/matches/{match['match']}/game", {})
                           for p in pair))
    assert games[0][1]["game"] == games[1][1]["game"], games
    both_at_once(*(lambda p=p: asked(p, "POST", f"{path}/ladder/matches/{match['match']}/result",
                                     {"winner": match["members"][0]}) for p in pair))
    for person in people[:2]:
        ladder = person.ask("GET", path + "/ladder")[1]
        assert [p["member"] for p in ladder["places"]][:2] == [numbers[0], match["members"][0]], ladder
    log = people[0].ask("GET", path + "/log")[1]["log"]
    assert sum(line["what"] == "won" for line in log) == 1, log
    news = people[0].ask("GET", path + "/news?limit=50")[1]["news"]
    assert sorted(n["text"] for n in news) == sorted(f"N{i}{k}" for i in range(2) for k in range(6)), news


def test_tournament(_cluster, fronts):
    """Directors and players at several servers at once: every change is there, once, and of two clicks for
    one match there is one game."""
    people = [Person(server.port) for server in fronts.servers[:2]]
    for i, person in enumerate(people):
        assert person.ask("POST", "/api/register", {"name": f"Cup{i}", "password": "correct horse"})[0] == 200
    status, made = people[0].ask("POST", "/api/tournaments", {"plan": {"name": "Cup", "kind": "swiss", "lengths": [1]}})
    assert status == 201, made
    path = f"/api/tournaments/{made['tournament']}"
    assert people[0].ask("POST", path + "/directors", {"name": "Cup1"})[0] == 200

    def enter(i):
        for k in range(8):
            asked(people[i], "POST", path + "/players", {"name": f"P{i}{k}"})

    both_at_once(lambda: enter(0), lambda: enter(1))
    for person in people:
        asked(person, "POST", path + "/players", {})
    state = people[1].ask("GET", path)[1]
    names = sorted(p["name"] for p in state["players"])
    assert names == sorted(["Cup0", "Cup1"] + [f"P{i}{k}" for i in range(2) for k in range(8)]), names
    assert state["seq"] == 19, state["seq"]
    # The two are paired by hand at the end, so that their match is a game.
    order = list(range(18))
    status, state = people[0].ask("POST", path + "/start", {"order": order[:8] + [16] + order[8:16] + [17]})
    assert status == 200, state
    mine = next(m for m in state["matches"] if 16 in m["players"])
    assert mine["players"] == [16, 17] or 17 in mine["players"], mine
    games = both_at_once(*(lambda p=p: asked(p, "POST", f"{path}/matches/{mine['match']}/game", {})
                           for p in people))
    assert games[0][1]["game"] == games[1][1]["game"], games
    rest = [m for m in state["matches"] if m is not mine]

    def decide(i):
        for m in rest[i::2]:
            asked(people[i], "POST", f"{path}/matches/{m['match']}/result", {"winner": m["players"][i]})

    both_at_once(lambda: decide(0), lambda: decide(1))
    game = games[0][1]["game"]
    for person in people:
        person.game = game
        person.go_to(fronts.where(game))
    lines = [watch(person, game) for person in people]
    contribute(*lines)
    mover, other = to_play(lines)
    assert mover.do("play", game=game, moves=some_play(mover.state["tree"]))["ok"]
    mover, other = to_play([other, mover])
    wait_until(lambda: "resign" in refresh(mover)["actions"], "the mover may resign")
    assert mover.do("resign", game=game, level=1)["ok"] and other.do("accept_resign", game=game)["ok"]
    wait_until(lambda: people[0].ask("GET", path)[1]["round"] == 2, "the next round")
    states = [person.ask("GET", f"{path}")[1] for person in people]
    assert states[0]["matches"] == states[1]["matches"], "both servers say the same"
    assert len(states[0]["matches"]) == 18, len(states[0]["matches"])
    won = states[0]["matches"][mine["match"]]["winner"]
    assert won == [16, 17][people.index(other.person)], (won, mine)


def test_word(_cluster, fronts):
    """A time for a match is proposed at one server and called off at another: of each, one word to the other
    player, who is away from all."""
    service = PushService()
    try:
        people = [Person(server.port) for server in fronts.servers]
        for i, person in enumerate(people):
            assert person.ask("POST", "/api/register", {"name": f"Time{i}", "password": "correct horse"})[0] == 200
        device = Device(service, "away")
        assert people[2].ask("POST", "/api/word/devices", device.json())[0] == 201
        assert people[2].ask("PATCH", "/api/word", {"push": {"meeting": True}})[0] == 200
        plan = {"name": "League", "kind": "league", "lengths": [1]}
        path = f"/api/tournaments/{people[0].ask('POST', '/api/tournaments', {'plan': plan})[1]['tournament']}"
        for person in people[1:]:
            asked(person, "POST", path + "/players", {})
        asked(people[0], "POST", path + "/start", {})

        def await_words(count):
            for clock in fronts.clocks:
                clock.jump(6)
            service.await_count(device, count)
            time.sleep(.3)
            words = [device.opened(body) for _, body in service.of(device)]
            assert words == [{"kind": "meeting", "link": path.replace("/api/tournaments", "/tournament")}] * count, words

        asked(people[1], "POST", path + "/matches/0/time", {"time": (int(time.time()) + 86400) * 1000})
        await_words(1)
        assert people[2].ask("GET", path)[0] == 200
        people[1].go_to(fronts.servers[0].port)
        asked(people[1], "DELETE", path + "/matches/0/time", None)
        await_words(2)
    finally:
        service.close()


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
    for name in ("storage_writable 1", "elsewhere_total", "games_given_total", "leases_lost_total"):
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
        test_clock_thrown(cluster, fronts)
        test_other_key(cluster, fronts)
        test_lobby(cluster, fronts)
        test_club(cluster, fronts)
        test_tournament(cluster, fronts)
        test_word(cluster, fronts)
        test_trace(cluster, fronts)
        test_figures(cluster, fronts)
        test_leave(cluster, fronts)
        test_take_over(cluster, fronts)
        test_proxy(cluster, fronts)
        test_proxy_alone()
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
