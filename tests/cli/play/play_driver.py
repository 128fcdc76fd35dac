"""Plays `alea play --plain` through pipes by fixed answers, so that every run of the same
dice is the same game. Used by the tests of this folder."""
import subprocess

from support import ALEA
from support.waiting import HANG


class Play:
    def __init__(self, arguments, environment=None):
        self.lines = []
        self.process = subprocess.Popen(
            [ALEA, "play", "--plain"] + arguments, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment)

    def prompt(self):
        """Reads on to the next prompt; None at the end."""
        for raw in self.process.stdout:
            line = raw.decode("utf-8", "replace").rstrip("\n")
            self.lines.append(line)
            if line.endswith("?"):
                return line
        return None

    def type(self, line):
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def end(self):
        """Closes the input; the exit status."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.lines += [x.decode("utf-8", "replace").rstrip("\n")
                       for x in self.process.stdout]
        self.process.stdout.close()
        return self.process.wait(timeout=HANG)


def answers(prompt):
    """What to type at a prompt: always the same, without a look at the position."""
    if "Play" in prompt:
        return ["list", "1"]
    if "Take" in prompt:
        return ["take"]
    if "Accept" in prompt:
        return ["accept"]
    return [""]


def play_on(game):
    """From the last prompt to the end of the match."""
    prompt = game.prompt()
    while prompt is not None:
        for i, line in enumerate(answers(prompt)):
            game.type(line)
            following = game.prompt()
            if i == 0 and line == "list" and following is None:
                break
        prompt = following
    return game.end()
