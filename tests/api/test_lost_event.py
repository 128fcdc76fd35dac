#!/usr/bin/env python3
"""An event that cannot be stored concerns its own game alone: sockets that wait for events of
other games at that moment stay open and are sent what was kept."""
import os
import sqlite3

from support.clock import Clock
from support.honest import contribute, seated, some_play, to_play, watch
from support.server import Server
from support.waiting import HANG, wait_until


def start(server):
    """-> (game, socket of the player to move, the other's, moves)"""
    game, host, guest = seated(server.port)
    lines = [watch(host, game), watch(guest, game)]
    contribute(*lines)
    mover, other = to_play(lines)
    return game, mover, other, some_play(mover.state["tree"])


def is_read(server, line):
    """Has the server read all that was sent on this line? By the kernel's table of connections."""
    ends = f":{server.port:04X}", f":{line.sock.getsockname()[1]:04X}"
    with open("/proc/net/tcp", encoding="ascii") as table:
        rows = [row.split() for row in table]
    mine = [row for row in rows if row[1].endswith(ends[0]) and row[2].endswith(ends[1])]
    assert len(mine) == 1, mine
    return int(mine[0][4].split(":")[1], 16) == 0


def is_told(line, game, seq):
    line.until(lambda m: m.get("type") == "event" and m["game"] == game and m["seq"] == seq)


def test_one_game_is_lost(server, clock):
    lost, loser, loser_opponent, loser_moves = start(server)
    kept, keeper, keeper_opponent, keeper_moves = start(server)
    lobby = keeper.person.socket()
    assert lobby.do("lobby", on=True)["ok"]
    seq = {lost: loser.state["seq"] + 1, kept: keeper.state["seq"] + 1}
    file = sqlite3.connect(server.data, isolation_level=None, timeout=HANG)
    # The number of the next event is taken, as if another program had written to the file; until
    # the transaction ends, the server's writer waits and all four sockets are held.
    with clock.standing():  # the server does nothing else meanwhile, and gives nothing up
        clock.rounds()
        file.execute("BEGIN IMMEDIATE")
        file.execute("INSERT INTO events (game, seq, time, user, key, json) VALUES (?, ?, 0, '', '', '{}')",
                     (lost, seq[lost]))
        keeper.send({"key": "keep", "do": "play", "game": kept, "moves": keeper_moves})
        loser.send({"key": "lose", "do": "play", "game": lost, "moves": loser_moves})
        wait_until(lambda: is_read(server, keeper) and is_read(server, loser), "both commands read by the server")
        file.execute("COMMIT")
    for line in (loser, loser_opponent):
        assert line.closing_code() == 1011
        assert not [m for m in line.messages if m.get("type") == "event" and m["seq"] >= seq[lost]]
        assert not [m for m in line.messages if m.get("key") == "lose" and m.get("ok")]
    for line in (keeper, keeper_opponent):
        is_told(line, kept, seq[kept])
    assert keeper.do("ping")["ok"] and keeper_opponent.do("ping")["ok"] and lobby.do("ping")["ok"]
    file.execute("DELETE FROM events WHERE game = ? AND seq = ?", (lost, seq[lost]))
    again = watch(loser.person, lost)
    assert again.state["seq"] == seq[lost] - 1
    assert again.do("play", key="lose", game=lost, moves=loser_moves)["ok"]


def main():
    os.environ["ALEA_LOCK_MS"] = str(HANG * 1000)  # the writer waits as long as this test needs
    clock = Clock()
    server = Server("--limit", "0", clock=clock)
    try:
        for _ in range(3):
            test_one_game_is_lost(server, clock)
    finally:
        status = server.stop()
        server.clean()
    assert status == 0, (status, server.log[-10:])


if __name__ == "__main__":
    main()
