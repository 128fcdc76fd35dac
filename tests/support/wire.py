"""HTTP and WebSocket down to the byte, for tests that must also send what no honest client
would. Nothing here goes to any other machine than this one."""
import base64
import json
import os
import select
import socket
import struct
import sys
import threading
import time
import weakref

from support.waiting import HANG, SAY

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
ESTABLISHED = 1  # of TCP_INFO


class Closed(Exception):
    """The server ended the connection; `code` is that of its close frame, or None."""

    def __init__(self, code=None):
        super().__init__(f"closed ({code})")
        self.code = code


def connect(port, source=None, timeout=HANG):
    sock = socket.socket()
    sock.settimeout(timeout)
    if source:
        sock.bind((source, 0))
    sock.connect(("127.0.0.1", port))
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


def read_answer(sock):
    """-> (status, headers with lower-case names, body)."""
    data = b""
    while b"\r\n\r\n" not in data:
        try:
            got = sock.recv(65536)
        except ConnectionError as error:
            raise Closed() from error
        if not got:
            raise Closed()
        data += got
    head, body = data.split(b"\r\n\r\n", 1)
    lines = head.decode("latin-1").split("\r\n")
    status = int(lines[0].split()[1])
    headers = {}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    length = int(headers.get("content-length", 0))
    while len(body) < length:
        try:
            got = sock.recv(65536)
        except ConnectionError as error:
            raise Closed() from error
        if not got:
            raise Closed()  # half an answer is none
        body += got
    return status, headers, body[:length] if status != 101 else body


class Person:
    """A browser of somebody's: a session cookie, requests, sockets."""

    def __init__(self, port, source=None, guest=True):
        self.source, self.cookie = source, None
        self.game = None  # named where a socket is opened, for proxies that route by it
        self.go_to(port)
        if guest:
            status, me = self.ask("GET", "/api/me")
            assert status == 200, (status, me)
            self.id = me["id"]

    def go_to(self, port):
        self.port = port
        self.origin = f"http://127.0.0.1:{port}"
        self.host = f"127.0.0.1:{port}"

    def raw(self, method, path, body=b"", headers=None, timeout=HANG):
        """-> (status, headers, body as bytes). `headers` replace the usual ones; a value of
        None leaves one out."""
        send = {"Host": self.host, "Origin": self.origin, "Cookie": self.cookie,
                "Content-Length": str(len(body)) if body or method != "GET" else None}
        send.update(headers or {})
        text = f"{method} {path} HTTP/1.1\r\n"
        text += "".join(f"{k}: {v}\r\n" for k, v in send.items() if v is not None)
        sock = connect(self.port, self.source, timeout)
        try:
            try:
                sock.sendall(text.encode("latin-1") + b"\r\n" + body)
            except ConnectionError:
                pass  # refused before the whole body was read; the answer may still be there
            status, got, answer = read_answer(sock)
        finally:
            sock.close()
        if "set-cookie" in got and not (headers and "Cookie" in headers):
            self.cookie = got["set-cookie"].split(";")[0]
        return status, got, answer

    def ask(self, method, path, body=None, headers=None):
        """-> (status, what the JSON says, or the text of an answer that is none, as a proxy gives)."""
        data = b"" if body is None else json.dumps(body).encode()
        status, got, answer = self.raw(method, path, data, headers)
        if not answer:
            return status, None
        if got.get("content-type", "").startswith("text/html"):
            return status, answer.decode()
        return status, json.loads(answer)

    def socket(self, headers=None, timeout=HANG, silent=False):
        return Socket(self, headers, timeout, silent)


class Alive:
    """A server drops who is silent for 40 seconds. A slow test leaves sockets unread for longer, and
    the pings in them unanswered: who has said nothing for 15 seconds says that they are there."""

    LOOK_S, SILENT_S = 5, 15

    def __init__(self):
        self.sockets, self.lock, self.thread = weakref.WeakSet(), threading.Lock(), None

    def add(self, line):
        with self.lock:
            self.sockets.add(line)
            if not self.thread:
                self.thread = threading.Thread(target=self._work, daemon=True)
                self.thread.start()

    def _work(self):
        while True:
            time.sleep(self.LOOK_S)
            with self.lock:
                lines = list(self.sockets)
            for line in lines:
                if time.monotonic() - line.said > self.SILENT_S:
                    line.say_alive()


alive = Alive()


class Socket:
    """A WebSocket; `events` of the games watched are kept as they came. One that is `silent` says
    nothing by itself."""

    def __init__(self, person, headers=None, timeout=HANG, silent=False):
        self.person = person
        self.sending, self.said = threading.Lock(), time.monotonic()
        self.sock = connect(person.port, person.source, timeout)
        send = {"Host": person.host, "Origin": person.origin, "Cookie": person.cookie,
                "Upgrade": "websocket", "Connection": "Upgrade",
                "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
                "Sec-WebSocket-Version": "13"}
        send.update(headers or {})
        query = f"?game={person.game}" if person.game else ""
        text = f"GET /api/socket{query} HTTP/1.1\r\n"
        text += "".join(f"{k}: {v}\r\n" for k, v in send.items() if v is not None)
        self.sock.sendall(text.encode("latin-1") + b"\r\n")
        self.status, self.headers, self.buffer = read_answer(self.sock)
        if self.status != 101:
            self.sock.close()
            raise Closed(self.status)
        self.keys = 0
        self.awaited = "a message"
        self.messages = []
        if not silent:
            alive.add(self)

    def say_alive(self):
        """A pong that nobody asked for, unless something else is being sent. Never to a server that
        has closed: what it said last would be lost."""
        if not self.sending.acquire(blocking=False):
            return
        try:
            is_open = self.sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == ESTABLISHED
            room = select.poll()
            room.register(self.sock, select.POLLOUT)
            if is_open and room.poll(0):
                self.said = time.monotonic()
                self.sock.send(bytes([0x80 | PONG, 0x85, 0, 0, 0, 0]) + b"alive")
        except (OSError, ValueError):
            pass  # it is closed
        finally:
            self.sending.release()

    def frame(self, payload, opcode=TEXT, fin=True, mask=True, length=None, reserved=0):
        """Sends one frame; `length` may lie about the payload's."""
        length = len(payload) if length is None else length
        head = bytes([(0x80 if fin else 0) | reserved << 4 | opcode])
        bit = 0x80 if mask else 0
        if length < 126:
            head += bytes([bit | length])
        elif length < 65536:
            head += bytes([bit | 126]) + struct.pack(">H", length)
        else:
            head += bytes([bit | 127]) + struct.pack(">Q", length)
        if mask:
            key = os.urandom(4)
            payload = bytes(b ^ key[i & 3] for i, b in enumerate(payload))
            head += key
        try:
            with self.sending:
                self.said = time.monotonic()
                self.sock.sendall(head + payload)
        except (ConnectionError, socket.timeout) as error:
            raise Closed() from error

    def send(self, message):
        self.frame(message.encode() if isinstance(message, str)
                   else json.dumps(message).encode())

    def _more(self, wanted):
        while len(self.buffer) < wanted:
            limit, watch = self.sock.gettimeout(), select.poll()
            watch.register(self.sock, select.POLLIN)
            if limit and limit > SAY and not watch.poll(SAY * 1000):
                print(f"waits: {self.awaited}, after {self.messages[-3:]}", file=sys.stderr, flush=True)
            try:
                got = self.sock.recv(65536)
            except ConnectionError as error:
                raise Closed() from error
            if not got:
                raise Closed()
            self.buffer += got

    def receive(self):
        """The next message as JSON; socket.timeout if none comes."""
        text = b""
        while True:
            self._more(2)
            first, length, head = self.buffer[0], self.buffer[1] & 127, 2
            if length >= 126:
                size = 2 if length == 126 else 8
                self._more(2 + size)
                length, head = int.from_bytes(self.buffer[2:2 + size], "big"), 2 + size
            self._more(head + length)
            payload = self.buffer[head:head + length]
            self.buffer = self.buffer[head + length:]
            opcode = first & 15
            if opcode == CLOSE:
                raise Closed(int.from_bytes(payload[:2], "big") if payload else None)
            if opcode == PING:
                self.frame(payload, PONG)
            elif opcode in (0, TEXT):
                text += payload
                if first & 0x80:
                    message = json.loads(text)
                    self.messages.append(message)
                    return message

    def until(self, wanted, what="a message"):
        """The first message for which `wanted` is true; others are kept in `messages`."""
        self.awaited = what
        while True:
            try:
                message = self.receive()
            except socket.timeout as error:
                raise AssertionError(f"hangs: {what}, after {self.messages[-3:]}") from error
            if wanted(message):
                return message

    def do(self, what, unreadable=False, **fields):
        """A command and its answer, which has no key where the command could not be read."""
        key = fields.pop("key", None)
        if key is None:
            self.keys += 1
            key = f"k{os.getpid()}-{id(self) % 100000}-{self.keys}"
        self.send({"key": key, "do": what, **fields})
        return self.until(lambda m: ("ok" in m and m.get("key") == key) or
                          (unreadable and m.get("ok") is False and "key" not in m))

    def closing_code(self):
        """Reads until the server closes; the code, None for a bare end. It hangs if the server
        leaves it open."""
        self.sock.settimeout(HANG)
        while True:
            try:
                self.receive()
            except Closed as closed:
                return closed.code

    def close(self):
        self.sock.close()
