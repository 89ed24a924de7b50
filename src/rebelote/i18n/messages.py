"""ICU messages: placeholders, plurals and numbers, as the client's `intl-messageformat` says them.

What the catalogues use of ICU MessageFormat: `{name}`, `{count, plural, =0 {…} one {…} other {…}}`
with `#` for the number, `{way, select, call {…} other {…}}`, and `{gain, number}`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from pyicumessageformat import Parser

Message = Sequence[str | Mapping[str, object]]
"""A parsed message: texts and placeholders in order."""

_DECIMAL_COMMA: Final = frozenset({"fr", "nl", "sv", "bg", "hr", "el", "hy"})
_ONE_INCLUDES_ZERO: Final = frozenset({"fr", "hy"})
"""Languages whose singular holds for nought, too: « 0 point » (CLDR, cardinal rules)."""
_BY_LAST_DIGIT: Final = frozenset({"hr"})
"""Languages that count by the last digit: 1 and 21 are `one`, 2 to 4 `few`, but not 11 to 14."""

_SIX_FORMS: Final = frozenset({"ar"})
"""Languages with forms for nought, one, two, 3 to 10, 11 to 99 and whole hundreds."""


@cache
def parsed(message: str) -> Message:
    """Parse a message into its parts; SyntaxError where it is malformed."""
    parts: Message = Parser().parse(message)
    return parts


def formatted(language: str, message: str, values: Mapping[str, object]) -> str:
    """Fill the placeholders of a message; KeyError where a value is missing."""
    of = language[:2]  # variants of a language count and write numbers as it does
    return "".join(_said(of, part, values) for part in parsed(message))


def placeholders(message: str) -> set[str]:
    """Return the placeholders of a message, those in its branches too."""
    return {name for part in parsed(message) for name in _names(part)}


def _names(part: str | Mapping[str, object]) -> Iterator[str]:
    if isinstance(part, str):
        return
    yield str(part["name"])
    options = part.get("options")
    if isinstance(options, Mapping):
        for branch in options.values():
            for piece in branch:
                yield from _names(piece)


def _said(language: str, part: str | Mapping[str, object], values: Mapping[str, object]) -> str:
    if isinstance(part, str):
        return part
    value = values[str(part["name"])]
    match part.get("type"):
        case "plural":
            return _plural(language, part, value, values)
        case "select":
            return _branch(language, part, (str(value), "other"), values)
        case "number":
            return number(language, value)
    return str(value)


def _plural(
    language: str, part: Mapping[str, object], value: object, values: Mapping[str, object]
) -> str:
    if not isinstance(value, int):
        raise TypeError(f"{part['name']} is {value!r}: a plural needs a whole number")
    names = (f"={value}", category(language, value), "other")
    return _branch(language, part, names, values)


def _branch(
    language: str, part: Mapping[str, object], names: Sequence[str], values: Mapping[str, object]
) -> str:
    """Return the first branch that has one of these names."""
    options = part["options"]
    assert isinstance(options, Mapping)
    branch = next(options[name] for name in names if name in options)
    return "".join(_said(language, piece, values) for piece in branch)


def category(language: str, count: int) -> str:
    """Return the CLDR plural category of a whole number: `one`, `few`, `other`, in Arabic more."""
    if language in _SIX_FORMS:
        return _of_six(count)
    if language in _BY_LAST_DIGIT:
        if count % 100 in range(11, 15):
            return "other"
        return "one" if count % 10 == 1 else "few" if count % 10 in (2, 3, 4) else "other"
    singular = count <= 1 if language in _ONE_INCLUDES_ZERO else count == 1
    return "one" if singular else "other"


def _of_six(count: int) -> str:
    if count in (0, 1, 2):
        return ("zero", "one", "two")[count]
    return "few" if 3 <= count % 100 <= 10 else "many" if count % 100 > 10 else "other"


def number(language: str, value: object) -> str:
    """Return a number as the language writes it, with the decimals that it has."""
    text = str(value)
    comma = language.partition("-")[0] in _DECIMAL_COMMA
    return text.replace(".", ",") if comma else text
