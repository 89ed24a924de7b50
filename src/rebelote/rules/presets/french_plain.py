"""French *belote* without announcements, as apps and contests play it (`apps:plain`)."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules

RULES: Final = Rules(preset="french-plain", melds="none", tie_rule="failed")
