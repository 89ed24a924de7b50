"""Calls at match point: what wins the match as it stands is neither raised nor doubled."""

from __future__ import annotations

from typing import Final

import pytest
from auctions_called import asked
from needs import needs_kernel

from rebelote import bots
from rebelote.bots import calling
from rebelote.rules import presets
from rebelote.rules.actions import Bid, Call, Double, Pass, Redouble
from rebelote.rules.cards import Trump
from rebelote.rules.tallies import Points

UNCUT: Final = {"cut_min": None, "packets": ((8,),), "shuffle": "each_deal_full"}
FFB: Final = presets.rules("ffb-contree-2016").agree(UNCUT)
COINCHE: Final = presets.rules("coinche").agree(UNCUT)
BULGARIAN: Final = presets.rules("bulgarian", shuffle="each_deal_full")
HEARTS_80: Final = Bid(Trump.HEARTS, 80)
RAISER: Final = "JH 7H AS TS AC 8D 9D 7C"
"""A hand that raises partner's hearts in any other deal."""
DEFENDER: Final = "JH 9H 8H AS TS AC TC AD"
"""A hand that doubles hearts in any other deal."""


@needs_kernel
@pytest.mark.parametrize("level", bots.LEVELS)
def test_partners_bid_that_wins_the_match_is_not_raised(level: str) -> None:
    seen = asked(FFB, RAISER, HEARTS_80, Pass(), scores=(1900, 1700))
    assert bots.make(level, 1).choose(seen) == Pass()


@pytest.mark.parametrize("scores", [(), (0, 0), (1000, 1700), (1700, 1990)])
def test_it_is_raised_where_it_does_not_win_the_match(scores: Points) -> None:
    seen = asked(FFB, RAISER, HEARTS_80, Pass(), scores=scores)
    assert isinstance(calling.call(seen), Bid)


@needs_kernel
@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_bid_that_loses_the_match_if_it_fails_is_not_doubled(level: str) -> None:
    """Undoubled it wins the match for the others just as well if it is made."""
    before = (Bid(Trump.HEARTS, 150),)
    seen = asked(FFB, DEFENDER, *before, scores=(1890, 1900))
    assert bots.make(level, 1).choose(seen) != Double()
    assert calling.call(asked(FFB, DEFENDER, *before, scores=(0, 0))) == Double()


@needs_kernel
@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_coin_toss_is_not_doubled_at_match_point(level: str) -> None:
    """The side that wins the deal wins the match, doubled or not: 890 to 900."""
    before = (Bid(Trump.NONE, 80), Pass(), Pass())
    seen = asked(COINCHE, "AS TS 8S AH 9H JD 9D 7C", *before, scores=(890, 900))
    assert bots.make(level, 1).choose(seen) != Double()


def test_the_other_sides_bid_may_be_outbid_at_match_point() -> None:
    hand = "JS 9S AS 8S AH QD 8C 7C"
    seen = asked(FFB, hand, Bid(Trump.HEARTS, 90), scores=(1900, 1900))
    assert isinstance(calling.call(seen), Bid)


def test_a_doubled_bid_that_wins_the_match_is_not_redoubled() -> None:
    rules, strong = presets.rules("cannes-2016"), "JS 9S AS TS KS AH TH AD"
    before = (Bid(Trump.SPADES, 80), Double(), Pass(), Pass())
    assert calling.call(asked(rules, strong, *before)) == Redouble()
    assert calling.call(asked(rules, strong, *before, scores=(1800, 500))) == Pass()


@pytest.mark.parametrize(
    ("scores", "higher"), [((0, 0), True), ((146, 100), False), ((100, 140), True)]
)
def test_partners_suit_is_not_bid_higher_where_it_wins_the_match(
    scores: Points, higher: bool
) -> None:
    before: tuple[Call, ...] = (Bid(Trump.CLUBS), Pass())
    seen = asked(BULGARIAN, "JS 9S JH 9H JD AD JC 9C", *before, scores=scores)
    assert isinstance(calling.call(seen), Bid) is higher
