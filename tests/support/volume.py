"""The amount that the tests try, set in this one place.

REBELOTE_TESTS=quick is what `make test` runs, full `make test-full`, long `make test-long`.
"""

from __future__ import annotations

import os
from typing import Final

LEVELS: Final = ("quick", "full", "long")
LEVEL: Final = os.environ.get("REBELOTE_TESTS") or "quick"
if LEVEL not in LEVELS:
    raise ValueError(f"REBELOTE_TESTS is one of {', '.join(LEVELS)}, not {LEVEL!r}")
EXAMPLES: Final = {"quick": 30, "full": 100, "long": 100}[LEVEL]
"""Examples of a property for which a test does not ask for a number of its own."""


def volume(quick: int, full: int, long: int | None = None) -> int:
    """Return the number of deals, positions or examples of a test; `long` is `full` by default."""
    return {"quick": quick, "full": full, "long": full if long is None else long}[LEVEL]
