#!/usr/bin/env python3
"""Where the losses are: themes, phases, classes of cube errors, jokers and the rating of
alea analyse --json recounted from its list of decisions, and the desk's groups from them."""
import csv
import io
import json
import math
import os
import tempfile

from support.command_line import MATCH, alea
from support.expect import expect


def close(a, b, within=1e-4):
    return abs(a - b) <= within


def recount(o):
    rolls = {"very_lucky": lambda x: x >= 0.6, "lucky": lambda x: 0.3 <= x < 0.6,
             "unlucky": lambda x: -0.6 < x <= -0.3, "very_unlucky": lambda x: x <= -0.6}
    for player, total in enumerate(o["totals"]):
        mine = [d for d in o["decisions"] if d["player"] == player and d["counted"]]
        for key in ("themes", "phases"):
            expect(sum(s["decisions"] for s in total[key]) == len(mine), key)
            expect(close(sum(s["loss"] for s in total[key]), total["loss"]), key, total["loss"])
            expect(sum(s["errors"] for s in total[key]) == sum(d["mark"] != "" for d in mine), key)
            for s in total[key]:
                expect(close(s["pr"], 500 * s["loss"] / s["decisions"], 1e-2), s)
        classes = {}
        for d in mine:
            if d["mark"] and "class" in d:
                count, loss = classes.get(d["class"], (0, 0))
                classes[d["class"]] = (count + 1, loss + d["loss"])
        told = {s["class"]: (s["decisions"], s["loss"]) for s in total["classes"]}
        expect(set(told) == set(classes), told, classes)
        expect(all(told[k][0] == n and close(told[k][1], loss) for k, (n, loss) in classes.items()), told)
        cube = {"double_take", "double_drop", "no_double", "too_good", "take", "drop", "beaver"}
        expect(sum(s["decisions"] for s in total["themes"] if s["theme"] in cube) ==
               sum(d["kind"] != "play" for d in mine), "cube themes")
        luck = [r["luck"] for r in o["rolls"] if r["player"] == player]
        for key, holds in rolls.items():
            expect(total["rolls"][key] == sum(map(holds, luck)), key)
        want = 2050 - total["chance_loss"] * 8000 / (math.log(10) * math.sqrt(o["match_length"]))
        expect(close(total["rating_estimate"], want, 0.01), total["rating_estimate"], want)
    for game in o["games"]:
        for player, total in enumerate(game["totals"]):
            expect(sum(s["decisions"] for s in total["themes"]) == total["decisions"], game["game"])


def groups(db, by):
    run = alea("study", "stats", "--db", db, "--by", by, "--json")
    expect(run.returncode == 0, run.stderr)
    return json.loads(run.stdout)["groups"]


def main():
    run = alea("analyse", "--ply", "0", "--json", MATCH)
    o = json.loads(run.stdout)
    recount(o)
    text = alea("analyse", "--ply", "0", MATCH).stdout
    for words in ("Theme: counted, lost, PR", "Phase: counted, lost, PR", "very lucky (jokers)",
                  "Rating estimate (FIBS)", "back game" if "back_game" in run.stdout else "middle"):
        expect(words in text, words)
    with tempfile.TemporaryDirectory() as folder:
        db = os.path.join(folder, "a.db")
        expect(alea("study", "add", "--db", db, MATCH).returncode == 0, "add")
        expect(alea("study", "analyse", "--db", db, "--ply", "0").returncode == 0, "analyse")
        counted = [d for d in o["decisions"] if d["counted"]]
        themes = groups(db, "theme")
        expect(sum(g["decisions"] for g in themes) == len(counted), "themes of the desk")
        for g in themes:  # those of the analysis, of both players
            want = [one for t in o["totals"] for one in t["themes"] if one["theme"] == g["key"]]
            expect(g["decisions"] == sum(one["decisions"] for one in want) and
                   close(g["loss"], sum(one["loss"] for one in want)), g, want)
        expect(sum(g["jokers"] for g in themes) ==
               sum(t["rolls"]["very_lucky"] for t in o["totals"]) -
               sum(r["luck"] >= 0.6 and r["turn"] == 0 for r in o["rolls"]), "jokers")
        # Replies: the second turn of each game, named by both rolls.
        want = {}
        for game in o["games"]:
            rolls = [r["dice"] for r in o["rolls"] if r["game"] == game["game"]][:2]
            if len(rolls) == 2:
                key = "-".join("".join(map(str, sorted(d, reverse=True))) for d in rolls)
                want[key] = want.get(key, 0) + 1
        told = {g["key"]: g for g in groups(db, "reply")}
        expect(set(told) == set(want), told.keys(), want)
        run = alea("study", "stats", "--db", db, "--by", "reply", "--csv")
        rows = list(csv.DictReader(io.StringIO(run.stdout)))
        expect([r["reply"] for r in rows] == sorted(want) and all("jokers" in r for r in rows), rows)


if __name__ == "__main__":
    main()
