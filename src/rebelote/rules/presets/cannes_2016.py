"""*Contrée* as at the games festival of Cannes in 2016 (`cannes`)."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules
from rebelote.rules.presets import ffb_contree_2016

RULES: Final = Rules.of(
    {
        **ffb_contree_2016.RULES.flat(),
        "preset": "cannes-2016",
        "shuffle": "first_only",
        "first_dealer": "random",
        "cut_min": 2,
        "highest_bid": 260,
        "after_double": "everybody",
        "redouble": "3",
        "early_double": "doubled_chooses",
        "failed_pays": "162_and_bid",
        "multiplied": "bid",
        "doubled_defence": "own",
        "capot_value": 270,
        "capot_points": "252",
        "failed_capot_base": "252",
        "rounding": "half_down",
        "last_deal_exact": True,
        "target": 2001,
        "time_limit": 40,
    }
)
