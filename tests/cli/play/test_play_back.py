#!/usr/bin/env python3
"""`back`, `rollout`, `stats` and `flip` of `alea play`: a turn is taken back against the machine and
the record says so, the same dice come again, a resumed game goes on; sealed dice and two people
refuse. A rollout numbers its plays and is stopped by Ctrl-C alone with what it has."""
import json
import os
import re
import signal
import subprocess
import tempfile

from cli.play.play_driver import Play
from support import ALEA
from support.expect import expect
from support.waiting import HANG


def play(typed, *options):
    ran = subprocess.run([ALEA, "play", *options], input="\n".join(typed + ["quit"]) + "\n",
                         capture_output=True, text=True, timeout=HANG)
    return ran.stdout.splitlines()


def plain(typed, *options):
    return play(typed, "--plain", "--no-save", *options)


def events(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file][1:]


def takes_a_turn_back(folder):
    path = os.path.join(folder, "a.jsonl")
    said = play(["", "8/5 6/5", "back", "24/23 13/10", "back", "back", "8/5 6/5", "stats"],
                "--plain", "--dice", "seed:7", "--save", path)
    # The machine's roll is the same one after each take-back.
    expect(said.count("alea rolls 6-1.") == 3, said)
    expect(sum(line.startswith("Taken back") for line in said) == 2, said)
    expect("There is no decision of yours in this game to take back." in said, said)
    expect("Turns taken back: 2. They are not in these figures." in said, said)
    # What was taken back stands in the record, with how much of it was dropped.
    lines = events(path)
    expect([line["back"] for line in lines if "back" in line] == [3, 3], lines)
    expect([line["move"] for line in lines if line.get("by") == "A" and line["event"] == "play"] ==
           ["8/5 6/5", "13/10 24/23", "8/5 6/5"], lines)
    # Readers see the game as it was played on; the tag goes with it.
    moved = subprocess.run([ALEA, "convert", path, "--to", "journal"], capture_output=True, text=True,
                           timeout=HANG).stdout.splitlines()
    expect(len(moved) == 5 and '"x-taken-back":"2"' in moved[0], moved)
    # A resumed game goes on with the dice that follow.
    said = play(["back", "8/5 6/5", ""], "--plain", "--resume", path)
    expect("alea rolls 6-1." in said and any(line.startswith("You roll 5-4") for line in said), said)
    said = play(["stats"], "--plain", "--resume", path)
    expect("Turns taken back: 3. They are not in these figures." in said, said)


def takes_a_cube_action_back():
    # After the double was dropped the game is over; it is not over any more after 'back'.
    said = plain(["61", "13/7 8/7", "64", "24/14", "double", "back", "33"],
                 "--dice", "manual", "--money", "--option", "beavers=0")
    over = [i for i, line in enumerate(said) if line.startswith("Taken back")]
    expect(len(over) == 1 and said[over[0]] == "Taken back to your last decision; the record says so.", said)
    expect(any(line.startswith("You roll 3-3") for line in said[over[0]:]), said)


def refuses():
    sealed = plain(["", "back"])
    expect(any(line.startswith("These dice are sealed: nothing is taken back.") for line in sealed), sealed)
    people = plain(["31", "8/5 6/5", "back"], "--players", "ann,ben", "--dice", "manual")
    expect("'back' takes a turn back against the machine only." in people, people)
    tail = plain(["", "back now"], "--dice", "seed:7")
    expect(any("\"now\" after 'back' is not understood" in line for line in tail), tail)


def draws_a_seed():
    said = plain([], "--dice", "seed")
    found = [re.fullmatch(r"Dice: seed:(\d+); 'back' takes a turn back\.", line) for line in said]
    number = next(match[1] for match in found if match)
    first, again = plain([""], "--dice", f"seed:{number}"), plain([""], "--dice", f"seed:{number}")
    expect(first == again, first)


def rolls_out():
    said = plain(["", "rollout 36", "1"], "--dice", "seed:7")
    expect("36 games each, played to the end:" in said, said)
    plays = [line for line in said if re.match(r"\d\. .*  equity [+-][0-9.]+ \+- [0-9.]+; wins ", line)]
    expect(len(plays) == 3 and plays[0].startswith("1. 8/5 6/5  equity +0."), said)
    expect(any(line.startswith("Best: 8/5 6/5, by 0.") for line in said), said)
    expect("You play 8/5 6/5." in said, said)
    cube = plain(["31", "8/5 6/5", "61", "13/7 8/7", "rollout 36"], "--players", "ann,ben",
                 "--dice", "manual", "--money")
    expect(any(line.startswith("Double and take  equity") or line.startswith("Double, take  equity")
               for line in cube) and any(line.startswith("No double") for line in cube), cube)
    for words in ("rollout 35", "rollout lots", "rollout 1000001"):
        refused = plain(["", words], "--dice", "seed:7")
        expect(any("after 'rollout' is not understood" in line for line in refused), refused)
    expect("There is nothing to roll out now." in plain(["rollout"], "--dice", "seed:7"), "opening")


def stops_a_rollout():
    game = Play(["--no-save", "--players", "ann,ben", "--dice", "manual", "--money"])
    asked = game.prompt()
    for typed in ("31", "8/5 6/5", "61", "13/7 8/7"):
        game.type(typed)
        asked = game.prompt()
    # A million games end on no machine before they are stopped.
    game.type("rollout 1000000")
    for raw in game.process.stdout:
        if re.match(rb"\d+ of 1000000 games", raw):
            break
    game.process.send_signal(signal.SIGINT)
    expect(game.prompt() == asked, asked, game.lines)
    expect(any(re.fullmatch(r"Stopped after \d+ games each, played to the end:", line)
               for line in game.lines), game.lines)
    game.type("55")
    expect(game.prompt() == "ann: Play 5-5?", game.lines)
    expect(game.end() == 0, game.lines)


def says_figures():
    said = plain(["31", "6/3 6/5", "stats"], "--players", "ann,ben", "--dice", "manual", "--money")
    expect(any(re.match(r"ann: PR \d+\.\d \(.*\), 1 decision: 1 blunder, 0 errors, 0 doubtful; gave away "
                        r"0\.\d{3}; luck \+0\.\d{3}\.$", line) for line in said), said)
    expect("ben: no decision yet; luck +0.000." in said, said)
    expect(any(re.match(r"Game 1, ann: 3-1 6/5 6/3 gave away 0\.\d{3}, blunder; better: 8/5 6/5\.", line)
               for line in said), said)


def turns_the_board():
    said = play(["31", "flip", "flip"], "--line", "--no-save", "--dice", "manual")
    tops = [line for line in said if re.match(r" \S*13\S14", line)]
    lows = [line for line in said if re.match(r" \S*12\S11", line)]
    above = said.index("The board is turned: your home board is above.")
    drawn = [line for line in said[above:] if line in tops + lows]
    expect(drawn[0] in lows and drawn[1] in tops, said)
    back = said.index("The board is turned back.")
    drawn = [line for line in said[back:] if line in tops + lows]
    expect(drawn[0] in tops and drawn[1] in lows, said)
    expect("No board is drawn here that could be turned." in plain(["flip"]), "plain")


def main():
    with tempfile.TemporaryDirectory() as folder:
        takes_a_turn_back(folder)
    takes_a_cube_action_back()
    refuses()
    draws_a_seed()
    rolls_out()
    stops_a_rollout()
    says_figures()
    turns_the_board()


if __name__ == "__main__":
    main()
