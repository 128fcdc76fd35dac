"""The desk of an account over HTTP: a folder of matches is added, searched, counted, analysed
and trained; bounds, wrong requests, many requests at once, desks that were files, an account that
is deleted."""
import contextlib
import glob
import json
import os
import sqlite3
import subprocess
import threading
import time

from support import ALEA, SOURCE
from support.clock import Clock
from support.expect import expect
from support.server import Server
from support.waiting import HANG, wait_until
from support.wire import Person

# Real match files lie beside the clone, where there are any.
REAL = os.path.join(SOURCE, "../shared/real")
BASE = open(os.path.join(SOURCE, "tests/golden/formats/base.mat"), "rb").read()
FOLDER = 60 if "debug" in ALEA else 1700


def container(files):
    return b"".join(json.dumps({"name": name, "size": len(data)}).encode() + b"\n" + data
                    for name, data in files)


def add(person, files, want=200):
    status, _, answer = person.raw("POST", "/api/desk/matches?many=1", container(files),
                                   timeout=HANG)
    answer = json.loads(answer)
    expect(status == want, status, answer)
    return answer


def get(person, path, want=200):
    status, answer = person.ask("GET", path)
    expect(status == want, path, status, answer)
    return answer


def post(person, path, body, want=200, method="POST"):
    status, answer = person.ask(method, path, body)
    expect(status == want, path, status, answer)
    return answer


def cut(data, turns):
    """The match without its last lines: another match."""
    lines = data.split(b"\n")
    return b"\n".join(lines[:len(lines) - turns]) + b"\n"


def positions(server):
    """A pasted text: its positions stand on the desk, beside the matches and not among them."""
    person = Person(server.port)
    text = ("What here?\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:7:10\n\n"
            "    1. 4-ply       8/5 6/5       eq:+0.156\n"
            "      Player:   55.12% (G:17.50% B:0.90%)\n      Opponent: 44.88% (G:12.25% B:0.55%)\n"
            "    2. 4-ply       13/9          eq:-0.034 (-0.190)\n\n"
            "and 4HPwATDgc/ABMA:cAkAAAAAAAAE, or\nXGID=-b----E:0:0:1:31:2:1:0:7:10\n").encode()
    answer = add(person, [("Pasted text", text), ("one.mat", BASE)])
    expect((answer["added"], answer["positions"], answer["refused"]) == (3, 2, 1), answer)
    bad = [file for file in answer["files"] if "error" in file]
    expect(len(bad) == 1 and bad[0]["error"]["line"] == 10, bad)
    again = add(person, [("Pasted text", text)])
    expect((again["added"], again["positions"], again["known"]) == (0, 0, 2), again)
    desk = get(person, "/api/desk")
    expect((desk["matches"], desk["positions"]) == (1, 2), desk)
    expect(get(person, "/api/desk/matches")["found"] == 1, "the list has matches")
    found = get(person, "/api/desk/find?q=tag%3Dposition")
    expect(found["found"] == 2 and all(d["loss"] is None for d in found["decisions"]), found)
    made = post(person, "/api/desk/deck", {"q": "tag=position"})
    expect(made["made"] == 1, made)  # the other one has no analysis yet
    post(person, "/api/desk/analysis", {}, want=202)
    wait_analysed(person)
    made = post(person, "/api/desk/deck", {"q": "tag=position"})
    expect(made["made"] == 1, made)
    expect(get(person, "/api/desk/stats?by=all")["groups"][0]["matches"] == 1, "stats")


def an_empty_desk(server):
    person = Person(server.port)
    desk = get(person, "/api/desk")
    expect(desk["matches"] == 0 and desk["me"] == "" and desk["guest"], desk)
    expect(desk["analysis"] is None and desk["deck"]["cards"] == 0, desk)
    expect(get(person, "/api/desk/find?q=player%3DAnn") == {"found": 0, "decisions": []})
    expect(get(person, "/api/desk/stats?by=month") == {"by": "month", "groups": []})
    expect(get(person, "/api/desk/train")["card"] is None)
    expect(rows(server, person) == (0, 0), "looking makes no desk")
    post(person, "/api/desk/train", {"card": 1, "choice": "take"}, 400)


def wait_analysed(person):
    wait_until(lambda: not get(person, "/api/desk")["analysis"], "the end of the analysis")


def from_files_to_training(server):
    person, stranger = Person(server.port), Person(server.port)
    answer = add(person, [("a/base.mat", BASE), ("again.mat", BASE), ("x.mat", b"no match"),
                          ("readme.txt", b"")])
    expect((answer["added"], answer["known"], answer["refused"]) == (1, 1, 2), answer)
    expect([f["name"] for f in answer["files"]] ==
           ["a/base.mat", "again.mat", "x.mat", "readme.txt"], answer)
    expect(answer["files"][2]["error"]["message"], answer)
    desk = get(person, "/api/desk")
    expect(desk["matches"] == 1 and desk["unanalysed"] == 1 and desk["decisions"] > 20, desk)
    expect(get(stranger, "/api/desk")["matches"] == 0)
    expect({p["name"] for p in desk["players"]} == {"Player 1", "Player 2"}, desk)
    desk = post(person, "/api/desk", {"me": "Player 2"}, method="PATCH")
    expect(desk["me"] == "Player 2", desk)
    post(person, "/api/desk/analysis", {"level": "fast"}, 202)
    wait_analysed(person)
    desk = get(person, "/api/desk")
    expect(desk["unanalysed"] == 0 and desk["deck"]["cards"] > 0, desk)
    stats = get(person, "/api/desk/stats?by=player")["groups"]
    expect({g["key"] for g in stats} == {"Player 1", "Player 2"} and
           all(g["pr"] > 0 for g in stats), stats)
    own = [g for g in stats if g["key"] == "Player 2"][0]
    month = get(person, '/api/desk/stats?by=all&q=%22player%3DPlayer%202%22')["groups"]
    expect(month[0]["decisions"] == own["decisions"], month, own)
    found = get(person, '/api/desk/find?sort=error&limit=5&q=%22player%3DPlayer%202%22')
    losses = [d["loss"] for d in found["decisions"]]
    expect(losses == sorted(losses, reverse=True) and losses[0] > 0, losses)
    expect(all(d["player"] == "Player 2" and d["id"].startswith("XGID=") and d["best"]
               for d in found["decisions"]), found)
    plan(person, stranger)
    train(person, found["decisions"][0])
    return person


def plan(person, stranger):
    """One match is too few to say what to study, which the plan says; it is kept, and trained once it has things."""
    empty = get(stranger, "/api/desk/plan")
    expect(empty["plan"] is None and empty["months"] == [] and empty["player"] == "", empty)
    post(stranger, "/api/desk/plan", {}, 400)
    expect(get(person, "/api/desk/plan")["plan"] is None)
    made = post(person, "/api/desk/plan", {})
    stats = get(person, '/api/desk/stats?by=all&q=%22player%3DPlayer%202%22')["groups"][0]
    figures = made["plan"]
    expect(figures["player"] == made["player"] == "Player 2" and made["months"] == [made["this_month"]], made)
    expect(figures["decisions"] == stats["decisions"] and abs(figures["loss"] - stats["loss"]) < 1e-4, figures, stats)
    expect(figures["missing"] == 200 - stats["decisions"] and figures["things"] == [], figures)
    expect(get(person, "/api/desk/plan") == made and get(person, "/api/desk/plan?month=" + made["this_month"]) == made)
    expect(get(person, "/api/desk/plan?month=2001-01")["plan"] is None)
    get(person, "/api/desk/plan?month=2001-13", 400)
    status, headers, paper = person.raw("GET", "/api/desk/plan.pdf")
    expect(status == 200 and headers["content-type"] == "application/pdf" and paper.startswith(b"%PDF"), status)
    expect(f"study-plan-{made['this_month']}.pdf" in headers["content-disposition"], headers)
    for who, month in ((person, "2001-01"), (person, "2001-13"), (stranger, made["this_month"])):
        get(who, "/api/desk/plan.pdf?month=" + month, 400)
    expect(get(person, "/api/desk/train?plan=1")["card"] is None)
    get(person, "/api/desk/train?plan=4", 400)


def train(person, costliest):
    card = get(person, "/api/desk/train")["card"]
    expect(card["id"] == costliest["id"], "costliest first", card, costliest)
    expect("best" not in card and "why" not in card, card)
    texts = [c["text"] for c in card["choices"]]
    expect(2 <= len(texts) <= 4 and costliest["best"] in texts, texts, costliest)
    expect(all(c["moves"] is None or all(len(m) == 2 for m in c["moves"])
               for c in card["choices"]), card)
    expect(not any(text in card["hint"] for text in texts) and " lost " in card["hint"], card)
    expect(all(word in card["situation"] for word in ("pips ", "cube")), card)
    wrong = next(t for t in texts if t != costliest["best"])
    verdict = post(person, "/api/desk/train", {"card": card["card"], "choice": wrong})
    expect(not verdict["right"] and verdict["grade"] == 1 and verdict["loss"] > 0, verdict)
    expect(verdict["best"] == costliest["best"], verdict)
    expect(verdict["deck"]["streak"] == 1 and verdict["deck"]["reviewed_today"] == 1, verdict)
    verdict = post(person, "/api/desk/train", {"card": card["card"], "hint": True,
                                               "choice": costliest["best"]})
    expect(verdict["right"] and verdict["grade"] == 2, verdict)
    post(person, "/api/desk/train", {"card": card["card"], "choice": "8/1"}, 400)
    post(person, "/api/desk/train", {"card": 999999, "choice": "take"}, 400)
    post(person, "/api/desk/train", {"card": "1"}, 400)
    daily = get(person, "/api/desk/train?daily=1")["card"]
    expect(daily == get(person, "/api/desk/train?daily=1")["card"] and daily, daily)
    made = post(person, "/api/desk/deck", {"least_loss": 0.02})
    expect(made["deck"]["cards"] >= verdict["deck"]["cards"], made)
    expect(post(person, "/api/desk/deck", {"least_loss": 0.02})["made"] == 0)


def the_bin_forgets():
    """After 30 days, with the next request for the desk."""
    clock = Clock()
    server = Server("--limit", "0", clock=clock)
    try:
        person = Person(server.port)
        match = add(person, [("base.mat", BASE)])["files"][0]["match"]
        post(person, f"/api/desk/matches/{match}", None, method="DELETE")
        for days, left in ((10, 1), (20, 1), (29.9, 1), (30.1, 0)):
            clock.set_wall(days * 86400)
            expect(len(get(person, "/api/desk/bin")["matches"]) == left, days)
        expect(server.stop() == 0)
    finally:
        server.kill()


def figures(person):
    """Whose analysis counts: of the desk, of one match; GET /api/desk and the list say it."""
    desk = get(person, "/api/desk")
    names = {one["program"] for one in desk["programs"]}
    expect(desk["figures"] == "first" and "alea" in names, desk)
    match = get(person, "/api/desk/matches?limit=1")["matches"][0]
    path = f"/api/desk/matches/{match['match']}"
    expect(match["figures"] == "desk" and match["programs"] == ["alea"], match)
    expect(post(person, "/api/desk", {"figures": "ours"}, method="PATCH")["figures"] == "ours")
    post(person, path, {"figures": "ALEA"}, method="PATCH")
    expect(get(person, "/api/desk/matches?limit=1")["matches"][0]["figures"] == "alea")
    for body in ({"figures": "desk"}, {"figures": "x"}, {"figures": 1}, {"figures": "ours", "me": "Ann"}):
        post(person, "/api/desk", body, 400, "PATCH")
    for body in ({"figures": "x"}, {"figures": None}, {"figures": "x" * 1000}):
        post(person, path, body, 400, "PATCH")
    post(person, path, {"figures": "desk"}, method="PATCH")
    expect(post(person, "/api/desk", {"figures": "first"}, method="PATCH")["figures"] == "first")


def wrong_requests(person):
    for path in ("/api/desk/find?q=nonsense", "/api/desk/find?q=%22open", "/api/desk/find?q=%ff",
                 "/api/desk/find?limit=1000", "/api/desk/stats?by=weather",
                 "/api/desk/train?new=-1"):
        get(person, path, 400)
    for body in ({"q": "nonsense"}, {"least_loss": "x"}, {"least_loss": -1}):
        post(person, "/api/desk/deck", body, 400)
    post(person, "/api/desk/analysis", {"level": "magic"}, 400)
    post(person, "/api/desk", {"me": 7}, 400, "PATCH")
    post(person, "/api/desk", {"me": "a\nb"}, 400, "PATCH")
    status, _, _ = person.raw("POST", "/api/desk/matches?many=1", b"")
    expect(status == 400, status)
    before = get(person, "/api/desk")["matches"]
    for damage in (b'{"name": "a", "size": 99}\nshort', b'{"name": "a", "size": -1}\n', b"\n",
                   b"{" * 5000, b'{"size": 1}\nx', b'{"name": "a", "size": 1e300}\nx'):
        status, _, answer = person.raw("POST", "/api/desk/matches?many=1", damage)
        expect(status == 400, damage[:40], status, answer)
    answer = add(person, [("../../\x1b[31m<b>", b"x" * 100), ("a" * 900, cut(BASE, 9))])
    expect(answer["refused"] == 1 and answer["added"] == 1, answer)
    expect("\x1b" not in json.dumps(answer["files"][0]["name"]), answer)
    expect(get(person, "/api/desk")["matches"] == before + 1)
    outsider = Person(person.port, guest=False)
    for path in ("/api/desk", "/api/desk/find", "/api/desk/stats", "/api/desk/train"):
        get(outsider, path, 401)
    status, _, _ = person.raw("POST", "/api/desk/matches", BASE,
                              headers={"Origin": "http://elsewhere.example"})
    expect(status == 403, status)


def rows(server, person):
    """Of the account's desk: heads and chunks."""
    with contextlib.closing(sqlite3.connect(f"file:{server.data}?mode=ro", uri=True)) as db:
        return tuple(db.execute(f"SELECT count(*) FROM {table} WHERE person = ?",
                                (person.id,)).fetchone()[0] for table in ("desks", "desk_chunks"))


def many_at_once(person):
    """Requests of one account at the same time: each is stored."""
    before = get(person, "/api/desk")["matches"]
    failed, added = [], []

    def bring(first):
        try:
            for i in range(5):
                added.append(add(person, [(f"{i}.mat", cut(BASE, first + i))])["added"])
                get(person, "/api/desk/find?q=prime%3E%3D4")
        except BaseException as fault:
            failed.append(fault)
    threads = [threading.Thread(target=bring, args=(first,)) for first in (20, 30, 40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expect(not failed, failed)
    expect(sum(added) >= 8, added)
    expect(get(person, "/api/desk")["matches"] == before + sum(added), added)


def from_files(server, person):
    """Desks that an earlier alea kept in files are brought into the database at the start."""
    newcomer = Person(server.port)
    folder = server.data + "-desks"
    expect(server.stop() == 0)
    os.mkdir(folder)
    mat = os.path.join(os.path.dirname(server.data), "one.mat")
    with open(mat, "wb") as out:
        out.write(BASE)
    paths = [os.path.join(folder, f"{who}.db") for who in (newcomer.id, person.id, "abcdefghijkl")]
    for path in paths:
        done = subprocess.run([ALEA, "study", "add", "--db", path, mat], capture_output=True,
                              text=True)
        expect(done.returncode == 0, done.stderr)
    before = rows(server, person)
    server.start()
    expect(get(newcomer, "/api/desk")["matches"] == 1)
    expect(rows(server, person) == before)
    expect([os.path.exists(path) for path in paths] == [False, True, True], os.listdir(folder))
    expect(os.path.exists(paths[0] + ".moved"), os.listdir(folder))
    expect(server.logged('"event":"desk_files"'), server.log[-5:])
    add(newcomer, [("known.mat", BASE), ("new.mat", cut(BASE, 12))])
    expect(server.stop() == 0)
    server.start()
    expect(get(newcomer, "/api/desk")["matches"] == 2)


def deleted_with_the_account(server, person):
    heads, chunks = rows(server, person)
    expect(heads == 1 and chunks > 20, heads, chunks)
    status, answer = person.ask("DELETE", "/api/me", {})
    expect(status == 200, status, answer)
    expect(rows(server, person) == (0, 0))


def a_folder(server):
    """Many matches: real ones, cut to different lengths so that no two are the same."""
    paths = sorted(glob.glob(os.path.join(REAL, "galaxy", "*.txt")))
    if not paths:
        print("real matches: skipped, none in ../shared/real beside the clone; base.mat stands in")
    sources = [open(path, "rb").read() for path in paths] or [BASE]
    files = []
    for turns in range(FOLDER):
        for i, data in enumerate(sources):
            if len(files) < FOLDER and data.count(b"\n") > 2 * turns + 12:
                files.append((f"matches/{turns}-{i}.txt", cut(data, 2 * turns)))
    person = Person(server.port)
    kb = server.memory_kb()
    most = 0
    begun = time.monotonic()
    added = 0
    for at in range(0, len(files), 200):
        answer = add(person, files[at:at + 200])
        added += answer["added"]
        # Some cuts leave no game.
        expect(answer["refused"] < 20 and answer["added"] + answer["updated"] +
               answer["known"] + answer["refused"] == len(files[at:at + 200]),
               [f for f in answer["files"] if "error" in f])
        most = max(most, server.memory_kb())
    seconds = time.monotonic() - begun
    desk = get(person, "/api/desk")
    print(f"{len(files)} files, {added} matches, {desk['decisions']} decisions in "
          f"{seconds:.1f} s, {(most - kb) / 1024:.0f} MB more memory, desk "
          f"{desk['bytes'] / 1e6:.0f} MB")
    # Cuts that end at the same decision are the same match.
    expect(desk["matches"] == added and (added > len(files) / 2 or not paths), added)
    begun = time.monotonic()
    get(person, "/api/desk/stats?by=opponent")
    get(person, "/api/desk/find?q=prime%3E%3D4&sort=error")
    print(f"statistics and a search in {time.monotonic() - begun:.2f} s")
    # Sanitizers need more memory than any bound says.
    expect(most - kb < 100 * 1024 or "debug" in ALEA, most - kb)


def main():
    server = Server("--limit", "0")
    try:
        an_empty_desk(server)
        positions(server)
        person = from_files_to_training(server)
        figures(person)
        wrong_requests(person)
        many_at_once(person)
        from_files(server, person)
        deleted_with_the_account(server, person)
        a_folder(server)
        expect(not server.complaints(), server.complaints())
        expect(server.stop() == 0)
    finally:
        server.kill()
    the_bin_forgets()


if __name__ == "__main__":
    main()
