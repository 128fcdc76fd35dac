"""Two people who just play, whatever others do to the server, and notice what goes wrong."""
import random
import threading
import time

from support.waiting import HANG, wait_until
from support.wire import Closed, Person


def asked(person, method, path, body):
    """Asks until the server could reach its data: on a busy machine its database may need longer than it
    waits for it."""
    def answer():
        status, text = person.ask(method, path, body)
        return status != 503 and (status, text)

    return wait_until(answer, f"{method} {path}")


def new_game(host, **fields):
    wish = {"opponent": "link", "preset": "tournament", "options": {"match_length": 25},
            "clock": None, "rated": False, "seat": 0, "spectators": True}
    wish.update(fields)
    status, made = asked(host, "POST", "/api/games", wish)
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
    """Plays on and on from another address. Every event must be on both screens once, in
    order, and before the answer to a question asked after the command's own answer: that
    is what "not late" means, whatever the clock says. `slowest_s` is printed, not judged;
    `wrong` is what should not have happened."""

    def __init__(self, port, source="127.0.0.77", pause_s=0.1):
        super().__init__(daemon=True)
        self.port, self.source, self.pause_s = port, source, pause_s
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
            line.seq, line.events = line.state["seq"], []
        began = lines[0].seq
        for line in lines:
            self._send(line, lines, "contribute", words="words of mine")
        while self.running:
            line = next((l for l in lines if self._action(l.state)), None)
            if line is None:
                self.wrong.append(f"nobody may act: {lines[0].state['phase']}")
                return
            self._act(line, lines)
            time.sleep(self.pause_s)
        self._compare(game, began, lines)

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
        for other in lines:
            assert other.do("ping")["ok"]
            self._hear(other)
            if other.seq < answer["seq"]:
                self.wrong.append(f"event {answer['seq']} is late or lost")
                self.running = False
        self.commands += 1
        self.slowest_s = max(self.slowest_s, time.monotonic() - began)

    def _hear(self, line):
        for message in line.messages:
            if message.get("type") == "event":
                if message["seq"] != line.seq + 1:
                    self.wrong.append(f"{message['seq']} came after {line.seq}")
                line.seq, line.state = message["seq"], message["state"]
                line.events.append(message["event"])
        line.messages.clear()

    def _compare(self, game, began, lines):
        """What each screen heard is what the server has kept, event by event."""
        for line in lines:
            again = watch(line.person, game, after=began)
            kept = [m["event"] for m in again.messages if m.get("type") == "event"]
            if line.events != kept:
                self.wrong.append(f"{len(line.events)} events heard, {len(kept)} kept, or others")
            again.close()

    def attacked(self, attack, *arguments, least=30):
        """Attacks again and again until these two have played `least` commands meanwhile."""
        before, rounds = self.commands, 0
        while rounds == 0 or (self.commands < before + least and self.is_alive()):
            attack(*arguments)
            rounds += 1
            assert rounds < 500, "the honest pair does not come to play"
        assert not self.wrong, self.wrong[:5]

    def finish(self):
        self.running = False
        self.join(HANG)
        assert not self.is_alive(), "the honest pair hangs"
        assert not self.wrong, self.wrong[:5]
        assert self.commands > 0, "the honest pair never played"
