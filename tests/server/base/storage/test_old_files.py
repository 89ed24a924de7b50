"""Data of earlier releases, read today: logs of tables, and a whole file of a served club."""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from http_person import Browser, in_the_file
from in_process import InProcess, serving_in_process
from kept_club import made_of
from server_process import Person, Server, serving
from waiting import until

from rebelote.rules.records.record import Record, with_names
from rebelote.server.base.runtime.rate_limits import Limits
from rebelote.server.base.storage import schema
from rebelote.server.base.storage.sqlite_store import SqliteStore
from rebelote.server.features.fair_play.pairs import FairPlay
from rebelote.server.features.fairness.feature import FairnessMonths
from rebelote.server.features.history import work
from rebelote.server.features.history.records import Records
from rebelote.server.features.league.leagues import Leagues
from rebelote.server.features.study.statistics import PersonalStatistics
from rebelote.server.features.tournament.online import OnlineTournaments
from rebelote.server.main.compose import open_core
from rebelote.server.table.model import event_log, record_export
from rebelote.server.table.model.table import Table
from rebelote.server.table.room import ABANDONED_SECONDS

pytestmark = pytest.mark.sqlite

LOGS = Path(__file__).parents[3] / "logs"
DATA = Path(__file__).parents[3] / "data"
CLUB = DATA / "first-release.db"
LATER_CLUBS = {
    "schema-35": "the last version before 0.2.0",
    "schema-1011": "version 0.2.0",
    "schema-1017": "29 November 2026: clubs of guests, evenings online, leagues, bots",
    "schema-1027": "version 0.3.0",
}
"""Made by `kept_club.py`, each with a `.json` of its tables and cookies. A later server has packed
the matches of the first, whose tables have their logs in `logs/v2`."""
DIGESTS = {
    "first-release.db": "5c2abc021fd1f28361770b07b00f72321d88a0495b4d0ac646d323adacdc0fc6",
    "schema-35.db": "72053d2fadf9044d578a6863630955b6a62e04bc80f3ae3cd02b71bc2cecbe94",
    "schema-35.json": "0bf3eb2817ee16893b030ca35b5aa2a91abde3a6f9dca288ec78590b1597fdd7",
    "schema-1011.db": "cfe004c53e90268639e6d199c04d72dda7f3a41ca58d7e6c850159f34c816371",
    "schema-1011.json": "164aa3fda0a21fc821741e242c858e641166d16e4d721f6773624bcc0d2de577",
    "schema-1017.db": "3a5b6a695ac9c9d0a700310262bc7af9df4a1784492a9d0b7df907a41be82a9e",
    "schema-1017.json": "08ef1d444ca0757f14d985814b55f703f7bcbe9caaed954924cb52110580a66f",
    "schema-1027.db": "5552801114995917339f75227703d8e9613f5c7ca77573b3468f3dff999ef356",
    "schema-1027.json": "8fce595629ed2774f2e4e2e6c62ba810dcb1f09c8cd60c56b845b301cc6e4f09",
}
EVERY_LOG = sorted(LOGS.glob("v*/*.jsonl"))

every_log = pytest.mark.parametrize(
    "log", EVERY_LOG, ids=lambda log: f"{log.parent.name}/{log.stem}"
)


def entries(log: Path) -> list[tuple[int, str | None, bytes]]:
    """Return the versions, message ids and entries of a kept log."""
    lines = enumerate(map(json.loads, log.read_text("utf-8").splitlines()), 1)
    return [(n, line["client_id"], json.dumps(line["entry"]).encode()) for n, line in lines]


def expected(log: Path) -> dict[str, Any]:
    """Return the results that a log had in the release that wrote it."""
    result: dict[str, Any] = json.loads(log.with_suffix(".expected.json").read_text("utf-8"))
    return result


def test_kept_files_are_never_written_again() -> None:
    for folder in sorted(LOGS.glob("v*")):
        lines = (folder / "SHA256SUMS").read_text("utf-8").splitlines()
        sums = {name: digest for digest, name in (line.split() for line in lines)}
        files = {path for path in folder.iterdir() if path.name != "SHA256SUMS"}
        assert {path.name for path in files} == set(sums)
        assert {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in files} == sums
    result = {name: hashlib.sha256((DATA / name).read_bytes()).hexdigest() for name in DIGESTS}
    assert result == DIGESTS


def test_logs_of_every_version_are_kept() -> None:
    """A commit that makes a new version stores some of its logs with `kept_club.py`."""
    versions = range(1, event_log.FORM.version + 1)
    assert {folder.name for folder in LOGS.glob("v*")} == {f"v{version}" for version in versions}
    assert {said_by(log) for log in EVERY_LOG} == set(versions)


def said_by(log: Path) -> int:
    """Return the version that a log says its entries have; every one of them that holds rules."""
    [version] = {
        json.loads(entry).get("version", 1) for *_, entry in entries(log) if b'"rules"' in entry
    }
    assert log.parent.name == f"v{version}"
    return int(version)


@every_log
def test_a_log_of_an_earlier_release_leads_to_the_same_table(log: Path) -> None:
    names = {who[2]: who[0] for who in expected(log)["seats"] if who[2]}
    result = made_of("kept", entries(log), names)
    received = result.keys() - {"table", "record"}
    assert {name: result[name] for name in received} == {
        name: expected(log)[name] for name in received
    }


def test_every_table_of_an_older_file_is_known_to_wait_to_play_or_to_be_over(
    tmp_path: Path,
) -> None:
    """The stage decides how long a table is kept; ages begin when the file is opened again."""
    shutil.copy(CLUB, tmp_path / "club.sqlite")
    store = SqliteStore(str(tmp_path / "club.sqlite"))
    [(latest,)] = asyncio.run(store.read("SELECT latest FROM trusted_time"))
    result = asyncio.run(store.read("SELECT id, stage, used FROM tables"))
    assert {stage for _, stage, _ in result} == {"new", "playing", "over"}
    for table_id, stage, used in result:
        table = Table.restore(table_id, asyncio.run(store.log(table_id)))
        stands = "new" if not table.begun else "playing" if table.playing else "over"
        assert stage == stands, table_id
        assert used >= latest
    store.close()


@every_log
def test_the_record_of_a_kept_log_reads_as_it_did(log: Path) -> None:
    people = {person: name for name, _, person in expected(log)["seats"] if person}
    result = record_export.record(
        [entry for *_, entry in entries(log)], lambda who: people.get(who, "")
    )
    received = expected(log)["record"]
    assert _deals(str(result) if result else None) == _deals(received)


@every_log
def test_a_record_without_names_takes_the_names_it_is_given(log: Path) -> None:
    """A stored record reads as a new one."""
    people = {person: name for name, _, person in expected(log)["seats"] if person}
    lines = [entry for *_, entry in entries(log)]
    received, nameless = work.record_text(lines, people), work.record_text(lines, {})
    if received is None or nameless is None:
        assert received == nameless
    else:
        assert with_names(nameless, dict(enumerate(Record.parse(received).names))) == received


def _deals(record: str | None) -> str | None:
    """Return the deals of a record without its players' names, since some have left the table."""
    lines = (record or "").splitlines()
    return record and "\n".join(line for line in lines if not line.startswith("[Seat "))


def test_a_club_of_the_first_release_is_served_on(tmp_path: Path) -> None:
    """People, sessions, seats, results, reports and measures are all there."""
    shutil.copy(CLUB, tmp_path / "club.sqlite")
    kept = {log.stem: expected(log) for log in EVERY_LOG if log.parent.name == "v1"}
    with serving(tmp_path / "club.sqlite") as server:
        ann = Browser(server)
        ann.log_in("Ann Account")
        ann.me = ann.get("/api/me")
        assert (ann.me["role"], ann.me["settings"]) == ("admin", {"language": "nl"})
        others_daily = kept.pop("daily")["table"]
        assert ann.code("GET", f"/api/tables/{others_daily}", 404) == "no-such-table"
        for name, table in kept.items():
            card = ann.get(f"/api/tables/{table['table']}")
            assert card["playing"] == (table["deal"] is not None and table["winner"] is None), name
        played = ann.get(f"/api/people/{ann.me['id']}")["matches"]
        assert [match["preset"] for match in played] == ["bga", "bga"]
        again = kept["seats-and-rematch"]
        status, record = server.get(f"/api/tables/{again['table']}/record", ann.cookie)
        assert (status, record.decode()) == (200, again["record"])
        eve = Browser(server)
        eve.log_in("Eve Account")
        assert [row["about_name"] for row in ann.get("/api/admin/audit")][:1]
        assert "was rude" in json.dumps(ann.get("/api/admin/reports"))


class Kept:
    """A stored club, and the results that its own server had."""

    def __init__(self, name: str, folder: Path) -> None:
        details = json.loads((DATA / f"{name}.json").read_text("utf-8"))
        self.tables: dict[str, str] = details["tables"]
        self.event: str = details.get("event", "")
        self.later: dict[str, str] = details.get("later", {})
        self._cookies: dict[str, str] = details["cookies"]
        self._made: dict[str, dict[str, Any]] = details.get("made", {})
        self.path = folder / "club.sqlite"
        shutil.copy(DATA / f"{name}.db", self.path)

    def browser(self, server: Server, name: str) -> Browser:
        """Return a person's browser, in the session it had then."""
        browser = Browser(server)
        browser.cookie = self._cookies[name]
        return browser

    def made(self, name: str) -> dict[str, Any]:
        """Return the results that a table had on the server that stored it."""
        return self._made.get(name) or expected(LOGS / "v2" / f"{name}.jsonl")


@contextmanager
def two_days_later(kept: Kept) -> Iterator[InProcess]:
    """Serve a stored file two days later, when the deals of its last day are no longer sealed."""
    with closing(sqlite3.connect(kept.path)) as file:
        [(latest,)] = file.execute("SELECT latest FROM trusted_time")
    with serving_in_process(kept.path, wrong=latest - time.time()) as server:
        server.time.advance(2 * 86_400.0)
        yield server


@pytest.fixture(params=LATER_CLUBS)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Kept:
    """Return a copy of each."""
    return Kept(request.param, tmp_path)


@pytest.fixture
def later_club(kept: Kept) -> Iterator[Server]:
    """Yield a server that goes on with it."""
    with serving(kept.path) as server:
        yield server


def test_sessions_settings_roles_and_reports_of_a_kept_file_go_on(
    kept: Kept, later_club: Server
) -> None:
    ann = kept.browser(later_club, "ann")
    me = ann.get("/api/me")
    assert (me["name"], me["role"], me["settings"]) == ("Ann Account", "admin", {"language": "nl"})
    assert [friend["name"] for friend in ann.get("/api/me/circle")] == ["Bob Account"]
    assert "was slow" in json.dumps(ann.get("/api/admin/reports"))
    with closing(SqliteStore(str(later_club.database), checkpoints=False)) as store:
        assert asyncio.run(store.read("PRAGMA user_version")) == [(schema.VERSION,)]


def test_the_tables_of_a_kept_file_stand_as_they_stood(kept: Kept, later_club: Server) -> None:
    ann = kept.browser(later_club, "ann")
    for name in kept.tables.keys() - {"daily"}:
        made, card = kept.made(name), ann.get(f"/api/tables/{kept.tables[name]}")
        assert card["playing"] == (made["deal"] is not None and made["winner"] is None), name


def test_matches_that_ended_in_a_kept_file_have_their_records_and_results(
    kept: Kept,
    later_club: Server,
) -> None:
    ann = kept.browser(later_club, "ann")
    for name in ("finished", "rated"):
        status, record = later_club.get(f"/api/tables/{kept.tables[name]}/record", ann.cookie)
        assert (status, record.decode()) == (200, kept.made(name)["record"])
    anneke = Browser(later_club)
    anneke.log_in("Anneke")
    profile = anneke.get(f"/api/people/{anneke.get('/api/me')['id']}")
    [played] = profile["matches"]
    assert (played["preset"], played["rated"]) == ("bga", True)
    assert profile["standings"][0]["rating"]["value"] != 1500


def test_matches_that_ended_in_a_kept_file_are_in_the_statistics_of_their_people(
    kept: Kept,
) -> None:
    with two_days_later(kept) as server:
        server.work(server.core[Records].keep())
        server.work(server.core[PersonalStatistics].projection.run())
        ann = kept.browser(server, "ann")
        result = ann.get("/api/me/statistics")
        assert result["presets"] and result["figures"]
        assert all(one["counted"] == one["played"] for one in result["presets"])
        assert result["shows"] == []


DUE = (
    "SELECT table_id FROM match_records WHERE fairness_due AND table_id <> ? "
    "AND table_id NOT IN (SELECT table_id FROM daily) ORDER BY table_id"
)
"""The matches that an earlier version has yet to count in fairness, without one of a league."""
COUNTED = "SELECT coalesce(sum(matches), 0) FROM fairness_months"
COUNTABLE = "SELECT count(*) FROM played WHERE bot IS NULL AND person IN (SELECT id FROM people)"


@pytest.mark.parametrize("kept", ["schema-35", "schema-1011", "schema-1017"], indirect=True)
def test_what_was_due_in_a_kept_file_is_counted_once(kept: Kept) -> None:
    """Flags have become positions since; the record of one match was yet to be written."""
    with closing(sqlite3.connect(kept.path)) as file, file:
        due = file.execute(DUE, [kept.later.get("league_table", "")]).fetchall()
        file.execute("UPDATE match_records SET text = NULL WHERE table_id = ?", due[0])
        [(counted,)] = file.execute(COUNTED).fetchall()
    rows = asyncio.run(counts_after_two_runs(kept))
    assert rows[0] == [(counted + len(due),)] and rows[1] == rows[2] and rows[3] == []


async def counts_after_two_runs(kept: Kept) -> list[Any]:
    """Return what is counted of a file, when its deals are no longer sealed and nobody plays."""
    core = open_core(str(kept.path), Limits())
    await core.store.start()
    await core.accounts.timekeeper.load()
    await core.store.write(("DELETE FROM sealed_tables", ()))
    for _ in range(2):
        await core[Records].keep()
        for one in (core[PersonalStatistics], core[FairnessMonths], core[FairPlay]):
            await one.projection.run()
    counted = "SELECT count(*) FROM match_statistics"
    asked = COUNTED, counted, COUNTABLE, "SELECT 1 FROM matches_due"
    rows = [await core.store.read(sql) for sql in asked]
    core.worker.close()
    core[FairPlay].close()
    await core.store.stop()
    return rows


with_leagues = pytest.mark.parametrize("kept", ["schema-1017", "schema-1027"], indirect=True)


@with_leagues
def test_a_kept_club_of_a_guest_is_still_that_of_its_people(kept: Kept, later_club: Server) -> None:
    founder, bob = Browser(later_club), kept.browser(later_club, "bob")
    founder.cookie = kept.later["founder"]
    here = f"/api/clubs/{kept.later['club']}"
    assert [one.get(here)["role"] for one in (founder, bob)] == ["owner", "secretary"]
    assert [one["event"] for one in bob.get(here)["evenings"]] == [kept.later["club_event"]]
    assert bob.get(f"/api/club/{kept.later['club_event']}")["secretary"]


@with_leagues
def test_kept_evenings_online_go_on_and_stay(kept: Kept) -> None:
    with serving_in_process(kept.path) as server:
        over = Browser(server).get(f"/api/club/{kept.later['over']}")
        assert [row["rank"] for row in over["standings"]] and over["next"] == "over"
        player, here = Browser(server), f"/api/club/{kept.later['playing']}"
        player.cookie = kept.later["playing_player"]
        assert player.get(f"{here}/players")["table"]
        server.work(server.core[OnlineTournaments].attend_all())
        server.pass_time(ABANDONED_SECONDS + 1)
        until(lambda: player.get(here)["next"] == "over")
        names = {team["name"] for team in player.get(here)["teams"]}
        assert names == {f"{name} playing" for name in ("Iris", "Jo", "Kim", "Lou")}


@with_leagues
def test_the_day_of_a_kept_league_is_compared(kept: Kept) -> None:
    with two_days_later(kept) as server:
        [(before,)] = in_the_file(server, "SELECT count(*) FROM league_lines")
        server.work(server.core[Leagues].settle())
        rows = in_the_file(server, "SELECT table_id, points FROM league_lines")
        assert before == 1 and [table for table, _ in rows] == [kept.later["league_table"]]
        assert rows[0][1] is not None


@with_leagues
def test_the_token_of_a_kept_bot_opens_its_account(kept: Kept, later_club: Server) -> None:
    request = Request(later_club.url + "/api/me")
    request.add_header("authorization", f"Bearer {kept.later['token']}")
    with urlopen(request) as answer:
        me = json.load(answer)
    assert me["name"] == "Robo Ann"


@pytest.mark.parametrize("kept", ["schema-1011", "schema-1017", "schema-1027"], indirect=True)
def test_an_evening_of_a_kept_club_goes_on(kept: Kept, later_club: Server) -> None:
    bob = kept.browser(later_club, "bob")
    evening = bob.get(f"/api/club/{kept.event}")
    assert [len(round["games"]) for round in evening["rounds"]] == [2, 2]
    assert len(evening["standings"]) == len(evening["teams"]) == 4
    score = {"entry": "scored", "round": 2, "game": 1, "score": {"points": [1000, 944]}}
    entered = {"version": evening["version"], "entries": [score]}
    assert bob.post(f"/api/club/{kept.event}/entries", 200, **entered)


@pytest.mark.parametrize("kept", ["schema-35"], indirect=True)
def test_a_deal_of_the_day_of_an_old_file_is_read_as_one_of_the_first_game(
    kept: Kept,
    later_club: Server,
) -> None:
    received = kept.browser(later_club, "gina").get("/api/daily?date=2026-11-22")
    assert (received["preset"], received["table"]) == ("french", kept.tables["daily"])
    mine = {"marks": 100, "others": 60, "contract": "D", "took": True, "outcome": "made"}
    assert received["mine"] == {**mine, "value": None, "stake": 1, "taker": None}


def test_a_match_in_play_in_a_kept_file_is_played_on(kept: Kept, later_club: Server) -> None:
    there = {"table": kept.tables["in-play"], "cookie": kept.browser(later_club, "gina").cookie}
    gina = Person(later_club, there)
    before = gina.sit()["version"]
    assert before == kept.made("in-play")["version"] and gina.view["legal"]
    gina.play_until(lambda view: not view["legal"])
    assert (gina.version or 0) > before
