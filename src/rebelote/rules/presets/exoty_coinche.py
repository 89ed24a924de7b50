"""*Coinche* of Exoty, with announcements (`apps:exoty`)."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules
from rebelote.rules.presets import pagat_coinche

RULES: Final = Rules.of(
    {
        **pagat_coinche.RULES.flat(),
        "preset": "exoty-coinche",
        "defence_belote": True,
        "no_suit_bids": "both",
        "melds": "full",
    }
)
