#!/usr/bin/env python3
"""`alea learn`: lessons and the examples of the rulebooks through a pipe, wrong tries
answered by the rule; glossary and history, which docs/history.md repeats."""
import os
import re
import subprocess

from support import ALEA, SOURCE
from support.expect import expect
from support.waiting import HANG


def learn(*words, typed=()):
    return subprocess.run([ALEA, "learn", *words], input="".join(x + "\n" for x in typed),
                          capture_output=True, text=True, timeout=HANG)


def has(what, ran, *parts):
    text = re.sub(r"\s+", " ", ran.stdout)
    at = 0
    for part in parts:
        found = text.find(part, at)
        expect(found >= 0, f"{what}: {part!r}", text)
        at = max(found, at)
    expect(ran.returncode == 0 and not ran.stderr, what + ": status", ran)


def main():
    has("a lesson", learn("roll", "--plain", typed=["8/4", "8/3", "8/5* 6/5", "6/5 8/5", "24/13",
                                                    "show", "13/11(2) 6/4(2)"]),
        "Each die is a move of its own", "Play 3-1?", "No die or sum of dice", "Play 3-1?",
        "Play 3-1?", "There is no blot on the 5 point to hit", "Right. Two of your checkers",
        "Play 6-5?", "Right.", "Play 2-2?", "The answer: 13/11(2) 6/4(2)", "Right. A double")
    has("not the one asked for", learn("roll", "--plain", typed=["24/20", "8/5 6/5"]),
        "That is a legal play, but not the one asked for.", "Right.")
    has("in parts", learn("roll", "--plain", typed=["8/5", "undo", "undo", "8/5", "", "6/5", "quit"]),
        "1 more move to play", "Taken back.", "Nothing to take back.", "1 more move to play",
        "use as many of the dice as you can", "Right.")
    has("the task wants more", learn("002", "--plain", typed=["skip", "8/2", "undo", "13/7", "quit"]),
        "Allowed as it stands, but the task wants more", "Taken back.", "Right. The 6 alone")
    has("nothing enters", learn("entering", "--plain", typed=["skip", "6/4", "pass"]),
        "Play 2-1?", "bar", "Right. The turn is lost.")
    has("a question", learn("cube", "--plain", typed=["roll", "double", "3", "show", "2"]),
        "Your answer?", "No. Try again", "Right. The opponent must drop", "No. Try again",
        "The answer: 4.", "Right. A drop loses the stake before the double.")
    has("the booklet answers", learn("002", "--plain", typed=["skip", "24/23", "", "undo", "13/7", "6/off",
                                                              "6/3", "5/off 3/off", "5/off 5/1"]),
        "under its rules", "highest count die", "Right. The 6 alone is a play",
        "Right. A die takes a stone off", "Right. The 6 bears off",
        "'alea rules portfolio --full' is the whole rule book")
    for name in ("000", "vido", "compendium", "003", "ocastudios"):
        has(name, learn(name, "--plain", typed=["skip"] * 8), "The examples of", "is the whole rule")
    everything = learn("--plain", typed=["skip", ""] * 40)
    has("all lessons", everything, "Fifteen lessons", "The aim of the game", "Safe and unsafe", "Points and primes",
        "Running and counting", "The doubling cube", "A match", "For children")
    has("drawn", learn("direction", typed=["8/4 6/4"]), "19", "Right. Both moved")
    has("quit", learn("--plain", typed=["quit"]), "The aim of the game")

    history = learn("history")
    has("history", history, "Senet", "ban-sugoroku", "Tabula", "tavla", "chouette", "Khosrow",
        "Wuzurgmihr", "Sources")
    with open(os.path.join(SOURCE, "docs/history.md"), encoding="utf-8") as file:
        page = re.sub(r"\s+", " ", file.read().replace("#", ""))
    for line in learn("history", "--plain").stdout.splitlines():
        expect(re.sub(r"\s+", " ", line).strip() in page, "docs/history.md", line)
    has("glossary", learn("glossary"), "back game:", "coup classique:", "man:", "pin:", "stone:",
        "tumbler:")
    one = learn("glossary", "coup")
    expect(one.stdout.startswith("coup classique: ") and one.stdout.count(": ") < 3, "one word", one)
    for words, said in ((["glossary", "poker"], 'no word "poker"'), (["hiting"], '"hitting"'),
                        (["money"], "no rulebook"), (["009"], "'alea rules' lists them"),
                        (["aim", "setup"], 'unexpected argument "setup"')):
        ran = learn(*words)
        expect(ran.returncode == 2 and said in ran.stderr and not ran.stdout, str(words), ran)


if __name__ == "__main__":
    main()
