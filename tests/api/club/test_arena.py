#!/usr/bin/env python3
"""An arena of twelve as clients see it, on a clock that the test moves: pairs by themselves, late players,
pauses, the end; a server that is killed in the middle of it loses and doubles nothing."""
import random

from support.clock import Clock
from support.expect import expect
from support.server import Server
from support.waiting import wait_until
from support.wire import Person
from test_tournaments import account, decide, do, enter_names, look, made, merged, open_matches, refused

WAVE_S, PATIENCE_S = 5, 60


def pass_time(clock, seconds):
    """Both clocks of the server, in steps that it notices."""
    while seconds > 0:
        step = min(seconds, 1 if seconds <= 60 else 4)
        clock.wall_ns += int(step * 1e9)
        clock.jump(step)
        seconds -= step


def waited_ms(person, event, first, last):
    """By the log, between the events for which those hold: what the clock of the server passes by itself, while a
    test computes, counts as well."""
    log = do(person, "GET", event, "/log?limit=1000")["events"]
    begin = next(e["time"] for e in log if first(e["what"]))
    return [e["time"] - begin for e in log if last(e["what"])]


def check_evening(state):
    """The table counted again; who plays plays one match; nobody met an opponent twice in a row without need."""
    points, streak, last, again = {}, {}, {}, 0
    for m in state["matches"]:
        a, b = m["players"]
        again += last.get(a) == b or last.get(b) == a
        last[a], last[b] = b, a
        if m["outcome"] is None:
            continue
        for p in (a, b):
            streak[p] = streak.get(p, 0) + 1 if m["winner"] == p else 0
            points[p] = points.get(p, 0) + (m["winner"] == p) * (1 + (streak[p] >= 3))
    for row in state["standings"]:
        p = row["player"]
        expect((row["score"], row["streak"]) == (points.get(p, 0), streak.get(p, 0)), row)
    order = [(-r["score"], -r["won"]) for r in state["standings"]]
    expect(order == sorted(order), order)
    playing = [p for m in open_matches(state) for p in m["players"]]
    expect(len(playing) == len(set(playing)), "twice at one time", playing)
    return again


def test_evening(server, clock):
    chance = random.Random(3)
    director = account(server, "Dora")
    status, answer = director.ask("POST", "/api/tournaments", {"plan": {"name": "X", "kind": "arena"}})
    expect((status, answer["error"]["code"]) == (422, "bad_plan"), status, answer)
    event = made(director, kind="arena", minutes=40, lengths=[3, 9], seeding="order")
    people = [account(server, f"Player{i}", f"127.0.0.{40 + i}") for i in range(11)]
    for person in people[:9]:
        do(person, "POST", event, "/players")
    enter_names(director, event, "At the bar", "Beside it")
    refused(people[0], "POST", event, "/players/0/pause", {"paused": True}, 409, "not_now")
    before = do(director, "POST", event, "/start")
    # The first pairs at once: eleven are five pairs, and one waits for the next.
    expect(len(open_matches(before)) == 5 and before["round"] == 1, before["round"], before["matches"])
    expect(before["ends"] and {m["length"] for m in before["matches"]} == {3}, before["ends"])
    alone = ({p["player"] for p in before["players"]} - {p for m in before["matches"] for p in m["players"]}).pop()
    # Somebody comes late: paired by the clock with the one left over.
    state = do(people[9], "POST", event, "/players")
    late = state["me"]["player"]
    expect(state["me"]["match"] is None, state["me"])
    pass_time(clock, WAVE_S + 2)
    state = wait_until(lambda: (s := look(people[9], event))["me"]["match"] is not None and s, "the late one's match")
    expect(sorted(state["matches"][5]["players"]) == sorted([alone, late]), state["matches"][5])
    # Who pauses plays on and is not paired again, until he is back.
    mine = look(people[0], event)["me"]["match"]
    refused(people[1], "POST", event, "/players/0/pause", {"paused": True}, 403, "not_director")
    refused(people[0], "POST", event, "/players/0/pause", {"paused": 1}, 400, "bad_request")
    state = do(people[0], "POST", event, "/players/0/pause", {"paused": True})
    expect(state["players"][0]["paused"] and state["me"]["match"] == mine, state["me"])
    refused(people[0], "POST", event, "/players/0/pause", {"paused": True}, 409, "not_now")
    decide(director, event, state["matches"][mine], 0)
    pass_time(clock, PATIENCE_S + WAVE_S)
    expect(look(people[0], event)["me"]["match"] is None, "paused and paired")
    do(director, "POST", event, "/players/0/pause", {"paused": False})
    for match in open_matches(look(director, event))[:2]:
        decide(director, event, match, 0)
    pass_time(clock, WAVE_S + 2)
    expect(look(people[0], event)["me"]["match"] is not None, "is back")
    refused(director, "POST", event, "/rounds", {}, 409, "not_now")
    refused(director, "DELETE", event, "/rounds", None, 409, "not_now")
    # Played on, with three kills between a result and the next pairs; what a page keeps by ?after is the whole.
    kept, kills, told = look(director, event), 0, 0
    while kept["stage"] == "running" and told < 40:
        for match in [m for m in open_matches(kept) if chance.randrange(2)]:
            decide(director, event, match, chance.randrange(2), chance.randrange(3))
            told += 1
        if kills < 3 and told > 10 * (kills + 1):
            state = look(director, event)
            server.kill()
            server.start()
            after = look(director, event)
            same = [m for m in after["matches"] if m["match"] < len(state["matches"])]
            expect([m["winner"] for m in same] == [m["winner"] for m in state["matches"]], "after the kill")
            kills += 1
        pass_time(clock, chance.choice((3, WAVE_S, 20)))
        kept = merged(kept, do(director, "GET", event, f"?after={kept['seq']}"))
        expect(kept == look(director, event), "by ?after")
        check_evening(kept)
    expect(kills == 3, kills)
    played = sum(m["outcome"] is not None for m in kept["matches"])
    expect(played == told + 3, played, told)
    # The end: nobody is paired, what runs counts, and then it is over.
    pass_time(clock, max(0, kept["ends"] / 1000 - kept["changed"] / 1000) + 120)
    state = look(director, event)
    left = open_matches(state)
    expect(left and state["stage"] == "running", state["stage"])
    refused(people[10], "POST", event, "/players", {}, 409, "over")
    for match in left:
        state = decide(director, event, match, 1)
    pass_time(clock, WAVE_S + 2)
    state = look(director, event)
    expect(state["stage"] == "over" and all(m["outcome"] for m in state["matches"]), state["stage"])
    check_evening(state)
    best = state["standings"][0]
    expect(state["winner"] in (best["player"], None), state["winner"], best)
    log = do(Person(server.port), "GET", event, "/log?limit=1000")["events"]
    waves = [e for e in log if e["what"]["event"] == "paired"]
    expect(len(waves) == state["round"] and all(e["by"] is None for e in waves), len(waves))
    expect([e["seq"] for e in log] == list(range(1, state["seq"] + 1)), "every event once")
    text = director.raw("GET", f"/api/tournaments/{event}/standings.csv")[2].decode()
    expect(",streak," in text.splitlines()[0], text.splitlines()[0])


def test_end_alone(server, clock):
    """Nobody plays when the end comes: the server ends it by itself; or the director does, before."""
    director = account(server, "Edda")
    event = made(director, kind="arena", minutes=1)
    enter_names(director, event, "Ann", "Bob", "Cid")
    state = do(director, "POST", event, "/start")
    refused(director, "POST", event, "/rounds", {"pairs": [[0, 0]]}, 422, "bad_pairs")
    decide(director, event, open_matches(state)[0], 0)
    do(director, "POST", event, "/players/2/pause", {"paused": True})
    do(director, "DELETE", event, "/players/1")
    pass_time(clock, 62)
    state = look(director, event)
    expect((state["stage"], state["winner"]) == ("over", 0), state["stage"], state["winner"])
    waited = waited_ms(director, event, lambda e: e["event"] == "started", lambda e: e["event"] == "closed")
    expect(len(waited) == 1 and waited[0] >= 60000, waited)
    event = made(director, kind="arena", minutes=60)
    enter_names(director, event, "Ann", "Bob", "Cid")
    state = do(director, "POST", event, "/start")
    state = do(director, "POST", event, "/close")
    expect(state["stage"] == "running", "one match is being played")
    state = decide(director, event, open_matches(state)[0], 0)
    expect(state["stage"] == "over", state["stage"])


def test_no_show(server, clock):
    """The server makes the game with the pair; a player who has not come to it in time loses it and pauses."""
    director = account(server, "Greta")
    people = [account(server, f"Guest{i}", f"127.0.0.{70 + i}") for i in range(4)]
    event = made(director, kind="arena", minutes=60, no_show=2, seeding="order")
    for person in people:
        do(person, "POST", event, "/players")
    do(director, "POST", event, "/start")
    state = look(director, event)
    first, second = state["matches"]
    expect(first["game"] and second["game"] and first["came"] == [False, False], state["matches"])
    # One comes by "Play", one by opening the game, two do not; a kill changes nothing about it.
    came = people[first["players"][0]]
    status, answer = came.ask("POST", f"/api/tournaments/{event}/matches/{first['match']}/game")
    expect((status, answer["game"]) == (200, first["game"]), status, answer)
    server.kill()
    server.start()
    watcher = people[second["players"][1]]
    watcher.go_to(server.port)
    socket = watcher.socket()
    socket.do("watch", game=second["game"])
    wait_until(lambda: look(director, event)["matches"][1]["came"] == [False, True], "opening the game is coming to it")
    pass_time(clock, 123)
    state = wait_until(lambda: (s := look(director, event))["matches"][1]["outcome"] and s, "the decision")
    expect([m["outcome"] for m in state["matches"][:2]] == ["forfeit", "forfeit"], state["matches"])
    winners = [first["players"][0], second["players"][1]]
    expect([m["winner"] for m in state["matches"][:2]] == winners, state["matches"])
    expect([p["paused"] for p in state["players"]] == [i not in winners for i in range(4)], state["players"])
    # The two that were there are paired with each other; the others only when they are back.
    pass_time(clock, WAVE_S + 2)
    state = look(director, event)
    expect([sorted(m["players"]) for m in state["matches"][2:]] == [sorted(winners)], state["matches"][2:])
    waited = waited_ms(director, event, lambda e: e["event"] == "paired", lambda e: e.get("absent") is True)
    expect(len(waited) == 2 and min(waited) >= 120000, waited)
    absent = next(i for i in range(4) if i not in winners)
    do(people[absent], "POST", event, f"/players/{absent}/pause", {"paused": False})
    # Nobody comes to the next one: both lose it and pause.
    pass_time(clock, 125)
    state = look(director, event)
    expect((state["matches"][2]["outcome"], state["matches"][2]["winner"]) == ("forfeit", None), state["matches"][2])
    expect(all(state["players"][i]["paused"] for i in winners), state["players"])
    socket.close()
    for no_show, deadline_h, kind in ((61, 0, "arena"), (-1, 0, "arena"), (2, 1, "arena"), (2, 0, "swiss")):
        status, answer = director.ask("POST", "/api/tournaments", {"plan": {
            "name": "X", "kind": kind, "no_show": no_show, "deadline_h": deadline_h,
            **({"minutes": 9} if kind == "arena" else {})}})
        expect((status, answer["error"]["code"]) == (422, "bad_plan"), status, answer)


def main():
    clock = Clock()
    server = Server("--limit", "320", clock=clock)
    try:
        for test in (test_evening, test_end_alone, test_no_show):
            test(server, clock)
            print(test.__name__)
        assert server.stop() == 0, server.log[-5:]
        assert not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()


if __name__ == "__main__":
    main()
