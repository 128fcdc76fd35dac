#!/usr/bin/env python3
"""Answers that are read although they refuse, and crowds that keep nobody else out: half-sent
headers from many addresses, and more connections than there are file descriptors."""
import resource
import socket
import struct

from support.clock import Clock
from support.server import Server
from support.waiting import wait_until
from support.wire import Closed, Person, connect, read_answer

CLOSED_STATES = (7, 8)  # of tcp(7): by a reset, or by the other side


def ask(server, text):
    sock = connect(server.port)
    try:
        sock.sendall(text)
        return read_answer(sock)
    finally:
        sock.close()


def is_closed(sock):
    """Has the other side ended the connection? What it sent before is still to be read."""
    return struct.unpack("B", sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1))[0] in CLOSED_STATES


def test_refusals_are_read(server, clock):
    host = f"Host: 127.0.0.1:{server.port}\r\n".encode()
    status, _, body = ask(server, b"GET /api/me HTTP/1.1\r\n" + host + b"Cookie: " + b"x" * 9000
                          + b"\r\n\r\n")
    assert status == 431 and b"bad_request" in body, (status, body)
    status, _, _ = ask(server, b"GET /" + b"x" * 3000 + b" HTTP/1.1\r\n" + host + b"\r\n")
    assert status in (400, 414), status
    # The whole body is sent before the answer is read, and nothing is reset.
    person = Person(server.port)
    for size in (11 * 1024 * 1024, 30 * 1024 * 1024):
        with clock.standing():  # it reads for ten seconds what it has refused
            sock = connect(server.port)
            sock.sendall(f"POST /api/matches HTTP/1.1\r\nHost: {person.host}\r\nOrigin: {person.origin}\r\n"
                         f"Cookie: {person.cookie}\r\nContent-Length: {size}\r\n\r\n".encode())
            sent = 0
            while sent < size:
                sent += sock.send(b"x" * min(65536, size - sent))
            wait_until(lambda: is_closed(sock), "the end of the connection")
        status, headers, body = read_answer(sock)
        assert status == 413 and b"too_large" in body, (status, body)
        assert sock.recv(1) == b"", "the connection stays open"
        sock.close()
    assert person.ask("GET", "/api/me")[0] == 200


def test_half_headers(server, clock):
    """1,536 connections of twelve addresses that never end their headers. Nobody waits until their
    time is over: the clock stands."""
    with clock.standing():
        crowd = []
        for address in range(1, 13):
            for _ in range(128):
                sock = socket.socket()
                sock.bind((f"127.0.7.{address}", 0))
                sock.connect(("127.0.0.1", server.port))
                sock.sendall(b"GET / HTTP/1.1\r\nX-Half: ")
                crowd.append(sock)
        assert Person(server.port, "127.0.8.1", guest=False).ask("GET", "/health")[0] == 200
        for sock in crowd:
            sock.close()


def is_served(server):
    try:
        return Person(server.port, guest=False).ask("GET", "/health")[0] == 200
    except (OSError, Closed):
        return False


def test_no_files_left():
    clock = Clock()
    server = Server("--limit", "0", limit_files=200, clock=clock)
    try:
        line = Person(server.port).socket()
        crowd = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(300)]
        # Those that cannot be served are hung up on: they do not wait in the backlog.
        wait_until(lambda: is_closed(crowd[-1]), "the end of who cannot be served")
        busy = clock.rounds(300)
        assert busy < 30, f"{busy} of 300 rounds had something to do while no file is left"
        assert line.do("ping")["ok"]
        for sock in crowd:
            sock.close()
        wait_until(lambda: is_served(server), "service once there are files again")
        line.close()
    finally:
        status = server.stop()
        server.clean()
    assert status == 0, (status, server.log[-5:])


def main():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, hard), hard))
    clock = Clock()
    server = Server(clock=clock)
    try:
        test_refusals_are_read(server, clock)
        test_half_headers(server, clock)
    finally:
        status = server.stop()
        server.clean()
    assert status == 0, (status, server.log[-5:])
    test_no_files_left()


if __name__ == "__main__":
    main()
