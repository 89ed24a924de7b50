"""The bin: deleted clubs and evenings can be restored for 30 days, and are gone after it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from evenings_on_server import EXACT, Evening, Online
from http_person import Browser, in_the_file
from in_process import InProcess, serving_in_process

from rebelote.server.features.tournament import bin
from rebelote.server.people.sessions import DAY


@pytest.fixture
def server(tmp_path: Path) -> Iterator[InProcess]:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        yield server


def club_of(owner: Browser) -> str:
    """Found a club and return its address."""
    return f"/api/clubs/{owner.post('/api/clubs', 201, name='The Owls')['club']}"


def evening_in(club: str, by: Browser) -> Evening:
    agreed = {"name": "Tuesday", "format": EXACT, "club": club.rpartition("/")[2]}
    return Evening(by, by.post("/api/tournaments", 201, **agreed)["tournament"])


def names(person: Browser) -> list[tuple[str, str]]:
    return [(one["kind"], one["name"]) for one in person.get("/api/bin")]


def test_a_deleted_evening_lies_in_the_bin_until_it_is_restored(server: InProcess) -> None:
    owner, other = Browser(server, "Owner"), Browser(server, "Other")
    evening = Evening(owner)
    evening.teams("Ann", "Bo")
    before = evening.state
    owner.ask("DELETE", evening.here, 204)
    assert owner.code("GET", evening.here, 404) == "no-such-event"
    assert owner.get("/api/tournaments") == []
    [row] = owner.get("/api/bin")
    assert (row["kind"], row["id"], row["name"]) == ("tournament", evening.event, "Tuesday")
    assert row["until"] - row["deleted"] == 30 * DAY
    assert other.get("/api/bin") == []
    assert other.code("POST", f"/api/bin/{evening.event}", 404) == "no-such-event"
    owner.post(f"/api/bin/{evening.event}", 204)
    assert {**evening.state, "now": 0} == {**before, "now": 0}
    assert owner.get("/api/bin") == []
    assert owner.code("POST", f"/api/bin/{evening.event}", 404) == "no-such-event", "only once"


def test_a_restored_club_has_its_evenings_and_roles_again(server: InProcess) -> None:
    owner, second = Browser(server, "Owner"), Browser(server, "Second")
    club = club_of(owner)
    second.post(f"{club}/secretaries", 204, key=owner.get(club)["key"])
    evening = evening_in(club, second)
    evening.teams("Ann", "Bo")
    before = owner.get(club), evening.state
    owner.ask("DELETE", club, 204)
    assert owner.code("GET", club, 404) == "no-such-club"
    assert owner.get("/api/clubs") == second.get("/api/clubs") == []
    assert evening.state["club"] == ""
    evening.teams("Cy")
    assert [one["tournament"] for one in owner.get("/api/tournaments")] == [evening.event]
    assert names(owner) == [("club", "The Owls")]
    assert names(second) == []
    body = {"name": "Late", "format": EXACT, "club": club.rpartition("/")[2]}
    assert second.code("POST", "/api/tournaments", 404, **body) == "no-such-club"
    owner.post(f"/api/bin/{club.rpartition('/')[2]}", 204)
    assert owner.get(club) == before[0]
    assert evening.state["club"] == before[1]["club"]
    assert [team["name"] for team in evening.state["teams"]] == ["Ann", "Bo", "Cy"]
    assert owner.get("/api/tournaments") == [], "they are in the list of the club again"


def test_a_secretary_restores_the_evening_that_she_has_prepared_and_deleted(
    server: InProcess,
) -> None:
    owner, second, third = (Browser(server, name) for name in ("Owner", "Second", "Third"))
    club = club_of(owner)
    for one in (second, third):
        one.post(f"{club}/secretaries", 204, key=owner.get(club)["key"])
    evening = evening_in(club, second)
    second.ask("DELETE", evening.here, 204)
    assert owner.get(club)["evenings"] == []
    assert names(owner) == names(second) == [("tournament", "Tuesday")]
    assert names(third) == []
    second.post(f"/api/bin/{evening.event}", 204)
    assert [one["tournament"] for one in owner.get(club)["evenings"]] == [evening.event]


def rows_about(server: InProcess, *ids: str) -> list[Any]:
    """Return the rows of a club or an evening in the database."""
    tables = {"tournaments": "id", "clubs": "id", "log_entries": "log", "roles": "log"}
    marks = ", ".join(f"'{id}'" for id in ids)
    return [
        row
        for table, column in tables.items()
        for row in in_the_file(server, f"SELECT * FROM {table} WHERE {column} IN ({marks})")
    ]


@pytest.mark.sqlite
def test_after_thirty_days_they_are_gone(server: InProcess) -> None:
    owner = Browser(server, "Owner")
    owner.sign_up("An owner")
    club, evening = club_of(owner), Evening(owner)
    ids = (club.rpartition("/")[2], evening.event)
    for address in (club, evening.here):
        owner.ask("DELETE", address, 204)
    server.time.advance(29 * DAY)
    server.run_chores()
    assert len(owner.get("/api/bin")) == 2
    server.time.advance(1 * DAY + 60)
    server.run_chores()
    assert owner.get("/api/bin") == []
    assert rows_about(server, *ids) == []


@pytest.mark.sqlite
def test_a_guests_evening_lies_there_as_long_and_is_kept_anew_once_restored(
    server: InProcess,
) -> None:
    owner = Browser(server, "Guest")
    evening = Evening(owner)
    owner.ask("DELETE", evening.here, 204)
    server.time.advance(20 * DAY)
    server.run_chores()
    owner.post(f"/api/bin/{evening.event}", 204)
    server.time.advance(6 * DAY)
    server.run_chores()
    assert evening.state["name"] == "Tuesday"


def test_what_is_in_the_bin_can_be_deleted_for_good_at_once(server: InProcess) -> None:
    owner = Browser(server, "Owner")
    club = club_of(owner)
    evening = evening_in(club, owner)
    owner.ask("DELETE", club, 204)
    owner.ask("DELETE", f"/api/bin/{club.rpartition('/')[2]}", 204)
    assert owner.get("/api/bin") == []
    assert evening.state["role"] == "owner", "the evenings of a club stay"
    owner.ask("DELETE", evening.here, 204)
    owner.ask("DELETE", f"/api/bin/{evening.event}", 204)
    assert owner.code("POST", f"/api/bin/{evening.event}", 404) == "no-such-event"


@pytest.mark.sqlite
def test_an_erased_person_leaves_nothing_in_the_bin_and_it_is_in_their_export(
    server: InProcess,
) -> None:
    owner = Browser(server, "Owner")
    club, evening = club_of(owner), Evening(owner)
    for address in (club, evening.here):
        owner.ask("DELETE", address, 204)
    exported = owner.get("/api/me/export")
    assert exported["tournaments"][0]["deleted"]
    assert exported["clubs"][0]["deleted"]
    owner.ask("DELETE", "/api/me", 204, {})
    assert rows_about(server, club.rpartition("/")[2], evening.event) == []


def test_a_member_is_forgotten_in_an_evening_in_the_bin_too(server: InProcess) -> None:
    owner = Browser(server, "Owner")
    club = club_of(owner)
    at = owner.get(club)["version"]
    added = [{"entry": "member-added", "name": "Denyse"}]
    owner.post(f"{club}/entries", 200, version=at, entries=added)
    evening = evening_in(club, owner)
    evening.teams("Ann & Denyse")
    owner.ask("DELETE", evening.here, 204)
    assert owner.ask("DELETE", f"{club}/members/1", 200) == {"places": 2}
    owner.post(f"/api/bin/{evening.event}", 204)
    assert evening.state["teams"][0]["name"] == "Ann & #1"


def test_a_round_online_goes_on_once_it_is_restored(server: InProcess) -> None:
    online = Online(server, "Ann", "Bo", "Cy", "Di")
    online.draw()
    online.by.ask("DELETE", online.here, 204)
    server.run_chores()
    online.by.post(f"/api/bin/{online.event}", 204)
    online.bots_finish()
    assert online.state["rounds"][0]["games"][0]["state"] == "over"


@pytest.mark.sqlite
def test_a_full_bin_loses_what_was_deleted_first(
    server: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bin, "MOST_IN_BIN", 2)
    owner = Browser(server, "Owner")
    evenings = [Evening(owner, name=f"Evening {number}") for number in range(3)]
    for evening in evenings:
        owner.ask("DELETE", evening.here, 204)
        server.time.advance(60)
    server.run_chores()
    assert len(names(owner)) == 3, "what was deleted just now can be restored"
    server.time.advance(3600)
    server.run_chores()
    assert names(owner) == [("tournament", "Evening 2"), ("tournament", "Evening 1")]


def test_what_its_owner_has_no_place_for_stays_in_the_bin(
    server: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bin, "MOST_CLUBS", 0)
    monkeypatch.setattr(bin, "MOST_TOURNAMENTS", 0)
    owner = Browser(server, "Owner")
    club, evening = club_of(owner), Evening(owner)
    within = evening_in(club, owner)
    for address in (club, evening.here, within.here):
        owner.ask("DELETE", address, 204)
    refusals = {club.rpartition("/")[2]: "too-many-clubs", evening.event: "too-many-events"}
    for id, code in refusals.items():
        assert owner.code("POST", f"/api/bin/{id}", 409) == code
    owner.post(f"/api/bin/{within.event}", 204)
    assert len(owner.get("/api/bin")) == 2
