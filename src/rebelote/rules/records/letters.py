"""The letters of cards in a record that was typed in another language than English.

A record names all cards of its pack, so the letters show their language: it is read where exactly
one way to read them gives cards everywhere, and each card of a pack once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from rebelote.rules.records.lines import BYTE_ORDER_MARK, SIGNS

Letters = Mapping[str, str]
"""The forms of each letter of a record; several forms with blanks between them."""

RANKS: Final[Mapping[str, Letters]] = {
    "en": {"J": "J", "Q": "Q", "K": "K", "A": "A"},
    "fr": {"J": "V", "Q": "D", "K": "R", "A": "A"},
    "nl": {"J": "B Z", "Q": "D V", "K": "H", "A": "A"},
    "sv": {"J": "KN", "Q": "D", "K": "K", "A": "A E"},
    "bg": {"J": "В", "Q": "Д", "K": "К П", "A": "А"},
    "hr": {"J": "J", "Q": "Q", "K": "K", "A": "A"},
    "el": {"J": "Β Φ", "Q": "Ν ΝΤ", "K": "Ρ", "A": "Α"},
    "ar": {"J": "و", "Q": "ب", "K": "ش", "A": "إ ا"},
    "hy": {"J": "Վ", "Q": "Դ", "K": "Թ", "A": "Տ"},
}
"""The court cards and the ace by language; 7 to 9 and 10 are the same in all of them."""
SUITS: Final[Mapping[str, Letters]] = {
    "en": {"S": "S", "H": "H", "D": "D", "C": "C"},
    "fr": {"S": "P", "H": "C", "D": "K", "C": "T"},
    "nl": {"S": "S", "H": "H", "D": "R", "C": "K"},
    "sv": {"S": "S", "H": "H", "D": "R", "C": "K"},
    "bg": {"S": "П", "H": "КУ", "D": "КА", "C": "С"},
    "hr": {"S": "P", "H": "H", "D": "K", "C": "T"},
    "el": {"S": "Μ", "H": "ΚΟ", "D": "ΚΑ", "C": "Σ"},
    "ar": {"S": "س", "H": "ه هـ", "D": "د", "C": "ش"},
    "hy": {"S": "Ղ", "H": "Ս", "D": "Ք", "C": "Խ"},
}
_NUMBERS: Final[Letters] = {"7": "7", "8": "8", "9": "9", "T": "10 T"}
_CALL: Final = re.compile(r"(\d+:)?(\d{1,4}|BID|CAPOT|GENERALE)?(\D+)", re.IGNORECASE)
_TRICK: Final = re.compile(r"\d+\.")
_BESIDE: Final = re.compile(r"\d+:|show|announce", re.IGNORECASE)
"""The beginnings of words among the cards of a trick."""
_WORD: Final = re.compile(r"[^\s(]+\([^)]*\)\S*|\S+")
"""A word; what is announced with a card stands in brackets after it, with blanks between."""


class _UnreadError(Exception):
    """A word that is no card in these letters."""


class _Way:
    """A way to read cards: the letters of ranks and those of suits."""

    def __init__(self, ranks: Letters, suits: Letters) -> None:
        self.ranks = _by_form({**ranks, **_NUMBERS})
        self.suits = {**_by_form(suits), **SIGNS}
        alternatives = ("|".join(map(re.escape, _longest(it))) for it in (self.ranks, self.suits))
        self.card = re.compile(
            "({})({})[\ufe0e\ufe0f]?(?![^\\W_])".format(*alternatives), re.IGNORECASE
        )

    def read(self, lines: list[str]) -> str:
        """Return the lines in the letters of a record. Raises _UnreadError."""
        return "".join(map(self._line, lines))

    def _line(self, line: str) -> str:
        head, blank, rest = _parts(line)
        if head == "pack":
            read = _WORD.sub(self._card, rest)
            if len(set(read.split())) != len(read.split()):
                raise _UnreadError
            return head + blank + read
        if _TRICK.fullmatch(head):
            return head + blank + _WORD.sub(self._card, rest)
        return head + blank + _WORD.sub(self._call, rest) if head == "call" else line

    def _card(self, word: re.Match[str]) -> str:
        parts = self.card.match(word[0])
        if parts is None:
            if _BESIDE.match(word[0]):
                return word[0]
            raise _UnreadError
        card = self.ranks[parts[1].upper()] + self.suits[parts[2].upper()]
        return card + word[0][parts.end() :]

    def _call(self, word: re.Match[str]) -> str:
        call = _CALL.fullmatch(word[0])
        suit = call and self.suits.get(call[3].upper())
        return word[0][: -len(call[3])] + suit if call and suit else word[0]


def _by_form(letters: Letters) -> dict[str, str]:
    return {form: letter for letter, forms in letters.items() for form in forms.split()}


def _longest(forms: Mapping[str, str]) -> list[str]:
    return sorted(forms, key=len, reverse=True)


def _parts(line: str) -> tuple[str, str, str]:
    """Return the first word of a line in small letters, the blanks after it, and the rest."""
    parts = re.fullmatch(r"\s*(\S*)(\s*)(.*)", line.removeprefix(BYTE_ORDER_MARK), re.DOTALL)
    return (parts[1].lower(), parts[2], parts[3]) if parts else ("", "", line)


@cache
def _ways() -> tuple[_Way, ...]:
    """Return every way to read cards, that of a record first."""
    return tuple(_Way(ranks, suits) for ranks in RANKS.values() for suits in SUITS.values())


def in_english(text: str) -> str:
    """Put a record in the letters of the notation; unchanged where it has them, or is ambiguous.

    >>> in_english("pack VP RC 10K AT 7P")
    'pack JS KH TD AC 7S'
    """
    own, *others = _ways()
    lines = text.splitlines(keepends=True)
    if _read(own, lines) is not None:
        return text
    readings = {read for way in others if (read := _read(way, lines)) is not None}
    return readings.pop() if len(readings) == 1 else text


def _read(way: _Way, lines: list[str]) -> str | None:
    try:
        return way.read(lines)
    except _UnreadError:
        return None
