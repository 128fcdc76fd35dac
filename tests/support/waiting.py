"""Waiting for events. A verdict never depends on how fast a machine is: a test waits for the
event itself, and gives up only when nothing has happened for HANG seconds."""
import time

# Longer than anything takes on a slow, busy machine. It bounds a hang; it measures nothing.
HANG = 600


def wait_until(claim, what="an event", pause=0.02):
    """Calls claim() until it returns something true, and returns that."""
    ends = time.monotonic() + HANG
    while True:
        answer = claim()
        if answer:
            return answer
        if time.monotonic() > ends:
            raise AssertionError(f"hangs: {what() if callable(what) else what}")
        time.sleep(pause)
