"""*Coinche* as most French sites play it (`apps:coinche`, `question:54`)."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules
from rebelote.rules.presets import pagat_coinche

RULES: Final = Rules.of(
    {
        **pagat_coinche.RULES.flat(),
        "preset": "coinche",
        "no_suit_bids": "both",
        "defence_belote": True,
        "target": 1000,
    }
)
