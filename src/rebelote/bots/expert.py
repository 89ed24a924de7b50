"""How does an expert play? More worlds than a club player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rebelote.bots import Bot
from rebelote.bots._level import EXPERT, level

BOT: Final[Callable[[int], Bot]] = level(EXPERT)
