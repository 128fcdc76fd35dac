#!/usr/bin/env python3
"""Builds the wheel, installs it into an empty environment, runs its README, compares its structs with the
headers, and tries it with bad input, threads and NumPy."""
import ctypes
import glob
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = Path(os.environ.get("ALEA_BUILD", ROOT / "build/release"))
PYTHON = "/usr/bin/python3"  # Debian's, which the packages belong to
SKIPPED = 77
EVERYWHERE = {"libc.so.6", "libm.so.6", "libz.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}

# What the installed package has to do; argv[1]: a match file. Without numpy first, then with Debian's.
TRIAL = r'''
import sys, threading
import alea
start = alea.Position.start()
assert start.best_plays((3, 1))[0].play == "8/5 6/5"
assert len(start.best_plays((3, 1), count=1)) == 1
assert len(start.plays((3, 1))) == 16 and start.pips == (167, 167)
assert start == alea.Position(start.xgid) == alea.Position(start.gnubg_id)
again = alea.Position("XGID=-b----E-C---eE---c-e----B-:0:0:-1:52:0:0:0:7:10")
assert again.to_act == "B" and again.dice == (5, 2) and again.board == start.board
assert again.best_plays()[0].play in again.plays()
cube = alea.Position("XGID=-BBBBBBAB--------abbbbbbb-:0:0:1:00:0:0:0:0:10").cube_decision()
assert cube.action in ("no_double", "double_take", "double_drop", "too_good")
assert cube.double_drop == 1 and cube.text

def refused(call, *words):
    try:
        call()
    except (ValueError, TypeError, IndexError) as error:
        for word in words:
            assert word in str(error), (word, error)
        return
    raise AssertionError(words)

refused(lambda: alea.Position("XGID=nonsense"), "XGID")
refused(lambda: alea.Position(""))
refused(start.best_plays, "no dice")
refused(lambda: start.best_plays((7, 1)), "1 to 6")
refused(lambda: start.best_plays((3, 1), level="best"), "standard")
refused(lambda: start.rollout((3, 1), plays=["24/1"]), "24/1")
refused(lambda: start.svg("8/2", (3, 1)), "8/2")
refused(lambda: alea.Match.from_bytes(b"no match"))
refused(lambda: alea.evaluate([[0] * 25]), "26")
refused(lambda: alea.evaluate([start.board, [15] * 26]), "board 2")
refused(lambda: alea.evaluate([[200] * 26]), "200")

match = alea.Match.read(sys.argv[1])
assert len(list(match.positions())) > 10
assert alea.Match.from_bytes(match.to("sgf")).to("mat") == match.to("mat")
refused(lambda: match[len(match) + 1])
refused(lambda: match.to("xg"), "xg")
analysis = alea.analyse(match)
both = [analysis.totals(side) for side in "AB"]
assert sum(one.decisions for one in both) == sum(d.counted for d in analysis.decisions)
for side, total in zip("AB", both):
    lost = sum(d.loss for d in analysis.decisions if d.counted and d.by == side)
    assert abs(total.loss - lost) < 1e-4 and abs(total.pr - 500 * lost / max(total.decisions, 1)) < 1e-3
plays = [d for d in analysis.decisions if d.kind == "play"]
assert len(plays) > 10 and any(d.loss > 0 for d in plays)
for d in plays:
    legal = d.position.plays()
    assert d.made in legal and d.best in legal, (d, legal)
    assert d.best == d.candidates[0].play and (d.loss == 0 or d.made != d.best), d
    shown = [one.equity for one in d.candidates if one.play == d.made]
    assert not shown or abs(d.candidates[0].equity - shown[0] - d.loss) < 1e-4, d
assert all(0 <= chance <= 1 for _, chance in analysis.curve()) and "<svg" in analysis._repr_svg_()
# The same bytes as the command's, argv[2]: judged anew here and there.
import subprocess
def told(*words):
    return subprocess.run([sys.argv[2], "analyse", "--no-cache", *words, sys.argv[1]], capture_output=True,
                          check=True).stdout.decode()
assert analysis.to_json(file=sys.argv[1]) == told("--json")
assert analysis.to_json(sys.argv[1], player="B", min_loss=.03, by_loss=True) == told(
    "--json", "--player", "B", "--min-loss", ".03", "--sort", "loss")
assert analysis.to_html() == told("--html", "-") and "</html>" in analysis.to_html(all=True, player="A")
assert analysis.to_text(sys.argv[1]) == told()
refused(lambda: analysis.to_text(player="Nobody"), "Nobody")
stopped = alea.analyse(match, progress=lambda done, all: done < 5)
assert not stopped.complete and len(stopped.decisions) < len(analysis.decisions)

class Mine(Exception):
    pass

def fail(done, all):
    raise Mine

two = ["8/5 6/5", "24/23 13/10"]
for call in (lambda: alea.analyse(match, progress=fail), lambda: start.rollout((3, 1), plays=two, progress=fail)):
    try:
        call()
        raise AssertionError("not raised")
    except Mine:
        pass
one = start.rollout((3, 1), plays=two, trials=72, seed=5)
alea.set_threads(1)
assert one == start.rollout((3, 1), plays=two, trials=72, seed=5) and one.complete
part = start.rollout((3, 1), plays=two, trials=1440, progress=lambda done, all: False)
assert 0 < part.trials < 1440 and not part.complete

# Threads beside each other: the same answers.
wanted, found = alea.evaluate([start.board] * 50), []
threads = [threading.Thread(target=lambda: found.append(alea.evaluate([start.board] * 50))) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert found == [wanted] * 8
threads = [threading.Thread(target=lambda: found.append(start.best_plays((6, 5)))) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert found[-1] == found[-4]
'''
NUMPY = r'''
import sys, numpy
import alea
match = alea.Match.read(sys.argv[1])
boards = numpy.array([p.board for p in match.positions()], dtype=numpy.int64)
out = alea.evaluate(boards)
assert out.shape == (len(boards), 5) and out.dtype == numpy.float32
plain = alea.evaluate([tuple(int(n) for n in row) for row in boards])
assert all(abs(one.win - float(row[0])) < 1e-7 for one, row in zip(plain, out))
assert (alea.evaluate(boards[::2]) == out[::2]).all() and (alea.evaluate(numpy.asfortranarray(boards)) == out).all()
assert alea.evaluate(boards[:0]).shape == (0, 5)
for wrong in (boards[:, :25], boards[0], boards.astype(float), boards * 100):
    try:
        alea.evaluate(wrong)
        raise AssertionError("accepted")
    except ValueError:
        pass
'''


def run(*words, **how):
    done = subprocess.run(words, capture_output=True, text=True, **how)
    if done.returncode:
        raise SystemExit(f"{words}: {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def environment(folder, wheel):
    """An empty one with the wheel in it; its Python. Debian's pip runs from its archive: to install it first is
    three quarters of the time."""
    python, archives = f"{folder}/bin/python", glob.glob("/usr/share/python-wheels/pip-*.whl")
    run(PYTHON, "-m", "venv", *(["--without-pip"] if archives else []), folder)
    pip = [f"{archives[0]}/pip"] if archives else ["-m", "pip"]
    run(python, *pip, "install", "--no-index", str(wheel), env={"PATH": "/usr/bin:/bin", "HOME": folder})
    return python


def run_program(python, text, folder, *words):
    program = Path(folder, "program.py")
    program.write_text(text)
    clean = {"PATH": "/usr/bin:/bin", "HOME": folder}
    return run(python, str(program), *words, cwd=folder, env=clean)


def check_layouts(folder):
    """Each struct's size and the place of each field, as the C compiler has them."""
    sys.path.insert(0, str(ROOT / "bindings/python/alea"))
    import _types
    lines, wanted = [], []
    for name, kind in sorted(vars(_types).items()):
        if not (isinstance(kind, type) and issubclass(kind, ctypes.Structure) and name.startswith("alea_")):
            continue
        lines.append(f'printf("%zu\\n", sizeof({name}));')
        wanted.append((name, ctypes.sizeof(kind)))
        for field, *_ in kind._fields_:
            known = field.rstrip("_")
            lines.append(f'printf("%zu\\n", offsetof({name}, {known}));')
            wanted.append((f"{name}.{field}", getattr(kind, field).offset))
    assert len(wanted) > 200, len(wanted)
    source = Path(folder, "layouts.c")
    source.write_text("#include <alea/alea.h>\n#include <stddef.h>\n#include <stdio.h>\nint main(void)\n{\n" +
                      "\n".join(lines) + "\nreturn 0;\n}\n")
    run("cc", f"-I{ROOT}/include", str(source), "-o", f"{folder}/layouts")
    found = [int(line) for line in run(f"{folder}/layouts").split()]
    for (name, size), really in zip(wanted, found):
        assert size == really, f"{name}: {size} in _types.py, {really} in the headers"


def check_needed(wheel):
    """The library needs nothing that is neither in the wheel nor on every Linux."""
    with zipfile.ZipFile(wheel) as packed, tempfile.TemporaryDirectory() as folder:
        inside = {Path(name).name: name for name in packed.namelist()}
        dynamic = run("readelf", "-d", packed.extract(inside["libalea.so"], folder))
    needed = re.findall(r"NEEDED.*\[(.*)\]", dynamic)
    other = [name for name in needed if name not in inside and name not in EVERYWHERE]
    assert needed and not other, f"{other}: neither in the wheel nor on every Linux"


def readme_programs():
    text = (ROOT / "bindings/python/README.md").read_text()
    programs = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(programs) == 4
    return programs


def main():
    tried = subprocess.run([PYTHON, "-c", "import setuptools, wheel, venv, ensurepip, numpy"], capture_output=True)
    if tried.returncode:
        print("skipped: python3-setuptools, -wheel, -venv, -numpy are not installed")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        check_layouts(folder)
        run("sh", str(ROOT / "tools/make_wheel"), str(BUILD), folder)
        [wheel] = Path(folder).glob("alea_backgammon-*-py3-none-linux_*.whl")
        check_needed(wheel)
        inside = environment(f"{folder}/empty", wheel)
        short = f"{folder}/short.mat"  # two games, which are analysed seven times
        Path(short).write_text((ROOT / "tests/golden/formats/base.mat").read_text().split(" Game 3\n")[0])
        run_program(inside, TRIAL, folder, short, str(BUILD / "alea"))
        for program in readme_programs():
            run_program(inside, program.replace("bench/match7.mat", short), folder)
        # Debian's own Python, which has NumPy, with the package that is installed there.
        [packages] = glob.glob(f"{folder}/empty/lib/python*/site-packages")
        run(PYTHON, "-c", NUMPY, short, cwd=folder, env={"PATH": "/usr/bin:/bin", "HOME": folder, "PYTHONPATH": packages})
    return 0


if __name__ == "__main__":
    sys.exit(main())
