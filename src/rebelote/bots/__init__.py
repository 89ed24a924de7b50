"""Who plays when nobody sits there? Every way of thinking, one file each, found by themselves.

A bot sees a `View` and nothing else. Each module defines `BOT`, a class made with a seed.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Final, Protocol

from rebelote.actions import Action
from rebelote.view import View


class Bot(Protocol):
    """A player: `Bot(seed)` plays the same game again with the same seed."""

    def __init__(self, seed: int = 0) -> None:
        """A new player."""

    def choose(self, view: View) -> Action:
        """What to do; asked only when `view.legal` is there."""


BOTS: Final[dict[str, type[Bot]]] = {
    module.name: import_module(f"{__name__}.{module.name}").BOT
    for module in iter_modules(__path__)
    if not module.name.startswith("_")
}


def make(name: str, seed: int = 0) -> Bot:
    """The bot of that name; ValueError for an unknown one."""
    if name not in BOTS:
        raise ValueError(f"{name!r} is not a bot; there are: {', '.join(BOTS)}")
    return BOTS[name](seed)
