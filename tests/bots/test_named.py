"""Calling where a suit is named: every level, when to pass, and how often contracts are made."""

from __future__ import annotations

import pytest
from auctions_called import asked, auction, call_and_play
from needs import needs_kernel
from volume import volume

from rebelote import bots
from rebelote.bots import calling
from rebelote.rules import match, presets
from rebelote.rules.actions import Call, Double, Pass, Redouble, Take
from rebelote.rules.cards import CardSet, Trump
from rebelote.rules.deal import PlayedOut
from rebelote.rules.view import view

KLAVERJAS = [
    name for name, rules in presets.PRESETS.items() if rules.auction.auction_kind == "named"
]
ROTTERDAM = presets.rules("klaverjas-rotterdam-nku", first_speaker="eldest")
SPADES = Take(Trump.SPADES)
PASSED = Pass()


@needs_kernel
@pytest.mark.parametrize("level", bots.BOTS)
@pytest.mark.parametrize("preset", KLAVERJAS)
def test_every_level_calls_and_plays(preset: str, level: str) -> None:
    call_and_play(presets.rules(preset), level, 1, "beginner")


@pytest.mark.parametrize(
    ("why", "hand", "passes", "call"),
    [
        ("jack, nine and ace", "JS 9S AS 7H 8H AD KD QC", 0, SPADES),
        ("nothing", "7S 8H QD KC 9C 8C 7D QH", 0, Pass()),
        ("a little, and partner would have to", "JS 8S AH QD KC 9C 7D 7H", 2, SPADES),
        ("the same, and an opponent would have to", "JS 8S AH QD KC 9C 7D 7H", 3, Pass()),
        ("nothing, but it must", "7S 8S QS KD 9C 8C 7D QH", 4, SPADES),
    ],
)
def test_a_hand_is_called_by_what_a_pass_leads_to(
    why: str, hand: str, passes: int, call: Call
) -> None:
    assert calling.call(asked(ROTTERDAM, hand, *[PASSED] * passes)) == call, why


@needs_kernel
@pytest.mark.parametrize("level", ["beginner", "regular", "club", "expert"])
@pytest.mark.parametrize(
    ("preset", "hand", "passes"),
    [
        ("klaverjas-forehand", "KS QS 7S KH 7H JD AC 8C", 0),
        ("klaverjas-forehand", "QS 8S QH 7H JD AC TC KC", 0),
        ("bela", "KS QS KH 7H JD AC", 3),
        ("bela", "QS 8S QH 7H JD AC", 3),
    ],
)
def test_a_bare_jack_is_not_named_as_trump(preset: str, hand: str, passes: int, level: str) -> None:
    rules = presets.rules(preset)
    for seed in range(3):
        call = bots.make(level, seed).choose(asked(rules, hand, *[PASSED] * passes))
        assert isinstance(call, Take) and call.trump is not Trump.DIAMONDS


@pytest.mark.parametrize("preset", KLAVERJAS)
def test_contracts_are_mostly_made(preset: str) -> None:
    """The heuristics make two contracts in three, or fewer where forehand has no choice."""
    rules, made, deals = presets.rules(preset, end_deals=1), 0, volume(150, 600)
    for seed in range(deals):
        state, _ = auction(rules, "beginner", seed)
        players = [bots.make("beginner", seat) for seat in range(4)]
        while (seat := state.to_act) is not None:
            state = match.apply(state, seat, players[seat].choose(view(state, seat)))
        made += state.sheet[-1].outcome == "made"
    assert 0.6 <= made / deals <= 0.9


@needs_kernel
@pytest.mark.parametrize("level", bots.BOTS)
@pytest.mark.parametrize("preset", ("klaverjas-utrecht", "bela"))
def test_every_level_doubles_and_redoubles(preset: str, level: str) -> None:
    call_and_play(presets.rules(preset, named_doubles="superkraken"), level, 2, "beginner")


@pytest.mark.parametrize(
    ("hand", "calls", "call"),
    [
        ("JS 9S AS 7H AH AD KD QC", (SPADES,), Double()),
        ("7S AH AD QH KC 9C 7D 8H", (SPADES,), PASSED),
        ("JS 9S AS TS AH AD AC QC", (SPADES, Double(), PASSED, PASSED), Redouble()),
    ],
)
def test_a_hand_doubles_what_it_would_have_named(
    hand: str, calls: tuple[Call, ...], call: Call
) -> None:
    rules = presets.rules("klaverjas-utrecht", named_doubles="redouble")
    assert calling.call(asked(rules, hand, *calls)) == call


def test_doubled_contracts_mostly_fail() -> None:
    rules, doubled, made = presets.rules("klaverjas-utrecht", named_doubles="double"), 0, 0
    for seed in range(volume(300, 1_000)):
        state, _ = auction(rules, "beginner", seed)
        players = [bots.make("beginner", seat) for seat in range(4)]
        while (seat := state.to_act) is not None:
            state = match.apply(state, seat, players[seat].choose(view(state, seat)))
        assert isinstance(state.deal, PlayedOut)
        if state.deal.contract.stake == 2:
            doubled += 1
            made += state.sheet[-1].outcome == "made"
    assert doubled >= 10
    assert made / doubled < 0.5


def test_a_suit_is_likelier_with_the_hand_that_is_worth_it() -> None:
    seen = asked(ROTTERDAM, "7C 8C 9C TC 7D 8D 9D TH", SPADES)
    likely = calling.of(ROTTERDAM).likelihood(seen, ROTTERDAM, 0)
    hands = ["JS 9S AS 8S AH 7H 7D KC", "7S 8S QH KH 7H 7D KC QC"]
    strong, weak = (likely(one) for one in map(CardSet.parse, hands))
    assert strong > 5 * weak
