"""Translations into French, Flemish, Swedish and English: the catalogues."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from rebelote.i18n.messages import formatted

LANGUAGES: Final = ("fr", "nl", "sv", "en")
USUAL_PRESETS: Final = {"fr": "french", "nl": "flemish", "sv": "french", "en": "french"}
"""The rule set that whoever comes for the first time is offered, by language."""
Words = Callable[..., str]


@cache
def catalogue(language: str) -> dict[str, str]:
    """Every sentence of a language by its key; ValueError for a language that is not there."""
    if language not in LANGUAGES:
        raise ValueError(f"{language!r} is not spoken here; there are: {', '.join(LANGUAGES)}")
    text = files(__name__).joinpath(f"{language}.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, str])


@cache
def rule_catalogue(language: str) -> dict[str, str]:
    """The sentences of the rules, kept apart: a table does not need them."""
    if language not in LANGUAGES:
        raise ValueError(f"{language!r} is not spoken here; there are: {', '.join(LANGUAGES)}")
    text = files(__name__).joinpath("rules", f"{language}.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, str])


def rule_words(language: str) -> Words:
    """A function that says `key` of the rules with its placeholders filled."""
    return _speaker(language, rule_catalogue(language))


def words(language: str) -> Words:
    """A function that says `key` with its placeholders filled."""
    return _speaker(language, catalogue(language))


def _speaker(language: str, sentences: dict[str, str]) -> Words:
    return lambda key, **values: formatted(language, sentences[key], values)


@cache
def _guest_names() -> re.Pattern[str]:
    """What those are called who have given no name, in any language."""
    said = (re.escape(catalogue(tag)["seat.guest"]) for tag in LANGUAGES)
    return re.compile("|".join(one.replace(re.escape("{number}"), r"\d+") for one in said))


def is_nameless(name: str) -> bool:
    """Whether a name only says that somebody is a guest.

    >>> is_nameless("Invité 490"), is_nameless("Guest"), is_nameless("Jeanne")
    (True, False, False)
    """
    return _guest_names().fullmatch(name) is not None
