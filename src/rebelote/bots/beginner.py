"""How does a sane beginner play? By rules of thumb alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rebelote.bots import Bot
from rebelote.bots._level import BEGINNER, level

BOT: Final[Callable[[int], Bot]] = level(BEGINNER)
