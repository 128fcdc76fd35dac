#!/usr/bin/env python3
"""Clubs as clients see them: founding, joining, roles and where a director's rights end, announcements, the
club's own tournaments; what strangers and hostile directors may not do; what stays of a deleted account."""
import csv
import io
import sqlite3

from support.expect import expect
from support.server import Server
from support.wire import Person


def account(server, name, source=None):
    person = Person(server.port, source)
    status, me = person.ask("POST", "/api/register", {"name": name, "password": "correct " + name})
    assert status == 200, me
    person.name = name
    return person


def do(person, method, path, body=None, wanted=(200, 201)):
    status, answer = person.ask(method, f"/api/clubs{path}", {} if body is None and method == "POST" else body)
    expect(status in wanted, method, path, body, status, answer)
    return answer


def refused(person, method, path, body, status, code):
    said, answer = person.ask(method, f"/api/clubs{path}", body)
    expect((said, answer["error"]["code"]) == (status, code), method, path, body, said, answer)


def founded(person, name, **more):
    return do(person, "POST", "", {"name": name, **more})["club"]


def number_of(person, club):
    return do(person, "GET", f"/{club}")["me"]["member"]


def set_role(person, club, number, role):
    return do(person, "PATCH", f"/{club}/members/{number}", {"role": role})


def names(person, club, of="members"):
    return [m["name"] for m in do(person, "GET", f"/{club}/members?list={of}")["members"]]


def rows_of(server, path):
    status, head, text = Person(server.port).raw("GET", path)
    expect(status == 200 and "text/csv" in head["content-type"], head)
    return list(csv.DictReader(io.StringIO(text.decode())))


def test_founding(server):
    ann, guest = account(server, "Ann"), Person(server.port)
    club = founded(ann, " Thursday  club ", town="Bern", text="We meet\nat <b>eight</b>.")
    state = do(Person(server.port), "GET", f"/{club}")
    expect(state["name"] == "Thursday club" and state["text"] == "We meet\nat <b>eight</b>.", state)
    expect((state["members"], state["town"], state["open"], state["applied"]) == (1, "Bern", True, None), state)
    expect([(d["name"], d["role"]) for d in state["directors"]] == [("Ann", "owner")], state)
    expect(state["me"] == {"member": None, "role": "gone"}, state)
    guest.ask("GET", "/api/me")
    refused(guest, "POST", "", {"name": "Mine"}, 403, "guest")
    refused(guest, "POST", f"/{club}/members", {}, 403, "guest")
    for name in ("", "x" * 33, "a\nb", "a\u202eb", 7, None):
        refused(ann, "POST", "", {"name": name}, 422, "bad_name")
    refused(ann, "POST", "", {}, 422, "bad_name")
    refused(ann, "POST", "", {"name": "Other", "text": "x" * 2001}, 422, "bad_text")
    refused(ann, "POST", "", {"name": "Other", "owner": "Bob"}, 400, "bad_request")
    # A name that looks like another's could pass for it.
    bob = account(server, "Bob")
    for name in ("thursday club", "Thursday cIub"):
        refused(bob, "POST", "", {"name": name}, 409, "name_taken")
    other = founded(bob, "Friday club", town="Basel")
    refused(bob, "PATCH", f"/{other}", {"name": "THURSDAY CLUB"}, 409, "name_taken")
    listed = do(guest, "GET", "?search=BA")["clubs"]
    expect([c["club"] for c in listed] == [other], listed)
    expect({c["club"] for c in do(guest, "GET", "?search=day%20club")["clubs"]} == {club, other})
    expect(do(guest, "GET", "?list=mine")["clubs"] == [])
    expect([c["club"] for c in do(ann, "GET", "?list=mine")["clubs"]] == [club])
    # Three clubs a person; a removed one makes room, and comes back only where there is room.
    founded(ann, "Second")
    third = founded(ann, "Third")
    refused(ann, "POST", "", {"name": "Fourth"}, 409, "too_many")
    refused(bob, "DELETE", f"/{third}", None, 403, "not_owner")
    expect(do(ann, "DELETE", f"/{third}")["removed"])
    refused(ann, "PATCH", f"/{third}", {"text": "x"}, 409, "removed")
    refused(bob, "POST", f"/{third}/members", {}, 409, "removed")
    fourth = founded(ann, "Third")
    refused(ann, "POST", f"/{third}/restore", {}, 409, "too_many")
    do(ann, "DELETE", f"/{fourth}")
    expect(not do(ann, "POST", f"/{third}/restore")["removed"])


def test_members(server):
    owner, joe, kim, lea = (account(server, name) for name in ("Owen", "Joe", "Kim", "Lea"))
    club = founded(owner, "By approval", open=False)
    for person in (joe, kim, lea):
        expect(do(person, "POST", f"/{club}/members")["me"]["role"] == "applied")
    expect(do(joe, "POST", f"/{club}/members")["me"]["role"] == "applied", "asked twice")
    expect(do(owner, "GET", f"/{club}")["applied"] == 3)
    refused(joe, "GET", f"/{club}/members?list=applied", None, 403, "not_director")
    joe.number, kim.number, lea.number = (number_of(p, club) for p in (joe, kim, lea))
    refused(joe, "PATCH", f"/{club}/members/{joe.number}", {"role": "member"}, 403, "not_director")
    set_role(owner, club, joe.number, "member")
    refused(joe, "PATCH", f"/{club}/members/{kim.number}", {"role": "member"}, 403, "not_director")
    refused(joe, "POST", f"/{club}/news", {"text": "x"}, 403, "not_director")
    set_role(owner, club, joe.number, "director")
    set_role(joe, club, kim.number, "member")
    set_role(joe, club, lea.number, "gone")
    expect(names(joe, club) == ["Owen", "Joe", "Kim"])
    # A director is neither the owner nor above other directors.
    set_role(owner, club, kim.number, "director")
    for role in ("gone", "banned", "member", "owner"):
        refused(joe, "PATCH", f"/{club}/members/{kim.number}", {"role": role}, 403, "not_owner")
    refused(joe, "PATCH", f"/{club}/members/{joe.number}", {"role": "owner"}, 403, "not_owner")
    for role in ("gone", "banned", "member"):
        refused(joe, "PATCH", f"/{club}/members/1", {"role": role}, 409, "owner")
    # Nobody is taken in who has not asked.
    refused(owner, "PATCH", f"/{club}/members/{lea.number}", {"role": "member"}, 409, "gone")
    refused(owner, "PATCH", f"/{club}/members/99", {"role": "member"}, 404, "no_such_member")
    refused(owner, "PATCH", f"/{club}/members/{lea.number}", {"role": "king"}, 400, "bad_role")
    # Banned: not even into an open club, until a director says otherwise.
    do(owner, "PATCH", f"/{club}", {"open": True})
    set_role(joe, club, lea.number, "banned")
    refused(lea, "POST", f"/{club}/members", {}, 403, "banned")
    refused(lea, "PATCH", f"/{club}/members/{lea.number}", {"role": "gone"}, 403, "not_director")
    expect(names(joe, club, "banned") == ["Lea"])
    set_role(joe, club, lea.number, "gone")
    # In and out again at most five times.
    for _ in range(5):
        do(lea, "POST", f"/{club}/members")
        set_role(lea, club, lea.number, "gone")
    refused(lea, "POST", f"/{club}/members", {}, 409, "too_often")
    # The owner cannot leave, but hand the club over.
    refused(owner, "PATCH", f"/{club}/members/1", {"role": "gone"}, 409, "owner")
    set_role(owner, club, kim.number, "owner")
    expect(do(kim, "GET", f"/{club}")["me"]["role"] == "owner")
    expect(do(owner, "GET", f"/{club}")["me"]["role"] == "director")
    refused(owner, "DELETE", f"/{club}", None, 403, "not_owner")
    set_role(owner, club, 1, "gone")
    # A deleted account is "somebody N"; of an owner's the oldest director takes the place.
    expect(kim.ask("DELETE", "/api/me", {"password": "correct Kim"})[0] == 200)
    state = do(joe, "GET", f"/{club}")
    expect(state["me"]["role"] == "owner" and state["members"] == 1, state)
    log = do(Person(server.port), "GET", f"/{club}/log")["log"]
    gone = f"somebody {kim.number}"
    expect(any(line["what"] == "handed_over" and line["about"][0] == gone for line in log), log)
    expect("Kim" not in str(log) + str(state) + str(rows_of(server, f"/api/clubs/{club}/log.csv")))
    rows = rows_of(server, f"/api/clubs/{club}/members.csv")
    expect([(row["name"], row["role"]) for row in rows] == [("Joe", "owner")], rows)
    # The last one's account deleted: the club belongs to the first person who joins.
    expect(joe.ask("DELETE", "/api/me", {"password": "correct Joe"})[0] == 200)
    expect(do(account(server, "Max"), "POST", f"/{club}/members")["me"]["role"] == "owner")


def test_rights_end(server):
    """A director of one club is nobody in another, nor at its tournaments."""
    owners = [account(server, "Una"), account(server, "Vic")]
    directors = [account(server, "Dan"), account(server, "Eve")]
    member = account(server, "Mia")
    clubs = [founded(owners[0], "Una's"), founded(owners[1], "Vic's")]
    for owner, director, club in zip(owners, directors, clubs):
        do(director, "POST", f"/{club}/members")
        set_role(owner, club, number_of(director, club), "director")
    do(member, "POST", f"/{clubs[1]}/members")
    seen = do(owners[1], "POST", f"/{clubs[1]}/news", {"text": "Hall & bar"})["news"][0]
    body = {"plan": {"name": "Cup", "kind": "single"}, "club": clubs[1], "members_only": True}
    status, answer = directors[0].ask("POST", "/api/tournaments", body)
    expect((status, answer["error"]["code"]) == (403, "not_director"), answer)
    status, cup = owners[1].ask("POST", "/api/tournaments", body)
    expect(status == 201 and cup["club"] == clubs[1] and cup["members_only"], cup)
    at = f"/api/tournaments/{cup['tournament']}"
    stranger = directors[0]
    mia = number_of(member, clubs[1])
    for method, path, asked in (("POST", "/news", {"text": "Closed!"}), ("DELETE", f"/news/{seen['news']}", None),
                                ("PATCH", "", {"text": "x"}), ("PATCH", f"/members/{mia}", {"role": "banned"}),
                                ("GET", "/members?list=banned", None)):
        refused(stranger, method, f"/{clubs[1]}{path}", asked, 403, "not_director")
    for method, path, asked in (("POST", "/players", {"name": "Zoe"}), ("POST", "/start", {}), ("DELETE", "", None),
                                ("PATCH", "", {"text": "x"}), ("POST", "/close", {}),
                                ("POST", "/directors", {"name": "Dan"})):
        status, answer = stranger.ask(method, at + path, asked)
        expect((status, answer["error"]["code"]) == (403, "not_director"), method, path, answer)
    status, answer = stranger.ask("POST", at + "/players", {})
    expect((status, answer["error"]["code"]) == (403, "not_member"), answer)
    # Every director of the club directs it; members enter.
    expect(directors[1].ask("POST", at + "/players", {"name": "Zoe"})[0] == 201)
    expect(member.ask("POST", at + "/players", {})[0] == 201)
    expect(directors[1].ask("GET", at)[1]["me"]["director"] and not stranger.ask("GET", at)[1]["me"]["director"])
    listed = stranger.ask("GET", f"/api/tournaments?club={clubs[1]}")[1]["tournaments"]
    expect([t["tournament"] for t in listed] == [cup["tournament"]], listed)
    expect(stranger.ask("GET", f"/api/tournaments?club={clubs[0]}")[1]["tournaments"] == [])
    # Dismissed, one directs nothing of the club any more, not even what one has made.
    status, own = directors[1].ask("POST", "/api/tournaments", {**body, "members_only": False})
    expect(status == 201 and own["me"]["director"], own)
    set_role(owners[1], clubs[1], number_of(directors[1], clubs[1]), "member")
    for tournament in (cup["tournament"], own["tournament"]):
        status, answer = directors[1].ask("POST", f"/api/tournaments/{tournament}/start", {})
        expect((status, answer["error"]["code"]) == (403, "not_director"), answer)
    expect(owners[1].ask("GET", f"/api/tournaments/{own['tournament']}")[1]["directors"] == [])
    for wrong in ({"club": 7}, {"club": "x"}, {"members_only": True}, {"members_only": 1, "club": clubs[1]}):
        status, answer = owners[1].ask("POST", "/api/tournaments", {"plan": body["plan"], **wrong})
        expect((status, answer["error"]["code"]) == (400, "bad_club"), wrong, answer)
    status, answer = owners[1].ask("POST", "/api/tournaments", {"plan": body["plan"], "club": "a" * 12})
    expect((status, answer["error"]["code"]) == (404, "no_such_club"), answer)


def test_news(server):
    pam = account(server, "Pam")
    club = founded(pam, "=cmd()", text="")
    for i in range(7):
        do(pam, "POST", f"/{club}/news", {"text": f"Line {i}\n<script>"})
    state = do(Person(server.port), "GET", f"/{club}")
    expect([n["text"].split("\n")[0] for n in state["news"]] == [f"Line {i}" for i in (6, 5, 4, 3, 2)], state["news"])
    more = do(pam, "GET", f"/{club}/news?limit=3&before={state['news'][-1]['news']}")["news"]
    expect([n["text"][:6] for n in more] == ["Line 1", "Line 0"], more)
    for text in ("", "  \n", "x" * 2001, "a\u0007", None):
        refused(pam, "POST", f"/{club}/news", {"text": text}, 422, "bad_text")
    gone = state["news"][0]["news"]
    do(pam, "DELETE", f"/{club}/news/{gone}")
    refused(pam, "DELETE", f"/{club}/news/{gone}", None, 404, "no_such_news")
    # Killed after an answer: it is there.
    server.kill()
    server.start()
    expect(do(pam, "GET", f"/{club}")["news"][0]["text"].startswith("Line 5"))
    whats = [line["what"] for line in do(pam, "GET", f"/{club}/log")["log"]]
    expect(whats == ["took_back"] + 7 * ["announced"] + ["founded"], whats)
    expect(rows_of(server, f"/api/clubs/{club}/log.csv")[0]["what"] == "took_back")


def test_topic(server):
    ann, bob = account(server, "Topica"), account(server, "Topicb")
    club = founded(ann, "Watched")
    line = Person(server.port).socket()
    answer = line.do("club", club=club, on=True)
    expect(answer["ok"] and answer["seq"] == 1, answer)
    for fields, code in (({"club": "aaaaaaaaaaaa", "on": True}, "no_such_club"), ({"club": 5, "on": True}, "no_such_club"),
                         ({"club": club}, "bad_command"), ({"club": club, "on": 1}, "bad_command"),
                         ({"club": club, "on": True, "tournament": club}, "bad_command")):
        answer = line.do("club", **fields)
        expect(answer["error"]["code"] == code, fields, answer)
    do(bob, "POST", f"/{club}/members")
    refused(bob, "POST", f"/{club}/news", {"text": "No"}, 403, "not_director")
    do(ann, "POST", f"/{club}/news", {"text": "Yes"})
    told = [line.until(lambda m: m.get("type") == "club") for _ in range(2)]
    expect([(m["club"], m["seq"]) for m in told] == [(club, 2), (club, 3)], told)
    expect(line.do("club", club=club, on=False)["ok"])
    do(ann, "POST", f"/{club}/news", {"text": "Again"})
    expect(line.do("ping")["ok"] and sum(m.get("type") == "club" for m in line.messages) == 2, line.messages)


def fill(server, sql, rows):
    server.stop()
    database = sqlite3.connect(server.data)
    database.executemany(sql, rows)
    database.commit()
    database.close()
    server.start()


def test_bounds(server):
    """Members, announcements and the log have an end; a full club answers as any other."""
    zed, yan = account(server, "Zed"), account(server, "Yan")
    club = founded(zed, "Crowd")
    fill(server, "INSERT INTO club_members VALUES (?, ?, ?, 2, 0, 1, 5, 0)",
         [(club, 1000 + i, f"{i:012}") for i in range(4999)])
    expect(do(zed, "GET", f"/{club}")["members"] == 5000)
    refused(yan, "POST", f"/{club}/members", {}, 409, "full")
    page = do(yan, "GET", f"/{club}/members?limit=500&after=5498")["members"]
    expect([m["member"] for m in page] == list(range(5499, 5999)), len(page))
    expect(page[0]["name"] == "somebody 5499", page[0])
    expect(len(rows_of(server, f"/api/clubs/{club}/members.csv")) == 5000)
    set_role(zed, club, 5998, "banned")
    do(yan, "POST", f"/{club}/members")
    # 300 announcements and 5,000 lines of the log are kept.
    fill(server, "INSERT INTO club_news VALUES (?, ?, 5, 1, 'old')", [(club, 10000 + i) for i in range(300)])
    fill(server, "INSERT INTO club_log VALUES (?, ?, 5, 1, 'announced', 0, 0, 0, 0)",
         [(club, 10000 + i) for i in range(5999)])
    fill(server, "UPDATE clubs SET last = ? WHERE id = ?", [(15999, club)])
    do(zed, "POST", f"/{club}/news", {"text": "new"})
    news = do(zed, "GET", f"/{club}/news?limit=5&before=10003")["news"]
    expect([n["news"] for n in news] == [10002, 10001], news)
    log = do(zed, "GET", f"/{club}/log?limit=5&before=11003")["log"]
    expect([line["seq"] for line in log] == [11002, 11001], log)
    # The numbers in addresses have six digits.
    fill(server, "UPDATE clubs SET last = ? WHERE id = ?", [(900000, club)])
    refused(zed, "POST", f"/{club}/news", {"text": "new"}, 409, "too_many")


def main():
    server = Server("--limit", "320")
    try:
        for test in (test_founding, test_members, test_rights_end, test_news, test_topic, test_bounds):
            test(server)
            print(test.__name__)
        assert server.stop() == 0, server.log[-5:]
        assert not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()


if __name__ == "__main__":
    main()
