"""Croatian *bela* (`bela`): two cards lie face down until trump is named, and the dealer must."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules

RULES: Final = Rules(
    preset="bela",
    auction_kind="named",
    must_name="last",
    shuffle="each_deal_full",
    packets=((3, 3),),
    rise_plain=True,
    partner_exempts="none",
    meld_card_reuse=True,
    meld_tie="earliest",
    eight_of_suit="wins_game",
    tie_rule="failed",
    fail_base="everything",
    belote_safe_on_fail=False,
    swept_melds="to_winner",
    swept_belote="to_winner",
    rounding="none",
    target=1001,
    end_level="attack",
)
