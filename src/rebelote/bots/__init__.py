"""Bots: five levels, from heuristics to search over determinizations, and a random player.

A bot sees only a `View`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from rebelote.bots.bot import Bot, Thought
from rebelote.bots.level_config import LEVEL_CONFIGS, LevelConfig
from rebelote.bots.random_bot import RandomBot

LEVELS: Final = tuple(LEVEL_CONFIGS)
"""The levels, each stronger than the one before."""
AT_ONCE: Final = tuple(name for name, config in LEVEL_CONFIGS.items() if not config.worlds)
"""The levels that search no worlds."""
WITHOUT_KERNEL: Final = tuple(
    name for name, config in LEVEL_CONFIGS.items() if not config.bid_worlds
)
"""The levels that are offered where the native module is missing. They call as with it; *regular*
plays its cards by the policy network only, without worlds (`bots.policy`)."""


def _level(config: LevelConfig, seed: int) -> Bot:
    """Create a level; only a process that makes one imports its search."""
    from rebelote.bots.levels import Level

    return Level(config, seed)


BOTS: Final[dict[str, Callable[[int], Bot]]] = {
    "random": RandomBot,
    **{name: partial(_level, config) for name, config in LEVEL_CONFIGS.items()},
}


def make(name: str, seed: int = 0) -> Bot:
    """Return the bot of that name; one made with the same seed plays the same game again.

    Args:
        name: one of `BOTS`: `random`, `beginner`, `regular`, `club`, `expert`, `master`.
        seed: of its chances.

    Raises:
        ValueError: for an unknown name.
    """
    check(name)
    return BOTS[name](seed)


def check(name: str) -> None:
    """Raise ValueError for an unknown name, without importing the search."""
    if name not in BOTS:
        raise ValueError(f"{name!r} is not a bot; there are: {', '.join(BOTS)}")


__all__ = ["AT_ONCE", "BOTS", "LEVELS", "WITHOUT_KERNEL", "Bot", "Thought", "check", "make"]
