"""Starts `alea serve` on a port and data file of its own and looks after it."""
import json
import os
import resource
import signal
import socket
import subprocess
import tempfile
import threading
import time

ALEA = os.environ.get("ALEA", "build/release/alea")
FIRST_PORT, LAST_PORT = map(int, os.environ.get("ALEA_TEST_PORTS", "18200-18239").split("-"))


def free_ports():
    """Ports of ours that nobody listens on, beginning somewhere else in each process."""
    count = LAST_PORT - FIRST_PORT + 1
    for i in range(count):
        port = FIRST_PORT + (os.getpid() + i) % count
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        yield port


class Server:
    def __init__(self, *options, data=None, restore_signals=True, limit_files=None):
        self.folder = None if data else tempfile.TemporaryDirectory()
        self.data = data or os.path.join(self.folder.name, "alea.db")
        self.options = options
        self.restore_signals = restore_signals
        self.limit_files = limit_files
        self.port = None
        self.log = []
        self.start()

    def start(self):
        ports = [self.port] if self.port else free_ports()
        for port in ports:
            self.process = subprocess.Popen(
                [ALEA, "serve", "--port", str(port), "--data", self.data, *self.options],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                text=True, errors="replace", restore_signals=self.restore_signals,
                preexec_fn=self._limit if self.limit_files else None)
            self.reader = threading.Thread(target=self._read, args=(self.process.stderr,),
                                           daemon=True)
            self.reader.start()
            if self._answers(port):
                self.port = port
                return
        raise RuntimeError("alea serve does not start:\n" + "\n".join(self.log[-20:]))

    def _limit(self):
        resource.setrlimit(resource.RLIMIT_NOFILE, (self.limit_files, self.limit_files))

    def _read(self, stream):
        for line in stream:
            self.log.append(line.rstrip("\n"))

    def _answers(self, port):
        for _ in range(600):
            if self.process.poll() is not None:
                return False
            try:
                with socket.create_connection(("127.0.0.1", port), 0.2):
                    # Another server's port may answer too: ours must still be alive.
                    time.sleep(0.05)
                    return self.process.poll() is None
            except OSError:
                time.sleep(0.05)
        return False

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """SIGTERM; the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = "did not stop"
        self.reader.join(5)
        return status

    def memory_kb(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            for line in status:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1])
        return 0

    def complaints(self):
        """Lines of the log that are no JSON: a sanitizer's or an assert's."""
        wrong = []
        for line in self.log:
            try:
                json.loads(line)
            except ValueError:
                wrong.append(line)
        return wrong

    def logged(self, words):
        return any(words in line for line in self.log)

    def await_logged(self, words, seconds=10):
        """The log arrives over a pipe, read by a thread: a line may be late."""
        end = time.monotonic() + seconds
        while not self.logged(words):
            assert time.monotonic() < end, (words, self.log[-5:])
            time.sleep(.02)

    def refused(self, reason):
        """Did the log tell of something refused for that reason?"""
        return any('"event":"refused"' in line and f'"reason":"{reason}"' in line
                   for line in self.log)

    def clean(self):
        if self.folder:
            self.folder.cleanup()
