#!/usr/bin/env python3
"""Milliseconds of processor time that GNU Backgammon takes for one 0-ply checker play asked
over its socket, each position once, its cache off.  Usage: peer_decisions.py GNUBG DECISIONS

DECISIONS: lines "KIND POSITION_ID DICE ..." (tests/peer/decisions.txt)."""
import base64
import os
import socket
import subprocess
import sys
import tempfile
import time

COUNT = 2000


def sides(position):
    """Checkers of the opponent and of the player on roll, 25 points each, bar last."""
    key = base64.b64decode(position + "==")
    bits = iter([key[i // 8] >> (i % 8) & 1 for i in range(80)])
    both = []
    for _ in range(2):
        side = []
        for _ in range(25):
            n = 0
            while next(bits):
                n += 1
            side.append(n)
        both.append(side)
    return both


def board_line(position, dice):
    theirs, mine = sides(position)
    points = [-theirs[24]] + [mine[i] or -theirs[23 - i] for i in range(24)] + [mine[24]]
    tail = [1, dice[0], dice[1], dice[0], dice[1], 1, 1, 1, 0, 1, -1, 0, 25,
            15 - sum(mine), 15 - sum(theirs), 0, 0, 0, 0, 0, 1]
    return "board:opp:me:0:0:0:" + ":".join(str(n) for n in points + tail)


def questions(path):
    for line in open(path):
        words = line.split("#")[0].split()
        if len(words) >= 3:
            yield board_line(words[1], [int(c) for c in words[2]])


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def start(gnubg, port, folder):
    commands = os.path.join(folder, "commands")
    with open(commands, "w") as f:
        f.write("set threads 1\nset cache 0\nset jacoby off\n"
                "set evaluation chequerplay evaluation plies 0\n"
                "set evaluation chequerplay evaluation cubeful off\n"
                "external 127.0.0.1:%d\n" % port)
    server = subprocess.Popen([gnubg, "-t", "-q", "-r", "-c", commands],
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    for _ in range(200):
        try:
            return server, socket.create_connection(("127.0.0.1", port))
        except OSError:
            time.sleep(0.05)
    server.kill()
    sys.exit("gnubg does not listen")


def cpu_seconds(pid):
    with open("/proc/%d/stat" % pid) as f:
        words = f.read().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def ask(connection, line):
    connection.sendall(line.encode() + b"\n")
    reply = b""
    while not reply.endswith(b"\n"):
        more = connection.recv(4096)
        if not more:
            sys.exit("gnubg closed the connection after " + line)
        reply += more
    if reply.startswith(b"Error"):
        sys.exit("gnubg: %s after %s" % (reply.decode().strip(), line))


def main():
    gnubg, path = sys.argv[1:3]
    lines = [line for line, _ in zip(questions(path), range(COUNT))]
    with tempfile.TemporaryDirectory() as folder:
        server, connection = start(gnubg, free_port(), folder)
        try:
            begin = cpu_seconds(server.pid)
            for line in lines:
                ask(connection, line)
            seconds = cpu_seconds(server.pid) - begin
        finally:
            connection.close()
            server.terminate()
            server.wait()
    print("%.4f" % (1e3 * seconds / len(lines)))


if __name__ == "__main__":
    main()
