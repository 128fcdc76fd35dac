#!/usr/bin/env python3
"""Accounts over the network: cookies, names and passwords, sessions that end with their
sockets, and passwords hashed while others play on."""
import json
import os
import select
import subprocess
import threading

from support import ALEA
from support.clock import Clock
from support.honest import new_game, watch
from support.server import Server
from support.waiting import HANG, wait_until
from support.wire import Closed, Person, connect, read_answer

ADA = {"name": "Ada", "password": "correct horse"}


def test_cookie(server, _clock):
    person = Person(server.port, guest=False)
    status, headers, _ = person.raw("GET", "/api/me")
    assert status == 200
    cookie = headers["set-cookie"]
    assert cookie.startswith("alea_session=") and "; HttpOnly; SameSite=Lax" in cookie, cookie
    assert headers["cache-control"] == "no-store"
    status, headers, _ = person.raw("GET", "/api/me")
    assert status == 200 and "set-cookie" not in headers


def test_named(server, _clock):
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


def test_names_are_text(server, _clock):
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


def test_hashing_delays_nobody(server, _clock):
    """While no password can be compared, twelve wait for theirs and /health answers."""
    if "ALEA_PRELOAD" not in os.environ:
        print("not tried without ALEA_PRELOAD: that hashing delays nobody")
        return
    body = json.dumps({"name": "Nobody", "password": "x"})
    watcher, waiting = Person(server.port, "127.0.3.1"), []
    with open(server.password_gate, "w", encoding="utf-8"):
        pass
    try:
        for n in range(1, 13):
            person = Person(server.port, f"127.0.2.{n}")
            sock = connect(server.port, person.source)
            sock.sendall(f"POST /api/login HTTP/1.1\r\nHost: {person.host}\r\nOrigin: {person.origin}\r\n"
                         f"Cookie: {person.cookie}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
            waiting.append(sock)
        for _ in range(20):
            assert watcher.ask("GET", "/health")[0] == 200
        answered = select.select(waiting, [], [], 0)[0]
        assert not answered, [read_answer(sock) for sock in answered]
    finally:
        os.remove(server.password_gate)
    for sock in waiting:
        assert read_answer(sock)[0] == 401
        sock.close()


def test_login_limit(server, clock):
    person = Person(server.port, "127.0.4.1")

    def attempt():
        return person.raw("POST", "/api/login", b'{"name":"Ada","password":"guessed"}')[:2]
    codes = [attempt()[0] for _ in range(13)]
    assert codes == [401] * 10 + [429] * 3, codes
    # One attempt comes back every six seconds.
    for _ in range(2):
        assert attempt()[1]["retry-after"] in ("6", "7"), attempt()
        clock.go_on(6.1)
        codes = [attempt()[0] for _ in range(2)]
        assert codes == [401, 429], codes
    # The one who has the name may still come in from elsewhere.
    assert Person(server.port).ask("POST", "/api/login", {"name": "Ada",
                                                         "password": "new secret 7"})[0] == 200


def admin(server, *words, stdin=""):
    done = subprocess.run([ALEA, "admin", *words, "--data", server.data], input=stdin,
                          capture_output=True, text=True, timeout=HANG)
    return done.returncode, done.stdout, done.stderr


def send_login(person, name, password):
    """-> the socket on which the answer will come."""
    sock = connect(person.port, person.source)
    body = json.dumps({"name": name, "password": password})
    cookie = f"Cookie: {person.cookie}\r\n" if person.cookie else ""
    sock.sendall(f"POST /api/login HTTP/1.1\r\nHost: {person.host}\r\nOrigin: {person.origin}\r\n{cookie}"
                 f"Content-Length: {len(body)}\r\n\r\n{body}".encode())
    return sock


def test_account_limit(server, clock):
    """Wrong passwords on one name from everywhere are slowed down; its owner still comes in."""
    # Held while the clock moves: a connection that has said nothing meanwhile is closed.
    sent, tries, sending = [], [], threading.Lock()
    assert Person(server.port).ask("POST", "/api/register", {"name": "Eve", "password": "new secret 7"}
                                   )[0] == 200

    def guess(address):
        person = Person(server.port, address, guest=False)
        while True:
            try:
                with sending:
                    sock = send_login(person, "EVE", "wrong guess")
                    sent.append(address)
                with sock:
                    tries.append(read_answer(sock)[0])
            except (Closed, ConnectionError):
                return

    threads = [threading.Thread(target=guess, args=(f"127.0.5.{n}",), daemon=True)
               for n in range(1, 31)]
    for thread in threads:
        thread.start()
    # Twenty at once, and then one whenever three seconds have passed; none has.
    wait_until(lambda: len(tries) >= 20, lambda: f"{len(tries)} guesses")
    # All thirty guess again before the owner comes: of two the later one goes first.
    wait_until(lambda: len(sent) >= 50, lambda: f"{len(sent)} guesses sent")
    clock.rounds()
    # Somebody with another name does not wait for these at all.
    assert Person(server.port, "127.0.6.9").ask(
        "POST", "/api/login", {"name": "Nobody", "password": "x"})[0] == 401
    assert tries == [401] * 20, tries
    for n in range(3):
        owner = Person(server.port, f"127.0.6.{n + 1}")
        sock = send_login(owner, "Eve", "new secret 7")
        assert owner.ask("GET", "/health")[0] == 200
        clock.rounds()
        # The next three seconds are hers, who has guessed nothing wrong.
        with sending:
            clock.go_on(3.1)
        assert read_answer(sock)[0] == 200
        sock.close()
        assert tries == [401] * 20, tries
    # A guess that waits longer than a minute for its turn is answered all the same.
    rounds = iter(range(1, 250))

    def all_answered():
        with sending:
            clock.go_on(18)
        # The thread that hashes sleeps by the machine's clock: a further password wakes it, and it may
        # have looked at the others before their turn came.
        n = next(rounds)
        assert Person(server.port, f"127.0.7.{n}").ask(
            "POST", "/api/login", {"name": f"Nobody{n}", "password": "x"})[0] == 401
        return len(tries) >= 20 + len(threads)
    wait_until(all_answered, lambda: f"{len(tries)} guesses")
    assert set(tries) == {401} and all(thread.is_alive() for thread in threads), tries
    server.kill()
    for thread in threads:
        thread.join()
    server.start()


def is_ended(line, clock):
    """The server closes the socket by itself, within a few seconds of its clock."""
    clock.go_on(2)
    assert line.until(lambda m: m.get("type") == "bye")["reason"] == "session"
    assert line.closing_code() == 1000


def test_admin(server, clock):
    """All of it while the server runs."""
    status, out, _ = admin(server, "users")
    assert status == 0 and out.split()[2] == "Ada", out
    copy = server.data + ".copy"
    assert admin(server, "backup", copy)[0] == 0
    assert admin(server, "backup", copy)[0] == 3, "a backup over a folder that exists"
    status, out, _ = admin(server, "check")
    assert status == 0 and "sound" in out, out
    person = Person(server.port)
    assert person.ask("POST", "/api/login", {"name": "Ada", "password": "new secret 7"})[0] == 200
    assert admin(server, "password", "Nobody", stdin="long enough\n")[0] == 2
    assert admin(server, "password", "ada", stdin="password\n")[0] == 2
    line, stranger = person.socket(), Person(server.port).socket()
    assert admin(server, "password", "ada", stdin="given by admin\n")[0] == 0
    assert person.ask("GET", "/api/sessions")[0] == 401
    is_ended(line, clock)
    person = Person(server.port)
    assert person.ask("POST", "/api/login", {"name": "Ada", "password": "given by admin"}
                      )[0] == 200
    game, opponent = new_game(person), Person(server.port)
    assert opponent.ask("POST", f"/api/games/{game}/join", {})[0] == 200
    line, other = watch(person, game), watch(opponent, game)
    assert admin(server, "remove", "Ada")[0] == 0
    is_ended(line, clock)
    other.until(lambda m: m.get("type") == "state" and m["state"]["players"][0]["name"] == "somebody")
    assert other.do("say", game=game, text="who was it?")["ok"] and stranger.do("ping")["ok"]
    assert person.ask("GET", "/api/sessions")[0] == 401
    assert admin(server, "users")[1] == ""
    for words in (["frob"], ["users", "x"], ["backup"], []):
        assert admin(server, *words)[0] == 2, words
    # The copy is a server's data like any other, from before.
    restored = Server(data=os.path.join(copy, "alea.db"))
    try:
        assert Person(restored.port).ask(
            "POST", "/api/login", {"name": "Ada", "password": "new secret 7"})[0] == 200
    finally:
        assert restored.stop() == 0


def test_one_password(server, _clock):
    """Of two changes that ask with the same old password, one takes effect."""
    people, answers = [Person(server.port), Person(server.port)], {}
    old, new = "correct horse", ["given by one 1", "given by two 2"]
    assert people[0].ask("POST", "/api/register", {"name": "Uma", "password": old})[0] == 200
    assert people[1].ask("POST", "/api/login", {"name": "Uma", "password": old})[0] == 200

    def change(i):
        answers[i] = people[i].ask("POST", "/api/password", {"old": old, "new": new[i]})[0]
    threads = [threading.Thread(target=change, args=(i,)) for i in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers.values()) == [200, 401], answers
    signed_in = [Person(server.port).ask("POST", "/api/login", {"name": "Uma", "password": word})[0]
                 for word in new]
    assert signed_in == [answers[0], answers[1]], (signed_in, answers)


def test_killed(server, _clock):
    """What was answered is there after SIGKILL."""
    person = Person(server.port)
    for i in range(5):
        name = f"Name {i}"
        assert person.ask("PATCH", "/api/me", {"name": name})[0] == 200
        server.kill()
        server.start()
        assert person.ask("GET", "/api/me")[1]["name"] == name


def main():
    clock = Clock()
    server = Server(clock=clock)
    try:
        clock.stand()
        for test in (test_cookie, test_named, test_names_are_text, test_hashing_delays_nobody,
                     test_login_limit, test_admin, test_one_password, test_account_limit, test_killed):
            test(server, clock)
            print("ok", test.__name__)
            clock.go_on(60)  # each begins with full limits
        clock.run()
        assert server.stop() == 0
        assert not server.complaints(), server.complaints()
        secrets = ("correct horse", "new secret 7", "given by admin", "given by one 1", "given by two 2",
                   "alea_session")
        assert not any(server.logged(secret) for secret in secrets), "a secret in the log"
    finally:
        clock.run()
        server.stop()
        server.clean()


if __name__ == "__main__":
    main()
