#!/usr/bin/env python3
"""tools/hooks/commit-msg lets good messages through and says what is wrong with others; `make setup`
has git call it."""
import os
import subprocess
import tempfile
from pathlib import Path

SOURCE = Path(os.environ.get("ALEA_SOURCE", Path(__file__).resolve().parents[2]))
HOOK = SOURCE / "tools/hooks/commit-msg"
BODY = "\n\nWhy, and what was measured.\n"
GOOD = ("server: a ping goes out" + BODY, "a, b: x" + BODY, "web: " + "ü" * 55 + BODY,
        "# git's own remark\nserver: x" + BODY, "fixup! server: x\n", "Revert \"server: x\"\n",
        "docs: x" + BODY + "diff --git a/x b/x\n+" + "y" * 90 + "\n")
WRONG = (("server: " + "x" * 53 + BODY, "61 columns"), ("a change" + BODY, "an area"), ("Server: x" + BODY, "an area"),
         ("server:x" + BODY, "an area"), ("server: x." + BODY, "full stop"), ("server: x\nmore" + BODY, "blank"),
         ("server: x\n", "body"), ("server: x\n\n# only a remark\n", "body"), ("", "an area"))


def judge(text):
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        return subprocess.run([HOOK, file.name], capture_output=True, text=True, check=False)


def main():
    for text in GOOD:
        done = judge(text)
        assert done.returncode == 0 and not done.stderr, (text, done.stderr)
    for text, word in WRONG:
        done = judge(text)
        assert done.returncode == 1 and word in done.stderr, (text, done)
    assert "core.hooksPath tools/hooks" in (SOURCE / "Makefile").read_text()
    print(f"{len(GOOD)} let through, {len(WRONG)} refused")


if __name__ == "__main__":
    main()
