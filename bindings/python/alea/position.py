"""Positions: plays, cube decisions, rollouts, diagrams."""
from __future__ import annotations

import ctypes as c
from dataclasses import dataclass
from typing import Callable, Iterable, Optional, Sequence, Tuple, Union

from . import _types as t
from ._engine import Stopper, evaluator, search_settings, using_engine
from ._library import check, lib

Dice = Tuple[int, int]
SIDES = {-1: None, 0: "A", 1: "B"}
ROLLED_OUT = -1


@dataclass(frozen=True)
class Chances:
    """Of the player who decides, 0..1; a gammon is among the wins, a backgammon among the gammons."""
    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float

    @property
    def equity(self) -> float:
        """Cubeless, for money."""
        return 2 * self.win - 1 + self.win_gammon + self.win_backgammon - self.lose_gammon - self.lose_backgammon


@dataclass(frozen=True)
class Candidate:
    """A play and its worth to the player who makes it, in points per unit of the cube."""
    play: str
    equity: float
    chances: Chances
    depth: str
    """"2-ply" or "rollout"."""

    def __str__(self) -> str:
        return f"{self.play or 'no move':20} {self.equity:+.3f}  {self.depth}"


@dataclass(frozen=True)
class CubeDecision:
    """Equities to the player on roll, in points per unit of the cube before any double."""
    action: str
    """"no_double", "double_take", "double_drop", "too_good" or "not_available"."""
    text: str
    no_double: float
    double_take: float
    double_drop: float
    chances: Chances
    depth: str

    def __str__(self) -> str:
        return (f"{self.text}  (no double {self.no_double:+.3f}, take {self.double_take:+.3f}, "
                f"drop {self.double_drop:+.3f}; {self.depth})")


@dataclass(frozen=True)
class Rolled:
    """One candidate of a rollout. standard_error is infinite after one trial."""
    label: str
    equity: float
    standard_error: float
    chances: Chances


@dataclass(frozen=True)
class Rollout:
    trials: int
    complete: bool
    candidates: Tuple[Rolled, ...]
    """Best first for plays; "No double" and "Double, take" for the cube."""


def chances_of(probs) -> Chances:
    return Chances(*(getattr(probs, name) for name, _ in probs._fields_))


def depth_of(plies: int) -> str:
    return "rollout" if plies == ROLLED_OUT else f"{plies}-ply"


def play_text(board, play) -> str:
    text = c.create_string_buffer(t.PLAY_TEXT_SIZE)
    lib.alea_play_write(board, play, text)
    return text.value.decode()


def _roll(dice) -> t.alea_roll:
    dice = tuple(int(die) for die in dice)
    if len(dice) != 2 or not all(1 <= die <= 6 for die in dice):
        raise ValueError(f"dice {dice!r}: wanted two numbers from 1 to 6")
    return t.alea_roll((c.c_uint8 * 2)(*dice))


class Position:
    """A position and its stakes, from any identifier: XGID, GNU Backgammon's (with or without its match part),
    OGID, FIBS. It does not change."""

    __slots__ = ("_value",)

    def __init__(self, text: str):
        value, error = t.alea_position(), t.alea_error()
        data = text.encode()
        check(lib.alea_position_read(data, len(data), value, error), error)
        self._value = value

    @classmethod
    def _of(cls, value: t.alea_position) -> "Position":
        made = cls.__new__(cls)
        made._value = value
        return made

    @classmethod
    def start(cls) -> "Position":
        """The first position of backgammon, for money, not rolled."""
        return cls("4HPwATDgc/ABMA")

    # ---- what it is ----

    @property
    def xgid(self) -> str:
        text = c.create_string_buffer(t.XGID_SIZE)
        check(lib.alea_xgid_write(self._value, text), t.alea_error())
        return text.value.decode()

    @property
    def gnubg_id(self) -> str:
        board, match = c.create_string_buffer(15), c.create_string_buffer(13)
        check(lib.alea_gnubg_id_write(self._value, board, match), t.alea_error())
        return f"{board.value.decode()}:{match.value.decode()}"

    @property
    def board(self) -> Tuple[int, ...]:
        """26 counts seen by the player to act: points 1..24, his bar in 25, the opponent's in 0; his checkers
        positive, the opponent's negative. What `alea.evaluate` takes."""
        return tuple(self._mine().point)

    @property
    def to_act(self) -> Optional[str]:
        """ "A", "B", or None if the game is over."""
        return SIDES[self._value.to_act]

    @property
    def dice(self) -> Optional[Dice]:
        return tuple(self._value.roll.die) if self._value.roll.die[0] else None

    @property
    def match_length(self) -> int:
        """0: money."""
        return self._value.match_length

    @property
    def score(self) -> Tuple[int, int]:
        """Of A and B."""
        return tuple(self._value.score)

    @property
    def cube(self) -> int:
        return 1 << self._value.cube_log2

    @property
    def cube_owner(self) -> Optional[str]:
        return SIDES[self._value.cube_owner]

    @property
    def pips(self) -> Tuple[int, int]:
        """Of the player to act, and of the opponent."""
        board = self._mine()
        return lib.alea_board_pips(board, True), lib.alea_board_pips(board, False)

    def _mine(self) -> t.alea_board:
        return lib.alea_board_swap(self._value.board) if self._value.to_act == 1 else self._value.board

    def _decision(self, dice=None) -> t.alea_decision:
        decision = lib.alea_decision_of_position(self._value)
        if dice is not None:
            decision.roll = _roll(dice)
        return decision

    def _rolled(self, dice) -> t.alea_decision:
        decision = self._decision(dice)
        if not decision.roll.die[0]:
            raise ValueError("no dice: give them, or take a position that has been rolled")
        return decision

    def __eq__(self, other) -> bool:
        return isinstance(other, Position) and self.xgid == other.xgid

    def __hash__(self) -> int:
        return hash(self.xgid)

    def __repr__(self) -> str:
        return f"Position({self.xgid!r})"

    # ---- what to do ----

    def evaluate(self) -> Chances:
        """By the net alone, of the player to act, before the roll."""
        board, probs, error = self._mine(), t.alea_probs(), t.alea_error()
        check(lib.alea_eval_boards(evaluator(), c.byref(board), 1, c.byref(probs), error), error)
        return chances_of(probs)

    def plays(self, dice: Optional[Dice] = None) -> Tuple[str, ...]:
        """Every legal play with a result of its own."""
        decision, found = self._rolled(dice), t.alea_play_list()
        lib.alea_plays(decision.board, decision.roll, decision.rules, found)
        return tuple(play_text(decision.board, found.play[i]) for i in range(found.count))

    def best_plays(self, dice: Optional[Dice] = None, level: str = "fast", count: int = 5) -> Tuple[Candidate, ...]:
        """The best plays, the best one first. level: fast, standard, deep or rollout."""
        if not 1 <= count <= 16:
            raise ValueError("count: 1..16")
        decision, settings = self._rolled(dice), search_settings(level)
        settings.full = count
        out, found, error = (t.alea_candidate * 64)(), c.c_int(), t.alea_error()
        with using_engine() as engine:
            check(lib.alea_consider_play(engine, decision, settings, out, 64, found, error), error)
        return tuple(Candidate(play_text(decision.board, one.play), one.equity, chances_of(one.probs),
                               depth_of(one.plies)) for one in out[:min(count, found.value)])

    def cube_decision(self, level: str = "fast") -> CubeDecision:
        """Double or not, take or drop, before the roll."""
        decision, out, error = self._decision(), t.alea_cube_result(), t.alea_error()
        with using_engine() as engine:
            check(lib.alea_consider_cube(engine, decision, search_settings(level), out, error), error)
        verdict = out.verdict
        return CubeDecision(lib.alea_cube_action_name(verdict.action).decode(),
                            lib.alea_cube_verdict_text(verdict).decode(), verdict.equity.no_double,
                            verdict.equity.double_take, verdict.equity.double_drop, chances_of(out.probs),
                            depth_of(out.plies))

    def _play(self, decision, text: str) -> t.alea_play:
        moves, count, error = (t.alea_move * t.MAX_MOVES)(), c.c_int(), t.alea_error()
        data = text.encode()
        check(lib.alea_moves_read(data, len(data), moves, count, error), error)
        play = t.alea_play()
        fault = lib.alea_play_judge(decision.board, decision.roll, decision.rules, moves, count, play, None)
        if fault:
            raise ValueError(f"{text!r}: {lib.alea_play_error_text(fault).decode()}")
        return play

    def rollout(self, dice: Optional[Dice] = None, plays: Union[Sequence[str], int] = 2, trials: int = 1296,
                plies: int = 0, seed: int = 1, truncate: int = 0,
                progress: Optional[Callable[[int, int], object]] = None) -> Rollout:
        """Plays (named, or so many of the best ones) or, without dice, the cube decision, played out. `progress`
        is called with trials done and wanted; False from it stops, and what has been played counts. An
        exception or Ctrl-C stops it too and is raised."""
        decision, error, rollout = self._decision(dice), t.alea_error(), t.alea_rollout()
        settings = lib.alea_rollout_settings_default()
        settings.seed, settings.truncate = seed, truncate
        settings.plies[:] = settings.later_plies[:] = (plies, plies)
        is_play = bool(decision.roll.die[0])
        if is_play and isinstance(plays, int):
            plays = [one.play for one in self.best_plays(dice, count=plays)]
        stopper = Stopper(progress)
        stop = t.alea_rollout_stop()
        stop.progress = t.ROLLED(lambda _, state: stopper.goes_on(lib.alea_rollout_trials(state), trials))
        with using_engine() as engine:
            if is_play:
                made = (t.alea_play * len(plays))(*(self._play(decision, text) for text in plays))
                check(lib.alea_rollout_plays(rollout, engine, decision, made, len(made), settings, error), error)
            else:
                check(lib.alea_rollout_cube(rollout, engine, decision, settings, error), error)
            status = lib.alea_rollout_run(engine, rollout, 0, trials, stop, error)
            stopper.finish()
            if not stopper.stopped:
                check(status, error)
            done = lib.alea_rollout_trials(rollout)
            rolled = []
            for i in range(rollout.candidates if done else 0):
                answer = t.alea_rollout_answer()
                lib.alea_rollout_answer_of(rollout, lib.alea_engine_met(engine), i, answer)
                label = plays[i] if is_play else rollout.candidate[i].label.decode()
                rolled.append(Rolled(label, answer.equity, answer.standard_error, chances_of(answer.probs)))
        if is_play:
            rolled.sort(key=lambda one: -one.equity)
        return Rollout(done, done == trials, tuple(rolled))

    # ---- how it looks ----

    def svg(self, play: Optional[str] = None, dice: Optional[Dice] = None, home_left: bool = False) -> str:
        """One <svg> element, seen by the player to act; the play as arrows."""
        options = t.alea_diagram(view=max(self._value.to_act, 0), home_left=home_left)
        value = t.alea_position.from_buffer_copy(self._value)
        if dice is not None:
            value.roll = _roll(dice)
        if play is not None:
            decision = self._rolled(dice)
            made = self._play(decision, play)
            moves, count = (t.alea_move * t.MAX_MOVES)(), c.c_int()
            lib.alea_play_canonical(decision.board, made, moves, count)
            options.moves, options.move_count, options.mover = moves, count, self._value.to_act
        text = c.create_string_buffer(t.SVG_SIZE)
        lib.alea_diagram_svg(value, options, text, t.SVG_SIZE)
        return text.value.decode()

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        text = c.create_string_buffer(t.TEXT_SIZE)
        lib.alea_diagram_text(self._value, t.alea_diagram(view=max(self._value.to_act, 0)), text, t.TEXT_SIZE)
        return text.value.decode()


def evaluate(boards: Iterable):
    """Chances of many boards by the net, in one call without the interpreter's lock.

    boards: N x 26 counts as `Position.board` gives them. With a NumPy array the answer is a float32 array of
    N x 5 in the order of Chances; else a list of Chances. Threads may call it side by side."""
    if hasattr(boards, "__array_interface__"):
        return _evaluate_array(boards)
    rows = [tuple(board) for board in boards]
    if any(len(row) != 26 for row in rows):
        raise ValueError("a board has 26 counts")
    counts = (c.c_int8 * (26 * len(rows)))(*(_count(n) for row in rows for n in row))
    probs, error = (t.alea_probs * len(rows))(), t.alea_error()
    check(lib.alea_eval_boards(evaluator(), counts, len(rows), probs, error), error)
    return [chances_of(one) for one in probs]


def _count(number) -> int:
    if not -15 <= number <= 15:
        raise ValueError(f"{number} checkers on a point")
    return number


def _evaluate_array(boards):
    import numpy
    if boards.ndim != 2 or boards.shape[1] != 26:
        raise ValueError(f"boards: N x 26 counts, not {boards.shape}")
    if boards.dtype.kind not in "iu":
        raise ValueError(f"boards: whole numbers, not {boards.dtype}")
    if boards.size and (int(boards.min()) < -15 or int(boards.max()) > 15):
        raise ValueError("boards: a point has 15 checkers at most")
    counts = numpy.ascontiguousarray(boards, dtype=numpy.int8)
    out = numpy.empty((len(counts), 5), dtype=numpy.float32)
    error = t.alea_error()
    check(lib.alea_eval_boards(evaluator(), counts.ctypes.data, len(counts), out.ctypes.data, error), error)
    return out


__all__ = ["Position", "Chances", "Candidate", "CubeDecision", "Rollout", "Rolled", "evaluate"]
