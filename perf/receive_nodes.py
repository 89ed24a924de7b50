"""What it costs a node to receive the lines of twenty other nodes: `python perf/receive_nodes.py`.

    PYTHONPATH=tests/support .venv/bin/python perf/receive_nodes.py --nodes 20 --lines 50,250

One real node serves some tables of people over PostgreSQL. A program publishes what other
nodes would: heartbeats, and lines of tables that this node does not serve. Processor time is taken
of the node, and of PostgreSQL (and NATS), with that and without; the difference is the price. The
others receive what all publish, as nodes do, but ignore it, and their processor time does
not count. All traffic stays on loopback and ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import asyncpg
import msgspec
from load import OPTIONS, Figures, LoadOptions, gather, machine, metrics_of, quickly, serving
from load_nodes import processor_seconds
from nats_server import running_nats
from people import Tally, ping_all
from postgres_server import PostgresServer

from rebelote.server.cluster.joining import joined
from rebelote.server.cluster.messages import Heartbeat, Written, WrittenLine
from rebelote.server.cluster.node import BEAT_SECONDS, Node
from rebelote.server.cluster.signing import Signer
from rebelote.server.cluster.wire import Transport

SPEAK_SECONDS: Final = 0.01
"""From one look at what is to be said to the next."""
SETTLE_SECONDS: Final = 5.0
"""From a new rate to the measurement of it."""
SOME_LINES: Final = "SELECT client_id, entry FROM log WHERE client_id IS NOT NULL LIMIT 200"
RECEIVED: Final = 'rebelote_wire_messages_total{way="received"}'


class Spent(NamedTuple):
    """Seconds of processor time, and lines and moves meanwhile."""

    seconds: float
    node: float
    others: float
    lines: float
    envelopes: int
    moves: int


class Deaf:
    """A transport that publishes given messages, and receives without listening."""

    def __init__(self, transport: Transport) -> None:
        self.most, self.close = transport.most, transport.close
        self._transport = transport
        self.sent = 0
        """Envelopes."""

    async def send(self, envelope: bytes) -> None:
        """Send, and count."""
        await self._transport.send(envelope)
        self.sent += 1

    async def open(self, take_in: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        """Connect."""
        await self._transport.open(lambda _: None, lost)


class Speaker:
    """Another node: it is alive, and publishes lines of its own tables."""

    def __init__(
        self, address: str, wire: str, key: bytes, lines: list[WrittenLine], chance: Random
    ) -> None:
        node = joined(address, wire)
        assert node is not None
        node.wire.signer, node.wire.clock = Signer(key), time.time
        self.node: Node = node
        self.transport = Deaf(node.wire._transport)
        node.wire._transport = self.transport
        self.lines, self.chance = lines, chance
        self.rate = 0.0

    async def run(self, nodes: int) -> None:
        """Speak until cancelled."""
        loop = asyncio.get_running_loop()
        wire = asyncio.create_task(self.node.wire.run(lambda *_: None, lambda: None))
        for other in range(nodes):
            self.node.membership.receive(f"other-{other}", loop.time())
        try:
            await self._speak(loop)
        finally:
            wire.cancel()

    async def _speak(self, loop: asyncio.AbstractEventLoop) -> None:
        beat_at, at = 0.0, loop.time()
        pending = self.chance.random()
        while True:
            await asyncio.sleep(SPEAK_SECONDS)
            now = loop.time()
            pending, at = pending + self.rate * (now - at), now
            if now >= beat_at:
                self.node.publish(Heartbeat(1000, 4000))
                beat_at = now + BEAT_SECONDS
            while pending >= 1:
                pending -= 1
                table = f"{self.chance.getrandbits(96):024x}"
                line = self.chance.choice(self.lines)
                self.node.publish(Written(table, self.chance.randint(1, 300), (line,)))


async def lines_of(address: str) -> tuple[bytes, list[WrittenLine]]:
    """The key that nodes sign with, and lines that people here have written."""
    connection = await asyncpg.connect(address)
    try:
        key = await connection.fetchval("SELECT value FROM secrets WHERE name = 'wire'")
        rows = await connection.fetch(SOME_LINES)
    finally:
        await connection.close()
    return key, [WrittenLine(client_id, msgspec.Raw(entry)) for client_id, entry in rows]


class Given(NamedTuple):
    """What is to be measured."""

    nodes: int
    lines: tuple[float, ...]
    tables: int
    seconds: float


async def measured(
    given: Given, server: tuple[int, int], address: str, wire: str, others: Callable[[], float]
) -> list[tuple[float, Spent]]:
    """People come and play; then others speak, at one rate after the other."""
    tally = Tally()
    evening = LoadOptions(given.tables, 0, 2.0, 10.0, "french", "normal", False)
    parties = await gather(evening, [server], tally)
    pings = asyncio.create_task(ping_all([one for party in parties for one in party.people]))
    key, lines = await lines_of(address)
    speakers = [Speaker(address, wire, key, lines, Random(n)) for n in range(given.nodes)]
    tasks = [asyncio.create_task(one.run(given.nodes)) for one in speakers]
    result = []
    for rate in (0.0, *given.lines):
        for one in speakers:
            one.rate = rate
        await asyncio.sleep(SETTLE_SECONDS)
        result.append((rate, await _spent(given.seconds, server, others, tally, speakers)))
    for task in (*tasks, pings):
        task.cancel()
    for party in parties:
        party.end()
    return result


async def _spent(
    seconds: float,
    server: tuple[int, int],
    others: Callable[[], float],
    tally: Tally,
    speakers: list[Speaker],
) -> Spent:
    async def now() -> tuple[float, Figures, float, int, int]:
        figures = await asyncio.to_thread(metrics_of, [server])
        envelopes = sum(one.transport.sent for one in speakers)
        return time.perf_counter(), figures, others(), envelopes, tally.moves

    began, before, beside, envelopes, moves = await now()
    await asyncio.sleep(seconds)
    ended, after, later, sent, more = await now()
    node, incoming = (
        after[name] - before.get(name, 0.0) for name in ("process_cpu_seconds_total", RECEIVED)
    )
    return Spent(ended - began, node, later - beside, incoming, sent - envelopes, more - moves)


@contextlib.contextmanager
def started(over_nats: bool) -> Iterator[tuple[tuple[int, int], str, str, Callable[[], float]]]:
    """The node, the database's address, the wire's, and the processor time of both."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = PostgresServer()
        stack.callback(database.remove)
        nats = stack.enter_context(running_nats()) if over_nats else None
        wire = ("--wire", nats.url) if nats else ()
        address = database.url()
        server = stack.enter_context(
            serving(folder / "node.log", None, *OPTIONS, *wire, address=address)
        )
        beside = [one.process.pid for one in (database, nats) if one and one.process]
        yield server, address, nats.url if nats else "", lambda: sum(map(processor_seconds, beside))


def table(result: list[tuple[float, Spent]]) -> str:
    """The figures as a table for a page; a line costs what is spent beyond the first row."""
    heads = (
        "lines received/s",
        "envelopes/s",
        "moves/s",
        "node, cores",
        "the others, cores",
        "node, us a line",
        "the others, us a line",
    )
    rows = [f"| {' | '.join(heads)} |", f"|{'---:|' * len(heads)}"]
    quiet = result[0][1]
    alone = quiet.node / quiet.seconds, quiet.others / quiet.seconds
    for rate, it in result:
        node, others = it.node / it.seconds, it.others / it.seconds
        incoming = it.lines / it.seconds
        more = node - alone[0], others - alone[1]
        price = [f"{1e6 * cores / incoming:.1f}" if rate else "" for cores in more]
        pace = it.envelopes / it.seconds, it.moves / it.seconds
        figures = (
            f"{incoming:.0f}",
            f"{pace[0]:.0f}",
            f"{pace[1]:.1f}",
            f"{node:.3f}",
            f"{others:.3f}",
        )
        rows.append(f"| {' | '.join((*figures, *price))} |")
    return "\n".join(rows)


def main() -> None:
    """Measure, and print the figures."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--nodes", type=int, default=20, help="others that speak")
    asked.add_argument("--lines", default="50,150", help="a second of each, one after the other")
    asked.add_argument("--tables", type=int, default=100, help="of people at the node")
    asked.add_argument("--seconds", type=float, default=20.0, help="of each measurement")
    asked.add_argument("--nats", action="store_true", help="have NATS for a wire")
    given = asked.parse_args()
    rates = tuple(float(rate) for rate in given.lines.split(","))
    expected = Given(given.nodes, rates, given.tables, given.seconds)
    with started(given.nats) as (server, address, wire, others):
        result = quickly(measured(expected, server, address, wire, others))
    print(machine().partition(" Server and people")[0], "", table(result), sep="\n")


if __name__ == "__main__":
    main()
