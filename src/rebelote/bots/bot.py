"""The interface of a bot: a player that is shown a view, and says what it does and why."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from rebelote.knowledge.conduct import fair
from rebelote.rules.actions import Action
from rebelote.rules.view import View


class Thought(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A decision and its explanation: a message key (`why.<code>`) with what fills it in.

    The code is empty where no reason is certain.

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
        """Decide on an action; called only when the view has `legal`."""

    def think(self, view: View) -> Thought:
        """Decide on an action, and explain it."""


def is_choice(view: View) -> bool:
    """Return whether a choice exists: one of several calls, or of several cards."""
    if view.legal is None:
        return False
    if "play" in view.legal.actions:
        return len(fair(view).cards) != 1
    return len(view.legal.calls) > 1
