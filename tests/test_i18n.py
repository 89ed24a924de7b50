"""Is every language complete, for terminal and browser alike?"""

from __future__ import annotations

import re
from string import Formatter

import pytest

from rebelote import scoring
from rebelote.i18n import LANGUAGES, catalogue, words
from rebelote.refusals import REFUSALS


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_and_placeholders(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert other.keys() == english.keys()
    for key, sentence in other.items():
        assert sentence.strip(), key
        assert placeholders(sentence) == placeholders(english[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_and_every_line_of_a_score_has_its_words(language: str) -> None:
    source = scoring.__loader__.get_source(scoring.__name__)  # type: ignore[union-attr]
    codes = set(re.findall(r'[Ll]ine\(\s*"([a-z-]+)"', source or ""))
    codes |= {"failed-swept", "failed-all", "made", "failed", "tie"}
    assert len(codes) >= 16
    say = words(language)
    assert all(say(f"score.{code}") for code in codes)
    assert all(say(f"refusal.{code}") for code in REFUSALS)


def test_the_languages_do_not_repeat_each_other() -> None:
    sentences = [key for key in catalogue("en") if key.startswith(("refusal.", "score."))]
    for language in set(LANGUAGES) - {"en"}:
        same = [k for k in sentences if catalogue(language)[k] == catalogue("en")[k]]
        assert not same, language


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="is not spoken here"):
        words("xx")
