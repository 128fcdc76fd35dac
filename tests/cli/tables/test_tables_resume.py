#!/usr/bin/env python3
"""`alea play --game` and --resume: killed after any answer, the match goes on with every event that was
shown, and ends as the match that nobody killed; a line cut short is left out; damaged files and files
that are played elsewhere are refused and left as they are."""
import os
import signal
import subprocess
import tempfile

from support import ALEA
from support.effort import effort
from support.expect import expect
from support.waiting import HANG


class Match:
    """A match in a process of its own, which answers itself: the first play, else Enter."""

    def __init__(self, *words):
        self.run = subprocess.Popen([ALEA, "play", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                    text=True)
        self.shown = []

    def prompt(self):
        """Reads on to the next question; None at the end."""
        for line in self.run.stdout:
            line = line.rstrip("\n")
            if line.endswith("?"):
                return line
            self.shown.append(line)
        return None

    def answer(self, prompt):
        self.run.stdin.write("1\n" if ": Play " in prompt else "\n")
        self.run.stdin.flush()

    def kill(self):
        self.run.send_signal(signal.SIGKILL)
        self.close()

    def close(self):
        self.run.stdin.close()
        self.run.stdout.close()
        return self.run.wait(HANG)


def whole(*words):
    """Played to the end without a stop."""
    match = Match(*words)
    while prompt := match.prompt():
        match.answer(prompt)
    expect(match.close() == 0, words, match.shown[-3:])
    return match.shown


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def events(shown):
    """What a person was shown that a record keeps."""
    return [line for line in shown if line.startswith("Opening roll") or not line.startswith("Equal") and
            any(f" {word} " in line or f" {word}s " in line for word in ("roll", "play"))]


def kill_everywhere(folder, game, dice):
    words = ("--game", game, "--match", "1", "--dice", dice, "--save")
    path, killed = os.path.join(folder, "whole"), os.path.join(folder, "killed")
    whole(*words, path)
    wanted = read(path)
    match, stops = Match(*words, killed), 0
    while prompt := match.prompt():
        match.answer(prompt)
        if match.prompt() is None:
            break
        shown = events(match.shown)
        match.kill()
        stops += 1
        kept = read(killed)
        expect(wanted.startswith(kept), game, stops, kept[-200:])
        lines = [line for line in kept.splitlines() if " roll " in line or " play " in line or
                 line.startswith("opening")]
        expect(len(lines) >= len(shown), game, stops, shown, lines[-4:])
        match = Match("--resume", killed)
    match.close()
    expect(read(killed) == wanted, game, "the end")
    expect(stops > 8, game, stops)
    os.remove(path)
    os.remove(killed)


def test_cut(folder):
    """A last line without its end was never shown; it goes, whatever it says."""
    path = os.path.join(folder, "cut")
    match = Match("--game", "plakoto", "--dice", "seed:3", "--players", "ann,ben", "--save", path)
    for _ in range(4):
        match.answer(match.prompt())
    match.prompt()
    match.kill()
    kept = read(path)
    expect("# players person ann person ben\n# dice seed:3\n" in kept, kept)
    with open(path, "a", encoding="utf-8") as file:
        file.write("A play 24/2")
    ran = subprocess.run([ALEA, "play", "--resume", path], input="quit\n", capture_output=True, text=True,
                         timeout=HANG)
    for said in ("cut off in the writing", "ann against ben: plakoto", f"alea play --resume {path}"):
        expect(said in ran.stdout, said, ran)
    expect(ran.returncode == 0 and read(path) == kept, ran)
    elsewhere = Match("--resume", path)
    elsewhere.prompt()
    ran = subprocess.run([ALEA, "play", "--resume", path], input="", capture_output=True, text=True,
                         timeout=HANG)
    expect(ran.returncode == 3 and "played elsewhere" in ran.stderr, ran)
    elsewhere.kill()
    return path, kept


def test_refused(path, kept):
    for text, said in ((kept.replace("opening", "closing", 1), "damaged, line 5"),
                       (kept.replace("# dice seed:3\n", ""), "players and dice"),
                       (kept.replace("person ann", "robot ann"), "players and dice"),
                       (kept.replace("seed:3", "seed:x"), "seed")):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        ran = subprocess.run([ALEA, "play", "--resume", path], input="\n", capture_output=True, text=True,
                             timeout=HANG)
        expect(ran.returncode == 3 and said in ran.stderr and read(path) == text, said, ran)
    ran = subprocess.run([ALEA, "play", "--game", "ur", "--save", path], input="", capture_output=True,
                         text=True, timeout=HANG)
    expect(ran.returncode == 3 and path in ran.stderr, ran)


def test_usual_place(folder):
    """Without --save the match lies where backgammon's do; --resume alone takes the latest of all that is open."""
    data = os.path.join(folder, "data")

    def play(*words, typed=""):
        ran = subprocess.run([ALEA, "play", *words], input=typed, capture_output=True, text=True, timeout=HANG,
                             env=dict(os.environ, XDG_DATA_HOME=data))
        saves = sorted(os.listdir(data + "/alea")) if os.path.isdir(data) else []
        return ran, [name for name in saves if name != "play.settings"]

    def older(name):
        os.utime(os.path.join(data, "alea", name), (1000, 1000))

    game = ("--game", "ur", "--match", "1", "--dice", "seed:2")
    ran, saves = play("--resume")
    expect(ran.returncode == 2 and "no unfinished game" in ran.stderr, ran)
    expect(play(*game, "--no-save", typed="\n")[1] == [], "--no-save")
    ran, (save,) = play(*game, "--players", "ann,alea", typed="\n\nquit\n")
    expect(save.endswith("-ann-alea.tables") and save in ran.stdout, save, ran.stdout)
    ran, _ = play("--resume", typed="quit\n")
    expect("Going on with" in ran.stdout and save in ran.stdout and "ann against alea: ur" in ran.stdout, ran)
    # The newer of both kinds; one that is over, or damaged, is passed over.
    older(save)
    _, saves = play("--plain", "--players", "eva,fay", typed="quit\n")
    backgammon = next(name for name in saves if name.endswith("eva-fay.jsonl"))
    expect("Score: eva 0, fay 0" in play("--resume", "--plain", typed="quit\n")[0].stdout, saves)
    older(backgammon)
    _, saves = play(*game, "--players", "alea,alea")
    expect(len(saves) == 4, "a finished match, and the secret of the sealed dice", saves)
    os.utime(os.path.join(data, "alea", save), (2000, 2000))
    expect("ann against alea" in play("--resume", typed="quit\n")[0].stdout, "the finished one is not open")
    with open(os.path.join(data, "alea", "x.tables"), "w", encoding="utf-8") as file:
        file.write("alea tables 9\n")
    ran, _ = play("--resume", typed="quit\n")
    expect("x.tables" in ran.stderr and "ann against alea" in ran.stdout, ran)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for game in effort(("plakoto", "ur", "aceydeucey"), ("plakoto", "ur")):
            kill_everywhere(folder, game, "seed:6")
        dice = os.path.join(folder, "dice")
        with open(dice, "w", encoding="utf-8") as file:
            file.write("31 52 64 21 66 43 11 52 65 " * 60)
        kill_everywhere(folder, "fevga", f"file:{dice}")
        test_refused(*test_cut(folder))
        test_usual_place(folder)


if __name__ == "__main__":
    main()
