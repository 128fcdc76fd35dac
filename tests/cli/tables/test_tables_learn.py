#!/usr/bin/env python3
"""`alea learn GAME`: every game shows its boards and answers; a try is judged by the rules of the game,
with the reason; legal plays that miss the point are not taken."""
import re
import subprocess

from support import ALEA
from support.expect import expect
from support.waiting import HANG


def learn(game, *lines):
    return subprocess.run([ALEA, "learn", game], input="".join(line + "\n" for line in lines),
                          capture_output=True, text=True, timeout=HANG)


def test_all():
    """The answers that are shown are taken when they are typed."""
    games = subprocess.run([ALEA, "tables", "list"], capture_output=True, text=True,
                           timeout=HANG).stdout.split()
    for game in games:
        shown = learn(game, *["show"] * 12)
        expect(shown.returncode == 0 and not shown.stderr, game, shown)
        expect(f"alea play --game {game}" in shown.stdout, game, shown.stdout)
        answers = re.findall(r"^((?:bar|\d+)/[^.]*)\. ", shown.stdout, re.M)
        tasks = re.findall(r"^\d+ of \d+\. ", shown.stdout, re.M)
        expect(len(answers) == len(tasks) >= 2, game, answers, tasks)
        typed = learn(game, *answers)
        expect(typed.stdout.count("Right: ") == len(answers), game, typed.stdout)
        expect(f"alea play --game {game}" in typed.stdout, game, typed.stdout)


def test_judged():
    ran = learn("nardi", "24/19 24/22", "hello", "24/19 19/17", "skip", "quit")
    for said in ("may leave", "Type a play such as 24/20 13/9", "Right: 24/19 19/17.", "2 of 3."):
        expect(said in ran.stdout, said, ran.stdout)
    expect("alea play --game" not in ran.stdout, "quit is not the end of the course", ran.stdout)
    ran = learn("plakoto", "skip", "24/20 24/21", "13/9 9/6")
    expect("That is legal, but pins nobody." in ran.stdout and "Right: 13/9^" in ran.stdout, ran.stdout)
    ran = learn("fevga", "24/19 24/21")
    expect("Right" not in ran.stdout and "runner" in ran.stdout.lower(), ran.stdout)
    ran = learn("plakot")
    expect(ran.returncode == 2 and "plakoto" in ran.stderr, ran)


def test_history_says_where_to_try():
    text = " ".join(learn("history").stdout.split())
    for game in ("tavli", "tabula", "sugoroku", "ur", "senet"):
        expect(f"alea learn {game}" in text, game, text[-400:])


def main():
    test_all()
    test_judged()
    test_history_says_where_to_try()


if __name__ == "__main__":
    main()
