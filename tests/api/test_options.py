#!/usr/bin/env python3
"""Starting and stopping: addresses, TLS, proxies, ports in use, data in use, headers of the
page, metrics."""
import gzip
import http.client
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import ssl
import stat
import subprocess
import tempfile
import threading
import warnings

from support import ALEA
from support.clock import Clock
from support.server import Server
from support.waiting import HANG, wait_until
from support.wire import Closed, Person


def serve(*options, folder=None, **more):
    """Runs it to its end; -> (status, what it wrote to standard error)."""
    data = ["--data", os.path.join(folder, "x.db")] if folder else []
    done = subprocess.run([ALEA, "serve", *data, *options], capture_output=True, text=True,
                          timeout=HANG, **more)
    return done.returncode, done.stderr


def test_refusals(folder):
    for options, words in (
            (["--listen", "0.0.0.0"], "--insecure-lan"),
            (["--listen", "::"], "--insecure-lan"),
            (["--listen", "127.0.0.1", "--insecure-lan"], "beyond this machine"),
            (["--cert", "x.pem"], "belong together"),
            (["--cert", "/none.pem", "--key", "/none.pem"], "cannot read /none.pem"),
            (["--port", "65536"], "65535"),
            (["--listen", "example.org", "--behind-proxy"], "no address"),
            (["extra"], "")):
        status, said = serve(*options, folder=folder)
        assert status in (2, 3) and words in said, (options, status, said)
    status, said = serve("--data", "/proc/none/alea.db")  # a folder that cannot be made
    assert status == 3 and "/proc/none" in said, said
    broken = os.path.join(folder, "broken.db")
    with open(broken, "wb") as file:
        file.write(b"this is no database at all" * 400)
    before = os.path.getsize(broken)
    status, said = serve("--data", broken)
    assert status == 3 and "not a database" in said, said
    assert os.path.getsize(broken) == before, "a foreign file was touched"


def test_in_use(server, folder):
    status, said = serve("--port", str(server.port), folder=folder)
    assert status == 3 and f"port {server.port} is in use" in said and "--port" in said, said
    status, said = serve("--port", "0", "--data", server.data)
    assert status == 3 and "another alea serve" in said, said
    # Another name of the same file is the same file.
    os.symlink(server.data, folder + "/soft.db")
    os.link(server.data, folder + "/hard.db")
    for name in ("soft.db", "hard.db"):
        status, said = serve("--port", "0", "--data", f"{folder}/{name}")
        assert status == 3 and "another alea serve" in said, (name, said)
    os.unlink(folder + "/hard.db")


def test_default_place(folder):
    """$XDG_DATA_HOME/alea/alea.db, made for nobody else to read; a terminal gets the address."""
    terminal, end = os.openpty()
    process = subprocess.Popen([ALEA, "serve", "--port", "0"], stdout=end, stderr=subprocess.DEVNULL,
                               env={**os.environ, "XDG_DATA_HOME": folder + "/deep/share"})
    os.close(end)
    try:
        with open(terminal, encoding="ascii", closefd=False) as shown:
            line = shown.readline()
        port = int(re.fullmatch(r"Open http://127\.0\.0\.1:(\d+)/ in a browser; Ctrl\+C stops the "
                                r"server\.\n", line)[1])
        place = folder + "/deep/share/alea"
        assert stat.S_IMODE(os.stat(place).st_mode) == 0o700
        for name in os.listdir(place):
            assert stat.S_IMODE(os.stat(f"{place}/{name}").st_mode) == 0o600, name
        person = Person(port)
        assert person.ask("GET", "/health")[1]["status"] == "ok"
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(HANG) == 0
        os.close(terminal)


def test_log_alone(folder):
    """Without a terminal nothing but JSON is printed, with a line of a server that is open to a network."""
    process = subprocess.Popen([ALEA, "serve", "--port", "0", "--listen", "0.0.0.0", "--insecure-lan", "--data",
                                folder + "/log.db"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = []
    for line in process.stdout:
        lines.append(json.loads(line))
        if lines[-1]["event"] == "insecure_lan":
            process.send_signal(signal.SIGTERM)
    assert process.wait(HANG) == 0
    assert [line["event"] for line in lines if line["event"] in ("started", "insecure_lan", "stopped")] == \
        ["started", "insecure_lan", "stopped"], lines


def test_page(server):
    person = Person(server.port)
    gzip_too = {"Accept-Encoding": "gzip, br"}
    status, headers, body = person.raw("GET", "/", headers=gzip_too)
    assert status == 200 and headers["content-type"] == "text/html; charset=utf-8"
    assert headers["content-encoding"] == "gzip" and headers["cache-control"] == "no-cache"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "strict-transport-security" not in headers
    assert headers["vary"] == "accept-encoding"
    policy = headers["content-security-policy"]
    for part in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'",
                 "base-uri 'none'", "object-src 'none'", "form-action 'self'"):
        assert part in policy.split("; "), policy
    assert "unsafe" not in policy
    page = gzip.decompress(body).decode()
    # Its only whole addresses are those of its link card, which lead here.
    page_alone, cards = re.subn(rf'content="http://{re.escape(person.host)}/', 'content="/', page)
    assert cards == 2 and not re.search(r"<script(?![^>]*src)|style=|http:|https:|\son\w+=", page_alone), page
    status, again, body = person.raw("GET", "/", headers={"If-None-Match": headers["etag"]})
    assert status == 304 and body == b"" and again["etag"] == headers["etag"]
    status, plain, body = person.raw("GET", "/")
    assert "content-encoding" not in plain and body.decode() == page
    head_status, head, _ = head_of(server, "/")
    assert head_status == 200 and int(head["content-length"]) == len(body)
    names = re.findall(r'"(/assets/[^"]+)"', page)
    assert any(name.endswith(".js") for name in names), page
    total = 0
    for name in names:
        assert re.search(r"-[0-9a-f]{10}\.\w+$", name), name
        status, headers, body = person.raw("GET", name, headers=gzip_too)
        assert status == 200 and "immutable" in headers["cache-control"], name
        gzip.decompress(body)
        total += len(body)
    assert sum(name.endswith(".woff2") for name in names) == 2, page
    assert total < 180_000, f"the page is {total} bytes"
    for path in ("/g/abcdefghij27", "/p?id=XGID", "/editor", "/m/abcdefghij27/1/2"):
        assert person.raw("GET", path)[0] == 200


def head_of(server, path):
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=HANG)
    line.request("HEAD", path)
    answer = line.getresponse()
    rest = answer.read()
    line.close()
    return answer.status, {k.lower(): v for k, v in answer.getheaders()}, rest


def test_metrics(server):
    person = Person(server.port)
    status, _, body = person.raw("GET", "/metrics")
    assert status == 200
    text = body.decode()
    for line in text.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) .*|alea_\w+(\{(\w+=\"\w+\",?)+\})? -?[\d.]+", line), line
    series = [line.rsplit(" ", 1)[0] for line in text.splitlines() if line[0] != "#"]
    assert len(series) == len(set(series)), "a figure appears twice"
    assert re.search(r'alea_requests_total\{status="2xx"\} [1-9]', text)


def assert_limited(clock, ask):
    """`ask` gives a status: the burst is answered and the rest refused. No time passes meanwhile."""
    with clock.standing():
        codes = [ask() for _ in range(400)]
    answered = codes.count(200)
    assert 200 <= answered <= 240 and codes == [200] * answered + [429] * (400 - answered), answered


def takes_a_socket(person):
    try:
        person.socket().close()
        return True
    except Closed:
        return False


def test_a_lock_while_the_clock_stands(server, clock):
    """Another program writes: the server pauses and tries again, by a clock that goes on."""
    with clock.standing():
        other = sqlite3.connect(server.data, isolation_level=None, check_same_thread=False)
        other.execute("begin immediate")
        end = threading.Timer(.2, lambda: other.execute("rollback"))
        end.start()
        assert Person(server.port, "127.0.5.3").id
        end.join()
        other.close()


def test_limits(server, clock):
    person = Person(server.port, "127.0.5.1")
    lines = []
    try:
        with clock.standing():  # none is dropped meanwhile because it says nothing
            for _ in range(40):
                lines.append(person.socket())
        raise AssertionError("40 sockets from one address")
    except Closed as closed:
        assert closed.code == 429 and len(lines) == 32, (closed.code, len(lines))
    Person(server.port, "127.0.5.2").socket().close()  # others are not concerned
    for line in lines:
        line.close()
    wait_until(lambda: takes_a_socket(person), "a socket, where others have ended")
    assert_limited(clock, lambda: person.raw("GET", "/api/rules")[0])
    assert person.raw("GET", "/")[0] == 200


def make_certificate(folder):
    cert, key = folder + "/cert.pem", folder + "/key.pem"
    done = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", "2", "-subj", "/CN=localhost", "-keyout", key, "-out", cert],
        capture_output=True, timeout=HANG)
    assert done.returncode == 0, done.stderr
    return cert, key


def shown(port):
    """The certificate that the server shows to a new connection."""
    return ssl.get_server_certificate(("127.0.0.1", port))


def hang_up(server, event):
    before = len([l for l in server.log if event in l])
    server.process.send_signal(signal.SIGHUP)

    def is_said():
        assert server.process.poll() is None, f"no {event}"
        return len([l for l in server.log if event in l]) > before
    wait_until(is_said, event)


def renew(server, folder, cert, key, line):
    """A new pair is shown from then on; half a pair, or none, changes nothing."""
    line.request("GET", "/health")
    line.getresponse().read()
    old, path = shown(server.port), os.path.join(folder, "renewed")
    os.mkdir(path)
    new_cert, new_key = make_certificate(path)
    os.replace(new_cert, cert)  # and the key is still the old one's
    hang_up(server, "certificate_refused")
    assert shown(server.port) == old
    os.replace(new_key, key)
    hang_up(server, "certificate_read")
    renewed = shown(server.port)
    with open(cert) as file:
        assert renewed.split() == file.read().split() and renewed != old
    with open(cert, "w") as file:
        file.write("no certificate")
    hang_up(server, "certificate_refused")
    assert shown(server.port) == renewed
    line.request("GET", "/health")  # the connection of before goes on
    assert line.getresponse().read()


def test_tls(folder):
    if not shutil.which("openssl"):
        print("no openssl: TLS not tried")
        return
    cert, key = make_certificate(folder)
    status, said = serve("--cert", key, "--key", cert, "--port", "0", folder=folder)
    assert status == 3 and "PEM" in said, said
    server = Server("--cert", cert, "--key", key, "--listen", "127.0.0.1")
    try:
        trust = ssl.create_default_context(cafile=cert)
        trust.check_hostname = False
        line = http.client.HTTPSConnection("127.0.0.1", server.port, context=trust, timeout=HANG)
        line.request("GET", "/api/me")
        answer = line.getresponse()
        me = json.loads(answer.read())
        cookie = answer.getheader("set-cookie")
        assert cookie.startswith("__Host-alea_session=") and cookie.endswith("; Secure"), cookie
        assert "includeSubDomains" in answer.getheader("strict-transport-security")
        line.request("PATCH", "/api/me", json.dumps({"name": "Ada"}), {
            "Cookie": cookie.split(";")[0], "Origin": f"https://127.0.0.1:{server.port}"})
        answer = line.getresponse()
        assert answer.status == 200 and json.loads(answer.read())["id"] == me["id"]
        warnings.simplefilter("ignore", DeprecationWarning)
        # Of TLS 1.2 neither CBC nor a key exchange without forward secrecy.
        for suites in ("AES128-SHA", "AES128-GCM-SHA256", "ECDHE-RSA-AES128-SHA256",
                       "ECDHE-ECDSA-AES128-SHA"):
            weak = ssl.create_default_context(cafile=cert)
            weak.check_hostname = False
            weak.maximum_version = ssl.TLSVersion.TLSv1_2
            weak.set_ciphers(suites + ":@SECLEVEL=0")
            try:
                with socket.create_connection(("127.0.0.1", server.port)) as plain:
                    weak.wrap_socket(plain)
                raise AssertionError(f"{suites} was spoken")
            except (ssl.SSLError, OSError):
                pass
        good = ssl.create_default_context(cafile=cert)
        good.check_hostname = False
        good.maximum_version = ssl.TLSVersion.TLSv1_2
        with socket.create_connection(("127.0.0.1", server.port)) as plain:
            assert good.wrap_socket(plain).cipher()[0].startswith("ECDHE-")
        old = ssl.create_default_context(cafile=cert)
        old.check_hostname = False
        old.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
        old.maximum_version = ssl.TLSVersion.TLSv1_1
        try:
            with socket.create_connection(("127.0.0.1", server.port)) as plain:
                old.wrap_socket(plain)
            raise AssertionError("TLS 1.1 was spoken")
        except (ssl.SSLError, OSError):
            pass
        renew(server, folder, cert, key, line)
        line.close()
        assert server.stop() == 0 and not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()


def test_proxy():
    clock = Clock()
    server = Server("--behind-proxy", "--host", "club.example", clock=clock)
    try:
        def by(address, proto="https", host="club.example"):
            person = Person(server.port, guest=False)
            person.host, person.origin = host, f"{proto}://{host}"
            return person.raw("GET", "/api/me", headers={
                "X-Forwarded-For": f"10.9.9.9, {address}", "X-Forwarded-Proto": proto})
        status, headers, _ = by("192.0.2.1")
        assert status == 200 and headers["set-cookie"].startswith("__Host-")
        assert "strict-transport-security" in headers
        assert by("192.0.2.1", "http")[1]["set-cookie"].startswith("alea_session=")
        assert by("192.0.2.1", host="evil.example")[0] == 403
        assert_limited(clock, lambda: by("192.0.2.7")[0])
        assert by("192.0.2.8")[0] == 200, "one address's limit is another's"
        # The proxy speaks for others: figures are not theirs to see.
        person = Person(server.port, guest=False)
        assert person.raw("GET", "/metrics", headers={"X-Forwarded-For": "192.0.2.9"})[0] == 403
        # Nor where the proxy appends to a long list of the client's own, or says nothing readable.
        for value in ("1.2.3.4, " * 60 + "203.0.113.9", "a b", "", None, ", " * 500, "127.0.0.1 x"):
            assert person.raw("GET", "/metrics", headers={"X-Forwarded-For": value})[0] == 403, value
        # A port and brackets are no part of the address: two people do not share a limit.
        for one, other in (("203.0.113.8:4711", "203.0.113.10:4712"),
                           ("[2001:db8:1::7]:4711", "[2001:db8:2::7]"),
                           ("1.2.3.4, " * 60 + "203.0.113.20", "1.2.3.4, " * 60 + "203.0.113.21")):
            assert_limited(clock, lambda one=one: by(one)[0])
            assert by(other)[0] == 200, other
        ports = iter(range(2000, 65000))
        with clock.standing():
            codes = [by(f"203.0.113.8:{next(ports)}")[0] for _ in range(400)]
        assert 429 in codes, "another port is another address"
        assert server.stop() == 0
    finally:
        server.stop()
        server.clean()


def test_lan():
    """Open to the network without TLS: every page has a warning."""
    server = Server("--listen", "0.0.0.0", "--insecure-lan")
    try:
        person = Person(server.port)
        assert person.ask("GET", "/api/me")[1]["insecure"] is True
        assert server.stop() == 0
    finally:
        server.stop()
        server.clean()


def test_shutdown():
    """People who keep their sockets open get a message, and hold a server up for less than 5 s."""
    clock = Clock()
    server = Server(clock=clock)
    try:
        people = [Person(server.port) for _ in range(20)]
        lines = [person.socket() for person in people]
        with clock.standing():
            server.process.send_signal(signal.SIGTERM)
            clock.jump(.2)
            wait_until(lambda: server.logged('"event":"stopping"'), "the signal")
            clock.move(5)
            wait_until(lambda: server.process.poll() is not None, "its end")
        for line in lines:
            assert line.until(lambda m: m["type"] == "bye")["reason"] == "shutdown"
            assert line.closing_code() == 1001
        assert server.stop() == 0
        assert not server.complaints(), server.complaints()
    finally:
        server.stop()
        server.clean()


def main():
    with tempfile.TemporaryDirectory() as folder:
        test_refusals(folder)
        test_default_place(folder)
        test_log_alone(folder)
        test_tls(folder)
        clock = Clock()
        server = Server(clock=clock)
        try:
            test_page(server)
            test_metrics(server)
            test_a_lock_while_the_clock_stands(server, clock)
            test_limits(server, clock)
            print("ok page, metrics, limits")
            test_in_use(server, folder)
            assert server.stop() == 0
        finally:
            server.stop()
            server.clean()
    for test in (test_proxy, test_lan, test_shutdown):
        test()
        print("ok", test.__name__)


if __name__ == "__main__":
    main()
