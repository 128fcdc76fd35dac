#!/usr/bin/env python3
"""alea cube, met, scores, rollout, and the deeper looks of move and eval: the forms of
their output, what must agree between them, and bad input.
ctest labels: slow"""
import json
import os
import pty
import resource
import signal
import subprocess
import tempfile

from support import ALEA, SOURCE
from support.expect import expect
from support.waiting import HANG

START = "4HPwATDgc/ABMA"
OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


def run(*arguments, text=None):
    done = subprocess.run([ALEA, *arguments], input=text, capture_output=True, text=True,
                          timeout=HANG)
    return done.returncode, done.stdout, done.stderr


def one(*arguments):
    code, out, err = run(*arguments)
    expect(code == 0 and not err, " ".join(arguments), err)
    return json.loads(out)


def test_cube():
    c = one("cube", "--json", "--ply", "1", START)
    expect(set(c) >= {"id", "action", "equity", "beaver", "probabilities"}, "cube keys", c)
    expect(list(c["equity"]) == ["no_double", "double_take", "double_drop"], "cube equities")
    expect(c["action"] == "no_double" and c["equity"]["double_drop"] == 1, "opening", c)
    expect(c["id"] == START, "id")
    m = one("cube", "--json", "--length", "7", "--score", "2-3", START)
    expect(0.40 < m["mwc"]["no_double"] < 0.47 and m["mwc"]["double_drop"] > 0.49, "mwc", m)
    two = one("cube", "--json", "--length", "5", "--score", "3-3", START)
    expect(two["action"] == "double_take", "2-away 2-away", two)
    dead = one("cube", "--json", "--length", "5", "--score", "4-2", START)
    expect(dead["dead_cube"], "leader after Crawford", dead)
    crawford = one("cube", "--json", "--length", "5", "--score", "4-2", "--crawford", START)
    expect(crawford["action"] == "no_double", "Crawford", crawford)
    beaver = one("cube", "--json", "--beavers", "--jacoby",
                 "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10")
    expect(isinstance(beaver["beaver"], bool), "beavers are in the answer")
    one("cube", "--json", "--threads", "3", "--time", "50", START)


def test_same_with_threads():
    outputs = {run("cube", "--json", "--threads", n, START)[1] for n in ("1", "2", "5")}
    expect(len(outputs) == 1, "cube: threads", outputs)
    outputs = {run("move", "-j", "-p", "2", "--threads", n, OPENING)[1] for n in ("1", "4")}
    expect(len(outputs) == 1, "move: threads", outputs)


def test_bad_input():
    code, out, err = run("cube", "--json", "-", text=START + "\nnonsense\n\n" + START + "\n")
    lines = [json.loads(line) for line in out.splitlines()]
    expect(code == 1 and len(lines) == 3 and "error" in lines[1], "bad line goes on", out)
    expect("line 2" in err, "bad line is named", err)
    for arguments in (["--score", "1-2"], ["--length", "5", "--score", "5-0"],
                      ["--length", "5", "--score", "nonsense"], ["--money", "--length", "3"],
                      ["--length", "5", "--jacoby"]):
        code, out, err = run("cube", *arguments, START)
        expect(code in (1, 2) and err, "refused: " + " ".join(arguments), (code, err))
    for arguments in (["cube"], ["cube", "--ply", "5", START], ["cube", "--level", "x", START],
                      ["rollout", "--trials", "9-3", START], ["rollout", "--standard-error", "-1", START],
                      ["rollout", "--separation", "-1", START], ["met", "--ask", "1"],
                      ["met", "--ask", "3-4", "--post"], ["met", "--compute", "--gammons", "2"],
                      ["scores", "--size", "1", START], ["rollout", "merge"]):
        code, out, err = run(*arguments)
        expect(code == 2 and err and not out, "usage: " + " ".join(arguments), (code, out))
    # A file with something else in it is one thing, no file another.
    for command in ("eval", "move", "cube", "rollout"):
        for option in ("--net", "--met"):
            for path, status in ((__file__, 2), ("/none", 3)):
                code, out, err = run(command, option, path, START)
                expect(code == status and path in err, f"{command} {option} {path}", (code, err))


def test_crawford_game_has_no_dead_cube():
    told = one("cube", "--json", "XGID=-ABBCCD--------b---cbbbbb-:0:0:-1:00:4:1:1:5:10")
    expect(not told["dead_cube"] and "Crawford" in told["verdict"] and not told["available"],
           "Crawford, JSON", told)


def test_one_trial_has_no_error():
    code, out, _ = run("rollout", "--trials", "1", START)
    expect(code == 0 and "1 trial\n" in out and "+- ?" in out, "one trial", out)
    told = one("rollout", "--json", "--trials", "1", START)["candidates"]
    expect([c["standard_error"] for c in told] == [None, None]
           and told[1]["difference_error"] is None, "one trial, JSON", told)
    code, out, err = run("cube", "--met", "/nonexistent", START)
    expect(code == 3 and "/nonexistent" in err, "no table file", err)


def test_stakes_of_an_id():
    """The score of an ID counts; what no score allows is refused."""
    both = "XGID=-b----E-C---eE---c-e----B-:0:0:1:64:4:4:0:5:10"
    last = one("move", "--json", both)
    money = one("move", "--json", both.replace(":4:4:0:5:", ":0:0:0:0:"))
    given = one("move", "--json", "--ply", "0", "--length", "5", "--score", "4-4", START, "64")
    expect(last["move"] == given["move"] == "24/14" and money["move"] != last["move"],
           "the last game of a match is not money", (last["move"], money["move"]))
    expect(one("move", "--json", "--ply", "0", START, "31")["equity"] >
           one("move", "--json", "--ply", "0", "--cubeless", START, "31")["equity"],
           "--ply 0 counts the cube")
    for options in ([], ["--length", "1"], ["--length", "7", "--score", "6-6"],
                    ["--length", "7", "--score", "5-0"]):
        code, out, err = run("cube", "--crawford", *options, START)
        expect(code == 1 and not out and "exactly one side" in err, f"--crawford {options}", err)
    code, out, err = run("cube", "--ply", "0", "--length", "5", "--score", "2-4", "--crawford",
                         START)
    expect(code == 0 and "the Crawford game" in out
           and "dead" not in out.split("No cube decision")[1].split("[")[0], "the Crawford game",
           out)


def test_bytes_that_are_no_text():
    """A name in another encoding comes back as something that JSON can hold."""
    line = (b"board:J\xfcrg:Opp:9999:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:"
            b"3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0")
    for command in (["cube", "--ply", "0"], ["eval"], ["move"], ["scores", "--ply", "0"],
                    ["rollout", "--trials", "36"]):
        done = subprocess.run([ALEA.encode(), *(w.encode() for w in command), b"--json", line],
                              capture_output=True, timeout=HANG)
        answer = json.loads(done.stdout.decode())
        expect(done.returncode == 0 and answer["id"].startswith("board:J\ufffdrg:"),
               f"{command[0]} of bytes", answer)


def test_bad_input_is_told_whole():
    """The id of an error is the input, as that of an answer is."""
    for typed, told in (("é☃ x", "é☃ x"), ("a\tb\x01", "a\tb\x01"), ("y" * 300, "y" * 300),
                        (b"J\xfcrg \xc3", "J\ufffdrg \ufffd"), (b"\xff" * 2000, "\ufffd" * 2000)):
        typed = typed.encode() if isinstance(typed, str) else typed
        for command in (["cube"], ["scores"], ["rollout", "--trials", "36"]):
            for words, text in (([typed], None), ([b"-"], typed + b"\n")):
                done = subprocess.run([ALEA.encode(), *(w.encode() for w in command), b"--json",
                                       *words], input=text, capture_output=True, timeout=HANG)
                answer = json.loads(done.stdout.decode())
                expect(done.returncode == 1 and answer["id"] == told and answer["error"]["message"],
                       f"{command[0]} of {typed[:9]}", answer)
                expect(done.stderr.isascii() and b"\t" not in done.stderr, "a message is plain")


def test_met():
    code, out, err = run("met", "--ask", "3-5")
    expect(out.strip() == "3-away 5-away: 64.795%", "met --ask", out)
    table = one("met", "--json", "--size", "64")
    expect(len(table["pre_crawford"]) == 64 and table["given"] == 25, "met sizes")
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "own.met")
        code, out, err = run("met", "--compute", "--write")
        with open(path, "w", encoding="ascii") as file:
            file.write(out)
        expect(run("met", "--check", path)[0] == 0, "written table reads")
        a = one("cube", "--json", "--met", path, "--length", "5", START)
        b = one("cube", "--json", "--length", "5", START)
        expect(a["mwc"] != b["mwc"] and abs(a["mwc"]["no_double"] - b["mwc"]["no_double"]) < 0.02,
               "table is used", (a, b))
        with open(path, "w", encoding="ascii") as file:
            file.write(out.replace("0.5", "0.9", 1))
        code, out, err = run("met", "--check", path)
        expect(code == 2 and ".met:" in err, "bad table", err)
        code, out, err = run("met", "--check", "--json", path)
        told = json.loads(out or "{}")
        expect(code == 2 and told.get("sound") is False and ".met:" in err
               and told["error"]["message"] in err and told["error"]["line"] > 1
               and told["error"]["column"] > 1, "bad table, JSON", (out, err))
        code, out, err = run("cube", "--met", path, START)
        expect(code == 2 and not out, "never replaced silently", (code, out))


def keys_of(value):
    if isinstance(value, list):
        return set().union(*map(keys_of, value))
    if isinstance(value, dict):
        return set(value).union(*(keys_of(v) for k, v in value.items() if k != "rules"))
    return set()


def test_keys_are_documented():
    """docs/protocol.md names every key that these write."""
    with open(os.path.join(SOURCE, "docs/protocol.md"), encoding="utf-8") as file:
        rows = {line.split("`")[1]: line for line in file if line.startswith("| `")}
    named = {"win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon"}
    with tempfile.NamedTemporaryFile("w", suffix=".met") as bad:
        bad.write("nonsense")
        bad.flush()
        for words in (["cube", "--length", "5", START], ["perft", "--depth", "2"],
                      ["rollout", "--trials", "36", "--truncate", "2", "--length", "5", START],
                      ["perft", "--depth", "2", "--distinct"], ["met", "--check"],
                      ["met", "--check", bad.name], ["met", "--ask", "2-3"], ["met"]):
            told = json.loads(run(words[0], "--json", *words[1:])[1] or "{}")
            odd = {key for key in keys_of(told) - named if "`%s`" % key not in rows[words[0]]}
            expect(told and not odd, "keys of " + " ".join(words), odd)
    code, out, err = run("rules", "--json", "vido")
    presets = one("rules", "--json")["presets"]
    expect(code == 0 and json.loads(out) in presets, "one preset's object", out)


def test_rules_of_the_game():
    hyper = "AACgAgAAKgAAAA"
    plain, vido = one("cube", "--json", START), one("cube", "--json", "--rules", "vido", START)
    expect("approximate" not in plain and one("cube", "--json", "--rules", "standard", START)
           == plain, "standard rules are the rules of an ID", plain)
    expect("gammons" in vido["approximate"], "approximate is said", vido)
    for name in ("move", "eval", "cube", "rollout"):
        words = [name, "--json", "--rules", "hypergammon", "--option", "jacoby=false", hyper]
        if name == "move":
            words.append("65")
        if name == "rollout":
            words += ["--trials", "36"]
        expect(run(*words)[0] == 0, f"{name} --rules", words)
        code, out, err = run(name, "--json", "--rules", "hypergammon", START + " 31")
        expect(code == 1 and "at most 3" in out + err, f"{name}: too many checkers", out)
        code, out, err = run(name, "--rules", "nothing", START)
        expect(code == 2 and "not a preset" in err, f"{name}: no such rules", err)


def test_hypergammon_table():
    code, out, err = run("bearoff", "make", "--kind", "hypergammon")
    expect(code == 2 and "--output" in err, "no file", err)
    code, out, err = run("bearoff", "make", "--kind", "hypergammon", "/nowhere/table")
    expect(code == 3 and "/nowhere/table.part" in err, "no folder", err)
    code, out, err = run("bearoff", "make", "--kind", "hypergammon", "-c", "4", "table")
    expect(code == 2 and "not for hypergammon" in err, "only three checkers", err)
    with tempfile.NamedTemporaryFile(suffix=".bearoff") as file:
        file.write(b"ALEAHYPE but nothing more")
        file.flush()
        code, out, err = run("bearoff", "verify", file.name)
        expect(code == 1 and "not a hypergammon table" in err, "no table", err)
        os.environ["ALEA_HYPERGAMMON"] = file.name
        code, out, err = run("cube", "--rules", "hypergammon", "AACgAgAAKgAAAA")
        expect(code == 0 and "without it" in err and "money" in out, "judged without it",
               (code, out, err))
        os.environ["ALEA_HYPERGAMMON"] = ""


def test_scores():
    cube = one("scores", "--json", "--size", "3", "--ply", "0", START)
    cells = {(c["away"], c["away_opponent"], c["crawford"]): c for c in cube["scores"]}
    expect(len(cube["scores"]) == 4 * 4 - 3, "cells", len(cube["scores"]))
    expect(cells[2, 2, False]["action"] == "double_take", "2-away 2-away", cells[2, 2, False])
    crawford = cells[2, 1, True]
    expect((crawford["action"], crawford["available"]) == ("no_double", False), "Crawford cell")
    expect(cells[2, 2, False]["available"] is True, "free cube's cell")
    same = one("cube", "--json", "--ply", "0", "--length", "7", "--score", "5-6", "--crawford",
               START)
    expect((same["action"], same["available"]) == (crawford["action"], crawford["available"]),
           "as alea cube tells it", same)
    plays = one("scores", "--json", "--size", "3", "--ply", "0", OPENING)
    expect({c["move"] for c in plays["scores"]} == {"8/5 6/5"}, "3-1 at every score", plays)


def test_rollout():
    with tempfile.TemporaryDirectory() as place:
        a, b, c, d = (os.path.join(place, name) for name in "abcd")
        common = ("--truncate", "5", OPENING)
        for path, trials in ((a, "0-49"), (b, "50-119"), (c, "0-119")):
            run("rollout", "--trials", trials, "--output", path, *common)
        run("rollout", "merge", a, b, "--output", d)
        with open(c, "rb") as straight, open(d, "rb") as merged:
            expect(straight.read() == merged.read(), "merged = one run")
        run("rollout", "resume", a, "--trials", "0-119")
        with open(c, "rb") as straight, open(a, "rb") as resumed:
            expect(straight.read() == resumed.read(), "resumed = one run")
        code, out, err = run("rollout", "merge", c, b)
        expect(code == 2 and "50" in err, "shared trials", err)
        with open(b, "r+b") as file:
            file.seek(200)
            file.write(b"x")
        code, out, err = run("rollout", "show", b)
        expect(code == 2 and b in err, "damaged file", err)
        show = one("rollout", "show", c, "--json")
        expect(show["trials"] == 120 and len(show["candidates"]) == 3, "rollout keys", show)
        cube = one("rollout", "--json", "--trials", "36", "--truncate", "3", START)
        expect(cube["action"] == "no_double" and [x["label"] for x in cube["candidates"]]
               == ["No double", "Double, take"], "cube rollout", cube)
        code, out, err = run("rollout", "--play", "8/5 6/4", *common)
        expect(code == 1 and "8/5 6/4" in err, "illegal play", err)


def test_stop_keeps_what_is_played():
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "kept")
        terminal, its_side = pty.openpty()
        process = subprocess.Popen([ALEA, "rollout", "--trials", "100000000", "--output", path,
                                    "--truncate", "5", OPENING], stdout=subprocess.DEVNULL, stderr=its_side)
        os.close(its_side)
        told = os.read(terminal, 4096)
        expect(b" trials " in told, "told", told)
        process.send_signal(signal.SIGINT)
        code = process.wait(HANG)
        told += os.read(terminal, 1 << 16)
        while b"stopped" not in told:
            told += os.read(terminal, 1 << 16)
        os.close(terminal)
        expect(code == 130 and b"stopped after" in told, "stopped", told)
        show = one("rollout", "show", path, "--json")
        expect(show["trials"] > 0 and show["trials"] % 144 == 0, "kept", show["trials"])


def no_room():
    """Like a full disk: Python ignores the signal that comes with it."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


def test_where_a_rollout_goes():
    """Nothing but a file is ever put aside for it, and what cannot be kept is not begun."""
    quick = ("rollout", "--trials", "36", "--truncate", "2", OPENING, "--output")
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        os.mkfifo(path("pipe"))
        reader = subprocess.Popen(["cat", path("pipe")], stdout=subprocess.PIPE, text=True)
        code, out, err = run(*quick, path("pipe"))
        expect(code == 0 and not err and "alea-rollout" in reader.communicate()[0], "into a pipe",
               err)
        expect(os.listdir(folder) == ["pipe"], "a pipe stays", os.listdir(folder))
        run(*quick, path("first"))
        os.chmod(path("first"), 0o640)
        os.symlink("first", path("link"))
        before = open(path("first")).read()
        code, out, err = run(*quick, path("link"), "--seed", "2")
        expect(code == 0 and os.path.islink(path("link")) and open(path("first")).read() != before,
               "through a link", err)
        expect(os.stat(path("first")).st_mode & 0o777 == 0o640, "its mode stays")
        for place in (path("none/x"), folder):
            code, out, err = run(*quick, place)
            expect(code == 3 and not out and place in err, "said at once", (code, out, err))
        code, out, err = run("rollout", OPENING, START, "--output", path("two"))
        expect(code == 2 and not out, "one file, one rollout", err)
        before = open(path("first")).read()
        done = subprocess.run([ALEA, *quick, path("first"), "--seed", "3"], preexec_fn=no_room,
                              restore_signals=False, capture_output=True, text=True)
        expect(done.returncode == 3 and "too large" in done.stderr and "36 trials" in done.stdout,
               "no room", (done.returncode, done.stderr))
        expect(open(path("first")).read() == before, "the old one stays")
        left = sorted(os.listdir(folder))
        expect(left == ["first", "link", "pipe"], "nothing is left over", left)


NEAR_DOUBLE = "77YAAAfMzg0jAA"  # no double by .1 at most, of self-play


def test_deep_move_and_eval():
    flat = one("move", "-j", OPENING)
    deep = one("move", "-j", "-p", "2", OPENING)
    expect(flat["move"] == deep["move"] == "8/5 6/5", "best", deep)
    expect(flat == deep and flat["ply"] == 2, "the depth of cube and analyse", flat)
    # What is listed is looked at to the full depth, 16 plays at most.
    for wanted in (1, 7, 16):
        plays = one("move", "-j", "-k", str(wanted), OPENING)["plays"]
        expect([p["ply"] for p in plays] == [2] * wanted, wanted, plays)
    plays = one("move", "-j", "-k", "0", START, "11")["plays"]
    expect(len(plays) > 16 and [p["ply"] for p in plays[:16]] == [2] * 16, plays)
    expect(plays[-1]["ply"] < 2, plays[-1])
    for name, plies in (("fast", 2), ("standard", 3)):
        level = one("move", "-j", "--level", name, OPENING)
        expect(level["move"] == "8/5 6/5" and level["ply"] == plies, name, level)
    level = one("move", "-j", "--level", "deep", OPENING)
    expect(level["move"] == "8/5 6/5" and level["ply"] == 3, "one play stands out", level)
    close = START + " 32"
    level = one("move", "-j", "--level", "deep", close)
    expect(level["level"] == "deep" and "ply" not in level, "the level is in the answer", level)
    expect(one("move", "-j", "--level", "deep", "--plays", "20", close)["plays"][-1]["ply"] < 3,
           "the others' depth is in the answer", level)
    code, out, err = run("move", "--level", "deep", close)
    expect("short rollout" in out, "level in words", out)
    for command, key, where in (("cube", "action", NEAR_DOUBLE), ("eval", "equity", START)):
        level = one(command, "-j", "--level", "deep", where)
        expect(level["level"] == "deep" and key in level and "ply" not in level, command, level)
    level = one("cube", "-j", "--level", "deep", START)
    expect(level["ply"] == 3, "far from a double", level)
    for other in (["--ply", "1"], ["--time", "50"]):
        code, out, err = run("move", "--level", "deep", *other, OPENING)
        expect(code == 2 and not out and "leave out" in err, "level and depth", err)
    worth = one("eval", "-j", "-p", "2", START)
    cube = one("cube", "--json", START)
    expect(all( abs(v - cube["probabilities"][k]) < 1e-6 for k,
           v in worth["probabilities"].items()), "eval = cube", (worth, cube))
    expect(abs(worth["equity"] - cube["equity"]["no_double"]) < 1e-5, "cubeful")


def main():
    os.environ["ALEA_HYPERGAMMON"] = ""  # not a table that this machine may have

    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()


if __name__ == "__main__":
    main()
