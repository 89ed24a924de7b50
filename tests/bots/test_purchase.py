"""Raising the stake of a purchase in baloot: nobody raises to lose less, or with an empty hand."""

from __future__ import annotations

from random import Random
from typing import Final

import msgspec
import pytest
from needs import needs_kernel

from rebelote import bots
from rebelote.rules import deck, match, presets
from rebelote.rules.actions import Call, NamedCall, Pass, Take
from rebelote.rules.auctions.state import calls_of
from rebelote.rules.cards import Card, CardSet, Trump
from rebelote.rules.contract import Called
from rebelote.rules.tallies import Points
from rebelote.rules.view import Legal, View, auction_of, view

BALOOT: Final = presets.rules("baloot")
SPADES: Final = (3, Take(Trump.SPADES))
BOUGHT: Final = (SPADES, (0, Pass()), (1, Pass()), (2, Pass()), (3, Pass()))
"""Seat 3, the first to speak, buys spades, and the others let it stay a hokum."""
CLOSED: Final = (*BOUGHT, (0, NamedCall("closed-double")))
THREE: Final = (*CLOSED, (3, NamedCall("three")))
FOUR: Final = (*THREE, (0, NamedCall("closed-four")))


def to_raise(hand: str, *calls: tuple[int, Call], scores: Points = (0, 0)) -> View:
    """Return the view of the seat that is asked next, with its whole hand; ♠7 lay open."""
    begun = match.start(BALOOT, deck.shuffled(Random(0), BALOOT.pack), 2)
    made = tuple(Called.by(seat, 1 + at // 4, call) for at, (seat, call) in enumerate(calls))
    seen = msgspec.structs.replace(
        view(begun, 0), phase="bidding", calls=made, dealer=2, turned=Card("7S"), scores=scores
    )
    so_far = auction_of(seen, BALOOT)
    return msgspec.structs.replace(
        seen,
        seat=BALOOT.bidding.speaker(so_far),
        hand=CardSet.parse(hand),
        hand_sizes=(8,) * 4,
        standing=BALOOT.bidding.contract(so_far),
    )


NO_TRUMP: Final = "QH TH KD JD AC KC TC 9C"
NEITHER: Final = "TH 7H JD TD 9D 7D JC 9C"
WEAK: Final = "KS QS 7S 8H 7H KD 9D QC"
HOPELESS: Final = [
    ("the coffee without a trump", NO_TRUMP, FOUR),
    ("a four without a trump", NO_TRUMP, THREE),
    ("a three by partner without trump and ace", NEITHER, CLOSED),
    ("the coffee of a buyer without jack, nine and ace", WEAK, (*FOUR, (1, Pass()))),
]


@needs_kernel
@pytest.mark.parametrize("level", ["regular", "club", "expert"])
@pytest.mark.parametrize(
    ("hand", "calls"), [each[1:] for each in HOPELESS], ids=[each[0] for each in HOPELESS]
)
def test_nobody_raises_with_an_empty_hand(
    hand: str, calls: tuple[tuple[int, Call], ...], level: str
) -> None:
    for seed in range(3):
        assert bots.make(level, seed).choose(to_raise(hand, *calls)) == Pass()


def to_buy(hand: str, turned: str) -> View:
    """Return the view of the first to speak, with five cards."""
    begun = match.start(BALOOT, deck.shuffled(Random(0), BALOOT.pack), 2)
    seen = view(begun, 3)
    seen = msgspec.structs.replace(seen, phase="bidding", calls=(), turned=Card(turned))
    held = CardSet.parse(hand)
    offered = calls_of(BALOOT.bidding, auction_of(seen, BALOOT), held)
    legal = Legal(actions=("pass", "take"), calls=offered)
    return msgspec.structs.replace(seen, hand=held, hand_sizes=(5,) * 4, legal=legal)


@needs_kernel
@pytest.mark.parametrize("level", ["beginner", "regular", "club", "expert"])
@pytest.mark.parametrize(
    ("hand", "turned"), [("AH 7D 8C 9C KD", "JS"), ("AH 8H 7D QC 9C", "JS")], ids=["ace", "guarded"]
)
def test_a_bare_jack_is_not_bought_as_a_hokum(hand: str, turned: str, level: str) -> None:
    for seed in range(3):
        call = bots.make(level, seed).choose(to_buy(hand, turned))
        assert not (isinstance(call, Take) and call.trump is Trump.SPADES), call


@pytest.mark.parametrize(
    ("hand", "calls", "code"),
    [
        ("KS 7S 8H 7H KD", BOUGHT[:4], "no_bid"),
        (NEITHER, CLOSED, "no_bid"),
        ("JS AS 9H AD 7C TC QC AC", BOUGHT, "double"),
        ("JS 9S AS TS KS AH AD QC", CLOSED, "redouble"),
    ],
    ids=["the buyer keeps the hokum", "no raise", "a double", "a three"],
)
def test_after_the_purchase_no_reason_speaks_of_taking(
    hand: str, calls: tuple[tuple[int, Call], ...], code: str
) -> None:
    assert bots.make("beginner").think(to_raise(hand, *calls)).code == code
