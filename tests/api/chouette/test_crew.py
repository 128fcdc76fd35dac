#!/usr/bin/env python3
"""Who may do what in a chouette: seats, the crew that cannot roll, words of the crew that the box
does not see, spectators, bad input, and what is left when an account is deleted."""

import json

from support.expect import expect
from support.server import Server
from support.waiting import wait_until
from support.wire import Person, connect


def account(server, name):
    person = Person(server.port)
    status, me = person.ask("POST", "/api/register", {"name": name, "password": "correct " + name})
    assert status == 200, me
    return person


def look(person, table):
    status, state = person.ask("GET", f"/api/chouettes/{table}")
    expect(status == 200, status, state)
    return state


def give(person, table, **command):
    status, answer = person.ask("POST", f"/api/chouettes/{table}/commands", command)
    expect(status == 200, command, status, answer)
    return answer


def refused(person, table, status, code, **command):
    said, answer = person.ask("POST", f"/api/chouettes/{table}/commands", command)
    expect((said, answer["error"]["code"]) == (status, code), command, said, answer)


def make(person, **body):
    status, state = person.ask("POST", "/api/chouettes", body)
    expect(status == 201, body, status, state)
    return state["chouette"]


def bad_tables(people, guest):
    for body, status, code in (
            ({"options": {"nothing": "1"}}, 422, "bad_options"), ({"options": {"cube": 1}}, 422, "bad_options"),
            ({"options": []}, 422, "bad_options"), ({"seats": 9}, 422, "bad_seats"), ({"seats": 2}, 422, "bad_seats"),
            ({"seats": "x"}, 422, "bad_seats"), ({"machines": ["nobody"]}, 422, "bad_machines"),
            ({"machines": ["echo"]}, 422, "bad_machines"), ({"machines": 3}, 422, "bad_machines"),
            ({"machines": ["casual"] * 3, "seats": 3}, 422, "bad_machines"), ({"name": ""}, 422, "bad_name"),
            ({"name": "x" * 33}, 422, "bad_name"), ({"listed": 1}, 400, "bad_request"), ({"size": 1}, 400, "bad_request")):
        said, answer = people[0].ask("POST", "/api/chouettes", body)
        expect((said, answer["error"]["code"]) == (status, code), body, said, answer)
    said, answer = guest.ask("POST", "/api/chouettes", {})
    expect((said, answer["error"]["code"]) == (403, "guest"), said, answer)
    for query, code in (("?list=all", "bad_list"), ("?limit=0", "bad_limit"), ("?limit=x", "bad_limit")):
        said, answer = guest.ask("GET", "/api/chouettes" + query)
        expect((said, answer["error"]["code"]) == (400, code), query, answer)
    said, answer = guest.ask("GET", "/api/chouettes/aaaaaaaaaaaa")
    expect((said, answer["error"]["code"]) == (404, "no_such_chouette"), said, answer)


def seats(people, guest):
    """-> a table of A Ada, B Ben, C Cleo, D the machine, that has begun."""
    ada, ben, cleo, dora = people
    table = make(ada, seats=4, options={"consult": "always"})
    refused(guest, table, 403, "guest", do="sit")
    refused(ben, table, 403, "not_your_table", do="start")
    refused(ada, table, 409, "too_few", do="start")
    refused(ada, table, 409, "seated", do="sit")
    refused(ben, table, 403, "not_your_table", do="sit", machine="casual")
    refused(ada, table, 422, "bad_machine", do="sit", machine="echo")
    give(ben, table, do="sit")
    give(dora, table, do="sit")
    refused(ben, table, 403, "not_your_seat", do="stand", seat="C")
    refused(ada, table, 404, "no_such_seat", do="stand", seat="K")
    give(ada, table, do="stand", seat="C")
    give(cleo, table, do="sit")
    state = give(ada, table, do="sit", machine="beginner")
    expect([s["name"] for s in state["taken"]] == ["Ada", "Ben", "Cleo", "alea beginner"], state["taken"])
    refused(dora, table, 409, "full", do="sit")
    refused(ada, table, 409, "not_started", do="event", event="begin")
    for command, code in (({"do": "fly"}, "bad_command"), ({}, "bad_command"), ({"do": "start", "x": 1}, "bad_command"),
                          ({"do": "event", "event": "begin", "at": "x"}, "bad_command"),
                          ({"do": "say", "text": ""}, "bad_text"), ({"do": "say", "text": "x" * 301}, "bad_text"),
                          ({"do": "say", "text": "a\nb"}, "bad_text"), ({"do": "say"}, "bad_text")):
        refused(ada, table, 400, code, **command)
    status, answer = ada.ask("GET", f"/api/chouettes/{table}/record")
    expect(status == 409, status, answer)
    state = give(ada, table, do="start")
    expect(state["state"]["phase"] == "between" and state["stage"] == "playing", state["state"])
    refused(ada, table, 409, "started", do="stand")
    refused(ada, table, 409, "started", do="start")
    return table


def play_right(people, table):
    """Nobody does what is another's: neither the dice nor the play nor a cube."""
    seat = dict(zip("ABC", people))
    give(people[0], table, do="event", event="begin")
    wait_until(lambda: any(w in seat for w in look(people[0], table)["state"]["waits_for"]), "a person acts")
    state = look(people[0], table)["state"]
    for letter, person in seat.items():
        for event in (f"roll {letter} 66", "throw A5 B3 C2 D1", "opening 31", "join D", "fly A", "", 7, "play",
                      "x" * 400):
            refused(person, table, 400, "bad_event", do="event", event=event)
        other = "B" if letter == "A" else "A"
        for event in (f"double {other} {state['captain']}", f"drop {other} {state['captain']}",
                      f"resign {other} 1 {state['captain']}", f"leave {other}", f"away {other} {letter}"):
            refused(person, table, 403, "not_your_seat", do="event", event=event)
        mine = look(person, table)
        expect(mine["you"] == letter, mine["you"])
        if letter != state["mover"]:
            status, answer = person.ask("POST", f"/api/chouettes/{table}/commands", {"do": "event", "event": "roll"})
            expect(status in (403, 409), "the crew rolled", answer)
            expect(not mine["tree"] and f"roll {letter}" not in mine["may"], mine["may"])
            status, answer = person.ask("POST", f"/api/chouettes/{table}/commands", {"do": "play", "moves": [[24, 23]]})
            expect(status in (403, 409), "the crew played", answer)
    for moves in (7, [[1]], [[24, 23]] * 5, [["a", 2]]):
        refused(people[0], table, 400, "bad_event", do="play", moves=moves)
    refused(people[3], table, 403, "not_your_table", do="event", event="begin")
    refused(people[3], table, 403, "not_your_table", do="say", text="hello")
    refused(people[3], table, 403, "not_your_table", do="pass")
    refused(people[3], table, 403, "not_your_table", do="close")
    refused(people[0], table, 409, "playing", do="close")


def crew_words(people, table):
    """What the crew says is seen by the crew alone until the game is over."""
    seat = dict(zip("ABC", people))
    state = look(people[0], table)["state"]
    letters = [letter for letter in seat if letter != state["box"]]
    box = seat.get(state["box"])
    give(seat[letters[0]], table, do="say", text="hit him there")
    secret = lambda person: [m["text"] for m in look(person, table)["said"] if m["crew"]]
    expect(secret(seat[letters[-1]]) == ["hit him there"], "the crew hears nothing")
    for stranger in (people[3], box):
        if stranger:
            expect(not secret(stranger), "the box heard")
            _, _, log = stranger.raw("GET", f"/api/chouettes/{table}/log?limit=1000")
            expect(b"hit him" not in log, "the box read")
    if box:
        give(box, table, do="say", text="no chance")
        expect(look(people[3], table)["said"][-1]["text"] == "no chance", "all hear the box")
    return lambda: expect(secret(people[3]) == ["hit him there"], "still secret after the game")


def cut_off(person, table, **command):
    """Sends a command and hangs up before the answer."""
    body = json.dumps(command).encode()
    with connect(person.port) as sock:
        sock.sendall((f"POST /api/chouettes/{table}/commands HTTP/1.1\r\nHost: {person.host}\r\n"
                      f"Origin: {person.origin}\r\nCookie: {person.cookie}\r\nContent-Type: application/json\r\n"
                      f"Content-Length: {len(body)}\r\n\r\n").encode() + body)


def said_once(server, people, table):
    """A message whose answer was lost is sent again with its key, by the same page or after a restart: it is there
    once. A new key, or another seat with that key, is another message."""
    ada, ben = people[:2]
    count = lambda text: [m["text"] for m in look(ada, table)["said"]].count(text)
    stored = lambda text: [e.get("said") for e in ada.ask(
        "GET", f"/api/chouettes/{table}/log?limit=1000")[1]["events"]].count(text)
    cut_off(ada, table, do="say", text="cut off", key="a-Key_1")
    wait_until(lambda: count("cut off") == 1, "it is said")
    for _ in range(2):
        give(ada, table, do="say", text="cut off", key="a-Key_1")
        expect(count("cut off") == 1 and stored("cut off") == 1, "said twice")
        server.kill()
        server.start()
        for person in people:
            person.go_to(server.port)
    give(ben, table, do="say", text="cut off", key="a-Key_1")
    give(ada, table, do="say", text="cut off", key="k" * 40)
    give(ada, table, do="say", text="cut off")
    give(ada, table, do="say", text="cut off")
    expect(count("cut off") == 5 and stored("cut off") == 5, "as many as were said")
    for key in ("", "k" * 41, "a b", "\u00e4", 7, None, "a|b"):
        refused(ada, table, 400, "bad_key", do="say", text="x", key=key)
    refused(ada, table, 400, "bad_command", do="pass", key="k")


def resign_all(people, table):
    """Everybody of the team who is a person resigns, and so does the box, until the game is over."""
    seat = dict(zip("ABC", people))

    def step():
        for letter, person in seat.items():
            state = look(person, table)
            if state["state"]["phase"] == "between":
                return True
            may = state["may"]
            event = next((e for word in ("accept", "resign", "take", "roll") for e in may
                          if e.startswith(word) and (word != "resign" or " 3" in e)), None)
            command = {"do": "event", "event": event} if event else None
            if state["tree"]:
                moves, at = [], 0
                while state["tree"]["nodes"][at]["moves"]:
                    move = state["tree"]["nodes"][at]["moves"][0]
                    moves.append(move[:2])
                    at = move[4]
                command = {"do": "play", "moves": moves}
            if command:
                person.ask("POST", f"/api/chouettes/{table}/commands", command)
        return False
    wait_until(step, lambda: f"the game ends: {look(people[0], table)['state']}")


def main():
    server = Server("--limit", "0")
    try:
        people = [account(server, name) for name in ("Ada", "Ben", "Cleo", "Dora")]
        guest = Person(server.port)
        bad_tables(people, guest)
        table = seats(people, guest)
        listed = people[3].ask("GET", "/api/chouettes")[1]["chouettes"]
        expect([c["chouette"] for c in listed] == [table], listed)
        expect([c["chouette"] for c in people[2].ask("GET", "/api/chouettes?list=mine")[1]["chouettes"]] == [table], "mine")
        expect(not people[0].ask("GET", "/api/chouettes?list=mine")[1]["chouettes"][0]["stage"] == "over", "stage")
        # A spectator's socket learns of every change.
        watcher = guest.socket()
        expect(watcher.do("chouette", chouette=table, on=True)["ok"], "watched")
        expect(watcher.do("chouette", chouette="aaaaaaaaaaaa", on=True)["error"]["code"] == "no_such_chouette", "none")
        play_right(people, table)
        after = crew_words(people, table)
        resign_all(people, table)
        after()
        seen = look(people[0], table)["seq"]
        watcher.until(lambda m: m.get("type") == "chouette" and m["seq"] == seen)
        said_once(server, people, table)
        # Between two games people come and go; an old seat is kept.
        give(people[2], table, do="event", event="leave C")
        give(people[3], table, do="sit")
        expect(look(people[3], table)["you"] == "E", look(people[3], table)["taken"])
        give(people[0], table, do="event", event="leave D")  # the machine player
        state = give(people[2], table, do="sit")
        expect(state["you"] == "C" and state["players"] == 4, state["taken"])
        # An account that is deleted leaves its seat, and its name.
        expect(people[3].ask("DELETE", "/api/me", {"password": "correct Dora"})[0] == 200, "deleted")
        wait_until(lambda: look(people[0], table)["players"] == 3, "the seat is left")
        expect(b"Dora" not in people[0].raw("GET", f"/api/chouettes/{table}/log?limit=1000")[2], "the name stays")
        give(people[1], table, do="close")
        refused(people[0], table, 409, "over", do="event", event="begin")
        expect(server.stop() == 0 and not server.complaints(), server.complaints())
    finally:
        server.kill()
        server.clean()


if __name__ == "__main__":
    main()
