#!/usr/bin/env python3
"""Players who cheat, through the doors that are there: illegal plays, other people's turns
and seats, replayed and reordered commands, script for names. Each is refused, with a
reason; the game and everybody else in it go on as if nothing had been said."""

from support.clock import Clock
from support.honest import HonestPair, contribute, new_game, refresh, seated, some_play, to_play, watch
from support.server import Server
from support.wire import Closed, Person
from test_hostile_wire import test_slow_reader

SCRIPT = "<script>alert(1)</script>"


def refused(line, what, code=None, **fields):
    """Does what is not allowed: an answer with a reason and no change of the game."""
    before = refresh(line)["seq"]
    answer = line.do(what, unreadable=True, game=line.state["id"], **fields)
    assert answer["ok"] is False, (what, fields, answer)
    assert answer["error"]["code"] and answer["error"]["message"], answer
    if code:
        assert answer["error"]["code"] == code, (what, fields, answer)
    after = refresh(line)["seq"]
    assert after == before, (what, fields, before, after)
    return answer


def test_illegal_plays(server):
    game, host, guest = seated(server.port)
    lines = [watch(host, game), watch(guest, game)]
    contribute(*lines)
    mover, other = to_play(lines)
    good = some_play(mover.state["tree"])
    for moves in ([], good[:-1], good + [[6, 5]], [[1, 24]] * 2, [[25, 20], [25, 19]],
                  [[0, 0]], [[-1, 3]], [[24, 24 - 7]], [[10 ** 12, -10 ** 12]], [[6]],
                  [[6, 5, 4]], [["6", "5"]], [[6.5, 5]], [[None, None]], "8/5", {"a": 1}, None,
                  7, [[6, 5]] * 5, [[6, 5]] * 300, [[[[[]]]]], [[True, False]]):
        if moves == good:
            continue
        refused(mover, "play", moves=moves)
    refused(mover, "roll")
    refused(mover, "double")
    refused(mover, "take")
    refused(mover, "next_game")
    refused(mover, "accept_resign")
    refused(mover, "contribute", words="again")
    for level in (0, 4, -1, "3", None, 10 ** 30 % 2 ** 63):
        refused(mover, "resign", level=level)
    refused(mover, "fly")
    refused(mover, "")
    for what in ("roll", "double", "take", "drop", "beaver", "raccoon"):
        refused(other, what)
    refused(other, "play", moves=good)
    assert mover.do("play", game=game, moves=good)["ok"]


def test_rolled_twice(server):
    game, host, guest = seated(server.port)
    lines = [watch(host, game), watch(guest, game)]
    contribute(*lines)
    mover, other = to_play(lines)
    assert mover.do("play", game=game, moves=some_play(mover.state["tree"]))["ok"]
    refresh(other)
    assert "roll" in other.state["actions"], other.state["actions"]
    # Both at once, not waiting for the first answer.
    for key in ("one", "two"):
        other.send({"key": key, "do": "roll", "game": game})
    answers = [other.until(lambda m, k=key: m.get("key") == k and "ok" in m)
               for key in ("one", "two")]
    assert [a["ok"] for a in answers] == [True, False], answers
    rolls = [m for m in other.messages if m.get("type") == "event" and
             m["event"]["type"] == "roll"]
    assert len(rolls) == 1, rolls


def test_forged_seats(server):
    game, host, guest = seated(server.port)
    lines = [watch(host, game), watch(guest, game)]
    contribute(*lines)
    thief = Person(server.port)
    status, answer = thief.ask("POST", f"/api/games/{game}/join", {})
    assert status == 409, (status, answer)
    status, answer = thief.ask("DELETE", f"/api/games/{game}")
    assert status in (403, 404, 409), (status, answer)
    spy = watch(thief, game)
    assert spy.state["you"] is None and set(spy.state["actions"]) <= {"say"}, spy.state
    assert spy.state["tree"] is None and spy.state["dice_seal"]["seed"] is None
    mover, other = to_play(lines)
    good = some_play(mover.state["tree"])
    for extra in ({}, {"seat": 0}, {"you": 0}, {"by": 0}, {"user": mover.person.id},
                  {"player": 1}):
        refused(spy, "play", moves=good, **extra)
        refused(other, "play", moves=good, **extra)
    for what in ("roll", "resign", "takeback", "accept_takeback", "rematch", "abort", "hint",
                 "contribute", "next_game", "double", "take", "drop"):
        refused(spy, what, level=1, words="x")
    for cookie in ("alea_session=" + "0" * 64, "alea_session=", "alea_session=" + "a" * 900,
                   thief.cookie[:-1] + ("0" if thief.cookie[-1] != "0" else "1")):
        forger = Person(server.port, guest=False)
        forger.cookie = cookie
        status, answer = forger.ask("POST", "/api/games", {})
        assert status in (400, 401), (cookie[:30], status, answer)
        try:
            forger.socket()
            raise AssertionError("a socket for a forged cookie")
        except Closed as closed:
            assert closed.code in (400, 401, 403), closed.code
    for wrong in ("aaaaaaaaaaaa", "", "../../../etc", "A" * 300, 12, None, {"a": 1}):
        answer = spy.do("roll", game=wrong)
        assert answer["ok"] is False and answer["error"]["code"], answer
    assert mover.do("play", game=game, moves=good)["ok"]


def test_talked_to_death(server):
    """Who watches talks and talks: an end comes, and the game can still be opened from its
    first event on, as the page does; the players may still speak."""
    game, host, guest = seated(server.port)
    lines = [watch(host, game), watch(guest, game)]
    contribute(*lines)
    spy = watch(Person(server.port), game)
    said = 0
    while True:
        answer = spy.do("say", game=game, text="\U0001f3b2" * 300)
        spy.messages.clear()
        if not answer["ok"]:
            break
        said += 1
        assert said <= 1000, "talk without an end"
    assert answer["error"]["code"] == "too_many" and said > 500, (said, answer)
    opened = watch(host, game, after=0)
    seen = [m["seq"] for m in opened.messages if m.get("type") == "event"]
    assert len(seen) > 100, len(seen)
    assert seen == list(range(seen[0], opened.state["seq"] + 1)), (seen[0], seen[-1])
    assert opened.do("say", game=game, text="enough")["ok"]


def test_replayed_and_reordered(server):
    game, host, guest = seated(server.port)
    lines = [watch(host, game), watch(guest, game)]
    contribute(*lines)
    mover, other = to_play(lines)
    good, at = some_play(mover.state["tree"]), mover.state["seq"]
    refused(mover, "play", code="stale", moves=good, at=at - 1)
    for wrong in (-1, "41", 2 ** 62, 1.5):
        answer = mover.do("play", game=game, moves=good, at=wrong)
        assert answer["ok"] is False, (wrong, answer)
    first = mover.do("play", key="mine", game=game, moves=good, at=at)
    assert first["ok"], first
    for _ in range(3):
        again = mover.do("play", key="mine", game=game, moves=good, at=at)
        assert again == first, (first, again)
    # The key decides, whatever comes with it, also on another line and after a restart.
    again = mover.do("resign", key="mine", game=game, level=3)
    assert again == first, (first, again)
    seq = refresh(mover)["seq"]
    # Somebody else's key of the same name is another key.
    answer = other.do("roll", key="mine", game=game)
    assert answer["ok"] and answer["seq"] > first["seq"], answer
    assert refresh(mover)["seq"] > seq
    server.kill()
    server.start()
    line = watch(mover.person, game, after=at)
    assert refresh(line)["seq"] >= answer["seq"], "an acknowledged event is lost"
    again = line.do("play", key="mine", game=game, moves=good, at=at)
    assert again == first, (first, again)
    missed = [m["seq"] for m in line.messages if m.get("type") == "event"]
    assert missed == list(range(at + 1, at + 1 + len(missed))) and missed, missed
    for key in ("", "a" * 41, "with space", "<b>", None, 7, {"a": 1}, "key\n"):
        line.send({"key": key, "do": "roll", "game": game})
    line.send({"do": "roll", "game": game})
    assert line.do("ping")["ok"]
    for after in (-1, 10 ** 15, "x"):
        line.send({"key": "odd", "do": "watch", "game": game, "after": after})
    assert line.do("ping")["ok"]


def test_script_for_names(server):
    host, guest = Person(server.port), Person(server.port)
    name = "<img src=x onerror=a(1)>\"'&"
    status, me = host.ask("PATCH", "/api/me", {"name": name})
    assert status == 200 and me["name"] == name, (status, me)
    for wrong in ("", "a" * 33, "zero\0byte", "line\nbreak", "\u202eright to left", "\x1b[2J",
                  "\x7f", 7, None, ["a"], "  "):
        status, answer = guest.ask("PATCH", "/api/me", {"name": wrong})
        assert status in (400, 422), (wrong, status, answer)
    status, answer = guest.ask("PATCH", "/api/me", {"settings": {"a": "x" * 9000}})
    assert status in (400, 413, 422), status
    game = new_game(host)
    assert guest.ask("POST", f"/api/games/{game}/join", {})[0] == 200
    lines = [watch(host, game), watch(guest, game)]
    contribute(*lines)
    answer = lines[0].do("say", game=game, text=SCRIPT)
    assert answer["ok"], answer
    said = lines[1].until(lambda m: m.get("type") == "event" and m["event"]["type"] == "said")
    assert said["event"]["text"] == SCRIPT and said["event"]["name"] == name, said["event"]
    for wrong in ("", "a" * 301, "zero\0byte", 7, None, {"a": 1}):
        refused(lines[1], "say", text=wrong)
    with server.clock.standing():
        for _ in range(8):
            answer = lines[0].do("say", game=game, text="again and again")
            if not answer["ok"]:
                break
    assert not answer["ok"], "chat without a rate"
    status, headers, body = host.raw("GET", f"/api/games/{game}")
    assert headers["content-type"].startswith("application/json"), headers
    assert headers.get("x-content-type-options") == "nosniff", headers
    status, headers, body = host.raw("GET", f"/g/{game}")
    # A name in the text for link cards is escaped.
    assert status == 200 and SCRIPT.encode() not in body and b"<img" not in body, body
    policy = headers.get("content-security-policy", "")
    assert "default-src 'none'" in policy and "unsafe-inline" not in policy, policy
    assert "frame-ancestors 'none'" in policy, policy
    # The host resigns: the match is over and may be had as a file.
    for level in (3, 2, 1):
        if "resign" in refresh(lines[0])["actions"]:
            lines[0].do("resign", game=game, level=level)
            break
    status, headers, body = host.raw("GET", f"/api/games/{game}/file?format=sgf")
    if status == 200:
        assert headers["content-disposition"].startswith("attachment"), headers
        assert "<" not in headers["content-disposition"], headers


def main():
    server = Server("--limit", "0")
    pair = HonestPair(server.port, pause_s=0.02)
    failed = 0
    try:
        pair.start()
        for test in (test_illegal_plays, test_rolled_twice, test_forged_seats,
                     test_slow_reader):
            pair.attacked(test, server)
            print("passed:", test.__name__)
        test_talked_to_death(server)
        print("passed: test_talked_to_death")
        pair.finish()
        print(f"others played on: {pair.commands} commands, slowest {pair.slowest_s:.2f} s")
        test_replayed_and_reordered(server)
        for reason in ("play", "turn", "seat", "command", "session", "slow"):
            assert server.refused(reason), f"no refused {reason} in the log"
        print("passed: test_replayed_and_reordered")
        clock = Clock()
        limited = Server(clock=clock)
        limited.clock = clock
        try:
            test_script_for_names(limited)
            print("passed: test_script_for_names")
        finally:
            limited.stop()
            server.log += limited.log
            limited.clean()
    except Exception:
        failed = 1
        print("\n".join(server.log[-15:]))
        raise
    finally:
        status = server.stop()
        wrong = server.complaints()
        if not failed:
            assert status == 0, (status, wrong[-20:])
            assert not wrong, wrong[:20]
        server.clean()


if __name__ == "__main__":
    main()
