#!/usr/bin/env python3
"""tools/check_docs accepts a small correct tree and reports each kind of dead name and each banned
phrase in it."""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(os.environ.get("ALEA_SOURCE", Path(__file__).resolve().parents[2]))
CORRECT = {
    "tools/phrases.txt": "# a comment\n\\bverily\\b -- plain words\n",
    "tools/rooms.txt": "layer low: numbers\n    src/low <number>\n",
    "Makefile": "run:\n",
    "src/low/number.c": "int alea_number(void) { return 1; }\n",
    "tests/unit/low/test_number.c": "static void test_one(void **state)\n{\n}\n",
    "tests/web/page.test.mjs": "\n",
    "bench/speed.c": "\n",
    "ARCHITECTURE.md": "| `src/low` | numbers |\n`alea_number` is in `number.c`.\n",
    "README.md": "`make run` uses src/low/number.c, `bench/speed`, [docs](docs/low.md) and\n"
                 "`alea convert my.mat --to sgf -o out.sgf`, `tests/unit/ROOM/test_NAME.c`.\n",
    "docs/low.md": "`number.c`, `test_number`, `tests/web/*.test.mjs`, ../README.md, ids.txt.\n",
    "docs/lab/tried.md": "`gone.c` was slower.\n",
    "CHANGELOG.md": "- `src/low/gone.c` is gone.\n",
}
# A program with one command and one option.
ALEA = """#!/bin/sh
case "$*" in
--help) echo "  convert    converts" ;;
"convert --help" | "help convert") echo "Usage: alea convert"; echo "  -o --to" ;;
*) echo "unknown" >&2; exit 2 ;;
esac
"""
# {file: (its text, the report)}
FAULTS = {
    "a name in a page": ("docs/low.md", "`gone.c`\n", "low.md: gone.c does not exist"),
    "a path in a page": ("docs/low.md", "See src/low/gone.h.\n",
                         "low.md: src/low/gone.h does not exist"),
    "a path in a folder that other paths share": (
        "README.md", "tests/unit/test_number.c\n",
        "README.md: tests/unit/test_number.c does not exist"),
    "a page beside the program": ("bench/README.md", "(`gone_too.c`)\n",
                                  "README.md: gone_too.c does not exist"),
    "a script": ("docs/low.md", "Run tools/make_gone, then look.\n",
                 "low.md: tools/make_gone does not exist"),
    "a test": ("docs/low.md", "| played | `test_gone` |\n", "low.md: there is no test test_gone"),
    "a case of a test": ("docs/low.md", "`test_number.c:test_one`, `test_number.c:gone`\n",
                         "low.md: there is no test test_number.c:gone"),
    "a name in the map": ("ARCHITECTURE.md", "| `src/low` | numbers |\n`gone.c`\n",
                          "ARCHITECTURE.md: gone.c does not exist"),
    "a function in the map": ("ARCHITECTURE.md", "| `src/low` | numbers |\n`alea_gone`\n",
                              "ARCHITECTURE.md: no function alea_gone"),
    "a room without a line": ("ARCHITECTURE.md", "\n", "the room src/low has no line"),
    "a link": ("README.md", "[docs](docs/gone.md)\n", "README.md: the link docs/gone.md leads"),
    "a target": ("README.md", "`make gone`\n", "README.md: make gone does not exist"),
    "a command": ("README.md", "`alea gone-too`\n", "README.md: alea gone-too does not exist"),
    "an option": ("README.md", "`alea convert --gone`\n", "alea convert has no option --gone"),
    "a phrase in a comment": ("src/low/number.c", "/* Verily a number: verily. */\nint alea_number;\n",
                              "src/low/number.c:1: 'verily': plain words"),
    "a phrase in a page": ("docs/low.md", "one\nIt is verily so.\n", "docs/low.md:2: 'verily'"),
}


def report(changes):
    """Exit status and output of check_docs for the correct tree with `changes`."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in {**CORRECT, **changes}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        shutil.copy(SOURCE / "tools/check_docs", root / "tools/check_docs")
        program = root / "build/alea"
        program.parent.mkdir()
        program.write_text(ALEA)
        program.chmod(0o755)
        done = subprocess.run([sys.executable, root / "tools/check_docs"], capture_output=True,
                              text=True, env={**os.environ, "ALEA": str(program)})
        return done.returncode, done.stdout + done.stderr


def main():
    wrong = []
    status, text = report({})
    if status:
        wrong.append(f"the correct tree: status {status}: {text}")
    for name, (file, content, expected) in FAULTS.items():
        status, text = report({file: content})
        if status != 1 or expected not in text:
            wrong.append(f"{name}: status {status}, wanted '{expected}' in: {text}")
    print("\n".join(wrong) or f"{len(FAULTS)} faults found, the correct tree accepted")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
