"""The hand that a call shows is that of its caller, in every rule set."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from auctions_called import auction
from volume import volume

from rebelote.bots import shown
from rebelote.i18n import LANGUAGES, words
from rebelote.i18n.speech import call_shown
from rebelote.rules import presets
from rebelote.rules.actions import Call, Pass
from rebelote.rules.cards import CardSet, Rank, Trump
from rebelote.rules.contract import Called
from rebelote.rules.view import View

FOUR: tuple[str, ...] = tuple(name for name in presets.PRESETS if presets.rules(name).players == 4)


@cache
def calls(preset: str) -> tuple[tuple[View, Call, dict[str, Any]], ...]:
    """Return the calls that name a trump, each with its view before it and what it shows."""
    return tuple(_calls(preset))


def _calls(preset: str) -> Iterator[tuple[View, Call, dict[str, Any]]]:
    for seed in range(volume(5, 30)):
        for seen, thought in auction(presets.rules(preset), "beginner", seed)[1]:
            made = thought.action
            assert isinstance(made, Call)
            called = Called.by(seen.seat, 1, made)
            after = msgspec.structs.replace(seen, calls=(*seen.calls, called))
            if (values := shown.by_call(after, len(seen.calls))) is not None:
                yield seen, made, values
            elif isinstance(made, Pass):
                assert not values


def _is_true(seen: View, values: dict[str, Any]) -> bool:
    held, trump = seen.hand | CardSet.of((seen.turned,) if seen.turned else ()), values["trump"]
    if trump in ("all", "none"):
        rank = Rank.JACK if trump == "all" else Rank.ACE
        return sum(card.rank is rank for card in held) >= int(values["least"])
    mine = held & Trump(trump).cards
    ranks = {card.rank for card in mine}
    jack, nine = Rank.JACK in ranks, Rank.NINE in ranks
    honours = {"both": jack and nine, "jack": jack, "nine": nine, "either": jack or nine}
    return len(mine) >= values["least"] and honours.get(values["honours"], True)


@pytest.mark.parametrize("preset", FOUR)
def test_a_call_shows_what_its_player_holds(preset: str) -> None:
    true = [_is_true(seen, values) for seen, _, values in calls(preset)]
    assert true and sum(true) / len(true) > 0.7


def test_what_calls_show_is_true_nine_times_in_ten() -> None:
    true = [_is_true(seen, values) for preset in FOUR[:8] for seen, _, values in calls(preset)]
    assert len(true) > 40 and sum(true) / len(true) > 0.9


def test_it_follows_from_the_auction_and_from_no_hidden_card() -> None:
    for seen, made, values in calls("coinche"):
        blind = msgspec.structs.replace(
            seen, hand=CardSet(), calls=(*seen.calls, Called.by(seen.seat, 1, made))
        )
        assert shown.by_call(blind, len(seen.calls)) == values


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_call_shows_is_a_sentence(language: str) -> None:
    say = words(language)
    for trump in ("H", "all", "none"):
        for least in (1, 2, 3):
            for honours in ("both", "jack", "nine", "either", "any"):
                suit = {"honours": honours} if trump == "H" else {}
                said = call_shown(say, {"trump": trump, "least": least, **suit})
                assert said.endswith((".", "։")) and "{" not in said
