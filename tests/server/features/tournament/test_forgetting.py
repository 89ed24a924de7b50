"""A member of a club is forgotten: a number stands in every log, and the name is in no file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from evenings_on_server import EXACT, Evening
from http_person import Browser, in_the_file
from in_process import InProcess, serving_in_process

from rebelote.tournament import clubs, entries
from rebelote.tournament.forgetting import Forgotten, entries_of, free_number, without


@pytest.fixture
def server(tmp_path: Path) -> Iterator[InProcess]:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        yield server


class House:
    """A club of which a person is the owner."""

    def __init__(self, by: Browser) -> None:
        self.by, self.id = by, by.post("/api/clubs", 201, name="The Owls")["club"]
        self.here = f"/api/clubs/{self.id}"

    def enter(self, *new: dict[str, Any]) -> None:
        at = self.by.get(self.here)["version"]
        self.by.post(f"{self.here}/entries", 200, version=at, entries=list(new))

    def add(self, *names: str) -> None:
        self.enter(*({"entry": "member-added", "name": name} for name in names))

    def call(self, member: int, name: str, *also: str) -> None:
        changed = {"entry": "member-changed", "member": member, "name": name, "also": also}
        self.enter(changed)

    def evening(self) -> Evening:
        agreed = {"name": "Tuesday", "format": EXACT, "club": self.id}
        return Evening(self.by, self.by.post("/api/tournaments", 201, **agreed)["tournament"])


@pytest.mark.sqlite
def test_a_forgotten_member_is_in_no_answer_and_no_file(server: InProcess) -> None:
    owner = Browser(server, "Owner")
    house = House(owner)
    house.add("Ann", "Denyse Quux", "Bo")
    house.call(2, "Denyse  Q.", "Denyse Quux", "D. Quuxova")
    house.call(2, "Denyse Q.", "denyse quux")
    evening = house.evening()
    evening.teams("Ann & DENYSE QUUX", "Denyse q. et Bo", "D. Quuxova", "Denysettes")
    players = ["D. Quuxova", "Bo"]
    evening.enter({"entry": "renamed", "team": 3, "name": "The Owlets", "players": players})
    late = {"entry": "penalised", "team": 3, "points": 10, "reason": "denyse quux came late"}
    evening.enter(late)
    season = {"entry": "season-opened", "name": "2026", "rule": {}}
    house.enter(season)
    events = [evening.event]
    house.enter({**season, "entry": "season-changed", "season": 1, "events": events})
    evening.draw()
    evening.score_all(1)
    assert "Denyse" in json.dumps(owner.get(f"{house.here}/seasons/1"))

    second = Browser(server, "Second")
    second.post(f"{house.here}/secretaries", 204, key=owner.get(house.here)["key"])
    assert second.code("DELETE", f"{house.here}/members/2", 403) == "not-your-role"
    assert owner.code("DELETE", f"{house.here}/members/9", 404) == "no-such-club"
    assert owner.ask("DELETE", f"{house.here}/members/2", 200) == {"places": 11}

    paths = (evening.here, f"{evening.here}/log", house.here, f"{house.here}/log")
    said = json.dumps([owner.get(path) for path in (*paths, f"{house.here}/seasons/1")])
    names = ("denyse q", "quux", "quuxova")
    assert not [name for name in names if name in said.lower()]
    assert [team["name"] for team in evening.state["teams"]] == [
        "Ann & #2",
        "#2 et Bo",
        "The Owlets",
        "Denysettes",
    ]
    member = {one["number"]: one for one in owner.get(house.here)["members"]}[2]
    assert (member["name"], member["also"], member["here"]) == ("#2", [], False)
    for (line,) in in_the_file(server, "SELECT line FROM log_entries"):
        assert not [name for name in names if name in line.lower()]
    for file in server.database.parent.iterdir():
        content = file.read_bytes().lower() if file.is_file() else b""
        assert not [name for name in names if name.encode() in content], file.name
    house.add("Denyse Quux")
    assert owner.get(house.here)["members"][-1]["name"] == "Denyse Quux", "the club goes on"


def test_another_member_who_has_that_name_now_keeps_it(server: InProcess) -> None:
    house = House(Browser(server, "Owner"))
    house.add("Denise")
    house.call(1, "Denise B.")
    house.add("Denise")
    evening = house.evening()
    evening.teams("Denise", "Denise B.")
    house.by.ask("DELETE", f"{house.here}/members/1", 200)
    assert [one["name"] for one in house.by.get(house.here)["members"]] == ["#1", "Denise"]
    assert [team["name"] for team in evening.state["teams"]] == ["Denise", "#1"]
    server.stop()
    server.start()
    assert [one["name"] for one in house.by.get(house.here)["members"]] == ["#1", "Denise"]


@pytest.mark.sqlite
def test_a_person_of_an_evening_outside_a_club_is_forgotten_by_its_owner(
    server: InProcess,
) -> None:
    owner, second = Browser(server, "Owner"), Browser(server, "Second")
    evening = Evening(owner)
    evening.teams("Ann & Denyse Quux", "Carl & Bo")
    evening.enter(
        {"entry": "penalised", "team": 1, "points": 10, "reason": "Denyse Quux came late"},
        {"entry": "renamed", "team": 1, "name": "Ann & Ed", "players": ["Ann", "denyse  quux"]},
    )
    evening.draw()
    second.post(f"{evening.here}/secretaries", 204, key=owner.get(f"{evening.here}/desk")["key"])
    path, name = f"{evening.here}/forgotten", {"name": "Denyse Quux"}
    assert second.code("POST", path, 403, **name) == "not-your-role"
    assert owner.post(path, 200, **name) == {"places": 3}
    assert owner.post(path, 200, **name) == {"places": 0}
    said = json.dumps([owner.get(evening.here), owner.get(f"{evening.here}/log")])
    assert "quux" not in said.lower() and "#1 came late" in said
    assert evening.state["teams"][0]["players"] == ["Ann", "#1"]
    for file in server.database.parent.iterdir():
        assert b"quux" not in (file.read_bytes().lower() if file.is_file() else b""), file.name


def test_a_guest_of_an_evening_of_a_club_is_forgotten_there_only(server: InProcess) -> None:
    house = House(Browser(server, "Owner"))
    first, second = house.evening(), house.evening()
    for evening in (first, second):
        evening.teams("Ann & Visitor")
    assert house.by.post(f"{first.here}/forgotten", 200, name="Visitor") == {"places": 1}
    named = [evening.state["teams"][0]["name"] for evening in (first, second)]
    assert named == ["Ann & #1", "Ann & Visitor"]


def test_a_number_that_is_a_name_already_is_not_taken() -> None:
    assert free_number(3, ["Ann & Bo"]) == "#3"
    assert free_number(3, ["Ann & #3", "#3#"]) == "#3##"


def test_entries_of_a_member_are_those_of_the_number() -> None:
    log: list[clubs.ClubEntry] = [
        clubs.Founded("Owls"),
        clubs.MemberAdded("Ann"),
        clubs.MemberAdded("Bo"),
        clubs.MemberChanged(1, "Anna"),
        clubs.MemberChanged(2, "Bob"),
    ]
    assert entries_of(2, log) == {2: log[2], 4: log[4]}


def test_an_entry_without_the_name_stays_as_it_is() -> None:
    forgotten = Forgotten(frozenset({"bo"}), "#2")
    for entry in (entries.Left(1), entries.Entered("Bob & Boris", ("Bob", "Boris"))):
        assert without(entry, forgotten) == (entry, 0)
    assert without(entries.Entered("Bo / Ann", ("BO", "Ann")), forgotten) == (
        entries.Entered("#2 / Ann", ("#2", "Ann")),
        2,
    )
