"""Sweeps of playouts: every trick of a whole deal, never of what is left of one."""

from __future__ import annotations

import pytest
from needs import needs_kernel

from rebelote.kernel import solver
from rebelote.rules.cards import CARDS, CardSet, Trump
from rebelote.rules.play import Law

PLAYOUTS = 1000


@needs_kernel
@pytest.mark.parametrize("leader", range(4))
def test_who_holds_every_trump_and_leads_sweeps_a_whole_deal_and_no_part_of_one(
    leader: int,
) -> None:
    suits = [CARDS[first : first + 8] for first in range(0, 32, 8)]
    held = [*suits[-leader:], *suits[:-leader]] if leader else suits
    law = Law(trump=Trump.SPADES)
    for cards, swept in ((8, PLAYOUTS), (7, 0), (1, 0)):
        hands = [CardSet.of(suit[:cards]) for suit in held]
        result = solver.playouts(hands, leader, (), law, PLAYOUTS)
        assert result.sweeps == [swept * (leader % 2 == side) for side in range(2)]
        assert sum(result.histogram) == PLAYOUTS
