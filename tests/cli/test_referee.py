#!/usr/bin/env python3
"""`alea referee` and `alea plays` at a pipe: answers without delay, hostile bytes, long lines
in bounded memory, closed and full outputs, exit statuses."""
import json
import os
import resource
import select
import subprocess
import sys

from support import ALEA
from support.waiting import HANG

START = b'{"rules": {}}\n'
OPENING = b'{"event": "opening", "A": 3, "B": 1}\n'


def run(command, data, **more):
    return subprocess.run([ALEA] + command, input=data, capture_output=True, timeout=HANG,
                          **more)


def lines(data):
    return [json.loads(line) for line in data.splitlines()]


def ask(process, line):
    """One line in, one line out, well before the input ends."""
    process.stdin.write(line)
    process.stdin.flush()
    ready, _, _ = select.select([process.stdout], [], [], 20)
    assert ready, f"no answer to {line}"
    return json.loads(process.stdout.readline())


def test_a_partner_is_answered_at_once():
    p = subprocess.Popen([ALEA, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert ask(p, START)["state"]["phase"] == "opening"
    for _ in range(50):
        assert ask(p, b'{"event": "opening", "A": 2, "B": 2}\n')["ok"]
    assert ask(p, OPENING)["state"]["dice"] == [3, 1]
    assert len(ask(p, b'{"event": "legal"}\n')["plays"]) == 16
    # Two lines at once, and half of the third: two answers.
    p.stdin.write(b'{"event": "legal"}\nno\n{"event": ')
    p.stdin.flush()
    assert json.loads(p.stdout.readline())["ok"]
    assert json.loads(p.stdout.readline())["code"] == "bad_event"
    assert ask(p, b'"legal"}\n')["ok"]
    p.stdin.close()
    assert p.wait(HANG) == 0
    p = subprocess.Popen([ALEA, "plays"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for _ in range(20):
        assert ask(p, b"4HPwATDgc/ABMA 31\n")["count"] == 16
    p.stdin.close()
    assert p.wait(HANG) == 0


def test_rules_decide_the_exit_status():
    assert run(["referee"], b"").returncode == 2
    for first in [b"\n", b"{}\n", b'{"rules": []}\n', b"\xff\n", b'{"rules": {"x": 1}}\n',
                  b'{"rules": {"cube_limit": 3}}\n', b'{"rules": {"beavers": 1.5}}\n',
                  b'{"rules": {"cube": null}}\n', b'{"rules": {"match_length": -1}}\n',
                  b'{"rules": {"match_length": 99999999999999999999}}\n',
                  b'{"rules": {"setup": "null"}}\n', b'{"rules": {"preset": "null"}}\n',
                  b'{"rules": {"cube": true, "cube": true}}\n', b'\x00\n',
                  b'{"rules": {}} x\n', b"[" * 70000 + b"\n"]:
        r = run(["referee"], first + OPENING)
        answers = lines(r.stdout)
        assert r.returncode == 2 and len(answers) == 1, first[:40]
        assert answers[0]["ok"] is False and answers[0]["code"] == "bad_rules"
        assert answers[0]["message"].endswith(".")
    r = run(["referee"], b'{"rules": {"beavers": 0, "preset": "money"}}')
    assert r.returncode == 0 and lines(r.stdout)[0]["ok"]
    assert run(["referee", "--nonsense"], b"").returncode == 2
    assert run(["referee", "operand"], b"").returncode == 2
    assert b"docs/referee.md" in run(["referee", "--help"], b"").stdout


def test_a_preset_comes_first_wherever_it_stands():
    r = run(["referee"], b'{"rules": {"beavers": 0, "preset": "money"}}\n'
            b'{"event": "opening", "A": 3, "B": 1}\n'
            b'{"event": "play", "by": "A", "move": "8/5 6/5"}\n'
            b'{"event": "double", "by": "B"}\n{"event": "beaver", "by": "A"}\n')
    assert lines(r.stdout)[-1]["code"] == "beaver_not_allowed"


def test_hostile_lines_are_refused_and_the_state_stays():
    bad = [b"", b" ", b"\x00", b'{"event": "legal"}\x00', b"\xff\xfe", b'"text"', b"1", b"null",
           b"{", b'{"event": "\xc3"}', b'{"event": "' + b"x" * 60000 + b'"}', b"[" * 5000,
           b'{"event": "opening", "A": 1e3, "B": 2}', b'{"event": ["opening"]}',
           b'{"event": "play", "by": "A"}', b'{"event": "opening", "A": true, "B": 2}',
           b'{"event": "opening", "A": 99999999999999999999999, "B": 2}',
           b'{"event": "set", "score": {"A": 1}}', b'{"event": "set", "cube": "2"}',
           b'{"event": "take"}', b'{"event": "take", "by": "a"}', b"x" * 10_000_000]
    r = run(["referee"], START + b"\r\n".join(bad) + b"\n" + OPENING.rstrip())
    answers = lines(r.stdout)
    assert r.returncode == 0 and r.stderr == b""
    assert len(answers) == len(bad) + 2
    for line, answer in zip(bad, answers[1:]):
        assert answer["code"] == "bad_event", line[:50]
        assert answer["state"] == answers[0]["state"]
    assert answers[-1]["state"]["phase"] == "to_play"


def test_long_lines_take_no_memory():
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (64 << 20, 64 << 20))
    if os.environ.get("ALEA_SANITIZED") == "1":
        return  # a sanitizer maps more than any limit
    for command, first in [("referee", START), ("plays", b"")]:
        r = run([command], first + (b"y" * 100_000_000 + b"\n") * 2, preexec_fn=limit)
        assert r.returncode == (0 if command == "referee" else 1), r.stderr
        assert len(r.stdout.splitlines()) == 2 + (command == "referee")


def test_outputs_that_fail():
    for command, data in [("referee", START + OPENING * 20000),
                          ("plays", b"4HPwATDgc/ABMA 31\n" * 20000)]:
        read, write = os.pipe()
        os.close(read)
        r = subprocess.run([ALEA, command], input=data, stdout=write,
                           stderr=subprocess.PIPE, timeout=HANG)
        os.close(write)
        assert r.returncode == 3 and r.stderr == b"", (command, r)
        with open("/dev/full", "wb") as full:
            r = subprocess.run([ALEA, command], input=data, stdout=full,
                               stderr=subprocess.PIPE, timeout=HANG)
        assert r.returncode == 3 and r.stderr, (command, r)
        with open(os.devnull, "wb") as nothing:
            folder = os.open("/", os.O_RDONLY)
            r = subprocess.run([ALEA, command], stdin=folder, stdout=nothing,
                               stderr=subprocess.PIPE, timeout=HANG)
            os.close(folder)
        assert r.returncode in (2, 3) and (r.stderr or command == "referee"), (command, r)


def test_plays_reads_both_forms():
    text = (b"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\n"
            b"4HPwATDgc/ABMA 31\n 4HPwATDgc/ABMA\t1-3 \n4HPwATDgc/ABMA 3,1\r\n"
            b"4HPwATDgc/ABMA:cInlAAAAAAAE\n"
            b"XGID=-b----E-C---eE---c-e----B-:0:0:-1:13:0:0:0:7:10")
    r = run(["plays"], text)
    answers = lines(r.stdout)
    assert r.returncode == 0 and len(answers) == 6
    assert all(answer == answers[0] for answer in answers)
    first = answers[0]
    assert first["count"] == len(first["plays"]) == 16
    ids = [play["position"] for play in first["plays"]]
    assert ids == sorted(set(ids))
    assert {"move": "8/5 6/5", "position": "sGfwATDgc/ABMA"} in first["plays"]
    # A forced pass: one result, no move, the other player on roll.
    r = run(["plays"], b"2+4OAADQ5+ADQA 66\n")
    only = lines(r.stdout)[0]
    assert only["count"] == 1 and only["plays"][0]["move"] == ""
    assert only["plays"][0]["position"] != "2+4OAADQ5+ADQA"


def test_plays_names_the_bad_line_and_goes_on():
    bad = [b"", b"4HPwATDgc/ABMA", b"4HPwATDgc/ABMA 37", b"4HPwATDgc/ABMA 31 6",
           b"4HPwATDgc/ABM 31", b"\x00", b"\xff" * 14, b"XGID=nonsense", b"x" * 5000,
           b"AAAAAAAAAAAAAA 31", b"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10",
           b"XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10",
           b"XGID=-b----E-P---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
           b"XGID=-b-----------------------:0:0:1:31:0:0:0:7:10"]
    good = b"4HPwATDgc/ABMA 31\n"
    r = run(["plays"], b"".join(good + line + b"\n" for line in bad) + good)
    answers = lines(r.stdout)
    assert r.returncode == 1 and r.stderr == b""
    assert len(answers) == 2 * len(bad) + 1
    for i, answer in enumerate(answers):
        if i % 2 == 0:
            assert answer["count"] == 16
        else:
            assert answer["error"]["line"] == i + 1 and answer["error"]["code"], (bad[i // 2], answer)


def test_plays_takes_rules():
    def count(options, line):
        r = run(["plays"] + options, line + b"\n")
        assert r.returncode == 0, r
        return lines(r.stdout)[0].get("count")
    # Bearing off with 6-5: checkers on 4 and 1.
    home = b"XGID=-B-BB" + b"-" * 19 + b"b-:0:0:1:65:0:0:0:0:10"
    standard = count([], home)
    assert count(["--preset", "sheet"], home) > standard
    assert count(["--option", "bearoff_high=any_lower"], home) > standard
    assert count(["--rules", '{"bearoff_high": "any_lower"}'], home) > standard
    assert count(["--rules", '{"rules": {"preset": "sheet"}}'], home) > standard
    assert count(["--preset", "sheet", "--option", "bearoff_high=highest"], home) == standard
    assert count(["--option", "double_moves=2"], b"4HPwATDgc/ABMA 66") < \
        count([], b"4HPwATDgc/ABMA 66")
    for options in [["--preset", "x"], ["--option", "x=1"], ["--option", "beavers"],
                    ["--option", "=1"], ["--option", "beavers=x"], ["--rules", "{"],
                    ["--rules", "[]"], ["--rules", "{}", "--preset", "vido"],
                    ["--option", "a" * 200 + "=1"], ["operand"]]:
        r = run(["plays"] + options, b"4HPwATDgc/ABMA 31\n")
        assert r.returncode == 2 and r.stdout == b"" and r.stderr, options
    # Three checkers per side, when the rules say so.
    r = run(["plays", "--preset", "hypergammon"], b"AACgAgAAKgAAAA 21\n4HPwATDgc/ABMA 31\n")
    first, second = lines(r.stdout)
    assert first["count"] == 6 and "error" in second and r.returncode == 1


def test_rules_in_words():
    listed = run(["rules"], b"").stdout.decode()
    everything = json.loads(run(["rules", "--json"], b"").stdout)
    assert len(everything["presets"]) == 10
    for preset in everything["presets"]:
        name = preset["preset"]
        assert name in listed
        r = run(["rules", name], b"")
        text = r.stdout.decode()
        assert r.returncode == 0 and all(len(line) <= 80 for line in text.splitlines())
        for note in preset["notes"]:
            assert note["text"].split()[0] in text
        assert json.loads(run(["rules", name, "--json"], b"").stdout) == preset
        # What it prints as JSON the referee reads as the same rules.
        rules = dict(preset["rules"])
        r = run(["referee"], json.dumps({"rules": rules}).encode())
        assert r.returncode == 0, (name, r.stdout)
    assert b"standard" in run(["rules", "standard"], b"").stdout
    r = run(["rules", "vidoo"], b"")
    assert r.returncode == 2 and b"vido" in r.stderr
    assert run(["rules", "a", "b"], b"").returncode == 2


def test_reasons_are_named():
    """A repeated key, and a contest when nothing can be contested."""
    ran = run(["referee"], b'{"rules": {"preset": "compendium"}}\n{"event": "opening", "A": 3, "A": 1}\n'
              + OPENING + b'{"event": "require_legal", "by": "B"}\n')
    said = [answer.get("message", "") for answer in lines(ran.stdout)]
    assert said[1].startswith("A key stands twice in one object"), said
    assert said[3].startswith("Nothing can be contested"), said


def main():
    for name, test in sorted(globals().items()):
        if name.startswith("test_"):
            test()
            print("ok", name[5:].replace("_", " "))
    sys.exit(0)


if __name__ == "__main__":
    main()
