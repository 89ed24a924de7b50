"""How does a club player play? Some hundred worlds a card, and calls thought through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rebelote.bots import Bot
from rebelote.bots._level import CLUB, level

BOT: Final[Callable[[int], Bot]] = level(CLUB)
