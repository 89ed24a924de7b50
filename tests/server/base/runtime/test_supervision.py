"""Supervised background work: failures are logged, counted, shown by /health and tried again."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from http_person import Browser
from in_process import MovableTime, serving_in_process
from server_process import Person, Server, seated, serving
from waiting import until, until_async

from rebelote.bots import Thought
from rebelote.rules import presets
from rebelote.server.base.protocol.messages import Begin
from rebelote.server.base.protocol.occupants import FREE
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.base.runtime.supervision import (
    BACKOFF_MOST,
    OVERDUE_LEAST,
    OVERDUE_PERIODS,
    Backoff,
    Chore,
    Supervisor,
)
from rebelote.server.base.storage.sqlite_store import SqliteStore
from rebelote.server.base.telemetry import metrics
from rebelote.server.base.workers.bots import BotWorkers
from rebelote.server.features.ratings.results import Results
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person as Person_
from rebelote.server.table.lobby import Lobby
from rebelote.server.table.model import seating
from rebelote.server.table.room import TableMetadata
from rebelote.server.table.seats import occupant
from rebelote.server.table.table_services import TableServices


def failures(server: Server, chore: str) -> float:
    """Return how often a chore has failed, according to /metrics."""
    name = f'rebelote_chore_failures_total{{chore="{chore}"}} '
    lines = server.get("/metrics")[1].decode().splitlines()
    return next((float(line.removeprefix(name)) for line in lines if line.startswith(name)), 0)


def change(database: Path, sql: str, *values: Any) -> None:
    """Change a server's file behind its back."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(sql, values)


def logged(text: str, event: str) -> list[dict[str, Any]]:
    lines = (json.loads(line) for line in text.splitlines())
    return [line for line in lines if line["event"] == event]


# --- a real server --------------------------------------------------------------------------------


@pytest.mark.sqlite
def test_a_chore_that_fails_is_counted_logged_and_tried_again(tmp_path: Path) -> None:
    """The chore hands over results of ended matches, and their table is missing."""
    database = tmp_path / "log.sqlite"
    with serving(database):
        pass
    [(definition,)] = rows(database, "SELECT sql FROM sqlite_schema WHERE name = 'pending_results'")
    change(database, "DROP TABLE pending_results")
    with serving(database, "--log-json") as server:
        until(lambda: failures(server, "results") >= 2)
        person = seated(server, level="beginner")
        person.play_until(lambda view: len(person.acked) >= 1)
        person.close()
        change(database, definition)
        received = logged(server.stop(), "background work failed")
    assert {line["chore"] for line in received} == {"results"}
    assert all("pending_results" in line["error"] and ".py:" in line["at"] for line in received)


def rows(database: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(sql).fetchall()


SPOILT = {
    "an entry of another program": b'{"type":"other"}',
    "an entry of a later server": b'{"version":99,"log":"agreed","house":"rules"}',
    "half an entry": b'{"type":"agreed","rules":{',
    "an act that the rules refuse": b'{"type":"acted","seat":0,"action":{"do":"pass"}}',
}
"""Contents that a line of a log may come to have."""


@pytest.mark.sqlite
def test_a_table_that_cannot_be_read_is_refused_in_a_sentence(tmp_path: Path) -> None:
    database = tmp_path / "log.sqlite"
    with serving(database) as server:
        whole, *spoilt = (server.new_table(level="beginner") for _ in ("whole", *SPOILT))
    for seat, line in zip(spoilt, SPOILT.values(), strict=True):
        change(database, "UPDATE log SET entry = ? WHERE table_id = ?", line, seat["table"])
        change(database, "INSERT INTO pending_results VALUES (?)", seat["table"])
    with serving(database, "--log-json") as server:
        for seat in spoilt:
            is_refused(server, seat, whole["table"])
        received = server.stop()
    unreadable = logged(received, "a table cannot be read")
    assert sorted(line["table"] for line in unreadable) == sorted(seat["table"] for seat in spoilt)
    assert not logged(received, "background work failed")
    assert not logged(received, "fault")


def is_refused(server: Server, spoilt: dict[str, Any], whole: str) -> None:
    """Check that people of an unreadable table are notified, and may watch another."""
    status, body = server.get(f"/api/tables/{spoilt['table']}/record", spoilt["cookie"])
    assert (status, json.loads(body)["code"]) == (409, "table-unreadable")
    person = Person(server, spoilt)
    for _ in range(2):
        person.knock() if person.socket is None else person.send(
            {"type": "join", "table": spoilt["table"]}
        )
        assert person.receive("refused")["code"] == "table-unreadable"
    person.send({"type": "join", "table": whole})
    assert person.receive("update")["you"] is None
    person.close()


# --- time that passes -----------------------------------------------------------------------------


class Faulty:
    """A person at a table to whom nothing can be sent."""

    watch: int | None = None

    def __init__(self, person: Person_) -> None:
        self.person = person

    def send(self, message: object) -> None:
        raise RuntimeError("nothing can be told")

    def remove(self, code: str) -> None:
        raise RuntimeError("nobody can be turned away")

    def close_to_reconnect(self) -> None:
        """Send nobody to another node."""


def test_the_fault_of_one_table_stops_no_other_clock(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        people = [seated(server, level="beginner", terms={"pace": "fast"}) for _ in range(3)]
        for person in people:
            person.play_until(lambda view: view["legal"])
        faulty = server.core.lobby.tables[people[0].seated["table"]]
        faulty.room.listeners.append(Faulty(faulty.room.listeners[0].person))
        server.pass_time(60)
        for person in people:
            while not person.receive("update")["players"][0]["stand_in"]:
                pass
        assert failures(server, "clocks") >= 1
        faulty.room.listeners.pop()
        until(lambda: people[0].receive("update")["view"]["phase"] == "deal_over")


@pytest.mark.sqlite
def test_health_is_red_while_a_chore_does_not_succeed(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        assert health(server) == (200, True, [])
        [(definition,)] = rows(
            server.database, "SELECT sql FROM sqlite_schema WHERE name='pending_results'"
        )
        change(server.database, "DROP TABLE pending_results")
        server.time.advance(200)
        until(lambda: health(server) == (503, False, ["results"]))
        change(server.database, definition)


def health(server: Server) -> tuple[int, bool, list[str]]:
    """Return the status of /health, what it says of the chores, and which are overdue."""
    status, body = server.get("/health")
    result = json.loads(body)
    return status, result["actual"]["chores"], result["chores_overdue"]


# --- one table ------------------------------------------------------------------------------------


class Stumbling(BotWorkers):
    def __init__(self, failures: int) -> None:
        super().__init__()
        self.left = failures

    async def think(self, name: str, seed: int, view: Any, wish: Any = None) -> Thought:
        if self.left:
            self.left -= 1
            raise RuntimeError("no thought")
        return await super().think(name, seed, view)


@contextmanager
def stored(path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(str(path))
    try:
        yield store
    finally:
        store.close()


class Here:
    """A person at a table who receives everything and sends nothing."""

    watch: int | None = None

    def __init__(self, person: Any) -> None:
        self.person = person

    def send(self, message: object) -> None:
        """Send nothing."""

    def remove(self, code: str) -> None:
        """Remove nobody."""

    def close_to_reconnect(self) -> None:
        """Send nobody to another node."""


def test_a_bot_that_fails_thinks_again_while_people_wait(tmp_path: Path) -> None:
    async def evening(store: SqliteStore) -> int:
        lobby = Lobby(TableServices(store=store, accounts=Accounts(store), results=Results(store)))
        await lobby.accounts.timekeeper.load()
        ann, _ = await lobby.accounts.new_guest("Ann", "")
        seats = seating.filled((occupant(ann), FREE, FREE, FREE), "beginner")
        while True:
            metadata, rules = TableMetadata(host=ann.id), presets.rules("french")
            live = await lobby.create(metadata, rules, Terms(), seats)
            await live.join(Here(ann), None)
            await live.seats.arrange(ann, Begin("b"), lambda _: None)
            if live.table.bot_to_act() is not None:
                break
        lobby.services.bot_workers = Stumbling(2)
        before = live.table.version
        await until_async(lambda: not live.bots.is_advancing)
        lobby.services.bot_workers.close()
        return live.table.version - before

    before = metrics.CHORE_FAILURES.labels("tables")._value.get()
    with stored(tmp_path / "log.sqlite") as store:
        assert asyncio.run(evening(store)) > 0
    assert metrics.CHORE_FAILURES.labels("tables")._value.get() - before == 2


# --- the supervisor -------------------------------------------------------------------------------


class Work:
    """Work that fails the first so many times."""

    def __init__(self, error: Callable[[], BaseException] | None = None, times: int = 1) -> None:
        self.error, self.times, self.done = error, times, 0

    async def __call__(self) -> None:
        if self.error is not None and self.times:
            self.times -= 1
            raise self.error()
        self.done += 1


def supervised(chore: Chore, meanwhile: Callable[[Supervisor], Any]) -> None:
    """Run a chore until something has come to be."""

    async def evening() -> None:
        supervisor = Supervisor()
        supervisor.start(chore)
        await until_async(lambda: meanwhile(supervisor))
        await supervisor.close()

    asyncio.run(evening())


@pytest.mark.parametrize("error", [OSError, RecursionError, asyncio.CancelledError])
def test_a_chore_outlives_what_it_raises(error: type[BaseException]) -> None:
    work = Work(error)
    supervised(Chore("test", work, 0.01), lambda _: work.done >= 2)


def test_what_is_to_be_done_once_is_done_once() -> None:
    work, other = Work(OSError), Work()

    async def evening() -> None:
        supervisor = Supervisor()
        supervisor.start(Chore("once", work, None, at_start=True), Chore("other", other, 0.01))
        await until_async(lambda: work.done)
        seen = other.done
        await until_async(lambda: other.done > seen + 5)
        assert not supervisor.overdue
        await supervisor.close()

    asyncio.run(evening())
    assert work.done == 1


def test_a_chore_that_has_not_succeeded_for_three_periods_is_overdue() -> None:
    async def stuck() -> None:
        await asyncio.Event().wait()

    async def evening() -> None:
        time, minute = MovableTime(), 60.0
        supervisor = Supervisor(time.source.monotonic)
        well, failing = Work(), Work(OSError, 1000)
        supervisor.start(
            Chore("well", well, 0.01),
            Chore("failing", failing, minute, at_start=True),
            Chore("stuck", stuck, minute, at_start=True),
        )
        for seconds, overdue in (
            ((OVERDUE_PERIODS - 1) * minute, ()),
            (minute, ("failing", "stuck")),
        ):
            time.advance(seconds)
            well.done = 0
            await until_async(lambda: well.done > 1)
            assert supervisor.overdue == overdue
        await supervisor.close()

    asyncio.run(evening())


def test_each_wait_is_twice_the_one_before_up_to_a_minute() -> None:
    backoff = Backoff()
    assert [backoff.failed(0) for _ in range(8)] == [1, 2, 4, 8, 16, 32, BACKOFF_MOST, BACKOFF_MOST]
    assert backoff.waits(BACKOFF_MOST - 1) and not backoff.waits(BACKOFF_MOST)
    backoff.succeeded()
    assert not backoff.waits(0) and backoff.failed(0) == 1
    assert Chore("quick", Work(), 0.02).patience == OVERDUE_LEAST


UNKNOWN = {
    "a rule that is not known": "json_set(CAST(entry AS TEXT), '$.rules.no_such_rule', 1)",
    "an entry of a later server": "json_set(CAST(entry AS TEXT), '$.version', 99)",
    "half an entry": "rtrim(CAST(entry AS TEXT), '}')",
}
"""The SQL that makes a line of a log unreadable for this server."""


@pytest.mark.sqlite
def test_who_sat_at_a_table_that_cannot_be_read_can_leave_for_good(tmp_path: Path) -> None:
    database = tmp_path / "log.sqlite"
    with serving(database) as server:
        people = [Browser(server, f"Ann {what}") for what in ("one", "two", "three")]
        tables = [one.sit(level="beginner", begin=False).seated["table"] for one in people]
    for table, entry in zip(tables, UNKNOWN.values(), strict=True):
        change(database, f"UPDATE log SET entry = CAST({entry} AS BLOB) WHERE table_id = ?", table)
    with serving(database) as server:
        for one, table in zip(people, tables, strict=True):
            one.server = server
            assert one.code("GET", f"/api/tables/{table}", 409) == "table-unreadable"
            one.ask("DELETE", "/api/me", 204, {"password": ""})
    kept = database.read_bytes()
    assert not [one for one in people if one.me["id"].encode() in kept]
