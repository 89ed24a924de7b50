"""*La Coinche* as Pagat describes it (`pagat-coinche`)."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules
from rebelote.rules.presets import ffb_contree_2016

RULES: Final = Rules.of(
    {
        **ffb_contree_2016.RULES.flat(),
        "preset": "pagat-coinche",
        "shuffle": "first_only",
        "first_dealer": "random",
        "cut_min": 1,
        "packets": ((3, 2, 3), (3, 3, 2), (2, 3, 3)),
        "capot_ends": True,
        "eighty_needs": 82,
        "double": "any_time",
        "undertrump": "forced",
        "belote_safe_on_fail": True,
        "defence_belote": False,
        "multiplied": "bid",
        "doubled_defence": "own",
        "unbid_sweep": 250,
    }
)
