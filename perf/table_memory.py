"""Memory per table: `PYTHONPATH=perf .venv/bin/python perf/table_memory.py [--tables 50]`.

Counted are the bytes that the server's Python code has allocated (tracemalloc), not what the system
has given the process: they depend neither on other load nor on when memory is returned. Four people
play a number of moves at each table, then rest. What the first tables take, whose code and caches
are loaded by then, is left out.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from load import OPTIONS, _wait_for
from people import Party, Person, Tally, ping_all
from wire import Http

from rebelote.bench.server import free_port

WARM: Final = 5
"""Tables that play before anything is counted."""
AT_ONCE: Final = 5
PACE: Final = 0.05
"""Seconds between moves at a table."""
LONGEST: Final = 300.0
"""Seconds that so many moves may take on a busy machine."""
SERVER: Final = """
import gc, pathlib, sys, threading, time, tracemalloc
tracemalloc.start()
folder = pathlib.Path(sys.argv.pop(1))
from rebelote.cli import main

def count():
    while True:
        time.sleep(0.1)
        if (folder / "count").exists():
            (folder / "count").unlink()
            gc.collect()
            (folder / "new").write_text(str(tracemalloc.get_traced_memory()[0]))
            (folder / "new").rename(folder / "counted")

threading.Thread(target=count, daemon=True).start()
main()
"""


class Figures(NamedTuple):
    """Bytes that the server has allocated."""

    empty: int
    warm: int
    table: int
    """For each further table, with its four sockets."""


class Resting(Person):
    """A person who plays on until so many moves were acknowledged at the table."""

    def command(self) -> bytes | None:
        """Return the command that the newest view calls for, if any."""
        party = self.party
        assert isinstance(party, Limited)
        return None if len(party.acked) >= party.moves else super().command()


class Limited(Party):
    """A party of four who rest after so many moves."""

    def __init__(self, port: int, moves: int, chance: Random) -> None:
        super().__init__(port, Tally(), PACE, chance)
        self.moves = moves

    def newcomer(self, seat: int, cookie: str) -> Person:
        """Build the person for a seat."""
        return Resting(self, seat, cookie)


@contextlib.contextmanager
def counted_server(folder: Path) -> Iterator[int]:
    """Yield a server that counts its allocations: its port."""
    port = free_port()
    where = ["--port", str(port), "--database", str(folder / "club.sqlite"), *OPTIONS]
    with (folder / "server.log").open("wb") as log:
        command = [sys.executable, "-c", SERVER, str(folder), "serve", *where]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
    try:
        _wait_for(port)
        yield port
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


async def allocated(folder: Path) -> int:
    """Return the bytes that the server has allocated now, after a collection of garbage."""
    (folder / "count").touch()
    while not (folder / "counted").exists():
        await asyncio.sleep(0.05)
    result = int((folder / "counted").read_text(encoding="ascii"))
    (folder / "counted").unlink()
    return result


async def played(port: int, numbers: range, moves: int) -> list[Limited]:
    """Play with parties until they have made their moves, and rest."""
    parties = [Limited(port, moves, Random(number)) for number in numbers]
    waiting = list(parties)

    async def gather() -> None:
        http = Http(port)
        while waiting:
            await waiting.pop().gather(http, "french", "none")
        await http.close()

    await asyncio.gather(*(gather() for _ in range(AT_ONCE)))
    end = time.monotonic() + LONGEST
    while any(len(party.acked) < moves for party in parties):
        if time.monotonic() > end:
            raise TimeoutError("the moves were not made in time")
        await asyncio.sleep(0.1)
    return parties


async def measured(tables: int = 50, moves: int = 60) -> Figures:
    """Measure a new server's allocations for so many tables, each after so many moves."""
    with tempfile.TemporaryDirectory() as name, counted_server(Path(name)) as port:
        folder = Path(name)
        empty = await allocated(folder)
        parties = await played(port, range(WARM), moves)
        people = [person for party in parties for person in party.people]
        pings = asyncio.create_task(ping_all(people))
        try:
            warm = await allocated(folder)
            more = await played(port, range(WARM, WARM + tables), moves)
            parties += more
            people += [person for party in more for person in party.people]
            table = (await allocated(folder) - warm) // tables
        finally:
            pings.cancel()
            for party in parties:
                party.end()
        return Figures(empty, warm, table)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=50)
    asked.add_argument("--moves", type=int, default=60)
    given = asked.parse_args()
    result = asyncio.run(measured(given.tables, given.moves))
    print(
        f"allocated: {result.empty / 1e6:.1f} MB at start, {result.warm / 1e6:.1f} MB with {WARM} "
        f"tables, {result.table / 1e3:.1f} KB for each further table"
    )


if __name__ == "__main__":
    main()
