"""What the Python tests share. ctest puts `tests` on PYTHONPATH; by hand:
PYTHONPATH=tests python3 tests/cli/test_help.py"""
import os
import signal
import time

ALEA = os.environ.get("ALEA", "build/release/alea")
SOURCE = os.environ.get("ALEA_SOURCE", ".")

# The desk counts by local days. Here it is between two and three at night, so that no test that looks at
# "today" has midnight in its middle, whenever it is started.
hours = (2 - time.gmtime().tm_hour) % 24
os.environ["TZ"] = f"ALEA-{hours}"
time.tzset()

# What a shell ignores for `nohup ./test` or `./test &`, the programs under test do not.
for number in (signal.SIGINT, signal.SIGHUP):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)

if "ALEA_STALLS" in os.environ:
    from support.waiting import stall_at_random
    stall_at_random(os.environ["ALEA_STALLS"])
