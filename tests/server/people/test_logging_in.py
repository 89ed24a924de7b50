"""Logging in, and its effect on the guest or account that the browser had before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from http_person import PASSWORD, Browser
from in_process import InProcess, serving_in_process


@pytest.fixture
def open_server(tmp_path: Path) -> Iterator[InProcess]:
    with serving_in_process(tmp_path / "club.sqlite") as server:
        yield server


def seats_of(server: InProcess, table: str) -> list[str | None]:
    return [who.person for who in server.core.lobby.tables[table].table.seats]


@pytest.mark.sqlite
def test_a_login_that_is_not_written_leaves_everybody_where_they_were(
    open_server: InProcess,
) -> None:
    """The guest goes on in the seat; the account that was signed in stays so."""
    Browser(open_server).sign_up("Ann Account")
    guest = Browser(open_server, "Ann")
    other = Browser(open_server)
    other.sign_up("Bea Account")
    person = guest.sit(level="beginner")
    table = person.seated["table"]
    before = seats_of(open_server, table)
    assert before[0] == guest.me["id"]
    asked = {"name": "Ann Account", "password": PASSWORD}
    open_server.core.store.damaged = True
    for browser in (guest, other):
        assert browser.code("POST", "/api/login", 503, **asked) == "file-damaged"
    open_server.core.store.damaged = False
    assert seats_of(open_server, table) == before
    person.play_until(lambda view: view["phase"] == "deal_over")
    assert other.get("/api/me")["name"] == "Bea Account"
    person.close()
    account = guest.post("/api/login", 200, **asked)["id"]
    assert seats_of(open_server, table) == [account, *before[1:]]


def test_who_signs_in_to_another_account_takes_no_seat_of_the_one_before(
    open_server: InProcess,
) -> None:
    Browser(open_server).sign_up("Ann Account")
    bea = Browser(open_server)
    mine = bea.sign_up("Bea Account")["id"]
    person = bea.sit(level="beginner")
    table = person.seated["table"]
    person.close()
    bea.post("/api/login", 200, name="Ann Account", password=PASSWORD)
    assert seats_of(open_server, table)[0] == mine


def test_an_account_has_so_many_sessions_and_those_used_last_go_on(
    open_server: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rebelote.server.people.sessions.SESSIONS", 2)
    first = Browser(open_server)
    first.sign_up("Ann Account")
    later = [Browser(open_server) for _ in range(2)]
    for browser in later:
        open_server.time.advance(10)
        browser.log_in("Ann Account")
    assert len(later[0].get("/api/me/sessions")) == 2
    assert later[0].get("/api/me")["name"] == later[1].get("/api/me")["name"] == "Ann Account"
