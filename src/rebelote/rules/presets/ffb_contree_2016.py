"""*Contrée* by the rules of the Fédération Française de Belote of 2016 (`contree-2016`)."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules

RULES: Final = Rules(
    preset="ffb-contree-2016",
    auction_kind="rising",
    settlement="bid",
    false_play_award="contract",
    first_dealer="low_card",
    shuffle="each_deal_full",
    cut_min=3,
    packets=((3, 3, 2), (3, 2, 3), (2, 3, 3)),
    after_double="doubled_side",
    undertrump="free",
    melds="none",
    belote_safe_on_fail=False,
    multiplied="bid_and_160",
    doubled_defence="belote_over",
    unbid_sweep=252,
    target=2000,
)
