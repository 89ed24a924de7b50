"""Fair play: signs that two partners act on forbidden knowledge, from the records of their deals.

Small detectors, each a function of one decision whose expectation is nought for players who know
nothing but their view; a pair's scores are summed over its deals. Nothing here decides anything.
"""

from __future__ import annotations

from typing import Final

LEAST_DEALS: Final = 50
"""Deals that a pair has at least to be listed."""
