"""Records: made beside the server, for permitted readers, and claiming only what held."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from databases import looking_into
from http_person import PASSWORD, Browser, command, in_the_file
from in_process import InProcess, serving_in_process
from log_lines import write_lines
from raw_connections import workers
from server_process import Person, Server, serving
from waiting import until, until_async

from rebelote.rules.records.record import Record
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.storage.sqlite_store import SqliteStore
from rebelote.server.base.workers.jobs import Worker
from rebelote.server.features.history.records import Records
from rebelote.server.table.model import record_export
from rebelote.server.table.model.table import Table

ONE_DEAL = {"level": "beginner", "preset": "bga", "options": {"end_deals": 1}}
LOGS = sorted((Path(__file__).parents[3] / "logs" / "v1").glob("*.jsonl"))


class Kept(msgspec.Struct):
    """A line of a log that an earlier release has kept."""

    seq: int
    client_id: str | None
    entry: msgspec.Raw


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "log.sqlite") as server:
        yield server


def played(by: Browser) -> str:
    """Return a table at which a person has finished a match of one deal, and is no more."""
    with closing(by.sit(**ONE_DEAL)) as person:
        person.play_until(lambda view: view["phase"] == "match_over")
        return str(person.seated["table"])


def change(server: Server, sql: str, *values: Any) -> None:
    """Change the file of a server, and start it again."""
    server.stop()
    with looking_into(server.database) as file:
        file.execute(sql, values)
    server.start()


def reported(server: Server, wanda: Browser) -> tuple[str, str, Browser]:
    """Return a reported table whose match is over, the path of its record, and an admin."""
    karin, watcher = Browser(server), Browser(server, "Watcher")
    karin.sign_up("Karin Keeper")
    command(server, "grant", "Karin Keeper")
    person = wanda.sit(**ONE_DEAL)
    looking = Person(server, {**person.seated, "cookie": watcher.cookie})
    looking.sit()
    person.play_until(lambda view: view["phase"] == "match_over")
    table = person.seated["table"]
    received = {"table": table, "person": watcher.me["id"], "reason": "other"}
    wanda.post("/api/reports", 204, **received)
    for someone in (looking, person):
        someone.close()
    (result,) = karin.get("/api/admin/reports")
    return table, f"/api/admin/reports/{result['id']}/record", karin


# --- beside the server ----------------------------------------------------------------------------


def test_a_record_brings_no_table_into_memory(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        wanda, other = Browser(server, "Wanda"), Browser(server, "Other")
        table = played(wanda)
        path = f"/api/tables/{table}/record"
        _, received = server.get(path, wanda.cookie)
        server.stop()
        server.start()
        assert server.get(path, wanda.cookie) == (200, received)
        assert other.code("GET", "/api/tables/none12345678/record", 404) == "no-such-table"
        assert not server.core.lobby.tables


def test_the_record_of_a_report_is_replayed_beside_the_server(server: Server) -> None:
    wanda = Browser(server, "Wanda")
    table, path, karin = reported(server, wanda)
    server.stop()
    server.start()
    assert not workers(server)
    status, record = server.get(path, karin.cookie)
    assert (status, len(workers(server))) == (200, 1)
    assert server.get(f"/api/tables/{table}/record", wanda.cookie) == (200, record)


def test_who_may_not_read_a_record_is_refused_wherever_the_table_is(server: Server) -> None:
    wanda, other = Browser(server, "Wanda"), Browser(server, "Other")
    with closing(wanda.sit(**ONE_DEAL, terms={"watch": "none"})) as person:
        path = f"/api/tables/{person.seated['table']}/record"
        assert wanda.code("GET", path, 409) == "deal-not-over"
        assert other.code("GET", path, 403) == "not-yours"
        assert Browser(server).code("GET", path, 401) == "who-are-you"
    server.stop()
    server.start()
    assert wanda.code("GET", path, 409) == "deal-not-over"
    assert other.code("GET", path, 403) == "not-yours"


@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.stem)
def test_who_takes_part_is_known_without_playing_a_log_again(log: Path, tmp_path: Path) -> None:
    lines = [msgspec.json.decode(line, type=Kept) for line in log.read_bytes().splitlines()]
    with closing(SqliteStore(str(tmp_path / "log.sqlite"))) as store:
        write_lines(store, "table", ((it.seq, it.client_id, bytes(it.entry)) for it in lines))
        for end in (lines[len(lines) // 2].seq, lines[-1].seq):
            table = Table.restore("table", asyncio.run(store.log("table", end)), lambda _: "")
            people, terms = record_export.attended(asyncio.run(store.seatings("table", end)))
            assert (people, terms) == (table.participants, table.terms)
            assert people


@pytest.mark.parametrize("spoilt", [b'{"log":"acted","seat":9,"action":{"do":"pass"}}', b"{}", b""])
def test_a_log_that_breaks_the_rules_is_reported_and_the_worker_works_on(
    server: Server, spoilt: bytes
) -> None:
    wanda = Browser(server, "Wanda")
    whole, broken = played(wanda), played(wanda)
    sql = "UPDATE log SET entry = ? WHERE table_id = ? AND seq = (SELECT max(seq) FROM log)"
    change(server, sql.replace("FROM log)", "FROM log WHERE table_id = ?)"), spoilt, broken, broken)
    assert wanda.code("GET", f"/api/tables/{broken}/record", 409) == "table-unreadable"
    (worker,) = workers(server)
    assert server.get(f"/api/tables/{whole}/record", wanda.cookie)[0] == 200
    assert workers(server) == [worker]
    logged = server.stop()
    assert logged.count("a table cannot be read") == 1
    assert "the worker died" not in logged


# --- a match that has ended ---------------------------------------------------------------------

WRITTEN_BY_A_LATER_SERVER = (
    "UPDATE log SET entry = CAST(json_set(CAST(entry AS TEXT), '$.version', 99) AS BLOB)"
)


EMPTIED = "UPDATE log SET entry = CAST('{}' AS BLOB)"


def kept(server: InProcess) -> list[str]:
    """Return the records that the file keeps, once all that are due have been written out."""
    server.work(server.core[Records].keep())
    with looking_into(server.database) as file:
        sql = "SELECT text FROM match_records WHERE text IS NOT NULL"
        return [text for (text,) in file.execute(sql)]


@pytest.mark.sqlite
@pytest.mark.parametrize("spoilt", [WRITTEN_BY_A_LATER_SERVER, EMPTIED])
def test_a_match_that_has_ended_is_kept_by_its_record(tmp_path: Path, spoilt: str) -> None:
    """The result and the place in a profile remain, though the log cannot be read."""
    with serving_in_process(tmp_path / "log.sqlite") as server:
        wanda, other = Browser(server, "Wanda"), Browser(server, "Other")
        table, reported_to, karin = reported(server, wanda)
        path, profile = f"/api/tables/{table}/record", f"/api/people/{wanda.me['id']}"
        received, shown = server.get(path, wanda.cookie), wanda.get(profile)
        assert received[0] == 200 and b"Wanda" in received[1] and shown["matches"]
        assert len(kept(server)) == 1
        change(server, spoilt)
        assert wanda.code("GET", f"/api/tables/{table}", 409) == "table-unreadable"
        assert server.get(path, wanda.cookie) == server.get(reported_to, karin.cookie) == received
        assert other.code("GET", path, 403) == "not-yours", "though anybody might have looked on"
        assert wanda.get(profile) == shown


def test_a_stored_record_holds_no_name_and_is_sent_with_the_names_of_today(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        wanda, watcher = Browser(server, "Wanda"), Browser(server, "Watcher")
        path = f"/api/tables/{played(wanda)}/record"
        (text,) = kept(server)
        assert "Wanda" not in text and wanda.me["id"] not in text
        wanda.sign_up("Zoë Zwaan")
        for _ in range(2):
            record = Record.parse(server.get(path, watcher.cookie)[1].decode())
            assert record.names[0] == "Zoë Zwaan"
            change(server, "UPDATE match_records SET text = NULL")
        wanda.ask("DELETE", "/api/me", 204, {"password": PASSWORD})
        assert kept(server) == [text]
        assert server.get(path, watcher.cookie) == (200, text.encode())


def test_the_record_of_another_match_is_not_sent_for_one_that_cannot_be_read(
    tmp_path: Path,
) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        wanda = Browser(server, "Wanda")
        table = played(wanda)
        assert len(kept(server)) == 1
        again = b'{"log":"started","version":99}'
        sql = (
            "INSERT INTO log (table_id, seq, entry, kind) "
            "SELECT table_id, max(seq) + 1, CAST(? AS BLOB), 'started' "
            "FROM log WHERE table_id = ? GROUP BY table_id"
        )
        change(server, sql, again, table)
        assert wanda.code("GET", f"/api/tables/{table}/record", 409) == "table-unreadable"


@pytest.mark.sqlite
def test_the_stored_record_of_the_deal_of_the_day_is_secret_before_the_day_is_over(
    tmp_path: Path,
) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        wanda = Browser(server, "Wanda")
        path = f"/api/tables/{wanda.win_or_lose_a_deal_of_the_day()}/record"
        until(lambda: len(kept(server)) == 1)
        assert wanda.code("GET", path, 409) == "told-tomorrow"
        change(server, WRITTEN_BY_A_LATER_SERVER)
        assert wanda.code("GET", path, 409) == "told-tomorrow"
        server.time.advance(86_400)
        assert server.get(path, wanda.cookie)[0] == 200


@pytest.mark.sqlite
def test_a_log_that_cannot_be_read_stops_no_other_record_from_being_kept(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        wanda = Browser(server, "Wanda")
        tables = sorted(played(wanda) for _ in range(3))
        change(server, f"{WRITTEN_BY_A_LATER_SERVER} WHERE table_id = ?", tables[0])
        assert len(kept(server)) == len(kept(server)) == 2
        expected = "SELECT table_id FROM match_records WHERE text IS NULL"
        assert in_the_file(server, expected) == [(tables[0],)], "a later server may read it"


# --- what is claimed ------------------------------------------------------------------------------


@pytest.mark.sqlite
def test_a_record_claims_no_seal_on_packs_that_a_person_knew(server: Server) -> None:
    """The table of an earlier release had a seed, though its log holds secrets."""
    wanda = Browser(server, "Wanda")
    table, path, karin = reported(server, wanda)
    mine = f"/api/tables/{table}/record"
    for cookie, where in ((wanda.cookie, mine), (karin.cookie, path)):
        assert Record.parse(server.get(where, cookie)[1].decode()).deals[0].seal
    sql = "UPDATE tables SET facts = CAST(json_set(CAST(facts AS TEXT), '$.seed', '7') AS BLOB)"
    change(server, sql)
    for cookie, where in ((wanda.cookie, mine), (karin.cookie, path)):
        deals = Record.parse(server.get(where, cookie)[1].decode()).deals
        assert {(deal.seal, deal.secret) for deal in deals} == {("", "")}


# --- the worker's places --------------------------------------------------------------------------


def test_a_worker_keeps_its_place_until_it_is_done(tmp_path: Path) -> None:
    """A player has gone away meanwhile; no more jobs begin than there are places."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)

    async def evening() -> None:
        worker = Worker(2)
        with contextlib.closing(worker):
            assert await worker.run(int) == 0
            gone = asyncio.create_task(worker.run(Path.read_text, fifo))
            await asyncio.sleep(0)
            also_gone = asyncio.create_task(worker.run(int))
            await asyncio.sleep(0)
            with pytest.raises(IllegalActionError, match="too-many"):
                await worker.run(int)
            for task in (gone, also_gone):
                task.cancel()
            await asyncio.gather(gone, also_gone, return_exceptions=True)
            assert worker.waiting == 1, "it works still; who only waited has left"
            next_one = asyncio.create_task(worker.run(json.loads, "7"))
            await asyncio.sleep(0)
            with pytest.raises(IllegalActionError, match="too-many"):
                await worker.run(int)
            await asyncio.to_thread(fifo.write_text, "done")
            assert await next_one == 7
            await until_async(lambda: not worker.waiting)

    asyncio.run(evening())


def test_a_refusal_comes_back_from_a_worker_as_it_was_made() -> None:
    async def evening() -> None:
        with contextlib.closing(Worker(1)) as worker:
            with pytest.raises(IllegalActionError, match="too-large"):
                await worker.run(refuse, "too-large")
            assert await worker.run(int) == 0

    asyncio.run(evening())


def refuse(code: str) -> None:
    raise IllegalActionError(code)
