"""alea external: what a client may send and what it gets, without GNU Backgammon (with it:
tests/peer). The answers to "set" and the options of "evaluation" are those of GNU
Backgammon 1.07.001's own server."""
import os
import re
import signal
import socket
import subprocess
import tempfile
import time

from support import ALEA
from support.expect import expect
from support.waiting import HANG

POINTS = "-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"


def board(names="gnubg:Joe", dice="3:1"):
    return ("board:%s:0:0:0:0:%s:1:%s:%s:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0"
            % (names, POINTS, dice, dice))


class Server:
    def __init__(self, address, *options):
        self.process = subprocess.Popen(
            [ALEA, "external", address, "--ply", "0", "--threads", "1", *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        said = self.process.stdout.readline()
        self.at = said.removeprefix("listening on ").rstrip("\n")
        self.said = said if said else self.process.stderr.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.communicate(timeout=HANG)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=HANG)

    def connect(self):
        if "/" in self.at:
            client = socket.socket(socket.AF_UNIX)
            client.settimeout(HANG)
            client.connect(self.at)
            return client
        host, _, port = self.at.rpartition(":")
        return socket.create_connection((host.strip("[]"), int(port)), timeout=HANG)

    def send(self, data):
        """Everything that comes back once the client has sent all it has."""
        with self.connect() as client:
            client.sendall(data)
            client.shutdown(socket.SHUT_WR)
            answer = b""
            while more := client.recv(4096):
                answer += more
        return answer.decode()

    def ask(self, line):
        answer = self.send(line.encode() + b"\n")
        expect(answer.endswith("\n"), "%r got %r" % (line, answer))
        return answer[:-1]


def requests(server):
    def same(line, answer):
        got = server.ask(line)
        expect(got == answer, "%r got %r, not %r" % (line, got, answer))

    def refused(line):
        got = server.ask(line)
        expect(got.startswith("Error: "), "%r got %r, not an error" % (line, got))

    same("set interface new", "New interface ON")
    same("set interface old", "New interface OFF")
    same("SET DEBUG ON", "Debug output ON")
    same("set debug off", "Debug output OFF")
    same("set debug yes", "Debug output ON")
    same("set debug false", "Debug output OFF")
    for line in ("set", "set foo", "set interface", "set interface on", "set debug",
                 "set debug foo", "set interface new x", "foo"):
        refused(line)
    same("", "Error: no command given")

    told = server.ask("help")
    for words in ("BOARD", "RESIGNATION n", "evaluation fibsboard BOARD", "[fibsboard]", "version",
                  "set interface new|old", "set debug on|off", "help", "exit", "quit"):
        expect(words in told, "help leaves out " + words)

    # Names with blanks, options behind them.
    evaluation = "evaluation fibsboard "
    play, value = server.ask(board()), server.ask(evaluation + board())
    expect(play == "8/5 6/5", "31 is played " + play)
    expect(re.fullmatch(r"(-?\d\.\d+ ?){6}", value), "not six numbers: " + value)
    for names in ("gnubg:Joe Doe", "GNU Backgammon 1:Joe \t Doe ", ' a : b "c"', ":"):
        same(board(names), play)
        same("  " + board(names) + "  ", play)
        same("fibsboard " + board(names), play)
        same(evaluation + board(names), value)
        same(evaluation + board(names) + " plies 0 cubeless", value)
        same(board(names) + " RESIGNATION 0", play)
        same(board(names) + " RESIGNATION 3", "accept")
        refused(board(names) + " foo")
        refused(board(names) + ":0")
    for line in ("board:", "board:a b", "board:a b:c d", "board:a b:c d:", "board:a:b:0 plies 0"):
        refused(line)
        refused(evaluation + line)

    for word in ("prune", "deterministic"):
        for said in ("", " on", " off", " plies 0", " OFF plies 0", " " + word):
            same(evaluation + board() + " " + word + said, value)
        refused(evaluation + board() + " " + word + " foo")
    for word in ("cube", "jacobyrule", "crawfordrule", "beavers", "plies", "noise"):
        refused(evaluation + board() + " " + word)
    for word in ("cubeful on", "cubeless off", "foo", "jacobyrule 1"):
        refused(evaluation + board() + " " + word)


def resignations(server):
    """The side whose turn the line names has offered to lose the game, and the other one
    answers. Sure results; the answers are those of GNU Backgammon 1.07.001's server."""
    def line(points, turn, length):
        counts = [str(points.get(point, 0)) for point in range(26)]
        return ("board:You:Opp:%d:0:0:%s:%d:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:1"
                % (length, ":".join(counts), turn))

    far = {17: -5, 18: -5, 19: -5}
    mirrored = {8: 5, 7: 5, 6: 5}
    for what, points, winner, least in (
            ("a single game", {1: 2, 24: -2, 23: -2, 22: -2}, 1, 1),
            ("a single game", {24: -2, 1: 2, 2: 2, 3: 2}, -1, 1),
            ("a gammon", {1: 1, 2: 1, **far}, 1, 2),
            ("a gammon", {24: -1, 23: -1, **mirrored}, -1, 2),
            ("a backgammon", {1: 1, 2: -2, 17: -5, 18: -5, 19: -3}, 1, 3),
            ("a backgammon", {24: -1, 23: 2, 8: 5, 7: 5, 6: 3}, -1, 3)):
        for loser in (1, -1):
            for length in (0, 7):
                for offered in (1, 2, 3):
                    # The winner of the game may give it away as cheaply as it likes.
                    fair = loser == winner or offered >= least
                    got = server.ask("%s jacobyrule off resignation %d"
                                     % (line(points, loser, length), offered))
                    expect(got == ("accept" if fair else "reject"),
                           "%s for %d, length %d: %d offers %d and gets %s"
                           % (what, winner, length, loser, offered, got))


def beavers(server):
    """The side whose turn the line names has doubled and answers the beaver; the cube is
    already the other one's."""
    lost = {1: 2, 2: 2, 3: 2, 4: 3, 5: 3, 6: 3, 24: -2}
    for turn, answer in ((1, "drop"), (-1, "take")):
        for length in (0, 9):
            counts = ":".join(str(lost.get(point, 0)) for point in range(26))
            may = "0:1" if turn == 1 else "1:0"
            got = server.ask("board:You:Opp:%d:0:0:%s:%d:0:0:0:0:2:%s:1:1:-1:0:25:0:0:13:0:0:0:0:1"
                             % (length, counts, turn, may))
            expect(got == answer, "a beaver, turn %d, length %d: %s" % (turn, length, got))


def ends(server):
    """Where lines end: newlines, the NUL that GNU Backgammon adds, the end of sending."""
    on, off = "Debug output ON\n", "Debug output OFF\n"
    for data, answer in ((b"set debug on", on), (b"set debug on\r", on),
                         (b"set debug off\nset debug on", off + on),
                         (b"set debug on\n\0", on), (b"set debug on\r\n\0\0", on),
                         (b"set debug on\n\0set debug off\n\0", on + off),
                         (b"set debug on\nexit", on), (b"", ""), (b"\0", ""),
                         (b"x" * 5000, "Error: request too long\n"),
                         (b"x" * 5000 + b"\nset debug on", "Error: request too long\n" + on)):
        got = server.send(data)
        expect(got == answer, "%r got %r" % (data[:40], got))


def not_reading(server):
    """A client that sends without reading holds up nobody, and finds all its answers once
    it reads."""
    with server.connect() as greedy:
        greedy.setblocking(False)
        ask, sent, since = b"version\n" * 1000, 0, time.monotonic()
        while time.monotonic() - since < 1:
            try:
                sent += greedy.send(ask[sent % 8:])
                since = time.monotonic()
            except BlockingIOError:
                time.sleep(0.01)
        expect(server.ask("set debug on") == "Debug output ON", "no answer beside it")
        greedy.settimeout(HANG)
        greedy.shutdown(socket.SHUT_WR)
        answer = b""
        while more := greedy.recv(1 << 20):
            answer += more
        expect(answer.count(b"Interface: 2\n") == (sent + 1) // 8,
               "%d requests, %d answers" % ((sent + 1) // 8, answer.count(b"Interface: 2\n")))


def unix_socket(folder):
    path = os.path.join(folder, "socket")
    with Server(path) as first:
        first.kill()
    expect(os.path.exists(path), "a killed server leaves its socket")
    with Server(path, "--once") as second:
        expect(second.at == path, "no start after a kill: " + second.said)
        with Server(path) as third:
            expect(third.process.wait(timeout=HANG) == 3 and "another program listens" in
                   third.said, "a second server on one path: " + third.said)
        expect(second.ask("set debug on") == "Debug output ON", "the first is disturbed")
        expect(second.process.wait(timeout=HANG) == 0, "--once ends with its client")
    expect(not os.path.exists(path), "the socket stays behind")

    for name in ("file", "link"):
        path = os.path.join(folder, name)
        if name == "file":
            with open(path, "w") as file:
                file.write("kept")
        else:
            os.symlink("nowhere", path)
        with Server(path) as server:
            expect(server.process.wait(timeout=HANG) == 3 and "no socket" in server.said,
                   "on a %s: %s" % (name, server.said))
        expect(os.path.lexists(path), "the %s is gone" % name)
    for path in (os.path.join(folder, "no", "folder"), os.path.join(folder, "x" * 200)):
        with Server(path) as server:
            expect(server.process.wait(timeout=HANG) == 3 and path in server.said,
                   "on %s: %s" % (path, server.said))


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
        return True
    except OSError:
        return False


def addresses():
    for address in ("127.0.0.1:0", "localhost:0", ":0", "0", "[127.0.0.1]:0"):
        with Server(address) as server:
            expect(server.at and server.ask("set debug on") == "Debug output ON",
                   "on %s: %s" % (address, server.said))
    if has_ipv6():
        with Server("[::1]:0") as server:
            expect(re.fullmatch(r"\[::1\]:\d+", server.at), "[::1]:0 is " + server.said)
            expect(server.ask("set debug on") == "Debug output ON", "no answer on [::1]")
    for address in ("[::1]", "[]", "host:", "host:x", "host:70000"):
        with Server(address) as server:
            expect(server.process.wait(timeout=HANG) == 2 and "no port" in server.said,
                   "on %s: %s" % (address, server.said))


def help_of_the_command():
    told = subprocess.run([ALEA, "external", "--help"], capture_output=True, text=True,
                          timeout=HANG).stdout
    for words in ("rolls looked ahead, 0 to 4 (default 0)", "threads (default 1)"):
        expect(words in told, "--help does not say " + words)


def main():
    with Server("127.0.0.1:0") as shared:
        requests(shared)
        resignations(shared)
        beavers(shared)
        ends(shared)
        not_reading(shared)
    with tempfile.TemporaryDirectory() as scratch:
        unix_socket(scratch)
    addresses()
    help_of_the_command()


if __name__ == "__main__":
    main()
