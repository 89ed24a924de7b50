"""Fairness in figures on a server: counted as matches end, month by month, each match once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from http_person import Browser, in_the_file
from in_process import InProcess, serving_in_process
from practising import TWO_DEALS, played

from rebelote.analysis.fairness import fairness
from rebelote.rules.codec import encode_hook
from rebelote.rules.records.record import Record
from rebelote.server.features.fairness.feature import FairnessMonths
from rebelote.server.features.history.records import Records

OTHER_MONTH = 40 * 86_400.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[InProcess]:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        yield server


def count(server: InProcess) -> None:
    """Keep the records and count them, as the server does by itself."""
    server.work(server.core[Records].keep())
    server.work(server.core[FairnessMonths].projection.run())


def record_of(browser: Browser, match: str) -> Record:
    _, text = browser.server.get(f"/api/matches/{match}/record", browser.cookie)
    return Record.parse(text.decode())


def report_on(*records: Record) -> Any:
    return json.loads(msgspec.json.encode(fairness(records), enc_hook=encode_hook))


def test_matches_count_once_their_records_are_there(server: InProcess) -> None:
    ann = Browser(server, "Ann")
    nothing = ann.get("/api/fairness")
    assert nothing["report"] is None and nothing["months"] == []
    assert ann.get("/api/fairness?month=") == nothing
    first = record_of(ann, played(ann))
    server.work(server.core[FairnessMonths].projection.run())
    assert ann.get("/api/fairness") == nothing
    count(server)
    result = ann.get("/api/fairness")
    assert result["matches"] == 1 and result["report"] == report_on(first)
    server.work(server.core[FairnessMonths].projection.run())
    assert ann.get("/api/fairness") == result, "nothing counts twice"
    second = record_of(ann, played(ann))
    count(server)
    result = ann.get("/api/fairness")
    assert result["matches"] == 2 and result["report"] == report_on(first, second)


def test_each_month_is_counted_separately(server: InProcess) -> None:
    ann = Browser(server, "Ann")
    first = record_of(ann, played(ann))
    count(server)
    (month,) = ann.get("/api/fairness")["months"]
    server.time.advance(OTHER_MONTH)
    second = record_of(ann, played(ann))
    count(server)
    latest, before = ann.get("/api/fairness"), ann.get(f"/api/fairness?month={month}")
    assert latest["months"] == [latest["month"], month] == sorted(latest["months"], reverse=True)
    assert latest["report"] == report_on(second) and not latest["over"]
    assert before["report"] == report_on(first) and before["over"]
    for unknown in ("2001-01", "never"):
        ann.ask("GET", f"/api/fairness?month={unknown}", 404)


def test_nothing_of_a_match_under_way_is_counted(server: InProcess) -> None:
    ann = Browser(server, "Ann")
    with closing(ann.sit(**TWO_DEALS)) as person:
        person.play_until(lambda view: view["phase"] == "deal_over")
        count(server)
        assert ann.get("/api/fairness")["report"] is None


def test_the_deal_of_the_day_is_everybodys_and_counts_for_nobody(server: InProcess) -> None:
    ann = Browser(server, "Ann")
    table = ann.win_or_lose_a_deal_of_the_day()
    count(server)
    assert in_the_file(server, "SELECT 1 FROM played WHERE table_id = ?", table)
    assert ann.get("/api/fairness")["report"] is None


def test_the_server_counts_by_itself(server: InProcess) -> None:
    ann = Browser(server, "Ann")
    played(ann)
    server.work(server.core[Records].keep())
    server.run_chores()
    assert ann.get("/api/fairness")["matches"] == 1


def test_a_match_that_two_nodes_count_at_once_counts_once(server: InProcess) -> None:
    ann = Browser(server, "Ann")
    records = [record_of(ann, played(ann))]
    count(server)
    records.append(record_of(ann, played(ann)))
    server.work(server.core[Records].keep())
    server.work(twice(server.core[FairnessMonths]))
    assert ann.get("/api/fairness")["report"] == report_on(*records)


async def twice(months: FairnessMonths) -> None:
    await asyncio.gather(months.projection.run(), months.projection.run())


def test_a_record_that_comes_late_counts_in_its_month(server: InProcess) -> None:
    ann = Browser(server, "Ann")
    late = played(ann)
    in_the_file(server, "UPDATE match_records SET text = NULL")
    server.time.advance(OTHER_MONTH)
    server.work(server.core[FairnessMonths].projection.run())
    played(ann)
    count(server)
    count(server)
    months = ann.get("/api/fairness")["months"]
    assert len(months) == 2
    first = ann.get(f"/api/fairness?month={months[1]}")
    assert first["report"] == report_on(record_of(ann, late))
