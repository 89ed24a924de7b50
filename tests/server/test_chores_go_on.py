"""Chores over many things, with a bad one planted: it is reported, and the others are done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from evenings_on_server import Online
from http_person import in_the_file
from in_process import InProcess, serving_in_process
from waiting import until

import rebelote.server
from rebelote.server.base.projections import Projection
from rebelote.server.base.telemetry import metrics
from rebelote.server.features.league.leagues import Leagues
from rebelote.server.features.tournament.following import Following
from rebelote.server.features.tournament.online import OnlineTournaments
from rebelote.server.main.lifecycle import chores
from rebelote.server.web.feature import features

ONE_STATEMENT = {
    "backup": "one copy of the database",
    "clocks": "each sweep of a table reports what fails there (`live.timers`)",
    "damage": "one look at the file",
    "heartbeat": "one message",
    "idle tables": "writes nothing",
    "mail": "each mail has a backoff of its own (`mail.outbox`)",
    "offline matches": "one statement",
    "poll": "each table takes its lines over in a task of its own",
    "queue": "each table that cannot be opened is reported (`quickmatch.queue`)",
    "remote_workers": "each has a connection and a backoff of its own",
    "shared replays": "one transaction",
}
"""Chores that do not go from one thing to another by `Each`, and why they need not."""

BAD = "badbadbadbad"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[InProcess]:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        yield server


def failures(chore: str) -> float:
    return float(metrics.CHORE_FAILURES.labels(chore)._value.get())


def plant_evening(server: InProcess) -> None:
    """Plant an evening under way, before all others, with a log that cannot be read."""
    event = "INSERT INTO tournaments (id, person, secret, name, created, touched) VALUES "
    in_the_file(server, f"{event} ('{BAD}', 'nobody', 'secret', 'Bad', 1, 1)")
    entry = "INSERT INTO log_entries (log, number, person, at, line) VALUES "
    in_the_file(server, f"{entry} ('{BAD}', 1, 'nobody', 1, 'no entry')")
    in_the_file(server, "INSERT INTO tournament_rounds SELECT ? FROM (SELECT 1) AS one", BAD)


def test_an_evening_that_cannot_be_read_stops_no_other(server: InProcess) -> None:
    online = Online(server, "Ann", "Bo", "Cé", "Dré")
    plant_evening(server)
    before = failures("tournaments on the server")
    online.draw()
    until(online.all_open)
    [(table,)] = in_the_file(server, "SELECT table_id FROM tournament_tables")
    in_the_file(server, "DELETE FROM tournament_tables")
    server.work(server.core[OnlineTournaments].attend_all())
    [(again,)] = in_the_file(server, "SELECT table_id FROM tournament_tables")
    assert again != table and failures("tournaments on the server") > before
    rounds = in_the_file(server, "SELECT 1 FROM tournament_rounds WHERE tournament = ?", BAD)
    assert rounds, "it goes on once it can be read"


def test_a_table_that_cannot_be_read_stops_no_other_of_its_evening(server: InProcess) -> None:
    online = Online(server, *(f"Player {number}" for number in range(8)))
    online.draw()
    until(online.all_open)
    lost, bad = (one for (one,) in in_the_file(server, "SELECT table_id FROM tournament_tables"))
    in_the_file(server, "DELETE FROM tournament_tables WHERE table_id = ?", lost)
    in_the_file(server, "UPDATE tournament_tables SET table_id = ? WHERE table_id = ?", BAD, bad)
    before = failures("tables of tournaments")
    server.work(server.core[OnlineTournaments].attend_all())
    assert failures("tables of tournaments") > before
    assert len(in_the_file(server, "SELECT 1 FROM tournament_tables")) == 2


def test_a_followed_evening_that_cannot_be_read_stops_no_other(server: InProcess) -> None:
    online = Online(server, "Ann", "Bo", "Cé", "Dré")
    plant_evening(server)
    following, event = server.core[Following], online.here.rsplit("/", 1)[1]

    async def follow() -> None:
        for one in (BAD, event):
            following.follow(one, lambda _: None)
        await server.core[OnlineTournaments].look_around()

    before = failures("followed tournaments")
    server.work(follow())
    assert failures("followed tournaments") > before
    assert event in server.core[OnlineTournaments].attendance.seen


def test_a_league_that_cannot_be_read_stops_no_other(server: InProcess) -> None:
    line = "INSERT INTO league_lines (league, day, person, table_id, line) VALUES (?, ?, ?, ?, ?)"
    in_the_file(server, line, "bela", "2020-01-01", "ann", BAD, b"no line")
    member = "INSERT INTO league_members (league, season, person, division, joined) VALUES "
    in_the_file(server, f"{member} ('french', '2020-01', 'ann', 1, 1)")
    before = failures("leagues")
    server.work(server.core[Leagues].settle())
    assert failures("leagues") > before
    assert ("french",) in in_the_file(server, "SELECT league FROM league_seasons")


def test_every_chore_goes_from_thing_to_thing_by_each_or_says_why_not(server: InProcess) -> None:
    home = Path(rebelote.server.__file__).parent
    text = "".join(file.read_text() for file in home.rglob("*.py"))
    by_each = set(re.findall(r'Each(?:\[[^\n]*?\])?\(\s*"([^"]+)"', text))
    names = {chore.name for chore in chores(server.core)}
    declared = [chore for feature in features() for chore in feature.chores(server.core)]
    works = {chore.name: getattr(chore.work, "__self__", None) for chore in declared}
    projections = {name for name, of in works.items() if isinstance(of, Projection)}
    assert names <= by_each | ONE_STATEMENT.keys() | projections
    assert not names & by_each & ONE_STATEMENT.keys()
    positions = {name for (name,) in in_the_file(server, "SELECT name FROM projections")}
    assert positions == {*projections, "matches"}
