"""alea ubgi: the handshake, legal answers in the notation asked for, every kind of error,
sessions, stop, raw lines. Answers are checked by form and against `alea plays`, not by
strength, so a better net changes nothing here."""
import json
import os
import re
import subprocess
import sys
import time

ALEA = os.environ["ALEA"]
failures = []


def talk(*lines):
    run = subprocess.run([ALEA, "ubgi", "--ply", "0"], input="\n".join(lines) + "\n",
                         capture_output=True, text=True, timeout=120)
    check(run.returncode == 0, "exit status %d for %r" % (run.returncode, lines))
    return run.stdout.splitlines()


def check(ok, what):
    if not ok:
        failures.append(what)


def final(lines, word):
    found = [line for line in lines if line.startswith(word + " ")]
    check(len(found) == 1, "%d lines %r in %r" % (len(found), word, lines))
    return found[0][len(word) + 1:] if found else ""


def legal(position, dice):
    run = subprocess.run([ALEA, "plays"], input="%s %s\n" % (position, dice),
                         capture_output=True, text=True)
    return {play["position"] for play in json.loads(run.stdout)["plays"]}


hello = talk("ubgi", "isready")
check(hello[0].startswith("id name alea"), hello)
check("ubgiok" in hello and hello[-1] == "readyok", hello)
check(any(line.startswith("option name Threads type spin") for line in hello), hello)

# Positions that need the bar, bearing off, both dice; none may use 25 or 0.
for position, d1, d2, token in (("4HPwATDgc/ABMA", 6, 1, ""), ("Np7BQSCYZ/AAWA", 5, 3, "bar"),
                                ("/z0AADDeaxsAAA", 5, 5, "off"),
                                ("t02oASACAAAAAA", 5, 1, "")):
    out = talk("newgame", "position gnubgid " + position, "dice %d %d" % (d1, d2),
               "set x-bestmoveid true", "go role chequer")
    move, after = final(out, "bestmove"), final(out, "bestmoveid")
    check(re.fullmatch(r"((bar|\d+)/(off|\d+) ?)+", move), move)
    check(not re.search(r"\b(25|0)\b", move) and token in move, move)
    check(after in legal(position, "%d%d" % (d1, d2)), "%s %s is not legal" % (move, after))
    check(any(line.startswith("info role chequer depth 1 ") for line in out), out)
check(final(talk("position gnubgid 2+4OAADQ5+ADQA", "dice 3 1", "go chequer"), "bestmove") ==
      "pass", "a dance is a pass")

# The cube, and whole turns.
for money in ("newsession type money jacoby on", "newsession type match length 7"):
    out = talk(money, "position gnubgid 4HPwATDgc/ABMA", "go role cube", "dice 3 1",
               "go role turn")
    check(final(out, "bestcube") == "nodouble", out)
    check(re.fullmatch(r"cube=nodouble moveid=\S{14} move=\S+ \S+", final(out, "bestturn")),
          out)
out = talk("position gnubgid RgAAEAkAAAAAAA", "go cube")
check(final(out, "bestcube") == "double", out)
out = talk("setcube value 2 owner p1", "setturn p0", "position gnubgid RgAAEAkAAAAAAA",
           "go cube")
check(final(out, "bestcube") == "nodouble", "it is not our cube: %r" % out)
out = talk("newsession type match length 5", "setscore 4 2",
           "position gnubgid RgAAEAkAAAAAAA", "go cube")
check(final(out, "bestcube") == "nodouble", "the Crawford game: %r" % out)

# Keys, options, errors; the state survives them.
out = talk("keys", "set engine.ply 2", "get engine.ply", "set engine.ply 9",
           "get engine.ply", "set no.such 1", "get no.such", "setoption name Threads value 2",
           "get engine.threads", "setoption name Threads value x")
check(sum(line.startswith("key ") for line in out) >= 6, out)
check(out.count("value engine.ply 2") == 2, out)
check("value engine.threads 2" in out, out)
check(sum(line.startswith("error unsupported_feature") for line in out) == 2, out)
check(sum(line.startswith("error bad_argument") for line in out) == 2, out)
for bad, code in (("go", "missing_context"), ("frobnicate", "unknown_command"),
                  ("dice 7 1", "bad_argument"), ("dice 1", "bad_argument"),
                  ("position gnubgid nonsense", "bad_argument"),
                  ("position gnubgid //////////////", "bad_argument"),
                  ("position fen x", "bad_argument"), ("setscore 1", "bad_argument"),
                  ("setcube value 3 owner p0", "bad_argument"),
                  ("newsession type match", "bad_argument"), ("setturn p9", "bad_argument"),
                  ("go role king", "bad_argument"), ("x" * 5000, "bad_argument"),
                  ("nul\0byte", "bad_argument")):
    out = talk(bad, "isready")
    check(out[0].startswith("error " + code) and out[-1] == "readyok", "%r: %r" % (bad, out))
out = talk("position gnubgid 4HPwATDgc/ABMA", "go", "isready")
check(out[0].startswith("error missing_context"), out)

# UBGI 0.01.
check(talk("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10") == ["8/5 6/5"], "raw XGID")
check(talk("board:You:Opp:7:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0"
           ":0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0") == ["roll"], "raw board")
check(talk("XGID=garbage")[0].startswith("sorry"), "raw garbage")
check(talk("XGID=-CDB------------------cdc-:0:0:-1:D:0:0:0:0:10")[0] in ("take", "drop"),
      "raw double")

# stop ends a long search at once, with an answer.
process = subprocess.Popen([ALEA, "ubgi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                           text=True)
process.stdin.write("position gnubgid 4HPwATDgc/ABMA\ndice 2 1\ngo role chequer depth 5\n")
process.stdin.flush()
time.sleep(0.3)
start = time.monotonic()
process.stdin.write("isready\nstop\nquit\n")
process.stdin.flush()
out = process.communicate(timeout=120)[0].splitlines()
check(time.monotonic() - start < 10, "stop took too long")
check(any(line.startswith("bestmove ") for line in out), out)

for failure in failures:
    print("FAILED:", failure)
print("%d failures" % len(failures))
sys.exit(1 if failures else 0)
