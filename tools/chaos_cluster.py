"""Faults of a cluster in which no table may lose a move: `make chaos-cluster`.

    PYTHONPATH=perf:tools:tests/support .venv/bin/python tools/chaos_cluster.py --tables 200

Several nodes serve the same tables over one PostgreSQL. Four people sit at each, spread over the
nodes, and go to another where theirs does not answer. Nodes are killed, stopped and cut off, each
fault once all tables have continued after the one before. Then what was acknowledged, and what each
person was shown, is compared with the log. With the fault `nats` among --kinds, nodes exchange
messages by a NATS server. Everything stays on loopback and ends by itself, or by Ctrl-C; the last
line is JSON, and the exit code is 1 after a failure.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import math
import os
import platform
import signal
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final, NamedTuple

import asyncpg
from chaos import sent_by, wrongs_at
from cluster import Cluster, Node, serving
from load import quickly
from nats_server import NatsServer, NoNats
from people import Tally, ping_all
from postgres_server import NoPostgres
from roaming import Roamer, RoamingParty, digest_of

from rebelote.server.base.protocol.schemas import encode
from rebelote.server.table.model import event_log
from rebelote.server.table.model.event_log import Entry, Substituted
from rebelote.server.table.model.table import Table

GIVEN: Final = 60.0
"""Seconds after a fault in which every table has to go on."""
AT_ONCE: Final = 8
"""Parties that gather at the same time."""
LINES: Final = "SELECT seq, client_id, entry FROM log WHERE table_id = $1 ORDER BY seq"
CUT: Final = (
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
    "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' AND random() < 0.5"
)
Figures = dict[str, Any]


class ChaosOptions(NamedTuple):
    """The options of a run; times in seconds."""

    nodes: int = 3
    tables: int = 200
    cycles: int = 15
    kinds: tuple[str, ...] = ("kill", "stop", "database", "cut", "outage")
    calm: float = 10.0
    """Seconds of quiet at the start."""
    stopped: float = 15.0
    """Seconds that a node is stopped: more than a turn of the fast clock, which is 11."""
    away: float = 5.0
    """Seconds that PostgreSQL is away."""
    long: float = 15.0
    """Seconds that it is away in an outage."""
    cutting: float = 4.0
    """Seconds that connections to PostgreSQL are cut."""
    silent: float = 8.0
    """Seconds that NATS is away."""
    pace: float = 0.8
    """From one move at a table to the next."""
    clock: str = "fast"
    preset: str = "french"
    seed: int = 1


class Done(NamedTuple):
    """A fault, and what became of the tables; times in seconds."""

    kind: str
    what: str
    at: float
    lasted: float
    silences: list[float]
    """The longest time without anything new, by table."""
    resumed: list[float]
    """The time from the end of the fault to something new, by table."""
    stuck: int


class Chaos:
    """Parties at a cluster, to which things are done."""

    def __init__(self, cluster: Cluster, asked: ChaosOptions) -> None:
        self.cluster, self.asked = cluster, asked
        self.chance = Random(asked.seed)
        self.tally = Tally()
        self.parties = [
            RoamingParty(cluster.ports, self.tally, asked.pace, Random(asked.seed * 10_000 + n))
            for n in range(asked.tables)
        ]
        self.done: list[Done] = []
        self._began = time.perf_counter()

    @property
    def people(self) -> list[Roamer]:
        return [person for party in self.parties for person in party.people]

    async def gather(self) -> None:
        """Have all parties come, a few at a time."""
        waiting = self.parties[::-1]

        async def usher() -> None:
            while waiting:
                await waiting.pop().gather_somewhere(self.asked.preset, self.asked.clock)

        await asyncio.gather(*(usher() for _ in range(AT_ONCE)))

    async def run(self) -> None:
        """Play with all people, while one thing after another is done to the cluster."""
        await self.gather()
        pings = asyncio.create_task(ping_all([*self.people]))
        try:
            await self._under("calm", self._calm)
            kinds = self.asked.kinds
            for cycle in range(self.asked.cycles):
                kind = kinds[cycle % len(kinds)]
                self._spread()
                await asyncio.sleep(self.chance.uniform(2.0, 4.0))
                await self._under(kind, FAULTS[kind].__get__(self))
        finally:
            pings.cancel()
            for party in self.parties:
                party.end()

    def _spread(self) -> None:
        """Move people until each node has as many; those started last have none."""
        people = self.people
        self.chance.shuffle(people)
        at = Counter(dict.fromkeys(self.cluster.ports, 0))
        at.update(person.port for person in people)
        for person in people:
            emptiest = min(at, key=at.__getitem__)
            if at[person.port] > at[emptiest] + 1:
                at.subtract([person.port])
                at.update([emptiest])
                person.move(emptiest)

    async def _under(self, kind: str, fault: Callable[[], Awaitable[str]]) -> None:
        """Do this, wait until all tables have gone on, and take note of how long each stood."""
        began = time.perf_counter()
        what = await fault()
        ended = time.perf_counter()
        stuck = await self._gone_on(ended)
        now = time.perf_counter()
        incoming = [[*party.incoming.values()] for party in self.parties]
        silences = [silence(times, began, now) for times in incoming]
        resumed = [
            min((at for at in times if at > ended), default=now) - ended for times in incoming
        ]
        done = Done(kind, what, began - self._began, ended - began, silences, resumed, len(stuck))
        self.done.append(done)
        print("  ".join(row(done)), flush=True)

    async def _gone_on(self, since: float) -> list[RoamingParty]:
        """Wait until something new has come to each table; those to which nothing has."""
        waiting = self.parties
        while waiting and time.perf_counter() < since + GIVEN:
            await asyncio.sleep(0.05)
            waiting = [party for party in waiting if party.last_new <= since]
        return waiting

    # --- what is done

    async def _in_a_thread(self, work: Callable[[], Any]) -> None:
        await asyncio.get_running_loop().run_in_executor(self.cluster.threads, work)

    def _any(self) -> Node:
        return self.chance.choice(self.cluster.nodes)

    async def _calm(self) -> str:
        await asyncio.sleep(self.asked.calm)
        return "nothing"

    async def _kill(self) -> str:
        node = self._any()
        await self._in_a_thread(node.crash)
        await asyncio.sleep(self.chance.uniform(0.0, 2.0))
        await self._in_a_thread(node.start)
        return f"kill -9 of node {self.cluster.nodes.index(node)}, started again"

    async def _stop(self) -> str:
        node = self._any()
        node.signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(self.asked.stopped)
        finally:
            node.signal(signal.SIGCONT)
        return f"SIGSTOP of node {self.cluster.nodes.index(node)}, SIGCONT"

    async def _database(self) -> str:
        return await self._without_postgres(self.asked.away)

    async def _outage(self) -> str:
        return await self._without_postgres(self.asked.long)

    async def _without_postgres(self, seconds: float) -> str:
        """End PostgreSQL as by `pg_ctl -m immediate`; it recovers."""
        postgres = self.cluster.postgres
        await self._in_a_thread(lambda: postgres.stop(signal.SIGQUIT))
        await asyncio.sleep(seconds)
        await self._in_a_thread(postgres.start)
        return "PostgreSQL stopped at once, started again"

    async def _cut(self) -> str:
        connection = await asyncpg.connect(self.cluster.url)
        end, cuts = time.perf_counter() + self.asked.cutting, 0
        try:
            while time.perf_counter() < end:
                cuts += await connection.fetchval(CUT)
                await asyncio.sleep(self.chance.uniform(0.1, 0.4))
        finally:
            await connection.close()
        return f"{cuts} connections to PostgreSQL cut"

    async def _nats(self) -> str:
        nats = self.cluster.nats
        assert nats is not None
        await self._in_a_thread(nats.stop)
        await asyncio.sleep(self.asked.silent)
        await self._in_a_thread(nats.start)
        return "NATS killed, started again"

    # --- what is found

    async def publish(self) -> Figures:
        """Play under all that is done, and judge: the figures."""
        began = time.perf_counter()
        await self.run()
        seconds = time.perf_counter() - began
        result: Counter[str] = Counter()
        for party, lines in await self.logs():
            result.update(wrongs_at(party, lines))
            result.update(judged(party, lines))
        result["server_errors"] = self.tally.errors["server-error"]
        result["stuck"] = sum(done.stuck for done in self.done)
        result["faults"] = len(self.done) - 1
        return {
            **result,
            "seconds": round(seconds, 1),
            "back_s_most": round(max(self.tally.back, default=0.0), 2),
            "lost_lines_and_refusals": dict(self.tally.errors),
            "silence_s": by_kind(self.done, lambda done: done.silences),
            "resumed_s": by_kind(self.done, lambda done: done.resumed),
        }

    async def logs(self) -> list[tuple[RoamingParty, list[Any]]]:
        """Return the log of each party's table, as it is in the database."""
        connection = await asyncpg.connect(self.cluster.url)
        try:
            return [
                (party, [tuple(line) for line in await connection.fetch(LINES, party.table)])
                for party in self.parties
            ]
        finally:
            await connection.close()


FAULTS: Final[dict[str, Any]] = {
    "kill": Chaos._kill,
    "stop": Chaos._stop,
    "database": Chaos._database,
    "cut": Chaos._cut,
    "outage": Chaos._outage,
    "nats": Chaos._nats,
}


def silence(times: Sequence[float], began: float, ended: float) -> float:
    """Return the longest time without anything new that reaches into this span.

    >>> silence([1.0, 2.0, 5.0, 6.0], began=3.0, ended=7.5), silence([], 1.0, 2.0)
    (3.0, 1.0)
    """
    before = [at for at in times if at <= began][-1:] or [began]
    marks = [*before, *(at for at in times if began < at < ended), ended]
    return max(later - earlier for earlier, later in pairwise(marks))


# --- one table ------------------------------------------------------------------------------------


def judged(party: RoamingParty, lines: Sequence[Any]) -> Figures:
    """Count the faults in the views and charges of people at one table; add some figures."""
    sent = sent_by(party, list(lines))
    keys = {client_id for _, client_id, _ in lines}
    entries = [event_log.decode(entry) for _, _, entry in lines]
    substituted = Counter(entry.why for entry in entries if isinstance(entry, Substituted))
    _report_charges(party, entries)
    refused = [sent[message] for person in party.people for message in person.refused]
    faults = [fault for person in party.people for fault in person.witness.faults]
    faults += other_histories(party, lines)
    for fault in faults:
        print(f"{party.table}: {fault}", file=sys.stderr)
    return {
        "lines": len(lines),
        "acknowledged": len(party.acked),
        "refused": len(refused),
        "refused_and_written": sum(key in keys for key in refused),
        "histories": len(faults),
        "shown": sum(len(person.witness.views) for person in party.people),
        "stand_ins_clock": substituted["clock"],
        "stand_ins_gone": substituted["gone"],
        "banks_charged": sum(bool(getattr(entry, "spent", None)) for entry in entries),
    }


def _report_charges(party: RoamingParty, entries: Sequence[Entry]) -> None:
    """Print when a bot substituted for a person, or a time bank was used."""
    for version, entry in enumerate(entries, 1):
        if isinstance(entry, Substituted) or getattr(entry, "spent", None):
            at = party.incoming.get(version, party.came) - party.came
            print(f"{party.table}: {at:.1f} s: {version} {entry}", file=sys.stderr)


def other_histories(party: RoamingParty, lines: Sequence[Any]) -> list[str]:
    """Find the people who were shown another version than the log has."""
    table, result = Table(party.table), []
    for version, client_id, entry in lines:
        table.commit(table.followed_by(event_log.decode(entry), client_id))
        public = None
        for person in party.people:
            if (shown := person.witness.views.get(version)) is None:
                continue
            public = public or table.public()
            seen = json.loads(encode(table.seen_from(public, person.seat)))
            if digest_of(seen) != shown:
                result.append(f"seat {person.seat} was shown another version {version}")
    last = lines[-1][0] if lines else 0
    for person in party.people:
        beyond = [version for version in person.witness.views if version > last]
        result += [f"seat {person.seat} was shown {version}, of {last}" for version in beyond]
    return result


# --- the command ----------------------------------------------------------------------------------

HEAD: Final = (
    "fault", "at", "lasted", "silence p50", "max", "resumed p50", "max", "stuck", "what was done"
)  # fmt: skip


def row(done: Done) -> tuple[str, ...]:
    """Write a fault as a line of a table; times in seconds."""
    longest = (figure for of in (done.silences, done.resumed) for figure in (median(of), max(of)))
    times = (f"{value:.1f}" for value in (done.at, done.lasted, *longest))
    return f"{done.kind:8}", *times, str(done.stuck), done.what


WRONG: Final = (
    "lost",
    "elsewhere",
    "twice",
    "unknown",
    "broken",
    "refused_and_written",
    "histories",
    "server_errors",
    "stuck",
)
"""Figures that are to be nought, on however busy a machine."""
CHARGED: Final = ("stand_ins_clock", "stand_ins_gone", "banks_charged")
"""Figures that are to be nought where the machine is quick enough for its people."""


def is_wrong(result: Figures) -> bool:
    """Return whether a move was lost or doubled, or a table was shown wrongly or stood still."""
    return any(result[name] for name in WRONG)


def is_bad(result: Figures) -> bool:
    """Return whether a promise was broken, also that an outage is charged to no player."""
    return is_wrong(result) or any(result[name] for name in CHARGED)


def by_kind(
    every: Sequence[Done], times_of: Callable[[Done], list[float]]
) -> dict[str, dict[str, float]]:
    """Return the times of tables under each kind of fault."""
    result = {}
    for kind in dict.fromkeys(done.kind for done in every):
        times = sorted(it for done in every if done.kind == kind for it in times_of(done))
        p99 = times[math.ceil(0.99 * len(times)) - 1]
        of = {"p50": median(times), "p99": p99, "max": times[-1]}
        result[kind] = {name: round(seconds, 2) for name, seconds in of.items()}
    return result


async def publish(cluster: Cluster, asked: ChaosOptions) -> Figures:
    """Run everything on a cluster that serves; return its figures."""
    return await Chaos(cluster, asked).publish()


def run(asked: ChaosOptions, logs: Path | None = None) -> Figures:
    """Run a cluster of its own, and chaos; NoPostgres or NoNats where there can be none."""
    with contextlib.ExitStack() as stack:
        nats = None
        if "nats" in asked.kinds:
            nats = NatsServer()
            stack.callback(nats.stop)
            nats.start()
        cluster = stack.enter_context(serving(asked.nodes, nats=nats))
        result = quickly(publish(cluster, asked))
    for number, node in enumerate(cluster.nodes if logs else ()):
        (logs or Path()).joinpath(f"node{number}.log").write_text(node.said, encoding="utf-8")
    return result


def text(result: Figures) -> str:
    """Write the figures for people to read."""
    rows = ["| figure | value | |", "|---|---:|---|"]
    for name, value in result.items():
        if isinstance(value, int | float):
            verdict = (
                ("**wrong**" if value else "as it should be") if name in (*WRONG, *CHARGED) else ""
            )
            rows.append(f"| {name.replace('_', ' ')} | {value:,} | {verdict} |")
    for name, kinds in (("silence", "silence_s"), ("from the end of the fault", "resumed_s")):
        rows += ["", f"| {name}, s | p50 | p99 | max |", "|---|---:|---:|---:|"]
        for kind, times in result[kinds].items():
            rows.append(f"| {kind} | {times['p50']} | {times['p99']} | {times['max']} |")
    return "\n".join(rows)


def _asked() -> tuple[ChaosOptions, Path | None]:
    asked = argparse.ArgumentParser(description=__doc__)
    usual = ChaosOptions()._asdict()
    asked.add_argument("--kinds", default=",".join(usual.pop("kinds")), help=", ".join(FAULTS))
    asked.add_argument("--logs", type=Path, help="a folder for what the nodes log")
    for name, value in usual.items():
        asked.add_argument(f"--{name}", type=type(value), default=value)
    given = vars(asked.parse_args())
    logs = given.pop("logs")
    given["kinds"] = tuple(given["kinds"].split(","))
    if unknown := set(given["kinds"]) - FAULTS.keys():
        asked.error(f"there is no {', '.join(unknown)}")
    return ChaosOptions(**given), logs


def main() -> None:
    asked, logs = _asked()
    signal.signal(signal.SIGTERM, signal.getsignal(signal.SIGINT))
    print(f"{os.cpu_count()} cores, Python {platform.python_version()}; {asked}")
    print("  ".join(HEAD), flush=True)
    try:
        result = run(asked, logs)
    except (NoPostgres, NoNats) as error:
        sys.exit(f"NOT DONE: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
    print("", text(result), "", sep="\n")
    print(json.dumps(result))
    sys.exit(is_bad(result))


if __name__ == "__main__":
    main()
