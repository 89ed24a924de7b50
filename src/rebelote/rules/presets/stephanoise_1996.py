"""*Coinche stéphanoise*, as it is played in Saint-Étienne (`stephanoise`)."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules
from rebelote.rules.presets import ffb_contree_2016

RULES: Final = Rules.of(
    {
        **ffb_contree_2016.RULES.flat(),
        "preset": "stephanoise-1996",
        "first_dealer": "random",
        "cut_min": 2,
        "packets": ((3, 3),),
        "least_bid": 82,
        "eighty_two_writes": 80,
        "highest_bid": 650,
        "no_suit_bids": "no_trumps",
        "no_trumps_twice": True,
        "overbid_double": True,
        "after_double": "everybody",
        "capot_ends": True,
        "melds": "full",
        "meld_card_reuse": True,
        "target": 1995,
    }
)
