"""Memory per table, counted in bytes that were allocated, in a server of its own."""

from __future__ import annotations

import asyncio
from typing import Final

import table_memory

MOST: Final = 70_000
"""Bytes of a table and its four sockets: docs/load.md promises 90 KB with what they bring along."""


def test_a_table_with_four_sockets_takes_what_is_promised() -> None:
    result = asyncio.run(table_memory.measured(tables=25, moves=40))
    assert 30_000 < result.table <= MOST
