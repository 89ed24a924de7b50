"""Tournaments and clubs as files: saved by secretaries, and opened by anybody as their own.

A copy is written log by log, in the bin of its owner; it leaves the bin once it is whole.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import Final, NamedTuple

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.storage.store import Statement, UnmetError
from rebelote.server.base.workers.jobs import Worker
from rebelote.server.features.tournament import files
from rebelote.server.features.tournament.bin import restored
from rebelote.server.features.tournament.clubs import Clubs
from rebelote.server.features.tournament.files import FILE_BYTES, Kind, ReadFile, ReadLog
from rebelote.server.features.tournament.keys import OF_PACKS
from rebelote.server.features.tournament.stored import (
    ID_BYTES,
    MOST_CLUBS,
    MOST_TOURNAMENTS,
    bytes_of,
    most_bytes,
)
from rebelote.server.people.database import Person

_KEPT: Final = bytes_of("own.id")
_MOST: Final = most_bytes("own.id")
_ROOM: Final = (
    f"SELECT {_KEPT}, {_MOST}, "
    "(SELECT count(*) FROM tournaments WHERE person = own.id AND club = '' AND deleted IS NULL), "
    "(SELECT count(*) FROM clubs WHERE person = own.id AND deleted IS NULL) "
    "FROM people AS own WHERE own.id = ?1"
)
_COLUMNS: Final = "id, person, secret, name, created, touched, bytes, brief, deleted"
_TOURNAMENT: Final = (
    f"INSERT INTO tournaments ({_COLUMNS}, club) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, TRUE, ?6, ?8)"
)
_CLUB: Final = f"INSERT INTO clubs ({_COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, TRUE, ?6)"
_LINE: Final = "INSERT INTO log_entries (log, number, person, at, line) VALUES (?1, ?2, ?3, ?4, ?5)"
_SECRETARY: Final = "INSERT INTO roles (log, person, since, role) VALUES (?1, ?2, ?3, 'secretary')"


class Opened(NamedTuple):
    """The kind and the id of a copy that was opened from a file."""

    kind: Kind
    id: str


class Files:
    """The files of one server's tournaments and clubs."""

    def __init__(self, clubs: Clubs, worker: Worker) -> None:
        self.clubs, self.worker = clubs, worker
        self.tournaments, self.stored = clubs.tournaments, clubs.stored
        self.accounts = clubs.accounts

    async def of_tournament(self, tournament: str, me: Person) -> bytes:
        """Write a tournament to a file, for its secretaries.

        IllegalActionError as `of_secretary`, `file-later`, `file-too-large`.
        """
        opened = await self.tournaments.of_secretary(tournament, me)
        return await asyncio.to_thread(files.written, None, [files.taken(opened)])

    async def of_club(self, club: str, me: Person) -> bytes:
        """Write a club with its tournaments to a file, for its secretaries.

        IllegalActionError as `of_tournament`.
        """
        opened = await self.clubs.of_secretary(club, me)
        sizes = await self.stored.sizes(club)
        if sum(sizes.values()) > 2 * FILE_BYTES:
            raise IllegalActionError("file-too-large")
        evenings = [files.taken(await self.tournaments.read(id)) for id in sizes]
        return await asyncio.to_thread(files.written, opened, evenings)

    async def open(self, text: bytes, me: Person) -> Opened:
        """Store what a file holds as one's own.

        IllegalActionError `file-broken`, `file-newer`, `too-many-events`, `too-many-clubs`,
        `file-too-large`, `too-many`, `slow-record`.
        """
        if len(text) > FILE_BYTES:
            raise IllegalActionError("file-too-large")
        self.stored.count(len(text))
        file = await self.worker.run(files.read, text)
        await self._check_room(file, me)
        ids = [secrets.token_urlsafe(ID_BYTES) for _ in file.evenings]
        club = secrets.token_urlsafe(ID_BYTES) if file.club else ""
        if file.club:
            await self._write(_CLUB, club, _with_ids(file.club, ids), me)
        for id, evening in zip(ids, file.evenings, strict=True):
            await self._write(_TOURNAMENT, id, evening, me, club)
        await self._restore(club, ids)
        return Opened("club" if club else "evening", club or ids[0])

    async def _restore(self, club: str, evenings: Sequence[str]) -> None:
        """Take a whole copy out of the bin. IllegalActionError `too-many-events`."""
        now = self.accounts.timekeeper.now()
        whole = [restored("club", club, now)] if club else []
        try:
            await self.accounts.write(*whole, *(restored("tournament", id, now) for id in evenings))
        except UnmetError:
            raise IllegalActionError("too-many-events") from None

    async def _check_room(self, file: ReadFile, me: Person) -> None:
        """Refuse what a person has no place for."""
        rows = await self.accounts.store.read(_ROOM, me.id)
        kept, most, tournaments, clubs = rows[0]
        logs = [*file.evenings, *([file.club] if file.club else [])]
        if file.club and clubs >= MOST_CLUBS:
            raise IllegalActionError("too-many-clubs")
        alone = not file.club and tournaments >= MOST_TOURNAMENTS
        if alone or kept + sum(one.size for one in logs) > most:
            raise IllegalActionError("too-many-events")

    async def _write(self, sql: str, id: str, log: ReadLog, me: Person, *club: str) -> None:
        """Write a log to the bin of its owner, who is the author of its first line alone."""
        now, secret = self.accounts.timekeeper.now(), secrets.token_hex(32)
        if log.packs:
            secret += OF_PACKS + log.packs
        row: Statement = (sql, (id, me.id, secret, log.name, log.created, now, log.size, *club))
        lines: list[Statement] = [
            (_LINE, (id, number, me.id if number == 1 else None, at, line))
            for number, (at, line) in enumerate(log.lines, 1)
        ]
        roles: list[Statement] = [] if any(club) else [(_SECRETARY, (id, me.id, now))]
        await self.accounts.write(row, *lines, *roles)


def _with_ids(club: ReadLog, ids: list[str]) -> ReadLog:
    """Put the ids of tournaments in place of those that stand for them in a file."""
    places = {files.place_of(number): id for number, id in enumerate(ids)}
    return club._replace(lines=tuple((at, files.placed(line, places)) for at, line in club.lines))
