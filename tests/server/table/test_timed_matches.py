"""A match limited by time on a server: logged, sent to everybody, and kept over a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from http_person import log_of
from in_process import InProcess, serving_in_process
from server_process import Person

from rebelote.rules.records.record import Record
from rebelote.server.table.model.table import Table

MINUTE = 60.0
TARGET = 8_000
"""Nobody gets there before time is up."""


def restored(server: InProcess, table: str) -> Table:
    """Return the table as its log makes it."""
    return Table.restore(table, log_of(server, table))


def received_time_up(person: Person) -> bool:
    return {"event": "time_up"} in person.events


def in_play(view: dict[str, Any]) -> bool:
    return bool(view["legal"]) and len(view["trick"]["cards"]) < 4 and sum(view["tricks_won"]) > 0


@pytest.mark.parametrize("minutes", [None, 5])
def test_the_deal_in_play_when_the_minutes_are_over_is_the_last(
    tmp_path: Path, minutes: int | None
) -> None:
    """The limit is forty minutes in Cannes, or as many as the table agreed on."""
    options: dict[str, Any] = {"target": TARGET}
    options |= {} if minutes is None else {"time_limit": minutes}
    form: dict[str, Any] = {"preset": "cannes-2016", "level": "beginner", "options": options}
    limit = (40 if minutes is None else minutes) * MINUTE
    with serving_in_process(tmp_path / "rebelote.sqlite") as server:
        seated = server.new_table("Ann", **form)
        person, table = Person(server, seated), seated["table"]
        person.sit(since=0)
        person.play_until(in_play)
        began = person.update["ends_at"] - limit
        assert abs(began - server.time.source.wall()) < limit and not person.view["late"]
        assert restored(server, table).ends_at == person.update["ends_at"]
        server.time.advance(limit + MINUTE)
        while not received_time_up(person):
            person.receive("update")
        assert person.view["late"] and person.update["ends_at"] is None
        assert restored(server, table).match.late
        person.play_until(lambda view: view["winner"] is not None)
        assert max(person.view["scores"]) < TARGET
        status, text = server.get(f"/api/tables/{table}/record", seated["cookie"])
        assert status == 200 and "\ntime during\n" in text.decode()
        assert Record.parse(text.decode()).replay().winner == person.view["winner"]
