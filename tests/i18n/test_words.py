"""Faults of the catalogues that a machine can see, and the lints that see them."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from rebelote.i18n import LANGUAGES, TABLE_WORDS, glossary
from rebelote.proofreading import lints
from rebelote.proofreading.sentences import Sentence, files, sentences
from rebelote.rules import presets


@cache
def spoken(code: str) -> lints.Language:
    return lints.Language(code, sentences(code), sentences("en"))


@pytest.mark.parametrize("lint", lints.LINTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_has_a_fault_that_a_machine_sees(language: str, lint: str) -> None:
    """Mend the sentence, or allow it in `glossary.toml` with the reason."""
    seen = lints.received(lint, spoken(language))
    assert not seen, "\n".join(map(str, seen))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_allows_only_what_is_there(language: str) -> None:
    assert list(lints.unneeded(spoken(language))) == []
    games = {*TABLE_WORDS.values()}
    rows = glossary.glossaries()[language].terms
    assert {game for row in rows for game in row.games} <= games


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_twice_in_a_catalogue(language: str) -> None:
    """JSON keeps the last one, so that a correction of the first is lost."""
    for file in files(language):
        keys = re.findall(r'(?m)^  "([^"]+)": ', file.read_text("utf-8"))
        twice = [key for key, count in Counter(keys).items() if count > 1]
        assert not twice, f"{file}: {twice}"


@pytest.mark.parametrize(
    ("language", "key", "text", "fault"),
    [
        ("nl", "ui.club.means.bye", "Wie vrij is, krijgt {points} punten", "no-plural"),
        ("hr", "event.trick_won", "{points, plural, one {# bod} other {# bodova}}", "lacks few"),
        ("ar", "event.trick_won", "{points, plural, one {نقطة} other {# نقطة}}", "lacks"),
        ("fr", "event.passed", "{name} passes.", None),
        ("fr", "action.claim", "The rest is mine", "english"),
        ("fr", "refusal.bad-password", "Il faut de 8 à 128 lettres.", None),
        ("fr", "refusal.bad-password", "Il faut de 8 à 120 lettres.", "number"),
        ("fr", "ui.help.last", "Le dernier pli : 10.", "typed-number"),
        ("sv", "ui.settings.deal.hint", "Som „hemma“", "typography"),
        ("nl", "ui.hint.busy", "Even denken...", "typography"),
        ("fr", "said.belote", "Belote !", "typography"),
        ("fr", "said.belote", "Belote\u00a0!", None),
        ("ar", "ui.nav.me", "أنا, أنت", "typography"),
        ("hy", "ui.nav.me", "Ես:", "typography"),
        ("hr", "ui.name.sign", "„{sign} ne može.", "quote"),
        ("en", "ui.played", "{who} played {card}", "card"),
        ("hr", "why.even", "Podjednako dobro: {other}.", "card"),
        ("hy", "rule.double.in_turn", "Կոնտրա (coinche)։", "foreign"),
        ("en", "why.hold_back", "I could win it.", "first-person"),
        ("sv", "event.melds_lost", "Han visade inte.", "gender"),
        ("ar", "event.passed", "{name} يقول بس.", "gender"),
        ("nl", "rank.J", "boer", "word"),
    ],
)
def test_a_lint_sees_its_fault(language: str, key: str, text: str, fault: str | None) -> None:
    usual = spoken(language).sentences
    place = next(one for one in usual if one.key == key and not one.game)
    changed = Sentence(place.file, key, text)
    counting = [one for one in usual if ", plural," in one.text and one.key != key]
    english = spoken("en").sentences
    result = lints.faults(lints.Language(language, [*counting, changed], english))
    seen = [str(each) for each in result if each.sentence == changed]
    assert any(fault in each for each in seen) if fault else seen == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_of_a_rule_set_are_those_of_its_rules(language: str) -> None:
    """In its name and hints, but for years and the number in its code."""
    wrong = []
    for sentence in spoken(language).sentences:
        preset = sentence.key.split(".")[1] if sentence.key.startswith("preset.") else ""
        if preset in presets.PRESETS:
            rules = presets.PRESETS[preset]
            own = {str(value) for value in rules.flat().values()} | set(preset.split("-"))
            own.add("200")  # four jacks
            said = {number for number in lints.numbers(sentence) if len(number) > 1}
            wrong += [(sentence.key, number) for number in said - own]
    assert wrong == []


def test_every_language_has_its_quotation_marks_and_plurals() -> None:
    assert set(LANGUAGES) == lints.QUOTES.keys() == lints.CATEGORIES.keys()
