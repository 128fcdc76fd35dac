#!/usr/bin/env python3
"""Clients that break the protocol instead of the rules: frames that lie, floods, slow
readers, thousands of connections, wrong Origin and Host, smuggled requests, uploads that
swell. Meanwhile two people elsewhere play on and must notice nothing."""
import io
import json
import random
import select
import socket
import struct
import time
import zipfile
import zlib

from support.clock import Clock
from support.honest import HonestPair, seated, watch
from support.server import Server
from support.waiting import wait_until
from support.wire import BINARY, CLOSE, Closed, PING, Person, TEXT, connect


addresses = (f"127.0.1.{n}" for n in range(1, 255))


def fresh():
    """An address that has used up none of its limits."""
    return next(addresses)


def expect_closed(line, codes, what):
    code = line.closing_code()
    line.close()
    assert code in codes, f"{what}: closed with {code}, not one of {codes}"


def is_answered_or_closed(line, codes):
    try:
        line.do("ping")
        return True
    except Closed as closed:
        return closed.code in codes


def test_frames(server):
    busy = fresh()
    person = Person(server.port, busy)
    ping = json.dumps({"key": "p", "do": "ping"}).encode()

    line = person.socket()
    line.frame(b"{" + b" " * 4095)  # 4 KB is still read, and is no JSON
    assert line.do("ping")["ok"]
    line.frame(b"x" * 4097)
    expect_closed(line, (1009,), "4097 bytes")

    line = person.socket()
    line.frame(b"", length=2 ** 63 - 1)
    expect_closed(line, (None, 1002, 1009), "a frame of 2^63 bytes")

    line = person.socket()
    try:
        for i, byte in enumerate(ping):
            line.frame(bytes([byte]), TEXT if i == 0 else 0, fin=i == len(ping) - 1)
    except Closed:
        pass  # before the last of them was sent
    expect_closed(line, (1008, 1009), "a fragment for each byte")

    line = person.socket()
    half = len(ping) // 2
    line.frame(ping[:half], TEXT, fin=False)
    line.frame(b"still here", PING)
    line.frame(ping[half:], 0)
    assert line.until(lambda m: m.get("key") == "p")["ok"], "a message in two fragments"
    try:
        for _ in range(40):
            line.frame(b"", TEXT if _ == 0 else 0, fin=False)
    except Closed:
        pass
    expect_closed(line, (None, 1002, 1008, 1009), "40 empty fragments")

    for opcode, payload, what in ((BINARY, ping, "binary"), (3, ping, "a reserved opcode"),
                                  (0, ping, "a continuation of nothing"),
                                  (PING, b"x" * 126, "a ping of 126 bytes")):
        line = person.socket()
        line.frame(payload, opcode)
        expect_closed(line, (None, 1002, 1003, 1007, 1008, 1009), what)
    line = person.socket()
    line.frame(ping, reserved=4)  # claims to be compressed, which nobody agreed to
    expect_closed(line, (None, 1002, 1007), "a reserved bit")
    line = person.socket()
    line.frame(struct.pack(">H", 4999) + b"bye", CLOSE)
    expect_closed(line, (None, 1000, 1002, 4999), "a goodbye")


def test_messages(server):
    busy = fresh()
    person = Person(server.port, busy)
    line = person.socket()
    nested = b"[" * 2000 + b"]" * 2000
    for text in (b"", b"{", b"null", b"[]", b'"a"', b"1e999", nested, b'{"key":"a"}',
                 b'{"key":"a","do":' + nested + b"}", b'{"key":"a","do":"\\ud800"}',
                 b'{"key":"a","key":"b","do":"ping"}', b'{"do":"ping","key":"a\\u0000b"}',
                 b'{"key":"a","do":"watch","game":["x"]}', b'{"key":"a","do":"cancel","job":{}}',
                 b'{"key":"a","do":"lobby","on":"yes"}', b'{"key":"a","do":"check"}'):
        line.frame(text)
    try:
        assert line.do("ping")["ok"]
        line.frame(b"\xff\xfe{}")  # no UTF-8
        assert is_answered_or_closed(line, (None, 1007, 1008))
    finally:
        line.close()
    # A flood is slowed or shut out, and costs nobody else anything.
    line = person.socket()
    try:
        for i in range(4000):
            line.frame(b'{"key":"f%d","do":"watch","game":"aaaaaaaaaaaa"}' % i)
    except Closed:
        pass
    assert is_answered_or_closed(line, (None, 1008, 1013))
    line.close()


def test_slow_reader(server):
    """Asks and asks and reads nothing: what waits for it is bounded, then it is closed."""
    busy = fresh()
    game, host, guest = seated(server.port, busy)
    before = server.memory_kb()
    line = host.socket()
    line.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.sock.settimeout(0.1)
    closed = False
    asked = 0
    for i in range(20000):
        try:
            line.frame(b'{"key":"s%d","do":"watch","game":"%s","after":0}' % (i, game.encode()))
            asked += 1
        except Closed:
            closed = True
            break
    grown = server.memory_kb() - before
    other = watch(guest, game)
    assert other.do("ping")["ok"]
    other.close()
    if not closed:
        # All went into the kernels' buffers. What waits there came slowly through a window
        # of 4 KB: a wide one, and the end of the connection is soon seen.
        line.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
        closed = line.closing_code() in (None, 1008, 1013)
    line.close()
    assert closed, f"{asked} questions, nothing read, and still connected"
    assert grown < 60000, f"the server grew by {grown} kB"


def is_ended(sock):
    try:
        return sock.recv(1024) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def test_many_connections(server):
    """Two thousand from one address: most are turned away, another address is not."""
    busy = fresh()
    crowd, turned_away = [], 0
    for _ in range(2000):
        try:
            sock = connect(server.port, busy)
            sock.sendall(b"GET / HTTP/1.1\r\n")
            sock.setblocking(False)
            crowd.append(sock)
        except OSError:
            turned_away += 1
    elsewhere = Person(server.port, fresh())
    line = elsewhere.socket()
    assert line.do("ping")["ok"]
    line.close()
    left = []

    def count():
        nonlocal turned_away, left
        left = [sock for sock in crowd if sock.fileno() >= 0]
        for sock in left:
            if is_ended(sock):
                turned_away += 1
                sock.close()
        return turned_away > 1500
    wait_until(count, lambda: f"{turned_away} of 2000 turned away")
    for sock in left:
        sock.close()


def test_many_sockets(server):
    """WebSockets of one address are counted."""
    busy = fresh()
    person = Person(server.port, busy)
    lines, refused = [], None
    for _ in range(80):
        try:
            lines.append(person.socket())
        except Closed as closed:
            refused = closed.code
            break
    for line in lines:
        line.close()
    assert refused in (429, 503, None), refused
    assert 16 <= len(lines) < 80, f"{len(lines)} sockets of one address"


def test_origin_and_host(server):
    busy = fresh()
    person = Person(server.port, busy)
    port = server.port
    evil = ["http://evil.example", "null", f"http://127.0.0.1:{port}.evil.example",
            f"http://127.0.0.1:{port + 1}", f"https://evil.example:{port}",
            f"http://evil.example/http://127.0.0.1:{port}", "file://", f"127.0.0.1:{port}"]
    for origin in evil:
        for method, path in (("POST", "/api/games"), ("PATCH", "/api/me"), ("DELETE", "/api/me"),
                             ("POST", "/api/register"), ("POST", "/api/login"),
                             ("POST", "/api/logout"), ("POST", "/api/jobs"),
                             ("POST", "/api/matches")):
            status, answer = person.ask(method, path, {"name": "x"}, {"Origin": origin})
            assert status == 403, (origin, method, path, status, answer)
        try:
            person.socket({"Origin": origin}).close()
            raise AssertionError(f"a socket for {origin}")
        except Closed as closed:
            assert closed.code == 403, (origin, closed.code)
    for host in ("evil.example", f"evil.example:{port}", f"127.0.0.1.evil.example:{port}",
                 f"127.0.0.1:{port}@evil.example", "", "[", "localhost:x", "a" * 400):
        for path in ("/", "/api/me", "/health", "/api/socket"):
            try:
                status, headers, _body = person.raw("GET", path, headers={
                    "Host": host, "Origin": None})
            except Closed:
                continue
            assert status in (400, 403, 404, 421), (host, path, status)
            assert "set-cookie" not in headers
    status, _ = person.ask("GET", "/api/me", headers={"Host": f"localhost:{port}"})
    assert status == 200, status


def send_and_end(port, source, request):
    """An answer, or the end: nothing comes after it for which the server could wait."""
    sock = connect(port, source)
    try:
        sock.sendall(request)
        sock.shutdown(socket.SHUT_WR)
        sock.recv(4096)
    except TimeoutError:
        raise
    except OSError:
        pass  # ended before all of it was sent
    sock.close()


def test_requests(server):
    """Bytes that are no request, or two requests in one."""
    busy = fresh()
    port = server.port
    person = Person(port, busy)
    for request in (b"\0" * 4096, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"A" * 100000,
                    b"GET " + b"/a" * 40000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20000 + b"\r\n",
                    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 200000 + b"\r\n\r\n",
                    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 500,
                    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0" * 50):
        send_and_end(port, busy, request)
    host = f"Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n" \
           f"Cookie: {person.cookie}\r\n"
    inner = f"POST /api/logout HTTP/1.1\r\n{host}Content-Length: 2\r\n\r\n{{}}"
    for lengths in ("Content-Length: 0\r\nTransfer-Encoding: chunked\r\n",
                    f"Content-Length: 0\r\nContent-Length: {len(inner)}\r\n",
                    "Content-Length: -1\r\n", "Content-Length: 99999999999999999999\r\n",
                    "Content-Length: 0x10\r\n", "Transfer-Encoding: chunked, identity\r\n"):
        send_and_end(port, busy, f"POST /api/games HTTP/1.1\r\n{host}{lengths}\r\n".encode()
                     + b"0\r\n\r\n")
    for path in ("/../../etc/passwd", "/assets/../../etc/passwd", "/assets/%2e%2e/%2e%2e/x",
                 "/assets/..%2f..%2fetc%2fpasswd", "/%00", "/assets/%00app.js", "/%", "/%zz",
                 "//etc/passwd", "/api/games/%2e%2e", "/assets/" + "a" * 3000, "/\xff\xfe"):
        try:
            status, _headers, body = person.raw("GET", path)
        except Closed:
            continue
        assert b"root:" not in body, path
        assert status < 500, (path, status)
    for method in ("TRACE", "PUT", "OPTIONS", "BREW"):
        try:
            status, _headers, body = person.raw(method, "/api/me")
        except Closed:
            continue
        assert status in (400, 403, 404, 405, 501), (method, status)
    for query in ("list=" + "a" * 5000, "list=%", "list=open&list=mine", "list", "=", "&&&&"):
        try:
            status, _headers, _body = person.raw("GET", "/api/games?" + query)
        except Closed:
            continue
        assert status < 500, (query, status)
    status, me = person.ask("GET", "/api/me")
    assert status == 200 and me["id"] == person.id, "a smuggled request ended the session"


def test_half_requests(server):
    """Requests that stop half way do not block others. The clock stands: they all are there."""
    busy = fresh()
    slow = []
    for _ in range(40):
        sock = connect(server.port, busy)
        sock.sendall(b"POST /api/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n")
        slow.append(sock)
    assert Person(server.port, fresh()).ask("GET", "/api/levels")[0] == 200
    assert not select.select(slow, [], [], 0)[0], "one of them was ended at once"
    for sock in slow:
        sock.close()


def test_rates(server):
    """Passwords and requests of one address are counted. The clock stands: none comes back meanwhile."""
    person = Person(server.port, fresh())
    answers = [person.ask("POST", "/api/login", {"name": "nobody here", "password": f"guess number {i}"})[0]
               for i in range(15)]
    assert answers == [401] * 10 + [429] * 5, answers
    for _ in range(240):
        status, headers, _body = person.raw("GET", "/api/levels")
        if status == 429:
            break
    assert status == 429, "240 requests after those, and none too many"
    assert int(headers["retry-after"]) >= 1, headers


def test_connect(server):
    """No proxy: a request for one has an answer, or the connection ends before long."""
    sock = connect(server.port, fresh())
    sock.sendall(f"CONNECT /api/me HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
    passed = server.clock.until(lambda: select.select([sock], [], [], 0)[0], 1, "an end of CONNECT")
    assert passed <= 62, passed
    sock.close()


def bombs():
    """(name, bytes): small things that unpack large, deep things, and noise."""
    rng = random.Random(7)
    yield "noise.xg", rng.randbytes(300000)
    yield "brackets.sgf", b"(" * 2000000
    yield "nested.sgf", b"(;GM[6]" * 300000
    yield "endless.mat", b" 1) 31: 8/5 6/5 " * 300000
    yield "line.mat", b"x" * 9000000
    yield "nulls.txt", b"\0" * 5000000
    yield "journal.alea", b'{"alea":1}\n' + b'{"a":' * 500000
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("match.mat", b"0" * 100_000_000)
    yield "bomb.zip", packed.getvalue()
    # An eXtreme Gammon file is zlib data behind a header of its own.
    swollen = zlib.compress(b"\0" * 100_000_000, 9)
    yield "bomb.xg", (b"RGMH" + struct.pack("<II", 1, 8232) + b"\0" * 8220 + swollen)[:9000000]
    yield "raw.zlib", swollen
    yield "gzip.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\3" + swollen[2:-4]


def test_uploads(server):
    busy = fresh()
    person = Person(server.port, busy)
    status, _headers, _body = person.raw("POST", "/api/matches", b"x" * (10 * 1024 * 1024 + 1))
    assert status == 413, status
    status, answer = person.ask("POST", "/api/games", {"preset": "x" * 70000})
    assert status == 413, status
    before = server.memory_kb()
    for name, data in bombs():
        began = time.monotonic()
        status, _headers, body = person.raw("POST", f"/api/matches?name={name}", data)
        took = time.monotonic() - began
        # One play of the endless line can be read, and so it is.
        assert status in ((201,) if name == "endless.mat" else (400, 413, 422, 429)), \
            (name, status, body[:200])
        if status not in (201, 429):
            error = json.loads(body)["error"]
            assert error["code"] and error["message"], error
        print(f"  {name}: {len(data)} bytes, {status}, {took:.2f} s")
    grown = server.memory_kb() - before
    print(f"  the server grew by {grown} kB")
    assert server.process.poll() is None


def begin_file(server, source):
    """Announces a file of 10 MB and sends the first bytes; -> the socket."""
    sock = connect(server.port, source)
    sock.sendall(b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: "
                 b"10485760\r\n\r\n" + b"x" * 1000)
    return sock


def is_waiting(server, sock):
    """Has it no answer, though a later connection has one?"""
    assert Person(server.port, "127.0.9.1", guest=False).ask("GET", "/health")[0] == 200
    server.clock.rounds()
    return not select.select([sock], [], [], 0)[0] or not sock.recv(4096)


def test_files_at_once(server):
    """Many files that never end take a bounded share of memory, and not all of it."""
    busy = fresh()
    held = [begin_file(server, busy) for _ in range(3)]
    assert all(is_waiting(server, sock) for sock in held)
    for _ in range(5):
        sock = begin_file(server, busy)
        assert b" 503 " in sock.recv(4096).split(b"\r\n")[0]
        sock.close()
    other = begin_file(server, fresh())
    assert is_waiting(server, other), "another address has to wait for the first one"
    held.pop().close()

    def is_taken_in():
        sock = begin_file(server, busy)
        if is_waiting(server, sock):
            held.append(sock)
        else:
            sock.close()
        return sock in held
    wait_until(is_taken_in, "a place that was left is taken again")
    for sock in held + [other]:
        sock.close()


def test_bodies(server):
    busy = fresh()
    person = Person(server.port, busy)
    deep = b'{"a":' * 10000 + b"1" + b"}" * 10000
    for body in (b"", b"{", b"[]", b"null", deep, b"\xff\xfe", b'{"opponent":"machine"',
                 b'{"opponent":["link"]}', b'{"opponent":"link","preset":"../x"}',
                 b'{"opponent":"link","options":{"match_length":-5}}',
                 b'{"opponent":"link","options":{"match_length":1e300}}',
                 b'{"opponent":"link","clock":{"kind":"delay","reserve_s":-1,"step_s":-1}}',
                 b'{"opponent":"link","clock":{"kind":"delay","reserve_s":1e18,"step_s":1}}',
                 b'{"opponent":"link","seat":7}', b'{"opponent":"machine","level":"god"}',
                 b'{"opponent":"link","options":' + b"[" * 5000 + b"]" * 5000 + b"}"):
        status, _headers, answer = person.raw("POST", "/api/games", body)
        assert status in (400, 422), (body[:60], status, answer[:200])
        assert json.loads(answer)["error"]["message"], answer
    for name in ("admin\0", "a" * 33, "", "<b>" * 20):
        status, answer = person.ask("POST", "/api/register", {"name": name, "password": "long enough 1"})
        assert status in (400, 422), (name, status, answer)
    for password in ("short", "a" * 129, "password", "12345678", 12345678, None, ["x" * 10]):
        status, answer = person.ask("POST", "/api/register", {"name": "somebody1", "password": password})
        assert status in (400, 422), (password, status, answer)
    status, answer = person.ask("POST", "/api/login", {"name": "nobody here", "password": "guess number 1"})
    assert status == 401, (status, answer)


TESTS = (test_frames, test_messages, test_origin_and_host, test_requests, test_bodies,
         test_many_sockets, test_many_connections, test_slow_reader,
         test_uploads, test_files_at_once)


def main():
    clock = Clock()
    server = Server(clock=clock)
    server.clock = clock
    pair = HonestPair(server.port)
    right = False
    try:
        pair.start()
        for test in TESTS:
            pair.attacked(test, server, least=1)
            print("passed:", test.__name__, flush=True)
        pair.finish()
        print(f"others played on: {pair.commands} commands, slowest {pair.slowest_s:.2f} s")
        clock.stand()
        test_half_requests(server)
        test_rates(server)
        test_connect(server)
        clock.run()
        status, health = Person(server.port, fresh()).ask("GET", "/health")
        assert status == 200 and health["status"] == "ok", health
        for reason in ("message", "login", "origin", "host", "rate", "flood", "connection",
                       "upload", "request", "command"):
            assert server.refused(reason), f"no refused {reason} in the log"
        assert len(server.log) < 3000, f"{len(server.log)} lines in the log"
        assert max(map(len, server.log)) < 500, "a line of any length in the log"
        right = True
    finally:
        clock.run()
        status = server.stop()
        wrong = server.complaints()
        if not right:
            print("\n".join(server.log[-15:]))
        assert not wrong, "\n".join(wrong[:40])
        assert status == 0 or not right, status
        server.clean()


if __name__ == "__main__":
    main()
