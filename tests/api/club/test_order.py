#!/usr/bin/env python3
"""What whoever runs a server does about others: an account that is closed for a time and opened again, a
game that is ended, on a running server and on one that starts later."""

from support.desk import admin
from support.server import Server
from support.wire import Person
from test_club import account, begun, play_each, player


def done(server, *words):
    status, out, why = admin(*words, "--data", server.data)
    assert status == 0, (words, why)
    return out


def sign_in(server, name):
    person = Person(server.port)
    status, answer = person.ask("POST", "/api/login", {"name": name, "password": "correct " + name})
    return status, answer


def test_closed(server):
    account(server, "Ann")
    bob = account(server, "Bob")
    line = bob.socket()
    for wrong in ("0", "-1", "x", "36501", ""):
        assert admin("close", "Bob", wrong, "--data", server.data)[0] == 2, wrong
    assert admin("close", "Nobody", "1", "--data", server.data)[0] == 2
    assert "closed until" in done(server, "close", "bob", "3")
    assert line.until(lambda m: m.get("type") == "bye")["reason"] == "session"
    assert bob.ask("GET", "/api/friends")[0] == 401
    status, answer = sign_in(server, "Bob")
    assert status == 403 and answer["error"]["code"] == "closed" and "until" in answer["error"]["message"], answer
    # Nobody else learns it.
    status, answer = Person(server.port).ask("POST", "/api/login", {"name": "Bob", "password": "wrong password"})
    assert status == 401 and answer["error"]["code"] == "bad_login", answer
    assert sign_in(server, "Ann")[0] == 200
    assert "closed until" in done(server, "users")
    # It survives a change of the account and a restart.
    server.kill()
    server.start()
    assert sign_in(server, "Bob")[0] == 403
    done(server, "open", "Bob")
    assert sign_in(server, "Bob")[0] == 200
    assert "closed" not in done(server, "users")


def test_ended(server):
    cat, dan = account(server, "Cat"), account(server, "Dan")
    game, lines = begun(cat, dan)
    play_each(lines)
    later, _ = begun(cat, dan)
    waiting = cat.ask("POST", "/api/games", {"opponent": "link", "preset": "tournament", "seat": 0})[1]["game"]
    done(server, "end", game)
    for line in lines:
        told = line.until(lambda m: m.get("type") == "event" and m["event"]["type"] == "aborted")["event"]
        assert told["winner"] is None, told
    status, state = cat.ask("GET", f"/api/games/{game}")
    assert (state["stage"], state["winner"], state["result"]["how"], state["counts"]) == \
        ("over", None, "aborted", False), state
    assert player(cat, "Cat")["played"] == 0
    done(server, "end", waiting)
    for wrong in (game, "a" * 12, "x"):
        assert admin("end", wrong, "--data", server.data)[0] == 2, wrong
    # While no server runs.
    assert server.stop() == 0
    done(server, "end", later)
    server.start()
    cat.go_to(server.port)
    assert cat.ask("GET", f"/api/games/{later}")[1]["stage"] == "over"


def main():
    server = Server("--limit", "0")
    try:
        test_closed(server)
        test_ended(server)
        assert server.stop() == 0
        assert not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()
    print("ok")


if __name__ == "__main__":
    main()
