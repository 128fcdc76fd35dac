#!/usr/bin/env python3
"""alea eval and alea move: forms of input and output, exact endings, bad input."""
import base64
import json
import subprocess
import tempfile

from support import ALEA
from support.expect import expect
from support.waiting import HANG

START = "4HPwATDgc/ABMA"


def run(*arguments, text=None):
    done = subprocess.run([ALEA, *arguments], input=text, capture_output=True, text=True,
                          timeout=HANG)
    return done.returncode, done.stdout, done.stderr


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
    expect(list(p) == ["win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon"],
           what + ": five keys", p)
    expect(0 <= p["win_backgammon"] <= p["win_gammon"] <= p["win"] <= 1
           and 0 <= p["lose_backgammon"] <= p["lose_gammon"] <= 1 - p["win"] + 1e-9,
           what + ": order", p)


def equity(p):
    return 2 * p["win"] - 1 + p["win_gammon"] + p["win_backgammon"] \
        - p["lose_gammon"] - p["lose_backgammon"]


def test_eval():
    code, out, err = run("eval", "--json", START)
    expect(code == 0 and not err, "eval of the start", err)
    start = lines(out)[0]
    expect(list(start) == ["id", "phase", "equity", "cubeless", "probabilities", "ply"],
           "eval keys", start)
    expect(start["id"] == START and start["phase"] == "contact", "id and phase")
    consistent(start["probabilities"], "start")
    expect(abs(equity(start["probabilities"]) - start["equity"]) < 5e-6, "equity of the chances",
           start)
    expect(0.5 < start["probabilities"]["win"] < 0.56, "the first to roll is the favourite")

    one_each = position_id({6: 1}, {6: 1})
    code, out, _ = run("eval", "--json", one_each)
    one = lines(out)[0]
    expect(one["equity"] == 0.625 and one["phase"] == "bearoff",
           "one checker on 6 each: 0.625, exact", one)
    expect(one["probabilities"]["win_gammon"] == 0 == one["probabilities"]["lose_gammon"],
           "no gammon against a side that has borne off")

    race = position_id({8: 15}, {8: 14})
    _, out, _ = run("eval", "--json", race)
    p = lines(out)[0]["probabilities"]
    expect(p["win_gammon"] == p["win_backgammon"] == p["lose_backgammon"] == 0,
           "race: impossible outcomes are zero", p)
    expect(lines(out)[0]["phase"] == "race", "race: phase")

    a = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
    b = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10"
    _, out, _ = run("eval", "--json", a, b)
    both = lines(out)
    expect(both[0]["equity"] == both[1]["equity"], "either player on roll", both)
    code, out, _ = run("eval", START)
    expect(code == 0 and "Phase: contact" in out and "Cubeless equity +" in out, "text", out)


def test_move():
    code, out, err = run("move", "--json", "--ply", "0", "--cubeless", START, "31")
    expect(code == 0 and not err, "move", err)
    best = lines(out)[0]
    play = ["move", "moves", "position", "equity", "loss", "probabilities", "cubeless", "ply"]
    expect(list(best) == ["id", "dice", *play, "plays"], "move keys", best)
    expect(best["dice"] == [3, 1], "dice")
    expect(best["move"] == "8/5 6/5", "31 from the start is 8/5 6/5", best["move"])
    expect(best["position"] == "sGfwATDgc/ABMA", "position after it", best["position"])
    consistent(best["probabilities"], "move")
    first = best["plays"][0]
    expect(first["move"] == best["move"] and first["equity"] == best["equity"],
           "plays begin with the best")
    expect(list(first) == play, "play keys")

    for dice in (["3 1"], ["3", "1"], ["3-1"], ["31"]):
        _, again, _ = run("move", "--json", "--cubeless", "--ply", "0", START, *dice)
        expect(lines(again)[0]["plays"] == best["plays"], f"dice as {dice}")
    _, out, _ = run("move", "--json", "--plays", "0", "--ply", "0", "--cubeless", START,
                    "31")
    plays = lines(out)[0]["plays"]
    equities = [p["equity"] for p in plays]
    expect(len(plays) == 16 and equities == sorted(equities, reverse=True),
           "all 16 plays, best first", len(plays))
    expect(len({p["position"] for p in plays}) == 16, "distinct results")
    for play in plays:
        consistent(play["probabilities"], play["move"])
        _, out, _ = run("eval", "--json", play["position"])
        after = lines(out)[0]["probabilities"]
        expect(abs(after["win"] + play["probabilities"]["win"] - 1) < 2e-6
               and abs(after["win_gammon"] - play["probabilities"]["lose_gammon"]) < 2e-6,
               "a play is worth what the next player's position says")

    shut_out = position_id({25: 1, 6: 2}, {p: 2 for p in range(1, 7)})
    _, out, _ = run("move", "--json", "--ply", "0", "--cubeless", shut_out, "64")
    dance = lines(out)[0]
    expect(dance["move"] == "" and len(dance["plays"]) == 1, "a pass is one play without moves",
           dance)


def test_bad_input():
    text = f"{START} 31\nnonsense\n\n{START}\n{'x' * 9000}\n{START} 66\n"
    code, out, _ = run("move", "--json", "--ply", "0", text=text)
    rows = lines(out)
    expect(code == 1 and len(rows) == 5, "the run goes on", out)
    expect([r.get("error", {}).get("line") for r in rows] == [None, 2, 4, 5, None],
           "places of the bad lines", rows)
    expect("dice" in rows[2]["error"]["message"] and rows[2]["error"]["code"] == "no_dice",
           "the reason", rows[2])
    expect([r["id"] for r in rows[1:4]] == ["nonsense", START, None], "the id beside it", rows)
    code, out, err = run("eval", "foo")
    expect(code == 1 and not out and "argument 1" in err, "on stderr without --json", err)
    both_empty = position_id({}, {})
    expect(run("eval", both_empty)[0] == 1, "an impossible position")
    over = position_id({}, {6: 3})
    code, _, err = run("move", over, "31")
    expect(code == 1 and "over" in err, "a game that is over", err)
    code, _, err = run("eval", "--ply", "99", START)
    expect(code == 2 and "ply" in err, "a ply out of range", err)
    code, _, err = run("eval", "--net", "/nonexistent/net", START)
    expect(code == 3 and "/nonexistent/net" in err, "a net that is not there", err)
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"alea net" + bytes(300))
        file.flush()
        code, _, err = run("move", "--net", file.name, START, "31")
        expect(code == 2 and "version" in err, "a net that is none", err)


def main():
    test_eval()
    test_move()
    test_bad_input()


if __name__ == "__main__":
    main()
