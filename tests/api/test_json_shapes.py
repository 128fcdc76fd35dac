"""The objects of docs/json.md, as the command line and HTTP write them: no key is missing, none
is undocumented, and both doors write the same objects for the same question."""
import json
import os
import re
import subprocess

from support import ALEA, SOURCE
from support.expect import expect
from support.server import Server
from support.short_match import short_match
from support.waiting import HANG, wait_until
from support.wire import Person

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10"
DICE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"
# With few checkers left, whose rollouts are short.
LATE = "XGID=--BA---------------bb-A---:0:0:1:00:0:0:0:5:10"
LATE_DICE = "XGID=--BA---------------bb-A---:0:0:1:31:0:0:0:5:10"


def read_shapes():
    """{object: {key: optional}} from the tables of docs/json.md."""
    shapes = {}
    with open(os.path.join(SOURCE, "docs/json.md"), encoding="utf-8") as file:
        for section in re.split(r"^## ", file.read(), flags=re.M)[1:]:
            name = section.split("\n", 1)[0].strip()
            table = section.split("| key | meaning |", 1)
            if len(table) == 2:
                rows = re.match(r"\n\|---\|---\|\n((?:\|.*\n)*)", table[1]).group(1)
                shapes[name] = {key: bool(optional) for key, optional
                                in re.findall(r"^\| `(\w+)`(\?)? \|", rows, re.M)}
    return shapes


SHAPES = read_shapes()


def same_shape(where, value, *names, beside=()):
    """Has `value` the keys of these objects, and of `beside`, and no others?"""
    documented = {}
    for name in names:
        documented.update(SHAPES[name])
    missing = [k for k, optional in documented.items() if not optional and k not in value]
    unknown = [k for k in value if k not in documented and k not in beside]
    expect(not missing and not unknown, where, names, "missing", missing, "unknown", unknown)
    expect(not {"ply", "level"} <= set(value), where, "both ply and level")
    if "probabilities" in value:
        same_shape(where, value["probabilities"], "PROBABILITIES")


def numbers(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from numbers(one)
    elif isinstance(value, float):
        yield value


def command(*words, text=None, status=0):
    r = subprocess.run([ALEA, *words], input=text, capture_output=True, text=True, timeout=HANG)
    expect(r.returncode == status, words, r.returncode, r.stderr)
    answers = [json.loads(line) for line in r.stdout.splitlines()]
    for line, answer in zip(r.stdout.splitlines(), answers):
        expect(line == json.dumps(answer, ensure_ascii=False) or "e-" in line, "spacing", line[:90])
        for number in numbers(answer):
            expect(abs(number * 1e6 - round(number * 1e6)) < 1e-3, words, number)
    return answers


def job(person, **fields):
    status, made = person.ask("POST", "/api/jobs", fields)
    expect(status == 202, fields, status, made)

    def ended():
        said = person.ask("GET", f"/api/jobs/{made['job']}")[1]
        return said["status"] not in ("queued", "running") and said
    said = wait_until(ended, f"the end of {fields}")
    expect(said["status"] == "done", fields, said)
    return said["result"]


def test_plays(person):
    here = command("move", "--json", "--ply", "1", "--plays", "0", DICE)[0]
    there = job(person, kind="plays", id=DICE, ply=1, move="8/5 6/5")
    same_shape("move", here, "PLAY", beside=("id", "dice", "plays"))
    for play in here["plays"] + there["candidates"] + [there["made"], there["best"]]:
        same_shape("play", play, "PLAY")
    expect(here["plays"][0] == there["best"] == there["made"], here["plays"][0], there["best"])
    expect(list(here["plays"][0]) == list(there["best"]), "order of the keys")
    same_shape("rolled out", command("move", "--json", "--level", "deep", DICE)[0], "PLAY",
               beside=("id", "dice", "plays"))


def test_cube(person):
    here = command("cube", "--json", "--ply", "1", START)[0]
    there = job(person, kind="cube", id=START, ply=1)
    same_shape("cube", here, "VERDICT", "CUBE", beside=("id",))
    same_shape("cube", there, "VERDICT", "CUBE")
    expect(here == {"id": START, **there}, here, there)
    crawford = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:0:1:5:10"
    for one in (command("cube", "--json", "--ply", "0", crawford)[0],
                job(person, kind="cube", id=crawford, ply=0)):
        expect(one["available"] is False and one["action"] == "no_double", one)


def test_evaluation(person):
    here = command("eval", "--json", "--ply", "1", START)[0]
    there = job(person, kind="eval", id=START, ply=1)
    same_shape("eval", here, "EVALUATION", beside=("id",))
    expect(here == {"id": START, **there}, here, there)
    same_shape("net", command("eval", "--json", START)[0], "EVALUATION", beside=("id",))


def test_rollout(person):
    for position, verdict in ((LATE_DICE, ()), (LATE, ("VERDICT",))):
        here = command("rollout", "--json", "--trials", "36", "--truncate", "2", position)[0]
        there = job(person, kind="rollout", id=position, level="deep")
        same_shape("rollout", here, "ROLLOUT", *verdict, beside=("id",))
        same_shape("rollout", there, "ROLLOUT", *verdict)
        expect(there["trials"] == 360 and there["done"] is True, there)
        for n, one in enumerate(here["candidates"] + there["candidates"]):
            same_shape("candidate", one, "CANDIDATE")
            expect(("move" in one) == (position == LATE_DICE), n, one)
            low, high = one["interval"]
            expect(low <= one["equity"] <= high, one)


def test_scores(person):
    for position in (DICE, START):
        here = command("scores", "--json", "--ply", "0", "--size", "2", position)[0]
        there = job(person, kind="scores", id=position, ply=0)
        expect(here["money"] == there["money"], here["money"], there["money"])
        for one in (here, there):
            same_shape("scores", one, "SCORES")
            for cell in one["scores"]:
                names = ("VERDICT",) if one["kind"] == "cube" else ()
                same_shape("cell", cell, "CELL", *names,
                           beside=() if names else ("move", "equity"))


def test_position(person):
    status, there = person.ask("GET", "/api/position?id=" + DICE.replace("=", "%3D"))
    expect(status == 200, there)
    here = command("show", "--json", DICE)[0]["position"]
    same_shape("show", here, "POSITION")
    same_shape("HTTP", there, "POSITION", beside=("tree",))
    there.pop("tree")
    expect(here == there, here, there)


def test_analysis():
    for decision in command("analyse", "--json", "--ply", "0", "-", text=short_match().decode())[0]["decisions"]:
        for play in decision.get("plays", ()):
            same_shape("analysed play", play, "PLAY")
        if "cube" in decision:
            same_shape("analysed cube", decision["cube"], "VERDICT", beside=("probabilities", "market_lost"))


def test_errors(person):
    said = [(command("move", "--json", text="nonsense\n", status=1)[0], ("id",)),
            (command("cube", "--json", "nonsense", status=1)[0], ("id",)),
            (command("plays", text="nonsense\n", status=1)[0], ()),
            (command("bearoff", "show", "--json", "nonsense", status=1)[0], ("id",)),
            (command("serve-json", text='{"id": 4}\n')[0], ("id",)),
            (person.ask("GET", "/api/position?id=nonsense")[1], ()),
            (person.ask("POST", "/api/jobs", {"kind": "nonsense"})[1], ()),
            (person.ask("GET", "/api/nothing")[1], ())]
    for answer, beside in said:
        expect(set(answer) == {"error", *beside}, answer)
        same_shape("error", answer["error"], "ERROR")
        expect(re.fullmatch("[a-z_]+", answer["error"]["code"]), answer)


def main():
    expect(len(SHAPES) >= 11, sorted(SHAPES))
    server = Server("--limit", "0")
    try:
        person = Person(server.port)
        for name, test in sorted(globals().items()):
            if name.startswith("test_"):
                test(*([person] if test.__code__.co_argcount else []))
                print("passed:", name)
    finally:
        status = server.stop()
        server.clean()
    expect(status == 0, status, server.log[-5:])


if __name__ == "__main__":
    main()
