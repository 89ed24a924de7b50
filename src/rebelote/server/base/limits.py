"""The declaration of a limit, from which docs/limits.md is written."""

from __future__ import annotations

from typing import TypeVar

Number = TypeVar("Number", int, float)


def limit(
    value: Number, what: str, *, unit: str = "", per: str = "", beyond: str = "", option: str = ""
) -> Number:
    """Declare a constant to be a limit that a caller may reach.

    Args:
        value: The limit, which is returned.
        what: What is limited.
        unit: Its unit: `s`, `bytes`, `characters`; empty for a count.
        per: For each what it holds.
        beyond: The code of the refusal beyond it, or in words what happens.
        option: The option of `rebelote serve` that changes it.
    """
    return value
