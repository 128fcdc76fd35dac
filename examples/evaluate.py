#!/usr/bin/env python3
"""The shared library from Python, with nothing to build: what the start is worth, and the
plays of a 3-1. $ALEA_LIBRARY is the path of libalea.so, if it is not installed."""
import ctypes
import os


class Board(ctypes.Structure):
    _fields_ = [("point", ctypes.c_int8 * 26)]


class Probs(ctypes.Structure):
    _fields_ = [(name, ctypes.c_float) for name in
                ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")]


class Roll(ctypes.Structure):
    _fields_ = [("die", ctypes.c_uint8 * 2)]


class PlayRules(ctypes.Structure):
    _fields_ = [("dice_usage", ctypes.c_int), ("bearoff_high", ctypes.c_int),
                ("double_moves", ctypes.c_int)]


class Error(ctypes.Structure):
    _fields_ = [("line", ctypes.c_size_t), ("column", ctypes.c_size_t),
                ("reason", ctypes.c_char * 160)]


alea = ctypes.CDLL(os.environ.get("ALEA_LIBRARY", "libalea.so"))
alea.alea_board_start.restype = Board
alea.alea_play_rules_standard.restype = PlayRules
alea.alea_probs_equity.restype = ctypes.c_float

evaluator, error = ctypes.c_void_p(), Error()
if alea.alea_evaluator_open(ctypes.byref(evaluator), ctypes.byref(error)) != 0:
    raise SystemExit(error.reason.decode())

board, probs = alea.alea_board_start(0), Probs()
alea.alea_eval(evaluator, ctypes.byref(board), ctypes.byref(probs))
print("start: win %.3f, equity %+.3f" % (probs.win, alea.alea_probs_equity(
    ctypes.byref(probs))))

rules, results = alea.alea_play_rules_standard(), (Board * 3060)()
count = alea.alea_positions_after(ctypes.byref(board), Roll((3, 1)), ctypes.byref(rules), results)
values = (Probs * count)()
alea.alea_eval_results(evaluator, ctypes.byref(board), results, count, values)
best = max(range(count), key=lambda i: alea.alea_probs_equity(ctypes.byref(values[i])))
print("3-1: %d results; the best has %d checkers on point 5" % (count, results[best].point[5]))
alea.alea_evaluator_close(evaluator)
raise SystemExit(0 if count == 16 and results[best].point[5] == 2 else 1)
