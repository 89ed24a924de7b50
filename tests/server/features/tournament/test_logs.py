"""The logs of evenings and clubs: people's actions, roles included, a page at a time."""

from __future__ import annotations

from typing import Any

import pytest
from databases import looking_into
from evenings_on_server import Evening, Online, scored
from http_person import PASSWORD, Browser, in_the_file
from in_process import InProcess, serving_in_process

from rebelote.server.features.tournament import logs, stored

NAMES = ("Ann and Bo", "Cé and Dré", "Eva and Finn", "Gil and Hugo")
SERVING = serving_in_process


@pytest.fixture
def evening(server: InProcess) -> Evening:
    """Return an evening with four teams and a drawn round."""
    evening = Evening(Browser(server, "Secretary"))
    evening.teams(*NAMES)
    evening.draw()
    return evening


class Club:
    """A club and its owner."""

    def __init__(self, server: InProcess) -> None:
        self.by = Browser(server, "Owner")
        self.here = f"/api/clubs/{self.by.post('/api/clubs', 201, name='The Owls')['club']}"

    def enter(self, *entries: dict[str, Any]) -> None:
        version = self.by.get(self.here)["version"]
        self.by.post(f"{self.here}/entries", 200, version=version, entries=list(entries))

    def appoint(self, person: Browser, role: str) -> None:
        self.by.ask("PUT", f"{self.here}/people/{person.me['id']}", 200, {"role": role})

    def admit(self, person: Browser, role: str) -> None:
        """Let a person open the link of this role."""
        keys = {one["role"]: one["key"] for one in self.by.get(f"{self.here}/people")["keys"]}
        person.post(f"{self.here}/secretaries", 204, key=keys[role])

    def log(self, query: str = "") -> list[Any]:
        lines: list[Any] = self.by.get(f"{self.here}/log{query}")["lines"]
        return lines


def roles(lines: list[Any]) -> list[tuple[str, str, str, bool]]:
    """Return each change of a role: by whom, to whom, to which role, and whether by a link."""
    entries = [(one["name"], one["entry"]) for one in lines]
    return [
        (by, entry["name"], entry["role"], entry["linked"])
        for by, entry in entries
        if entry["entry"] == "role-changed"
    ]


def test_a_log_says_who_gave_whom_which_role_in_a_club(server: InProcess) -> None:
    club, bo = Club(server), Browser(server, "Bo")
    club.enter({"entry": "member-added", "name": "Ann"})
    club.admit(bo, "helper")
    club.admit(bo, "member")
    club.appoint(bo, "secretary")
    club.appoint(bo, "secretary")
    assert roles(bo.get(f"{club.here}/log")["lines"]) == [
        ("Owner", "Bo", "secretary", False),
        ("Bo", "Bo", "helper", True),
    ]
    club.appoint(bo, "")
    lines = club.log()
    kinds = [one["entry"]["entry"] for one in lines]
    assert kinds == [*["role-changed"] * 3, "member-added", "founded"]
    assert roles(lines)[0] == ("Owner", "Bo", "", False)
    assert [one["place"] for one in lines] == [5, 4, 3, 2, 1]
    assert len(club.log("?kind=roles")) == 3
    assert [one["entry"]["name"] for one in club.log("?kind=members")] == ["Ann"]
    assert bo.code("GET", f"{club.here}/log", 403) == "not-a-secretary"
    club.admit(bo, "helper")
    assert bo.code("GET", f"{club.here}/log", 403) == "not-your-role"


def test_the_log_of_an_evening_has_roles_names_of_the_time_and_what_was_corrected(
    server: InProcess, evening: Evening
) -> None:
    helper = Browser(server, "Helper")
    key = evening.by.get(f"{evening.here}/desk")["helper"]
    helper.post(f"{evening.here}/secretaries", 204, key=key)
    sides = evening.state["rounds"][0]["games"][0]["sides"]
    names = [NAMES[side[0] - 1] for side in sides]
    Evening(helper, evening.event).enter(scored(1, 1, 1000, 944))
    evening.enter({"entry": "renamed", "team": sides[0][0], "name": "New"})
    evening.enter(scored(1, 1, 944, 1000))
    corrected, renamed, first, role = evening.log()[:4]
    assert (corrected["name"], corrected["about"]["names"]) == ("Secretary", ["New", names[1]])
    assert corrected["about"]["before"] == [1000, 944]
    assert renamed["about"]["names"] == [names[0]]
    assert (first["name"], first["about"]["names"]) == ("Helper", names)
    assert roles([role]) == [("Helper", "Helper", "helper", True)]
    assert {one["entry"]["entry"] for one in evening.log("?kind=teams")} == {"entered", "renamed"}
    assert helper.code("GET", f"{evening.here}/log", 403) == "not-your-role"


def test_a_long_log_is_read_page_by_page(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "PAGE", 4)
    first = evening.by.get(f"{evening.here}/log")
    assert [one["number"] for one in first["lines"]] == [6, 5, 4, 3] and first["more"]
    evening.enter(scored(1, 1, 1000, 944))
    rest = evening.by.get(f"{evening.here}/log?before={first['lines'][-1]['place']}")
    assert [one["number"] for one in rest["lines"]] == [2, 1] and not rest["more"]
    teams = evening.by.get(f"{evening.here}/log?kind=teams")
    assert len(teams["lines"]) == 4 and not teams["more"]


def test_a_player_who_is_a_secretary_sees_no_score_of_a_deal_to_come_that_was_taken_back(
    server: InProcess,
) -> None:
    howell = {"entrants": "teams", "draw": "howell", "deals": 2, "ties": [], "rounds": 1}
    online = Online(server, "Ann", "Bo", "Cé", "Dré", **howell)
    online.draw()
    online.enter(scored(1, 1, 100, 62))
    online.enter({"entry": "cleared", "round": 1, "game": 1})
    assert [one["entry"]["entry"] for one in online.log("?kind=scores")] == []
    online.enter(*(scored(1, game, 100, 62) for game in range(1, 5)))
    assert len(online.log("?kind=scores")) == 6


def test_only_so_many_changes_of_roles_are_kept(
    server: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored, "MOST_ROLE_CHANGES", 3)
    club, bo = Club(server), Browser(server, "Bo")
    club.admit(bo, "helper")
    for role in ("secretary", "member", "helper", "secretary"):
        club.appoint(bo, role)
    assert [role for _, _, role, _ in roles(club.log())] == ["secretary", "helper", "member"]


def test_changes_of_roles_are_exported_taken_over_and_erased(server: InProcess) -> None:
    club, bo = Club(server), Browser(server, "Bo")
    club.admit(bo, "helper")
    club.appoint(bo, "secretary")
    club.by.sign_up("Owner of owls")
    bo.sign_up("Bo of the owls")
    assert [one[:2] for one in roles(club.log())] == [
        ("Owner of owls", "Bo of the owls"),
        ("Bo of the owls", "Bo of the owls"),
    ]
    assert [row["role"] for row in bo.get("/api/me/export")["role_changes"]] == [
        "helper",
        "secretary",
    ]
    assert len(club.by.get("/api/me/export")["roles_given"]) == 1
    bo.ask("DELETE", "/api/me", 204, {"password": PASSWORD})
    assert "Bo" not in str(roles(club.log())) and len(roles(club.log())) == 2
    club.by.ask("DELETE", "/api/me", 204, {"password": PASSWORD})
    with looking_into(server.database) as file:
        count = "SELECT count(*) FROM role_changes WHERE log = ?"
        assert list(file.execute(count, (club.here.rpartition("/")[2],))) == [(0,)]


def test_entries_of_a_later_version_are_refused_until_they_can_be_read(server: InProcess) -> None:
    evening, club = Evening(Browser(server, "Secretary")), Club(server)
    add = (
        "INSERT INTO log_entries (log, number, person, at, line) "
        """VALUES (?, 2, NULL, 1, '{"entry":"of-a-later-version","version":99}')"""
    )
    for id, read in ((evening.event, evening.by), (club.here.rpartition("/")[2], club.by)):
        here = evening.here if read is evening.by else club.here
        in_the_file(server, add, id)
        assert read.code("GET", here, 409) == "log-unreadable"
        in_the_file(server, "DELETE FROM log_entries WHERE log = ? AND number = 2", id)
        assert read.get(here)["version"] == 1
