#!/usr/bin/env python3
"""alea convert as a person uses it: where the output goes, many files at once, what the exit
status tells, and what is left behind when something is wrong."""
import json
import os
import resource
import subprocess
import tempfile
import zlib

from support import ALEA
from support.command_line import MATCH, alea, read
from support.expect import expect


def same_every_way(folder):
    """To a file, to standard output, into a pipe, through a link: the same text."""
    told = alea("convert", MATCH).stdout
    expect(told.startswith("; [Player 1"), told[:80])
    for word in ("-", "/dev/stdout"):
        done = alea("convert", MATCH, "-o", word)
        expect(done.returncode == 0 and done.stdout == told, word, done.stderr)
    path = os.path.join(folder, "out.mat")
    expect(alea("convert", MATCH, "-o", path).returncode == 0 and read(path) == told, path)
    os.chmod(path, 0o600)
    link = os.path.join(folder, "link.mat")
    os.symlink("out.mat", link)
    open(path, "w").close()
    expect(alea("convert", MATCH, "-o", link).returncode == 0, link)
    expect(os.path.islink(link) and read(path) == told, "the link was replaced")
    expect(os.stat(path).st_mode & 0o777 == 0o600, "its mode changed")
    pipe = os.path.join(folder, "pipe")
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True)
    done = alea("convert", MATCH, "-o", pipe)
    expect(done.returncode == 0 and reader.communicate()[0] == told, done.stderr)
    expect(sorted(os.listdir(folder)) == ["link.mat", "out.mat", "pipe"], os.listdir(folder))


GALAXY = """; [Site "BackgammonGalaxy"]
; [Crawford "On"]

16 point match

 Game 1
 A : 0                       B : 0
  1) 31: 8/5 6/5              42: 8/4 6/4
  2) 63: 24/15                 Losses 2 point
      Wins 2 point
"""


def rules_of_a_file(folder):
    """A money game that its site writes as a match; and options that know better."""
    path = os.path.join(folder, "galaxy.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write(GALAXY)
    for options, length in (((), 0), (("--length", "16"), 16), (("--money",), 0)):
        shown = json.loads(alea("show", "--json", *options, path).stdout)
        expect(shown["match_length"] == length, options, shown)
    text = alea("convert", "--jacoby", "off", "--beavers", "on", path).stdout
    expect('[Jacoby "Off"]' in text and '[Beaver "On"]' in text, text)
    text = alea("convert", "--length", "16", "--crawford", "off", path).stdout
    expect('[Crawford "Off"]' in text and "16 point match" in text, text)
    for options in (("--jacoby", "perhaps"), ("--money", "--length", "5"), ("--length", "0")):
        for command in ("show", "convert", "analyse"):
            expect(alea(command, *options, path).returncode == 2, command, options)


def many_files(folder):
    """One bad file fails alone; two of one name do not overwrite each other."""
    for name in ("a", "b", "out"):
        os.mkdir(os.path.join(folder, name))
    one, two = (os.path.join(folder, *p) for p in (("a", "x.mat"), ("b", "x.sgf")))
    bad, out = os.path.join(folder, "bad.mat"), os.path.join(folder, "out")
    alea("convert", MATCH, "-o", one)
    alea("convert", MATCH, "-o", two)
    with open(bad, "w", encoding="utf-8") as file:
        file.write(" 3 point match\n\n Game 1\n A : 0   B : 0\n  1) 31: 8/5 6/5   42: 8/9 1/1\n")
    done = alea("convert", "--strict", one, bad, MATCH, "-o", out, "--to", "journal")
    expect(done.returncode == 1 and "bad.mat:5" in done.stderr, done.stderr)
    expect("2 of 3 files converted" in done.stderr and "1 failed" in done.stderr, done.stderr)
    expect(sorted(os.listdir(out)) == ["base.jsonl", "x.jsonl"], os.listdir(out))
    before = read(os.path.join(out, "x.jsonl"))
    done = alea("convert", one, two, "-o", out, "--to", "journal")
    expect(done.returncode == 1 and "b/x.sgf: would replace" in done.stderr, done.stderr)
    expect(read(os.path.join(out, "x.jsonl")) == before, "the second one won")
    done = alea("convert", one, os.path.join(folder, "none.mat"), "-o", out)
    expect(done.returncode == 3 and os.path.exists(os.path.join(out, "x.mat")), done.stderr)
    expect(alea("convert", one, two).returncode == 2, "two files and no directory")
    done = alea("convert", one, "-o", one)
    expect(done.returncode == 1 and "its own conversion" in done.stderr, done.stderr)
    here = os.path.join(folder, "x.mat")
    alea("convert", one, "-o", here)
    before = read(here)
    done = alea("convert", two, here, "-o", folder, "--to", "mat")
    expect(done.returncode == 1 and "overwrite another" in done.stderr and read(here) == before,
           done.stderr)
    part = os.path.join(folder, "part.mat")
    for command in ("convert", "show", "analyse"):
        done = alea(command, "--strict", bad)
        expect(done.returncode == 1 and done.stdout == "" and "bad.mat:5:" in done.stderr
               and "--partial takes" in done.stderr, done.stderr)
    other = os.path.join(folder, "other")
    with open(other, "w", encoding="utf-8") as file:
        file.write("no match at all\n")
    done = alea("show", other)
    expect(done.returncode == 1 and "--partial" not in done.stderr, done.stderr)
    done = alea("analyse", "--ply", "0", "--strict", "--partial", bad)
    expect(done.returncode == 1 and "stopped" in done.stderr and "A" in done.stdout, done.stderr)
    done = alea("convert", "--strict", "--partial", bad, "-o", part)
    expect(done.returncode == 1 and "stopped" in done.stderr and "8/5 6/5" in read(part), done.stderr)
    # Without --strict the cell that cannot be played ends its game, with a warning.
    done = alea("convert", bad, "-o", part)
    expect(done.returncode == 0 and "bad.mat:5" in done.stderr and "42: ????" in read(part),
           done.stderr)


def no_room():
    """Like a full disk: Python ignores the signal that comes with it."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


def what_cannot_be_written(folder):
    path = os.path.join(folder, "kept.mat")
    with open(path, "w", encoding="utf-8") as file:
        file.write("what was there\n")
    done = alea("convert", MATCH, "-o", path, preexec_fn=no_room, restore_signals=False)
    expect(done.returncode == 3 and "too large" in done.stderr, done.stderr)
    expect(read(path) == "what was there\n" and os.listdir(folder) == ["kept.mat"],
           os.listdir(folder))
    for place in (os.path.join(folder, "none", "x.mat"), os.path.join(path, "x.mat")):
        done = alea("convert", MATCH, "-o", place)
        expect(done.returncode == 3 and place in done.stderr, done.stderr)
    if os.path.exists("/dev/full"):
        with open("/dev/full", "w") as full:
            done = subprocess.run([ALEA, "convert", MATCH], stdout=full, stderr=subprocess.PIPE,
                                  text=True)
        expect(done.returncode == 3 and "could not be written" in done.stderr, done.stderr)


# One position in each program's words (docs/formats.md); blots, a cube, a score, a roll.
NAMES = {
    "xgid": "XGID=-A--B-DCC----A------bbbcdA:1:1:-1:41:6:2:0:13:10",
    "gnubgid": "Me8OAkDvtgEAAA:EQGmASAAMAAE",
    "ogid": "OGID=kkllmmnnnoooo:1446666777888dp:B1N:41:B:R:2:6:13:0",
    "fibs": "board:Ann:Bob_B:13:6:2:0:1:0:0:2:0:4:3:3:0:0:0:0:1:0:0:0:0:0:0:-2:-2:-2:-3:-4:1:-1:"
            "0:0:4:1:2:1:0:0:1:-1:0:25:0:2:1:0:0:0:0:0"}


def identifiers(folder):
    """Each of the identifiers to each other one, as an argument, a file, and on standard input."""
    for given, name in NAMES.items():
        path = os.path.join(folder, given)
        with open(path, "w", encoding="utf-8") as file:
            file.write(name + "\n")
        for wanted, answer in NAMES.items():
            if wanted == "fibs" and given != "fibs":
                answer = answer.replace("Ann:Bob_B", "Player_1:Player_2")
            for place in (name, path, "-"):
                with open(path, encoding="utf-8") as file:
                    done = alea("convert", "--to", wanted, place, stdin=file)
                expect(done.returncode == 0 and done.stdout == answer + "\n", given, wanted, place,
                       done.stdout, done.stderr)
    done = alea("show", "--json", NAMES["fibs"])
    expect('"players": ["Ann", "Bob_B"]' in done.stdout, done.stdout, done.stderr)
    done = alea("convert", "--to", "ogid", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10")
    expect("Jacoby" in done.stderr and "beaver rule" in done.stderr, done.stderr)
    done = alea("convert", "--to", "fibs", "XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:3:0:10")
    expect(done.returncode == 1 and "no FIBS board" in done.stderr and not done.stdout, done.stderr)
    done = alea("show", "XGID=-b----E-C---eE---c-e----B:0:0:1:31:0:0:3:0:10")
    expect(done.returncode == 1 and ":1:" in done.stderr and "26" in done.stderr, done.stderr)
    done = alea("convert", "--to", "id", "-", input=f"Here ({NAMES['xgid']})? What now?\n")
    expect(done.stdout == NAMES["xgid"] + "\n", done.stdout, done.stderr)
    done = alea("convert", "--to", "id", MATCH)
    expect("only the last position" in done.stderr, done.stderr)
    for id, task in ((":0:0:1:00:6:2:1:7:10", "X to roll."), (":0:0:1:00:6:2:0:7:10", "or double"),
                     (":1:-1:1:00:0:0:0:7:10", "X to roll."), (":0:0:1:00:0:0:0:1:10", "X to roll.")):
        done = alea("show", "XGID=-b----E-C---eE---c-e----B-" + id)
        expect(task in done.stdout and ("double" in task) == ("double" in done.stdout), id,
               done.stdout)
    escape = os.path.join(folder, "escape")
    with open(escape, "w", encoding="utf-8") as file:
        file.write(" 3 point match\n\n Game 1\n A : 0   B : 0\n  1) 31: 8/5 6/5\n; \x1b[2J\n")
    done = alea("show", "--turn", "1", escape)
    expect("?[2J" in done.stdout and "\x1b" not in done.stdout, done.stdout)
    done = alea("show", "none.mat")
    expect(done.returncode == 3 and "No such file" in done.stderr, done.stderr)
    two = os.path.join(folder, "two")
    with open(two, "w", encoding="utf-8") as file:
        file.write(f"{NAMES['gnubgid']}\n\n{NAMES['ogid']}\n")
    done = alea("convert", "--to", "xgid", two)
    expect(done.stdout == 2 * (NAMES["xgid"] + "\n") and not done.stderr, done.stdout, done.stderr)
    for other in (NAMES["xgid"], NAMES["xgid"].replace("-b", "b-")):
        said = f" +12-11-10\nPosition-ID: {' Match-ID: '.join(NAMES['gnubgid'].split(':'))}\n{other}\n"
        done = alea("convert", "--to", "xgid", "-", input=said)
        expect(done.stdout == NAMES["xgid"] + "\n", done.stdout, done.stderr)
        expect(("second position" in done.stderr) == (other != NAMES["xgid"]), done.stderr)
    # Without a turn field there is nothing for --ogid-next to read otherwise.
    short = ":".join(NAMES["ogid"].split(":")[:4])
    done = [alea("convert", "--to", "xgid", *option, short).stdout for option in ((), ("--ogid-next",))]
    expect(done[0] and done[0] == done[1], done)
    names = os.path.join(folder, "names")
    with open(names, "w", encoding="utf-8") as file:
        file.write(f"{NAMES['xgid']}\n\nX:Mr O:x   O:Bob X:y\n")
    done = alea("show", "--json", names)
    expect('"players": ["Mr O:x", "Bob X:y"]' in done.stdout, done.stdout, done.stderr)


def many_positions(folder):
    """A text of many positions gives all of them, in order; what one cannot be is said of it alone."""
    ids = [f"XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:{length}:10"
           for dice, length in (("31", 0), ("64", 7), ("00", 5))]
    path = os.path.join(folder, "argued.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write("What we argued about:\n" + "\nor\n".join(ids) + "\n")
    done = alea("convert", path, "--to", "id")
    expect(done.returncode == 0 and done.stdout.split() == ids and not done.stderr, done)
    # By way of texts with boards, and of each other identifier, to the same.
    for to in ("xgtext", "gnubgid", "ogid", "fibs"):
        made = os.path.join(folder, f"made.{to}.txt")
        expect(alea("convert", path, "--to", to, "-o", made).returncode == 0, to)
        back = alea("convert", made, "--to", "id", "-q")
        expect(back.returncode == 0 and len(back.stdout.split()) == 3, to, back)
        if to in ("xgtext", "gnubgid"):
            # A GNU Backgammon ID of money play does not say Jacoby or beavers.
            expect([one.split(":")[:5] for one in back.stdout.split()] ==
                   [one.split(":")[:5] for one in ids], to, back.stdout)
    # A whole match holds one.
    for to in ("mat", "sgf", "journal"):
        out = os.path.join(folder, f"none.{to}")
        done = alea("convert", path, "--to", to, "-o", out)
        expect(done.returncode == 1 and "argued.txt: holds 3 positions" in done.stderr and
               not os.path.exists(out), to, done)
    # One that cannot be read is said with its line; the others are written.
    with open(path, "a", encoding="utf-8") as file:
        file.write("XGID=-b----E-C---eE---c-e----BB:0:0:1:31:0:0:0:7:10\n")
    done = alea("convert", path, "--to", "id")
    expect(done.returncode == 1 and done.stdout.split() == ids and "argued.txt:7" in done.stderr, done)
    # --from names the format of the whole.
    done = alea("convert", path, "--from", "xgtext", "--to", "id")
    expect(done.stdout.split() == ids[:1], done)


# A journal line by line, without its checksums; alea play and referee write them.
def journal(rules, *events, tags=None, comment=None):
    head = {"format": "alea-journal", "version": 1, "rules": rules, "players": ["Ann", "Bob"],
            "tags": tags or {}}
    check = 0
    text = ""
    for line in (head, *events):
        body = json.dumps(line, separators=(",", ":"))[:-1]
        check = zlib.crc32(body.encode(), check)
        text += f'{body},"crc":"{check:08x}"}}\n'
    return text


def what_gets_lost(folder):
    """Rules, tags and clocks that a format has no place for are named; a resignation that was
    refused leaves no trace in the plays."""
    opening = {"event": "opening", "A": 3, "B": 1}
    events = [opening, {"event": "play", "by": "A", "move": "8/5 6/5", "clock_ms": [1000, 2000]},
              {"event": "roll", "by": "B", "dice": [4, 2]},
              {"event": "resign", "by": "B", "level": 3}, {"event": "reject_resign", "by": "A"},
              {"event": "play", "by": "B", "move": "8/4 6/4"}]
    path = os.path.join(folder, "a.jsonl")
    with open(path, "w", encoding="utf-8") as file:
        file.write(journal({"preset": "vido"}, *events, tags={"date": "May 2024", "foo": "bar"}))
    for wanted in ("mat", "sgf"):
        done = alea("convert", "--to", wanted, path)
        expect(done.returncode == 0, done.stderr)
        for word in ("gammon_def, backgammon_def", "tags: foo", "clocks", "refused"):
            expect(word in done.stderr, wanted, word, done.stderr)
        expect("May 2024" in done.stdout and "????" not in done.stdout, done.stdout)
        back = alea("convert", "--to", "mat", "-", input=done.stdout)
        expect("42: 8/4 6/4" in back.stdout and "????" not in back.stdout, back.stdout, back.stderr)
    with open(path, "w", encoding="utf-8") as file:
        file.write(journal({"preset": "tournament"}, opening, events[1]))
    done = alea("convert", "--to", "mat", path)
    expect("rules" not in done.stderr and "tags" not in done.stderr, done.stderr)
    tags = [{"tag": f"t{i}", "value": "x"} for i in range(12000)]
    done = alea("show", "-", input=journal({"preset": "money"}, *tags))
    expect(done.returncode == 1 and "too many tags" in done.stderr, done.stderr)


def thrown_and_not_played(_):
    """Dice that a later position or game leaves behind stay in match text."""
    head = "(;FF[4]GM[6]MI[length:5][game:0]PW[A]PB[B];W[31hefe];PL[B]DI[63]"
    for rest in (")(;FF[4]GM[6]MI[length:5][game:1]PW[A]PB[B];W[31hefe])", ";AE[e]AW[e]PL[W])"):
        done = alea("convert", "--to", "mat", "-", input=head + rest)
        expect("63: ????" in done.stdout, done.stdout, done.stderr)


def other_ids(_):
    """The size of the game in an identifier, and that the game is over."""
    small = "OGID=123:mno:N0N::W:C:0:0:3:0:3"
    done = alea("convert", "--to", "ogid", small)
    expect(done.stdout.strip().endswith(":3"), done.stdout, done.stderr)
    passed = "OGID=11ccccchhhjjjjj:66666888dddddoo:N0P::B:FB:0:1:7:12"
    done = alea("convert", "--to", "id", passed)
    expect(done.returncode == 1 and "passed" in done.stderr and not done.stdout, done.stderr)
    done = alea("convert", "--to", "xgtext", "-", input=journal(
        {"preset": "money"}, {"event": "opening", "A": 3, "B": 1},
        {"event": "resign", "by": "A", "level": 1}))
    expect("resignation" in done.stderr, done.stderr)
    said = f"{NAMES['xgid']}\n\nX:marcow777 O:postmanpat, Score is X:2 O:6 13 pt.(s) match.\n"
    done = alea("show", "--json", "-", input=said)
    expect('["marcow777", "postmanpat"]' in done.stdout and '"score": [2, 6]' in done.stdout,
           done.stdout)


def turns(_):
    """show prints all of a turn, the cube too."""
    text = (" 0 point match\n\n Game 1\n A : 0   B : 0\n  1) 31: 8/5 6/5    Doubles => 2\n"
            "  2) Beavers => 4   Takes\n  3)                     42: 8/4 6/4\n")
    done = alea("show", "--turn", "2", "-", input=text)
    for word in ("B: double", "A: beaver", "B: take", "B plays 42: 8/4 6/4"):
        expect(word in done.stdout, word, done.stdout, done.stderr)
    expect(alea("show", "--json", "--turn", "2", MATCH).returncode == 2, "--json and --turn")


def analysis_of_a_file(folder):
    """What another program found is shown, and comes back from the journal."""
    path, copy = os.path.join(folder, "a.sgf"), os.path.join(folder, "a.jsonl")
    with open(path, "w", encoding="utf-8") as file:
        file.write("(;FF[4]GM[6]AP[GNU Backgammon:1.08]MI[length:0][game:0][ws:0][bs:0]PW[A]PB[B]"
                   ";W[31hefe]A[0][hefe E ver 3 0.55 0.16 0.01 0.12 0.004 0.16 2C 0 1 0.0 1]"
                   "[mjxw E ver 3 0.5 0.14 0.006 0.13 0.005 -0.01 2C 0 1 0.0 1]"
                   ";B[42qusu]DA[E ver 3 2C 1 0.0 1 0.44 0.12 0.005 0.16 0.01 -0.16 -0.2 "
                   "0.44 0.12 0.005 0.16 0.01 -0.3 -0.7])")
    alea("convert", "--to", "journal", path, "-o", copy)
    for name in (path, copy):
        first, second = (alea("show", "-t", turn, name).stdout for turn in ("1", "2"))
        expect("GNU Backgammon, 2-ply, loss 0.000" in first and "* 1. 8/5 6/5" in first, first)
        expect("2. 24/23 13/10" in first and "wins 50.0%" in first, first)
        expect("no double      -0.200" in second and "double, take   -0.700" in second, second)


def main():
    for test in (same_every_way, rules_of_a_file, analysis_of_a_file, many_files, what_cannot_be_written, identifiers,
                 many_positions, what_gets_lost, thrown_and_not_played, other_ids, turns):
        with tempfile.TemporaryDirectory() as place:
            test(place)
    print("ok")


if __name__ == "__main__":
    main()
