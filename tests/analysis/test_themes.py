"""The themes of puzzles, on positions of the file that were looked at."""

from __future__ import annotations

from itertools import islice

import pytest

from rebelote.analysis import puzzles
from rebelote.analysis.puzzle_choice import by_game
from rebelote.analysis.puzzles import Puzzle
from rebelote.analysis.themes import THEMES, theme_of
from rebelote.rules import play
from rebelote.rules.cards import Card
from rebelote.rules.deal import Playing
from rebelote.rules.records.record import Record

KNOWN = {
    "2ab059b922ee": "pass",  # hearts with two trumps, or pass
    "72a739cbd6d4": "bid",
    "c46052b29bb7": "lead_trumps",  # the taker leads the king of clubs instead of a trump
    "1feecd8adc99": "ruff",  # the nine of another suit, or the jack of trumps
    "592c03b93eb0": "save",  # ten or nine under the queen, ace and king to come
    "83fb9af41408": "feed",  # more points for partner's trick
    "cd7c8952c683": "win",
    "a526370259f9": "finesse",
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


def test_every_theme_occurs_and_calls_alone_bid_or_pass() -> None:
    themes = [(theme_of(one), one) for one in _all()]
    assert {theme for theme, _ in themes} == set(THEMES)
    assert all((theme in ("bid", "pass")) == (one.kind == "call") for theme, one in themes)


def test_the_theme_is_what_the_answer_does() -> None:
    for puzzle in _all():
        if puzzle.decision.call:
            continue
        deal, card = _deal(puzzle), Card(puzzle.answer)
        wins = play.winner((*deal.trick, card), deal.law.trump) == len(deal.trick)
        match theme_of(puzzle):
            case "lead_trumps":
                assert not deal.trick and card in deal.law.trump.cards
            case "cash" | "exit":
                assert not deal.trick
            case "win" | "ruff" | "finesse":
                assert deal.trick and wins
            case _:
                assert deal.trick and not wins
