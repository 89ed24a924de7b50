"""Calling where bids of points rise: every level, every rule set, and what a bid promises."""

from __future__ import annotations

from random import Random
from typing import Final

import msgspec
import pytest
from auctions_called import asked, auction, call_and_play
from needs import needs_kernel
from positions import untouched

from rebelote import bots
from rebelote.bots import calling, likelihood, meanings, rising
from rebelote.bots.meanings import HandWorth
from rebelote.bots.payoffs import MatchState
from rebelote.kernel import solver
from rebelote.kernel.solver import Outcome, PlayHistory
from rebelote.rules import presets
from rebelote.rules.actions import Bid, Call, Double, Pass, Redouble
from rebelote.rules.cards import CardSet, Trump
from rebelote.rules.contract import Contract
from rebelote.rules.match import Match
from rebelote.rules.tallies import ContractTerms
from rebelote.rules.view import Legal, auction_of

RISING = [name for name, rules in presets.PRESETS.items() if rules.bidding.names_values]
FFB: Final = presets.rules("ffb-contree-2016", shuffle="each_deal_full")
AHEAD: dict[str, tuple[int, str]] = {
    "random": (3, "random"),
    "beginner": (3, "beginner"),
    "regular": (1, "regular"),
    "club": (1, "club"),
    "expert": (1, "beginner"),
    "master": (1, "beginner"),
}
"""The number of deals that each level calls, and the level that plays their cards.

The search for a card is the same whatever was bid, and long.
"""


@needs_kernel
@pytest.mark.parametrize("level", bots.BOTS)
@pytest.mark.parametrize("preset", RISING)
def test_every_level_calls_and_plays(preset: str, level: str) -> None:
    call_and_play(presets.rules(preset, shuffle="each_deal_full"), level, *AHEAD[level])


HEARTS_90 = Bid(Trump.HEARTS, 90)
CALLS: list[tuple[str, str, tuple[Call, ...], Call]] = [
    ("a strong suit is bid", "JS 9S AS 7S AH 7H 8D 8C", (), Bid(Trump.SPADES, 110)),
    ("less than it is worth is bid", "7S TH AH 7D 8D 9D QD KD", (), Bid(Trump.DIAMONDS, 120)),
    ("much less than it is worth", "JS 9S AS TS AH TH AD TD", (), Bid(Trump.SPADES, 130)),
    ("no honours, no bid", "KH QH TS 7S 8D 9D 7C 8C", (), Pass()),
    ("a long suit without jack and nine is left", "AS TS KS 8S AH 7H 8D 8C", (), Pass()),
    ("but not where it makes 100", "8S TS 7H TH QH KH AH AC", (), Bid(Trump.HEARTS, 100)),
    (
        "partner's bid is raised",
        "JH 7H AS TS AC 8D 9D 7C",
        (HEARTS_90, Pass()),
        Bid(Trump.HEARTS, 120),
    ),
    ("a hand without support passes", "7H KS QS 9D TD 8D 9C 7C", (HEARTS_90, Pass()), Pass()),
    ("too high, and no plan", "7H KS QS 9D TD 8D 9C 7C", (Bid(Trump.HEARTS, 150),), Pass()),
    (
        "less is enough over the other side's bid",
        "JS 9S AS 8S AH QD 8C 7C",
        (Bid(Trump.HEARTS, 120),),
        Bid(Trump.SPADES, 130),
    ),
    (
        "but not so much less",
        "JS 9S AS 8S AH QD 8C 7C",
        (Bid(Trump.HEARTS, 130),),
        Pass(),
    ),
    ("aces and trumps double", "JH 9H 8H AS TS AC TC AD", (Bid(Trump.HEARTS, 150),), Double()),
    (
        "so does less over one that keeps a margin",
        "JH 8H 7H AS AC TC 9D 8D",
        (Pass(), Pass(), Bid(Trump.HEARTS, 120)),
        Double(),
    ),
    (
        "but not after partner's bid, whose suit is short in the other hands",
        "JH 8H 7H AS AC TC 9D 8D",
        (Pass(), Bid(Trump.DIAMONDS, 90), Bid(Trump.HEARTS, 120)),
        Pass(),
    ),
]


@pytest.mark.parametrize(
    ("hand", "before", "right"), [c[1:] for c in CALLS], ids=[c[0] for c in CALLS]
)
def test_a_hand_is_called_by_the_table_of_meaning(
    hand: str, before: tuple[Call, ...], right: Call
) -> None:
    assert calling.call(asked(FFB, hand, *before)) == right


def test_a_doubled_contract_is_redoubled_with_more_than_was_bid() -> None:
    before = (Bid(Trump.SPADES, 80), Double(), Pass())
    rules = presets.rules("cannes-2016")
    strong, plain = "JS 9S AS TS KS AH TH AD", "JS 8S 7S AH 7H 8H 8D 9C"
    seen = [asked(rules, hand, *before, Pass()) for hand in (strong, plain)]
    assert [calling.call(one) for one in seen] == [Redouble(), Pass()]


@needs_kernel
def test_bids_of_the_table_of_meaning_are_made_as_often_as_is_meant() -> None:
    """Rollouts: 55 to 75 % of contracts and 60 % of doubles; suits are named with jack or nine."""
    made, doubled = [], []
    bids, unreadable = 0, 0
    for seed in range(600):
        state, thoughts = auction(FFB, "beginner", seed)
        for seen, thought in thoughts:
            if isinstance(thought.action, Bid):
                bids += 1
                unreadable += not calling.of(FFB).readable(seen, thought.action)
        contract = state.deal.contract
        if contract is None:
            continue
        won = _attack_points(state, contract)
        made.append(won >= contract.value)  # type: ignore[operator]
        if contract.stake > 1:
            doubled.append(won < contract.value)  # type: ignore[operator]
    assert bids > 600 and unreadable <= bids / 100
    assert 0.55 <= sum(made) / len(made) <= 0.75, (sum(made), len(made))
    assert len(doubled) >= 20 and sum(doubled) >= 0.6 * len(doubled), (sum(doubled), len(doubled))


def _attack_points(state: Match, contract: Contract) -> int:
    """Return the attack's points, belote included, when the learnt policy plays."""
    hands, law = state.deal.hands, FFB.law(contract.trump)
    outcome = solver.play_out([hands], law, PlayHistory(contract.attacker, state.deal.leader))[0]
    side = contract.attacker % 2
    [pair] = law.belotes
    belote = 20 * any(pair <= hands[seat] for seat in (side, side + 2))
    return outcome.points[side] + belote


def test_a_bid_is_likelier_with_the_hand_that_it_promises() -> None:
    seen = asked(FFB, "7C 8C 9C TC 7D 8D 9D TD", Bid(Trump.SPADES, 110), Pass())
    likely = calling.of(FFB).likelihood(seen, FFB, 0)
    promised, poor = (
        CardSet.parse("JS 9S AS 7S AH 7H 8H KD"),
        CardSet.parse("7S 8S QH KH 7H 8H JD KD"),
    )
    assert likely(promised) > 10 * likely(poor)
    worlds = [(hand, CardSet(), seen.hand, CardSet()) for hand in (promised, poor)]
    weights = likelihood.weights(msgspec.structs.replace(seen, seat=2), worlds, Random(0))
    assert weights[0] > 10 * weights[1]


def test_what_is_bid_and_doubled_is_what_a_deal_is_worth() -> None:
    now = MatchState(FFB, (0, 0))

    def worth(points: int, value: int, stake: int) -> float:
        contract = Contract(0, Trump.SPADES, value, stake)
        outcome = Outcome((points, 162 - points), 0b11, 0)
        terms = ContractTerms.of(contract, FFB.law(contract.trump))
        deal = untouched(now, terms=terms)
        return deal.payoff(outcome)

    assert worth(112, 100, 1) == 110 + 100 - 50
    assert worth(92, 100, 1) == -260
    assert worth(112, 100, 2) == 520 == -worth(92, 100, 2)


def test_no_auction_of_strong_hands_goes_on_for_ever() -> None:
    """Two partners who both like two suits come to an end below what they hold together."""
    for seed in range(200):
        rules = presets.rules(RISING[seed % len(RISING)], shuffle="each_deal_full")
        _, thoughts = auction(rules, "beginner", seed)
        assert len(thoughts) <= 16


def test_the_table_of_meaning_knows_a_named_suit() -> None:
    held = CardSet.parse("9S 7S 8S")
    assert meanings.may_name(held.mask)
    assert not meanings.may_name(CardSet.parse("AS TS KS QS").mask)
    assert not meanings.may_name(CardSet.parse("JS 7S").mask)
    assert meanings.may_name(CardSet.parse("JS 9S").mask)


UNCUT: Final = {"cut_min": None, "packets": ((8,),)}


@needs_kernel
@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_hand_with_six_sure_tricks_is_opened_with_what_it_makes(level: str) -> None:
    """120 is made in every layout of the other cards, 130 in nine of ten, 140 in two of three."""
    seen = asked(presets.rules("ffb-contree-2016").agree(UNCUT), "JS 9S AS TS AH AD 7C 8C")
    for seed in range(3):
        call = bots.make(level, seed).choose(seen)
        assert isinstance(call, Bid) and call.trump is Trump.SPADES
        assert isinstance(call.value, int) and 100 <= call.value <= 130, call


@pytest.mark.parametrize("value", range(80, 170, 10))
@pytest.mark.parametrize("announced", [0, 20, 50])
def test_what_a_bid_promises_is_the_least_with_which_it_is_made(value: int, announced: int) -> None:
    least = rising.promised(value) + announced
    assert rising.biddable(least, announced) == pytest.approx(value + announced)
    assert rising.biddable(least - 1, announced) < value + announced


@needs_kernel
def test_every_step_is_tried_out_up_to_one_beyond_the_worth_of_the_hand() -> None:
    seen = asked(presets.rules("ffb-contree-2016").agree(UNCUT), "JS 9S AS TS AH AD 7C 8C")
    tried = calling.of(FFB).candidates(seen)
    values = [call.value for call in tried if isinstance(call, Bid)]
    assert values == [100, 110, 120, 130, "capot"] and Pass() not in tried


THREE_TRUMPS: Final = [
    ("pilotta", "QS 9S 7S AD QD QC JC 8C", ()),
    ("ffb-contree-2016", "KS QS JS JH 8H 9D 8D KC", (Pass(), Bid(Trump.DIAMONDS, 100))),
    ("ffb-contree-2016", "TH JH 8H AC QC 9C 9S JD", ()),
    ("bazar-blot", "JS 9S AS AH AD KD 8C 7C", ()),
]


@needs_kernel
@pytest.mark.parametrize("level", ["beginner", "regular", "club", "expert"])
@pytest.mark.parametrize(("preset", "hand", "calls"), THREE_TRUMPS)
def test_three_trumps_are_not_bid_to_110_before_partner_names_them(
    preset: str, hand: str, calls: tuple[Call, ...], level: str
) -> None:
    rules = presets.rules(preset).agree(UNCUT)
    offered = rules.bidding.offers(auction_of(asked(rules, hand, *calls), rules))
    legal = Legal(actions=("pass", "bid"), calls=offered)
    seen = msgspec.structs.replace(asked(rules, hand, *calls), legal=legal)
    for seed in range(3):
        call = bots.make(level, seed).choose(seen)
        assert call == Pass() or (isinstance(call, Bid) and call.value in (80, 90, 100)), call


def test_what_does_not_count_towards_the_contract_is_not_bid() -> None:
    hand = CardSet.parse("JS KS QS 7S AH KH 9H 8D")
    counted = HandWorth(hand, presets.rules("exoty-coinche")).opening[Trump.SPADES.code]
    alone = HandWorth(hand, presets.rules("iscool-coinche")).opening[Trump.SPADES.code]
    assert counted - alone == pytest.approx(20 + 0.75 * 20)


EVERY_CARD, NOT_ONE = "JS 9S AS TS KS AH TH AD", "JS 9S AS TS KS AH TH KD"


@needs_kernel
@pytest.mark.parametrize(
    ("offered", "hand", "best"),
    [
        ("capot_and_generale", EVERY_CARD, "generale"),
        ("capot", EVERY_CARD, "capot"),
        ("capot_and_generale", NOT_ONE, None),
    ],
    ids=["every card wins", "no such bid", "a card does not"],
)
def test_every_trick_is_bid_by_oneself_where_each_card_wins(
    offered: str, hand: str, best: str | None
) -> None:
    """A world does not say who of a side took its tricks, so the hand alone must be enough."""
    rules = presets.rules("ffb-contree-2016").agree({**UNCUT, "all_tricks_bid": offered})
    seen = asked(rules, hand)
    tried = {call.value for call in calling.of(rules).candidates(seen) if isinstance(call, Bid)}
    assert ("generale" in tried) is (best == "generale")
    if best is not None:
        assert bots.make("club", 1).choose(seen) == Bid(Trump.SPADES, best)
