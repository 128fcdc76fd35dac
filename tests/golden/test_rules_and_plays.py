#!/usr/bin/env python3
"""`alea rules` for every preset, and `alea plays` of the positions of the reference counts:
rules/NAME.txt and plays/NAME.in, .out. With --update the outputs are written anew."""
import json
import os
import pathlib
import subprocess
import sys

folder = pathlib.Path(__file__).parent
alea = os.environ.get("ALEA", "build/release/alea")
update = "--update" in sys.argv
failed = 0


def compare(path, data):
    global failed
    if update:
        path.write_bytes(data)
    elif data != path.read_bytes():
        failed += 1
        print(f"{path} differs")


def output(*arguments, status=0, **more):
    run = subprocess.run([alea, *arguments], capture_output=True, **more)
    assert run.returncode == status, (arguments, run.returncode, run.stderr)
    return run.stdout


compare(folder / "rules" / "list.txt", output("rules"))
presets = [p["preset"] for p in json.loads(output("rules", "--json"))["presets"]]
for name in presets + ["standard"]:
    compare(folder / "rules" / f"{name}.txt", output("rules", name))
for path in sorted((folder / "plays").glob("*.in")):
    options = ["--preset", path.stem] if path.stem in presets else []
    compare(path.with_suffix(".out"),
            output("plays", *options, input=path.read_bytes(),
                   status=1 if path.stem == "bad" else 0))
sys.exit(1 if failed else 0)
