"""The error of an argument of the wrong kind, where a game, rules or an action is made."""

from __future__ import annotations


class ArgumentError(TypeError):
    """An argument of a kind that the function does not take."""


def wrong_kind(name: str, value: object, expected: str) -> ArgumentError:
    """Return the error for an argument that should be of another kind."""
    return ArgumentError(f"{name} is {value!r}, and should be {expected}")
