"""alea ubgi: the handshake, legal answers in the notation asked for, every kind of error,
sessions, stop, raw lines. Answers are checked by form and against `alea plays`, not by
strength, so a better net changes nothing here."""
import json
import re
import subprocess

from support import ALEA
from support.expect import expect
from support.waiting import HANG


def talk(*lines):
    run = subprocess.run([ALEA, "ubgi", "--ply", "0"], input="\n".join(lines) + "\n",
                         capture_output=True, text=True, timeout=HANG)
    expect(run.returncode == 0, "exit status %d for %r" % (run.returncode, lines))
    return run.stdout.splitlines()


def final(lines, word):
    found = [line for line in lines if line.startswith(word + " ")]
    expect(len(found) == 1, "%d lines %r in %r" % (len(found), word, lines))
    return found[0][len(word) + 1:] if found else ""


def legal(position, dice):
    run = subprocess.run([ALEA, "plays"], input="%s %s\n" % (position, dice),
                         capture_output=True, text=True)
    return {play["position"] for play in json.loads(run.stdout)["plays"]}


XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"


# Commands after an XGID change it.
RACE = "XGID=-A--A-A-------------a--b--:0:0:1:00:0:0:0:0:10"


def cube_answer(*lines):
    return final(talk("position xgid " + RACE, *lines, "go cube"), "bestcube")


MATCH = RACE.replace(":0:0:0:0:10", ":0:0:0:5:10")
CRAWFORD = RACE.replace(":0:0:0:0:10", ":4:2:1:5:10")
AFTER = RACE.replace(":0:0:0:0:10", ":2:4:0:5:10")
DOUBLED = RACE.replace(":00:", ":D:").replace(":1:D", ":-1:D")

# A beaver is the doubler's to answer, a raccoon the other side's again; p0 is hopeless
# in LOST and has won in WON. At two points each p0 wins NEAR too often for a take, but once the cube is
# at eight a drop loses the match.
LOST, WON = "-BBBCCC---------------bbb-", "-BBB---------------cccbbb-"
NEAR, EVEN = "-C----------------------d-", "-b----E-C---eE---c-e----B-"


# Long searches: a stop comes before their depth is reached.
LONG = [line for d in ("21", "41", "51", "32", "52", "62", "43", "54", "64", "65")
        for line in ("dice %s %s" % (d[0], d[1]), "go role chequer depth 5")]


def start():
    process = subprocess.Popen([ALEA, "ubgi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               text=True)
    say(process, "position gnubgid 4HPwATDgc/ABMA")
    return process


def say(process, *lines):
    process.stdin.write("\n".join(lines) + "\n")
    process.stdin.flush()


def depths(lines):
    return [int(line.split()[4]) for line in lines if line.startswith("info role chequer ")]


def main():
    hello = talk("ubgi", "isready")
    expect(hello[0].startswith("id name alea"), hello)
    expect("ubgiok" in hello and hello[-1] == "readyok", hello)
    expect(any(line.startswith("option name Threads type spin") for line in hello), hello)

    # Positions that need the bar, bearing off, both dice; none may use 25 or 0.
    for position, d1, d2, token in (("4HPwATDgc/ABMA", 6, 1, ""), ("Np7BQSCYZ/AAWA", 5, 3, "bar"),
                                    ("/z0AADDeaxsAAA", 5, 5, "off"),
                                    ("t02oASACAAAAAA", 5, 1, "")):
        out = talk("newgame", "position gnubgid " + position, "dice %d %d" % (d1, d2),
                   "set x-bestmoveid true", "go role chequer")
        move, after = final(out, "bestmove"), final(out, "bestmoveid")
        expect(re.fullmatch(r"((bar|\d+)/(off|\d+) ?)+", move), move)
        expect(not re.search(r"\b(25|0)\b", move) and token in move, move)
        expect(after in legal(position, "%d%d" % (d1, d2)), "%s %s is not legal" % (move, after))
        expect(any(line.startswith("info role chequer depth 1 ") for line in out), out)
    expect(final(talk("position gnubgid 2+4OAADQ5+ADQA", "dice 3 1", "go chequer"), "bestmove") ==
           "pass", "a dance is a pass")

    # The cube, and whole turns.
    for money in ("newsession type money jacoby on", "newsession type match length 7"):
        out = talk(money, "position gnubgid 4HPwATDgc/ABMA", "go role cube", "dice 3 1",
                   "go role turn")
        expect(final(out, "bestcube") == "nodouble", out)
        expect(re.fullmatch(r"cube=nodouble moveid=\S{14} move=\S+ \S+", final(out, "bestturn")),
               out)
    out = talk("position gnubgid RgAAEAkAAAAAAA", "go cube")
    expect(final(out, "bestcube") == "double", out)
    out = talk("setcube value 2 owner p1", "setturn p0", "position gnubgid RgAAEAkAAAAAAA",
               "go cube")
    expect(final(out, "bestcube") == "nodouble", "it is not our cube: %r" % out)
    out = talk("newsession type match length 5", "setscore 4 2",
               "position gnubgid RgAAEAkAAAAAAA", "go cube")
    expect(final(out, "bestcube") == "nodouble", "the Crawford game: %r" % out)

    # Keys, options, errors; the state survives them.
    out = talk("keys", "set engine.ply 2", "get engine.ply", "set engine.ply 9",
               "get engine.ply", "set no.such 1", "get no.such", "setoption name Threads value 2",
               "get engine.threads", "setoption name Threads value x")
    expect(sum(line.startswith("key ") for line in out) >= 6, out)
    expect(out.count("value engine.ply 2") == 2, out)
    expect("value engine.threads 2" in out, out)
    expect(sum(line.startswith("error unsupported_feature") for line in out) == 2, out)
    expect(sum(line.startswith("error bad_argument") for line in out) == 2, out)
    # What is announced is what is taken, and the command line's defaults.
    for options, ply, threads in (([], 3, 1), (["-p", "0", "-t", "2"], 1, 2)):
        out = subprocess.run([ALEA, "ubgi", *options], input="set engine.ply 5\nubgi\nkeys\n", text=True,
                             capture_output=True, timeout=HANG).stdout.splitlines()
        for line in ("option name Ply type spin default %d min 1 max 5" % ply,
                     "option name Threads type spin default %d min 1 max 256" % threads,
                     "option name Seed type spin default 1 min 0 max 2147483647"):
            expect(line in out, "%r not in %r" % (line, out))
        for key in ("ply int 1..5 %d" % ply, "threads int 1..256 %d" % threads,
                    "seed int 0..2147483647 1"):
            expect(any(line.startswith("key engine.%s " % key) for line in out), (key, out))
    out = talk("set engine.seed 2147483648", "set engine.seed 0", "get engine.seed",
               "set engine.seed 2147483647", "get engine.seed")
    expect(out == ["error bad_argument engine.seed is int 0..2147483647 1 (default last)",
                   "value engine.seed 0", "value engine.seed 2147483647"], out)
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
        expect(out[0].startswith("error " + code) and out[-1] == "readyok", "%r: %r" % (bad, out))
    out = talk("position gnubgid 4HPwATDgc/ABMA", "go", "isready")
    expect(out[0].startswith("error missing_context"), out)

    # UBGI 0.01.
    expect(talk("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10") == ["8/5 6/5"], "raw XGID")
    expect(talk("board:You:Opp:7:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0"
                ":0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0") == ["roll"], "raw board")
    expect(talk("XGID=garbage")[0].startswith("sorry"), "raw garbage")
    expect(talk("XGID=-CDB------------------cdc-:0:0:-1:D:0:0:0:0:10")[0] in ("take", "drop"),
           "raw double")

    # Refused by the search, not by the reader.
    out = talk("XGID=-BBBBBB-------------------:0:0:-1:66:0:0:0:0:10")
    expect(len(out) == 1 and out[0].startswith("sorry ") and "over" in out[0], out)
    # More points than a match equity table has are as many as it has.
    for dice, answer in (("31", "8/5 6/5"), ("00", "roll"), ("D", "take")):
        out = talk("XGID=-b----E-C---eE---c-e----B-:0:0:1:%s:0:0:0:99:10" % dice)
        expect(out == [answer], out)

    for padded in (XGID + "  ", "  " + XGID, "\t" + XGID + " \t", XGID + " \r"):
        expect(talk(padded) == ["8/5 6/5"], "blanks around %r" % padded)
    expect(talk("XGID=garbage ")[0].startswith("sorry"), "raw garbage and a blank")
    expect(talk(*[XGID] * 600) == ["8/5 6/5"] * 600, "more raw lines than may wait")

    # A long word is shown in part, in whole characters.
    run = subprocess.run([ALEA, "ubgi"], input=("x" + 40 * "é" + "\n").encode(), capture_output=True,
                         timeout=HANG)
    expect(run.stdout.decode("utf-8") == "error unknown_command x" + 29 * "é" + "\n", run.stdout)
    expect(talk("y" * 60)[0].endswith(" " + "y" * 60), "60 bytes are shown")

    expect(cube_answer() == "double", "the race is a double")
    expect(cube_answer("setcube value 2 owner p1") == "nodouble", "it is not our cube")
    expect(cube_answer("setcube value 2 owner p0") == "double", "it is our cube")
    for told, token in ((), "6/off"), (("setturn p1",), "5/off"), (("setturn p0",), "6/off"):
        out = talk("position xgid " + RACE, *told, "dice 6 1", "go")
        expect(token in final(out, "bestmove").split(), "%r: %r" % (told, out))
    expect(cube_answer("setcube value 2 owner p1", "position xgid " + RACE) == "double",
           "the next XGID speaks for itself")
    for line, told, answer in ((MATCH, (), "double"), (MATCH, ("setscore 4 2",), "nodouble"),
                               (CRAWFORD, (), "nodouble"), (CRAWFORD, ("setscore 2 2",), "double"),
                               (AFTER, (), "double"), (AFTER, ("setscore 2 4",), "double"),
                               (AFTER, ("setscore 2 4", "setcube value 1 owner center"), "double"),
                               (CRAWFORD, ("setcube value 2 owner p0",), "nodouble")):
        expect(cube_answer("position xgid " + line, *told) == answer, "%s %r" % (line, told))
    out = talk("position xgid " + MATCH, "setscore 5 0", "setscore 4 0", "go cube")
    expect(out[0].startswith("error bad_argument setscore"), out)
    expect(final(out, "bestcube") == "nodouble", out)
    out = talk("position xgid " + MATCH, "setscore 4 2", "newsession type match length 5",
               "setscore 3 2", "position gnubgid RgAAEAkAAAAAAA", "go cube")
    expect(final(out, "bestcube") == "double", out)
    # A score of the XGID's match that the session cannot have stays out of the session.
    for xgid, score in ((RACE, "50 50"), (RACE.replace(":0:10", ":25:10"), "20 3")):
        out = talk("newsession type match length 5", "setscore 4 2", "position xgid " + xgid,
                   "setscore " + score, "position gnubgid RgAAEAkAAAAAAA", "go cube", "dice 6 1", "go")
        expect(final(out, "bestcube") == "nodouble" and final(out, "bestmove"), out)
    expect(cube_answer("position xgid " + DOUBLED) in ("take", "drop"), "a pending double")
    expect(cube_answer("position xgid " + DOUBLED, "setturn p0") == "double", "taken back")

    for board, offer, turn, length, answer in (
            (LOST, "B", 1, 0, "drop"), (LOST, "B", -1, 0, "take"), (WON, "B", 1, 0, "take"),
            (WON, "B", -1, 0, "drop"), (LOST, "R", 1, 0, "take"), (LOST, "R", -1, 0, "drop"),
            (WON, "R", 1, 0, "drop"), (WON, "R", -1, 0, "take"), (LOST, "B", 1, 9, "drop"),
            (LOST, "R", -1, 9, "drop"), (EVEN, "B", 1, 0, "take"), (EVEN, "R", 1, 0, "take"),
            (EVEN, "B", -1, 9, "take"), (LOST, "D", 1, 0, "take"), (LOST, "D", -1, 0, "drop"),
            (NEAR, "D", 1, 2, "drop"), (NEAR, "R", 1, 2, "take")):
        xgid = "XGID=%s:0:0:%d:%s:0:0:%d:%d:10" % (board, turn, offer, 0 if length else 3, length)
        out = talk("position xgid " + xgid, "go role cube", xgid)
        expect(final(out, "bestcube") == out[-1] == answer, "%s: %r" % (xgid, out))

    # A bad net or table is reported before anything else.
    for option, name in (("--net", "/nonexistent"), ("--net", __file__), ("--met", "/nonexistent"),
                         ("--met", __file__)):
        run = subprocess.run([ALEA, "ubgi", option, name], input="ubgi\nisready\n", text=True,
                             capture_output=True, timeout=HANG)
        expect(run.returncode in (2, 3) and not run.stdout and name in run.stderr,
               "%s %s: %r" % (option, name, run))

    # isready is answered while a search runs, stop heard behind other lines and with blanks.
    for stop in ("stop", "stop \t", "  stop", "quit", "quit  "):
        asked = LONG[:4] if "quit" in stop else LONG
        process = start()
        say(process, *asked[:2], "isready")
        expect(process.stdout.readline() == "readyok\n", "isready waits for the search")
        say(process, *asked[2:], stop)
        out = [process.stdout.readline() for _ in range(len(asked))]
        expect(sum(line.startswith("bestmove ") for line in out) == len(asked) // 2, out)
        expect("quit" in stop or max(depths(out)[1:]) < 5, "%r: %r" % (stop, out))
        if stop == "stop":
            # The next request is searched to its depth.
            say(process, "dice 3 1", "go role chequer depth 3")
            expect(depths([process.stdout.readline(), process.stdout.readline()]) == [3],
                   "a search after stop")
        if "stop" in stop:
            process.stdin.close()
        expect(process.wait(timeout=HANG) == 0, "%r: status %d" % (stop, process.returncode))
        process.stdout.close()

    # At the end of input a search still goes to its depth; a time limit does not hold up quit.
    process = start()
    out = process.communicate("dice 3 1\ngo role chequer depth 3\n", timeout=HANG)[0].splitlines()
    expect(depths(out) == [3] and final(out, "bestmove") == "8/5 6/5", out)
    # A script that ends with quit gets what it asked for.
    process = start()
    out = process.communicate("dice 3 1\ngo role chequer depth 3\ngo role cube\nquit\n",
                              timeout=HANG)[0].splitlines()
    expect(depths(out) == [3] and final(out, "bestmove") == "8/5 6/5" and
           "bestcube nodouble" in out, out)
    at_the_end()
    levels()


def levels():
    """Level: every name of a player, the same answer for the same seed, errors of poppy."""
    at = "XGID=-b----E-C---eE---c-e----B-:0:0:1:%s:0:0:0:0:10"
    rolls = ["%d%d" % (a, b) for a in range(2, 7) for b in range(1, a)]

    def plays(level, seed=1):
        lines = ["setoption name Level value " + level, "setoption name Seed value %d" % seed]
        for roll in rolls:
            lines += ["position xgid " + at % roll, "go role chequer"]
        return [line for line in talk(*lines) if line.startswith("bestmove ")]

    none, poppy = plays("none"), plays("poppy")
    expect(len(none) == len(rolls) and plays("expert") == none, "expert is the net alone", none)
    expect(poppy == plays("Poppy"), "the same seed, the same plays", poppy)
    expect(poppy != none and poppy != plays("poppy", 2), "poppy errs, by the seed", poppy)
    out = talk("set engine.level carla", "get engine.level", "set engine.level echo", "get engine.level")
    expect(out[0] == "value engine.level carla" and out[1].startswith("error bad_argument") and
           out[2] == "value engine.level carla", out)


def at_the_end():
    process = start()
    say(process, *LONG[:2], "go role turn depth 5 movetime 2000000000", XGID, "frobnicate", "isready")
    out = process.communicate("quit\n", timeout=HANG)[0].splitlines()
    expect(out[-3:] == ["8/5 6/5", "error unknown_command frobnicate", "readyok"], out)


if __name__ == "__main__":
    main()
