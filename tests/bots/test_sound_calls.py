"""Calls that no player at the table would understand, looked for in many auctions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from auctions_called import auction
from volume import volume

from rebelote.rules import presets
from rebelote.rules.actions import Call, Pass
from rebelote.rules.auctions.purchase import purchase
from rebelote.rules.cards import SUIT_TRUMPS, CardSet, Trump
from rebelote.rules.options import Rules
from rebelote.rules.view import View, auction_of, rules_of

PURCHASE: Final = [
    name for name, each in presets.PRESETS.items() if each.auction.auction_kind == "purchase"
]
FREELY: Final = [
    name
    for name, each in presets.PRESETS.items()
    if each.auction.auction_kind in ("named", "ranked", "purchase")
]


def calls(rules: Rules) -> Iterator[tuple[View, Call]]:
    """Yield the calls of beginners, each with the view of its maker."""
    for seed in range(volume(60, 600)):
        for seen, thought in auction(rules, "beginner", seed)[1]:
            assert isinstance(thought.action, Call)
            yield seen, thought.action


def named(seen: View, call: Call) -> Trump | None:
    """Return the suit that a call names first of its side; None where it names none."""
    trump = getattr(call, "trump", None)
    sides = rules_of(seen).sides
    ours = {one.trump for one in seen.calls if sides[one.seat] == sides[seen.seat]}
    return trump if trump in SUIT_TRUMPS and trump not in ours else None


def trumps(seen: View, trump: Trump) -> CardSet:
    """Return the cards of a suit that the caller holds or will take up."""
    assert trump.suit is not None
    turned = CardSet.of(() if seen.turned is None else (seen.turned,))
    return (seen.hand | turned) & trump.suit.cards


@pytest.mark.parametrize("preset", FREELY)
def test_no_single_card_is_named_as_trump(preset: str) -> None:
    rules, number = presets.rules(preset, shuffle="each_deal_full"), 0
    for seen, call in calls(rules):
        if trump := named(seen, call):
            number += 1
            assert len(trumps(seen, trump)) > 1, (seen.hand, call)
    assert number > 20


@pytest.mark.parametrize("preset", PURCHASE)
def test_no_hokum_is_raised_without_a_trump(preset: str) -> None:
    rules, number = presets.rules(preset, shuffle="each_deal_full"), 0
    for seen, call in calls(rules):
        bought = purchase(auction_of(seen, rules))
        hokum = bought.bought and bought.contract is not None and bought.contract.trump
        if hokum and hokum is not Trump.NONE and not isinstance(call, Pass):
            number += 1
            assert hokum.suit is not None and seen.hand & hokum.suit.cards, (seen.hand, call)
    assert number > 0
