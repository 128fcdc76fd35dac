#!/usr/bin/env python3
"""The ladder of a club: places, challenges within reach, results of games and of real boards that count once
however the server ends, what time does; forged results and a hostile director."""
import csv
import io
import sqlite3

from support.desk import admin
from support.expect import expect
from support.honest import contribute, refresh, watch
from support.server import Server
from support.waiting import wait_until
from support.wire import Person
from test_club import play_each
from test_clubs import account, do, founded, number_of, refused, set_role

DAY = 24 * 3600 * 1000


def look(person, club):
    return do(person, "GET", f"/{club}/ladder")


def order(person, club):
    return [p["name"] for p in look(person, club)["places"]]


def challenge(person, club, other):
    state = do(person, "POST", f"/{club}/ladder/matches", {"member": other.number})
    return next(m["match"] for m in state["open"] if m["members"] == [person.number, other.number])


def tell(person, club, match, winner):
    return do(person, "POST", f"/{club}/ladder/matches/{match}/result", {"winner": winner.number})


def make(server, *names, reach=2, **more):
    """A club with a ladder in the order of the names, the first of whom is its owner; -> club, people."""
    people = [account(server, name) for name in names]
    club = founded(people[0], f"Ladder of {names[0]}", ladder={"reach": reach, "length": 1, **more})
    for person in people:
        if person is not people[0]:
            do(person, "POST", f"/{club}/members")
        do(person, "POST", f"/{club}/ladder", {"on": True})
        person.number = number_of(person, club)
    expect(order(people[0], club) == list(names))
    return club, people


def test_places(server):
    club, (ann, bob, cid, dan, eve) = make(server, "Ann", "Bob", "Cid", "Dan", "Eve")
    stranger = account(server, "Sam")
    refused(stranger, "POST", f"/{club}/ladder", {"on": True}, 403, "not_member")
    refused(ann, "POST", f"/{club}/ladder", {"on": 1}, 400, "bad_request")
    state = look(Person(server.port), club)
    expect(state["ladder"] == {"reach": 2, "length": 1, "idle_days": 0} and state["me"]["rank"] is None, state)
    may = [p["name"] for p in look(eve, club)["places"] if p["may_challenge"]]
    expect(may == ["Cid", "Dan"], may)
    # Two places up, not down, not oneself, nobody who is not there, and only members.
    for other in (bob, ann, eve):
        refused(eve, "POST", f"/{club}/ladder/matches", {"member": other.number}, 409, "out_of_reach")
    refused(ann, "POST", f"/{club}/ladder/matches", {"member": bob.number}, 409, "out_of_reach")
    refused(eve, "POST", f"/{club}/ladder/matches", {"member": 999}, 409, "out_of_reach")
    refused(eve, "POST", f"/{club}/ladder/matches", {"member": "Cid"}, 400, "bad_request")
    refused(stranger, "POST", f"/{club}/ladder/matches", {"member": cid.number}, 403, "not_member")
    match = challenge(eve, club, cid)
    refused(eve, "POST", f"/{club}/ladder/matches", {"member": dan.number}, 409, "busy")
    refused(dan, "POST", f"/{club}/ladder/matches", {"member": cid.number}, 409, "busy")
    # Nobody forges a result: others, one of the two alone, or by telling two of them.
    refused(stranger, "POST", f"/{club}/ladder/matches/{match}/result", {"winner": eve.number}, 403, "not_member")
    refused(dan, "POST", f"/{club}/ladder/matches/{match}/result", {"winner": eve.number}, 403, "not_yours")
    refused(dan, "DELETE", f"/{club}/ladder/matches/{match}", None, 403, "not_yours")
    refused(eve, "POST", f"/{club}/ladder/matches/{match}/result", {"winner": ann.number}, 422, "bad_result")
    refused(eve, "POST", f"/{club}/ladder/matches/99999/result", {"winner": eve.number}, 404, "no_such_match")
    expect(tell(eve, club, match, eve)["open"][0]["told"] == [eve.number, None])
    refused(eve, "POST", f"/{club}/ladder/matches/{match}/result", {"winner": cid.number}, 409, "told")
    refused(cid, "DELETE", f"/{club}/ladder/matches/{match}", None, 409, "told")
    expect(order(ann, club) == ["Ann", "Bob", "Cid", "Dan", "Eve"])
    # The winner takes the loser's place; those between move one down.
    state = tell(cid, club, match, eve)
    expect([p["name"] for p in state["places"]] == ["Ann", "Bob", "Eve", "Cid", "Dan"], state["places"])
    expect(state["open"] == [] and state["results"][0]["winner"] == eve.number, state["results"])
    seq = state["seq"]
    expect(tell(cid, club, match, eve)["seq"] == seq, "told again")
    refused(cid, "POST", f"/{club}/ladder/matches/{match}/result", {"winner": cid.number}, 409, "decided")
    line = do(ann, "GET", f"/{club}/log")["log"][0]
    expect((line["what"], line["by"], line["about"], line["rank"]) == ("won", "Cid", ["Eve", "Cid"], [5, 3]), line)
    # The higher one wins: nothing moves.
    match = challenge(dan, club, eve)
    tell(dan, club, match, eve)
    expect([p["name"] for p in tell(eve, club, match, eve)["places"]] == ["Ann", "Bob", "Eve", "Cid", "Dan"])
    # Called off; whose challenge it was waits a day.
    match = challenge(cid, club, eve)
    do(eve, "DELETE", f"/{club}/ladder/matches/{match}")
    refused(cid, "POST", f"/{club}/ladder/matches", {"member": eve.number}, 409, "too_often")
    # Left, one is at the end again, and not at once.
    do(bob, "POST", f"/{club}/ladder", {"on": False})
    expect(order(ann, club) == ["Ann", "Eve", "Cid", "Dan"])
    refused(bob, "POST", f"/{club}/ladder", {"on": True}, 409, "too_often")
    text = Person(server.port).raw("GET", f"/api/clubs/{club}/ladder.csv")[2].decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    expect([(row["rank"], row["name"]) for row in rows] == [("1", "Ann"), ("2", "Eve"), ("3", "Cid"), ("4", "Dan")], rows)
    # A deleted account leaves no gap, and no open match.
    match = challenge(dan, club, eve)
    expect(eve.ask("DELETE", "/api/me", {"password": "correct Eve"})[0] == 200)
    state = look(ann, club)
    expect([(p["rank"], p["name"]) for p in state["places"]] == [(1, "Ann"), (2, "Cid"), (3, "Dan")], state["places"])
    expect(state["open"] == [] and state["results"][0]["names"] == ["Dan", f"somebody {eve.number}"], state["results"])
    # Without a ladder.
    do(ann, "PATCH", f"/{club}", {"ladder": None})
    refused(ann, "GET", f"/{club}/ladder", None, 404, "no_ladder")
    for wrong in ({"reach": 0}, {"reach": 51}, {"length": 0}, {"idle_days": -1}, {"reach": "3"}, 3):
        refused(ann, "PATCH", f"/{club}", {"ladder": wrong}, 422, "bad_ladder")


def test_directors(server):
    """A director decides matches of others, of no other club, and not his own."""
    club, (una, dora, max_) = make(server, "Una", "Dora", "Max")
    other, (vic, wim) = make(server, "Vic", "Wim")
    set_role(una, club, dora.number, "director")
    match = challenge(max_, club, dora)
    tell(dora, club, match, dora)
    expect(look(una, club)["results"] == [], "what a director says of his own match is one of two")
    state = tell(una, club, match, max_)
    expect([p["name"] for p in state["places"]] == ["Una", "Max", "Dora"], state)
    match = challenge(wim, other, vic)
    refused(una, "POST", f"/{other}/ladder/matches/{match}/result", {"winner": vic.number}, 403, "not_member")
    refused(una, "DELETE", f"/{other}/ladder/matches/{match}", None, 403, "not_member")
    do(una, "POST", f"/{other}/members")
    refused(una, "POST", f"/{other}/ladder/matches/{match}/result", {"winner": vic.number}, 403, "not_yours")
    # A match of one club is none of the other's.
    refused(una, "DELETE", f"/{club}/ladder/matches/{match}", None, 404, "no_such_match")


def begin(person, club, match):
    return do(person, "POST", f"/{club}/ladder/matches/{match}/game")["game"]


def resign(game, seats, loser):
    lines = [watch(person, game) for person in seats]
    contribute(*lines)
    play_each(lines)
    for _ in range(20):
        if "resign" in refresh(lines[loser])["actions"]:
            break
    expect(lines[loser].do("resign", game=game, level=1)["ok"])
    expect(lines[1 - loser].do("accept_resign", game=game)["ok"])


def test_games(server):
    """One game for a match, whoever clicks; its result counts, once, however the server ends."""
    club, (gil, hal, ida) = make(server, "Gil", "Hal", "Ida", reach=3)
    match = challenge(ida, club, gil)
    refused(hal, "POST", f"/{club}/ladder/matches/{match}/game", {}, 403, "not_yours")
    waiting = gil.socket()
    game = begin(ida, club, match)
    call = waiting.until(lambda m: m.get("type") == "turn")
    expect((call["game"], call["why"]) == (game, "joined"), call)
    server.kill()
    server.start()
    expect(begin(gil, club, match) == game == begin(ida, club, match), "one game")
    refused(gil, "DELETE", f"/{club}/ladder/matches/{match}", None, 409, "playing")
    # Nobody won: room for another.
    status, _, why = admin("end", game, "--data", server.data)
    expect(status == 0, why)
    wait_until(lambda: look(gil, club)["open"][0]["game"] is None, "the game to be gone")
    game = begin(gil, club, match)
    resign(game, (ida, gil), 1)
    server.kill()
    server.start()
    state = wait_until(lambda: not look(ida, club)["open"] and look(ida, club), "the result")
    expect([p["name"] for p in state["places"]] == ["Ida", "Gil", "Hal"], state["places"])
    expect(state["results"][0]["winner"] == ida.number and state["results"][0]["score"][0] >= 1, state["results"])
    seq = state["seq"]
    for _ in range(2):
        server.kill()
        server.start()
        expect(look(ida, club)["seq"] == seq, "counted once")
    won = [line for line in do(ida, "GET", f"/{club}/log")["log"] if line["what"] == "won"]
    expect([(line["by"], line["about"], line["rank"]) for line in won] == [(None, ["Ida", "Gil"], [3, 1])], won)
    refused(ida, "POST", f"/{club}/ladder/matches/{match}/game", {}, 409, "decided")
    # Lost between the click and the game: another is made.
    match = challenge(hal, club, gil)
    first = begin(hal, club, match)
    server.stop()
    change(server, "DELETE FROM games WHERE id = ?", first)
    server.start()
    second = begin(gil, club, match)
    expect(second != first and begin(hal, club, match) == second)
    # A director's result is not undone by the game that goes on.
    expect([p["name"] for p in look(hal, club)["places"]] == ["Ida", "Gil", "Hal"])


def change(server, sql, *values):
    database = sqlite3.connect(server.data)
    database.execute(sql, values)
    database.commit()
    database.close()


def test_time(server):
    """A match that nobody plays for two weeks lapses; one who does not play leaves the ladder."""
    club, (ole, pia, rex) = make(server, "Ole", "Pia", "Rex", idle_days=30)
    match = challenge(rex, club, pia)
    server.stop()
    change(server, "UPDATE club_matches SET time = time - ? WHERE club = ?", 13 * DAY, club)
    change(server, "UPDATE club_members SET played = played - ? WHERE club = ? AND person <> ?", 31 * DAY, club, "")
    server.start()
    state = look(ole, club)
    # Ole has not played; the two others have a match.
    expect([p["name"] for p in state["places"]] == ["Pia", "Rex"] and len(state["open"]) == 1, state)
    server.stop()
    change(server, "UPDATE club_matches SET time = time - ? WHERE club = ?", 2 * DAY, club)
    server.start()
    # Nobody looks: the server's clock does it, and those who watch the club learn of it.
    wait_until(lambda: do(ole, "GET", f"/{club}/log")["log"][0]["what"] == "idle"
               and len([1 for line in do(ole, "GET", f"/{club}/log")["log"] if line["what"] == "idle"]) == 3)
    state = look(ole, club)
    expect(state["places"] == [] and state["open"] == [], state)
    expect((state["results"][0]["match"], state["results"][0]["state"]) == (match, "off"), state["results"])
    whats = [line["what"] for line in do(ole, "GET", f"/{club}/log")["log"]]
    expect(whats[:4] == ["idle", "idle", "lapsed", "idle"], whats)
    do(ole, "POST", f"/{club}/ladder", {"on": True})
    expect(order(ole, club) == ["Ole"])


def main():
    server = Server("--limit", "0")
    try:
        for test in (test_places, test_directors, test_games, test_time):
            test(server)
            print(test.__name__)
        assert server.stop() == 0, server.log[-5:]
        assert not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()


if __name__ == "__main__":
    main()
