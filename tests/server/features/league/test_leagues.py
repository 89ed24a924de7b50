"""Leagues: a sealed deal a day, compared when the day is over; monthly seasons, rise and fall."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from company import old_account
from databases import looking_into
from http_person import in_the_file
from in_process import InProcess, serving_in_process
from server_process import Person, Server

from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.features.daily import deals as daily
from rebelote.server.features.daily.field import DailyResult
from rebelote.server.features.daily.schemas import DailyLine
from rebelote.server.features.league import leagues
from rebelote.server.features.league.leagues import Leagues

DAY = 86_400.0
NOON = datetime(2026, 4, 29, 12, tzinfo=UTC)
"""Two days before the end of a season."""
FRENCH = "/api/leagues/french"


@pytest.fixture(autouse=True)
def _beginners(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have bots of servers in this process take no time."""
    monkeypatch.setattr(daily, "TERMS", Terms(watch="none", level="beginner"))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[InProcess]:
    """Yield a server at noon, whose deals are always the same: none of them ends level."""
    wrong = NOON.timestamp() - time.time()
    with serving_in_process(tmp_path / "rebelote.sqlite", wrong=wrong) as server:
        in_the_file(server, "INSERT INTO secrets VALUES ('league', ?)", bytes(32))
        yield server


def read(server: Server, cookie: str = "", path: str = FRENCH, status: int = 200) -> Any:
    answer = server.get(path, cookie)
    assert answer[0] == status, answer
    return json.loads(answer[1])


def code(server: Server, path: str, cookie: str) -> str:
    return str(server.post(path, b"", cookie)[1]["code"])


def join(server: Server, cookie: str) -> None:
    assert server.post(f"{FRENCH}/members", b"", cookie)[0] == 204


def member(server: Server, name: str) -> str:
    """Return the cookie of an account that plays in the French league."""
    join(server, cookie := old_account(server, name))
    return cookie


def play(server: Server, cookie: str) -> Person:
    """Return a person who has played today's deal to its end."""
    status, seated = server.post(f"{FRENCH}/deal", b"", cookie)
    assert status == 201, seated
    person = Person(server, {**seated, "cookie": cookie})
    person.sit(since=0)
    assert person.ask("say", text="hm")["code"] == "phrases-only", "others will read it"
    person.play_the_deal_of_the_day()
    person.close()
    return person


def has_played(server: Server, cookie: str, day: str, lead: int) -> None:
    """Write down a person's result of a day."""
    line = msgspec.json.encode(
        DailyResult(DailyLine(marks=lead, others=0, contract="H", took=True, outcome="made"))
    )
    row = ("french", day, id_of(server, cookie), f"{hash((cookie, day)) % 10**11:012}", line)
    with looking_into(server.database) as file:
        sql = "INSERT INTO league_lines (league, day, person, table_id, line)"
        file.execute(f"{sql} VALUES (?, ?, ?, ?, ?)", row)
        file.commit()


def id_of(server: Server, cookie: str) -> str:
    return str(read(server, cookie, "/api/me")["id"])


def days_ahead(days: int) -> str:
    return (NOON + timedelta(days)).date().isoformat()


def settle(server: InProcess) -> None:
    server.work(server.core[Leagues].settle())


def places(league: Any) -> list[tuple[int, int, str, int, str]]:
    return [
        (row["division"], row["rank"], row["name"], row["points"], row["line"])
        for row in league["rows"]
    ]


def test_members_play_one_deal_that_is_compared_when_the_day_is_over(server: InProcess) -> None:
    ann, bo = member(server, "Anna"), member(server, "Bodo")
    before = read(server, ann)
    assert (before["division"], before["table"], before["mine"]) == (2, None, None)
    tables = [play(server, cookie) for cookie in (ann, bo)]
    moves = [
        [event for event in person.events if event["event"] in ("took", "card_played")]
        for person in tables
    ]
    assert moves[0] == moves[1] and len(moves[0]) > 32, "the same cards, seat and bots"
    assert code(server, f"{FRENCH}/deal", ann) == "played-today"
    today = read(server, ann)
    assert today["played"] == 2 and today["mine"]["outcome"]
    assert today["days"] == [
        {"day": today["date"], "lead": today["days"][0]["lead"], "points": None, "steps": None}
    ]
    assert [row["points"] for row in today["rows"]] == [0, 0], "nothing is compared yet"
    read(server, ann, f"{FRENCH}/days/{today['date']}", 404)
    replay = f"/api/matches/{tables[1].seated['table']}"
    assert read(server, ann, replay, 409)["code"] == "told-tomorrow"
    [(seed,)] = {(server.work(server.core[Leagues].seed("french", today["date"])),)}
    secrets = [frame for person in tables for frame in person.frames if seed in str(frame)]
    assert not secrets and hashlib.sha256(bytes.fromhex(seed)).hexdigest() == today["seal"]

    server.time.advance(DAY / 2 + leagues.LATE)
    day = f"{FRENCH}/days/{today['date']}"
    assert read(server, "", day)["compared"] is False
    settle(server)
    over = read(server, "", day)
    assert over["seed"] == seed and over["compared"] is True
    assert [(one["name"], one["points"], one["steps"]) for one in over["lines"]] == [
        ("Anna", 50, 0),
        ("Bodo", 50, 0),
    ]
    tomorrow = read(server, ann)
    assert tomorrow["seal"] == today["next_seal"] and tomorrow["mine"] is None
    assert tomorrow["days"][0]["points"] == 50
    assert read(server, ann, replay)["deals"], "each looks at how the others have played"


def test_what_is_not_played_to_its_end_on_its_day_does_not_count(server: InProcess) -> None:
    ann = member(server, "Anna")
    _, seated = server.post(f"{FRENCH}/deal", b"", ann)
    server.time.advance(DAY / 2)
    person = Person(server, {**seated, "cookie": ann})
    person.sit(since=0)
    person.play_the_deal_of_the_day()
    person.close()
    server.time.advance(leagues.LATE)
    settle(server)
    assert read(server, ann)["days"] == []
    assert server.post(f"{FRENCH}/deal", b"", ann)[0] == 201, "today has another deal"


def test_who_may_join_and_play(server: InProcess) -> None:
    guest, young = server.guest("Gus"), server.account("Yann")
    assert code(server, f"{FRENCH}/members", guest) == "account-first"
    assert code(server, f"{FRENCH}/deal", guest) == "not-in-league"
    join(server, young)
    assert code(server, f"{FRENCH}/deal", young) == "new-account"
    assert read(server, young)["counts"] is False
    assert server.post("/api/leagues/flemish/members", b"", young)[0] == 404
    assert server.get(f"{FRENCH}?season=2026-05")[0] == 404
    assert read(server, "", "/api/leagues") == []
    [card] = read(server, young, "/api/leagues")
    assert card == {
        "league": "french",
        "name": "",
        "preset": "french",
        "division": 2,
        "table": None,
        "played": False,
    }
    server.time.advance(DAY)
    assert server.post(f"{FRENCH}/deal", b"", young)[0] == 201


def test_a_league_that_is_full(server: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leagues, "MEMBERS", 1)
    ann, bo = member(server, "Anna"), old_account(server, "Bodo")
    assert code(server, f"{FRENCH}/members", bo) == "league-full"
    join(server, ann)


def test_the_best_rise_and_the_last_fall_whenever_and_however_often(server: InProcess) -> None:
    names = ("Anna", "Bodo", "Cees", "Dirk")
    cookies = [member(server, name) for name in names]
    for cookie, lead in zip(cookies, (162, 90, 0), strict=False):  # Dirk does not play
        has_played(server, cookie, days_ahead(0), lead)
    server.time.advance(DAY)
    settle(server)
    april = read(server, cookies[0])
    assert places(april) == [
        (2, 1, "Anna", 100, "up"),
        (2, 2, "Bodo", 50, ""),
        (2, 3, "Cees", 0, ""),
        (2, 4, "Dirk", 0, ""),
    ]
    server.time.advance(DAY)
    assert read(server, cookies[0])["season"] == "2026-05"
    server.time.advance(2 * DAY)  # nobody has looked for days
    assert server.post(f"{FRENCH}/deal", b"", cookies[0])[0] == 201, "before April is closed"
    for _ in range(2):
        settle(server)
    may = read(server, cookies[0])
    assert may["seasons"] == ["2026-05", "2026-04"]
    assert [place[:3] for place in places(may)] == [(1, 1, "Anna"), (2, 1, "Bodo"), (2, 1, "Cees")]
    assert may["division"] == 1 and read(server, cookies[3])["division"] == 0
    past = read(server, "", f"{FRENCH}?season=2026-04")
    assert places(past) == places(april) and past["over"] is True


def test_both_divisions_are_compared_each_by_itself(server: InProcess) -> None:
    cookies = [member(server, name) for name in ("Anna", "Bodo", "Cees", "Dirk")]
    in_the_file(
        server,
        "UPDATE league_members SET division = 1 WHERE person IN "
        "(SELECT id FROM people WHERE name IN ('Anna', 'Bodo'))",
    )
    for cookie, lead in zip(cookies, (-90, -100, 100, 90), strict=True):
        has_played(server, cookie, days_ahead(0), lead)
    server.time.advance(DAY)
    settle(server)
    assert places(read(server)) == [
        (1, 1, "Anna", 100, ""),
        (1, 2, "Bodo", 0, "down"),
        (2, 1, "Cees", 100, "up"),
        (2, 2, "Dirk", 0, ""),
    ]


def test_who_leaves_is_in_no_table_and_comes_back_with_their_days(server: InProcess) -> None:
    ann, bo, cees = member(server, "Anna"), member(server, "Bodo"), old_account(server, "Cees")
    for cookie, lead in ((ann, 10), (bo, 0)):
        has_played(server, cookie, days_ahead(0), lead)
    server.time.advance(DAY)
    settle(server)
    assert server.ask("DELETE", f"{FRENCH}/members", None, ann)[0] == 204
    assert [place[2] for place in places(read(server))] == ["Bodo"]
    assert read(server, ann)["division"] == 0
    assert code(server, f"{FRENCH}/deal", ann) == "not-in-league"
    lines = read(server, "", f"{FRENCH}/days/{days_ahead(0)}")["lines"]
    assert [one["name"] for one in lines] == ["Bodo"]
    join(server, ann)
    assert [place[2:4] for place in places(read(server))] == [("Anna", 100), ("Bodo", 0)]
    assert server.ask("DELETE", f"{FRENCH}/members", None, bo)[0] == 204
    join(server, cees)  # as many members as before, but others
    assert {place[2] for place in places(read(server))} == {"Anna", "Cees"}


def test_who_leaves_and_joins_again_is_compared_in_the_division_they_played_in(
    server: InProcess,
) -> None:
    names = ("Anna", "Bodo", "Cees", "Dirk")
    cookies = [member(server, name) for name in names]
    in_the_file(
        server,
        "UPDATE league_members SET division = 1 WHERE person <> "
        "(SELECT id FROM people WHERE name = 'Dirk')",
    )
    for cookie in cookies:
        play(server, cookie)
    for cookie, marks in zip(cookies, (110, 100, 90, 70), strict=True):
        line = msgspec.json.encode(
            DailyResult(
                DailyLine(marks=marks, others=160 - marks, contract="H", took=True, outcome="made")
            )
        )
        sql = "UPDATE league_lines SET line = ? WHERE person = ?"
        in_the_file(server, sql, line, id_of(server, cookie))
    assert server.ask("DELETE", f"{FRENCH}/members", None, cookies[0])[0] == 204
    server.time.advance(DAY)
    settle(server)
    join(server, cookies[0])
    points = {name: points for _, _, name, points, _ in places(read(server))}
    assert points == {"Anna": 100, "Bodo": 50, "Cees": 0, "Dirk": 50}
    lines = read(server, "", f"{FRENCH}/days/{days_ahead(0)}")["lines"]
    assert [(line["division"], line["name"]) for line in lines] == [
        *((1, name) for name in names[:3]),
        (2, "Dirk"),
    ]


def test_a_deal_begun_before_the_month_is_closed_is_compared_where_that_leads(
    server: InProcess,
) -> None:
    """The division follows from the month before, also for a person who leaves meanwhile."""
    cookies = [member(server, name) for name in ("Anna", "Bodo")]
    for cookie, lead in zip(cookies, (162, 0), strict=True):
        has_played(server, cookie, days_ahead(0), lead)
    server.time.advance(2 * DAY)
    play(server, cookies[0])
    assert (
        in_the_file(server, "SELECT division FROM league_lines WHERE points IS NULL")
        == [(None,)] * 3
    )
    settle(server)
    assert server.ask("DELETE", f"{FRENCH}/members", None, cookies[0])[0] == 204
    server.time.advance(DAY)
    settle(server)
    sql = "SELECT division FROM league_lines WHERE day = ?"
    assert in_the_file(server, sql, days_ahead(2)) == [(1,)], "Anna has risen"


def test_two_nodes_write_the_same(server: InProcess) -> None:
    """A node that closes the season again, from what it had read before, changes nothing."""
    ann, bo = member(server, "Anna"), member(server, "Bodo")
    for cookie, lead in ((ann, 10), (bo, 0)):
        has_played(server, cookie, days_ahead(0), lead)
    server.time.advance(3 * DAY)
    other = Leagues(server.core.store, server.core.lobby)
    rows = "SELECT * FROM league_members ORDER BY season, person"
    settle(server)
    written = in_the_file(server, rows)
    server.work(other._close("french", "2026-04"))
    assert in_the_file(server, rows) == written


def test_a_clock_that_jumps_closes_no_season_and_opens_no_seal(server: InProcess) -> None:
    ann, bo = member(server, "Anna"), member(server, "Bodo")
    has_played(server, bo, days_ahead(0), 10)
    server.time.wrong += 40 * DAY
    settle(server)
    assert in_the_file(server, "SELECT * FROM league_seasons") == []
    read(server, ann, f"{FRENCH}/days/{days_ahead(20)}", 404)
    server.time.wrong -= 40 * DAY
    server.time.advance(DAY)
    settle(server)
    assert len(read(server)["rows"]) == 2
    read(server, ann, f"{FRENCH}/days/{days_ahead(0)}")


def test_a_club_has_a_league_of_its_own_as_long_as_it_is_there(server: InProcess) -> None:
    ann, bo = old_account(server, "Anna"), old_account(server, "Bodo")
    club = server.post("/api/clubs", b'{"name": "Les Quatre As"}', ann)[1]["club"]
    path, of_club = f"/api/leagues/{club}", f"/api/clubs/{club}/league"
    assert server.get(path)[0] == 404 and read(server, bo, of_club)["preset"] == ""

    def opened(cookie: str, preset: str) -> Any:
        body = json.dumps({"preset": preset}).encode()
        return json.loads(server.ask("PUT", of_club, body, cookie)[1])

    assert opened(bo, "bela")["code"] == "not-a-secretary"
    assert opened(ann, "bela")["preset"] == "bela" == opened(ann, "french")["preset"]
    for cookie in (ann, bo):
        assert server.post(f"{path}/members", b"", cookie)[0] == 204
    assert server.post(f"{path}/deal", b"", bo)[0] == 201
    mine = read(server, bo, path)
    assert (mine["name"], mine["preset"], len(mine["rows"])) == ("Les Quatre As", "bela", 2)
    assert mine["seal"] != read(server, bo, "/api/leagues/bela")["seal"]
    [card] = read(server, bo, "/api/leagues")
    assert (card["league"], card["table"]) == (club, mine["table"])
    assert server.ask("DELETE", f"/api/clubs/{club}", None, ann)[0] in (200, 204)
    assert server.get(path)[0] == 404
    assert server.ask("DELETE", f"/api/bin/{club}", None, ann)[0] in (200, 204)
    assert read(server, bo, "/api/leagues") == []
    settle(server)
    for table in ("league_members", "league_lines", "club_leagues"):
        assert in_the_file(server, f"SELECT * FROM {table}") == []


def test_what_is_kept_is_exported_and_erased(server: InProcess) -> None:
    ann, bo = member(server, "Anna"), member(server, "Bodo")
    for cookie, lead in ((ann, 10), (bo, 0)):
        has_played(server, cookie, days_ahead(0), lead)
    server.time.advance(DAY)
    settle(server)
    held = read(server, ann, "/api/me/export")
    assert held["league_members"][0]["division"] == 2
    assert held["league_lines"][0]["points"] == 100
    body = json.dumps({"password": "a lamp in the north"}).encode()
    assert server.ask("DELETE", "/api/me", body, ann)[0] in (200, 204)
    assert [place[2:4] for place in places(read(server))] == [("Bodo", 0)]
    lines = in_the_file(server, "SELECT person, points FROM league_lines ORDER BY points")
    assert [points for _, points in lines] == [0, 100] and lines[1][0].startswith("gone-")
    server.time.advance(2 * DAY)
    settle(server)
    assert [place[2] for place in places(read(server))] == ["Bodo"]
