"""Any store against a list: lines, messages written before, statements, lost connections."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import AbstractContextManager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from databases import new_database
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from needs import needs_postgres
from volume import volume

from rebelote.server.base.storage.store import ConflictError, LogLine, Statement, Store, Written
from rebelote.server.main.compose import store_of

TABLES = st.sampled_from(("one", "two"))
NAMES = st.sampled_from("abc")
KEEP = "INSERT INTO secrets (name, value) VALUES (?, ?)"
FORGET = "DELETE FROM secrets WHERE name = ?"


class AnyStore(RuleBasedStateMachine):
    """A store, and the logs and secrets that it should hold."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.store = self.opened()
        self.logs: dict[str, list[LogLine]] = {"one": [], "two": []}
        self.secrets: set[str] = set()
        self.count = 0

    def opened(self) -> Store:
        raise NotImplementedError

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    def received(self, *acts: Any) -> list[bool]:
        """Return whether each of these, begun together, was written; else it was taken."""

        async def begin() -> list[object]:
            begun: list[Written] = [act() for act in acts]
            return await asyncio.gather(*begun, return_exceptions=True)

        result = self.run(begin())
        assert all(why is None or isinstance(why, ConflictError) for why in result), result
        return [why is None for why in result]

    def new(self, table: str, seq: int, again: bool) -> LogLine:
        """Return a line, with an id that is new or stands in the log already."""
        self.count += 1
        known = [line.client_id for line in self.logs[table] if line.client_id]
        client_id = known[0] if again and known else f"id{self.count}"
        return LogLine(seq, client_id, b"entry %d" % self.count)

    def fits(self, table: str, line: LogLine) -> bool:
        """Return whether a line can still be written."""
        log = self.logs[table]
        return all(line.seq != it.seq and line.client_id != it.client_id for it in log)

    @rule(table=TABLES, step=st.integers(0, 2), again=st.booleans())
    def append(self, table: str, step: int, again: bool) -> None:
        """Write one line: the next one, or where there is one."""
        line = self.new(table, max(1, len(self.logs[table]) + 1 - step), again)
        fits = self.fits(table, line)
        assert self.received(lambda: self.store.append(table, *line)) == [fits]
        self.logs[table] += [line] * fits

    @rule(table=TABLES, number=st.integers(2, 9), both=st.booleans())
    def append_together(self, table: str, number: int, both: bool) -> None:
        """Write several lines at once, each after the other; or two in each place."""
        first = len(self.logs[table]) + 1
        lines = [self.new(table, first + at, False) for at in range(number)]
        rivals = [self.new(table, first + at, False) for at in range(number)] if both else []
        acts = [self._appending(table, line) for line in (*lines, *rivals)]
        assert self.received(*acts) == [True] * number + [False] * len(rivals)
        self.logs[table] += lines

    def _appending(self, table: str, line: LogLine) -> Any:
        return lambda: self.store.append(table, *line)

    @rule(table=TABLES, name=NAMES, step=st.integers(0, 1))
    def append_with_more(self, table: str, name: str, step: int) -> None:
        """Write a line, and something with it: both or neither."""
        line = self.new(table, max(1, len(self.logs[table]) + 1 - step), False)
        fits = self.fits(table, line) and name not in self.secrets
        kept: Statement = (KEEP, (name, b""))
        assert self.received(lambda: self.store.append(table, *line, kept)) == [fits]
        if fits:
            self.logs[table].append(line)
            self.secrets.add(name)

    @rule(names=st.lists(NAMES, min_size=1, max_size=3), forget=st.sets(NAMES))
    def write(self, names: list[str], forget: set[str]) -> None:
        statements: list[Statement] = [(FORGET, (name,)) for name in sorted(forget)]
        statements += [(KEEP, (name, b"")) for name in names]
        fits = len(set(names)) == len(names) and not set(names) & (self.secrets - forget)
        assert self.received(lambda: self.store.write(*statements)) == [fits]
        if fits:
            self.secrets = (self.secrets - forget) | set(names)

    @invariant()
    def reads_back(self) -> None:
        """Check that the store and the lists hold the same."""
        for table, log in self.logs.items():
            assert self.run(self.store.log(table)) == sorted(log)
            assert self.run(self.store.version(table)) == len(log)
            for line in log[-2:]:
                known = line.seq, line.client_id
                assert self.run(self.store.message(table, line.client_id or "")) == known
        names = self.run(self.store.read("SELECT name FROM secrets ORDER BY name"))
        assert names == [(name,) for name in sorted(self.secrets)]

    def teardown(self) -> None:
        self.run(self.store.stop())
        self.runner.close()


class InFile(AnyStore):
    def opened(self) -> Store:
        self.folder = TemporaryDirectory()
        return store_of(str(Path(self.folder.name) / "club.sqlite"))

    def teardown(self) -> None:
        super().teardown()
        self.folder.cleanup()


class InPostgres(AnyStore):
    """PostgreSQL's store, whose connections are cut now and then."""

    def opened(self) -> Store:
        self.database: AbstractContextManager[str] = new_database()
        store = store_of(self.database.__enter__())
        self.run(store.start())
        return store

    @rule(table=TABLES, number=st.integers(1, 9))
    def append_while_connections_are_cut(self, table: str, number: int) -> None:
        """Append lines while connections are cut; every waiting caller gets a true answer."""
        first = len(self.logs[table]) + 1
        lines = [self.new(table, first + at, False) for at in range(number)]

        async def both() -> list[object]:
            cut = (
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = "
                "current_database() AND application_name = 'rebelote' AND pid <> pg_backend_pid()"
            )
            begun = [self.store.append(table, *line) for line in lines]
            await asyncio.gather(self.store.read(cut), asyncio.sleep(0))
            return await asyncio.gather(*begun)

        assert self.run(both()) == [None] * number
        self.logs[table] += lines

    def teardown(self) -> None:
        super().teardown()
        self.database.__exit__(None, None, None)


InFile.TestCase.settings = settings(
    max_examples=volume(6, 20), stateful_step_count=20, deadline=None
)
InPostgres.TestCase.settings = settings(
    max_examples=volume(3, 10), stateful_step_count=20, deadline=None
)
TestInFile = InFile.TestCase
TestInPostgres = needs_postgres(InPostgres.TestCase)
