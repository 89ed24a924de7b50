"""Taking back: which action of a deal is a seat's last, and so the one that it may take back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rebelote.rules.actions import Action, Call, Play, Show
from rebelote.server.limits import limit

MOST: Final = limit(100, "actions taken back", per="match", beyond="no-take-back")

_TAKEN_BACK: Final = Call | Play | Show
"""What can be taken back. A cut cannot: the cards would be others."""


def last_of(seat: int, actions: Sequence[tuple[int, Action]]) -> int | None:
    """The place of the last call or card of a seat among the actions of a deal; None without one.

    >>> from rebelote.rules.actions import Cut, Pass
    >>> last_of(3, [(3, Cut(8)), (0, Pass())]), last_of(0, [(3, Cut(8)), (0, Pass())])
    (None, 1)
    """
    own = (
        place
        for place, (who, action) in enumerate(actions)
        if who == seat and isinstance(action, _TAKEN_BACK)
    )
    return max(own, default=None)
