"""The lines of a record in the one form that is written, however they were typed.

Reading is lenient: a byte order mark, tabs, `8c` for `8C`, `10C` for `TC`, signs for suits, and
names with or without escapes.
"""

from __future__ import annotations

import json
import re
from typing import Final

MOST_NAME: Final = 64
"""Characters of a name."""
BYTE_ORDER_MARK: Final = "\ufeff"
SIGNS: Final = dict(zip("♠♤♥♡♦♢♣♧", "SSHHDDCC", strict=True))
"""The letters of suits by their signs."""
_SUITS: Final = str.maketrans({**SIGNS, "\ufe0e": None, "\ufe0f": None})
_CARD: Final = re.compile(r"(10|[789TJQKA])([SHDC])(?![A-Z0-9])", re.IGNORECASE)
_CALL: Final = re.compile(r"(\d+:)?(\d{2,4}capot|\d{1,4}|capot|generale|bid)?([shdc])")
_NAMED: Final = re.compile(r"((?:\d+:)?say\([a-z0-9-]+:)([shdc])\)")
_OTHER_CALL: Final = re.compile(
    r"(\d+:)?(pass|(re)?double|redeal|say\([a-z0-9-]+(:\w+)?\)"
    r"|(\d{1,4}(capot)?|capot|generale|bid)?(all|none))"
)
_PLAYED: Final = re.compile(r"\b(show|demand|refuse|run|square)(?![a-z])", re.IGNORECASE)
"""Words of a line of cards in small letters; an error quotes any other as it was written."""
_SEAT: Final = re.compile(r'\[Seat (\d+) (".*")\]')
_UNSEEN: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
"""Controls, line ends, and signs that turn the direction: none of them belongs in a name."""


def seat_line(seat: int, name: str) -> str:
    """Return the header with the name in a seat."""
    return f"[Seat {seat} {json.dumps(name, ensure_ascii=False)}]"


def checked_name(name: object) -> str:
    """Check a name for a record, and return it; ValueError for any other value."""
    if not isinstance(name, str):
        raise ValueError("a name is text in quotation marks")
    if not 0 < len(name.strip()) <= len(name) <= MOST_NAME:
        raise ValueError(f"a name has 1 to {MOST_NAME} characters")
    if _UNSEEN.search(name):
        raise ValueError("a name has no control characters")
    return name


def canonical(line: str) -> str:
    """Return a line in the form of a record; remarks stay unchanged.

    >>> canonical("pack\\t8♣ 10c"), canonical("CALL pass 80h"), canonical("1. tc(run3) 9s!")
    ('pack 8C TC', 'call pass 80H', '1. TC(run3) 9S!')
    """
    line = line.strip().removeprefix(BYTE_ORDER_MARK).lstrip()
    if line.startswith(";"):
        return line
    line = " ".join(line.split())
    if line.startswith("["):
        return _header(line)
    head, _, rest = line.partition(" ")
    head, rest = head.lower(), rest.translate(_SUITS)
    if head == "pack" or head.endswith("."):
        rest = " ".join(map(_card, rest.split()))
    elif head == "call":
        rest = " ".join(map(_call, rest.split()))
    return f"{head} {rest}".rstrip()


def _header(line: str) -> str:
    match = _SEAT.fullmatch(line)
    if match is None:
        return line
    try:
        return seat_line(int(match[1]), json.loads(match[2]))
    except ValueError:
        return line


def _card(word: str) -> str:
    match = _CARD.match(word)
    if match is None:
        return _lowered(word)
    rank = "T" if match[1] == "10" else match[1].upper()
    return f"{rank}{match[2].upper()}{_lowered(word[match.end() :])}"


def _lowered(text: str) -> str:
    return _PLAYED.sub(lambda found: found[0].lower(), text)


def _call(word: str) -> str:
    low = word.lower()
    if named := _NAMED.fullmatch(low):
        return f"{named[1]}{named[2].upper()})"
    if _CALL.fullmatch(low):
        return f"{low[:-1]}{low[-1].upper()}"
    return low if _OTHER_CALL.fullmatch(low) else word
