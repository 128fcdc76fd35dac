#!/usr/bin/env python3
"""An analysis in other programs' words: alea analyse --sgf and --xgtext, alea move and cube
--xgtext. The figures are those of --json; the match stays the match."""
import fcntl
import json
import os
import re
import signal
import struct
import subprocess
import tempfile
import termios
from collections import Counter

from support import ALEA
from support.command_line import MATCH, alea, first_game, read
from support.expect import expect
from support.waiting import wait_until

MONEY = """ 0 point match

 Game 1
 A : 0                             B : 0
  1) 31: 8/5 6/5                   52: 13/8 24/22
  2) Doubles => 2                  Takes
  3) 66: 24/18(2) 13/7(2)          21: 13/11 6/5
  4) 42: 8/4 6/4                   Doubles => 4
  5) Takes                         53: 13/8 6/3
  6) 41: 13/8                      62: 8/2 8/6
  7) Doubles => 8                  Drops
"""
# A play that is not told, a position set, a game broken off, and another.
HOLES = """ 5 point match

 Game 1
 A : 0                             B : 0
  1) 31: ????                      64: 24/14
  2) 42: 8/4 6/4                   51: 13/8 6/5

 Game 2
 A : 0                             B : 0
  1)                               63: 24/15
  2) Doubles => 2                  Takes
  3) 64: 24/14                     52: 13/8 24/22
      Wins 4 points
"""
PROPERTY = re.compile(r"([A-Z]+)((?:\[[^\]]*\])+)")


def nodes(sgf):
    """The nodes of all games, without the roots: {property: [values]} each."""
    found = []
    for text in re.split(r"\n;", sgf):
        if not text.startswith("("):
            found.append({name: re.findall(r"\[([^\]]*)\]", values)
                          for name, values in PROPERTY.findall(text)})
    return found


def close(text, value):
    return abs(float(text) - value) < 2e-6


def net(letters):
    """What a play comes to, whichever of a checker's steps are named."""
    points = Counter(letters[::2])
    points.subtract(letters[1::2])
    return {point: n for point, n in points.items() if n}


def check_play(node, decision):
    made = int(node["A"][0])
    listed = [entry.split() for entry in node["A"][1:]]
    expect(len(listed) >= len(decision["plays"]), node)
    for entry, play in zip(listed, decision["plays"]):
        p = play["probabilities"]
        wanted = [p[k] for k in ("win", "win_gammon", "win_backgammon", "lose_gammon",
                                 "lose_backgammon")] + [play["equity"]]
        expect(entry[1:4] == ["E", "ver", "3"], entry)
        expect(all(close(t, v) for t, v in zip(entry[4:10], wanted)), entry, play)
        expect(entry[10] == f"{play['ply']}C", entry)
    entry = listed[made]
    expect(close(entry[9], decision["equity_made"]), entry, decision)
    colour = "WB"[decision["player"]]
    expect(net(entry[0]) == net(node[colour][0][2:]), "not the play made", node)


def check_cube(node, decision, match):
    values = node["DA"][0].split()
    equity = decision["cube"]["equity"]
    expect(values[:4] == ["E", "ver", "3", f"{decision['plies']}C"], values)
    expect(close(values[7], decision["cube"]["probabilities"]["win"]), values)
    if not match:
        expect(close(values[13], equity["no_double"]), values, decision)
        expect(close(values[20], equity["double_take"]), values, decision)
    else:
        expect(all(0 < float(values[i]) < 1 for i in (13, 20)), values)
        expect((float(values[13]) > float(values[20])) ==
               (equity["no_double"] > equity["double_take"]), values, decision)


def sgf_of(folder, path, match):
    out = os.path.join(folder, "out.sgf")
    done = alea("analyse", "--ply", "0", "--json", path, "--sgf", out)
    expect(done.returncode == 0, done.stderr)
    told = json.loads(done.stdout)
    of_match, of_sgf = (json.loads(alea("show", "--json", p).stdout) for p in (path, out))
    expect(of_match["games"] == of_sgf["games"] and
           of_match["final_score"] == of_sgf["final_score"], of_sgf)
    plays = [d for d in told["decisions"] if d["kind"] == "play" and not d["forced"]]
    cubes = [d for d in told["decisions"] if d["kind"] != "play"]
    tree = nodes(read(out))
    with_play, with_cube = ([n for n in tree if name in n] for name in ("A", "DA"))
    expect(len(with_play) == len(plays) and len(with_cube) == len(cubes) > 5,
           len(with_play), len(plays), len(with_cube), len(cubes))
    for node, decision in zip(with_play, plays):
        check_play(node, decision)
    for node, decision in zip(with_cube, cubes):
        check_cube(node, decision, match)
    lucks = [n["LU"][0] for n in tree if "LU" in n]
    expect(len(lucks) == len(told["rolls"]) and
           all(abs(float(t) - r["luck"]) < 1e-4 for t, r in zip(lucks, told["rolls"])), lucks)
    return out


def sgf(folder):
    money = os.path.join(folder, "money.mat")
    with open(money, "w", encoding="utf-8") as file:
        file.write(MONEY)
    sgf_of(folder, money, False)
    out = sgf_of(folder, MATCH, True)
    # Once more over it: one analysis, not two; what is no analysis stays.
    text = read(out).replace("]A[", "]XX[kept \\] A[0\\]]A[", 1).replace("RU[", "GS[M:1]RU[", 1)
    with open(out, "w", encoding="utf-8") as file:
        file.write(text)
    again = os.path.join(folder, "again.sgf")
    done = alea("analyse", "--ply", "0", "--again", out, "--sgf", again)
    expect(done.returncode == 0, done.stderr)
    new = read(again)
    expect("XX[kept \\] A[0\\]]" in new and "GS[" not in new, new[:600])
    expect(new.replace("XX[kept \\] A[0\\]]", "") ==
           text.replace("XX[kept \\] A[0\\]]", "").replace("GS[M:1]", ""), "not the same again")
    # Taken from the file: the same properties, whatever their order.
    expect(alea("analyse", "--ply", "0", out, "--sgf", again).returncode == 0, "kept")
    a, b = ([sorted(n.items()) for n in nodes(t.replace("XX[kept \\] A[0\\]]", ""))]
            for t in (new, read(again)))
    expect(a == b, [(x, y) for x, y in zip(a, b) if x != y][:2],
           "not the same from the file")
    expect(alea("analyse", MATCH, MATCH, "--sgf", again).returncode == 2, "two files, one place")
    done = alea("analyse", "--ply", "0", MATCH, "--sgf", os.path.join(folder, "none", "a.sgf"))
    expect(done.returncode == 3 and "none/a.sgf" in done.stderr, done.stderr)


def xg_text(folder):
    out, match = os.path.join(folder, "errors.txt"), first_game(folder)
    told = json.loads(alea("analyse", "--ply", "0", "--json", match).stdout)
    for options in ((), ("--all",)):
        wanted = [d for d in told["decisions"] if (options or d["mark"]) and not d["forced"]]
        expect(alea("analyse", "--ply", "0", *options, match, "--xgtext", out).returncode == 0)
        blocks = re.split(r"(?=^XGID=)", read(out), flags=re.M)[1:]
        expect(len(blocks) == len(wanted) > 7, len(blocks), len(wanted))
        for block, decision in zip(blocks, wanted):
            expect(block.splitlines()[0] == decision["id"], block, decision["id"])
            expect("X:Player 1   O:Player 2" in block, block)
            if decision["kind"] == "play":
                best = re.search(r"^    1\. (\S+) +(.*?) +eq:(\S+)$", block, re.M)
                expect(best[1] == f"{decision['plies'] + 1}-ply" and best[2] == decision["best"] and
                       abs(float(best[3]) - decision["equity_best"]) < 6e-4, block)
                expect(f" {decision['made']} " in block, block, decision["made"])
            else:
                take = re.search(r"ouble/Take: +(\S+)", block)
                expect(abs(float(take[1]) - decision["cube"]["equity"]["double_take"]) < 6e-4,
                       block, decision)
    with open(out, "w", encoding="utf-8") as file:
        file.write(blocks[5])
    done = alea("convert", "--to", "id", out)
    expect(done.returncode == 0 and done.stdout.strip() == wanted[5]["id"], done.stderr)
    kept = alea("convert", "--to", "xgtext", out).stdout
    lines = [l.strip() for l in blocks[5].split("\n\n", 2)[2].splitlines() if l.strip()]
    expect(len(lines) > 4 and all(line in kept for line in lines), kept, lines)


START = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:2:0:7:10"


def counted_alike(folder):
    """Games and turns have one number each, in the analysis as in what show lists and draws."""
    path = os.path.join(folder, "holes.mat")
    with open(path, "w", encoding="utf-8") as file:
        file.write(HOLES)
    shown = json.loads(alea("show", "--json", path).stdout)
    expect([(g["turns"], g["winner"]) for g in shown["games"]] == [(4, None), (3, 0)], shown)
    report = json.loads(alea("analyse", "--json", "--ply", "0", path).stdout)
    expect(len(report["games"]) == 2, report)
    expect([g["result"] != 0 for g in report["games"]] == [False, True], report["games"])
    plays = [d for d in report["decisions"] if d["kind"] == "play"]
    expect([(d["game"], d["turn"]) for d in plays]
           == [(1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3)], plays)
    expect([u["game"] for u in report["unjudged"]] == [1], report)
    for d in plays:
        drawn = alea("show", "--game", str(d["game"]), "--turn", str(d["turn"]), path).stdout
        expect(f": {d['made']}\n" in drawn and f"\n{d['id']}\n" in drawn, d, drawn)


ILLEGAL = """ 5 point match

 Game 1
 A : 0                             B : 0
  1) 31: 8/5 6/5                   42: 8/3 6/4
  2) 63: 24/15                     31: 24/23 24/21
      Wins 1 point
"""


def illegal_plays(folder):
    """An illegal play of a file is not judged and is called so in every form; what comes after
    it is judged."""
    path = os.path.join(folder, "illegal.mat")
    with open(path, "w", encoding="utf-8") as file:
        file.write(ILLEGAL)
    out = {form: os.path.join(folder, f"illegal.{form}") for form in ("html", "sgf")}
    report = json.loads(alea("analyse", "--json", "--ply", "0", path, "--html", out["html"],
                             "--sgf", out["sgf"]).stdout)
    expect(report["unjudged"] == [{"event": 4, "game": 1, "reason": "an illegal play",
                                   "play": "8/3 6/4"}], report["unjudged"])
    expect([d["made"] for d in report["decisions"] if d["kind"] == "play"]
           == ["8/5 6/5", "24/15", "24/23 24/21"], report["decisions"])
    words = "vent 4 of game 1: an illegal play, B 42: 8/3 6/4"
    expect(f"Not judged: e{words}" in alea("analyse", "--ply", "0", path).stdout)
    expect(f"<li>E{words}</li>" in read(out["html"]))
    done = alea("show", "--turn", "2", path)
    expect("B plays 42: 8/3 6/4 (illegal)\n" in done.stdout, done.stdout)
    expect("illegal.mat:5: warning: column 40: an illegal play, kept as written: 8/3 6/4 (No die"
           in done.stderr, done.stderr)


def unread(pipe):
    return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))[0]


def outputs_of_their_own(folder):
    """No output takes the place of another or of what is read, and a signal while the output
    waits for its reader costs none of it."""
    copy = os.path.join(folder, "in.mat")
    with open(copy, "w", encoding="utf-8") as file:
        file.write(HOLES)
    same = os.path.join(folder, "same")
    for options in (("--html", same, "--xgtext", same), ("--sgf", copy), ("--html", copy)):
        done = alea("analyse", "--ply", "0", copy, *options)
        expect(done.returncode == 2 and read(copy) == HOLES, options, done.stderr)
    with subprocess.Popen([ALEA, "analyse", "--ply", "0", "--json", "--all", *[MATCH] * 3],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        first = running.stdout.readline()
        full = fcntl.fcntl(running.stdout, fcntl.F_GETPIPE_SZ) // 2
        wait_until(lambda: unread(running.stdout) >= full, "a pipe that fills")
        running.send_signal(signal.SIGINT)
        lines = [first, *running.stdout.readlines()]
        expect(running.wait() == 130, running.returncode, running.stderr.read())
    expect(lines and all(json.loads(line)["format"] == "mat" for line in lines), len(lines))


def together_as_alone(folder):
    """Files that one command writes are those that a command for each writes."""
    forms = ("html", "xgtext", "sgf", "quiz", "pdf")
    names = {form: os.path.join(folder, f"together.{form}") for form in forms}
    asked = [word for form, name in names.items() for word in (f"--{form}", name)]
    expect(alea("analyse", "--ply", "0", "--no-cache", MATCH, *asked).returncode == 0)
    alone = os.path.join(folder, "alone")
    for form, name in names.items():
        expect(alea("analyse", "--ply", "0", "--no-cache", MATCH, f"--{form}", alone).returncode == 0)
        with open(name, "rb") as one, open(alone, "rb") as other:
            parts = [re.sub(rb"/CreationDate \([^)]*\)", b"", file.read()) for file in (one, other)]
        expect(parts[0] == parts[1] and len(parts[0]) > 500, form, len(parts[0]), len(parts[1]))


def long_matches(folder):
    """More points than a match equity table has are as many as it has; and what a damaged file
    could not tell is said."""
    path = os.path.join(folder, "long.mat")
    for length in (64, 65, 200, 1000, 32767):
        with open(path, "w", encoding="utf-8") as file:
            file.write(f" {length} point match\n\n Game 1\n A : 0   B : 0\n"
                       "  1) 31: 8/5 6/5            64: 24/14\n      Wins 2 points\n\n"
                       " Game 2\n A : 2   B : 0\n  1) 31: 8/5 6/5\n  2) 99: 1/2\n")
        done = alea("analyse", "--json", "--strict", "--partial", "--ply", "0", path)
        report = json.loads(done.stdout)
        expect(done.returncode == 1 and report["stopped"]["line"] == 11, report, done.stderr)
        expect(0 <= report["result"] < 0.1 and not report["unjudged"], length, report["result"])
        expect([d["kind"] for d in report["decisions"]].count("play") == 3, report["decisions"])


def one_decision(folder):
    out = os.path.join(folder, "one.txt")
    for command, task in (("move", "O to play 31"), ("cube", "O on roll, cube action")):
        done = alea(command, "--ply", "1", "--xgtext", START)
        expect(done.returncode == 0 and task in done.stdout, done.stdout, done.stderr)
        with open(out, "w", encoding="utf-8") as file:
            file.write(done.stdout)
        back = alea("convert", "--to", "id", out).stdout.strip()
        expect(back == (START if command == "move" else START.replace(":31:", ":00:")), back)
        expect(alea(command, "--json", "--xgtext", START).returncode == 2, "both forms")
    expect("Best Cube action: No double / Take" in done.stdout, done.stdout)
    done = alea("move", "--xgtext", "--length", "5", "--score", "1-2", START)
    expect("X:2 O:1 5 pt." in done.stdout and "2-ply" not in done.stdout.split("1. ")[1][:12],
           done.stdout)


def beside_the_files_own(folder):
    """An analysis that came with the file stands beside alea's, each with program and level."""
    out = os.path.join(folder, "own.sgf")
    first = json.loads(alea("analyse", "--json", "--ply", "1", "--sgf", out, MATCH).stdout)
    expect("filed" not in first and all("filed" not in d for d in first["decisions"]), first)
    both = json.loads(alea("analyse", "--json", "--ply", "0", out).stdout)
    expect(both["filed"]["program"] == "alea", both["filed"])
    for mine, theirs, filed in zip(first["totals"], both["totals"], both["filed"]["players"]):
        expect(filed["decisions"] > 30 and 0.5 * mine["loss"] < filed["loss"] <= mine["loss"] + 1e-3 and theirs["loss"] != mine["loss"],
               mine["loss"], filed)
    plays = 0
    for was, now in zip(first["decisions"], both["decisions"]):
        if was["kind"] != "play" or was["forced"]:
            continue
        filed = now["filed"][0]
        expect(filed["level"] == "1-ply" and filed["plays"][0]["move"] == was["plays"][0]["move"],
               filed, was["plays"][0])
        expect(abs(filed["plays"][0]["equity"] - was["plays"][0]["equity"]) < 2e-6, filed)
        expect(abs(filed["loss"] - was["loss"]) < 2e-6, filed["loss"], was["loss"])
        plays += 1
    expect(plays > 20, plays)
    text = alea("analyse", "--ply", "0", out).stdout
    expect("PR by alea" in text and "alea, 1-ply, loss" in text, text[:600])
    page = os.path.join(folder, "own.html")
    alea("analyse", "--ply", "0", "--html", page, out)
    expect("In the file: alea, 1-ply" in read(page), "page")
    xg = os.path.join(os.path.dirname(MATCH), "../../../../shared/real/xg/match_with_comment.xg")
    if not os.path.exists(xg):
        print("real files: not here, skipped")
        return
    real = json.loads(alea("analyse", "--json", "--ply", "0", xg).stdout)
    expect(real["filed"]["program"] == "eXtreme Gammon", real["filed"])
    expect([round(p["pr"], 1) for p in real["filed"]["players"]] == [5.9, 6.7], real["filed"])
    expect("coup assez difficile" in [d.get("comment") for d in real["decisions"]], "comments")


def blunders_rolled_out(folder):
    """--rollout-blunders: what was marked as a blunder, and nothing else, is judged by rollout."""
    match = os.path.join(folder, "short.mat")
    with open(match, "w", encoding="utf-8") as file:
        file.write(" 1 point match\n\n Game 1\n Ann : 0          Bob : 0\n"
                   "; Set Pos=--AA--A-----a--A-------b--/0\n"
                   "  1) 31: 6/3 3/2          21: 13/10\n       Wins 1 point\n")
    plain = json.loads(alea("analyse", "--json", "--ply", "1", match).stdout)["decisions"]
    again = json.loads(alea("analyse", "--json", "--ply", "1", "--rollout-blunders", match).stdout)["decisions"]
    expect([(d["mark"], d["forced"]) for d in plain] == [("blunder", False), ("", False)], plain)
    expect("plies" not in again[0] and again[0]["level"] == "rollout", again[0])
    expect(again[0]["loss"] != plain[0]["loss"] and abs(again[0]["loss"] - plain[0]["loss"]) < .2, again[0]["loss"])
    expect(again[1] == plain[1], again[1])
    if "debug" not in ALEA:
        expect("1-ply, with rollouts" in alea("analyse", "--ply", "1", "--rollout-blunders", match).stdout, "text")


def main():
    for test in (blunders_rolled_out, beside_the_files_own, sgf, xg_text, counted_alike, illegal_plays, outputs_of_their_own,
                 together_as_alone, long_matches, one_decision):
        with tempfile.TemporaryDirectory() as place:
            test(place)
    print("ok")


if __name__ == "__main__":
    main()
