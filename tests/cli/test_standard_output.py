#!/usr/bin/env python3
"""The path "-" of every output is standard output: the same bytes as in a file and nothing else, no
file of that name, one output at a time, and no binary format on a terminal."""
import os
import pty
import re
import socket
import subprocess
import sys
import tempfile

from support import ALEA as GIVEN, SOURCE
from support.command_line import MATCH
from support.expect import expect
from support.waiting import HANG

ALEA = os.path.abspath(GIVEN)
# Sanitizers are content with a short match.
LONG = os.path.abspath(MATCH if "debug" in GIVEN else os.path.join(SOURCE, "bench/match7.mat"))
ID = "4HPwATDgc/ABMA"
ROLLOUT = ("rollout", ID, "--trials", "36", "--ply", "0", "--truncate", "2", "--threads", "1")
ANALYSE = ("analyse", LONG, "--ply", "0", "--no-cache", "--threads", "2")
# A PDF names the second at which it was made.
STAMPS = re.compile(rb"/(CreationDate|ModDate) ?\([^)]*\)")


def run(folder, *words, given=b"", out=subprocess.PIPE):
    return subprocess.run([ALEA, *words], cwd=folder, input=given, stdout=out,
                          stderr=subprocess.PIPE, timeout=HANG)


def names(folder):
    return sorted(os.listdir(folder))


def prepare(folder):
    """A deck, a shard, the results of a job, a rollout and a server's data."""
    with open(os.path.join(folder, "server.db"), "wb"):
        pass
    for words in (("study", "add", "--db", "deck.db", LONG),
                  ("study", "analyse", "--ply", "0", "--threads", "2", "--db", "deck.db"),
                  ("admin", "users", "--data", "server.db"),
                  (*ROLLOUT, "-o", "a.rollout"),
                  ("shard", "make", "rollout", "--trials", "72", "--shards", "2", "-o", "job", ID,
                   "--", "--ply", "0", "--truncate", "2"),
                  ("shard", "run", "--threads", "1", "job/shards/0001", "job/shards/0002")):
        done = run(folder, *words)
        expect(done.returncode == 0, words, done)


def outputs():
    """(words with OUT for the output, its name, whether it is binary, how to compare)"""
    return [
        ((*ANALYSE, "--html", "OUT"), "x.html", False),
        ((*ANALYSE, "--sgf", "OUT"), "x.sgf", False),
        ((*ANALYSE, "--xgtext", "OUT"), "x.txt", False),
        ((*ANALYSE, "--pdf", "OUT"), "x.pdf", True),
        ((*ANALYSE, "--min-loss", ".1", "--quiz", "OUT"), "x.pdf", True),
        (("print", "score", "-o", "OUT"), "x.pdf", True),
        (("study", "export", "--db", "deck.db", "OUT"), "x.apkg", True),
        ((*ROLLOUT, "--output", "OUT"), "x.rollout", False),
        (("rollout", "merge", "a.rollout", "-o", "OUT"), "x.rollout", False),
        (("rollout", "resume", "a.rollout", "--trials", "0-71", "-o", "OUT"), "x.rollout", False),
        (("diagram", ID, "-o", "OUT"), "x.svg", False),
        (("diagram", ID, "--to", "png", "-o", "OUT"), "x", True),
        (("diagram", ID, "--to", "pdf", "-o", "OUT"), "x", True),
        (("diagram", ID, "--to", "tex", "-o", "OUT"), "x", False),
        (("convert", MATCH, "--to", "sgf", "-o", "OUT"), "x.sgf", False),
        (("bearoff", "make", "--checkers", "2", "-o", "OUT"), "x.bearoff", True),
        (("bearoff", "make", "--checkers", "2", "OUT"), "x.bearoff", True),
        (("shard", "run", "--again", "-o", "OUT", "job/shards/0001"), "x.result", True),
        (("shard", "merge", "-o", "OUT", "job"), "x.rollout", False),
    ]


def plain(data):
    """Without what differs between two runs."""
    return STAMPS.sub(b"", data)


def check_bytes(folder):
    for words, name, _ in outputs():
        in_file = run(folder, *[name if w == "OUT" else w for w in words])
        expect(in_file.returncode == 0, words, in_file)
        with open(os.path.join(folder, name), "rb") as file:
            wanted = file.read()
        os.remove(os.path.join(folder, name))
        before = names(folder)
        piped = run(folder, *["-" if w == "OUT" else w for w in words])
        expect(piped.returncode == 0, words, piped)
        expect(wanted and len(piped.stdout) > 0, words, "nothing written")
        if name.endswith(".apkg"):
            expect(piped.stdout[:4] == wanted[:4] == b"PK\x03\x04", words, piped.stdout[:20])
            with open(os.path.join(folder, "again.apkg"), "wb") as file:
                file.write(piped.stdout)
            read = run(folder, "study", "import", "--db", "other.db", "again.apkg")
            expect(read.returncode == 0 and b" new cards" in read.stdout, read)
            for extra in set(names(folder)) - set(before):
                os.remove(os.path.join(folder, extra))
        else:
            expect(plain(piped.stdout) == plain(wanted), words, "other bytes than in the file",
                   len(piped.stdout), len(wanted))
        expect(names(folder) == before, words, "left", names(folder))


def check_filters(folder):
    """Standard input and output at once."""
    with open(MATCH, "rb") as file:
        match = file.read()
    done = run(folder, "analyse", "-", "--ply", "0", "--no-cache", "--sgf", "-", given=match)
    expect(done.returncode == 0 and done.stdout.startswith(b"(;"), done)
    with open(os.path.join(folder, "a.rollout"), "rb") as file:
        kept = file.read()
    done = run(folder, "rollout", "merge", "-", "-o", "-", given=kept)
    expect(done.returncode == 0 and done.stdout == kept, done)


def check_log(folder):
    """The protocol's log to standard output: the address goes to stderr."""
    server = subprocess.Popen([ALEA, "external", "--once", "--log", "-", "127.0.0.1:0"], cwd=folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    address = server.stderr.readline().decode()
    expect(address.startswith("listening on 127.0.0.1:"), address)
    with socket.create_connection(("127.0.0.1", int(address.rsplit(":", 1)[1]))) as client:
        client.sendall(b"version\n")
        answer = client.recv(4096)
    out, err = server.communicate(timeout=HANG)
    expect(server.returncode == 0 and not err, server.returncode, err)
    expect(out.startswith(b"version\n-> ") and answer.strip() in out, out, answer)
    expect("-" not in names(folder), names(folder))


def check_refusals(folder):
    before = names(folder)
    for words in ((*ANALYSE, "--html", "-", "--sgf", "-"),
                  (*ANALYSE, "--pdf", "-", "--quiz", "-"),
                  (*ANALYSE, "--json", "--html", "-"),
                  (*ROLLOUT, "--json", "-o", "-"),
                  ("convert", MATCH, LONG, "-o", "-"),
                  ("play", "--save", "-"),
                  ("shard", "make", "rollout", "-o", "-", ID),
                  ("shard", "slurm", "-o", "-", "job"),
                  ("diagram", ID, "--to", "gif", "-o", "-"),
                  ("diagram", ID, "--to", "svg"),
                  ("admin", "migrate", "alea.db", "-")):
        done = run(folder, *words)
        expect(done.returncode == 2 and not done.stdout and done.stderr, words, done)
        expect(names(folder) == before, words, names(folder))


def check_terminal(folder):
    """A binary format is refused there in a sentence; text is shown."""
    for words, _, binary in outputs():
        if not binary and words[0] not in ("diagram", "convert"):
            continue
        ours, theirs = pty.openpty()
        try:
            # A terminal holds little before it blocks: what it shows is read by a child of ours.
            reader = subprocess.Popen([sys.executable, "-c", "import os\ntry:\n"
                                       " while os.read(0, 4096): pass\nexcept OSError: pass"],
                                      stdin=ours)
            done = run(folder, *["-" if w == "OUT" else w for w in words], out=theirs)
        finally:
            os.close(theirs)
            os.close(ours)
        reader.wait(timeout=HANG)
        if binary:
            expect(done.returncode == 2 and b"is not written to a terminal" in done.stderr, words,
                   done)
        else:
            expect(done.returncode == 0, words, done)
        expect("-" not in names(folder), words, names(folder))


def check_full_disk(folder):
    if not os.path.exists("/dev/full"):
        return
    for words, _, _ in outputs():
        with open("/dev/full", "wb") as full:
            done = run(folder, *["-" if w == "OUT" else w for w in words], out=full)
        expect(done.returncode == 3 and done.stderr, words, done)


def check_help():
    """The help of every option that names an output says what - is."""
    everything = run(".", "help", "all").stdout.decode()
    everything += run(".", "bearoff", "make", "--help").stdout.decode()
    found = re.findall(r"^ +(?:-\w, )?--(?:output|log|html) .*", everything, re.M)
    expect(len(found) >= 8, found)
    for text in found:
        expect(re.search(r"\s-[ ,;]", text), text)


def main():
    with tempfile.TemporaryDirectory() as place:
        prepare(place)
        check_bytes(place)
        check_filters(place)
        check_refusals(place)
        check_terminal(place)
        check_log(place)
        check_full_disk(place)
    check_help()


if __name__ == "__main__":
    main()
