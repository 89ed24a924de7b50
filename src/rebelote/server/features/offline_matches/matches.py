"""Matches that were played without a network and handed in: verified, kept for their player.

Nothing that is rated or counted reads them, and nobody but the player sees them. The record is
kept compressed and without the player's name; a guest's for a week.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Final

import msgspec

from rebelote.rules.records.record import with_names
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.schemas import PlayedMatch
from rebelote.server.base.storage.store import Reader, Row
from rebelote.server.base.workers.jobs import Verifier
from rebelote.server.features.offline_matches import reading as offline_match
from rebelote.server.features.offline_matches.reading import OfflineMatch
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.server.people.personal import Personal
from rebelote.server.people.sessions import DAY

KEPT: Final = limit(
    100,
    "matches handed in that were played without a network",
    per="person",
    beyond="the oldest goes",
)
TRIM: Final = (
    "DELETE FROM offline_matches WHERE person = ?1 AND digest NOT IN (SELECT digest FROM "
    f"offline_matches WHERE person = ?1 ORDER BY handed_in DESC LIMIT {KEPT})"
)
"""Deletes the oldest of a person's matches beyond those kept."""


def unpacked(record: str, packed: bytes | None) -> str:
    """Return the record of a match; older ones are not compressed."""
    return record if packed is None else zlib.decompress(packed).decode()


GUEST_SECONDS: Final = limit(
    7 * DAY, "time a guest's match that was played without a network is kept", unit="s", per="match"
)
FORGET_EVERY: Final = 3600.0
"""Seconds between two runs that delete matches of guests."""
MOST_BYTES: Final = limit(
    512 << 20,
    "all matches that were played without a network; half of it for guests",
    unit="bytes",
    per="server",
    beyond="offline-full",
)
"""Bytes of all these matches, beyond which none is taken; beyond half of it, none of a guest."""
PER_RUN: Final = 1000
"""Matches of guests deleted in one run at most."""

_COLUMNS: Final = ", ".join(OfflineMatch.__struct_fields__)
_ADD: Final = (
    f"INSERT INTO offline_matches ({_COLUMNS}, packed, person, handed_in) "
    "SELECT ?, ?, ?, ?, ?, ?, ?, ?, id, ? FROM people WHERE id = ? ON CONFLICT DO NOTHING"
)
_BYTES: Final = (
    "SELECT coalesce(sum(length(record) + coalesce(length(packed), 0)), 0) FROM offline_matches"
)
_OLD: Final = (
    "SELECT person, digest FROM offline_matches WHERE handed_in < ? AND person IN "
    "(SELECT id FROM people WHERE account_name IS NULL) ORDER BY handed_in LIMIT ?"
)
_DELETE: Final = "DELETE FROM offline_matches WHERE person = ? AND digest = ?"
_LISTED: Final = (
    "SELECT digest, handed_in, preset, won, marks, others FROM offline_matches WHERE person = ?"
)
_RECORD: Final = "SELECT seat, record, packed FROM offline_matches WHERE person = ? AND digest = ?"


class OfflineMatches:
    """The matches of one server's people that were played without a network."""

    def __init__(self, accounts: Accounts, verifier: Verifier) -> None:
        self.accounts, self.verifier = accounts, verifier
        self._bytes: int | None = None
        """The bytes of all of them together, as last counted; None before."""

    async def hand_in(self, person: Person, record: str) -> PlayedMatch:
        """Keep the match of this record; handed in twice it is one.

        IllegalActionError `wrong-match-record`, `offline-full`, or as `Verifier.run` says.
        """
        checked = await self.verifier.run(offline_match.verified, record)
        now, packed = self.accounts.store.time.wall(), zlib.compress(checked.record.encode())
        await self._check_room(person, len(packed))
        written = msgspec.structs.replace(checked, record="")
        await self.accounts.write(
            (_ADD, (*msgspec.structs.astuple(written), packed, now, person.id)),
            (TRIM, (person.id,)),
        )
        return await self._kept(person, checked)

    async def _check_room(self, person: Person, size: int) -> None:
        """Count so many bytes more. IllegalActionError `offline-full`."""
        if self._bytes is None:
            self._bytes = await self._count()
        if self._bytes + size > (MOST_BYTES if person.account else MOST_BYTES // 2):
            raise IllegalActionError("offline-full")
        self._bytes += size

    async def _count(self) -> int:
        rows = await self.accounts.store.long.read(_BYTES)
        return int(rows[0][0])

    async def forget_old(self) -> None:
        """Delete guests' matches that are too old, and recount the size of all together.

        Nothing is deleted while the clock is in doubt.
        """
        timekeeper = self.accounts.timekeeper
        if not timekeeper.in_doubt:
            cutoff = timekeeper.cutoff(GUEST_SECONDS)
            rows = await self.accounts.store.read(_OLD, cutoff, PER_RUN)
            await self.accounts.write(*((_DELETE, tuple(row)) for row in rows))
        self._bytes = await self._count()

    async def _kept(self, person: Person, match: OfflineMatch) -> PlayedMatch:
        rows = await self.accounts.store.read(f"{_LISTED} AND digest = ?", person.id, match.digest)
        if not rows:
            raise IllegalActionError("who-are-you")  # erased meanwhile
        return _played(*rows[0])

    async def record(self, person: Person, digest: str) -> str:
        """Return the record of a match of this person, with the name they go by."""
        rows = await self.accounts.store.long.read(_RECORD, person.id, digest)
        if not rows:
            raise IllegalActionError("no-such-match")
        seat, record, packed = rows[0]
        return with_names(unpacked(record, packed), {seat: person.name})


async def handed_in_by(store: Reader, person: str, most: int) -> Iterator[PlayedMatch]:
    """Return the matches that this person has handed in, the last first; for nobody else."""
    rows = await store.read(f"{_LISTED} ORDER BY handed_in DESC LIMIT ?", person, most)
    return (_played(*row) for row in rows)


def _played(
    digest: str, at: float, preset: str, won: object, marks: int, others: int
) -> PlayedMatch:
    return PlayedMatch(
        table=None,
        at=at,
        preset=preset,
        rated=False,
        won=bool(won),
        marks=marks,
        others=others,
        offline=digest,
    )


def _decode(row: Row) -> None:
    row["record"] = unpacked(row["record"], row.pop("packed"))


PERSONAL: Final = (
    Personal(
        table="offline_matches",
        key=("digest",),
        taken_over=True,
        exported="digest, handed_in, preset, seat, won, marks, others, record, packed",
        order="handed_in",
        decode=_decode,
        after_takeover=(TRIM,),
    ),
)
