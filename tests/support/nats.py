"""A throw-away NATS server with JetStream, for tests."""
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from support.waiting import HANG


class Nats:
    """config: a configuration, of which only address and folder are changed; it gets `password`."""

    def __init__(self, config=None, password=None):
        self.config, self.password = config, password
        self.program = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin:/usr/local/sbin")
        if not self.program:
            print("skipped: nats-server is not installed (Debian: nats-server)")
            sys.exit(77)
        self.folder = tempfile.TemporaryDirectory(prefix="alea_nats_")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.process = None
        self.start()

    def url(self):
        user = f"alea:{self.password}@" if self.password else ""
        return f"nats://{user}127.0.0.1:{self.port}"

    def start(self):
        with open(os.path.join(self.folder.name, "log"), "ab") as log:
            self.process = subprocess.Popen(
                [self.program, *(["-c", self.config] if self.config else []), "-a", "127.0.0.1", "-p", str(self.port), "-js", "-sd",
                 os.path.join(self.folder.name, "store")], stdout=log, stderr=log,
                env={**os.environ, "BUS_PASSWORD": self.password or ""})
        for _ in range(20 * HANG):
            try:
                with socket.create_connection(("127.0.0.1", self.port), .2) as line:
                    if line.recv(4) == b"INFO":
                        return
            except OSError:
                pass
            time.sleep(.05)
        raise RuntimeError("nats-server does not start")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(HANG)

    def close(self):
        self.kill()
        self.folder.cleanup()
