"""Backgammon: positions, match files, analysis and rollouts, by the library alea. docs: README.md."""
from ._engine import LEVELS, set_threads
from ._library import VERSION as __version__
from ._library import Error
from .match import Analysis, Decision, Match, Totals, analyse
from .position import Candidate, Chances, CubeDecision, Position, Rolled, Rollout, evaluate

__all__ = ["LEVELS", "set_threads", "Error", "Analysis", "Decision", "Match", "Totals", "analyse", "Candidate",
           "Chances", "CubeDecision", "Position", "Rolled", "Rollout", "evaluate"]
