"""A match that ends level, where that is a draw."""

from __future__ import annotations

import pytest
from drawn_matches import play_match

from rebelote import Game, IllegalActionError, Record, next_deal, view
from rebelote.bots.payoffs import MatchState
from rebelote.i18n import LANGUAGES, words
from rebelote.i18n.speech import Teller
from rebelote.rules import events, match, presets
from rebelote.rules.match import Match, SheetRow
from rebelote.rules.options import Rules

NAMES = ("Anna", "Margot", "Lucien", "Odette")


def of_one_deal(**options: str) -> Rules:
    agreed = {"end_deals": 1, "melds": "none", "belote": "none", "end_level": "draw", **options}
    return presets.rules("french").agree(agreed)


def drawn() -> tuple[Match, Record]:
    """Return the end of a match of one deal in which both sides wrote as much."""
    for seed in range(400):
        states, record = play_match(of_one_deal(), seed)
        if len(set(states[-1].scores)) == 1:
            return states[-1], record
    raise AssertionError("no match ended level")


def test_a_draw_is_over_and_nobody_has_won() -> None:
    ended, record = drawn()
    assert ended.over and ended.winner is None and ended.sheet[-1].drawn is True
    assert view(ended, 0).phase == "match_over"
    with pytest.raises(IllegalActionError, match="over"):
        next_deal(ended)
    assert Record.parse(str(record)).replay() == ended
    assert f"[Result {ended.scores[0]} {ended.scores[1]}]" in str(record)
    assert [match.result_of(ended.scores, None, side).won for side in (0, 1)] == [False, False]


def test_it_is_described_in_every_language() -> None:
    _, record = drawn()
    *_, last = record.steps()
    received = events.narrate(last.before, last.seat, last.action, last.after)
    assert received[-1] == events.MatchEnded(None, last.after.scores)
    for language in LANGUAGES:
        for seat in (0, None):
            assert Teller(words(language), seat, NAMES).event(received[-1])


def row(totals: tuple[int, int]) -> SheetRow:
    return SheetRow(
        number=1,
        dealer=0,
        contract=None,
        outcome="made",
        sweep=False,
        marks=totals,
        held=0,
        totals=totals,
    )


def test_level_past_the_target_is_a_draw_too() -> None:
    begun = Game("french", seed=1).match
    rules = presets.rules("french").agree({"end_level": "draw"})
    before = match.start(rules, begun.deal.pack, 0)
    assert match.ended(before, row((1010, 1010))).drawn is True
    assert not match.ended(before, row((990, 990))).drawn
    assert match.ended(before, row((1010, 1000))).boom_winner == 0


def test_bots_know_that_a_draw_is_worth_nothing() -> None:
    state = MatchState(of_one_deal(), (0, 0), 0)
    even, ahead = (state.match_equity(marks, 0, 0) for marks in ((80, 80), (90, 70)))
    assert abs(even) < abs(ahead)
