#!/usr/bin/env python3
"""Words to who is away, of two servers on one PostgreSQL database: a word is sent once, by the server that
stored it while that one lives, and by another when it was killed, has left, or was late.
ctest labels: slow"""
import subprocess
import sys

from support import ALEA
from support.clock import Clock
from support.expect import expect
from support.honest import asked, contribute, refresh, some_play, watch
from support.server import Server
from support.waiting import wait_until
from support.wire import Person
from support.word import Device, PushService
from cluster import Cluster

AWAY_S = 6   # WORD_AWAY_MS, and a moment
LOOK_S = 61  # WORD_LOOK_MS
WISH = {"opponent": "link", "preset": "tournament", "options": {"match_length": 7}, "rated": False,
        "seat": 0, "spectators": True}

# From then on a lease passes when end_lease says so, however long a slow machine takes for a step.
LEASES_LAST = """
    CREATE FUNCTION alea.last() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN IF NEW.expires > 0 THEN NEW.expires = 9000000000000; END IF; RETURN NEW; END';
    CREATE TRIGGER last BEFORE INSERT OR UPDATE ON alea.holders FOR EACH ROW EXECUTE FUNCTION alea.last();
    UPDATE alea.holders SET expires = 1"""


def play_until(line, game, seat):
    """The person of the line plays until that seat is to act."""
    while refresh(line)["to_act"] != seat:
        play = "play" in line.state["actions"]
        fields = {"moves": some_play(line.state["tree"])} if play else {}
        answer = line.do("play" if play else "roll", game=game, **fields)
        expect(answer["ok"], answer)


def watch_there(person, game):
    """At a server that asks another for the game."""
    wait_until(lambda: person.ask("GET", f"/api/games/{game}")[0] == 200, "the game at another server")
    return watch(person, game)


class Two:
    def __init__(self, cluster, service):
        self.cluster, self.service, self.clocks, self.servers = cluster, service, [Clock(), Clock()], []
        for name, clock in zip("ab", self.clocks):
            if self.servers:
                cluster.sql(LEASES_LAST)
            self.servers.append(Server("--database", cluster.url(), "--limit", "0", "--front", name,
                                       "--push-allow-private", clock=clock,
                                       data=self.servers[0].data if self.servers else None))
        self.people = [Person(self.servers[0].port, f"127.0.0.{40 + i}") for i in range(2)]
        for person, name in zip(self.people, ("Ann", "Bob")):
            asked(person, "POST", "/api/register", {"name": name, "password": "correct horse"})
        self.device = Device(service, "bob")
        expect(self.people[1].ask("POST", "/api/word/devices", self.device.json())[0] == 201)
        asked(self.people[1], "PATCH", "/api/word", {"push": {"turn": True, "challenge": True}})
        self.expected = []

    def end_lease(self, name):
        """What time does to the lease of a server that does not renew it."""
        self.cluster.sql(f"UPDATE alea.holders SET expires = 0 WHERE address = '{name}'")

    def challenge(self):
        game = asked(self.people[0], "POST", "/api/games", WISH)[1]["game"]
        asked(self.people[0], "POST", "/api/challenges", {"game": game, "name": "Bob"})
        self.expected.append(("challenge", f"/g/{game}"))
        return game

    def turn(self):
        """In a game over days it has become the turn of Bob, who is away."""
        ann, bob = self.people
        game = asked(ann, "POST", "/api/games", {**WISH, "clock": {"kind": "days", "days": 3, "budget_days": 0}})[1]["game"]
        asked(bob, "POST", f"/api/games/{game}/join", {})
        lines = [watch(ann, game), watch(bob, game)]
        contribute(*lines)
        play_until(lines[1], game, 0)
        lines[1].close()
        play_until(lines[0], game, 1)
        lines[0].close()
        self.expected.append(("turn", f"/g/{game}"))
        return game

    def told(self):
        """How often words are stored that wait, are on their way, and were sent."""
        rows = self.cluster.sql("SELECT told FROM alea.word_due UNION ALL SELECT told FROM alea.turns"
                                " WHERE player <> ''").split()
        return [rows.count(told) for told in "021"]

    def jump(self, i, seconds):
        """What the server begins to send has come: a letter under way in the next jump would be taken for lost, and
        sent again."""
        self.clocks[i].jump(seconds)
        wait_until(lambda: self.cluster.sql(
            "SELECT count(*) FROM (SELECT owner, told FROM alea.word_due UNION ALL SELECT owner, told FROM alea.turns) w"
            f" JOIN alea.holders h ON h.id = w.owner WHERE told = 2 AND expires > 0 AND address = '{'ab'[i]}'") == "0",
            "the letters to come")

    def pass_time(self, *which):
        """Until the server has looked for words of others, and of each it has waited whether he is away."""
        for i in which:
            self.jump(i, LOOK_S)
        for _ in range(3):  # a server that has just started is slow to begin
            for i in which:
                self.jump(i, AWAY_S)

    def await_told(self, *counts):
        wait_until(lambda: self.told() == list(counts), lambda: f"words {counts}, not {self.told()}")

    def check_sent(self):
        """Each once."""
        said = sorted((word["kind"], word["link"]) for word in self.service.said(self.device))
        expect(said == sorted(self.expected), said, self.expected)


def test_starter(two):
    """A server that starts leaves the words of one that lives."""
    with two.clocks[0].standing():
        two.challenge()
        two.turn()
        expect(two.told() == [2, 0, 0], two.told())
        two.servers[1].kill()
        two.servers[1].start()
        two.pass_time(1)
        expect(two.told() == [2, 0, 0] and not two.service.got, two.told())
    two.pass_time(0)
    two.await_told(0, 0, 2)
    two.check_sent()


def test_killed(two):
    """Of a server that was killed another sends them; it starts again, and of both that look one does."""
    with two.clocks[0].standing():
        two.challenge()
        two.turn()
        two.servers[0].kill()
    two.pass_time(1)
    expect(two.told() == [2, 0, 2], "its lease has not passed", two.told())
    two.end_lease("a")
    two.servers[0].start()
    two.pass_time(0, 1)
    two.await_told(0, 0, 4)
    two.check_sent()


def test_on_the_way(two):
    """As the last, in the moment in which a word is on its way."""
    two.service.ways[two.device.path] = 500
    two.challenge()
    two.clocks[0].jump(AWAY_S)
    two.servers[0].await_logged("word_delayed")
    expect(two.told() == [0, 1, 4], two.told())
    two.servers[0].kill()
    two.end_lease("a")
    two.service.ways.clear()
    two.pass_time(1)
    two.await_told(0, 0, 5)
    two.expected.append(two.expected[-1])  # the one that was refused
    two.check_sent()
    two.servers[0].start()


def test_late(two):
    """A server that was late has a word on its way that another has sent since: it drops it."""
    two.service.ways[two.device.path] = 500
    two.challenge()
    two.clocks[0].jump(AWAY_S)
    wait_until(lambda: len(two.service.got) == len(two.expected), "a word that is refused")
    expect(two.told() == [0, 1, 5], two.told())
    two.clocks[0].stand()
    two.service.ways.clear()
    two.end_lease("a")
    two.pass_time(1)
    two.await_told(0, 0, 6)
    two.clocks[0].run()
    two.pass_time(0)
    two.expected.append(two.expected[-1])
    two.challenge()  # sent after what else it has
    two.clocks[0].jump(AWAY_S)
    two.await_told(0, 0, 7)
    two.check_sent()


def test_left(two):
    """A server that stops hands over what it has not sent."""
    two.challenge()
    expect(two.servers[0].stop() == 0, two.servers[0].log[-5:])
    two.pass_time(1)
    two.await_told(0, 0, 8)
    two.check_sent()
    two.servers[0].start()


def test_looked_elsewhere(two):
    """Who had a word from one server and plays at another gets the next one from the first."""
    ann, bob = two.people
    game = two.turn()
    two.clocks[0].jump(AWAY_S)
    two.await_told(0, 0, 9)
    bob.go_to(two.servers[1].port)
    for person, seat in (bob, 0), (ann, 1):
        line = watch_there(person, game)
        play_until(line, game, seat)
        line.close()
    two.expected.append(two.expected[-1])
    two.clocks[0].jump(AWAY_S)
    two.service.await_count(two.device, len(two.expected))
    two.await_told(0, 0, 9)
    two.check_sent()


def main():
    built = subprocess.run([ALEA, "admin", "check", "--database", "postgresql://nobody@/x?host=/nowhere"],
                           capture_output=True, text=True, check=False)
    if "without PostgreSQL" in built.stderr:
        print("skipped: built without libpq")
        return 77
    cluster, service = Cluster(), PushService()
    two = None
    try:
        two = Two(cluster, service)
        test_starter(two)
        test_killed(two)
        test_on_the_way(two)
        test_late(two)
        test_left(two)
        test_looked_elsewhere(two)
    finally:
        for server in two.servers[::-1] if two else ():
            server.stop()
            expect(not server.complaints(), server.complaints())
        if two:
            two.servers[0].clean()
        service.close()
        cluster.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
