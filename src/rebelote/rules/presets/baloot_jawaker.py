"""*Baloot* as on Jawaker by the older of its pages, with *gablak* (`jawaker:gablak`).

What its pages do not say is as in `baloot`.
"""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules
from rebelote.rules.presets import baloot

RULES: Final = Rules.of(
    {
        **baloot.RULES.flat(),
        "preset": "baloot-jawaker",
        "gablak": True,
    }
)
