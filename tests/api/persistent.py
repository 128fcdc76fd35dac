"""Two people who play on whatever happens to the server: connections are made again, a command that
was not answered is sent again with its key. Events received and commands acknowledged are noted."""
import json
import random
import threading
import time

from honest import seated, some_play, watch
from wire import Closed

GONE = (OSError, Closed, ConnectionError, ValueError, AssertionError)


class PersistentPair(threading.Thread):
    """`where(game)` -> the port to connect to now."""

    def __init__(self, where, name, pause_s=.02):
        super().__init__(daemon=True)
        self.where, self.name, self.pause_s = where, name, pause_s
        self.running, self.wrong = True, []
        self.told = {}    # seq: event
        self.acked = {}   # key: seq
        self.slowest_s = 0.0  # between two acknowledgements
        self.resent = self.interrupted = 0
        self.done_at = None  # the last acknowledgement
        self.game = None
        self.people, self.lines = [], [None, None]
        self.last = [0, 0]  # the last event that each received
        self.number = 0

    def open(self):
        self.game, *self.people = seated(self.where(None))
        for person in self.people:
            person.game = self.game
        return self

    def run(self):
        while self.running:
            try:
                self._turn()
            except GONE as problem:
                self._drop(problem)
                self.interrupted += 1
            time.sleep(self.pause_s)

    def _drop(self, _problem):
        for i, line in enumerate(self.lines):
            if line:
                try:
                    line.sock.close()
                except OSError:
                    pass
            self.lines[i] = None
        time.sleep(.05)

    def _line(self, i):
        if not self.lines[i]:
            self.people[i].go_to(self.where(self.game))
            self.lines[i] = watch(self.people[i], self.game, after=self.last[i])
            self._hear(i)
        return self.lines[i]

    def _hear(self, i):
        line = self.lines[i]
        for message in line.messages:
            if message.get("type") != "event":
                continue
            seq, event = message["seq"], message["event"]
            if seq <= self.last[i]:
                continue
            if seq != self.last[i] + 1:
                self.wrong.append(f"{self.name}: {seq} came after {self.last[i]}")
            self.last[i] = seq
            text = json.dumps(event, sort_keys=True)
            if self.told.setdefault(seq, text) != text:
                self.wrong.append(f"{self.name}: event {seq} was sent in two versions")
            if "state" in message:
                line.state = message["state"]
        line.messages.clear()

    def _turn(self):
        for i in (0, 1):
            line = self._line(i)
            line.do("ping")
            self._hear(i)
            actions = line.state["actions"]
            action = next((a for a in ("contribute", "next_game", "roll", "play") if a in actions), None)
            if not action:
                continue
            fields = {"moves": some_play(line.state["tree"])} if action == "play" else {}
            if action == "contribute":
                fields = {"words": f"words of {i}"}
            self._command(i, action, fields)
            return

    def _await(self, i, seq):
        """The event may come after its acknowledgement."""
        try:
            while self.last[i] < seq:
                self.lines[i].receive()
                self._hear(i)
        except GONE as problem:
            self._drop(problem)

    def _command(self, i, action, fields):
        """Until it is answered; the same key each time."""
        self.number += 1
        key = f"{self.name}n{self.number}"
        began = self.done_at or time.monotonic()
        for attempt in range(2000):
            if not self.running and attempt:
                return
            try:
                answer = self._line(i).do(action, key=key, game=self.game, **fields)
                self._hear(i)
            except GONE as problem:
                self._drop(problem)
                self.resent += 1
                continue
            if answer.get("ok"):
                self.acked[key] = answer.get("seq", 0)
                self._await(i, self.acked[key])
            elif answer.get("error", {}).get("code") in ("not_stored", "busy", "not_readable"):
                self._drop(None)
                continue
            self.done_at = time.monotonic()
            self.slowest_s = max(self.slowest_s, self.done_at - began)
            return
        self.wrong.append(f"{self.name}: {action} is never answered")

    def finish(self):
        self.running = False
        self.join(60)

    def check(self, kept):
        """kept: {seq: event} of the storage, without the numbers."""
        faults = list(self.wrong)
        if sorted(kept) != list(range(1, len(kept) + 1)):
            faults.append(f"{self.name}: holes in the numbers")
        for seq, text in self.told.items():
            if seq not in kept:
                faults.append(f"{self.name}: event {seq} was sent and is lost: {text}")
        for key, seq in self.acked.items():
            if seq and seq not in kept:
                faults.append(f"{self.name}: {key} was acknowledged as {seq} and is lost")
        return faults


def play_on(pairs, disturb, rounds, pause_s=.3):
    """Starts the pairs and disturbs them; -> the faults so far."""
    choose = random.Random(7)
    for pair in pairs:
        pair.open().start()
    for number in range(rounds):
        time.sleep(pause_s * (.5 + choose.random()))
        disturb(number)
    time.sleep(1.5)
    for pair in pairs:
        pair.finish()
    return [fault for pair in pairs for fault in pair.wrong]
