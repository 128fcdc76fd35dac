#!/usr/bin/env python3
"""`alea serve --database`: games go on while the database or the server is killed, its connections are
ended, and its disk is full. Every event sent and every command acknowledged is there afterwards, once."""
import base64
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

from support import ALEA
from support.honest import new_game
from support.persistent import PersistentPair, play_on
from support.server import Server
from support.waiting import HANG, wait_until
from support.wire import Person
from cluster import Cluster

# The generator of P-256 (FIPS 186-4), a public key as good as any.
P256_POINT = bytes.fromhex("046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                           "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")
ROUNDS = int(os.environ.get("ALEA_TEST_KILLS", "4"))
PAIRS = 4


def kept_events(cluster, game):
    """Archived or not: read from the table, games here are not over."""
    lines = cluster.sql(f"SELECT seq, json FROM alea.events WHERE game = '{game}' ORDER BY seq").splitlines()
    return {int(seq): json.loads(text) for seq, text in (line.split("|", 1) for line in lines)}


def judge(cluster, pairs, what):
    faults = [fault for pair in pairs for fault in pair.check(kept_events(cluster, pair.game))]
    told = sum(len(pair.told) for pair in pairs)
    acked = sum(len(pair.acked) for pair in pairs)
    resent = sum(pair.resent + pair.interrupted for pair in pairs)
    print(f"{what}: {told} events told, {acked} commands acknowledged, {resent} interruptions, "
          f"{len(faults)} faults", flush=True)
    assert not faults, faults[:5]


def disturbed(cluster, server, what, disturb, pairs_of=None):
    pairs = [PersistentPair(lambda game: server.port, f"{what[:1]}{i}") for i in range(PAIRS)]
    if pairs_of is not None:
        pairs_of.append(pairs)
    faults = play_on(pairs, disturb, ROUNDS)
    assert not faults, faults[:5]
    judge(cluster, pairs, what)


def test_killed(cluster, server):
    def kill_database(_number):
        cluster.stop(signal.SIGQUIT)
        cluster.start()

    def kill_server(_number):
        server.kill()
        server.start()

    def end_connections(_number):
        cluster.sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                    " WHERE application_name = 'alea'")

    disturbed(cluster, server, "connections ended", end_connections)
    disturbed(cluster, server, "database killed", kill_database)
    disturbed(cluster, server, "server killed", kill_server)
    assert server.process.poll() is None


def test_away(cluster, server):
    """Games over days, vacations, and words to who is away: kept here as in a file."""
    people = [Person(server.port, f"127.0.0.{30 + i}") for i in range(2)]
    for i, person in enumerate(people):
        status, answer = person.ask("POST", "/api/register", {"name": f"Away {i}", "password": "correct horse away"})
        assert status == 200, answer
    game = new_game(people[0], clock={"kind": "days", "days": 3, "budget_days": 2})
    status, answer = people[1].ask("POST", f"/api/games/{game}/join", {})
    assert status == 200, answer

    def mine(person):
        status, answer = person.ask("GET", "/api/games?list=mine")
        assert status == 200, answer
        return [g for g in answer["games"] if g["game"] == game]

    def vacation(person, method="GET", body=None):
        status, answer = person.ask(method, "/api/vacation", body)
        assert status == 200, (status, answer)
        return answer

    assert all(len(mine(person)) == 1 for person in people), [mine(person) for person in people]
    before = [vacation(person) for person in people]
    assert before[0]["left"] == 30 and before[0]["until"] is None, before
    assert vacation(people[0], "POST", {"days": 3})["left"] == 27
    key = base64.urlsafe_b64encode(P256_POINT).decode().rstrip("=")
    auth = base64.urlsafe_b64encode(bytes(range(16))).decode().rstrip("=")
    for number in range(3):
        status, word = people[0].ask("POST", "/api/word/devices", {
            "endpoint": f"https://push.example.org/{number % 2}", "p256dh": key, "auth": auth})
        assert status == 201, (status, word)
    assert len(word["push"]["devices"]) == 2, word
    status, word = people[0].ask("PATCH", "/api/word", {"push": {"turn": True}})
    assert status == 200 and word["push"]["kinds"] == {"turn": True, "match": False, "challenge": False,
                                                          "meeting": False, "table": False}, word
    lists = [mine(person) for person in people]
    server.kill()
    server.start()
    assert [mine(person) for person in people] == lists
    again = people[0].ask("GET", "/api/word")[1]
    assert again == word, (again, word)
    assert vacation(people[0])["left"] == 27 and vacation(people[0])["until"], vacation(people[0])
    assert vacation(people[0], "DELETE")["until"] is None
    device = word["push"]["devices"][0]["id"]
    status, word = people[0].ask("DELETE", f"/api/word/devices/{device}")
    assert status == 200 and len(word["push"]["devices"]) == 1, word
    assert cluster.sql(f"SELECT count(*) FROM alea.turns WHERE game = '{game}'") == "1"
    # An account that goes takes its devices and vacations with it.
    status, _ = people[0].ask("DELETE", "/api/me", {"password": "correct horse away"})
    assert status == 200, status
    for table in ("word_devices", "word_wishes", "vacations"):
        assert cluster.sql(f"SELECT count(*) FROM alea.{table}") == "0", table


def health(server):
    return Person(server.port, guest=False).ask("GET", "/health")[0]


def await_health(server, status):
    wait_until(lambda: health(server) == status, lambda: f"health {status}, not {health(server)}")


def test_health(cluster, server):
    await_health(server, 200)
    cluster.stop()
    await_health(server, 503)
    cluster.start()
    await_health(server, 200)


def test_place(cluster, server):
    """What is refused, and where things are."""
    wrong = subprocess.run([ALEA, "serve", "--database", "mysql://x"], capture_output=True, text=True,
                           check=False, timeout=HANG)
    assert wrong.returncode == 2 and "postgresql://" in wrong.stderr, wrong
    check = subprocess.run([ALEA, "admin", "check", "--database", cluster.url()], capture_output=True, text=True,
                           check=False, timeout=HANG)
    assert check.returncode == 0 and "sound" in check.stdout, check
    assert not os.path.exists(server.data), "a data file although there is a database"
    assert os.stat(server.data + ".key").st_mode & 0o777 == 0o600


def migrate(source, target):
    done = subprocess.run([ALEA, "admin", "migrate", source, target], capture_output=True, text=True, check=False,
                          timeout=HANG)
    return done.returncode, done.stdout, done.stderr


def test_migrate(cluster, server):
    """There and back again: the same rows, and the games go on."""
    file = os.path.join(server.folder.name, "copy.db")
    status, _, why = migrate(cluster.url(), file)
    assert status == 3 and "in use" in why, why
    pairs = [PersistentPair(lambda game: server.port, f"m{i}") for i in range(2)]
    play_on(pairs, lambda number: None, 3)
    assert server.stop() == 0
    played = ", ".join(f"'{pair.game}'" for pair in pairs)
    cluster.sql("UPDATE alea.games SET pr0 = 0.1::float8 + 0.2::float8, luck = -1e-300;"
                "INSERT INTO alea.blobs SELECT id, 'figures', decode('00ff27005c', 'hex') FROM alea.games;"
                f"INSERT INTO alea.archives SELECT id, 0, 0, 0, '' FROM alea.games WHERE id NOT IN ({played}) LIMIT 1;"
                "INSERT INTO alea.people_changed (\"user\") SELECT id FROM alea.users;"
                "INSERT INTO alea.desks SELECT id, 7, 3, 4, 5 FROM alea.users;"
                "INSERT INTO alea.desk_chunks SELECT id, 0, 7, decode('00ff27005c', 'hex') FROM alea.users;"
                "INSERT INTO alea.tournaments VALUES ('tttttttttttt', 'Cup', E'a\\nb', 'm', 'swiss', 1, 1, 0, 2, 8, 1, 3,"
                " 5, 6, 2);"
                "INSERT INTO alea.tournament_events VALUES ('tttttttttttt', 1, 5, 'a', 'p', 'n', '{}');"
                "INSERT INTO alea.tournament_directors SELECT 'tttttttttttt', id, 5 FROM alea.users;"
                "INSERT INTO alea.tournament_games VALUES ('gggggggggggg', 'tttttttttttt', 1);"
                "INSERT INTO alea.clubs VALUES ('cccccccccccc', 'Club', 'club', 'Bern', E'a\\nb', 1, 3, 5, 0, 1, 2, 0, 9);"
                "INSERT INTO alea.club_members SELECT 'cccccccccccc', row_number() OVER (), id, 2, 0, 1, 5, 6 FROM"
                " alea.users;"
                "INSERT INTO alea.club_news VALUES ('cccccccccccc', 8, 5, 1, E'a\\nb');"
                "INSERT INTO alea.club_matches VALUES ('cccccccccccc', 9, 1, 2, 5, 6, 1, '', 0, 1, -1, 1, 5, 3);"
                "INSERT INTO alea.club_log VALUES ('cccccccccccc', 9, 5, 1, 'won', 1, 2, 4, 3);"
                "INSERT INTO alea.club_teams VALUES ('cccccccccccc', 9, E'A\\nb', 'B', 1, 2, '1,', '2,', 2, 5, 1, 1, 24,"
                " 120, 12, 5, 6, 0, 0, '1,', '', 24, 7);"
                "INSERT INTO alea.club_boards VALUES ('cccccccccccc', 9, 1, 1, 2, 5, 6, 1, '', 0, 1, -1, 103, 3, 5);"
                "UPDATE alea.users SET name = 'Zoë 骰子 🎲' || chr(9) || chr(92) || 'x'")
    cluster.sql("CREATE DATABASE second ENCODING 'UTF8'", "postgres")
    status, there, why = migrate(cluster.url(), file)
    assert status == 0, why
    status, back, why = migrate(file, cluster.url("second"))
    assert status == 0, why
    assert there.splitlines()[:7] == back.splitlines()[:7] and len(there.splitlines()) > 7, (there, back)
    events = next(line for line in there.splitlines() if line.startswith("events"))
    assert int(events.split()[1]) > 50, there
    for name in ("users", "sessions", "games", "events", "blobs", "archives", "people_changed", "desks",
                 "desk_chunks", "tournaments", "tournament_events", "tournament_directors", "tournament_games",
                 "clubs", "club_members", "club_news", "club_matches", "club_log", "club_teams",
                 "club_boards"):
        # Who holds a game is not copied.
        query = ("SELECT md5(string_agg(t, '' ORDER BY t)) FROM (SELECT (to_jsonb(row) - 'owner' - 'epoch' - 'asked')"
                 f"::text AS t FROM alea.{name} row) rows")
        assert cluster.sql(query) == cluster.sql(query, "second"), name
    number = cluster.sql("INSERT INTO alea.people_changed (\"user\") VALUES ('x') RETURNING number", "second")
    assert int(number) > 1, number
    # Neither over what is there, nor from what is not.
    status, _, why = migrate(file, cluster.url("second"))
    assert status == 3 and "not empty" in why, why
    status, _, why = migrate(file + "x", cluster.url("second"))
    assert status == 3 and "No such file" in why, why
    # The copy serves the same games with the same key.
    shutil.copy(server.data + ".key", file + ".key")
    again = Server("--limit", "0", data=file)
    try:
        for pair in pairs:
            line = Person(again.port)
            code, state = line.ask("GET", f"/api/games/{pair.game}")
            assert code == 200 and state["seq"] >= len(pair.told), (code, state)
    finally:
        assert again.stop() == 0
    server.start()


def test_full_disk():
    """The tables' disk is full: only stored events are sent, and play goes on when there is room."""
    if os.geteuid() != 0:
        print("full disk: skipped, it needs a mount")
        return
    place = tempfile.mkdtemp(prefix="alea_pg_small_")
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=120m,mode=755", "tmpfs", place], check=False)
    if mounted.returncode != 0:
        print("full disk: skipped, no mount")
        return
    cluster = server = None
    try:
        cluster = Cluster(parent=place, wal=True)
        server = Server("--database", cluster.url(), "--limit", "0")
        filler = os.path.join(place, "filler")

        def fill(number):
            refused = lambda: sum(pair.refused + pair.resent + pair.interrupted for pair in pairs_of[0])
            before = refused()
            try:
                with open(filler, "wb", buffering=0) as file:
                    while True:
                        file.write(bytes(4096))
            except OSError:
                filled.append(number)
            wait_until(lambda: refused() > before, "something that finds no room")
            os.unlink(filler)

        filled, pairs_of = [], []
        disturbed(cluster, server, "disk full", fill, pairs_of)
        assert len(filled) == ROUNDS
        await_health(server, 200)
    finally:
        if server:
            server.stop()
            server.clean()
        if cluster:
            cluster.close()
        subprocess.run(["umount", place], check=False)
        shutil.rmtree(place, ignore_errors=True)


def main():
    built = subprocess.run([ALEA, "admin", "check", "--database", "postgresql://nobody@/x?host=/nowhere"],
                           capture_output=True, text=True, check=False)
    if "without PostgreSQL" in built.stderr:
        print("skipped: built without libpq")
        return 77
    cluster = Cluster()
    server = None
    try:
        server = Server("--database", cluster.url(), "--limit", "0", "--front", "one")
        test_place(cluster, server)
        test_health(cluster, server)
        test_killed(cluster, server)
        test_away(cluster, server)
        test_migrate(cluster, server)
        assert server.stop() == 0
        assert not server.complaints(), server.complaints()
    finally:
        if server:
            server.stop()
            server.clean()
        cluster.close()
    test_full_disk()
    return 0


if __name__ == "__main__":
    sys.exit(main())
