"""What is kept for the statistics of people: tallies of each match, and what they show of them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from rebelote.analysis.report import REVISION
from rebelote.server.limits import limit
from rebelote.server.protocol.schemas import StatisticsPart
from rebelote.server.ratings import ratings
from rebelote.server.storage.store import Reader, Statement
from rebelote.server.study.schemas import PlayedPreset
from rebelote.server.study.statistics_export import PARTS

PER_RUN: Final = 100
"""Matches that are counted in one run at most."""
MATCHES: Final = limit(
    1000,
    "matches of one rule set in a person's statistics",
    per="person",
    beyond="the latest count",
)
COMPARED: Final = limit(
    100,
    "people over whom the averages of a level are taken",
    per="level",
    beyond="those rated last",
)
COMPARED_MATCHES: Final = limit(
    10, "matches of each of them that count for averages", per="person", beyond="the latest count"
)
_DUE: Final = (
    "SELECT table_id, version, text, statistics_due FROM match_records "
    "WHERE statistics_due > 0 AND text IS NOT NULL ORDER BY table_id, version LIMIT ?"
)
_DUE_AGAIN: Final = (
    "UPDATE match_records SET statistics_due = statistics_due + 1 "
    "WHERE table_id = ? AND version = ?"
)
_DONE: Final = (
    "UPDATE match_records SET statistics_due = 0 "
    "WHERE table_id = ? AND version = ? AND statistics_due = ?"
)
_SEATS: Final = (
    "SELECT seat FROM played WHERE table_id = ? AND version = ? AND bot IS NULL "
    "AND person IN (SELECT id FROM people) ORDER BY seat"
)
_REPORTS: Final = (
    "SELECT deal, report FROM deal_reviews WHERE table_id = ? AND version = ? AND revision = ?"
)
_KEEP: Final = (
    "INSERT INTO match_statistics (person, table_id, version, preset, ended, tallies) "
    "SELECT person, table_id, version, preset, ended, ? FROM played "
    "WHERE table_id = ? AND version = ? AND seat = ? AND person IN (SELECT id FROM people) "
    "ON CONFLICT (person, table_id, version) DO UPDATE SET tallies = excluded.tallies"
)
_PRESETS: Final = (
    "SELECT played.preset, count(*), count(kept.person) FROM played "
    "LEFT JOIN match_statistics AS kept ON kept.person = played.person "
    "AND kept.table_id = played.table_id AND kept.version = played.version "
    "WHERE played.person = ? AND bot IS NULL GROUP BY played.preset "
    "ORDER BY count(*) DESC, played.preset"
)
_MINE: Final = (
    "SELECT ended, tallies FROM match_statistics WHERE person = ? AND preset = ? "
    "ORDER BY ended DESC LIMIT ?"
)
_OF_LEVEL: Final = (
    "SELECT person, tallies FROM (SELECT kept.person, tallies, "
    "row_number() OVER (PARTITION BY kept.person ORDER BY ended DESC) AS place "
    "FROM match_statistics AS kept WHERE preset = ? AND kept.person IN (SELECT person FROM ratings "
    "WHERE preset = ? AND mu >= ? AND mu < ? ORDER BY changed DESC, person LIMIT ?)) AS latest "
    "WHERE place <= ?"
)
_SHOWS: Final = "SELECT shows FROM people WHERE id = ?"
_SHOW: Final = "UPDATE people SET shows = ? WHERE id = ?"
Match = tuple[str, int]
"""A table, and the line of its log with which the match began."""


# --- matches that are to be counted ---------------------------------------------------------------


async def due(store: Reader) -> list[tuple[str, int, str, int]]:
    """Matches that have ended and are to be counted, with their records, and how often due."""
    return await store.read(_DUE, PER_RUN)


def due_again(table: str, version: int) -> Statement:
    """What has a match counted once more, if it has ended."""
    return _DUE_AGAIN, (table, version)


async def seats(store: Reader, match: Match) -> list[int]:
    """The seats of people who began a match and ended it there."""
    return [seat for (seat,) in await store.read(_SEATS, *match)]


async def reports(store: Reader, match: Match) -> list[tuple[int, bytes]]:
    """The reviews there are of the deals of a match, by number."""
    return [(deal, bytes(report)) for deal, report in await store.read(_REPORTS, *match, REVISION)]


def kept(match: Match, seat: int, tallies: str) -> Statement:
    """What keeps the tallies of a seat for whoever sat there, unless they are gone."""
    return _KEEP, (tallies, *match, seat)


def done(match: Match, times: int) -> Statement:
    """What takes a match off the list, unless it is due once more since."""
    return _DONE, (*match, times)


# --- what is kept ---------------------------------------------------------------------------------


async def presets(store: Reader, person: str) -> tuple[PlayedPreset, ...]:
    """By which rule sets somebody has played to the end, the usual one first."""
    return tuple(PlayedPreset(*row) for row in await store.read(_PRESETS, person))


async def mine(store: Reader, person: str, preset: str) -> list[tuple[float, str]]:
    """When somebody's matches ended, and their tallies."""
    return await store.read(_MINE, person, preset, MATCHES)


async def of_level(store: Reader, preset: str, level: str) -> list[tuple[str, str]]:
    """The tallies of people of a level by a rule set: of each the latest."""
    asked = (preset, preset, *ratings.band(level), COMPARED, COMPARED_MATCHES)
    return await store.read(_OF_LEVEL, *asked)


async def shows(store: Reader, person: str) -> tuple[StatisticsPart, ...]:
    """The parts of their statistics that somebody shows; none at first."""
    rows = await store.read(_SHOWS, person)
    chosen = rows[0][0].split() if rows else ()
    return tuple(part for part in PARTS if part in chosen)


def shown(person: str, parts: Collection[StatisticsPart]) -> Statement:
    """What has somebody show these parts and no others."""
    return _SHOW, (" ".join(part for part in PARTS if part in parts), person)
