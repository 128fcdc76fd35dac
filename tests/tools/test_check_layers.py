#!/usr/bin/env python3
"""tools/check_layers accepts a small correct tree and reports each kind of fault in it."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(os.environ.get("ALEA_SOURCE", Path(__file__).resolve().parents[2]))
ROOMS = """layer low: numbers
    src/low
layer middle: beside the others
    src/beside < src/middle <face>
layer high: sums
    src/high
layer page: the page
    web/src < web/src/page web/src/other
never high: src/beside -- sums are alone
"""
CORRECT = {
    "tools/rooms.txt": ROOMS,
    "ARCHITECTURE.md": "| low | `src/low` | numbers |\n"
                       "| middle | `src/beside`; `src/middle` | beside the others |\n"
                       "| high | `src/high` | sums |\n| page | `web/src` | the page |\n",
    "include/alea/face.h": "#pragma once\n",
    "src/beside/part.h": "#pragma once\n",
    "src/middle/part.h": '#pragma once\n#include <alea/face.h>\n#include "beside/part.h"\n',
    "web/src/other/other.ts": "export const other = 1;\n",
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
        {"src/low/number.c": "/* sum */\nint number(void) { int sum(void); return sum(); }\n"},
        "src/low/number.c:2: src/low must not use src/high (uses sum of src/high/sum.c): "
        "high is a higher layer than low"),
    "an arrow by an include": (
        {"src/low/twice.h": '#include "high/sum.h"\nint twice(void);\n'},
        "src/low/twice.h:1: src/low must not use src/high (includes high/sum.h): "
        "high is a higher layer than low"),
    "an arrow against the order in a layer": (
        {"src/beside/part.h": '#pragma once\n\n#include "middle/part.h"\n',
         "src/middle/part.h": "#pragma once\n"},
        "src/beside/part.h:3: src/beside must not use src/middle (includes middle/part.h): "
        "no order in the layer middle lets it"),
    "an arrow without an order in a layer": (
        {"tools/rooms.txt": ROOMS.replace("src/beside <", "src/beside")},
        "src/middle/part.h:3: src/middle must not use src/beside (includes beside/part.h): "
        "no order in the layer middle lets it"),
    "an arrow that is never": (
        {"src/high/sum.h": '#include "beside/part.h"\nint sum(void);\n'},
        "src/high/sum.h:1: src/high must not use src/beside (includes beside/part.h): "
        "sums are alone"),
    "a public header that is never": (
        {"tools/rooms.txt": ROOMS + "never high: middle -- sums have no face\n",
         "src/high/sum.h": "\n#include <alea/face.h>\nint sum(void);\n"},
        "src/high/sum.h:2: src/high must not use <face> (includes <alea/face.h>): "
        "sums have no face"),
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
    "a file in the headers of two subjects": (
        {"src/low/half.c": "int half(void);\nint third(void);\n"
                           "int half(void) { return 0; }\nint third(void) { return 0; }\n",
         "src/low/number.h": "int number(void);\nint half(void);\n",
         "src/low/twice.h": "int twice(void);\nint third(void);\n"},
        "src/low/half.c: declared in src/low/number.h and src/low/twice.h"),
    "a function in a header of another folder": (
        {"src/high/half.c": "int half(void);\nint half(void) { return 0; }\n",
         "src/low/number.h": "int number(void);\nint half(void);\n"},
        "src/low/number.h: declares half, which src/high/half.c defines"),
    "too many files in a folder": (
        {f"src/low/part{i}.h": "\n" for i in range(22)},
        "src/low: 26 files; at most 25 a folder"),
    "the folder in the file name": (
        {"src/low/low_part.h": "\n"},
        "src/low/low_part.h: the file name repeats the name of its folder"),
    "a room without a layer": (
        {"src/new/thing.h": "\n"}, "src/new: no layer of tools/rooms.txt has it"),
    "a public header without a layer": (
        {"include/alea/new.h": "\n"}, "<new>: no layer of tools/rooms.txt has it"),
    "a room that is gone": (
        {"tools/rooms.txt": ROOMS.replace("    src/low", "    src/low src/gone")},
        "src/gone: tools/rooms.txt lists it, and it has no files"),
    "a room with two layers": (
        {"tools/rooms.txt": ROOMS.replace("    src/high", "    src/high src/low")},
        "tools/rooms.txt:5: src/low has a layer already"),
    "a never of no room": (
        {"tools/rooms.txt": ROOMS + "never gone: low -- gone\n"},
        "tools/rooms.txt:10: gone is no layer and no room"),
    "a never that forbids no room": (
        {"tools/rooms.txt": ROOMS + "never high: gone -- gone\n"},
        "tools/rooms.txt:10: gone is no layer, room or kind of code"),
    "a never but no room": (
        {"tools/rooms.txt": ROOMS + "never high: middle but <gone> -- gone\n"},
        "tools/rooms.txt:10: <gone> is no room and no public header"),
    "a never that the order says already": (
        {"tools/rooms.txt": ROOMS + "never low: high -- it is low\n"},
        "tools/rooms.txt:10: the order of layers forbids high already"),
    "a never without a reason": (
        {"tools/rooms.txt": ROOMS + "never high: low\n"},
        "tools/rooms.txt:10: a never needs a reason after --"),
    "a line of no kind": (
        {"tools/rooms.txt": ROOMS + "always high: low\n"},
        "tools/rooms.txt:10: there is no kind of line 'always'"),
    "a layer that the map lacks": (
        {"ARCHITECTURE.md": CORRECT["ARCHITECTURE.md"].replace("sums", "products")},
        "ARCHITECTURE.md: the map lacks the row | high | `src/high` | sums |"),
    "an exception without a reason": (
        {"tools/rooms.txt": CORRECT["tools/rooms.txt"] + "size src/low:\n"},
        "tools/rooms.txt:10: an exception needs a reason"),
    "an exception that is not needed": (
        {"tools/rooms.txt": CORRECT["tools/rooms.txt"] + "size src/low: it is large\n"},
        "size src/low: this exception is not needed any more"),
    "an arrow of the page": (
        {"web/src/dom.ts": 'import {page} from "./page/page.js";\nexport const dom = page;\n'},
        "web/src/dom.ts:1: web/src must not use web/src/page (imports ./page/page.js): "
        "no order in the layer page lets it"),
    "a page that imports a page": (
        {"web/src/page/page.ts": 'import {dom} from "../dom.js";\n'
         'import {other} from "../other/other.js";\nexport const page = dom + other;\n'},
        "web/src/page/page.ts:2: web/src/page must not use web/src/other "
        "(imports ../other/other.js): no order in the layer page lets it"),
    "a circle in the page": (
        {"web/src/dom.ts": 'import {page} from "./page/page.js";\nexport const dom = page;\n'},
        "circle between files: web/src/dom.ts web/src/page/page.ts"),
    **{f"{kind} in the code": (
        {"tools/rooms.txt": ROOMS + f"never low: {kind} -- it is low\n",
         "src/low/number.h": f"int number(void);\n/* {code} */\n{code}\n"},
        f"src/low/number.h:3: src/low must not contain {what} ({kind}): it is low")
       for kind, code, what in (
           ("process", "int puts(const char *);", "puts("),
           ("allocation", "void free(void *);", "free("),
           ("files", "#include <stdio.h>", "<stdio.h>"),
           ("floats", "float half(void);", "float h"),
           ("backgammon", "int dice_of(void);", "dice_of"))},
    "a public header of a higher layer": (
        {"src/low/twice.h": "#include <alea/face.h>\nint twice(void);\n"},
        "src/low/twice.h:1: src/low must not use <face> (includes <alea/face.h>): "
        "middle is a higher layer than low"),
}
# Changes that are correct.
ALLOWED = {
    "what a never allows": {
        "tools/rooms.txt": ROOMS + "never high: middle but <face> -- sums are alone\n",
        "src/high/sum.h": "#include <alea/face.h>\nint sum(void);\n"},
    "an exception with its reason": {
        "src/low/number.c": "int twice(void);\nint number(void) { return twice(); }\n",
        "tools/rooms.txt": CORRECT["tools/rooms.txt"]
        + "circle src/low/number.c src/low/twice.c: mutual recursion\n"},
    "one header for several files of a subject": {
        "src/low/half.c": "int half(void);\nint half(void) { return 0; }\n",
        "src/low/number.h": "int number(void);\nint half(void);\n"},
    "an interface beside the header of a subject": {
        "src/low/half.c": "int half(void);\nint third(void);\n"
                          "int half(void) { return 0; }\nint third(void) { return 0; }\n",
        "src/low/number.h": "int number(void);\nint half(void);\n",
        "src/low/twice.h": "int twice(void);\nint third(void);\n",
        "tools/rooms.txt": ROOMS + "declares src/low/number.h: an interface\n"},
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


if __name__ == "__main__":
    sys.exit(main())
