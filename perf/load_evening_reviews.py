"""Processor time of a server for an evening with reviews, which it makes, or which devices make.

People play a deal at each of 200 tables, and one of each table has it reviewed: once by the server,
asked again each second as a page asks, and once by their device, from the same database. What a
device computes is taken from the server's answers, for they are the same. All traffic stays on
loopback; the run ends by itself. The last line printed is one JSON object of every figure.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
from load import OPTIONS, Figures, on_core, quickly, serving
from load_reviews import ASK_EVERY
from people import Party, Person, Tally
from wire import Http, WireError

AT_ONCE: Final = 8
"""Tables that gather, and people who ask, at the same time."""
WITHIN: Final = 1500.0
"""Seconds after which each of the three parts ends with an error."""
DEALS: Final = 12
"""Deals of an evening, for the figures of a whole one."""
TICK: Final = os.sysconf("SC_CLK_TCK")


class Reviewer(NamedTuple):
    """A person and the table whose first deal they have reviewed."""

    table: str
    cookie: str

    @property
    def review(self) -> str:
        """The address of the review."""
        return f"/api/tables/{self.table}/deals/1/review"


class OneDeal(Person):
    """A person who plays a single deal."""

    def command(self) -> bytes | None:
        """Return nothing once the deal is settled."""
        return None if self.party.settled else super().command()


class ShortParty(Party):
    def newcomer(self, seat: int, cookie: str) -> Person:
        return OneDeal(self, seat, cookie)


def processor_seconds(process: int) -> float:
    """Return the processor time of a process and of all that it has started."""
    by_threads = Path(f"/proc/{process}/task").glob("*/children")
    children = " ".join(one.read_text("ascii") for one in by_threads).split()
    stat = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return sum(map(int, stat[11:15])) / TICK + sum(processor_seconds(int(one)) for one in children)


async def each(
    port: int, work: Callable[[Http, Any], Coroutine[Any, Any, None]], of: Iterable[Any]
) -> None:
    """Do something for each of a sequence, a few at a time, each on a connection of its own."""
    waiting = iter(of)

    async def one_after_another() -> None:
        http = Http(port)
        for one in waiting:
            await work(http, one)
        await http.close()

    async with asyncio.timeout(WITHIN):
        await asyncio.gather(*(one_after_another() for _ in range(AT_ONCE)))


async def received(http: Http, reviewer: Reviewer, query: str = "") -> dict[str, Any]:
    """Return the review as far as it is. WireError where it is refused."""
    status, _, body = await http.ask("GET", reviewer.review + query, cookie=reviewer.cookie)
    if status != 200:
        raise WireError(f"{reviewer.review}: {status} {body[:200]!r}")
    answer: dict[str, Any] = msgspec.json.decode(body)
    return answer


async def play(port: int, asked: argparse.Namespace) -> tuple[list[Reviewer], int]:
    """Play a deal at every table; return those who have it reviewed, and the number of moves."""
    tally = Tally()
    parties = [ShortParty(port, tally, asked.pace, Random(n)) for n in range(asked.tables)]

    async def gather(http: Http, party: Party) -> None:
        await party.gather(http, asked.preset, "none")

    await each(port, gather, parties)
    async with asyncio.timeout(WITHIN):
        while not all(party.settled for party in parties):
            await asyncio.sleep(ASK_EVERY)
    for party in parties:
        party.end()
    assert not tally.errors, tally.errors
    return [Reviewer(party.table, party.people[0].cookie) for party in parties], tally.moves


async def by_server(port: int, reviewers: Sequence[Reviewer]) -> dict[str, str]:
    """Have the server make all reviews; return the reports by table."""
    reports: dict[str, str] = {}

    async def ask(http: Http, reviewer: Reviewer) -> None:
        while (answer := await received(http, reviewer)).get("reviewed") is None:
            await asyncio.sleep(ASK_EVERY)
        reports[reviewer.table] = json.dumps(answer["reviewed"]["report"], ensure_ascii=False)

    await each(port, ask, reviewers)
    return reports


async def by_devices(
    port: int, reviewers: Sequence[Reviewer], reports: dict[str, str]
) -> dict[str, str]:
    """Have devices make all reviews: two questions, and the review is handed in."""

    async def hand_in(http: Http, reviewer: Reviewer) -> None:
        table, cookie = reviewer
        assert (await received(http, reviewer, "?only_kept=true")).get("reviewed") is None
        status, _, body = await http.ask("GET", f"/api/tables/{table}/record", cookie=cookie)
        assert status == 200, body
        report = {"report": reports[table]}
        status, _, body = await http.ask("POST", reviewer.review, report, cookie)
        assert status == 204, body

    await each(port, hand_in, reviewers)
    return reports


def run(asked: argparse.Namespace) -> Figures:
    """Measure a server of our own: an evening, and its reviews made in both ways."""
    with tempfile.TemporaryDirectory() as folder:
        played = Path(folder) / "evening.sqlite"
        evening, (reviewers, moves) = _measured(played, lambda port: play(port, asked))
        copy = Path(folder) / "copy.sqlite"
        shutil.copy(played, copy)
        server, reports = _measured(copy, lambda port: by_server(port, reviewers))
        devices, _ = _measured(played, lambda port: by_devices(port, reviewers, reports))
    return {
        "tables": asked.tables,
        "moves": moves,
        "evening": evening,
        "reviews_by_server": server,
        "reviews_by_devices": devices,
        "report_bytes": max(len(one.encode()) for one in reports.values()),
        "load_average": os.getloadavg()[0],
    }


def _measured(database: Path, work: Callable[[int], Coroutine[Any, Any, Any]]) -> tuple[Any, Any]:
    """Return the processor seconds and seconds of some work of a server, and its result."""
    cores = sorted(os.sched_getaffinity(0))
    with serving(database, None, *OPTIONS) as (port, process), on_core(cores[-1]):
        time.sleep(2)
        began, before = time.perf_counter(), processor_seconds(process)
        result = quickly(work(port))
        took = processor_seconds(process) - before
        seconds = time.perf_counter() - began
    return {"processor_s": round(took, 2), "seconds": round(seconds, 1)}, result


def text(result: Figures) -> str:
    """Return the figures as a table for a page, with those of an evening of many deals."""
    rows = ["| processor time of the server and its workers | reviews by the server | by devices |"]
    rows += ["|---|---:|---:|"]
    play, server, devices = (
        result[name]["processor_s"]
        for name in ("evening", "reviews_by_server", "reviews_by_devices")
    )
    rows.append(f"| {result['tables']} tables, a deal each ({result['moves']:,} moves), s | ")
    rows[-1] += f"{play:.1f} | {play:.1f} |"
    rows.append(f"| a review of it at each table, s | {server:.1f} | {devices:.1f} |")
    rows.append(f"| both for {DEALS} deals, min | {DEALS * (play + server) / 60:.1f} | ")
    rows[-1] += f"{DEALS * (play + devices) / 60:.1f} |"
    return "\n".join(rows)


def options(*given: str) -> argparse.Namespace:
    """Return the options of a measurement."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=200)
    asked.add_argument("--pace", type=float, default=0.5, help="seconds between moves at a table")
    asked.add_argument("--preset", default="french")
    return asked.parse_args(given or None)


def main() -> None:
    result = run(options())
    print(text(result), "", sep="\n")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
