#!/usr/bin/env python3
"""A backup of a file restored into an empty PostgreSQL, and one of that restored into a file: people
keep their sessions, games and cards both times."""
import os
import shutil
import tempfile

from support.desk import admin, desk_of, make_cards, same_person
from support.honest import contribute, seated, watch
from support.server import Server
from cluster import Cluster


def stopped(server, host, game, desk):
    """The server has the same things; -> its data file, after its end."""
    try:
        again, _ = same_person(host, server.port)
        assert desk_of(again) == desk
        status, state = again.ask("GET", f"/api/games/{game}")
        assert status == 200 and state["stage"] == "playing" and state["you"] is not None, state
    finally:
        assert server.stop() == 0


def main():
    cluster = Cluster()
    folder = tempfile.mkdtemp(prefix="alea_restore_")
    place = lambda name: os.path.join(folder, name)
    try:
        server = Server("--limit", "0", data=place("first.db"))
        try:
            game, host, guest = seated(server.port)
            contribute(watch(host, game), watch(guest, game))
            make_cards(host)
            desk = desk_of(host)
            status, _, why = admin("backup", place("of-file"), "--data", server.data)
            assert status == 0, why
        finally:
            server.stop()
        second = ("--database", cluster.url(), "--data", place("second.db"))
        status, out, why = admin("restore", place("of-file"), *second)
        assert status == 0 and "holds the backup" in out, why
        assert sorted(os.listdir(folder)) == ["first.db", "first.db.key", "of-file", "second.db.key"]
        status, _, why = admin("restore", place("of-file"), *second)
        assert status == 3 and "not empty" in why, why
        status, out, why = admin("check", *second)
        assert status == 0 and "1 desks" in out and "key is its own" in out, (out, why)
        status, _, why = admin("export", host.id, place("host"), *second)
        assert status == 0 and sorted(os.listdir(place("host"))) == \
            ["account.json", "desk.db", "games", "games.json"], why
        assert os.listdir(place("host/games")) == [f"{game}.events.json"]
        stopped(Server("--limit", "0", "--database", cluster.url(), data=place("second.db")), host, game, desk)
        status, _, why = admin("backup", place("of-database"), *second)
        assert status == 0, why
        status, _, why = admin("restore", place("of-database"), "--data", place("third.db"))
        assert status == 0, why
        stopped(Server("--limit", "0", data=place("third.db")), host, game, desk)
        cluster.sql("DELETE FROM alea.desk_chunks WHERE number = 1")
        status, _, why = admin("check", *second)
        assert status == 1 and "pieces are missing" in why, why
    finally:
        cluster.close()
        shutil.rmtree(folder)
    print("ok")


if __name__ == "__main__":
    main()
