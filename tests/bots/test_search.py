"""Solved endings: a side without tricks is distinguished from one without points."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest
from needs import needs_kernel

from rebelote.bots import search
from rebelote.bots.heuristics import Observation
from rebelote.bots.level_config import LEVEL_CONFIGS
from rebelote.kernel import solver
from rebelote.kernel.solver import Outcome
from rebelote.knowledge import worlds
from rebelote.knowledge.conduct import fair
from rebelote.rules import deck, match, play, presets
from rebelote.rules.cards import Card, CardSet, Trump, parse_cards
from rebelote.rules.contract import Called, Contract
from rebelote.rules.deal import Trick
from rebelote.rules.view import CardsOnTable, Legal, View, view

pytestmark = needs_kernel

RULES = presets.rules("french", rounding="none", melds="none", shuffle="each_deal_full")
LAW = RULES.law(Trump.SPADES)


def near_the_end(seat: int, hand: str, before: str, on_table: str = "") -> View:
    """Seat 0 took spades, and `seat` is to play; tricks are written from the leader on."""
    tricks: list[Trick] = []
    for text in before.split("|"):
        leader, cards = int(text.split()[0]), parse_cards(text.strip()[1:])
        winner = (leader + play.winner(cards, LAW.trump)) % 4
        tricks.append(Trick(leader, cards, winner))
    leader, cards = tricks[-1].winner, parse_cards(on_table)
    mine = CardSet.parse(hand)
    played = [(leader + turn) % 4 for turn in range(len(cards))]
    start = match.start(RULES, deck.shuffled(Random(0)), 3)
    return msgspec.structs.replace(
        view(start, seat),
        phase="play",
        to_act=seat,
        hand=mine,
        hand_sizes=tuple(len(mine) - (other in played) for other in range(4)),
        contract=Contract(0, LAW.trump),
        calls=(Called(seat=0, round=1, trump=LAW.trump),),
        trick=CardsOnTable(leader, cards, leader if cards else None),
        tricks=tuple(tricks),
        legal=Legal(actions=("play",), cards=tuple(play.legal(mine, cards, LAW))),
    )


def worth(now: View, level: str) -> dict[str, float]:
    """Return how many points more than the others each card brings on average."""
    evaluation = search.evaluate(Observation(now, fair(now)), LEVEL_CONFIGS[level], Random(1))
    assert len(evaluation.worlds) > 1
    return {card.text: brought for card, brought in evaluation.worth.items()}


def test_a_trick_without_points_is_no_sweep_for_the_others() -> None:
    """Seat 0 has every trick so far, and leads the seven to an eight that one opponent holds.

    Partner has shown no heart, the opponents no club: partner holds the clubs that are left.
    """
    now = near_the_end(
        0,
        "7H AD",
        "0 JS 7S QS 8S|0 9S TS AS KS|0 AH TH TD KH|0 AC QH 9C JH|0 TC 9H QC KD|0 KC QD JC JD",
    )
    assert worth(now, "club") == {"7H": pytest.approx(162), "AD": pytest.approx(142)}


def test_a_sweep_that_can_be_made_is_made() -> None:
    """The knave takes this trick, and the ace and the seven the rest; the seven loses nothing but
    a trick without points.
    """
    now = near_the_end(
        0,
        "JH 7H AD",
        "0 JS 7S 8S TS|0 9S QS AS KS|0 KD QH TD QD|2 AC QC JC KC|2 AH KH TH TC",
        "8H 9H",
    )
    assert worth(now, "expert") == {"JH": pytest.approx(252), "7H": pytest.approx(162)}


def test_a_sweep_of_the_others_is_prevented() -> None:
    """Seat 1 cannot have a point any more, but a trick: by the nine, now or never."""
    now = near_the_end(
        1,
        "9H 7H",
        "0 JS 7S 8S TS|0 9S QS AS KS|0 TH KH TD 9C|0 QH JH QC JC|0 AD KD JD QD|0 AC KC TC 8C",
        "8H",
    )
    assert worth(now, "club") == {"9H": pytest.approx(-162), "7H": pytest.approx(-252)}


def test_worlds_are_solved_as_each_by_itself() -> None:
    now = near_the_end(
        1,
        "9H 7H",
        "0 JS 7S 8S TS|0 9S QS AS KS|0 TH KH TD 9C|0 QH JH QC JC|0 AD KD JD QD|0 AC KC TC 8C",
        "8H",
    )
    at = Observation(now, fair(now))
    drawn = worlds.sample(worlds.hidden(now), 20, Random(1))
    together = solver.forecast(drawn, [0.5] * 20, at.law, at.history, exactly=True)
    singly: dict[Card, Counter[Outcome]] = {}
    for world in drawn:
        alone = search.double_dummy(world, now.trick, at.law, search.taken(now))
        for card, outcome in alone.items():
            singly.setdefault(card, Counter())[outcome._replace(weight=0.0)] += 1
    for card, outcomes in together.items():
        summed = {outcome._replace(weight=0.0): 2 * outcome.weight for outcome in outcomes}
        assert summed == singly[card]
    assert together.keys() == singly.keys()
