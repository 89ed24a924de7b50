"""*Coinche* of the club of Montpellier (`apps:montpellier`)."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules
from rebelote.rules.presets import pagat_coinche

RULES: Final = Rules.of(
    {
        **pagat_coinche.RULES.flat(),
        "preset": "montpellier-2016",
        "defence_belote": True,
        "first_dealer": "low_card",
        "cut_min": 4,
        "packets": ((3, 3, 2), (3, 2, 3), (2, 3, 3)),
    }
)
