#!/usr/bin/env python3
"""Every key that commands print as JSON stands in docs/json.md or docs/protocol.md."""
import json
import os
import re
import tempfile

from support import SOURCE
from support.command_line import alea
from support.expect import expect

MATCH = os.path.join(SOURCE, "bench/match7.mat")
START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


def keys_of(value):
    """The keys of all objects in a value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from keys_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys_of(inner)


def printed(*arguments):
    run = alea(*arguments)
    expect(run.returncode in (0, 1) and run.stdout, arguments, run.stderr[:300])
    return {key for line in run.stdout.splitlines() for key in keys_of(json.loads(line))}


def main():
    text = ""
    for page in ("docs/json.md", "docs/protocol.md"):
        with open(os.path.join(SOURCE, page), encoding="utf-8") as file:
            text += file.read()
    known = set(re.findall(r"[`\"](\w+)[`\"]", text))
    with tempfile.TemporaryDirectory() as folder:
        filed = os.path.join(folder, "filed.sgf")
        fast = ("--ply", "0", "--no-cache")
        run = alea("analyse", *fast, "--sgf", filed, MATCH)
        expect(run.returncode == 0, run.stderr)
        calls = [("analyse", "--json", *fast, MATCH), ("analyse", "--json", *fast, filed),
                 ("analyse", "--json", "--ply", "1", "--no-cache", filed),
                 ("analyse", "--json", *fast, "--compare", "1-ply", MATCH),
                 ("cube", "--json", START), ("move", "--json", START), ("eval", "--json", START),
                 ("scores", "--json", "--size", "2", "--ply", "0", START),
                 ("show", "--json", MATCH), ("cube", "--json", "nonsense")]
        for call in calls:
            missing = sorted(printed(*call) - known)
            expect(not missing, "keys in no document", call[:2], missing)


if __name__ == "__main__":
    main()
