#!/usr/bin/env python3
"""A chouette on the server: five seats at one table play random legal commands while the server is
killed again and again. Every event is there once, the sum of all points is zero, the dice follow
from their seal, and the record is one that `alea chouette check` replays."""
import csv
import hashlib
import hmac
import io
import json
import os
import random
import subprocess
import tempfile
import threading

from support import ALEA
from support.expect import expect
from support.server import Server
from support.waiting import HANG, wait_until
from support.wire import Closed, Person


def account(server, name):
    person = Person(server.port)
    status, me = person.ask("POST", "/api/register", {"name": name, "password": "correct " + name})
    assert status == 200, me
    return person


def look(person, table):
    status, state = person.ask("GET", f"/api/chouettes/{table}")
    expect(status == 200, status, state)
    return state


def give(person, table, wanted=200, **command):
    status, answer = person.ask("POST", f"/api/chouettes/{table}/commands", command)
    expect(status == wanted, command, status, answer)
    return answer


def events_of(person, table):
    events, after = [], 0
    while True:
        status, answer = person.ask("GET", f"/api/chouettes/{table}/log?after={after}&limit=1000")
        expect(status == 200, answer)
        if not answer["events"]:
            return events
        events += answer["events"]
        after = events[-1]["seq"]


def check_sum(state):
    expect(sum(s["points"] for s in state["taken"]) == 0, state["taken"])
    if state["state"]:
        expect(sum(state["state"]["totals"].values()) == 0, state["state"]["totals"])


def random_moves(chance, tree):
    moves, at = [], 0
    while tree["nodes"][at]["moves"]:
        move = chance.choice(tree["nodes"][at]["moves"])
        moves.append(move[:2])
        at = move[4]
    return moves


def choose(chance, state):
    """A random legal command; None: the seat has nothing to do now."""
    may = [e for e in state["may"] if e.split()[0] not in ("leave", "away", "back")]
    # Most resignations would make very short games.
    may = [e for e in may if e.split()[0] not in ("resign", "begin") or chance.random() < .02]
    if state["tree"]:
        return {"do": "play", "moves": random_moves(chance, state["tree"])}
    if not may:
        return None
    event = chance.choice(may)
    if event.split()[0] == "double" and chance.random() < .5:
        event = next((e for e in may if e.split()[0] == "roll"), event)
    return {"do": "pass"} if event.startswith("pass") else {"do": "event", "event": event}


def play(server, people, table, chance, games, kills):
    """Random commands of everybody until so many games are over. A command is sent with the number
    of the last event seen, and sent again after a kill, each time after so many: it counts once."""
    done, commands = 0, 0
    while True:
        state = look(people[commands % len(people)], table)
        check_sum(state)
        if state["state"]["phase"] == "between":
            if state["state"]["game"] >= games:
                return done
            give(people[0], table, do="event", event="begin")
        person = people[commands % len(people)]
        commands += 1
        command = choose(chance, state)
        if not command:
            continue
        command["at"] = state["moved"]
        killer = None
        if commands % kills == 0:
            # Before the command arrives, while it is carried out, or after it.
            killer = threading.Timer(chance.random() * .004, server.kill)
            killer.start()
        try:
            status, answer = person.ask("POST", f"/api/chouettes/{table}/commands", command)
        except (Closed, ConnectionError):
            status = 0
        if killer:
            killer.join()
            server.start()
            for one in people:
                one.go_to(server.port)
            # Sent again: it is carried out now, or was before the kill.
            again, answer = person.ask("POST", f"/api/chouettes/{table}/commands", command)
            expect(again != 200 or status != 200, "counted twice", command, status, again)
            status = again if status == 0 or again == 200 else status
        if not status:
            continue
        codes = ("moved_on", "wait_for_doubles", "nothing_to_pass")
        expect(status == 200 or answer["error"]["code"] in codes, command, status, answer)
        done += status == 200


def roll_of(seed, game, index):
    """Roll `index` of docs/dice.md."""
    dice, block = [], 0
    while len(dice) < 2:
        message = f"alea-dice-1\n{game}\n\n{index}\n{block}\n".encode()
        for byte in hmac.new(bytes.fromhex(seed), message, hashlib.sha256).digest():
            if byte < 252 and len(dice) < 2:
                dice.append(byte % 6 + 1)
        block += 1
    return dice


def check_dice(events, seal):
    expect(hashlib.sha256(bytes.fromhex(seal["seed"])).hexdigest() == seal["commitment"], seal)
    index = 0
    for event in (e["event"] for e in events):
        words = event.split()
        if words[0] == "throw":
            for word in words[1:]:
                expect(int(word[1:]) == roll_of(seal["seed"], seal["game"], index)[0], event, index)
                index += 1
        elif words[0] in ("opening", "roll"):
            dice = roll_of(seal["seed"], seal["game"], index)
            expect(words[-1] == "".join(map(str, dice)), event, dice, index)
            index += 1
    expect(index == seal["rolls"] and index > 20, index, seal["rolls"])


def check_settlement(person, table, state):
    status, sheet = person.ask("GET", f"/api/chouettes/{table}/settlement")
    expect(status == 200 and sheet["sum"] == 0, sheet)
    for game in sheet["games"]:
        expect(sum(game["points"]) == 0, game)
    for i, player in enumerate(sheet["players"]):
        expect(player["points"] == sum(g["points"][i] for g in sheet["games"]), player, sheet["games"])
        paid = sum(p["points"] * ((p["to"] == player["seat"]) - (p["from"] == player["seat"]))
                   for p in sheet["payments"])
        expect(paid == player["points"], player, sheet["payments"])
    expect({p["seat"]: p["points"] for p in sheet["players"]} ==
           {s["seat"]: s["points"] for s in state["taken"]}, sheet, state["taken"])
    _, headers, text = person.raw("GET", f"/api/chouettes/{table}/settlement.csv")
    rows = list(csv.reader(io.StringIO(text.decode())))
    expect(headers["content-type"].startswith("text/csv"), headers)
    expect(rows[0] == ["game"] + [p["name"] for p in sheet["players"]], rows[0])
    expect([int(n) for n in rows[-1][1:]] == [p["points"] for p in sheet["players"]], rows[-1])
    expect(len(rows) == len(sheet["games"]) + 2, len(rows))


def check_record(person, table, state):
    status, _, text = person.raw("GET", f"/api/chouettes/{table}/record")
    expect(status == 200, text)
    with tempfile.NamedTemporaryFile(suffix=".txt") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([ALEA, "chouette", "check", "--json", file.name], timeout=HANG,
                              capture_output=True, text=True, check=False)
    expect(done.returncode == 0, done.stdout, done.stderr)
    replayed = json.loads(done.stdout.splitlines()[-1])
    expect(replayed["totals"] == state["state"]["totals"], replayed["totals"], state["state"]["totals"])


def verify(text, *notes):
    """-> what `alea verify-dice` says of a record: (status, words)."""
    with tempfile.NamedTemporaryFile(suffix=".txt") as file:
        file.write(text.encode())
        file.flush()
        done = subprocess.run([ALEA, "verify-dice", *notes, file.name], timeout=HANG, capture_output=True, text=True,
                              check=False)
    return done.returncode, done.stdout + done.stderr


def changed(lines, at):
    """The record with other dice in that line (from 0), as a cheat would write them."""
    words = lines[at].split()
    if words[0] == "throw":
        words[1] = words[1][0] + ("2" if words[1][1:] == "1" else "1")
    else:
        words[-1] = "21" if words[-1] != "21" else "31"
    return lines[:at] + [" ".join(words)] + lines[at + 1:]


def check_sealed_record(person, table, seal):
    """Every kind of throw, changed, is named with its line; the user's notes are held against the file."""
    text = person.raw("GET", f"/api/chouettes/{table}/record")[2].decode()
    key = person.ask("GET", "/api/dice-key")[1]["key"]
    status, said = verify(text, "--commitment", seal["commitment"], "--key", key)
    expect(status == 0 and f"all {seal['rolls']} rolls" in said and "the one that you gave" in said, said)
    expect(seal["commitment"] in verify(text)[1] and key in verify(text)[1], "nothing to compare")
    lines = text.splitlines()
    for kind in ("throw ", "opening ", "roll "):
        at = [i for i, line in enumerate(lines) if line.startswith(kind)][-1]
        status, said = verify("\n".join(changed(lines, at)) + "\n")
        expect(status == 1 and f"line {at + 1}:" in said and "do not hold" in said, kind, said)
    last = [i for i, line in enumerate(lines) if line.startswith("roll ")][-1]
    end = [line for line in lines if line.startswith("# dice_")]
    for what, lines_of, words in (
            ("an end cut off", lines[:last] + end, "incomplete"),
            ("a seed of its own", [f"# dice_seed {'ab' * 32}" if line.startswith("# dice_seed") else line
                                   for line in lines], "not the one whose commitment"),
            ("a seed that is none", [f"# dice_seed {'x' * 64}" if line.startswith("# dice_seed") else line
                                     for line in lines], "malformed"),
            ("no seed", [line for line in lines if not line.startswith("# dice_seed")], "cannot be checked yet"),
            ("no seal", [line for line in lines if not line.startswith("# dice_")], "nothing to check"),
            ("another signature", [line[:-1] + ("1" if line[-1] != "1" else "2") if "# dice_signature" in line else line
                                   for line in lines], "signature"),
            ("a line that is none", lines[:9] + ["fly A"] + lines[9:], "line 10")):
        status, said = verify("\n".join(lines_of) + "\n")
        expect(status == 1 and words in said, what, said)
    for notes, words in ((("--commitment", "ab" * 32), "not the one that you were shown"),
                         (("--key", "ab" * 32), "another key")):
        status, said = verify(text, *notes)
        expect(status == 1 and words in said, notes, said)
    expect(verify(text, "--words", "a|b")[0] == 2, "words of a chouette")


def five_persons(server, chance):
    people = [account(server, name) for name in ("Ada", "Ben", "Cleo", "Dora", "Emil")]
    status, state = people[0].ask("POST", "/api/chouettes", {
        "name": "Thursday", "seats": 5, "options": {"beavers": "1", "automatic": "single",
                                                    "lone_take": "extras"}})
    expect(status == 201 and state["stage"] == "gathering" and state["you"] == "A", status, state)
    table = state["chouette"]
    for person in people[1:]:
        give(person, table, do="sit")
    give(people[0], table, do="start")
    running = people[0].raw("GET", f"/api/chouettes/{table}/record")[2].decode()
    expect(verify(running)[0] == 1 and "sealed until the chouette is closed" in verify(running)[1], verify(running))
    play(server, people, table, chance, 3, 23)
    state = give(people[1], table, do="close")
    expect(state["stage"] == "over" and state["dice_seal"]["seed"], state["stage"])
    events = events_of(people[0], table)
    expect([e["seq"] for e in events] == list(range(1, len(events) + 1)), "numbers")
    check_dice(events, state["dice_seal"])
    check_settlement(people[2], table, state)
    check_record(people[0], table, state)
    check_sealed_record(people[0], table, state["dice_seal"])


def machines_go_on(server, me):
    """One person and three machine players; the server is killed while they think."""
    status, state = me.ask("POST", "/api/chouettes", {
        "machines": ["beginner", "beginner", "casual"], "listed": False})
    expect(status == 201 and len(state["taken"]) == 4, status, state)
    table = state["chouette"]
    expect(state["taken"][2]["name"] == "alea beginner 2", state["taken"])
    give(me, table, do="start")
    chance = random.Random(5)
    for i in range(2):
        play(server, [me], table, chance, i + 1, 9)
        server.kill()
        server.start()
        me.go_to(server.port)
        wait_until(lambda: look(me, table)["state"]["phase"] == "between", "the server goes on")
    # Who leaves alone leaves the chouette closed.
    state = give(me, table, do="event", event=f"leave {state['you']}")
    wait_until(lambda: look(me, table)["stage"] == "over", "closed")
    check_settlement(me, table, look(me, table))
    check_record(me, table, look(me, table))


def main():
    seed = int(os.environ.get("ALEA_SEED", random.randrange(1 << 30)))
    print("ALEA_SEED", seed)
    server = Server("--limit", "0")
    try:
        five_persons(server, random.Random(seed))
        machines_go_on(server, account(server, "Fay"))
        expect(server.stop() == 0, "status")
        expect(not server.complaints(), server.complaints())
        expect(not server.logged("machine_without_opinion"), "opinion")
    finally:
        server.kill()
        server.clean()


if __name__ == "__main__":
    main()
