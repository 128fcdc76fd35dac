#!/usr/bin/env python3
"""A stranger on the bus listens, answers and sends again what was sent: in vain. Without the password he is not even
on it; the configuration is the shipped one.
ctest labels: slow"""
import json
import os
import secrets
import socket
import subprocess
import sys
import threading

from support import ALEA, SOURCE
from support.nats import Nats
from support.server import Server, Worker, await_figure, figure
from support.waiting import HANG, wait_until
from support.wire import Person

HERE = os.path.dirname(os.path.abspath(__file__))

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
PASSWORD = "change-this"


class Stranger:
    """Speaks the protocol of NATS."""

    def __init__(self, nats, password=PASSWORD):
        self.sock = socket.create_connection(("127.0.0.1", nats.port), HANG)
        self.file = self.sock.makefile("rb")
        self.heard, self.lines = [], []
        self.file.readline()
        who = json.dumps({"verbose": False, "user": "alea", "pass": password})
        self.sock.sendall(f"CONNECT {who}\r\nSUB alea.> 1\r\nPING\r\n".encode())
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def write(self, *words, body=None):
        self.sock.sendall(" ".join(words).encode() + b"\r\n" + (body + b"\r\n" if body is not None else b""))

    def _read(self):
        while True:
            try:
                line = self.file.readline()
            except ConnectionError:
                return
            if not line:
                return
            words = line.decode().split()
            if words[0] == "MSG":
                body = self.file.read(int(words[-1]) + 2)[:-2]
                self.heard.append((words[1], body))
            elif words[0] == "PING":
                self.write("PONG")
            else:
                self.lines.append(line.decode().strip())

    def say(self, subject, body):
        self.write("PUB", subject, str(len(body)), body=body)


def admitted(nats):
    """Comes again where NATS has hung up on somebody whose password took longer than its two seconds."""
    for _ in range(20):
        stranger = Stranger(nats)
        wait_until(lambda: "PONG" in stranger.lines or not stranger.reader.is_alive(), "the stranger on the bus")
        if "PONG" in stranger.lines:
            return stranger
    raise AssertionError(f"never admitted: {stranger.lines}")


def ask(server):
    person = Person(server.port)
    status, made = person.ask("POST", "/api/jobs", {"kind": "plays", "id": START, "ply": 1})
    assert status == 202, (status, made)
    said = wait_until(lambda: (lambda answer: answer if answer["status"] not in ("queued", "running") else None)(
        person.ask("GET", f"/api/jobs/{made['job']}")[1]), "an answer")
    assert said["status"] == "done" and said["result"]["candidates"], said
    return said["result"]


def forged(server):
    return int(figure(server, "bus_forged_total"))


def key_file(folder, name):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(secrets.token_hex(32) + "\n")
    return path


def test_password(nats):
    stranger = Stranger(nats, "a guess")
    stranger.reader.join(HANG)
    assert not stranger.reader.is_alive() and "PONG" not in stranger.lines, stranger.lines


def test_key_file(nats):
    path = os.path.join(nats.folder.name, "bad.key")
    for text in ("", "abc", "0" * 63, "0" * 65, "0" * 64 + " 0", "x" * 64):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([ALEA, "worker", "--bus-key", path], capture_output=True, text=True, check=False,
                              timeout=HANG, env={**os.environ, "ALEA_BUS": nats.url()})
        assert done.returncode == 3 and "64 hexadecimal digits" in done.stderr, (text, done)
        assert PASSWORD not in done.stderr


def test_stranger(nats, server, worker, other_key):
    stranger = admitted(nats)
    wanted = ask(server)
    topics = ("workers", "asked", "answers")
    wait_until(lambda: all(any(f"jobs.{topic}." in subject for subject, _ in stranger.heard) for topic in topics),
               "one message of each kind")
    for subject, body in stranger.heard:
        assert not any(word in body for word in (b"job", b"room", b"XGID", b"question", b"candidates")), (subject, body)
    # What was sent, again: nothing counts twice.
    said, before = list(stranger.heard), forged(server)
    mine = [(subject, body) for subject, body in said if "jobs.workers." in subject or "jobs.answers." in subject]
    for subject, body in mine:
        stranger.say(subject, body)
    await_figure(server, "bus_forged_total", lambda n: n >= before + len(mine))
    # What he would like to say.
    before, subject = forged(server), next(s for s, _ in said if "jobs.answers." in s)
    words = [("alea.jobs.workers._", {"worker": "stranger1234", "room": [99, 99, 99]}),
             (subject, {"job": "aaaaaaaaaaaa", "hash": "", "state": "done", "result": {"candidates": []}})]
    for place, word in words:
        stranger.say(place, json.dumps(word).encode())
    # A message in the place of another.
    stranger.say(subject, next(body for place, body in said if "jobs.workers." in place))
    await_figure(server, "bus_forged_total", lambda n: n >= before + 3)
    assert figure(server, "workers") == 1
    assert ask(server) == wanted
    # A worker that has gone does not come back by what it once said.
    worker.kill()
    await_figure(server, "workers", lambda n: n == 0)
    before, old = forged(server), [m for m in said if "jobs.workers." in m[0]]
    for subject, body in old:
        stranger.say(subject, body)
    await_figure(server, "bus_forged_total", lambda n: n >= before + len(old))
    assert figure(server, "workers") == 0
    # One with another key is a stranger too.
    before = forged(server)
    wrong = Worker(nats, "--bus-key", other_key)
    try:
        await_figure(server, "bus_forged_total", lambda n: n > before)
        assert figure(server, "workers") == 0
        assert ask(server) == wanted
    finally:
        wrong.kill()
    worker.start()
    await_figure(server, "workers", lambda n: n == 1)
    answered = figure(server, "jobs_answered_total")
    assert ask(server) == wanted
    await_figure(server, "jobs_answered_total", lambda n: n > answered)


def main():
    nats = Nats(os.path.join(SOURCE, "packaging", "cluster", "nats.conf"), PASSWORD)
    server = worker = None
    try:
        key, other = (key_file(nats.folder.name, name) for name in ("bus.key", "other.key"))
        server = Server("--bus", nats.url(), "--bus-key", key, "--limit", "0", "--threads", "1")
        worker = Worker(nats, "--bus-key", key)
        assert not server.logged("open_bus"), server.log
        await_figure(server, "workers", lambda n: n == 1)
        test_password(nats)
        test_key_file(nats)
        test_stranger(nats, server, worker, other)
        assert not server.complaints() and not worker.complaints()
    finally:
        if worker:
            worker.kill()
        if server:
            server.stop()
            server.clean()
        nats.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
