#!/usr/bin/env python3
"""Options of a chouette as people meet them over HTTP: a partner of the box, a single cube, settlements and extras of
a lone taker, advice, players that come and go."""
from support.expect import expect
from support.server import Server
from support.waiting import wait_until
from support.wire import Person

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil")


def account(server, name):
    person = Person(server.port)
    status, me = person.ask("POST", "/api/register", {"name": name, "password": "correct " + name})
    assert status == 200, me
    return person


class Table:
    """A chouette at which people sit; each does what his letter may."""

    def __init__(self, people, players, **options):
        status, state = people[0].ask("POST", "/api/chouettes", {"options": options})
        expect(status == 201, options, status, state)
        self.id, self.seat = state["chouette"], {"A": people[0]}
        for key, value in options.items():
            expect(state["options"][key] == value, state["options"])
        for letter, person in zip("BCDE", people[1:players]):
            self.do(person, do="sit")
            self.seat[letter] = person
        self.do(people[0], do="start")
        self.wait("between")

    def send(self, person, **command):
        return person.ask("POST", f"/api/chouettes/{self.id}/commands", command)

    def do(self, person, **command):
        status, answer = self.send(person, **command)
        expect(status == 200, command, status, answer)
        return answer

    def look(self, letter="A"):
        status, state = self.seat[letter].ask("GET", f"/api/chouettes/{self.id}")
        expect(status == 200, status, state)
        return state

    @property
    def state(self):
        return self.look()["state"]

    def event(self, letter, text):
        """An event of the seat, once all others had their moment."""
        said = []

        def sent():
            said[:] = self.send(self.seat[letter], do="event", event=text)
            return said[1].get("error", {}).get("code") != "wait_for_doubles"
        wait_until(sent, text)
        expect(said[0] == 200, letter, text, said)
        return said[1]

    def refused(self, letter, text, status, code):
        said, answer = self.send(self.seat[letter], do="event", event=text)
        expect((said, answer.get("error", {}).get("code")) == (status, code), letter, text, said, answer)

    def wait(self, *phases):
        wait_until(lambda: self.state["phase"] in phases, lambda: f"{phases}: {self.state}")
        return self.state

    def begin(self, *phases):
        self.event(self.state["line"][0], "begin")
        return self.wait(*phases or ("to_play",))

    def move(self):
        """Who plays plays the first play there is."""
        look = self.look(self.state["mover"])
        moves, at = [], 0
        while look["tree"]["nodes"][at]["moves"]:
            move = look["tree"]["nodes"][at]["moves"][0]
            moves.append(move[:2])
            at = move[4]
        self.do(self.seat[look["state"]["mover"]], do="play", moves=moves)

    def roll(self):
        mover = self.state["mover"]
        self.event(mover, f"roll {mover}")

    def before_roll_of(self, box):
        """Plays until the box (or the team) is to throw."""
        while True:
            state = self.wait("to_roll", "to_play")
            if state["phase"] == "to_play":
                self.move()
            elif (state["mover"] == state["box"]) == box:
                return state
            else:
                self.roll()

    def members(self):
        return [p["pair"] for p in self.state["pairs"] if not p["extra"]]

    def pair(self, name):
        return next(p for p in self.state["pairs"] if p["pair"] == name)

    def end(self):
        """Everybody of the team resigns a single game, and the box accepts."""
        while self.state["phase"] != "between":
            state = self.state
            one = next(p for p in state["pairs"] if not p["over"])
            self.event(one["member"], f"resign {one['member']} 1 {one['pair']}")
            self.event(one["with_box"], f"accept {one['with_box']} {one['pair']}")
        return self.look()

    def last_game(self):
        sheet = self.seat["A"].ask("GET", f"/api/chouettes/{self.id}/settlement")[1]
        expect(sheet["sum"] == 0 and sum(sheet["games"][-1]["points"]) == 0, sheet)
        return dict(zip("ABCDE", sheet["games"][-1]["points"]))


def partner(people):
    table = Table(people, 5, partner="forced", partner_from="5", partner_who="next_in_line")
    state = table.begin("ask_partner")
    box, captain, one = state["line"][:3]
    expect(state["waits_for"] == [one], state)
    table.refused(captain, f"partner {captain} yes", 403, "not_you")
    table.refused(captain, f"partner {one} yes", 403, "not_your_seat")
    expect(f"partner {one} yes" in table.look(one)["may"], "he may")
    expect(f"partner {captain} yes" not in table.look(captain)["may"], "the captain may not")
    table.event(one, f"partner {one} yes")
    state = table.wait("to_play")
    expect(state["partner"] == one and one not in state["line"] and len(state["pairs"]) == 3, state)
    expect(not any(p["member"] == one for p in state["pairs"]), "the partner plays against the box")
    # He is no member of the team: what the crew says is not for him.
    table.do(table.seat[captain], do="say", text="not for the box")
    expect(not [m for m in table.look(one)["said"] if m["crew"]], "the partner hears the crew")
    table.end()
    points = table.last_game()
    won = sum(points[p] for p in (box, one))
    expect(won == 3 and points[box] == 2 and points[one] == 1, "half each, the odd point to the box", points)
    # Of a box that may choose; nobody is asked where it wants none, or where there are too few.
    table = Table(people, 4, partner="optional", partner_from="4", partner_who="last_in_line")
    state = table.begin("ask_box")
    box, last = state["line"][0], state["line"][-1]
    table.event(box, f"partner {box} yes")
    expect(table.wait("ask_partner")["waits_for"] == [last], table.state)
    table.event(last, f"partner {last} no")
    expect(table.wait("ask_partner")["waits_for"] == [table.state["line"][-2]], table.state)
    one = table.state["line"][-2]
    table.event(one, f"partner {one} yes")
    expect(table.wait("to_play")["partner"] == one, table.state)
    table.end()
    expect(table.begin()["partner"] == one, "a side that has won stays")
    table = Table(people, 4, partner="optional", partner_from="4")
    box = table.begin("ask_box")["box"]
    table.event(box, f"partner {box} no")
    expect(table.wait("to_play")["partner"] is None, table.state)
    table = Table(people, 4, partner="forced", partner_from="5")
    expect(table.begin("to_play", "ask_partner")["phase"] == "to_play", "too few for a partner")


def single_cube(people):
    table = Table(people, 4, cube="single")
    table.begin()
    state = table.before_roll_of(box=False)
    box, captain, *others = state["line"]
    for one in others:
        expect(not any(e.startswith("double") for e in table.look(one)["may"]), table.look(one)["may"])
        table.refused(one, f"double {one}", 403, "not_you")
    table.event(captain, f"double {captain}")
    expect(all(p["offered"] for p in table.wait("answers")["pairs"]), "one cube for all")
    table.event(box, f"take {box} {captain}")  # one answer for all
    state = table.wait("to_roll", "to_play")
    expect(all(p["cube"] == 2 and p["owner"] == box for p in state["pairs"]), state["pairs"])
    # Turned back by the box; the members answer each for himself, and a captain who drops is no longer captain.
    table.before_roll_of(box=True)
    table.event(box, f"double {box} {captain}")
    expect(all(p["offered"] for p in table.wait("answers")["pairs"]), "one cube for all")
    table.event(captain, f"drop {captain}")
    for one in others:
        table.event(one, f"take {one}")
    state = table.wait("to_roll", "to_play")
    expect(table.pair(captain)["over"] and not table.pair(others[0])["over"], state["pairs"])
    expect(state["line"] == [box, *others, captain] and state["captain"] == others[0],
           "he loses his place", state["line"])
    table.end()
    expect(table.last_game()[captain] == -2, "he pays the cube as it was", table.last_game())


def settlements(people):
    table = Table(people, 4, settlements="on")
    table.begin()
    state = table.before_roll_of(box=False)
    box, captain, one, two = state["line"]
    table.event(one, f"settle {one} -1")
    expect(table.pair(one)["proposal"] == {"by": one, "kind": "settle", "value": -1}, table.pair(one))
    expect(f"accept {box} {one}" in table.look(box)["may"], table.look(box)["may"])
    table.refused(two, f"accept {two} {one}", 403, "not_you")
    table.event(box, f"reject {box} {one}")
    expect(table.pair(one)["proposal"] is None and not table.pair(one)["over"], table.pair(one))
    table.event(box, f"settle {box} -2 {two}")
    table.event(two, f"accept {two}")
    expect(table.pair(two)["over"], table.pair(two))
    table.end()
    points = table.last_game()
    expect(points[two] == 2 and points[one] == points[captain] == -1 and points[box] == 0, points)
    table = Table(people, 3)
    table.begin()
    one = table.members()[0]
    table.refused(one, f"settle {one} -1", 409, "no_settlement")


def extras(people):
    """Who dropped takes over: he pays the taker the cube that he refused, and holds it against him."""
    table = Table(people, 4, lone_take="extras")
    table.begin()
    box = table.before_roll_of(box=True)["box"]
    first, second, taker = table.members()
    for name in (first, second, taker):
        table.event(box, f"double {box} {name}")
    table.event(first, f"drop {first}")
    table.event(second, f"drop {second}")
    table.event(taker, f"take {taker}")
    table.wait("extras")
    table.refused(taker, f"extra {taker} yes", 403, "not_you")
    expect(f"extra {first} yes" in table.look(first)["may"], table.look(first)["may"])
    table.event(first, f"extra {first} yes")
    table.event(second, f"extra {second} no")
    state = table.wait("to_roll")
    one = [p for p in state["pairs"] if p["extra"]]
    expect([(p["pair"], p["with_box"], p["member"], p["owner"]) for p in one] ==
           [(f"{first}:{taker}", first, taker, taker)], one)
    table.end()
    points = table.last_game()
    # 1 from each who dropped to the box; 2 for the extra, which the lone taker loses again with his own.
    expect(points[second] == -1, points)


def advice(people):
    def may_say(letter):
        status, answer = table.send(table.seat[letter], do="say", text="a word")
        expect(status == 200 or (status, answer["error"]["code"]) == (409, "no_advice"), status, answer)
        return status == 200

    table = Table(people, 4, consult="never")
    expect(all(may_say(letter) for letter in "ABCD"), "between games everybody speaks")
    table.begin()
    box, captain, one, two = table.state["line"]
    expect((may_say(box), may_say(captain), may_say(one), may_say(two)) == (True, True, False, False), "never")
    table.end()
    expect(may_say(one), "after the game everybody speaks")
    # Once his cube was turned, and not about cubes; who has dropped is silent.
    table = Table(people, 4, consult="after_cube", dropped_silent="on")
    table.begin()
    box, captain, one, two = table.before_roll_of(box=True)["line"]
    expect(not may_say(one) and not may_say(two), "before the cube")
    table.event(box, f"double {box} {one}")
    table.event(box, f"double {box} {two}")
    table.event(one, f"take {one}")
    table.event(two, f"drop {two}")
    table.wait("to_roll")
    expect(may_say(one) and not may_say(two), "one has taken, two has dropped")
    table.roll()
    table.before_roll_of(box=False)
    expect(not may_say(one), "his own cube is a matter of his")
    table.end()
    for silent in ("on", "off"):
        table = Table(people, 3, consult="always", dropped_silent=silent)
        table.begin()
        box, captain, one = table.before_roll_of(box=True)["line"]
        expect(may_say(one), "always")
        table.event(box, f"double {box} {one}")
        table.event(one, f"drop {one}")
        table.wait("to_roll")
        expect(may_say(one) == (silent == "off"), "after a drop", silent)


def come_and_go(people):
    table = Table(people, 4, join_consent="box", join_place="before_loser")
    box, captain, one, two = table.state["line"]
    emil = people[4]
    expect(table.do(emil, do="sit")["you"] == "E", "a new seat")
    table.seat["E"] = emil
    table.begin()
    expect("E" not in table.state["line"] and "E" not in table.members(), table.state["line"])
    # Who leaves in a game plays it to its end.
    table.event(one, f"leave {one}")
    seat = lambda letter: next(s for s in table.look()["taken"] if s["seat"] == letter)
    expect(seat(one)["leaving"] and seat(one)["in"] and one in table.members(), seat(one))
    table.end()
    expect(not seat(one)["in"] and one not in table.state["line"], seat(one))
    expect(table.last_game()[one] == -1, "he has paid")
    table.refused(captain, f"admit {captain} E yes", 403, "not_you")
    table.event(box, f"admit {box} E yes")
    state = table.begin()
    # The captain has lost and is last; the new player stands before him.
    expect(state["line"] == [box, two, "E", captain], state["line"])
    # He who has left comes back to his own seat and his points.
    expect(table.do(table.seat[one], do="sit")["you"] == one and seat(one)["points"] == -1, seat(one))
    table.end()
    table.event(box, f"admit {box} {one} no")
    table.begin()
    expect(one not in table.state["line"], "he was not admitted")


def main():
    server = Server("--limit", "0")
    try:
        people = [account(server, name) for name in NAMES]
        for i, part in enumerate((partner, single_cube, settlements, extras, advice, come_and_go)):
            print(part.__name__, flush=True)
            part(people[i % 5:] + people[:i % 5])  # each has made a few tables
        expect(server.stop() == 0 and not server.complaints(), server.complaints())
    finally:
        server.kill()
        server.clean()


if __name__ == "__main__":
    main()
