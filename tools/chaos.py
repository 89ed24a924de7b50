"""Killed servers and bad networks, under which no move may be lost: `make chaos`.

    PYTHONPATH=perf .venv/bin/python tools/chaos.py crash --cycles 200
    PYTHONPATH=perf .venv/bin/python tools/chaos.py network --seconds 90

`crash` kills a server (SIGKILL) at random moments while people play, and starts it again. `network`
puts a bad line of our own between people and server, one kind of badness for each table. Both then
hold what was acknowledged against the log. All of it stays on loopback and ends by itself; the last
line is JSON, and the exit code is 1 where something was lost.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from array import array
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any, Final

from load import OPTIONS, metrics, spread
from people import Party, Person, Tally, ping_all
from wire import Http

from rebelote.bench.server import free_port
from rebelote.server.base.protocol.message_ids import message_key
from rebelote.server.table.model.table import Table

PACE: Final = 0.1
"""Seconds between moves at a table: quick, so that something is always being written."""
BACK_SHARE: Final = 0.95
"""The share of people who should be back in time."""
GIVEN: Final = 20.0
"""Seconds after which the run waits no longer."""
TIME_FOR_MOVES: Final = 120.0
"""Seconds within which every table makes its moves, on a slow machine too."""
Figures = dict[str, Any]


# --- a server that is killed ----------------------------------------------------------------------


class Server:
    """A server on a port of its own, that can be killed and started again."""

    def __init__(self, folder: str, *options: str) -> None:
        self.options = (*OPTIONS, *options)
        self.database = str(Path(folder) / "chaos.sqlite")
        self.log = Path(folder) / "server.log"
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; it does not answer yet."""
        where = ["--port", str(self.port), "--database", self.database, *self.options]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "rebelote.cli", "serve", *where],
                stdout=subprocess.DEVNULL,
                stderr=log,
            )

    async def serving(self) -> float:
        """Wait until it answers; the seconds that took."""
        began = time.monotonic()
        while time.monotonic() - began < 120:
            if await asyncio.to_thread(self._answers):
                return time.monotonic() - began
            await asyncio.sleep(0.02)
        raise RuntimeError(f"the server does not answer: {self.log.read_text()[-2000:]}")

    def _answers(self) -> bool:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/me", timeout=5).close()
            return True
        return False

    def end(self, how: signal.Signals) -> None:
        """Kill the server, or ask it to stop."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait()
            self.process = None

    def read(self, sql: str, *values: Any) -> list[Any]:
        """Return the rows of a query of its file."""
        with contextlib.closing(sqlite3.connect(self.database, timeout=10)) as connection:
            return connection.execute(sql, values).fetchall()

    def add_resting_tables(self, many: int) -> None:
        """Copy a table that has been played at, so that the file is as large as in life."""
        with contextlib.closing(sqlite3.connect(self.database)) as connection, connection:
            result = connection.execute("SELECT id FROM tables LIMIT 1").fetchone()[0]
            for number in range(many):
                for sql in (
                    "INSERT INTO tables (id, created, facts) "
                    "SELECT ?, created, facts FROM tables WHERE id = ?",
                    "INSERT INTO log (table_id, seq, client_id, entry, kind) "
                    "SELECT ?, seq, client_id, entry, kind FROM log WHERE table_id = ?",
                ):
                    connection.execute(sql, (f"resting{number}", result))


@contextlib.asynccontextmanager
async def playing(
    server: Server, tables: int, seed: int, clock: str = "normal", pace: float = PACE
) -> AsyncIterator[tuple[list[Party], Tally]]:
    """Yield a server at which so many parties play."""
    server.start()
    tally, http = Tally(), Http(server.port)
    parties = [Party(server.port, tally, pace, Random(seed + n)) for n in range(tables)]
    try:
        await server.serving()
        for party in parties:
            await party.gather(http, "french", clock)
        await http.close()
        pings = asyncio.create_task(ping_all([p for party in parties for p in party.people]))
        yield parties, tally
        pings.cancel()
    finally:
        for party in parties:
            party.end()
        await asyncio.sleep(0.2)
        server.end(signal.SIGTERM)


def wrongs(server: Server, parties: Iterable[Party]) -> dict[str, int]:
    """Compare the acknowledgements with the log, and count the faults at all tables together."""
    sql = "SELECT seq, client_id, entry FROM log WHERE table_id = ? ORDER BY seq"
    result: Counter[str] = Counter()
    for party in parties:
        result.update(wrongs_at(party, server.read(sql, party.table)))
    return dict(result)


def wrongs_at(party: Party, lines: list[Any]) -> dict[str, int]:
    """Count the faults at one table: moves lost, moved, applied twice; a bad log."""
    written = {client_id: seq for seq, client_id, _ in lines if client_id is not None}
    keys = [client_id for _, client_id, _ in lines if client_id is not None]
    sent = sent_by(party, lines)
    acked = {sent[message]: version for message, version in party.acked.items()}
    return {
        "lost": sum(key not in written for key in acked),
        "elsewhere": sum(written.get(key, version) != version for key, version in acked.items()),
        "twice": len(keys) - len(set(keys)),
        "unknown": len(set(keys) - set(sent.values())),
        "broken": int(_is_broken(party.table, lines)),
    }


def sent_by(party: Party, lines: list[Any]) -> dict[str, str]:
    """Return the ids of all that the people of a table have sent, and their keys in its log."""
    seatings = [seats for _, _, line in lines if (seats := json.loads(line).get("seats"))]
    result = {}
    for who in party.people:
        person = seatings[-1][who.seat]["person"]
        for number in range(1, who.number + 1):
            message = f"{party.table}-{who.seat}-{number}"
            result[message] = message_key(person, message)
    return result


def _is_broken(table: str, lines: list[Any]) -> bool:
    """Return whether a log has a gap, or is no game by the rules."""
    if [seq for seq, _, _ in lines] != list(range(1, len(lines) + 1)):
        return True
    try:
        Table.restore(table, lines)
    except Exception as error:
        print(f"{table}: {error!r}", file=sys.stderr)
        return True
    return False


async def crash(cycles: int, tables: int, resting: int, seed: int) -> Figures:
    """Kill, start again, and wait for all people, so many times."""
    chance, served, back, there = Random(seed), [], [], []
    acknowledged = 0
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        async with playing(server, tables, seed) as (parties, tally):
            await asyncio.sleep(1)
            server.end(signal.SIGTERM)
            server.add_resting_tables(resting)
            server.start()
            await server.serving()
            for cycle in range(cycles):
                await _all_back(parties, tally)
                await asyncio.sleep(chance.uniform(0.1, 1.0))
                tally.clear()
                server.end(signal.SIGKILL)
                server.start()
                served.append(await server.serving())
                there.append(await _all_back(parties, tally))
                back += list(tally.back)
                if cycle % 20 == 0 or cycle == cycles - 1:
                    _raise_on(wrongs(server, parties))
        result = wrongs(server, parties)
        acknowledged = sum(len(party.acked) for party in parties)
    return {
        "cycles": cycles,
        "tables_in_the_file": tables + resting,
        "acknowledged_moves": acknowledged,
        **result,
        "serving_again_s_most": round(max(served), 2),
        "back_ms": spread_of(back),
        "back_within_10_s_share_least": round(min(there), 3),
    }


def spread_of(times: list[float]) -> dict[str, float]:
    """Return the middle and the ends of some times."""
    return spread(array("d", times))


def _raise_on(result: dict[str, int]) -> None:
    if any(result.values()):
        raise AssertionError(f"the log is not what was acknowledged: {result}")


async def _all_back(parties: list[Party], tally: Tally) -> float:
    """Wait for everybody; the share that was back within ten seconds of losing the line."""
    people = [person for party in parties for person in party.people]
    end = time.monotonic() + GIVEN
    while time.monotonic() < end and any(person.lost_at is not None for person in people):
        await asyncio.sleep(0.05)
    late = sum(seconds > 10 for seconds in tally.back)
    late += sum(person.lost_at is not None for person in people)
    return 1 - late / len(people)


# --- a bad line -----------------------------------------------------------------------------------


class BadLine:
    """Stands between people and server; what it does to bytes is one of the `LINES`."""

    def __init__(self, kind: str, port: int, seed: int) -> None:
        self.kind, self.to = kind, port
        self.chance = Random(seed)
        self.healthy = False
        self.port = 0
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._joined, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def close(self) -> None:
        """Stop listening, and cut every line."""
        if self._server is not None:
            self._server.close()
        for task in self._tasks:
            task.cancel()

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        with contextlib.suppress(OSError, asyncio.CancelledError):
            from_server, to_server = await asyncio.open_connection("127.0.0.1", self.to)
            await self._carry(reader, writer, from_server, to_server)
        self._tasks.discard(task)

    async def _carry(self, reader: Any, writer: Any, from_server: Any, to_server: Any) -> None:
        """Carry data both ways until one side is gone; a half-open line keeps the server's side."""
        bad = not self.healthy and self.kind != "sound"
        there = asyncio.create_task(self._pipe(reader, to_server, True, bad))
        back = asyncio.create_task(self._pipe(from_server, writer, False, bad))
        try:
            await asyncio.wait({there, back}, return_when=asyncio.FIRST_COMPLETED)
            if bad and self.kind == "half_open":
                writer.close()
                await asyncio.sleep(600)
        finally:
            for task in (there, back):
                task.cancel()
            if bad and self.kind == "reset":
                _reset(writer)
                _reset(to_server)
            writer.close()
            to_server.close()

    async def _pipe(self, reader: Any, writer: Any, up: bool, bad: bool) -> None:
        ends = time.monotonic() + self.chance.uniform(3, 8)
        while data := await reader.read(4096):
            if bad and not self.healthy:
                data = await LINES[self.kind](self, data, up, time.monotonic() > ends)
                if data is None:
                    return
            writer.write(data)
            await writer.drain()

    # --- what may happen to a piece of what is said; None: the line ends

    async def _sound(self, data: bytes, up: bool, over: bool) -> bytes | None:
        return data

    async def _jitter(self, data: bytes, up: bool, over: bool) -> bytes | None:
        await asyncio.sleep(self.chance.uniform(0, 0.3))
        return data

    async def _stalls(self, data: bytes, up: bool, over: bool) -> bytes | None:
        if self.chance.random() < 0.05:
            await asyncio.sleep(self.chance.uniform(1, 7))
        return data

    async def _loss(self, data: bytes, up: bool, over: bool) -> bytes | None:
        """Delay data as a lost packet does above TCP, with all that follows it."""
        if self.chance.random() < 0.05:
            await asyncio.sleep(self.chance.choice((0.2, 0.2, 0.2, 0.6, 1.4)))
        return data

    async def _blackhole(self, data: bytes, up: bool, over: bool) -> bytes | None:
        while over and not self.healthy:
            await asyncio.sleep(0.1)
        return data

    async def _half_open(self, data: bytes, up: bool, over: bool) -> bytes | None:
        return None if over and not up else data

    async def _reset(self, data: bytes, up: bool, over: bool) -> bytes | None:
        return None if over else data

    async def _slow_reader(self, data: bytes, up: bool, over: bool) -> bytes | None:
        if not up:
            await asyncio.sleep(len(data) / 1500)
        return data


def _reset(writer: asyncio.StreamWriter) -> None:
    """End a line as if a machine had died: no goodbye."""
    with contextlib.suppress(OSError, AttributeError):
        ends_now = b"\x01\x00\x00\x00\x00\x00\x00\x00"
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, ends_now)
    writer.transport.abort()


LINES: Final[dict[str, Any]] = {
    "sound": BadLine._sound,
    "jitter": BadLine._jitter,
    "loss": BadLine._loss,
    "stalls": BadLine._stalls,
    "blackhole": BadLine._blackhole,
    "half_open": BadLine._half_open,
    "reset": BadLine._reset,
    "slow_reader": BadLine._slow_reader,
}
FROZEN: Final = 8 + 3 + 20 + 3.0
"""Seconds: the clock of a fast table, its bank, and how soon a bot acts."""


async def network(seconds: float, seed: int, moves: int = 0) -> Figures:
    """Spoil the lines of a table for each kind, two of its four people on it; then mend all.

    `moves`: how many each table should have acknowledged; they play on until then.
    """
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        async with playing(server, len(LINES), seed, "fast", 0.5) as (parties, tally):
            lines = await _spoil(parties, server.port, seed)
            watch = Watch(server, parties)
            await watch.on(seconds)
            for line in lines:
                line.healthy = True
            before = watch.versions()
            await watch.on(FROZEN, lambda: not watch.same_as(before))
            stuck = watch.same_as(before)
            await watch.on(TIME_FOR_MOVES, lambda: all(len(p.acked) >= moves for p in parties))
            for line in lines:
                line.close()
        result = wrongs(server, parties)
        errors = dict(tally.errors)
        acknowledged = {k: len(p.acked) for k, p in zip(LINES, parties, strict=True)}
    return {
        "seconds": seconds,
        "acknowledged_moves": acknowledged,
        **result,
        "longest_pause_s": watch.longest,
        "frozen": watch.frozen,
        "stuck_afterwards": stuck,
        "unsent_most": watch.unsent,
        "refused_and_lost_lines": errors,
    }


async def _spoil(parties: list[Party], port: int, seed: int) -> list[BadLine]:
    """Put two people of each table on that table's kind of line."""
    lines = []
    for number, (kind, party) in enumerate(zip(LINES, parties, strict=True)):
        line = BadLine(kind, port, seed + number)
        await line.open()
        lines.append(line)
        for person in party.people[1:3]:
            _move(person, line.port)
    return lines


def _move(person: Person, port: int) -> None:
    person.port = port
    if person.transport is not None:
        person.transport.abort()


class Watch:
    """Looks whether tables go on, and how long queues grow."""

    def __init__(self, server: Server, parties: list[Party]) -> None:
        self.server, self.parties = server, parties
        self.longest = dict.fromkeys(LINES, 0.0)
        self.frozen: list[str] = []
        self.unsent = 0.0

    def versions(self) -> list[int]:
        """Return the last log number of each table."""
        sql = "SELECT max(seq) FROM log WHERE table_id = ?"
        return [self.server.read(sql, party.table)[0][0] for party in self.parties]

    def same_as(self, before: list[int]) -> list[str]:
        """Return the lines whose tables have not gone on since."""
        now = zip(LINES, before, self.versions(), strict=True)
        return [kind for kind, then, there in now if then == there]

    async def on(self, seconds: float, done: Callable[[], bool] = lambda: False) -> None:
        """Look for so many seconds, or until it is done."""
        end, last = time.monotonic() + seconds, self.versions()
        since = [time.monotonic()] * len(last)
        while time.monotonic() < end and not done():
            await asyncio.sleep(0.5)
            now, there = time.monotonic(), self.versions()
            since = [now if a != b else at for a, b, at in zip(last, there, since, strict=True)]
            last = there
            for kind, at in zip(LINES, since, strict=True):
                self.longest[kind] = max(self.longest[kind], round(now - at, 1))
            result = await asyncio.to_thread(metrics, self.server.port)
            self.unsent = max(self.unsent, result["rebelote_unsent_most"])
        self.frozen = [kind for kind, pause in self.longest.items() if pause > FROZEN]


# --- the command ----------------------------------------------------------------------------------


def is_wrong(result: Figures) -> bool:
    """Return whether something was lost, applied twice, or stood still."""
    wrong = ("lost", "elsewhere", "twice", "unknown", "broken", "frozen", "stuck_afterwards")
    return any(result.get(name) for name in wrong)


def is_bad(result: Figures) -> bool:
    """Return whether a promise was broken, those about time included."""
    return (
        is_wrong(result)
        or result.get("serving_again_s_most", 0) > 5
        or result.get("back_within_10_s_share_least", 1) < BACK_SHARE
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("what", choices=("crash", "network"))
    asked.add_argument("--cycles", type=int, default=200)
    asked.add_argument("--tables", type=int, default=20, help="tables that are played at")
    asked.add_argument("--resting", type=int, default=980, help="tables that lie in the file")
    asked.add_argument("--seconds", type=float, default=90.0)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    if given.what == "crash":
        result = asyncio.run(crash(given.cycles, given.tables, given.resting, given.seed))
    else:
        result = asyncio.run(network(given.seconds, given.seed))
    print(json.dumps({"what": given.what, **result}))
    sys.exit(is_bad(result))


if __name__ == "__main__":
    main()
