"""The hand that a call shows is that of its caller, in every rule set."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec
import pytest
from auctions_called import asked, auction
from volume import volume

from rebelote.bots import shown
from rebelote.bots.call_shown import CallShown, Values
from rebelote.i18n import LANGUAGES, words
from rebelote.i18n.speech import call_shown
from rebelote.rules import presets
from rebelote.rules.actions import Bid, Call, Double, Pass
from rebelote.rules.cards import CardSet, Rank, Trump
from rebelote.rules.contract import Called
from rebelote.rules.view import View, auction_of, rules_of
from rebelote.server.features.calls_shown.auctions import offered

OF_HANDS = ("suit", "all", "none")
"""The codes that say something of a hand."""


@cache
def calls(preset: str) -> tuple[tuple[View, Call, CallShown], ...]:
    """Return the calls of bots, each with its view before it and what it shows."""
    return tuple(_calls(preset))


def _calls(preset: str) -> Iterator[tuple[View, Call, CallShown]]:
    rules = presets.rules(preset)
    for seed in range(volume(8, 60)):
        for seen, thought in auction(rules, "beginner", seed)[1]:
            made = thought.action
            assert isinstance(made, Call)
            yield seen, made, shown.by_call(_heard(seen, made), len(seen.calls))


def _heard(seen: View, made: Call) -> View:
    """Return a view after a call."""
    called = Called.by(seen.seat, auction_of(seen, rules_of(seen)).round, made)
    return msgspec.structs.replace(seen, calls=(*seen.calls, called))


def _held(seen: View) -> CardSet:
    return seen.hand | CardSet.of((seen.turned,) if seen.turned else ())


def _true(seen: View, told: CallShown) -> bool:
    held, values = _held(seen), told.values
    if told.code != "suit":
        rank = Rank.JACK if told.code == "all" else Rank.ACE
        return sum(card.rank is rank for card in held) >= int(values["least"])
    mine = held & Trump(values["trump"]).cards
    ranks = {card.rank for card in mine}
    jack, nine = Rank.JACK in ranks, Rank.NINE in ranks
    honours = {"both": jack and nine, "jack": jack, "nine": nine, "either": jack or nine}
    return len(mine) >= int(values["least"]) and honours.get(str(values["honours"]), True)


def _usual(seen: View, told: CallShown) -> bool:
    return len(_held(seen) & Trump(told.values["trump"]).cards) >= int(told.values["usual"])


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_a_call_shows_what_its_player_holds(preset: str) -> None:
    true = [_true(seen, told) for seen, _, told in calls(preset) if told.code in OF_HANDS]
    assert true and sum(true) / len(true) > 0.85


def test_what_calls_show_is_true_of_95_hands_in_a_hundred() -> None:
    every = [(seen, told) for preset in presets.PRESETS for seen, _, told in calls(preset)]
    true = [_true(seen, told) for seen, told in every if told.code in OF_HANDS]
    usual = [_usual(seen, told) for seen, told in every if told.code == "suit"]
    assert len(true) > 200 and sum(true) / len(true) >= 0.95
    assert sum(usual) / len(usual) > 0.7


def test_a_pass_promises_no_card_and_a_double_says_that_the_contract_fails() -> None:
    bid, rules = Bid(Trump.HEARTS, 90), presets.rules("coinche")
    seen = asked(rules, "7S 8S 9S TS 7H 8H 9H TH", bid, Double(), Pass())
    assert [shown.by_call(seen, number).code for number in range(3)] == [
        *("suit", "double", "nothing")
    ]


def test_it_follows_from_the_auction_and_from_no_hidden_card() -> None:
    for seen, made, told in calls("coinche"):
        blind = msgspec.structs.replace(_heard(seen, made), hand=CardSet())
        assert shown.by_call(blind, len(seen.calls)) == told


def test_a_call_is_offered_in_turn_and_no_other() -> None:
    for seen, made, _ in calls("bulgarian"):
        rules, so_far = rules_of(seen), auction_of(seen, rules_of(seen))
        called = Called.by(seen.seat, so_far.round, made)
        assert offered(rules, so_far, called)
        other = msgspec.structs.replace(called, seat=(seen.seat + 1) % 4)
        assert not offered(rules, so_far, other)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_call_shows_is_a_short_sentence(language: str) -> None:
    say = words(language)
    told = [CallShown("nothing"), CallShown("double"), CallShown("redouble"), CallShown("redeal")]
    for least in (1, 2, 3):
        told += [CallShown("all", {"least": least}), CallShown("none", {"least": least})]
        for honours in ("both", "jack", "nine", "either", "any"):
            values: Values = {"trump": "H", "least": least, "usual": 4, "honours": honours}
            told.append(CallShown("suit", values))
    for each in told:
        said = call_shown(say, each)
        assert said.endswith((".", "։")) and "{" not in said and len(said) <= 120
