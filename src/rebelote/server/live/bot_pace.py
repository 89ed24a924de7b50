"""The pace of bots: the beat on which one acts, so that its time discloses nothing of its cards.

A bot acts a whole number of beats after its turn began: as many as its thought takes, at least one.
Where it has no choice it acts as late as with a recent choice, drawn at random.
"""

from __future__ import annotations

import math
from collections import defaultdict, deque
from random import Random
from typing import Final

from rebelote.server.limits import limit

KEPT: Final = 64
"""Thoughts of a kind whose times are kept, for the turns that need no thought."""
LONGEST: Final = limit(
    3.0, "time that a bot without a choice waits", unit="s", per="turn", beyond="it acts"
)
BEAT: Final = limit(
    0.3, "period of the beat on which bots act", unit="s", per="turn", option="--bot-pace"
)
"""Seconds of a beat: the time in which a fast client shows a card, and longer than a thought."""


class Pace:
    """The pace of one server's bots; without a beat they act as soon as they can."""

    def __init__(self, beat: float = 0.0, chance: Random | None = None) -> None:
        if not (math.isfinite(beat) and 0 <= beat <= 10):
            raise ValueError(f"the beat of bots is 0 to 10 seconds, not {beat}")
        self.beat = beat
        self._chance = chance or Random()
        self._times: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=KEPT))

    def beats(self, kind: str, took: float, choice: bool) -> int:
        """How many beats after its turn began a bot acts whose thought took so many seconds.

        `kind`: what is alike to spectators, as the level and what is to be done.
        """
        times = self._times[kind]
        if choice:
            times.append(min(took, LONGEST))
        elif times:
            took = max(took, self._chance.choice(times))
        return max(1, math.ceil(took / self.beat)) if self.beat else 0
