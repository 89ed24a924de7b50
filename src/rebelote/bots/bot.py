"""What is a bot? A player that is shown a view, and says what it does and why."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from rebelote.rules.actions import Action
from rebelote.rules.view import View


class Thought(msgspec.Struct, frozen=True, gc=False):
    """What a bot does, and why: a code of the catalogues (`why.<code>`) with what fills it in.

    `worth`, where it was reckoned: by call or card what it brings on average, as marks more than
    the other side writes.
    """

    action: Action
    code: str
    values: dict[str, Any] = {}
    worth: dict[str, float] = {}


class Bot(Protocol):
    """A player; one made again with the same seed plays the same game again."""

    def choose(self, view: View) -> Action:
        """What to do; asked only when `view.legal` is there."""

    def think(self, view: View) -> Thought:
        """What to do, and why."""
