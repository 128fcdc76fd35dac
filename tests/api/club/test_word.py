#!/usr/bin/env python3
"""Words to who is away, by Web Push: who gets one and when, what it says, and services that are slow,
refuse, or are dead, while games go on."""
import os
import sqlite3
import time

from support.clock import Clock
from support.expect import expect
from support.honest import HonestPair, contribute, refresh, some_play, watch
from support.server import Server, await_figure
from support.waiting import wait_until
from support.wire import Person
from support.word import Device, PushService, endpoint_hash, signed_claims
from test_club import account, made, wish

AWAY_S = 6  # WORD_AWAY_MS, and a moment
WORD_START_S = 60


def state(person):
    status, answer = person.ask("GET", "/api/word")
    expect(status == 200, status, answer)
    return answer


def wants(person, **kinds):
    status, answer = person.ask("PATCH", "/api/word", {"push": kinds})
    expect(status == 200, status, answer)


def subscribed(person, service, name):
    device = Device(service, name)
    status, answer = person.ask("POST", "/api/word/devices", device.json())
    expect(status == 201, status, answer)
    return device


def challenge(host, name):
    game = made(host, clock=None, rated=False)
    status, answer = host.ask("POST", "/api/challenges", {"game": game, "name": name})
    expect(status == 201, status, answer)
    return game


def joined(host, guest):
    """A game whose host is called."""
    game = made(host, clock=None, rated=False)
    status, answer = guest.ask("POST", f"/api/games/{game}/join", {})
    expect(status == 200, status, answer)
    return game


def refused(person, method, path, body, status, code):
    got, answer = person.ask(method, path, body)
    expect((got, answer["error"]["code"]) == (status, code), got, answer)


def test_settings(server, service):
    """All is off at first; each switch is its owner's; nothing secret is in an answer."""
    ann, guest = account(server, "Ann"), Person(server.port)
    at_first = state(ann)
    expect(not any(at_first["push"]["kinds"].values()), at_first)
    expect(set(at_first["push"]["kinds"]) == {"turn", "match", "challenge", "meeting", "table"}, at_first)
    expect(at_first["push"]["devices"] == [] and not at_first["mail"]["available"], at_first)
    expect(state(guest)["push"]["key"] == at_first["push"]["key"], "one key")
    wants(ann, turn=True)
    wants(ann, challenge=True, turn=False)
    expect(state(ann)["push"]["kinds"] == {"turn": False, "match": False, "challenge": True, "meeting": False, "table": False},
           state(ann))
    for body in ({"push": {"turn": 1}}, {"push": {"all": True}}, {"push": []}, {"mail": {"x": True}}):
        refused(ann, "PATCH", "/api/word", body, 400, "bad_request")
    refused(ann, "PATCH", "/api/word", {"mail": {"turn": True}}, 409, "no_address")
    refused(guest, "PATCH", "/api/word", {"push": {"turn": True}}, 403, "guest")
    refused(guest, "POST", "/api/word/devices", Device(service, "g").json(), 403, "guest")
    first = subscribed(ann, service, "first")
    seen = state(ann)["push"]["devices"]
    expect([d["endpoint"] for d in seen] == [endpoint_hash(first)], seen)
    expect(first.endpoint not in str(seen), seen)
    # the same endpoint again replaces it; of another account too
    first.auth = os.urandom(16)
    expect(ann.ask("POST", "/api/word/devices", first.json())[0] == 201, "again")
    expect(len(state(ann)["push"]["devices"]) == 1, state(ann))
    bea = account(server, "Bea")
    expect(bea.ask("POST", "/api/word/devices", first.json())[0] == 201, "of Bea")
    expect(state(ann)["push"]["devices"] == [], "no longer Ann's")
    mine = state(bea)["push"]["devices"][0]["id"]
    refused(ann, "DELETE", f"/api/word/devices/{mine}", None, 404, "no_such_device")
    expect(bea.ask("DELETE", f"/api/word/devices/{mine}")[0] == 200, "removed")
    for i in range(10):
        subscribed(bea, service, f"many{i}")
    seen = [d["endpoint"] for d in state(bea)["push"]["devices"]]
    expect(len(seen) == 8 and endpoint_hash(Device(service, "many9")) in seen, seen)
    expect(endpoint_hash(Device(service, "many0")) not in seen, seen)


def test_bad_devices(server, service):
    ann = account(server, "Ada")
    good = Device(service, "good").json()
    for endpoint in ("", "push", "ftp://127.0.0.1/x", "http://user:word@127.0.0.1/x", "http://", 7,
                     "http://127.0.0.1/a b", "http://127.0.0.1/\r\nX: y", "http://127.0.0.1/#x",
                     "http://127.0.0.1/" + "x" * 1024, "file:///etc/passwd", None):
        refused(ann, "POST", "/api/word/devices", {**good, "endpoint": endpoint}, 422, "bad_endpoint")
    for change in ({"auth": ""}, {"auth": "AAAA"}, {"auth": None}, {"p256dh": "AAAA"},
                   {"p256dh": "B" + "A" * 86}, {"p256dh": "*" * 87}, {"auth": good["auth"] + "AA"}):
        refused(ann, "POST", "/api/word/devices", {**good, **change}, 422, "bad_key")


def test_private_addresses():
    """Without --push-allow-private nothing of this network is an endpoint, and a name that leads there
    is not connected to."""
    server, service, clock = None, PushService(), Clock()
    try:
        server = Server(clock=clock)
        ann, bob = account(server, "Ann"), account(server, "Bob")
        key = Device(service, "x").json()
        for host in ("127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "0.0.0.0",
                     "100.64.0.1", "224.0.0.1", "[::1]", "[::]", "[fe80::1]", "[fc00::1]",
                     "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "2130706433",
                     "0x7f.1", "017700000001"):
            refused(ann, "POST", "/api/word/devices", {**key, "endpoint": f"https://{host}/x"}, 422,
                    "bad_endpoint")
        refused(ann, "POST", "/api/word/devices", {**key, "endpoint": service.url + "/x"}, 422,
                "bad_endpoint")
        refused(ann, "POST", "/api/word/devices", {**key, "endpoint": "https://push.example:8443/"},
                422, "bad_endpoint")
        # localhost is a name: it is judged when it is connected to
        status, answer = ann.ask("POST", "/api/word/devices", {**key, "endpoint": "https://localhost/x"})
        expect(status == 201, status, answer)
        wants(ann, challenge=True)
        challenge(bob, "Ann")
        clock.jump(AWAY_S)
        server.await_logged('"event":"word_delayed","host":"localhost"')
        expect(service.got == [], service.got)
    finally:
        if server:
            server.stop()
            server.clean()
        service.close()


def test_words(server, service, clock):
    """Each kind where its owner wants it, once, while away; it names nobody and no position."""
    bob, ann = account(server, "Bob"), account(server, "Carla")
    device = subscribed(bob, service, "bob")
    joined(bob, ann)
    challenge(ann, "Bob")
    clock.jump(AWAY_S)
    wants(bob, turn=True)
    game = joined(bob, ann)
    challenge(ann, "Bob")  # which he does not want
    clock.jump(AWAY_S)
    (headers, body), = service.await_count(device, 1)
    expect(device.opened(body) == {"kind": "turn", "link": f"/g/{game}"}, device.opened(body))
    expect(headers["Content-Encoding"] == "aes128gcm" and headers["Topic"] == f"turn-{game}", headers)
    expect(0 < int(headers["TTL"]) <= 86400, headers)
    claims = signed_claims(headers["Authorization"], state(bob)["push"]["key"])
    expect(claims["aud"] == service.url and 0 < claims["exp"] - time.time() <= 86400, claims)
    wants(bob, turn=False, challenge=True)
    joined(bob, ann)
    game = challenge(ann, "Bob")
    clock.jump(AWAY_S)
    (_, body) = service.await_count(device, 2)[1]
    expect(device.opened(body) == {"kind": "challenge", "link": f"/g/{game}"}, device.opened(body))
    # with a socket on any page, the message there is enough
    wants(bob, turn=True)
    line = bob.socket()
    joined(bob, ann)
    line.until(lambda m: m.get("type") == "turn", "the turn, by socket")
    clock.jump(AWAY_S)
    expect(len(service.of(device)) == 2, service.got)
    # and not within the moment
    line.close()
    await_figure(server, "sockets", lambda n: n == 0)
    joined(bob, ann)
    line = bob.socket()
    clock.jump(AWAY_S)
    expect(len(service.of(device)) == 2, service.got)
    line.close()
    await_figure(server, "sockets", lambda n: n == 0)
    # all devices; the same size whatever it says
    second = subscribed(bob, service, "bob2")
    game = joined(bob, ann)
    clock.jump(AWAY_S)
    (_, body), = service.await_count(second, 1)
    expect(second.opened(body)["link"] == f"/g/{game}", service.got)
    expect(len({len(body) for _, _, body in service.got}) == 1, "sizes")
    service.await_count(device, 3)
    expect(len(service.of(device)) == 3, service.got)


def test_match(server, service, clock):
    """A tournament that starts calls those whose first match is open."""
    dora, eve, fay = (account(server, name) for name in ("Dora", "Eve", "Fay"))
    device = subscribed(eve, service, "eve")
    wants(eve, match=True)
    body = {"plan": {"name": "T", "kind": "single", "lengths": [5]}, "text": ""}
    status, answer = dora.ask("POST", "/api/tournaments", body)
    expect(status == 201, answer)
    event = answer["tournament"]
    for person in (eve, fay):
        expect(person.ask("POST", f"/api/tournaments/{event}/players", {})[0] < 300, "entered")
    clock.jump(AWAY_S)
    expect(service.of(device) == [], "not yet")
    expect(dora.ask("POST", f"/api/tournaments/{event}/start", {})[0] < 300, "started")
    clock.jump(AWAY_S)
    (_, text), = service.await_count(device, 1)
    expect(device.opened(text) == {"kind": "match", "link": f"/tournament/{event}"}, text)


def league(director, *players):
    """A league that has started; -> its path."""
    plan = {"name": "L", "kind": "league", "lengths": [5], "deadline_h": 168, "seeding": "order"}
    status, answer = director.ask("POST", "/api/tournaments", {"plan": plan, "text": ""})
    expect(status == 201, answer)
    event = f"/api/tournaments/{answer['tournament']}"
    for person in players:
        expect(person.ask("POST", f"{event}/players", {})[0] < 300, "entered")
    expect(director.ask("POST", f"{event}/start", {})[0] < 300, "started")
    return event


def test_tables():
    """Whose turn it is at a table of another game has a word, once until he looks, and so has the maker of an
    open table whom somebody joins; not whoever looks, nor without his switch; also after a kill."""
    service, clock = PushService(), Clock()
    server = Server("--push-allow-private", clock=clock)
    try:
        ann, bob = (account(server, name, f"127.0.0.{51 + i}") for i, name in enumerate(("Ann", "Bob")))
        devices = {person: subscribed(person, service, person.name) for person in (ann, bob)}
        wants(ann, table=True)

        def words(person):
            return [devices[person].opened(body) for _, body in service.of(devices[person])]

        def ask(person, **body):
            status, state = person.ask("POST", address, body)
            expect(status == 200, body, state)
            return state
        status, state = ann.ask("POST", "/api/tables", {"game": "ur", "seats": "open"})
        expect(status == 201, state)
        address, link = f"/api/tables/{state['table']}", f"/tables/{state['table']}"
        state = ask(bob, do="sit")
        server.kill()
        clock.move(AWAY_S)
        server.start()
        for person in (ann, bob):
            person.go_to(server.port)
        clock.until(lambda: words(ann), what="the word after a kill")
        expect(words(ann) == [{"kind": "table", "link": link}], words(ann))
        state = ask(bob, do="opening", seq=state["seq"])

        def plays(person, seat):
            """Until it is the other one's turn."""
            nonlocal state
            while state["to_act"] == seat:
                state = person.ask("GET", address)[1]
                more = {"do": "play", "moves": first_way(state)} if state["phase"] == "to_play" else {"do": "roll"}
                state = ask(person, seq=state["seq"], **more)
        # She has not looked since the word that he has come.
        plays(bob, 1)
        clock.go_on(2 * AWAY_S)
        expect(len(words(ann)) == 1, words(ann))
        # Once she has played there is another word about the next turn; Bob wants none.
        plays(ann, 0)
        clock.go_on(2 * AWAY_S)
        plays(bob, 1)
        clock.jump(AWAY_S)
        service.await_count(devices[ann], 2)
        expect(words(ann)[1] == {"kind": "table", "link": link} and not words(bob), words(ann), words(bob))
        expect(not server.complaints(), server.complaints())
    finally:
        server.stop()
        server.clean()
        service.close()


def first_way(state):
    """The first way through the steps of a turn at the board of Ur."""
    at, moves = 0, []
    while len(state["steps"][at]) > 1:
        source, target, _, at = state["steps"][at][1:5]
        moves.append(f"{'bar' if source == 25 else source}/{target or 'off'}")
    return " ".join(moves)


def test_meetings():
    """Proposed, agreed, called off: a word to the other alone, once until he looks; not doubled by another
    server or after a kill."""
    service, clock = PushService(), Clock()
    server = Server("--push-allow-private", clock=clock)
    try:
        dora = account(server, "Dora")
        ann, bob = players = [account(server, name, f"127.0.0.{41 + i}") for i, name in enumerate(("Ann", "Bob"))]
        devices = [subscribed(person, service, person.name) for person in players]
        for person in players:
            wants(person, meeting=True, match=True)
        event = league(dora, *players)
        link = event.replace("/api/tournaments/", "/tournament/")
        clock.jump(AWAY_S)
        for device in devices:
            service.await_count(device, 1)

        def words(person):
            device = devices[players.index(person)]
            return [device.opened(body) for _, body in service.of(device)][1:]

        def await_words(person, count):
            service.await_count(devices[players.index(person)], count + 1)
            expect(words(person) == [{"kind": "meeting", "link": link}] * count, words(person))

        def meet(person, method="POST", hours=24):
            body = {"time": at + (hours - 24) * 3600000} if method == "POST" else None
            status, answer = person.ask(method, f"{event}/matches/0/time", body)
            expect(status == 200, status, answer)

        at = (int(time.time()) + 86400) * 1000
        meet(ann)
        meet(ann)  # said again: nothing new
        clock.jump(AWAY_S)
        await_words(bob, 1)
        # Another one before he has looked is no further word.
        meet(ann, hours=25)
        clock.jump(AWAY_S)
        time.sleep(.3)
        await_words(bob, 1)
        meet(bob, hours=25)
        clock.jump(AWAY_S)
        await_words(ann, 1)
        meet(ann, "DELETE")
        clock.jump(AWAY_S)
        await_words(bob, 2)
        # Ann has looked at it since, by calling it off; the director calls both.
        expect(bob.ask("GET", event)[0] == 200, "looked")
        meet(dora)
        clock.jump(AWAY_S)
        await_words(ann, 2)
        await_words(bob, 3)
        # Who looks before it is sent needs none; who does not want it gets none.
        expect(ann.ask("GET", event)[0] == 200 and bob.ask("GET", event)[0] == 200, "looked")
        meet(ann, hours=26)
        expect(bob.ask("GET", event)[0] == 200, "looked")
        clock.jump(AWAY_S)
        wants(bob, meeting=False)
        meet(ann, hours=27)
        clock.jump(AWAY_S)
        time.sleep(.3)
        await_words(bob, 3)
        # What was sent does not come again after a kill.
        wants(bob, meeting=True)
        expect(bob.ask("GET", event)[0] == 200, "looked")
        meet(ann, hours=28)
        clock.jump(AWAY_S)
        await_words(bob, 4)
        wait_until(lambda: not waiting(server), lambda: f"all to be noted, not {waiting(server)}")
        server.kill()
        server.start()
        for person in (ann, bob, dora):
            person.go_to(server.port)
        clock.jump(WORD_START_S)
        clock.jump(AWAY_S)
        meet(bob, hours=28)
        clock.jump(AWAY_S)
        await_words(ann, 3)
        await_words(bob, 4)
    finally:
        expect(server.stop() == 0 and not server.complaints(), server.log[-5:])
        server.clean()
        service.close()


def test_bad_services(server, service, clock):
    """404 and 410 end a subscription; anything else keeps it, and the word comes later."""
    gil, ann = account(server, "Gil"), account(server, "Hana")
    ways = {"gone": 410, "unknown": 404, "denied": 403, "busy": (429, {"Retry-After": "120"}),
            "broken": 500, "moved": (307, {"Location": service.url + "/elsewhere"})}
    devices = {name: subscribed(gil, service, name) for name in ways}
    for name, way in ways.items():
        service.ways["/" + name] = way
    dead = Device(service, "dead")
    dead.endpoint = "http://127.0.0.1:1/dead"
    expect(gil.ask("POST", "/api/word/devices", dead.json())[0] == 201, "dead")
    wants(gil, turn=True)
    game = joined(gil, ann)
    clock.jump(AWAY_S)
    for name, device in devices.items():
        service.await_count(device, 1)
    wait_until(lambda: len(state(gil)["push"]["devices"]) == 5,
               lambda: f"two of seven devices gone, not {state(gil)['push']['devices']}")
    kept = {d["endpoint"] for d in state(gil)["push"]["devices"]}
    expect(kept == {endpoint_hash(d) for name, d in devices.items() if name not in ("gone", "unknown")}
           | {endpoint_hash(dead)}, kept)
    wait_until(lambda: sum('"event":"word_delayed"' in line for line in server.log) >= 5,
               lambda: f"five delayed words in the log: {server.log[-9:]}")
    expect(not any("/denied" in line or "/dead" in line for line in server.log), "an endpoint is a key")
    # after 15 s, but not before what the service asked for
    service.ways.clear()
    clock.go_on(20)
    for name in ("denied", "broken", "moved"):
        (_, body) = service.await_count(devices[name], 2)[1]
        expect(devices[name].opened(body)["link"] == f"/g/{game}", body)
    expect(len(service.of(devices["busy"])) == 1, "too early")
    clock.go_on(140)
    service.await_count(devices["busy"], 2)
    expect(not any(path == "/elsewhere" for path, _, _ in service.got), "a redirect was followed")


def test_silent_service(server, service, clock):
    """A service that never answers delays neither a game, nor other services, nor the stop."""
    ivo, ann = account(server, "Ivo"), account(server, "Jana")
    silent = [subscribed(ivo, service, f"silent{i}") for i in range(6)]
    for device in silent:
        service.ways[device.path] = "silent"
    wants(ivo, turn=True)
    joined(ivo, ann)
    clock.jump(AWAY_S)
    wait_until(lambda: sum(len(service.of(d)) for d in silent) >= 4,
               lambda: f"four of six requests at the silent service, not {[path for path, _, _ in service.got]}")
    pair = HonestPair(server.port)
    pair.start()
    wait_until(lambda: pair.commands >= 30 or pair.wrong,
               lambda: f"30 commands of a game beside it, not {pair.commands}")
    pair.finish()


def by_days(host, guest):
    """A game over days whose turn has passed to somebody who is away; -> its ID, who that is."""
    game = made(host, clock={"kind": "days", "days": 3, "budget_days": 0}, rated=False)
    status, answer = guest.ask("POST", f"/api/games/{game}/join", {})
    expect(status == 200, status, answer)
    lines = [watch(host, game), watch(guest, game)]
    contribute(*lines)
    turn = refresh(lines[0])["to_act"]
    lines[1 - turn].close()
    while refresh(lines[turn])["to_act"] == turn:
        state = lines[turn].state
        fields = {"moves": some_play(state["tree"])} if "play" in state["actions"] else {}
        answer = lines[turn].do("play" if fields else "roll", game=game, **fields)
        expect(answer["ok"], answer)
    lines[turn].close()
    return game, 1 - turn


def test_turn_over_a_kill():
    """The word about a turn in a game over days comes once, though the server ends before it is sent."""
    service, clock = PushService(), Clock()
    server = Server("--push-allow-private", clock=clock)
    people = [account(server, "Mia"), account(server, "Ned", "127.0.0.33")]
    try:
        devices = [subscribed(person, service, person.name) for person in people]
        for person in people:
            wants(person, turn=True)

        def restart():
            server.kill()
            server.start()

        def after_start():
            clock.jump(WORD_START_S)
            clock.jump(AWAY_S)

        def words():
            return [[device.opened(body)["link"] for _, body in service.of(device)] for device in devices]

        first, turn = by_days(*people)
        restart()
        expect(words() == [[], []], words())
        after_start()
        service.await_count(devices[turn], 1)
        expect(words()[turn] == [f"/g/{first}"] and words()[1 - turn] == [], words())
        # It was had: not a second time, at once or after the next start.
        wait_until(lambda: told(server, first), lambda: f"the word about {first} to be noted; sent: {words()}")
        restart()
        after_start()
        expect(len(words()[turn]) == 1, words())
        # A service that fails all the time: the word comes after a start, from one that works.
        for device in devices:
            service.ways[device.path] = 500
        second, turn = by_days(*people)
        clock.jump(AWAY_S)
        server.await_logged("word_delayed")
        service.ways.clear()
        before = len(service.of(devices[turn]))
        restart()
        after_start()
        service.await_count(devices[turn], before + 1)
        expect(words()[turn][-1] == f"/g/{second}", words())
        # Who has looked at it since needs none.
        third, turn = by_days(*people)
        line = watch(people[turn], third)
        clock.jump(AWAY_S)
        wait_until(lambda: told(server, third), lambda: f"the look at {third} to be noted; sent: {words()}")
        line.close()
        restart()
        after_start()
        expect(f"/g/{third}" not in words()[turn], words())
    finally:
        expect(server.stop() == 0 and not server.complaints(), server.log[-5:])
        server.clean()
        service.close()


def test_other_words_over_a_kill():
    """Words about a match, a time of it and a challenge come once, though the server ends in the moment in
    which it waits whether their reader is away."""
    service, clock = PushService(), Clock()
    server = Server("--push-allow-private", clock=clock)
    try:
        dora, ann, bob = people = [account(server, name, f"127.0.0.{51 + i}")
                                   for i, name in enumerate(("Dora", "Ann", "Bob"))]
        devices = {person.name: subscribed(person, service, person.name) for person in (ann, bob)}
        for person in (ann, bob):
            wants(person, match=True, meeting=True, challenge=True)
        expected = {"Ann": [], "Bob": []}

        def restart():
            server.kill()
            server.start()
            for person in people:
                person.go_to(server.port)

        def after_start():
            """What is sent is what is expected, and was before the next kill noted as told."""
            clock.jump(WORD_START_S)
            clock.jump(AWAY_S)
            for name, device in devices.items():
                service.await_count(device, len(expected[name]))
            wait_until(lambda: not waiting(server), lambda: f"all to be noted, not {waiting(server)}")
            for name, device in devices.items():
                expect(sorted((word["kind"], word["link"]) for word in service.said(device)) == sorted(expected[name]),
                       name, service.said(device), expected)

        # A match that starts, for both of its players.
        event = league(dora, ann, bob)
        link = event.replace("/api/tournaments/", "/tournament/")
        expect(len(waiting(server)) == 2, waiting(server))
        restart()
        for name in expected:
            expected[name].append(("match", link))
        after_start()
        restart()
        after_start()
        # A time for it, to the other alone; and a challenge.
        body = {"time": (int(time.time()) + 86400) * 1000}
        expect(ann.ask("POST", f"{event}/matches/0/time", body)[0] == 200, "proposed")
        game = challenge(ann, "Bob")
        restart()
        # A word of after the start waits as long as ever, and is not doubled by those of before it.
        other = challenge(bob, "Ann")
        clock.jump(AWAY_S)
        # A letter that is under way while the clock jumps by a minute is taken for lost, and sent again.
        wait_until(lambda: other not in [row[2] for row in waiting(server)], "her word to be noted")
        expected["Ann"].append(("challenge", f"/g/{other}"))
        expected["Bob"] += [("meeting", link), ("challenge", f"/g/{game}")]
        after_start()
        # Until he looks there is no further one, over a kill too.
        restart()
        body["time"] += 3600000
        expect(ann.ask("POST", f"{event}/matches/0/time", body)[0] == 200, "another time")
        clock.jump(AWAY_S)
        after_start()
        # Who has looked in the moment, or after the start, needs none; nor of a challenge taken back.
        expect(bob.ask("GET", event)[0] == ann.ask("GET", event)[0] == 200, "looked")
        body["time"] += 3600000
        expect(ann.ask("POST", f"{event}/matches/0/time", body)[0] == 200, "a third time")
        taken = challenge(ann, "Bob")
        expect([row[1:] for row in waiting(server)] == [(2, taken), (3, event.rsplit("/", 1)[1])], waiting(server))
        restart()
        expect(bob.ask("GET", event)[0] == 200, "looked")
        expect(ann.ask("DELETE", f"/api/challenges/{taken}")[0] == 200, "taken back")
        clock.jump(WORD_START_S)
        clock.jump(AWAY_S)
        expect([row[1:] for row in waiting(server)] in ([], [(2, taken)]), waiting(server))
        # Those of a week ago are worth nothing.
        challenge(ann, "Bob")
        server.kill()
        clock.wall_ns += 7 * 86400 * 10**9
        clock.move(0)
        server.start()
        for person in people:
            person.go_to(server.port)
        expect(waiting(server) == [], waiting(server))
        after_start()
    finally:
        expect(server.stop() == 0 and not server.complaints(), server.log[-5:])
        server.clean()
        service.close()


def waiting(server):
    """Whom, of what kind and about what words are stored that were not sent."""
    with sqlite3.connect(server.data) as db:
        return db.execute("SELECT person, kind, about FROM word_due WHERE told <> 1 ORDER BY kind").fetchall()


def told(server, game):
    with sqlite3.connect(server.data) as db:
        return db.execute("SELECT told = 1 FROM turns WHERE game = ?", (game,)).fetchone()[0]


def test_killed():
    """The key and the subscriptions outlive a kill, and words go on after it."""
    service, clock = PushService(), Clock()
    server = Server("--push-allow-private", clock=clock)
    try:
        kim, ann = account(server, "Kim"), account(server, "Lea")
        device = subscribed(kim, service, "kim")
        wants(kim, turn=True)
        before = state(kim)
        for _ in range(3):
            joined(kim, ann)
            server.kill()
            server.start()
        expect(state(kim) == before, state(kim))
        game = joined(kim, ann)
        clock.jump(AWAY_S)
        service.await_count(device, 1)
        wait_until(lambda: any(device.opened(body)["link"] == f"/g/{game}"
                               for _, body in service.of(device)),
                   lambda: f"the word about {game}, not {service.said(device)}")
        with sqlite3.connect(server.data) as db:
            (secret,), = db.execute("SELECT bytes FROM word_keys").fetchall()
        expect(len(secret) == 32 and not any(secret.hex() in line for line in server.log), "the key")
        # an account that goes takes its devices along
        status, answer = kim.ask("DELETE", "/api/me", {"password": "correct Kim"})
        expect(status == 200, answer)
        with sqlite3.connect(server.data) as db:
            counts = [db.execute(f"SELECT count(*) FROM word_{table}").fetchone()[0]
                      for table in ("devices", "wishes", "tokens")]
        expect(counts == [0, 0, 0], counts)
    finally:
        expect(server.stop() == 0, server.log[-5:])
        server.clean()
        service.close()


def main():
    service, clock = PushService(), Clock()
    server = Server("--push-allow-private", clock=clock)
    try:
        test_settings(server, service)
        test_bad_devices(server, service)
        test_words(server, service, clock)
        test_match(server, service, clock)
        test_bad_services(server, service, clock)
        test_silent_service(server, service, clock)
    finally:
        status = clock.stopped(server, 5)  # and a service is silent
        service.close()
        server.clean()
    expect(status == 0 and not server.complaints(), status, server.log[-5:])
    test_private_addresses()
    test_tables()
    test_meetings()
    test_killed()
    test_turn_over_a_kill()
    test_other_words_over_a_kill()


if __name__ == "__main__":
    main()
