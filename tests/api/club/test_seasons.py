#!/usr/bin/env python3
"""Seasons of leagues: divisions played to the end, promotion and relegation counted again here, the next
season by one click however often it is made, over kills; and what nobody else may do."""
import csv
import io
import random
import threading

from support.expect import expect
from support.server import Server
from support.wire import Person
from test_tournaments import account, do, enter_names, look, play_all
from test_tournaments import made as made_tournament

MOVES = 2


def ask(person, method, path, body, wanted):
    status, answer = person.ask(method, "/api/seasons" + path, body)
    expect(status == wanted, method, path, body, status, answer)
    return answer


def refused(person, method, path, body, status, code):
    expect(ask(person, method, path, body, status)["error"]["code"] == code, method, path, body)


def made(director, **more):
    return ask(director, "POST", "", {"name": "Autumn", "divisions": 3, "moves": MOVES,
                                      "plan": {"lengths": [5], "seeding": "order"}, **more}, 201)


def restart(server, *people):
    server.kill()
    server.start()
    for person in people:
        person.go_to(server.port)


def entered(state):
    """The players of each division, by name, in the order of entry."""
    return [[p["name"] for p in d["players"] if not p["withdrawn"]] for d in state["divisions"]]


def expected(tables, moves):
    """Who plays where next, from the final tables without the withdrawn."""
    def count(i):
        return min(moves, len(tables[i]) // 2, len(tables[i + 1]) // 2) if 0 <= i < len(tables) - 1 else 0

    following = []
    for i, table in enumerate(tables):
        up, down = count(i - 1), count(i)
        above = tables[i - 1][len(tables[i - 1]) - up:] if up else []
        below = tables[i + 1][:down] if down else []
        following.append(above + table[up:len(table) - down] + below)
    return following


def tables_of(state):
    return [[d["players"][r["player"]]["name"] for r in d["standings"] if not r["withdrawn"]]
            for d in state["divisions"]]


def test_two_seasons(server):
    chance = random.Random(7)
    director, ann, bob = account(server, "Dora"), account(server, "Ann", "127.0.0.81"), account(server, "Bob", "127.0.0.82")
    guest = Person(server.port)
    state = made(director, text="On Thursdays.")
    restart(server, director, ann, bob, guest)
    season = state["season"]
    expect(ask(director, "GET", f"/{season}", None, 200) == state, "the same over a kill")
    divisions = [d["facts"]["tournament"] for d in state["divisions"]]
    expect([d["facts"]["name"] for d in state["divisions"]] == [f"Autumn, division {i}" for i in (1, 2, 3)], state)
    expect(state["director"] and not state["over"] and state["next"] is None and state["previous"] is None, state)
    expect(not ask(ann, "GET", f"/{season}", None, 200)["director"], "Ann directs nothing")
    expect([s["season"] for s in ask(guest, "GET", "", None, 200)["seasons"]] == [season], "listed")
    # Six, five and three players; two with accounts, the same name in two divisions.
    do(ann, "POST", divisions[0], "/players")
    enter_names(director, divisions[0], "Eva", "Fay", "Gus", "Hal", "Ida")
    do(bob, "POST", divisions[1], "/players")
    enter_names(director, divisions[1], *("Jan", "Kim", "Hal", "Leo"))
    enter_names(director, divisions[2], "Mia", "Noa", "Oda")
    expect(look(ann, divisions[0])["season"] == season and look(ann, divisions[0])["plan"]["players_most"] == 16, "plan")
    for event in divisions:
        do(director, "POST", event, "/start")
    # One withdraws in the middle: he neither goes down nor keeps his place.
    do(director, "DELETE", divisions[0], "/players/3")
    for i, event in enumerate(divisions):
        refused(director, "POST", f"/{season}/next", {}, 409, "not_over")
        play_all(director, event, chance)
    state = ask(director, "GET", f"/{season}", None, 200)
    expect(state["over"], state)
    expect([(d["up"], d["down"]) for d in state["divisions"]] == [(0, 2), (2, 1), (1, 0)], state["divisions"])
    tables = tables_of(state)
    expect([len(t) for t in tables] == [5, 5, 3], tables)
    status, _, body = guest.raw("GET", f"/api/seasons/{season}/table.csv")
    rows = list(csv.DictReader(io.StringIO(body.decode())))
    expect(status == 200 and [r["name"] for r in rows if not r["withdrawn"]] == sum(tables, []), rows)
    expect([r["division"] for r in rows] == 6 * ["1"] + 5 * ["2"] + 3 * ["3"], rows)
    # Nobody else goes on; a removed division is put back first.
    refused(ann, "POST", f"/{season}/next", {}, 403, "not_director")
    refused(guest, "POST", f"/{season}/next", {}, 403, "guest")
    refused(director, "POST", f"/{season}/next", {"more": 1}, 400, "bad_request")
    for name in ("", "a" * 21, "two\nlines", 5, None):
        refused(director, "POST", f"/{season}/next", {"name": name}, 422, "bad_name")
    do(director, "DELETE", divisions[1])
    refused(director, "POST", f"/{season}/next", {}, 409, "removed")
    do(director, "POST", divisions[1], "/restore")
    # Many clicks at once make one season; a kill right after the answer loses nothing.
    answers = []
    clicks = []
    for i in range(6):
        again = Person(server.port, f"127.0.0.{90 + i}")
        status, _ = again.ask("POST", "/api/login", {"name": "Dora", "password": "correct Dora"})
        expect(status == 200, status)
        clicks.append(threading.Thread(target=lambda p=again: answers.append(
            p.ask("POST", f"/api/seasons/{season}/next", {}))))
    for click in clicks:
        click.start()
    for click in clicks:
        click.join()
    expect(sorted(status for status, _ in answers) == 5 * [200] + [201], [s for s, _ in answers])
    expect(len({answer["season"] for _, answer in answers}) == 1, "one season")
    restart(server, director, ann, bob, guest)
    second = ask(director, "POST", f"/{season}/next", {}, 200)
    following = second["season"]
    expect(ask(ann, "GET", f"/{season}", None, 200)["next"] == following and second["previous"] == season, second)
    expect(second["name"] == "Autumn 2" and len(ask(guest, "GET", "", None, 200)["seasons"]) == 2, second["name"])
    names = entered(second)
    wanted = expected(tables, MOVES)
    expect([sorted(n.removesuffix(" 2") for n in d) for d in names] == [sorted(d) for d in wanted], names, wanted)
    if all(d.count("Hal") < 2 for d in wanted):
        expect(names == wanted, "in this order", names, wanted)
    expect(all(len(set(d)) == len(d) for d in names), "names differ", names)
    # Accounts come along: who has one is a player, not a name.
    for person in (ann, bob):
        home = [d["facts"]["tournament"] for d in second["divisions"]
                if person.name in [p["name"] for p in d["players"] if p["account"]]]
        expect(len(home) == 1 and look(person, home[0])["me"]["player"] is not None, person.name, home)
    expect(all(d["facts"]["stage"] == "entry" for d in second["divisions"]), "not drawn yet")
    log = do(guest, "GET", second["divisions"][0]["facts"]["tournament"], "/log")["events"]
    expect([e["by"] for e in log] == len(log) * ["Dora"] and log[1]["what"]["event"] == "entered", log)
    expect(look(ann, second["divisions"][1]["facts"]["tournament"])["text"] == "On Thursdays.", "the text")
    # And the second is played, too.
    for d in second["divisions"]:
        do(director, "POST", d["facts"]["tournament"], "/start")
        play_all(director, d["facts"]["tournament"], chance)
    state = ask(director, "GET", f"/{following}", None, 200)
    third = ask(director, "POST", f"/{following}/next", {"name": "Winter"}, 201)
    expect(third["name"] == "Winter", third)
    if len({n for d in names for n in d}) == sum(map(len, names)):
        expect(entered(third) == expected(tables_of(state), MOVES), entered(third))


def test_limits(server):
    director, guest = account(server, "Gerda", "127.0.0.83"), Person(server.port)
    good = {"name": "Spring", "divisions": 2, "moves": 1, "plan": {}}
    refused(guest, "POST", "", good, 403, "guest")
    for change, status, code in (
            ({"name": ""}, 422, "bad_name"), ({"name": "x" * 21}, 422, "bad_name"), ({"name": 1}, 422, "bad_name"),
            ({"divisions": 0}, 422, "bad_season"), ({"divisions": 9}, 422, "bad_season"),
            ({"divisions": 1.5}, 422, "bad_season"), ({"moves": -1}, 422, "bad_season"),
            ({"moves": 9}, 422, "bad_season"), ({"moves": None}, 422, "bad_season"),
            ({"plan": {"players_most": 3}}, 422, "bad_plan"), ({"plan": {"players_most": 17}}, 422, "bad_plan"),
            ({"plan": {"cycles": 3}}, 422, "bad_plan"), ({"plan": None}, 422, "bad_plan"),
            ({"club": "x"}, 400, "bad_club"), ({"club": "aaaaaaaaaaaa"}, 404, "no_such_club"),
            ({"more": 1}, 400, "bad_request")):
        refused(director, "POST", "", {**good, **change}, status, code)
    refused(guest, "GET", "/aaaaaaaaaaaa", None, 404, "no_such_season")
    refused(guest, "GET", "?limit=0", None, 400, "bad_limit")
    status, club = director.ask("POST", "/api/clubs", {"name": "Lions"})
    expect(status == 201, club)
    state = ask(director, "POST", "", {**good, "name": "\U0001F3B2" * 20, "club": club["club"], "divisions": 8}, 201)
    expect(all(d["facts"]["club"] == club["club"] for d in state["divisions"]), "the club's")
    listed = ask(guest, "GET", f"?club={club['club']}", None, 200)["seasons"]
    expect([s["season"] for s in listed] == [state["season"]], listed)
    # Twenty that are not over, and no more: a season is one, whatever its divisions.
    ask(director, "POST", "", {**good, "divisions": 8}, 201)
    one = made_tournament(director, kind="single")
    for _ in range(17):
        ask(director, "POST", "", {**good, "divisions": 1}, 201)
    refused(director, "POST", "", {**good, "divisions": 1}, 409, "too_many")
    do(director, "DELETE", one)
    ask(director, "POST", "", {**good, "divisions": 2}, 201)
    refused(director, "POST", "", {**good, "divisions": 1}, 409, "too_many")
    status, answer = director.ask("POST", "/api/tournaments", {"plan": {"name": "T", "kind": "single", "lengths": [1]}})
    expect((status, answer["error"]["code"]) == (409, "too_many"), status, answer)
    # Removed altogether it is in no list.
    for d in state["divisions"]:
        do(director, "DELETE", d["facts"]["tournament"])
    expect(ask(guest, "GET", f"?club={club['club']}", None, 200)["seasons"] == [], "removed")


def main():
    server = Server("--limit", "320")
    try:
        for test in (test_two_seasons, test_limits):
            test(server)
            print(test.__name__)
        assert server.stop() == 0, server.log[-5:]
        assert not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()


if __name__ == "__main__":
    main()
