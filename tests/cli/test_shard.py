"""alea shard: whatever the split, merged results are the bytes of one run; lost, doubled,
foreign, damaged and hostile files are found."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from support.waiting import HANG

ALEA = pathlib.Path(os.environ["ALEA"]).resolve()
GOLDEN = pathlib.Path(__file__).parents[1] / "golden/formats"
OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
CUBE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"


class Shards(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.all_made, cls.made = tempfile.TemporaryDirectory(), {}

    @classmethod
    def tearDownClass(cls):
        cls.all_made.cleanup()

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def alea(self, *arguments, status=0):
        run = subprocess.run([ALEA, *map(str, arguments)], cwd=self.folder, text=True,
                             capture_output=True, timeout=HANG, check=False)
        self.assertEqual(run.returncode, status, run.stdout + run.stderr)
        return run

    def make(self, name, shards, trials=144):
        """A job; an equal one that was made before is copied."""
        made = self.made.setdefault((shards, trials), pathlib.Path(self.all_made.name) / f"{shards}-{trials}")
        if not made.exists():
            self.alea("shard", "make", "rollout", "--trials", trials, "--shards", shards,
                      "-o", made, OPENING, "--", "--ply=0", "--truncate=2", "--seed=7")
        shutil.copytree(made, self.folder / name)
        return self.folder / name

    def run_all(self, name):
        missing = self.alea("shard", "status", "--missing", name, status=1).stdout.split()
        self.alea("shard", "run", "--threads", 1, *reversed(missing))

    def test_any_split_gives_the_same_bytes(self):
        self.alea("rollout", OPENING, "--trials", 144, "--ply", 0, "--truncate", 2, "--seed", 7,
                  "--output", "one")
        wanted = (self.folder / "one").read_bytes()
        for shards in (1, 7):
            self.make(f"j{shards}", shards)
            self.run_all(f"j{shards}")
            self.alea("shard", "merge", "-o", f"m{shards}", f"j{shards}")
            self.assertEqual((self.folder / f"m{shards}").read_bytes(), wanted)

    def test_several_questions(self):
        self.alea("shard", "make", "rollout", "--trials", 72, "--shards", 4, "-o", "j",
                  OPENING, CUBE, "--", "--ply=0", "--truncate=2")
        self.run_all("j")
        self.alea("shard", "merge", "-o", "out", "j")
        for number, name in ((1, OPENING), (2, CUBE)):
            self.alea("rollout", name, "--trials", 72, "--ply", 0, "--truncate", 2,
                      "--output", f"one.{number}")
            self.assertEqual((self.folder / f"out.{number}").read_bytes(),
                             (self.folder / f"one.{number}").read_bytes())

    def test_lost_doubled_foreign_damaged(self):
        job = self.make("j", 4)
        self.run_all("j")
        results = job / "results"
        kept = (results / "0002").read_bytes()
        def merged(*extra, status=0):
            out = self.folder / "out"
            out.unlink(missing_ok=True)
            run = self.alea("shard", "merge", "-o", "out", "j", *extra, status=status)
            self.assertEqual(out.exists(), status == 0)
            return run.stderr
        (results / "0002").unlink()
        self.assertIn("1 of 4 shards have no sound result", merged(status=1))
        # Altered bytes of the content, of the header, and a file cut short.
        for damaged in (kept[:-30] + b"#" + kept[-29:], kept.replace(b"shard 2", b"shard 3"),
                        kept[:-1], kept[:40], b"", kept + b"x"):
            (results / "0002").write_bytes(damaged)
            self.assertIn("results/0002", merged(status=1))
            told = self.alea("shard", "status", "j", status=1).stdout
            self.assertIn("3 done, 0 missing, 1 damaged", told)
        # The result of another shard, and of another job.
        shutil.copy(results / "0001", results / "0002")
        self.assertIn("the result of another shard", merged(status=1))
        other = self.make("k", 4, trials=288)
        self.alea("shard", "run", "--threads", 1, other / "shards/0002")
        shutil.copy(other / "results/0002", results / "0002")
        self.assertIn("the result of another job", merged(status=1))
        # From elsewhere, twice: taken once.
        (results / "0002").unlink()
        elsewhere = self.folder / "elsewhere"
        elsewhere.write_bytes(kept)
        self.assertEqual(merged(elsewhere), "")
        (results / "0002").write_bytes(kept)
        self.assertIn("1 result is there twice, alike", merged(elsewhere))

    def test_run_is_repeated_only_where_asked(self):
        job = self.make("j", 2)
        self.assertIn("shards/0001: done\n", self.alea("shard", "run", job / "shards/0001").stdout)
        before = (job / "results/0001").read_bytes()
        self.assertIn("done already", self.alea("shard", "run", job / "shards/0001").stdout)
        self.assertNotIn("already",
                         self.alea("shard", "run", "--again", "--number", 1, "j").stdout)
        self.assertEqual((job / "results/0001").read_bytes(), before)
        self.alea("shard", "run", "--number", 3, "j", status=2)
        # A shard without its job: the result lies beside it, and belongs to the job.
        shutil.copy(job / "shards/0002", self.folder / "alone")
        self.alea("shard", "run", "alone")
        self.alea("shard", "merge", "-o", "out", "j", "alone.result")

    def test_foreign_engine(self):
        job = self.make("j", 1)
        shard = (job / "shards/0001").read_bytes()
        # Sealed again with another program, as another version would have.
        head, rest = shard.split(b"sha256 ", 1)
        payload = rest.split(b"\n\n", 1)[1]
        import hashlib
        for name, value, wanted in ((b"program", b"9.9.9", "made by alea 9.9.9"),
                                    (b"engine", b"0-0", "another net or match equity table"),
                                    (b"kind", b"magic", "does not know")):
            lines = [name + b" " + value if line.startswith(name + b" ") else line
                     for line in head.split(b"\n")]
            top = b"\n".join(lines)
            seal = hashlib.sha256(top + payload).hexdigest().encode()
            (self.folder / "s").write_bytes(top + b"sha256 " + seal +
                                            b"\nbytes %d\n\n" % len(payload) + payload)
            self.assertIn(wanted, self.alea("shard", "run", "s", status=2).stderr)

    def test_analysis_of_files(self):
        matches = self.folder / "matches"
        matches.mkdir()
        game = (GOLDEN / "base.mat").read_text().split("\n Game 2")[0]
        for i in range(5):
            (matches / f"{i}.mat").write_text(game)
        (matches / "bad.mat").write_text("no match")
        for shards in (1, 4):
            self.alea("shard", "make", "analyse", "--shards", shards, "-o", f"j{shards}",
                      "matches", "--", "--ply=0")
            self.run_all(f"j{shards}")
            self.alea("shard", "merge", "-o", f"out{shards}", f"j{shards}")
        self.assertEqual((self.folder / "out1").read_bytes(), (self.folder / "out4").read_bytes())
        self.assertEqual((self.folder / "out1").read_text().count('"match_length"'), 5)
        # Options that write files, or read them, are not for shards.
        for option in ("--html=x", "--sgf=x", "--net=x", "-o"):
            run = self.alea("shard", "make", "analyse", "-o", "k", "matches", "--", option,
                            status=2)
            self.assertIn("may hold", run.stderr)
            self.assertFalse((self.folder / "k").exists())

    def test_hostile_shards(self):
        """Sound seals, evil contents: nothing leaves the temporary folder."""
        import hashlib
        def sealed(fields, payload):
            top = ("alea-shard 1\n" + "".join(f"{k} {v}\n" for k, v in fields.items())).encode()
            seal = hashlib.sha256(top + payload).hexdigest()
            return top + f"sha256 {seal}\nbytes {len(payload)}\n\n".encode() + payload
        job = self.make("j", 1)
        head = (job / "shards/0001").read_text().split("\n")
        fields = dict(line.split(" ", 1) for line in head[1:9] if line)
        base = {k: fields[k] for k in ("program", "engine", "job", "shard")}
        evil = self.folder / "evil"
        for name in (f"{self.folder}/x/../../evil", "a//b", "a/..", "", "."):
            text = f"file 2 {name}\nhi\n".encode()
            evil.unlink(missing_ok=True)
            (self.folder / "s").write_bytes(
                sealed({**base, "kind": "analyse", "options": "--ply=0"}, text))
            self.alea("shard", "run", "s", status=2)
            self.assertFalse(evil.exists())
        for payload in (b"file 99 a\nhi\n", b"file -1 a\n\n", b"nothing", b"file 2 a"):
            (self.folder / "s").write_bytes(
                sealed({**base, "kind": "analyse", "options": "--ply=0"}, payload))
            self.alea("shard", "run", "s", status=2)
        (self.folder / "s").write_bytes(
            sealed({**base, "kind": "analyse", "options": f"--html={evil}"}, b"file 2 a\nhi\n"))
        self.alea("shard", "run", "s", status=2)
        self.assertFalse(evil.exists())
        for fields in ({}, {"first": "x", "end": "3"}, {"first": "0"}):
            (self.folder / "s").write_bytes(sealed({**base, "kind": "rollout", **fields}, b""))
            self.alea("shard", "run", "s", status=2)

    def test_usage(self):
        self.make("j", 1)
        for arguments, status, wanted in (
                (("make", "rollout", "-o", "j", OPENING), 2, "is there already"),
                (("make", "rollout", OPENING), 2, "needs --output"),
                (("make", "nothing", "-o", "k", "x"), 2, "make rollout, make analyse"),
                (("make", "rollout", "-o", "k", "nonsense"), 2, "nonsense"),
                (("status", "none"), 3, "none/job"),
                (("merge", "j"), 2, "needs --output"),
                (("fly", "j"), 2, "not 'fly'"),
                (("make", "relabel", "-o", "k", GOLDEN / "base.mat"), 2, "--net")):
            self.assertIn(wanted, self.alea("shard", *arguments, status=status).stderr)


if __name__ == "__main__":
    unittest.main()
