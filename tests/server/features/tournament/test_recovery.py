"""Recovery sheets: a secret on paper gives a club or an evening back to who has printed it."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from evenings_on_server import EXACT, Evening
from http_person import Browser, in_the_file
from in_process import InProcess, serving_in_process


@pytest.fixture
def server(tmp_path: Path) -> Iterator[InProcess]:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        yield server


def club_of(owner: Browser) -> str:
    club: str = owner.post("/api/clubs", 201, name="The Owls")["club"]
    return club


def sheet(owner: Browser, id: str) -> Any:
    return owner.post(f"/api/recovery-sheets/{id}", 200)


def key_of(printed: Any) -> str:
    return str(printed["address"].rpartition("/")[2])


def claim(person: Browser, id: str, key: str, status: int = 204) -> Any:
    return person.ask("POST", f"/api/recovery-sheets/{id}/owner", status, {"key": key})


def role(person: Browser, id: str) -> str:
    found: str = person.get(f"/api/clubs/{id}")["role"]
    return found


def test_a_sheet_gives_a_club_and_its_evenings_back(server: InProcess) -> None:
    owner, second = Browser(server, "Owner"), Browser(server, "Second")
    club = club_of(owner)
    agreed = {"name": "Tuesday", "format": EXACT, "club": club}
    event = owner.post("/api/tournaments", 201, **agreed)["tournament"]
    second.post(f"/api/clubs/{club}/secretaries", 204, key=owner.get(f"/api/clubs/{club}")["key"])
    assert owner.get(f"/api/recovery-sheets/{club}") == {"printed": None}
    key = key_of(sheet(owner, club))
    assert owner.get(f"/api/recovery-sheets/{club}")["printed"]
    anew = Browser(server, "Without the cookie")
    claim(anew, club, f" {key.upper()} ")
    assert [role(one, club) for one in (anew, owner, second)] == [
        "owner",
        "secretary",
        "secretary",
    ]
    assert anew.get(f"/api/tournaments/{event}")["role"] == "owner"
    line = anew.get(f"/api/clubs/{club}/log?kind=roles")["lines"][0]["entry"]
    assert (line["role"], line["linked"]) == ("owner", True)
    claim(anew, club, key)
    claim(owner, club, key)
    assert role(owner, club) == "owner", "the sheet counts on"


def test_an_evening_of_no_club_has_a_sheet_of_its_own(server: InProcess) -> None:
    owner, anew = Browser(server, "Owner"), Browser(server, "Without the cookie")
    evening = Evening(owner)
    claim(anew, evening.event, key_of(sheet(owner, evening.event)))
    assert anew.get(evening.here)["role"] == "owner"
    assert anew.get("/api/tournaments")[0]["mine"]
    agreed = {"name": "Tuesday", "format": EXACT, "club": club_of(owner)}
    within = owner.post("/api/tournaments", 201, **agreed)["tournament"]
    here = f"/api/recovery-sheets/{within}"
    assert owner.code("POST", here, 404) == "no-such-club", "that of the club gives it back"


def test_a_sheet_is_void_after_a_newer_one_and_once_its_owner_says_so(server: InProcess) -> None:
    owner, thief, heir = (Browser(server, name) for name in ("Owner", "Thief", "Heir"))
    club = club_of(owner)
    first, second = (key_of(sheet(owner, club)) for _ in range(2))
    for key in (first, "", "é" * 20, "0" * 20):
        assert claim(thief, club, key, 403)["code"] == "wrong-sheet"
    owner.ask("DELETE", f"/api/recovery-sheets/{club}", 204)
    assert claim(thief, club, second, 403)["code"] == "wrong-sheet"
    third = key_of(sheet(owner, club))
    heir.post(f"/api/clubs/{club}/secretaries", 204, key=owner.get(f"/api/clubs/{club}")["key"])
    assert heir.code("POST", f"/api/recovery-sheets/{club}", 403) == "not-your-role"
    people = f"/api/clubs/{club}/people"
    owner.ask("PUT", f"{people}/{heir.me['id']}", 200, {"role": "owner"})
    assert claim(owner, club, third, 403)["code"] == "wrong-sheet", "the club was given away"
    assert role(thief, club) == ""


@pytest.mark.sqlite
def test_the_secret_of_a_sheet_is_in_no_file_and_goes_with_the_club(server: InProcess) -> None:
    owner = Browser(server, "Owner")
    club = club_of(owner)
    key = key_of(sheet(owner, club)).encode()
    for file in server.database.parent.iterdir():
        assert not file.is_file() or key not in file.read_bytes()
    owner.ask("DELETE", f"/api/clubs/{club}", 204)
    assert claim(owner, club, key.decode(), 404)["code"] == "no-such-club"
    owner.ask("DELETE", f"/api/bin/{club}", 204)
    assert in_the_file(server, "SELECT * FROM recovery_sheets") == []


def test_no_sheet_names_an_address_that_only_this_computer_knows(server: InProcess) -> None:
    owner = Browser(server, "Owner")
    club = club_of(owner)
    printed = sheet(owner, club)
    assert printed["address"].startswith(f"#/owner/{club}/")
    assert printed["picture"] == ""


def test_a_sheet_has_an_address_that_others_know_as_a_picture_too(server: InProcess) -> None:
    owner = Browser(server, "Owner")
    club = club_of(owner)
    request = urllib.request.Request(
        f"{server.url}/api/recovery-sheets/{club}",
        data=b"",
        headers={"Host": "laptop.example:8000", "Cookie": owner.cookie},
    )
    with urllib.request.urlopen(request) as answer:
        printed = json.load(answer)
    assert printed["address"].startswith(f"http://laptop.example:8000/#/owner/{club}/")
    assert "<svg" in printed["picture"]
