"""Matches of strangers that count for ratings, and the reasons why others do not."""

from __future__ import annotations

from typing import get_args

import pytest

from rebelote.i18n import LANGUAGES, words
from rebelote.server.base.protocol.schemas import Unrated
from rebelote.server.features.ratings import eligibility
from rebelote.server.features.ratings.eligibility import Contender, Pair, RecentMatches

NOW = 1_000_000.0
DAY = eligibility.ACCOUNT_SECONDS


def contender(name: str, age: float | None = DAY) -> Contender:
    """Return a person whose account is of this age, at home."""
    return Contender(name, frozenset([f"home of {name}"]), None if age is None else NOW - age)


def sides(*names: str) -> list[list[Contender]]:
    return [[contender(name) for name in side.split()] for side in names]


def met(*pairs: str) -> set[Pair]:
    return {frozenset(pair.split()) for pair in pairs}


NEW = contender("new", DAY - 1)
NEWER = contender("newer", 0.0)
OLD, OLDER = contender("old"), contender("older", None)


@pytest.mark.parametrize(
    ("opposed", "received"),
    [
        ([[OLD, NEW], [OLDER, NEWER]], ""),
        ([[NEW, NEWER], [OLD, OLDER]], "new-accounts"),
        ([[NEW], [OLD], [OLDER]], "new-accounts"),
        ([[OLD], [OLDER]], ""),
    ],
)
def test_each_side_needs_an_account_of_a_day(
    opposed: list[list[Contender]], received: Unrated
) -> None:
    assert RecentMatches().why_unrated("bga", opposed, (), NOW) == received


@pytest.mark.parametrize(
    ("before", "received"),
    [
        ((), ""),
        (("a c",), ""),
        (("a c", "b d"), ""),
        (("a c", "a d"), "met-today"),
        (("c a", "c b"), "met-today"),
        (("a b", "c d"), ""),
    ],
    ids=str,
)
def test_everybody_needs_an_opponent_not_met_within_a_day(
    before: tuple[str, ...], received: Unrated
) -> None:
    assert RecentMatches().why_unrated("bga", sides("a b", "c d"), met(*before), NOW) == received


def test_a_match_under_way_counts_as_one_that_was_played() -> None:
    """Nobody gains by opening several tables with the same people before the first is over."""
    recent = RecentMatches()
    recent.began("bga", sides("a b", "c d"), NOW)
    assert recent.why_unrated("bga", sides("a d", "b c"), (), NOW + 1) == ""
    assert recent.why_unrated("bga", sides("b a", "d c"), (), NOW + 1) == "met-today"
    assert recent.why_unrated("french", sides("b a", "d c"), (), NOW + 1) == ""
    later = NOW + eligibility.RECENT_SECONDS
    assert recent.why_unrated("bga", sides("b a", "d c"), (), later) == ""


def test_two_matches_an_hour_count_between_the_same_two_networks() -> None:
    """The accounts do not matter, since accounts are easier to come by than networks."""

    def at_two(number: int) -> list[list[Contender]]:
        return [
            [Contender(f"{side}{number}", frozenset([f"192.0.2.{side}"]), None)] for side in (1, 2)
        ]

    recent = RecentMatches()
    for number in range(eligibility.BETWEEN_NETWORKS):
        assert recent.why_unrated("bga", at_two(number), (), NOW + number) == ""
        recent.began("bga", at_two(number), NOW + number)
    assert recent.why_unrated("french", at_two(9), (), NOW + 10) == "networks"
    assert recent.why_unrated("french", at_two(9), (), NOW + eligibility.RECENT_SECONDS) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence(language: str) -> None:
    say = words(language)
    for reason in get_args(Unrated):
        assert not reason or say(f"ui.unrated.{reason}") != f"ui.unrated.{reason}"
