"""Board Game Arena's *Belote*. Options by the source `bga`."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules

RULES: Final = Rules(
    preset="bga",
    shuffle="each_deal_full",
    cut_min=None,
    packets=((3, 2),),
    round2_turned_suit=False,
    round3="all_or_no_trump",
    undertrump="free",
    belote_announce="auto",
    melds="none",
    contract_counts=("belote",),
    tie_belote_held=False,
    rounding="none",
)
