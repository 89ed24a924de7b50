"""Who plays when nobody sits there? Every way of thinking, one file each, found by themselves.

A bot sees a `View` and nothing else. Each module defines `BOT`, which makes one from a seed.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final, Protocol

import msgspec

from rebelote.actions import Action
from rebelote.view import View


class Thought(msgspec.Struct, frozen=True):
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


BOTS: Final[dict[str, Callable[[int], Bot]]] = {
    module.name: import_module(f"{__name__}.{module.name}").BOT
    for module in iter_modules(__path__)
    if not module.name.startswith("_")
}
LEVELS: Final = ("beginner", "regular", "club", "expert", "master")
"""The levels, each stronger than the one before."""


def make(name: str, seed: int = 0) -> Bot:
    """The bot of that name; ValueError for an unknown one."""
    if name not in BOTS:
        raise ValueError(f"{name!r} is not a bot; there are: {', '.join(BOTS)}")
    return BOTS[name](seed)
