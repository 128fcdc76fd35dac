"""Loads the library that lies beside this file, or the one that ALEA_LIBRARY names, and declares its
functions. Every call releases the interpreter's lock."""
import ctypes as c
import os
from pathlib import Path

from . import _types as t

VERSION = "0.1.0"


class Error(ValueError):
    """What the library refuses, with its reason. line and column count from 1; 0: not known."""

    def __init__(self, error):
        reason = error.reason.decode(errors="replace")
        where = f"line {error.line}" + (f", column {error.column}" if error.column else "") if error.line else ""
        super().__init__(f"{where}: {reason}" if where else reason)
        self.line, self.column, self.status = error.line, error.column, error.status


def _load():
    beside = Path(__file__).with_name("libalea.so")
    name = os.environ.get("ALEA_LIBRARY") or (str(beside) if beside.exists() else f"libalea.so.{VERSION[:3]}")
    for needed in beside.parent.glob("libjansson.so.*"):  # found by its name when libalea.so asks for it
        c.CDLL(str(needed))
    library = c.CDLL(name)
    library.alea_version.restype = c.c_char_p
    found = library.alea_version().decode()
    if found != VERSION:
        raise ImportError(f"{name} is alea {found}; this package was made for {VERSION}")
    return library


lib = _load()
_P = c.POINTER
_E = _P(t.alea_error)
_WRITE = [_P(t.alea_analysis), c.c_void_p, _P(t.alea_report_options), _P(c.c_void_p), _P(c.c_size_t), _E]
_DECLARED = {
    "alea_status_text": (c.c_char_p, [c.c_int]),
    "alea_evaluator_open": (c.c_int, [_P(c.c_void_p), _E]),
    "alea_eval_boards": (c.c_int, [c.c_void_p, c.c_void_p, c.c_size_t, c.c_void_p, _E]),
    "alea_engine_open": (c.c_int, [_P(c.c_void_p), c.c_void_p, c.c_void_p, _P(t.alea_engine_options), _E]),
    "alea_engine_close": (None, [c.c_void_p]),
    "alea_engine_met": (c.c_void_p, [c.c_void_p]),
    "alea_board_swap": (t.alea_board, [_P(t.alea_board)]),
    "alea_board_pips": (c.c_int, [_P(t.alea_board), c.c_bool]),
    "alea_plays": (None, [_P(t.alea_board), t.alea_roll, _P(t.alea_play_rules), _P(t.alea_play_list)]),
    "alea_play_judge": (c.c_int, [_P(t.alea_board), t.alea_roll, _P(t.alea_play_rules), _P(t.alea_move), c.c_int,
                                  _P(t.alea_play), _P(c.c_int)]),
    "alea_play_error_text": (c.c_char_p, [c.c_int]),
    "alea_play_canonical": (None, [_P(t.alea_board), _P(t.alea_play), _P(t.alea_move), _P(c.c_int)]),
    "alea_play_write": (c.c_size_t, [_P(t.alea_board), _P(t.alea_play), c.c_char_p]),
    "alea_moves_read": (c.c_int, [c.c_char_p, c.c_size_t, _P(t.alea_move), _P(c.c_int), _E]),
    "alea_position_read": (c.c_int, [c.c_char_p, c.c_size_t, _P(t.alea_position), _E]),
    "alea_xgid_write": (c.c_int, [_P(t.alea_position), c.c_char_p]),
    "alea_gnubg_id_write": (c.c_int, [_P(t.alea_position), c.c_char_p, c.c_char_p]),
    "alea_position_of_match": (None, [c.c_void_p, _P(t.alea_position)]),
    "alea_match_new": (c.c_void_p, []),
    "alea_match_free": (None, [c.c_void_p]),
    "alea_decision_of_position": (t.alea_decision, [_P(t.alea_position)]),
    "alea_diagram_text": (c.c_size_t, [_P(t.alea_position), _P(t.alea_diagram), c.c_char_p, c.c_size_t]),
    "alea_diagram_svg": (c.c_size_t, [_P(t.alea_position), _P(t.alea_diagram), c.c_char_p, c.c_size_t]),
    "alea_search_settings_default": (t.alea_search_settings, [c.c_int]),
    "alea_effort_find": (c.c_int, [c.c_char_p]),
    "alea_effort_get": (_P(t.alea_effort_info), [c.c_int]),
    "alea_consider_play": (c.c_int, [c.c_void_p, _P(t.alea_decision), _P(t.alea_search_settings),
                                     _P(t.alea_candidate), c.c_int, _P(c.c_int), _E]),
    "alea_consider_cube": (c.c_int, [c.c_void_p, _P(t.alea_decision), _P(t.alea_search_settings),
                                     _P(t.alea_cube_result), _E]),
    "alea_cube_verdict_text": (c.c_char_p, [_P(t.alea_cube_verdict)]),
    "alea_cube_action_name": (c.c_char_p, [c.c_int]),
    "alea_record_new": (c.c_void_p, []),
    "alea_record_free": (None, [c.c_void_p]),
    "alea_record_length": (c.c_size_t, [c.c_void_p]),
    "alea_record_state": (c.c_int, [c.c_void_p, c.c_size_t, c.c_void_p]),
    "alea_record_games": (c.c_int, [c.c_void_p]),
    "alea_record_tag_value": (c.c_char_p, [c.c_void_p, c.c_char_p]),
    "alea_import": (c.c_int, [c.c_char_p, c.c_size_t, _P(t.alea_import_options), c.c_void_p,
                              _P(t.alea_import_report), _E]),
    "alea_export": (c.c_int, [c.c_void_p, c.c_int, c.c_void_p, _P(c.c_void_p), _P(c.c_size_t), _E]),
    "alea_format_find": (c.c_int, [c.c_char_p]),
    "alea_format_name": (c.c_char_p, [c.c_int]),
    "alea_format_writable": (c.c_bool, [c.c_int]),
    "alea_analysis_settings_default": (t.alea_analysis_settings, []),
    "alea_analyse": (c.c_int, [c.c_void_p, c.c_void_p, _P(t.alea_analysis_settings),
                               _P(_P(t.alea_analysis)), _E]),
    "alea_analysis_write_json": (c.c_int, _WRITE),
    "alea_analysis_write_html": (c.c_int, _WRITE),
    "alea_analysis_write_text": (c.c_int, _WRITE),
    "alea_analysis_free": (None, [_P(t.alea_analysis)]),
    "alea_analysis_totals": (None, [_P(t.alea_analysis), c.c_int, c.c_int, _P(t.alea_totals)]),
    "alea_rating_text": (c.c_char_p, [c.c_double, c.c_int]),
    "alea_mark_name": (c.c_char_p, [c.c_int]),
    "alea_rollout_settings_default": (t.alea_rollout_settings, []),
    "alea_rollout_plays": (c.c_int, [_P(t.alea_rollout), c.c_void_p, _P(t.alea_decision), _P(t.alea_play), c.c_int,
                                     _P(t.alea_rollout_settings), _E]),
    "alea_rollout_cube": (c.c_int, [_P(t.alea_rollout), c.c_void_p, _P(t.alea_decision),
                                    _P(t.alea_rollout_settings), _E]),
    "alea_rollout_run": (c.c_int, [c.c_void_p, _P(t.alea_rollout), c.c_int64, c.c_int64, _P(t.alea_rollout_stop),
                                   _E]),
    "alea_rollout_trials": (c.c_int64, [_P(t.alea_rollout)]),
    "alea_rollout_answer_of": (None, [_P(t.alea_rollout), c.c_void_p, c.c_int, _P(t.alea_rollout_answer)]),
}
for _name, (_result, _arguments) in _DECLARED.items():
    _function = getattr(lib, _name)
    _function.restype, _function.argtypes = _result, _arguments
libc_free = c.CDLL(None).free
libc_free.restype, libc_free.argtypes = None, [c.c_void_p]


def check(status, error):
    if status:
        if not error.reason:
            error.reason, error.status = lib.alea_status_text(status), status
        raise Error(error)
