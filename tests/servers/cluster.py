#!/usr/bin/env python3
"""A throw-away PostgreSQL cluster on a Unix socket. `cluster.py PROGRAM ARGUMENT...` runs a program
with its address in ALEA_TEST_DATABASE; exit status 77: PostgreSQL is not installed."""
import glob
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from support.waiting import HANG


def folder_of_programs():
    for folder in sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True):
        if os.path.exists(os.path.join(folder, "initdb")):
            return folder
    found = shutil.which("initdb")
    return os.path.dirname(os.path.realpath(found)) if found else None


def other_user():
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            pass
    return None


class Session:
    """A psql that stays."""

    def __init__(self, program, url):
        self.process = subprocess.Popen([program, "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-d", url],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def do(self, text):
        """Statements without rows; ends when they are done."""
        self.process.stdin.write(text + ";\n\\echo done\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line == "done\n", line

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(HANG)


class Cluster:
    """parent: where the data lie; wal: the log lies elsewhere; settings: of postgresql.conf"""

    def __init__(self, parent=None, wal=False, **settings):
        self.programs = folder_of_programs()
        if not self.programs:
            print("skipped: PostgreSQL is not installed (Debian: postgresql-15)")
            sys.exit(77)
        self.user = other_user()
        self.folder = tempfile.mkdtemp(prefix="alea_pg_", dir=parent)
        self.data = os.path.join(self.folder, "data")
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        os.chmod(self.folder, 0o755)
        self.process = None
        self.wal = tempfile.mkdtemp(prefix="alea_wal_") if wal else None
        if self.wal and self.user:
            os.chown(self.wal, self.user.pw_uid, self.user.pw_gid)
        self.run("initdb", "-D", self.data, "-U", "alea", "-A", "trust", "-E", "UTF8", "--no-locale", "-N",
                 *(["--waldir", self.wal] if wal else []))
        with open(os.path.join(self.data, "postgresql.conf"), "a", encoding="utf-8") as file:
            given = {"listen_addresses": "''", "unix_socket_directories": f"'{self.folder}'", "fsync": "off",
                     "shared_buffers": "32MB", "max_connections": "60", "deadlock_timeout": "100ms",
                     "logging_collector": "off", **settings}
            for key, value in given.items():
                file.write(f"{key} = {value}\n")
        self.start()
        self.sql("CREATE DATABASE alea ENCODING 'UTF8'", "postgres")

    def prepared(self):
        user = self.user
        if not user:
            return {}
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}

    def run(self, program, *arguments):
        subprocess.run([os.path.join(self.programs, program), *arguments], check=True, cwd="/",
                       stdout=subprocess.DEVNULL, **self.prepared())

    def url(self, database="alea"):
        return f"postgresql://alea@/{database}?host={self.folder}"

    def start(self):
        log = open(os.path.join(self.folder, "log"), "ab")
        self.process = subprocess.Popen([os.path.join(self.programs, "postgres"), "-D", self.data], cwd="/",
                                        stdout=log, stderr=log, **self.prepared())
        log.close()
        for _ in range(20 * HANG):
            ready = subprocess.run([os.path.join(self.programs, "pg_isready"), "-q", "-h", self.folder],
                                   check=False)
            if ready.returncode == 0:
                return
            if self.process.poll() is not None:
                break
            time.sleep(.05)
        with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as file:
            raise RuntimeError("PostgreSQL does not start: " + file.read()[-2000:])

    def stop(self, how=signal.SIGINT):
        """SIGINT: fast; SIGQUIT: as after a crash"""
        if self.process:
            self.process.send_signal(how)
            self.process.wait(HANG)
            self.process = None

    def _signal_all(self, number):
        """The server and all its sessions."""
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], check=False,
                                capture_output=True, text=True).stdout.split()
        for pid in [str(self.process.pid), *listed]:
            try:
                os.kill(int(pid), number)
            except ProcessLookupError:
                pass

    def freeze(self):
        """It accepts connections and answers nothing, as a machine whose disk hangs."""
        self._signal_all(signal.SIGSTOP)

    def thaw(self):
        self._signal_all(signal.SIGCONT)

    def sql(self, text, database="alea"):
        """-> the output, fields separated by |"""
        done = subprocess.run([os.path.join(self.programs, "psql"), "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1",
                               "-d", self.url(database), "-c", text], check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def session(self):
        return Session(os.path.join(self.programs, "psql"), self.url())

    def close(self):
        try:
            self.stop(signal.SIGQUIT)
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
            if self.wal:
                shutil.rmtree(self.wal, ignore_errors=True)


def main():
    cluster = Cluster()
    try:
        done = subprocess.run(sys.argv[1:], env={**os.environ, "ALEA_TEST_DATABASE": cluster.url()}, check=False)
        return done.returncode
    finally:
        cluster.close()


if __name__ == "__main__":
    sys.exit(main())
