"""Random commands, sensible and not, at random rules: no crash, no hang, no broken save. The
same seed gives the same storm."""
import os
import random
import subprocess
import sys
import tempfile

from support import ALEA
from support.waiting import HANG

SLOW = "debug" in os.environ.get("ALEA_BUILD", "")
STORMS = 40 if SLOW else 120
PRESETS = ["vido", "compendium", "portfolio", "sheet", "ocastudios", "money", "tournament",
           "nackgammon", "hypergammon", "longgammon"]
WORDS = ["", "", "", "", "roll", "double", "double ben", "take", "take", "take", "drop",
         "beaver", "raccoon", "resign", "resign 1", "resign 3", "accept", "reject", "hint",
         "undo", "done", "board", "pips", "score", "id", "stir words", "cocked", "contest",
         "made 13/10", "made bar/20 6/1", "new", "no", "help", "66", "31", "12", "6 5",
         "dance", "8/5 6/5", "24/18", "13/11", "bar/20", "6/off", "1/off", "13/7*(2)", "0"]


def script(rng):
    lines = []
    for _ in range(rng.randrange(20, 400)):
        if rng.random() < 0.5:
            lines += ["list", str(rng.choice([1, 1, 1, 2, 3, 7]))]
        else:
            lines.append(rng.choice(WORDS))
    return ("\n".join(lines) + "\n").encode()


def storm(seed, folder):
    rng = random.Random(seed)
    save = os.path.join(folder, "storm-%d.jsonl" % seed)
    dice = rng.choice(["seed:%d" % seed, "seed:%d" % seed, "os", "manual"])
    arguments = ["play", "--plain", "--rules", rng.choice(PRESETS), "--dice", dice,
                 "--players", rng.choice(["you,alea:beginner", "anna,ben", "anna,ben"]),
                 "--save", save]
    if rng.random() < 0.5:
        arguments += ["--match", str(rng.choice([1, 2, 3, 5, 70]))]
    for option in rng.sample(["beavers=null", "auto_doubles=null", "cube_window=any_time",
                              "double_moves=2", "bearoff_high=exact_only",
                              "dice_usage=may_play_higher_only", "opening=reroll",
                              "illegal_play=opponent_option", "score_keeping=both",
                              "resign=false", "cube=false", "cube_limit=2"],
                             rng.randrange(4)):
        arguments += ["--option", option]
    done = subprocess.run([ALEA] + arguments, input=script(rng), capture_output=True,
                          timeout=HANG, check=False)
    if done.returncode == 2 and b"go together" in done.stderr:
        return None
    if done.returncode not in (0, 1):
        return "%r: status %d\n%s" % (arguments, done.returncode,
                                      done.stderr.decode()[-3000:])
    again = subprocess.run([ALEA, "play", "--plain", "--resume", save], input=b"quit\n",
                           capture_output=True, timeout=HANG, check=False)
    if again.returncode != 0:
        return "%r: cannot be resumed: %s" % (arguments, again.stderr.decode()[-3000:])
    return None


def main():
    with tempfile.TemporaryDirectory() as scratch:
        for number in range(STORMS):
            trouble = storm(number, scratch)
            if trouble:
                sys.exit("storm %d %s" % (number, trouble))
    print("%d storms weathered" % STORMS)


if __name__ == "__main__":
    main()
