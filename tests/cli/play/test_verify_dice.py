"""`alea verify-dice` against the construction of docs/dice.md done here a second time, and
against saves that somebody touched."""
import hashlib
import hmac
import json
import os
import re
import subprocess
import tempfile
import zlib

from support import ALEA
from support.expect import expect
from play_driver import Play, play_on


def rolls_of(seed, game_id, stir):
    """docs/dice.md, in Python."""
    index = 0
    while True:
        dice, block = [], 0
        while len(dice) < 2:
            message = "alea-dice-1\n%s\n%s\n%d\n%d\n" % (game_id, stir, index, block)
            for byte in hmac.new(seed, message.encode(), hashlib.sha256).digest():
                if byte < 252 and len(dice) < 2:
                    dice.append(byte % 6 + 1)
            block += 1
        yield dice
        index += 1


def verify(path, *options):
    done = subprocess.run([ALEA, "verify-dice", path, *options], capture_output=True, text=True,
                          check=False)
    return done.returncode, done.stdout + done.stderr


def check_against_ours(lines):
    header = json.loads(lines[0])["tags"]
    rows = [json.loads(line) for line in lines[1:]]
    later = {}
    for row in rows:
        if "event" not in row:
            later.update({k: v for k, v in row.items() if k != "crc"})
    text = "\n".join(lines)
    seed = bytes.fromhex(re.search(r'"dice_seed"[^}]*?"([0-9a-f]{64})"', text).group(1)
                         if '"dice_seed":"' not in text else
                         re.search(r'"dice_seed":"([0-9a-f]{64})"', text).group(1))
    expect(hashlib.sha256(seed).hexdigest() == header["dice_commitment"], "commitment")
    expected = rolls_of(seed, header["dice_game"], "a word of mine, \u00e4")
    count = 0
    for row in rows:
        if row.get("event") == "opening":
            expect([row["A"], row["B"]] == next(expected), "opening throw by our own count")
            count += 1
        elif row.get("event") == "roll":
            expect(sorted(row["dice"]) == sorted(next(expected)), "roll by our own count")
            count += 1
    return count


def chained(lines):
    """The lines with their check sums made good again, as a careful cheat would."""
    out, check = [], 0
    for line in lines:
        body = re.sub(r',"crc":"[0-9a-f]{8}"\}$', "", line)
        check = zlib.crc32(body.encode(), check)
        out.append('%s,"crc":"%08x"}' % (body, check))
    return out


def test_honest(folder):
    """A game played to its end; the lines of its save."""
    save = os.path.join(folder, "game.jsonl")
    game = Play(["--match", "1", "--save", save])
    game.prompt()
    game.type("stir a word of mine, \u00e4")
    expect(play_on(game) == 0, "the game plays to its end")
    status, said = verify(save)
    expect(status == 0 and "the dice hold" in said, "an honest game holds: " + said)
    with open(save, encoding="utf-8") as file:
        lines = file.read().splitlines()
    expect(any(line.startswith("Dice sealed: ") for line in game.lines), "commitment shown")
    count = check_against_ours(lines)
    expect("all %d rolls" % count in said, "as many rolls as we count")
    noted = json.loads(lines[0])["tags"]["dice_commitment"]
    status, said = verify(save, "--commitment", noted)
    expect(status == 0 and "the one that you gave" in said, "the commitment noted: " + said)
    expect(noted in verify(save)[1], "a commitment to compare")
    status, said = verify(save, "--commitment", "ab" * 32)
    expect(status == 1 and "not the one that you were shown" in said, "another game: " + said)
    expect(verify(save, "--commitment", "ab")[0] == 2, "no commitment at all")
    status, said = verify(save, "--key", "ab" * 32)
    expect(status == 1 and "no server signed" in said, "nobody signed: " + said)
    return lines


def test_cut(folder, lines):
    cut = os.path.join(folder, "cut.jsonl")
    seed_line = next(line for line in lines[1:] if '"dice_seed"' in line)
    kept = [line for line in lines[:-6] if '"dice_seed"' not in line]
    with open(cut, "w", encoding="utf-8") as file:
        file.write("\n".join(chained(kept + [seed_line])) + "\n")
    status, said = verify(cut)
    expect(status == 1 and "incomplete" in said, "a file without its end: " + said)


def test_touched(folder, lines):
    """One die of one roll, with a broken chain: damaged, and named by its line."""
    at = next(i for i, line in enumerate(lines) if '"event":"roll"' in line)
    touched = list(lines)
    touched[at] = re.sub(r'"dice":\[(\d)', lambda m: '"dice":[%d' % (int(m[1]) % 6 + 1),
                         touched[at])
    bad = os.path.join(folder, "touched.jsonl")
    with open(bad, "w", encoding="utf-8") as file:
        file.write("\n".join(touched) + "\n")
    status, said = verify(bad)
    expect(status == 1 and "line %d" % (at + 1) in said, "a touched line is named: " + said)
    resumed = subprocess.run([ALEA, "play", "--plain", "--resume", bad], input="",
                             capture_output=True, text=True, check=False)
    expect(resumed.returncode == 3 and "line %d" % (at + 1) in resumed.stderr,
           "play refuses it too: " + resumed.stderr)
    with open(bad, encoding="utf-8") as file:
        expect(file.read().splitlines() == touched, "and leaves it as it is")


def test_other_seed(folder, lines):
    """Another seed, whose commitment is not the one shown."""
    bad = os.path.join(folder, "other.jsonl")
    other = [re.sub(r'("dice_seed".*?")[0-9a-f]{64}"', r'\g<1>' + "ab" * 32 + '"', line)
             for line in lines]
    for candidate in (other, chained(other)):
        with open(bad, "w", encoding="utf-8") as file:
            file.write("\n".join(candidate) + "\n")
        status, said = verify(bad)
        expect(status == 1, "another seed does not hold: " + said)


def test_unfinished(folder):
    """Sealed, then opened by giving up."""
    sealed = os.path.join(folder, "sealed.jsonl")
    game = Play(["--save", sealed])
    game.prompt()
    game.type("")
    game.prompt()
    game.end()
    status, said = verify(sealed)
    expect(status == 1 and "sealed" in said, "an unfinished game is still sealed: " + said)
    expect(os.stat(sealed + ".seed").st_mode & 0o077 == 0, "the seed is its owner's alone")
    game = Play(["--resume", sealed])
    game.prompt()
    game.type("abandon")
    game.prompt()
    game.type("yes")
    game.end()
    status, said = verify(sealed)
    expect(status == 0, "a game given up can be checked: " + said)
    game = Play(["--resume", sealed])
    expect(game.prompt() is None and game.end() == 3, "and cannot be gone on with")
    expect(verify(os.path.join(folder, "none"))[0] == 3, "a missing file is status 3")


def main():
    with tempfile.TemporaryDirectory() as scratch:
        lines = test_honest(scratch)
        test_cut(scratch, lines)
        test_touched(scratch, lines)
        test_other_seed(scratch, lines)
        test_unfinished(scratch)
    print("the dice hold")


if __name__ == "__main__":
    main()
