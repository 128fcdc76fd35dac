"""Match files and their analysis."""
from __future__ import annotations

import ctypes as c
import os
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterator, Mapping, Optional, Tuple, Union

from . import _types as t
from ._engine import Stopper, effort, using_engine
from ._library import check, lib, libc_free
from .position import SIDES, Candidate, Position, chances_of, depth_of, play_text

MARKS = tuple(lib.alea_mark_name(mark).decode() for mark in range(t.MARKS))
KINDS = ("play", "double", "take", "resignation")
EVENTS = ("opening", "double", "take", "drop", "beaver", "raccoon", "no double", "play", "resign",
          "accept", "reject")


class Match:
    """A match or money session, read from a file of any program that alea reads."""

    def __init__(self, record, report, warnings):
        self._record, self._report = record, report
        self._free = weakref.finalize(self, lib.alea_record_free, record)
        self.format: str = lib.alea_format_name(report.format).decode()
        self.warnings: Tuple[str, ...] = warnings
        """What the reader worked around, with the line."""

    @classmethod
    def read(cls, path: Union[str, os.PathLike]) -> "Match":
        """The content decides the format, not the name."""
        return cls.from_bytes(Path(path).read_bytes())

    @classmethod
    def from_bytes(cls, data: bytes) -> "Match":
        record = lib.alea_record_new()
        if not record:
            raise MemoryError
        warnings = []
        options, report, error = t.alea_import_options(), t.alea_import_report(), t.alea_error()
        options.warn = t.WARN(lambda _, line, text: warnings.append(
            (f"line {line}: " if line else "") + text.decode(errors="replace")))
        try:
            check(lib.alea_import(data, len(data), options, record, report, error), error)
        except BaseException:
            lib.alea_record_free(record)
            raise
        return cls(record, report, tuple(warnings))

    def _tag(self, key: str) -> Optional[str]:
        value = lib.alea_record_tag_value(self._record, key.encode())
        return value.decode(errors="replace") if value else None

    @property
    def players(self) -> Tuple[str, str]:
        """A and B."""
        return self._tag("player_a") or "A", self._tag("player_b") or "B"

    @property
    def date(self) -> Optional[str]:
        return self._tag("date")

    @property
    def event(self) -> Optional[str]:
        return self._tag("event")

    @property
    def games(self) -> int:
        return lib.alea_record_games(self._record)

    @property
    def match_length(self) -> int:
        """0: money."""
        return self[0].match_length

    @property
    def score(self) -> Tuple[int, int]:
        """At the end."""
        return self[len(self)].score

    def __len__(self) -> int:
        """How many events: rolls, plays, cubes ..."""
        return lib.alea_record_length(self._record)

    def __getitem__(self, index: int) -> Position:
        """The position before the event with that number; `len(match)`: at the end."""
        if not 0 <= index <= len(self):
            raise IndexError(index)
        state, value = lib.alea_match_new(), t.alea_position()
        if not state:
            raise MemoryError
        try:
            check(lib.alea_record_state(self._record, index, state), t.alea_error())
            lib.alea_position_of_match(state, value)
        finally:
            lib.alea_match_free(state)
        return Position._of(value)

    def positions(self) -> Iterator[Position]:
        """Every position in which somebody rolls, doubles or plays, in order."""
        for index in range(len(self)):
            position = self[index]
            if position.to_act:
                yield position

    def to(self, format: str) -> bytes:
        """The match in another format: journal, mat, sgf, xgtext."""
        found, error = lib.alea_format_find(format.encode()), t.alea_error()
        if not found or not lib.alea_format_writable(found):
            raise ValueError(f"format {format!r} cannot be written")
        data, size = c.c_void_p(), c.c_size_t()
        check(lib.alea_export(self._record, found, None, data, size, error), error)
        try:
            return c.string_at(data, size.value)
        finally:
            libc_free(data)

    def __repr__(self) -> str:
        length = f"{self.match_length}-point match" if self.match_length else "money session"
        return f"<{self.players[0]} - {self.players[1]}, {length}, {self.games} games>"


@dataclass(frozen=True)
class Decision:
    """One decision and what it cost, in points per unit of the cube."""
    entry: int
    """The event's number in the match."""
    game: int
    turn: int
    by: str
    kind: str
    """play, double, take, resignation"""
    made: str
    best: str
    loss: float
    chance_loss: float
    """In match-winning chance; 0 for money."""
    mark: str
    """"", doubtful, error, blunder"""
    counted: bool
    """In the performance rating."""
    filed: bool
    """Judged by another program, in the file."""
    depth: str
    candidates: Tuple[Candidate, ...]
    position: Position


@dataclass(frozen=True)
class Totals:
    decisions: int
    pr: float
    """Performance rating: 500 x loss for each counted decision."""
    error_rate: float
    loss: float
    chance_loss: float
    marks: Mapping[str, int]
    luck: float
    rating: str


class Analysis:
    """Every decision of a match, judged."""

    def __init__(self, match: Match, found):
        value = found.contents
        self.match = match
        self._found = found
        self._free = weakref.finalize(self, lib.alea_analysis_free, found)
        self.complete: bool = value.complete
        """False: stopped by `progress`."""
        self.decisions: Tuple[Decision, ...] = tuple(
            _decision(match, value.judgement[i]) for i in range(value.judgements))
        self.unjudged: Tuple[str, ...] = tuple(
            value.unjudged[i].reason.decode(errors="replace") for i in range(value.unjudgeds))
        self.games: int = value.games
        self._totals = {(side, game): _totals(found, number, game)
                        for number, side in ((0, "A"), (1, "B")) for game in range(self.games + 1)}
        self._curve = _curve(value)

    def to_json(self, file: str = "", player: Optional[str] = None, min_loss: float = 0, by_loss: bool = False) -> str:
        """One object on a line, as `alea analyse --json` writes it (docs/json.md, ANALYSIS). file: the name it
        mentions. player: only the decisions of this name, "A" or "B". min_loss: that lost at least this."""
        return self._written(lib.alea_analysis_write_json, file, True, player, min_loss, by_loss)

    def to_html(self, all: bool = False, player: Optional[str] = None, min_loss: float = 0,
                by_loss: bool = False) -> str:
        """A page of its own: figures, the curve, the errors (all: every decision) with their boards."""
        return self._written(lib.alea_analysis_write_html, "", all, player, min_loss, by_loss)

    def to_text(self, file: str = "", all: bool = False, player: Optional[str] = None, min_loss: float = 0,
                by_loss: bool = False) -> str:
        """As `alea analyse` prints it, under the name `file`."""
        return self._written(lib.alea_analysis_write_text, file, all, player, min_loss, by_loss)

    def _written(self, write, file, all_, player, min_loss, by_loss) -> str:
        data, size, error = c.c_void_p(), c.c_size_t(), t.alea_error()
        with using_engine() as engine:
            options = t.alea_report_options(file.encode(), c.pointer(self.match._report), engine, all_,
                                            None if player is None else player.encode(), min_loss, by_loss)
            check(write(self._found, self.match._record, options, data, size, error), error)
        try:
            return c.string_at(data, size.value).decode(errors="replace")
        finally:
            libc_free(data)

    def totals(self, player: str, game: int = 0) -> Totals:
        """Of "A" or "B", in one game or (0) all."""
        return self._totals[player, game]

    def curve(self) -> Tuple[Tuple[int, float], ...]:
        """Event numbers, and what A's chance of winning the game is there, by the judged decisions."""
        return self._curve

    def errors(self, least: float = .02) -> Tuple[Decision, ...]:
        """The costliest first."""
        return tuple(sorted((d for d in self.decisions if d.loss >= least), key=lambda d: -d.loss))

    def __str__(self) -> str:
        lines = [repr(self.match)]
        for side, name in zip("AB", self.match.players):
            found = self.totals(side)
            lines.append(f"{name}: PR {found.pr:.2f} ({found.rating}), {found.decisions} decisions, "
                         f"luck {found.luck:+.3f}")
        return "\n".join(lines)

    def _repr_svg_(self) -> str:
        """The curve, drawn."""
        width, height = 640, 160
        last = max(len(self.match), 1)
        points = " ".join(f"{width * entry / last:.1f},{height * (1 - chance):.1f}"
                          for entry, chance in self._curve)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">'
                f'<title>Chance of the first player to win the game</title>'
                f'<path d="M0 {height / 2}H{width}" stroke="#888" stroke-dasharray="4"/>'
                f'<polyline points="{points}" fill="none" stroke="#1668a8" stroke-width="2"/></svg>')


def _made(judgement, event: int, candidate) -> str:
    if EVENTS[event] == "play":
        return play_text(judgement.decision.board, candidate.play)
    return EVENTS[event]


def _decision(match: Match, j) -> Decision:
    board = j.decision.board
    candidates = tuple(Candidate(play_text(board, one.play), one.equity, chances_of(one.probs), depth_of(one.plies))
                       for one in j.candidate[:j.candidates])
    best = j.candidate[0] if j.candidates else j.made_candidate
    return Decision(j.entry, j.game, j.turn, SIDES[j.by], KINDS[j.kind], _made(j, j.made_event, j.made_candidate),
                    _made(j, j.best_event, best), j.loss, j.chance_loss, MARKS[j.mark], j.counted, j.filed != 0,
                    depth_of(j.plies), candidates, match[j.entry])


def _totals(found, player: int, game: int) -> Totals:
    out = t.alea_totals()
    lib.alea_analysis_totals(found, player, game, out)
    marks = {name: sum(out.marks[kind][number] for kind in range(t.JUDGED_KINDS))
             for number, name in enumerate(MARKS) if name}
    return Totals(out.all_decisions, out.pr, out.error_rate, out.all_loss, out.chance_loss, marks, out.luck,
                  lib.alea_rating_text(out.pr, out.all_decisions).decode())


def _curve(value) -> Tuple[Tuple[int, float], ...]:
    points = []
    for i in range(value.judgements):
        j = value.judgement[i]
        if KINDS[j.kind] == "take":  # seen by the doubler
            by_a = j.by == 1
        elif KINDS[j.kind] == "resignation":
            continue
        else:
            by_a = j.by == 0
        points.append((j.entry, j.probs.win if by_a else 1 - j.probs.win))
    return tuple(points)


def analyse(match: Match, level: str = "fast",
            progress: Optional[Callable[[int, int], object]] = None, use_filed: bool = True) -> Analysis:
    """Judges every decision. level: fast, standard, deep or rollout. `progress` is called with events done and
    all; False from it stops, and what is judged is returned. An exception or Ctrl-C stops it and is raised.
    use_filed: decisions that the file's program judged at least as deeply are taken from there,
    as `alea analyse` does; False judges them again."""
    info = effort(level)
    settings, error = lib.alea_analysis_settings_default(), t.alea_error()
    settings.plies, settings.rolled, settings.use_filed = info.plies, info.rolled, use_filed
    stopper = Stopper(progress)
    settings.progress = t.PROGRESS(lambda _, done, all_: stopper.goes_on(done, all_))
    found = c.POINTER(t.alea_analysis)()
    with using_engine() as engine:
        status = lib.alea_analyse(engine, match._record, settings, found, error)
    try:
        stopper.finish()
        if not found:
            check(status, error)
        analysis = Analysis(match, found)
    except BaseException:
        lib.alea_analysis_free(found)
        raise
    return analysis


__all__ = ["Match", "Analysis", "Decision", "Totals", "analyse"]
