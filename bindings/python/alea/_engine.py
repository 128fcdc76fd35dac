"""One evaluator and one engine for the process; calls on the engine take turns."""
import ctypes as c
import os
import threading

from . import _types as t
from ._library import check, lib

_lock = threading.RLock()
_threads = os.cpu_count() or 1
_evaluator = None
_engine = None
LEVELS = ("fast", "standard", "deep", "rollout")


def evaluator():
    """The net and its tables, opened when first needed."""
    global _evaluator
    with _lock:
        if _evaluator is None:
            opened, error = c.c_void_p(), t.alea_error()
            check(lib.alea_evaluator_open(opened, error), error)
            _evaluator = opened
        return _evaluator


def set_threads(count: int) -> None:
    """How many threads searches and rollouts use, 1..256; at first as many as there are processors."""
    global _threads, _engine
    if not 1 <= count <= 256:
        raise ValueError("threads: 1..256")
    with _lock:
        if _engine is not None:
            lib.alea_engine_close(_engine)
            _engine = None
        _threads = count


class using_engine:
    """The engine, for one caller at a time."""

    def __enter__(self):
        global _engine
        _lock.acquire()
        try:
            if _engine is None:
                options = t.alea_engine_options(min(_threads, 256), 64 << 20)
                opened, error = c.c_void_p(), t.alea_error()
                check(lib.alea_engine_open(opened, evaluator(), None, options, error), error)
                _engine = opened
            return _engine
        except BaseException:
            _lock.release()
            raise

    def __exit__(self, *_):
        _lock.release()


def effort(level):
    """Plies and rollout of a level's name."""
    found = lib.alea_effort_find(str(level).encode())
    if found < 0:
        raise ValueError(f"level {level!r}: wanted {', '.join(LEVELS)}")
    return lib.alea_effort_get(found).contents


class Stopper:
    """Calls a function of the caller from within the library; what it raises stops the call and is raised
    again afterwards. A false answer other than None stops it as well."""

    def __init__(self, ask):
        self.ask, self.raised, self.stopped = ask, None, False

    def goes_on(self, *words):
        try:
            self.stopped = self.ask is not None and self.ask(*words) is False
        except BaseException as raised:  # KeyboardInterrupt too
            self.raised, self.stopped = raised, True
        return not self.stopped

    def finish(self):
        if self.raised is not None:
            raise self.raised


def search_settings(level):
    info = effort(level)
    settings = lib.alea_search_settings_default(info.plies)
    settings.rolled, settings.cubeful = info.rolled, True
    return settings

