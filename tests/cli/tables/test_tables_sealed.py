#!/usr/bin/env python3
"""Sealed dice of `alea play --game`: the commitment before, the seed after; every throw against the construction
of docs/dice.md done here a second time; kills and resuming; saves that somebody touched."""
import hashlib
import hmac
import os
import re
import subprocess
import tempfile

from support import ALEA
from support.expect import expect
from support.waiting import HANG


def run(*words, typed=""):
    done = subprocess.run([ALEA, *words], input=typed, capture_output=True, text=True, timeout=HANG)
    return done.returncode, done.stdout + done.stderr


def roll(seed, game, index):
    dice, block = [], 0
    while len(dice) < 2:
        message = f"alea-dice-1\n{game}\n\n{index}\n{block}\n"
        dice += [byte % 6 + 1 for byte in hmac.new(seed, message.encode(), hashlib.sha256).digest() if byte < 252]
        block += 1
    return dice[:2]


def throws(seed, game, lines, dice, none=0):
    """The throws of a record by our own count, as the record writes them."""
    index = 0

    def two():
        nonlocal index
        index += 2
        return roll(seed, game, index - 2) + roll(seed, game, index - 1)

    def marks():
        return sum(die % 2 for die in two()) or none

    for line in lines:
        words = line.split()
        if words[0] == "opening":
            yield [marks(), marks()] if dice == 1 else two()[:2]
        elif words[1:2] == ["roll"]:
            yield [marks()] if dice == 1 else two()[:dice]


def read(path):
    with open(path, encoding="ascii") as file:
        text = file.read()
    return text, {key: value for key, value in re.findall(r"^# (dice_\w+) (\S+)$", text, re.M)}


def by_our_own_count(folder):
    for game, dice, none in (("portes", 2, 0), ("tabula", 3, 0), ("ur", 1, 0), ("senet", 1, 5)):
        path = os.path.join(folder, game)
        status, said = run("play", "--game", game, "--match", "1", "--players", "alea,alea", "--save", path)
        shown = re.search(r"^Dice sealed: (\w{64})$", said, re.M)[1]
        opened = re.search(r"^Seed of the dice: (\w{64})$", said, re.M)[1]
        expect(status == 0 and said.index(shown) < said.index("pening roll") < said.index(opened), said[:300])
        text, marks = read(path)
        expect(hashlib.sha256(bytes.fromhex(opened)).hexdigest() == shown, game, shown, opened)
        expect((marks["dice_commitment"], marks["dice_seed"]) == (shown, opened), marks)
        expect(text.endswith(f"# dice_seed {opened}\n") and not os.path.exists(path + ".seed"), text[-200:])
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        said = [[int(die) for die in line.split()[1 if line[0] == "o" else 2:]] for line in lines
                if line.startswith("opening") or line.split()[1:2] == ["roll"]]
        expect(said == list(throws(bytes.fromhex(opened), marks["dice_game"], lines, dice, none)), game, said[:5])
        status, answer = run("verify-dice", path, "--commitment", shown)
        expect(status == 0 and f"all {len(said)} throws follow" in answer and "fixed before" in answer, answer)
    return path


def touched(path):
    """Whatever is changed in a save, it does not hold."""
    text, marks = read(path)
    last = re.findall(r"^[AB] roll (\d)$", text, re.M)[-1]
    other = os.path.join(os.path.dirname(path), "other")
    changes = (
        (text[:text.rindex(f" roll {last}")] + f" roll {int(last) % 4 + 1}" +
         text[text.rindex(f" roll {last}") + 7:], "does not follow|damaged"),
        (text.replace(marks["dice_seed"], "0" * 64), "not the one whose commitment"),
        (text.replace(marks["dice_seed"], "0" * 63 + "x"), "malformed"),
        (text.replace(marks["dice_game"], "0" * 24), "does not follow"),
        (text.replace(f"# dice_commitment {marks['dice_commitment']}\n", ""), "no commitment"),
        (text.replace(f"# dice_seed {marks['dice_seed']}\n", ""), "cannot be checked yet"),
        (re.sub(r"(?s)\n[AB] play \d+/off\n# dice_seed", "\n# dice_seed", text), "incomplete"),
        (text.replace("# dice os", "# dice file:x"), "nothing to check"))
    for change, why in changes:
        expect(change != text, why)
        with open(other, "w", encoding="ascii") as file:
            file.write(change)
        status, said = run("verify-dice", other)
        expect(status == 1 and re.search(why, said), why, said)
    status, said = run("verify-dice", path, "--commitment", "0" * 64)
    expect(status == 1 and "not the one that you were shown" in said, said)
    status, said = run("verify-dice", path, "--words", "a|b")
    expect(status == 2 and "--words" in said, said)


def goes_on(folder):
    """Stopped games go on with the dice that were fixed; without their seed they do not."""
    path = os.path.join(folder, "stopped")
    status, said = run("play", "--game", "ur", "--match", "1", "--players", "ann,alea", "--save", path, typed="\n\n1\n\n")
    shown = re.search(r"^Dice sealed: (\w{64})$", said, re.M)[1]
    expect("Seed of the dice" not in said and os.stat(path + ".seed").st_mode & 0o777 == 0o600, said)
    status, said = run("verify-dice", path)
    expect(status == 1 and "sealed until the match ends" in said, said)
    os.rename(path + ".seed", path + ".away")
    before = read(path)
    status, said = run("play", "--resume", path)
    expect(status != 0 and "missing" in said and read(path) == before, said)
    os.rename(path + ".away", path + ".seed")
    for _ in range(300):
        status, said = run("play", "--resume", path, typed="\n1\n" * 40)
        if "Seed of the dice" in said:
            break
    status, said = run("verify-dice", path, "--commitment", shown)
    expect(status == 0 and "the dice hold" in said, said)
    # Killed after the last throw, before the seed was written: resuming opens it.
    text, marks = read(path)
    with open(path, "w", encoding="ascii") as file:
        file.write(text.replace(f"# dice_seed {marks['dice_seed']}\n", ""))
    with open(path + ".seed", "w", encoding="ascii") as file:
        file.write(marks["dice_seed"] + "\n")
    status, said = run("play", "--resume", path)
    expect(status == 0 and marks["dice_seed"] in said and read(path)[0] == text, said)
    expect(not os.path.exists(path + ".seed"), os.listdir(folder))


def of_numbers(folder):
    path = os.path.join(folder, "seeded")
    status, said = run("play", "--game", "nardi", "--match", "1", "--players", "alea,alea", "--dice", "seed:7", "--save",
                       path)
    expect(status == 0 and "sealed" not in said, said[:300])
    status, said = run("verify-dice", path)
    expect(status == 0 and "follow from seed:7" in said, said)
    with open(path, encoding="ascii") as file:
        text = file.read()
    with open(path, "w", encoding="ascii") as file:
        file.write(text.replace("seed:7", "seed:8"))
    status, said = run("verify-dice", path)
    expect(status == 1 and "throw 1 does not follow" in said, said)


def main():
    with tempfile.TemporaryDirectory() as folder:
        touched(by_our_own_count(folder))
        goes_on(folder)
        of_numbers(folder)


if __name__ == "__main__":
    main()
