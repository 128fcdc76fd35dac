"""`alea play --line` at a real terminal (a pty): the prompt, Tab, Ctrl-C, Ctrl-D, Ctrl-Z, resize, a
narrow window, NO_COLOR, and how long it takes to be there."""
import fcntl
import os
import pty
import re
import resource
import select
import signal
import struct
import sys
import tempfile
import termios
import time

from support import ALEA
from support.expect import expect
from support.waiting import HANG

SANITIZED = "debug" in os.environ.get("ALEA_BUILD", "") or "tsan" in ALEA


class Terminal:
    def __init__(self, arguments, columns=80, **environment):
        self.text = ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            env = {k: v for k, v in os.environ.items() if not k.startswith("LC_")}
            env.pop("NO_COLOR", None)
            env.pop("COLUMNS", None)
            # libedit 3.1 never frees the name of a function added to its map.
            env.update(TERM="xterm", LANG="C.UTF-8", ASAN_OPTIONS="detect_leaks=0",
                       **environment)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
            os.execve(ALEA, [ALEA, "play", "--line"] + arguments, env)
        self.resize(columns)

    def resize(self, columns):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))

    def read(self, seconds):
        if not select.select([self.fd], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        self.text += data.decode("utf-8", "replace")
        return bool(data)

    def wait_for(self, pattern, seconds=HANG):
        """Reads until the pattern has appeared; returns and removes the text up to it."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = re.search(pattern, self.text)
            if found:
                seen = self.text[:found.end()]
                self.text = self.text[found.end():]
                return seen
            self.read(0.2)
        sys.exit("timeout: expected %r in %r" % (pattern, self.text[-600:]))

    def wait_for_editing(self, seconds=HANG):
        """Waits until libedit has switched the terminal to editing: the prompt may be
        drawn before that, and a control key would then act on the terminal."""
        end = time.monotonic() + seconds
        while termios.tcgetattr(self.fd)[3] & termios.ICANON:
            if time.monotonic() > end:
                sys.exit("the prompt does not edit: %r" % self.text[-300:])
            self.read(0.01)

    def type(self, keys):
        """Types at a prompt."""
        self.wait_for_editing()
        os.write(self.fd, keys.encode())

    def status(self):
        end = time.monotonic() + HANG
        while time.monotonic() < end:
            self.read(0.05)
            pid, raw, usage = os.wait4(self.pid, os.WNOHANG)
            if pid:
                self.usage = usage
                while self.read(0.05):
                    pass
                return os.waitstatus_to_exitcode(raw)
        os.kill(self.pid, signal.SIGKILL)
        sys.exit("it does not end: %r" % self.text[-300:])


def check_a_turn(folder):
    save = os.path.join(folder, "game.jsonl")
    t = Terminal(["--dice", "seed:7", "--save", save])
    t.wait_for("roll for first move> ")
    t.type("\r")
    seen = t.wait_for("Play 3-1> ")
    expect("●" in seen and "\033[" in seen, "the board is drawn, with colour")
    expect("You begin with 3-1." in seen, "what happened is said")
    t.type("8/5 \t")
    t.wait_for("8/5 6/5")
    t.type("\025" + "hi\t")
    t.wait_for(r"hi\r?(\x1b\[\d+G)?nt")
    t.type("\025" + "24/2\t")
    t.wait_for("24/23 ")
    t.type("\025" + "8/5\r")
    t.wait_for("Play the 1> ")
    t.type("6/\t")
    t.wait_for(r"6/\r?(\x1b\[\d+G)?5")
    t.type("\r")
    t.wait_for("undo> ")
    t.type("undo\r")
    t.wait_for("Taken back")
    t.wait_for("Play the 1> ")
    # Stopped and continued: the prompt comes back, and what is typed counts.
    os.kill(t.pid, signal.SIGTSTP)
    os.waitpid(t.pid, os.WUNTRACED)
    os.kill(t.pid, signal.SIGCONT)
    t.wait_for("Play the 1> ")
    t.resize(30)
    t.type("6/5\r")
    t.wait_for("undo> ")
    t.text = ""
    t.type("\r")
    seen = t.wait_for("double> |> $")
    expect("alea" in seen and "│" not in seen, "a narrow window gets a list: %r" % seen)
    t.type("\003")
    expect(t.status() == 130, "Ctrl-C ends it with 130")
    expect("--resume" in t.text, "and says how to go on: %r" % t.text)

    t = Terminal(["--resume", save])
    t.wait_for("double> ")
    t.type("\004")
    status = t.status()
    expect(status == 0, "Ctrl-D ends it with 0, not %d: %s" % (status, t.text[-3000:]))
    expect("--resume" in t.text, "and says where the game is")


def check_each_prompt(folder):
    """Ctrl-C and Ctrl-D wherever somebody is asked."""
    scripts = [[], ["\r"], ["\r", "8/5\r"], ["\r", "8/5 6/5\r", "double\r"],
               ["\r", "resign\r"], ["\r", "new\r"], ["\r", "abandon\r"],
               ["\r", "resign 1\r"]]
    for i, script in enumerate(scripts):
        for key, wanted in (("\003", 130), ("\004", 0)):
            save = os.path.join(folder, "prompt-%d-%d.jsonl" % (i, wanted))
            t = Terminal(["--dice", "seed:7", "--save", save, "--players", "you,friend"])
            t.wait_for("> ")
            for line in script:
                t.type(line)
                t.wait_for("> $")
            t.type(key)
            expect(t.status() == wanted, "script %d, status %d" % (i, wanted))
            expect("--resume" in t.text, "script %d: %r" % (i, t.text[-200:]))


def check_no_colour():
    t = Terminal(["--no-save", "--dice", "seed:7"], NO_COLOR="1")
    t.wait_for("first move> ")
    t.type("\r")
    seen = t.wait_for("Play 3-1> ")
    expect("\033[1;3" not in seen, "NO_COLOR is respected")
    t.type("quit\r")
    expect(t.status() == 0, "quit")


def check_start():
    """Processor time from the start to the first prompt is reported, memory there judged: medians of
    several runs."""
    times, sizes = [], []
    for _ in range(7):
        t = Terminal(["--no-save"])
        t.wait_for("first move> ")
        with open("/proc/%d/status" % t.pid, encoding="utf-8") as file:
            sizes.append(int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1)))
        t.type("\004")
        t.status()
        times.append(t.usage.ru_utime + t.usage.ru_stime)
    times.sort()
    sizes.sort()
    print("first prompt after %.0f ms of processor time, %.1f MB resident" % (times[3] * 1e3,
                                                            sizes[3] / 1024))
    if not SANITIZED:
        expect(sizes[3] < 30 * 1024, "under 30 MB at the first prompt")


def main():
    with tempfile.TemporaryDirectory() as scratch:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        check_a_turn(scratch)
        check_each_prompt(scratch)
        check_no_colour()
        check_start()
    print("the terminal is well treated")


if __name__ == "__main__":
    main()
