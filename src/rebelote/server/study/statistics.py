"""Statistics of people: counted as their matches end and are reviewed, added up when asked for."""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from typing import Final

import structlog

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.people.accounts import Accounts
from rebelote.server.protocol.schemas import StatisticsPart
from rebelote.server.ratings import ratings
from rebelote.server.ratings.results import Results
from rebelote.server.study import personal_statistics, statistics_export
from rebelote.server.study.schemas import Statistics
from rebelote.server.study.statistics_export import NO_AVERAGES, PARTS, Averages, Summary
from rebelote.server.workers.jobs import Worker

log = structlog.get_logger()

KEEP_EVERY: Final = 60.0
"""Seconds between two looks for matches that are to be counted."""
AVERAGES_SECONDS: Final = 3600.0
"""How long the averages of a level are kept in memory."""
NOTHING: Final = Statistics("", (), (), ())
"""What is told of somebody who shows nothing."""
EVERY_PART: Final[tuple[StatisticsPart, ...]] = tuple(PARTS)


class PersonalStatistics:
    """The statistics of everybody on one server."""

    def __init__(self, accounts: Accounts, results: Results, worker: Worker) -> None:
        self.accounts, self.results, self.worker = accounts, results, worker
        self._store, self._time = accounts.store.long, accounts.store.time
        self._averages: dict[tuple[str, str], tuple[float, Averages]] = {}

    # --- as matches end ---

    async def keep(self) -> None:
        """Count matches that have ended, and those of which deals were reviewed since."""
        with contextlib.suppress(
            IllegalActionError
        ):  # too much to do just now: the next run goes on
            for table, version, text, times in await personal_statistics.due(self._store):
                await self._keep((table, version), text, times)

    async def _keep(self, match: personal_statistics.Match, text: str, times: int) -> None:
        try:
            await self._count(match, text, times)
        except ValueError as error:
            log.error("a record cannot be counted", table=match[0], error=repr(error))
            await self.accounts.write(personal_statistics.done(match, times))

    async def _count(self, match: personal_statistics.Match, text: str, times: int) -> None:
        seats = await personal_statistics.seats(self._store, match)
        reports = await personal_statistics.reports(self._store, match)
        found = await self.worker.run(statistics_export.counted, text, reports, seats)
        kept = (
            personal_statistics.kept(match, seat, tallies)
            for seat, tallies in zip(seats, found, strict=True)
        )
        await self.accounts.write(*kept, personal_statistics.done(match, times))

    # --- as they are asked for ---

    async def of(
        self, person: str, preset: str = "", parts: Collection[StatisticsPart] = EVERY_PART
    ) -> Statistics:
        """What somebody's matches by a rule set add up to, by the usual one where none is named.

        IllegalActionError `too-many`.
        """
        presets = await personal_statistics.presets(self._store, person)
        preset = preset or next((each.preset for each in presets), "")
        level, averages = await self._beside(person, preset)
        figures, months = await self._summary(person, preset, averages, parts)
        shows = await personal_statistics.shows(self._store, person)
        return Statistics(preset, presets, figures, months, level, averages.people, shows)

    async def shown(self, person: str, preset: str) -> Statistics:
        """What somebody shows of them; nothing at first."""
        if not (parts := await personal_statistics.shows(self._store, person)):
            return NOTHING
        return await self.of(person, preset, parts)

    async def csv(self, person: str) -> str:
        """All of somebody's figures, by every rule set, as comma-separated values."""
        found: dict[str, Summary] = {}
        for each in await personal_statistics.presets(self._store, person):
            _, averages = await self._beside(person, each.preset)
            found[each.preset] = await self._summary(person, each.preset, averages, EVERY_PART)
        return statistics_export.csv(found)

    async def _summary(
        self, person: str, preset: str, averages: Averages, parts: Collection[StatisticsPart]
    ) -> Summary:
        rows = await personal_statistics.mine(self._store, person, preset)
        subjects = [subject for part in parts for subject in PARTS[part]]
        return await self.worker.run(statistics_export.summed, rows, averages.means, subjects)

    async def _beside(self, person: str, preset: str) -> tuple[str, Averages]:
        """Somebody's level by a rule set, and its averages; neither before a rated match."""
        rating = await self.results.rating(person, preset)
        if not rating.matches:
            return "", NO_AVERAGES
        level = ratings.level_of(rating.mu)
        return level, await self._averages_of(preset, level)

    async def _averages_of(self, preset: str, level: str) -> Averages:
        """The averages of a level, made anew every hour."""
        now = self._time.monotonic()
        made, found = self._averages.get((preset, level), (-AVERAGES_SECONDS, NO_AVERAGES))
        if now - made >= AVERAGES_SECONDS:
            rows = await personal_statistics.of_level(self._store, preset, level)
            found = await self.worker.run(statistics_export.averaged, rows)
            self._averages[preset, level] = now, found
        return found
