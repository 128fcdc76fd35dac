"""A decision for which a hint was asked counts in no figure: not in the PR of the match, of the
history, of the desk. It keeps that through a play taken back and through a crash of the server,
and the figures say how many were left out."""
import json
from urllib.parse import quote

from support.expect import expect
from support.honest import contribute, new_game, refresh, some_play, watch
from support.server import Server
from support.waiting import wait_until
from support.wire import Person


def my_turn(line):
    """Rolls until a play has to be chosen; -> its state."""
    def mine():
        state = refresh(line)
        if "play" in state["actions"]:
            return state
        for action in ("roll", "take"):
            if action in state["actions"]:
                line.do(action, game=state["id"])
        return None
    return wait_until(mine, "a play of one's own")


def hint(line):
    """Asks, and waits for what the machine says."""
    answer = line.do("hint", game=line.state["id"])
    expect(answer["ok"] and answer["kind"] == "play" and answer["candidates"], answer)


def play(line):
    state = my_turn(line)
    while sum(node["done"] for node in state["tree"]["nodes"]) < 2:  # the only play counts in nothing
        expect(line.do("play", game=state["id"], moves=some_play(state["tree"]))["ok"])
        state = my_turn(line)
    return state


def go(line, state):
    expect(line.do("play", game=state["id"], moves=some_play(state["tree"]))["ok"])


def seen(line):
    """The events of the game so far, as the server has kept them."""
    again = watch(line.person, line.state["id"], after=0)
    kept = [m["event"] for m in again.messages if m.get("type") == "event"]
    again.close()
    return kept


def hinted_match(server):
    person = Person(server.port)
    game = new_game(person, opponent="machine", level="beginner", options={"match_length": 1})
    line = watch(person, game)
    contribute(line)
    state = play(line)
    hint(line)
    hint(line)  # the same decision
    expect([e["type"] for e in seen(line)].count("hint") == 1, "one event a decision")
    go(line, state)
    my_turn(line)
    # Taken back: it was seen with the hint, and is still made with it.
    back = refresh(line)
    expect("takeback" in back["actions"], back["actions"])
    expect(line.do("takeback", game=game)["ok"])
    go(line, my_turn(line))
    state = play(line)
    hint(line)
    line.close()
    server.kill()
    server.start()
    again = Person(server.port, guest=False)
    again.cookie = person.cookie
    line = watch(again, game)
    go(line, my_turn(line))
    go(line, play(line))
    my_turn(line)
    expect(line.do("resign", game=game, level=1)["ok"])
    wait_until(lambda: refresh(line)["stage"] == "over", "the end of the game")
    line.close()
    return again, game


def figures(person, game):
    path = f"/api/matches/{game}"
    wait_until(lambda: person.ask("GET", path + "/analysis")[0] == 200, "its analysis")
    analysis = person.ask("GET", path + "/analysis")[1]
    mine, theirs = analysis["totals"]
    made = [d for d in analysis["decisions"] if d["player"] == 0]
    left_out = [d for d in made if d.get("hinted")]
    expect(mine["hinted"] == len(left_out) and 1 <= len(left_out) <= 2, mine, left_out)
    expect(theirs["hinted"] == 0, theirs)
    expect(not any(d["counted"] for d in left_out), left_out)
    counted = [d["loss"] for d in made if d["counted"]]
    expect(mine["decisions"] == len(counted) > 0, mine)
    expect(abs(mine["pr"] - 500 * sum(counted) / len(counted)) < 1e-3,
           mine, [(d["loss"], d["counted"], d["kind"]) for d in made])
    status, all_of_mine = person.ask("GET", "/api/statistics")
    expect(status == 200 and all_of_mine["hinted"] == len(left_out), all_of_mine)
    expect([x["decisions"] for x in all_of_mine["pr"]] == [len(counted)], all_of_mine)
    status, _, journal = person.raw("GET", path + "/file?format=journal")
    expect(status == 200 and journal.count(b'"hinted":true') == 2, journal)
    return mine


def desk_figures(person, mine):
    wait_until(lambda: person.ask("GET", "/api/desk/matches")[1]["matches"][0]["pr"] is not None,
               "the desk's analysis")
    me = person.ask("GET", "/api/desk")[1]["me"]
    status, stats = person.ask("GET", f"/api/desk/stats?by=all&q=%22player={quote(me)}%22")
    group = stats["groups"][0]
    expect(status == 200 and group["hinted"] == mine["hinted"], group, mine)
    expect(group["decisions"] == mine["decisions"] and abs(group["pr"] - mine["pr"]) < 1e-3,
           group, mine)


def times(server, person, game):
    """The journal says what each decision took, but for what was taken back and decided again, and says the
    same when the game was read back."""
    path = f"/api/matches/{game}/file?format=journal"
    journal = person.raw("GET", path)[2]
    events = [json.loads(line) for line in journal.splitlines()[1:]]
    decided = [e for e in events if e.get("event") in ("play", "roll", "double", "take", "drop")]
    untold = [e for e in decided if "took_ms" not in e]
    expect(all(0 <= e["took_ms"] < 3600000 for e in decided if e not in untold), decided)
    expect(len(untold) == 1 and untold[0]["event"] == "play" and untold[0]["hinted"], untold)
    expect(not any("took_ms" in e for e in events if e not in decided), events)
    server.kill()
    server.start()
    again = Person(server.port, guest=False)
    again.cookie = person.cookie
    expect(again.raw("GET", path)[2] == journal, "the same after a restart")


def main():
    server = Server("--limit", "0")
    try:
        person, game = hinted_match(server)
        desk_figures(person, figures(person, game))
        times(server, person, game)
        expect(server.stop() == 0)
    finally:
        server.kill()


if __name__ == "__main__":
    main()
