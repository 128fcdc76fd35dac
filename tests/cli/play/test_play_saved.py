"""`alea play` and its saves: the text after a resume, 'new' in a saved game, the command that
goes on with a save in any place, and a match won by a play that may still be contested."""
import os
import subprocess
import tempfile

from support import ALEA
from support.expect import expect


def play(arguments, lines, folder):
    environment = dict(os.environ, XDG_DATA_HOME=os.path.join(folder, "data"))
    run = subprocess.run([ALEA, "play", "--plain"] + arguments, input="\n".join(lines) + "\n",
                         capture_output=True, text=True, cwd=folder, env=environment)
    return run.returncode, run.stdout


TWO = ["--players", "ann,ben", "--dice", "manual"]
# Ann bears off three times four checkers and the last three, as the compendium lets her where
# ben does not object.
ILLEGAL_WIN = ["61", "made 6/off(4)", "31", "list", "1", "21", "made 6/off 13/off(3)", "31", "list", "1",
               "21", "made 13/off(2) 8/off(2)", "31", "list", "1", "21", "made 8/off 24/off(2)"]


def test_contest_at_the_end(folder):
    rules = ["--rules", "compendium", "--match", "1", "--no-save"] + TWO
    status, text = play(rules, ILLEGAL_WIN + ["contest", "quit"], folder)
    expect("may be contested" in text or "not legal" in text, text)
    expect("Seed" not in text and "match" in text, text)
    # Board and dice are back: ann is to play 2-1 again.
    expect(text.rstrip().splitlines()[-1].startswith("Game stopped"), text)
    expect("Play 2-1" in text.split("wins the match")[-1], text)
    status, text = play(rules, ILLEGAL_WIN + [""], folder)
    expect(status == 0 and "Game stopped" not in text, text)


def test_contest_after_a_resume(folder):
    path = os.path.join(folder, "c.jsonl")
    rules = ["--rules", "compendium", "--match", "1", "--save", path] + TWO
    play(rules, ILLEGAL_WIN, folder)
    status, text = play(["--resume", path], ["contest", "quit"], folder)
    expect("Play 2-1" in text, text)


def test_pending_offers_are_told(folder):
    path = os.path.join(folder, "k.jsonl")
    play(["--rules", "tournament", "--save", path] + TWO, ["31", "8/5 6/5", "resign 3"], folder)
    status, text = play(["--resume", path], ["score", "board"], folder)
    offer = "ben offers to resign a backgammon, 3 points."
    expect(text.count(offer) == 3, text)
    path = os.path.join(folder, "d.jsonl")
    play(["--rules", "tournament", "--save", path] + TWO, ["31", "8/5 6/5", "double"], folder)
    status, text = play(["--resume", path], ["score"], folder)
    expect(text.count("ben offers a double: the cube would be at 2.") == 2, text)


def test_new_begins_again(folder):
    path = os.path.join(folder, "n.jsonl")
    status, text = play(["--save", path, "--rules", "vido"] + TWO, ["new", "yes", "quit"], folder)
    expect(status == 0 and text.count("ann against ben") == 2, text)
    status, text = play(["--resume", path], ["new", "yes", "quit"], folder)
    expect(text.count("ann against ben") == 1 and "VIDO" in text.split("ann against ben")[1], text)
    expect("Opening" in text.split("ann against ben")[1], text)


def test_the_command_that_goes_on(folder):
    path = os.path.join(folder, "other place.jsonl")
    play(["--rules", "portfolio", "--no-save"] + TWO, [], folder)
    status, text = play(["--save", path] + TWO, ["quit"], folder)
    expect(f"'alea play --resume \"{path}\"' goes on" in text, text)
    status, text = play(TWO, ["quit"], folder)
    expect("'alea play --resume' goes on" in text, text)
    status, text = play(["--save", "here.jsonl"] + TWO, ["quit"], folder)
    expect("'alea play --resume here.jsonl' goes on" in text, text)
    status, text = play(["--resume", "here.jsonl"], ["quit"], folder)
    expect(status == 0 and "Going on with here.jsonl" in text, text)


def test_a_damaged_save_is_left_alone(folder):
    where = os.path.join(folder, "data", "alea")
    os.makedirs(where)
    path = os.path.join(where, "x.jsonl")
    with open(path, "w", encoding="utf-8") as file:
        file.write("garbage\n")
    run = subprocess.run([ALEA, "play", "--plain", "--resume"], input="", capture_output=True, text=True,
                         env=dict(os.environ, XDG_DATA_HOME=os.path.join(folder, "data")))
    first, last = run.stderr.splitlines()
    expect(first.startswith(f"alea play: {path} is damaged in line 1 (") and
           first.endswith("); it is left alone."), first)
    expect(last.startswith("alea play: no unfinished game in ") and os.path.exists(path), last)


if __name__ == "__main__":
    for test in (test_contest_at_the_end, test_contest_after_a_resume, test_pending_offers_are_told,
                 test_new_begins_again, test_the_command_that_goes_on,
                 test_a_damaged_save_is_left_alone):
        with tempfile.TemporaryDirectory() as folder:
            test(folder)
            print("passed:", test.__name__)
