#!/usr/bin/env python3
"""Answers that are read although they refuse, and crowds that keep nobody else out: half-sent
headers from many addresses, and more connections than there are file descriptors."""
import os
import resource
import socket
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from server import Server
from wire import Closed, Person, connect, read_answer


def ask(server, text, timeout=10):
    sock = connect(server.port, timeout=timeout)
    try:
        sock.sendall(text)
        return read_answer(sock)
    finally:
        sock.close()


def test_refusals_are_read(server):
    host = f"Host: 127.0.0.1:{server.port}\r\n".encode()
    status, _, body = ask(server, b"GET /api/me HTTP/1.1\r\n" + host + b"Cookie: " + b"x" * 9000
                          + b"\r\n\r\n")
    assert status == 431 and b"bad_request" in body, (status, body)
    status, _, _ = ask(server, b"GET /" + b"x" * 3000 + b" HTTP/1.1\r\n" + host + b"\r\n")
    assert status in (400, 414), status
    # The whole body is sent before the answer is read, and nothing is reset.
    person = Person(server.port)
    for size in (11 * 1024 * 1024, 30 * 1024 * 1024):
        sock = connect(server.port)
        sock.sendall(f"POST /api/matches HTTP/1.1\r\nHost: {person.host}\r\nOrigin: {person.origin}\r\n"
                     f"Cookie: {person.cookie}\r\nContent-Length: {size}\r\n\r\n".encode())
        sent = 0
        while sent < size:
            sent += sock.send(b"x" * min(65536, size - sent))
        time.sleep(.1)
        status, headers, body = read_answer(sock)
        assert status == 413 and b"too_large" in body, (status, body)
        assert sock.recv(1) == b"", "the connection stays open"
        sock.close()
    assert person.ask("GET", "/api/me")[0] == 200


def test_half_headers(server):
    """1,536 connections of twelve addresses that never end their headers."""
    crowd = []
    for address in range(1, 13):
        for _ in range(128):
            sock = socket.socket()
            sock.bind((f"127.0.7.{address}", 0))
            sock.connect(("127.0.0.1", server.port))
            sock.sendall(b"GET / HTTP/1.1\r\nX-Half: ")
            crowd.append(sock)
    time.sleep(.3)
    began = time.monotonic()
    assert Person(server.port, "127.0.8.1", guest=False).ask("GET", "/health")[0] == 200
    waited = time.monotonic() - began
    for sock in crowd:
        sock.close()
    assert waited < 2, waited


def processor_s(server):
    with open(f"/proc/{server.process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_no_files_left():
    server = Server("--limit", "0", limit_files=200)
    try:
        line = Person(server.port).socket()
        crowd = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(300)]
        time.sleep(.5)
        before = processor_s(server)
        time.sleep(2)
        spent = processor_s(server) - before
        assert spent < .2, f"{spent} s of 2 s while no file is left"
        assert line.do("ping")["ok"]
        # Those that cannot be served are hung up on: they do not wait in the backlog.
        crowd[-1].settimeout(2)
        assert crowd[-1].recv(1) == b""
        for sock in crowd:
            sock.close()
        time.sleep(.5)
        assert Person(server.port).ask("GET", "/health")[0] == 200
        line.close()
    finally:
        status = server.stop()
        server.clean()
    assert status == 0, (status, server.log[-5:])


def main():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, hard), hard))
    server = Server()
    try:
        test_refusals_are_read(server)
        test_half_headers(server)
    finally:
        status = server.stop()
        server.clean()
    assert status == 0, (status, server.log[-5:])
    test_no_files_left()


if __name__ == "__main__":
    main()
