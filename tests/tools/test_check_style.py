#!/usr/bin/env python3
"""tools/check_style accepts a small correct tree, and reports and mends each kind of fault."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(os.environ.get("ALEA_SOURCE", Path(__file__).resolve().parents[2]))


def guarded(guard, body=""):
    return f"#ifndef {guard}\n#define {guard}\n{body}#endif\n"


CORRECT = {
    "include/alea/board.h": guarded("ALEA_BOARD_H"),
    "src/core/hash.h": guarded("ALEA_CORE_HASH_H", "#include <alea/board.h>\n"),
    "src/core/hash.c": '#include "hash.h"\n',
    "src/core/help.c": f'const char help[] =\n    "{"x" * 88}\\n";\n',
    "apps/cli/io/lines.h": guarded("ALEA_CLI_IO_LINES_H", '#include "core/hash.h"\n'),
    "apps/cli/main.c": '#include "cli/io/lines.h"\n#include "config.h"\n',
    "tests/support/steps.h": guarded("ALEA_TESTS_SUPPORT_STEPS_H"),
    "tests/unit/core/test_hash.c": '#include "core/hash.h"\n#include "support/steps.h"\n',
}
# {name: (file, its wrong text, text of the report)}
FAULTS = {
    "the guard of another path": (
        "src/core/hash.h", guarded("ALEA_HASH_H", "#include <alea/board.h>\n"),
        "src/core/hash.h:1: write #ifndef ALEA_CORE_HASH_H"),
    "the path of a file beside": (
        "src/core/hash.c", '#include "core/hash.h"\n',
        'src/core/hash.c:1: write #include "hash.h"'),
    "a path from the folder of the file": (
        "apps/cli/main.c", '#include "io/lines.h"\n#include "config.h"\n',
        'apps/cli/main.c:1: write #include "cli/io/lines.h"'),
    "a path upwards": (
        "tests/unit/core/test_hash.c",
        '#include "core/hash.h"\n#include "../../support/steps.h"\n',
        'tests/unit/core/test_hash.c:2: write #include "support/steps.h"'),
}


REFUSED = {
    "a header without a guard": (
        "src/core/hash.h", "int hash(void);\n",
        "src/core/hash.h: no include guard ALEA_CORE_HASH_H"),
    "a long line": (
        "src/core/hash.c", f'#include "hash.h"\n/* {"x" * 85} */\n', "src/core/hash.c:2: 91 columns"),
    "a long string that does not end its line": (
        "src/core/hash.c", f'#include "hash.h"\n"{"x" * 88}"\n', "src/core/hash.c:2: 90 columns"),
}


def run(root, *options):
    ran = subprocess.run([sys.executable, SOURCE / "tools/check_style", "--root", root,
                          *options], capture_output=True, text=True)
    return ran.returncode, (ran.stdout + ran.stderr).splitlines()


def try_tree(changes):
    """Status and report of a tree; then whether --fix makes the correct tree of it."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in {**CORRECT, **changes}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        status, report = run(root)
        run(root, "--fix")
        mended = all((root / name).read_text() == text for name, text in CORRECT.items())
        return status, report, mended


def main():
    failed = 0
    status, report, mended = try_tree({})
    if status != 0 or not mended:
        failed += 1
        print(f"the correct tree: refused or changed: {report}")
    for name, (path, text, wanted) in FAULTS.items():
        status, report, mended = try_tree({path: text})
        if status != 1 or wanted not in report or not mended:
            failed += 1
            print(f"{name}: status {status}, mended {mended}, expected '{wanted}' in {report}")
    for name, (path, text, wanted) in REFUSED.items():
        status, report, _ = try_tree({path: text})
        if status != 1 or wanted not in report:
            failed += 1
            print(f"{name}: status {status}: expected '{wanted}' in {report}")
    print(f"{1 + len(FAULTS) + len(REFUSED)} trees, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
