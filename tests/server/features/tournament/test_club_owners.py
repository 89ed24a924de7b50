"""Ownership of clubs and evenings: given, inherited, and nothing deleted that others use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from evenings_on_server import EXACT, Evening
from http_person import PASSWORD, Browser
from in_process import InProcess, serving_in_process

from rebelote.server.people.sessions import DAY
from rebelote.server.web.feature import declared

OWN = """
    puzzle_answers.person puzzle_ratings.person fair_play_sums.person fair_play_sums.other
    fair_play_matches.person fair_play_matches.other fair_play_cases.person fair_play_cases.other
    fair_play_answers.person friend_settings.person invitations.person invitations.by
    match_notes.person league_reminders.person lessons_done.person seated.person
    removed_spectators.person email_addresses.person mail_links.person offline_matches.person
    people.id sessions.person notices.person recovery_codes.person relations.person relations.other
    sanctions.person push_subscriptions.person turn_notifications.person ratings.person
    rating_estimates.person
    match_claims.person rating_returns.person removed_from_replays.person
    practice_positions.person device_reviews.person match_statistics.person
    tokens.person tokens.by bots.person bots.by roles.person tournament_players.person
"""
"""Rows that are about one person, or a relation of two: they go with either, and nobody else uses
them. A bot account is its owner's program."""
SHARED = dict.fromkeys(
    ("tournaments.person", "clubs.person"), "passed on: the tests of this module"
)
"""Rows that others use too, and what remains of them."""
SERVING = serving_in_process


class House:
    """A club whose owner is a guest, and its people."""

    def __init__(self, server: InProcess) -> None:
        self.server, self.owner = server, Browser(server, "Founder")
        self.id = self.owner.post("/api/clubs", 201, name="The Owls")["club"]
        self.here = f"/api/clubs/{self.id}"

    def person(self, role: str, name: str = "Second") -> Browser:
        """Return a person who gets a role by its link."""
        person = Browser(self.server, name)
        keys = {one["role"]: one["key"] for one in self.owner.get(f"{self.here}/people")["keys"]}
        person.post(f"{self.here}/secretaries", 204, key=keys[role])
        return person

    def evening(self, by: Browser) -> str:
        agreed = {"name": "Tuesday", "format": EXACT, "club": self.id}
        event: str = by.post("/api/tournaments", 201, **agreed)["tournament"]
        return event

    def role(self, person: Browser) -> str:
        role: str = person.get(self.here)["role"]
        return role

    def give(self, by: Browser, to: Browser, role: str, status: int = 200) -> Any:
        return by.ask("PUT", f"{self.here}/people/{to.me['id']}", status, {"role": role})


def erase(person: Browser) -> None:
    person.ask("DELETE", "/api/me", 204, {})


def test_every_row_that_goes_with_a_person_is_used_by_nobody_else_or_passed_on() -> None:
    deleted = {f"{one.table}.{one.column}" for one in declared() if not one.kept}
    assert deleted == set(OWN.split()) | SHARED.keys()


def test_a_club_whose_owner_is_erased_passes_to_who_has_been_a_secretary_longest(
    server: InProcess,
) -> None:
    house = House(server)
    event = house.evening(house.owner)
    _, first, second = (house.person(role) for role in ("helper", "secretary", "secretary"))
    theirs = house.evening(second)
    erase(house.owner)
    assert (house.role(first), house.role(second)) == ("owner", "secretary")
    assert [row["tournament"] for row in first.get(house.here)["evenings"]] == [theirs, event]
    assert first.get(f"/api/tournaments/{event}")["role"] == "owner"
    assert first.get("/api/clubs")[0]["mine"]
    [line] = [
        line["entry"]
        for line in first.get(f"{house.here}/log?kind=roles")["lines"]
        if line["entry"]["role"] == "owner"
    ]
    assert (line["name"], line["linked"]) == ("Second", False)


def test_without_a_secretary_a_helper_or_member_is_the_owner(server: InProcess) -> None:
    house = House(server)
    member, helper = house.person("member"), house.person("helper")
    erase(house.owner)
    assert (house.role(helper), house.role(member)) == ("owner", "member")
    erase(helper)
    assert house.role(member) == "owner"
    erase(member)
    assert Browser(server).code("GET", house.here, 404) == "no-such-club"


def test_an_evening_by_itself_passes_on_too(server: InProcess) -> None:
    owner, second = Browser(server, "Organiser"), Browser(server, "Second")
    evening = Evening(owner)
    evening.teams("Ann", "Bo")
    key = owner.get(f"{evening.here}/desk")["key"]
    second.post(f"{evening.here}/secretaries", 204, key=key)
    erase(owner)
    assert Evening(second, evening.event).state["role"] == "owner"
    second.ask("DELETE", evening.here, 204)


def test_an_evening_by_itself_is_handed_over(server: InProcess) -> None:
    owner, second, helper = (Browser(server, name) for name in ("First", "Second", "Helper"))
    evening = Evening(owner)
    people = f"{evening.here}/people"
    keys = {one["role"]: one["key"] for one in owner.get(people)["keys"]}
    for person, role in ((second, "secretary"), (helper, "helper")):
        person.post(f"{evening.here}/secretaries", 204, key=keys[role])

    def give(by: Browser, to: Browser, role: str, status: int = 200) -> Any:
        return by.ask("PUT", f"{people}/{to.me['id']}", status, {"role": role})

    assert second.code("GET", people, 403) == "not-your-role"
    give(second, second, "owner", 403)
    assert [one["role"] for one in give(owner, helper, "secretary")["people"]] == [
        "owner",
        "secretary",
        "secretary",
    ]
    give(owner, helper, "")
    assert Evening(helper, evening.event).state["role"] == ""
    late = Browser(server, "Late")
    assert (
        late.code("POST", f"{evening.here}/secretaries", 403, key=keys["helper"])
        == "not-a-secretary"
    ), "links of before are void"
    assert give(owner, second, "owner") == {"people": [], "keys": []}
    assert (Evening(owner, evening.event).state["role"], second.get(evening.here)["role"]) == (
        "secretary",
        "owner",
    )
    assert give(second, Browser(server, "Stranger"), "owner", 404)
    second.ask("DELETE", evening.here, 204)


def test_roles_in_an_evening_of_a_club_are_given_in_the_club(server: InProcess) -> None:
    house = House(server)
    second, event = house.person("secretary"), house.evening(house.owner)
    people = f"/api/tournaments/{event}/people"
    assert house.owner.code("GET", people, 403) == "not-your-role"
    taken = house.owner.code("PUT", f"{people}/{second.me['id']}", 403, role="owner")
    assert taken == "not-your-role"


def test_an_evening_that_a_secretary_has_brought_stays_in_the_club(server: InProcess) -> None:
    house = House(server)
    second = house.person("secretary")
    event = second.post("/api/tournaments", 201, name="Mine", format=EXACT)["tournament"]
    second.post(f"{house.here}/tournaments", 200, tournament=event)
    erase(second)
    assert house.owner.get(f"/api/tournaments/{event}")["role"] == "owner"


def test_an_evening_with_secretaries_of_its_own_outlives_a_club_of_nobody(
    server: InProcess,
) -> None:
    house = House(server)
    event, other = house.evening(house.owner), Browser(server, "Of the evening")
    key = house.owner.get(f"/api/tournaments/{event}/desk")["key"]
    other.post(f"/api/tournaments/{event}/secretaries", 204, key=key)
    erase(house.owner)
    state = other.get(f"/api/tournaments/{event}")
    assert (state["role"], state["club"]) == ("owner", "")
    assert other.code("GET", house.here, 404) == "no-such-club"


def test_a_guest_who_founded_a_club_and_comes_no_more_does_not_take_it_along(
    tmp_path: Path,
) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        house = House(server)
        second = house.person("secretary")
        event = house.evening(second)
        for number in range(8):
            server.time.advance(24 * DAY)
            at = second.get(f"/api/tournaments/{event}")["version"]
            entries = [{"entry": "entered", "name": f"Team {number}"}]
            second.post(f"/api/tournaments/{event}/entries", 200, version=at, entries=entries)
            server.run_chores()
        assert house.owner.get("/api/me") is None, "192 days without a visit"
        assert house.role(second) == second.get(f"/api/tournaments/{event}")["role"] == "owner"


def test_nothing_that_others_use_goes_with_an_owner_who_comes_no_more(tmp_path: Path) -> None:
    """A club, an evening in it and one outside, of a guest and of an account, for 192 days."""
    with serving_in_process(tmp_path / "log.sqlite") as server:
        guest, account = House(server), House(server)
        account.owner.sign_up("Founder with an account")
        second = Browser(server, "Second")
        events = []
        for house in (guest, account):
            key = house.owner.get(house.here)["key"]
            second.post(f"{house.here}/secretaries", 204, key=key)
            outside = Evening(house.owner)
            key = house.owner.get(f"{outside.here}/desk")["key"]
            second.post(f"{outside.here}/secretaries", 204, key=key)
            events += [house.evening(house.owner), outside.event]
        evenings = [Evening(second, event) for event in events]
        for number in range(32):
            server.time.advance(6 * DAY)
            for evening in evenings:
                evening.enter({"entry": "entered", "name": f"Team {number}"})
            server.run_chores()
        assert guest.owner.get("/api/me") is None, "192 days without a visit"
        assert guest.role(second) == "owner"
        assert account.role(second) == "secretary", "an account stays, and so what it owns"
        roles = [evening.state["role"] for evening in evenings]
        assert roles == ["owner", "owner", "secretary", "secretary"]


def test_a_club_that_an_account_has_a_role_in_is_kept_as_one_of_an_account(
    tmp_path: Path,
) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        house = House(server)
        second = house.person("secretary")
        second.sign_up("Secretary of a club")
        server.time.advance(40 * DAY)
        server.run_chores()
        assert Browser(server).get(house.here)["name"] == "The Owls"


def test_an_owner_gives_the_club_away_with_its_evenings(server: InProcess) -> None:
    house = House(server)
    event, helper = house.evening(house.owner), house.person("helper")
    stranger = Browser(server, "Stranger")
    assert house.give(house.owner, stranger, "owner", 404)["code"] == "no-such-person"
    assert house.give(helper, helper, "owner", 403)["code"] == "not-your-role"
    assert house.give(house.owner, helper, "owner") == {"people": [], "keys": []}
    assert (house.role(helper), house.role(house.owner)) == ("owner", "secretary")
    assert helper.get(f"/api/tournaments/{event}")["role"] == "owner"
    assert house.owner.code("DELETE", house.here, 403) == "not-your-role"
    exported = helper.get("/api/me/export")
    assert [row["id"] for row in exported["tournaments"]] == [event]
    assert [row["id"] for row in exported["clubs"]] == [house.id]
    house.give(helper, house.owner, "")
    assert house.role(house.owner) == ""


def test_an_owner_steps_down_where_another_is_there(server: InProcess) -> None:
    house = House(server)
    assert house.give(house.owner, house.owner, "member", 404)["code"] == "no-such-person"
    assert house.role(house.owner) == "owner"
    second = house.person("secretary")
    house.person("member")
    house.give(house.owner, house.owner, "member")
    assert (house.role(second), house.role(house.owner)) == ("owner", "member")


def test_a_secretary_deletes_the_evening_that_she_has_prepared(server: InProcess) -> None:
    house = House(server)
    second, third = house.person("secretary"), house.person("secretary")
    event, kept = house.evening(second), house.evening(house.owner)
    mine = {row["tournament"]: row["mine"] for row in second.get(house.here)["evenings"]}
    assert mine == {event: True, kept: False}
    assert third.code("DELETE", f"/api/tournaments/{event}", 403) == "not-your-role"
    assert second.code("DELETE", f"/api/tournaments/{kept}", 403) == "not-your-role"
    second.ask("DELETE", f"/api/tournaments/{event}", 204)
    own = house.evening(second)
    house.give(house.owner, second, "member")
    assert second.code("DELETE", f"/api/tournaments/{own}", 403) == "not-your-role"


def test_lists_say_how_many_others_use_what_is_ones_own(server: InProcess) -> None:
    house = House(server)
    assert [row["others"] for row in house.owner.get("/api/clubs")] == [0]
    house.person("member")
    assert [row["others"] for row in house.owner.get("/api/clubs")] == [1]
    evening = Evening(house.owner)
    assert [row["others"] for row in house.owner.get("/api/tournaments")] == [0]
    key = house.owner.get(f"{evening.here}/desk")["helper"]
    Browser(server, "Helper").post(f"{evening.here}/secretaries", 204, key=key)
    assert [row["others"] for row in house.owner.get("/api/tournaments")] == [1]


def test_an_account_that_is_erased_passes_its_club_on(server: InProcess) -> None:
    house = House(server)
    house.owner.sign_up("Founder with an account")
    second = house.person("secretary")
    house.owner.ask("DELETE", "/api/me", 204, {"password": PASSWORD})
    assert house.role(second) == "owner"
