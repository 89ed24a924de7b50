"""Typed answers, each read by itself."""

from __future__ import annotations

import pytest
from drawn_matches import play_match

from rebelote.i18n import words
from rebelote.rules import presets
from rebelote.rules.actions import Play, Take
from rebelote.rules.cards import Trump
from rebelote.rules.deal import Bidding, Playing
from rebelote.rules.view import View, view
from rebelote.terminal.parsing import choices, question, read
from rebelote.terminal.screen import ordered

NAMES = ("Ann", "Bo", "Cy", "Di")


def a_lead() -> View:
    """Return the view of the seat that leads to the first trick."""
    states, _ = play_match(presets.rules("french"), 1)
    first = next(state for state in states if isinstance(state.deal, Playing))
    assert isinstance(first.deal, Playing)
    return view(first, first.deal.to_act)


def test_a_card_is_named_by_its_number_from_one_to_the_last_and_by_no_other() -> None:
    now, say = a_lead(), words("en")
    cards = ordered(now)
    for number, card in enumerate(cards, 1):
        played = read(str(number), now, say, NAMES)
        assert isinstance(played, Play) and played.card == card
    for number in (0, len(cards) + 1):
        with pytest.raises(ValueError):
            read(str(number), now, say, NAMES)


def test_who_must_name_trump_is_not_offered_a_pass() -> None:
    states, _ = play_match(presets.rules("klaverjas-forehand"), 1)
    first = next(state for state in states if isinstance(state.deal, Bidding))
    now, say = view(first, first.deal.eldest), words("en")
    assert (question(now, say), choices(now)) == ("Do you play, and in which suit?", "S, H, D, C")
    assert read("hearts", now, say, NAMES) == read("h", now, say, NAMES) == Take(Trump.HEARTS)
