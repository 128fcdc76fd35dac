"""What the Python tests share. ctest puts `tests` on PYTHONPATH; by hand:
PYTHONPATH=tests python3 tests/cli/test_help.py"""
import os
import signal

ALEA = os.environ.get("ALEA", "build/release/alea")
SOURCE = os.environ.get("ALEA_SOURCE", ".")

# What a shell ignores for `nohup ./test` or `./test &`, the programs under test do not.
for number in (signal.SIGINT, signal.SIGHUP):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)
