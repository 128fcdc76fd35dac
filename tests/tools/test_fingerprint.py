#!/usr/bin/env python3
"""tools/fingerprint changes with whatever a test's result can depend on, and with nothing else."""
import os
import subprocess
import tempfile
from pathlib import Path

SOURCE = Path(os.environ.get("ALEA_SOURCE", Path(__file__).resolve().parents[2]))


def fingerprint(root, **environment):
    done = subprocess.run([SOURCE / "tools/fingerprint"], cwd=root, capture_output=True, text=True, check=False,
                          env={**os.environ, **environment})
    return done.stdout.strip() if done.returncode == 0 else None


def main():
    with tempfile.TemporaryDirectory() as folder:
        root, beside = Path(folder, "tree"), Path(folder, "shared/real")
        beside.mkdir(parents=True)
        (root / "src").mkdir(parents=True)
        source, script, match = root / "src/a.c", root / "run", beside / "one.mat"
        source.write_text("int a;\n")
        script.write_text("#!/bin/sh\n")
        match.write_text("a match\n")
        (root / ".gitignore").write_text("/build/\n")
        (root / "packages.txt").write_text("tools-of-others one-tool\n")
        tool = Path(folder, "bin/one-tool")
        tool.parent.mkdir()
        tool.write_text("#!/bin/sh\n")
        tool.chmod(0o755)
        os.environ["PATH"] += f":{tool.parent}"
        os.environ.pop("ALEA_CPU", None)  # what the suite itself is run for
        assert fingerprint(root) is None, "there is no checkout"
        git = lambda *words: subprocess.run(["git", "-C", root, "-c", "user.name=a", "-c", "user.email=a@a.invalid", *words],
                                            capture_output=True, check=True)
        git("init")
        git("add", "-A")
        git("commit", "-m", "one")
        first = fingerprint(root)
        assert first and len(first) == 64, first

        os.utime(source, (1, 1))
        (root / "build").mkdir()
        (root / "build/object").write_text("made")
        git("commit", "--allow-empty", "-m", "two")
        assert fingerprint(root) == first, "a time, an ignored file or a commit that changes nothing counts"
        assert fingerprint(root / "src") == first, "it depends on the folder it is called in"

        seen = {first}
        for name, change in {
                "content": lambda: source.write_text("int b;\n"),
                "a mode": lambda: script.chmod(0o755),
                "a file git does not know": lambda: (root / "src/b.c").write_text(""),
                "a name": lambda: (root / "src/b.c").rename(root / "src/c.c"),
                "a file that is gone": source.unlink,
                "a program of others": lambda: tool.write_text("#!/bin/sh\nexit\n"),
                "a real file": lambda: match.write_text("another match\n"),
                "one more real file": lambda: (beside / "two.mat").write_text("")}.items():
            change()
            now = fingerprint(root)
            assert now and now not in seen, f"{name} makes no difference"
            seen.add(now)
        assert fingerprint(root, ALEA_CPU="portable") not in seen, "the kernels make no difference"
    print(f"{len(seen)} fingerprints")


if __name__ == "__main__":
    main()
