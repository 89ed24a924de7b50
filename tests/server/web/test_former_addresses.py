"""Former addresses of the HTTP interface, which programs and pages of version 0.2 ask for."""

from __future__ import annotations

import pytest
from http_person import Browser
from in_process import InProcess, serving_in_process

from rebelote.server.web.former_addresses import FormerAddresses

SERVING = serving_in_process


def test_a_program_that_knows_evenings_runs_a_tournament(server: InProcess) -> None:
    ann = Browser(server, "Ann")
    event = ann.post("/api/club", 201, name="Tuesday", format={"deals": 12})["event"]
    [card] = ann.get("/api/club")
    assert card["event"] == card["tournament"] == event
    teams = [{"entry": "entered", "name": f"Team {number}"} for number in range(2)]
    ann.post(f"/api/club/{event}/entries", 200, version=1, entries=teams)
    drawn = ann.post(f"/api/club/{event}/draw", 200, version=3, phrase="by former names")
    assert drawn == {**ann.get(f"/api/tournaments/{event}"), "now": drawn["now"]}
    assert drawn["event"] == event and len(drawn["rounds"]) == 1
    assert ann.code("GET", "/api/club/abcdefghijkl", 404) == "no-such-event"


def test_a_slip_printed_with_a_former_address_is_answered(server: InProcess) -> None:
    ann = Browser(server, "Ann")
    event = ann.post("/api/club", 201, name="Tuesday", format={"deals": 12})["event"]
    teams = [{"entry": "entered", "name": f"Team {number}"} for number in range(2)]
    ann.post(f"/api/club/{event}/entries", 200, version=1, entries=teams)
    ann.post(f"/api/club/{event}/draw", 200, version=3, phrase="on paper")
    [[key, _]] = ann.get(f"/api/club/{event}/slips?drawn=1")["keys"]
    slip = Browser(server).get(f"/api/club/{event}/game?key={key}")
    assert slip["own"] == ["Team 0"] or slip["own"] == ["Team 1"]
    assert slip["event"] == slip["tournament"] == event


def test_an_evening_becomes_one_of_a_club_at_the_former_address(server: InProcess) -> None:
    ann = Browser(server, "Ann")
    club = ann.post("/api/clubs", 201, name="The Owls")["club"]
    event = ann.post("/api/club", 201, name="Tuesday", format={"deals": 12})["event"]
    ann.ask("POST", f"/api/clubs/{club}/evenings", 200, {"event": event})
    assert [one["event"] for one in ann.get(f"/api/clubs/{club}")["evenings"]] == [event]


@pytest.mark.parametrize(
    ("former", "present"),
    [
        ("/api/club", "/api/tournaments"),
        ("/api/club/models", "/api/tournaments/models"),
        ("/api/clubs", "/api/clubs"),
        ("/api/clubs/club", "/api/clubs/club"),
        ("/api/clubs/x/evenings", "/api/clubs/x/tournaments"),
        ("/api/me/circle", "/api/me/relations"),
        ("/api/me/circle/ann", "/api/me/relations/ann"),
        ("/api/admin/measures/1", "/api/admin/sanctions/1"),
        ("/m/api/club", "/m/api/club"),
    ],
)
def test_only_whole_former_addresses_are_replaced(former: str, present: str) -> None:
    async def unasked(*_: object) -> None:
        raise AssertionError

    assert FormerAddresses(unasked).present(former) == present
