"""Bela as it is played in Bitola, North Macedonia (`bela:bitola`): a card is turned up.

What is not said is as in Croatia.
"""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules
from rebelote.rules.presets import bela

RULES: Final = Rules.of(
    {
        **bela.RULES.flat(),
        "preset": "bela-bitola",
        "auction_kind": "turned",
        "must_name": "first_again",
        "packets": ((3, 2),),
        "round2_turned_suit": False,
        "belote_said": "once",
        "meld_card_reuse": False,
        "short_runs": False,
    }
)
