"""Waiting for events. A verdict never depends on how fast a machine is: a test waits for the
event itself, and gives up only when nothing has happened for HANG seconds."""
import random
import socket
import sys
import time

# Longer than anything takes on a slow, busy machine. It bounds a hang; it measures nothing.
HANG = 600

# After that a test says what it waits for, before anybody ends it.
SAY = 20


def wait_until(claim, what="an event", pause=0.02):
    """Calls claim() until it returns something true, and returns that; the longer it lasts, the less often, for a
    look costs the machine something that others need, and a server allows four a second."""
    said = lambda: what() if callable(what) else what
    says = time.monotonic() + SAY
    ends = says - SAY + HANG
    while True:
        answer = claim()
        if answer:
            return answer
        if time.monotonic() > ends:
            raise AssertionError(f"hangs: {said()}")
        if time.monotonic() > says:
            print(f"waits: {said()}", file=sys.stderr, flush=True)
            says = ends
        time.sleep(pause)
        pause = min(1.2 * pause, .3)


def stall_at_random(seed):
    """$ALEA_STALLS=SEED: a machine that is slow at the wrong moment. Up to twelve times this process sleeps
    for six seconds before it sends something. A verdict that depends on speed is found in minutes so."""
    chance, send, left = random.Random(seed), socket.socket.sendall, 12

    def late(*arguments):
        nonlocal left
        if left and chance.random() < .08:
            left -= 1
            time.sleep(6)
        return send(*arguments)
    socket.socket.sendall = late
