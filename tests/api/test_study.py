"""The study part of a running server, as a page uses it: a file is uploaded and analysed with
progress on the socket, the match is read and written in every format, figures are counted; a
rollout is watched and stopped; wildbg's requests; hostile files."""
import html
import json
import os
import re
import tempfile
from pathlib import Path
from unittest import mock

from support.bombs import LARGE, MOST, bombs
from support.expect import expect
from support.honest import contribute, refresh, seated, some_play, to_play, watch
from support.server import Server
from support.short_match import short_match
from support.waiting import wait_until
from support.wire import Person

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"


def upload(person, data, query=""):
    status, _, answer = person.raw("POST", "/api/matches" + query, data)
    return status, json.loads(answer)


def wait(person, job):
    def ended():
        status, said = person.ask("GET", f"/api/jobs/{job}")
        expect(status == 200, status, said)
        return said["status"] not in ("queued", "running") and said
    return wait_until(ended, "the end of a job")


def study_a_match(server):
    person, stranger = Person(server.port), Person(server.port)
    line = person.socket()
    status, made = upload(person, short_match(), "?name=base.mat&you=0")
    expect(status == 201 and made["format"] == "mat" and made["games"] == 3, status, made)
    seen = []
    while True:
        message = line.until(lambda m: m.get("type") == "job" and m["job"] == made["job"])
        seen.append(message)
        if message["status"] != "running":
            break
    expect(seen[-1]["status"] == "done" and seen[-1]["result"] == {"match": made["match"]}, seen)
    done = [m["done"] for m in seen[:-1]]
    expect(done == sorted(done) and all(m["of"] >= m["done"] for m in seen[:-1]), done)
    line.close()
    path = f"/api/matches/{made['match']}"
    status, match = person.ask("GET", path)
    expect(status == 200 and match["analysed"] and match["you"] == 0, status)
    expect([g["winner"] for g in match["games"]] == [1, 1, 1], match["games"][0]["winner"])
    status, again = stranger.ask("GET", path)
    expect(status == 200 and again["you"] is None and again["games"] == match["games"])
    status, analysis = stranger.ask("GET", path + "/analysis")
    turns = {(g["number"], t["turn"]): t for g in match["games"] for t in g["turns"]}
    expect(status == 200 and analysis["complete"])
    for d in analysis["decisions"]:
        turn = turns[d["game"], d["turn"]]
        if d["kind"] == "play":
            expect(d["xgid"] == turn["xgid"] and d["player"] == turn["by"], d, turn)
            expect(d["made"] in (turn["text"], "(no play)"), d, turn)
            expect(len(d["moves_made"]) == len(turn["moves"]), d, turn)
            expect(all("moves" in p for p in d["plays"]))
    expect({(c["game"], c["turn"]) for c in analysis["curve"]} <= set(turns))
    for kind in ("journal", "mat", "sgf"):
        status, headers, data = person.raw("GET", f"{path}/file?format={kind}")
        expect(status == 200 and "attachment" in headers["content-disposition"], kind, headers)
        expect((b"]DA[E ver 3" in data) == (kind == "sgf"), kind, data[:600])
        status, other = upload(stranger, data)
        expect(status == 201 and other["games"] == 3, kind, other)
        wait(stranger, other["job"])
    status, headers, page = person.raw("GET", f"{path}/file?format=html")
    expect(status == 200 and b"</html>" in page and b"<svg" in page, status)
    for kind in ("pdf", "quiz"):
        status, headers, paper = person.raw("GET", f"{path}/file?format={kind}")
        expect(status == 200 and paper.startswith(b"%PDF") and paper.rstrip().endswith(b"%%EOF"), kind, status)
        expect(headers["content-type"] == "application/pdf" and ".pdf" in headers["content-disposition"], headers)
    status, headers, page = stranger.raw("GET", f"/m/{made['match']}")
    expect(status == 200 and b'property="og:title" content="' in page and b"/assets/app" in page, page[:400])
    expect(f"/api/matches/{made['match']}/picture.png?board=lagoon".encode() in page, page)
    seen = set()
    for board in ("", "?board=lagoon", "?board=wood", "?board=none%22%3E"):
        status, headers, picture = stranger.raw("GET", f"{path}/picture.png{board}")
        expect(status == 200 and picture.startswith(b"\x89PNG") and
               headers["content-type"] == "image/png", board, status)
        seen.add(picture)
    expect(len(seen) == 3, "an unknown board has the usual colours", len(seen))
    status, _, page = stranger.raw("GET", f"/m/{made['match']}?board=wood")
    expect(b"/picture.png?board=wood" in page, page)
    status, figures = person.ask("GET", "/api/statistics")
    expect(figures["matches"] == 1 and figures["won"] == 0 and len(figures["pr"]) == 1, figures)
    expect(figures["pr"][0]["pr"] == analysis["totals"][0]["pr"], figures["pr"])
    status, history = person.ask("GET", "/api/history")
    expect([m["id"] for m in history["matches"]] == [made["match"]], history)
    status, history = stranger.ask("GET", "/api/history?limit=2")
    expect(len(history["matches"]) == 2 and history["more"], history)
    status, history = stranger.ask(
        "GET", f"/api/history?before={history['matches'][1]['time']}")
    expect(len(history["matches"]) == 1 and not history["more"], history)


def keep_what_a_file_says(server):
    """The first analysis of a file that a program has judged has that program's figures; a deeper
    one is alea's."""
    person = Person(server.port)
    status, made = upload(person, b""" 1 point match

 Game 1
 Ann : 0                       Bob : 0
  1) 31: 8/5 6/5                   42: 8/4 6/4
      Wins 1 point and the match
""")
    wait(person, made["job"])
    status, _, data = person.raw("GET", f"/api/matches/{made['match']}/file?format=sgf")
    status, made = upload(person, data.replace(b"AP[alea", b"AP[GNU Backgammon"))
    expect(status == 201, status, made)
    wait(person, made["job"])
    path = f"/api/matches/{made['match']}/analysis"

    def judges():
        analysis = person.ask("GET", path)[1]
        for totals, filed in zip(analysis["totals"], analysis["filed"]["players"]):
            same = abs(totals["pr"] - filed["pr"]) < 1e-4
            expect(same or "GNU Backgammon" not in str(totals["judges"]), totals["pr"], filed)
        return [[j["program"] for j in t["judges"]] for t in analysis["totals"]]
    expect(judges() == [["GNU Backgammon"]] * 2, judges())
    status, asked = person.ask("POST", path, {"level": "standard"})
    expect(status == 202, status, asked)
    wait(person, asked["job"])
    expect(judges() == [["alea"]] * 2, judges())


def tell_links(server):
    """A link's card: names are text, whatever they look like, and an unlisted game tells none."""
    person = Person(server.port)
    bad = """<script>"'&"""
    text = f""" 3 point match

 Game 1
 {bad} : 0                     Bob : 0
  1) 31: 8/5 6/5                   42: 8/4 6/4
      Wins 3 points and the match
"""
    status, made = upload(person, text.encode())
    expect(status == 201, made)
    status, _, page = person.raw("GET", f"/m/{made['match']}")
    expect(b"<script>\"" not in page and b"&lt;script&gt;&quot;" in page, page)
    game, host, guest = seated(server.port, options={"match_length": 3})
    status, _, page = person.raw("GET", f"/g/{game}")
    expect(status == 200 and b'content="A game of backgammon"' in page, page)
    status, _, page = person.raw("GET", "/m/0123456789abcdefghij")
    expect(status in (200, 404) and b"picture.png" not in page, status)
    # A position has its board, a question says no more; what is in the address stays text.
    status, _, page = person.raw("GET", f"/p?id={START}&quiz=1")
    expect(status == 200 and b'content="What would you do here?"' in page, page)
    expect(page.count(b"og:title") == 1 and b"/api/diagram.png?id=" in page, page)
    status, _, page = person.raw("GET", "/p?id=%22%3E%3Cscript%3E")
    expect(status == 200 and b"id=%22%3E%3Cscript%3E&amp;" in page, page)
    status, _, page = person.raw("GET", f"/p?id={START}&board=felt")
    expect(page.count(b"og:title") == 1 and b"width=1200&amp;board=felt" in page, page)
    status, _, page = person.raw("GET", f"/p?id={START}&board=%22%3E%3Cscript%3E")
    expect(b"board=lagoon" in page and b"<script>" not in page, page)
    # The first page has the board at the start, by the name that the server was called by.
    for host in (f"127.0.0.1:{server.port}", f"localhost:{server.port}"):
        status, _, page = person.raw("GET", "/", headers={"Host": host})
        expect(status == 200 and page.count(b"og:title") == 1, page)
        found = re.search(rb'og:image" content="http://([^/"]+)(/[^"]+)"', page)
        expect(found and found[1].decode() == host, page)
        status, _, picture = person.raw("GET", html.unescape(found[2].decode()))
        expect(status == 200 and picture.startswith(b"\x89PNG"), found[2], status)
    for host in ("evil.example", 'a"><script>', "a/b"):
        status, _, page = person.raw("GET", "/", headers={"Host": host})
        expect(status != 200 and b"og:image" not in page, host, status, page)
    status, _, page = person.raw("GET", "/?board=wood")
    expect(b"width=1200&amp;board=wood" in page, page)
    # So have the lessons, the training and a player, whose name stays text.
    for path, title in (("/learn", b"Learn backgammon"), ("/train", b"Train backgammon"),
                        ("/train?daily=1", b"The position of the day"), ("/player/Ann", b"Ann"),
                        ("/player/%22%3E%3Cscript%3E", b"&quot;&gt;&lt;script&gt;")):
        status, _, page = person.raw("GET", path)
        expect(status == 200 and page.count(b"og:title") == 1, path, page)
        expect(b'og:title" content="' + title + b'"' in page and b"><script>" not in page, path, page)
        found = re.search(rb'og:image" content="http://[^/"]+(/[^"]+)"', page)
        status, _, picture = person.raw("GET", html.unescape(found[1].decode()))
        expect(status == 200 and picture.startswith(b"\x89PNG"), path, found[1], status)
    # An address of the page is one of the server's; the page is sent for any other, too.
    main = (Path(__file__).parents[2] / "web/src/main.ts").read_text()
    addresses = re.findall(r"^ *add\('(/[^':]*)'", main, re.MULTILINE)
    expect("/plan" in addresses and len(addresses) >= 12, addresses)
    for path, right in [(path, 200) for path in addresses] + [("/nowhere", 404), ("/plan/x", 404)]:
        status, _, page = person.raw("GET", path)
        expect(status == right and b"/assets/app" in page, path, status, page[:400])
    status, _, page = person.raw("GET", "/help")
    expect(page.count(b"og:title") == 1 and b"og:image" not in page, page)


def a_step_on(server):
    """A position after a play, and with other dice."""
    person = Person(server.port)
    at = "/api/position?id=" + START

    def refused(tail, status, code):
        got, answer = person.ask("GET", at + tail)
        expect(got == status and answer["error"]["code"] == code, tail, got, answer)
    status, after = person.ask("GET", at + "&play=8/5%206/5&roll=62")
    expect(status == 200 and after["xgid"] ==
           "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:62:0:0:0:7:10" and after["tree"], after)
    status, after = person.ask("GET", at + "&play=8/5%206/5")
    expect(status == 200 and after["dice"] is None and after["turn"] == 1, after)
    # The other side's points are its own numbers.
    status, back = person.ask("GET", f"/api/position?id={after['xgid']}&roll=21")
    status, back = person.ask("GET", f"/api/position?id={back['xgid']}&play=24/21")
    expect(status == 200 and back["turn"] == 0 and
           back["xgid"].startswith("XGID=-a--aBD-B"), back)
    refused("&play=8/5%206/4", 422, "illegal_play")
    refused("&play=rubbish", 400, "bad_moves")
    refused("&play=", 422, "illegal_play")
    for roll in ("7", "07", "311", "x", "77"):
        refused("&roll=" + roll, 400, "bad_request")
    status, answer = person.ask("GET", at + "&roll=none")
    expect(status == 200 and answer["dice"] is None, answer)
    status, answer = person.ask("GET", at.replace(":31:", ":00:") + "&play=8/5")
    expect(status == 422 and answer["error"]["code"] == "no_dice", answer)
    last = "XGID=-A----------------------a-:0:0:1:21:0:0:0:7:10"
    status, answer = person.ask("GET", f"/api/position?id={last}&play=1/off")
    expect(status == 422 and answer["error"]["code"] == "game_over", answer)


def learn_from_a_game(server):
    """A rated game between two people: closed while it runs, then analysed for both."""
    game, host, guest = seated(server.port, options={"match_length": 1}, rated=True)
    lines = [watch(host, game), watch(guest, game)]
    contribute(*lines)
    for _ in range(6):
        line, _ = to_play(lines)
        moves = some_play(refresh(line)["tree"])
        expect(line.do("play", game=game, moves=moves)["ok"])
    path = f"/api/matches/{game}"
    for tail in ("", "/analysis", "/file?format=mat", "/file?format=html", "/file?format=pdf"):
        status, answer = host.ask("GET", path + tail)
        expect(status == 409 and answer["error"]["code"] == "not_over", tail, status, answer)
    status, answer = host.ask("POST", path + "/analysis", {"level": "fast"})
    expect(status == 409, status, answer)
    expect(lines[0].do("resign", game=game, level=1)["ok"])
    expect(lines[1].do("accept_resign", game=game)["ok"])
    for line in lines:
        end = line.until(lambda m: m.get("type") == "job" and m["status"] != "running")
        expect(end["kind"] == "analysis" and end["result"] == {"match": game}, end)
        line.close()
    status, match = host.ask("GET", path)
    expect(status == 200 and match["source"] == "played" and match["analysed"], status, match)
    expect(match["you"] == 0 and match["winner"] == 1, match["you"], match["winner"])
    expect(len(match["games"][0]["turns"]) >= 6 and match["games"][0]["how"] == "resign")
    status, analysis = guest.ask("GET", path + "/analysis")
    expect(status == 200 and sum(d["kind"] == "play" for d in analysis["decisions"]) >= 6)
    for person, won in ((host, 0), (guest, 1)):
        status, figures = person.ask("GET", "/api/statistics")
        expect(figures["matches"] == 1 and figures["won"] == won, figures)
        expect(sum(k["decisions"] for k in figures["kinds"]) > 0, figures)
        status, history = person.ask("GET", "/api/history")
        expect(history["matches"][0]["you"] == 1 - (won == 0) and
               history["matches"][0]["pr"] is not None, history)
    status, history = Person(server.port).ask("GET", "/api/history")
    expect(history["matches"] == [], history)


def watch_a_rollout(server):
    person, stranger = Person(server.port), Person(server.port)
    line = person.socket()
    status, made = person.ask("POST", "/api/jobs",
                              {"kind": "rollout", "id": START, "level": "rollout"})
    expect(status == 202, status, made)
    expect(stranger.ask("GET", f"/api/jobs/{made['job']}")[0] == 404)
    expect(stranger.ask("DELETE", f"/api/jobs/{made['job']}")[0] == 404)
    widths = []
    while len(widths) < 4:
        message = line.until(lambda m: m.get("type") == "job")
        expect(message["status"] == "running", message)
        best = message["partial"]["candidates"][0]
        widths.append(best["interval"][1] - best["interval"][0])
    expect(widths[-1] < widths[0], widths)
    status, said = person.ask("DELETE", f"/api/jobs/{made['job']}")
    expect(status == 200, status, said)
    end = line.until(lambda m: m.get("type") == "job" and m["status"] != "running")
    expect(end["status"] == "cancelled" and end["result"]["done"] is False, end)
    expect(end["result"]["trials"] > 0, end)
    line.close()


def speak_wildbg(server):
    stranger = Person(server.port, guest=False)
    status, answer = stranger.ask("GET", "/move?die1=3&die2=1&p5=1&p24=-1")
    expect(status == 200 and list(answer) == ["moves"], answer)
    expect(answer["moves"][0]["play"] in ([{"from": 5, "to": 4}, {"from": 4, "to": 1}],
                                          [{"from": 5, "to": 2}, {"from": 2, "to": 1}]), answer)
    expect(list(answer["moves"][0]["probabilities"]) ==
           ["win", "winG", "winBg", "loseG", "loseBg"], answer)
    status, answer = stranger.ask("GET", "/eval?p1=1&p20=-1&p24=-1")
    expect(status == 200 and set(answer) == {"cube", "probabilities"}, answer)
    expect(set(answer["cube"]) == {"double", "accept"}, answer)
    status, answer = stranger.ask("GET", "/eval?p0=1&p4=4&p5=-5")
    expect(status == 400 and list(answer) == ["message"], answer)


def draw(server):
    stranger = Person(server.port, guest=False)
    status, headers, data = stranger.raw("GET", f"/api/diagram.png?id={START}&width=310")
    expect(status == 200 and headers["content-type"] == "image/png", status, headers)
    expect(data[:4] == b"\x89PNG" and int.from_bytes(data[16:20], "big") == 310)
    status, headers, data = stranger.raw("GET", f"/api/diagram.svg?id={START}")
    expect(status == 200 and data.startswith(b"<svg"), status)


def draw_without_cairo():
    """The library that draws is loaded when it is needed: where it cannot be, the server says so."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "libcairo.so.2").write_text("no library", encoding="utf-8")
        with mock.patch.dict(os.environ, LD_LIBRARY_PATH=folder):
            server = Server("--limit", "0")
        try:
            person = Person(server.port)
            made = upload(person, short_match())[1]
            wait(person, made["job"])
            path = f"/api/matches/{made['match']}"
            for drawn in (f"/api/diagram.png?id={START}", path + "/picture.png", path + "/file?format=pdf"):
                status, answer = person.ask("GET", drawn)
                expect(status == 503 and answer["error"]["code"] == "no_cairo", drawn, status, answer)
                expect("libcairo.so.2" in answer["error"]["message"], answer)
            expect(person.raw("GET", f"/api/diagram.svg?id={START}")[0] == 200)
        finally:
            status = server.stop()
            server.clean()
        expect(status == 0, status, server.log[-5:])


def refuse_bombs(server):
    """Each is answered; bench/server says how soon, and how long others wait meanwhile."""
    person = Person(server.port)
    for name, data in bombs():
        for query in ("", "?partial=1"):
            status, answer = upload(person, data[:LARGE], query)
            expect(status in (201, 400, 413, 422), name, status, answer)
            if status == 201:
                person.ask("DELETE", f"/api/jobs/{answer['job']}")
        status, _, answer = person.raw("POST", f"/api/desk/matches?name={name}.mat", data[:LARGE])
        expect(status == 200, name, status, answer)
    status, _, answer = person.raw("POST", "/api/matches", b"x" * (MOST + 100))
    expect(status == 413, status)


def survive_a_crash(server):
    """Killed, or stopped, while it analyses: the next start finishes the analysis and notifies the page."""
    person = Person(server.port)
    for end in (server.kill, server.stop):
        count = 2
        while not goes_on(server, end, person, count):
            count = min(2 * count, 8)


def goes_on(server, end, person, count):
    """-> Was a socket there before the next start had analysed them all, and did it hear of the rest?"""
    paths = {}
    for _ in range(count):
        made = upload(person, short_match())[1]
        paths[made["match"]] = f"/api/matches/{made['match']}/analysis"
    end()
    server.start()
    line = person.socket()
    # Asked once the socket is open: of what is not analysed by then it hears.
    late = {made for made, path in paths.items() if person.ask("GET", path)[0] != 200}
    untold = set(late)
    while untold:
        told = line.until(lambda m: m.get("type") == "job" and m["status"] != "running", f"word of {untold}")
        expect(told["status"] == "done", told)
        untold.discard(told["result"]["match"])
    line.close()
    for path in paths.values():
        expect(person.ask("GET", path)[0] == 200, path)
        status, answer = person.ask("POST", path, {"level": "fast"})
        expect(status == 409 and answer["error"]["code"] == "analysed", status, answer)
    return bool(late)


def main():
    server = Server("--limit", "0")
    try:
        study_a_match(server)
        keep_what_a_file_says(server)
        tell_links(server)
        a_step_on(server)
        learn_from_a_game(server)
        watch_a_rollout(server)
        speak_wildbg(server)
        draw(server)
        survive_a_crash(server)
        refuse_bombs(server)
    finally:
        status = server.stop()
        server.clean()
    expect(status == 0, status, server.log[-5:])
    draw_without_cairo()


if __name__ == "__main__":
    main()
