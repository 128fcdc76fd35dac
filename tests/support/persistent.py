"""Two people who play on whatever happens to the server: connections are made again, a command that
was not answered is sent again with its key. Events received and commands acknowledged are noted."""
import json
import random
import threading
import time

from support.honest import asked, new_game, some_play, watch
from support.waiting import HANG, wait_until
from support.wire import Closed, Person

GONE = (OSError, Closed, ConnectionError, ValueError, AssertionError)


# How long a player waits for an answer at first, and what is a fault: a wait is twice as long as the
# one before.
PATIENT_S, SILENT_S = 1, 128


class Patient(Person):
    """A person who hears nothing for a while connects anew and waits longer the next time, since a
    server may stand still while its connections stay; once it is answered, half as long. Only a player
    does: a game that is made again is another game."""
    patience_s = HANG

    def answered(self, line):
        self.patience_s = max(PATIENT_S, self.patience_s / 2)
        line.sock.settimeout(self.patience_s)

    def raw(self, method, path, body=b"", headers=None, timeout=None):
        return super().raw(method, path, body, headers, timeout or self.patience_s)

    def socket(self, headers=None, timeout=None):
        return super().socket(headers, timeout or self.patience_s)


class PersistentPair(threading.Thread):
    """`where(game)` -> the port to connect to now; `wish`: fields of the new game."""

    def __init__(self, where, name, pause_s=.02, **wish):
        super().__init__(daemon=True)
        self.wish = wish
        self.where, self.name, self.pause_s = where, name, pause_s
        self.running, self.wrong = True, []
        self.told = {}    # seq: event
        self.acked = {}   # key: seq
        self.resent = self.interrupted = self.refused = 0
        self.game = None
        self.people, self.lines = [], [None, None]
        self.last = [0, 0]  # the last event that each received
        self.number = 0

    def open(self):
        self.people = [Patient(self.where(None)) for _ in range(2)]
        self.game = new_game(self.people[0], **self.wish)
        status, answer = asked(self.people[1], "POST", f"/api/games/{self.game}/join", {})
        assert status == 200, (status, answer)
        for person in self.people:
            person.game = self.game
            person.patience_s = PATIENT_S
        return self

    def run(self):
        while self.running:
            try:
                self._turn()
            except GONE as problem:
                self._drop(problem)
                self.interrupted += 1
            time.sleep(self.pause_s)

    def _drop(self, problem):
        if isinstance(problem, TimeoutError) or isinstance(getattr(problem, "__cause__", None), TimeoutError):
            for person in self.people:
                person.patience_s = min(2 * person.patience_s, HANG)
                if person.patience_s == SILENT_S:
                    self.wrong.append(f"{self.name}: nothing was heard for {SILENT_S} s until "
                                      f"{time.strftime('%H:%M:%S', time.gmtime())}, game {self.game}")
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
            self.people[i].answered(line)
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
        ends, attempt = time.monotonic() + HANG, 0
        while time.monotonic() < ends:
            if not self.running and attempt:
                return
            attempt += 1
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
                self.refused += 1
                self._drop(None)
                continue
            return
        self.wrong.append(f"{self.name}: {action} is never answered")

    def finish(self):
        self.running = False
        self.join(HANG)
        assert not self.is_alive(), f"{self.name} hangs"

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


def go_on(pairs, commands=3):
    """Until each pair had so many more commands acknowledged."""
    wanted = {pair: len(pair.acked) + commands for pair in pairs}

    def behind():
        return [pair.name for pair in pairs if len(pair.acked) < wanted[pair] and not pair.wrong]
    wait_until(lambda: not behind(), lambda: f"play of {behind()}", .005)


def play_on(pairs, disturb, rounds):
    """Starts the pairs and disturbs them while they play; -> the faults so far."""
    choose = random.Random(7)
    for pair in pairs:
        pair.open().start()
    for number in range(rounds):
        go_on(pairs, choose.randint(1, 5))
        disturb(number)
    go_on(pairs, 10)
    for pair in pairs:
        pair.finish()
    return [fault for pair in pairs for fault in pair.wrong]
