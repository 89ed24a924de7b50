"""Ranks in a table: rows equal by all criteria share one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import TypeVar

import msgspec

Row = TypeVar("Row", bound=msgspec.Struct)


def with_ranks(ordered: Iterable[Row], merit: Callable[[Row], object]) -> tuple[Row, ...]:
    """Return the rows in this order with their `rank`, from 1; those of equal merit share one."""
    ranked: list[Row] = []
    for _, equal in groupby(ordered, merit):
        rank = len(ranked) + 1
        ranked += [msgspec.structs.replace(row, rank=rank) for row in equal]
    return tuple(ranked)
