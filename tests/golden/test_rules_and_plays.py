#!/usr/bin/env python3
"""`alea rules` for every preset, and `alea plays` of the positions of the reference counts:
rules/NAME.txt and plays/NAME.in, .out. With --update the outputs are written anew."""
import json
import pathlib
import subprocess
import sys

from support import ALEA

FOLDER = pathlib.Path(__file__).parent
UPDATE = "--update" in sys.argv


def compare(path, data):
    """1 if the file differs; with --update 0, and it is written."""
    if UPDATE:
        path.write_bytes(data)
    elif data != path.read_bytes():
        print(f"{path} differs")
        return 1
    return 0


def output(*arguments, status=0, **more):
    run = subprocess.run([ALEA, *arguments], capture_output=True, **more)
    assert run.returncode == status, (arguments, run.returncode, run.stderr)
    return run.stdout


def main():
    failed = compare(FOLDER / "rules" / "list.txt", output("rules"))
    presets = [p["preset"] for p in json.loads(output("rules", "--json"))["presets"]]
    for name in presets + ["standard"]:
        failed += compare(FOLDER / "rules" / f"{name}.txt", output("rules", name))
    for path in sorted((FOLDER / "plays").glob("*.in")):
        options = ["--preset", path.stem] if path.stem in presets else []
        failed += compare(path.with_suffix(".out"),
                          output("plays", *options, input=path.read_bytes(),
                                 status=1 if path.stem == "bad" else 0))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
