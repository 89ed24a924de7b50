"""The tables that one core holds, and the time until a move is on disk and seen: `make load`.

The server has one core and the people another; all traffic stays on loopback and ends by itself.
The last line printed is one JSON object of every figure; `--write` puts them into docs/load.md.
Times are taken by the people, who all read one clock: from a move sent to its acknowledgement, and
to each of the other three having it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import platform
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from array import array
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterator, Sequence
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from load_reviews import reviewed
from people import Party, Person, Tally, ping_all
from wire import Http

from rebelote.bench.server import free_port

HOME: Final = Path(__file__).resolve().parent.parent
PAGE: Final = HOME / "docs" / "load.md"
MARKS: Final = ("<!-- {} tables, written by `make load` -->", "<!-- until here: {} tables -->")
AT_ONCE: Final = 8
"""Parties that gather at the same time."""
Figures = dict[str, Any]
Servers = Sequence[tuple[int, int]]
"""The port and the process of each."""
Result = TypeVar("Result")


class LoadOptions(NamedTuple):
    """The options of a measurement."""

    tables: int
    minutes: float
    pace: float
    ramp: float
    preset: str
    clock: str
    write: bool
    reviews: int = 0
    """Deals whose reviews are requested at once, after all else is measured."""


# --- the server -----------------------------------------------------------------------------------


@contextlib.contextmanager
def serving(
    database: Path, core: int | None, *options: str, address: str = ""
) -> Iterator[tuple[int, int]]:
    """Yield a server of its own on one core: its port and its process.

    `address`: of a database in PostgreSQL, instead of the file.
    """
    port = free_port()
    where = ["--port", str(port), "--database", address or str(database), *options]
    with database.with_suffix(".log").open("wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "rebelote.cli", "serve", *where],
            stdout=subprocess.DEVNULL,
            stderr=log,
        )
    _pin(server.pid, core)
    try:
        _wait_for(port)
        yield port, server.pid
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
        _show_stalls(database.with_suffix(".log"))


def _show_stalls(log: Path) -> None:
    """Print the stalls that the server's watchdog reported."""
    for line in log.read_text("utf-8", errors="replace").splitlines():
        if "event loop stood still" in line:
            print(line, file=sys.stderr)


def _pin(process: int, core: int | None) -> None:
    if core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(process, {core})


@contextlib.contextmanager
def on_core(core: int | None) -> Iterator[None]:
    """Stay on one core meanwhile."""
    before = os.sched_getaffinity(0) if core is not None else set()
    _pin(0, core)
    try:
        yield
    finally:
        if before:
            os.sched_setaffinity(0, before)


def _wait_for(port: int) -> None:
    for _ in range(1200):  # a minute: other work may keep the processors
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/me").close()
            return
        time.sleep(0.05)
    raise RuntimeError("the server does not answer")


def metrics(port: int) -> dict[str, float]:
    """Return a server's own figures, by name and labels."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    rows = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    return {name: float(value) for name, _, value in rows}


def metrics_of(servers: Servers) -> dict[str, float]:
    """Return the figures of several servers, summed."""
    result: dict[str, float] = defaultdict(float)
    for port, _ in servers:
        for name, value in metrics(port).items():
            result[name] += value
    return result


def resident(process: int) -> float:
    """Return the megabytes of memory that a process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def resident_of(servers: Servers) -> float:
    """Return the megabytes of memory that several servers hold."""
    return sum(resident(process) for _, process in servers)


# --- the people -----------------------------------------------------------------------------------


async def gather(asked: LoadOptions, servers: Servers, tally: Tally) -> list[Party]:
    """Gather all parties, a few at a time, over the time of the ramp; each at one server."""
    loop, began = asyncio.get_running_loop(), asyncio.get_running_loop().time()
    parties = [
        Party(servers[number % len(servers)][0], tally, asked.pace, Random(number))
        for number in range(asked.tables)
    ]
    waiting = list(enumerate(parties))[::-1]

    async def usher() -> None:
        doors = {port: Http(port) for port, _ in servers}
        while waiting:
            number, party = waiting.pop()
            await asyncio.sleep(began + number * asked.ramp / asked.tables - loop.time())
            await party.gather(doors[party.port], asked.preset, asked.clock)
        for http in doors.values():
            await http.close()

    await asyncio.gather(*(usher() for _ in range(AT_ONCE)))
    return parties


async def measure(
    asked: LoadOptions, servers: Servers, others: Callable[[], float] = lambda: 0.0
) -> Figures:
    """Play for so many minutes with all people, from their coming to their going.

    `others`: the seconds of processor time that others have taken so far, as a database.
    """
    tally = Tally()
    empty = resident_of(servers)
    pinging: list[Person] = []
    parties = await gather(asked, servers, tally)
    pinging += [person for party in parties for person in party.people]
    pings = asyncio.create_task(ping_all(pinging))
    await asyncio.sleep(3 * asked.pace)
    tally.clear()
    before, memory, beside = metrics_of(servers), [resident_of(servers)], others()
    began = time.perf_counter()
    while time.perf_counter() - began < 60 * asked.minutes:
        await asyncio.sleep(min(10.0, 60 * asked.minutes / 4))
        memory.append(resident_of(servers))
    seconds, after = time.perf_counter() - began, await asyncio.to_thread(metrics_of, servers)
    result = figures(tally, seconds, before, after)
    result["database_processor_share"] = round((others() - beside) / seconds, 3)
    if asked.reviews:
        tally.clear()
        result["reviews"] = await reviewed(parties, asked.reviews)
        result["ack_ms_meanwhile"] = spread(tally.acks)
    pings.cancel()
    for party in parties:
        party.end()
    return {
        "tables": asked.tables,
        "sockets": len(pinging),
        **result,
        "memory_empty_mb": round(empty, 1),
        "memory_full_mb": round(memory[0], 1),
        "memory_end_mb": round(memory[-1], 1),
        "memory_a_table_kb": round(1000 * (memory[-1] - empty) / asked.tables, 1),
        "memory_limit_mb": round(60 + 0.02 * len(pinging) + 0.01 * asked.tables, 1),
        "growth_mb_a_minute": round(slope(memory) * 60 * (len(memory) - 1) / seconds, 2),
    }


# --- the figures ----------------------------------------------------------------------------------


def figures(
    tally: Tally, seconds: float, before: dict[str, float], after: dict[str, float]
) -> Figures:
    """Compute the figures of so many seconds; times in milliseconds."""
    grown = {name: value - before.get(name, 0.0) for name, value in after.items()}
    lag = "rebelote_loop_lag_seconds"
    return {
        "seconds": round(seconds, 1),
        "moves": tally.moves,
        "moves_a_second": round(tally.moves / seconds, 1),
        "errors": dict(tally.errors),
        "ack_ms": spread(tally.acks),
        "seen_ms": spread(tally.seen),
        "stalls_over_50_ms": int(
            grown[f"{lag}_count"] - grown[lag + '_bucket{le="0.05"}'],
        ),
        "longest_stall_ms": round(1000 * after["rebelote_loop_stall_longest_seconds"], 1),
        "server_processor_share": round(grown["process_cpu_seconds_total"] / seconds, 3),
    }


def spread(times: array[float]) -> dict[str, float]:
    """Return the middle and the ends of some times, in milliseconds."""
    ranked = sorted(times)
    if not ranked:
        return {}
    at = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    return {
        name: round(1000 * ranked[int(share * (len(ranked) - 1))], 2) for name, share in at.items()
    }


def slope(values: list[float]) -> float:
    """Return the mean rise from one value to the next in the later half, fitted by least
    squares."""
    later = values[len(values) // 2 :]
    middle, mean = (len(later) - 1) / 2, sum(later) / len(later)
    above = sum((at - middle) * (value - mean) for at, value in enumerate(later))
    return above / (sum((at - middle) ** 2 for at in range(len(later))) or 1.0)


def judged(result: Figures) -> Iterator[tuple[str, str, str, str]]:
    """Yield each promise: its name, the target, the result, and whether that is enough."""
    ack, seen = result["ack_ms"], result["seen_ms"]
    errors = sum(result["errors"].values())
    promises = [
        ("errors", 0, errors),
        ("move to durable acknowledgement, p50, ms", 10, ack.get("p50")),
        ("move to durable acknowledgement, p99, ms", 50, ack.get("p99")),
        ("seen by the other three, p99, ms", 75, seen.get("p99")),
        ("stalls of the event loop over 50 ms", 0, result["stalls_over_50_ms"]),
        ("memory at the end, MB", result["memory_limit_mb"], result["memory_end_mb"]),
    ]
    for what, limit, value in promises:
        met = value is not None and value <= limit
        yield what, f"at most {limit}", f"{value}", "yes" if met else "**no**"


def text(result: Figures) -> str:
    """Return the figures as a table for a page."""
    rows = ["| promise | wanted | reached | met |", "|---|---|---:|---|"]
    rows += [f"| {' | '.join(row)} |" for row in judged(result)]
    others = {name: value for name, value in result.items() if not isinstance(value, dict)}
    rows += ["", "| figure | value |", "|---|---:|"]
    rows += [f"| {name.replace('_', ' ')} | {value} |" for name, value in others.items()]
    for name in ("ack_ms", "seen_ms", "errors", "reviews", "ack_ms_meanwhile"):
        if name not in result:
            continue
        received = ", ".join(f"{key} {value}" for key, value in result[name].items())
        rows.append(f"| {name.replace('_', ' ')} | {received or 'none'} |")
    return "\n".join(rows)


def machine() -> str:
    """Describe the machine."""
    cpu = "an unknown processor"
    with contextlib.suppress(OSError):
        result = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text("utf-8"))
        cpu = result[1] if result else cpu
    return (
        f"{date.today()}, {cpu}, {os.cpu_count()} cores of it, {platform.system()} "
        f"{platform.release()}, Python {platform.python_version()}. Server and people had one core "
        "each; disk writes were durable (`synchronous=FULL`)."
    )


def write(result: Figures) -> None:
    """Put the figures into the page, between the marks for so many tables, or at its end."""
    page, (begin, end) = PAGE.read_text(encoding="utf-8"), MARKS
    begin, end = begin.format(result["tables"]), end.format(result["tables"])
    before, _, rest = page.partition(begin)
    after = rest.partition(end)[2] or "\n"
    title = f"## {result['tables']:,} tables, {result['sockets']:,} sockets"
    received = "\n\n".join((begin, title, machine(), text(result), end))
    PAGE.write_text(f"{before.rstrip()}\n\n{received}{after}", encoding="utf-8")


def run(asked: LoadOptions) -> Figures:
    """Measure a server of our own. Both are pinned where there are two cores."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    mine, other = (cores[1], cores[0]) if len(cores) > 1 else (None, None)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "load.sqlite", other, *OPTIONS) as (port, process),
        on_core(mine),
    ):
        time.sleep(2)
        return quickly(measure(asked, [(port, process)]))


OPTIONS: Final = ("--uncounted", "127.0.0.1", "--bot-pace", "0")
"""With which the server is started: all the people here come from one address."""


def quickly(work: Coroutine[Any, Any, Result]) -> Result:
    """Run as asyncio.run does, on the quicker loop where there is one."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=1000)
    asked.add_argument("--minutes", type=float, default=10.0)
    asked.add_argument("--pace", type=float, default=2.0, help="seconds between moves at a table")
    asked.add_argument("--ramp", type=float, default=60.0, help="seconds in which people come")
    asked.add_argument("--preset", default="french")
    asked.add_argument("--clock", default="normal", help="the pace of the tables' clocks")
    asked.add_argument("--reviews", type=int, default=0, help="deals reviewed at once, at the end")
    asked.add_argument("--write", action="store_true", help="write docs/load.md")
    given = LoadOptions(**vars(asked.parse_args()))
    result = run(given)
    print(machine(), "", text(result), "", sep="\n")
    if given.write:
        write(result)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
