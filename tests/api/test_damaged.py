#!/usr/bin/env python3
"""A data file with a damaged page: the server starts, says so in its log, and serves what it can."""
import sqlite3

from support.honest import new_game
from support.server import Server
from support.wire import Person


def main():
    server = Server("--limit", "0")
    try:
        person = Person(server.port)
        for _ in range(40):
            new_game(person)
        assert server.stop() == 0
        assert not server.logged("data_damaged")
        file = sqlite3.connect(server.data)
        root = file.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'games'").fetchone()[0]
        size = file.execute("PRAGMA page_size").fetchone()[0]
        file.close()
        with open(server.data, "r+b") as data:
            data.seek((root - 1) * size + 8)
            data.write(b"\xff" * 64)
        server.start()
        server.await_logged("data_damaged")
        assert Person(server.port).ask("GET", "/health")[0] == 200
    finally:
        status = server.stop()
        server.clean()
    assert status == 0, (status, server.log[-5:])


if __name__ == "__main__":
    main()
