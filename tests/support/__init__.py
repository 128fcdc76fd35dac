"""What the Python tests share. ctest puts `tests` on PYTHONPATH; by hand:
PYTHONPATH=tests python3 tests/cli/test_help.py"""
import os

ALEA = os.environ.get("ALEA", "build/release/alea")
SOURCE = os.environ.get("ALEA_SOURCE", ".")
