"""Changes by hand on a server: seen by all, logged in words, and refused where something is odd."""

from __future__ import annotations

from typing import Any

import pytest
from evenings_on_server import Evening, scored
from http_person import Browser
from in_process import InProcess, serving_in_process

SERVING = serving_in_process
NAMES = ("Ann and Bo", "Cé and Dré", "Eva and Finn", "Gil and Hugo", "Ida and Jo")
REASON = "Sat at the wrong table"


@pytest.fixture
def evening(server: InProcess) -> Evening:
    """Return an evening with five teams and a drawn round, in which one sits out."""
    evening = Evening(Browser(server, "Secretary"))
    evening.teams(*NAMES)
    evening.draw()
    return evening


def seat(evening: Evening, status: int = 200, **wanted: Any) -> Any:
    version = evening.state["version"]
    body = {"version": version, "reason": REASON, **wanted}
    return evening.by.post(f"/api/tournaments/{evening.event}/seats", status, **body)


def members(game: dict[str, Any]) -> list[int]:
    return [one for side in game["sides"] for one in side]


def test_an_exchange_is_seen_by_all_with_its_reason(evening: Evening, server: InProcess) -> None:
    first, second = (members(game) for game in evening.state["rounds"][0]["games"])
    seat(evening, how="exchange", round=1, teams=[first[0], second[0]])
    games = Browser(server).get(f"/api/tournaments/{evening.event}")["rounds"][0]["games"]
    assert members(games[0]) == [second[0], first[1]]
    assert [game["by_hand"] for game in games] == [REASON, REASON]


def test_a_table_that_has_played_asks_what_becomes_of_its_result(evening: Evening) -> None:
    evening.enter(scored(1, 1, 1000, 944))
    first, second = (members(game) for game in evening.state["rounds"][0]["games"])
    teams = [first[0], second[0]]
    refused = seat(evening, 409, how="exchange", round=1, teams=teams)
    assert refused["code"] == "table-played"
    kept = seat(evening, how="exchange", round=1, teams=teams, results="stay")
    assert kept["rounds"][0]["games"][0]["points"] == [1000, 944]
    cleared = seat(evening, how="exchange", round=1, teams=teams, results="clear")
    assert cleared["rounds"][0]["games"][0]["points"] is None
    assert [game["by_hand"] for game in cleared["rounds"][0]["games"]] == ["", ""]


def test_a_late_team_plays_the_exempt(evening: Evening) -> None:
    evening.enter(scored(1, 1, 1000, 944))
    (bye,) = evening.state["rounds"][0]["byes"]
    state = seat(evening, how="late", name="Late  and Later")
    assert state["teams"][5]["name"] == "Late and Later"
    assert members(state["rounds"][0]["games"][2]) == [6, bye]
    assert state["rounds"][0]["byes"] == []


def test_two_secretaries_do_not_change_the_same_round_unseen(evening: Evening) -> None:
    version = evening.state["version"]
    first, second = (members(game) for game in evening.state["rounds"][0]["games"])
    teams = [first[0], second[0]]
    seat(evening, how="exchange", round=1, teams=teams)
    refused = seat(evening, 409, version=version, how="exchange", round=1, teams=teams)
    assert refused["code"] == "changed-meanwhile"


def test_a_reason_is_needed_and_short(evening: Evening) -> None:
    seat(evening, 400, how="late", name="Late", reason="")
    seat(evening, 400, how="late", name="Late", reason="x" * 61)
    assert (
        seat(evening, 409, how="exchange", round=1, teams=[1, 2], reason="   ")["code"]
        == "reason-missing"
    )
    assert seat(evening, 409, how="exchange", round=1, teams=[1])["code"] == "wrong-sides"
    assert seat(evening, 404, how="exchange", round=7, teams=[1, 2])["code"] == "no-such-game"


def test_the_log_says_it_and_undoes_it(evening: Evening) -> None:
    first, second = (members(game) for game in evening.state["rounds"][0]["games"])
    before = evening.state["rounds"]
    seat(evening, how="exchange", round=1, teams=[first[0], second[0]])
    line = evening.by.get(f"/api/tournaments/{evening.event}/log")["lines"][0]
    assert line["entry"]["entry"] == "reseated" and line["undoable"]
    assert [one["table"] for one in line["about"]["seats"]] == [1, 2]
    undo = evening.by.post(f"/api/tournaments/{evening.event}/undo", 200, number=line["number"])
    assert undo["rounds"] == before


def test_wishes_are_seen_by_all(evening: Evening, server: InProcess) -> None:
    apart = {"entry": "kept-apart", "team": 2, "other": 1, "round": 2}
    evening.enter({"entry": "table-fixed", "team": 3, "table": 1}, apart)
    state = Browser(server).get(f"/api/tournaments/{evening.event}")
    assert state["teams"][2]["table"] == 1
    assert state["apart"] == [{"team": 1, "other": 2, "round": 2}]


def test_a_stranger_changes_nothing(evening: Evening, server: InProcess) -> None:
    stranger = Browser(server, "Stranger")
    body = {"version": evening.state["version"], "how": "late", "name": "x", "reason": "x"}
    stranger.post(f"/api/tournaments/{evening.event}/seats", 403, **body)
