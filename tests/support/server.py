"""Starts `alea serve` on a port and data file of its own, and `alea worker`, and looks after them."""
import json
import os
import resource
import signal
import socket
import subprocess
import tempfile
import threading

from support import ALEA
from support.waiting import HANG, wait_until
from support.wire import Person

FIRST_PORT, LAST_PORT = 18200, 32767 # below those that a system gives to connections
claims = []


def claim(port):
    """Whether the port is ours for the rest of this process: no other process of any checkout's tests takes it,
    even while a server of ours restarts. The claim is the UDP port of that number, which alea does not use;
    tests/web/lib/server.mjs claims likewise."""
    mine = socket.socket(type=socket.SOCK_DGRAM)
    try:
        mine.bind(("127.0.0.1", port))
    except OSError:
        mine.close()
        return False
    claims.append(mine)
    return True


def free_ports():
    """Ports that we have claimed and that nobody listens on, beginning somewhere else in each process."""
    count = LAST_PORT - FIRST_PORT + 1
    for i in range(count):
        port = FIRST_PORT + (os.getpid() + i) % count
        if not claim(port):
            continue
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        yield port


def figure(server, name):
    """One of /metrics."""
    text = Person(server.port, guest=False).raw("GET", "/metrics")[2].decode()
    found = [line for line in text.splitlines() if line.startswith(f"alea_{name} ")]
    assert found, f"no figure {name}"
    return float(found[0].split()[1])


def await_figure(server, name, wanted):
    wait_until(lambda: wanted(figure(server, name)), lambda: f"{name}, not {figure(server, name)}")


class Logged:
    """A process whose standard error is read by a thread, line by line, into `log`."""

    def open(self, command, **how):
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.PIPE, text=True, errors="replace", **how)
        self.reader = threading.Thread(target=self._read, args=(self.process.stderr,), daemon=True)
        self.reader.start()

    def _read(self, stream):
        for line in stream:
            self.log.append(line.rstrip("\n"))

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """SIGTERM; the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.ended()

    def ended(self):
        """The exit status, once it has ended."""
        try:
            status = self.process.wait(HANG)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = "did not stop"
        self.reader.join(HANG)
        return status

    def complaints(self):
        """Lines of the log that are no JSON: a sanitizer's or an assert's."""
        wrong = []
        for line in self.log:
            try:
                json.loads(line)
            except ValueError:
                wrong.append(line)
        return wrong


class Server(Logged):
    def __init__(self, *options, data=None, restore_signals=True, limit_files=None, clock=None):
        self.folder = None if data else tempfile.TemporaryDirectory()
        self.data = data or os.path.join(self.folder.name, "alea.db")
        self.options = options
        self.restore_signals = restore_signals
        self.limit_files = limit_files
        self.environment = {**os.environ, **(clock.environment() if clock else {})}
        self.password_gate = self.data + ".gate"  # while it exists no password is compared
        if "ALEA_PRELOAD" in os.environ: # quick passwords, and analyses (tests/support/preloaded.c)
            self.environment["ALEA_PASSWORD_GATE"] = self.password_gate
            preloaded = [os.environ["ALEA_PRELOAD"], self.environment.get("LD_PRELOAD", "")]
            self.environment["LD_PRELOAD"] = ":".join(filter(None, preloaded))
            self.environment["ASAN_OPTIONS"] = \
                os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
        self.port = None
        self.log = []
        self.start()

    def start(self):
        ports = [self.port] if self.port else free_ports()
        for port in ports:
            already = len(self.log)
            self.open([ALEA, "serve", "--port", str(port), "--data", self.data, *self.options],
                      restore_signals=self.restore_signals, env=self.environment,
                      preexec_fn=self._limit if self.limit_files else None)
            wait_until(lambda: self._started(already) or self.process.poll() is not None,
                       "alea serve starts", .005)
            if self._started(already):
                self.port = port
                return
        self.reader.join(HANG)
        raise RuntimeError("alea serve does not start:\n" + "\n".join(self.log[-20:]))

    def _started(self, already):
        return any('"event":"started"' in line for line in self.log[already:])

    def _limit(self):
        resource.setrlimit(resource.RLIMIT_NOFILE, (self.limit_files, self.limit_files))

    def memory_kb(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            for line in status:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1])
        return 0

    def logged(self, words):
        return any(words in line for line in self.log)

    def await_logged(self, words):
        """The log arrives over a pipe, read by a thread: a line may be late."""
        wait_until(lambda: self.logged(words), lambda: f"{words} in the log: {self.log[-5:]}")

    def refused(self, reason):
        """Does the log have a refusal for that reason?"""
        return any('"event":"refused"' in line and f'"reason":"{reason}"' in line
                   for line in self.log)

    def clean(self):
        if self.folder:
            self.folder.cleanup()


class Worker(Logged):
    def __init__(self, nats, *options):
        self.command = [ALEA, "worker", "--bus", nats.url(), "--threads", "1", *options]
        self.start()

    def start(self):
        self.log = []
        self.open(self.command)
