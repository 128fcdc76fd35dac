#!/usr/bin/env python3
"""Somebody sets the clock of the machine: limits, timeouts and silence follow the monotonic clock,
so a step of the wall clock in either direction locks nobody out and drops nobody."""
import os
import shutil
import subprocess
import sys
import tempfile
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, FOLDER)
from honest import seated, watch
from server import Server
from wire import Person


class Clock:
    def __init__(self, folder):
        self.file = os.path.join(folder, "shift")
        self.library = os.path.join(folder, "clock_shift.so")
        self.set(0)
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if not compiler:
            sys.exit(77)
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", self.library,
                        os.path.join(FOLDER, "clock_shift.c")], check=True)

    def set(self, seconds):
        with open(self.file + ".new", "w") as file:
            file.write(str(seconds))
        os.rename(self.file + ".new", self.file)

    def environment(self):
        """The variables of a process whose clock this is."""
        return {"LD_PRELOAD": self.library, "CLOCK_SHIFT": self.file,
                "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"}


def requests_until_refused(person):
    for count in range(400):
        if person.ask("GET", "/api/levels")[0] == 429:
            return count
    raise AssertionError("no limit")


def server_time(person):
    line = person.socket()
    try:
        return line.do("ping")["time"] / 1000
    finally:
        line.close()


def main():
    with tempfile.TemporaryDirectory() as folder:
        clock = Clock(folder)
        os.environ.update(clock.environment())
        server = Server()
        del os.environ["LD_PRELOAD"]
        try:
            game, host, guest = seated(server.port)
            lines = [watch(host, game), watch(guest, game)]
            # Forward: nobody has been silent for an hour.
            clock.set(3600)
            assert 3500 < server_time(host) - time.time() < 3700, "the clock did not move"
            time.sleep(2.5)
            for line in lines:
                assert line.do("ping")["ok"]
            # Back: who was refused is served again as soon as before.
            greedy = Person(server.port, source="127.0.0.9")
            assert requests_until_refused(greedy) >= 200
            clock.set(-7200)
            time.sleep(2)
            assert greedy.ask("GET", "/api/levels")[0] == 200
            for line in lines:
                assert line.do("ping")["ok"]
            status, health = host.ask("GET", "/health")
            assert status == 200 and 0 <= health["uptime_s"] < 600, health
        finally:
            status = server.stop()
            server.clean()
        assert status == 0, (status, server.log[-10:])


if __name__ == "__main__":
    main()
