#!/usr/bin/env python3
"""alea serve-json: answers, order, cancelling, bad requests, every way to end."""
import fcntl
import json
import os
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time

from support import ALEA
from support.expect import expect
from support.waiting import HANG, wait_until


def serve(text, *options):
    made = subprocess.run([ALEA, "serve-json", *options], input=text, capture_output=True,
                          timeout=HANG)
    answers = [json.loads(line) for line in made.stdout.decode().splitlines()]
    return made.returncode, answers, made.stderr.decode()


def requests_and_answers():
    start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
    status, answers, _ = serve("\n".join([
        json.dumps({"id": 1, "command": "plays", "input": start + "\n"}),
        json.dumps({"id": "b", "command": "perft", "args": ["--depth", "2", "--json"]}),
        json.dumps({"id": 3, "commands": True}),
        "",
        json.dumps({"id": 4, "command": "plays", "args": ["--no-such-option"]}),
    ]).encode())
    by_id = {a["id"]: a for a in answers}
    expect(status == 0 and len(answers) == 4, answers)
    expect(by_id[1]["status"] == 0 and by_id[1]["output"][0]["count"] == 16, by_id[1])
    expect(by_id["b"]["status"] == 0, by_id["b"])
    names = {c["name"] for c in by_id[3]["output"]}
    expect({"cube", "plays", "eval"} <= names, names)
    expect(not names & {"serve", "play", "external", "ubgi", "admin", "serve-json"}, names)
    expect(by_id[4]["status"] == 2 and by_id[4]["messages"], by_id[4])


def bad_requests():
    lines = [b"not json", b"[]", b"{}", b'{"id": 1.5}', b'{"id": 1}',
             b'{"id": 1, "command": "play"}', b'{"id": 1, "command": "plays", "args": "x"}',
             b'{"id": 1, "command": "plays", "args": [1]}', b'{"id": 1, "cancel": 7}',
             b'{"id": 1, "command": "plays", "input": 3}', b'{"id": 1, "id": 2}',
             b'{"id": 1, "commands": false}', b'{"id": 1, "commands": 1}',
             b'{"id": 1, "command": "plays", "cancel": 3}', b'{"id": 1, "command": null}',
             b'{"id": 1, "commands": true, "cancel": 3}',
             b'{"id": 1, "command": "plays", "commands": true}',
             b'{"id": "\xff"}', b'{"id": 1\0}',
             b'{"id": 1, "command": "eval", "arguments": ["4HPwATDgc/ABMA"]}', b"x" * (17 << 20)]
    status, answers, _ = serve(b"\n".join(lines))
    expect(status == 0 and len(answers) == len(lines), answers)
    for answer in answers:
        error = answer["error"]
        expect(set(error) <= {"code", "message", "line", "column"}, answer)
        expect(error["code"] and error["message"], answer)
    _, answers, _ = serve(b'{"id": 2, "command": "move", "cancel": 3}\n'
                          b'{"id": 3, "commands": false}')
    expect("exactly one" in answers[0]["error"]["message"], answers)
    expect("must be true" in answers[1]["error"]["message"], answers)
    # A long key is shown in part, in whole characters.
    for key, shown in (("a" + "é" * 30, "a" + "é" * 19), ("é" * 30, "é" * 20),
                       ("x" * 41, "x" * 40), ("ab" + "\U0001f3b2" * 12, "ab" + "\U0001f3b2" * 9)):
        _, answers, _ = serve(json.dumps({"id": 1, key: 2}).encode())
        expect(answers[0]["error"]["message"].startswith('no "%s" here' % shown), answers)


def half_a_line():
    """A client that goes quiet in the middle of a line holds up nobody's answer."""
    server = subprocess.Popen([ALEA, "serve-json"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE)
    ask = json.dumps({"id": 1, "command": "perft", "args": ["--depth", "2", "--json"]})
    rest = json.dumps({"id": 2, "commands": True})
    server.stdin.write((ask + "\n" + rest[:9]).encode())
    server.stdin.flush()
    expect(select.select([server.stdout], [], [], 60)[0], "an answer beside half a line")
    expect(json.loads(server.stdout.readline())["id"] == 1, "whose answer it is")
    server.stdin.write((rest[9:] + "\n" + rest[:5]).encode())
    server.stdin.flush()
    expect(json.loads(server.stdout.readline())["id"] == 2, "the line in two pieces")
    server.stdin.close()
    expect("error" in json.loads(server.stdout.readline()), "half a line at the end")
    expect(server.wait(timeout=HANG) == 0, "the status at the end")


def cancelling():
    server = subprocess.Popen([ALEA, "serve-json", "--jobs", "1"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE)

    def say(value):
        server.stdin.write(json.dumps(value).encode() + b"\n")
        server.stdin.flush()

    say({"id": 1, "command": "perft", "args": ["--depth", "7"]})  # takes hours
    say({"id": 2, "command": "perft", "args": ["--depth", "7"]})  # waits
    say({"id": 1, "command": "perft"})
    expect("error" in json.loads(server.stdout.readline()), "the same id twice")
    say({"id": 3, "cancel": 2})
    first = [json.loads(server.stdout.readline()) for _ in range(2)]
    expect(first == [{"id": 2, "cancelled": True}, {"id": 3, "status": 0}], first)
    time.sleep(0.3)
    say({"id": 4, "cancel": 1})
    second = [json.loads(server.stdout.readline()) for _ in range(2)]
    expect(second == [{"id": 1, "cancelled": True}, {"id": 4, "status": 0}], second)
    say({"id": 5, "command": "perft", "args": ["--depth", "7"]})
    time.sleep(0.2)
    server.stdout.close()  # nobody listens any more: everything stops
    say({"id": 6, "commands": True})
    expect(server.wait(timeout=HANG) == 3, "the status when the output is closed")


def start(count=1, job=("perft", "--depth", "7"), **how):
    """A server with jobs at work that take hours, which a signal ends as it ends others."""
    def usual_signals():
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)

    how.setdefault("stdout", subprocess.PIPE)
    server = subprocess.Popen([ALEA, "serve-json", "--jobs", "8"], stdin=subprocess.PIPE,
                              preexec_fn=usual_signals, **how)
    for i in range(count):
        ask = {"id": i, "command": job[0], "args": job[1:]}
        server.stdin.write(json.dumps(ask).encode() + b"\n")
    server.stdin.flush()
    return server


def stat_of(process):
    """State and parent of a process; ("X", 0) when there is none."""
    try:
        with open("/proc/%s/stat" % process) as file:
            fields = file.read().rpartition(")")[2].split()
        return fields[0], int(fields[1])
    except OSError:
        return "X", 0


def wait_for(true, what):
    wait_until(true, what)


def children(server, count):
    """The processes of its jobs; none where /proc is not there to tell."""
    if not os.path.exists("/proc/self/stat"):
        time.sleep(0.5)
        return []

    def found():
        return [p for p in os.listdir("/proc") if p.isdigit() and stat_of(p)[1] == server.pid]

    wait_for(lambda: len(found()) == count, "the jobs of the server")
    return found()


def check_dead(processes, what):
    wait_for(lambda: all(stat_of(p)[0] in "XZ" for p in processes), what)


def closed_output():
    """Nobody listens any more, nothing is said, a job is at work."""
    server = start(2)
    jobs = children(server, 2)
    server.stdout.close()
    expect(server.wait(timeout=HANG) == 3, "the status when the output is closed")
    check_dead(jobs, "a job after the output was closed")
    here, there = socket.socketpair()
    server = start(1, stdout=there)
    there.close()
    jobs = children(server, 1)
    here.close()
    expect(server.wait(timeout=HANG) == 3, "the status when the socket is closed")
    check_dead(jobs, "a job after the socket was closed")


def output_to_a_file():
    """A file never says that nobody reads it."""
    with tempfile.TemporaryFile() as file:
        made = subprocess.run([ALEA, "serve-json"], stdout=file, timeout=HANG,
                              input=b'{"id": 1, "command": "perft", "args": ["--depth", "2"]}')
        file.seek(0)
        expect(made.returncode == 0 and json.load(file)["status"] == 0, "output to a file")


def signals():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        server = start(3)
        jobs = children(server, 3)
        server.send_signal(number)
        expect(server.wait(timeout=HANG) == 128 + number, "the status after signal %d" % number)
        check_dead(jobs, "a job after signal %d" % number)


def held_up_in_writing():
    """A client that does not read must not keep the server from ending."""
    server = start(0)
    server.stdin.write(b'{"id": 1, "commands": true}\n' * 1000)
    server.stdin.flush()
    if hasattr(fcntl, "F_GETPIPE_SZ"):
        full = fcntl.fcntl(server.stdout, fcntl.F_GETPIPE_SZ) // 2
        wait_until(lambda: struct.unpack("i", fcntl.ioctl(server.stdout, termios.FIONREAD, bytes(4)))[0] >= full,
                   "a pipe that fills")
    else:
        time.sleep(0.3)
    server.terminate()
    expect(server.wait(timeout=HANG) == 128 + signal.SIGTERM, "the end of a server held up")


def takes(process, number):
    """Whether the process has a handler for a signal."""
    with open("/proc/%s/status" % process) as file:
        return int(re.search(r"SigCgt:\s+(\w+)", file.read()).group(1), 16) >> (number - 1) & 1


def killed():
    """A rollout takes SIGTERM over to end in good order; perft does not."""
    if not sys.platform.startswith("linux"):
        return
    rollout = ("rollout", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
               "--trials", "1000000", "--truncate", "1", "--threads", "1")
    for job in (rollout, ("perft", "--depth", "7")):
        server = start(1, job)
        jobs = children(server, 1)
        if job is rollout:
            wait_until(lambda: takes(jobs[0], signal.SIGTERM), "a rollout that takes SIGTERM over")
        server.kill()
        server.wait(timeout=HANG)
        check_dead(jobs, "%s after SIGKILL of the server" % job[0])


def main():
    requests_and_answers()
    bad_requests()
    half_a_line()
    cancelling()
    closed_output()
    output_to_a_file()
    signals()
    held_up_in_writing()
    killed()
    print("serve-json: all right")


if __name__ == "__main__":
    main()
