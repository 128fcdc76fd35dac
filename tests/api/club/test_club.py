#!/usr/bin/env python3
"""Ratings, profiles, lists by rating, friends, challenges, blocked people and reports, as
clients see them; a server that is killed between the last plays of rated matches."""
import contextlib
import json
import sqlite3
import subprocess
import urllib.parse

from support import ALEA
from support.honest import contribute, refresh, some_play, to_play, watch
from support.server import Server
from support.waiting import HANG
from support.wire import Person


def account(server, name, source=None):
    person = Person(server.port, source)
    status, me = person.ask("POST", "/api/register", {"name": name, "password": "correct " + name})
    assert status == 200, me
    person.name = name
    return person


def wish(**fields):
    return {"opponent": "link", "preset": "tournament", "options": {"match_length": 7},
            "clock": {"kind": "delay", "reserve_s": 840, "step_s": 12}, "rated": True,
            "seat": 0, "spectators": True, **fields}


def made(person, **fields):
    status, answer = person.ask("POST", "/api/games", wish(**fields))
    assert status == 201, answer
    return answer["game"]


def begun(host, guest, **fields):
    game = made(host, **fields)
    status, answer = guest.ask("POST", f"/api/games/{game}/join", {})
    assert status == 200, answer
    lines = [watch(host, game), watch(guest, game)]
    contribute(*lines)
    return game, lines


def play_each(lines):
    """Until each has made a play: before that a match does not count."""
    played = set()
    while len(played) < 2:
        mover, _ = to_play(lines)
        assert mover.do("play", game=mover.state["id"], moves=some_play(mover.state["tree"]))["ok"]
        played.add(mover)


def lose(lines, loser, plays=True):
    """Loses the match by resigning backgammons; opening rolls need a choice of nobody."""
    game = lines[0].state["id"]
    if plays and refresh(lines[0])["stage"] != "over":
        play_each(lines)
    for _ in range(200):
        states = [refresh(line) for line in lines]
        if states[0]["stage"] == "over":
            return
        for line, state in zip(lines, states):
            for action in ("next_game", "accept_resign"):
                if action in state["actions"]:
                    assert line.do(action, game=game)["ok"]
        mine = refresh(lines[loser])
        if "resign" in mine["actions"]:
            lines[loser].do("resign", game=game, level=3)
    raise AssertionError("the match does not end")


def player(asker, name):
    status, answer = asker.ask("GET", "/api/players/" + urllib.parse.quote(name))
    assert status == 200, answer
    return answer


def test_ratings(server):
    ann, bob = account(server, "Ann"), account(server, "Bob", "127.0.0.31")
    assert player(ann, "ann")["ratings"] == []
    game, lines = begun(ann, bob)
    lose(lines, 1)
    mine, other = player(ann, "Ann"), player(ann, "BOB")
    assert mine["me"] is True and mine["relation"] is None and mine["against_me"] is None
    assert other["against_me"] == {"won": 1, "lost": 0, "drawn": 0}, other
    assert other["relation"] == {"friend": False, "blocked": False, "muted": False}
    rating = mine["ratings"][0]
    assert (rating["pool"], rating["rating"], rating["played"], rating["won"]) == \
        ("medium-normal", 1662.2, 1, 1), rating
    assert rating["provisional"] and rating["active"]
    assert other["ratings"][0]["rating"] == 1337.8
    result = other["results"][0]
    assert (result["game"], result["opponent"], result["outcome"], result["match_length"],
            result["change"]) == (game, "Ann", "lost", 7, -162.2), result
    assert result["score"][0] == 0 and result["score"][1] >= 7
    assert [p["rating"] for p in mine["history"]] == [1662.2]

    # Unrated, and rated with a guest: counted for nobody.
    _, lines = begun(ann, bob, rated=False)
    lose(lines, 0)
    _, lines = begun(ann, Person(server.port))
    lose(lines, 0)
    # Nor another game than backgammon.
    _, lines = begun(ann, bob, preset="nackgammon")
    lose(lines, 0)
    assert player(ann, "Ann")["played"] == 1
    # Another length has its own rating; a change is against the one before in its pool.
    _, lines = begun(ann, bob, options={"match_length": 1}, clock=None)
    lose(lines, 0)
    mine = player(ann, "Ann")
    assert {r["pool"] for r in mine["ratings"]} == {"medium-normal", "short-slow"}
    assert mine["results"][0]["change"] == -162.2 and mine["played"] == 2 and mine["won"] == 1

    status, board = Person(server.port).ask("GET", "/api/leaderboard?pool=medium-normal")
    assert status == 200 and board["pool"] == "medium-normal"
    assert {p["pool"]: p["players"] for p in board["pools"]} == \
        {"medium-normal": 2, "short-slow": 2}
    assert [(p["name"], p["rank"], p["provisional"]) for p in board["players"]] == \
        [("Ann", None, True), ("Bob", None, True)]
    assert ann.ask("GET", "/api/leaderboard?pool=medium-normal&limit=1")[1]["players"][0]["name"] == "Ann"
    for bad in ("pool=medium", "pool=", "pool=a%2Fb", "limit=0", "limit=x", "limit=501", "limit=99999999999",
                "limit=" + 30 * "9", "limit="):
        assert ann.ask("GET", "/api/leaderboard?" + bad)[0] == 400, bad
    assert ann.ask("GET", "/api/players/Nobody")[1]["error"]["code"] == "no_such_player"
    assert ann.raw("GET", "/player/Ann")[0] == 200 and ann.raw("GET", "/players")[0] == 200
    return ann, bob


def admin(server, *words):
    done = subprocess.run([ALEA, "admin", *words, "--data", server.data], capture_output=True,
                          text=True, timeout=HANG)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def test_kills(server, ann, bob):
    """Killed at once after the move that ends a match: a match whose end was sent is counted, once."""
    before = player(ann, "Ann")["played"]
    for i in range(3):
        game, lines = begun(ann, bob, options={"match_length": 1})
        play_each(lines)
        for _ in range(20):
            if "resign" in refresh(lines[i % 2])["actions"]:
                break
        assert lines[i % 2].do("resign", game=game, level=1)["ok"]
        answer = lines[1 - i % 2].do("accept_resign", game=game)
        server.kill()
        server.start()
        for person in (ann, bob):
            person.go_to(server.port)
        lines = [watch(ann, game), watch(bob, game)]
        lose(lines, i % 2)
        assert answer["ok"]
        assert player(ann, "Ann")["played"] == before + i + 1
    results = player(ann, "Ann")["results"]
    assert len(results) == len({r["game"] for r in results}) == before + 3
    ratings = player(ann, "Ann")["ratings"]
    assert admin(server, "ratings", "--recompute").startswith(
        f"{before + 3} results computed again; 0 had")
    assert player(ann, "Ann")["ratings"] == ratings
    assert "medium-normal" in admin(server, "ratings")


def test_friends(server, ann, bob):
    guest = Person(server.port)
    assert guest.ask("GET", "/api/friends")[1]["error"]["code"] == "guest"
    assert ann.ask("GET", "/api/friends")[1] == {"friends": [], "blocked": [], "muted": []}
    for body, status in (({}, 400), ({"name": "Nobody", "friend": True}, 404),
                         ({"name": "ANN", "friend": True}, 409),
                         ({"name": "Bob", "friend": 1}, 400)):
        assert ann.ask("POST", "/api/friends", body)[0] == status, body
    assert ann.ask("POST", "/api/friends", {"name": "bob", "friend": True})[1] == \
        {"name": "Bob", "friend": True, "blocked": False, "muted": False}
    cat = account(server, "Cat")
    ann.ask("POST", "/api/friends", {"name": "Cat", "friend": True})
    assert ann.ask("GET", "/api/friends")[1]["friends"] == \
        [{"name": "Bob", "online": False, "game": None},
         {"name": "Cat", "online": False, "game": None}]
    game, lines = begun(bob, cat, rated=False)
    assert ann.ask("GET", "/api/friends")[1]["friends"] == \
        [{"name": "Bob", "online": True, "game": game},
         {"name": "Cat", "online": True, "game": game}]
    # Who has blocked me is not seen; who is blocked is no friend.
    assert bob.ask("POST", "/api/friends", {"name": "Ann", "blocked": True, "friend": True}
                   )[1]["friend"] is False
    assert ann.ask("GET", "/api/friends")[1]["friends"][0]["online"] is False
    assert player(ann, "Bob")["presence"] == {"online": False, "game": None}
    assert player(cat, "Bob")["presence"]["online"] is True
    assert player(guest, "Bob")["presence"] == {"online": False, "game": None}

    # Nor do they play, write or challenge.
    other = made(bob, rated=False)
    assert ann.ask("POST", f"/api/games/{other}/join", {})[1]["error"]["code"] == "blocked"
    spectator = watch(ann, game)
    assert spectator.do("say", game=game, text="boo")["error"]["code"] == "blocked"
    assert lines[0].do("say", game=game, text="hello")["ok"]
    mine = made(ann)
    assert ann.ask("POST", "/api/challenges", {"game": mine, "name": "Bob"}
                   )[1]["error"]["code"] == "blocked"
    bob.ask("POST", "/api/friends", {"name": "Ann", "blocked": False})
    assert bob.ask("GET", "/api/friends")[1]["blocked"] == []
    assert spectator.do("say", game=game, text="sorry")["ok"]
    assert ann.ask("POST", f"/api/games/{other}/join", {})[0] == 200
    ann.ask("POST", "/api/friends", {"name": "Cat", "muted": True, "friend": False})
    assert ann.ask("GET", "/api/friends")[1]["muted"] == ["Cat"]
    return cat


def test_challenges(server, ann, bob, cat):
    mine = made(ann, seat=None)
    assert Person(server.port).ask("POST", "/api/challenges", {"game": mine, "name": "Bob"}
                                   )[1]["error"]["code"] == "guest"
    for body, status, code in (
            ({"name": "Bob"}, 400, "bad_request"), ({"game": mine}, 400, "bad_request"),
            ({"game": "a" * 12, "name": "Bob"}, 404, "no_such_game"),
            ({"game": mine, "name": "Nobody"}, 404, "no_such_player"),
            ({"game": mine, "name": "Ann"}, 409, "yourself"),
            ({"game": mine, "name": "Bob", "text": "x" * 201}, 400, "bad_request"),
            ({"game": made(ann, opponent="open"), "name": "Bob"}, 409, "not_now")):
        got, answer = ann.ask("POST", "/api/challenges", body)
        assert (got, answer["error"]["code"]) == (status, code), (body, answer)
    assert bob.ask("POST", "/api/challenges", {"game": mine, "name": "Cat"})[0] == 403
    line = bob.socket()
    status, sent = ann.ask("POST", "/api/challenges", {"game": mine, "name": "bob",
                                                       "text": "revenge?"})
    assert status == 201 and sent["mine"] and sent["to"] == "Bob" and sent["rated"], sent
    assert sent["delay_s"] == 0, sent
    told = line.until(lambda m: m.get("type") == "challenge")["challenge"]
    assert (told["from"], told["mine"], told["text"]) == ("Ann", False, "revenge?")
    assert ann.ask("POST", "/api/challenges", {"game": mine, "name": "Cat"}
                   )[1]["error"]["code"] == "challenged"

    # It waits, whatever happens to the server, for the one it is for.
    server.kill()
    server.start()
    for person in (ann, bob, cat):
        person.go_to(server.port)
    waiting = bob.ask("GET", "/api/challenges")[1]["challenges"]
    assert waiting == [told], waiting
    assert cat.ask("GET", "/api/challenges")[1]["challenges"] == []
    assert cat.ask("POST", f"/api/games/{mine}/join", {})[1]["error"]["code"] == "not_invited"
    assert cat.ask("DELETE", f"/api/challenges/{mine}")[0] == 404
    line = ann.socket()
    assert bob.ask("POST", f"/api/games/{mine}/join", {})[0] == 200
    told = line.until(lambda m: m.get("type") == "turn")
    assert (told["game"], told["opponent"], told["why"]) == (mine, "Bob", "joined"), told
    assert bob.ask("GET", "/api/challenges")[1]["challenges"] == []
    assert bob.ask("DELETE", f"/api/challenges/{mine}")[1]["error"]["code"] == "joined"

    # Declined, taken back: the game goes too, and the other hears of it.
    for ender, hearer in ((bob, ann), (ann, bob)):
        game = made(ann)
        assert ann.ask("POST", "/api/challenges", {"game": game, "name": "Bob"})[0] == 201
        line = hearer.socket()
        assert ender.ask("DELETE", f"/api/challenges/{game}")[0] == 200
        assert line.until(lambda m: m.get("type") == "challenge_ended")["by"] == ender.name
        assert ann.ask("GET", f"/api/games/{game}")[0] == 404
        assert ann.ask("GET", "/api/challenges")[1]["challenges"] == []
    games = [made(ann) for _ in range(21)]
    answers = [ann.ask("POST", "/api/challenges", {"game": g, "name": "Bob"})[0] for g in games]
    assert answers == [201] * 20 + [409], answers
    bob.ask("POST", "/api/friends", {"name": "Ann", "blocked": True})
    assert bob.ask("GET", "/api/challenges")[1]["challenges"] == []
    bob.ask("POST", "/api/friends", {"name": "Ann", "blocked": False})


def test_call(server, ann, bob):
    """A player on another page gets a notice of the turn; one who looks at the game does not."""
    game, lines = begun(ann, bob)
    mover, other = to_play(lines)
    other.close()
    line = other.person.socket()
    while connected(mover, game, lines.index(other)):
        pass
    assert mover.do("play", game=game, moves=some_play(refresh(mover)["tree"]))["ok"]
    told = line.until(lambda m: m.get("type") == "turn")
    assert (told["game"], told["why"]) == (game, "turn"), told
    assert not any(m.get("type") == "turn" for m in mover.messages)


def connected(line, game, seat):
    return refresh(line)["players"][seat]["online"]


def test_reports(server, ann, bob):
    for body, status in (({"name": "Bob"}, 400), ({"name": "Bob", "text": ""}, 400),
                         ({"name": "Bob", "text": "a\x07"}, 400),
                         ({"name": "Bob", "text": "x" * 1001}, 400),
                         ({"name": "Nobody", "text": "x"}, 404),
                         ({"name": "Bob", "text": "x", "game": "zzzz"}, 404)):
        assert ann.ask("POST", "/api/reports", body)[0] == status, body
    game = made(ann)
    assert ann.ask("POST", "/api/reports", {"name": "Bob", "game": game,
                                            "text": "He left.\nTwice."})[0] == 201
    assert ann.ask("POST", "/api/reports", {"name": "Bob", "text": "red: \u009b31m \u202eback"})[0] == 201
    text = admin(server, "reports")
    assert "red: \\u{9B}31m \\u{202E}back" in text and "\u009b" not in text and "\u202e" not in text, text
    told = json.loads(admin(server, "reports", "--json"))["reports"]
    assert [(r["number"], r["by"], r["about"], r["game"]) for r in told] == \
        [(2, "Ann", "Bob", ""), (1, "Ann", "Bob", game)], told
    assert told[0]["text"] == "red: \u009b31m \u202eback" and told[1]["text"] == "He left.\nTwice."
    assert admin(server, "reports", "--json").isascii()
    admin(server, "delete-report", "2")
    text = admin(server, "reports")
    assert "red" not in text
    for wrong in ("2", "0", "x", "99999999999999999999"):
        done = subprocess.run([ALEA, "admin", "delete-report", wrong, "--data", server.data], capture_output=True,
                              text=True, timeout=HANG, check=False)
        assert done.returncode == 2 and done.stderr, wrong
    assert "Ann" in text and "Bob" in text and game in text and "He left." in text, text
    codes = [ann.ask("POST", "/api/reports", {"name": "Bob", "text": f"again {i}"})[0]
             for i in range(20)]
    assert codes == [201] * 19 + [429], codes


def test_stored(server, ann, bob):
    """What analyses, months and a machine's thinking times would leave in the data."""
    results = player(ann, "Ann")["results"]
    server.kill()
    with contextlib.closing(sqlite3.connect(server.data)) as data, data:
        data.execute("DELETE FROM blobs WHERE kind = 'wanted'")  # no analysis of the server's own
        for seat in (0, 1):
            data.execute(f"UPDATE games SET pr{seat} = NULL")
        for seat in (0, 1):
            data.execute(f"UPDATE games SET pr{seat} = 1.25 WHERE user{seat} = ?"
                         " AND id IN (SELECT game FROM results)", (ann.id,))
        data.execute("UPDATE ratings SET time = time - 61 * 86400000 WHERE person = ?", (bob.id,))
        game = next(r["game"] for r in results)
        seat = data.execute("SELECT user1 = ? FROM games WHERE id = ?", (ann.id, game)).fetchone()[0]
        first, now = data.execute("SELECT max(seq), max(time) FROM events WHERE game = ?",
                                  (game,)).fetchone()
        for i in range(400):
            now += 100000
            for n, (time, event) in enumerate(((now, "roll"), (now + 4000 + i % 3, "play"))):
                data.execute("INSERT INTO events VALUES (?, ?, ?, '', '', ?)",
                             (game, first + 1 + 2 * i + n, time,
                              json.dumps({"type": event, "by": seat})))
    server.start()
    for person in (ann, bob):
        person.go_to(server.port)
    mine = player(ann, "Ann")
    assert len(mine["pr"]) == len(results) and {p["pr"] for p in mine["pr"]} == {1.25}, mine["pr"]
    assert [p["time"] for p in mine["pr"]] == sorted(p["time"] for p in mine["pr"])
    assert player(ann, "Bob")["pr"] == []
    # Who has rested for two months is not in the list, but the rating is still told.
    assert not any(r["active"] for r in player(ann, "Bob")["ratings"])
    board = ann.ask("GET", "/api/leaderboard?pool=medium-normal")[1]
    assert [p["name"] for p in board["players"]] == ["Ann"], board
    assert {p["players"] for p in board["pools"]} == {1}
    text = admin(server, "suspicious")
    assert f"Ann: PR 1.25 in {len(results)} rated matches" in text, text
    assert "Ann: constant thinking times, 4.0 s per play" in text, text
    assert "Bob" not in text, text
    # Recomputing puts the times right.
    assert "; 0 had other ratings" in admin(server, "ratings", "--recompute")
    assert all(r["active"] for r in player(ann, "Bob")["ratings"])


def main():
    server = Server("--limit", "0")
    try:
        ann, bob = test_ratings(server)
        test_kills(server, ann, bob)
        cat = test_friends(server, ann, bob)
        test_challenges(server, ann, bob, cat)
        test_call(server, ann, bob)
        test_reports(server, ann, bob)
        assert admin(server, "suspicious").startswith("Nothing suspicious")
        test_stored(server, ann, bob)
        assert server.stop() == 0
        assert not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()
    print("ok")


if __name__ == "__main__":
    main()
