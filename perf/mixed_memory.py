"""Memory over time: `PYTHONPATH=perf .venv/bin/python perf/mixed_memory.py [--minutes 10]`.

Four people play at each of 200 tables on a server of its own. Meanwhile one socket a second is lost
and reopened, pages are requested, and every five seconds one party goes home and another opens a
table. What the server holds at the end is compared with what it held after two minutes; the exit
code is 1 where it is more than a tenth above.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Final

from load import AT_ONCE, OPTIONS, quickly, resident, serving
from people import Party, Person, Tally, ping_all
from wire import Http

PACE: Final = 2.0
"""Seconds between moves at a table."""
LEAVE_EVERY: Final = 5.0
"""Seconds from one party that goes home to the next."""
FROM: Final = 2.0
"""Minutes after which memory is looked at first."""
MOST: Final = 1.1
"""By which factor it may be larger at the end."""
PAGES: Final = ("/api/tables", "/rules/french", "/api/leaderboard/french", "/api/rules/bga", "/")


class Mixed:
    """All parties at one server, and what goes on beside their play."""

    def __init__(self, port: int, tables: int) -> None:
        self.port, self.chance, self.tally = port, Random(1), Tally()
        self.parties = [self._party() for _ in range(tables)]
        self.people: list[Person] = []

    def _party(self) -> Party:
        return Party(self.port, self.tally, PACE, Random(self.chance.random()))

    async def come(self) -> None:
        """Everybody comes, a few parties at a time."""
        waiting = list(self.parties)

        async def gather() -> None:
            http = Http(self.port)
            while waiting:
                await waiting.pop().gather(http, "french", "normal")
            await http.close()

        await asyncio.gather(*(gather() for _ in range(AT_ONCE)))
        self._count()

    def _count(self) -> None:
        self.people[:] = [person for party in self.parties for person in party.people]

    async def go_on(self, end: float) -> None:
        """Lose sockets, ask for pages, and have parties go and come, until that time."""
        http, leave_at = Http(self.port), time.monotonic() + LEAVE_EVERY
        while time.monotonic() < end:
            await asyncio.sleep(1)
            person = self.chance.choice(self.people)
            if person.transport is not None:
                person.transport.abort()
            await http.ask("GET", self.chance.choice(PAGES))
            await http.ask("GET", f"/api/tables/{self.chance.choice(self.parties).table}/record")
            if time.monotonic() >= leave_at:
                leave_at += LEAVE_EVERY
                self.parties.pop(0).end()
                self.parties.append(self._party())
                await self.parties[-1].gather(http, "french", "normal")
                self._count()
        await http.close()

    def end(self) -> None:
        """Everybody goes home."""
        for party in self.parties:
            party.end()


async def measured(port: int, process: int, tables: int, minutes: float) -> tuple[float, float]:
    """Megabytes that the server holds after `FROM` minutes, and at the end."""
    mixed = Mixed(port, tables)
    await mixed.come()
    pings = asyncio.create_task(ping_all(mixed.people))
    began = time.monotonic()
    try:
        await mixed.go_on(began + 60 * min(FROM, minutes / 2))
        first = resident(process)
        await mixed.go_on(began + 60 * minutes)
        return first, resident(process)
    finally:
        pings.cancel()
        mixed.end()


def main() -> int:
    """Measure, and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=200)
    asked.add_argument("--minutes", type=float, default=10.0)
    given = asked.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "mixed.sqlite", None, *OPTIONS) as (port, process),
    ):
        first, last = quickly(measured(port, process, given.tables, given.minutes))
    print(f"memory {first:.1f} -> {last:.1f} MB: {100 * (last / first - 1):+.1f} %")
    return int(last > first * MOST)


if __name__ == "__main__":
    sys.exit(main())
