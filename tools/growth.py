"""Write docs/growth.md: the greatest size of each table and cache, from `server.main.growth`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rebelote.server.base.runtime import rate_limits
from rebelote.server.main.growth import CACHES, TABLES

HOME: Final = Path(__file__).parent.parent
PAGE: Final = HOME / "docs" / "growth.md"
HEAD: Final = """\
# What can grow, and how far

Every table of the database and every cache in memory with its bounds, written by `make generated`
from `server.main.growth`; a test fails for one without an answer.
The limits that are named are in [rate limits, quotas and other limits](limits.md).

## Tables

A rate of requests by address (`address.request`) holds for all of them.

| table | who appends | by one person | by one address a day | kept, and reserved | limits |
|---|---|---|---|---|---|
"""
MEMORY: Final = """
## Memory

| cache | most | limits |
|---|---|---|
"""


def page() -> str:
    tables = (
        f"| `{name}` | {one.appends} | {one.person} | {one.address} | {one.kept} "
        f"| {_named(one.limits)} |\n"
        for name, one in sorted(TABLES.items())
    )
    caches = (
        f"| `{name}` | {one.most} | {_named(one.limits)} |\n"
        for name, one in sorted(CACHES.items())
    )
    return "".join((HEAD, *tables, MEMORY, *caches))


def _named(limits: tuple[str, ...]) -> str:
    rates = rate_limits.rows()
    return ", ".join(f"`{one if one in rates else f'server.{one}'}`" for one in limits)


def files() -> Iterator[tuple[Path, str]]:
    yield PAGE, page()
