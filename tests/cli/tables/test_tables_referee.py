#!/usr/bin/env python3
"""alea tables: games, options, the referee's answers, records that are replayed or refused."""
import json
import os
import tempfile

from support.command_line import alea
from support.expect import expect


def referee(game, *lines, options=()):
    done = alea("tables", "referee", game, *options, input="".join(line + "\n" for line in lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    expect(len(answers) == len(lines), done.stdout, done.stderr)
    return done.returncode, answers


def lists():
    games = alea("tables", "list").stdout.split()
    expect(games[:3] == ["portes", "tavla", "plakoto"] and games[-1] == "tavli", games)
    for game in games:
        options = alea("tables", "options", game).stdout
        expect("\nmatch_target=" in options, game, options)
    done = alea("tables", "options", "tavli", "-o", "match_target=7")
    expect(done.stdout.count("\nmatch_target=7\n") == 3, done.stdout)


def states():
    status, answers = referee("plakoto", "state", "opening 5 2", "A roll 3 1",
                              "A play 24/21 24/23", "B resign 2", "A accept")
    expect(status == 0, answers)
    expect(answers[0]["phase"] == "opening" and answers[0]["turn"] is None, answers[0])
    expect(answers[2]["dice"] == [3, 1] and answers[2]["to_act"] == "A", answers[2])
    expect(answers[3]["position"].split(";")[1].endswith(",0,1,0,1,13,0"), answers[3])
    expect(answers[3]["id"].startswith("plakoto:"), answers[3])
    expect(answers[5]["result"] == {"winner": "A", "points": 2, "how": "resign"}, answers[5])
    expect(answers[5]["score"] == [2, 0], answers[5])


def refusals():
    status, answers = referee("portes", "opening 5 2", "B roll 3 1", "A roll 3 1", "A play 8/5",
                              "A play 8/9", "A sleep", "A double", "state")
    codes = [answer.get("error", {}).get("code") for answer in answers]
    expect(codes == [None, "not_your_turn", None, "more_dice", "no_move", "bad_event",
                     "wrong_phase", None], codes)
    expect(status == 1 and answers[5]["error"]["line"] == 6, status, answers[5])
    for arguments, reason in ((("referee", "chess"), "known: portes"),
                              (("referee", "portes", "-o", "mother=none2"), "expected none"),
                              (("referee", "portes", "-o", "mother=immediate"), "landing=pin"),
                              (("referee", "tavli", "-o", "dice=3"), "double_steps"),
                              (("referee",), "missing GAME"), (("check",), "missing FILE"),
                              (("win",), "expected list"), (("list", "x"), "no operand")):
        done = alea("tables", *arguments, input="")
        expect(done.returncode == 2 and reason in done.stderr, arguments, done.stderr)


def records():
    record = ("alea tables 1\ngame portes\ngame plakoto\n# played on a boat\nopening 5 2\n"
              "A resign 1\nB accept\nnext\n")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "match.txt")
        with open(path, "w", encoding="ascii") as file:
            file.write(record)
        done = alea("tables", "check", path)
        expect(done.stdout.startswith("game 2, plakoto: to_roll; A 0, B 1\n\nX is B\n"),
               done.stdout)
        done = alea("tables", "check", "--json", path)
        expect(json.loads(done.stdout)["turn"] == "B", done.stdout)
        with open(path, "a", encoding="ascii") as file:
            file.write("B roll 3 7\n")
        done = alea("tables", "check", path)
        expect(done.returncode == 1 and f"{path}:9" in done.stderr, done.stderr)
    expect(alea("tables", "check", "/nowhere/match").returncode == 3)


lists()
states()
refusals()
records()
