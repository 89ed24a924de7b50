"""How does a master play? As many worlds as its time allows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rebelote.bots import Bot
from rebelote.bots._level import MASTER, level

BOT: Final[Callable[[int], Bot]] = level(MASTER)
