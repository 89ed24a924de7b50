"""The kinds of entries by which the store finds the seats and matches of a table's log."""

from __future__ import annotations

from typing import Final

AGREED: Final = "agreed"
SEATING: Final = "seating"
STARTED: Final = "started"
"""The kind of entry with which a match begins."""
SEATINGS: Final = (AGREED, SEATING)
"""The kinds of entries that say who sits where."""
