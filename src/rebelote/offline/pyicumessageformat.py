"""A stand-in for pyicumessageformat in the page, where only our own sources are.

It parses what the catalogues use of ICU MessageFormat (`rebelote.i18n.messages`), and is written
there as the module `pyicumessageformat`. A test holds it against the real one on every sentence.
"""

from __future__ import annotations

import re
from typing import Final

Part = str | dict[str, object]
_TOKEN: Final = re.compile(r"''|'[{}#].*?(?:'|$)|[{}#]|[^'{}#]+|'", re.DOTALL)
_WORD: Final = re.compile(r"\s*(\w+)\s*(?=[,}])")
_CLOSE: Final = re.compile(r"\s*(?=\})")
_BRANCH: Final = re.compile(r"\s*(=\d+|\w+)\s*\{", re.DOTALL)


class Parser:
    """A parser of messages."""

    def parse(self, message: str) -> list[Part]:
        """The parts of a message; SyntaxError where it is malformed."""
        parts, end = _parts(message, 0, None)
        if end != len(message):
            raise SyntaxError(f"unexpected }} at {end} in {message!r}")
        return parts


def _parts(text: str, at: int, counted: str | None) -> tuple[list[Part], int]:
    """The parts up to the brace that closes them, and where that is; `counted` is what # says."""
    parts: list[Part] = []
    while at < len(text) and text[at] != "}":
        if text[at] == "{":
            part, at = _placeholder(text, at + 1)
            parts.append(part)
        elif text[at] == "#" and counted is not None:
            parts.append({"type": "number", "name": counted, "hash": True})
            at += 1
        else:
            token = _token(text, at)
            _append(parts, _unquoted(token))
            at += len(token)
    return parts, at


def _token(text: str, at: int) -> str:
    found = _TOKEN.match(text, at)
    assert found is not None
    return found[0]


def _append(parts: list[Part], said: str) -> None:
    """Text after text is one text."""
    if parts and isinstance(last := parts[-1], str):
        parts[-1] = last + said
    else:
        parts.append(said)


def _unquoted(token: str) -> str:
    if token == "''":
        return "'"
    return token.strip("'") if len(token) > 1 and token[0] == "'" else token


def _placeholder(text: str, at: int) -> tuple[Part, int]:
    """What stands in braces, and where the text goes on."""
    name, at = _word(text, at)
    if text[at] == "}":
        return {"name": name}, at + 1
    kind, at = _word(text, at + 1)
    if text[at] == "}":
        return {"name": name, "type": kind}, at + 1
    options, at = _options(text, at + 1, name)
    return {"name": name, "type": kind, "offset": 0, "options": options}, at + 1


def _word(text: str, at: int) -> tuple[str, int]:
    """A word, and the comma or brace behind it. SyntaxError."""
    found = _WORD.match(text, at)
    if found is None:
        raise SyntaxError(f"a name is missing at {at} in {text!r}")
    return found[1], found.end()


def _options(text: str, at: int, name: str) -> tuple[dict[str, list[Part]], int]:
    """The branches of a plural, and the brace behind them. SyntaxError."""
    options: dict[str, list[Part]] = {}
    while found := _BRANCH.match(text, at):
        options[found[1]], at = _parts(text, found.end(), name)
        at += 1
    closed = _CLOSE.match(text, at)
    if closed is None or "other" not in options:
        raise SyntaxError(f"a branch is missing at {at} in {text!r}")
    return options, closed.end()
