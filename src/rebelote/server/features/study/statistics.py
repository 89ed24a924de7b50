"""Statistics of people: counted as their matches end and are reviewed, summed on request."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import structlog

from rebelote.analysis.report import REVISION
from rebelote.server.base.disclosure import readable_by
from rebelote.server.base.limits import limit
from rebelote.server.base.projections import EndedMatch, Projection
from rebelote.server.base.protocol.schemas import StatisticsPart
from rebelote.server.base.storage.store import Reader, Statement
from rebelote.server.base.workers.jobs import Worker
from rebelote.server.features.ratings import ratings
from rebelote.server.features.ratings.results import Results
from rebelote.server.features.study import device_reviews, statistics_export
from rebelote.server.features.study.schemas import PlayedPreset, Statistics
from rebelote.server.features.study.statistics_export import NO_AVERAGES, PARTS, Averages, Summary
from rebelote.server.people.accounts import Accounts

log = structlog.get_logger()

AVERAGES_SECONDS: Final = 3600.0
"""Seconds for which the averages of a level are kept in memory."""
NOTHING: Final = Statistics(preset="", presets=(), figures=(), months=())
"""The statistics of a person who shows none."""
EVERY_PART: Final[tuple[StatisticsPart, ...]] = tuple(PARTS)
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
    f"WHERE played.person = ? AND bot IS NULL AND {readable_by('played')} GROUP BY played.preset "
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
PROJECTION: Final = "statistics"
"""The name of the projection that counts matches."""


async def shows(store: Reader, person: str) -> tuple[StatisticsPart, ...]:
    """Return the parts of their statistics that a person shows; none at first."""
    rows = await store.read(_SHOWS, person)
    chosen = rows[0][0].split() if rows else ()
    return tuple(part for part in PARTS if part in chosen)


def show(person: str, parts: Collection[StatisticsPart]) -> Statement:
    """Build the statement that lets a person show only these parts."""
    return _SHOW, (" ".join(part for part in PARTS if part in parts), person)


class PersonalStatistics:
    """The statistics of all people of one server."""

    def __init__(self, accounts: Accounts, results: Results, worker: Worker) -> None:
        self.accounts, self.results, self.worker = accounts, results, worker
        self._store, self._time = accounts.store.long, accounts.store.time
        self.projection = Projection(PROJECTION, accounts.store, accounts.disclosure, self._counted)
        self._averages: dict[tuple[str, str], tuple[float, Averages]] = {}

    # --- as matches end ---

    async def _counted(self, match: EndedMatch) -> list[Statement]:
        """Return the statements that count a match, as far as its deals are reviewed."""
        key = match[:2]
        seats = [seat for (seat,) in await self._store.read(_SEATS, *key)]
        rows = await self._store.read(_REPORTS, *key, REVISION)
        reports = [(deal, bytes(report)) for deal, report in rows]
        own = await device_reviews.of_players(self._store, key)
        work = statistics_export.counted, match.text, reports, own, seats
        try:
            counted = await self.worker.run(*work)
        except ValueError as error:
            log.error("a record cannot be counted", table=match.table, error=repr(error))
            return []
        both = zip(seats, counted, strict=True)
        return [(_KEEP, (tallies, *key, seat)) for seat, tallies in both]

    # --- on request ---

    async def of(
        self,
        person: str,
        preset: str = "",
        parts: Collection[StatisticsPart] = EVERY_PART,
        reader: str | None = None,
    ) -> Statistics:
        """Return the sums over a person's matches by a rule set, by default the most played.

        `reader`: the one who asks; None for the person.

        Raises IllegalActionError `too-many`.
        """
        presets = await self._presets(person, person if reader is None else reader)
        preset = preset or next((each.preset for each in presets), "")
        level, averages = await self._level(person, preset)
        figures, months = await self._summary(person, preset, averages, parts)
        shown = await shows(self._store, person)
        return Statistics(
            preset=preset,
            presets=presets,
            figures=figures,
            months=months,
            level=level,
            people=averages.people,
            shows=shown,
        )

    async def shown(self, person: str, preset: str, reader: str) -> Statistics:
        """Return the parts that a person shows to a reader; none at first."""
        if not (parts := await shows(self._store, person)):
            return NOTHING
        return await self.of(person, preset, parts, reader)

    async def csv(self, person: str) -> str:
        """Return all figures of a person, by every rule set, as comma-separated values."""
        summaries: dict[str, Summary] = {}
        for each in await self._presets(person, person):
            _, averages = await self._level(person, each.preset)
            summaries[each.preset] = await self._summary(person, each.preset, averages, EVERY_PART)
        return statistics_export.csv(summaries)

    async def _presets(self, person: str, reader: str) -> tuple[PlayedPreset, ...]:
        """Return the rule sets by which a person has ended matches, the most played first."""
        values = person, *self.accounts.disclosure.reader(reader)
        return tuple(PlayedPreset(*row) for row in await self._store.read(_PRESETS, *values))

    async def _summary(
        self, person: str, preset: str, averages: Averages, parts: Collection[StatisticsPart]
    ) -> Summary:
        rows: list[tuple[float, str]] = await self._store.read(_MINE, person, preset, MATCHES)
        subjects = [subject for part in parts for subject in PARTS[part]]
        return await self.worker.run(statistics_export.summed, rows, averages.means, subjects)

    async def _level(self, person: str, preset: str) -> tuple[str, Averages]:
        """Return a person's level by a rule set, and its averages; neither before a rated match."""
        rating = await self.results.rating(person, preset)
        if not rating.matches:
            return "", NO_AVERAGES
        level = ratings.level_of(rating.mu)
        return level, await self._averages_of(preset, level)

    async def _averages_of(self, preset: str, level: str) -> Averages:
        """Return the averages of a level, renewed every hour."""
        now = self._time.monotonic()
        made, averages = self._averages.get((preset, level), (-AVERAGES_SECONDS, NO_AVERAGES))
        if now - made >= AVERAGES_SECONDS:
            given = (preset, preset, *ratings.band(level), COMPARED, COMPARED_MATCHES)
            rows = await self._store.read(_OF_LEVEL, *given)
            averages = await self.worker.run(statistics_export.averaged, rows)
            self._averages[preset, level] = now, averages
        return averages
