#!/usr/bin/env python3
"""alea serve-json: answers, order, cancelling, bad requests, the end of the input."""
import json
import os
import select
import subprocess
import sys
import time

ALEA = os.environ.get("ALEA", "build/release/alea")


def serve(text, *options):
    made = subprocess.run([ALEA, "serve-json", *options], input=text, capture_output=True,
                          timeout=120)
    answers = [json.loads(line) for line in made.stdout.decode().splitlines()]
    return made.returncode, answers, made.stderr.decode()


def check(claim, what):
    if not claim:
        sys.exit("wrong: %s" % (what,))


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
    check(status == 0 and len(answers) == 4, answers)
    check(by_id[1]["status"] == 0 and by_id[1]["output"][0]["count"] == 16, by_id[1])
    check(by_id["b"]["status"] == 0, by_id["b"])
    names = {c["name"] for c in by_id[3]["output"]}
    check({"cube", "plays", "eval"} <= names and not names & {"play", "serve-json"}, names)
    check(by_id[4]["status"] == 2 and by_id[4]["messages"], by_id[4])


def bad_requests():
    lines = [b"not json", b"[]", b"{}", b'{"id": 1.5}', b'{"id": 1}',
             b'{"id": 1, "command": "play"}', b'{"id": 1, "command": "plays", "args": "x"}',
             b'{"id": 1, "command": "plays", "args": [1]}', b'{"id": 1, "cancel": 7}',
             b'{"id": 1, "command": "plays", "input": 3}', b'{"id": 1, "id": 2}',
             b'{"id": "\xff"}', b'{"id": 1\0}',
             b'{"id": 1, "command": "eval", "arguments": ["4HPwATDgc/ABMA"]}', b"x" * (17 << 20)]
    status, answers, _ = serve(b"\n".join(lines))
    check(status == 0 and len(answers) == len(lines), answers)
    check(all("error" in a for a in answers), answers)


def half_a_line():
    """A client that goes quiet in the middle of a line holds up nobody's answer."""
    server = subprocess.Popen([ALEA, "serve-json"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE)
    ask = json.dumps({"id": 1, "command": "perft", "args": ["--depth", "3", "--json"]})
    rest = json.dumps({"id": 2, "commands": True})
    server.stdin.write((ask + "\n" + rest[:9]).encode())
    server.stdin.flush()
    check(select.select([server.stdout], [], [], 60)[0], "an answer beside half a line")
    check(json.loads(server.stdout.readline())["id"] == 1, "whose answer it is")
    server.stdin.write((rest[9:] + "\n" + rest[:5]).encode())
    server.stdin.flush()
    check(json.loads(server.stdout.readline())["id"] == 2, "the line in two pieces")
    server.stdin.close()
    check("error" in json.loads(server.stdout.readline()), "half a line at the end")
    check(server.wait(timeout=60) == 0, "the status at the end")


def cancelling():
    server = subprocess.Popen([ALEA, "serve-json", "--jobs", "1"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE)

    def say(value):
        server.stdin.write(json.dumps(value).encode() + b"\n")
        server.stdin.flush()

    begun = time.time()
    say({"id": 1, "command": "perft", "args": ["--depth", "7"]})  # takes hours
    say({"id": 2, "command": "perft", "args": ["--depth", "7"]})  # waits
    say({"id": 1, "command": "perft"})
    check("error" in json.loads(server.stdout.readline()), "the same id twice")
    say({"id": 3, "cancel": 2})
    first = [json.loads(server.stdout.readline()) for _ in range(2)]
    check(first == [{"id": 2, "cancelled": True}, {"id": 3, "status": 0}], first)
    time.sleep(0.3)
    say({"id": 4, "cancel": 1})
    second = [json.loads(server.stdout.readline()) for _ in range(2)]
    check(second == [{"id": 1, "cancelled": True}, {"id": 4, "status": 0}], second)
    say({"id": 5, "command": "perft", "args": ["--depth", "7"]})
    time.sleep(0.2)
    server.stdout.close()  # nobody listens any more: everything stops
    say({"id": 6, "commands": True})
    check(server.wait(timeout=60) == 3, "the status when the output is closed")
    check(time.time() - begun < 60, "stopping took too long")


requests_and_answers()
bad_requests()
half_a_line()
cancelling()
print("serve-json: all right")
