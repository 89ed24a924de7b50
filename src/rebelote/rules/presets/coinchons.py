"""*Coinche* of the tournaments of Coinchons (`apps:coinchons`)."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules
from rebelote.rules.presets import pagat_coinche

RULES: Final = Rules.of(
    {
        **pagat_coinche.RULES.flat(),
        "preset": "coinchons",
        "defence_belote": True,
        "multiplied": "bid_and_160",
        "doubled_defence": "belote",
        "unbid_sweep": 162,
    }
)
