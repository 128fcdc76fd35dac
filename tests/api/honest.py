"""Two people who just play, whatever others do to the server, and notice what goes wrong."""
import random
import socket
import threading
import time

from wire import Closed, Person


def new_game(host, **fields):
    wish = {"opponent": "link", "preset": "tournament", "options": {"match_length": 25},
            "clock": None, "rated": False, "seat": 0, "spectators": True}
    wish.update(fields)
    status, made = host.ask("POST", "/api/games", wish)
    assert status == 201, (status, made)
    return made["game"]


def seated(port, source=None, **fields):
    """-> (id, host, guest) of a game with both seats taken and both contributions made."""
    host, guest = Person(port, source), Person(port, source)
    game = new_game(host, **fields)
    status, answer = guest.ask("POST", f"/api/games/{game}/join", {})
    assert status == 200, (status, answer)
    return game, host, guest


def watch(person, game, **fields):
    """A socket that has seen the game's state; `state` is kept beside it."""
    line = person.socket()
    line.send({"key": f"watch{random.getrandbits(32)}", "do": "watch", "game": game, **fields})
    first = line.until(lambda m: m.get("type") == "state" or m.get("ok") is False)
    assert first.get("type") == "state", first
    line.state = first["state"]
    return line


def contribute(*lines):
    for line in lines:
        if "contribute" in line.state["actions"]:
            answer = line.do("contribute", game=line.state["id"], words="words of mine")
            assert answer["ok"], answer
    for line in lines:
        refresh(line)


def refresh(line):
    status, state = line.person.ask("GET", f"/api/games/{line.state['id']}")
    assert status == 200, (status, state)
    line.state = state
    return state


def some_play(tree, choose=random):
    """A walk through the tree of plays to where the play may end."""
    moves, node = [], 0
    while tree["nodes"][node]["moves"]:
        move = choose.choice(tree["nodes"][node]["moves"])
        moves.append(move[:2])
        node = move[4]
    return moves


def to_play(lines):
    """Rolls until somebody must choose a play; -> (who is to play, the other)."""
    for _ in range(200):
        states = [refresh(line) for line in lines]
        for mine, (line, state) in enumerate(zip(lines, states)):
            if "play" in state["actions"]:
                return line, lines[1 - mine]
            for action in ("next_game", "roll"):
                if action in state["actions"]:
                    line.do(action, game=state["id"])
                    break
    raise AssertionError("nobody came to play")


class HonestPair(threading.Thread):
    """Plays on and on from another address; `slowest_s` is the longest a command took to
    reach both screens, `wrong` what should not have happened."""

    def __init__(self, port, source="127.0.0.77"):
        super().__init__(daemon=True)
        self.port, self.source = port, source
        self.running, self.slowest_s, self.commands, self.wrong = True, 0.0, 0, []

    def run(self):
        try:
            self._play()
        except (AssertionError, OSError, Closed, KeyError, ValueError) as error:
            self.wrong.append(f"{type(error).__name__}: {error}")

    def _play(self):
        game, host, guest = seated(self.port, self.source)
        lines = [watch(host, game), watch(guest, game)]
        for line in lines:
            line.messages.clear()
            line.seq = line.state["seq"]
        for line in lines:
            self._send(line, lines, "contribute", words="words of mine")
        while self.running:
            line = next((l for l in lines if self._action(l.state)), None)
            if line is None:
                self.wrong.append(f"nobody may act: {lines[0].state['phase']}")
                return
            self._act(line, lines)
            time.sleep(0.05)

    @staticmethod
    def _action(state):
        return next((a for a in ("next_game", "roll", "play") if a in state["actions"]), None)

    def _act(self, line, lines):
        action = self._action(line.state)
        fields = {"moves": some_play(line.state["tree"])} if action == "play" else {}
        self._send(line, lines, action, **fields)

    def _send(self, line, lines, action, **fields):
        began = time.monotonic()
        answer = line.do(action, game=line.state["id"], **fields)
        if not answer["ok"]:
            self.wrong.append(f"{action} {fields}: {answer}")
            self.running = False
            return
        self.commands += 1
        for other in lines:
            self._catch_up(other, answer["seq"])
        self.slowest_s = max(self.slowest_s, time.monotonic() - began)

    def _catch_up(self, line, seq):
        """Hears at least event `seq`, and whatever else is already there."""
        while True:
            for message in line.messages:
                if message.get("type") == "event":
                    if message["seq"] != line.seq + 1:
                        self.wrong.append(f"{message['seq']} came after {line.seq}")
                    line.seq = message["seq"]
                    line.state = message["state"]
            line.messages.clear()
            try:
                line.sock.settimeout(20 if line.seq < seq else 0.02)
                line.receive()
            except (socket.timeout, TimeoutError):
                if line.seq < seq:
                    self.wrong.append(f"event {seq} never came")
                    self.running = False
                line.sock.settimeout(20)
                return

    def finish(self):
        self.running = False
        self.join(60)
        assert not self.is_alive(), "the honest pair hangs"
        assert not self.wrong, self.wrong[:5]
        assert self.commands > 0, "the honest pair never played"
