#!/usr/bin/env python3
"""Whole matches over the network: against the machine, and between two people with a
spectator, while the server is killed again and again. Nobody misses an event or gets one
twice, a command whose answer was lost is done once, and the dice hold in the end."""
import random
import socket
import subprocess
import sys
import tempfile
import time

from support import ALEA
from support.honest import some_play
from support.server import Server
from support.waiting import HANG
from support.wire import Closed, Person


class Player:
    """A person at a game; connects again when the server is back."""

    def __init__(self, server, game=None, person=None):
        self.server, self.game = server, game
        self.person = person or Person(server.port)
        self.events, self.state, self.line, self.keys = {}, None, None, 0
        self.pending = None

    def come(self):
        """Connects, watches from the last event seen, and says again what was not answered."""
        self.line = self.person.socket()
        self.line.send({"key": f"w{random.getrandbits(40)}", "do": "watch", "game": self.game,
                        "after": max(self.events, default=0)})
        while True:
            message = self.hear()
            assert message.get("ok") is not False, message
            if message.get("type") == "state":
                break
        if self.pending:
            self.line.send(self.pending)

    def hear(self):
        message = self.line.receive()
        if message.get("type") == "event":
            seq = message["seq"]
            assert seq == max(self.events, default=0) + 1, (seq, max(self.events, default=0))
            self.events[seq] = message["event"]
        if "state" in message:
            self.state = message["state"]
            assert self.state["seq"] == max(self.events, default=0), "a state out of step"
        if self.pending and message.get("key") == self.pending["key"]:
            assert message["ok"] or message["error"]["code"] == "stale", (self.pending, message)
            self.pending = None
        return message

    def say(self, do, **fields):
        self.keys += 1
        self.pending = {"key": f"p{self.keys}", "do": do, "game": self.game,
                        "at": self.state["seq"], **fields}
        self.line.send(self.pending)

    def act(self, choose):
        """Says the next thing that is mine to say; False if there is none."""
        may = self.state["actions"]
        if self.pending:
            return True
        if "contribute" in may:
            self.say("contribute", words="words of " + self.person.id)
        elif "next_game" in may:
            self.say("next_game")
        elif "take" in may:
            self.say(choose.choice(["take", "take", "drop"]))
        elif "accept_resign" in may:
            self.say("accept_resign")
        elif "double" in may and choose.random() < 0.1:
            self.say("double")
        elif "roll" in may:
            self.say("roll")
        elif "play" in may:
            self.say("play", moves=some_play(self.state["tree"], choose))
        else:
            return False
        return True

    def catch_up(self, seconds=0.02):
        """Hears what is there."""
        self.line.sock.settimeout(seconds)
        try:
            while True:
                self.hear()
        except (socket.timeout, TimeoutError):
            pass
        finally:
            self.line.sock.settimeout(HANG)


def make(person, **wish):
    status, made = person.ask("POST", "/api/games", wish)
    assert status == 201, made
    return made["game"]


def common(state):
    own = ("you", "actions", "no_double", "tree", "time", "players")
    return {k: v for k, v in state.items() if k not in own}


def play_to_the_end(server, people, watcher, kills, choose):
    """`kills[0]`: how often the server is killed on the way."""
    everybody = people + [watcher]
    for somebody in everybody:
        somebody.come()
    step, next_kill = 0, 2
    while people[0].state["stage"] != "over":
        step += 1
        assert step < 20000, people[0].state["phase"]
        waiting = True
        for player in people:
            waiting = not player.act(choose) and waiting
        if kills[0] and step >= next_kill:
            # In the middle of whatever was just said.
            server.kill()
            server.start()
            kills[0] -= 1
            next_kill = step + 1 + choose.randrange(8)
            for somebody in everybody:
                somebody.come()
        for somebody in everybody:
            somebody.catch_up(0.05 if waiting else 0.004)
    for somebody in everybody:
        somebody.catch_up(0.3)
        assert somebody.events == people[0].events, "not the same events"
        assert common(somebody.state) == common(people[0].state)


def verify_dice(person, game):
    status, headers, journal = person.raw("GET", f"/api/games/{game}/dice")
    assert status == 200 and "attachment" in headers["content-disposition"]
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
        file.write(journal)
        file.flush()
        checked = subprocess.run([ALEA, "verify-dice", file.name], capture_output=True, text=True)
        assert checked.returncode == 0 and "the dice hold" in checked.stdout, checked.stdout


def test_machine(server, choose):
    person = Person(server.port)
    game = make(person, opponent="machine", level="beginner", preset="tournament",
                options={"match_length": 3}, tutor=True)
    assert person.raw("GET", f"/api/games/{game}/dice")[0] == 409
    me, watcher = Player(server, game, person), Player(server, game)
    kills = [6]
    play_to_the_end(server, [me], watcher, kills, choose)
    assert kills[0] < 6, "no kill"  # dice may make a short match
    verify_dice(person, game)
    for form in ("journal", "mat", "sgf"):
        assert person.raw("GET", f"/api/games/{game}/file?format={form}")[0] == 200
    table = person.ask("GET", f"/api/games/{game}/dice/table")[1]
    thrown = [e for e in me.events.values() if e["type"] in ("roll", "opening")]
    assert table["rolls"] == sum(table["counts"]) == len(thrown)
    me.pending = None
    me.say("rematch")
    while me.pending:
        me.hear()
    assert me.state["next"]


def test_people(server, choose):
    ann, bob = Person(server.port), Person(server.port)
    game = make(ann, opponent="link", preset="money", options={"beavers": None}, seat=0,
                clock={"kind": "delay", "reserve_s": 600, "step_s": 12})
    assert bob.ask("POST", f"/api/games/{game}/join", {}) == (200, {"seat": 1})
    assert Person(server.port).ask("POST", f"/api/games/{game}/join", {})[0] == 409
    people = [Player(server, game, ann), Player(server, game, bob)]
    original = Player.act
    kills = [10]

    def act(self, choose):
        """A session without an end: it is left after the third game and the last kill."""
        if self.state["game"] >= 3 and not kills[0] and "abort" in self.state["actions"] and not self.pending \
                and self.state["phase"] == "game_over" and self.state["you"] == 0:
            self.say("abort")
            return True
        return original(self, choose)

    Player.act = act
    try:
        play_to_the_end(server, people, Player(server, game), kills, choose)
    finally:
        Player.act = original
    assert kills[0] == 0, f"{kills[0]} kills did not come to pass"
    verify_dice(bob, game)
    ended = [e["type"] for e in people[1].events.values()][-2:]
    assert ended == ["aborted", "dice_opened"], ended


def test_two_windows(server, choose):
    """The same seat twice: both see everything, either may act."""
    person = Person(server.port)
    game = make(person, opponent="machine", level="beginner", options={"match_length": 1})
    one, two = Player(server, game, person), Player(server, game, person)
    one.come()
    two.come()
    windows = [one, two]
    for _ in range(4000):
        choose.shuffle(windows)
        acts, hears = windows
        acts.act(choose)
        acts.catch_up(0.004)
        hears.catch_up(0.004)
        if one.state["stage"] == "over" and two.state["stage"] == "over":
            break
    one.catch_up(0.2)
    two.catch_up(0.2)
    assert one.state["stage"] == "over" and one.events == two.events


def main():
    choose = random.Random(20)
    for test in (test_machine, test_people, test_two_windows):
        server = Server("--limit", "0")
        began = time.time()
        try:
            test(server, choose)
            assert server.stop() == 0
            assert not server.complaints(), server.complaints()[:5]
        except (AssertionError, Closed):
            print("\n".join(server.log[-20:]), file=sys.stderr)
            raise
        finally:
            server.stop()
            server.clean()
        print(f"{test.__name__}: {time.time() - began:.1f} s")


if __name__ == "__main__":
    main()
