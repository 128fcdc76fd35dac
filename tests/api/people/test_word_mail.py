#!/usr/bin/env python3
"""E-mail: an address that its owner confirms, words by e-mail and the end of them by one click, and
accounts whose owners have forgotten the password; mail servers that refuse, are silent or are dead."""
import os
import sqlite3
import sys
import tempfile
import time

from support.clock import Clock
from support.expect import expect
from support.server import Server
from support.waiting import wait_until
from support.wire import Person
from support.word import MailServer, link

AWAY_S = 6
SITE = "https://games.example.org"


def account(server, name):
    person = Person(server.port)
    status, me = person.ask("POST", "/api/register", {"name": name, "password": "correct " + name})
    expect(status == 200, me)
    person.name = name
    return person


def state(person):
    return person.ask("GET", "/api/word")[1]


def refused(person, method, path, body, status, code):
    got, answer = person.ask(method, path, body)
    expect((got, answer["error"]["code"]) == (status, code), got, answer)


def give(person, address):
    return person.ask("POST", "/api/word/address",
                      {"address": address, "password": "correct " + person.name})


def confirmed(person, post, address):
    before = len(post.to(address))
    status, answer = give(person, address)
    expect(status == 202, status, answer)
    mail = post.await_count(address, before + 1)[-1]
    status, answer = Person(person.port, guest=False).ask("POST", "/api/word/confirm",
                                                         {"token": link(mail, "confirm")})
    expect((status, answer) == (200, {"address": address}), status, answer)
    return mail


def challenge(host, name):
    wish = {"opponent": "link", "preset": "tournament", "options": {"match_length": 3}, "clock": None,
            "rated": False, "seat": 0, "spectators": True}
    status, made = host.ask("POST", "/api/games", wish)
    expect(status == 201, made)
    status, answer = host.ask("POST", "/api/challenges", {"game": made["game"], "name": name})
    expect(status == 201, status, answer)
    return made["game"]


def test_address(server, post):
    """Nothing but the link goes to an address until its owner has opened that."""
    ann = account(server, "Ann")
    refused(Person(server.port), "POST", "/api/word/address", {"address": "a@b.example", "password": "x"},
            403, "guest")
    for address in ("ann", "ann@host", "ann@example.org\r\nBcc: eve@example.org", "ann@example.org\n",
                    "<ann@example.org>", "a@example.org,b@example.org", "", None, 7):
        refused(ann, "POST", "/api/word/address", {"address": address, "password": "correct Ann"}, 422,
                "bad_address")
    for password in ("wrong", "", None):
        refused(ann, "POST", "/api/word/address", {"address": "ann@example.org", "password": password},
                401, "bad_login")
    status, answer = give(ann, "ann@example.org")
    expect(status == 202 and answer["mail"]["waiting"] == "ann@example.org", answer)
    expect(answer["mail"]["address"] is None and answer["mail"]["available"], answer)
    refused(ann, "PATCH", "/api/word", {"mail": {"turn": True}}, 409, "no_address")
    mail, = post.await_count("ann@example.org", 1)
    expect(mail["From"] == "alea <games@example.org>" and mail["To"] == "<ann@example.org>", mail)
    expect(mail["Subject"] == "Confirm this address" and SITE in mail.get_payload(), mail)
    expect(post.login == ["games", "a secret: word"], post.login)
    token, anybody = link(mail, "confirm"), Person(server.port, guest=False)
    refused(anybody, "POST", "/api/word/confirm", {"token": token[:-1]}, 404, "no_such_link")
    refused(anybody, "POST", "/api/recover/password", {"token": token, "password": "correct horse 9"}, 404,
            "no_such_link")
    expect(anybody.ask("POST", "/api/word/confirm", {"token": token})[0] == 200, "confirmed")
    refused(anybody, "POST", "/api/word/confirm", {"token": token}, 404, "no_such_link")
    after = state(ann)["mail"]
    expect(after["address"] == "ann@example.org" and after["waiting"] is None, after)
    expect(not any(after["kinds"].values()), after)
    # three links a day, for the account and for the address
    expect(give(ann, "ann2@example.org")[0] == 202 and give(ann, "ann3@example.org")[0] == 202, "three")
    status, answer = give(ann, "ann4@example.org")
    expect((status, answer["error"]["code"]) == (429, "too_many"), status, answer)
    for name in ("Bea", "Cleo"):
        expect(give(account(server, name), "ann2@example.org")[0] == 202, name)
    status, answer = give(account(server, "Dee"), "ANN2@example.org")
    expect((status, answer["error"]["code"]) == (429, "too_many"), status, answer)
    expect(ann.ask("DELETE", "/api/word/address")[0] == 200, "removed")
    after = state(ann)["mail"]
    expect(after["address"] is None and after["waiting"] is None, after)


def test_words(server, post, clock):
    """A word has a link to the game and one that ends the e-mail, which anybody's click follows."""
    eve, ann = account(server, "Eve"), account(server, "Fay")
    confirmed(eve, post, "eve@example.org")
    challenge(ann, "Eve")
    clock.jump(AWAY_S)
    status, answer = eve.ask("PATCH", "/api/word", {"mail": {"challenge": True}})
    expect(status == 200 and answer["mail"]["kinds"]["challenge"], answer)
    game = challenge(ann, "Eve")
    clock.jump(AWAY_S)
    mail = post.await_count("eve@example.org", 2)[1]
    text = mail.get_payload()
    expect(mail["Subject"] == "A challenge" and f"{SITE}/g/{game}\r\n" in text, mail)
    expect("Fay" not in mail.as_string() and "Eve" not in mail.as_string(), mail)
    expect(mail["Auto-Submitted"] == "auto-generated" and mail["Message-ID"] and mail["Date"], mail)
    expect(mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click", mail)
    off = mail["List-Unsubscribe"]
    expect(off == f"<{SITE}/api/word/off?t={link(mail, 'off')}>", off)
    path = off[1 + len(SITE):-1]
    program = Person(server.port, guest=False)
    post_off = lambda where: program.raw("POST", where, b"List-Unsubscribe=One-Click",
                                         {"Origin": None, "Cookie": None,
                                          "Content-Type": "application/x-www-form-urlencoded"})[0]
    expect(program.raw("GET", path)[0] == 405, "a look ends nothing")
    expect(state(eve)["mail"]["kinds"]["challenge"], "still on")
    expect(post_off(path[:-1]) == 404 and post_off("/api/word/off?t=") == 404, "another")
    expect(post_off(path) == 200 and post_off(path) == 200, "twice is no fault")
    after = state(eve)["mail"]
    expect(not any(after["kinds"].values()) and after["address"] == "eve@example.org", after)
    challenge(ann, "Eve")
    clock.jump(AWAY_S)
    time.sleep(.3)
    expect(len(post.to("eve@example.org")) == 2, post.mails[-1])


def test_meeting(server, post, clock):
    """A time to meet in a league: a link to the tournament, and no name."""
    players = oda, pam = account(server, "Oda"), account(server, "Pam")
    confirmed(oda, post, "oda@example.org")
    status, answer = oda.ask("PATCH", "/api/word", {"mail": {"meeting": True}})
    expect(status == 200 and answer["mail"]["kinds"]["meeting"], answer)
    plan = {"name": "Thursday", "kind": "league", "lengths": [5]}
    status, answer = pam.ask("POST", "/api/tournaments", {"plan": plan, "text": ""})
    expect(status == 201, answer)
    event = answer["tournament"]
    for person in players:
        expect(person.ask("POST", f"/api/tournaments/{event}/players", {})[0] < 300, "entered")
    expect(pam.ask("POST", f"/api/tournaments/{event}/start", {})[0] < 300, "started")
    when = {"time": (int(time.time()) + 86400) * 1000}
    expect(pam.ask("POST", f"/api/tournaments/{event}/matches/0/time", when)[0] == 200, "proposed")
    clock.jump(AWAY_S)
    mail = post.await_count("oda@example.org", 2)[1]
    text = mail.get_payload()
    expect(mail["Subject"] == "When your match is played" and f"{SITE}/tournament/{event}\r\n" in text, mail)
    expect(not any(name in mail.as_string() for name in ("Pam", "Thursday")), mail)


def test_recovery(server, post, clock):
    """The answer tells nothing; the link works once and for an hour; all sessions end."""
    gil, stranger = account(server, "Gil"), Person(server.port, guest=False)
    expect(stranger.ask("POST", "/api/recover", {"name": "Gil"}) == (202, {}), "without an address")
    clock.jump(1) # past the tick that looks for one
    confirmed(gil, post, "gil@example.org")
    other = Person(server.port)
    expect(other.ask("POST", "/api/login", {"name": "Gil", "password": "correct Gil"})[0] == 200, "login")
    line = other.socket()
    for name in ("Gil", "GIL@example.org", "Nobody", "nobody@example.org", "Gil\r\nBcc: x@example.org"):
        wanted = (202, {}) if "\r" not in name else 400
        answer = stranger.ask("POST", "/api/recover", {"name": name})
        expect(answer == wanted or answer[0] == wanted, name, answer)
    mails = post.await_count("gil@example.org", 3)[1:]
    expect({m["Subject"] for m in mails} == {"A new password"}, mails)
    expect(not post.to("nobody@example.org"), post.mails)
    first, second = (link(mail, "recover") for mail in mails)
    expect(first != second and "Gil" not in mails[0].as_string(), mails[0])
    expect(not any(first in line for line in server.log), "a link in the log")
    with sqlite3.connect(server.data) as db:
        expect(first not in str(db.execute("SELECT * FROM word_tokens").fetchall()), "stored plainly")
    new = {"token": first, "password": "another horse 7"}
    for body, status, code in (({"token": first, "password": "short"}, 422, "bad_password"),
                               ({"token": first, "password": "password123"}, 422, "bad_password"),
                               ({**new, "token": "x"}, 404, "no_such_link"),
                               ({**new, "token": None}, 400, "bad_request")):
        refused(stranger, "POST", "/api/recover/password", body, status, code)
    owner = Person(server.port)
    status, answer = owner.ask("POST", "/api/recover/password", new)
    expect((status, answer) == (200, {"name": "Gil"}), status, answer)
    expect(owner.ask("GET", "/api/me")[1]["name"] == "Gil", "signed in")
    for person in (gil, other):
        expect(person.ask("GET", "/api/sessions")[0] == 401, "the session goes on")
    wait_until(lambda: closes(line), "the socket of the other session")
    refused(stranger, "POST", "/api/recover/password", new, 404, "no_such_link")
    expect(stranger.ask("POST", "/api/login", {"name": "Gil", "password": "correct Gil"})[0] == 401, "old")
    expect(Person(server.port).ask("POST", "/api/login",
                                   {"name": "Gil", "password": "another horse 7"})[0] == 200, "new")
    # an hour later
    clock.set_wall(3601)
    refused(stranger, "POST", "/api/recover/password", {**new, "token": second}, 404, "no_such_link")
    # three an hour
    for _ in range(5):
        expect(stranger.ask("POST", "/api/recover", {"name": "Gil"}) == (202, {}), "the same answer")
        time.sleep(.1)
    post.await_count("gil@example.org", 6)
    wait_until(lambda: sum('"event":"recovery_asked"' in line and '"sent":"no"' in line
                           for line in server.log) == 2, lambda: server.log[-5:])
    expect(len(post.to("gil@example.org")) == 6, post.mails)


def closes(line):
    try:
        line.do("ping")
    except Exception:  # whatever a connection that was closed says
        return True
    return False


def test_refused(server, post, clock):
    """What is refused for good is given up; what may come later is sent later."""
    hal = account(server, "Hal")
    post.refuse = "550 nobody here"
    expect(give(hal, "hal@example.org")[0] == 202, "given")
    server.await_logged('"event":"word_given_up","host":"127.0.0.1","status":"550"')
    post.refuse = "450 later"
    expect(give(hal, "hal@example.org")[0] == 202, "given")
    server.await_logged('"event":"word_delayed","host":"127.0.0.1","status":"450"')
    expect(not any("hal@example.org" in line for line in server.log), "an address in the log")
    post.refuse = None
    clock.go_on(20)
    post.await_count("hal@example.org", 1)


def test_silent(server, post):
    """A mail server that says nothing delays neither answers nor the stop."""
    ida = account(server, "Ida")
    post.silent = True
    expect(give(ida, "ida@example.org")[0] == 202, "given")
    wait_until(lambda: post.held, "the server has connected")
    expect(ida.ask("GET", "/api/me")[0] == 200, "answers")


def test_without(clock):
    """A server without e-mail says so."""
    server = Server(clock=clock)
    try:
        jo = account(server, "Jo")
        expect(not state(jo)["mail"]["available"], state(jo))
        status, answer = give(jo, "jo@example.org")
        expect((status, answer["error"]["code"]) == (409, "no_mail"), answer)
        refused(jo, "POST", "/api/recover", {"name": "Jo"}, 409, "no_mail")
    finally:
        server.stop()
        server.clean()


def main():
    post, clock = MailServer(), Clock()
    with tempfile.TemporaryDirectory() as folder:
        login = os.path.join(folder, "login")
        with open(login, "w", encoding="utf-8") as file:
            file.write("games:a secret: word\n")
        server = Server("--site", SITE, "--smtp", post.url, "--mail-from", "games@example.org",
                        "--smtp-login", login, "--limit", "1000", clock=clock)
        try:
            test_address(server, post)
            test_words(server, post, clock)
            test_meeting(server, post, clock)
            test_recovery(server, post, clock)
            test_refused(server, post, clock)
            test_silent(server, post)
        finally:
            status = clock.stopped(server, 5)  # and the mail server is silent
            post.close()
            server.clean()
    expect(status == 0 and not server.complaints(), status, server.log[-5:])
    expect(not any("secret" in line for line in server.log), "the login in the log")
    test_without(clock)


if __name__ == "__main__":
    sys.exit(main())
