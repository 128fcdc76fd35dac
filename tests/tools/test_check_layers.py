#!/usr/bin/env python3
"""tools/check_layers accepts a small correct tree and reports each kind of fault in it."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(os.environ.get("ALEA_SOURCE", Path(__file__).resolve().parents[2]))
CORRECT = {
    "tools/rooms.txt": "src/low:\nsrc/high: src/low\nweb/src:\nweb/src/page: web/src\n",
    "src/low/number.h": "int number(void);\n",
    "src/low/number.c": '#include "low/number.h"\nint number(void) { return 1; }\n',
    "src/low/twice.h": "int twice(void);\n",
    "src/low/twice.c": '#include "low/twice.h"\n#include "low/number.h"\n'
                       "int twice(void) { return 2 * number(); }\n",
    "src/high/sum.h": "int sum(void);\n",
    "src/high/sum.c": '#include "high/sum.h"\n#include "low/twice.h"\n'
                      "int sum(void) { return twice() + 1; }\n",
    "web/src/dom.ts": "export const dom = 1;\n",
    "web/src/page/page.ts": 'import {dom} from "../dom.js";\nexport const page = dom;\n',
}
# {name: (files that change, text of the report)}
FAULTS = {
    "an arrow by a call": (
        {"src/low/number.c": "int sum(void);\nint number(void) { return sum(); }\n"},
        "src/low must not use src/high (src/low/number.c: uses sum of src/high/sum.c)"),
    "an arrow by an include": (
        {"src/low/twice.h": '#include "high/sum.h"\nint twice(void);\n'},
        "src/low must not use src/high (src/low/twice.h: includes high/sum.h)"),
    "a circle between rooms, each arrow allowed": (
        {"src/low/number.c": "int sum(void);\nint number(void) { return sum(); }\n",
         "tools/rooms.txt": CORRECT["tools/rooms.txt"].replace("src/low:",
                                                               "src/low: src/high")},
        "circle between rooms: src/high src/low"),
    "a circle between files of one room": (
        {"src/low/number.c": "int twice(void);\nint number(void) { return twice(); }\n"},
        "circle between files: src/low/number.c src/low/twice.c"),
    "a circle of headers": (
        {"src/low/number.h": '#pragma once\n#include "low/twice.h"\n',
         "src/low/twice.h": '#pragma once\n#include "low/number.h"\nint twice(void);\n'},
        "circle between files: src/low/number.h src/low/twice.h"),
    "a function in the header of another file": (
        {"src/low/number.h": "int number(void);\nint twice(void);\n"},
        "src/low/number.h: declares twice, which src/low/twice.c defines"),
    "too many files in a folder": (
        {f"src/low/part{i}.h": "\n" for i in range(22)},
        "src/low: 26 files; at most 25 a folder"),
    "the folder in the file name": (
        {"src/low/low_part.h": "\n"},
        "src/low/low_part.h: the file name repeats the name of its folder"),
    "a room that the table lacks": (
        {"src/new/thing.h": "\n"}, "src/new: this room is not in tools/rooms.txt"),
    "a room that is gone": (
        {"tools/rooms.txt": CORRECT["tools/rooms.txt"] + "src/gone:\n"},
        "src/gone: tools/rooms.txt lists a room without files"),
    "an arrow in the table that nothing uses": (
        {"src/high/sum.c": "int sum(void);\nint sum(void) { return 1; }\n"},
        "src/high -> src/low: allowed by tools/rooms.txt, not used"),
    "an exception without a reason": (
        {"tools/rooms.txt": CORRECT["tools/rooms.txt"] + "size src/low:\n"},
        "rooms.txt:5: an exception needs a reason"),
    "an exception that is not needed": (
        {"tools/rooms.txt": CORRECT["tools/rooms.txt"] + "size src/low: it is large\n"},
        "size src/low: this exception is not needed any more"),
    "an arrow of the page": (
        {"web/src/dom.ts": 'import {page} from "./page/page.js";\nexport const dom = page;\n'},
        "web/src must not use web/src/page (web/src/dom.ts: imports ./page/page.js)"),
    "a circle in the page": (
        {"web/src/dom.ts": 'import {page} from "./page/page.js";\nexport const dom = page;\n'},
        "circle between files: web/src/dom.ts web/src/page/page.ts"),
    "a word that a layer lacks": (
        {"tools/rooms.txt": "src/base:\n" + CORRECT["tools/rooms.txt"],
         "src/base/say.c": "int puts(const char *);\nvoid say(void);\n"
                           "void say(void) { puts(\"x\"); }\n"},
        "src/base/say.c:3: src/base must not contain 'puts('"),
    "a public header of a higher layer": (
        {"tools/rooms.txt": "headers top: face\nsees src/low: bottom\n"
                            + CORRECT["tools/rooms.txt"],
         "include/alea/face.h": "\n",
         "src/low/twice.h": "#include <alea/face.h>\nint twice(void);\n"},
        "src/low/twice.h:1: src/low must not include <alea/face.h> of top"),
}
# Changes that are correct.
ALLOWED = {
    "an exception with its reason": {
        "src/low/number.c": "int twice(void);\nint number(void) { return twice(); }\n",
        "tools/rooms.txt": CORRECT["tools/rooms.txt"]
        + "circle src/low/number.c src/low/twice.c: mutual recursion\n"},
    "a header for the variants of one file": {
        "src/low/twice.h": "int twice(void);\nint twice_avx2(void);\n",
        "src/low/twice_avx2.c": "int twice_avx2(void);\nint twice_avx2(void) { return 2; }\n"},
    "imports of the file that starts the page": {
        "web/src/main.ts": 'import {page} from "./page/page.js";\nexport const main = page;\n',
        "tools/rooms.txt": CORRECT["tools/rooms.txt"]
        + "entry web/src/main.ts: starts every page\n"},
    "types in a circle": {
        "web/src/page/part.ts": 'import type {page} from "./page.js";\nexport type part = 1;\n',
        "web/src/page/page.ts": 'import {dom} from "../dom.js";\n'
        'import {part} from "./part.js";\nexport const page = dom;\n'},
}


def report(changes):
    """Exit status and output of check_layers for the correct tree with `changes`."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in {**CORRECT, **changes}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            if path.suffix == ".c":
                made = root / "build/CMakeFiles/part.dir" / (name + ".o")
                made.parent.mkdir(parents=True, exist_ok=True)
        for made in root.glob("src/*/*.c"):
            name = made.relative_to(root)
            subprocess.run(["cc", "-w", "-c", f"-I{root / 'src'}", f"-I{root / 'include'}",
                            made, "-o", root / "build/CMakeFiles/part.dir" / f"{name}.o"],
                           check=True)
        ran = subprocess.run([sys.executable, SOURCE / "tools/check_layers", "--root", root,
                              "--build", root / "build"], capture_output=True, text=True)
        return ran.returncode, ran.stdout + ran.stderr


def main():
    failed = 0
    for name, changes in {"the correct tree": {}, **ALLOWED}.items():
        status, text = report(changes)
        if status != 0:
            failed += 1
            print(f"{name}: refused\n{text}")
    for name, (changes, wanted) in FAULTS.items():
        status, text = report(changes)
        if status != 1 or wanted not in text.splitlines():
            failed += 1
            print(f"{name}: status {status}, expected '{wanted}' in\n{text}")
    print(f"{1 + len(ALLOWED) + len(FAULTS)} trees, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
