"""Records a golden game: plays one through `alea play --plain` and writes what was typed
(NAME.in, its first line the options) and, from a second run, what was said (NAME.out).

    ALEA=build/release/alea python3 tests/golden/record_play.py NAME SEED OPTION...

The plays follow the machine's hints, but are typed out, so that a stronger machine
changes nothing in the recorded game."""
import os
import random
import re
import subprocess
import sys

from support import ALEA

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "play")


class Game:
    def __init__(self, options):
        self.typed = []
        self.process = subprocess.Popen([ALEA, "play", "--plain", "--no-save"] + options,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)

    def type(self, line, keep=True):
        if keep:
            self.typed.append(line)
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read_until_prompt(self):
        """Lines up to a prompt; None at the end of the game."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if lines[-1].endswith("?"):
                return lines
        return None


def parts_of(play):
    """The play, one checker and one typed part at a time."""
    parts = []
    for part in play.split():
        found = re.fullmatch(r"(.*)\((\d)\)", part)
        parts += [found.group(1)] * int(found.group(2)) if found else [part]
    return parts


def answer_play(game, rng):
    game.type("hint", keep=False)
    lines = game.read_until_prompt()
    plays = [re.sub(r"^\d+\. (.*?) equity.*", r"\1", l) for l in lines if "equity" in l]
    if not plays:
        sys.exit("no hint in: " + repr((lines, game.typed[-8:])))
    play = plays[min(len(plays) - 1, rng.choice([0, 0, 0, 1]))]
    kind = rng.random()
    if kind < 0.04:
        game.type(rng.choice(["13/1", "24/off", "8/9", "2/1 2/1 2/1 2/1 2/1", "4", "dance",
                              "6/5*/4", "bar/20"]))
        if "Roll" not in game.read_until_prompt()[-1]:
            game.type("undo")
            game.read_until_prompt()
    if kind < 0.12 and len(parts_of(play)) > 1 and "*" not in play:
        parts = parts_of(play)
        for i, part in enumerate(parts):
            game.type(part)
            prompt = game.read_until_prompt()
            if prompt is None or "Enter, or undo" in prompt[-1]:
                break
        return ""
    if kind < 0.15:
        game.type(rng.choice(["pips", "board", "score", "id"]))
        game.read_until_prompt()
    return play


def answer(game, prompt, rng):
    if "Play" in prompt:
        return answer_play(game, rng)
    if "Take" in prompt:
        choices = ["take", "take", "take", "drop"]
        choices += ["beaver"] if "beaver" in prompt else []
        choices += ["raccoon"] if "raccoon" in prompt else []
        return rng.choice(choices)
    if "Accept" in prompt:
        return rng.choice(["accept", "reject"])
    if "or double" in prompt and rng.random() < 0.07:
        return "double"
    if "Roll" in prompt and rng.random() < 0.01:
        return rng.choice(["resign 1", "resign 2"])
    return ""


def record(name, seed, options):
    rng = random.Random(int(seed))
    game = Game(options)
    prompt = game.read_until_prompt()
    while prompt is not None and len(game.typed) < 700:
        game.type(answer(game, prompt[-1], rng))
        prompt = game.read_until_prompt()
        if "--money" in options and prompt and "next game" in prompt[-1]:
            game.type("quit")
            break
    game.process.stdin.close()
    game.process.wait()
    path = os.path.join(FOLDER, name)
    with open(path + ".in", "w") as script:
        script.write(" ".join(options) + "\n" + "\n".join(game.typed) + "\n")
    with open(path + ".out", "wb") as out:
        out.write(subprocess.run([ALEA, "play", "--plain", "--no-save"] + options,
                                 input=("\n".join(game.typed) + "\n").encode(),
                                 stdout=subprocess.PIPE, check=False).stdout)


if __name__ == "__main__":
    record(sys.argv[1], sys.argv[2], sys.argv[3:])
