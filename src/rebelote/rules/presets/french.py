"""French *belote à la retourne* with announcements. By the source `french`."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules

RULES: Final = Rules(preset="french")
