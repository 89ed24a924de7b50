"""Rules without belote: nothing is said, shown or counted of king and queen of trump."""

from __future__ import annotations

import pytest
from strategies import play_match

from rebelote import bots
from rebelote.i18n import house_rules, rulebook, rulecard, words
from rebelote.rules import presets
from rebelote.rules.cards import SUIT_TRUMPS, Trump
from rebelote.rules.deal import PlayedOut, tally
from rebelote.rules.record import Record
from rebelote.rules.view import view

OF_BELOTE = {"belote_order", "belote_said", "belote_safe_on_fail", "tie_belote_held"}


@pytest.mark.parametrize("preset", ["french", "bulgarian", "ffb-contree-2016"])
def test_none_is_said_or_counted_in_a_match(preset: str) -> None:
    rules = presets.rules(preset, belote="none")
    assert not any(rules.law(trump).belotes for trump in (*SUIT_TRUMPS, Trump.ALL))
    states, record = play_match(rules, 1, deals=6)
    assert Record.parse(str(record)).replay() == states[-1]
    for state in states:
        assert not view(state, 0).belote
        if isinstance(state.deal, PlayedOut):
            assert not any(tally(state.deal).belote)
        elif state.to_act is not None:
            seen = view(state, state.to_act)
            assert bots.make("beginner").think(seen).action


def test_the_card_and_the_house_rules_speak_of_none() -> None:
    rules = presets.rules("french", belote="none")
    keys = {line.key for line in rulecard.lines(rules, "en")}
    assert "belote" in keys and not keys & OF_BELOTE
    assert not [*rulebook.openings("belote", rules, words("en"))]
    found = house_rules.house_rules("french", {"belote": "none"}, "en")
    assert not {option.key for option in found.options if option.offered} & OF_BELOTE
