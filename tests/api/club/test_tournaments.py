#!/usr/bin/env python3
"""Tournaments as clients see them: entries, draws, rounds, results and tables; what a hostile
player or director may not do; a server that is killed in the middle of a round."""
import csv
import hashlib
import io
import random

from support.expect import expect
from support.server import Server
from support.wire import Person


def account(server, name, source=None):
    person = Person(server.port, source)
    status, me = person.ask("POST", "/api/register", {"name": name, "password": "correct " + name})
    assert status == 200, me
    person.name = name
    return person


def made(director, text="", **plan):
    body = {"plan": {"name": "Thursday", "kind": "swiss", "lengths": [5], **plan}, "text": text}
    status, answer = director.ask("POST", "/api/tournaments", body)
    assert status == 201, answer
    return answer["tournament"]


def do(person, method, event, rest="", body=None, wanted=(200, 201)):
    status, answer = person.ask(method, f"/api/tournaments/{event}{rest}",
                                {} if body is None and method == "POST" else body)
    expect(status in wanted, method, rest, body, status, answer)
    return answer


def refused(person, method, event, rest, body, status, code):
    said, answer = person.ask(method, f"/api/tournaments/{event}{rest}", body)
    expect((said, answer["error"]["code"]) == (status, code), method, rest, body, said, answer)


def look(person, event):
    return do(person, "GET", event)


def enter_names(director, event, *names):
    for i, name in enumerate(names):
        do(director, "POST", event, "/players", {"name": name, "rating": 1500 + 10 * i})


def open_matches(state):
    return [m for m in state["matches"] if m["open"]]


def decide(director, event, match, winner_side, loser_points=0):
    score = [loser_points, loser_points]
    score[winner_side] = match["length"]
    return do(director, "POST", event, f"/matches/{match['match']}/result",
              {"winner": match["players"][winner_side], "score": score})


def play_all(director, event, chance, visit=None):
    state = look(director, event)
    while state["stage"] == "running":
        matches = open_matches(state)
        expect(matches, "nothing to play", state["matches"][-3:])
        state = decide(director, event, chance.choice(matches), chance.randrange(2), chance.randrange(5))
        if visit:
            state = visit(state)
    return state


def check_table(state):
    """The table of a Swiss tournament, counted again from its matches."""
    score = {p["player"]: 0 for p in state["players"]}
    opponents = {p: [] for p in score}
    for m in state["matches"]:
        a, b = m["players"]
        if m["winner"] is not None:
            score[m["winner"]] += 1
        if -1 not in (a, b):
            opponents[a].append(b)
            opponents[b].append(a)
    for row in state["standings"]:
        p = row["player"]
        expect(row["score"] == score[p], row, score[p])
        expect(row["buchholz"] == sum(score[o] for o in opponents[p]), row)
        expect(len(set(opponents[p])) == len(opponents[p]), "met twice", p, opponents[p])
    order = [(-r["score"], -r["buchholz"], -r["median"]) for r in state["standings"]]
    expect(order == sorted(order), "order", order)


def test_swiss(server):
    """Sixteen players, fourteen with accounts and two at real boards; killed again and again."""
    chance = random.Random(41)
    director = account(server, "Dora")
    event = made(director, "Prize: <b>a board</b>\nand honour", rounds=4)
    people = [account(server, f"Player{i}", f"127.0.0.{40 + i}") for i in range(14)]
    for person in people:
        state = do(person, "POST", event, "/players")
        expect(state["me"]["player"] == len(state["players"]) - 1, state["me"])
        refused(person, "POST", event, "/players", {}, 409, "entered")
    enter_names(director, event, "Anna at the bar", "Bruno at the bar")
    state = look(Person(server.port), event)
    expect(state["stage"] == "entry" and state["entered"] == 16, state)
    expect([p["account"] for p in state["players"]] == 14 * [True] + 2 * [False], state["players"])
    expect(state["text"] == "Prize: <b>a board</b>\nand honour" and state["directors"] == ["Dora"], state)
    expect(state["me"] == {"director": False, "player": None, "match": None}, state["me"])
    do(director, "POST", event, "/start")
    left = [3]

    def visit(state):
        if left and chance.randrange(8) == 0:
            left.pop()
            server.kill()
            server.start()
            again = look(director, event)
            expect(again == {**state, "me": again["me"]}, "after the kill", again, state)
            return again
        return state

    left *= 3
    state = play_all(director, event, chance, visit)
    expect(state["stage"] == "over" and state["round"] == 4 and not left, state["round"], left)
    expect(len(state["matches"]) == 32, len(state["matches"]))
    check_table(state)
    expect(state["standings"][0]["score"] == 4 and state["winner"] == state["standings"][0]["player"],
           state["standings"][0])
    mine = people[0].ask("GET", "/api/tournaments?list=mine")[1]["tournaments"]
    expect([t["tournament"] for t in mine] == [event] and mine[0]["stage"] == "over", mine)


def merged(before, news):
    """What a page has after it asked for what is new."""
    matches = {m["match"]: m for m in before["matches"]}
    matches.update({m["match"]: m for m in news["matches"]})
    return {**news, "matches": [matches[i] for i in range(news["match_count"])]}


def test_news(server):
    """Of a large state what has changed is enough, whatever happens."""
    director, chance = account(server, "Nora"), random.Random(3)
    for plan in ({"kind": "double"}, {"rounds": 4, "automatic": False}, {"kind": "league"}):
        event = made(director, **plan)
        enter_names(director, event, *(f"P{i}" for i in range(9)))
        kept = look(director, event)
        do(director, "POST", event, "/start")
        for _ in range(40):
            state = look(director, event)
            if state["stage"] == "over":
                break
            done = [m for m in state["matches"] if m["outcome"] == "played"]
            if state["may_pair"]:
                do(director, "POST", event, "/rounds", {})
                if chance.randrange(2):
                    do(director, "DELETE", event, "/rounds")
            elif done and chance.randrange(4) == 0:
                do(director, "DELETE", event, f"/matches/{chance.choice(done)['match']}/result", wanted=(200, 409))
            else:
                decide(director, event, chance.choice(open_matches(state)), chance.randrange(2))
            if chance.randrange(2):
                news = do(director, "GET", event, f"?after={kept['seq']}")
                state = look(director, event)
                kept = merged(kept, news)
                expect(kept == state, "merged", plan, kept["seq"])
        do(director, "DELETE", event, "/players/0", wanted=(200, 409))
        expect(merged(kept, do(director, "GET", event, f"?after={kept['seq']}")) == look(director, event), plan)
        expect(do(director, "GET", event, f"?after={look(director, event)['seq']}")["matches"] == [], plan)


def test_lists(server):
    director = account(server, "Lisa")
    first, second = made(director, name="First"), made(director, name="Second", kind="single")
    enter_names(director, first, "A", "B")
    nobody = Person(server.port)
    now = nobody.ask("GET", "/api/tournaments")[1]["tournaments"]
    ids = [t["tournament"] for t in now]
    expect(ids.index(first) < ids.index(second), "the last changed first", now)
    expect(now[ids.index(first)]["entered"] == 2 and now[ids.index(second)]["kind"] == "single", now)
    do(director, "POST", second, "/close")
    over = nobody.ask("GET", "/api/tournaments?list=over&limit=1")[1]["tournaments"]
    expect([t["tournament"] for t in over] == [second], over)
    for bad in ("list=x", "list=", "limit=0", "limit=201", "limit=x"):
        expect(nobody.ask("GET", "/api/tournaments?" + bad)[0] == 400, bad)
    expect(nobody.ask("GET", "/api/tournaments/aaaaaaaaaaaa")[1]["error"]["code"] == "no_such_tournament")
    state = do(director, "PATCH", first, "", {"text": "At eight", "starts": 1790000000000})
    expect(state["text"] == "At eight" and state["starts"] == 1790000000000, state)
    for bad in ({"text": "\u0007"}, {"text": 2001 * "x"}, {"starts": 1}, {"name": "x"}):
        expect(director.ask("PATCH", f"/api/tournaments/{first}", bad)[0] == 400, bad)


def philox(seed, index):
    """Philox 4x32-10 with the seed as key: number `index` of stream 0."""
    low = 0xFFFFFFFF
    c, k = [index & low, index >> 32, 0, 0], [seed & low, seed >> 32]
    for _ in range(10):
        p0, p1 = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [p1 >> 32 ^ c[1] ^ k[0], p1 & low, p0 >> 32 ^ c[3] ^ k[1], p0 & low]
        k = [k[0] + 0x9E3779B9 & low, k[1] + 0xBB67AE85 & low]
    return c[1] << 32 | c[0]


def drawn(seed, count):
    """The draw by lot, computed again from its published seed as docs/api.md says."""
    key = 0xCBF29CE484222325
    for byte in seed.encode():
        key = (key ^ byte) * 0x100000001B3 % 2**64
    order, index = list(range(count)), 0
    for i in range(count - 1, 0, -1):
        while True:
            value = philox(key, index)
            index += 1
            if value < 2**64 - 2**64 % (i + 1):
                break
        j = value % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def test_draw(server):
    director = account(server, "Lotte")
    event = made(director, kind="single", seeding="random")
    enter_names(director, event, *(f"P{i}" for i in range(11)))
    before = look(director, event)
    expect(before["seed"] is None and len(before["seed_hash"]) == 64, before)
    after = do(director, "POST", event, "/start")
    expect(hashlib.sha256(after["seed"].encode()).hexdigest() == before["seed_hash"] == after["seed_hash"],
           after["seed"])
    server.kill()
    server.start()
    expect(look(director, event)["players"] == after["players"], "the same draw")
    by_seed = sorted(range(11), key=lambda player: after["players"][player]["seed"])
    expect(by_seed == drawn(after["seed"], 11), by_seed, drawn(after["seed"], 11))
    refused(director, "POST", event, "/start", {}, 409, "begun")
    refused(account(server, "Late", "127.0.0.63"), "POST", event, "/players", {}, 409, "begun")
    # By hand: the order is the director's.
    event = made(director, kind="single", lengths=[3, 5], final_length=7)
    enter_names(director, event, "A", "B", "C", "D")
    for bad in ([0, 1, 2], [0, 1, 2, 2], [0, 1, 2, 9], "x", [0, 1, 2, 3.5]):
        refused(director, "POST", event, "/start", {"order": bad}, 422, "bad_order")
    state = do(director, "POST", event, "/start", {"order": [3, 1, 2, 0]})
    expect([p["seed"] for p in state["players"]] == [4, 2, 3, 1], state["players"])
    expect([m["players"] for m in state["matches"][:2]] == [[3, 0], [1, 2]], state["matches"])
    expect([m["length"] for m in state["matches"]] == [3, 3, 7], state["matches"])


def test_knock_out(server):
    """Every kind of elimination and a league, played to the end."""
    director = account(server, "Kurt")
    chance = random.Random(7)
    for plan, count in (({"kind": "single"}, 16), ({"kind": "single", "consolation": "first"}, 8),
                        ({"kind": "single", "consolation": "progressive"}, 11), ({"kind": "double"}, 13),
                        ({"kind": "league"}, 5)):
        event = made(director, **plan)
        enter_names(director, event, *(f"P{i}" for i in range(count)))
        do(director, "POST", event, "/start")
        state = play_all(director, event, chance)
        expect(state["stage"] == "over", plan, state["stage"])
        if plan["kind"] != "league":
            expect(state["winner"] == state["standings"][0]["player"] is not None, plan, state["winner"])
        expect(("consolation" in plan) == (state["consolation_winner"] is not None), plan)
        played = sum(m["outcome"] == "played" for m in state["matches"])
        if plan == {"kind": "single"}:
            expect(played == count - 1, played)
        if plan["kind"] == "league":
            expect(played == count * (count - 1) // 2, played)
        for m in state["matches"]:
            expect(m["outcome"] in ("played", "bye", "void"), m)


def test_results(server):
    """Taken back, reported by both players, forfeited; of rounds paired by hand and taken back."""
    director, ann, bob = account(server, "Rita"), account(server, "Ann"), account(server, "Bob")
    event = made(director, rounds=3)
    do(ann, "POST", event, "/players")
    do(bob, "POST", event, "/players")
    enter_names(director, event, "C", "D")
    state = do(director, "POST", event, "/start")
    pairs = [m["players"] for m in open_matches(state)]
    # The upper half meets the lower: Ann and Bob meet the others at first.
    match = next(m for m in state["matches"] if 0 in m["players"])
    refused(bob, "POST", event, f"/matches/{match['match']}/result", {"winner": 0}, 403, "not_yours")
    refused(bob, "POST", event, "/matches/99/result", {"winner": 0}, 404, "no_such_match")
    for bad in ({"winner": 1}, {"winner": None}, {"winner": True}, {"winner": 0, "score": [5]},
                {"winner": 0, "score": [4, 3]}, {"winner": 0, "score": [5, 5]}, {"winner": 0, "score": [5, -1]}):
        refused(director, "POST", event, f"/matches/{match['match']}/result", bad, 422, "bad_result")
    state = decide(director, event, match, 0)
    expect(state == decide(director, event, match, 0), "a repeated request changes nothing")
    refused(director, "POST", event, f"/matches/{match['match']}/result", {"winner": match["players"][1]},
            409, "decided")
    refused(ann, "DELETE", event, f"/matches/{match['match']}/result", None, 403, "not_director")
    state = do(director, "DELETE", event, f"/matches/{match['match']}/result")
    expect([m["players"] for m in open_matches(state)] == pairs, state["matches"])
    for m in open_matches(state):
        state = do(director, "POST", event, f"/matches/{m['match']}/forfeit", {"winner": None}) \
            if 0 in m["players"] else decide(director, event, m, 0)
    expect(state["round"] == 2 and not state["may_pair"], state["round"])
    # Back to the director, who pairs Ann and Bob.
    refused(ann, "DELETE", event, "/rounds", None, 403, "not_director")
    state = do(director, "DELETE", event, "/rounds")
    expect(state["round"] == 1 and state["may_pair"], state["round"])
    for bad in ([[0, 0]], [[0]], [[0, 9]], [["a", 1]], [[None, 1]], {}):
        refused(director, "POST", event, "/rounds", {"pairs": bad}, 422, "bad_pairs")
    state = do(director, "POST", event, "/rounds", {"pairs": [[0, 1], [2, 3]]})
    match = open_matches(state)[0]
    expect(match["players"] == [0, 1], match)
    expect(look(ann, event)["me"]["match"] == match["match"], look(ann, event)["me"])
    path = f"/matches/{match['match']}/result"
    state = do(ann, "POST", event, path, {"winner": 0, "score": [5, 2]})
    match = state["matches"][match["match"]]
    expect(match["open"] and match["reports"] == [{"winner": 0, "score": [5, 2]}, None], match)
    state = do(bob, "POST", event, path, {"winner": 1})
    match = state["matches"][match["match"]]
    expect(match["disputed"] and match["outcome"] is None, match)
    state = do(bob, "POST", event, path, {"winner": 0})
    match = state["matches"][match["match"]]
    expect((match["outcome"], match["winner"], match["score"]) == ("played", 0, [5, 2]), match)
    refused(bob, "POST", event, path, {"winner": 1}, 409, "decided")
    log = do(Person(server.port), "GET", event, f"/log?after={state['seq'] - 3}")["events"]
    expect([(e["seq"] - state["seq"], e["by"], e["what"]["event"]) for e in log] ==
           [(-2, "Ann", "reported"), (-1, "Bob", "reported"), (0, "Bob", "reported")], log)
    expect(log[0]["what"] == {"event": "reported", "player": 0, "match": match["match"], "winner": 0,
                              "score": [5, 2]}, log[0])
    log = do(ann, "GET", event, "/log?limit=2")["events"]
    expect([(e["by"], e["what"]["event"], e["what"].get("name")) for e in log] ==
           [("Rita", "created", None), ("Ann", "entered", "Ann")], log)
    expect("seed" not in log[0]["what"]["plan"] and "user" not in log[1]["what"], log)
    expect(log[0]["what"]["plan"] == {k: v for k, v in state["plan"].items()}, log[0])
    for bad in ("after=-1", "after=x", "limit=0", "limit=1001"):
        expect(ann.ask("GET", f"/api/tournaments/{event}/log?{bad}")[0] == 400, bad)
    # To and fro without end is not possible.
    match = open_matches(state)[0]
    state = decide(director, event, match, 0)
    mine = next(m for m in open_matches(state) if 0 in m["players"])
    for _ in range(5):
        do(ann, "POST", event, f"/matches/{mine['match']}/result", {"winner": 0})
    refused(ann, "POST", event, f"/matches/{mine['match']}/result", {"winner": 0}, 409, "too_often")


def all_rounds(left, met, had_bye):
    """Every round that the rules allow, as lists of pairs; a bye is a pair with -1."""
    if not left:
        yield []
        return
    first, rest = left[0], left[1:]
    if len(left) % 2 and first not in had_bye:
        for others in all_rounds(rest, met, had_bye):
            yield [(first, -1)] + others
    for i, other in enumerate(rest):
        if frozenset((first, other)) not in met:
            for others in all_rounds(rest[:i] + rest[i + 1:], met, had_bye):
                yield [(first, other)] + others


def cost(pairs, score, last):
    return sum(4 * (score[a] - score[last]) ** 2 if b == -1 else (score[a] - score[b]) ** 2 for a, b in pairs)


def test_pairings(server):
    """The rounds of small Swiss tournaments against all rounds that there could be."""
    director, chance = account(server, "Paul"), random.Random(12)
    for count in (4, 5, 6, 7, 8, 9, 10, 11, 12):
        event = made(director, automatic=False, rounds=6)
        enter_names(director, event, *(f"P{i}" for i in range(count)))
        state = do(director, "POST", event, "/start")
        while state["may_pair"]:
            score = [0] * count
            met, had_bye = set(), set()
            for m in state["matches"]:
                score[m["winner"]] += 1
                if m["players"][1] == -1:
                    had_bye.add(m["players"][0])
                met.add(frozenset(m["players"]))
            # The last place: the lowest score, and among those the latest of the draw.
            last = min(range(count), key=lambda p: (score[p], -p))
            best = min((cost(pairs, score, last) for pairs in all_rounds(list(range(count)), met, had_bye)),
                       default=None)
            if best is None:
                refused(director, "POST", event, "/rounds", {}, 409, "no_pairs")
                do(director, "POST", event, "/close")
                break
            before = state["match_count"]
            state = do(director, "POST", event, "/rounds", {})
            pairs = [tuple(m["players"]) for m in state["matches"][before:]]
            expect(sorted(p for pair in pairs for p in pair if p >= 0) == list(range(count)), pairs)
            expect(not [pair for pair in pairs if frozenset(pair) in met], "met before", pairs)
            expect(not [a for a, b in pairs if b == -1 and a in had_bye], "a second bye", pairs)
            expect(cost(pairs, score, last) == best, count, pairs, score, best)
            for m in open_matches(state):
                state = decide(director, event, m, chance.randrange(2))
        else:
            expect(state["stage"] == "over", state["stage"])


def csv_of(person, event, name):
    status, headers, body = person.raw("GET", f"/api/tournaments/{event}/{name}.csv")
    expect(status == 200 and headers["content-type"] == "text/csv; charset=utf-8", status, headers)
    expect(headers["content-disposition"] == f'attachment; filename="{event}-{name}.csv"', headers)
    return list(csv.reader(io.StringIO(body.decode(), newline="")))


def test_csv(server):
    director = account(server, "Carl")
    event = made(director, kind="single", lengths=[3])
    expect(len(csv_of(director, event, "standings")) == 1, "no draw, no table")
    enter_names(director, event, '=2+3', 'Q "x", y', "Zoë", "<b>D</b>")
    state = do(director, "POST", event, "/start")
    decide(director, event, state["matches"][0], 0, 2)
    state = do(director, "POST", event, "/matches/1/forfeit", {"winner": state["matches"][1]["players"][1]})
    nobody = Person(server.port)
    rows = csv_of(nobody, event, "results")
    expect(rows[0][:4] == ["part", "round", "place", "length"] and len(rows) == 4, rows)
    expect(rows[1] == ["main", "1", "1", "3", "'=2+3", "<b>D</b>", "3", "2", "'=2+3", "played"], rows[1])
    expect(rows[2] == ["main", "1", "2", "3", 'Q "x", y', "Zoë", "", "", "Zoë", "forfeit"], rows[2])
    expect(rows[3] == ["main", "2", "1", "3", "'=2+3", "Zoë", "", "", "", ""], rows[3])
    decide(director, event, open_matches(state)[0], 1)
    rows = csv_of(nobody, event, "standings")
    expect([row[:2] for row in rows[1:3]] == [["1", "Zoë"], ["2", "'=2+3"]], rows)
    expect(nobody.raw("GET", "/api/tournaments/aaaaaaaaaaaa/results.csv")[0] == 404)


def test_hostile(server):
    director, other = account(server, "Hans"), account(server, "Otto", "127.0.0.71")
    guest = Person(server.port, "127.0.0.72")
    body = {"plan": {"name": "X", "kind": "swiss"}}
    expect(guest.ask("POST", "/api/tournaments", body)[1]["error"]["code"] == "guest")
    expect(Person(server.port, guest=False).ask("POST", "/api/tournaments", body)[0] == 401)
    for bad in ({}, {"plan": 1}, {"plan": {"name": ""}}, {"plan": {"name": "x\n"}}, {"plan": {"name": "X", "kind": "x"}},
                {"plan": {"name": "X", "seed": "00"}}, {"plan": {"name": "X", "director": "x"}},
                {"plan": {"name": "X", "players_most": 100000}}, {"plan": {"name": "X", "lengths": [0]}}):
        expect(director.ask("POST", "/api/tournaments", bad)[0] == 422, bad)
    expect(director.ask("POST", "/api/tournaments", {**body, "x": 1})[0] == 400)
    event = made(director, players_most=3)
    refused(guest, "POST", event, "/players", {}, 403, "guest")
    refused(other, "POST", event, "/players", {"name": "Forged"}, 403, "not_director")
    for rest in ("/start", "/close", "/rounds", "/restore", "/directors"):
        refused(other, "POST", event, rest, {"name": "Otto"}, 403, "not_director")
    for method in ("PATCH", "DELETE"):
        refused(other, method, event, "", {"text": "mine"}, 403, "not_director")
    for bad in ("", " x", 33 * "x", "a\tb", "a\u202eb", "a\u200bb", "somebody 3", 5):
        refused(director, "POST", event, "/players", {"name": bad}, 422, "bad_name")
    # Entered and withdrawn five times, then no more; a name is one player.
    for _ in range(5):
        state = do(other, "POST", event, "/players")
        do(other, "DELETE", event, f"/players/{state['me']['player']}")
    refused(other, "POST", event, "/players", {}, 409, "too_often")
    enter_names(director, event, "<img src=x>", "B")
    refused(director, "POST", event, "/players", {"name": "B"}, 409, "entered")
    refused(other, "DELETE", event, "/players/1", None, 403, "not_director")
    enter_names(director, event, "C")
    refused(director, "POST", event, "/players", {"name": "D"}, 409, "full")
    # Directors: the one who made it stays.
    do(director, "POST", event, "/directors", {"name": "otto"})
    expect(look(other, event)["me"]["director"] and look(other, event)["directors"] == ["Hans", "Otto"])
    refused(other, "POST", event, "/directors", {"name": "Hans", "director": False}, 403, "maker")
    refused(other, "POST", event, "/directors", {"name": "Nobody"}, 404, "no_such_player")
    # Removed in the middle of a round, and put back.
    state = do(other, "POST", event, "/start")
    match = open_matches(state)[0]
    expect(do(other, "DELETE", event)["stage"] == "removed", "removed")
    expect(look(guest, event)["stage"] == "removed", "who has the address can still see it")
    expect(event not in [t["tournament"] for t in guest.ask("GET", "/api/tournaments")[1]["tournaments"]])
    refused(director, "POST", event, f"/matches/{match['match']}/result", {"winner": match["players"][0]},
            409, "removed")
    do(director, "POST", event, "/directors", {"name": "Otto", "director": False}, wanted=(409,))
    back = do(director, "POST", event, "/restore")
    expect(back["matches"] == state["matches"], "as it was")
    do(director, "POST", event, "/directors", {"name": "Otto", "director": False})
    refused(other, "POST", event, "/close", {}, 403, "not_director")
    # Withdrawn after the draw: the match is the opponent's.
    state = do(director, "DELETE", event, f"/players/{match['players'][0]}")
    lost = state["matches"][match["match"]]
    expect((lost["outcome"], lost["winner"]) == ("forfeit", match["players"][1]), lost)
    refused(director, "DELETE", event, f"/players/{match['players'][0]}", None, 404, "no_such_player")
    # Twenty at a time.
    count = 0
    while True:
        status, answer = other.ask("POST", "/api/tournaments", body)
        if status != 201:
            break
        count += 1
    expect((status, answer["error"]["code"], count) == (409, "too_many", 20), status, answer, count)


def flood(server, count, most):
    """Accounts of as many addresses, each of which enters and leaves as often as it may: of `most` places no more
    are ever taken, each has its five entries, and the director goes on as if nothing had been."""
    director = account(server, "Ferdinand", "127.2.0.1")
    event = made(director, players_most=most)
    people = [account(server, f"Flood {i}", f"127.2.{1 + i // 200}.{1 + i % 200}") for i in range(count)]
    entries, said, asked = dict.fromkeys(range(count), 0), {}, 0
    inside = {}
    for turn in range(6):
        for i, person in enumerate(people):
            status, answer = person.ask("POST", f"/api/tournaments/{event}/players", {})
            asked += 1
            code = status if status in (200, 201) else answer["error"]["code"]
            said[code] = said.get(code, 0) + 1
            if status in (200, 201):
                entries[i] += 1
                inside[i] = answer["me"]["player"]
            expect(len(inside) <= most, "too many", len(inside))
            # The oldest makes room, but for the last who may stay.
            if len(inside) == most and turn < 5:
                first = next(iter(inside))
                do(people[first], "DELETE", event, f"/players/{inside.pop(first)}")
    expect(max(entries.values()) <= 5 and set(said) <= {200, 201, "too_often", "full", "entered"}, said, entries)
    state = look(director, event)
    expect(state["entered"] == len(inside), state["entered"], len(inside))
    log = []
    while more := do(director, "GET", event, f"/log?limit=1000&after={log[-1]['seq'] if log else 0}")["events"]:
        log += more
    expect(sum(e["what"]["event"] == "entered" for e in log) == sum(entries.values()), said)
    state = do(director, "POST", event, "/start")
    expect(state["stage"] == "running" and len(open_matches(state)) == len(inside) // 2, state["stage"])
    return asked, said


def test_flood(server):
    flood(server, 24, 4)


def test_forgotten(server):
    """A deleted account leaves its place and takes its name."""
    director, ann = account(server, "Fritz"), account(server, "Gone", "127.0.0.81")
    event = made(director, rounds=2)
    state = do(ann, "POST", event, "/players")
    do(ann, "DELETE", event, "/players/0")
    do(ann, "POST", event, "/players")
    enter_names(director, event, "B", "C", "D")
    state = do(director, "POST", event, "/start")
    status, _ = ann.ask("DELETE", "/api/me", {"password": "correct Gone"})
    expect(status == 200, status)
    # Nobody can take that name, which would make the tournament unreadable.
    refused(account(server, "somebody 2"), "POST", event, "/players", {}, 422, "bad_name")
    for _ in range(2):
        after = look(director, event)
        expect(after["players"][0]["name"] == "somebody 2", after["players"])
        expect(after["players"][0]["account"] is False and after["matches"] == state["matches"], after)
        server.kill()
        server.start()
    play_all(director, event, random.Random(1))


def main():
    server = Server("--limit", "320")
    try:
        for test in (test_swiss, test_news, test_lists, test_draw, test_knock_out, test_results, test_pairings, test_csv,
                     test_hostile, test_flood, test_forgotten):
            test(server)
            print(test.__name__)
        assert server.stop() == 0, server.log[-5:]
        assert not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()


if __name__ == "__main__":
    main()
