"""*Belot* as it is played around Aalst. Options by the source `flemish`."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules

RULES: Final = Rules(
    preset="flemish",
    direction="cw",
    first_dealer="high_card",
    shuffle="limited(4)",
    cut_min=10,
    packets=((3, 2),),
    round2_turned_suit=False,
    dead_deals_per_dealer=2,
    rise_trump_led="vs_opponents",
    last_trick_view="never",
    revoke_policy="challenge",
    belote_order="king_first",
    belote_safe_on_fail=False,
    fail_base="everything",
    run_length_rank_cap=8,
    meld_show_trick=3,
    meld_fallback_trick=4,
    meld_show_on_demand=False,
    meld_tie="earliest",
    unit=10,
    target=101,
)
