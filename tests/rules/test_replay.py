"""Replays: the positions of a record are those that were played, with their events."""

from __future__ import annotations

from random import Random

import pytest
from drawn_matches import drawn_rules, play_match

from rebelote.rules import presets
from rebelote.rules.cards import CardSet
from rebelote.rules.events import CardPlayed, DealBegan
from rebelote.rules.records.replay import positions


def test_the_positions_are_every_state_of_the_match() -> None:
    chance = Random(4)
    for seed in range(30):
        states, record = play_match(drawn_rules(chance), seed, deals=4)
        result = [position.match for deal in positions(record) for position in deal]
        assert result == states


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_a_deal_begins_with_its_beginning_and_reports_every_card(preset: str) -> None:
    _, record = play_match(presets.rules(preset), 7, deals=3)
    for number, deal in enumerate(positions(record), 1):
        began = deal[0].events[0]
        assert isinstance(began, DealBegan) and began.number == number
        received = [e for position in deal for e in position.events if isinstance(e, CardPlayed)]
        tricks = CardSet.of(card for t in deal[-1].match.deal.tricks for card in t.cards)
        assert CardSet.of(event.card for event in received) == tricks
