"""Draws that the hall does not see yet, and trials, on a server."""

from __future__ import annotations

from typing import Any

import pytest
from evenings_on_server import EXACT, Evening
from http_person import Browser
from in_process import InProcess, serving_in_process

SERVING = serving_in_process


@pytest.fixture
def evening(server: InProcess) -> Evening:
    """Return an evening of four teams whose first round the hall does not see yet."""
    evening = Evening(Browser(server, "Secretary"))
    evening.teams("Ann and Bo", "Cé and Dré", "Eva and Finn", "Gil and Hugo")
    held(evening)
    return evening


def held(evening: Evening) -> Any:
    body = {"version": evening.version, "phrase": "three diamonds", "held": True}
    return evening.by.post(f"{evening.here}/draw", 200, **body)


def test_only_secretaries_see_a_draw_until_it_is_shown(evening: Evening, server: InProcess) -> None:
    visitor = Browser(server)
    card = evening.by.get(f"{evening.here}/team-cards")["keys"][0]
    slip = evening.keys()[0][0]
    assert evening.state["held"] and len(evening.state["rounds"]) == 1
    for seen in (visitor.get(evening.here), evening.by.get(f"{evening.here}?hall=true")):
        assert (seen["rounds"], seen["next"], seen["held"]) == ([], "draw", False)
    assert visitor.get(f"{evening.here}/team?key={card}")["games"] == []
    assert visitor.code("GET", f"{evening.here}/game?key={slip}", 403) == "wrong-slip"
    evening.enter({"entry": "shown"})
    assert len(visitor.get(evening.here)["rounds"]) == 1
    assert visitor.get(f"{evening.here}/team?key={card}")["games"][0]["table"]
    assert visitor.get(f"{evening.here}/game?key={slip}")["state"] == "open"
    assert evening.refused(404, {"entry": "shown"}, version=evening.version) == "no-such-game"


def test_the_hall_goes_on_with_the_round_before(evening: Evening, server: InProcess) -> None:
    evening.enter({"entry": "shown"})
    evening.score_all(1)
    held(evening)
    hall = Browser(server).get(evening.here)
    assert len(hall["rounds"]) == 1 and hall["next"] == "draw"
    assert [row["played"] for row in hall["standings"]] == [1] * 4
    evening.enter({"entry": "draw-undone"})
    assert not evening.state["held"]


def test_a_trial_is_in_no_club(server: InProcess) -> None:
    secretary = Browser(server, "Secretary")
    club = secretary.post("/api/clubs", 201, name="Hearts")["club"]
    body = {"name": "Trial", "format": EXACT, "trial": True}
    assert secretary.code("POST", "/api/tournaments", 422, club=club, **body) == "wrong-options"
    online = {**body, "format": {**EXACT, "place": "online"}}
    assert secretary.code("POST", "/api/tournaments", 422, **online) == "wrong-options"
    trial = secretary.post("/api/tournaments", 201, **body)["tournament"]
    assert secretary.get(f"/api/tournaments/{trial}")["trial"]
    taken = secretary.code("POST", f"/api/clubs/{club}/tournaments", 422, tournament=trial)
    assert taken == "wrong-options"
