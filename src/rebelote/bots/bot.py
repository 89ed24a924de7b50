"""The interface of a bot: a player that is shown a view, and says what it does and why."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from rebelote.rules.actions import Action
from rebelote.rules.view import View


class Thought(msgspec.Struct, frozen=True, gc=False):
    """A decision and its explanation: a message key (`why.<code>`) with what fills it in.

    `worth`, where it was reckoned: by call or card its mean payoff, as a difference in marks.
    `intervals`: by each other call or card half of the 95 % interval of the lead over it.
    """

    action: Action
    code: str
    values: dict[str, Any] = {}
    worth: dict[str, float] = {}
    intervals: dict[str, float] = {}


class Bot(Protocol):
    """A player; one made again with the same seed plays the same game again."""

    def choose(self, view: View) -> Action:
        """Decide on an action; called only when `view.legal` is there."""

    def think(self, view: View) -> Thought:
        """Decide on an action, and explain it."""
