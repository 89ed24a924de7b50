"""Armenian *bazar blot* (`bazar-blot`): tens are bid, also without trumps, and marks go to 101."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules

RULES: Final = Rules(
    preset="bazar-blot",
    direction="cw",
    auction_kind="rising",
    settlement="bid",
    false_play_award="contract",
    shuffle="each_deal_full",
    packets=((3, 2, 3),),
    highest_bid=800,
    all_tricks_bid="with_points",
    no_suit_bids="no_trumps",
    after_double="bidder",
    squares="bazar-blot",
    meld_tie="earliest",
    meld_fallback_trick=3,
    belote_safe_on_fail=False,
    failed_belote="void",
    failed_melds="void",
    failed_pays="own_sweep_and_bid",
    no_trumps_stake="one_more",
    unbid_sweep=252,
    rounding="half_down",
    unit=10,
    target=101,
)
