"""How does a regular play? A few dozen worlds a card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rebelote.bots import Bot
from rebelote.bots._level import REGULAR, level

BOT: Final[Callable[[int], Bot]] = level(REGULAR)
