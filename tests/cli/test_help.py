"""Help, version and messages of the command line; rules by name and number in every command that
takes rules; the completions and the man page that are made from the help.

ctest labels: full
"""
import json
import os
import re
import subprocess
import tempfile

from support import ALEA, SOURCE
from support.effort import effort
from support.expect import expect
from support.waiting import HANG

BOOKS = ("vido", "compendium", "portfolio", "sheet", "ocastudios")


def alea(*words, text=""):
    return subprocess.run([ALEA, *words], input=text, capture_output=True, text=True, timeout=HANG)


def test_help():
    listed = alea("--help").stdout
    names = re.findall(r"^  ([a-z][a-z-]*) ", listed, re.M)
    expect(len(names) == len(set(names)) >= 23 and "plays" in names, names)
    expect(len(re.findall(r"^[A-Z][a-z ]+:$", listed, re.M)) >= 4, "groups", listed)
    expect(alea("help").stdout == listed == alea("-h").stdout)
    everything = alea("help", "all")
    expect(everything.returncode == 0 and not everything.stderr, everything.stderr)
    for name in names:
        expect(alea("help", name).stdout in everything.stdout, name)
    version = alea("--version")
    expect(version.stdout.startswith("alea ") and alea("-V").stdout == version.stdout)


def test_messages():
    for words, said in ((["cube"], "missing argument: ID (usage: alea cube ID...)"),
                        (["convert"], "missing argument: IN (usage: alea convert IN...)"),
                        (["verify-dice", "a", "b"], 'unexpected argument "b"'),
                        (["rules", "vido", "sheet"], 'unexpected argument "sheet"'),
                        (["verify"], 'did you mean "verify-dice"?'),
                        (["rules", "backgammon"], 'did you mean "standard"?'),
                        (["play", "--rules", "portfolo"], 'did you mean "portfolio"?'),
                        (["plays", "--preset", "005"], "'alea rules' lists them"),
                        (["plays", "--option", "beavers"], "KEY=VALUE")):
        made = alea(*words)
        expect(made.returncode == 2 and not made.stdout and said in made.stderr, words, made)
    made = alea("xyzzy")
    expect(made.returncode == 2 and "did you mean" not in made.stderr, made.stderr)


def test_rules():
    line = "4HPwATDgc/ABMA 61\n"
    for number, name in enumerate(BOOKS):
        title = alea("rules", name).stdout
        expect(title and alea("rules", f"{number:03}").stdout == title, name)
        wanted = alea("plays", "--rules", json.dumps({"preset": name}), text=line).stdout
        for words in (["--rules", name], ["-r", f"{number:03}"], ["--preset", name]):
            made = alea("plays", *words, text=line)
            expect(made.returncode == 0 and made.stdout == wanted, words, made.stderr)
        expect(alea("perft", "-d", "2", "--rules", name).stdout ==
               alea("perft", "-d", "2", "--preset", name).stdout, name)
    count = [json.loads(alea("plays", *words, text=line).stdout)["count"]
             for words in ([], ["-o", "dice_usage=may_play_higher_only"], ["-r", "002"],
                           ["-r", "standard"])]
    expect(count[0] == count[3] < count[1] == count[2], count)


def test_dice_after_an_id():
    """Dice belong to the ID before them in every command that takes positions."""
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
    for words in (["rollout", "--json", "--trials", "36", "--truncate", "1"],
                  ["scores", "--json", "--ply", "0", "--size", "2"]):
        wanted = json.loads(alea(*words, xgid).stdout)
        for dice in (["31"], ["3", "1"]):
            made = alea(*words, "4HPwATDgc/ABMA", *dice)
            expect(made.returncode == 0 and not made.stderr, words, made.stderr)
            expect(json.loads(made.stdout).keys() == wanted.keys(), words, made.stdout)
            expect("8/5 6/5" in made.stdout, words, dice, made.stdout)
    made = alea("cube", "--ply", "0", "4HPwATDgc/ABMA", "31")
    expect(made.returncode == 0 and "No double" in made.stdout, made)


def test_made_files():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["sh", os.path.join(SOURCE, "tools/make_completions"), ALEA, folder], check=True)
        bash = os.path.join(folder, "alea.bash")
        for words, at in (("alea plays --rules v", "vido"), ("alea bearoff m", "make"),
                          ("alea play -o beav", "beavers="), ("alea rollout --level roll", "rollout"),
                          ("alea convert --to sg", "sgf"), ("alea scor", "scores"),
                          ("alea move --threa", "--threads"), ("alea show --jacoby of", "off")):
            script = (f"compopt() {{ :; }}; source {bash}; COMP_WORDS=({words}); "
                      "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _alea; echo ${COMPREPLY[@]}")
            made = subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=folder)
            expect(made.stdout.split() == [at], words, made.stdout, made.stderr)
        for name in ("_alea", "alea.fish"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text = file.read()
            for word in ("portfolio", "match_length=", "intermediate", "serve-json"):
                expect(word in text, name, word)
        page = os.path.join(folder, "alea.1")
        subprocess.run(["sh", os.path.join(SOURCE, "tools/make_man"), ALEA, page], check=True)
        with open(page, encoding="utf-8") as file:
            sections = re.findall(r"^\.SH (.*)", file.read(), re.M)
        expect(sections == ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "EXIT STATUS",
                            "ENVIRONMENT", "FILES", "EXAMPLES", "SEE ALSO"], sections)


def main():
    tests = (test_help, test_messages, test_rules, test_dice_after_an_id)
    # Making the files starts alea some hundred times.
    for test in effort((*tests, test_made_files), tests):
        test()
    print("ok")


if __name__ == "__main__":
    main()
