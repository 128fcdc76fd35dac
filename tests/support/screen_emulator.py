"""A small terminal for tests of the full screen: starts a program in a pseudo-terminal,
follows its cursor movements (those of TERM=xterm) and keeps the screen as text."""
import codecs
import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time

from support.waiting import HANG

SEQUENCE = re.compile(r"\x1b(?:\[([?>!]?)([0-9;:]*)([ -/]*[@-~])|[()]([0-9A-Z])|([=>78McDEH])|\][^\x07\x1b]*(?:\x07|\x1b\\))")


class Screen:
    def __init__(self, command, rows, columns, **environment):
        self.rows, self.columns = rows, columns
        self.cells = [[" "] * columns for _ in range(rows)]
        self.at = [0, 0]
        self.last = " "
        self.region = [0, rows]
        self.modes = set()
        self.raw = self.rest = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            env = {k: v for k, v in os.environ.items()
                   if not k.startswith("LC_") and k not in ("NO_COLOR", "COLUMNS", "LINES")}
            env.update(TERM="xterm-256color", LANG="C.UTF-8",
                       ASAN_OPTIONS="detect_leaks=0")
            env.update(environment)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvpe(command[0], command, env)
        self.resize(rows, columns)

    def resize(self, rows, columns):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.rows, self.columns, self.region = rows, columns, [0, rows]
        self.cells = [(line + [" "] * columns)[:columns] for line in self.cells]
        self.cells = (self.cells + [[" "] * columns for _ in range(rows)])[:rows]
        self.at = [min(self.at[0], rows - 1), min(self.at[1], columns - 1)]

    def text(self):
        return "\n".join("".join(line).rstrip() for line in self.cells)

    def row(self, index):
        return "".join(self.cells[index]).rstrip()

    def put(self, c):
        if self.at[1] >= self.columns:
            self.at = [min(self.at[0] + 1, self.rows - 1), 0]
        self.cells[self.at[0]][self.at[1]] = c
        self.at[1] += 1
        self.last = c

    def scroll(self, lines):
        """Moves the lines of the scrolling region up, or down if negative."""
        top, end = self.region
        for _ in range(abs(lines)):
            if lines > 0:
                self.cells.pop(top)
                self.cells.insert(end - 1, [" "] * self.columns)
            else:
                self.cells.pop(end - 1)
                self.cells.insert(top, [" "] * self.columns)

    def control(self, private, numbers, final):
        n = [int(x) if x else 0 for x in re.split("[;:]", numbers)] if numbers else []
        one = max(n[0] if n else 1, 1)
        row, column = self.at
        if private:
            for mode in n:
                (self.modes.add if final == "h" else self.modes.discard)(mode)
            if 1049 in n:
                self.cells = [[" "] * self.columns for _ in range(self.rows)]
        elif final == "H":
            self.at = [min((n[0] if n else 1) or 1, self.rows) - 1,
                       min((n[1] if len(n) > 1 else 1) or 1, self.columns) - 1]
        elif final in "ABCD":
            step = {"A": (-one, 0), "B": (one, 0), "C": (0, one), "D": (0, -one)}[final]
            self.at = [max(0, min(self.rows - 1, row + step[0])),
                       max(0, min(self.columns - 1, column + step[1]))]
        elif final == "G":
            self.at[1] = one - 1
        elif final == "d":
            self.at[0] = one - 1
        elif final == "X":
            self.cells[row][column:column + one] = [" "] * len(
                self.cells[row][column:column + one])
        elif final == "K":
            kind = n[0] if n else 0
            start, end = (column if kind == 0 else 0), (column + 1 if kind == 1 else self.columns)
            self.cells[row][start:end] = [" "] * (end - start)
        elif final == "J":
            kind = n[0] if n else 0
            if kind >= 2:
                self.cells = [[" "] * self.columns for _ in range(self.rows)]
            else:
                self.cells[row][column:] = [" "] * (self.columns - column)
                self.cells[row + 1:] = [[" "] * self.columns
                                        for _ in range(self.rows - row - 1)]
        elif final == "P":
            del self.cells[row][column:column + one]
            self.cells[row] += [" "] * (self.columns - len(self.cells[row]))
        elif final == "@":
            self.cells[row][column:column] = [" "] * one
            del self.cells[row][self.columns:]
        elif final in "LM":
            for _ in range(one):
                if final == "L":
                    self.cells.insert(row, [" "] * self.columns)
                    self.cells.pop()
                else:
                    self.cells.pop(row)
                    self.cells.append([" "] * self.columns)
        elif final in "ST":
            self.scroll(one if final == "S" else -one)
        elif final == "r":
            self.region = [(n[0] or 1) - 1, n[1]] if len(n) > 1 else [0, self.rows]
            self.at = [0, 0]
        elif final == "b":
            for _ in range(one):
                self.put(self.last)
        elif final not in "mhltcnq" and final != "!p":
            sys.exit("the test's terminal does not know CSI " + numbers + final)

    def feed(self, text):
        text = self.rest + text
        self.rest = ""
        i = 0
        while i < len(text):
            c = text[i]
            if c == "\x1b" and text[i + 1:i + 2] == "M":
                if self.at[0] == self.region[0]:
                    self.scroll(-1)
                else:
                    self.at[0] = max(0, self.at[0] - 1)
                i += 2
                continue
            if c == "\x1b":
                found = SEQUENCE.match(text, i)
                if not found:
                    if len(text) - i < 40:
                        self.rest = text[i:]
                        return
                    sys.exit("unknown sequence " + repr(text[i:i + 20]))
                if found.group(3):
                    self.control(found.group(1), found.group(2), found.group(3))
                i = found.end()
                continue
            if c == "\r":
                self.at[1] = 0
            elif c == "\n":
                if self.at[0] == self.region[1] - 1:
                    self.scroll(1)
                elif self.at[0] < self.rows - 1:
                    self.at[0] += 1
            elif c == "\b":
                self.at[1] = max(0, self.at[1] - 1)
            elif c == "\t":
                self.at[1] = min(self.columns - 1, self.at[1] // 8 * 8 + 8)
            elif c >= " ":
                self.put(c)
            i += 1

    def read(self, seconds):
        if not select.select([self.fd], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        text = self.decoder.decode(data)
        self.raw += text
        self.feed(text)
        return bool(data)

    def wait_for(self, pattern, seconds=HANG):
        """Reads until the pattern stands on the screen."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if re.search(pattern, self.text()):
                while self.read(0.05):
                    pass
                if re.search(pattern, self.text()):
                    return self.text()
            self.read(0.2)
        sys.exit("timeout: expected %r on\n%s" % (pattern, self.text()))

    def type(self, keys):
        os.write(self.fd, keys.encode())

    def click(self, row, column):
        """A press and release of the left button, as xterm reports it (mode 1006)."""
        self.type("\x1b[<0;%d;%dM\x1b[<0;%d;%dm" % (column + 1, row + 1, column + 1, row + 1))

    def status(self):
        end = time.monotonic() + HANG
        while time.monotonic() < end:
            self.read(0.05)
            pid, raw = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                while self.read(0.05):
                    pass
                return os.waitstatus_to_exitcode(raw)
        sys.exit("it does not end:\n" + self.text())
