"""Calling in Bulgarian belot: every level, what a bid promises, and the marks that it brings."""

from __future__ import annotations

from random import Random
from typing import Final

import msgspec
import pytest
from auctions_called import asked, auction, call_and_play
from needs import needs_kernel
from positions import untouched

from rebelote import bots
from rebelote.bots import bidding, calling, likelihood, meanings, ranked
from rebelote.bots.payoffs import MatchState
from rebelote.kernel import solver
from rebelote.kernel.solver import Outcome, PlayHistory
from rebelote.rules import presets
from rebelote.rules.actions import Bid, Call, Double, Pass, Redouble
from rebelote.rules.cards import CardSet, Trump
from rebelote.rules.contract import Contract
from rebelote.rules.match import Match
from rebelote.rules.tallies import ContractTerms
from rebelote.rules.view import view

BULGARIAN: Final = presets.rules("bulgarian")
AHEAD: dict[str, tuple[int, str]] = {
    "random": (3, "random"),
    "beginner": (4, "beginner"),
    "regular": (1, "regular"),
    "club": (2, "club"),
    "expert": (1, "beginner"),
    "master": (1, "beginner"),
}
"""The number of deals that each level calls, and the level that plays their cards."""


@needs_kernel
@pytest.mark.parametrize("level", bots.BOTS)
def test_every_level_calls_and_plays(level: str) -> None:
    call_and_play(BULGARIAN, level, *AHEAD[level])


CLUBS, HEARTS, SPADES, NONE, ALL = (
    Bid(trump) for trump in (Trump.CLUBS, Trump.HEARTS, Trump.SPADES, Trump.NONE, Trump.ALL)
)
CALLS: list[tuple[str, str, tuple[Call, ...], Call]] = [
    ("jack, nine and ace of a suit", "JS 9S AS AH 8D", (), SPADES),
    ("the same in clubs", "JC 9C AC AH 8D", (), CLUBS),
    ("a long suit without jack and nine", "KS QS TS 8S 7H", (), Pass()),
    ("three jacks and a nine", "JS JH 9H JD 7C", (), ALL),
    ("aces with their tens", "AS TS AH TH AD", (), NONE),
    ("nothing", "7S 8H QD KC 9C", (), Pass()),
    ("partner's suit, and nothing better", "KH 8H AS 7D QC", (HEARTS, Pass()), Pass()),
    ("partner's suit, and two jacks beside it", "JS 9S JD 9D 7H", (HEARTS, Pass()), ALL),
    ("their suit, and three jacks", "JS 9S JD 9D JC", (HEARTS,), ALL),
    ("their suit, and nothing", "7S 8S QD KC 9C", (HEARTS,), Pass()),
    ("their suit, and all of its honours", "JH 9H AH TH AS", (HEARTS,), Double()),
    (
        "a double of partner's bid, and all of its honours",
        "9H AH TH AS AC",
        (HEARTS, Double()),
        Redouble(),
    ),
]


@pytest.mark.parametrize(
    ("hand", "before", "right"), [c[1:] for c in CALLS], ids=[c[0] for c in CALLS]
)
def test_a_hand_is_called_by_the_table_of_meaning(
    hand: str, before: tuple[Call, ...], right: Call
) -> None:
    assert calling.call(asked(BULGARIAN, hand, *before)) == right


def test_over_partners_bid_only_what_nearly_makes_it_is_tried_out() -> None:
    hand = "8D JD 8C TC KC"
    ours, theirs = asked(BULGARIAN, hand, HEARTS, Pass()), asked(BULGARIAN, hand, HEARTS)
    kind = calling.of(BULGARIAN)
    assert ranked.TRIED[Bid] < kind.worths(ours)[ALL] < ranked.TRIED_OVER_PARTNER
    assert kind.candidates(ours) == (Pass(),) and kind.candidates(theirs) == (ALL, Pass())


def test_a_suit_is_named_with_jack_or_nine_and_another() -> None:
    table = meanings.TRUMPS_BID
    for held, named in (("JS 7S", True), ("9S AS", True), ("JS", False), ("AS TS KS QS 8S", False)):
        assert meanings.may_name(CardSet.parse(held).mask, table) is named


@needs_kernel
def test_contracts_are_made_as_often_as_is_meant() -> None:
    """Rollouts: 65 to 80 % of contracts, and no bid that partner cannot read."""
    made: list[bool] = []
    bids = unreadable = 0
    for seed in range(600):
        state, thoughts = auction(BULGARIAN, "beginner", seed)
        for seen, thought in thoughts:
            if isinstance(thought.action, Bid):
                bids += 1
                unreadable += not calling.of(BULGARIAN).readable(seen, thought.action)
        if state.deal.contract is not None:
            made.append(marks_of_attack(state, state.deal.contract) > 0)
    assert bids > 600 and unreadable <= bids / 100
    assert len(made) > 500 and 0.65 <= sum(made) / len(made) <= 0.8, (sum(made), len(made))


def marks_of_attack(state: Match, contract: Contract) -> float:
    """Return the marks by which the attack is ahead where the learnt policy plays."""
    hands, leader = state.deal.hands, state.deal.leader
    law = BULGARIAN.law(contract.trump)
    outcome = solver.play_out([hands], law, PlayHistory(contract.attacker, leader))[0]
    now, seen = MatchState(BULGARIAN, (0, 0)), view(state, contract.attacker)
    deal = bidding.deal_at_first_card(seen, now, hands, contract.attacker, contract.trump, leader)
    terms = ContractTerms.of(contract, law)
    return msgspec.structs.replace(deal, terms=terms).payoff(outcome)


def test_a_bid_is_likelier_with_the_hand_that_it_promises() -> None:
    seen = asked(BULGARIAN, "7C 8C 9C TC 7D", SPADES, Pass())
    likely = calling.of(BULGARIAN).likelihood(seen, BULGARIAN, 0)
    promised, poor = CardSet.parse("JS 9S AS 7S AH"), CardSet.parse("7S 8S QH KH 7H")
    assert likely(promised) > 10 * likely(poor)
    rest, other = CardSet.parse("8H 9H TH"), CardSet.parse("8D 9D TD JD QD KD AD JC")
    worlds = [(hand | rest, other, seen.hand, other) for hand in (promised, poor)]
    weights = likelihood.weights(msgspec.structs.replace(seen, seat=2), worlds, Random(0))
    assert weights[0] > weights[1]


@pytest.mark.parametrize(
    ("trump", "points", "stake", "held", "ahead"),
    [
        (Trump.SPADES, 106, 1, 0, 4),
        (Trump.SPADES, 56, 1, 0, -16),
        (Trump.SPADES, 81, 1, 0, -8),
        (Trump.SPADES, 86, 1, 9, 9),
        (Trump.SPADES, 86, 2, 0, 32),
        (Trump.SPADES, 76, 4, 0, -64),
        (Trump.SPADES, 81, 2, 0, 0),
        (Trump.ALL, 134, 1, 0, 0),
        (Trump.ALL, 34, 1, 0, -26),
        (Trump.NONE, 70, 1, 0, 2),
        (Trump.NONE, 60, 2, 0, -52),
    ],
)
def test_a_contract_is_worth_what_will_be_written(
    trump: Trump, points: int, stake: int, held: int, ahead: int
) -> None:
    law = BULGARIAN.law(trump)
    total = sum(law.points) + 10
    terms = ContractTerms.of(Contract(0, trump, stake=stake), law)
    now = MatchState(BULGARIAN, (0, 0))
    deal = untouched(now, held=held, terms=terms)
    assert deal.payoff(Outcome((points, total - points), 0b11, 0)) == ahead


def test_the_marks_of_a_contract_rise_with_its_points() -> None:
    for kind in (ranked.SUIT, *ranked.WITHOUT_SUIT.values()):
        for stake in (1, 2, 4):
            result = [ranked.expected(points, kind, stake) for points in range(-80, 81)]
            assert result == sorted(result) and result[0] < 0 < result[-1]


def test_no_auction_goes_on_for_ever() -> None:
    for seed in range(200):
        _, thoughts = auction(BULGARIAN, "beginner", seed)
        assert len(thoughts) <= 20
