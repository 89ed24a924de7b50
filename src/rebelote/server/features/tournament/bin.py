"""The bin: clubs and tournaments that were deleted, which their owners can restore for a while."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.supervision import Each
from rebelote.server.base.storage.store import MustChange, Statement, UnmetError
from rebelote.server.features.tournament.clubs import Clubs
from rebelote.server.features.tournament.online import OnlineTournaments
from rebelote.server.features.tournament.stored import (
    MOST_CLUB_TOURNAMENTS,
    MOST_CLUBS,
    MOST_TOURNAMENTS,
    OWNER_BYTES,
    bytes_of,
    most_bytes,
)
from rebelote.server.features.tournament.tournaments import BEGIN
from rebelote.server.people.database import Person

BIN_SECONDS: Final = limit(
    30 * 24 * 3600.0,
    "time that it lies in the bin once it was deleted",
    unit="s",
    per="tournament, or club",
)
MOST_IN_BIN: Final = limit(
    200,
    "deleted tournaments and clubs in the bin",
    per="person",
    beyond="the one deleted first is deleted for good",
)
BIN_BYTES: Final = limit(
    OWNER_BYTES,
    "entries of the tournaments and clubs in the bin",
    unit="bytes",
    per="person",
    beyond="the one deleted first is deleted for good",
)

Binned = Literal["club", "tournament"]
_ONE: Final = "(?2 = '' OR own.id = ?2)"
_PREPARED: Final = (
    "own.id IN (SELECT log FROM log_entries WHERE person = ?1 AND number = 1) AND EXISTS "
    "(SELECT 1 FROM roles WHERE roles.person = ?1 AND role = 'secretary' "
    "AND (roles.log = own.id OR roles.log = own.club))"
)
_IN_BIN: Final = (
    "SELECT 'club', own.id, own.name, own.deleted AS at FROM clubs AS own "
    f"WHERE deleted IS NOT NULL AND {_ONE} AND own.person = ?1 UNION ALL "
    "SELECT 'tournament', own.id, own.name, own.deleted AS at FROM tournaments AS own "
    f"WHERE deleted IS NOT NULL AND {_ONE} AND (own.person = ?1 OR ({_PREPARED})) "
    f"ORDER BY at DESC LIMIT {MOST_IN_BIN}"
)
"""Find what `?1` may restore: own things, and tournaments that they prepared as a secretary."""
_BYTES: Final = f"{bytes_of('own.person')} + own.bytes <= {most_bytes('own.person')}"
_RESTORE_CLUB: Final = (
    f"UPDATE clubs AS own SET deleted = NULL, touched = ?1 WHERE id = ?2 AND {_BYTES} AND "
    "(SELECT count(*) FROM clubs AS kept WHERE kept.person = own.person "
    "AND kept.deleted IS NULL) < ?3"
)
_RESTORE: Final = (
    f"UPDATE tournaments AS own SET deleted = NULL, touched = ?1 WHERE id = ?2 AND {_BYTES} AND "
    "(SELECT count(*) FROM tournaments AS kept WHERE kept.club = own.club "
    "AND (own.club <> '' OR kept.person = own.person) AND kept.deleted IS NULL) "
    "< CASE WHEN own.club = '' THEN CAST(?3 AS INTEGER) ELSE CAST(?4 AS INTEGER) END"
)
"""Restore what its owner has place for."""
_ALL: Final = (
    "SELECT 'club' AS kind, id, person, bytes, deleted FROM clubs WHERE deleted IS NOT NULL "
    "UNION ALL SELECT 'tournament' AS kind, id, person, bytes, deleted FROM tournaments "
    "WHERE deleted IS NOT NULL"
)
_ENDED: Final = (
    "SELECT kind, id FROM (SELECT kind, id, deleted, "
    "row_number() OVER (PARTITION BY person ORDER BY deleted DESC, id) AS place, "
    "sum(bytes) OVER (PARTITION BY person ORDER BY deleted DESC, id) AS total "
    f"FROM ({_ALL}) AS binned) AS ranked "
    "WHERE deleted < ?1 OR (deleted < ?4 AND (place > ?2 OR total > CAST(?3 AS INTEGER))) LIMIT 200"
)
"""Find what has lain in a bin for long, or for what its owner's bin has had no place for a while.

What is deleted just now stays: so does a copy that is being written (`opening`)."""
_WHILE: Final = 3600.0


def restored(kind: Binned, id: str, now: float) -> Statement:
    """Build the statement that takes something out of a bin, where its owner has place for it."""
    if kind == "club":
        return MustChange(_RESTORE_CLUB, (now, id, MOST_CLUBS))
    return MustChange(_RESTORE, (now, id, MOST_TOURNAMENTS, MOST_CLUB_TOURNAMENTS))


class InBin(NamedTuple):
    """A club or tournament in the bin, and when it was put there."""

    kind: Binned
    id: str
    name: str
    at: float


class Bin:
    """The bins of the people of a server."""

    def __init__(self, clubs: Clubs, online: OnlineTournaments) -> None:
        self.clubs, self.online = clubs, online
        self.stored, self.accounts = clubs.stored, clubs.accounts

    async def of(self, me: Person) -> list[InBin]:
        """Return what a person may restore, the last deleted first."""
        return [InBin(*row) for row in await self.accounts.store.read(_IN_BIN, me.id, "")]

    async def _find(self, id: str, me: Person) -> InBin:
        rows = await self.accounts.store.read(_IN_BIN, me.id, id) if id else []
        if not rows:
            raise IllegalActionError("no-such-event")
        return InBin(*rows[0])

    async def restore(self, id: str, me: Person) -> None:
        """Take a club or a tournament out of the bin.

        IllegalActionError `no-such-event`; `too-many-clubs`, `too-many-events` where its owner has
        no place for it.
        """
        found, now = await self._find(id, me), self.accounts.timekeeper.now()
        try:
            await self.accounts.write(restored(found.kind, id, now))
        except UnmetError:
            beyond = "too-many-clubs" if found.kind == "club" else "too-many-events"
            raise IllegalActionError(beyond) from None
        if found.kind == "tournament":
            await self._go_on(id)

    async def _go_on(self, tournament: str) -> None:
        """Play the round of a tournament on the server that was interrupted."""
        opened = await self.clubs.tournaments.read(tournament)
        if opened.tournament.format.online and opened.tournament.missing:
            await self.accounts.write((BEGIN, (tournament,)))
            self.online.begin(tournament)

    async def delete(self, id: str, me: Person) -> None:
        """Delete a club or a tournament in the bin for good. IllegalActionError `no-such-event`."""
        found = await self._find(id, me)
        await self._delete((found.kind, id))

    async def _delete(self, one: tuple[Binned, str]) -> None:
        kind, id = one
        await (self.stored.delete_club(id) if kind == "club" else self.stored.delete(id))

    async def empty(self) -> None:
        """Delete what has lain in a bin for long; nothing while the clock is in doubt."""
        timekeeper = self.accounts.timekeeper
        if timekeeper.in_doubt:
            return
        before, lately = timekeeper.cutoff(BIN_SECONDS), timekeeper.now() - _WHILE
        rows = await self.accounts.store.read(_ENDED, before, MOST_IN_BIN, BIN_BYTES, lately)
        each: Each[tuple[Binned, str]] = Each("deleted tournaments")
        await each.do(self._delete, [(kind, id) for kind, id in rows])
