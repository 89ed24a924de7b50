"""The shares of a gain that come from the auction and from the play of the cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Share(NamedTuple):
    """A gain a deal: the part of the calls, and that of the cards. Both together are the gain."""

    calls: float
    cards: float


def shared(leads: Sequence[float], swapped: Sequence[float]) -> Share:
    """Divide the gain of two games of one deal (Shapley values of calls and cards).

    `leads`: ours on the one side and on the other. `swapped`: ours after the calls of each of these
    games, but with the cards of the other side, for which the peer had called. Games with the same
    calls differ by the play alone, those with the same players of the cards by the calls alone.
    """
    played, after = sum(leads), sum(swapped)
    return Share(calls=(played - after) / 4, cards=(played + after) / 4)
