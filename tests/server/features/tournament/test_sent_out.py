"""People who are sent out of an evening online, and whom its format admits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from evenings_on_server import MELEE, Online
from http_person import Browser, in_the_file
from in_process import InProcess, serving_in_process
from waiting import until


@pytest.fixture
def server(tmp_path: Path) -> Iterator[InProcess]:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        yield server


def join(online: Online, browser: Browser, status: int = 200) -> Any:
    """Return the answer to a person who joins."""
    return browser.ask("POST", f"{online.here}/players", status, {"partner": 0})


def test_who_is_sent_out_comes_back_only_by_a_secretary(server: InProcess) -> None:
    online = Online(server, "Ann", "Mal")
    _, mal = online.players
    online.enter({"entry": "sent-out", "team": 2, "player": 1})
    assert [team["here"] for team in online.state["teams"]] == [True, False]
    assert join(online, mal, 403)["code"] == "sent-out"
    mal.sign_up("Another name")
    assert join(online, mal, 403)["code"] == "sent-out"
    assert online.place(mal)["team"] == 0
    line = online.log()[0]
    assert (line["entry"]["entry"], line["undoable"]) == ("sent-out", True)
    assert line["about"]["names"] == ["Another name"]
    online.by.post(f"{online.here}/undo", 200, number=line["number"])
    assert online.place(mal)["team"] == 2


def test_of_two_partners_one_is_sent_out_and_a_bot_plays(server: InProcess) -> None:
    online = Online(server, "Ann", "Cé", entrants="teams", rounds=1)
    mal, (ann, _) = Browser(server, "Mal"), online.players
    mal.post(f"{online.here}/players", 200, partner=1)
    online.enter({"entry": "sent-out", "team": 1, "player": 2})
    assert online.state["teams"][0]["here"]
    assert (online.place(ann)["team"], online.place(mal)["team"]) == (1, 0)
    assert join(online, mal, 403)["code"] == "sent-out"
    online.draw()
    table = online.table(ann)
    [host] = in_the_file(server, f"SELECT count(*) FROM seated WHERE table_id = '{table}'")
    assert host == (2,), "Ann and Cé sit there"


def test_a_person_who_left_is_kept_out_by_id(server: InProcess) -> None:
    online = Online(server, "Ann", entrants="teams")
    mal = Browser(server, "Mal")
    mal.post(f"{online.here}/players", 200, partner=1)
    online.enter({"entry": "sent-out", "team": 1, "player": 2})
    mal.ask("DELETE", f"{online.here}/players", 200)
    assert join(online, mal, 403)["code"] == "sent-out"


def test_only_an_evening_online_sends_people_out(server: InProcess) -> None:
    online = Online(server, "Ann")
    assert online.refused(404, {"entry": "sent-out", "team": 1, "player": 2}) == "no-such-team"
    assert online.refused(404, {"entry": "sent-out", "team": 2}) == "no-such-team"
    hall = Online(server, place="hall")
    hall.teams("Ann and Bo")
    assert hall.refused(404, {"entry": "sent-out", "team": 1}) == "no-such-team"


def test_a_format_admits_accounts_or_members(server: InProcess) -> None:
    guest, ann = Browser(server, "Guest"), Browser(server, "Ann")
    ann.sign_up("Ann with an account")
    online = Online(server, admits="accounts")
    assert join(online, guest, 409)["code"] == "account-first"
    join(online, ann)
    boss = online.by
    club = boss.post("/api/clubs", 201, name="A club")["club"]
    agreed = {**MELEE, "place": "online", "admits": "members"}
    event = boss.post("/api/tournaments", 201, name="Friday", format=agreed, club=club)[
        "tournament"
    ]
    here = f"/api/tournaments/{event}/players"
    assert guest.code("POST", here, 403, partner=0) == "members-only"
    roles = boss.get(f"/api/clubs/{club}/people")
    [key] = [one["key"] for one in roles["keys"] if one["role"] == "member"]
    guest.post(f"/api/clubs/{club}/secretaries", 204, key=key)
    guest.post(here, 200, partner=0)
    boss.post(here, 200, partner=0)
    until(lambda: len(guest.get(f"/api/tournaments/{event}")["teams"]) == 2)
