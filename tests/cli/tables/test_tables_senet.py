#!/usr/bin/env python3
"""Senet after Kendall: its turns against a second generator, written here from the words of
docs/tables.md alone, on scattered positions and in the tree from the start; a game in the terminal,
record, identifier and picture."""
import json
import os
import random
import re
import tempfile

from support.command_line import alea
from support.expect import expect

PATH, GATE, WATER, REBIRTH, MEN = 30, 5, 4, 16, 7


class Rules:
    def __init__(self, *options, none=5, wall=0, back=True, off="last_any"):
        self.options, self.none, self.wall, self.back, self.off = options, none, wall, back, off


RULES = [Rules(), Rules("wall=3", wall=3), Rules("move_back=no", back=False), Rules("bear_off=exact", off="exact"),
         Rules("bear_off=standard", off="standard"), Rules("none_counts=6", "again_on=1+4+6", none=6)]


def alone(side, point):
    return point in side and point - 1 not in side and point + 1 not in side


def walled(rules, his, low, high):
    return bool(rules.wall) and any({r, r + 1, r + 2} <= his for r in range(low + 1, high - 2))


def land(mine, his, start, to):
    """The sides after a landing on a point of the board, or None."""
    if to in mine or (to in his and (to == WATER or not alone(his, to))):
        return None
    after = (mine - {start}) | {to}
    if to not in his:
        return after, his
    if to > WATER:
        return after, (his - {to}) | {start}
    return None if WATER in mine | his else (after, (his - {to}) | {WATER})


def forward(rules, mine, his, start, throw):
    to = start - throw
    if start == WATER:
        if throw == WATER:
            return mine - {start}, his
        return None if REBIRTH in mine | his else ((mine - {start}) | {REBIRTH}, his)
    if start > GATE > to or walled(rules, his, max(to, 0), start):
        return None
    if to > 0:
        return land(mine, his, start, to) if start > WATER else None
    free = rules.off == "standard" or (rules.off == "last_any" and start == 1)
    return (mine - {start}, his) if to == 0 or free else None


def backward(rules, mine, his, start, throw):
    to = start + throw
    if start < GATE or to > PATH or walled(rules, his, start, to):
        return None
    return land(mine, his, start, to)


def ends(rules, mine, his, throw):
    starts = [WATER] if WATER in mine else sorted(mine)
    found = [forward(rules, mine, his, start, throw) for start in starts]
    if not any(found) and rules.back and WATER not in mine:
        found = [backward(rules, mine, his, start, throw) for start in starts]
    return [end for end in found if end] or [(mine, his)]


def text(mine, his, men=MEN):
    return ";".join(",".join([str(men - len(side))] + [str(int(r in side)) for r in range(1, PATH + 1)])
                    for side in (mine, his)) + ";;"


def scatter(dice):
    """Many near the end, many side by side."""
    mine, his = set(), set()
    while len(mine) + len(his) < dice.choice((3, 8, 12, 14)):
        side = dice.choice((mine, his))
        at = dice.choice((dice.randint(1, PATH), dice.randint(1, 9), min(side or {9}) + 1))
        if at <= PATH and at not in mine | his and len(side) < MEN:
            side.add(at)
    return frozenset(mine), frozenset(his)


def against_second_generator():
    for number, rules in enumerate(RULES):
        dice = random.Random(430 + number)
        lines, wanted, seen = [], [], set()
        for _ in range(400):
            (mine, his), throw = scatter(dice), dice.choice((1, 2, 3, 4, rules.none))
            lines.append(f"{text(mine, his)} {throw}\n")
            wanted.append(sorted(text(*end) for end in ends(rules, mine, his, throw)))
        options = [word for option in rules.options for word in ("-o", option)]
        done = alea("plays", "--json", "--game", "senet", *options, input="".join(lines))
        expect(done.returncode == 0, options, done.stderr, done.stdout[:300])
        for line, answer, want in zip(lines, done.stdout.splitlines(), wanted, strict=True):
            plays = json.loads(answer)["plays"]
            seen.update(mark for play in plays for mark in ("*", "off") if mark in play["move"])
            seen.update("back" for play in plays if re.match(r"(\d+)/(\d+)", play["move"]) and
                        int(play["move"].split("/")[0]) < int("0" + re.sub(r"\D", "", play["move"].split("/")[1])))
            expect([play["position"] for play in plays] == want, options, line, answer, want)
        expect(seen >= {"*", "off", "back"}, options, seen)


def start(men):
    return frozenset(range(PATH - 1, PATH - 2 * men, -2)), frozenset(range(PATH, PATH - 2 * men + 1, -2))


def counts():
    """The tree from the start: each side in turn, whatever the throw."""
    for men, depth in ((7, 4), (5, 4)):
        level, wanted = {start(men): 1}, []
        for _ in range(depth):
            below = {}
            for (mine, his), ways in level.items():
                for throw in range(1, 6):
                    for after, others in ends(RULES[0], mine, his, throw):
                        key = frozenset(others), frozenset(after)
                        below[key] = below.get(key, 0) + ways
            level = below
            wanted.append(sum(level.values()))
        done = alea("perft", "--game", "senet", "-o", f"pieces={men}", "--depth", str(depth), "--json")
        expect([ply["nodes"] for ply in json.loads(done.stdout)["plies"]] == wanted, done.stdout, wanted)


def refused():
    mine, his = start(7)
    good = text(mine, his)
    for line, reason in ((f"{good} 0", "expected 1 dice"), (f"{good} 6", "expected 1 dice"),
                         (good.replace("1,0", "2,0", 1) + " 3", "checkers"),
                         (text(mine, mine) + " 3", "both sides have checkers on point 17"),
                         (text(mine, his, 8) + " 3", "8 checkers"), (good[2:] + " 3", "31 counts")):
        done = alea("plays", "--game", "senet", input=line + "\n")
        error = json.loads(done.stdout)["error"]
        expect(done.returncode == 1 and reason in error["message"], line, done.stdout)


def referee(*lines):
    done = alea("tables", "referee", "senet", input="".join(line + "\n" for line in lines))
    return [json.loads(line) for line in done.stdout.splitlines()]


def throws_that_go_on():
    """1, 4 and 5 give another throw, moved or not; not to whoever is in the water."""
    for throw, again in ((1, True), (2, False), (3, False), (4, True), (5, True)):
        state = referee("opening 2 5", f"B roll {throw}", f"B play 17/{17 - throw}")[-1]
        expect(state["turn"] == ("B" if again else "A"), throw, state)
    # A man of A goes 18 14 10 9 5, one throw after the other, falls from 5 into the water, ends the turn there,
    # and comes out at 16 with a 5 that gives no other throw.
    fall = ("opening 5 2", "A roll 4", "A play 17/13", "A roll 4", "A play 13/9", "A roll 4", "A play 9/5",
            "A roll 1", "A play 5/4")
    state = referee(*fall)[-1]
    expect(state["turn"] == "B", state)
    state = referee(*fall, "B roll 2", "B play 18/16", "A roll 5", "A play 4/16")
    expect(state[-1]["error"]["code"] == "closed", state[-1])
    state = referee(*fall, "B roll 3", "B play 18/15", "A roll 5", "A play 19/14", "A play 4/16")
    expect(state[-2]["error"]["code"] == "trapped" and state[-1]["turn"] == "B", state[-2:])


def a_game():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.tables")
        done = alea("play", "--game", "senet", "--match", "1", "--dice", "seed:5", "--save", path,
                    input="\n" + "1\n\n" * 400)
        # An answer too many at some prompts: those are refused, and the game goes on.
        expect(done.returncode in (0, 1) and "wins the match" in done.stdout, done.stdout[-500:], done.stderr)
        expect("30   29   28" in done.stdout, "the board in letters", done.stdout[:900])
        checked = alea("tables", "check", path)
        expect(checked.returncode == 0 and "senet" in checked.stdout, checked)
        with open(path, encoding="ascii") as file:
            record = file.read()
        expect("game senet" in record and " play 17/" in record and re.search(r" roll 5$", record, re.M), record)


def said():
    words = " ".join(alea("rules", "--game", "senet").stdout.split())
    for part in ("guesses", "Kendall", "No ancient rules are known", "changes places", "the water", "1, 4 or 5"):
        expect(part in words, part, words)
    words = " ".join(alea("rules", "--game", "senet", "-o", "wall=3", "-o", "again_on=none").stdout.split())
    expect("3 enemies in a row" in words and "throws again" not in words, words)


def main():
    against_second_generator()
    counts()
    refused()
    throws_that_go_on()
    a_game()
    said()


if __name__ == "__main__":
    main()
