"""Sealed deals: every GET route is asked by those who have yet to play, and shows nothing of them.

Anna plays a deal of the day, one of a league and one of a duplicate. A friend of hers who is in the
same league and evening, and the secretary of its club, has yet to play them, as have two strangers.
The stored results are written over with marks that nothing else has.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import msgspec
import pytest
from evenings_on_server import Online
from http_person import Browser, in_the_file, log_of
from in_process import InProcess, serving_in_process
from server_process import Person, is_settled
from waiting import until

from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.features.daily import deals as daily
from rebelote.server.features.daily.field import FORM
from rebelote.server.features.tournament.tournaments import Tournaments
from rebelote.server.table.model.table import Table
from rebelote.server.table.room import ABANDONED_SECONDS
from rebelote.server.web import openapi
from rebelote.server.web.feature import features

DAY = 86_400.0
NOON = datetime(2026, 4, 15, 12, tzinfo=UTC)
TODAY = NOON.date().isoformat()
WAIT = 10
HOWELL = {"entrants": "teams", "draw": "howell", "deals": 2, "ties": [], "wait": WAIT}
MARKS = 71_317, 82_829
"""Marks that stand in place of the stored results: won with the first, to the second."""
SUMS = (
    "/api/people/{person}",
    "/api/people/{person}/badges",
    "/api/people/{person}/statistics",
    "/api/clubs/{club}/seasons/{season}",
)
"""Routes that add up the matches of a person: they answer as before the deals were played."""
IN_NO_DESCRIPTION = ("/m/{match}", "/join/{table}", "/embed/{match}")


@cache
def readings() -> list[tuple[str, dict[str, Any]]]:
    handlers = [handler for feature in features() for handler in feature.routes]
    paths = openapi.document(handlers)["paths"]
    return [(path, operations["get"]) for path, operations in paths.items() if "get" in operations]


class Sealed(NamedTuple):
    """A deal that Anna has played, and others have not."""

    kind: str
    table: str

    def marks(self, server: InProcess) -> list[str]:
        """Return patterns of its table and of its cards as records, lists and tricks write them."""
        deal = Table.restore(self.table, log_of(server, self.table)).match.deal
        played = [card.text for trick in deal.tricks for card in trick.cards]
        pack = [card.text for card in deal.pack]
        hand = sorted(card.text for card in deal.hands[0]) or played[:6]
        lists = (pack[:6], pack[-6:], played[:6], played[-6:], played[::4][:6], hand[:6])
        return [r"\W+".join(cards) for cards in lists if len(cards) == 6] + [re.escape(self.table)]


class Place:
    """A server where Anna has played, and those who ask it."""

    def __init__(self, server: InProcess) -> None:
        self.server = server
        self.online = Online(server, "Anna", "Bodo", "Cees", rounds=1, **HOWELL)
        self.member, self.stranger = self.online.by, Browser(server, "Eve")
        self.club = self._club()
        self.member.post(f"{self.online.here}/players", 200, partner=0)
        self.online.draw()
        own = self.online.table(self.member)
        self.anna = next(one for one in self.online.players if self.online.table(one) != own)
        for number, browser in enumerate((self.anna, self.member)):
            browser.sign_up(f"Player {number}")
            browser.post("/api/leagues/french/members", 204)
        in_the_file(server, "UPDATE people SET account_since = 0")
        ids = [str(one.get("/api/me")["id"]) for one in (self.anna, self.member)]
        for browser, other in ((self.anna, ids[1]), (self.member, ids[0])):
            browser.ask("PUT", f"/api/friends/{other}", 204)
        self.anna.ask("PUT", "/api/me/statistics", 204, {"shows": ["marks", "takes", "losses"]})
        self.id = ids[0]
        self.shared = "-" * 12

    def _club(self) -> str:
        """Return a club whose first season has the evening."""
        club = str(self.member.post("/api/clubs", 201, name="Les Quatre As")["club"])
        here, season = f"/api/clubs/{club}", {"name": "2026", "rule": {"best": 1}}
        self.member.post(f"{here}/evenings", 200, event=self.online.event)
        for entry in (
            {"entry": "season-opened", **season},
            {"entry": "season-changed", "season": 1, **season, "events": [self.online.event]},
        ):
            version = self.member.get(here)["version"]
            self.member.post(f"{here}/entries", 200, version=version, entries=[entry])
        return club

    def play(self) -> list[Sealed]:
        """Play the three deals as Anna, and have the server do all that follows."""
        tables = [self._play_of_evening()]
        begin = {"day": "/api/daily?preset=french", "league": "/api/leagues/french/deal"}
        for kind, path in begin.items():
            seated = self.anna.post(path, 201)
            with closing(Person(self.server, {**seated, "cookie": self.anna.cookie})) as there:
                there.sit(since=0)
                there.play_the_deal_of_the_day()
            tables.append(Sealed(kind, seated["table"]))
        self.server.run_chores()
        self._write_over()
        self.server.run_chores()
        return tables

    def _play_of_evening(self) -> Sealed:
        table = self.online.table(self.anna)
        with closing(Person(self.server, {"table": table, "cookie": self.anna.cookie})) as there:
            there.sit()
            self.server.pass_time(WAIT + 1)
            there.play_until(is_settled)
            until(lambda: self.online.place(self.anna)["table"] != table)
        return Sealed("duplicate", table)

    def _write_over(self) -> None:
        """Give the stored results marks that nothing else has."""
        won, others = MARKS
        in_the_file(self.server, "UPDATE played SET marks = ?, others = ?, won = TRUE", won, others)
        for name in ("daily", "league_lines"):
            [(line,)] = in_the_file(self.server, f"SELECT line FROM {name}")
            result = FORM.decode(line)
            line = msgspec.structs.replace(result.line, marks=won, others=others)
            changed = msgspec.json.encode(msgspec.structs.replace(result, line=line))
            in_the_file(self.server, f"UPDATE {name} SET line = ?", changed)
        [(line,)] = in_the_file(
            self.server, 'SELECT line FROM log_entries WHERE line LIKE \'{"entry":"played"%\''
        )
        entry = json.loads(line)
        entry["score"]["points"] = MARKS
        in_the_file(
            self.server,
            "UPDATE log_entries SET line = ? WHERE line = ?",
            json.dumps(entry, separators=(",", ":")),
            line,
        )
        self.server.core[Tournaments].forget()

    def filled(self, sealed: Sealed) -> dict[str, str]:
        """Return the parameters of the routes that ask for a deal."""
        version = self.server.work(self.server.core.store.start_of_match(sealed.table, 10**6))
        sql = "SELECT game FROM tournament_tables WHERE table_id = ?"
        [(game,)] = in_the_file(self.server, sql, sealed.table) or [(1,)]
        return {
            "person": self.id,
            "other": self.id,
            "report": "1",
            "tournament": self.online.event,
            "club": self.club,
            "owned": self.online.event,
            "season": "2026-04",
            "league": "french",
            "day": TODAY,
            "date": TODAY,
            "preset": "french",
            "match": f"{sealed.table}-{version}",
            "table": sealed.table,
            "deal": "1",
            "action": "2",
            "step": "2",
            "digest": "0" * 64,
            "shared_id": self.shared,
            "drawn": "1",
            "key": self.online.keys()[game - 1][0],
            "url": f"{self.server.url}/m/{sealed.table}",
            "name": "Player",
            "month": "2026-04",
            "puzzle": "2ab059b922ee",
        }

    def answers(self, reader: Browser | None, sealed: Sealed) -> dict[str, str]:
        """Return the answers to all GET routes, with the deal in their parameters."""
        values = self.filled(sealed)
        paths = {path: address_of(path, operation, values) for path, operation in readings()}
        paths |= {path: _filled(path, values) for path in IN_NO_DESCRIPTION}
        cookie = reader.cookie if reader else ""
        return {
            path: self.server.ask("GET", address, None, cookie)[1].decode(errors="replace")
            for path, address in paths.items()
        }


def address_of(path: str, operation: Any, values: dict[str, str]) -> str:
    """Return the address of a route with its path parameters and the queries we know.

    A parameter of a path, or one that a route needs, without a value fails.
    """
    if path.startswith("/api/clubs/"):
        values = values | {"season": "1"}
    asked = [one["name"] for one in operation["parameters"] if one["in"] == "query"]
    needed = {one["name"] for one in operation["parameters"] if one.get("required")}
    missing = needed - values.keys()
    assert not missing, f"say in `filled` what {missing} of {path} is filled with"
    query = {name: values[name] for name in asked if name in values}
    return _filled(path, values) + (f"?{urlencode(query)}" if query else "")


def _filled(path: str, values: dict[str, str]) -> str:
    return re.sub(r"{(\w+)}", lambda name: quote(values[name[1]], safe=""), path)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[InProcess]:
    """Yield a server at noon whose bots take no time, with deals that do not end level."""
    monkeypatch.setattr(daily, "TERMS", Terms(watch="none", level="beginner"))
    wrong = NOON.timestamp() - time.time()
    with serving_in_process(tmp_path / "log.sqlite", wrong=wrong) as server:
        for name in ("league", "daily"):
            in_the_file(server, "INSERT INTO secrets VALUES (?, ?)", name, bytes(32))
        yield server


def test_no_route_shows_a_deal_that_others_have_yet_to_play(server: InProcess) -> None:
    place = Place(server)
    readers = {"member": place.member, "stranger": place.stranger, "nobody": None}
    none = Sealed("none", "-" * 12)
    before = {name: place.answers(reader, none) for name, reader in readers.items()}
    sealed = place.play()
    for one in sealed:
        marks = [*map(str, MARKS), *one.marks(server)]
        for name, reader in readers.items():
            answers = place.answers(reader, one)
            leaks = [
                (mark, path) for path in answers for mark in marks if re.search(mark, answers[path])
            ]
            assert not leaks, (one.kind, name)
            changed = [path for path in SUMS if answers[path] != before[name][path]]
            assert not changed, (one.kind, name)
        code = "told-later" if one.kind == "duplicate" else "told-tomorrow"
        assert place.anna.code("GET", f"/api/matches/{one.table}", 409) == code
    own = place.anna.get(f"/api/people/{place.id}")["matches"]
    assert [match["marks"] for match in own] == [MARKS[0]] * 3
    assert sealed_in_profile(place) == []

    until(lambda: _finished_by_bots(server, place.online))
    presets = {match["preset"] for match in sealed_in_profile(place)}
    assert "french-plain" in presets, "every table has played the deal of the evening"
    server.time.advance(DAY / 2)
    server.run_chores()
    assert len(sealed_in_profile(place)) == 3, "the day is over"
    for one in sealed:
        assert place.anna.get(f"/api/matches/{one.table}")["deals"]
    assert in_the_file(server, "SELECT * FROM sealed_tables") == []


def sealed_in_profile(place: Place) -> list[Any]:
    """Return the matches in Anna's profile that show a stranger the sealed marks."""
    matches: list[Any] = place.stranger.get(f"/api/people/{place.id}")["matches"]
    return [match for match in matches if match["marks"] == MARKS[0]]


def _finished_by_bots(server: InProcess, online: Online) -> bool:
    server.pass_time(ABANDONED_SECONDS + 1)
    return bool(online.state["next"] != "scores")
