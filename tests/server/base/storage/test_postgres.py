"""The store in PostgreSQL: its statements, its schema, and the errors when it goes away."""

from __future__ import annotations

import ast
import asyncio
import importlib
import re
import signal
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import forked
import pytest
from databases import new_database
from postgres_server import NoPostgres, PostgresServer, shared
from structlog.testing import capture_logs
from waiting import until_async

import rebelote
from rebelote.server.base.storage import packed_lines, postgres_schema, schema
from rebelote.server.base.storage.postgres_settings import BATCH, BY_KEY
from rebelote.server.base.storage.store import (
    ConflictError,
    MustChange,
    Reader,
    Statement,
    StoreFailedError,
    TooLateError,
    UnmetError,
    packing,
)
from rebelote.server.web import feature

asyncpg = pytest.importorskip("asyncpg", reason="asyncpg is not installed")
from rebelote.server.base.storage import postgres_store  # noqa: E402
from rebelote.server.base.storage.postgres_connections import dollars, prepare  # noqa: E402
from rebelote.server.base.storage.postgres_store import PostgresStore  # noqa: E402

SERVER = Path(rebelote.__file__).parent / "server"
BEFORE = Path(__file__).parents[3] / "data" / "schema-35.postgresql.sql"
"""The last schema of before 0.2.0."""


@pytest.fixture(scope="module")
def postgres() -> PostgresServer:
    try:
        return shared()
    except NoPostgres as error:
        pytest.skip(str(error))


@pytest.fixture
def url(postgres: PostgresServer) -> Iterator[str]:
    """Yield a new database with the schema."""
    with new_database() as url:
        yield url


@asynccontextmanager
async def stored(url: str, store: PostgresStore | None = None) -> AsyncIterator[PostgresStore]:
    store = store or PostgresStore(url)
    await store.start()
    try:
        yield store
    finally:
        await store.stop()


# --- statements and schema ------------------------------------------------------------------------


WITHOUT_STORE = {"base.ops.backup"} | {
    f"base.storage.{name}" for name in ("schema", "sqlite_store", "wipe")
}
"""Modules whose statements are for SQLite alone."""
OWN = {"base.ops.move", "people.personal"} | {
    f"base.storage.postgres_{name}" for name in ("connections", "schema", "store")
}
STATEMENT = re.compile(r"\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH) (?!/)")
FILLED = {
    "which": "id = ?",
    "where": "WHERE id = 1",
    "some": ["one", "two"],
    "places": "?, ?",
    "table": "seated",
    "column": "person",
    "same": "kept.table_id = ?1",
    "kept": "SELECT 1",
    "secrets": "mail_links",
    "rows": "seated",
    "before": ": ",
    "after": ",",
    "named": "(SELECT name FROM people WHERE id = ?1)",
    "of": "tournaments",
    "own": "person = ?1",
    "heir": "person",
    "owned": "0, 0",
    "guest": "TRUE",
    "only": "TRUE",
}
"""Stand-ins for the parts of statements that are put together where they are used."""


def statements() -> Iterator[tuple[str, str]]:
    """Yield every statement of the server, with the module it stands in."""
    for path in sorted(SERVER.rglob("*.py")):
        name = ".".join(path.relative_to(SERVER).with_suffix("").parts)
        if name in WITHOUT_STORE | OWN:
            continue
        known = vars(importlib.import_module(f"rebelote.server.{name}"))
        for node in strings(ast.parse(path.read_text("utf-8"))):
            if STATEMENT.match(ast.unparse(node).lstrip("f'\"\\n")):
                yield name, filled(node, {**FILLED, **known})
    for kept in feature.declared():
        yield from (("personal", sql) for sql in (kept.select, kept.move, kept.delete))


def strings(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the strings of a module, each once."""
    inside = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
    }
    for node in ast.walk(tree):
        if id(node) not in inside and (
            isinstance(node, ast.JoinedStr)
            or (isinstance(node, ast.Constant) and isinstance(node.value, str))
        ):
            yield node


def filled(node: ast.expr, known: dict[str, object]) -> str:
    """Return a string with the values in its braces filled in."""
    return str(eval(compile(ast.Expression(node), "a statement", "eval"), known))


def test_postgresql_takes_every_statement_of_the_server(url: str) -> None:
    async def refused() -> list[str]:
        connection = await asyncpg.connect(url)
        outcome = []
        for module, sql in asked:
            try:
                await connection.prepare(dollars(sql))
            except asyncpg.PostgresError as error:
                outcome.append(f"{module}: {error}: {' '.join(sql.split())}")
        await connection.close()
        return outcome

    asked = [
        (module, re.sub(r"WHERE\s*$", "WHERE 1 = 1", sql).replace("{}", "1 = 1").replace("?*", "?"))
        for module, sql in statements()
    ]
    assert len(asked) > 150
    assert asyncio.run(refused()) == []


def test_the_schema_is_the_same_in_both_databases(url: str) -> None:
    """The schemas are compared by tables, columns, nullability, primary keys and index names."""

    async def of_postgres() -> tuple[set[tuple[object, ...]], set[str]]:
        connection = await asyncpg.connect(url)
        columns = await connection.fetch(
            "SELECT table_name, column_name, is_nullable = 'NO' FROM information_schema.columns "
            "WHERE table_schema = 'public' AND table_name <> 'schema_version'"
        )
        indexes = await connection.fetch(
            "SELECT indexname FROM pg_indexes WHERE schemaname = 'public' "
            "AND indexname NOT LIKE '%_pkey' AND indexname NOT LIKE '%_key'"
        )
        await connection.close()
        return {tuple(row) for row in columns}, {row[0] for row in indexes}

    with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
        schema.bring_up_to_date(file)
        named = file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        columns = {
            (table, name, bool(full or key))
            for (table,) in named
            for _, name, _, full, _, key in file.execute(f"PRAGMA table_info({table})")
        }
        indexes = {
            name
            for (name,) in file.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
            )
        }
    assert asyncio.run(of_postgres()) == (columns, indexes)


def test_servers_that_start_together_make_one_schema(postgres: PostgresServer) -> None:
    async def together(url: str) -> None:
        await asyncio.gather(*(prepare(url) for _ in range(4)))

    with new_database(empty=True) as url:
        asyncio.run(together(url))
        asyncio.run(together(url))


def test_a_database_of_before_the_first_migration_gets_the_schema_of_a_new_one(
    postgres: PostgresServer,
) -> None:
    """The database gets the kinds of its lines, once its servers have stopped."""
    seats = b'{"version":2,"log":"agreed","seats":[{"person":"ann"}]}'

    async def upgraded(url: str) -> None:
        async with connected(url) as connection:
            await connection.execute(BEFORE.read_text("utf-8"))
            await connection.execute("CREATE TABLE schema_version (version BIGINT NOT NULL)")
            await connection.execute("INSERT INTO schema_version VALUES (35)")
            add = "INSERT INTO log (table_id, seq, entry) VALUES ('table', $1, $2)"
            await connection.execute(add, 1, seats)
            await connection.execute(add, 2, b'{"log":"acted","seat":0}')
        server = await asyncpg.connect(url, server_settings={"application_name": "rebelote"})
        with pytest.raises(ValueError, match="stop its servers first"):
            await prepare(url)
        await server.close()
        await until_prepared(url)
        async with connected(url) as connection:
            lines = await connection.fetch("SELECT kind FROM log ORDER BY seq")
            assert [line["kind"] for line in lines] == ["agreed", None]
            assert await connection.fetchval("SELECT person FROM seated") == "ann"

    async def until_prepared(url: str) -> None:
        """Prepare the database; PostgreSQL may take a moment to see that a connection has ended."""

        async def is_free() -> bool:
            async with connected(url) as connection:
                return not await connection.fetchval(postgres_schema.SERVERS)

        while not await is_free():
            await asyncio.sleep(0.01)
        await prepare(url)

    with new_database(empty=True) as url, new_database() as new:
        asyncio.run(upgraded(url))
        assert asyncio.run(shape(url)) == asyncio.run(shape(new))


async def shape(url: str) -> set[tuple[object, ...]]:
    """Return the columns, indexes, triggers and functions of a database."""
    async with connected(url) as connection:
        outcome = await connection.fetch(
            "SELECT table_name, column_name, data_type, is_nullable, collation_name, "
            "column_default FROM information_schema.columns WHERE table_schema = 'public'"
        )
        outcome += await connection.fetch(
            "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'"
        )
        outcome += await connection.fetch("SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger")
        outcome += await connection.fetch(
            "SELECT pg_get_functiondef(oid) FROM pg_proc "
            "WHERE pronamespace = 'public'::regnamespace"
        )
    return {tuple(row) for row in outcome}


def test_a_later_schema_and_another_programs_tables_are_refused(postgres: PostgresServer) -> None:
    async def received(address: str, sql: str) -> str:
        async with connected(address) as connection:
            await connection.execute(sql)
        with pytest.raises(ValueError, match="cannot be used") as refused:
            await prepare(address)
        return str(refused.value)

    with new_database() as later:
        received_of = received(later, "UPDATE schema_version SET version = 999")
        assert "schema version 999" in asyncio.run(received_of)
    with new_database(empty=True) as another:
        assert "another program" in asyncio.run(received(another, "CREATE TABLE log (line TEXT)"))


def test_a_failed_login_says_why_and_reveals_no_password(postgres: PostgresServer) -> None:
    async def received(url: str) -> str:
        with pytest.raises(ValueError) as refused:
            await prepare(url)
        return str(refused.value)

    here = f"127.0.0.1:{postgres.port}"
    for url, why in (
        (f"postgresql://postgres:secret@{here}/nowhere", "there is no database"),
        (f"postgresql://nobody:secret@{here}/postgres", "does not let us in"),
        ("postgresql://postgres:secret@127.0.0.1:1/club", "cannot be reached"),
        (f"postgresql://postgres:secret@{here}port/club", "is not an address"),
    ):
        said = asyncio.run(received(url))
        assert why in said and "secret" not in said


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("serve", "--port", "0"), "cannot be reached"),
        (("serve", "--port", "0", "--backup-to", "copies"), "--backup-to"),
        (("admin", "list"), "cannot be reached"),
        (("backup", "copies"), "pg_dump"),
        (("restore", "copy"), "no file"),
        (("drain",), "SIGUSR1"),
    ],
)
def test_a_command_says_in_a_sentence_why_it_cannot(words: tuple[str, ...], why: str) -> None:
    where = ("--database", "postgresql://club:hidden@127.0.0.1:1/club")
    said = forked.run(*words, *where)
    assert (said.returncode, said.stdout) == (1, "")
    assert why in said.stderr and said.stderr.count("\n") == 1
    assert "hidden" not in said.stderr


# --- lines and statements -------------------------------------------------------------------------


def test_a_line_is_written_once_and_by_the_first_writer(url: str) -> None:
    async def evening() -> None:
        async with stored(url) as store, stored(url) as other:
            await store.append("table", 1, "a", b"first")
            for late in (
                other.append("table", 1, "b", b"late"),
                other.append("table", 2, "a", b"the same message"),
                other.append("table", 1, None, b"", ("DELETE FROM log", ())),
            ):
                with pytest.raises(ConflictError):
                    await late
            both = (store.append("table", 2, "c", b"c"), other.append("table", 2, "d", b"d"))
            received = await asyncio.gather(*both, return_exceptions=True)
            [won] = [
                entry for entry, why in zip((b"c", b"d"), received, strict=True) if why is None
            ]
            assert [type(why) for why in received if why is not None] == [ConflictError]
            assert [line.entry for line in await other.log("table")] == [b"first", won]

    asyncio.run(evening())


def test_a_packed_log_reads_as_before_and_nobody_writes_in_between(url: str) -> None:
    seqs = (2, 3, 5)

    async def evening() -> None:
        async with stored(url) as store:
            for seq in range(1, 8):
                await store.append("table", seq, f"{seq:032x}", b'{"line":%d}' % seq)
            before = await store.log("table")
            row = packed_lines.pack([line for line in before if line.seq in seqs])
            await store.write(*packing("table", row, seqs))
            assert [line.seq for line in await store.lines("table", 1, 7)] == [1, 4, 6, 7]
            assert await store.log("table") == before
            assert await store.log_of_last_match("table") == (0, before)
            assert [await store.message("table", line.client_id or "") for line in before] == [
                (line.seq, line.client_id) for line in before
            ]
            for also in ((), (("DELETE FROM log", ()),)):
                with pytest.raises(ConflictError):
                    await store.append("table", 3, None, b"late", *also)
            await store.append("table", 8, None, b"next")
            assert (await store.log("table"))[:-1] == before

    asyncio.run(evening())


class Counting(PostgresStore):
    asked = 0

    async def read(self, sql: str, *values: object) -> Any:
        self.asked += 1
        return await super().read(sql, *values)


def test_what_is_new_at_many_tables_is_one_question(url: str) -> None:
    async def evening() -> None:
        store = Counting(url)
        async with stored(url, store):
            lines = [(f"table{n}", seq) for n in range(30) for seq in range(1, 4)]
            await asyncio.gather(*(store.append(it, seq, None, b"%d" % seq) for it, seq in lines))
            outcome = await store.lines_after_each({f"table{n}": n % 4 for n in range(29, -1, -1)})
            assert [(table, line.seq) for table, line in outcome] == sorted(
                (table, seq) for table, seq in lines if seq > int(table[5:]) % 4
            )
            assert all(line.entry == b"%d" % line.seq for _, line in outcome)
            assert store.asked == 1

    asyncio.run(evening())


PLANNED = (
    (
        postgres_store._APPEND,
        "(ARRAY['a'], ARRAY[2], ARRAY['c'], ARRAY[''::bytea], ARRAY['started'], ARRAY[1.0])",
    ),
    (postgres_store._THERE, "(ARRAY['a'], ARRAY[2])"),
)


@pytest.mark.parametrize(("statement", "values"), PLANNED)
def test_lines_are_written_by_the_key_though_planned_while_there_were_none(
    url: str, statement: str, values: str
) -> None:
    """A plan is kept for as long as the connection: the log may have grown to any length."""

    async def evening() -> None:
        connection = await asyncpg.connect(url, server_settings=BY_KEY)
        try:
            await connection.execute(f"PREPARE planned AS {statement}")
            rows = await connection.fetch(f"EXPLAIN EXECUTE planned {values}")
        finally:
            await connection.close()
        plan = "\n".join(row[0] for row in rows)
        assert "Index Cond: ((table_id = " in plan, plan
        assert not re.search("seq scan|hash|merge|materialize", plan, re.IGNORECASE), plan

    asyncio.run(evening())


def test_the_log_is_not_read_as_a_whole_to_find_what_is_new(url: str) -> None:
    async def evening() -> None:
        async with stored(url) as store, connected(url) as connection:
            await connection.execute(
                "INSERT INTO log SELECT 'table' || number % 50, number / 50, NULL, '' "
                "FROM generate_series(0, 49999) AS number"
            )
            ids = ",".join(f"'table{n}'" for n in range(50))
            for mode in ("force_generic_plan", "force_custom_plan"):
                await connection.execute(f"SET plan_cache_mode = {mode}")
                await connection.execute(f"PREPARE {mode} AS {postgres_store._AFTER_EACH}")
                rows = await connection.fetch(
                    f"EXPLAIN EXECUTE {mode} (ARRAY[{ids}], ARRAY[{','.join(['999'] * 50)}])"
                )
                assert not re.search("Seq Scan on log", "\n".join(row[0] for row in rows))
            assert await store.lines_after_each({"table7": 998})

    asyncio.run(evening())


def test_a_line_that_cannot_be_written_fails_alone(url: str) -> None:
    """The line may hold text that no database stores; others of its statement are written."""

    async def evening() -> None:
        async with stored(url) as store:
            wrong = [
                store.append("a", 1, "id\0", b""),
                store.append("b", 1, "id\ud800", b""),
                store.append("d", 2**64, "id", b""),
            ]
            right = [store.append(f"e{n}", 1, "id", b"right") for n in range(1, BATCH)]
            assert all(
                isinstance(why, StoreFailedError)
                for why in await asyncio.gather(*wrong, return_exceptions=True)
            )
            await asyncio.gather(*right)
            assert len(await store.read("SELECT 1 FROM log")) == BATCH - 1
            assert store.alive and not store.waiting

    asyncio.run(evening())


def test_a_statement_that_must_change_a_row_and_changes_none_ends_its_write(url: str) -> None:
    kept = "INSERT INTO secrets (name, value) VALUES (?, ?)"
    take = MustChange("DELETE FROM secrets WHERE name = ?", ("once",))

    async def story() -> None:
        async with stored(url) as store:
            await store.write((kept, ("once", b"x")))
            await store.write(take, (kept, ("first", b"y")))
            for before in ((), ((kept, ("second", b"z")),)):
                with pytest.raises(UnmetError):
                    await store.write(*before, take)
            assert await store.read("SELECT name FROM secrets") == [("first",)]

    asyncio.run(story())


def test_no_error_holds_the_values_it_is_about(url: str) -> None:
    async def evening() -> None:
        async with stored(url) as store:
            await store.write((ADD_SECRET, ("hidden", b"")))
            with pytest.raises(ConflictError) as taken:
                await store.write((ADD_SECRET, ("hidden", b"")))
            with pytest.raises(StoreFailedError) as failed:
                await store.write((ADD_SECRET, ("hidden", 1)))
            with pytest.raises(StoreFailedError) as asked:
                await store.read("SELECT name FROM secrets WHERE name = ?", b"hidden")
            for received in (taken, failed, asked):
                assert "hidden" not in str(received.value)

    asyncio.run(evening())


def test_text_with_a_zero_is_found_and_kept_without(url: str) -> None:
    """PostgreSQL stores no such text; a query with a zero finds nothing and does no harm."""

    async def evening() -> None:
        async with stored(url) as store:
            assert await store.read("SELECT 1 FROM secrets WHERE name = ?", "a\0b") == []
            await store.write((ADD_SECRET, ("a\0b", b"\0")))
            assert await store.read("SELECT * FROM secrets") == [("a\ufffdb", b"\0")]

    asyncio.run(evening())


def test_who_does_not_wait_any_more_is_written_or_not_and_nobody_else_minds(url: str) -> None:
    async def evening() -> None:
        async with stored(url) as store:
            first = store.append("table", 1, None, b"x")
            second = store.append("other", 1, None, b"x")
            first.cancel()
            await second
            await store.append("table", 1, None, b"y")

    asyncio.run(evening())


def test_what_is_counted_and_true_is_a_number_and_a_truth(url: str) -> None:
    async def asked(store: Reader) -> object:
        return await store.rows(
            "SELECT sum(n) AS n, sum(n) / 2.0 AS half, TRUE AS truth FROM (SELECT 3 AS n) AS one"
        )

    async def evening() -> None:
        async with stored(url) as store:
            assert await asked(store) == [{"n": 3, "half": 1.5, "truth": True}]

    asyncio.run(evening())


# --- when it goes away ----------------------------------------------------------------------------


ADD_SECRET = "INSERT INTO secrets (name, value) VALUES (?, ?)"
KEPT = (ADD_SECRET, ("a", b"a"))
LOCKED: Statement = ("UPDATE log SET entry = entry", ())
"""A statement that waits for the lock of the log."""


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[Any]:
    """Yield another client's connection."""
    connection = await asyncpg.connect(url)
    try:
        yield connection
    finally:
        await connection.close()


async def end_waiting(url: str, number: int) -> None:
    """End so many connections of servers once they wait for a lock."""
    waiting = (
        "FROM pg_stat_activity WHERE application_name = 'rebelote' AND wait_event_type = 'Lock' "
        "AND datname = current_database()"
    )
    async with connected(url) as connection:
        while await connection.fetchval(f"SELECT count(*) {waiting}") < number:
            await asyncio.sleep(0.02)
        await connection.execute(f"SELECT pg_terminate_backend(pid) {waiting}")


async def cut(url: str) -> int:
    """End every connection of servers, and return their number."""
    connection = await asyncpg.connect(url)
    ended = await connection.fetch(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE application_name = 'rebelote' AND datname = current_database()"
    )
    await connection.close()
    return len(ended)


def test_cut_connections_lose_no_line_and_write_none_twice(url: str) -> None:
    tables, cuts = 20, 6

    async def play(store: PostgresStore, table: str, over: asyncio.Event) -> int:
        seq = 0
        while not over.is_set() or seq % 10:
            seq += 1
            more = [("INSERT INTO secrets VALUES (?, ?)", (f"{table} {seq}", b""))]
            await store.append(table, seq, f"id{seq}", b"%d" % seq, *(more if not seq % 10 else []))
        return seq

    async def evening() -> None:
        ended, over = 0, asyncio.Event()
        async with stored(url) as store:
            players = (play(store, f"table{number}", over) for number in range(tables))
            playing = asyncio.gather(*players)
            while ended < cuts:
                ended += await cut(url)
                await asyncio.sleep(0.1)
            over.set()
            for number, lines in enumerate(await playing):
                log = await store.log(f"table{number}")
                assert [line.entry for line in log] == [b"%d" % seq for seq in range(1, lines + 1)]
            [(kept,)] = await store.read("SELECT count(*) FROM secrets")
            assert kept == sum(playing.result()) // 10

    asyncio.run(evening())


def test_an_answer_that_is_lost_is_asked_for(url: str) -> None:
    """The line is written, and the connection is gone before the answer."""

    async def evening() -> None:
        async with stored(url) as store, connected(url) as other:
            add = "INSERT INTO log (table_id, seq, client_id, entry) VALUES ($1, $2, $3, $4)"
            async with other.transaction():
                await other.execute("LOCK TABLE log IN EXCLUSIVE MODE")
                written = store.append("written", 1, "mine", b"mine")
                taken = store.append("taken", 1, "mine", b"mine")
                new = store.append("new", 1, "mine", b"mine")
                with_more = store.append("more", 1, "mine", b"mine", KEPT)
                await end_waiting(url, 2)
                await other.execute(add, "written", 1, "mine", b"mine")
                await other.execute(add, "taken", 1, "theirs", b"theirs")
            await asyncio.gather(written, new, with_more)
            with pytest.raises(ConflictError):
                await taken
            assert await store.read("SELECT name FROM secrets") == [("a",)]

    asyncio.run(evening())


def test_of_a_statement_whose_answer_is_lost_nobody_says_that_it_is_written(url: str) -> None:
    """A statement before the last is repeated, since none of its changes can be there."""

    async def evening() -> None:
        async with stored(url) as store, connected(url) as other:
            for statements, sure in (((LOCKED,), False), ((LOCKED, KEPT), True)):
                async with other.transaction():
                    await other.execute("LOCK TABLE log IN EXCLUSIVE MODE")
                    write = store.write(*statements)
                    await end_waiting(url, 1)
                if sure:
                    await write
                    continue
                with pytest.raises(StoreFailedError, match="may be written or not"):
                    await write
            assert await store.read("SELECT name FROM secrets") == [("a",)]

    asyncio.run(evening())


def test_postgresql_may_go_away_and_come_back() -> None:
    """Writes under way and queries wait, and no answer is untrue."""

    async def evening(server: PostgresServer) -> None:
        await prepare(server.url())
        async with stored(server.url()) as store:
            await store.append("table", 1, "a", b"a")
            await asyncio.to_thread(server.stop, signal.SIGQUIT)
            line = store.append("table", 2, "b", b"b")
            await until_async(lambda: not store.alive)
            # Before, it might be on its way: nobody could say whether it was written.
            write = store.write(("INSERT INTO secrets VALUES (?, ?)", ("c", b"c")))
            questions = [asyncio.create_task(store.log("table")) for _ in range(20)]
            assert not line.done() and not write.done()
            await until_async(lambda: logged)
            await asyncio.to_thread(server.start)
            await asyncio.gather(line, write)
            assert {len(lines) for lines in await asyncio.gather(*questions)} <= {1, 2}
            await until_async(lambda: store.alive)
            assert [it.entry for it in await store.log("table")] == [b"a", b"b"]

    try:
        server = PostgresServer(durable=True)
    except NoPostgres as error:
        pytest.skip(str(error))
    try:
        with capture_logs() as logged:
            asyncio.run(evening(server))
    finally:
        server.remove()
    received = [(line["log_level"], line["event"]) for line in logged]
    assert received == [
        ("warning", "PostgreSQL cannot be reached"),
        ("info", "PostgreSQL is there again"),
    ]


def test_a_line_that_comes_too_late_is_not_written(url: str) -> None:
    """The database's clock decides, and other lines in the same statement are written."""

    async def evening() -> None:
        async with stored(url) as store:
            [(clock,)] = await store.read("SELECT extract(epoch FROM clock_timestamp())::float8")
            for more in ((), (KEPT,)):
                table = f"table {len(more)}"
                await store.append(table, 1, None, b"in time", until=clock + 3600)
                late = store.append(table, 2, None, b"late", *more, until=clock - 1)
                other = store.append(f"other {table}", 1, None, b"of no time")
                with pytest.raises(TooLateError):
                    await late
                await other
                await store.append(table, 2, "id", b"a person's", *more)
                with pytest.raises(ConflictError) as taken:
                    others = [(ADD_SECRET, ("b", b"b"))] if more else []
                    await store.append(table, 2, None, b"taken", *others, until=clock + 3600)
                assert taken.type is ConflictError
                entries = [it.entry for it in await store.log(table)]
                assert entries == [b"in time", b"a person's"]

    asyncio.run(evening())


def test_what_cannot_be_written_in_time_fails_when_the_server_ends(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store, "CLOSE_SECONDS", 0.1)

    async def evening() -> None:
        async with connected(url) as other, other.transaction():
            await other.execute("LOCK TABLE log IN EXCLUSIVE MODE")
            async with stored(url) as store:
                lines = [store.append("table", seq, None, b"x") for seq in range(1, BATCH + 9)]
            for line in lines:
                with pytest.raises(StoreFailedError, match="ended"):
                    await line

    asyncio.run(evening())
