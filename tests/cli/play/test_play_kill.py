"""Killed at any moment, a game goes on at its last completed event: after many kills the
save holds exactly the events of a game that nobody disturbed."""
# ctest labels: slow
import json
import os
import random
import subprocess
import sys
import tempfile
import time

from support import ALEA
from play_driver import Play, answers, play_on

KILLS = 12  # of a match


def events(path):
    with open(path, encoding="utf-8") as save:
        lines = [json.loads(line) for line in save][1:]
    for line in lines:
        line.pop("crc", None)
    return [line for line in lines if "event" in line]


def play_disturbed(arguments, save, rng):
    game = Play(arguments + ["--save", save])
    kills = 0
    while True:
        prompt = game.prompt()
        if prompt is None:
            status = game.end()
            if status != 0:
                sys.exit("a resumed game ended with status %d: %r"
                         % (status, game.lines[-3:]))
            return kills
        if kills < KILLS and rng.random() < 0.5:
            # Somewhere between the typing and the next prompt.
            for line in answers(prompt):
                game.type(line)
            time.sleep(rng.random() * 0.004)
            game.process.kill()
            game.end()
            kills += 1
            game = Play(["--resume", save])
            continue
        for i, line in enumerate(answers(prompt)):
            game.type(line)
            if i + 1 < len(answers(prompt)):
                game.prompt()


def check(seed, folder):
    rng = random.Random(seed)
    arguments = ["--players", "you,alea:casual", "--match", "1",
                 "--dice", "seed:%d" % seed]
    quiet = os.path.join(folder, "quiet-%d.jsonl" % seed)
    disturbed = os.path.join(folder, "disturbed-%d.jsonl" % seed)
    if play_on(Play(arguments + ["--save", quiet])) != 0:
        sys.exit("the undisturbed game failed")
    kills = play_disturbed(arguments, disturbed, rng)
    if events(quiet) != events(disturbed):
        sys.exit("seed %d: the games differ after %d kills" % (seed, kills))
    return kills


def check_sealed(folder):
    """The same with sealed dice: the seed survives, and all rolls hold."""
    rng = random.Random(7)
    save = os.path.join(folder, "sealed.jsonl")
    kills = play_disturbed(["--players", "you,alea:casual", "--match", "1"], save, rng)
    verdict = subprocess.run([ALEA, "verify-dice", save], capture_output=True, text=True,
                             check=False)
    if verdict.returncode != 0 or "the dice hold" not in verdict.stdout:
        sys.exit("sealed dice: " + verdict.stdout + verdict.stderr)
    if os.path.exists(save + ".seed"):
        sys.exit("the seed's own file is still there after the end")
    return kills


def check_cut_line(folder):
    """A last line cut short in the writing is left out, and the game goes on."""
    save = os.path.join(folder, "cut.jsonl")
    game = Play(["--dice", "seed:3", "--save", save])
    for line in ["", "list", "1"]:
        game.prompt()
        game.type(line)
    game.prompt()
    game.end()
    before = events(save)
    with open(save, "rb+") as file:
        file.truncate(os.path.getsize(save) - 5)
    game = Play(["--resume", save])
    game.prompt()
    game.end()
    if not any("cut off" in line for line in game.lines):
        sys.exit("nothing said of the line that was cut: %r" % game.lines)
    # Where the lost event was the machine's, it is made again at once, and is the same.
    if events(save)[:len(before)] not in (before[:-1], before):
        sys.exit("a cut line was not simply left out")


def main():
    with tempfile.TemporaryDirectory() as scratch:
        total = sum(check(seed, scratch) for seed in (21, 22))
        total += check_sealed(scratch)
        check_cut_line(scratch)
        print("%d kills survived" % total)
        if total < 2 * KILLS:
            sys.exit("too few kills to mean anything")


if __name__ == "__main__":
    main()
