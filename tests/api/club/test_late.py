#!/usr/bin/env python3
"""Late entries: into a bye of a bracket, into a league and into groups until round 2 has begun, by a
director or, where the plan says so, by the player; over a kill right before and after the answer."""
import itertools

from support.expect import expect
from support.server import Server
from test_tournaments import account, decide, do, enter_names, look, made, open_matches, play_all, refused

import random


def names_of(state, match):
    return [state["players"][p]["name"] if p is not None and p >= 0 else None for p in match["players"]]


def drawn(director, names, **plan):
    event = made(director, seeding="order", **plan)
    enter_names(director, event, *names)
    do(director, "POST", event, "/start")
    return event


def test_bracket(server):
    director, ann = account(server, "Dora"), account(server, "Ann", "127.0.0.61")
    for kind in ("single", "double"):
        # Three byes, of the seeds 1 to 3.
        event = drawn(director, ["S1", "S2", "S3", "S4", "S5"], kind=kind)
        before = look(ann, event)
        expect(before["may_enter"] and not before["plan"]["late"], before["plan"])
        refused(ann, "POST", event, "/players", {}, 409, "begun")
        for late, holder in (("L1", "S3"), ("L2", "S2")):
            state = do(director, "POST", event, "/players", {"name": late})
            server.kill()
            server.start()
            again = look(director, event)
            expect(again == state, "the same over a kill", late)
            new = len(state["players"]) - 1
            mine = [m for m in state["matches"] if new in m["players"]]
            expect(len(mine) == 1 and mine[0]["open"] and mine[0]["round"] == 1, mine)
            expect(sorted(names_of(state, mine[0])) == sorted([holder, late]), names_of(state, mine[0]))
            expect(state["players"][new]["seed"] == new + 1, state["players"][new])
        # S1 begins his next match: S4 has won, and no bye is left.
        match = next(m for m in open_matches(state) if "S4" in names_of(state, m))
        decide(director, event, match, names_of(state, match).index("S4"))
        state = look(director, event)
        match = next(m for m in open_matches(state) if "S1" in names_of(state, m))
        decide(director, event, match, 0)
        expect(not look(director, event)["may_enter"], "no bye is free")
        refused(director, "POST", event, "/players", {"name": "L3"}, 409, "begun")
        # The result taken back, the bye is free again.
        do(director, "DELETE", event, f"/matches/{match['match']}/result")
        do(director, "POST", event, "/players", {"name": "L3"})
        refused(director, "POST", event, "/players", {"name": "L4"}, 409, "begun")
        play_all(director, event, random.Random(3))


def pairs_of(state, part):
    return [tuple(sorted(m["players"])) for m in state["matches"] if m["part"] == part]


def test_league(server):
    director, ann = account(server, "Edda"), account(server, "Bea", "127.0.0.62")
    event = drawn(director, ["A", "B", "C", "D"], kind="league", late=True)
    state = look(director, event)
    first = [m for m in state["matches"] if m["round"] == 1]
    decide(director, event, first[0], 0)
    state = do(ann, "POST", event, "/players")
    expect(state["me"]["player"] == 4 and state["rounds"] == 5, state["me"], state["rounds"])
    server.kill()
    server.start()
    expect(look(ann, event) == state, "the same over a kill")
    refused(ann, "POST", event, "/players", {}, 409, "entered")
    now = [m for m in state["matches"] if m["round"] == 1]
    expect([m["players"] for m in now] == [m["players"] for m in first] and now[0]["outcome"] == "played", now)
    expect(sorted(pairs_of(state, "main")) == list(itertools.combinations(range(5), 2)), pairs_of(state, "main"))
    # The sixth meets in round 1 the one who is left out of it.
    state = do(director, "POST", event, "/players", {"name": "F"})
    now = [m for m in state["matches"] if m["round"] == 1]
    expect(len(now) == 3 and sorted(now[2]["players"]) == [4, 5] and now[2]["open"], now)
    # Who withdraws does not come in again.
    do(ann, "DELETE", event, "/players/4")
    refused(ann, "POST", event, "/players", {}, 409, "withdrawn")
    for match in open_matches(look(director, event)):
        if match["round"] == 1:
            decide(director, event, match, 1)
    expect(look(director, event)["may_enter"], "nothing of round 2 has begun")
    second = next(m for m in open_matches(look(director, event)) if m["round"] == 2)
    decide(director, event, second, 1)
    refused(director, "POST", event, "/players", {"name": "G"}, 409, "begun")
    play_all(director, event, random.Random(4))


def test_groups(server):
    director = account(server, "Gerda")
    event = drawn(director, [f"P{i}" for i in range(7)], kind="groups", group_size=4, advance=2)
    before = look(director, event)
    state = do(director, "POST", event, "/players", {"name": "Late"})
    old = {m["match"]: m["players"] for m in before["matches"] if m["round"] == 1 and m["part"] == "group"}
    expect(all(state["matches"][number]["players"] == players for number, players in old.items()), "round 1 stays")
    groups = [p["group"] for p in state["players"]]
    expect(groups.count(1) == groups.count(2) == 4, groups)
    met = sorted(pairs_of(state, "group"))
    expect(met == [(a, b) for a, b in itertools.combinations(range(8), 2) if groups[a] == groups[b]], met)
    refused(director, "POST", event, "/players", {"name": "More"}, 409, "begun")
    play_all(director, event, random.Random(5))
    expect(look(director, event)["stage"] == "over", "played to its end")


def main():
    server = Server("--limit", "320")
    try:
        for test in (test_bracket, test_league, test_groups):
            test(server)
            print(test.__name__)
        assert server.stop() == 0, server.log[-5:]
        assert not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()


if __name__ == "__main__":
    main()
