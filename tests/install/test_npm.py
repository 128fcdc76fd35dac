#!/usr/bin/env python3
"""Packs the npm packages, installs them into an empty project without a network, runs their READMEs, compares the
answers with those of alea and the types with the answers."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = Path(os.environ.get("ALEA_BUILD", ROOT / "build/release"))
PROGRAM = BUILD / "alea"
SHORT = ROOT / "tests/golden/formats/base.mat"
REAL = ROOT / "../shared/real/galaxy"
SKIPPED = 77


def run(*command, **how):
    done = subprocess.run([str(word) for word in command], check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, **how)
    if done.returncode:
        print(done.stdout[-3000:], done.stderr[-6000:], file=sys.stderr)
        sys.exit(done.returncode if done.returncode == SKIPPED else 1)
    return done.stdout


def readme_programs(package):
    return re.findall(r"```js\n(.*?)```", (ROOT / "npm" / package / "README.md").read_text(), re.S)


# An answer of each sort, as a value of its type: tsc finds keys that either side lacks.
SORTS = r"""
import { writeFileSync } from 'node:fs';
import { open } from 'alea-backgammon';
const alea = await open();
const XGID = 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10', START = '4HPwATDgc/ABMA';
const CUBE = 'XGID=-BBBBBBAB--------abbbbbbb-:0:0:1:00:0:0:0:0:10', deep = { ply: 1 };
const match = alea.match({ match_length: 3 });
const opened = match.apply({ event: 'opening', A: 3, B: 1 });
const sorts = [
    ['LegalPlay[]', alea.plays(XGID)], ['Tree', alea.tree(XGID)], ['RuleSet[]', alea.rules()], ['Position', alea.position(XGID)],
    ['MatchFile', alea.show(XGID)], ['MatchState', match.state], ['MatchAnswer', opened],
    ['MatchAnswer', match.apply({ event: 'play', by: 'A', move: '8/5' })], ['MatchEvent[]', match.events],
    ['Evaluation', await alea.evaluate(START)], ['Evaluation[]', await alea.evaluate([CUBE], deep)],
    ['Play[]', await alea.bestPlays(XGID, null, { level: 'fast', count: 2 })],
    ['CubeDecision', await alea.cube(XGID, deep)], ['CubeDecision', await alea.cube(CUBE, deep)],
    ['Scores', await alea.scores(CUBE, null, { ply: 0, size: 2 })],
    ['Scores', await alea.scores(START, [3, 1], { ply: 0, size: 2 })],
    ['Rollout', await alea.rollout(XGID, { trials: 2, truncate: 2 })],
    ['Rollout', await alea.rollout(CUBE, { trials: 1, truncate: 2 })],
    ['Analysis', await alea.analyse(alea.convert(process.argv[2], 'sgf', { from: 'mat' }), { ply: 0 })],
];
const names = [...new Set(sorts.map(([name]) => name.replace('[]', '')))];
writeFileSync('sorts.mts', `import type { ${names.join(', ')} } from 'alea-backgammon';\n` +
    sorts.map(([name, value], i) => `export const it${i}: ${name} = ${JSON.stringify(value)};\n`).join(''));
"""
# What the program below says of files is enough of node for the README.
NODE = "declare module 'node:fs/promises' { export function readFile(path: string): Promise<Uint8Array>; }\n"


def check_types(project):
    tsc = os.environ.get("TSC") or ROOT / "web/node_modules/.bin/tsc"
    if not shutil.which(str(tsc)):
        print("types: skipped, TypeScript is not installed (tests/web/test_types.sh installs it)")
        return
    match = SHORT.read_text()
    (project / "sorts.mjs").write_text(SORTS)
    run("node", "sorts.mjs", match, cwd=project)
    for i, program in enumerate(readme_programs("alea-backgammon")):
        (project / f"readme{i}.mts").write_text(program)
    # What one package answers is what the other one shows.
    (project / "board.mts").write_text(
        "import { open } from 'alea-backgammon';\nimport { readPosition, type BoardPosition } from 'alea-board';\n"
        "const alea = await open();\nexport const a: BoardPosition = alea.position('4HPwATDgc/ABMA');\n"
        "export const b: BoardPosition | null = readPosition('');\n"
        "document.createElement('alea-board').position = a;\n")
    (project / "node.d.ts").write_text(NODE)
    (project / "tsconfig.json").write_text(json.dumps({
        "compilerOptions": {"strict": True, "noEmit": True, "module": "nodenext", "target": "es2022", "types": [],
                            "lib": ["es2022", "dom"]}, "include": ["*.mts", "*.d.ts"]}))
    run(tsc, "-p", ".", cwd=project)
    # That a difference is found: a key by another name, a key too many.
    text = (project / "sorts.mts").read_text()
    fault = text.replace('"phase":', '"fase":', 1).replace('"market_losers":', '"many":1,"market_losers":', 1)
    (project / "sorts.mts").write_text(fault)
    done = subprocess.run([str(tsc), "-p", "."], cwd=project, check=False, stdout=subprocess.PIPE, text=True)
    assert '"fase"' in done.stdout and '"many"' in done.stdout, done.stdout


def main():
    if not shutil.which("node") or not shutil.which("npm"):
        print("skipped: node or npm is not installed")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        out, project = Path(folder, "out"), Path(folder, "project")
        run(ROOT / "tools/make_npm", out, env={**os.environ, "ALEA_BUILD": str(BUILD)})
        project.mkdir()
        (project / "package.json").write_text('{"name": "empty", "private": true, "type": "module"}\n')
        packed = sorted(out.glob("*.tgz"))
        assert len(packed) == 2, packed
        run("npm", "install", "--offline", "--no-audit", "--no-fund", *packed, cwd=project,
            env={"PATH": os.environ["PATH"], "HOME": folder})
        shutil.copy(SHORT, project / "match.mat")
        programs = readme_programs("alea-backgammon")
        assert len(programs) == 4
        for i, program in enumerate(programs):
            (project / f"readme{i}.mjs").write_text(program)
            told = run("node", f"readme{i}.mjs", cwd=project)
            assert told.strip(), f"program {i} of the README says nothing"
        shutil.copy(ROOT / "tests/install/npm_trial.mjs", project)
        matches = REAL if REAL.is_dir() else SHORT.parent
        print(run("node", "npm_trial.mjs", PROGRAM, ROOT, matches, cwd=project), end="")
        check_types(project)
    return 0


if __name__ == "__main__":
    sys.exit(main())
