#!/usr/bin/env python3
"""Transcripts of the referee protocol: referee/NAME.in goes in, NAME.out must come out.

With --update the .out files are written anew, to be read before they are committed."""
import pathlib
import subprocess
import sys

from support import ALEA


def main():
    folder = pathlib.Path(__file__).parent / "referee"
    failed = 0
    update = "--update" in sys.argv
    inputs = sorted(folder.glob("*.in"))
    for path in inputs:
        run = subprocess.run([ALEA, "referee"], stdin=open(path, "rb"), capture_output=True)
        status = 2 if path.name.startswith("bad_rules") else 0
        out = path.with_suffix(".out")
        if update:
            out.write_bytes(run.stdout)
        elif run.stdout != out.read_bytes() or run.stderr:
            failed += 1
            print(f"{path.name}: differs")
            wanted = out.read_bytes().split(b"\n")
            for number, line in enumerate(run.stdout.split(b"\n")):
                if number >= len(wanted) or line != wanted[number]:
                    print(f"line {number + 1}: {line}\n  wanted: "
                          f"{wanted[number] if number < len(wanted) else None}")
                    break
        if run.returncode != status:
            failed += 1
            print(f"{path.name}: exit status {run.returncode}")
    assert inputs, "no transcript"
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
