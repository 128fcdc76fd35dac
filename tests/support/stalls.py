"""$ALEA_STALLS=SEED: a machine that is slow at the wrong moment. Up to twelve times this process sleeps
for six seconds before it sends something. A verdict that depends on speed is found in minutes so."""
import random
import socket
import time

MOST, CHANCE, STALL_S = 12, .08, 6


def begin(seed):
    chance, send, left = random.Random(seed), socket.socket.sendall, MOST

    def late(*arguments):
        nonlocal left
        if left and chance.random() < CHANCE:
            left -= 1
            time.sleep(STALL_S)
        return send(*arguments)
    socket.socket.sendall = late
