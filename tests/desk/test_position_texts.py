#!/usr/bin/env python3
"""Positions with their analysis as eXtreme Gammon, BGBlitz, GNU Backgammon and alea show them:
every figure of the text is in `show --json` and in the journal."""
import json
import os
import subprocess
import tempfile

from support import ALEA
from support.expect import expect
from support.waiting import HANG

PLAY = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:7:10"
CUBE = "XGID=-b----EBB---eE---d-d----A-:0:0:1:00:2:4:0:9:10"

XG = PLAY + """

X:Ann   O:Bob
Score is X:2 O:1 7 pt.(s) match.
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 | X           O    |   | O              X |
 |                  |BAR|                  |
 | O           X    |   | X              O |
 +12-11-10--9--8--7-------6--5--4--3--2--1-+
Pip count  X: 167  O: 167 X-O: 2-1/7
Cube: 1
X to play 31

    1. Rollout\u00b9    8/5 6/5                      eq:+0.156
      Player:   55.12% (G:17.50% B:0.90%)
      Opponent: 44.88% (G:12.25% B:0.55%)
      Confidence: \u00b10.006 (+0.150..+0.162) - [100.0%]

    2. XG Roller++ 24/23 13/10                  eq:-0.012 (-0.168)
      Player:   49.80% (G:13.10% B:0.60%)
      Opponent: 50.20% (G:13.95% B:0.72%)

    3. 4-ply       13/9                         eq:-0.034 (-0.190)
      Player:   49.00% (G:13.90% B:0.70%)
      Opponent: 51.00% (G:14.90% B:0.81%)

\u00b9  1296 Games rolled with Variance Reduction.
   Dice Seed: 271828
   Moves: 3-ply, cube decisions: XG Roller

eXtreme Gammon Version: 2.10, MET: Kazaross XG2
"""
XG_PLAYS = [("8/5 6/5", "rollout", 0.156, [.5512, .175, .009, .1225, .0055], 1296, 0.006),
            ("24/23 13/10", "XG Roller++", -0.012, [.498, .131, .006, .1395, .0072], None, None),
            ("13/9", "4-ply", -0.034, [.49, .139, .007, .149, .0081], None, None)]

# Another language, decimal commas, the level in its words.
XG_OTHER = PLAY + """

X:Ann   O:Bob
Punktzahl ist X:2 O:1 7 Pkt (e) match.
X am Zug 31

    1. 4-plis      8/5 6/5                      \u00e9q:+0,156
      Joueur:     55,12% (G:17,50% B:0,90%)
      Adversaire: 44,88% (G:12,25% B:0,55%)

eXtreme Gammon Version: 2.10, TEM: Kazaross XG2
"""

XG_CUBE = CUBE + """

X:Ann   O:Bob
Score is X:2 O:4 9 pt.(s) match.
Pip count  X: 139  O: 156 X-O: 2-4/9
Cube: 1
X on roll, cube action

Analyzed in XG Roller++
Player Winning Chances:   61.38% (G:24.55% B:1.88%)
Opponent Winning Chances: 38.62% (G:13.14% B:0.46%)

Cubeless Equities: No Double=+0.365, Double=+0.791

Cubeful Equities:
       No double:     +0.580 (-0.109)
       Double/Take:   +0.689
       Double/Pass:   +1.000 (+0.311)

Best Cube action: Double / Take

eXtreme Gammon Version: 2.10, MET: Kazaross XG2
"""


def ids(xgid):
    done = subprocess.run([ALEA, "convert", "--to", "gnubgid", xgid], capture_output=True, text=True,
                          timeout=HANG)
    return done.stdout.strip().split(":")


def blitz(xgid, below):
    position, match = ids(xgid)
    return f""" +13-14-15-16-17-18------19-20-21-22-23-24-+   O: Vert  167
 | X           O    |   | O              X |
v|                  |BAR|                  |
 | O           X    |   | X              O |
 +12-11-10--9--8--7-------6--5--4--3--2--1-+   X: Rouge  167

 Position-ID: {position}    Match-ID: {match}
 {xgid}

{below}"""


BLITZ_PLAY = """ Vert - 1 Rouge - 2 in a 7 point match.
 Rouge to move 1-3

Evaluation  (EMG)
 ==========
  1.   0.574 mwp /   0.156            8/5, 6/5
       0.551  0.175  0.009  -  0.449  0.122  0.005

  2.   0.531 mwp /  -0.012  (-0.168)  24/23, 13/10
       0.498  0.131  0.006  -  0.502  0.139  0.007
"""
BLITZ_PLAYS = [("8/5 6/5", "", .156, [.551, .175, .009, .122, .005], None, None),
               ("24/23 13/10", "", -.012, [.498, .131, .006, .139, .007], None, None)]
# The best is named first; the last column is the equity.
BLITZ_CUBE = """              Gagne  G+BG  BG
 Vert         39.0  13.3  0.3
 Rouge        61.0  25.1  0.8
 Equit\u00e9 Rouge (sans videau): 0.344  D\u00e9v. St.: 0.214
 Equit\u00e9 (avec videau)     :  0.410

 Videau:               :  Double / Prendre  EMG
 Double / Prendre      :  0.410   ( 0.000)      0.625   ( 0.000)
 Pas de double         :  0.407   (-0.003)      0.585   (-0.040)
 Double / Refuser      :  0.433   ( 0.024)      1.000   ( 0.375)
"""


def gnubg(xgid, below):
    position, match = ids(xgid)
    return f""" GNU Backgammon  Position ID: {position}
                 Match ID   : {match}
 +13-14-15-16-17-18------19-20-21-22-23-24-+     O: gnubg
 | X           O    |   | O              X |     1 point
 +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: ann

{below}"""


GNUBG_PLAY = """    1. Cubeful 2-ply    8/5 6/5                      Eq.: +0.156
       0.551 0.175 0.009 - 0.449 0.122 0.005
        2-ply cubeful prune [world class]
    2. Cubeful 0-ply    24/23 13/10                  Eq.: -0.012 (-0.168)
       0.498 0.131 0.006 - 0.502 0.139 0.007
        0-ply cubeful prune [expert]
"""
GNUBG_PLAYS = [("8/5 6/5", "2-ply", .156, [.551, .175, .009, .122, .005], None, None),
               ("24/23 13/10", "0-ply", -.012, [.498, .131, .006, .139, .007], None, None)]
GNUBG_CUBE = """Cube analysis
2-ply cubeless equity +0.344 (Money: +0.340)
  0.610 0.251 0.008 - 0.390 0.133 0.003
Cubeful equities:
1. Double, take         +0.625
2. No double            +0.585  (-0.040)
3. Double, pass         +1.000  (+0.375)
Proper cube action: Double, take
"""


def show(folder, text, code=0):
    path = os.path.join(folder, "position.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([ALEA, "show", "--json", path], capture_output=True, text=True, timeout=HANG)
    expect(done.returncode == code, done.returncode, done.stderr, text)
    return json.loads(done.stdout) if code == 0 else done.stderr


def filed(folder, text):
    """The one analysis of the text, and that of the journal made from it: the same."""
    shown = show(folder, text)
    expect(shown["warnings"] == [], shown["warnings"])
    journal = os.path.join(folder, "position.jsonl")
    done = subprocess.run([ALEA, "convert", "--to", "journal", "-o", journal,
                           os.path.join(folder, "position.txt")], capture_output=True, text=True,
                          timeout=HANG)
    expect(done.returncode == 0, done.stderr)
    with open(journal, encoding="utf-8") as file:
        kept = show(folder, file.read())
    expect(kept["filed"] == shown["filed"], kept["filed"], shown["filed"])
    expect(kept["position"] == shown["position"], kept["position"])
    expect(len(shown["filed"]) == 1, shown["filed"])
    return shown["filed"][0], shown


def near(a, b):
    return abs(a - b) < 1e-6


KEYS = ["win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon"]


def check_chances(got, want):
    expect(all(near(got[key], value) for key, value in zip(KEYS, want)), got, want)


def check_plays(analysis, program, plays):
    expect(analysis["program"] == program, analysis)
    expect(len(analysis["plays"]) == len(plays), analysis)
    for got, (move, level, equity, chances, trials, interval) in zip(analysis["plays"], plays):
        expect(got["move"] == move and got["level"] == level, got)
        expect(near(got["equity"], equity), got)
        check_chances(got["probabilities"], chances)
        expect(got.get("trials") == trials, got)
        expect(interval is None or near(got["interval"], interval), got)


def check_cube(analysis, program, level, equities, chances):
    expect((analysis["program"], analysis["level"]) == (program, level), analysis)
    got = analysis["equity"]
    for key, value in zip(["no_double", "double_take", "double_drop"], equities):
        expect(near(got[key], value), got)
    check_chances(analysis["probabilities"], chances)


def test_xg(folder):
    analysis, shown = filed(folder, XG)
    expect(shown["players"] == ["Ann", "Bob"], shown)
    check_plays(analysis, "eXtreme Gammon", XG_PLAYS)
    analysis, _ = filed(folder, XG_OTHER)
    check_plays(analysis, "eXtreme Gammon", [("8/5 6/5", "4-ply") + XG_PLAYS[0][2:4] + (None, None)])
    analysis, _ = filed(folder, XG_CUBE)
    check_cube(analysis, "eXtreme Gammon", "XG Roller++", [.58, .689, 1],
               [.6138, .2455, .0188, .1314, .0046])
    # Half a text is kept as far as it goes; windows ends its lines otherwise.
    analysis, _ = filed(folder, XG[:XG.index("    3. 4-ply")].replace("\n", "\r\n"))
    check_plays(analysis, "eXtreme Gammon",
                [XG_PLAYS[0][:4] + (None, None), XG_PLAYS[1]])


def test_blitz(folder):
    analysis, shown = filed(folder, blitz(PLAY, BLITZ_PLAY))
    expect(shown["players"] == ["Rouge", "Vert"], shown)
    check_plays(analysis, "BGBlitz", BLITZ_PLAYS)
    analysis, _ = filed(folder, blitz(CUBE, BLITZ_CUBE))
    check_cube(analysis, "BGBlitz", "", [.585, .625, 1], [.61, .251, .008, .133, .003])


def test_gnubg(folder):
    analysis, _ = filed(folder, gnubg(PLAY, GNUBG_PLAY))
    check_plays(analysis, "GNU Backgammon", GNUBG_PLAYS)
    analysis, _ = filed(folder, gnubg(CUBE, GNUBG_CUBE))
    check_cube(analysis, "GNU Backgammon", "2-ply", [.585, .625, 1], [.61, .251, .008, .133, .003])


def test_own(folder):
    """What alea writes in that layout it reads as its own, with its own count of plies."""
    for command, xgid in (("move", PLAY), ("cube", CUBE)):
        arguments = [ALEA, command, "--ply", "1", xgid]
        text = subprocess.run([*arguments, "--xgtext"], capture_output=True, text=True, timeout=HANG)
        expect(text.returncode == 0, text.stderr)
        analysis, _ = filed(folder, text.stdout)
        expect((analysis["program"], analysis["level"]) == ("alea", "1-ply"), analysis)
        expect("probabilities" in (analysis["plays"][0] if command == "move" else analysis), analysis)


def analyse(*arguments, code=0):
    done = subprocess.run([ALEA, "analyse", *arguments], capture_output=True, text=True, timeout=HANG)
    expect(done.returncode == code, done.returncode, done.stderr)
    return done


def test_analyse(folder):
    """A position is judged; what its text says stands first, and is taken where it is deep enough."""
    path = os.path.join(folder, "analysed.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write(XG)
    taken = json.loads(analyse("--json", path).stdout)
    expect([f["program"] for f in taken["filed"]] == ["eXtreme Gammon"], taken["filed"])
    both = json.loads(analyse("--json", "--again", "--ply", "0", path).stdout)
    expect([f["program"] for f in both["filed"]] == ["eXtreme Gammon", "alea"], both["filed"])
    expect(both["best"] == "8/5 6/5" and both["position"]["xgid"] == PLAY, both)
    own = json.loads(analyse("--json", "--ply", "1", CUBE).stdout)
    cube = json.loads(subprocess.run([ALEA, "cube", "--ply", "1", "--json", CUBE], capture_output=True,
                                     text=True, timeout=HANG).stdout)
    expect(abs(own["filed"][0]["equity"]["no_double"] - cube["equity"]["no_double"]) < 1e-5, own, cube)
    expect("before the roll  wins" in analyse("--ply", "1", CUBE).stdout, "chances in words")
    out = os.path.join(folder, "own.txt")
    analyse("--xgtext", out, "--ply", "1", PLAY)
    with open(out, encoding="utf-8") as file:
        again, _ = filed(folder, file.read())
    expect((again["program"], again["level"], len(again["plays"])) == ("alea", "1-ply", 5), again)
    expect("one position" in analyse("--html", out, path, code=1).stderr, "a report of a match")


def test_damage(folder):
    """A play that cannot be read is named and left out; the wrong kind of analysis is not taken."""
    shown = show(folder, XG.replace("24/23 13/10 ", "24/x3 13/10 "))
    expect(len(shown["warnings"]) == 1 and "24/x3" in shown["warnings"][0], shown["warnings"])
    expect([play["move"] for play in shown["filed"][0]["plays"]] == ["8/5 6/5", "13/9"], shown["filed"])
    expect(near(shown["filed"][0]["plays"][0]["probabilities"]["win"], .5512), shown["filed"])
    shown = show(folder, XG_CUBE.replace(":1:00:2:4", ":1:52:2:4"))
    expect("filed" not in shown and "dice" in shown["warnings"][0], shown)
    error = show(folder, XG.replace(PLAY, PLAY[:30]), code=1)
    expect(":1:" in error, error)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for test in (test_xg, test_blitz, test_gnubg, test_own, test_analyse, test_damage):
            test(folder)


if __name__ == "__main__":
    main()
