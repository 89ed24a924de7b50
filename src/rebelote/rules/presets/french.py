"""How is French *belote à la retourne* with announcements played? By the source `french`."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules

RULES: Final = Rules(preset="french")
