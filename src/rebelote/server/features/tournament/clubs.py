"""Clubs that are open: each the state of its log, and the tables of its seasons."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final, NamedTuple

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.log import Line, LineRow, reduced
from rebelote.server.base.runtime.lru_cache import LruCache
from rebelote.server.features.tournament.opened import Logs, OpenLog
from rebelote.server.features.tournament.roles import require
from rebelote.server.features.tournament.stored import CLUB_FORM, Batch, Owned
from rebelote.server.features.tournament.tournaments import (
    OpenTournament,
    Tournaments,
    tidied,
    tidy,
)
from rebelote.server.people.database import Person
from rebelote.tournament import clubs as log
from rebelote.tournament import comparison
from rebelote.tournament.about import About, about_club
from rebelote.tournament.clubs import Club, ClubEntry, Founded, Season, after, collides, repeats
from rebelote.tournament.forgetting import entries_of
from rebelote.tournament.seasons import SeasonTable, season_table
from rebelote.tournament.state import Tournament

SEASON_BYTES: Final = limit(
    8 << 20,
    "logs of all tournaments that a season counts",
    unit="bytes",
    per="season",
    beyond="season-too-long",
)
SEASON_CELLS: Final = limit(
    200_000,
    "names in the table of a season, times its tournaments",
    per="season",
    beyond="season-too-long",
)
TABLES: Final = limit(
    2 * SEASON_CELLS,
    "cells of the tables of seasons that are kept in memory",
    per="server",
    beyond="the one not used for longest is dropped",
)


class OpenClub(OpenLog[Club, ClubEntry]):
    """A club with its log, as far as it was read."""

    async def owner(self) -> Owned:
        """Return its owner's row. IllegalActionError `no-such-club`."""
        return await self.kept.find_club(self.id)

    @property
    def club(self) -> Club:
        """Its state."""
        return self.state

    def about_member(self, number: int) -> dict[int, ClubEntry]:
        """Return the entries about a member, by their place from 0."""
        return entries_of(number, [line.entry for line in self.lines])

    def evolve(self, club: Club | None, line: Line[ClubEntry]) -> Club:
        """Return the club after a line."""
        known = club is not None and log.names_known(club, line.entry)
        self.about.append(about_club(club, line.entry) if club and known else About())
        self.lines.append(line)
        return log.evolve(club, line.entry)


class Clubs(Logs[OpenClub]):
    """The clubs of one server."""

    def __init__(self, tournaments: Tournaments) -> None:
        stored, self.tournaments = tournaments.stored, tournaments
        super().__init__(
            stored,
            stored.find_club,
            lambda club, owned: OpenClub(club, CLUB_FORM, owned, stored),
        )
        self._tables: LruCache[tuple[str, int], _Table] = LruCache(
            TABLES, lambda table: table.cells
        )

    async def create_club(self, name: str, me: Person) -> str:
        """Store a new club and return its id. IllegalActionError `bad-title`, `too-many-clubs`."""
        return await self.stored.create_club(Founded(tidy(name)), me)

    async def delete(self, club: str, me: Person) -> None:
        """Put a club that one owns into the bin; its tournaments stay.

        IllegalActionError `no-such-club`, and as `require`.
        """
        await self.stored.find_club(club)
        require(await self.stored.role_of(club, me), "delete")
        await self.stored.put_away(club)
        self.drop(club)

    async def take_in(self, club: str, tournament: str, me: Person) -> None:
        """Make a tournament of one's own one of the club.

        IllegalActionError `no-such-club`, `not-a-secretary`, `no-such-event`, `club-full`, and
        `not-yours` for one that another has prepared or that is another club's; `wrong-options`
        for a trial.
        """
        await self.of_secretary(club, me)
        owned = await self.stored.find(tournament)
        if owned.person != me.id or owned.club not in ("", club):
            raise IllegalActionError("not-yours")
        if (await self.tournaments.read(tournament)).tournament.trial:
            raise IllegalActionError("wrong-options")
        await self.stored.take_in(tournament, club)

    async def enter(
        self, club: str, me: Person, version: int, entries: Sequence[ClubEntry]
    ) -> None:
        """Append entries of a secretary who has seen this version; what was done already, once.

        IllegalActionError `changed-meanwhile`, and what the state refuses.
        """
        opened = await self.of_secretary(club, me)
        tidy_entries = [tidied(entry) for entry in entries]

        async def decide() -> Sequence[ClubEntry]:
            since = opened.since(version)
            rest = [entry for entry in tidy_entries if not repeats(entry, since)]
            if any(collides(entry, since) for entry in rest):
                raise IllegalActionError("changed-meanwhile")
            await reduced(after, rest, opened.club)
            return rest

        async def write(rows: Sequence[LineRow]) -> None:
            await self.stored.write(club, Batch(rows, "secretary", "club-full"))

        await opened.append(me.id, decide, write, self.accounts.timekeeper.now())
        self.keep(opened)
        if any(isinstance(entry, log.ClubRenamed) for entry in tidy_entries):
            await self.stored.rename(club, opened.club.name)

    async def season(
        self, club: str, number: int
    ) -> tuple[Club, Season, list[OpenTournament], SeasonTable]:
        """Return a season, the tournaments in it that are still the club's, and its table.

        It is computed beside the event loop, and again once something was entered.
        IllegalActionError `no-such-club`, `season-too-long`.
        """
        opened = await self.read(club)
        state = opened.club
        season = state.season(number)
        sizes = await self.stored.sizes(club)
        ids = [id for id in season.tournaments if id in sizes]
        if sum(sizes[id] for id in ids) > SEASON_BYTES:
            raise IllegalActionError("season-too-long")
        tournaments = [await self.tournaments.read(id) for id in ids]
        seen = (
            state.version,
            [(one.id, one.tournament.version, one.named_by) for one in tournaments],
        )
        known = self._tables.get((club, number))
        if known is None or known.seen != seen:
            played = [comparison.open_view(one.tournament.in_hall) for one in tournaments]
            table = await asyncio.to_thread(_season_table, season, played, state.known)
            known = _Table(seen, table)
            self._tables.put((club, number), known)
        return state, season, tournaments, known.table


class _Table(NamedTuple):
    """The table of a season, and the versions of club and tournaments from which it was made."""

    seen: object
    table: SeasonTable

    @property
    def cells(self) -> int:
        """Its size in memory: results by name and tournament."""
        return sum(2 + len(row.tournaments) for row in self.table.rows)


def _season_table(
    season: Season, played: Sequence[Tournament], known: dict[str, str]
) -> SeasonTable:
    """Return the table of a season. IllegalActionError `season-too-long`."""
    names = {name for one in played for team in one.teams for name in team.players or (team.name,)}
    if len(names) * len(played) > SEASON_CELLS:
        raise IllegalActionError("season-too-long")
    return season_table(season.rule, played, known)
