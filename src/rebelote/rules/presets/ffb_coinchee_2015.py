"""*Belote coinchée* by the FFB's rules of 2015 (`ffb-coinche`)."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules
from rebelote.rules.presets import ffb_contree_2016

RULES: Final = Rules.of(
    {
        **ffb_contree_2016.RULES.flat(),
        "preset": "ffb-coinchee-2015",
        "highest_bid": 650,
        "after_double": "everybody",
        "melds": "full",
        "beat_defence": True,
        "belote_safe_on_fail": True,
        "multiplied": "line_of_160",
        "doubled_defence": "belote",
        "capot_value": 250,
        "capot_points": "252",
        "failed_capot_base": "as_usual",
        "swept_melds": "to_winner",
        "no_win_on_belote_only": True,
    }
)
