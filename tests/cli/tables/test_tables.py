#!/usr/bin/env python3
"""alea plays and perft of the tables games: every rule set against a second generator,
written here from the words of docs/tables.md alone, on scattered positions; the forms of
input and output; bad input."""
import json
import random
import re

from support.command_line import alea
from support.expect import expect

HOME, START, BAR = 6, 24, 25


def contrary(r):
    return 25 - r


def half_turn(r):
    return (r + 11) % 24 + 1


def same(r):
    return r


class Game:
    """A rule set in the plainest words."""

    def __init__(self, arguments, where, landing, **rules):
        self.arguments, self.where, self.landing, self.rules = arguments, where, landing, rules

    def enemy_at(self, turn, r):
        private = "shared" in self.rules and r not in self.rules["shared"]
        return 0 if private else turn.his[self.where(r)]


class Turn:
    """A position inside a turn, seen by the player to move."""

    def __init__(self, mine, his, my_pins, his_pins, hits=(), heads=0, my_hit=0, his_hit=0):
        self.mine, self.his = tuple(mine), tuple(his)
        self.my_pins, self.his_pins = frozenset(my_pins), frozenset(his_pins)
        self.hits, self.heads = frozenset(hits), heads
        self.my_hit, self.his_hit = my_hit, his_hit  # of those on 25

    def key(self):
        return (self.mine, self.his, self.my_pins, self.his_pins, self.my_hit,
                self.his_hit)

    def text(self, hits=False):
        counts = f";{self.my_hit};{self.his_hit}" if hits else ""
        return ";".join((",".join(map(str, self.mine)), ",".join(map(str, self.his)),
                         ",".join(map(str, sorted(self.my_pins))),
                         ",".join(map(str, sorted(self.his_pins))))) + counts


def is_open(game, turn, r):
    enemy = game.enemy_at(turn, r)
    if game.rules.get("single") and (turn.mine[r] or (enemy and r in game.rules["safe"])):
        return False
    if enemy == 0 or (turn.mine[r] and r not in turn.my_pins):
        return True
    return game.landing != "block" and enemy == 1 and r not in turn.my_pins


def all_home(turn):
    return not any(turn.mine[HOME + 1:])


def may_bear_off(game, turn, r, die):
    if game.rules.get("bear_off") == "none":
        return False
    if game.rules.get("bear_off") == "exact" and r != die:
        return False
    if not (all_home(turn) or game.rules.get("any_time")) or (game.rules.get("pin_blocks") and turn.my_pins):
        return False
    if game.rules.get("any_time"):
        return r <= die
    return r == die or (r < die and not any(turn.mine[r + 1:]))


def six_unpassed(game, turn, r):
    """A row of six with r in it, along the enemy's path, that no enemy has passed."""
    held = {game.where(p) for p in range(1, 25) if turn.mine[p] and p not in turn.my_pins}
    for low in range(1, 20):
        row = set(range(low, low + 6))
        if game.where(r) in row and row <= held and not any(turn.his[1:low]):
            return True
    return False


def breaks_prime(game, turn, r):
    prime = game.rules.get("prime", "")
    holds = [p for p in range(1, 25) if turn.mine[p]]
    if "own_start_six" in prime and r >= 19 and set(range(19, 25)) <= set(holds):
        return True
    if "max4" in prime and 7 <= r <= 12 and sum(7 <= p <= 12 for p in holds) > 4:
        return True
    return "passed" in prime and six_unpassed(game, turn, r)


def may_leave(game, turn, r):
    if turn.mine[BAR] and r != BAR:
        entry = game.rules.get("entry", "all")
        if entry == "all" or (entry == "hit" and turn.my_hit):
            return False
        if r == START and game.rules.get("frozen"):
            return False
    target = game.rules.get("runner")
    if target and not any(turn.mine[:target + 1]):
        away = any(turn.mine[target + 1:START])
        if r == START and away:
            return False
    if r == START and turn.heads >= game.rules.get("head", 15):
        return False
    if game.rules.get("hitter_stays") and r in turn.hits and turn.mine[r] == 1:
        return False
    return turn.mine[r] > 0 and r not in turn.my_pins


def step(game, turn, r, die):
    if not may_leave(game, turn, r):
        return None
    to = max((game.rules.get("path", 24) + 1 if r == BAR else r) - die, 0)
    if r == BAR and game.rules.get("not_own") and turn.mine[to]:
        return None
    if turn.mine[BAR] and game.rules.get("second_half") and to <= 12:
        return None
    if to == 0 and not may_bear_off(game, turn, r, die):
        return None
    if to and not is_open(game, turn, to):
        return None
    mine, his = list(turn.mine), list(turn.his)
    his_pins, hits = set(turn.his_pins), set(turn.hits)
    fresh = not mine[to]
    mine[r] -= 1
    mine[to] += 1
    my_hit, his_hit = turn.my_hit, turn.his_hit
    if r == BAR and my_hit:
        my_hit -= 1
    if to and game.landing == "hit" and game.enemy_at(turn, to):
        his[game.where(to)] = 0
        his[BAR] += 1
        his_hit += game.rules.get("entry") == "hit"
        if to <= HOME:
            hits.add(to)
    if game.landing == "pin":
        if mine[r] == 0:
            his_pins.discard(game.where(r))
        if to and his[game.where(to)]:
            his_pins.add(game.where(to))
    after = Turn(mine, his, turn.my_pins, his_pins, hits, turn.heads + (r == START),
                 my_hit, his_hit)
    return None if to and fresh and breaks_prime(game, after, to) else after


def plays(game, turn, dice):
    """All sequences as far as they go: {end: set of the dice played}."""
    found = {turn.key(): (turn, [()])}
    todo = [(turn, tuple(dice), ())]
    seen = set()
    while todo:
        now, left, played = todo.pop()
        mark = (now.key(), now.hits, now.heads, left)
        if mark in seen:
            continue
        seen.add(mark)
        found.setdefault(now.key(), (now, []))[1].append(played)
        for i, die in enumerate(left):
            if die in left[:i]:
                continue
            for r in range(1, 26):
                after = step(game, now, r, die)
                if after:
                    todo.append((after, left[:i] + left[i + 1:], played + (die,)))
    return found


def trap(game, turn):
    points = [p for p in range(1, 25) if turn.his[p]]
    if len(points) != 1 or points[0] < 7:
        return []
    row = [game.where(points[0] - k) for k in range(1, 7)]
    return row if all(turn.mine[r] for r in row) else []


def ends(game, turn, dice, hits):
    steps = [die for die in dice if die]
    if len(dice) == 2 and dice[0] == dice[1]:
        steps = [dice[0]] * game.rules.get("double_steps", 4)
    found = plays(game, turn, steps)
    most = max(len(p) for _, ways in found.values() for p in ways)
    chosen = {key: [p for p in ways if len(p) == most] for key, (_, ways) in found.items()}
    if most == 1 and len(dice) == 2 and dice[0] != dice[1] and not game.rules.get("any_die"):
        high = (max(dice),)
        if any(high in ways for ways in chosen.values()):
            chosen = {key: [p for p in ways if p == high] for key, ways in chosen.items()}
    result = [found[key][0] for key, ways in chosen.items() if ways]
    row = trap(game, turn) if "unblock" in game.rules.get("prime", "") else []
    opened = [t for t in result if row and not all(t.mine[r] for r in row)]
    return sorted(t.text(hits) for t in opened or result)


GAMES = [
    Game("portes", contrary, "hit"),
    Game("tavla", contrary, "hit", hitter_stays=True),
    Game("plakoto", contrary, "pin", pin_blocks=True),
    Game("plakoto -o pin_blocks_bearoff=no", contrary, "pin"),
    Game("mahbusa", contrary, "pin", pin_blocks=True),
    Game("pingame", contrary, "pin", pin_blocks=True),
    Game("fevga", half_turn, "block", runner=11, prime="own_start_six unblock"),
    Game("fevga -o runner_target=reach", half_turn, "block", runner=12,
         prime="own_start_six unblock"),
    Game("fevga -o prime=none", half_turn, "block", runner=11),
    Game("moultezim", half_turn, "block", runner=11, prime="max4"),
    Game("tawla31", contrary, "block", runner=6),
    Game("tawla31 -o layout=half_turn", half_turn, "block", runner=12),
    Game("nardi", half_turn, "block", head=1, prime="passed"),
    Game("gulbara", half_turn, "block"),
    Game("irish", contrary, "hit", double_steps=2),
    Game("sugoroku", contrary, "hit", double_steps=2, any_die=True, bear_off="none"),
    Game("sugoroku -o form=yamato", contrary, "hit", double_steps=2, any_die=True),
    Game("aceydeucey", contrary, "hit", entry="hit", wait=True),
    Game("aceydeucey -o form=european", contrary, "hit", entry="hit", wait=True,
         bear_off="exact"),
    Game("russian", same, "hit", wait=True),
    Game("tawula", half_turn, "hit", entry="none", not_own=True, frozen=True, wait=True),
    Game("tabula", same, "hit", dice=3, entry="hit", wait=True),
    Game("tabula -o second_half=all_entered -o bear_off_when=any_time", same, "hit", dice=3,
         entry="hit", wait=True, second_half=True, any_time=True),
    Game("ur", same, "hit", dice=1, entry="none", bear_off="exact", any_time=True, path=14,
         single=True, safe={7}, shared=range(3, 11), men=7),
]


def scatter_single(game, dice):
    mine, his = [0] * 26, [0] * 26
    for side in mine, his:
        for r in dice.sample(range(1, game.rules["path"] + 1), dice.randint(0, 6)):
            side[r] = int(side is mine or not game.enemy_at(Turn(his, mine, (), ()), r))
        side[BAR] = dice.randint(0, 7 - sum(side))
        side[0] = 7 - sum(side)
    return Turn(mine, his, (), ())


def with_waiting(game, dice, turn):
    """Some of the checkers were hit, if the game asks."""
    if game.rules.get("entry") != "hit":
        return turn
    return Turn(turn.mine, turn.his, (), (), my_hit=dice.choice((0, turn.mine[BAR])) and
                dice.randint(0, turn.mine[BAR]), his_hit=dice.randint(0, turn.his[BAR]))


def scatter(game, dice):
    """A position at random, most checkers crowded so that walls and pins occur."""
    if game.rules.get("single"):
        return scatter_single(game, dice)
    while True:
        mine, his = [0] * 26, [0] * 26
        my_pins, his_pins = set(), set()
        low = dice.choice((1, 1, 7, 13))
        off = dice.choice((0, 0, 0, 5, 12))
        mine[0] = off if low == 1 else 0
        his[0] = dice.choice((0, 0, 5, 13))
        if game.landing == "hit":
            waiting = (0, 1, 2, 6) if game.rules.get("wait") else (0, 0, 0, 1)
            mine[BAR] = min(dice.choice(waiting), 15 - mine[0])
            his[BAR] = dice.choice(waiting)
        high = 6 if dice.random() < 0.3 and low == 1 else min(24, low + dice.choice((8, 17, 23)))
        while sum(mine) < 15:
            r = dice.randint(low, high)
            if game.landing == "pin" and mine[r] == 0 and dice.random() < 0.1 and \
                    not his[game.where(r)]:
                his[game.where(r)] = 1
                his_pins.add(game.where(r))
            mine[r] += 1
        for _ in range(3):
            r = dice.randint(1, 24)
            if game.landing == "pin" and mine[r] == 1 and not his[game.where(r)] and \
                    sum(his) < 14:
                his[game.where(r)] += 2 if dice.random() < 0.5 else 1
                my_pins.add(r)
        free = [p for p in range(1, 25)
                if not mine[game.where(p)] or game.where(p) in my_pins]
        dice.shuffle(free)
        free = free[:dice.choice((1, 4, 9))]
        if sum(his) > 15 or not free:
            continue
        while sum(his) < 15:
            his[dice.choice(free)] += 1
        return with_waiting(game, dice, Turn(mine, his, my_pins, his_pins))


def throw_of(game, dice):
    if game.rules.get("dice") == 1:
        return (dice.randint(0, 4),)
    return tuple(dice.randint(1, 6) for _ in range(game.rules.get("dice", 2)))


def against_second_generator():
    for number, game in enumerate(GAMES):
        dice = random.Random(4300 + number)
        lines, wanted = [], []
        for _ in range(100):
            turn = scatter(game, dice)
            throw = throw_of(game, dice)
            hits = game.rules.get("entry") == "hit" and (turn.my_hit or turn.his_hit or
                                                         dice.random() < 0.5)
            lines.append(f"{turn.text(hits)} {''.join(map(str, throw))}\n")
            wanted.append(ends(game, turn, throw, hits))
        done = alea("plays", "--json", "--game", *game.arguments.split(), input="".join(lines))
        expect(done.returncode == 0, game.arguments, done.stderr, done.stdout[:300])
        for line, answer, want in zip(lines, done.stdout.splitlines(), wanted, strict=True):
            got = [play["position"] for play in json.loads(answer)["plays"]]
            expect(got == want, game.arguments, line, "only here:", set(got) - set(want),
                   "missing:", set(want) - set(got))


def forms():
    start = ",".join(["0"] * 24 + ["15", "0"])
    for dice, first in (("44", ""), ("4 4 first", "x"), ("4-4 first", "x"), ("first 4,4", "x")):
        done = alea("plays", "--game", "nardi", input=f"{start};{start};; {dice}\n")
        answer = json.loads(done.stdout)
        expect(done.returncode == 0 and answer["count"] == 1, dice, done.stdout, done.stderr)
        move = answer["plays"][0]["move"]
        expect(move.count("24/20") == (2 if first else 1), dice, move)
    done = alea("plays", "--game", "plakoto", "--json",
                input="0,15" + ",0" * 24 + ";14" + ",0" * 23 + ",1,0;;24 21\n")
    expect(json.loads(done.stdout)["plays"][0]["position"].endswith(";;24"), done.stdout)


def refusals():
    start = ",".join(["0"] * 24 + ["15", "0"])
    for line, reason in ((f"{start};{start};;", "2 dice must follow"),
                         (f"{start};{start};; 71", "expected 2 dice"),
                         (f"{start};{start};3 31", "between the pinned points"),
                         (f"{start[2:]};{start};; 31", "26 counts"),
                         (f"{start};{start.replace('15', '14')};; 31", "14 checkers"),
                         (f"{start};{start};24; 31", "no checker is pinned")):
        done = alea("plays", "--game", "nardi", input=line + "\n")
        error = json.loads(done.stdout)["error"]
        expect(done.returncode == 1 and reason in error["message"] and error["line"] == 1,
               line, done.stdout)
    for arguments, reason in ((("--game", "gammon"), "known: portes tavla"),
                              (("--game", "nardi", "-o", "colour=1"), "known: relation"),
                              (("--game", "nardi", "-o", "mother=none2"), "expected none"),
                              (("--game", "nardi", "-o", "mother=immediate"), "landing=pin"),
                              (("--game", "nardi", "-o", "landing=hit"), "landing=block"),
                              (("--game", "plakoto", "-o", "hit_and_run=forbidden_in_home"),
                               "landing=hit"),
                              (("--game", "nardi", "--rules", "money"), "exclude")):
        for command in "plays", "perft":
            done = alea(command, *arguments, input="")
            expect(done.returncode == 2 and reason in done.stderr, command, arguments,
                   done.stderr)
    done = alea("plays", "--game", "nardi", "--tree", input="")
    expect(done.returncode == 2 and "exclude" in done.stderr, done.stderr)


def perft():
    done = alea("perft", "--game", "plakoto", "--depth", "2", "--json")
    plies = json.loads(done.stdout)["plies"]
    expect([p["nodes"] for p in plies] == [59, 3474], done.stdout)
    done = alea("perft", "--game", "fevga", "-d", "3")
    expect(re.search(r"^ +3 +21893 ", done.stdout, re.M), done.stdout)


def main():
    against_second_generator()
    forms()
    refusals()
    perft()


if __name__ == "__main__":
    main()
