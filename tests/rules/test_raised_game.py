"""A game that turns a card and raises stakes by full hands, in which no call is readable."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec import structs
from needs import needs_kernel
from outside_games import known

from rebelote import bots, i18n
from rebelote.analysis.review import review_deal
from rebelote.bots import bidding
from rebelote.i18n import words
from rebelote.rules import match, presets
from rebelote.rules.actions import Pass
from rebelote.rules.deal import PlayedOut, legal_actions
from rebelote.rules.records.record import Recorded
from rebelote.rules.view import view
from rebelote.server.base.protocol.rule_sets import games_served
from rebelote.terminal import parsing

pytestmark = needs_kernel


@pytest.fixture(autouse=True)
def game() -> Iterator[None]:
    with known("raised_game"):
        yield


@pytest.mark.parametrize("preset", ["forehand", "forehand-two"])
@pytest.mark.parametrize("level", ["club", pytest.param("expert", marks=pytest.mark.full)])
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
    assert seen.turned is not None
    worlds = bidding.likely_worlds(seen, rules, 20, chance)
    for world in worlds:
        assert seen.turned in world.first[seen.standing.attacker]
        assert list(map(len, world.first)) == [rules.hand_size] * 4
        assert sum(map(len, world.first)) == len(set().union(*world.first))
    many = bidding._hands(seen, rules, 20, chance)
    assert all(seen.turned in hands[seen.standing.attacker] for hands in many)
    assert all(list(map(len, hands)) == [rules.hand_size] * 4 for hands in many)


def test_the_terminal_asks_by_what_is_on_offer() -> None:
    rules, chance, say = presets.rules("forehand"), Random(4), words("en")
    state = match.start(rules, match.first_pack(rules, chance), 0)
    asked = []
    while (seen := view(state, state.to_act or 0)).phase != "play":
        if seen.phase == "bidding":
            asked.append(parsing.question(seen, say))
        state = match.apply(state, seen.seat, legal_actions(state.deal)[-1])
    assert asked == ["Your bid?", "Your bid?", "The bid is doubled. Your call?"]


def test_a_game_asks_in_a_sentence_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = presets.rules("forehand")
    seen = view(match.start(rules, match.first_pack(rules, Random(4)), 0), 1)
    calling = structs.replace(seen, phase="bidding")
    monkeypatch.setitem(i18n.ADDED, "en", {**i18n.ADDED["en"], "ask.auction.forehand": "Trump?"})
    i18n.forget()
    assert parsing.question(calling, words("en")) == "Trump?"
    result = games_served()
    assert result is not None and result.words["en"]["ask.auction.forehand"] == "Trump?"
