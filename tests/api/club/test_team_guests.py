#!/usr/bin/env python3
"""Matches of teams of two clubs: invited, accepted and played, each with players of its own list; a director who
names members of another club, rights beyond one's own club, a member removed and a club removed in mid-season."""
from support.expect import expect
from support.server import Server
from support.wire import Person
from test_clubs import account, do, founded, number_of, refused
from test_teams import line_up, look, plan, tell


def club_of(server, prefix):
    """-> club, its director, three members with their numbers in it."""
    boss = account(server, f"{prefix} boss")
    club = founded(boss, f"Club of {prefix}")
    members = [account(server, f"{prefix}{i}") for i in range(3)]
    for person in members:
        do(person, "POST", f"/{club}/members")
        person.number = number_of(person, club)
    return club, boss, members


def invite(boss, club, home, guest, **more):
    body = {**plan([home, home]), **more}
    body["teams"][1] = {"club": guest}
    return do(boss, "POST", f"/{club}/teams", body)["team"]


def side(players, name="Guests"):
    return {"name": name, "captain": players[0].number, "members": [p.number for p in players]}


def accept(boss, club, team, players):
    return do(boss, "POST", f"/{club}/teams/{team}/accept", side(players))


def visitors(state, players):
    """The numbers that the host gives to players of the other club."""
    named = {one["name"]: one["member"] for one in state["rosters"][1]}
    return [named[p.name] for p in players]


def test_consent(server, a, b):
    """Nobody of a club is named by another; only its own director accepts; one invitation at a time."""
    (club, boss, home), (other, vic, away) = a, b
    good = plan([home, away])
    for wrong in ({"club": other, "members": [p.number for p in away]}, {"club": club}, {"club": 7},
                  {"club": other, "name": "X"}):
        refused(boss, "POST", f"/{club}/teams", {**good, "teams": [good["teams"][0], wrong]}, 422, "bad_team")
    nobody = {**good, "teams": [good["teams"][0], {"club": "aaaaaaaaaaaa"}]}
    refused(boss, "POST", f"/{club}/teams", nobody, 409, "no_such_club")
    team = invite(boss, club, home, other)
    again = {**good, "teams": [good["teams"][0], {"club": other}]}
    refused(boss, "POST", f"/{club}/teams", again, 409, "asked")
    state = look(vic, club, team)
    expect((state["state"], state["guest"], state["rosters"][1], state["me"]["accepts"])
           == ("asked", other, [], True), state)
    listed = do(vic, "GET", f"/{other}/teams")["teams"]
    expect([(one["club"], one["team"]) for one in listed] == [(club, team)], listed)
    path = f"/{club}/teams/{team}"
    for person, status, code in ((boss, 403, "not_director"), (away[0], 403, "not_director"),
                                 (home[0], 403, "not_director"), (Person(server.port), 403, "guest")):
        refused(person, "POST", path + "/accept", side(away), status, code)
    refused(home[0], "POST", path + "/lineup", {"members": [home[0].number, home[1].number]}, 409, "asked")
    # Members of one's own club alone, enough of them.
    refused(vic, "POST", path + "/accept", side(away[:1]), 422, "bad_team")
    refused(vic, "POST", path + "/accept", {**side(away), "members": [away[0].number, 4711]}, 409, "gone")
    expect(do(vic, "DELETE", path)["state"] == "off", "declined")
    refused(vic, "POST", path + "/accept", side(away), 409, "decided")
    refused(vic, "DELETE", path, None, 403, "not_director")


def test_match(server, a, b):
    """From the invitation to the end; the guests' captain has no right but to his team's."""
    (club, boss, home), (other, vic, away) = a, b
    team = invite(boss, club, home, other)
    path = f"/{club}/teams/{team}"
    state = accept(vic, club, team, away)
    expect((state["state"], state["names"][1]) == ("open", "Guests"), state)
    there = visitors(state, away)
    expect(state["captains"][1] == there[0] and do(boss, "GET", f"/{club}")["members"] == 4, "no new members", state)
    expect([line["what"] for line in do(boss, "GET", f"/{club}/log")["log"]][:2]
           == ["teams_accepted", "teams_invited"], "the log")
    refused(vic, "POST", path + "/accept", side(away), 409, "decided")
    for person, rest in ((away[0], "/news"), (vic, "/news")):
        refused(person, "POST", f"/{club}{rest}", {"text": "x"}, 403, "not_director")
    refused(vic, "POST", path + "/lineup", {"side": 1, "members": there[:2]}, 403, "not_member")
    refused(away[1], "POST", path + "/lineup", {"members": there[:2]}, 403, "not_yours")
    expect(look(away[0], club, team)["me"]["captain"] == 1, "the captain")
    status, answer = boss.ask("PATCH", f"/api/clubs/{club}/members/{there[0]}", {"role": "member"})
    expect(status == 409, "a visitor was made a member", answer)
    do(away[0], "POST", path + "/lineup", {"members": there[:2]})
    expect(look(home[0], club, team)["lineups"][1] is None, "secret")
    server.kill()
    server.start()
    state = line_up(home[0], club, team, home[:2])
    expect([m["names"] for m in state["results"]] == [[home[i].name, away[i].name] for i in range(2)], state)
    game = do(away[0], "POST", path + "/boards/1/game")["game"]
    expect(do(home[0], "POST", path + "/boards/1/game")["game"] == game, "one game")
    refused(vic, "POST", path + "/boards/2/result", {"winner": there[1], "points": 0}, 403, "not_member")
    refused(away[1], "POST", path + "/boards/2/result", {"winner": there[1], "points": 0}, 403, "not_yours")
    for captain in (away[0], home[0]):
        state = do(captain, "POST", path + "/boards/2/result", {"winner": there[1], "points": 0})
    expect(state["won"] == [0, 1], state)
    refused(vic, "DELETE", path, None, 403, "not_director")
    expect(do(boss, "DELETE", path)["state"] == "off")


def test_removed(server, a, b):
    """A member removed from his club plays for it no more, and a captain has no say; nor a club that is removed."""
    (club, boss, home), (other, vic, away) = a, b
    team = invite(boss, club, home, other)
    path = f"/{club}/teams/{team}"
    there = visitors(accept(vic, club, team, away), away)
    do(vic, "PATCH", f"/{other}/members/{away[2].number}", {"role": "gone"})
    refused(away[0], "POST", path + "/lineup", {"members": [there[0], there[2]]}, 409, "gone")
    do(away[0], "POST", path + "/lineup", {"members": there[:2]})
    line_up(home[0], club, team, home[:2])
    do(vic, "PATCH", f"/{other}/members/{away[0].number}", {"role": "gone"})
    refused(away[0], "POST", path + "/boards/1/game", {}, 403, "not_member")
    refused(home[0], "POST", path + "/boards/1/game", {}, 409, "gone")
    refused(away[0], "POST", path + "/boards/2/result", {"winner": there[1], "points": 0}, 403, "not_member")
    # Nor if he is a member of the club that runs the match.
    do(away[0], "POST", f"/{club}/members")
    refused(away[0], "POST", path + "/boards/2/result", {"winner": there[1], "points": 0}, 403, "not_yours")
    do(boss, "PATCH", f"/{club}/members/{there[0]}", {"role": "gone"})
    # The host's ban counts too.
    do(boss, "PATCH", f"/{club}/members/{there[1]}", {"role": "banned"})
    refused(away[1], "POST", path + "/boards/2/game", {}, 403, "not_member")
    refused(home[1], "POST", path + "/boards/2/game", {}, 409, "gone")
    do(boss, "PATCH", f"/{club}/members/{there[1]}", {"role": "gone"})
    do(away[1], "POST", path + "/boards/2/game")
    tell(boss, club, team, 1, home[0])
    # A club that is removed: an invitation to it, and a match.
    do(boss, "DELETE", path)
    for person in (away[0], away[2]):
        do(person, "POST", f"/{other}/members")
    team = invite(boss, club, home, other)
    path = f"/{club}/teams/{team}"
    do(vic, "DELETE", f"/{other}")
    refused(vic, "POST", path + "/accept", side(away), 403, "not_director")
    do(vic, "POST", f"/{other}/restore")
    accept(vic, club, team, away)
    do(vic, "DELETE", f"/{other}")
    refused(away[0], "POST", path + "/lineup", {"members": there[:2]}, 403, "not_member")
    line_up(home[0], club, team, home[:2])
    expect(do(boss, "DELETE", path)["state"] == "off")
    do(vic, "POST", f"/{other}/restore")
    team = invite(boss, club, home, other)
    do(boss, "DELETE", f"/{club}")
    refused(vic, "POST", f"/{club}/teams/{team}/accept", side(away), 409, "removed")


def main():
    server = Server("--limit", "0")
    try:
        clubs = club_of(server, "Ho"), club_of(server, "Gu")
        test_consent(server, *clubs)
        test_match(server, *clubs)
        test_removed(server, *clubs)
        assert server.stop() == 0, server.log[-5:]
        assert not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()


if __name__ == "__main__":
    main()
