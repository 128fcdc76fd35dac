#!/usr/bin/env python3
"""One person with seven accounts: neither matches that nobody plays nor those of one pair over and
over move a rating, and `alea admin suspicious` shows what is left."""
import json

from support.honest import refresh, some_play, to_play
from support.server import Server
from support.wire import Person
from test_club import account, admin, begun, lose, player


def test_unplayed(server):
    """Matches that nobody plays, and those of one pair over and over, move no rating."""
    farmer, puppets = account(server, "Farmer"), [account(server, f"Puppet {i}") for i in range(6)]
    for puppet in puppets:
        game, lines = begun(farmer, puppet, options={"match_length": 1})
        assert refresh(lines[0])["counts"] is True
        lose(lines, 1, plays=False)
        state = refresh(lines[0])
        assert (state["stage"], state["winner"], state["counts"]) == ("over", 0, False), state
    assert player(farmer, "Farmer")["ratings"] == [] and player(farmer, "Puppet 1")["played"] == 0
    # A play of one side alone is not enough.
    game, lines = begun(farmer, puppets[0], options={"match_length": 1})
    mover, _ = to_play(lines)
    assert mover.do("play", game=game, moves=some_play(mover.state["tree"]))["ok"]
    lose(lines, 1, plays=False)
    assert refresh(lines[0])["counts"] is False and player(farmer, "Farmer")["played"] == 0
    for i in range(6):
        game, lines = begun(farmer, puppets[0], options={"match_length": 1})
        counts = i < 5
        assert refresh(lines[1])["counts"] is counts, (i, lines[1].state)
        lose(lines, 1)
        assert refresh(lines[1])["counts"] is counts, (i, lines[1].state)
    assert player(farmer, "Farmer")["played"] == 5
    # With another they do, and a guest's never; what was counted is known to a new server.
    _, lines = begun(farmer, puppets[1], options={"match_length": 1})
    assert refresh(lines[0])["counts"] is True
    _, lines = begun(farmer, Person(server.port))
    assert refresh(lines[0])["counts"] is False
    # The rest of the puppets, as far as the limit lets them; one of them has a puppet of its own.
    for puppet, times in ((puppets[2], 5), (puppets[3], 5), (puppets[4], 5)):
        for _ in range(times):
            lose(begun(farmer, puppet, options={"match_length": 1})[1], 1)
    for _ in range(3):
        lose(begun(puppets[4], puppets[5], options={"match_length": 1})[1], 1)
    test_suspicious(server)
    _, lines = begun(farmer, puppets[1], rated=False)
    assert refresh(lines[0])["counts"] is None
    server.kill()
    server.start()
    results = player_at(server, farmer)["results"]
    assert len(results) == 20
    assert farmer.ask("GET", f"/api/games/{results[0]['game']}")[1]["counts"] is True
    assert farmer.ask("GET", f"/api/games/{game}")[1]["counts"] is False


def test_suspicious(server):
    honest = [account(server, name, f"127.0.0.{20 + i}") for i, name in enumerate(("Honest", "Fair"))]
    for i in range(4):
        lose(begun(*honest, options={"match_length": 1})[1], i % 2)
    text = admin(server, "suspicious")
    found = json.loads(admin(server, "suspicious", "--json"))
    # Analyses go on meanwhile; these kinds do not depend on them.
    assert found["accounts"] == 9 and \
        all(f["text"] in text for f in found["findings"] if f["kind"] in ("short", "ring")), found
    short, = [f for f in found["findings"] if f["kind"] == "short"]
    assert (short["name"], short["won"], short["short"]) == ("Farmer", 20, 20), short
    ring, = [f for f in found["findings"] if f["kind"] == "ring"]
    assert ring["name"] == "Farmer" and set(ring["names"]) == \
        {"Farmer", "Puppet 0", "Puppet 2", "Puppet 3", "Puppet 4", "Puppet 5"}, ring
    assert {(l["loser"], l["winner"], l["lost"]) for l in ring["lines"]} == \
        {("Puppet 0", "Farmer", 5), ("Puppet 2", "Farmer", 5), ("Puppet 3", "Farmer", 5),
         ("Puppet 4", "Farmer", 5), ("Puppet 5", "Puppet 4", 3)}, ring
    pairs = {frozenset((f["name"], f["opponent"])): f["matches"] for f in found["findings"] if f["kind"] == "address"}
    assert pairs == {**{frozenset(("Farmer", f"Puppet {i}")): 5 for i in (0, 2, 3, 4)},
                     frozenset(("Puppet 4", "Puppet 5")): 3}, pairs
    assert "in a ring of 6 accounts, where one side lost 23 of 23 matches" in ring["text"], ring
    assert "Honest" not in text and "Fair" not in text, text


def player_at(server, person):
    """After a new start of the server."""
    person.go_to(server.port)
    return player(person, person.name)


def main():
    server = Server("--limit", "0")
    try:
        test_unplayed(server)
        assert server.stop() == 0
        assert not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()
    print("ok")


if __name__ == "__main__":
    main()
