"""alea-train recipe, concat and relabel: a recipe that is stopped and continued gives the
same files as one run straight through; a failed step, a changed step and a damaged recipe
are reported with their place.
ctest labels: slow"""
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

from support.waiting import HANG

TRAIN = pathlib.Path(os.environ["ALEA_BUILD"]).resolve() / "alea-train"
HEADER, SAMPLE = 16, 40

GAMES = """# A few games of small nets.
out = games
seed = 3
label = sample
width = 32
race_width = 32
prune_width = 32
games_per_round = 40
buffer = 20000
reuse = 1
batch = 64
family_share = .5
rounds = 30
save_minutes = 0
store = 1
"""

RECIPE = """# The recipe of the test.
games: run games.run
more: run games.run out=more seed=4
    rounds=3     # a continuation
both: concat both.dat first=300 games/positions.dat last=200 more/positions.dat
label: relabel both.dat games/latest.net labelled.dat
weights: combine games/latest.weights more/latest.weights net.weights
net: export net.weights net.net
"""


def train(*arguments, folder):
    return subprocess.run([TRAIN, *map(str, arguments)], cwd=folder, text=True,
                          capture_output=True, timeout=HANG, check=False)


class Recipes(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def prepare(self, name, recipe=RECIPE):
        folder = self.folder / name
        folder.mkdir()
        (folder / "games.run").write_text(GAMES)
        (folder / "small.recipe").write_text(recipe)
        return folder

    def run_all(self, folder):
        run = train("recipe", "small.recipe", folder=folder)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        return run.stdout

    def test_stopped_and_continued(self):
        straight = self.prepare("straight")
        self.run_all(straight)
        broken = self.prepare("broken")
        # Stopped by the person, by the system (SIGTERM) and killed, at three moments.
        for number, wait in ((signal.SIGINT, .15), (signal.SIGTERM, .3), (signal.SIGKILL, .3)):
            child = subprocess.Popen([TRAIN, "recipe", "small.recipe"], cwd=broken,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                     start_new_session=True)
            time.sleep(wait)
            if number == signal.SIGKILL:
                os.killpg(child.pid, number)
            else:
                child.send_signal(number)
            status = child.wait(timeout=HANG)
            # On a busy machine it may not have come to its own way of stopping yet.
            self.assertIn(status, (0, 130, -number))
        self.run_all(broken)
        for file in ("games/positions.dat", "both.dat", "labelled.dat", "net.weights", "net.net"):
            self.assertEqual((straight / file).read_bytes(), (broken / file).read_bytes(), file)

    def test_done_steps_are_not_run_again(self):
        folder = self.prepare("again")
        self.run_all(folder)
        before = (folder / "net.net").stat().st_mtime_ns
        self.assertEqual(self.run_all(folder), "all 6 steps are done\n")
        self.assertEqual((folder / "net.net").stat().st_mtime_ns, before)
        # A changed step and all after it are run again, those before it are not.
        recipe = folder / "small.recipe"
        recipe.write_text(RECIPE.replace("last=200", "last=100"))
        (folder / "labelled.dat").unlink()
        listed = train("recipe", "--list", "small.recipe", folder=folder).stdout.splitlines()
        self.assertEqual([line.split()[0] for line in listed], ["done"] * 2 + ["to"] * 4)
        self.run_all(folder)
        self.assertEqual((folder / "labelled.dat").stat().st_size, HEADER + 400 * SAMPLE)

    def test_failed_step(self):
        folder = self.prepare("failed", "a: run games.run rounds=1\nb: concat out.dat none.dat\n")
        run = train("recipe", "small.recipe", folder=folder)
        self.assertEqual(run.returncode, 3)
        self.assertIn("none.dat: No such file", run.stderr)
        self.assertIn("step b failed", run.stderr)
        self.assertFalse((folder / "out.dat").exists())

    def test_concat(self):
        folder = self.prepare("concat", "a: run games.run rounds=2\n")
        self.run_all(folder)
        whole = (folder / "games/positions.dat").read_bytes()
        count = (len(whole) - HEADER) // SAMPLE
        samples = [whole[HEADER + i * SAMPLE:HEADER + (i + 1) * SAMPLE] for i in range(count)]
        run = train("concat", "x.dat", "last=2", "games/positions.dat", "games/positions.dat",
                    "first=1", "games/positions.dat", folder=folder)
        self.assertEqual(run.stdout, f"{count + 3} positions\n")
        self.assertEqual((folder / "x.dat").read_bytes(), whole[:HEADER] + b"".join(
            samples[-2:] + samples + samples[:1]))
        run = train("concat", "held.dat", "only=held", "games/positions.dat", folder=folder)
        held = (folder / "held.dat").read_bytes()[HEADER:]
        kept = [held[i:i + SAMPLE] for i in range(0, len(held), SAMPLE)]
        self.assertEqual(run.stdout, f"{len(kept)} positions\n")
        self.assertTrue(0 < len(kept) < count)
        after = iter(samples)
        self.assertTrue(all(sample in after for sample in kept))
        run = train("concat", "again.dat", "only=held", "held.dat", folder=folder)
        self.assertEqual((folder / "again.dat").read_bytes()[HEADER:], held)
        self.assertEqual(train("concat", "y.dat", "only=lost", "held.dat",
                               folder=folder).returncode, 2)
        run = train("rolled", "held.dat", "2", "2", "1", "embedded", folder=folder)
        self.assertRegex(run.stdout, r"^    2 positions  rms \d\.\d{4} ")
        run = train("rolled", "held.dat", "1000000", "2", "1", "embedded", folder=folder)
        self.assertEqual(run.returncode, 3)
        self.assertIn("only", run.stderr)
        (folder / "cut.dat").write_bytes(whole[:-1])
        run = train("concat", "y.dat", "cut.dat", folder=folder)
        self.assertEqual(run.returncode, 1)
        self.assertIn(f"position {count} is cut off", run.stderr)
        (folder / "text.dat").write_text("no positions")
        self.assertIn("bad header", train("concat", "y.dat", "text.dat", folder=folder).stderr)
        self.assertEqual(train("concat", "y.dat", "first=x", "cut.dat", folder=folder).returncode, 2)
        self.assertFalse((folder / "y.dat").exists())

    def test_damaged_recipes(self):
        for text, wanted in (("run games.run\n", ":1: expected 'NAME: COMMAND"),
                             ("  more\n", ":1: a continuation before the first step"),
                             ("a: run x\n\na: run y\n", ":3: the name 'a' is used on line 1"),
                             ("a b: run x\n", ":1: the name 'a b'"),
                             ("a:\n", ":1: step 'a' has no command"),
                             ("# nothing\n", "no step in it"),
                             ("a: run\0x\n", "not a text file")):
            (self.folder / "bad.recipe").write_bytes(text.encode())
            run = train("recipe", "bad.recipe", folder=self.folder)
            self.assertEqual(run.returncode, 1, text)
            self.assertIn(wanted, run.stderr)

    def test_the_shipped_recipe_is_read(self):
        recipe = pathlib.Path(__file__).parents[2] / "apps/trainer/configs/alea.recipe"
        run = train("recipe", "--list", recipe, folder=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        root = recipe.parents[3]
        for line in run.stdout.splitlines():
            words = line.split()
            for word in words:
                if word.endswith(".run"):
                    self.assertTrue((root / word).is_file(), word)

    def test_the_shipped_net_is_what_its_weights_give(self):
        data = pathlib.Path(__file__).parents[2] / "data"
        run = train("export", data / "alea.weights", "alea.net", folder=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stdout, r"contact: 2\d\.\d % of the pairs of units are in use")
        self.assertEqual((self.folder / "alea.net").read_bytes(), (data / "alea.net").read_bytes())


if __name__ == "__main__":
    unittest.main()
