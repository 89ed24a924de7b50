"""Lots drawn from a public phrase and a secret that was sealed before it was known.

Anybody can repeat them with a program for SHA-256 once the secret is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256


def normal(phrase: str) -> str:
    """Return the phrase in small letters, with single spaces.

    >>> normal("  Trois  Carreaux ")
    'trois carreaux'
    """
    return " ".join(phrase.casefold().split())


def mixed(phrase: str, secret: str) -> str:
    """Return what the lots follow from: the phrase after a sealed secret, or alone without one."""
    return f"{secret}|{normal(phrase)}" if secret else phrase


def lot(phrase: str, use: str, number: int) -> str:
    """Return the lot of a number: SHA-256 of `phrase|use|number`, as hexadecimal digits."""
    return sha256(f"{normal(phrase)}|{use}|{number}".encode()).hexdigest()


def in_order_of_lots(phrase: str, use: str, numbers: Iterable[int]) -> list[int]:
    """Return the numbers, the one with the lowest lot first.

    >>> in_order_of_lots("trois carreaux", "1", range(1, 6))
    [2, 5, 4, 1, 3]
    """
    return sorted(numbers, key=lambda number: lot(phrase, use, number))
