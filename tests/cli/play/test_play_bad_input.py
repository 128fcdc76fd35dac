"""`alea play` against bad input of every kind: a message, a sensible status, no harm."""
import os
import resource
import signal
import subprocess
import tempfile
import time

from support import ALEA
from support.expect import expect
from support.waiting import HANG

SEED = ["--plain", "--dice", "seed:1", "--no-save"]


def run(arguments, typed=b"", **more):
    return subprocess.run([ALEA, "play"] + arguments, input=typed, capture_output=True,
                          timeout=HANG, check=False, **more)


def ends(name, done, status, *words):
    """Did the program end with that status, and say the words?"""
    text = (done.stdout + done.stderr).decode("utf-8", "replace")
    expect(done.returncode == status and all(w in text for w in words),
           "%s: status %d (wanted %d), said: %s" % (name, done.returncode, status, text[-400:]))


def check_options():
    for arguments, word in [
            (["--rules", "vidoo"], "vido"), (["--match", "0"], "match"),
            (["--match", "99999"], "match"), (["--match", "3", "--money"], "money"),
            (["--players", "one"], "two names"), (["--players", "a,b,c"], "two names"),
            (["--players", "x,x"], "different"), (["--players", "a b,c"], "name"),
            (["--players", "alea:wizard,you"], "level"), (["--level", "wizard"], "level"),
            (["--dice", "loaded"], "dice"), (["--dice", "seed:x"], "whole number"),
            (["--dice", "seed:-1"], "whole number"),
            (["--dice", "seed:18446744073709551616"], "whole number"),
            (["--option", "cube"], "KEY=VALUE"), (["--option", "cube=maybe"], "cube"),
            (["--option", "nonsense=1"], "nonsense"),
            (["--resume", "--match", "3"], "--resume"), (["game.jsonl"], "--resume"),
            (["--save", "x", "--no-save"], "exclude"), (["--save", ""], "")]:
        done = run(["--plain"] + arguments)
        expect(done.returncode in (2, 3) and word in done.stderr.decode(),
               "%r: status %d, %s" % (arguments, done.returncode, done.stderr.decode()))


def check_lines():
    hostile = [b"\xff\xfe\x00\x01\n", b"\x00\n", b"A" * 10000000 + b"\n", b"\n" * 3,
               b"8/5/3/1/9/7 6/5 4/3 3/2 2/1 1/off\n", b"bar/bar\n", b"99999999999999\n",
               b"-1\n", b"0\n", b"1\n", b"take\n", b"drop\n", b"accept\n", b"beaver\n",
               b"raccoon\n", b"reject\n", b"undo\n", b"done\n", b"resign 9\n",
               b"resign\nno\n", b"save /nowhere/at/all\n", b"stir x\n", b"cocked\n",
               b"made 8/4\n", b"contest\n", b"\x1b[A\x1b[2J\n", b"%s%n%s\n",
               b"8/5 6/5 " * 1000 + b"\n", b"hint\n", b"\xf0\x9f\x8e\xb2\n", b"new\nno\n",
               b"abandon\nno\n", b"id\n", b"rules\n", b"help\n", b"list\n"]
    done = run(SEED, b"".join(hostile * 3))
    ends("hostile lines", done, 1, "too long", "NUL")
    expect(b"\x1b" not in done.stdout, "an escape sequence was echoed")
    ends("no input", run(SEED), 0, "Game stopped")
    ends("only NUL", run(SEED, b"\x00" * 1000), 1, "NUL")


def check_dice_files(folder):
    dice = os.path.join(folder, "dice")
    save = os.path.join(folder, "filed.jsonl")
    with open(dice, "w", encoding="utf-8") as file:
        file.write("opening: 3 1 (0, 7, 8 and 9 are no dice)\n6")
    done = run(["--plain", "--dice", "file:" + dice, "--save", save],
               b"\nlist\n1\n\n\n\n")
    ends("short dice file", done, 3, "no more rolls: line 2, column 2", "--resume", "Play 3-1")
    with open(dice, "a", encoding="utf-8") as file:
        file.write("5 44 21 33")
    done = run(["--plain", "--resume", save], b"")
    ends("the dice file has grown", done, 0, "rolls 6-5")
    ends("empty dice file", run(["--plain", "--no-save", "--dice", "file:/dev/null"],
                                b"\n"), 3, "no more rolls")
    ends("endless zeros", run(["--plain", "--no-save", "--dice", "file:/dev/zero"],
                              b"\n"), 3, "cannot be read on")
    ends("a folder as dice", run(["--plain", "--no-save", "--dice", "file:" + folder],
                                 b"\n"), 3)
    ends("no dice file", run(["--plain", "--dice", "file:" + dice + "x"]), 3, "dice")
    ends("manual dice", run(["--plain", "--no-save", "--dice", "manual"],
                            b"66\n77\n6\n63\n"), 1, "Type two dice",
         "tie", "Opening roll: you 6, alea 3")


def check_saves(folder):
    save = os.path.join(folder, "game.jsonl")
    run(["--plain", "--dice", "seed:1", "--save", save], b"\n")
    ends("a save is not written over",
         run(["--plain", "--save", save]), 2, "not written over")
    ends("no such folder", run(["--plain", "--save", folder + "/no/game"]), 3,
         "--no-save")
    ends("no such save", run(["--plain", "--resume", folder + "/none"]), 3, "none")
    ends("a folder is no save", run(["--plain", "--resume", folder]), 3)
    for name, content in [("empty", b""), ("garbage", os.urandom(5000)),
                          ("text", b"hello\n"), ("nul", b"\x00" * 1000),
                          ("object", b"{}\n"), ("long", b"{" * 200000 + b"\n")]:
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(content)
        ends("save of " + name, run(["--plain", "--resume", path]), 3)
        with open(path, "rb") as file:
            expect(file.read() == content, "the damaged save '%s' was changed" % name)
    with open(save, "rb") as file:
        whole = file.read()
    for at in range(0, len(whole), 37):
        path = os.path.join(folder, "flipped")
        with open(path, "wb") as file:
            file.write(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:])
        done = run(["--plain", "--resume", path])
        expect(done.returncode in (0, 3), "byte %d flipped: status %d" % (at, done.returncode))
    home = dict(os.environ, XDG_DATA_HOME=os.path.join(folder, "data"))
    ends("nothing to resume", run(["--plain", "--resume"], env=home), 2,
         "no unfinished game")
    run(["--plain", "--dice", "seed:4"], b"\n", env=home)
    saved = os.listdir(os.path.join(folder, "data", "alea"))
    expect(len(saved) == 1, "one save under XDG_DATA_HOME, not %r" % saved)
    with open(os.path.join(folder, "data", "alea", "zz.jsonl"), "wb") as file:
        file.write(b"not a save\n")
    done = run(["--plain", "--resume"], env=home)
    ends("the latest that is sound", done, 0, "Going on with", "damaged")
    nowhere = {k: v for k, v in os.environ.items() if k not in ("HOME", "XDG_DATA_HOME")}
    ends("no home", run(["--plain"], env=nowhere), 3, "HOME", "--save FILE")


def small_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def check_full_disk(folder):
    save = os.path.join(folder, "full.jsonl")
    done = run(["--plain", "--players", "alea,alea", "--dice", "seed:2", "--save", save],
               preexec_fn=small_files)
    ends("a full disk", done, 3, "cannot be saved", "--resume")
    done = run(["--plain", "--resume", save])
    ends("and there is room again", done, 0, "wins the match")
    if os.path.exists("/dev/full"):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([ALEA, "play", "--plain", "--players", "alea,alea",
                                   "--dice", "seed:2", "--no-save"], stdout=full,
                                  stderr=subprocess.PIPE, timeout=HANG, check=False)
        expect(done.returncode == 3, "a full output: status %d" % done.returncode)


def check_pipe_and_signals(folder):
    game = subprocess.Popen([ALEA, "play"] + SEED, stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    game.stdout.close()
    game.stdin.write(b"\nlist\n")
    game.stdin.close()
    expect(game.wait(timeout=HANG) == 3, "a closed pipe: status %d" % game.returncode)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        save = os.path.join(folder, "signal-%d.jsonl" % number)
        game = subprocess.Popen([ALEA, "play", "--plain", "--dice", "seed:1", "--save",
                                 save], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)
        for line in game.stdout:
            if line.endswith(b"?\n"):
                break
        time.sleep(0.05)
        game.send_signal(number)
        said = game.communicate(timeout=HANG)[1].decode()
        expect(game.returncode == 128 + number and "--resume" in said,
               "signal %d: status %d, %s" % (number, game.returncode, said))
        ends("resumed after signal %d" % number, run(["--plain", "--resume", save]), 0)


def check_lock(folder):
    save = os.path.join(folder, "locked.jsonl")
    first = subprocess.Popen([ALEA, "play", "--plain", "--dice", "seed:1", "--save", save],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for line in first.stdout:
        if line.endswith(b"?\n"):
            break
    ends("a game is played once", run(["--plain", "--resume", save]), 3, "open in another window")
    first.communicate(b"quit\n", timeout=HANG)


def main():
    with tempfile.TemporaryDirectory() as scratch:
        check_options()
        check_lines()
        check_dice_files(scratch)
        check_saves(scratch)
        check_full_disk(scratch)
        check_pipe_and_signals(scratch)
        check_lock(scratch)


if __name__ == "__main__":
    main()
