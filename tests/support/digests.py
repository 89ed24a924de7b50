"""Digests of passwords that take next to no time: the tests make and compare thousands of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from rebelote.server.people import passwords

COST: Final = (passwords.PASSES, passwords.KIB)
"""The cost of a digest outside the tests."""
LEAST: Final = (1, 8)
"""The least cost that argon2 allows."""


def cheapen() -> None:
    """Let servers that this process starts from now on make digests at the least cost."""
    passwords.PASSES, passwords.KIB = LEAST


@contextmanager
def at_full_cost() -> Iterator[None]:
    """Let servers that start meanwhile make digests at full cost, as outside the tests."""
    passwords.PASSES, passwords.KIB = COST
    try:
        yield
    finally:
        cheapen()
