"""The cost of a move on SQLite, on one node over PostgreSQL, and on two: `make load-nodes`.

One after the other in the same run, with as many tables each. The servers and PostgreSQL share one
core, the people have another; each table is at one node, as behind a proxy that knows tables.
All traffic stays on loopback and ends by itself. PostgreSQL waits for the disk, as SQLite does.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from load import OPTIONS, Figures, LoadOptions, Servers, machine, measure, on_core, quickly, serving
from postgres_server import NoPostgres, PostgresServer

RUNGS: Final = "0,1,2"
"""The numbers of nodes over PostgreSQL, one after the other; none: SQLite."""
TICKS: Final = os.sysconf("SC_CLK_TCK")


def processor_seconds(parent: int) -> float:
    """Return the processor time that a process and its children have taken."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text(encoding="ascii").rpartition(")")[2].split()
            if parent in (int(stat.parent.name), int(fields[1])):
                ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS


@contextlib.contextmanager
def rung(nodes: int, core: int | None) -> Iterator[tuple[Servers, Callable[[], float]]]:
    """Yield the servers, and a clock of the processor time of their store."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if not nodes:
            yield (
                [stack.enter_context(serving(folder / "load.sqlite", core, *OPTIONS))],
                lambda: 0.0,
            )
            return
        database = PostgresServer(durable=True)
        stack.callback(database.remove)
        process = database.process
        assert process is not None
        if core is not None:
            os.sched_setaffinity(process.pid, {core})
        servers = [
            stack.enter_context(
                serving(folder / f"{number}.log", core, *OPTIONS, address=database.url())
            )
            for number in range(nodes)
        ]
        yield servers, lambda: processor_seconds(process.pid)


def run(asked: LoadOptions, nodes: int) -> Figures:
    """Measure one rung."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    mine, other = (cores[1], cores[0]) if len(cores) > 1 else (None, None)
    with rung(nodes, other) as (servers, others), on_core(mine):
        time.sleep(3)
        return quickly(measure(asked, servers, others))


def called(nodes: int) -> str:
    """Return the name of a rung."""
    return f"PostgreSQL, {nodes} node{'s' * (nodes > 1)}" if nodes else "SQLite"


def table(result: Sequence[tuple[str, Figures]]) -> str:
    """Return the figures as a table for a page."""
    rows = [
        "| | moves/s | servers, ms a move | database, ms a move | together | p50, ms | p99, ms "
        "| errors |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for name, one in result:
        moves = one["moves_a_second"] or 1
        server = 1000 * one["server_processor_share"] / moves
        database = 1000 * one["database_processor_share"] / moves
        ack, errors = one["ack_ms"], ", ".join(f"{of} {n}" for of, n in one["errors"].items())
        rows.append(
            f"| {name} | {moves} | {server:.2f} | {database:.2f} | {server + database:.2f} "
            f"| {ack.get('p50')} | {ack.get('p99')} | {errors or 'none'} |"
        )
    return "\n".join(rows)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=300)
    asked.add_argument("--minutes", type=float, default=1.0)
    asked.add_argument("--ramp", type=float, default=30.0, help="seconds in which people come")
    asked.add_argument("--nodes", default=RUNGS, help="how many, one after the other; 0: SQLite")
    given = asked.parse_args()
    evening = LoadOptions(given.tables, given.minutes, 2.0, given.ramp, "french", "normal", False)
    try:
        rungs = [int(nodes) for nodes in given.nodes.split(",")]
        result = [(called(nodes), run(evening, nodes)) for nodes in rungs]
    except NoPostgres as error:
        raise SystemExit(str(error)) from None
    print(machine(), "", table(result), sep="\n")


if __name__ == "__main__":
    main()
