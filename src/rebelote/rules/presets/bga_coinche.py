"""Board Game Arena's *Coinche* (`bga-coinche`)."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules
from rebelote.rules.presets import ffb_contree_2016

RULES: Final = Rules.of(
    {
        **ffb_contree_2016.RULES.flat(),
        "preset": "bga-coinche",
        "first_dealer": "random",
        "cut_min": None,
        "packets": ((8,),),
        "least_bid": 82,
        "eighty_two_writes": 80,
        "highest_bid": 180,
        "no_suit_bids": "both",
        "raise_oneself": True,
        "double": "any_time",
        "undertrump": "forced",
        "voluntary_trump": "must_rise",
        "belote_all_trumps": False,
        "belote_safe_on_fail": True,
        "failed_pays": "162_and_bid",
        "multiplied": "line",
        "doubled_defence": "nothing",
        "capot_value": 250,
        "capot_points": "250",
        "failed_capot_base": "as_usual",
        "unbid_sweep": 250,
        "rounding": "none",
        "target_strict": True,
    }
)
