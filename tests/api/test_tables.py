#!/usr/bin/env python3
"""Tables of the family's games: random legal play of every game by the steps that the server
sends, over kills at any moment; throws checked by `alea verify-dice`; a friend by a link, the
machine at its levels, hints, lessons, two requests at the same time; what nobody else may do, and what cannot be read."""
import contextlib
import json
import os
import random
import sqlite3
import subprocess
import tempfile
import threading
import time
import urllib.parse

from support import ALEA
from support.clock import STEP_S, Clock
from support.expect import expect
from support.server import Server
from support.waiting import HANG, wait_until
from support.wire import Person

ACTIONS = 70  # of a match that does not end before


def do(person, table, wanted=200, **body):
    status, answer = person.ask("POST", f"/api/tables/{table}", body)
    expect(status == wanted, body, status, answer)
    return answer


def make(person, game, wanted=201, **more):
    status, answer = person.ask("POST", "/api/tables", {"game": game, **more})
    expect(status == wanted, game, more, status, answer)
    return answer


def look(person, table):
    status, state = person.ask("GET", f"/api/tables/{table}")
    expect(status == 200, table, status, state)
    return state


def walk(state, chance):
    """A random way through the steps to where a turn may end, as text."""
    steps, at, moves = state["steps"], 0, []
    while len(steps[at]) > 1 and not (steps[at][0] and chance.random() < .5):
        one = 1 + 4 * chance.randrange((len(steps[at]) - 1) // 4)
        source, target, mark, after = steps[at][one:one + 4]
        expect(mark in (0, 1, 2, 3) and at < after < len(steps), state)
        long = state["board"]["path"] == 30
        moves.append(f"{'bar' if source == 25 and not long else source}/{target or 'off'}")
        at = after
    expect(steps[at][0] == 1, state)
    return " ".join(moves)


def step(person, state, chance):
    """One action of who has to act; the state after it."""
    may = [m for m in state["may"] if m not in ("resign", "double")]
    expect(may, state)
    what = chance.choice(may)
    more = {"moves": walk(state, chance)} if what == "play" else \
           {"die": chance.choice(state["names"])} if what == "name" else {}
    return do(person, state["table"], do=what, seq=state["seq"], **more)


def whole(state):
    """Are all men of both sides on the board, on the bar or off?"""
    board = state["board"]
    for side in board["sides"]:
        expect(sum(side["points"]) + (side["waiting"] if board["path"] == 14 and len(side["points"]) < 26 else 0)
               == board["men"], state)
    return state


def verified(person, table):
    status, _, text = person.raw("GET", f"/api/tables/{table}/record")
    expect(status == 200, status)
    with tempfile.NamedTemporaryFile(suffix=".tables") as file:
        file.write(text)
        file.flush()
        run = subprocess.run([ALEA, "verify-dice", file.name], capture_output=True, text=True, timeout=HANG)
    return run.returncode, run.stdout, text.decode()


def every_game(server):
    ann = Person(server.port)
    status, told = ann.ask("GET", "/api/tables")
    called = {game["name"]: game["called"] for game in told["games"]}
    expect((called["nardi"], called["tavli"], called["ur"], called["aceydeucey"]) ==
           ("Long nardi", "Tavli", "The Royal Game of Ur", "Acey-deucey"), called)
    expect(status == 200 and len(told["games"]) == 20 and told["tables"] == [], told)
    ended = 0
    for number, game in enumerate(told["games"]):
        chance = random.Random(number)
        expect(game["title"] and game["series"] and game["target"], game)
        state = make(ann, game["name"], options={"match_target": "1"} if game["name"] != "senet" else {})
        expect(state["seats"] == "here" and state["stage"] == "plays" and state["seq"] == 0, state)
        kill_at = chance.randrange(ACTIONS)
        for n in range(ACTIONS):
            if state["stage"] == "over":
                break
            state = whole(step(ann, state, chance))
            if n == kill_at and number % 4 == 0:
                server.kill()
                server.start()
                ann.go_to(server.port)
                expect(look(ann, state["table"]) == state, "not the state after a kill", game["name"])
        if state["stage"] != "over":
            expect(state["seal"]["seed"] is None and "dice_seed" not in verified(ann, state["table"])[2], state)
            points = state["most_points"]
            while "resign" not in state["may"]:
                state = step(ann, state, chance)
            state = do(ann, state["table"], do="resign", seq=state["seq"], points=points)
            expect(state["offered"] == points, state)
            state = do(ann, state["table"], do="accept", seq=state["seq"])
        if state["stage"] != "over":
            status, state = ann.ask("DELETE", f"/api/tables/{state['table']}")
            expect(status == 200 and state["stage"] == "closed", state)
            expect("the dice hold" in verified(ann, state["table"])[1], state)
        else:
            ended += 1
            code, said, text = verified(ann, state["table"])
            expect(code == 0 and "the dice hold" in said, said, text)
            expect(state["seal"]["commitment"] in text and state["seal"]["seed"] in text, text)
    expect(ended > 12, "ended", ended)
    status, told = ann.ask("GET", "/api/tables")
    expect(len(told["tables"]) == 20 and {t["stage"] for t in told["tables"]} <= {"over", "closed"}, told["tables"])


def the_match_goes_on(server):
    """Tavli: the games follow each other, the winner begins."""
    ann, chance = Person(server.port), random.Random(5)
    state = make(ann, "tavli")
    expect(state["match"]["series"] == ["portes", "plakoto", "fevga"] and state["match"]["target"] == 5, state)
    played = []
    for _ in range(3):
        while "resign" not in state["may"]:
            state = step(ann, state, chance)
        played.append(state["match"]["playing"])
        by = state["to_act"]
        state = do(ann, state["table"], do="resign", seq=state["seq"], points=1)
        state = do(ann, state["table"], do="accept", seq=state["seq"])
        expect(state["phase"] == "game_over" and state["result"] ==
               {"winner": 1 - by, "points": 1, "how": "resign"}, state)
        state = do(ann, state["table"], do="next", seq=state["seq"])
        expect(state["turn"] == 1 - by, "the winner begins", state)
    expect(played == state["match"]["series"] and sum(state["match"]["score"]) == 3, played, state)


def friends(server):
    ann, bob, eve = (Person(server.port) for _ in range(3))
    state = make(ann, "plakoto", seats="friend")
    table = state["table"]
    expect(state["stage"] == "waits" and state["players"][1]["name"] is None, state)
    expect(do(ann, table, 409, do="opening", seq=0)["error"]["code"] == "waits", table)
    expect([p["you"] for p in look(eve, table)["players"]] == [False, False], table)
    watching = eve.socket()
    expect(watching.do("table", table=table, on=True)["ok"], "no watching")
    state = do(bob, table, do="sit")
    expect(state["stage"] == "plays" and [p["you"] for p in state["players"]] == [False, True], state)
    told = watching.until(lambda m: m.get("type") == "table")
    expect(told == {"type": "table", "table": table, "seq": state["seq"]}, told)
    expect(do(eve, table, 409, do="sit")["error"]["code"] == "taken", table)
    expect(do(eve, table, 403, do="opening", seq=state["seq"])["error"]["code"] == "not_yours", table)
    expect(eve.ask("DELETE", f"/api/tables/{table}")[0] == 403, "closed by a stranger")
    state = do(bob, table, do="opening", seq=state["seq"])
    people, chance = (ann, bob), random.Random(2)
    for _ in range(12):
        who = state["to_act"]
        mine, others = look(people[who], table), look(people[1 - who], table)
        expect(others["steps"] is None and set(others["may"]) <= {"resign"}, others)
        if mine["phase"] == "to_play":
            expect(do(people[1 - who], table, 409, do="play", moves="24/23", seq=mine["seq"])
                   ["error"]["code"] == "not_your_turn", mine)
        state = step(people[who], mine, chance)
    # The same event twice at the same moment: one of them.
    while look(people[state["to_act"]], table)["phase"] != "to_roll":
        state = step(people[state["to_act"]], look(people[state["to_act"]], table), chance)
    asked, who = [], people[state["to_act"]]

    def roll():
        asked.append(who.ask("POST", f"/api/tables/{table}", {"do": "roll", "seq": state["seq"]})[0])
    threads = [threading.Thread(target=roll) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expect(sorted(asked) == [200, 409, 409, 409], asked)
    expect(look(ann, table)["seq"] == state["seq"] + 1, state)
    # An account that goes leaves its friend the table.
    expect(bob.ask("DELETE", "/api/me", {})[0] == 200, "bob stays")
    state = look(ann, table)
    expect(state["players"][1]["name"] == "somebody", state)
    status, state = ann.ask("DELETE", f"/api/tables/{table}")
    expect(status == 200 and state["stage"] == "closed" and state["seal"]["seed"], state)
    expect(do(ann, table, 409, do="roll", seq=state["seq"])["error"]["code"] == "over", state)
    watching.close()


def open_to_anybody(server):
    ann, bob, eve = (Person(server.port) for _ in range(3))

    def offers(person):
        status, told = person.ask("GET", "/api/tables?list=open")
        expect(status == 200 and told["open"] == person.ask("GET", "/api/tables")[1]["open"], told)
        return told["open"]
    watching = eve.socket()
    expect(watching.do("table", table="open", on=True)["ok"], "no watching")

    def hears():
        return watching.until(lambda m: m.get("type") == "table" and m["table"] == "open")
    expect(offers(bob) == [], "an offer of nobody's")
    first = make(ann, "plakoto", seats="open", options={"match_target": "7", "mother": "none"})
    hears()
    expect(first["stage"] == "waits" and first["players"][1]["name"] is None, first)
    told, = offers(bob)
    expect((told["table"], told["target"], told["options"], told["is_here"]) ==
           (first["table"], 7, {"mother": "none"}, False) and not told["players"][0]["you"], told)
    expect(offers(ann)[0]["players"][0]["you"], "not known as one's own")
    # Three of one person wait, and no more; one taken back makes room.
    make(ann, "ur", seats="open")
    last = make(ann, "fevga", seats="open")
    expect(make(ann, "ur", 409, seats="open")["error"]["code"] == "too_many", "a fourth")
    expect({one["game"] for one in offers(bob)} == {"fevga", "ur", "plakoto"}, offers(bob))
    expect(bob.ask("DELETE", f"/api/tables/{last['table']}")[0] == 403, "taken back by another")
    expect(ann.ask("DELETE", f"/api/tables/{last['table']}")[0] == 200, "not taken back")
    expect({one["game"] for one in offers(bob)} == {"ur", "plakoto"}, offers(bob))
    expect(do(bob, last["table"], 409, do="sit")["error"]["code"] == "over", last)
    server.kill()
    server.start()
    for person in (ann, bob, eve):
        person.go_to(server.port)
    # One of two who come is in time.
    state = do(bob, first["table"], do="sit")
    expect(state["stage"] == "plays" and state["players"][1]["you"], state)
    expect(do(eve, first["table"], 409, do="sit")["error"]["code"] == "taken", first)
    expect([one["game"] for one in offers(eve)] == ["ur"], offers(eve))
    with_socket = ann.socket()
    expect(offers(eve)[0]["is_here"], offers(eve))
    with_socket.close()
    for table in (offers(eve)[0]["table"], first["table"]):
        expect(ann.ask("DELETE", f"/api/tables/{table}")[0] == 200, table)
    expect(eve.ask("GET", "/api/tables?list=live")[1]["error"]["code"] == "bad_list", "a list of what?")


class Time:
    """Both clocks of the server as time passes; the wall clock alone as somebody sets it."""

    def __init__(self, clock, server):
        self.clock, self.server, self.moved = clock, server, 0

    def passes(self, seconds):
        """In steps, each of which the server has noticed: it stores every third second."""
        for _ in range(0, seconds, STEP_S):
            self.is_set(STEP_S)
            self.clock.jump(STEP_S)
            now_ms = (time.time() + self.moved) * 1000
            wait_until(lambda: self.beat() is None or self.beat() > now_ms - 3001, "a look at the clocks", .001)

    def beat(self):
        """When it looked; None: no clock runs."""
        with contextlib.closing(sqlite3.connect(self.server.data)) as data:
            if not data.execute("SELECT 1 FROM family_tables WHERE due > 0").fetchone():
                return None
            return (data.execute("SELECT time FROM family_beat").fetchone() or (0,))[0]

    def with_no_server(self, seconds, people):
        self.server.kill()
        self.is_set(seconds)
        self.clock.move(seconds)
        self.server.start()
        for person in people:
            person.go_to(self.server.port)

    def is_set(self, seconds):
        self.moved += seconds
        self.clock.wall_ns = int(self.moved * 1e9)


def left(state):
    return state["time"]["step_ms"] + state["time"]["reserve_ms"][state["time"]["running"]]


def clocks():
    clock = Clock()
    server = Server("--limit", "0", clock=clock)
    now = Time(clock, server)
    try:
        ann, bob = Person(server.port), Person(server.port)
        bad_clocks(ann)
        terms = {"kind": "delay", "reserve_s": 600, "step_s": 300}
        state = make(ann, "plakoto", seats="friend", clock=terms)
        table, first = state["table"], time.monotonic()
        expect(state["clock"] == terms and state["time"] ==
               {"reserve_ms": [600000, 600000], "step_ms": 300000, "running": None}, state)
        do(bob, table, do="sit")
        # What nobody begins the server begins; then the clock of one of the two runs.
        now.passes(32)
        began = time.monotonic()
        state = look(ann, table)
        who = state["time"]["running"]
        expect(state["said"] and state["said"][-1]["do"] == "opening" and who == state["to_act"] in (0, 1), state)
        before = left(state)
        now.passes(340)
        state = look(ann, table)
        took = (time.monotonic() - began) * 1000 + 1
        expect(340000 <= before - left(state) <= 340000 + took, before, state)
        expect(state["time"]["step_ms"] == 0, state)
        # Within a turn it is the same turn; the other one's begins with its own seconds.
        people, chance = (ann, bob), random.Random(3)
        while state["to_act"] == who:
            state = step(people[who], look(people[who], table), chance)
        spent = state["time"]["reserve_ms"][who]
        took = (time.monotonic() - first) * 1000 + 1
        expect(560000 - 32000 - took <= spent <= 560000, spent, took)
        expect(state["time"]["running"] == 1 - who and left(state) > 900000 - took, state)
        # Neither a dead server nor a clock that somebody sets costs anybody time.
        began = time.monotonic()
        before = left(look(ann, table))
        for what in ("kill", "set"):
            if what == "kill":
                now.with_no_server(7200, people)
            else:
                now.is_set(7200)
            clock.jump(1)
            state = look(ann, table)
            took = (time.monotonic() - began) * 1000 + 1
            expect(before - took <= left(state) <= before + 2 * 10000, what, before, state)
        expect(state["time"]["reserve_ms"][who] == spent, spent, state)
        # The time is used up: the match is lost, and a late play changes nothing.
        now.passes(left(state) // 1000 + 2 * STEP_S)
        state = look(bob, table)
        expect((state["stage"], state["out_of_time"], state["match"]["winner"], state["time"]["running"],
                state["time"]["reserve_ms"][1 - who]) == ("over", 1 - who, who, None, 0), state)
        code, said, text = verified(ann, table)
        expect(code == 0 and f"# {'AB'[1 - who]} out of time" in text and state["seal"]["seed"] in text, said, text)
        expect(do(people[1 - who], table, 409, do="roll", seq=state["seq"])["error"]["code"] == "over", state)
        # The machine's time does not run.
        state = make(ann, "fevga", seats="machine", clock=terms)
        now.passes(32)
        expect(look(ann, state["table"])["time"]["running"] == 0, state)
        fischer(now, people)
        vacations(now)
        expect(not server.complaints(), server.complaints())
    finally:
        server.stop()
        server.clean()


def fischer(now, people):
    """Each play adds its seconds, also one after which the same player throws again; nothing else does."""
    terms = {"kind": "fischer", "reserve_s": 60, "step_s": 30}
    state = make(people[0], "senet", seats="friend", clock=terms)
    table, chance, first = state["table"], random.Random(4), time.monotonic()
    do(people[1], table, do="sit")
    now.passes(32)
    state = look(people[0], table)
    who = state["to_act"]
    expect(state["clock"] == terms and state["time"]["running"] == who and state["time"]["step_ms"] == 0, state)
    now.passes(24)
    plays, again, last = [0, 0], False, None
    while not (again and all(plays)):
        by = state["to_act"]
        state = step(people[by], look(people[by], table), chance)
        if state["said"][-1]["do"] == "play":
            plays[by] += 1
            again, last = again or last == by, by
        took = (time.monotonic() - first) * 1000 + 1
        for seat in (0, 1):
            # The pause of 20 s may have ended at any of the looks after it.
            most = 60000 + 30000 * plays[seat] - (24000 if seat == who else 0)
            expect(most - took - 12000 <= state["time"]["reserve_ms"][seat] <= most, seat, plays, state)
        expect(state["stage"] == "plays" and sum(plays) < 40, plays, state)
    before = left(state)
    now.with_no_server(7200, people)
    now.clock.jump(1)
    state = look(people[0], table)
    took = (time.monotonic() - first) * 1000 + 1
    expect(before - took <= left(state) <= before + 2 * 10000, before, state)
    late = state["time"]["running"]
    now.passes(left(state) // 1000 + 2 * STEP_S)
    state = look(people[1], table)
    expect((state["stage"], state["out_of_time"], state["match"]["winner"]) == ("over", late, 1 - late), state)


def vacations(now):
    """By days, and by days alone, what is left of a turn stands while its player is on vacation."""
    day, chance, first = 86400, random.Random(6), time.monotonic()
    people = [Person(now.server.port) for _ in range(2)]
    for person, name in zip(people, ("Eva", "Fay")):
        status, answer = person.ask("POST", "/api/register", {"name": name, "password": f"{name} and a tray", "terms": True})
        expect(status < 300, status, answer)

    def begun(terms):
        state = make(people[0], "senet", seats="friend", clock=terms)
        do(people[1], state["table"], do="sit")
        state = look(people[0], state["table"])
        while state["phase"] == "opening":
            state = do(people[0], state["table"], do="opening", seq=state["seq"])
        return state["table"], state["to_act"]

    def stands(state, until, most):
        took = (time.monotonic() - first) * 1000 + 1
        expect(state["stage"] == "plays" and state["time"].get("stands_until") == until and
               most - took <= left(state) <= most, until, most, state)

    def leaves(who, days):
        status, answer = people[who].ask("POST", "/api/vacation", {"days": days})
        expect(status == 200, status, answer)
        return answer["until"]

    def passes_with_nobody(seconds):
        now.with_no_server(seconds, people)
        look(people[0], table)  # The first look after the gap lets nobody lose.

    table, who = begun({"kind": "days", "days": 2, "budget_days": 1})
    short, runs = begun({"kind": "delay", "reserve_s": day, "step_s": 12})
    watching = people[1 - who].socket()
    for one in (table, short):
        expect(watching.do("table", table=one, on=True)["ok"], "no watching")
    until = leaves(who, 5)
    told = watching.until(lambda m: m.get("type") == "table")
    expect((told["table"], told["seq"]) == (table, look(people[0], table)["seq"]), told)
    watching.close()
    stands(look(people[0], table), until, 3 * day * 1000)
    if runs != who:
        leaves(runs, 1)
    stands(look(people[0], short), None, (day + 12) * 1000)
    passes_with_nobody(6 * day)
    stands(look(people[0], table), None, 2 * day * 1000)
    # The other one is away when his turn begins, and comes back early; nothing was left of it to who had played.
    until = leaves(1 - who, 7)
    state = look(people[0], table)
    while state["to_act"] == who:
        state = step(people[who], look(people[who], table), chance)
    stands(state, until, 3 * day * 1000)
    expect(state["time"]["reserve_ms"][who] == day * 1000, state)
    passes_with_nobody(day)
    stands(look(people[0], table), until, 3 * day * 1000)
    expect(people[1 - who].ask("DELETE", "/api/vacation")[0] == 200, "back")
    stands(look(people[0], table), None, 3 * day * 1000)
    # The last hour of a turn does not stand.
    passes_with_nobody(3 * day - 1800)
    leaves(1 - who, 3)
    stands(look(people[0], table), None, 1800 * 1000)
    passes_with_nobody(1800)
    state = look(people[1], table)
    expect((state["stage"], state["out_of_time"]) == ("over", 1 - who), state)


def bad_clocks(ann):
    for seats, terms in (("here", {"kind": "delay"}), ("friend", {}), ("friend", {"kind": "hours"}), ("friend", 3),
                         ("friend", {"kind": "delay", "reserve_s": -1}), ("friend", {"kind": "delay", "step_s": 1.5}),
                         ("friend", {"kind": "delay", "reserve_s": 0, "step_s": 0}),
                         ("friend", {"kind": "fischer", "reserve_s": 86401}), ("machine", {"kind": "days"}),
                         ("friend", {"kind": "fischer", "reserve_s": 0}), ("open", {"kind": "fischer", "reserve_s": 0, "step_s": 60}),
                         ("friend", {"kind": "days", "days": 0}), ("friend", {"kind": "days", "budget_days": "7"})):
        expect(make(ann, "ur", 400, seats=seats, clock=terms)["error"]["code"] == "bad_clock", seats, terms)
    status, answer = ann.ask("POST", "/api/tables", {"game": "ur", "seats": "open", "clock": {"kind": "fischer", "reserve_s": 0}})
    expect(status == 400 and "at least 1 second" in answer["error"]["message"], answer)
    state = make(ann, "ur", seats="open", clock={"kind": "fischer", "reserve_s": 1, "step_s": 60})
    ann.ask("DELETE", f"/api/tables/{state['table']}")
    state = make(ann, "ur", seats="open", clock={"kind": "days", "days": 2})
    expect(state["clock"] == {"kind": "days", "reserve_s": 7 * 86400, "step_s": 2 * 86400}, state)


def against_the_machine(server):
    ann = Person(server.port)
    for number, game in enumerate(("fevga", "ur", "aceydeucey", "tabula", "senet")):
        chance = random.Random(number)
        state = make(ann, game, seats="machine", options={"match_target": "1"})
        moved = False
        for n in range(60):
            expect(state["stage"] == "over" or state["to_act"] != 1, "the machine waits", state)
            if state["stage"] == "over":
                break
            state = whole(step(ann, state, chance))
            moved = moved or any(s["by"] == 1 for s in state["said"])  # who throws again does more than is listed
            if n == 20:
                server.kill()
                server.start()
                ann.go_to(server.port)
                expect(look(ann, state["table"]) == state, "not the state after a kill")
        expect(moved, state)
        ann.ask("DELETE", f"/api/tables/{state['table']}")


def best_by_command(position, dice, ply):
    """What `alea move` likes best, of as many plays looked at deeper as the machine."""
    run = subprocess.run([ALEA, "move", "--game", "portes", "--json", "--ply", str(ply), "-k", "8", position, dice],
                         capture_output=True, text=True, timeout=HANG)
    expect(run.returncode == 0, position, dice, run)
    return json.loads(run.stdout)["plays"]


def played_by_machine(text):
    """Each turn of the machine in a record that was a choice: the position, the dice, its moves."""
    lines = text.splitlines()
    for i, line in enumerate(lines):
        if not line.startswith("B play "):
            continue
        with tempfile.NamedTemporaryFile("w", suffix=".tables") as file:
            file.write("\n".join(lines[:i]) + "\n")
            file.flush()
            run = subprocess.run([ALEA, "tables", "check", "--json", file.name], capture_output=True, text=True,
                                 timeout=HANG)
        state = json.loads(run.stdout)
        yield state["position"], "".join(map(str, state["dice"][:2])), line[7:]


def goes_on_alone(server, table):
    """A kill while the machine may think; its turn is played then, without anybody who looks; False: it was played before."""
    def row():
        with contextlib.closing(sqlite3.connect(server.data)) as data:
            return data.execute("SELECT last, runs FROM family_tables WHERE id = ?", (table,)).fetchone()
    server.kill()
    last, runs = row()
    server.start()
    if runs == 1:
        wait_until(lambda: row()[0] > last, "the machine's turn after a restart")
    return runs == 1


def levels(server):
    """The strongest level looks ahead, on a worker, over a kill too; a weak one errs; both are named."""
    ann, chance = Person(server.port), random.Random(3)
    for body in ({"level": "strongest"}, {"level": "poppy", "seats": "machine"}, {"level": 4, "seats": "machine"},
                 {"level": "", "seats": "machine"}, {"level": "expert", "seats": "friend"}):
        expect(make(ann, "portes", 400, **body)["error"]["code"] == "bad_level", body)
    expect(make(ann, "ur")["level"] is None and make(ann, "ur", seats="machine")["level"] == "expert", "the usual one")
    worse, waited, resumed = {}, 0, False
    for level in ("strongest", "beginner"):
        state = make(ann, "portes", seats="machine", level=level)
        table = state["table"]
        expect((state["level"], state["players"][1]["name"]) == (level, f"alea {level}"), state)
        for n in range(30):
            state = step(ann, state, chance)
            expect(level == "strongest" or state["to_act"] != 1, "the machine waits", state)
            waited += state["to_act"] == 1
            if n > 4 and level == "strongest" and state["to_act"] == 1 and not resumed:
                resumed = goes_on_alone(server, table)
                ann.go_to(server.port)
            state = wait_until(lambda: (now := look(ann, table))["to_act"] != 1 and now, "the machine's turn")
        text = verified(ann, table)[2]
        expect(f"# levels expert {level}\n" in text, text)
        told = [t for t in ann.ask("GET", "/api/tables")[1]["tables"] if t["table"] == table]
        expect(told[0]["level"] == level, told)
        turns = list(played_by_machine(text))
        expect(len(turns) > 6, text)
        worse[level] = [(p, d, m) for p, d, m in turns if best_by_command(p, d, 1)[0]["move"] != m]
    expect(waited and resumed and not worse["strongest"] and worse["beginner"], waited, worse)


def damaged(server):
    """Of a column with a value that no server writes: the table is not readable, and not lost."""
    ann = Person(server.port)
    state = make(ann, "portes", seats="machine", level="casual")
    table = state["table"]

    def run(sql, *values):
        with contextlib.closing(sqlite3.connect(server.data, isolation_level=None, timeout=HANG)) as data:
            return data.execute(sql, (*values, table)).fetchone()

    for column, values in (("level", (-1, 6, 99)), ("seats", (-1, 4)), ("stage", (-1, 4)), ("clock", (-1, 4))):
        good, = run(f"SELECT {column} FROM family_tables WHERE id = ?")
        for value in values:
            run(f"UPDATE family_tables SET {column} = ? WHERE id = ?", value)
            for path in ("", "/rules", "/record", "/hint"):
                status, answer = ann.ask("GET", f"/api/tables/{table}{path}")
                expect((status, answer["error"]["code"]) == (503, "storage"), column, value, path, status, answer)
            do(ann, table, 503, do="opening", seq=0)
            status, told = ann.ask("GET", "/api/tables")
            listed = [(one["level"], one["players"][1]["name"]) for one in told["tables"] if one["table"] == table]
            expect(status == 200 and listed == ([(None, "alea")] if column == "level" else []), column, value, told)
            run(f"UPDATE family_tables SET {column} = ? WHERE id = ?", good)
            expect(look(ann, table) == state, column, value)
    server.await_logged("family_unread")
    ann.ask("DELETE", f"/api/tables/{table}")


def hints(server):
    ann, bob, chance = Person(server.port), Person(server.port), random.Random(4)
    state = make(ann, "portes", seats="machine")
    table = state["table"]

    def hint(person, wanted=200, query=""):
        status, answer = person.ask("GET", f"/api/tables/{table}/hint{query}")
        expect(status == wanted, query, status, answer)
        return answer if wanted == 200 else answer["error"]["code"]

    expect(hint(ann, 409) == "wrong_phase", "before a throw")
    while state["phase"] != "to_play":
        state = step(ann, state, chance)
    with tempfile.NamedTemporaryFile("w", suffix=".tables") as file:
        file.write(verified(ann, table)[2])
        file.flush()
        now = json.loads(subprocess.run([ALEA, "tables", "check", "--json", file.name], capture_output=True,
                                        text=True, timeout=HANG).stdout)
    for query, ply in (("", 1), ("?ply=1", 1), ("?ply=0", 0)):
        told = hint(ann, query=query)
        best = best_by_command(now["position"], "".join(map(str, now["dice"][:2])), ply)
        expect(told["seq"] == state["seq"] and told["plays"] ==
               [{key: play[key] for key in ("move", "equity", "ply", "exact", "rough")} for play in best[:5]], query, told, best)
    expect(hint(ann, 400, "?ply=2") == "bad_ply" and hint(bob, 403) == "not_yours", "who and how")
    expect(look(ann, table) == state, "a hint has changed something")
    do(ann, table, do="play", seq=state["seq"], moves=told["plays"][0]["move"])
    table = make(ann, "portes", seats="friend")["table"]
    do(bob, table, do="sit")
    expect(hint(ann, 409) == "no_hints", "against a person")


def lessons(server):
    """Of every game: the answer shown is right, and a way through the steps is never illegal."""
    ann, chance = Person(server.port), random.Random(6)

    def ask(wanted=200, **query):
        status, answer = ann.ask("GET", "/api/tables/lessons?" + urllib.parse.urlencode(query))
        expect(status == wanted, query, status, answer)
        return answer if wanted == 200 else answer["error"]["code"]

    for game in ann.ask("GET", "/api/tables")[1]["games"]:
        told = ask(game=game["name"])
        expect(told["called"] == game["called"] and
               list(dict.fromkeys(x["game"] for x in told["lessons"])) == game["series"], told)
        for number, lesson in enumerate(told["lessons"]):
            expect(lesson["task"] and whole(lesson)["dice"], lesson)
            one = {"game": game["name"], "lesson": number}
            expect(ask(**one, moves=lesson["answer"]) == {"verdict": "right", "text": lesson["after"]}, one, lesson)
            expect(ask(**one, moves=walk(lesson, chance))["verdict"] in ("right", "legal"), one, lesson)
    for moves, verdict, words in (("13/9 13/5*", "illegal", ""), ("13/9", "illegal", "More dice"), ("x", "illegal", "expected"),
                                  ("8/4 6/3", "legal", "hits nobody")):
        said = ask(game="portes", lesson=1, moves=moves)
        expect(said["verdict"] == verdict and words in said["text"], moves, said)
    for query, status, code in (({}, 400, "bad_request"), ({"game": "chess"}, 404, "no_such_game"),
                                ({"game": "ur", "lesson": 3}, 404, "no_such_lesson"), ({"game": "ur", "lesson": -1}, 404, "no_such_lesson"),
                                ({"game": "ur", "lesson": "1x"}, 404, "no_such_lesson"), ({"game": "ur", "lesson": 0}, 400, "bad_moves"),
                                ({"game": "ur", "lesson": 0, "moves": "9" * 300}, 400, "bad_moves")):
        expect(ask(status, **query) == code, query)


def bad_input(server):
    ann = Person(server.port)
    for body, status, code in (
            ({}, 400, "bad_request"), ({"game": 1}, 400, "bad_request"),
            ({"game": "chess"}, 404, "no_such_game"), ({"game": "a" * 5000}, 404, "no_such_game"),
            ({"game": "portes", "seats": "moon"}, 400, "bad_seats"),
            ({"game": "portes", "options": []}, 400, "bad_request"),
            ({"game": "portes", "options": {"match_target": 3}}, 400, "bad_request"),
            ({"game": "portes", "options": {"match_target": "-3"}}, 422, "bad_option"),
            ({"game": "portes", "options": {"no": "3"}}, 422, "bad_option"),
            ({"game": "portes", "more": 1}, 400, "bad_request")):
        got, answer = ann.ask("POST", "/api/tables", body)
        expect(got == status and answer["error"]["code"] == code, body, got, answer)
    state = make(ann, "portes")
    table = state["table"]
    for body, status in (({}, 400), ({"do": 1}, 400), ({"do": "fly", "seq": 0}, 400), ({"do": "opening"}, 400),
                         ({"do": "opening", "seq": "0"}, 400), ({"do": "opening", "seq": 7}, 409),
                         ({"do": "roll", "seq": 0}, 409), ({"do": "play", "seq": 0}, 400),
                         ({"do": "play", "seq": 0, "moves": "9" * 9000}, 400),
                         ({"do": "play", "seq": 0, "moves": "24/23"}, 409),
                         ({"do": "name", "seq": 0, "die": 7}, 400), ({"do": "resign", "seq": 0}, 400),
                         ({"do": "resign", "seq": 0, "points": 2 ** 40}, 400)):
        do(ann, table, status, **body)
    state = do(ann, table, do="opening", seq=0)
    while state["phase"] != "to_play":
        state = do(ann, table, do="roll", seq=state["seq"])
    for moves, code in (("24/1 1/off", "no_die"), ("", "more_dice"), ("9/8", "no_checker")):
        answer = do(ann, table, 409, do="play", seq=state["seq"], moves=moves)
        expect(answer["error"]["code"] == code, moves, answer)
    expect(look(ann, table) == state, "a refusal has changed something")
    for path in ("/api/tables/aaaaaaaaaaaa", "/api/tables/aaaaaaaaaaaa/rules", "/api/tables/aaaaaaaaaaaa/record"):
        expect(ann.ask("GET", path)[0] == 404, path)
    expect(ann.ask("GET", "/api/tables/rules?game=no")[0] == 404, "no such game")
    expect(ann.ask("GET", "/api/tables/rules")[0] == 400, "no game")
    # Rules as the options make them.
    status, told = ann.ask("GET", "/api/tables/rules?game=tavli")
    expect(status == 200 and [r["game"] for r in told["rules"]] == ["portes", "plakoto", "fevga"], told)
    other = make(ann, "portes", options={"match_target": "9"})
    status, told = ann.ask("GET", f"/api/tables/{other['table']}/rules")
    expect("The match goes to 9." in " ".join(told["rules"][0]["rules"]) and told["rules"][0]["sources"], told)
    expect(told["rules"][0]["options"]["match_target"] == "9", told)
    # So many open ones, and no more.
    for _ in range(18):
        make(ann, "ur")
    expect(make(ann, "ur", 409)["error"]["code"] == "too_many", "21 open")
    ann.ask("DELETE", f"/api/tables/{table}")
    make(ann, "ur")


def main():
    server = Server("--limit", "0")
    try:
        bad_input(server)
        lessons(server)
        every_game(server)
        the_match_goes_on(server)
        friends(server)
        open_to_anybody(server)
        against_the_machine(server)
        levels(server)
        damaged(server)
        hints(server)
        expect(not server.complaints(), server.complaints())
    finally:
        server.stop()
        server.clean()
    clocks()


if __name__ == "__main__":
    main()
