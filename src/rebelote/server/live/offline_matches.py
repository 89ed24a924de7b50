"""Matches that were played without a network and handed in: verified, kept, told to their player.

Nothing that is rated or counted reads them, and nobody but the player sees them. The record is
kept without the player's name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from rebelote.rules.record import with_names
from rebelote.rules.refusals import IllegalAction
from rebelote.server.live.background_jobs import Verifier
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.server.people.privacy import TRIM_OFFLINE_MATCHES
from rebelote.server.protocol.http_schemas import PlayedMatch
from rebelote.server.storage.store import Reader
from rebelote.server.tables import offline_match
from rebelote.server.tables.offline_match import OfflineMatch

_COLUMNS: Final = ", ".join(OfflineMatch.__struct_fields__)
_ADD: Final = (
    f"INSERT INTO offline_matches ({_COLUMNS}, person, handed_in) "
    "SELECT ?, ?, ?, ?, ?, ?, ?, id, ? FROM people WHERE id = ? ON CONFLICT DO NOTHING"
)
_LISTED: Final = (
    "SELECT digest, handed_in, preset, won, marks, others FROM offline_matches WHERE person = ?"
)
_RECORD: Final = "SELECT seat, record FROM offline_matches WHERE person = ? AND digest = ?"


class OfflineMatches:
    """The matches of one server's people that were played without a network."""

    def __init__(self, accounts: Accounts, verifier: Verifier) -> None:
        self.accounts, self.verifier = accounts, verifier

    async def hand_in(self, person: Person, record: str) -> PlayedMatch:
        """Keep the match of this record; handed in twice it is one.

        IllegalAction `wrong-match-record`, or as `Verifier.run` says.
        """
        found = await self.verifier.run(offline_match.verified, record)
        now = self.accounts.store.time.wall()
        await self.accounts.write(
            (_ADD, (*msgspec.structs.astuple(found), now, person.id)),
            (TRIM_OFFLINE_MATCHES, (person.id,)),
        )
        return await self._kept(person, found)

    async def _kept(self, person: Person, found: OfflineMatch) -> PlayedMatch:
        rows = await self.accounts.store.read(f"{_LISTED} AND digest = ?", person.id, found.digest)
        if not rows:
            raise IllegalAction("who-are-you")  # erased meanwhile
        return _told(*rows[0])

    async def record(self, person: Person, digest: str) -> str:
        """The record of a match of this person, with the name they go by."""
        rows = await self.accounts.store.long.read(_RECORD, person.id, digest)
        if not rows:
            raise IllegalAction("no-such-match")
        seat, record = rows[0]
        return with_names(record, {seat: person.name})


async def told_to(store: Reader, person: str, most: int) -> Iterator[PlayedMatch]:
    """The matches that this person has handed in, the last first; for nobody else."""
    rows = await store.read(f"{_LISTED} ORDER BY handed_in DESC LIMIT ?", person, most)
    return (_told(*row) for row in rows)


def _told(digest: str, at: float, preset: str, won: object, marks: int, others: int) -> PlayedMatch:
    return PlayedMatch(None, at, preset, False, bool(won), marks, others, digest)
