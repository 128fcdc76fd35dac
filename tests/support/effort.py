"""How much a test repeats, as tests/support/effort.h says: under a sanitizer few, and with the
ctest label "full" in the release build all."""
import os

SANITIZED = os.environ.get("ALEA_SANITIZED") == "1"


def effort(full, few):
    return few if SANITIZED else full
