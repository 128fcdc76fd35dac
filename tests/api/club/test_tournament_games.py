#!/usr/bin/env python3
"""Matches of a tournament that are games of the server: made by one click, their results coming
back by themselves, once, however the server ends; messages to those who watch."""
import sqlite3

from support.expect import expect
from support.honest import contribute, refresh, watch
from support.server import Server
from support.waiting import wait_until
from support.wire import Person
from test_club import lose, play_each
from test_tournaments import account, decide, do, enter_names, look, made, open_matches, refused


def await_decided(person, event, match):
    return wait_until(lambda: look(person, event)["matches"][match]["outcome"] is not None
                      and look(person, event), f"the result of match {match}")


def begin(person, event, match):
    status, answer = person.ask("POST", f"/api/tournaments/{event}/matches/{match}/game", {})
    expect(status in (200, 201), status, answer)
    return answer["game"]


def seats(game, *people):
    lines = [watch(person, game) for person in people]
    contribute(*lines)
    return lines


def test_click(server):
    """One game for a match, whoever clicks; its result is the match's."""
    director, ann, bob = account(server, "Dora"), account(server, "Ann"), account(server, "Bob")
    event = made(director, kind="single", lengths=[3], rated=True, clock="delay")
    for person in (ann, bob):
        do(person, "POST", event, "/players")
    state = do(director, "POST", event, "/start")
    match = open_matches(state)[0]
    path = f"/matches/{match['match']}/game"
    refused(director, "POST", event, path, {}, 403, "not_yours")
    refused(ann, "POST", event, "/matches/9/game", {}, 404, "no_such_match")
    waiting = bob.socket()
    game = begin(ann, event, 0)
    call = waiting.until(lambda m: m.get("type") == "turn")
    expect((call["game"], call["why"]) == (game, "joined"), call)
    expect(begin(bob, event, 0) == game == begin(ann, event, 0), "one game")
    seen = look(Person(server.port), event)["matches"][0]
    expect(seen["game"] == game and seen["open"], seen)
    shown = ann.ask("GET", f"/api/games/{game}")[1]
    expect(shown["rules"]["match_length"] == 3 and shown["rated"], shown)
    expect([p["name"] for p in shown["players"]] == ["Ann", "Bob"], shown["players"])
    expect(shown["clock"]["reserve_ms"] == [360000, 360000], shown["clock"])
    lose(seats(game, ann, bob), 0)
    state = await_decided(ann, event, 0)
    match = state["matches"][0]
    expect((match["winner"], match["outcome"], state["stage"]) == (1, "played", "over"), match)
    expect(match["score"][1] >= 3 and match["score"][0] < 3, match)
    expect(state["winner"] == 1, state["winner"])
    refused(ann, "POST", event, path, {}, 409, "not_open")


def test_real_board(server, ann, bob):
    """Against somebody without an account, or where games are not wanted, there is none."""
    director = account(server, "Rita")
    event = made(director, kind="single")
    do(ann, "POST", event, "/players")
    enter_names(director, event, "At the bar")
    do(director, "POST", event, "/start")
    refused(ann, "POST", event, "/matches/0/game", {}, 409, "real_board")
    event = made(director, kind="single", online=False)
    for person in (ann, bob):
        do(person, "POST", event, "/players")
    do(director, "POST", event, "/start")
    refused(ann, "POST", event, "/matches/0/game", {}, 409, "real_board")


def test_aborted(server, ann, bob):
    """A game that nobody won makes room for another; a director's result is not undone by a game."""
    director = account(server, "Abel")
    event = made(director, kind="single", lengths=[1])
    for person in (ann, bob):
        do(person, "POST", event, "/players")
    do(director, "POST", event, "/start")
    first = begin(ann, event, 0)
    lines = seats(first, ann, bob)
    expect(lines[0].do("abort", game=first)["ok"], "abort")
    second = wait_until(lambda: begin(bob, event, 0) != first and begin(bob, event, 0), "a second game")
    expect(look(ann, event)["matches"][0]["game"] == second, second)
    lines = seats(second, ann, bob)
    play_each(lines)
    state = do(director, "POST", event, "/matches/0/result", {"winner": 0})
    lose(lines, 0)
    refused(ann, "POST", event, "/matches/0/game", {}, 409, "not_open")
    wait_until(lambda: not waiting_games(server, event), "the game is waited for no more")
    expect(look(ann, event)["matches"] == state["matches"], "the director's result stands")


def waiting_games(server, event):
    database = sqlite3.connect(server.data)
    try:
        return database.execute("SELECT game FROM tournament_games WHERE tournament = ? AND waits = 1",
                                (event,)).fetchall()
    finally:
        database.close()


def test_kills(server, ann, bob):
    """Killed at once after a click, and at once after the last move: one game, one result."""
    director = account(server, "Karl")
    for i in range(3):
        event = made(director, kind="league", lengths=[1], cycles=2)
        for person in (ann, bob):
            do(person, "POST", event, "/players")
        do(director, "POST", event, "/start")
        game = begin(ann, event, 0)
        server.kill()
        server.start()
        expect(begin(bob, event, 0) == game, "the same game after the kill")
        lines = seats(game, ann, bob)
        play_each(lines)
        for _ in range(20):
            if "resign" in refresh(lines[i % 2])["actions"]:
                break
        expect(lines[i % 2].do("resign", game=game, level=1)["ok"])
        expect(lines[1 - i % 2].do("accept_resign", game=game)["ok"])
        server.kill()
        server.start()
        state = await_decided(ann, event, 0)
        expect(state["matches"][0]["winner"] == 1 - i % 2, state["matches"][0])
        seq = state["seq"]
        server.kill()
        server.start()
        state = look(ann, event)
        expect(state["seq"] == seq and not waiting_games(server, event), state["seq"], seq)
        expect(state["matches"][1]["open"] and state["stage"] == "running", state["matches"])


def test_lost_between(server, ann, bob):
    """The server ended after the match had its game's identifier and before the game was made."""
    director = account(server, "Lena")
    event = made(director, kind="single", lengths=[1])
    for person in (ann, bob):
        do(person, "POST", event, "/players")
    do(director, "POST", event, "/start")
    first = begin(ann, event, 0)
    server.stop()
    database = sqlite3.connect(server.data)
    database.execute("DELETE FROM games WHERE id = ?", (first,))
    database.commit()
    database.close()
    server.start()
    second = begin(bob, event, 0)
    expect(second != first and begin(ann, event, 0) == second, first, second)
    expect(waiting_games(server, event) == [(second,)], waiting_games(server, event))


def test_topic(server):
    director, nobody = account(server, "Tom"), Person(server.port)
    event = made(director)
    line = nobody.socket()
    answer = line.do("tournament", tournament=event, on=True)
    expect(answer["ok"] and answer["seq"] == 1, answer)
    for fields, code in (({"tournament": "aaaaaaaaaaaa", "on": True}, "no_such_tournament"),
                         ({"tournament": 5, "on": True}, "no_such_tournament"),
                         ({"tournament": event}, "bad_command"), ({"tournament": event, "on": 1}, "bad_command")):
        answer = line.do("tournament", **fields)
        expect(answer["error"]["code"] == code, fields, answer)
    enter_names(director, event, "A", "B")
    told = [line.until(lambda m: m.get("type") == "tournament") for _ in range(2)]
    expect([(m["tournament"], m["seq"]) for m in told] == [(event, 2), (event, 3)], told)
    do(director, "PATCH", event, "", {"text": "At eight"})
    expect(line.until(lambda m: m.get("type") == "tournament")["seq"] == 3, "announced")
    expect(line.do("tournament", tournament=event, on=False)["ok"])
    enter_names(director, event, "C")
    expect(line.do("ping")["ok"] and sum(m.get("type") == "tournament" for m in line.messages) == 3, line.messages)


def main():
    server = Server("--limit", "0")
    try:
        test_click(server)
        ann, bob = account(server, "Anna"), account(server, "Bert")
        test_real_board(server, ann, bob)
        test_aborted(server, ann, bob)
        test_kills(server, ann, bob)
        test_lost_between(server, ann, bob)
        test_topic(server)
        assert server.stop() == 0, server.log[-5:]
        assert not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()
    print("ok")


if __name__ == "__main__":
    main()
