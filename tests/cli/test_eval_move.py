#!/usr/bin/env python3
"""alea eval and alea move: forms of input and output, exact endings, bad input."""
import base64
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from waiting import HANG

ALEA = os.environ["ALEA"]
START = "4HPwATDgc/ABMA"
failures = 0


def run(*arguments, text=None):
    done = subprocess.run([ALEA, *arguments], input=text, capture_output=True, text=True,
                          timeout=HANG)
    return done.returncode, done.stdout, done.stderr


def check(what, good, seen=""):
    global failures
    if not good:
        failures += 1
        print("FAILED:", what, seen)


def position_id(mine, theirs):
    """Points -> checkers, each in its owner's numbering, 25 = bar."""
    bits = ""
    for side in (theirs, mine):
        for point in range(1, 26):
            bits += "1" * side.get(point, 0) + "0"
    bits = bits.ljust(80, "0")
    key = bytes(int(bits[i:i + 8][::-1], 2) for i in range(0, 80, 8))
    return base64.b64encode(key).decode().rstrip("=")


def lines(output):
    return [json.loads(line) for line in output.splitlines()]


def consistent(p, what):
    check(what + ": five keys", list(p) == ["win", "win_gammon", "win_backgammon",
                                            "lose_gammon", "lose_backgammon"], p)
    check(what + ": order", 0 <= p["win_backgammon"] <= p["win_gammon"] <= p["win"] <= 1
          and 0 <= p["lose_backgammon"] <= p["lose_gammon"] <= 1 - p["win"] + 1e-9, p)


def equity(p):
    return 2 * p["win"] - 1 + p["win_gammon"] + p["win_backgammon"] \
        - p["lose_gammon"] - p["lose_backgammon"]


def test_eval():
    code, out, err = run("eval", "--json", START)
    check("eval of the start", code == 0 and not err, err)
    start = lines(out)[0]
    check("eval keys", list(start) == ["id", "phase", "equity", "cubeless", "probabilities", "ply"], start)
    check("id and phase", start["id"] == START and start["phase"] == "contact")
    consistent(start["probabilities"], "start")
    check("equity of the chances",
          abs(equity(start["probabilities"]) - start["equity"]) < 5e-6, start)
    check("the first to roll is the favourite", 0.5 < start["probabilities"]["win"] < 0.56)

    one_each = position_id({6: 1}, {6: 1})
    code, out, _ = run("eval", "--json", one_each)
    one = lines(out)[0]
    check("one checker on 6 each: 0.625, exact",
          one["equity"] == 0.625 and one["phase"] == "bearoff", one)
    check("no gammon against a side that has borne off",
          one["probabilities"]["win_gammon"] == 0 == one["probabilities"]["lose_gammon"])

    race = position_id({8: 15}, {8: 14})
    _, out, _ = run("eval", "--json", race)
    p = lines(out)[0]["probabilities"]
    check("race: impossible outcomes are zero",
          p["win_gammon"] == p["win_backgammon"] == p["lose_backgammon"] == 0, p)
    check("race: phase", lines(out)[0]["phase"] == "race")

    a = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
    b = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10"
    _, out, _ = run("eval", "--json", a, b)
    both = lines(out)
    check("either player on roll", both[0]["equity"] == both[1]["equity"], both)
    code, out, _ = run("eval", START)
    check("text", code == 0 and "Phase: contact" in out and "Cubeless equity +" in out, out)


def test_move():
    code, out, err = run("move", "--json", "--ply", "0", "--cubeless", START, "31")
    check("move", code == 0 and not err, err)
    best = lines(out)[0]
    play = ["move", "moves", "position", "equity", "loss", "probabilities", "cubeless", "ply"]
    check("move keys", list(best) == ["id", "dice", *play, "plays"], best)
    check("dice", best["dice"] == [3, 1])
    check("31 from the start is 8/5 6/5", best["move"] == "8/5 6/5", best["move"])
    check("position after it", best["position"] == "sGfwATDgc/ABMA", best["position"])
    consistent(best["probabilities"], "move")
    first = best["plays"][0]
    check("plays begin with the best", first["move"] == best["move"]
          and first["equity"] == best["equity"])
    check("play keys", list(first) == play)

    for dice in (["3 1"], ["3", "1"], ["3-1"], ["31"]):
        _, again, _ = run("move", "--json", "--cubeless", "--ply", "0", START, *dice)
        check(f"dice as {dice}", lines(again)[0]["plays"] == best["plays"])
    _, out, _ = run("move", "--json", "--plays", "0", "--ply", "0", "--cubeless", START,
                    "31")
    plays = lines(out)[0]["plays"]
    equities = [p["equity"] for p in plays]
    check("all 16 plays, best first", len(plays) == 16 and
          equities == sorted(equities, reverse=True), len(plays))
    check("distinct results", len({p["position"] for p in plays}) == 16)
    for play in plays:
        consistent(play["probabilities"], play["move"])
        _, out, _ = run("eval", "--json", play["position"])
        after = lines(out)[0]["probabilities"]
        check("a play is worth what the next player's position says",
              abs(after["win"] + play["probabilities"]["win"] - 1) < 2e-6 and
              abs(after["win_gammon"] - play["probabilities"]["lose_gammon"]) < 2e-6)

    shut_out = position_id({25: 1, 6: 2}, {p: 2 for p in range(1, 7)})
    _, out, _ = run("move", "--json", "--ply", "0", "--cubeless", shut_out, "64")
    dance = lines(out)[0]
    check("a pass is one play without moves",
          dance["move"] == "" and len(dance["plays"]) == 1, dance)


def test_bad_input():
    text = f"{START} 31\nnonsense\n\n{START}\n{'x' * 9000}\n{START} 66\n"
    code, out, _ = run("move", "--json", "--ply", "0", text=text)
    rows = lines(out)
    check("the run goes on", code == 1 and len(rows) == 5, out)
    check("places of the bad lines",
          [r.get("error", {}).get("line") for r in rows] == [None, 2, 4, 5, None], rows)
    check("the reason", "dice" in rows[2]["error"]["message"] and
          rows[2]["error"]["code"] == "no_dice", rows[2])
    check("the id beside it", [r["id"] for r in rows[1:4]] == ["nonsense", START, None], rows)
    code, out, err = run("eval", "foo")
    check("on stderr without --json", code == 1 and not out and "argument 1" in err, err)
    both_empty = position_id({}, {})
    check("an impossible position", run("eval", both_empty)[0] == 1)
    over = position_id({}, {6: 3})
    code, _, err = run("move", over, "31")
    check("a game that is over", code == 1 and "over" in err, err)
    code, _, err = run("eval", "--ply", "99", START)
    check("a ply out of range", code == 2 and "ply" in err, err)
    code, _, err = run("eval", "--net", "/nonexistent/net", START)
    check("a net that is not there", code == 3 and "/nonexistent/net" in err, err)
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"alea net" + bytes(300))
        file.flush()
        code, _, err = run("move", "--net", file.name, START, "31")
        check("a net that is none", code == 2 and "version" in err, err)


test_eval()
test_move()
test_bad_input()
sys.exit(1 if failures else 0)
