#!/usr/bin/env python3
"""How many explanations of errors have figures alone, over real matches:
bench/explanations.py FILE|DIR...

Runs `alea analyse --json` ($ALEA, or build/release/alea) and counts, for plays,
doubles and takes, the errors explained and those whose text names nothing that
stands on the board. An explanation of a cube that names nothing but the pips of a
race is counted apart."""
import collections
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BOARD = re.compile(r"hits with|on the bar|points in a row|home point or bar point|anchor"
                   r"|checkers? left against")
PIPS = re.compile(r"in the race|It is a race")


def kind_of(decision):
    text = decision["explanation"]
    if decision["kind"] == "play":
        return "board" if ". It " in text else "figures"
    return "board" if BOARD.search(text) else "pips" if PIPS.search(text) else "figures"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    alea = os.environ.get("ALEA", os.path.join(ROOT, "build/release/alea"))
    run = subprocess.Popen([alea, "analyse", "--json", *sys.argv[1:]],
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    found = collections.defaultdict(collections.Counter)
    for line in run.stdout:
        for decision in json.loads(line).get("decisions", []):
            if decision.get("explanation"):
                found[decision["kind"]][kind_of(decision)] += 1
    for kind, counts in sorted(found.items()):
        all_of = sum(counts.values())
        print(f"{kind}s {all_of}: figures alone {counts['figures']} "
              f"({100 * counts['figures'] / all_of:.1f} %), the pips of a race alone "
              f"{counts['pips']} ({100 * counts['pips'] / all_of:.1f} %)")
    if run.wait() not in (0, 1) or not found:
        sys.exit("alea analyse failed")


if __name__ == "__main__":
    main()
