"""*Bazar blot* to 301, as most sites and a description of the game have it (`bazar-blot:end`)."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules
from rebelote.rules.presets import bazar_blot

RULES: Final = Rules.of(
    {
        **bazar_blot.RULES.flat(),
        "preset": "bazar-blot-301",
        "target": 301,
    }
)
