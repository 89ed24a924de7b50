"""The leader to the first trick, where it is not the player after the dealer."""

from __future__ import annotations

from random import Random
from typing import Literal

import pytest

from rebelote.rules import match, presets
from rebelote.rules.actions import Bid, Pass
from rebelote.rules.cards import Trump
from rebelote.rules.deal import Playing


@pytest.mark.parametrize(("first_lead", "leader"), [("eldest", 1), ("first_bidder", 2)])
def test_the_first_to_bid_leads_where_that_is_agreed(
    first_lead: Literal["eldest", "first_bidder"], leader: int
) -> None:
    rules = presets.rules("ffb-contree-2016", first_lead=first_lead, cut_min=None, packets=((8,),))
    state = match.start(rules, match.first_pack(rules, Random(1)), 0)
    for seat, call in (
        (1, Pass()),
        (2, Bid(Trump.SPADES, 80)),
        (3, Bid(Trump.HEARTS, 90)),
        (0, Pass()),
        (1, Pass()),
        (2, Pass()),
    ):
        state = match.apply(state, seat, call)
    assert isinstance(state.deal, Playing)
    assert (state.deal.leader, state.deal.contract.attacker) == (leader, 3)
