"""The standing bid of an auction is in the view, and what a bid needs with the rules."""

from __future__ import annotations

from random import Random

import pytest

from rebelote.rules import deck, match, presets
from rebelote.rules.cards import Trump
from rebelote.rules.contract import Contract
from rebelote.rules.deal import Phase, legal_actions
from rebelote.rules.match import Match
from rebelote.rules.records import notation
from rebelote.rules.view import rule_card, spectator, views


def called(preset: str, words: str) -> Match:
    """Return a match in whose first deal these calls were made."""
    rules = presets.rules(preset)
    now = match.start(rules, deck.shuffled(Random(1), rules.pack), 3)
    while now.deal.phase is not Phase.BIDDING:
        now = match.apply(now, now.to_act or 0, legal_actions(now.deal)[0])
    for word in words.split():
        now = match.apply(now, now.to_act or 0, notation.read_call(word))
    return now


@pytest.mark.parametrize(
    ("preset", "words", "stands"),
    [
        ("ffb-contree-2016", "", None),
        ("ffb-contree-2016", "pass pass", None),
        ("ffb-contree-2016", "80H 90S", Contract(1, Trump.SPADES, 90)),
        ("ffb-contree-2016", "80H 90S double", Contract(1, Trump.SPADES, 90, 2)),
        ("cannes-2016", "80H pass capotC", Contract(2, Trump.CLUBS, "capot")),
        ("bulgarian", "bidH double bidall", Contract(2, Trump.ALL)),
        ("bulgarian", "bidH double redouble", Contract(0, Trump.HEARTS, None, 4)),
        ("french", "pass pass", None),
    ],
)
def test_everybody_is_shown_what_the_calls_come_to(
    preset: str, words: str, stands: Contract | None
) -> None:
    now = called(preset, words)
    assert {seen.standing for seen in (*views(now), spectator(now))} == {stands}


def test_nothing_stands_once_there_is_a_contract() -> None:
    seen = views(called("ffb-contree-2016", "80H pass pass pass"))[0]
    assert (seen.standing, seen.contract) == (None, Contract(0, Trump.HEARTS, 80))


def test_a_bid_that_needs_more_than_it_names_is_explained_with_the_rules() -> None:
    needs = {name: rule_card(rules).bids_need for name, rules in presets.PRESETS.items()}
    of_82 = {name for name, rules in presets.PRESETS.items() if rules.scoring.eighty_needs == 82}
    assert {"pagat-coinche", "coinche"} <= of_82
    assert needs == {name: {"80": 82} if name in of_82 else {} for name in presets.PRESETS}
