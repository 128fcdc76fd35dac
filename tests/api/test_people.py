#!/usr/bin/env python3
"""Accounts over the network: cookies, names and passwords, sessions that end with their
sockets, and passwords hashed while others play on."""
import os
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from honest import new_game, watch
from server import ALEA, Server
from wire import Closed, Person

ADA = {"name": "Ada", "password": "correct horse"}


def test_cookie(server):
    person = Person(server.port, guest=False)
    status, headers, _ = person.raw("GET", "/api/me")
    assert status == 200
    cookie = headers["set-cookie"]
    assert cookie.startswith("alea_session=") and "; HttpOnly; SameSite=Lax" in cookie, cookie
    assert headers["cache-control"] == "no-store"
    status, headers, _ = person.raw("GET", "/api/me")
    assert status == 200 and "set-cookie" not in headers


def test_named(server):
    person = Person(server.port)
    before = person.cookie
    line = person.socket()
    status, me = person.ask("POST", "/api/register", ADA)
    assert (status, me["name"], me["guest"]) == (200, "Ada", False), me
    assert person.cookie != before, "the same session after registering"
    message = line.until(lambda m: m["type"] == "bye")
    assert message["reason"] == "session", message
    assert line.closing_code() == 1000
    person.socket().close()

    other = Person(server.port)
    assert other.ask("POST", "/api/register", {"name": "ADA", "password": "other horse"}
                     )[1]["error"]["code"] == "name_taken"
    assert other.ask("POST", "/api/login", {"name": "Ada", "password": "wrong horse"})[0] == 401
    status, me = other.ask("POST", "/api/login", ADA)
    assert status == 200 and me["id"] == person.id
    sessions = person.ask("GET", "/api/sessions")[1]["sessions"]
    assert len(sessions) == 2 and [s["current"] for s in sessions].count(True) == 1

    # Ending somebody else's session of mine closes its socket, not this one's.
    line, mine = other.socket(), person.socket()
    gone = next(s["id"] for s in sessions if not s["current"])
    assert person.ask("DELETE", f"/api/sessions/{gone}")[0] == 200
    assert line.until(lambda m: m["type"] == "bye")["reason"] == "session"
    assert other.ask("GET", "/api/sessions")[0] == 401
    try:
        other.socket()
        raise AssertionError("a socket without a session")
    except Closed as closed:
        assert closed.code == 401
    mine.frame(b"still here", 9)
    mine.close()

    before = person.cookie
    assert person.ask("POST", "/api/password", {"old": ADA["password"], "new": "new secret 7"}
                      )[0] == 200
    assert person.cookie != before, "the same secret after a change of the password"
    assert person.ask("GET", "/api/sessions", headers={"Cookie": before})[0] == 401
    assert person.ask("POST", "/api/logout", {})[0] == 200
    assert person.ask("GET", "/api/sessions")[0] == 401
    again = Person(server.port)
    assert again.ask("POST", "/api/login", ADA)[0] == 401
    assert again.ask("POST", "/api/login", {"name": "ada", "password": "new secret 7"})[0] == 200


def test_names_are_text(server):
    person = Person(server.port)
    script = "<script>alert(1)</script>"
    assert person.ask("PATCH", "/api/me", {"name": script})[1]["name"] == script
    for bad in ("", " ", "a\u202eb", "\u200b", "x" * 33, "a\nb", 7, None, ["a"]):
        status, answer = person.ask("PATCH", "/api/me", {"name": bad})
        assert status == 422, (bad, answer)
    assert person.ask("GET", "/api/me")[1]["name"] == script
    status, headers, _ = person.raw("GET", "/api/me")
    assert headers["content-type"] == "application/json"
    assert headers["x-content-type-options"] == "nosniff"


def test_hashing_delays_nobody(server):
    """While twelve passwords are hashed, /health answers as if nothing were."""
    people = [Person(server.port, f"127.0.2.{n}") for n in range(1, 13)]
    answers = []

    def log_in(person):
        answers.append(person.ask("POST", "/api/login", {"name": "Nobody", "password": "x"})[0])

    threads = [threading.Thread(target=log_in, args=(p,)) for p in people]
    for thread in threads:
        thread.start()
    waits = []
    watcher = Person(server.port, "127.0.3.1")
    while any(thread.is_alive() for thread in threads):
        began = time.time()
        assert watcher.ask("GET", "/health")[0] == 200
        waits.append(time.time() - began)
        time.sleep(0.03)
    assert answers == [401] * 12, answers
    waits.sort()
    # One hash takes 60 ms and more: the middle request saw none of it.
    assert waits[len(waits) // 2] < 0.05, waits[len(waits) // 2]


def test_login_limit(server):
    person = Person(server.port, "127.0.4.1")
    codes = [person.ask("POST", "/api/login", {"name": "Ada", "password": f"guess {i}"})[0]
             for i in range(13)]
    assert codes[:10] == [401] * 10 and 429 in codes, codes
    # One attempt comes back every six seconds.
    answers = [person.raw("POST", "/api/login", b'{"name":"A","password":"b"}') for _ in range(3)]
    waits = [int(headers["retry-after"]) for status, headers, _ in answers if status == 429]
    assert waits and min(waits) > 0, answers
    # The one who has the name may still come in from elsewhere.
    assert Person(server.port).ask("POST", "/api/login", {"name": "Ada",
                                                         "password": "new secret 7"})[0] == 200


def admin(server, *words, stdin=""):
    done = subprocess.run([ALEA, "admin", *words, "--data", server.data], input=stdin,
                          capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def test_account_limit(server):
    """Wrong passwords on one name from everywhere are slowed down; its owner still comes in."""
    stop, tries = threading.Event(), []

    def guess(address):
        person = Person(server.port, address, guest=False)
        while not stop.is_set():
            try:
                status, _ = person.ask("POST", "/api/login",
                                       {"name": "ADA", "password": "wrong guess"})
            except Closed:
                return  # it would have to wait longer than this client does
            tries.append(status)
            if status == 429:
                time.sleep(.5)

    threads = [threading.Thread(target=guess, args=(f"127.0.5.{n}",), daemon=True)
               for n in range(1, 31)]
    for thread in threads:
        thread.start()
    time.sleep(8)
    slow = []
    for n in range(3):
        began = time.monotonic()
        status, _ = Person(server.port, f"127.0.6.{n + 1}").ask(
            "POST", "/api/login", {"name": "Ada", "password": "new secret 7"})
        slow.append(time.monotonic() - began)
        assert status == 200, status
    # Somebody with another name does not wait for these at all.
    began = time.monotonic()
    assert Person(server.port, "127.0.6.9").ask(
        "POST", "/api/login", {"name": "Nobody", "password": "x"})[0] == 401
    assert time.monotonic() - began < 3
    stop.set()
    wrong = tries.count(401)
    assert wrong < 40, f"{wrong} wrong passwords were tried in ten seconds"
    assert max(slow) < 12, slow


def is_ended(line):
    """The server closes the socket by itself, within a few seconds."""
    line.sock.settimeout(5)
    assert line.until(lambda m: m.get("type") == "bye")["reason"] == "session"
    assert line.closing_code() == 1000


def test_admin(server):
    """All of it while the server runs."""
    status, out, _ = admin(server, "users")
    assert status == 0 and out.split()[2] == "Ada", out
    copy = server.data + ".copy"
    assert admin(server, "backup", copy)[0] == 0
    assert admin(server, "backup", copy)[0] == 3, "a backup over a file that exists"
    status, out, _ = admin(server, "check")
    assert status == 0 and "sound" in out, out
    person = Person(server.port)
    assert person.ask("POST", "/api/login", {"name": "Ada", "password": "new secret 7"})[0] == 200
    assert admin(server, "password", "Nobody", stdin="long enough\n")[0] == 2
    assert admin(server, "password", "ada", stdin="password\n")[0] == 2
    line, stranger = person.socket(), Person(server.port).socket()
    assert admin(server, "password", "ada", stdin="given by admin\n")[0] == 0
    assert person.ask("GET", "/api/sessions")[0] == 401
    is_ended(line)
    person = Person(server.port)
    assert person.ask("POST", "/api/login", {"name": "Ada", "password": "given by admin"}
                      )[0] == 200
    game, opponent = new_game(person), Person(server.port)
    assert opponent.ask("POST", f"/api/games/{game}/join", {})[0] == 200
    line, other = watch(person, game), watch(opponent, game)
    assert admin(server, "remove", "Ada")[0] == 0
    is_ended(line)
    other.until(lambda m: m.get("type") == "state" and m["state"]["players"][0]["name"] == "somebody")
    assert other.do("say", game=game, text="who was it?")["ok"] and stranger.do("ping")["ok"]
    assert person.ask("GET", "/api/sessions")[0] == 401
    assert admin(server, "users")[1] == ""
    for words in (["frob"], ["users", "x"], ["backup"], []):
        assert admin(server, *words)[0] == 2, words
    # The copy is a server's data like any other, from before.
    restored = Server(data=copy)
    try:
        assert Person(restored.port).ask(
            "POST", "/api/login", {"name": "Ada", "password": "new secret 7"})[0] == 200
    finally:
        assert restored.stop() == 0


def test_killed(server):
    """What was answered is there after SIGKILL."""
    person = Person(server.port)
    for i in range(5):
        name = f"Name {i}"
        assert person.ask("PATCH", "/api/me", {"name": name})[0] == 200
        server.kill()
        server.start()
        assert person.ask("GET", "/api/me")[1]["name"] == name


def main():
    server = Server()
    try:
        for test in (test_cookie, test_named, test_names_are_text, test_hashing_delays_nobody,
                     test_login_limit, test_account_limit, test_admin, test_killed):
            test(server)
            print("ok", test.__name__)
        assert server.stop() == 0
        assert not server.complaints(), server.complaints()
        secrets = ("correct horse", "new secret 7", "given by admin", "alea_session")
        assert not any(server.logged(secret) for secret in secrets), "a secret in the log"
    finally:
        server.stop()
        server.clean()


main()
