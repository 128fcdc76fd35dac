"""Runs inside GNU Backgammon's Python: `gnubg -t -q -r -p movegen_gnubg.py`.

Reads lines "POSITION_ID DIE DIE ..." from the file $PEER_IN and writes to $PEER_OUT, for
each, the same three words and the Position IDs (seen by the mover) of every play that the
hint command lists. gnubg talks on standard output, so results go to a file."""
import os

import gnubg

EVERY_PLAY = 3060
MONEY = "cAkAAAAAAAAE"  # match ID: money, cube 1 in the middle, nothing rolled


def landings(word):
    """'24/20*/18(2)' -> [(23, 19), (19, 17)] twice: points from 0, bar 24, off -1."""
    times = 1
    if word.endswith(")"):
        word, repeat = word[:-1].split("(")
        times = int(repeat)
    named = {"bar": 24, "off": -1}
    stops = [named[w] if w in named else int(w) - 1
             for w in word.replace("*", "").split("/")]
    return list(zip(stops, stops[1:])) * times


def result_of(board, move):
    theirs, mine = list(board[0]), list(board[1])
    for word in move.split():
        for start, end in landings(word):
            mine[start] -= 1
            if end < 0:
                continue
            mine[end] += 1
            if theirs[23 - end] == 1:
                theirs[23 - end] = 0
                theirs[24] += 1
    return gnubg.positionid((theirs, mine))


def main():
    for command in ("set display off", "set automatic game off", "set automatic roll on",
                    "set automatic move off", "set automatic bearoff off",
                    "set confirm new off", "set player 0 human", "set player 1 human",
                    "set evaluation chequerplay evaluation plies 0"):
        gnubg.command(command)
    with open(os.environ["PEER_IN"]) as lines, \
            open(os.environ["PEER_OUT"], "w") as out:
        for line in lines:
            position, first, second = line.split()[:3]
            gnubg.command("set gnubgid %s:%s" % (position, MONEY))
            gnubg.command("set dice %s %s" % (first, second))
            board = gnubg.board()
            hints = (gnubg.hint(EVERY_PLAY) or {}).get("hint", [])
            results = [result_of(board, hint["move"]) for hint in hints]
            out.write(" ".join([position, first, second] + results) + "\n")


main()
