"""The cards of a duplicate, by every rule set for four: they follow from a secret and a phrase."""

from __future__ import annotations

import pytest

from rebelote.rules import presets
from rebelote.rules.options import Rules
from rebelote.tournament.packs import laid_deal, pack_of

SECRET = bytes(32)
FOUR = [name for name in presets.PRESETS if presets.rules(name).players == 4]


@pytest.mark.parametrize("preset", FOUR)
def test_all_cards_are_laid_once(preset: str) -> None:
    rules = presets.rules(preset)
    laid = laid_deal(rules, SECRET, "two clubs", 5)
    turned = [laid.turned] if laid.turned else []
    cards = [*(card for _, hand in laid.hands for card in hand), *turned, *laid.stock]
    assert sorted(cards) == sorted(rules.pack)
    assert bool(turned) == rules.bidding.turns_up
    assert len({len(hand) for _, hand in laid.hands}) == 1


def test_a_pack_follows_from_secret_phrase_and_number() -> None:
    rules = Rules()
    pack = pack_of(rules, SECRET, "Two  Clubs", 1)
    assert pack == pack_of(rules, SECRET, "two clubs", 1)
    others = {
        pack_of(rules, SECRET, "two clubs", 2),
        pack_of(rules, SECRET, "two hearts", 1),
        pack_of(rules, bytes(31) + b"1", "two clubs", 1),
    }
    assert len(others | {pack}) == 4


def test_each_deals_in_turn_in_the_direction_of_the_game() -> None:
    french, flemish = presets.rules("french-plain"), presets.rules("flemish")
    dealers = [
        [laid_deal(rules, SECRET, "x", at).dealer for at in range(1, 6)]
        for rules in (french, flemish)
    ]
    assert dealers == [
        ["north", "west", "south", "east", "north"],
        ["north", "east", "south", "west", "north"],
    ]
