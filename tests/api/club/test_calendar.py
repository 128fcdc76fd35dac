#!/usr/bin/env python3
"""Calendars of tournaments, read as a calendar program reads them: lines, folds, escapes (RFC 5545);
one's own at an address that nobody guesses and a new password changes."""
import datetime
import time

from support.expect import expect
from support.server import Server
from support.wire import Person

TEXT = "Upstairs; at 8, not 7\nPrize: a \\board\\ \U0001F3B2 " + "äöü" * 40


def account(server, name):
    person = Person(server.port)
    status, me = person.ask("POST", "/api/register", {"name": name, "password": "correct " + name})
    assert status == 200, me
    return person


def read(person, path, headers=None):
    """-> (status, events as dicts, etag); every rule of form is checked on the way."""
    status, head, body = person.raw("GET", path, headers=headers)
    if status != 200:
        return status, None, None
    expect(head["content-type"] == "text/calendar; charset=utf-8", head)
    lines = body.split(b"\r\n")
    expect(lines[-1] == b"" and b"\n" not in body.replace(b"\r\n", b""), "every line ends in CR LF")
    expect(all(len(line) <= 75 for line in lines), "75 octets a line", [l for l in lines if len(l) > 75])
    for line in lines:
        line.decode("utf-8")  # no character is cut by a fold
    plain = body.replace(b"\r\n ", b"").decode("utf-8").split("\r\n")[:-1]
    expect(plain[:2] == ["BEGIN:VCALENDAR", "VERSION:2.0"] and plain[-1] == "END:VCALENDAR", plain)
    events, event = [], None
    for line in plain[2:-1]:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            event = {}
        elif line == "END:VEVENT":
            expect({"UID", "DTSTAMP", "DTSTART", "SUMMARY"} <= set(event), event)
            events.append(event)
            event = None
        elif event is not None:
            text, i = "", 0
            while i < len(value):
                if value[i] == "\\":
                    i += 1
                    expect(value[i] in "\\;,n", value)
                    text += "\n" if value[i] == "n" else value[i]
                else:
                    expect(name in ("URL", "UID") or value[i] not in ";,", line)
                    text += value[i]
                i += 1
            expect(name not in event, name, "twice")
            event[name] = text
    expect(len({e["UID"] for e in events}) == len(events), "each event once")
    return status, events, head["etag"]


def moment(text):
    when = datetime.datetime.strptime(text, "%Y%m%dT%H%M%SZ").replace(tzinfo=datetime.timezone.utc)
    return int(when.timestamp()) * 1000


def test_of_all(server):
    ann, guest = account(server, "Ann"), Person(server.port)
    starts = (int(time.time()) + 86400) * 1000
    status, made = ann.ask("POST", "/api/tournaments", {
        "plan": {"name": "Thursday; 1,2", "kind": "single"}, "text": TEXT, "starts": starts})
    expect(status == 201, made)
    path = f"/api/tournaments/{made['tournament']}"
    status, events, etag = read(guest, path + "/calendar.ics")
    expect(status == 200 and len(events) == 1, events)
    event = events[0]
    expect(event["SUMMARY"] == "Thursday; 1,2" and event["DESCRIPTION"] == TEXT, event)
    expect(moment(event["DTSTART"]) == starts and event["STATUS"] == "CONFIRMED", event)
    expect(event["URL"] == f"http://127.0.0.1:{server.port}/tournament/{made['tournament']}", event)
    expect(read(guest, path + "/calendar.ics", {"If-None-Match": etag})[0] == 304, etag)
    # Later, and then not at all: the same event.
    ann.ask("PATCH", path, {"text": "", "starts": starts + 3600000})
    _, later, _ = read(guest, path + "/calendar.ics")
    expect(moment(later[0]["DTSTART"]) == starts + 3600000 and later[0]["UID"] == event["UID"], later)
    expect("DESCRIPTION" not in later[0], later)
    ann.ask("DELETE", path)
    expect(read(guest, path + "/calendar.ics")[1][0]["STATUS"] == "CANCELLED", "removed")
    ann.ask("POST", path + "/restore")
    ann.ask("PATCH", path, {"starts": None})
    status, answer = guest.ask("GET", path + "/calendar.ics")
    expect((status, answer["error"]["code"]) == (404, "no_start"), status, answer)
    status, answer = guest.ask("GET", "/api/tournaments/aaaaaaaaaaaa/calendar.ics")
    expect((status, answer["error"]["code"]) == (404, "no_such_tournament"), status, answer)


def test_own(server):
    bob, cid, guest = account(server, "Bob"), account(server, "Cid"), Person(server.port)
    status, answer = guest.ask("GET", "/api/calendar")
    expect((status, answer["error"]["code"]) == (403, "guest"), status, answer)
    mine, his = (one.ask("GET", "/api/calendar")[1]["url"] for one in (bob, cid))
    expect(mine != his and read(guest, mine)[1] == [], mine)
    starts = (int(time.time()) + 7200) * 1000
    ids = []
    for name, kind, more in (("First", "league", {"deadline_h": 48}), ("Second", "single", {}), ("Third", "single", {})):
        status, made = bob.ask("POST", "/api/tournaments", {
            "plan": {"name": name, "kind": kind, **more}, "starts": starts})
        expect(status == 201, made)
        ids.append(made["tournament"])
    for one in ids[:2]:
        expect(bob.ask("POST", f"/api/tournaments/{one}/players", {})[0] == 201, one)
    expect(cid.ask("POST", f"/api/tournaments/{ids[0]}/players", {})[0] == 201, "Cid")
    expect(sorted(e["SUMMARY"] for e in read(guest, mine)[1]) == ["First", "Second"], "entered, not directed")
    expect([e["SUMMARY"] for e in read(guest, his)[1]] == ["First"], "Cid's")
    # Withdrawn: no more. Drawn: until when each open match has to begin.
    bob.ask("DELETE", f"/api/tournaments/{ids[1]}/players/0")
    status, state = bob.ask("POST", f"/api/tournaments/{ids[0]}/start", {})
    expect(status == 200, state)
    events = {e["SUMMARY"]: e for e in read(guest, mine)[1]}
    expect(set(events) == {"First", "First: last moment to begin against Cid"}, events)
    opened = next(m for m in state["matches"] if m["open"])["opened"]
    last = moment(events["First: last moment to begin against Cid"]["DTSTART"])
    expect(last == (opened + 48 * 3600000) // 1000 * 1000, last, opened)
    # Guessed, cut, of a guest, of nobody: nothing; and a new password makes a new address.
    for wrong in (mine[:-1], mine[:-5] + "x.ics", mine + "x", mine.replace(bob.id, cid.id),
                  mine.replace(bob.id, guest.id), mine.replace(bob.id, "a" * 12), f"/api/calendar/{bob.id}/.ics"):
        status, answer = guest.ask("GET", wrong)
        expect(status == 404, wrong, status, answer)
    status, _ = bob.ask("POST", "/api/password", {"old": "correct Bob", "new": "correct Bob again"})
    expect(status == 200, status)
    expect(read(guest, mine)[0] == 404, "the old address")
    again = bob.ask("GET", "/api/calendar")[1]["url"]
    expect(again != mine and len(read(guest, again)[1]) == 2, again)
    # It outlives the server, and ends with the account.
    server.kill()
    server.start()
    for one in (bob, guest):
        one.go_to(server.port)
    expect(len(read(guest, again)[1]) == 2, "after a kill")
    bob.ask("DELETE", "/api/me", {"password": "correct Bob again"})
    expect(read(guest, again)[0] == 404, "a deleted account")


def main():
    server = Server("--limit", "320")
    try:
        for test in (test_of_all, test_own):
            test(server)
            print(test.__name__)
        assert server.stop() == 0, server.log[-5:]
        assert not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()


if __name__ == "__main__":
    main()
