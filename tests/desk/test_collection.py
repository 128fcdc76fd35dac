"""The collection of a person over HTTP: games played here come into the desk when they end, once,
also as files of other formats, after a crash, and beside imports; they are renamed, tagged, noted,
searched and removed; a storage that cannot be read loses none."""
import datetime
import json
import sqlite3
from urllib.parse import quote

from support.expect import expect
from support.honest import contribute, refresh, seated, some_play, to_play, watch
from support.server import Server
from support.waiting import wait_until
from support.wire import Person


def matches(person, query="", want=200):
    status, answer = person.ask("GET", "/api/desk/matches" + query)
    expect(status == want, query, status, answer)
    return answer


def play(server, turns):
    """A match to 1 between two people, resigned after so many turns."""
    game, host, guest = seated(server.port, options={"match_length": 1})
    lines = [watch(host, game), watch(guest, game)]
    contribute(*lines)
    for _ in range(turns):
        line, _ = to_play(lines)
        expect(line.do("play", game=game, moves=some_play(refresh(line)["tree"]))["ok"])
    return game, host, guest, lines


def end(game, lines):
    expect(lines[0].do("resign", game=game, level=1)["ok"])
    expect(lines[1].do("accept_resign", game=game)["ok"])
    for line in lines:
        line.close()


def is_that(entry, game):
    days = {str(datetime.datetime.now(datetime.timezone.utc).date() - datetime.timedelta(days=d))
            for d in (0, 1)}  # the test may run through midnight
    expect(entry["game"] == game and entry["played"] and entry["date"] in days, entry)
    expect(entry["match_length"] == 1 and entry["winner"] == 1, entry)


def played_and_imported(server):
    game, host, guest, lines = play(server, 6)
    expect(matches(host) == {"matches": [], "found": 0}, "a game that goes on is none")
    end(game, lines)
    for person in (host, guest):
        answer = matches(person)
        expect(answer["found"] == 1, answer)
        is_that(answer["matches"][0], game)
        expect(matches(person) == answer or matches(person)["found"] == 1, "once")
    for form in ("mat", "sgf", "journal"):
        status, _, data = host.raw("GET", f"/api/matches/{game}/file?format={form}")
        expect(status == 200, form, status)
        status, _, said = host.raw("POST", f"/api/desk/matches?name=a.{form}", data)
        said = json.loads(said)
        expect(status == 200 and (said["added"], said["known"]) == (0, 1), form, said)
        status, _, said = host.raw("POST", f"/api/matches?name=a.{form}", data)
        expect(status == 201, form, said)
    answer = matches(host)
    expect(answer["found"] == 1, answer)
    is_that(answer["matches"][0], game)
    wait_until(lambda: matches(host)["matches"][0]["pr"] is not None, "its analysis")
    return game, host


def one_analysis(server):
    """The analysis that the server makes of an ended game is the desk's as well: the figures are
    the same, cards are made of its errors, and no job of the desk runs."""
    game, host, _, lines = play(server, 12)
    end(game, lines)
    line = host.socket()
    expect(matches(host)["found"] == 1, "listed at once")
    wait_until(lambda: matches(host)["matches"][0]["pr"] is not None, "its analysis in the desk")
    line.do("ping")
    jobs = {m["job"]: m["kind"] for m in line.messages if m.get("type") == "job"}
    line.close()
    expect(set(jobs.values()) <= {"analysis"}, jobs)
    status, analysis = host.ask("GET", f"/api/matches/{game}/analysis")
    desk = host.ask("GET", "/api/desk")[1]
    expect(status == 200 and desk["unanalysed"] == 0 and desk["analysis"] is None, desk)
    for total in analysis["totals"]:
        query = quote(f'"player={total["player"]}"')
        group = host.ask("GET", f"/api/desk/stats?by=all&q={query}")[1]["groups"][0]
        expect(group["decisions"] == total["decisions"], group, total)
        expect(abs(group["loss"] - total["loss"]) < 1e-5, group, total)
        expect(abs(group["luck"] - total["luck"]) < 1e-4, group, total)
    own = [d for d in analysis["decisions"] if d["player"] == 0 and d["counted"] and d["loss"] > 0.081]
    found = host.ask("GET", "/api/desk/find?sort=error&limit=200&q=" + quote("error>=0.02"))[1]
    page = {(d["game"], d["turn"], d["made"], d["best"], d.get("explanation", ""))
            for d in analysis["decisions"] if d["loss"] > 0.0201 and d["kind"] == "play"}
    expect(page <= {(d["game"], d["turn"], d["made"], d["best"], d["why"])
                    for d in found["decisions"]}, page, found)
    expect(desk["deck"]["cards"] >= (1 if own else 0), desk["deck"])


def crash(server):
    """It ended, and the server died before anybody looked at the desk."""
    game, host, guest, lines = play(server, 3)
    end(game, lines)
    server.kill()
    server.start()
    for person in (host, guest):
        again = Person(server.port, guest=False)
        again.cookie = person.cookie
        answer = matches(again)
        expect(answer["found"] == 1, answer)
        is_that(answer["matches"][0], game)


def unreadable(server):
    game, host, _, lines = play(server, 3)
    end(game, lines)
    with sqlite3.connect(server.data) as db:
        db.execute("ALTER TABLE blobs RENAME TO blobs_gone")
    matches(host, want=503)
    with sqlite3.connect(server.data) as db:
        db.execute("ALTER TABLE blobs_gone RENAME TO blobs")
    is_that(matches(host)["matches"][0], game)


def change(person, match, body, want=200):
    status, answer = person.ask("PATCH", f"/api/desk/matches/{match}", body)
    expect(status == want, body, status, answer)


def kept(game, person):
    match = matches(person)["matches"][0]["match"]
    change(person, match, {"title": "The first one", "tags": ["club", "lost"], "note": "too bold"})
    entry = matches(person)["matches"][0]
    expect(entry["title"] == "The first one" and entry["tags"] == ["club", "lost"] and
           entry["note"] == "too bold", entry)
    change(person, match, {"tags": ["club"]})
    expect(matches(person)["matches"][0]["tags"] == ["club"], "the list replaces")
    for query, found in (("?text=FIRST", 1), ("?text=bold", 1), ("?text=nobody", 0),
                         ("?q=tag%3Dclub", 1), ("?q=tag%3Dlost", 0), ("?q=length%3D1", 1),
                         ("?q=length%3D7", 0), ("?q=tag%3Dclub&text=first&limit=0", 1)):
        expect(matches(person, query)["found"] == found, query)
    matches(person, "?q=nonsense%3D1", 400)
    matches(person, "?limit=5000", 400)
    for body in ({}, {"title": 3}, {"tags": "a"}, {"tags": [1]}, {"title": "x" * 201},
                 {"title": "a\nb"}):
        change(person, match, body, 400)
    change(person, 99999, {"title": "none"}, 400)
    status, headers, data = person.raw("GET", f"/api/desk/matches/{match}/file")
    expect(status == 200 and data and "attachment" in headers["content-disposition"], headers)
    stranger = Person(server_port(person))
    expect(stranger.ask("PATCH", f"/api/desk/matches/{match}", {"title": "mine"})[0] == 400)
    expect(stranger.ask("DELETE", f"/api/desk/matches/{match}")[0] == 400)
    before = matches(person)["matches"][0]
    expect(person.ask("DELETE", f"/api/desk/matches/{match}")[0] == 200)
    expect(matches(person) == {"matches": [], "found": 0}, "it does not come back")
    expect(person.ask("GET", f"/api/matches/{game}")[0] == 200, "the opponent keeps the game")
    status, history = person.ask("GET", "/api/history")
    expect([m["id"] for m in history["matches"]] == [game], "imports are gone", history)
    the_bin(person, match, before)


def the_bin(person, match, before):
    """What was removed comes back as it was; what is emptied does not."""
    status, there = person.ask("GET", "/api/desk/bin")
    expect(status == 200 and there["days"] == 30, there)
    expect([(m["match"], m["title"]) for m in there["matches"]] == [(match, before["title"])], there)
    expect(Person(server_port(person)).ask("GET", "/api/desk/bin")[1]["matches"] == [], "a stranger's")
    for body in ({}, {"restore": "1"}, {"restore": match, "empty": True}, {"empty": 1}, {"restore": match + 50}):
        expect(person.ask("POST", "/api/desk/bin", body)[0] == 400, body)
    status, there = person.ask("POST", "/api/desk/bin", {"restore": match})
    expect(status == 200 and there["matches"] == [], there)
    again = matches(person)["matches"]
    expect(again == [before], again, before)
    expect(person.ask("POST", "/api/desk/bin", {"restore": match})[0] == 400, "it is there already")
    expect(person.ask("DELETE", f"/api/desk/matches/{match}")[0] == 200)
    expect(person.ask("POST", "/api/desk/bin", {"empty": True})[1]["matches"] == [], "emptied")
    expect(person.ask("POST", "/api/desk/bin", {"restore": match})[0] == 400, "gone for good")


def people(server):
    """Names that are one player: suggested, made, undone."""
    person = Person(server.port)
    with open("tests/golden/formats/base.mat", "rb") as file:
        text = file.read()
    lines = text.split(b"\n")
    for i, name in enumerate((b"Anna Meyer", b"A. Meyer", b"Anna Meyer")):
        body = b"\n".join(lines[:-8 * (i + 1)]).replace(b"Player 2", name) + b"\n"
        expect(person.raw("POST", "/api/desk/matches?name=a.mat", body)[0] == 200, name)
    pair = {"name": "A. Meyer", "person": "Anna Meyer"}
    said = person.ask("GET", "/api/desk/people")[1]
    expect(said == {"aliases": [], "suggestions": [{**pair, "name_matches": 1, "person_matches": 2}]}, said)
    said = person.ask("POST", "/api/desk/people", pair)[1]
    expect([(one["name"], one["person"]) for one in said["aliases"]] == [("A. Meyer", "Anna Meyer")] and
           not said["suggestions"], said)
    count = {one["name"]: one["matches"] for one in person.ask("GET", "/api/desk")[1]["players"]}
    expect(count["Anna Meyer"] == 3 and "A. Meyer" not in count, count)
    find = "/api/desk/find?limit=0&q=" + quote('"player=Anna Meyer"')
    expect(person.ask("GET", find)[1]["found"] ==
           person.ask("GET", "/api/desk/find?limit=0&q=player%3D*meyer")[1]["found"] > 0, "found by each name")
    expect(person.ask("POST", "/api/desk/people", {"name": "Anna Meyer", "person": "A. Meyer"})[0] == 400, "a circle")
    for body in ({"name": "x"}, {"name": "", "person": "Ann"}, {"person": "Ann"}):
        expect(person.ask("POST", "/api/desk/people", body)[0] == 400, body)
    said = person.ask("POST", "/api/desk/people", {"name": "A. Meyer", "person": ""})[1]
    expect(said["aliases"] == [] and len(said["suggestions"]) == 1, "undone", said)


def server_port(person):
    return person.port


def main():
    server = Server("--limit", "0")
    try:
        kept(*played_and_imported(server))
        one_analysis(server)
        people(server)
        unreadable(server)
        crash(server)
        expect(server.stop() == 0)
    finally:
        server.kill()


if __name__ == "__main__":
    main()
