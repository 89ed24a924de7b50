"""A review in words: the commentary on a deal, in every language."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from needs import needs_kernel

from rebelote.analysis import commentary
from rebelote.analysis.report import DealReport, Fact
from rebelote.analysis.review import review_deal
from rebelote.i18n import LANGUAGES, words
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Record

pytestmark = needs_kernel

DEALS = Path(__file__).parent / "deals"
NAMES = ("Ann", "Bea", "Cor", "Dis")


@cache
def reviewed(name: str) -> tuple[DealReport, Rules]:
    """Return a deal that is kept: its review, and by which rules it was played."""
    record = Record.parse((DEALS / f"{name}.txt").read_text("utf-8"))
    return review_deal(record, 1), record.rules


def received(name: str, language: str = "en") -> list[str]:
    return [*commentary.sentences(words(language), *reviewed(name), NAMES)]


def test_a_card_that_gives_a_sweep_away_is_named_with_a_better_one() -> None:
    said = next(sentence for sentence in received("sweep") if sentence.startswith("Trick 5, Ann"))
    assert "the ten of clubs; better: the jack of clubs" in said
    assert "\N{MINUS SIGN}150 with all cards seen" in said


def test_a_deal_in_marks_of_the_first_side() -> None:
    head, sums, *moments = received("sweep")
    assert head.startswith("Deal 1: ")
    assert sums.startswith("Points for Ann + Cor: ")
    assert all(name in sums for name in NAMES)
    assert len(moments) <= commentary.MOMENTS


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_nobody_has_a_name_the_seat_is_named(language: str) -> None:
    say = words(language)
    said = [*commentary.sentences(say, *reviewed("sweep"), tuple("0123"))]
    assert all(say("ui.byhand.seat", number=number) in said[1] for number in (1, 2, 3, 4))


def test_each_error_that_has_reasons_says_what_was_known_and_why() -> None:
    report, _ = reviewed("sweep")
    explained = [each for each in report.decisions if each.facts or each.why]
    assert explained and all(each.error for each in explained)
    ten = next(sentence for sentence in received("sweep") if sentence.startswith("Trick 5, Ann"))
    assert "What was known: Partner was winning the trick." in ten


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_its_sentence(language: str) -> None:
    assert len(received("belote", language)) >= 3


def test_a_commentary_does_not_speak_to_the_player_who_erred() -> None:
    for language in LANGUAGES:
        said = commentary.reason(words(language), Fact("fed", {"points": 5}))
        assert "5" in said and "vous" not in said.casefold()
