#!/usr/bin/env python3
"""How hard each family of decisions is beside the whole, over real matches:
bench/difficulty.py FILE...

Runs alea ($ALEA, or build/release/alea): the matches are judged at 2-ply, and every
choice of the 0-ply level is looked up in that judgement. Printed for each family of
the study plan: its decisions, what a decision of players costs beside their average
decision, the same of the 0-ply level, and the figure of apps/desk/plan/families.c,
what players lose shrunk towards the level with the weight of 50 decisions.

Then, for desks of 1 to 32 of the matches, how far the difficulty that they predict for
16 others is from the loss there: with families shrunk towards the whole and towards
the figures of the matches in neither, as docs/study-plan.md tells."""
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ALEA = os.environ.get("ALEA", os.path.join(ROOT, "build/release/alea"))
WEIGHT, PLAYER_WEIGHT, LEVEL_WEIGHT, HELD_OUT, ROUNDS = 50, 200, 30, 16, 150
# What is right for a cube, and the family of the decision.
FAMILY = {"no_double": "early_double", "double_take": "missed_double",
          "double_drop": "missed_double", "take": "wrong_drop", "drop": "wrong_take"}
THEMES = ("opening bar bearoff bearoff_contact race back_game prime against_prime attack "
          "holding middle no_double double_take double_drop too_good take drop beaver").split()


def alea(*words):
    return subprocess.run([ALEA, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True, check=False).stdout


def families_of(files, folder):
    desk = os.path.join(folder, "desk.db")
    alea("study", "add", "--db", desk, *files)
    alea("study", "analyse", "--db", desk)
    found = {}
    for theme in THEMES:
        for line in alea("study", "find", "--db", desk, "--all", "--json", "counted",
                         f"theme={theme}").splitlines():
            decision = json.loads(line)
            found[decision["id"], decision["kind"]] = FAMILY.get(theme, theme)
    return found


def cube_choice(decision, shallow):
    """What the 0-ply level's action costs."""
    deep, level = decision["cube"]["equity"], shallow["cube"]["equity"]
    if decision["kind"] == "take":
        take = level["double_take"] < level["double_drop"]
        return deep["double_take" if take else "double_drop"] - min(deep["double_take"], deep["double_drop"])
    double = min(level["double_take"], level["double_drop"]) > level["no_double"]
    made = min(deep["double_take"], deep["double_drop"])
    return max(deep["no_double"], made) - (made if double else deep["no_double"])


def play_choice(decision, shallow):
    losses = {play["move"]: play["loss"] for play in decision["plays"]}
    return losses.get(shallow["best"], max(losses.values()))


def judged(file, families, match):
    try:
        deep, shallow = (json.loads(alea("analyse", "--all", "--again", "--no-cache", "--json",
                                         "-p", ply, file)) for ply in ("2", "0"))
    except ValueError:
        return
    at = {(d["game"], d["turn"], d["kind"]): d for d in shallow["decisions"]}
    names = [player if isinstance(player, str) else player["name"] for player in deep["players"]]
    for d in deep["decisions"]:
        other = at.get((d["game"], d["turn"], d["kind"]))
        family = families.get((d["id"], d["kind"]))
        if d["counted"] and other and family:
            choice = play_choice if d["kind"] == "play" else cube_choice
            yield (match, names[d["player"]], family, d["loss"], max(0.0, choice(d, other)))


def level_factors(rows):
    mean = sum(row[4] for row in rows) / len(rows)
    loss, count = collections.Counter(), collections.Counter()
    for row in rows:
        loss[row[2]] += row[4]
        count[row[2]] += 1
    return lambda f: (loss[f] + LEVEL_WEIGHT * mean) / ((count[f] + LEVEL_WEIGHT) * mean)


def factors(rows, prior):
    """docs/study-plan.md, "Difficulty", with all players as the measure."""
    mean = sum(row[3] for row in rows) / len(rows)
    of, loss, expected = collections.defaultdict(lambda: [0.0, 0]), collections.Counter(), collections.Counter()
    for row in rows:
        of[row[1]][0] += row[3]
        of[row[1]][1] += 1
    for row in rows:
        lost, count = of[row[1]]
        loss[row[2]] += row[3]
        expected[row[2]] += (lost + PLAYER_WEIGHT * mean) / (count + PLAYER_WEIGHT)
    return lambda f: (loss[f] + WEIGHT * mean * prior(f)) / (expected[f] + WEIGHT * mean)


def distance(rows, factor):
    """Sum over families of |difficulty - loss|, as a share of the loss."""
    count, loss = collections.Counter(row[2] for row in rows), collections.Counter()
    for row in rows:
        loss[row[2]] += row[3]
    whole = sum(loss.values())
    scale = whole / sum(n * factor(f) for f, n in count.items())
    return sum(abs(n * factor(f) * scale - loss[f]) for f, n in count.items()) / whole


def held_out(rows, size):
    matches = sorted({row[0] for row in rows})
    sums = [0.0, 0.0]
    for seed in range(ROUNDS):
        random.Random(seed).shuffle(matches)
        out, desk = set(matches[:HELD_OUT]), set(matches[HELD_OUT:HELD_OUT + size])
        here = [row for row in rows if row[0] in desk]
        away = [row for row in rows if row[0] in out]
        rest = [row for row in rows if row[0] not in out and row[0] not in desk]
        for i, prior in enumerate((lambda f: 1, factors(rest, level_factors(rest)))):
            sums[i] += distance(away, factors(here, prior)) / ROUNDS
    return sums


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        families = families_of(sys.argv[1:], folder)
    rows = [row for match, file in enumerate(sys.argv[1:]) for row in judged(file, families, match)]
    if not rows:
        sys.exit("bench/difficulty.py: no decision was judged")
    level, only = level_factors(rows), factors(rows, lambda f: 1)
    both = factors(rows, level)
    print(f"{len(rows)} decisions of {len({row[1] for row in rows})} players\n"
          f"{'family':16s} decisions  players  0-ply  both")
    for family, count in sorted(collections.Counter(row[2] for row in rows).items()):
        print(f"{family:16s} {count:9d} {only(family):8.2f} {level(family):6.2f} {both(family):5.2f}")
    for size in (1, 4, 16, 32):
        if len({row[0] for row in rows}) > HELD_OUT + size:
            print("desk of %2d matches: off by %.3f of the loss, with the figures by %.3f" %
                  (size, *held_out(rows, size)))


if __name__ == "__main__":
    main()
