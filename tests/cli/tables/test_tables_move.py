#!/usr/bin/env python3
"""`alea move --game`: lists the legal plays of `alea plays --game` in order; the figures of a play fit together; one ply
deeper is the mean of the best plays of all throws; arguments, lines, bad input; the table of the game of Ur."""
import json
import os
import tempfile

from support.command_line import alea
from support.expect import expect

THROWS = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]
BINARY = {0: 1, 1: 4, 2: 6, 3: 4, 4: 1}
MORE = {"tawla31": 14}  # points that "more" stands for beyond the first, where they are not one


def side(**points):
    counts = [0] * 26
    for point, count in points.items():
        counts[int(point[1:])] = count
    return ",".join(map(str, counts))


def start(point, men=15):
    return f"{side(**{f'p{point}': men})};{side(**{f'p{point}': men})};;"


POSITIONS = {
    "portes": side(p24=2, p13=5, p8=3, p6=5) + ";" + side(p24=2, p13=4, p10=1, p8=3, p6=5) + ";;",
    "plakoto": side(p24=11, p19=1, p12=2, p6=1) + ";" + side(p24=12, p20=2, p19=1) + ";;19",
    "fevga": start(24),
    "nardi": start(24),
    "tawla31": start(24),
    "gulbara": start(24),
    "tawula": side(p25=4, p24=2, p20=1, p17=2, p10=6) + ";" + side(p24=2, p9=2, p6=11) + ";;",
    "ur": side(p25=3, p13=1, p10=1, p5=1, p0=1) + ";" + side(p25=4, p8=1, p7=1, p0=1) + ";;",
}


def lines_of(name, lines, *options):
    ran = alea("move", "--game", name, "--json", *options, input="".join(line + "\n" for line in lines))
    expect(ran.returncode == 0, name, ran.stderr)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def close(a, b, by=3e-6):
    return abs(a - b) <= by


def check_list(name, position):
    throws = [str(d) for d in BINARY] if name == "ur" else [f"{a}{b}" for a, b in THROWS]
    lines = [f"{position} {dice}" for dice in throws]
    legal = alea("plays", "--game", name, input="\n".join(lines) + "\n").stdout.splitlines()
    for line, listed, answer in zip(lines, legal, lines_of(name, lines, "-k", "0", "--ply", "0"), strict=True):
        plays = answer["plays"]
        expect(answer["game"] == name and answer["position"] == position, line, answer)
        expect(answer["count"] == len(plays) and
               sorted((p["position"], p["move"]) for p in plays) ==
               sorted((p["position"], p["move"]) for p in json.loads(listed)["plays"]), line, answer)
        expect([p["equity"] for p in plays] == sorted((p["equity"] for p in plays), reverse=True), line, plays)
        for play in plays:
            p = play["probabilities"]
            expect(close(p["win"] + p["draw"] + p["lose"], 1) and play["ply"] == 0, line, play)
            points = p["win"] - p["lose"] + MORE.get(name, 1) * (p["win_more"] - p["lose_more"])
            expect(close(points, play["equity"], 5e-5 if name in MORE else 3e-6), line, play)
            expect(close(play["loss"], plays[0]["equity"] - play["equity"]), line, play)
            expect(not play["rough"], line, play)


def turned(position):
    mine, his, my_pins, his_pins = position.split(";")
    return ";".join((his, mine, his_pins, my_pins))


def lands_on_rosette(play):
    return any(play["move"].rstrip("*").endswith("/" + point) for point in ("11", "7", "1"))


def check_deeper(name, position, dice):
    deep = lines_of(name, [f"{position} {dice}"], "--ply", "1")[0]["plays"]
    expect(len(deep) > 1 and all(p["ply"] == 1 for p in deep), deep)
    ways = ({str(d): w for d, w in BINARY.items()} if name == "ur" else
            {f"{a}{b}": 1 if a == b else 2 for a, b in THROWS})
    for play in deep:
        again = name == "ur" and lands_on_rosette(play)
        board = play["position"] if again else turned(play["position"])
        answers = lines_of(name, [f"{board} {d}" for d in ways], "--ply", "0", "-k", "1")
        mean = sum(a["plays"][0]["equity"] * w for a, w in zip(answers, ways.values())) / sum(ways.values())
        expect(close(play["equity"], mean if again else -mean, 2e-5), name, play, mean)


def check_forms():
    position = POSITIONS["ur"]
    whole = alea("move", "--game", "ur", position + " 2")
    apart = alea("move", "--game", "ur", position, "2")
    expect(whole.returncode == 0 and whole.stdout == apart.stdout, whole, apart)
    rows = whole.stdout.splitlines()
    expect(rows[0].startswith("ur  " + position + "  roll 2, ") and "  1. " in rows[1] and "win " in rows[2], rows)
    expect(len(alea("move", "--game", "ur", "-k", "1", position, "2").stdout.splitlines()) == 3, "one play")
    expect(lines_of("ur", [f"{position} 0"])[0]["plays"][0]["move"] == "", "nothing can be moved")


def check_endings():
    """A bear-off of few men is exact: one man each on point 6 and on point 1, and others."""
    position = side(p6=1, p1=1, p0=13) + ";" + side(p1=1, p0=14) + ";;"
    for name in ("portes", "fevga"):
        plays = lines_of(name, [position + " 21"], "-k", "0")[0]["plays"]
        expect(all(p["exact"] for p in plays) and plays[0]["probabilities"]["lose"] == 1, name, plays)
    # Two of three last men go off; the opponent wins by a double with steps for all of his. In
    # gulbara it runs on to 6-6, in irish it has two steps.
    for name, his, ways in (("portes", 4, 6), ("portes", 5, 0), ("gulbara", 5, 5), ("gulbara", 4, 6),
                            ("irish", 2, 36), ("irish", 3, 0)):
        position = side(p1=3, p0=12) + ";" + side(p1=his, p0=15 - his) + ";;"
        play = lines_of(name, [position + " 21"])[0]["plays"][0]
        expect(play["exact"] and close(play["probabilities"]["lose"], ways / 36, 1e-5), name, his, play)
    # 6-6 follows 5-5 before the opponent throws.
    position = side(p1=5, p0=10) + ";" + side(p1=1, p0=14) + ";;"
    for name, win in (("portes", 0), ("gulbara", 1)):
        play = lines_of(name, [position + " 55"])[0]["plays"][0]
        expect(play["exact"] and play["probabilities"]["win"] == win, name, play)


def check_every_game():
    """The plays listed are legal in every game: by its net or a table; by pips with other rules."""
    ahead, behind = [["01"[r >= 17 and r % 2 == odd] for r in range(31)] for odd in (0, 1)]
    senet = ",".join(ahead) + ";" + ",".join(behind) + ";;"
    others = {"ur": (POSITIONS["ur"], "2"), "senet": (senet, "2")}
    for name in [line.split()[0] for line in alea("tables", "list").stdout.splitlines() if "tavli" not in line]:
        usual = side(p13=5, p8=10) + ";" + side(p21=15) + ";;"
        position, dice = others.get(name, (usual, "631" if name == "tabula" else "31"))
        answer = lines_of(name, [f"{position} {dice}"])[0]
        listed = alea("plays", "--game", name, "--json", input=f"{position} {dice}\n")
        legal = {play["position"] for play in json.loads(listed.stdout)["plays"]}
        expect(answer["plays"] and all(play["position"] in legal for play in answer["plays"]), name, answer)
        expect(not answer["plays"][0]["rough"], name, answer)
    last = "0,3,0,0,0,0" + ",0" * 20
    answer = lines_of("tawla31", [f"{last};{last};; 21".replace("0,3", "12,3")], "-k", "0", "--ply", "0",
                      "-o", "score=one_two")[0]
    expect(answer["plays"] and all(play["exact"] for play in answer["plays"]), "a bear-off without a net", answer)
    answer = lines_of("tawla31", [f"{start(24)} 21"], "-o", "score=one_two")[0]
    expect(answer["plays"] and all(play["rough"] for play in answer["plays"]), "without a net", answer)


def check_refused():
    position = POSITIONS["fevga"]
    for options in (("--game", "fevga", "--ply", "2"), ("--game", "fevga", "--xgtext"),
                    ("--game", "fevga", "--level", "deep"), ("--game", "fevga", "--money"), ("--game", "chess"),
                    ("--game", "fevga", "--rules", "money"), ("--game", "fevga", "-o", "prime=all")):
        ran = alea("move", *options, position, "31")
        expect(ran.returncode == 2 and not ran.stdout and ran.stderr.startswith("alea move: "), options, ran)
    over = side(p0=15) + ";" + side(p3=15) + ";;"
    ran = alea("move", "--game", "fevga", "--json", input=f"{position} 3\n{position} 31\nx\n{turned(over)} 31\n")
    rows = [json.loads(line) for line in ran.stdout.splitlines()]
    expect(ran.returncode == 1 and [("error" in r) for r in rows] == [True, False, True, True], ran)
    expect([r["error"]["line"] for r in rows if "error" in r] == [1, 3, 4], rows)
    expect(rows[3]["error"]["message"] == "the game of this position is over", rows[3])
    ran = alea("move", "--game", "fevga", "1,2;3 31")
    expect(ran.returncode == 1 and not ran.stdout and "the position, column " in ran.stderr, ran)


def check_table(folder):
    """A table of the last two men, made by the command, is found and goes before the net."""
    path = os.path.join(folder, "ur.bearoff")
    for options in (("-c", "8", path), ("-p", "7", path), ()):
        ran = alea("bearoff", "make", "--kind", "ur", *options)
        expect(ran.returncode == 2 and not os.path.exists(path), options, ran)
    ran = alea("bearoff", "make", "--kind", "ur", "-c", "2", path)
    expect(ran.returncode == 0 and "2 men a side, 12869 positions, sum verified" in ran.stdout, ran)
    position = side(p25=1, p5=1, p0=5) + ";" + side(p8=1, p0=6) + ";;"
    by_net = lines_of("ur", [f"{position} 3"])[0]["plays"]
    expect(len(by_net) == 2 and not any(p["exact"] for p in by_net), by_net)
    os.environ["ALEA_UR"] = path
    plays = lines_of("ur", [f"{position} 3"])[0]["plays"]
    expect(all(p["exact"] and p["probabilities"]["draw"] == 0 for p in plays), plays)
    expect([p["equity"] for p in plays] != [p["equity"] for p in by_net], plays)
    expect(alea("move", "--game", "ur", position, "3").stdout.count("  exact\n") == 2, "in words")
    # One man each on the last point: a 1 bears off, in 4 of 16 throws.
    last = lines_of("ur", [f"{side(p2=1, p0=6)};{side(p1=1, p0=6)};; 1"])[0]["plays"][0]
    expect(last["move"] == "2/1" and last["exact"], last)
    chance = last["probabilities"]["win"]  # 2/1 throws again: w = 1/4 + 3/4 (1 - w)
    expect(close(chance, 4 / 7, 2e-5), chance)
    expect(not lines_of("ur", [f"{POSITIONS['ur']} 2"])[0]["plays"][0]["exact"], "more men than the table has")
    with open(path, "r+b") as file:
        file.seek(20)
        file.write(b"x")
    ran = alea("move", "--game", "ur", position, "3")
    expect(ran.returncode == 0 and "judged without it" in ran.stderr and "exact" not in ran.stdout, ran)
    expect(alea("bearoff", "verify", path).returncode == 1, "damaged")
    os.environ["ALEA_UR"] = ""


def main():
    os.environ["ALEA_UR"] = ""  # not a table that this machine may have
    for name, position in POSITIONS.items():
        check_list(name, position)
    check_deeper("plakoto", POSITIONS["plakoto"], "21")
    check_deeper("tawula", POSITIONS["tawula"], "21")
    check_deeper("ur", POSITIONS["ur"], "2")
    check_deeper("fevga", side(p3=2, p1=1, p0=12) + ";" + side(p2=2, p0=13) + ";;", "21")
    check_forms()
    check_endings()
    check_every_game()
    check_refused()
    with tempfile.TemporaryDirectory() as folder:
        check_table(folder)


if __name__ == "__main__":
    main()
