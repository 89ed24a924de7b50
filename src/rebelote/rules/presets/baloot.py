"""Saudi *baloot* (`baloot`): hokum or sun, stakes raised to the coffee, marks to 152."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules

RULES: Final = Rules(
    preset="baloot",
    auction_kind="purchase",
    settlement="marks",
    shuffle="each_deal_full",
    packets=((3, 2),),
    kawesh="same_dealer",
    akka=True,
    failed_claim="loses_deal",
    undertrump="free",
    no_suit_points="unscaled",
    squares="baloot",
    carre_beats_run=False,
    equal_hundreds="height",
    meld_tie="earliest",
    meld_show_on_demand=False,
    trump_run_first=False,
    belote_said="second",
    contract_counts=("melds",),
    tie_rule="failed",
    swept_melds="void",
    sweep_points=0,
    rounding="none",
    target=152,
)
