"""Who plays when nobody sits there? Five levels, and a player who knows the rules and nothing else.

A bot sees a `View` and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from rebelote.bots.bot import Bot, Thought
from rebelote.bots.level_config import MINDS
from rebelote.bots.levels import Level
from rebelote.bots.random_bot import RandomBot

LEVELS: Final = tuple(MINDS)
"""The levels, each stronger than the one before."""
BOTS: Final[dict[str, Callable[[int], Bot]]] = {
    "random": RandomBot,
    **{name: partial(Level, mind) for name, mind in MINDS.items()},
}


def make(name: str, seed: int = 0) -> Bot:
    """The bot of that name; one made with the same seed plays the same game again.

    ValueError for an unknown name.
    """
    if name not in BOTS:
        raise ValueError(f"{name!r} is not a bot; there are: {', '.join(BOTS)}")
    return BOTS[name](seed)


__all__ = ["BOTS", "LEVELS", "Bot", "Thought", "make"]
