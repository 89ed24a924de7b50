"""Pages that follow an evening get notices of its changes at once, and not too often."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from evenings_on_server import Evening, Online, scored
from http_person import Browser
from in_process import InProcess, serving_in_process
from server_process import Person
from waiting import until, until_async

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.cluster.messages import TournamentMoved
from rebelote.server.base.protocol.messages import TournamentChanged
from rebelote.server.features.tournament import following
from rebelote.server.features.tournament.following import Following
from rebelote.server.features.tournament.online import OnlineTournaments


@pytest.fixture
def server(tmp_path: Path) -> Iterator[InProcess]:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        yield server


class Page(Person):
    """A page that follows an evening."""

    def __init__(self, server: InProcess, event: str, browser: Browser | None = None) -> None:
        super().__init__(server, {"cookie": (browser or Browser(server, "Eva")).cookie})
        self.dial()
        self.follow(event)
        self.event = event
        self.gets_notice()

    def follow(self, event: str) -> None:
        self.send({"type": "follow", "event": event})

    def gets_notice(self) -> None:
        """Wait for a notice of the evening, which names it and nothing else."""
        notice = self.receive("evening_changed", "refused")
        assert notice == {"type": "evening_changed", "event": self.event}

    def is_left_alone(self) -> bool:
        """Return whether no notice was sent so far."""
        self.send({"type": "ping"})
        return bool(self.receive("evening_changed", "pong")["type"] == "pong")


def test_who_follows_an_evening_gets_a_notice_of_each_entry(
    server: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "GAP", 0.0)
    evening = Evening(Browser(server, "Secretary"))
    other = Evening(evening.by)
    with closing(Page(server, evening.event)) as page:
        evening.teams("Ann", "Bo")
        page.gets_notice()
        other.teams("Ann", "Bo")
        assert page.is_left_alone()
        page.follow(other.event)
        page.event = other.event
        page.gets_notice()
        evening.teams("Cé")
        assert page.is_left_alone(), "one evening at a time"
        page.follow("")
        assert page.is_left_alone()
        other.draw()
        assert page.is_left_alone()


def test_what_is_no_evening_is_not_followed(server: InProcess) -> None:
    with closing(Person(server, {"cookie": Browser(server, "Eva").cookie})) as eva:
        eva.dial()
        for unknown in ("x" * 12, "' OR 1=1"):
            eva.send({"type": "follow", "event": unknown})
            assert eva.receive("refused")["code"] == "no-such-event"


def test_tables_that_open_and_people_who_come_and_go_are_changes(
    server: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "GAP", 0.0)
    online = Online(server, "Ann", "Bo", "Cé", "Dré")

    def look_around() -> None:
        server.time.advance(1)
        server.work(server.core[OnlineTournaments].look_around())

    with closing(Page(server, online.event, online.by)) as page:
        look_around()
        assert page.is_left_alone()
        ann = Page(server, online.event, online.players[0])
        look_around()
        page.gets_notice()
        look_around()
        assert page.is_left_alone()
        online.draw()
        until(online.all_open)
        page.gets_notice()
        page.gets_notice()
        ann.close()

        def is_seen() -> bool:
            look_around()
            return not page.is_left_alone()

        assert until(is_seen)


class Socket:
    """A socket that collects the messages sent to it."""

    def __init__(self) -> None:
        self.sent: list[Any] = []

    def send(self, message: Any) -> None:
        self.sent.append(message)


def test_several_changes_within_a_moment_are_one_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "GAP", 0.05)

    async def story() -> None:
        service, socket = Following(None), Socket()
        service.follow("evening", socket.send)
        for _ in range(5):
            service.changed("evening")
        assert socket.sent == [TournamentChanged("evening")] * 2
        await until_async(lambda: len(socket.sent) == 3)
        await service.receive_from("another node", TournamentMoved("evening"))
        await until_async(lambda: len(socket.sent) == 4)
        assert socket.sent == [TournamentChanged("evening")] * 4
        service.leave(socket.send)
        service.changed("evening")
        assert len(socket.sent) == 4 and service.tournaments == ()

    asyncio.run(story())


def test_only_so_many_follow_an_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "MOST_FOLLOWERS", 1)
    service = Following(None)
    service.follow("evening", Socket().send)
    with pytest.raises(IllegalActionError, match="too"):
        service.follow("evening", Socket().send)


def test_a_score_is_a_change(server: InProcess) -> None:
    evening = Evening(Browser(server, "Secretary"))
    evening.teams("Ann", "Bo")
    evening.draw()
    with closing(Page(server, evening.event)) as page:
        evening.enter(scored(1, 1, 1000, 944))
        page.gets_notice()
