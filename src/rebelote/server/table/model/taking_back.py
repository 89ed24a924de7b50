"""Taking back: the actions of a deal, and the match as it was before a seat's last one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rebelote.rules import match as matches
from rebelote.rules.actions import Action, Announce, Call, Play, Show
from rebelote.rules.match import Match
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit

MOST: Final = limit(100, "actions taken back", per="match", beyond="no-take-back")

_TAKEN_BACK: Final = Call | Play | Announce | Show
"""Actions that can be taken back. A cut cannot: the cards would be others."""

SHARED: Final = 512
"""Actions that tables have in common: each card of each seat, and what is called most."""


class DealActions:
    """The actions of the deal in play, and the match as that deal began."""

    __slots__ = ("_actions", "_began")

    def __init__(self, began: Match | None = None) -> None:
        self._began = began
        self._actions: list[tuple[int, Action]] = []

    def add(self, seat: int, action: Action) -> None:
        self._actions.append(_shared(seat, action))

    def may_take_back(self, seat: int) -> bool:
        """Return whether a seat has called or played in this deal."""
        return last_of(seat, self._actions) is not None

    def take_back(self, seat: int) -> None:
        """Drop the last call or card of a seat, with all that followed."""
        del self._actions[last_of(seat, self._actions) :]

    def before_last_of(self, seat: int, late: bool) -> Match:
        """Return the match before the last call or card of a seat, `late` where its time is up.

        IllegalActionError `nothing-to-take-back`.
        """
        last = last_of(seat, self._actions)
        if last is None or self._began is None:
            raise IllegalActionError("nothing-to-take-back")
        before = self._began
        for who, action in self._actions[:last]:
            before = matches.apply(before, who, action)
        return matches.time_up(before) if late and not before.late else before


@lru_cache(SHARED)
def _shared(seat: int, action: Action) -> tuple[int, Action]:
    """Return one object for an action of a seat that the deals of many tables have in common."""
    return seat, action


def last_of(seat: int, actions: Sequence[tuple[int, Action]]) -> int | None:
    """Return the place of a seat's last call or card among a deal's actions; None without one.

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
