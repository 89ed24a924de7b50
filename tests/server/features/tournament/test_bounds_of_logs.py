"""Bounds of the logs of evenings and clubs: in bytes, by person, by address; what is reserved."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from evenings_on_server import EXACT, Evening, Online
from http_person import Browser, in_the_file
from in_process import InProcess, serving_in_process

from rebelote.server.base.log import LINE_BYTES, MOST_ON_THE_LOOP, Line
from rebelote.server.base.runtime.rate_limits import Limits, Rate
from rebelote.server.features.tournament.stored import (
    GUEST_BYTES,
    GUEST_CLUB_SECONDS,
    GUEST_SECONDS,
    OWNER_BYTES,
    check,
)
from rebelote.server.features.tournament.tournaments import OpenTournament, Tournaments
from rebelote.tournament.entries import Entry
from rebelote.tournament.state import Tournament

BIG = "\U0001d538" * 60
"""A prize of 240 bytes."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[InProcess]:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        yield server


def big_format(number: int) -> dict[str, Any]:
    """Return a change of the format that weighs 2.6 kB."""
    return {"entry": "format-changed", "format": {**EXACT, "prizes": [f"{number}", *[BIG] * 9]}}


def weighed(server: InProcess, event: str) -> int:
    """Return the bytes of a log that are counted."""
    [(size,)] = in_the_file(server, f"SELECT bytes FROM tournaments WHERE id = '{event}'")
    return int(size)


def set_bytes(server: InProcess, event: str, size: int) -> None:
    """Let a log weigh so much."""
    sql = "UPDATE tournaments SET bytes = ? WHERE id = ?"
    server.work(server.core.accounts.write((sql, (size, event))))


def test_a_log_is_weighed_as_it_is_written(server: InProcess) -> None:
    evening = Evening(Browser(server, "Secretary"))
    evening.teams("Ann and Bo", "Cé and Dré")
    evening.draw()
    lines = in_the_file(server, f"SELECT line FROM log_entries WHERE log = '{evening.event}'")
    assert len(lines) == 4
    assert weighed(server, evening.event) == sum(
        len(line.encode()) + LINE_BYTES for (line,) in lines
    )


def test_a_log_weighs_so_much_at_most(server: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rebelote.server.features.tournament.stored.LOG_BYTES", 10_000)
    evening = Evening(Browser(server, "Secretary"))
    evening.enter(*map(big_format, range(3)))
    assert evening.refused(409, big_format(3)) == "event-full"
    assert weighed(server, evening.event) < 10_000
    evening.teams("Ann and Bo")


def test_all_logs_of_a_person_weigh_so_much_at_most(server: InProcess) -> None:
    ann = Browser(server, "Secretary")
    evening, other = Evening(ann), Evening(ann)
    set_bytes(server, other.event, GUEST_BYTES - 2000)
    assert evening.refused(409, big_format(1)) == "too-many-events"
    agreed = {"name": "One more", "format": big_format(1)["format"]}
    assert ann.code("POST", "/api/tournaments", 409, **agreed) == "too-many-events"
    ann.sign_up("Secretary of a club")
    evening.enter(big_format(1))
    set_bytes(server, other.event, OWNER_BYTES)
    assert evening.refused(409, big_format(2)) == "too-many-events"
    ann.ask("DELETE", f"/api/tournaments/{other.event}", 204)
    evening.enter(big_format(2))


def test_an_address_writes_so_much_at_most(tmp_path: Path) -> None:
    limits = Limits(changes={"address.club-entries": Rate(8, 3600, "KiB")})
    with serving_in_process(tmp_path / "log.sqlite", limits) as server:
        evening = Evening(Browser(server, "Secretary"))
        evening.enter(big_format(1), big_format(2))
        assert evening.refused(429, big_format(3)) == "too-many"
        evening.teams("Ann and Bo")


def test_what_a_guest_has_prepared_is_kept_for_a_short_time(server: InProcess) -> None:
    guest, ann = Browser(server, "Guest"), Browser(server, "Secretary")
    evening, later = Evening(guest), Evening(ann)
    club = guest.post("/api/clubs", 201, name="A club")["club"]
    ann.sign_up("Secretary of a club")
    visitor = Browser(server)
    pass_days(server, GUEST_SECONDS)
    assert visitor.code("GET", evening.here, 404) == "no-such-event"
    assert visitor.get(later.here)["name"] == "Tuesday", "its guest has an account now"
    assert visitor.get(f"/api/clubs/{club}")["name"] == "A club"
    pass_days(server, GUEST_CLUB_SECONDS)
    assert visitor.code("GET", f"/api/clubs/{club}", 404) == "no-such-club"


def pass_days(server: InProcess, seconds: float) -> None:
    """Let time pass, and delete old entries."""
    server.time.advance(seconds + 10)
    server.run_chores()
    server.run_chores()


def test_strangers_leave_place_for_secretaries_and_for_results(
    server: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    online = Online(server, "Ann", "Bo", "Cé", "Dré", rounds=1)
    monkeypatch.setattr("rebelote.server.features.tournament.stored.MOST_ENTRIES", 10)
    for name in ("Eva", "Finn", "Gil", "Hugo"):
        Browser(server, name).post(f"{online.here}/players", 200, partner=0)
    assert refused_to_join(server, online) == "event-full"
    online.enter({"entry": "left", "team": 8})
    assert online.refused(409, {"entry": "left", "team": 7}) == "event-full"


def test_a_person_joins_and_leaves_so_often_at_most(
    server: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rebelote.server.features.tournament.online.MOST_CHANGES", 4)
    online = Online(server, "Ann")
    [ann], here = online.players, f"{online.here}/players"
    ann.ask("DELETE", here, 200)
    ann.post(here, 200, partner=0)
    ann.ask("DELETE", here, 200)
    assert ann.code("POST", here, 409, partner=0) == "joined-too-often"
    online.enter({"entry": "returned", "team": 1})
    ann.ask("DELETE", here, 200)
    for _ in range(5):
        online.by.post(here, 200, partner=0)
        online.by.ask("DELETE", here, 200)


def test_a_result_is_entered_however_full_the_log_is(
    server: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    online = Online(server, "Ann", "Bo", "Cé", "Dré", rounds=1)
    online.draw()
    monkeypatch.setattr("rebelote.server.features.tournament.stored.MOST_ENTRIES", 6)
    assert online.refused(409, {"entry": "left", "team": 4}) == "event-full"
    online.bots_finish()
    assert online.state["next"] == "over"


def refused_to_join(server: InProcess, online: Online) -> str:
    """Return the refusal of one more who joins."""
    return Browser(server, "Ida").code("POST", f"{online.here}/players", 409, partner=0)


@pytest.mark.parametrize(
    ("writer", "entries", "size"),
    [("visitor", 9_000, 1_887_436), ("leaver", 9_500, 1_992_294), ("secretary", 10_000, 2_097_152)],
)
def test_each_fills_only_part_of_a_log(writer: Any, entries: int, size: int) -> None:
    check(writer, entries, size, 0, "event-full")
    check("table", 10 * entries, 10 * size, 0, "event-full")
    for more in ((entries + 1, size, 0), (entries, size + 1, 0), (entries, size, 1)):
        with pytest.raises(Exception, match="event-full"):
            check(writer, *more, "event-full")


# --- memory ---------------------------------------------------------------------------------------


def test_logs_in_memory_weigh_so_much_at_most(
    server: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Browser(server, "Secretary")
    evenings = [Evening(ann) for _ in range(4)]
    for evening in evenings:
        evening.enter(*map(big_format, range(3)))
    kept = server.core[Tournaments]._kept
    kept.clear()
    monkeypatch.setattr(kept, "most", 20_000)
    for evening in evenings:
        assert evening.state["version"] == 4
    assert len(kept) == 2
    assert 15_000 < kept.held <= 20_000
    evenings[3].enter(big_format(4))
    assert kept.held <= 20_000, "one that grows is weighed again"
    assert evenings[3].state["version"] == 5


def test_a_long_log_is_read_beside_the_loop_and_once_for_all(
    server: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(Browser(server, "Secretary"))
    evening.teams(*(f"Team {number}" for number in range(MOST_ON_THE_LOOP + 1)))
    server.core[Tournaments].forget()
    threads: list[str] = []

    def evolve(log: OpenTournament, tournament: Tournament | None, line: Line[Entry]) -> Tournament:
        threads.append(threading.current_thread().name)
        return evolved(log, tournament, line)

    evolved = OpenTournament.evolve
    monkeypatch.setattr(OpenTournament, "evolve", evolve)

    async def ask() -> list[int]:
        asked = (server.core[Tournaments].read(evening.event) for _ in range(5))
        return [one.tournament.version for one in await asyncio.gather(*asked)]

    assert server.work(ask()) == [MOST_ON_THE_LOOP + 2] * 5
    assert len(threads) == MOST_ON_THE_LOOP + 2 and server.thread.name not in threads


def test_an_address_reads_so_much_from_disk_at_most(tmp_path: Path) -> None:
    limits = Limits(changes={"address.club-logs": Rate(12, 3600, "KiB")})
    with serving_in_process(tmp_path / "log.sqlite", limits) as server:
        evening = Evening(Browser(server, "Secretary"))
        evening.enter(*map(big_format, range(3)))
        for _ in range(20):
            assert evening.state["version"] == 4
        server.core[Tournaments].forget()
        assert evening.state["version"] == 4
        server.core[Tournaments].forget()
        assert evening.by.code("GET", evening.here, 429) == "too-many"


def test_a_season_counts_so_much_at_most(
    server: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Browser(server, "Secretary")
    club = ann.post("/api/clubs", 201, name="A club")["club"]
    agreed = {"name": "Tuesday", "format": EXACT, "club": club}
    events = [ann.post("/api/tournaments", 201, **agreed)["tournament"] for _ in range(2)]
    for event in events:
        Evening(ann, event).teams("Ann and Bo", "Cé and Dré", "Eva and Finn")
    season = {"entry": "season-changed", "season": 1, "name": "Autumn", "rule": {}}
    opened = {"entry": "season-opened", "name": "Autumn", "rule": {}}
    entries = [opened, {**season, "events": events}]
    ann.post(f"/api/clubs/{club}/entries", 200, version=1, entries=entries)
    here = f"/api/clubs/{club}/seasons/1"
    monkeypatch.setattr("rebelote.server.features.tournament.clubs.SEASON_CELLS", 5)
    assert ann.code("GET", here, 409) == "season-too-long"
    monkeypatch.setattr("rebelote.server.features.tournament.clubs.SEASON_CELLS", 6)
    assert len(ann.get(here)["evenings"]) == 2
    monkeypatch.setattr("rebelote.server.features.tournament.clubs.SEASON_BYTES", 1000)
    assert ann.code("GET", here, 409) == "season-too-long"
