#!/usr/bin/env python3
"""alea study analyse: the same desk for any number of threads, stopped and continued; the
analysis in the files is used, and cube decisions of GNU Backgammon, which it states as match
winning chances, count in equities."""
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time

from support import ALEA
from support.command_line import MATCH, alea, read
from support.expect import expect
from support.waiting import HANG


def study(*arguments):
    run = alea("study", *arguments)
    expect(run.returncode == 0, arguments, run.stderr)
    return run.stdout


def matches(folder, count):
    """Variants of one match: other dice for the first roll make them others."""
    text = read(MATCH)
    for i in range(count):
        games = re.split(r"(?=^ Game \d+$)", text, flags=re.M)
        random.Random(i).shuffle(games[1:])
        with open(os.path.join(folder, "m%02d.mat" % i), "w", encoding="utf-8") as file:
            file.write(games[0] + "".join(games[1:2 + i % (len(games) - 1)]))


def facts(db):
    return (study("stats", "--db", db, "--by", "game", "--json"),
            study("find", "--db", db, "--json", "--limit", "100000"))


def main():
    with tempfile.TemporaryDirectory() as folder:
        files = os.path.join(folder, "files")
        os.mkdir(files)
        matches(files, 6)
        start = os.path.join(folder, "start.db")
        study("add", "--db", start, files)
        made = []
        for threads in ("1", "2", "5"):
            db = os.path.join(folder, threads + ".db")
            shutil.copy(start, db)
            out = study("analyse", "--db", db, "--ply", "0", "--threads", threads)
            expect("0 to go" in out, out)
            made.append(facts(db))
        expect(made[0] == made[1] == made[2], "any number of threads")
        expect(json.loads(made[0][0])["groups"][0]["decisions"] > 0, "decisions")

        # Interrupted at any moment, and again: what is stored is whole.
        stopped = os.path.join(folder, "stopped.db")
        shutil.copy(start, stopped)
        for wait in (0.05, 0.2, 0.4):
            run = subprocess.Popen([ALEA, "study", "analyse", "--db", stopped, "--ply", "0", "--threads", "2"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(wait)
            run.send_signal(signal.SIGKILL if wait < 0.1 else signal.SIGINT)
            # On a busy machine it may not have come to its own way of stopping yet.
            expect(run.wait(HANG) in (0, 130, -signal.SIGINT, -signal.SIGKILL), run.returncode)
        study("analyse", "--db", stopped, "--ply", "0", "--threads", "2")
        expect(facts(stopped) == made[0], "stopped and continued")
        expect(study("analyse", "--db", stopped).startswith("0 matches analysed, 0 to go"), "nothing left")
        no_room(folder, start)
        filed(folder)


def no_room(folder, start):
    """Where nothing can be stored, the first match says so and no other is judged."""
    db = os.path.join(folder, "full.db")
    shutil.copy(start, db)

    def bounded():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (33000, 33000))

    run = alea("study", "analyse", "--db", db, "--ply", "0", "--threads", "2", preexec_fn=bounded)
    expect(run.returncode == 3 and "0 matches analysed" in run.stdout, run.stdout, run.stderr)
    expect(len(run.stderr.splitlines()) == 1 and "match " in run.stderr, run.stderr)
    told = study("analyse", "--db", db, "--ply", "0")
    expect(re.match(r"[2-6] matches analysed, 0 to go", told), told)


def filed(folder):
    own = os.path.join(folder, "own.sgf")
    expect(alea("analyse", "--ply", "0", "--sgf", own, MATCH).returncode == 0, "sgf")
    foreign = os.path.join(folder, "foreign.sgf")
    with open(foreign, "w", encoding="utf-8") as file:
        file.write(re.sub(r"AP\[alea[^\]]*\]", "AP[GNU Backgammon:1.07.001]", read(own)))
    db = os.path.join(folder, "filed.db")
    study("add", "--db", db, foreign)
    before = json.loads(study("stats", "--db", db, "--json", "--by", "kind"))["groups"]
    expect([g["key"] for g in before if g["decisions"]] == ["double", "play", "take"], before)
    report = json.loads(alea("analyse", "--ply", "0", "--json", foreign).stdout)
    for group in before:
        kind = [d for d in report["decisions"] if d["kind"] == group["key"] and d["counted"]
                and d["judge"] == "GNU Backgammon"]
        expect(group["decisions"] == len(kind), group, len(kind))
        expect(abs(group["loss"] - sum(d["loss"] for d in kind)) < 1e-4, group)
    study("analyse", "--db", db, "--ply", "0")
    after = json.loads(study("stats", "--db", db, "--json", "--by", "kind"))["groups"]
    expect(sum(g["decisions"] for g in after) == sum(t["decisions"] for t in report["totals"]), after)


if __name__ == "__main__":
    main()
