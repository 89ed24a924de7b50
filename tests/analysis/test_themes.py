"""The themes that puzzles train, on positions of the file that were looked at."""

from __future__ import annotations

from itertools import islice
from typing import get_args

import pytest

from rebelote.analysis import puzzles
from rebelote.analysis.puzzle_choice import FIRST, by_game
from rebelote.analysis.puzzles import Puzzle
from rebelote.analysis.themes import Theme, draws_trumps, is_finesse, theme_of
from rebelote.rules.cards import Card
from rebelote.rules.deal import Playing
from rebelote.rules.records.record import Record

KNOWN = {
    "2ab059b922ee": "bidding",  # hearts with two trumps, or pass
    "c46052b29bb7": "trumps",  # the taker leads the king of clubs instead of a trump
    "21dd21869e9f": "counting",  # the taker's partner leads a trump instead of a king
    "592c03b93eb0": "finesse",  # ten or nine under the queen, ace and king to come
    "1feecd8adc99": "counting",  # the nine of another suit, or the jack of trumps
    "21bb14cfabcf": "counting",
    "83fb9af41408": "defence",  # more points for partner's trick
    "cd7c8952c683": "defence",
}


def _all() -> list[Puzzle]:
    return [
        puzzles.decode(line)
        for kinds in by_game().values()
        for lines in kinds.values()
        for line in lines
    ]


def _deal(puzzle: Puzzle) -> Playing:
    steps = Record.parse(puzzle.record).steps()
    deal = next(islice(steps, puzzle.decision.number, None)).before.deal
    assert isinstance(deal, Playing)
    return deal


@pytest.mark.parametrize(("name", "theme"), KNOWN.items())
def test_known_positions_have_their_theme(name: str, theme: str) -> None:
    (puzzle,) = (one for one in _all() if one.id == name)
    assert theme_of(puzzle) == theme


def test_every_theme_occurs_in_the_first_game_and_every_call_is_bidding() -> None:
    themes = [(theme_of(one), one) for one in _all()]
    assert {theme for theme, one in themes if one.preset == FIRST} == set(get_args(Theme))
    assert all((theme == "bidding") == (one.kind == "call") for theme, one in themes)


def test_a_finesse_follows_suit_with_the_lower_card_before_others_play() -> None:
    (puzzle,) = (one for one in _all() if one.id == "592c03b93eb0")
    deal = _deal(puzzle)
    right, wrong = Card(puzzle.answer), Card(puzzle.decision.choice)
    assert is_finesse(deal, right, wrong)
    assert not is_finesse(deal, wrong, right), "the higher card takes what it can"
    assert not is_finesse(deal, Card("7D"), wrong), "a ruff is none"


def test_only_takers_who_lead_draw_trumps() -> None:
    for puzzle in _all():
        if theme_of(puzzle) == "trumps":
            deal = _deal(puzzle)
            assert (
                not deal.trick
                and deal.rules.sides[puzzle.decision.seat]
                == (deal.rules.sides[deal.contract.attacker])
            )
            assert Card(puzzle.answer) in deal.law.trump.cards, "the name says what is right"
            trumps = sorted(card.text for card in deal.law.trump.cards)
            assert not draws_trumps(deal, Card(trumps[0]), Card(trumps[1]))
