"""Reminders of leagues, by push, and places in leagues on a profile."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from ipaddress import ip_network
from pathlib import Path

import pytest
from databases import looking_into
from http_person import Browser, in_the_file
from in_process import InProcess, serving_in_process
from push_service import PushService, Subscriber, push_service
from waiting import until

from rebelote.server.features.league.reminders import LeagueReminders
from rebelote.server.features.push.delivery import Sender

HOUR, DAY = 3600.0, 86_400.0
NOON = datetime(2026, 4, 14, 12, tzinfo=UTC).timestamp()
REMINDER = "/api/me/league-reminder"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[PushService]:
    with push_service(tmp_path) as service:
        yield service


@pytest.fixture
def server(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> Iterator[InProcess]:
    """Yield a server at noon that may send to this machine's push service."""
    monkeypatch.setenv("SSL_CERT_FILE", str(service.certificate))
    sender = Sender("mailto:keeper@club.example", (ip_network("127.0.0.1"),))
    database = tmp_path / "log.sqlite"
    with serving_in_process(database, wrong=NOON - time.time(), push=sender) as server:
        yield server


def member(server: InProcess, name: str) -> Browser:
    """Return an account that was there before the day began, and plays in the French league."""
    person = Browser(server)
    person.me = person.sign_up(name)
    with looking_into(server.database) as database:
        database.execute("UPDATE people SET account_since = 0")
        database.commit()
    person.post("/api/leagues/french/members", 204)
    return person


def sent_to(push: Subscriber, server: InProcess, count: int) -> list[str]:
    """Run the chores, and return the bodies of the messages of a browser."""
    server.work(server.core[LeagueReminders].run())
    until(lambda: len(push.received) >= count)
    return [one["body"] for one in push.messages]


def test_who_asks_for_it_is_reminded_once_on_each_day_not_played(
    server: InProcess, service: PushService
) -> None:
    ann, push = member(server, "Anna"), Subscriber(service)
    ann.ask("PUT", "/api/me/push", 204, push.form)
    assert ann.get("/api/leagues/french")["reminder"] is None
    ann.ask("PUT", REMINDER, 204, {"hour": 15})
    assert ann.get("/api/leagues/french")["reminder"] == 15
    assert sent_to(push, server, 0) == []
    server.time.advance(3 * HOUR)
    said = "Not played yet today: French."
    assert sent_to(push, server, 1) == [said]
    assert push.messages[0]["url"] == "/#/league/french"
    assert int(push.received[0].headers["ttl"]) <= 9 * HOUR
    ann.ask("PUT", REMINDER, 204, {"hour": 16})
    server.time.advance(2 * HOUR)
    assert sent_to(push, server, 1) == [said], "one a day, whatever the hour"
    server.time.advance(DAY)
    in_the_file(
        server,
        "INSERT INTO league_lines (league, day, person, table_id, line) "
        "VALUES ('french', '2026-04-15', ?, 'abcdefghijkl', ?)",
        ann.me["id"],
        b"{}",
    )
    assert sent_to(push, server, 1) == [said], "who has played is not reminded"
    server.time.advance(DAY)
    assert sent_to(push, server, 2) == [said, said]
    assert ann.get("/api/me/export")["league_reminders"] == [{"hour": 16, "sent": "2026-04-16"}]
    ann.ask("PUT", REMINDER, 204, {"hour": None})
    server.time.advance(DAY)
    assert sent_to(push, server, 2) == [said, said]
    ann.ask("PUT", REMINDER, 204, {"hour": 9})
    assert sent_to(push, server, 2) == [said, said], "at five in the afternoon: from tomorrow on"
    ann.ask("PUT", REMINDER, 400, {"hour": 24})


def test_a_profile_says_where_one_stands_in_leagues(server: InProcess) -> None:
    ann, bo = member(server, "Anna"), member(server, "Bodo")
    club = ann.post("/api/clubs", 201, name="Kring")["club"]
    ann.ask("PUT", f"/api/clubs/{club}/league", 200, {"preset": "french"})
    ann.post(f"/api/leagues/{club}/members", 204)
    path = f"/api/people/{ann.me['id']}/leagues"
    place = {
        "league": "french",
        "name": "",
        "preset": "french",
        "season": "2026-04",
        "division": 2,
        "rank": 1,
        "members": 2,
        "days": 0,
    }
    assert bo.get(path) == [place], "the address of a club is a secret"
    assert [one["name"] for one in ann.get(path)] == ["", "Kring"]
    ann.ask("DELETE", "/api/leagues/french/members", 204)
    assert bo.get(path) == []
