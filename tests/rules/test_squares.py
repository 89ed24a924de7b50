"""The worth of four of a rank, by contract, as each text has it."""

from __future__ import annotations

import pytest

from rebelote.rules import melds, presets
from rebelote.rules.cards import Card, CardSet, Rank, Trump
from rebelote.rules.melds import MeldRules

SUIT, NONE, ALL = Trump.HEARTS, Trump.NONE, Trump.ALL
WORTH = {
    "usual": {  # flemish:47-49, ffb-coinche:8
        SUIT: {"J": 200, "9": 150, "A": 100, "K": 100, "Q": 100, "T": 100},
        NONE: {"J": 200, "9": 150, "A": 100, "K": 100, "Q": 100, "T": 100},
        ALL: {"J": 200, "9": 150, "A": 100, "K": 100, "Q": 100, "T": 100},
    },
    "baloot": {  # baloot:projects: the four hundred is written as 200 points
        SUIT: {"A": 100, "K": 100, "Q": 100, "J": 100, "T": 100},
        NONE: {"A": 200, "K": 100, "Q": 100, "J": 100, "T": 100},
        ALL: {"A": 100, "K": 100, "Q": 100, "J": 100, "T": 100},
    },
    "bazar-blot": {  # bazar-blot:announcements
        SUIT: {"J": 200, "9": 140, "A": 110, "K": 100, "Q": 100, "T": 100},
        NONE: {"A": 190, "K": 100, "Q": 100, "J": 100, "T": 100},
        ALL: {"J": 200, "9": 140, "A": 110, "K": 100, "Q": 100, "T": 100},
    },
}


def rules_with(squares: str) -> MeldRules:
    return presets.rules("bga-coinche").agree({"squares": squares}).melds


@pytest.mark.parametrize("name", WORTH)
def test_squares_are_worth_what_the_text_says_in_every_contract(name: str) -> None:
    rules = rules_with(name)
    assert set(WORTH) == set(melds.SQUARES)
    letters = {letter for table in melds.SQUARES[name].values() for letter in table}
    assert letters <= {rank.letter for rank in Rank}
    for trump, worth in WORTH[name].items():
        under = rules.under(trump)
        result = {rank.letter: under.square_points(rank) for rank in Rank}
        assert result == {rank.letter: worth.get(rank.letter, 0) for rank in Rank}, trump
        assert under.under(SUIT) == rules


@pytest.mark.parametrize("name", WORTH)
def test_a_hand_announces_the_squares_that_are_worth_something(name: str) -> None:
    for trump, worth in WORTH[name].items():
        for rank in Rank:
            hand = CardSet.of(Card(f"{rank.letter}{suit}") for suit in "CDHS")
            result = melds.best_melds(hand, rules_with(name).under(trump))
            assert [meld.kind.points for meld in result] == [
                points for points in [worth.get(rank.letter, 0)] if points
            ]


def test_a_table_of_one_contract_leaves_the_rules_as_they_are() -> None:
    rules = rules_with("usual")
    assert rules.under(NONE) is rules


def test_a_table_can_have_squares_of_all_trumps(monkeypatch: pytest.MonkeyPatch) -> None:
    made_up = {"suit": {"J": 200}, "all": {"J": 300}, "none": {}}
    monkeypatch.setitem(melds.SQUARES, "usual", made_up)
    result = [rules_with("usual").under(trump).square_points(Rank.JACK) for trump in (SUIT, ALL)]
    assert result == [200, 300]


def test_low_squares_count_where_the_usual_ones_do() -> None:
    """The option of sevens and eights is of the usual table alone."""
    usual = presets.rules("flemish").agree({"low_carre_points": 50}).melds
    assert usual.square_points(Rank.SEVEN) == usual.square_points(Rank.EIGHT) == 50
    named = presets.rules("flemish").agree({"low_carre_points": 50, "squares": "baloot"}).melds
    assert named.square_points(Rank.SEVEN) == named.square_points(Rank.EIGHT) == 0
