#!/usr/bin/env python3
"""A match over days as its two players see it, on a clock that the test moves: turns, budgets, vacations and
answers in advance, on a server that is killed again and again and is down over night."""
import random

from support.clock import Clock
from support.expect import expect
from support.honest import contribute, refresh, some_play, watch
from support.server import Server
from support.waiting import HANG, wait_until
from test_arena import pass_time
from test_club import account, made

HOUR_S, DAY_S = 3600, 24 * 3600
chance = random.Random(41)


def begun(host, guest, days=3, budget=2, **fields):
    game = made(host, clock={"kind": "days", "days": days, "budget_days": budget}, rated=False, **fields)
    status, answer = guest.ask("POST", f"/api/games/{game}/join", {})
    expect(status == 200, status, answer)
    lines = [watch(host, game), watch(guest, game)]
    contribute(*lines)
    return game, lines


def down(server, clock, seconds, game, people):
    """Killed, for so long; -> sockets that see the game as it was before, but for the time."""
    seq = people[0].ask("GET", f"/api/games/{game}")[1]["seq"]
    server.kill()
    clock.wall_ns += int(seconds * 1e9)
    server.start()
    pass_time(clock, 3)
    lines = [watch(person, game, after=0) for person in people]
    for line in lines:
        numbers = [m["seq"] for m in line.messages if m.get("type") == "event"]
        expect(numbers[:seq] == list(range(1, seq + 1)), "an event is lost or doubled", numbers, seq)
    return lines


def listed(person, game):
    status, answer = person.ask("GET", "/api/games?list=mine")
    expect(status == 200, status, answer)
    return next((row for row in answer["games"] if row["game"] == game), None)


def step(lines, cube=True):
    """One decision of whoever is to act; -> he, or None if the match is over."""
    for line in lines:
        state = refresh(line)
        if state["stage"] == "over":
            return None
        actions = state["actions"]
        if state["to_act"] != state["you"] and "next_game" not in actions:
            continue
        fields = {}
        if "play" in actions:
            what, fields = "play", {"moves": some_play(state["tree"], chance)}
        elif "take" in actions:
            what = chance.choice(["take", "drop"])
        elif cube and "double" in actions and chance.random() < .3:
            what = "double"
        else:
            what = next(a for a in ("next_game", "roll") if a in actions)
        answer = line.do(what, game=state["id"], **fields)
        expect(answer["ok"], what, answer)
        return line
    raise AssertionError("nobody may act")


def passed_to(lines, who):
    """Goes on until that player is to act, at his roll."""
    for _ in range(400):
        state = refresh(lines[who])
        if state["to_act"] == state["you"] and state["phase"] == "to_roll":
            return state
        expect(step(lines, cube=False), "it is over")
    raise AssertionError("it never is his turn")


def test_match(server, clock):
    """To its end, through a dozen nights without a server; then the same once more, by the same clock."""
    people = [account(server, "Ann"), account(server, "Bob", "127.0.0.41")]
    game, lines = begun(*people, options={"match_length": 3})
    decisions = nights = 0
    while step(lines, cube=nights > 2):  # before, a game goes on to its end: enough nights
        decisions += 1
        state = refresh(lines[0])
        if state["stage"] == "over":
            break
        mine = [listed(person, game)["turn"] for person in people]
        expect([turn["mine"] for turn in mine].count(True) == 1, "one of both is to act", mine)
        expect(mine[0]["deadline"] == mine[1]["deadline"], mine)
        expect(mine[0]["position"]["board"] == state["board"], mine[0])
        if decisions % 9 == 0 and nights < 12:
            nights += 1
            before = state["clock"]
            hours = chance.randrange(1, 30)
            lines = down(server, clock, hours * HOUR_S, game, people)
            after = refresh(lines[0])["clock"]
            late = before["turn_ms"] - after["turn_ms"] - hours * HOUR_S * 1000
            expect(after["reserve_ms"] == before["reserve_ms"] and after["running"] == before["running"], before, after)
            expect(0 <= late < HANG * 1000, "a night is a night", before, after, hours)
            again = [listed(person, game)["turn"]["deadline"] for person in people]
            expect(abs(again[0] - mine[0]["deadline"]) < 2, "the deadline stands", again, mine)
        elif decisions % 9 == 4:
            clock.wall_ns += HOUR_S * 10**9
            pass_time(clock, 3)
    expect(nights > 2, nights)
    state = refresh(lines[0])
    expect(max(state["score"]) >= 3 and state["result"]["how"] != "timeout", state["score"], state["result"])
    expect(listed(people[0], game) is None and listed(people[1], game) is None, "nobody's turn")
    # The rematch: the same days, seats exchanged, through a kill between the two words.
    expect(lines[1].do("rematch", game=game)["ok"], "asked")
    lines = down(server, clock, HOUR_S, game, people)
    expect(lines[0].do("rematch", game=game)["ok"], "agreed")
    next_id = wait_until(lambda: refresh(lines[0])["next"], "the rematch")
    again = [watch(person, next_id) for person in people]
    contribute(*again)
    clocks = [refresh(line)["clock"] for line in again]
    expect(all((c["kind"], c["step_ms"], c["reserve_ms"]) == ("days", 3 * DAY_S * 1000, [2 * DAY_S * 1000] * 2)
               for c in clocks), clocks)
    expect([refresh(line)["you"] for line in again] == [1, 0], "seats exchanged")
    expect(listed(people[0], next_id)["turn"]["deadline"] == listed(people[1], next_id)["turn"]["deadline"], "runs")


def test_run_out(server, clock):
    """Days, then the budget, then lost: while the server is down, and in games that nobody looks at."""
    people = [account(server, "Cid"), account(server, "Dan", "127.0.0.42")]
    asleep = [begun(*people, days=1, budget=1) for _ in range(2)]
    for game, lines in asleep:
        passed_to(lines, 0)
    first, second = asleep
    for line in second[1]:
        line.close()
    clock.wall_ns += int(1.5 * DAY_S * 1e9)
    pass_time(clock, 3)
    state = refresh(first[1][0])
    expect(state["stage"] == "playing" and 0 < state["clock"]["reserve_ms"][0] <= DAY_S * 500, state["clock"])
    # He acts: what is left of the budget stays, and is not filled again.
    left = state["clock"]["reserve_ms"][0]
    step(first[1], cube=False)
    passed_to(first[1], 1)
    now = refresh(first[1][0])["clock"]["reserve_ms"]
    expect(left - HANG * 1000 < now[0] <= left and now[1] == DAY_S * 1000, now, left)
    lines = down(server, clock, 2 * DAY_S - 60, first[0], people)
    state = refresh(lines[0])
    expect(state["stage"] == "playing", "a minute is left", state["clock"])
    over = people[0].ask("GET", f"/api/games/{second[0]}")[1]
    expect((over["stage"], over["winner"], over["result"]["how"]) == ("over", 1, "timeout"), over["result"])
    clock.wall_ns += 120 * 10**9
    pass_time(clock, 3)
    over = refresh(lines[0])
    expect((over["stage"], over["winner"], over["result"]["how"]) == ("over", 0, "timeout"), over["result"])
    lines = down(server, clock, DAY_S, first[0], people)
    told = [m["event"] for m in lines[0].messages if m.get("type") == "event" and m["event"]["type"] == "timeout"]
    expect(len(told) == 1 and told[0]["winner"] == 0, "once", told)


def test_vacation(server, clock):
    """A vacation holds the clock through a kill and ends by itself."""
    people = [account(server, "Eva"), account(server, "Fay", "127.0.0.43")]
    game, lines = begun(*people, days=2, budget=0)
    passed_to(lines, 0)
    status, answer = people[0].ask("POST", "/api/vacation", {"days": 5})
    expect((status, answer["left"]) == (200, 25), status, answer)
    lines = down(server, clock, 6 * DAY_S, game, people)
    state = refresh(lines[0])
    expect(state["stage"] == "playing" and 0 < state["clock"]["turn_ms"] <= DAY_S * 1000, state["clock"])
    expect(people[0].ask("GET", "/api/vacation")[1]["until"] is None, "over")
    lines = down(server, clock, DAY_S + HOUR_S, game, people)
    state = refresh(lines[1])
    expect((state["stage"], state["winner"], state["result"]["how"]) == ("over", 1, "timeout"), state["result"])


def test_in_advance(server, clock):
    """What was said in advance is secret, outlives a kill, and is used once."""
    people = [account(server, "Guy"), account(server, "Hal", "127.0.0.44")]
    game, lines = begun(*people, options={"match_length": 7})
    # Until Guy may double, which at the first roll of a game he may not.
    while True:
        state = passed_to(lines, 0)
        if "double" in state["actions"]:
            break
        step(lines, cube=False)
    answer = lines[1].do("ahead", game=game, double="take", resign=None)
    expect(answer["ok"], answer)
    expect(refresh(lines[1])["ahead"] == {"double": "take", "resign": None}, lines[1].state["ahead"])
    heard = len(lines[0].messages)
    expect(refresh(lines[0])["ahead"] is None, "not his to see")
    expect(lines[0].do("ping")["ok"] and not any("ahead" in str(m.get("event")) for m in lines[0].messages[heard:]),
           lines[0].messages[heard:])
    lines = down(server, clock, HOUR_S, game, people)
    shown = [m["event"]["type"] for m in lines[0].messages if m.get("type") == "event"]
    expect("ahead" not in shown, shown)
    expect(refresh(lines[1])["ahead"] == {"double": "take", "resign": None}, "kept")
    expect(lines[0].do("double", game=game)["ok"], "doubled")
    state = refresh(lines[0])
    expect(state["phase"] == "to_roll" and state["to_act"] == 0 and state["cube"]["owner"] == 1, state["cube"])
    expect(refresh(lines[1])["ahead"] is None, "used", lines[1].state["ahead"])


def main():
    clock = Clock()
    server = Server("--limit", "320", clock=clock)
    try:
        for test in (test_match, test_run_out, test_vacation, test_in_advance):
            test(server, clock)
            print(test.__name__)
        assert server.stop() == 0, server.log[-5:]
        assert not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()


if __name__ == "__main__":
    main()
