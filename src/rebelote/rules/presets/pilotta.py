"""*Pilotta* of Cyprus (`pilotta`): points are bid, and each side writes tens."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules

RULES: Final = Rules(
    preset="pilotta",
    auction_kind="rising",
    settlement="bid",
    false_play_award="contract",
    shuffle="each_deal_full",
    packets=((3, 2, 3),),
    highest_bid=240,
    partner_exempts="none",
    belote_safe_on_fail=False,
    failed_pays="all_and_bid",
    doubled_defence="all_over",
    capot_value=250,
    capot_points="250",
    failed_capot_base="as_usual",
    unbid_sweep=250,
    unit=10,
    target=351,
)
