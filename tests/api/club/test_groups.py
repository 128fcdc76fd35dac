#!/usr/bin/env python3
"""Groups, then a knock-out and one of the rest, as clients see it: fourteen in four groups, a withdrawal, results taken back, the
tables counted again, CSV; a server that is killed again and again loses and doubles nothing."""
import random

from support.expect import expect
from support.server import Server
from test_tournaments import account, csv_of, decide, do, enter_names, look, made, open_matches, refused


def kill(server):
    server.kill()
    server.start()


def group_matches(state):
    return [m for m in state["matches"] if m["part"] == "group"]


def knock_out(state):
    return [m for m in state["matches"] if m["part"] == "main"]


def group_of(state, player):
    return state["players"][player]["group"]


def check_meetings(state):
    """Everybody meets everybody of his own group once."""
    met = sorted(tuple(sorted(m["players"])) for m in group_matches(state))
    count = len(state["players"])
    wanted = [(a, b) for a in range(count) for b in range(a + 1, count) if group_of(state, a) == group_of(state, b)]
    expect(met == wanted, met, wanted)


def check_tables(state):
    """Each group's table counted again; -> who goes on, by group."""
    wins = {p["player"]: 0 for p in state["players"]}
    beaten = {p: [] for p in wins}
    points = dict.fromkeys(wins, 0)
    for m in group_matches(state):
        if m["winner"] is not None:
            loser = sum(m["players"]) - m["winner"]
            wins[m["winner"]] += 1
            beaten[m["winner"]].append(loser)
        for side in range(2):
            if m["score"]:
                points[m["players"][side]] += m["score"][side] - m["score"][1 - side]
    going = []
    for number, table in enumerate(state["groups"], 1):
        def key(p):
            level = sum(wins[o] == wins[p] for o in beaten[p])
            return -wins[p], -level, -sum(wins[o] for o in beaten[p]), -points[p], state["players"][p]["seed"]
        members = [p for p in wins if group_of(state, p) == number]
        expect([row["player"] for row in table] == sorted(members, key=key), number, table)
        expect([row["won"] for row in table] == [wins[row["player"]] for row in table], table)
        going.append([row["player"] for row in table if not row["withdrawn"]][:state["plan"]["advance"]])
    return going


def check_knock_out(state, going):
    first = [m for m in knock_out(state) if m["round"] == 1]
    there = sorted(p for m in first for p in m["players"] if p != -1)
    expect(there == sorted(p for group in going for p in group), first, going)
    winners = {group[0] for group in going}
    for m in first:
        expect(not set(m["players"]) <= winners, "two winners at once", m)
        expect(group_of(state, m["players"][0]) != group_of(state, m["players"][1]), "one group", m)


def test_groups(server):
    chance = random.Random(8)
    director = account(server, "Dora")
    plan = {"kind": "groups", "group_size": 4, "advance": 2, "lengths": [3, 5, 7], "seeding": "order"}
    for fault in ({"group_size": 2}, {"advance": 4}, {"advance": 0}, {"kind": "league"}):
        status, answer = director.ask("POST", "/api/tournaments", {"plan": {"name": "X", **plan, **fault}})
        expect((status, answer["error"]["code"]) == (422, "bad_plan"), fault, answer)
    event = made(director, **plan)
    enter_names(director, event, *(f"Player {i}" for i in range(14)))
    expect(look(director, event)["groups"] == [], "no tables before the draw")
    state = do(director, "POST", event, "/start")
    expect([p["group"] for p in state["players"]] == [1, 2, 3, 4, 4, 3, 2, 1, 1, 2, 3, 4, 4, 3], state["players"])
    expect([len(table) for table in state["groups"]] == [3, 3, 4, 4], state["groups"])
    expect({m["length"] for m in group_matches(state)} == {3}, "the groups' length")
    check_meetings(state)
    refused(account(server, "Late", "127.0.0.64"), "POST", event, "/players", {}, 409, "begun")
    done, kills = 0, 0
    while any(m["outcome"] is None for m in group_matches(state)):
        expect(all(m["players"] == [None, None] for m in knock_out(state)), "known too early")
        state = decide(director, event, chance.choice(open_matches(state)), chance.randrange(2), chance.randrange(3))
        done += 1
        if done == 5:
            state = do(director, "DELETE", event, "/players/6")
        if done % 4 == 0:
            kill(server)
            kills += 1
            again = look(director, event)
            expect(again == state, "not what it was", again["seq"], state["seq"])
    expect(kills >= 3, "kills", kills)
    going = check_tables(state)
    expect(not any(6 in group for group in going), "withdrawn and goes on", going)
    check_knock_out(state, going)
    # Taken back, nobody is in the knock-out; told again, whoever it makes go on.
    match = next(m for m in reversed(group_matches(state)) if m["outcome"] == "played" and 6 not in m["players"])
    state = do(director, "DELETE", event, f"/matches/{match['match']}/result")
    expect(all(m["players"] == [None, None] for m in knock_out(state)), "still in the knock-out")
    state = decide(director, event, match, match["players"].index(match["winner"]) ^ 1)
    going = check_tables(state)
    check_knock_out(state, going)
    state = decide(director, event, open_matches(state)[0], 0)
    refused(director, "DELETE", event, f"/matches/{match['match']}/result", None, 409, "depends")
    while state["stage"] == "running":
        state = decide(director, event, open_matches(state)[0], chance.randrange(2))
        kill(server)
        expect(look(director, event) == state, "not what it was")
    last = knock_out(state)[-1]
    expect([m["length"] for m in knock_out(state)] == [5, 5, 5, 5, 7, 7, 7], "lengths")
    expect(state["winner"] == last["winner"] == state["standings"][0]["player"], state["standings"][0])
    on = {p for group in going for p in group}
    expect({row["player"] for row in state["standings"][:8]} == on, "who went on stands above", state["standings"])
    rows = csv_of(director, event, "standings")
    expect(rows[0][-2:] == ["group", "group_rank"] and rows[1][-2] == str(group_of(state, last["winner"])), rows[:2])
    expect(sum(row[0] == "group" for row in csv_of(director, event, "results")) == len(group_matches(state)), "csv")


def test_consolation(server):
    """Who does not go on plays among themselves; a withdrawal in the groups and one in the consolation."""
    director = account(server, "Rosa", "127.0.0.65")
    plan = {"kind": "groups", "group_size": 4, "advance": 1, "lengths": [1, 3], "seeding": "order"}
    for fault in ({"consolation": "first"}, {"consolation": "all"},
                  {"kind": "single", "group_size": 0, "advance": 0, "consolation": "rest"}):
        status, answer = director.ask("POST", "/api/tournaments", {"plan": {"name": "X", **plan, **fault}})
        expect((status, answer["error"]["code"]) == (422, "bad_plan"), fault, answer)
    event = made(director, **plan, consolation="rest")
    enter_names(director, event, *(f"Player {i}" for i in range(8)))
    do(director, "POST", event, "/start")
    state = do(director, "DELETE", event, "/players/7")
    while any(m["outcome"] is None for m in group_matches(state)):
        expect(state["consolation_winner"] is None, state["consolation_winner"])
        match = open_matches(state)[0]
        state = decide(director, event, match, match["players"].index(min(match["players"])))
    kill(server)
    expect(look(director, event) == state, "not what it was")
    second = [m for m in state["matches"] if m["part"] == "second"]
    first = [sorted(m["players"]) for m in second if m["round"] == 1]
    # Groups 0 3 4 7 and 1 2 5 6: the seconds, 3 and 2, have the first seeds, and the byes with 4; 7 is gone.
    expect(len(second) == 7 and first == [[-1, 3], [5, 6], [-1, 2], [-1, 4]], first)
    expect({m["length"] for m in second} == {3}, second)
    state = do(director, "DELETE", event, "/players/2")
    while state["stage"] == "running":
        match = open_matches(state)[0]
        state = decide(director, event, match, match["players"].index(max(match["players"])))
    won = state["consolation_winner"]
    expect(won == 6 and state["winner"] == 1, state["winner"], won)
    order = [row["player"] for row in state["standings"]]
    expect(order[:4] == [1, 0, 6, 4] and order[-1] == 7, order)
    played = [row for row in csv_of(director, event, "results") if row[0] == "second"]
    expect(len(played) == 7, played)


def main():
    server = Server("--limit", "320")
    try:
        test_groups(server)
        test_consolation(server)
        assert server.stop() == 0, server.log[-5:]
        assert not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()


if __name__ == "__main__":
    main()
