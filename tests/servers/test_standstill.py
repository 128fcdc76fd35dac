#!/usr/bin/env python3
"""A database that is not there yet or stands still, and a server that stands still: the others go on.
ctest labels: slow"""
import os
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "api"))
from cluster import Cluster
from server import ALEA, free_ports
from waiting import HANG, wait_until
from wire import Person


class Starting:
    """A server that may have to wait before it has started."""

    def __init__(self, *options):
        self.folder = tempfile.TemporaryDirectory()
        self.log = os.path.join(self.folder.name, "log")
        self.port = next(free_ports())
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [ALEA, "serve", "--port", str(self.port), "--data", os.path.join(self.folder.name, "a.db"), *options],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log)

    def text(self):
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return file.read()

    def await_logged(self, words):
        def there():
            assert self.process.poll() is None or words in self.text(), self.text()
            return words in self.text()
        wait_until(there, lambda: f"{words} in the log: {self.text()}")

    def end(self, how=signal.SIGTERM):
        """The exit status."""
        self.process.send_signal(how)
        status = self.process.wait(HANG)
        self.folder.cleanup()
        return status


def test_start_first(cluster):
    """As after a power cut: the server starts before its database."""
    cluster.stop()
    given_up = Starting("--database", cluster.url())
    given_up.await_logged('"event":"waiting"')
    server = Starting("--database", cluster.url())
    server.await_logged('"event":"waiting"')
    assert given_up.end(signal.SIGINT) == 0
    cluster.start()
    server.await_logged('"event":"started"')
    assert Person(server.port, guest=False).ask("GET", "/health")[0] == 200
    assert server.end() == 0


def test_start_refused(cluster):
    """There is a database server, but not that database: no waiting helps."""
    done = subprocess.run([ALEA, "serve", "--database", cluster.url("nonsuch"), "--data", "/nonexistent/a.db"],
                          capture_output=True, text=True, check=False, timeout=HANG)
    assert done.returncode == 3 and "nonsuch" in done.stderr and "waiting" not in done.stderr, done


def main():
    built = subprocess.run([ALEA, "admin", "check", "--database", "postgresql://nobody@/x?host=/nowhere"],
                           capture_output=True, text=True, check=False)
    if "without PostgreSQL" in built.stderr:
        print("skipped: built without libpq")
        return 77
    cluster = Cluster()
    try:
        test_start_first(cluster)
        test_start_refused(cluster)
    finally:
        cluster.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
