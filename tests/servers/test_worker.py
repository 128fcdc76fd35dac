#!/usr/bin/env python3
"""Workers on a NATS bus do what a server would do by itself, with the same results; a worker or NATS
is killed, and everything is done once anyway.
ctest labels: slow"""
import json
import os
import subprocess
import sys

from support import ALEA, SOURCE
from support.nats import Nats
from support.server import Server, Worker, await_figure, figure
from support.waiting import wait_until
from support.wire import Person

HERE = os.path.dirname(os.path.abspath(__file__))

# One game of it is enough.
MATCH = open(os.path.join(SOURCE, "tests/golden/formats/base.mat"), "rb").read().split(b"\n Game 2")[0]
START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
CUBE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"
ASKED = [{"kind": "plays", "id": START, "ply": 1}, {"kind": "plays", "id": START, "ply": 0, "moves": [[8, 5], [6, 5]]},
         {"kind": "cube", "id": CUBE, "ply": 1}, {"kind": "eval", "id": CUBE, "ply": 1},
         {"kind": "scores", "id": START, "ply": 0}, {"kind": "plays", "id": START, "ply": 3}]


def wait(person, job):
    """-> what is said of a job that has ended."""
    def said():
        status, answer = person.ask("GET", f"/api/jobs/{job}")
        assert status == 200, (status, answer)
        return answer if answer["status"] not in ("queued", "running") else None
    return wait_until(said, f"the end of {job}")


def begun(running):
    """Until a worker is at one of them."""
    wait_until(lambda: any(person.ask("GET", f"/api/jobs/{job}")[1]["status"] != "queued"
                           for person, _, job in running), "a job at work", .002)


def asked(server, question):
    person = Person(server.port)
    status, made = person.ask("POST", "/api/jobs", question)
    assert status == 202, (status, made)
    said = wait(person, made["job"])
    assert said["status"] == "done", said
    return said["result"]


def upload(server):
    person = Person(server.port)
    status, _, answer = person.raw("POST", "/api/matches?name=base.mat&you=0", MATCH)
    assert status == 201, (status, answer)
    made = json.loads(answer)
    return person, made["match"], made["job"]


def analysis(person, match, job):
    said = wait(person, job)
    assert said["status"] == "done" and said["result"] == {"match": match}, said
    status, found = person.ask("GET", f"/api/matches/{match}/analysis")
    assert status == 200
    files = [person.raw("GET", f"/api/matches/{match}/file?format={kind}")[2] for kind in ("html", "sgf")]
    assert all(files)
    return found


def test_same(server, alone):
    sent = figure(server, "jobs_answered_total")
    for question in ASKED:
        assert asked(server, question) == asked(alone, question), question
    assert figure(server, "jobs_answered_total") - sent == len(ASKED)
    found = analysis(*upload(server))
    assert found == analysis(*upload(alone))
    assert figure(server, "jobs_answered_total") - sent > len(ASKED)


def test_progress_and_cancel(server):
    person = Person(server.port)
    line = person.socket()
    status, made = person.ask("POST", "/api/jobs", {"kind": "rollout", "id": START, "level": "rollout"})
    assert status == 202, (status, made)
    line.until(lambda m: m.get("type") == "job" and m.get("partial") and m["done"] > 0)
    assert person.ask("DELETE", f"/api/jobs/{made['job']}")[0] == 200
    said = wait(person, made["job"])
    assert said["status"] == "cancelled" and said["result"], said
    line.close()


def test_killed(server, workers, alone):
    """A worker dies in the middle; another, or the same one again, or the server, does it."""
    wanted = analysis(*upload(alone))
    for again in range(2):
        running = [upload(server) for _ in range(3)]
        begun(running)
        workers[again].kill()
        for one in running:
            assert analysis(*one) == wanted
        workers[again].start()
        await_figure(server, "workers", lambda n: n >= 2)


def test_none(server, workers):
    """Without workers the server does it by itself, what had been sent too."""
    running = [upload(server) for _ in range(2)]
    for worker in workers:
        worker.kill()
    for one in running:
        analysis(*one)
    assert asked(server, ASKED[0])["candidates"]
    for worker in workers:
        worker.start()
    await_figure(server, "workers", lambda n: n == 2)


def test_returned(server, workers):
    """SIGTERM: a worker gives back what it has not finished."""
    running = [upload(server) for _ in range(3)]
    begun(running)
    assert workers[0].stop() == 0
    for one in running:
        analysis(*one)
    workers[0].start()
    await_figure(server, "workers", lambda n: n == 2)


def test_bus_killed(server, nats):
    running = [upload(server) for _ in range(2)]
    nats.kill()
    assert asked(server, ASKED[0])["candidates"]
    nats.start()
    for one in running:
        analysis(*one)
    await_figure(server, "workers", lambda n: n == 2)
    answered = figure(server, "jobs_answered_total")
    asked(server, ASKED[0])
    analysis(*upload(server))
    assert figure(server, "jobs_answered_total") > answered + 1


def test_refused():
    for options in (["--bus", "http://x"], [], ["--bus", "nats://x", "--jobs", "cooking"],
                    ["--bus", "nats://x", "--database", "mysql://x"]):
        done = subprocess.run([ALEA, "worker", *options], capture_output=True, text=True, check=False)
        assert done.returncode == 2 and "alea worker" in done.stderr, done


def main():
    test_refused()
    nats = Nats()
    servers, workers = [], []
    try:
        servers.append(Server("--bus", nats.url(), "--limit", "0"))
        servers.append(Server("--limit", "0"))
        server, alone = servers
        workers += [Worker(nats), Worker(nats)]
        await_figure(server, "workers", lambda n: n == 2)
        test_same(server, alone)
        test_progress_and_cancel(server)
        test_killed(server, workers, alone)
        test_returned(server, workers)
        test_none(server, workers)
        test_bus_killed(server, nats)
        for worker in workers:
            assert worker.stop() == 0 and not worker.complaints(), worker.log[-5:]
        for one in servers:
            assert one.stop() == 0 and not one.complaints(), one.complaints()
    finally:
        for one in workers:
            one.kill()
        for one in servers:
            one.stop()
            one.clean()
        nats.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
