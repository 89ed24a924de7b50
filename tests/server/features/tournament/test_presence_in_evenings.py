"""Presence in evenings on the server: people on the page, shown to those whom they allow."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from evenings_on_server import Online
from http_person import Browser
from in_process import InProcess, serving_in_process
from server_process import Person
from waiting import until

from rebelote.server.features.tournament.attendance import BEFORE_DRAW
from rebelote.server.features.tournament.online import OnlineTournaments


@pytest.fixture
def server(tmp_path: Path) -> Iterator[InProcess]:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        yield server


@contextmanager
def on_the_page(online: Online, browser: Browser) -> Iterator[Person]:
    """Yield a person whose page of the evening is open, and was noticed."""
    with closing(Person(online.server, {"cookie": browser.cookie})) as person:
        person.dial()
        person.send({"type": "follow", "event": online.event})
        person.receive("evening_changed")
        assert isinstance(online.server, InProcess)
        online.server.time.advance(1)  # it is looked up once a second
        yield person


def here(online: Online, reader: Browser) -> list[int]:
    """Return the teams that a reader is shown as there."""
    teams: list[int] = online.place(reader)["here"]
    return teams


def relate(one: Browser, other: Browser, kind: str) -> None:
    one.ask("PUT", f"/api/me/relations/{other.me['id']}", 204, {"kind": kind})


def test_who_is_connected_elsewhere_is_not_shown_as_there(server: InProcess) -> None:
    online = Online(server, "Ann", "Bo")
    ann, bo = online.players
    with closing(Person(server, {"cookie": ann.cookie})) as elsewhere:
        elsewhere.dial()
        elsewhere.send({"type": "listen"})
        elsewhere.send({"type": "ping"})
        elsewhere.receive("pong")
        assert here(online, online.by) == here(online, bo) == []
    with on_the_page(online, ann):
        assert here(online, online.by) == here(online, bo) == here(online, ann) == [1]


def test_strangers_with_the_address_are_not_shown_who_is_there(server: InProcess) -> None:
    online = Online(server, "Ann")
    with on_the_page(online, online.players[0]):
        assert here(online, online.by) == [1]
        assert here(online, Browser(server, "Eva")) == here(online, Browser(server)) == []


def test_who_shows_presence_to_nobody_is_neither_there_nor_absent(server: InProcess) -> None:
    online = Online(server, "Ann", "Bo", "Cé", "Dré")
    ann = online.players[0]
    ann.ask("PUT", "/api/friends/settings", 204, {"presence": "nobody"})
    with on_the_page(online, ann):
        assert here(online, online.by) == []
    online.draw()
    until(online.all_open)
    [game] = online.place(online.by)["games"]
    assert sorted(game["absent"]) == ["Bo", "Cé", "Dré"]


def test_a_block_hides_both_from_each_other(server: InProcess) -> None:
    online = Online(server, "Ann", "Bo")
    ann, bo = online.players
    relate(ann, bo, "block")
    with on_the_page(online, ann), on_the_page(online, bo):
        assert here(online, online.by) == [1, 2]
        assert here(online, bo) == [2] and here(online, ann) == [1]


def test_who_has_left_is_not_shown_as_there(server: InProcess) -> None:
    online = Online(server, "Ann")
    [ann] = online.players
    with on_the_page(online, ann):
        assert here(online, online.by) == [1]
        ann.ask("DELETE", f"{online.here}/players", 200)
        assert here(online, online.by) == []


def test_long_before_a_draw_and_after_the_last_round_nobody_is_shown(server: InProcess) -> None:
    online = Online(server, "Ann", "Bo", "Cé", "Dré", rounds=1)
    ann = online.players[0]
    with on_the_page(online, ann):
        server.time.advance(BEFORE_DRAW)
        assert here(online, online.by) == []
        online.draw()
        assert here(online, online.by) == [1]
        online.bots_finish()
        assert here(online, online.by) == []


def test_a_notice_goes_to_those_who_may_see_who_came(server: InProcess) -> None:
    online = Online(server, "Ann", "Bo")
    ann, bo = online.players
    relate(ann, bo, "block")

    def is_noticed_by(page: Person) -> bool:
        page.send({"type": "ping"})
        return bool(page.receive("evening_changed", "pong")["type"] == "evening_changed")

    with (
        on_the_page(online, online.by) as desk,
        on_the_page(online, bo) as blocked,
        on_the_page(online, Browser(server, "Eva")) as stranger,
    ):
        server.work(server.core[OnlineTournaments].look_around())
        with on_the_page(online, ann):
            server.work(server.core[OnlineTournaments].look_around())
            assert is_noticed_by(desk)
            assert not is_noticed_by(blocked) and not is_noticed_by(stranger)
