"""The clocks of a server that runs under a test: they stand still, run, and jump as the test says, so
that nothing here waits for time to pass, and nothing passes while a slow machine is busy."""
import atexit
import contextlib
import mmap
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

from support.waiting import wait_until

FOLDER = os.path.dirname(os.path.abspath(__file__))

# The server takes a tick that comes 5 s late for a stall of its own, which counts towards no timeout.
STEP_S = 4


class Clock:
    """Give it to Server(clock=...). A clock that stands must run again before the server stops."""

    def __init__(self):
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if not compiler:
            sys.exit(77)
        self.folder = tempfile.TemporaryDirectory()
        atexit.register(self.folder.cleanup)
        self.library = os.path.join(self.folder.name, "clock_shift.so")
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", self.library,
                        os.path.join(FOLDER, "clock_shift.c")], check=True)
        with open(os.path.join(self.folder.name, "shift"), "w+b") as file:
            file.write(bytes(72))
            file.flush()
            self.map = mmap.mmap(file.fileno(), 72)
        self.which, self.wall_ns, self.steady_ns, self.stands_at = 0, 0, 0, 0

    def environment(self):
        """The variables of a process whose clock this is."""
        return {"LD_PRELOAD": self.library, "CLOCK_SHIFT": os.path.join(self.folder.name, "shift"),
                "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"}

    def _write(self):
        self.which = 1 - self.which
        at = 16 + 24 * self.which
        self.map[at:at + 24] = struct.pack("qqq", self.wall_ns, self.steady_ns, self.stands_at)
        self.map[0:8] = struct.pack("q", self.which)

    def rounds(self, count=3):
        """Until the server's loop has gone round: its timers have fired by the clock of now; -> how
        often there was something to do meanwhile."""
        read = lambda word: struct.unpack("q", self.map[8 * word:8 * word + 8])[0]
        end, busy = read(1) + count, read(8)
        wait_until(lambda: read(1) >= end, "a round of the server's loop", .001)
        return read(8) - busy

    def set_wall(self, seconds):
        """Somebody sets the clock of the machine."""
        self.wall_ns = int(seconds * 1e9)
        self._write()
        self.rounds()

    def stand(self):
        self.stands_at = time.monotonic_ns()
        self._write()

    def run(self):
        if self.stands_at:
            self.steady_ns += self.stands_at - time.monotonic_ns()
            self.stands_at = 0
            self._write()

    @contextlib.contextmanager
    def standing(self):
        """While inside; a server that is stopped after a fault outside needs a clock that runs."""
        self.stand()
        try:
            yield
        finally:
            self.run()

    def move(self, seconds):
        """As jump, of a server that may have ended before it looks."""
        self.steady_ns += int(seconds * 1e9)
        self._write()

    def jump(self, seconds):
        """At once, as if the process had been stopped meanwhile."""
        self.move(seconds)
        self.rounds()

    def go_on(self, seconds):
        """As time passes: in steps, each of which the server notices."""
        while seconds > 0:
            self.jump(min(seconds, STEP_S))
            seconds -= STEP_S

    def stopped(self, server, seconds):
        """The exit status of a server that gets SIGTERM and has so many seconds of this clock for it."""
        self.stand()
        server.process.send_signal(signal.SIGTERM)
        end = self.steady_ns + int(seconds * 1e9)
        while self.steady_ns < end and server.process.poll() is None:
            self.move(.1)
            time.sleep(.01)
        status = server.ended()
        self.run()
        return status

    def until(self, claim, step_s=STEP_S, what="an event"):
        """Goes on until claim() is true; -> the seconds it took by this clock."""
        passed = 0

        def once():
            nonlocal passed
            if claim():
                return True
            self.go_on(step_s)
            passed += step_s
            return False
        wait_until(once, what, 0)
        return passed
