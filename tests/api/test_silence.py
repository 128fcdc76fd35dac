#!/usr/bin/env python3
"""Who answers pings stays for as long as they like; who is silent for 40 s is dropped; a
header that never ends is given up after 10 s.
ctest labels: slow"""
import os
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from server import Server
from wire import PING, PONG, Closed, Person, connect


def listen(line, answer, ends):
    """Reads raw frames for 44 s; ends[line] = when it was dropped, or None."""
    began = time.time()
    line.sock.settimeout(44)
    try:
        while time.time() - began < 44:
            line._more(2)
            opcode, size = line.buffer[0] & 15, line.buffer[1] & 127
            line._more(2 + size)
            payload, line.buffer = line.buffer[2:2 + size], line.buffer[2 + size:]
            if opcode == PING and answer:
                line.frame(payload, PONG)
    except (Closed, OSError) as error:
        if not isinstance(error, TimeoutError):
            ends[line] = time.time() - began


def main():
    server = Server()
    try:
        person = Person(server.port)
        there, gone, ends = person.socket(), person.socket(), {}
        threads = [threading.Thread(target=listen, args=(there, True, ends)),
                   threading.Thread(target=listen, args=(gone, False, ends))]
        for thread in threads:
            thread.start()
        slow = connect(server.port)
        began = time.time()
        slow.sendall(b"GET / HTTP/1.1\r\nHost: local")
        slow.settimeout(20)
        assert slow.recv(100) == b"" and 8 < time.time() - began < 16, time.time() - began
        for thread in threads:
            thread.join()
        assert there not in ends, f"dropped after {ends[there]} s though it answered"
        assert gone in ends and 38 < ends[gone] < 44, ends.get(gone)
        assert server.stop() == 0 and not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()


main()
