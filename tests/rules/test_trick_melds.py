"""Combinations that fall in one trick: the examples, and a count that shares no code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import msgspec
import pytest
from drawn_matches import play_match
from minimax import Minimax
from needs import needs_kernel
from volume import volume

from rebelote.kernel import solver
from rebelote.rules import claims, match, play, presets, settlements, tallies
from rebelote.rules.actions import Challenge, Play
from rebelote.rules.cards import CARDS, SUIT_TRUMPS, TRUMPS, Card, CardSet, Trump, parse_cards
from rebelote.rules.deal import (
    Judged,
    PlayedOut,
    Playing,
    legal_actions,
    legal_cards,
    said_so_far,
    tally,
)
from rebelote.rules.options import Rules

ROEM = presets.rules("french").agree(
    {
        "trick_melds": "roem",
        "melds": "none",
        "tie_rule": "failed",
        "unit": 1,
        "rounding": "none",
        "undertrump": "forbidden",
    }
)
"""Klaverjas in the parts that are settled: equal points fail, marks are points."""


@pytest.mark.parametrize(
    ("trick", "points"),
    [
        ("JS QS KS 7H", 40),
        ("AS KS QS JS", 70),
        ("9H TH JH QH", 50),
        ("KS KH KD KC", 100),
        ("JS JH JD JC", 200),
        ("KS 7H QS 8D", 20),
        ("KH 7S QH 8D", 0),
        ("7D 9D 8D AS", 20),
        ("AD 7D 8D KD", 0),
        ("7S 7H 7D 7C", 100),
    ],
)
def test_the_examples_of_klaverjas(trick: str, points: int) -> None:
    cards = parse_cards(trick)
    assert play.trick_bonus(cards, ROEM.law(Trump.SPADES)) == points
    assert play.trick_bonus(cards, presets.rules("french").law(Trump.SPADES)) == 0


def literal(trick: Sequence[Card], trump: Trump) -> int:
    """Count roem as a player does: four alike, else the longest run; then king and queen."""
    order = "789TJQKA"
    ranks = Counter(card.text[0] for card in trick)
    if len(ranks) == 1:
        return 200 if "J" in ranks else 100
    points = 0
    for suit in "SHDC":
        held = "".join(rank if Card(rank + suit) in trick else " " for rank in order)
        longest = max(map(len, held.split()), default=0)
        points += {3: 20, 4: 50}.get(longest, 0)
        if trump.suit is not None and trump.suit.letter == suit and "QK" in held:
            points += 20
    return points


def test_a_count_that_shares_no_code_agrees() -> None:
    chance, seen = Random(5), Counter[int]()
    for _ in range(volume(10_000, 40_000)):
        suit = chance.choice("SHDC")
        near = [card for card in CARDS if card.text[1] == suit or chance.random() < 0.1]
        trick, trump = chance.sample(near, 4), chance.choice(TRUMPS)
        result = play.trick_bonus(trick, ROEM.law(trump))
        assert result == literal(trick, trump), (trick, trump)
        seen[result] += 1
    assert {0, 20, 40, 50, 70} <= seen.keys()


@pytest.mark.parametrize(
    ("points", "fallen", "tricks", "marks"),
    [
        ((90, 72), (20, 0), (5, 3), (110, 72)),
        ((81, 81), (0, 0), (4, 4), (0, 162)),
        ((90, 72), (0, 50), (5, 3), (0, 212)),
        ((162, 0), (0, 0), (8, 0), (252, 0)),
    ],
)
def test_what_fell_together_counts_towards_the_contract(
    points: tuple[int, int],
    fallen: tuple[int, int],
    tricks: tuple[int, int],
    marks: tuple[int, int],
) -> None:
    nothing = (0, 0)
    won = tallies.Tally(
        attack=0, points=points, tricks=tricks, melds=nothing, belote=nothing, trick_melds=fallen
    )
    assert settlements.settle(won, 0, ROEM.scoring).marks == marks


def test_whole_matches_count_it_and_their_sheets_say_so() -> None:
    fell = 0
    for seed in range(12):
        for state in play_match(ROEM, seed)[0]:
            if not isinstance(state.deal, PlayedOut) or state.settlement is None:
                continue
            won = tally(state.deal)
            assert sum(won.points) == 162
            expected = [
                (ROEM.sides[trick.winner], literal(trick.cards, state.deal.law.trump))
                for trick in state.deal.tricks
            ]
            by_side = tuple(
                sum(points for side, points in expected if side == mine) for mine in (0, 1)
            )
            assert won.trick_melds == by_side
            lines = {
                line.side: line.points
                for line in state.settlement.lines
                if line.code == "trick-melds"
            }
            assert lines == {side: points for side, points in enumerate(by_side) if points}
            fell += sum(by_side)
    assert fell


def test_the_other_side_of_a_false_card_gets_what_fell_as_well() -> None:
    rules = ROEM.as_in_real_life().agree({"misdeal": "none"})
    for seed in range(200):
        state = match.start(rules, match.first_pack(rules, Random(seed)), 0)
        judged = _with_a_false_card(state)
        if judged is None:
            continue
        assert isinstance(judged.deal, Judged) and judged.settlement is not None
        fell = sum(play.trick_bonus(t.cards, judged.deal.law) for t in judged.deal.tricks)
        begun = sum(said_so_far(judged.deal)[1])
        assert sum(judged.settlement.marks) == 162 + fell + begun
        if fell:
            return
    pytest.fail("nothing fell together before a false card")


def _with_a_false_card(state: match.Match) -> match.Match | None:
    """Return the match after a challenge of a false card in a later trick, if one is possible."""
    while state.to_act is not None:
        deal, seat = state.deal, state.to_act
        if isinstance(deal, Playing) and deal.trick and len(deal.tricks) > 2:
            false = next(iter(deal.hands[seat] - legal_cards(deal)), None)
            if false is not None:
                state = match.apply(state, seat, Play(false))
                accuser = (seat + 1) % 4
                return match.apply(state, accuser, Challenge(seat))
        state = match.apply(state, seat, legal_actions(deal)[-1])
        if len(state.sheet):
            return None
    return None


def test_the_rest_is_not_claimed_where_its_worth_hangs_on_how_it_falls() -> None:
    asked = False
    for rules, may in ((ROEM, False), (ROEM.agree({"trick_melds": "none"}), True)):
        for state in play_match(rules, 3)[0]:
            deal = state.deal
            if isinstance(deal, Playing) and claims.may_claim(deal, deal.to_act):
                assert may
                asked = True
    assert asked


@needs_kernel
def test_the_solver_weighs_it_as_minimax_does() -> None:
    chance, fell = Random(7), 0
    for _ in range(40):
        law = ROEM.law(chance.choice(SUIT_TRUMPS))
        near = [card for card in CARDS if card.text[1] in "SH" or card.text[0] in "JQK"]
        cards = chance.sample(near, 12)
        hands = tuple(CardSet.of(cards[seat : seat + 3]) for seat in range(0, 12, 3))
        result = solver.solve(hands, 0, (), law)
        assert result.points[0] == Minimax(law, frozenset({0, 2})).value(hands, 0, ())
        fell += result != solver.solve(hands, 0, (), msgspec.structs.replace(law, bonuses=()))
    assert fell > 5


def test_three_players_have_none() -> None:
    with pytest.raises(ValueError, match="four players"):
        Rules.of({**presets.rules("flemish3").flat(), "trick_melds": "roem"})
