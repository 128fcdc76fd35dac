#!/usr/bin/env python3
"""When the two of a league meet: proposed by one, agreed by the other, called off by either, set by the
director; over a kill right after the answer; in the calendars of both; and what nobody else may do."""
import time

from support.expect import expect
from support.server import Server
from support.wire import Person
from test_calendar import moment, read
from test_tournaments import account, do, enter_names, look, made, refused

HOUR = 3600000


def restart(server, *people):
    server.kill()
    server.start()
    for person in people:
        person.go_to(server.port)


def own_events(person):
    _, events, _ = read(Person(person.port), person.ask("GET", "/api/calendar")[1]["url"])
    return {e["SUMMARY"]: e for e in events}


def test_meeting(server):
    director = account(server, "Dora")
    ann, bob, cid = (account(server, name, f"127.0.0.{71 + i}") for i, name in enumerate(("Ann", "Bob", "Cid")))
    everybody = (director, ann, bob, cid)
    event = made(director, kind="league", deadline_h=168, lengths=[1], online=True, seeding="order")
    for person in (ann, bob, cid):
        do(person, "POST", event, "/players")
    enter_names(director, event, "Eva")
    when = (int(time.time()) + 86400) * 1000
    refused(ann, "POST", event, "/matches/0/time", {"time": when}, 404, "no_such_match")
    do(director, "POST", event, "/start")
    state = look(ann, event)
    expect(all(m["meeting"] is None and (m["last"] is not None) == m["open"] for m in state["matches"]), state["matches"])
    early = next(m for m in state["matches"] if sorted(m["players"]) == [0, 1])
    if early["open"]:  # the two who do not meet in round 1
        early = next(m for m in state["matches"] if sorted(m["players"]) == [0, 2])
    other = bob if 1 in early["players"] else cid
    third = cid if other is bob else bob
    path = f"/matches/{early['match']}/time"
    expect(not early["open"], early)
    for body in ({}, {"time": None}, {"time": "tomorrow"}, {"time": 1.5}, {"time": -1}, {"time": 10 ** 15},
                 {"time": int(time.time() * 1000) - HOUR}, {"time": when + 30 * 24 * HOUR}):
        refused(ann, "POST", event, path, body, 422, "bad_time")
    refused(third, "POST", event, path, {"time": when}, 403, "not_yours")
    refused(third, "DELETE", event, path, None, 403, "not_yours")
    refused(ann, "DELETE", event, path, None, 409, "no_time")
    status, answer = Person(server.port).ask("POST", f"/api/tournaments/{event}{path}", {"time": when})
    expect(status == 403 and answer["error"]["code"] == "guest", status, answer)

    def meeting(person):
        return look(person, event)["matches"][early["match"]]

    do(ann, "POST", event, path, {"time": when})
    restart(server, *everybody)
    mine = meeting(ann)
    expect(mine["meeting"] == {"time": when, "by": 0, "agreed": False} and not mine["open"], mine)
    before = look(ann, event)["seq"]
    do(ann, "POST", event, path, {"time": when})
    expect(look(ann, event)["seq"] == before, "said again: nothing new")
    expect(not any("match against" in name for name in own_events(ann)), "not agreed yet")
    refused(ann, "POST", event, path.replace("time", "game"), {}, 409, "not_open")
    answer = do(other, "POST", event, path, {"time": when})
    restart(server, *everybody)
    mine = meeting(other)
    expect(mine == answer["matches"][early["match"]], mine, answer)
    expect(mine["meeting"] == {"time": when, "by": 0, "agreed": True} and mine["open"], mine)
    expect(mine["last"] == mine["opened"] + 168 * HOUR, mine)
    seq = look(ann, event)["seq"]
    do(other, "POST", event, path, {"time": when})
    do(ann, "POST", event, path, {"time": when})
    expect(look(ann, event)["seq"] == seq, "agreed again: nothing new")
    news = do(ann, "GET", event, f"?after={before}")["matches"]
    expect([m["match"] for m in news] == [early["match"]], news)
    # In the calendar of both, beside the last moment, and of nobody else.
    for person, name in ((ann, other.name), (other, "Ann")):
        one = own_events(person)[f"Thursday: match against {name}"]
        expect(moment(one["DTSTART"]) == when // 1000 * 1000 and one["STATUS"] == "CONFIRMED", one)
        expect(f"Thursday: last moment to begin against {name}" in own_events(person), own_events(person))
        expect(one["UID"] == f"{event}-{early['match']}-meeting@alea", one)
    expect(not any("match against" in name for name in own_events(third)), "a match of others")
    # Later than the deadline: until then it is open, even if called off.
    later = mine["opened"] + 168 * HOUR + 10 * 24 * HOUR
    do(other, "POST", event, path, {"time": later})
    mine = meeting(ann)
    expect(mine["meeting"] == {"time": later, "by": early["players"][early["players"].index(0) ^ 1], "agreed": False},
           mine)
    do(ann, "POST", event, path, {"time": later})
    expect(meeting(ann)["last"] == later, meeting(ann))
    do(ann, "DELETE", event, path)
    mine = meeting(ann)
    expect(mine["meeting"] is None and mine["open"] and mine["last"] == later, mine)
    # The director sets it, and plays in no match of it; the log has all of it.
    do(director, "POST", event, path, {"time": when})
    restart(server, *everybody)
    mine = meeting(ann)
    expect(mine["meeting"] == {"time": when, "by": None, "agreed": True}, mine)
    events = do(ann, "GET", event, "/log?limit=1000")["events"]
    words = [(e["by"], e["what"]["event"]) for e in events if e["what"].get("match") == early["match"]]
    expect(words == [("Ann", "proposed"), (other.name, "agreed"), (other.name, "proposed"), ("Ann", "agreed"),
                     ("Ann", "called_off"), ("Dora", "proposed")], words)
    # It can be played now, though older matches wait; its result ends the meeting.
    status, game = ann.ask("POST", f"/api/tournaments/{event}/matches/{early['match']}/game", {})
    expect(status == 201, status, game)
    for person in (ann, other):
        do(person, "POST", event, f"/matches/{early['match']}/result", {"winner": 0})
    mine = meeting(ann)
    expect(mine["outcome"] == "played" and mine["meeting"] is None and mine["last"] is None, mine)
    expect(not any("match against" in name for name in own_events(ann)), "it is over")
    refused(ann, "POST", event, path, {"time": when}, 409, "decided")
    # Proposals come to an end.
    first = next(m for m in look(ann, event)["matches"] if m["open"] and 0 in m["players"])
    for i in range(10):
        do(ann, "POST", event, f"/matches/{first['match']}/time", {"time": when + i})
    refused(ann, "POST", event, f"/matches/{first['match']}/time", {"time": when + HOUR}, 409, "too_often")


def test_weeks(server):
    """The week of a round: said in advance of every match, in the calendar too, over a kill."""
    director, ann, bob = account(server, "Wanda"), account(server, "Xenia", "127.0.0.91"), account(server, "Yves", "127.0.0.92")
    body = {"plan": {"name": "T", "kind": "league", "lengths": [1], "week_h": 168, "deadline_h": 24}}
    status, answer = director.ask("POST", "/api/tournaments", body)
    expect((status, answer["error"]["code"]) == (422, "bad_plan"), status, answer)
    event = made(director, kind="league", week_h=168, lengths=[1], online=True, seeding="order")
    for person in (ann, bob):
        do(person, "POST", event, "/players")
    enter_names(director, event, "Zoe", "Zac")
    expect(look(ann, event)["started"] is None, "not started")
    do(director, "POST", event, "/start")
    restart(server, director, ann, bob)
    state = look(ann, event)
    week = 168 * HOUR
    for m in state["matches"]:
        expect(m["last"] == (state["started"] + m["round"] * week if m["open"] else None), m, state["started"])
    ends = [moment(e["DTSTART"]) for name, e in own_events(ann).items() if "last moment" in name]
    expect(sorted(ends) == [(state["started"] + k * week) // 1000 * 1000 for k in (1, 2, 3)], ends, state["started"])


def test_elsewhere(server):
    director = account(server, "Gerda")
    event = made(director, kind="single")
    enter_names(director, event, "A", "B")
    do(director, "POST", event, "/start")
    refused(director, "POST", event, "/matches/0/time", {"time": int(time.time() * 1000) + HOUR}, 409, "not_now")


def main():
    server = Server("--limit", "320")
    try:
        for test in (test_meeting, test_weeks, test_elsewhere):
            test(server)
            print(test.__name__)
        assert server.stop() == 0, server.log[-5:]
        assert not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()


if __name__ == "__main__":
    main()
