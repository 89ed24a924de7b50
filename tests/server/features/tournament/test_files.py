"""Files of evenings and clubs: opened on another server, where everything goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from evenings_on_server import EXACT, Evening, Online
from http_person import Browser, in_the_file
from in_process import InProcess, serving_in_process
from waiting import until

from rebelote.server.features.tournament import files, opening
from rebelote.server.people.sessions import DAY
from rebelote.server.table.room import ABANDONED_SECONDS

HOWELL: dict[str, Any] = {"draw": "howell", "deals": 2, "rounds": 0, "ties": [], "house": {}}


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[tuple[InProcess, InProcess]]:
    """Yield two servers, the second of which is the other laptop."""
    with (
        serving_in_process(tmp_path / "one.sqlite") as one,
        serving_in_process(tmp_path / "two.sqlite") as two,
    ):
        yield one, two


@pytest.fixture
def server(tmp_path: Path) -> Iterator[InProcess]:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        yield server


def saved(person: Browser, here: str) -> Any:
    return person.get(f"{here}/file")


def opened(person: Browser, file: Any) -> Any:
    return person.post("/api/files", 201, text=json.dumps(file))


def refused(person: Browser, file: Any, status: int = 422) -> str:
    text = file if isinstance(file, str) else json.dumps(file)
    return person.code("POST", "/api/files", status, text=text)


def entries(file: Any) -> list[Any]:
    """Return the entries of all logs of a file, without their times."""
    logs = [*([file["club"]] if file["club"] else []), *file["evenings"]]
    return [[line["entry"] for line in log["lines"]] for log in logs]


def shown(evening: Evening) -> Any:
    """Return what a page shows of an evening, but for its address and the time."""
    return {**evening.state, "tournament": "", "event": "", "now": 0}


def test_an_evening_goes_on_on_another_server_as_it_would_have_here(
    servers: tuple[InProcess, InProcess],
) -> None:
    first, second = Browser(servers[0], "First"), Browser(servers[1], "Second")
    evening = Evening(first)
    evening.teams("Ann & Bo", "Cy & Di", "Élodie & Günther", "عمر و ليلى", "Eve & Fay")
    evening.draw()
    evening.score_all(1)
    file = saved(first, evening.here)
    answer = opened(second, file)
    assert answer["kind"] == "evening"
    there = Evening(second, answer["id"])
    assert shown(there) == shown(evening)
    assert there.state["role"] == "owner"
    assert saved(second, there.here) == file
    assert second.get("/api/tournaments")[0]["mine"]
    for one in (evening, there):
        one.draw()
        one.score_all(2)
        one.enter({"entry": "penalised", "team": 1, "points": 50, "reason": "late"})
    assert entries(saved(second, there.here)) == entries(saved(first, evening.here))
    back = Evening(first, opened(first, saved(second, there.here))["id"])
    assert shown(back)["standings"] == shown(evening)["standings"]


def club_of(owner: Browser) -> str:
    """Found a club with two evenings and a season of them; return its address."""
    club = owner.post("/api/clubs", 201, name="The Owls")["club"]
    here = f"/api/clubs/{club}"
    evenings = []
    for number in range(2):
        agreed = {"name": f"Evening {number}", "format": EXACT, "club": club}
        evening = Evening(owner, owner.post("/api/tournaments", 201, **agreed)["tournament"])
        evening.teams("Ann & Bo", "Cy & Di")
        evening.draw()
        evening.score_all(1)
        evenings.append(evening.event)
    season = {"name": "2026", "rule": {}}
    new = [
        {"entry": "member-added", "name": "Ann"},
        {"entry": "season-opened", **season},
        {"entry": "season-changed", "season": 1, **season, "events": evenings},
    ]
    for entry in new:
        at = owner.get(here)["version"]
        owner.post(f"{here}/entries", 200, version=at, entries=[entry])
    return here


def test_a_club_goes_on_with_its_evenings_seasons_and_members(
    servers: tuple[InProcess, InProcess],
) -> None:
    first, second = Browser(servers[0], "First"), Browser(servers[1], "Second")
    here = club_of(first)
    file = saved(first, here)
    answer = opened(second, file)
    assert answer["kind"] == "club"
    there = f"/api/clubs/{answer['id']}"
    home = second.get(there)
    assert (home["name"], home["role"]) == ("The Owls", "owner")
    assert [one["name"] for one in home["members"]] == ["Ann"]
    assert {one["name"] for one in home["evenings"]} == {"Evening 0", "Evening 1"}
    tables = [one.get(f"{of}/seasons/1")["rows"] for one, of in ((first, here), (second, there))]
    assert tables[0] == tables[1] != []
    assert saved(second, there) == file
    assert second.get("/api/bin") == []
    third = Browser(servers[1], "Third")
    third.post(f"{there}/secretaries", 204, key=home["key"])
    event = home["evenings"][0]["tournament"]
    Evening(third, event).enter({"entry": "entered", "name": "Eve & Fay"})
    assert third.get(f"/api/tournaments/{event}")["role"] == "secretary"


def test_no_key_secret_or_id_of_a_person_is_in_a_file(server: InProcess) -> None:
    owner = Browser(server, "Owner")
    here = club_of(owner)
    text = json.dumps(saved(owner, here))
    secrets = in_the_file(server, "SELECT secret FROM clubs UNION SELECT secret FROM tournaments")
    for (secret,) in secrets:
        assert secret not in text
    keys = [one["key"] for one in owner.get(f"{here}/people")["keys"]]
    event = owner.get(here)["evenings"][0]["tournament"]
    desk = owner.get(f"/api/tournaments/{event}/desk")
    for one in (*keys, desk["key"], desk["helper"], owner.me["id"], event):
        assert one not in text


def test_only_secretaries_save_a_file(server: InProcess) -> None:
    owner, helper = Browser(server, "Owner"), Browser(server, "Helper")
    here = club_of(owner)
    event = owner.get(here)["evenings"][0]["tournament"]
    evening = f"/api/tournaments/{event}"
    for address in (here, evening):
        assert helper.code("GET", f"{address}/file", 403) == "not-a-secretary"
    keys = {one["role"]: one["key"] for one in owner.get(f"{here}/people")["keys"]}
    helper.post(f"{here}/secretaries", 204, key=keys["helper"])
    for address in (here, evening):
        assert helper.code("GET", f"{address}/file", 403) == "not-your-role"


def test_the_cards_of_a_duplicate_that_is_played_are_the_same_there(
    servers: tuple[InProcess, InProcess],
) -> None:
    first, second = Browser(servers[0], "First"), Browser(servers[1], "Second")
    evening = Evening(first, **HOWELL)
    evening.teams("Ann & Bo", "Cy & Di", "Eve & Fay", "Gil & Hal")
    assert saved(first, evening.here)["evenings"][0]["packs"] == "", "nothing is dealt yet"
    evening.draw()
    there = Evening(second, opened(second, saved(first, evening.here))["id"])
    laid = [one.by.get(f"{one.here}/cards?drawn=1") for one in (evening, there)]
    assert laid[0] == laid[1]
    assert there.state["seal"] == evening.state["seal"]
    assert there.keys() != evening.keys(), "slips of before are not valid there"


def test_results_of_a_deal_that_others_have_yet_to_play_are_in_no_file(server: InProcess) -> None:
    online = Online(server, "Ann", "Bo", "Cy", "Di", **{**HOWELL, "entrants": "teams", "rounds": 1})
    online.draw()
    assert online.by.code("GET", f"{online.here}/file", 409) == "file-later"

    def over() -> bool:
        server.pass_time(ABANDONED_SECONDS + 1)
        return bool(online.state["next"] != "scores")

    until(over)
    file = saved(online.by, online.here)
    there = Evening(online.by, opened(online.by, file)["id"])
    assert there.state["cards"] == online.state["cards"] != ""
    values = [[row["value"] for row in one.state["standings"]] for one in (there, online)]
    assert values[0] == values[1]


def test_an_evening_online_becomes_one_in_a_hall_with_the_names_of_now(server: InProcess) -> None:
    online = Online(server, "Ann", "Bo", "Cy", "Di")
    online.draw()
    online.bots_finish()
    file = saved(online.by, online.here)
    assert online.players[0].me["id"] not in json.dumps(file)
    other = Browser(server, "Other")
    there = Evening(other, opened(other, file)["id"])
    assert there.state["format"]["place"] == "hall"
    names = [team["name"] for team in there.state["teams"]]
    assert names == ["Ann", "Bo", "Cy", "Di"]
    assert there.state["rounds"][0]["games"][0]["state"] == "over"
    there.draw()


def broken(file: Any, at: int, **changes: Any) -> Any:
    """Return a file of an evening with an entry changed."""
    copy = json.loads(json.dumps(file))
    copy["evenings"][0]["lines"][at]["entry"].update(changes)
    return copy


def test_a_file_that_is_broken_newer_or_too_large_is_refused_with_a_sentence(
    server: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = Browser(server, "Owner")
    evening = Evening(owner)
    evening.teams("Ann & Bo", "Cy & Di")
    evening.draw()
    evening.score_all(1)
    file = saved(owner, evening.here)
    evening_log = file["evenings"][0]
    drawn = next(
        at for at, one in enumerate(evening_log["lines"]) if one["entry"]["entry"] == "drawn"
    )
    online = {**evening_log["lines"][0]["entry"]["format"], "place": "online"}
    faults: list[Any] = [
        "",
        "[]",
        "no file",
        json.dumps(file)[:-40],
        {**file, "rebelote": "cards"},
        {**file, "evenings": []},
        {**file, "evenings": [evening_log, evening_log]},
        {**file, "rebelote": "club"},
        {**file, "evenings": [{**evening_log, "lines": evening_log["lines"][1:]}]},
        {**file, "evenings": [{**evening_log, "packs": "00"}]},
        {**file, "evenings": [{**evening_log, "created": -1}]},
        broken(file, 1, name="A\u0007nn"),
        broken(file, 1, name="\u2063abc\u2063"),
        broken(file, 1, entry="stolen"),
        broken(file, 0, format=online),
        broken(file, drawn, games=[[[1], [9]]]),
        broken(file, drawn, games=[[[], [2]]]),
        broken(file, drawn, tables=[1, 2, 3]),
        broken(file, -1, round=7),
    ]
    for fault in faults:
        assert refused(owner, fault) == "file-broken", str(fault)[:200]
    assert refused(owner, {**file, "version": 2}) == "file-newer"
    assert refused(owner, broken(file, 1, version=99)) == "file-newer"
    assert refused(owner, " " * (files.FILE_BYTES + 1), 413) == "file-too-large"
    assert len(owner.get("/api/tournaments")) == 1, "nothing was stored"
    monkeypatch.setattr(files, "FILE_BYTES", 100)
    assert owner.code("GET", f"{evening.here}/file", 413) == "file-too-large"


def test_a_file_of_a_club_may_not_name_evenings_of_others(server: InProcess) -> None:
    owner = Browser(server, "Owner")
    file = saved(owner, club_of(owner))
    entry = file["club"]["lines"][-1]["entry"]
    assert entry["events"] == [files.place_of(0), files.place_of(1)]
    entry["events"] = ["abcdefghijkl"]
    assert refused(owner, file) == "file-broken"


def test_a_file_needs_place(server: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = Browser(server, "Owner")
    evening = Evening(owner)
    files_of = saved(owner, evening.here), saved(owner, club_of(owner))
    monkeypatch.setattr(opening, "MOST_TOURNAMENTS", 1)
    monkeypatch.setattr(opening, "MOST_CLUBS", 1)
    codes = [refused(owner, file, 409) for file in files_of]
    assert codes == ["too-many-events", "too-many-clubs"]


@pytest.mark.sqlite
def test_a_club_that_was_not_stored_whole_goes_with_the_bin(
    server: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = Browser(server, "Owner")
    file = saved(owner, club_of(owner))
    write, asked = opening.Files._write, list[str]()

    async def stops(self: Any, sql: str, *values: Any) -> None:
        asked.append(sql)
        if len(asked) == 3:
            raise RuntimeError("the power is cut")
        await write(self, sql, *values)

    monkeypatch.setattr(opening.Files, "_write", stops)
    owner.ask("POST", "/api/files", 500, {"text": json.dumps(file)})
    assert len(owner.get("/api/clubs")) == 1
    assert owner.get("/api/bin") != []
    server.time.advance(31 * DAY)
    monkeypatch.undo()
    owner.sign_up("An owner")
    server.run_chores()
    assert owner.get("/api/bin") == []
