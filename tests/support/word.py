"""A push service and a mail server on this machine, which behave as badly as a test asks; a browser's
side of a push message, by another implementation than the server's."""
import base64
import contextlib
import email
import hashlib
import hmac
import http.server
import json
import os
import re
import socket
import threading
import time

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from support.waiting import HANG, wait_until


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def hkdf(salt, secret, info, size):
    key = hmac.digest(salt, secret, "sha256")
    return hmac.digest(key, info + b"\1", "sha256")[:size]


class Device:
    """A browser's subscription; `opened` reads what the service got for it."""

    def __init__(self, service, name):
        self.path = f"/{name}"
        self.endpoint = service.url + self.path
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.auth = os.urandom(16)

    def json(self, **other):
        return {"endpoint": self.endpoint, "p256dh": b64(self.point), "auth": b64(self.auth), **other}

    def opened(self, body):
        salt, rs, size = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, record = body[21:21 + size], body[21 + size:]
        assert size == 65 and 18 <= len(record) <= rs, (size, rs, len(record))
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(
            ec.SECP256R1(), sender))
        secret = hkdf(self.auth, shared, b"WebPush: info\0" + self.point + sender, 32)
        plain = AESGCM(hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)).decrypt(
            hkdf(salt, secret, b"Content-Encoding: nonce\0", 12), record, None).rstrip(b"\0")
        assert plain[-1:] == b"\2", "not the last record"
        return json.loads(plain[:-1])


def signed_claims(header, public_key):
    """The claims of a token that the owner of the key has signed."""
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)", header)
    assert found and found[4] == public_key, header
    assert json.loads(unb64(found[1])) == {"typ": "JWT", "alg": "ES256"}, header
    pair = unb64(found[3])
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(public_key))
    key.verify(utils.encode_dss_signature(int.from_bytes(pair[:32], "big"),
                                          int.from_bytes(pair[32:], "big")),
               f"{found[1]}.{found[2]}".encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(unb64(found[2]))


class PushService:
    """`ways` says for a path what happens there: a status, (status, headers), or "silent", which
    takes the request and never answers. Others get 201. `got` has the requests."""

    def __init__(self):
        self.ways, self.got, self.ends = {}, [], threading.Event()
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                way = service.ways.get(self.path, 201)
                service.got.append((self.path, dict(self.headers), body))
                if way == "silent":
                    service.ends.wait(HANG)
                    return
                status, headers = way if isinstance(way, tuple) else (way, {})
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def of(self, device):
        return [(headers, body) for path, headers, body in self.got if path == device.path]

    def await_count(self, device, count):
        wait_until(lambda: len(self.of(device)) >= count,
                   lambda: f"{count} messages at {device.path}, not {self.said(device)}; at others "
                           f"{[path for path, _, _ in self.got if path != device.path]}")
        return self.of(device)

    def said(self, device):
        """What the words to the device say, in their order."""
        return [device.opened(body) for _, body in self.of(device)]

    def close(self):
        self.ends.set()
        self.server.shutdown()
        self.server.server_close()


class MailServer:
    """Takes e-mail. `refuse` answers RCPT with that line; `silent`: nothing is said at all."""

    def __init__(self):
        self.mails, self.refuse, self.silent, self.login, self.held = [], None, False, None, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"smtp://127.0.0.1:{self.listener.getsockname()[1]}"
        self.lines = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                line, _ = self.listener.accept()
                threading.Thread(target=self._serve, args=(line,), daemon=True).start()

    def _serve(self, sock):
        with contextlib.suppress(OSError), sock:
            file = sock.makefile("rwb")

            def say(text):
                file.write(text.encode() + b"\r\n")
                file.flush()

            if self.silent:
                self.held += 1
                time.sleep(HANG)
            say("220 mail.test")
            sender, to = None, []
            for raw in iter(file.readline, b""):
                said = raw.decode("latin-1").rstrip("\r\n")
                self.lines.append(said)
                if self.silent:
                    self.held += 1
                    time.sleep(HANG)
                word = said.upper()
                if word.startswith("EHLO"):
                    say("250-mail.test")
                    say("250 AUTH PLAIN")
                elif word.startswith("AUTH PLAIN"):
                    given = said.split()[2] if len(said.split()) > 2 else None
                    if given is None:
                        say("334 ")
                        given = file.readline().decode().strip()
                    self.login = base64.b64decode(given).decode().split("\0")[1:]
                    say("235 ok")
                elif word.startswith("MAIL FROM"):
                    sender = re.search("<(.*)>", said)[1]
                    say("250 ok")
                elif word.startswith("RCPT TO"):
                    if self.refuse:
                        say(self.refuse)
                        continue
                    to.append(re.search("<(.*)>", said)[1])
                    say("250 ok")
                elif word == "DATA":
                    say("354 go on")
                    text = b""
                    for data in iter(file.readline, b".\r\n"):
                        text += data[1:] if data.startswith(b"..") else data
                    self.mails.append((sender, to, text))
                    to = []
                    say("250 taken")
                elif word == "QUIT":
                    say("221 bye")
                    return
                else:
                    say("250 ok")

    def to(self, address):
        return [email.message_from_bytes(text) for _, to, text in self.mails if to == [address]]

    def await_count(self, address, count):
        wait_until(lambda: len(self.to(address)) >= count,
                   lambda: f"{count} e-mails to {address}, not {len(self.to(address))}: {self.mails}")
        return self.to(address)

    def close(self):
        self.listener.close()


def link(mail, purpose):
    """What the link of an e-mail says."""
    found = re.findall(rf"/word#{purpose}=([\w-]+)", mail.get_payload())
    assert len(found) == 1, mail.get_payload()
    return found[0]


def endpoint_hash(device):
    return hashlib.sha256(device.endpoint.encode()).hexdigest()
