"""Bulgarian *belot*, also called bridge-belot (`bulgaria`)."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules

RULES: Final = Rules(
    preset="bulgarian",
    auction_kind="ranked",
    settlement="hanging",
    shuffle="each_deal_full",
    packets=((3, 2),),
    undertrump="free",
    belote_discard_ok=False,
    belote_said="once",
    belote_safe_on_fail=False,
    run_length_rank_cap=8,
    carre_order="trump",
    meld_show_trick="end",
    meld_contest="apart",
    trump_run_first=False,
    no_trumps_melds=False,
    no_suit_points="unscaled",
    rounding="by_contract",
    unit=10,
    false_play_award="contract",
    target=151,
    no_win_on_sweep=True,
)
