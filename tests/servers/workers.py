"""Starts `alea worker` and looks after it."""
import json
import signal
import subprocess
import threading

from server import ALEA, figure
from waiting import HANG, wait_until


class Worker:
    def __init__(self, nats, *options):
        self.command = [ALEA, "worker", "--bus", nats.url(), "--threads", "1", *options]
        self.start()

    def start(self):
        self.log = []
        self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.PIPE, text=True)
        self.reader = threading.Thread(target=self._read, args=(self.process.stderr,), daemon=True)
        self.reader.start()

    def _read(self, stream):
        for line in stream:
            self.log.append(line.rstrip("\n"))

    def kill(self):
        self.process.kill()
        self.process.wait(HANG)

    def stop(self):
        """SIGTERM; the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(HANG)

    def complaints(self):
        """Lines of the log that are no JSON."""
        wrong = []
        for line in self.log:
            try:
                json.loads(line)
            except ValueError:
                wrong.append(line)
        return wrong


def await_figure(server, name, wanted):
    wait_until(lambda: wanted(figure(server, name)), lambda: f"{name}, not {figure(server, name)}")
