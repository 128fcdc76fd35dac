#!/usr/bin/env python3
"""`alea chouette`: the referee answers each event with the state or a reason; whole games of machine
players are recorded, replay to the same sums, and go on after kill -9 at any moment."""
import json
import os
import random
import re
import signal
import subprocess
import tempfile

from support import ALEA
from support.expect import expect
from support.waiting import HANG


def alea(*words, typed=""):
    return subprocess.run([ALEA, "chouette", *words], input=typed, capture_output=True, text=True,
                          timeout=HANG)


def referee(events, players=4, *options):
    ran = alea("referee", str(players), *options, typed="\n".join(events) + "\n")
    return [json.loads(line) for line in ran.stdout.splitlines()]


BEGIN = ["throw A6 B5 C4 D3", "begin", "opening 31", "play A 8/5 6/5"]


def test_the_referee():
    states = referee(BEGIN + ["double B", "double C", "take A B", "drop A C", "state"])
    last = states[-1]
    expect(not any("error" in state for state in states), states)
    expect(last["line"] == ["A", "B", "C", "D"] and last["box"] == "A" and last["captain"] == "B", last)
    expect(last["phase"] == "to_roll" and last["mover"] == "B" and last["waits_for"] == ["B"], last)
    cubes = [(pair["pair"], pair["cube"], pair["owner"], pair["over"]) for pair in last["pairs"]]
    expect(cubes == [("B", 2, "A", False), ("C", 1, None, True), ("D", 1, None, False)], cubes)
    expect(last["ledger"] == [{"from": "A", "to": "C", "points": 1, "reason": "drop"}], last)
    expect(last["totals"] == {"A": -1, "B": 0, "C": 1, "D": 0}, last)
    expect(states[4]["waits_for"] == ["A"] and states[4]["phase"] == "answers", states[4])


def test_refusals():
    for event, code, column in (("roll C 31", "not_you", None), ("play B 8/5", "wrong_phase", None),
                                ("double Z", "bad_event", 8), ("dubble B", "bad_event", 1),
                                ("double A", "bad_event", 9), ("roll B 71", "bad_event", 8),
                                ("roll B 31 now", "bad_event", 11), ("settle B -1", "no_settlement", None),
                                ("take A B", "wrong_phase", None), ("throw A1", "wrong_phase", None),
                                ("resign B 7", "bad_level", None), ("extra B perhaps", "bad_event", 9)):
        answers = referee(BEGIN + [event, "state"])
        error = answers[-2].get("error", {})
        expect(error.get("code") == code and error.get("line") == 5 and error.get("column") == column,
               event, error)
        expect(error["message"] and answers[-1] == answers[-3], "nothing has changed", event)
    illegal = referee(BEGIN + ["roll B 31", "play B 24/18"])[-1]["error"]
    expect(illegal["code"] == "illegal_play" and illegal["message"], illegal)


def test_words_of_the_command():
    for words, said in ((("play", "Anna", "Ben"), "3 to 10 players"), (("play", "Anna", "Ben", "B"), '"B"'),
                        (("play", "Anna", "Ben", "Anna"), "two players"), (("referee", "2"), "3 to 10"),
                        (("play", "Anna", "Ben", "alea:best"), 'no level "best"'), (("nothing",), "nothing"),
                        (("referee", "3", "-o", "cube=shared"), "individual, single"),
                        (("referee", "3", "-o", "match_length=5"), "fixed"),
                        (("referee", "3", "-o", "partner_from=3"), "4 to 10"),
                        (("referee", "3", "-o", "lone_take=extras", "-o", "cube=single"), "extras need"),
                        (("play", "--resume", "x", "Anna", "Ben", "Carla"), "--resume")):
        ran = alea(*words)
        expect(ran.returncode == 2 and said in ran.stderr and not ran.stdout, words, ran)
    ran = alea("check", "/nowhere/at/all")
    expect(ran.returncode == 3 and "/nowhere/at/all" in ran.stderr, ran)
    options = alea("options").stdout
    expect("consult=after_cube  (after_cube | always | never)" in options, options)


MACHINES = ("play", "alea:beginner", "alea:casual", "alea:intermediate", "alea", "--dice", "seed:11")


def sums(said):
    """The last line of places: names and sums."""
    line = [line for line in said.splitlines() if line.startswith("Box ")][-1]
    return {name: int(value) for name, value in re.findall(r"([\w:]+) ([+-]\d+)", line)}


def test_whole_games():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "c.txt")
        ran = alea(*MACHINES, "--save", path, "-o", "beavers=2", "-o", "lone_take=must_beaver", typed="\n" * 5)
        expect(ran.returncode == 0 and not ran.stderr and "Game 5." in ran.stdout, ran)
        state = json.loads(alea("check", path, "--json").stdout)
        expect(state["game"] == 5 and state["phase"] == "between", state)
        letters = dict(re.findall(r"^player (\w) (\S+)$", open(path).read(), re.M))
        said = sums(ran.stdout)
        expect(sum(said.values()) == 0 and any(said.values()), said)
        expect({letters[seat]: points for seat, points in state["totals"].items()} == said, state, said)
        expect(alea(*MACHINES, "-o", "beavers=2", "-o", "lone_take=must_beaver", typed="\n" * 5).stdout ==
               ran.stdout, "the same dice, the same games")
        # A record is never written over; a damaged one is named with its line.
        expect(alea(*MACHINES, "--save", path).returncode == 3, "written over")
        lines = open(path).read().splitlines()
        lines[10] = "roll A 77"
        open(path, "w").write("\n".join(lines) + "\n")
        bad = alea("check", path)
        expect(bad.returncode == 1 and f"{path}:11:" in bad.stderr, bad)


def test_people():
    typed = ["", "Anna double", "board", "nonsense", "Ben", "join Eva", "score", "quit"]
    ran = alea("play", "Anna", "Ben", "Carla", "--dice", "seed:3", typed="\n".join(typed) + "\n")
    expect("Carla" in ran.stdout and "'help' tells more" in ran.stdout and "Eva: join." in ran.stdout, ran)
    expect(ran.returncode == 1, "input was refused", ran.returncode)


def test_kill_at_any_moment():
    """A person and four machines; what was said was written down, and the record goes on."""
    chance = random.Random(7)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "c.txt")
        words = [ALEA, "chouette", "play"]
        kept = []
        first = words + ["Anna", *MACHINES[1:5], "--save", path]
        for turn in range(12):
            process = subprocess.Popen(first if turn == 0 else words + ["--resume", path], text=True,
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            said = []
            for _ in range(chance.randrange(2, 60)):
                line = process.stdout.readline()
                expect(line, "it ended by itself", said[-5:])
                said.append(line.strip())
                # Anna answers whatever she is asked; what is refused is asked again.
                if line.endswith("?\n"):
                    process.stdin.write(answer(path, line))
                    process.stdin.flush()
            process.send_signal(signal.SIGKILL)
            process.communicate()
            record = open(path).read()
            expect(record.startswith("alea chouette 1\n"), record[:40])
            if turn % 3 == 2:
                open(path, "a").write("roll A 3")  # a torn line
            checked = alea("check", path, "--json")
            expect(checked.returncode == 0, checked.stderr, record[-200:])
            # Each throw that was said stands in the record, the last ones in this order.
            rolls = [re.search(r" rolls (\d)-(\d)", line) for line in said]
            rolls = [roll[1] + roll[2] for roll in rolls if roll]
            written = [line.split()[-1] for line in re.findall(r"^roll .*$", record, re.M)]
            begin = len(kept)
            expect(written[:begin] == kept and written[begin:begin + len(rolls)] == rolls, said, written)
            kept = written


def answer(path, prompt):
    """Plays for Anna by the record: the first legal play, or Enter, or a drop."""
    if " to play " in prompt:
        state = json.loads(alea("check", path, "--json").stdout)
        plays = subprocess.run([ALEA, "plays"], input=state["id"], capture_output=True, text=True, timeout=HANG)
        return json.loads(plays.stdout)["plays"][0]["move"] + "\n"
    if "Take, drop" in prompt:
        return "take\n"
    return "yes\n" if "(yes or no)" in prompt else "\n"


for name, test in sorted(globals().copy().items()):
    if name.startswith("test_"):
        test()
        print("ok", name)
