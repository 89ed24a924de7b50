"""Translations into French, Flemish, Swedish and English: the catalogues."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

LANGUAGES: Final = ("fr", "nl", "sv", "en")
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
    sentences = rule_catalogue(language)
    return lambda key, **values: sentences[key].format(**values)


def words(language: str) -> Words:
    """A function that says `key` with its placeholders filled."""
    sentences = catalogue(language)
    return lambda key, **values: sentences[key].format(**values)
