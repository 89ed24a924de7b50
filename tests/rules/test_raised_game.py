"""A game that turns a card and raises stakes by full hands, in which no call is readable."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from needs import needs_kernel

from rebelote import bots, games
from rebelote.analysis.review import review_deal
from rebelote.bots import bidding
from rebelote.rules import match, presets
from rebelote.rules.actions import Pass
from rebelote.rules.deal import PlayedOut, legal_actions
from rebelote.rules.record import Recorded
from rebelote.rules.view import view

pytestmark = needs_kernel


@pytest.fixture(autouse=True)
def game() -> Iterator[None]:
    """The game, which is known for a test."""
    before = [dict(registry) for registry in games.registries()]
    games.load(("raised_game",))
    yield
    games.restore(before)


@pytest.mark.parametrize("preset", ["forehand", "forehand-two"])
@pytest.mark.parametrize("level", ["club", "expert"])
def test_a_bot_that_searches_calls_by_full_hands(preset: str, level: str) -> None:
    rules, chance = presets.rules(preset), Random(2)
    so_far = Recorded.begin(match.start(rules, match.first_pack(rules, chance), 0))
    called = 0
    while not isinstance(so_far.match.deal, PlayedOut):
        seat = so_far.match.to_act
        assert seat is not None
        seen = view(so_far.match, seat)
        settled = seen.phase == "bidding" and seen.standing is not None
        action = legal_actions(so_far.match.deal)[0]
        if settled:
            thought = bots.make(level, 1).think(seen)
            assert thought.action in seen.legal.calls if seen.legal else False
            action, called = Pass(), called + 1
        so_far = so_far.act(seat, action)
    assert called
    review_deal(so_far.record, 1)


def test_the_taker_holds_the_turned_card_in_every_world() -> None:
    rules, chance = presets.rules("forehand"), Random(3)
    state = match.start(rules, match.first_pack(rules, chance), 0)
    while (seen := view(state, state.to_act or 0)).standing is None:
        state = match.apply(state, state.to_act or 0, legal_actions(state.deal)[0])
    assert seen.standing is not None and seen.turned is not None
    worlds = bidding.likely_worlds(seen, rules, 20, chance)
    for world in worlds:
        assert seen.turned in world.first[seen.standing.attacker]
        assert list(map(len, world.first)) == [rules.hand_size] * 4
        assert sum(map(len, world.first)) == len(set().union(*world.first))
    many = bidding._hands(seen, rules, 20, chance)
    assert all(seen.turned in hands[seen.standing.attacker] for hands in many)
    assert all(list(map(len, hands)) == [rules.hand_size] * 4 for hands in many)
