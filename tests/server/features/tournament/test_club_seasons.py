"""Clubs on a server: members, evenings, seasons, keys and retention."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from databases import looking_into
from http_person import PASSWORD, Browser
from in_process import InProcess, serving_in_process

from rebelote.server.features.tournament import stored
from rebelote.server.features.tournament.stored import CLUB_SECONDS, KEPT_SECONDS, MOST_CLUBS

EXACT = {"house": {"rounding": "none"}, "rounds": 1}
RULE: dict[str, Any] = {"best": 1}
TEAMS = ("Ann & Bo", "Cé & Dré")
SERVING = serving_in_process


@pytest.fixture
def ann(server: InProcess) -> Browser:
    return Browser(server, "Secretary")


class TheClub:
    """A club, and one of its secretaries."""

    def __init__(self, by: Browser, id: str = "") -> None:
        self.by = by
        self.id = id or by.post("/api/clubs", 201, name="The  Owls")["club"]
        self.here = f"/api/clubs/{self.id}"

    @property
    def home(self) -> Any:
        return self.by.get(self.here)

    def enter(self, *entries: dict[str, Any], version: int | None = None) -> Any:
        at = self.home["version"] if version is None else version
        return self.by.post(f"{self.here}/entries", 200, version=at, entries=list(entries))

    def refused(self, status: int, *entries: dict[str, Any], version: int | None = None) -> str:
        at = self.home["version"] if version is None else version
        body = {"version": at, "entries": list(entries)}
        return self.by.code("POST", f"{self.here}/entries", status, **body)

    def evening(self, first: int, *teams: str) -> str:
        """Return an evening of one game, with the first team's points of 1,944."""
        format = {"name": "Tuesday", "format": EXACT, "club": self.id}
        event: str = self.by.post("/api/tournaments", 201, **format)["tournament"]
        play(self.by, event, first, *(teams or TEAMS))
        return event

    def season(self, *events: str, rule: dict[str, Any] | None = None) -> int:
        """Create a season of these evenings, and return its number."""
        rule = rule or RULE
        home = self.enter({"entry": "season-opened", "name": "2026", "rule": rule})
        number: int = home["seasons"][-1]["number"]
        self.enter(changed(number, rule, *events))
        return number

    def table(self, number: int = 1) -> Any:
        return self.by.get(f"{self.here}/seasons/{number}")


def changed(season: int, rule: dict[str, Any], *events: str) -> dict[str, Any]:
    """Return the entry that gives a season these evenings."""
    own = {"season": season, "name": "2026", "rule": rule, "events": list(events)}
    return {"entry": "season-changed", **own}


def play(by: Browser, event: str, first: int, *teams: str) -> None:
    """Enter two teams, draw, and enter a score for the one named first."""
    here = f"/api/tournaments/{event}"
    entries = [{"entry": "entered", "name": name} for name in teams]
    state = by.post(f"{here}/entries", 200, version=1, entries=entries)
    state = by.post(f"{here}/draw", 200, version=state["version"], phrase="three diamonds")
    score(by, event, first)


def score(by: Browser, event: str, first: int) -> None:
    """Enter or correct the score of the team with the number 1."""
    state = by.get(f"/api/tournaments/{event}")
    own = state["rounds"][0]["games"][0]["sides"][0] == [1]
    points = [first, 1944 - first] if own else [1944 - first, first]
    entry = {"entry": "scored", "round": 1, "game": 1, "score": {"points": points}}
    body = {"version": state["version"], "entries": [entry]}
    by.post(f"/api/tournaments/{event}/entries", 200, **body)


def totals(table: Any) -> dict[str, int]:
    """Return the total of each row by its names."""
    return {" & ".join(row["names"]): row["total"] for row in table["rows"]}


def test_a_season_follows_from_its_evenings_and_their_corrections(ann: Browser) -> None:
    club = TheClub(ann)
    assert club.home["name"] == "The Owls" and club.home["mine"]
    one, two = club.evening(1000), club.evening(900)
    club.season(one, two)
    table = club.table()
    assert totals(table) == {"Ann": 1000, "Bo": 1000, "Cé": 1044, "Dré": 1044}
    assert [cell["counted"] for cell in table["rows"][0]["evenings"]] == [False, True]
    score(ann, two, 1500)
    assert totals(club.table())["Ann"] == 1500
    assert [evening["event"] for evening in club.home["evenings"]] != []
    assert ann.get("/api/tournaments") == [], "evenings of a club are listed by it"
    assert [card["name"] for card in ann.get("/api/clubs")] == ["The Owls"]


def test_a_member_is_recognised_under_other_names(ann: Browser) -> None:
    club = TheClub(ann)
    club.season(club.evening(1000), club.evening(900, "annie / Bo", "Cé & Dré"), rule={"best": 0})
    assert totals(club.table())["Ann"] == 1000
    club.enter({"entry": "member-added", "name": "Ann"})
    club.enter({"entry": "member-changed", "member": 1, "name": "Ann", "also": ["Annie"]})
    table = club.table()
    assert totals(table)["Ann"] == 1900 and "annie" not in totals(table)
    assert {tuple(row["names"]): row["members"] for row in table["rows"]}[("Ann",)] == [1]
    assert club.refused(409, {"entry": "member-added", "name": " ANNIE"}) == "member-known"


def test_who_has_the_address_reads_seasons_but_no_members(server: InProcess, ann: Browser) -> None:
    club = TheClub(ann)
    club.season(club.evening(1000))
    club.enter({"entry": "member-added", "name": "Somebody Else"})
    visitor = Browser(server, "Visitor")
    seen = visitor.get(club.here)
    assert not seen["secretary"] and seen["members"] == [] and seen["key"] == ""
    assert totals(visitor.get(f"{club.here}/seasons/1"))["Ann"] == 1000
    other = TheClub(visitor, club.id)
    assert other.refused(403, {"entry": "member-added", "name": "X"}) == "not-a-secretary"
    format = {"name": "Tuesday", "format": EXACT, "club": club.id}
    assert visitor.code("POST", "/api/tournaments", 403, **format) == "not-a-secretary"
    for path in (f"/api/clubs/{'x' * 12}", "/api/clubs/x", f"{club.here}/seasons/2"):
        assert visitor.code("GET", path, 404) == "no-such-club"
    assert visitor.code("GET", f"/api/tournaments/{club.id}", 404) == "no-such-event"
    event = club.home["evenings"][0]["event"]
    assert visitor.code("GET", f"/api/clubs/{event}", 404) == "no-such-club"


def test_a_secretary_of_the_club_is_one_of_all_its_evenings(
    server: InProcess, ann: Browser
) -> None:
    club = TheClub(ann)
    event = club.evening(1000)
    second = Browser(server, "Second")
    wrong = second.code("POST", f"{club.here}/secretaries", 403, key="0" * 20)
    assert wrong == "not-a-secretary"
    second.post(f"{club.here}/secretaries", 204, key=club.home["key"])
    score(second, event, 1100)
    assert second.get(f"/api/tournaments/{event}")["secretary"]
    assert second.get(f"/api/tournaments/{event}")["club"] == club.id
    later = TheClub(second, club.id).evening(1000)
    assert {one["event"]: one["mine"] for one in second.get(club.here)["evenings"]} == {
        event: False,
        later: True,
    }
    assert {one["mine"] for one in club.home["evenings"]} == {True}
    assert second.code("DELETE", club.here, 403) == "not-your-role"
    assert second.code("DELETE", f"/api/tournaments/{event}", 403) == "not-your-role"


def test_an_evening_that_was_prepared_before_is_taken_in(server: InProcess, ann: Browser) -> None:
    event = ann.post("/api/tournaments", 201, name="Tuesday", format=EXACT)["tournament"]
    play(ann, event, 1000, *TEAMS)
    club = TheClub(ann)
    club.season(event)
    assert totals(club.table()) == {}, "it is not the club's yet"
    club.by.post(f"{club.here}/tournaments", 200, tournament=event)
    assert totals(club.table())["Ann"] == 1000
    other = TheClub(Browser(server, "Other"))
    path = f"{other.here}/evenings"
    assert other.by.code("POST", path, 403, event=event) == "not-yours"
    assert other.by.code("POST", path, 404, event="x" * 12) == "no-such-event"
    second = TheClub(ann)
    assert ann.code("POST", f"{second.here}/evenings", 403, event=event) == "not-yours"


def test_a_deleted_evening_is_missing_in_the_season(ann: Browser) -> None:
    club = TheClub(ann)
    one, two = club.evening(1000), club.evening(900)
    club.season(one, two, rule={"best": 0})
    ann.ask("DELETE", f"/api/tournaments/{one}", 204)
    assert totals(club.table())["Ann"] == 900 and len(club.table()["evenings"]) == 1


def test_a_club_is_deleted_and_its_evenings_stay(ann: Browser) -> None:
    club = TheClub(ann)
    event = club.evening(1000)
    ann.ask("DELETE", club.here, 204)
    assert ann.code("GET", club.here, 404) == "no-such-club"
    assert [card["tournament"] for card in ann.get("/api/tournaments")] == [event]
    score(ann, event, 1100)


def test_changes_of_one_member_collide_and_others_do_not(ann: Browser) -> None:
    club = TheClub(ann)
    added = [{"entry": "member-added", "name": name} for name in ("Ann", "Bo")]
    seen = club.enter(*added)["version"]
    ann_left = {"entry": "member-changed", "member": 1, "name": "Ann", "here": False}
    club.enter(ann_left, version=seen)
    club.enter({"entry": "member-changed", "member": 2, "name": "Bob"}, version=seen)
    before = club.home["version"]
    club.enter(ann_left, version=seen)
    assert club.home["version"] == before, "what was sent twice is entered once"
    anna = {"entry": "member-changed", "member": 1, "name": "Anna"}
    assert club.refused(409, anna, version=seen) == "changed-meanwhile"
    assert club.refused(422, {"entry": "member-added", "name": " \u200b"}) == "bad-title"
    places = {"entry": "season-opened", "name": "2027", "rule": {"counts": "places"}}
    assert club.refused(422, places) == "wrong-options"
    assert club.refused(404, {**anna, "member": 9}) == "no-such-club"
    assert club.refused(400, {"entry": "founded", "name": "X"}) == "malformed"


def test_members_that_are_added_at_once_are_all_there(ann: Browser) -> None:
    club = TheClub(ann)
    seen = club.home["version"]
    with ThreadPoolExecutor(8) as secretaries:
        adding = lambda at: club.enter(  # noqa: E731
            {"entry": "member-added", "name": f"Member {at}"}, version=seen
        )
        list(secretaries.map(adding, range(20)))
    assert sorted(one["number"] for one in club.home["members"]) == list(range(1, 21))


def test_a_club_is_renamed_where_it_is_listed(ann: Browser) -> None:
    club = TheClub(ann)
    club.enter({"entry": "club-renamed", "name": "Barn Owls"})
    assert "Barn Owls" in [card["name"] for card in ann.get("/api/clubs")]


# --- what is kept ---------------------------------------------------------------------------------


def test_after_a_restart_everything_is_as_it_was(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        club = TheClub(Browser(server, "Secretary"))
        club.season(club.evening(1000), club.evening(900))
        before = club.table()
        server.stop()
        server.start()
        assert club.table() == before


def test_a_club_and_its_evenings_are_kept_as_long_as_any_of_them_is_used(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        ann = Browser(server, "Secretary")
        ann.sign_up("Secretary of a club")
        club = TheClub(ann)
        club.season(club.evening(1000))
        server.time.advance(KEPT_SECONDS + 10)
        server.run_chores()
        assert totals(club.table())["Ann"] == 1000
        server.time.advance(CLUB_SECONDS - KEPT_SECONDS)
        server.run_chores()
        server.run_chores()
        assert Browser(server).code("GET", club.here, 404) == "no-such-club"


def test_clubs_have_bounds(ann: Browser) -> None:
    for _ in range(MOST_CLUBS):
        TheClub(ann)
    assert ann.code("POST", "/api/clubs", 409, name="One more") == "too-many-clubs"
    assert ann.code("POST", "/api/clubs", 422, name=" ") == "bad-title"


def test_an_id_that_is_there_already_is_not_called_too_many_clubs(
    ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = TheClub(ann)
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: club.id)
    assert ann.code("POST", "/api/clubs", 503, name="Again") == "server-busy"


def test_a_club_is_full_of_evenings(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rebelote.server.features.tournament.stored.MOST_CLUB_TOURNAMENTS", 1)
    few = stored._WITHIN_CLUB._replace(most=1)
    monkeypatch.setattr("rebelote.server.features.tournament.stored._WITHIN_CLUB", few)
    event = ann.post("/api/tournaments", 201, name="Tuesday", format=EXACT)["tournament"]
    club = TheClub(ann)
    club.evening(1000)
    format = {"name": "Tuesday", "format": EXACT, "club": club.id}
    assert ann.code("POST", "/api/tournaments", 409, **format) == "club-full"
    assert ann.code("POST", f"{club.here}/evenings", 409, event=event) == "club-full"
    monkeypatch.setattr("rebelote.server.features.tournament.stored.MOST_ENTRIES", 4)
    added = ({"entry": "member-added", "name": name} for name in "abcd")
    assert club.refused(409, *added) == "club-full"


def roles(by: Browser, club: TheClub) -> Any:
    """Return the people with roles in a club, as its owner sees them."""
    return by.get(f"{club.here}/people")


def test_the_owner_gives_roles_and_takes_them_with_the_links(
    server: InProcess, ann: Browser
) -> None:
    club, other = TheClub(ann), Browser(server, "Second")
    event = club.evening(1000)
    keys = {one["role"]: one["key"] for one in roles(ann, club)["keys"]}
    for role in ("member", "helper", "secretary"):
        other.post(f"{club.here}/secretaries", 204, key=keys[role])
        assert (
            other.get(club.here)["role"] == other.get(f"/api/tournaments/{event}")["role"] == role
        )
    other.post(f"{club.here}/secretaries", 204, key=keys["member"])
    assert other.get(club.here)["role"] == "secretary", "a link takes nothing away"
    assert [one["role"] for one in roles(ann, club)["people"]] == ["owner", "secretary"]
    assert other.code("GET", f"{club.here}/people", 403) == "not-your-role"
    theirs = f"{club.here}/people/{other.me['id']}"
    assert other.code("PUT", theirs, 403, role="secretary") == "not-your-role"
    evening_key = other.get(f"/api/tournaments/{event}/desk")["key"]
    other.post(f"/api/tournaments/{event}/secretaries", 204, key=evening_key)

    changed = ann.ask("PUT", theirs, 200, {"role": "member"})
    assert [one["role"] for one in changed["people"]] == ["owner", "member"]
    assert TheClub(other, club.id).refused(403, {"entry": "member-added", "name": "X"}) == (
        "not-your-role"
    )
    last = {one["role"]: one["key"] for one in changed["keys"]}["helper"]
    ann.ask("PUT", theirs, 200, {"role": ""})
    assert other.get(club.here)["role"] == other.get(f"/api/tournaments/{event}")["role"] == ""
    assert other.get("/api/clubs") == []
    own = f"/api/tournaments/{event}"
    for here, key in ((club.here, keys["secretary"]), (club.here, last), (own, evening_key)):
        assert other.code("POST", f"{here}/secretaries", 403, key=key) == "not-a-secretary"
    for person in (other.me["id"], ann.me["id"]):
        refused = ann.code("PUT", f"{club.here}/people/{person}", 404, role="helper")
        assert refused == "no-such-person"
    fresh = {one["role"]: one["key"] for one in roles(ann, club)["keys"]}
    other.post(f"{club.here}/secretaries", 204, key=fresh["helper"])
    assert other.get(f"/api/tournaments/{event}")["role"] == "helper"


def test_export_and_erasure_have_the_club(server: InProcess) -> None:
    ann, bo = Browser(server, "Ann"), Browser(server, "Bo")
    ann.sign_up("Founder of a club")
    club = TheClub(ann)
    own = club.evening(1000)
    bo.post(f"{club.here}/secretaries", 204, key=club.home["key"])
    theirs = bo.post("/api/tournaments", 201, name="Of Bo", format=EXACT)["tournament"]
    bo.post(f"{club.here}/tournaments", 200, tournament=theirs)
    club.enter({"entry": "member-added", "name": "A member by name"})
    exported = ann.get("/api/me/export")
    assert [(row["id"], row["club"]) for row in exported["tournaments"]] == [(own, club.id)]
    assert [row["id"] for row in exported["clubs"]] == [club.id]
    assert "A member by name" in str(exported["log_entries"])
    ann.ask("DELETE", "/api/me", 204, {"password": PASSWORD})
    assert bo.get(club.here)["role"] == "owner"
    assert {row["tournament"] for row in bo.get(club.here)["evenings"]} == {own, theirs}
    bo.ask("DELETE", "/api/me", 204, {})
    assert Browser(server).code("GET", club.here, 404) == "no-such-club"
    assert Browser(server).code("GET", f"/api/tournaments/{own}", 404) == "no-such-event"
    with looking_into(server.database) as database:
        rows = database.execute("SELECT count(*) FROM log_entries WHERE line LIKE '%by name%'")
        assert rows.fetchone()[0] == 0
