"""The words of the games in each language, those that must not stand for them, and faults.

They are read from `glossary.toml`, whose head describes the rows. The documentation, the lints of
the catalogues and the page for native readers are made from them.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TypeVar

import msgspec

from rebelote.i18n import LANGUAGES


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of any kind: the keys to which it is limited, and those in which it finds no fault."""

    keys: str = ""
    allowed_in: tuple[str, ...] = ()


class Term(Row, frozen=True, kw_only=True):
    """The word of a thing, and other words that must not stand for it."""

    term: str
    word: str
    forbidden: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    source: str = ""


class Pattern(Row, frozen=True, kw_only=True):
    """A kind of fault, with the regular expression that finds it."""

    name: str
    pattern: str
    why: str


class Exemption(Row, frozen=True, kw_only=True):
    """Sentences that are right, although a lint of every language finds a fault in them."""

    lint: str
    why: str


R = TypeVar("R", bound=Row)


class Glossary(msgspec.Struct, frozen=True, kw_only=True):
    """The rows of a language."""

    name: str
    terms: tuple[Term, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    exemptions: tuple[Exemption, ...] = ()

    def word(self, term: str) -> str:
        """Return the word of a term at the tables of every game; empty where there is none."""
        return next((row.word for row in self.terms if row.term == term and not row.games), "")


def read(text: str) -> dict[str, Glossary]:
    """Return the glossary of each language; ValueError names the language and row at fault."""
    import tomllib  # only the documentation, tests and `rebelote words` read it

    sections = tomllib.loads(text)
    if unknown := sections.keys() ^ set(LANGUAGES):
        raise ValueError(f"glossary: sections and languages differ: {', '.join(sorted(unknown))}")
    return {language: _section(language, sections[language]) for language in LANGUAGES}


def _section(language: str, section: dict[str, object]) -> Glossary:
    if unknown := section.keys() - {"name", "terms", "patterns", "exemptions"}:
        raise ValueError(f"glossary, {language}: unknown {', '.join(sorted(unknown))}")
    return Glossary(
        name=str(section.get("name", "")),
        terms=_rows(language, "terms", section, Term),
        patterns=_rows(language, "patterns", section, Pattern),
        exemptions=_rows(language, "exemptions", section, Exemption),
    )


def _rows(language: str, kind: str, section: dict[str, object], expected: type[R]) -> tuple[R, ...]:
    result: list[R] = []
    rows = section.get(kind, [])
    assert isinstance(rows, list), f"glossary, {language}: {kind} is no list of rows"
    for number, row in enumerate(rows, 1):
        try:
            result.append(msgspec.convert(row, expected))
            for expression in _expressions(result[-1]):
                re.compile(expression)
        except (msgspec.ValidationError, re.error) as error:
            name = row.get("term") or row.get("name") or row.get("lint")
            raise ValueError(f"glossary, {language}, {kind} {number} ({name}): {error}") from error
    return tuple(result)


def _expressions(row: Row) -> tuple[str, ...]:
    """Return the regular expressions of a row."""
    if isinstance(row, Term):
        return (row.keys, *row.forbidden)
    return (row.keys, row.pattern) if isinstance(row, Pattern) else (row.keys,)


@cache
def glossaries() -> dict[str, Glossary]:
    """Return the glossary of each language."""
    return read(files("rebelote.i18n").joinpath("glossary.toml").read_text(encoding="utf-8"))
