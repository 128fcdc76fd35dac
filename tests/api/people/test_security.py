#!/usr/bin/env python3
"""What docs/asvs.md claims and no other test holds: headers of every kind of answer, no sharing across
origins, no file that is not the page's, tokens that are stored as hashes, passwords of any kind."""
import re
import sqlite3

from support.server import Server
from support.wire import Person

LONGEST = "a strong one, b" * 8 + "rest of 128"[:8]
PASSWORD = "correct horse 17 battery"


def register(server, name):
    person = Person(server.port)
    status, answer = person.ask("POST", "/api/register", {"name": name, "password": PASSWORD})
    assert status == 200, (status, answer)
    return person


def test_headers(server):
    person = Person(server.port)
    page = person.raw("GET", "/")
    script = re.search(rb'src="(/[^"]+\.js)"', page[2])
    assert script, page[2][:500]
    answers = [page, person.raw("GET", script.group(1).decode()), person.raw("GET", "/api/me"),
               person.raw("GET", "/api/games/aaaaaaaaaaaa"), person.raw("GET", "/api/none"),
               person.raw("POST", "/api/games", b"{"), person.raw("GET", "/g/aaaaaaaaaaaa")]
    for status, headers, body in answers:
        assert headers.get("x-content-type-options") == "nosniff", (status, headers)
        assert not body or re.match(r"[a-z]+/[a-z.+-]+", headers.get("content-type", "")), (status, headers)
        assert not any(name.startswith("access-control-") for name in headers), headers
        if headers.get("content-type", "").startswith("text/html"):
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy or "default-src 'self'" in policy, policy
            assert "unsafe-" not in policy and "frame-ancestors 'none'" in policy, policy


def test_no_sharing(server):
    person = Person(server.port)
    for method in ("GET", "OPTIONS", "POST"):
        status, headers, _ = person.raw(method, "/api/games", headers={
            "Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"})
        assert not any(name.startswith("access-control-") for name in headers), headers
        assert method == "GET" or status >= 400, (method, status)


def test_changes_need_their_method(server):
    """A link or a picture in somebody's page changes nothing."""
    person = register(server, "Grace")
    cookie = person.cookie
    for path in ("/api/logout", "/api/register", "/api/login", "/api/challenges", "/api/me/password"):
        person.raw("GET", path)
    assert person.cookie == cookie and person.ask("GET", "/api/me")[1]["name"] == "Grace"


def test_files_of_the_page_alone(server):
    person = Person(server.port)
    for path in ("/.git/HEAD", "/.env", "/web/src/main.ts", "/alea.db", "/../etc/passwd", "/%2e%2e/etc/passwd",
                 "/assets/../../etc/passwd", "/main.ts", "/package.json", "/alea.key"):
        status, headers, body = person.raw("GET", path)
        page = headers.get("content-type", "").startswith("text/html")
        assert status in (400, 404) or page, (path, status)
        assert b"root:" not in body and b"ref:" not in body and not body.startswith(b"SQLite"), path


def test_tokens(server):
    people = [Person(server.port) for _ in range(20)]
    tokens = [person.cookie.split("=", 1)[1] for person in people]
    assert len(set(tokens)) == len(tokens)
    for token in tokens:
        assert re.fullmatch(r"[A-Za-z0-9_-]{43,}|[0-9a-f]{64}", token), "fewer than 256 bits"
    with sqlite3.connect(server.data) as data:
        stored = "\n".join(data.iterdump())
    data.close()
    for person, token in zip(people, tokens):
        assert token not in stored, "a session is stored as it is"
        assert person.id in stored  # what was looked at holds these sessions


def test_sign_out(server):
    person = register(server, "Hedy")
    kept, line = person.cookie, person.socket()
    status, headers, _ = person.raw("POST", "/api/logout", b"{}")
    assert status == 200 and headers["set-cookie"].startswith("alea_session=;"), (status, headers)
    assert headers["set-cookie"].endswith("; Max-Age=0"), headers
    assert line.until(lambda m: m["type"] == "bye")["reason"] == "session"
    other = Person(server.port, guest=False)
    other.cookie = kept
    assert other.ask("GET", "/api/me")[1].get("name") != "Hedy"


def test_passwords(server):
    """8 to 128 characters, whatever they are, and the whole of them counts."""
    def status_of(number, password):
        return Person(server.port).ask("POST", "/api/register", {"name": f"Ida{number}", "password": password})[0]

    good = ["pässwörter mit ß", "🎲🎯🎳🎪🎭🎨🎬🎤🎧", " blanks at both ends ", LONGEST, "<script>'\"\\%00;--"]
    for number, password in enumerate(good):
        assert status_of(number, password) == 200, password
    for number, password in enumerate(("seven 7", LONGEST + "y", "")):
        assert (got := status_of(100 + number, password)) in (400, 422), (got, password)
    for wrong in (LONGEST[:-1], LONGEST[:72], LONGEST.upper()):
        status, _ = Person(server.port).ask("POST", "/api/login", {"name": "Ida3", "password": wrong})
        assert status in (400, 401), (status, len(wrong))
    person = Person(server.port)
    assert person.ask("POST", "/api/login", {"name": "Ida3", "password": LONGEST})[0] == 200


def main():
    server = Server("--limit", "0")
    try:
        for test in (test_headers, test_no_sharing, test_changes_need_their_method, test_files_of_the_page_alone,
                     test_tokens, test_sign_out, test_passwords):
            test(server)
        assert server.stop() == 0 and not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()


if __name__ == "__main__":
    main()
