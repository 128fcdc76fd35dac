#!/usr/bin/env python3
"""What a tournament does by itself, on a clock that the test moves: the draw at the announced time, the
decision of matches that were not played in time; over a kill, too."""
import time

from support.clock import Clock
from support.expect import expect
from support.server import Server
from test_arena import pass_time
from test_tournaments import account, decide, do, enter_names, look, made, open_matches, refused

HOUR_S = 3600


def jump(clock, seconds):
    """The wall clock alone, as over a night without a server's work; then a few seconds as they pass."""
    clock.wall_ns += int(seconds * 1e9)
    pass_time(clock, 3)


def announce(director, event, clock, seconds):
    """That it starts so many seconds from now."""
    return do(director, "PATCH", event, "", {"starts": int(time.time() * 1000 + clock.wall_ns / 1e6) + 1000 * seconds})


def test_start(server, clock):
    director, ann = account(server, "Dora"), account(server, "Ann", "127.0.0.90")
    event, other, plain = (made(director, kind="swiss", rounds=2, by_clock=by_clock) for by_clock in (True, True, False))
    for one in (event, plain):
        enter_names(director, one, "Bob", "Cid")
        announce(director, one, clock, 600)
    announce(director, other, clock, 600)
    enter_names(director, other, "Bob")
    jump(clock, 500)
    expect(look(director, event)["stage"] == "entry", "too early")
    # Put off by an hour, and brought forward again.
    announce(director, event, clock, HOUR_S)
    jump(clock, 200)
    expect(look(director, event)["stage"] == "entry", "put off")
    announce(director, event, clock, 10)
    server.kill()
    server.start()
    jump(clock, 20)
    rows = {t["tournament"]: t["stage"] for t in ann.ask("GET", "/api/tournaments?list=now")[1]["tournaments"]}
    expect(rows[event] == "running", "nobody has looked at it, and it has begun", rows)
    state = look(director, event)
    expect(state["round"] == 1 and len(open_matches(state)) == 1, "and paired", state["round"])
    # With one player it waits; without by_clock it always does.
    expect(rows[other] == rows[plain] == "entry", rows)
    state = do(ann, "POST", other, "/players")
    expect(state["stage"] == "running" and len(open_matches(state)) == 1, state["stage"])
    log = do(ann, "GET", other, "/log")["events"]
    expect([(e["what"]["event"], e["by"]) for e in log[-2:]] == [("started", None), ("paired", None)], log[-2:])


def test_deadline(server, clock):
    director = account(server, "Edda")
    people = [account(server, f"Player{i}", f"127.0.0.{91 + i}") for i in range(8)]
    event = made(director, kind="single", seeding="order", deadline_h=2)
    for person in people:
        do(person, "POST", event, "/players")
    do(director, "POST", event, "/start")
    state = look(director, event)
    told, came, both, neither = (m for m in open_matches(state))

    def tell(match, side, winner, score):
        return do(people[match["players"][side]], "POST", event, f"/matches/{match['match']}/result",
                  {"winner": match["players"][winner], "score": score})

    def come_to(match, side):
        return people[match["players"][side]].ask(
            "POST", f"/api/tournaments/{event}/matches/{match['match']}/game", {})[0]

    tell(told, 0, 1, [2, 5])
    expect((come_to(came, 1), come_to(came, 1)) == (201, 200), "his game")
    expect((come_to(both, 0), come_to(both, 1)) == (201, 200), "their game")
    state = look(director, event)
    expect([state["matches"][m["match"]]["came"] for m in (told, came, both, neither)]
           == [[False, False], [False, True], [True, True], [False, False]], state["matches"])
    seq = state["seq"]
    expect(come_to(both, 1) == 200 and look(director, event)["seq"] == seq, "noted once")
    jump(clock, 2 * HOUR_S - 60)
    expect(len(open_matches(look(director, event))) == 4, "too early")
    server.kill()
    server.start()
    jump(clock, 120)
    state = look(director, event)
    after = [state["matches"][m["match"]] for m in (told, came, both, neither)]
    expect((after[0]["outcome"], after[0]["winner"], after[0]["score"]) == ("played", told["players"][1], [2, 5]), after[0])
    expect((after[1]["outcome"], after[1]["winner"]) == ("forfeit", came["players"][1]), after[1])
    expect(after[2]["open"] and after[3]["open"], "for the director", after[2:])
    # After its time a result that one tells alone does not stand; that of both does.
    tell(neither, 1, 1, [0, 5])
    pass_time(clock, 3)
    expect(look(director, event)["matches"][neither["match"]]["outcome"] is None, "told too late")
    state = tell(neither, 0, 1, [0, 5])
    expect(state["matches"][neither["match"]]["winner"] == neither["players"][1], "both")
    state = decide(director, event, both, 0)
    # What the director takes back is not decided again by itself.
    do(director, "DELETE", event, f"/matches/{came['match']}/result")
    pass_time(clock, 3)
    expect(look(director, event)["matches"][came["match"]]["outcome"] is None, "taken back")
    decide(director, event, came, 0)
    # The next round has its own two hours.
    state = look(director, event)
    final = open_matches(state)
    expect(len(final) == 2 and all(m["round"] == 2 for m in final), final)
    jump(clock, 3 * HOUR_S)
    expect(len(open_matches(look(director, event))) == 2, "nobody came, nobody told")


def test_nobody_over_a_kill(server, clock):
    """A match to which neither comes is decided by the plan's `nobody`, once, though the server is killed
    just before the moment, in it, or after it, or the moment passes while there is no server."""
    director = account(server, "Frida")

    def restart(seconds=0):
        server.kill()
        clock.wall_ns += int(seconds * 1e9)
        clock.move(0)
        server.start()

    def league(hours, nobody):
        event = made(director, kind="league", seeding="order", deadline_h=hours, nobody=nobody)
        enter_names(director, event, "Bob", "Cid")
        do(director, "POST", event, "/start")
        return event

    def is_open(event):
        match, = look(director, event)["matches"]
        return match["outcome"] is None

    def check(event, nobody):
        """-> the number of the last event, so that a further one is noticed."""
        state = look(director, event)
        match, = state["matches"]
        forfeits = [e["what"] for e in do(director, "GET", event, "/log")["events"] if e["what"]["event"] == "forfeit"]
        if nobody == "none":
            expect((match["outcome"], match["winner"], len(forfeits)) == ("forfeit", None, 1), match, forfeits)
        else:
            expect((match["outcome"], match["open"], forfeits) == (None, True, []), match, forfeits)
        return state["seq"]

    events = {(hours, nobody): league(hours, nobody) for hours in (2, 3, 4) for nobody in ("none", "wait")}
    kept = {}
    for hours, way in ((2, "before"), (3, "in"), (4, "down")):
        # 60 s before the moment of these two.
        jump(clock, (2 if hours == 2 else 1) * HOUR_S - 60)
        pair = {nobody: events[hours, nobody] for nobody in ("none", "wait")}
        expect(all(is_open(event) for event in pair.values()), "too early", way)
        if way == "before":
            restart()
            expect(all(is_open(event) for event in pair.values()), "too early, after a start")
            jump(clock, 60)
        elif way == "in":
            clock.wall_ns += int(60 * 1e9)
            clock.move(4)
            restart()
        else:
            restart(60)
        pass_time(clock, 3)
        kept.update({event: (nobody, check(event, nobody)) for nobody, event in pair.items()})
        # After it, and every one of before.
        restart()
        pass_time(clock, 3)
        for event, (nobody, seq) in kept.items():
            expect(check(event, nobody) == seq, "decided once", way, nobody)


def test_week_over(server, clock):
    """A match of a league whose week is over: it waits for the director, who sets another time, gives the result,
    has both forfeit, and takes that back; nobody else does, and nothing is decided by itself."""
    director = account(server, "Greta")
    ann, bob, cid = (account(server, name, f"127.0.0.{131 + i}") for i, name in enumerate(("Anna", "Bert", "Cora")))
    event = made(director, kind="league", seeding="order", week_h=168, lengths=[5])
    for person in (ann, bob, cid):
        do(person, "POST", event, "/players")
    enter_names(director, event, "Dirk")
    do(director, "POST", event, "/start")
    now = lambda: int(time.time() * 1000 + clock.wall_ns / 1e6)
    number = next(m["match"] for m in open_matches(look(ann, event)) if 0 in m["players"])
    path = f"/matches/{number}"
    match = lambda: look(ann, event)["matches"][number]
    jump(clock, 168 * HOUR_S + 60)
    first = match()
    expect((first["outcome"], first["open"]) == (None, True) and first["last"] < now(), first)
    # Another time: by the director at once, by the two as ever; at most 14 days after the week.
    for person in (ann, bob, cid):
        for way, body in (("forfeit", {"winner": None}), ("forfeit", {"winner": 0})):
            refused(person, "POST", event, f"{path}/{way}", body, 403, "not_director")
    for late in (first["last"] + 15 * 24 * HOUR_S * 1000, now() - 1000):
        refused(director, "POST", event, f"{path}/time", {"time": late}, 422, "bad_time")
    when = now() + 24 * HOUR_S * 1000
    do(director, "POST", event, f"{path}/time", {"time": when})
    server.kill()
    server.start()
    expect(match()["last"] == when and match()["meeting"]["agreed"], match())
    jump(clock, 23 * HOUR_S)
    expect(match()["last"] > now(), "in time again")
    jump(clock, 2 * HOUR_S)
    expect((match()["outcome"], match()["open"]) == (None, True) and match()["last"] < now(), "late again")
    # Nobody's, taken back, a result, taken back, one who forfeits.
    points = lambda: {row["player"]: row["points"] for row in look(ann, event)["standings"]}
    before = points()
    do(director, "POST", event, f"{path}/forfeit", {"winner": None})
    expect((match()["outcome"], match()["winner"]) == ("forfeit", None), match())
    expect(not any(sum(points()[p]) for p in match()["players"]), points())
    do(director, "DELETE", event, f"{path}/result")
    expect(match()["outcome"] is None and points() == before, match(), points(), before)
    pass_time(clock, 3)
    expect(match()["outcome"] is None, "it waits for the director")
    do(director, "POST", event, f"{path}/result", {"winner": match()["players"][1], "score": [3, 5]})
    do(director, "DELETE", event, f"{path}/result")
    do(director, "POST", event, f"{path}/forfeit", {"winner": match()["players"][0]})
    expect((match()["outcome"], match()["winner"]) == ("forfeit", match()["players"][0]), match())
    refused(director, "POST", event, f"{path}/time", {"time": now() + 1000}, 409, "decided")


def main():
    clock = Clock()
    server = Server("--limit", "320", clock=clock)
    try:
        for test in (test_start, test_deadline, test_nobody_over_a_kill, test_week_over):
            test(server, clock)
            print(test.__name__)
        assert server.stop() == 0, server.log[-5:]
        assert not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()


if __name__ == "__main__":
    main()
