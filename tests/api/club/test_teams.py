#!/usr/bin/env python3
"""Matches of two teams: line-ups that stay secret until both are in, boards played here or told by both captains,
rounds with substitutes, results that count once however the server ends; forged results, players in both teams,
captains and directors beyond their rights."""
import csv
import io

from support.desk import admin
from support.expect import expect
from support.server import Server
from support.waiting import wait_until
from support.wire import Person
from test_clubs import account, do, founded, number_of, refused, set_role
from test_ladder import change, resign

HOUR = 3600 * 1000


def look(person, club, team):
    return do(person, "GET", f"/{club}/teams/{team}")


def make(server, prefix, **more):
    """A club of a director and two teams of three, boards for two; -> club, director, teams, number."""
    director = account(server, f"{prefix} boss")
    club = founded(director, f"Teams of {prefix}")
    teams = [[account(server, f"{prefix}{side}{i}") for i in range(3)] for side in "AB"]
    for person in teams[0] + teams[1]:
        do(person, "POST", f"/{club}/members")
        person.number = number_of(person, club)
    made = do(director, "POST", f"/{club}/teams", plan(teams, **more))
    return club, director, teams, made["team"]


def plan(teams, **more):
    return {"teams": [{"name": f"Team {side}", "captain": players[0].number,
                       "members": [p.number for p in players]} for side, players in zip("AB", teams)],
            "boards": 2, "length": 1, **more}


def line_up(person, club, team, players, **more):
    return do(person, "POST", f"/{club}/teams/{team}/lineup", {"members": [p.number for p in players], **more})


def tell(person, club, team, board, winner, points=0):
    return do(person, "POST", f"/{club}/teams/{team}/boards/{board}/result",
              {"winner": winner.number, "points": points})


def test_making(server):
    club, boss, teams, team = make(server, "Mk")
    (a, a1, _), (b, b1, _) = teams
    stranger = account(server, "Mk stranger")
    refused(a, "POST", f"/{club}/teams", plan(teams), 403, "not_director")
    good = plan(teams)
    for wrong in ({"boards": 1}, {"boards": 11}, {"boards": 4}, {"length": 0}, {"length": 26}, {"rounds": 6},
                  {"hours": 0}, {"step_s": -1}, {"reserve_s": "9"}, {"teams": good["teams"][:1]}, {"teams": 3},
                  {"teams": [good["teams"][0], {**good["teams"][1], "captain": a.number}]},
                  {"teams": [good["teams"][0], {**good["teams"][1], "name": "x\ny"}]},
                  {"teams": [good["teams"][0], {**good["teams"][1], "members": [b.number, b.number]}]},
                  {"teams": [good["teams"][0], {**good["teams"][1], "members": [b.number, -4]}]}):
        refused(boss, "POST", f"/{club}/teams", {**good, **wrong}, 422, "bad_team")
    both = {**good["teams"][1], "members": [b.number, a1.number]}
    refused(boss, "POST", f"/{club}/teams", {**good, "teams": [good["teams"][0], both]}, 409, "in_both")
    gone = {**good["teams"][1], "members": [b.number, 9999]}
    refused(boss, "POST", f"/{club}/teams", {**good, "teams": [good["teams"][0], gone]}, 409, "gone")
    state = look(Person(server.port), club, team)
    expect((state["names"], state["state"], state["given"]) == (["Team A", "Team B"], "open", [False, False]), state)
    expect(state["captains"] == [a.number, b.number] and state["me"]["captain"] is None, state)
    expect([t["team"] for t in do(stranger, "GET", f"/{club}/teams")["teams"]] == [team])
    refused(stranger, "GET", f"/{club}/teams/99999", None, 404, "no_such_team")
    # Line-ups: one's own team only, its own players, each once, a secret until both are in.
    path = f"/{club}/teams/{team}/lineup"
    refused(stranger, "POST", path, {"members": [a.number, a1.number]}, 403, "not_member")
    refused(a1, "POST", path, {"members": [a.number, a1.number]}, 403, "not_yours")
    refused(b, "POST", path, {"members": [a.number, a1.number], "side": 0}, 403, "not_yours")
    refused(boss, "POST", path, {"members": [a.number, a1.number], "side": 0}, 409, "early")
    for wrong in ([a.number], [a.number, a.number], [a.number, b.number], [a.number, "x"], 3, None):
        refused(a, "POST", path, {"members": wrong}, 422, "bad_lineup")
    for side in (2, -1, "0"):
        refused(a, "POST", path, {"members": [a.number, a1.number], "side": side}, 400, "bad_request")
    expect(line_up(a, club, team, [a, a1])["lineups"][0] is not None)
    for person in (b, boss, a1, Person(server.port)):
        state = look(person, club, team)
        expect(state["lineups"] == [None, None] and state["given"] == [True, False], state)
    line_up(a, club, team, [a1, a])
    state = line_up(b, club, team, [b, b1])
    expect([m["members"] for m in state["results"]] == [[a1.number, b.number], [a.number, b1.number]], state)
    expect([p["member"] for p in look(boss, club, team)["lineups"][0]] == [a1.number, a.number])
    for captain in (a, b):
        refused(captain, "POST", path, {"members": [captain.number, a1.number]}, 409, "open")
    # Results: both captains say the same, or a director who is in neither team.
    board = f"/{club}/teams/{team}/boards/1/result"
    good = {"winner": a1.number, "points": 0}
    refused(a1, "POST", board, good, 403, "not_yours")
    refused(stranger, "POST", board, good, 403, "not_member")
    for wrong in ({"winner": a.number}, {"points": 1}, {"points": -1}, {"points": None}, {"winner": "x"}):
        refused(a, "POST", board, {**good, **wrong}, 422, "bad_result")
    refused(a, "POST", f"/{club}/teams/{team}/boards/3/result", good, 404, "no_such_board")
    state = tell(a, club, team, 1, a1)
    expect(state["results"][0]["told"] == [{"winner": a1.number, "points": 0}, None], state)
    refused(a, "POST", board, {**good, "winner": b.number}, 409, "told")
    expect(state["won"] == [0, 0])
    state = tell(b, club, team, 1, a1)
    expect((state["won"], state["points"], state["state"]) == ([1, 0], [1, 0], "open"), state)
    seq = state["seq"]
    expect(tell(b, club, team, 1, a1)["seq"] == seq, "told again")
    refused(b, "POST", board, {**good, "winner": b.number}, 409, "decided")
    # A director's rights end at his team.
    set_role(boss, club, a1.number, "director")
    refused(a1, "POST", f"/{club}/teams/{team}/boards/2/result", {"winner": a.number, "points": 0}, 403, "not_yours")
    refused(a1, "DELETE", f"/{club}/teams/{team}", None, 403, "not_yours")
    refused(b, "DELETE", f"/{club}/teams/{team}", None, 403, "not_director")
    state = tell(boss, club, team, 2, b1)
    # One board each, one point each.
    expect((state["state"], state["won"], state["winner"]) == ("over", [1, 1], None), state)
    refused(boss, "DELETE", f"/{club}/teams/{team}", None, 409, "decided")
    text = Person(server.port).raw("GET", f"/api/clubs/{club}/teams/{team}/boards.csv")[2].decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    expect([(r["board"], r["first"], r["points_1"], r["points_2"]) for r in rows]
           == [("1", "MkA1", "1", "0"), ("2", "MkA0", "0", "1")], rows)
    # Another club's director, and its number.
    other, vic, _, its = make(server, "Ot")
    refused(boss, "DELETE", f"/{other}/teams/{its}", None, 403, "not_director")
    refused(vic, "DELETE", f"/{club}/teams/{team}", None, 403, "not_director")
    expect(do(vic, "DELETE", f"/{other}/teams/{its}")["state"] == "off")
    # Twenty at once.
    for _ in range(20):
        do(boss, "POST", f"/{club}/teams", plan(teams))
    refused(boss, "POST", f"/{club}/teams", plan(teams), 409, "too_many")


def test_rounds(server):
    """Substitutes between rounds, deadlines, a player who left; a tie is broken by points."""
    club, boss, teams, team = make(server, "Ro", rounds=2, length=3)
    (a, a1, a2), (b, b1, b2) = teams
    line_up(a, club, team, [a, a1])
    line_up(b, club, team, [b, b1])
    tell(boss, club, team, 1, a, 2)
    state = tell(boss, club, team, 2, a1)
    expect((state["round"], state["given"], state["lineups"]) == (2, [False, False], [None, None]), state)
    # Removed players cannot be lined up; late line-ups are a director's.
    do(boss, "PATCH", f"/{club}/members/{b2.number}", {"role": "gone"})
    path = f"/{club}/teams/{team}/lineup"
    refused(b, "POST", path, {"members": [b.number, b2.number]}, 409, "gone")
    line_up(a, club, team, [a2, a])
    server.stop()
    change(server, "UPDATE club_teams SET until = until - ? WHERE club = ?", 49 * HOUR, club)
    server.start()
    expect(look(b, club, team)["lineups"][0] is not None, "late, it is open")
    refused(b, "POST", path, {"members": [b.number, b1.number]}, 409, "late")
    refused(a, "POST", path, {"members": [a.number, a1.number]}, 409, "late")
    refused(boss, "POST", path, {"side": 0, "members": [a.number, a1.number]}, 409, "early")
    state = line_up(boss, club, team, [b1, b], side=1)
    expect([m["board"] for m in state["results"]] == [1, 2, 11, 12], state["results"])
    # A player leaves: no game any more; a director decides.
    do(boss, "PATCH", f"/{club}/members/{a2.number}", {"role": "banned"})
    refused(b1, "POST", f"/{club}/teams/{team}/boards/11/game", {}, 409, "gone")
    tell(boss, club, team, 11, b1, 1)
    state = tell(boss, club, team, 12, b, 0)
    expect((state["won"], state["points"], state["winner"]) == ([2, 2], [7, 8], 1), state)


def test_games(server):
    """One game for a board, whoever clicks; its result counts, once, however the server ends."""
    club, boss, teams, team = make(server, "Ga", reserve_s=60, step_s=5)
    (a, a1, a2), (b, b1, _) = teams
    line_up(a, club, team, [a, a1])
    line_up(b, club, team, [b, b1])
    path = f"/{club}/teams/{team}/boards/1/game"
    refused(a2, "POST", path, {}, 403, "not_yours")
    refused(boss, "POST", path, {}, 403, "not_yours")
    game = do(a, "POST", path)["game"]
    server.kill()
    server.start()
    expect(do(b, "POST", path)["game"] == game == do(a, "POST", path)["game"], "one game")
    # Nobody won: room for another.
    status, _, why = admin("end", game, "--data", server.data)
    expect(status == 0, why)
    wait_until(lambda: look(a, club, team)["results"][0]["game"] is None, "the game to be gone")
    game = do(b, "POST", path)["game"]
    state = a.ask("GET", f"/api/games/{game}")[1]
    expect(state["rules"]["match_length"] == 1, state["rules"])
    resign(game, (a, b), 1)
    server.kill()
    server.start()
    state = wait_until(lambda: look(a, club, team)["results"][0]["over"] and look(a, club, team), "the result")
    expect((state["results"][0]["winner"], state["won"], state["points"]) == (a.number, [1, 0], [1, 0]), state)
    seq = state["seq"]
    for _ in range(2):
        server.kill()
        server.start()
        expect(look(a, club, team)["seq"] == seq, "counted once")
    won = [line for line in do(a, "GET", f"/{club}/log")["log"] if line["what"] == "board_won"]
    expect([(line["by"], line["about"]) for line in won] == [(None, ["GaA0", "GaB0"])], won)
    refused(a, "POST", path, {}, 409, "decided")
    # Called off during a game: its result is of no account.
    game = do(a1, "POST", f"/{club}/teams/{team}/boards/2/game")["game"]
    expect(do(boss, "DELETE", f"/{club}/teams/{team}")["state"] == "off")
    refused(a1, "POST", f"/{club}/teams/{team}/boards/2/game", {}, 409, "decided")
    resign(game, (a1, b1), 0)
    server.kill()
    server.start()
    state = look(a, club, team)
    expect((state["won"], state["winner"], state["state"]) == ([1, 0], None, "off"), state)


def late(server, club):
    """The boards' time is over; the server looks at its start."""
    server.stop()
    change(server, "UPDATE club_teams SET boards_until = boards_until - ? WHERE club = ?", 25 * HOUR, club)
    server.start()


def result(person, club, team, board):
    return next(one for one in look(person, club, team)["results"] if one["board"] == board)


def test_time(server):
    """Boards that nobody begins in time: one captain's word counts, else they are nobody's; a director opens them
    again, with more time, and decides; a game that has begun is played to its end."""
    club, boss, teams, team = make(server, "Ti", rounds=2, hours=2, board_hours=24)
    (a, a1, _), (b, b1, _) = teams
    for wrong in (-1, 1441, "1", None, 1.5):
        refused(boss, "POST", f"/{club}/teams", plan(teams, board_hours=wrong), 422, "bad_team")
    line_up(a, club, team, [a, a1])
    state = line_up(b, club, team, [b, b1])
    expect(state["boards_until"] >= state["time"] + 24 * HOUR and state["board_hours"] == 24, state)
    game = do(a1, "POST", f"/{club}/teams/{team}/boards/2/game")["game"]
    late(server, club)
    state = wait_until(lambda: result(a, club, team, 1)["over"] and look(a, club, team), "the first board to lapse")
    expect([(r["over"], r["winner"], r["score"]) for r in state["results"]] == [(True, None, None), (False, None, None)],
           state["results"])
    expect((state["won"], state["points"], state["round"]) == ([0, 0], [0, 0], 1), state)
    lapsed = [line for line in do(a, "GET", f"/{club}/log")["log"] if line["what"] == "board_off"]
    expect([(line["by"], line["about"]) for line in lapsed] == [(None, ["TiA0", "TiB0"])], lapsed)
    # The game goes on; the other board is a director's to open, who is in neither team.
    expect(do(b1, "POST", f"/{club}/teams/{team}/boards/2/game")["game"] == game)
    refused(a, "POST", f"/{club}/teams/{team}/boards/1/game", {}, 409, "decided")
    undo = f"/{club}/teams/{team}/boards/1/undo"
    refused(a, "POST", undo, {}, 403, "not_director")
    set_role(boss, club, a1.number, "director")
    refused(a1, "POST", undo, {}, 403, "not_yours")
    for wrong in (0, 337, "4", None):
        refused(boss, "POST", undo, {"hours": wrong}, 422, "bad_team")
    refused(boss, "POST", f"/{club}/teams/{team}/boards/9/undo", {}, 404, "no_such_board")
    state = do(boss, "POST", undo, {"hours": 5})
    expect(not state["results"][0]["over"] and state["boards_until"] > state["time"] + 4 * HOUR, state)
    seq = state["seq"]
    expect(do(boss, "POST", undo, {"hours": 5})["seq"] == seq, "repeated")
    # One captain's word counts when the time is over; the last board begins the next round.
    resign(game, (a1, b1), 1)
    wait_until(lambda: result(a, club, team, 2)["over"], "the result of the game")
    refused(boss, "POST", f"/{club}/teams/{team}/boards/2/undo", {}, 409, "played")
    tell(b, club, team, 1, b)
    refused(a, "POST", f"/{club}/teams/{team}/boards/1/result", {"winner": None}, 422, "bad_result")
    late(server, club)
    state = wait_until(lambda: look(a, club, team)["round"] == 2 and look(a, club, team), "the next round")
    expect((state["won"], state["boards_until"], state["given"]) == ([1, 1], None, [False, False]), state)
    # Back to the round before, with its line-ups, unless the next has one.
    state = do(boss, "POST", undo)
    expect((state["round"], state["won"], state["given"]) == (1, [1, 0], [True, True]), state)
    expect([p["member"] for p in state["lineups"][0]] == [a.number, a1.number], state["lineups"])
    state = do(boss, "POST", f"/{club}/teams/{team}/boards/1/result", {"winner": None})
    expect((state["round"], state["won"], state["results"][0]["over"]) == (2, [1, 0], True), state)
    line_up(a, club, team, [a, a1])
    refused(boss, "POST", undo, {}, 409, "later")
    # The captains do not agree: it waits for a director. The end of a match is taken back too.
    line_up(b, club, team, [b, b1])
    tell(a, club, team, 11, a)
    tell(b, club, team, 11, b)
    late(server, club)
    wait_until(lambda: result(a, club, team, 12)["over"], "the last board to lapse")
    expect(not result(a, club, team, 11)["over"])
    refused(b1, "POST", f"/{club}/teams/{team}/boards/11/game", {}, 403, "not_yours")
    refused(b, "POST", f"/{club}/teams/{team}/boards/11/game", {}, 409, "late")
    state = tell(boss, club, team, 11, b)
    expect((state["state"], state["won"]) == ("over", [1, 1]), state)
    state = do(boss, "POST", f"/{club}/teams/{team}/boards/11/undo")
    expect((state["state"], state["ended"], state["won"], state["round"]) == ("open", None, [1, 0], 2), state)
    tell(boss, club, team, 11, a)
    expect(look(a, club, team)["winner"] == 0)
    # However the server ends, nothing is counted twice.
    seq = look(a, club, team)["seq"]
    server.kill()
    server.start()
    expect(look(a, club, team)["seq"] == seq)
    expect(do(boss, "DELETE", f"/{club}/teams/{do(boss, 'POST', f'/{club}/teams', plan(teams))['team']}")["state"] == "off")


def main():
    server = Server("--limit", "0")
    try:
        for test in (test_making, test_rounds, test_games, test_time):
            test(server)
            print(test.__name__)
        assert server.stop() == 0, server.log[-5:]
        assert not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()


if __name__ == "__main__":
    main()
