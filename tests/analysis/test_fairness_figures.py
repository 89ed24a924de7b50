"""Fairness in figures: exact expectations, tests, and what a rigged shuffle looks like."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations, islice
from random import Random

import pytest
from drawn_matches import play_match

from rebelote import Record
from rebelote.analysis import chances, fairness
from rebelote.analysis.chances import FIGURES
from rebelote.analysis.fairness import Counting, FairnessReport
from rebelote.rules import deck, presets
from rebelote.rules import match as matches
from rebelote.rules.cards import FULL_PACK, Card, CardSet, Suit, parse_cards
from rebelote.rules.deal import legal_actions
from rebelote.rules.deck import Pack

BY_CODE = {figure.code: figure for figure in FIGURES}
SMALL = "JS 9S KS QS AH JH 9H KD QD TD JC 7C"
"""A pack of twelve cards, whose hands can all be counted."""


def by_hand(code: str, hand: tuple[Card, ...]) -> tuple[int, ...]:
    """Return the figure of a hand, found in another way."""
    texts = {card.text for card in hand}
    lengths = sorted((sum(card.suit is suit for card in hand) for suit in Suit), reverse=True)
    both = {"jack-and-nine": "J9", "king-and-queen": "KQ", "jacks": "J", "nines": "9"}
    if code in both:
        return (sum(all(rank + suit in texts for rank in both[code]) for suit in "SHDC"),)
    points = sum({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(text[0], 0) for text in texts)
    one = {"voids": lengths.count(0), "longest": lengths[0], "points": points}
    return tuple(lengths) if code == "shape" else (one[code],)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.code)
@pytest.mark.parametrize("size", [3, 5])
def test_expectations_are_those_of_counting_every_hand(figure: chances.Figure, size: int) -> None:
    pack = parse_cards(SMALL)
    every = Counter(by_hand(figure.code, hand) for hand in combinations(pack, size))
    expected = {value: Fraction(n, math.comb(12, size)) for value, n in every.items()}
    assert chances.expected(figure, CardSet.of(pack), size) == expected


def test_expectations_of_the_whole_pack_are_the_hypergeometric_ones() -> None:
    jacks = chances.expected(BY_CODE["jacks"], FULL_PACK, 8)
    assert jacks[4,] == Fraction(math.comb(28, 4), math.comb(32, 8))
    longest = chances.expected(BY_CODE["longest"], FULL_PACK, 8)
    assert longest[8,] == Fraction(4, 10_518_300)  # all eight cards of one suit
    shapes = chances.expected(BY_CODE["shape"], FULL_PACK, 8)
    assert shapes[2, 2, 2, 2] == Fraction(28**4, 10_518_300)
    for figure in FIGURES:
        assert sum(chances.expected(figure, FULL_PACK, 5).values()) == 1


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [
        (3.841, 1, 0.05),
        (6.635, 1, 0.01),
        (5.991, 2, 0.05),
        (15.086, 5, 0.01),
        (18.307, 10, 0.05),
        (43.773, 30, 0.05),
        (124.342, 100, 0.05),
        (149.449, 100, 0.001),
    ],
)
def test_chi_square_has_the_published_critical_values(
    statistic: float, freedom: int, p: float
) -> None:
    """The table of NIST's Engineering Statistics Handbook, 1.3.6.7.4."""
    assert chances.beyond(statistic, freedom) == pytest.approx(p, rel=2e-3)


def test_rare_cells_are_pooled_and_too_few_counts_are_not_tested() -> None:
    # 20 and 10 are due, and 2 + 3.5 pooled: (25-20)²/20 + (8-10)²/10 + (2.5-5.5)²/5.5 is not whole
    result = chances.chi_square([25, 8, 1, 2], [20, 10, 2, 3.5])
    assert result == pytest.approx(chances.beyond(25 / 20 + 4 / 10 + 2.5**2 / 5.5, 2))
    assert chances.chi_square([1, 2], [1.5, 1.5]) is None
    assert chances.equal([0, 0, 0, 0]) is None
    assert chances.same_rate([0, 0], [0, 0]) is None
    # a table of two by two: 30 of 50 and 20 of 50, chi-square 4
    assert chances.same_rate([30, 20], [50, 50]) == pytest.approx(chances.beyond(4, 1))


def test_holm_corrects_for_how_many_there_are() -> None:
    # Holm's steps: 4 x 0.005, 3 x 0.01, 2 x 0.03, then no smaller than the one before
    assert chances.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert chances.holm([]) == []


# --- records --------------------------------------------------------------------------------------


def passed(preset: str, packs: list[Pack], **switches: object) -> Record:
    """Return a record of deals in which nobody takes."""
    rules = presets.rules(preset).agree(switches)
    state = matches.start(rules, packs[0], 0)
    record = Record.begin(state)
    for pack in packs[1:]:
        state, record = _all_pass(state, record)
        state, record = matches.next_deal(state, pack), record.next_deal(pack)
    return _all_pass(state, record)[1]


def _all_pass(state: matches.Match, record: Record) -> tuple[matches.Match, Record]:
    while state.to_act is not None:
        action = legal_actions(state.deal)[0]  # a cut, or to pass
        state, record = matches.apply(state, state.to_act, action), record.act(action)
    return state, record


def report(packs: list[Pack]) -> FairnessReport:
    """Build the report on contrée deals that are all passed, fifty in each record."""
    parts = (packs[start : start + 50] for start in range(0, len(packs), 50))
    return fairness.fairness(passed("ffb-contree-2016", part) for part in parts)


def test_a_fair_shuffle_is_not_accused() -> None:
    chance = Random(5)
    result = report([deck.shuffled(chance) for _ in range(400)])
    assert (result.deals, result.tests, result.departs) == (400, 32, False)
    hands = result.parts[0].hands
    assert all(sum(cell.count for cell in hand.cells) == 400 for hand in hands)
    assert all(sum(cell.expected for cell in hand.cells) == pytest.approx(400) for hand in hands)


def dull(pack: Pack) -> bool:
    """Return whether every hand that this pack deals has a card of each suit."""
    hands = passed("ffb-contree-2016", [pack]).replay().deal.dealt
    return all(len({card.suit for card in hand}) == 4 for hand in hands)


def test_a_rigged_shuffle_is_found() -> None:
    """A server that shuffles again where the hands are dull."""
    chance = Random(5)
    packs = (deck.shuffled(chance) for _ in range(1000))
    result = report(list(islice((pack for pack in packs if not dull(pack)), 200)))
    assert (result.deals, result.departs) == (200, True)
    guilty = {hand.code for hand in result.parts[0].hands if (hand.corrected or 1) < 0.05}
    assert "voids" in guilty


def test_a_gathered_pack_is_counted_and_not_tested() -> None:
    _, record = play_match(presets.rules("french"), 7, deals=6)
    parts = {part.packs: part for part in fairness.fairness([record]).parts}
    assert parts["shuffled"].deals == 1  # the first of the match
    assert parts["gathered"].deals > 1
    assert all(hand.p is hand.corrected is None for hand in parts["gathered"].hands)
    assert {part.size for part in parts.values()} == {5}  # the cards before the auction


def test_a_pack_that_was_dealt_again_counts_once() -> None:
    chance = Random(2)
    record = passed("ffb-contree-2016", [deck.shuffled(chance) for _ in range(5)])
    result = fairness.fairness([record, record])
    assert (result.deals, result.repeated) == (5, 5)


def test_takes_and_trumps_are_counted_by_seat() -> None:
    _, record = play_match(presets.rules("bga"), 3, deals=12)
    (part,) = fairness.fairness([record]).parts
    seats = {figure.code: figure for figure in part.seats}
    played = [end for end in record.after_each_deal() if end.written and end.deal.played_out]
    takers = Counter(end.deal.contract.attacker for end in played if end.deal.contract)
    assert seats["taken"].counts == tuple(takers[seat] for seat in range(4))
    assert seats["made"].of == seats["taken"].counts
    in_a_suit = sum(bool(end.deal.contract and end.deal.contract.trump.suit) for end in played)
    assert sum(seats["jack"].counts) <= len(played)
    assert bool(in_a_suit) <= bool(sum(seats["jack"].counts))


def test_counting_goes_on_from_what_was_kept() -> None:
    records = [play_match(presets.rules(name), 5, deals=3)[1] for name in ("french", "bga")]
    first = Counting()
    first.add(records[0])
    resumed = Counting.resumed(first.counted())
    resumed.add(records[1])
    assert resumed.report() == fairness.fairness(records)
