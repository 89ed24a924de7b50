"""Recovery sheets: a secret on paper, which makes its holder the owner of a club or a tournament.

The database has its digest. A sheet counts until another one is printed, it is made void, or the
owner gives the ownership away.
"""

from __future__ import annotations

import secrets
from typing import Final

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.storage.store import MustChange, UnmetError
from rebelote.server.features.tournament.keys import DIGITS
from rebelote.server.features.tournament.ownership import VOID, claimed
from rebelote.server.features.tournament.roles import require
from rebelote.server.features.tournament.stored import ALONE_NOW, LOG_ID, StoredTournaments
from rebelote.server.people.database import Person
from rebelote.server.people.sessions import token_hash

_OWNER: Final = (
    "SELECT person FROM clubs WHERE id = ?1 AND deleted IS NULL UNION ALL SELECT person "
    f"FROM tournaments WHERE id = ?1 AND deleted IS NULL AND {ALONE_NOW}"
)
_PRINTED: Final = "SELECT printed FROM recovery_sheets WHERE log = ?1"
_PRINT: Final = (
    "INSERT INTO recovery_sheets (log, digest, printed) VALUES (?1, ?2, ?3) "
    "ON CONFLICT (log) DO UPDATE SET digest = excluded.digest, printed = excluded.printed"
)
_ADMIT: Final = (
    "INSERT INTO roles (log, person, since, role) SELECT ?1, ?2, ?3, 'secretary' WHERE EXISTS "
    "(SELECT 1 FROM recovery_sheets WHERE log = ?1 AND digest = ?4) "
    "ON CONFLICT (log, person) DO UPDATE SET role = excluded.role"
)


def digest_of(key: str) -> str:
    """Return the digest of a sheet's secret, however it was typed."""
    return token_hash(key.strip().lower())


class RecoverySheets:
    """The recovery sheets of one server's clubs and tournaments."""

    def __init__(self, stored: StoredTournaments) -> None:
        self.stored, self.accounts = stored, stored.accounts

    async def _owner(self, id: str) -> str:
        """Return the owner of a club, or of a tournament of none."""
        rows = await self.accounts.store.read(_OWNER, id) if LOG_ID.fullmatch(id) else []
        if not rows:
            raise IllegalActionError("no-such-club")
        return str(rows[0][0])

    async def _require(self, id: str, me: Person) -> None:
        await self._owner(id)
        require(await self.stored.role_of(id, me), "appoint")

    async def printed(self, id: str, me: Person) -> float | None:
        """Return when the sheet that counts was printed. IllegalActionError as `require`."""
        await self._require(id, me)
        rows = await self.accounts.store.read(_PRINTED, id)
        return rows[0][0] if rows else None

    async def print(self, id: str, me: Person) -> str:
        """Return the secret of a new sheet, which takes the place of an earlier one."""
        await self._require(id, me)
        key = secrets.token_hex(DIGITS // 2)
        now = self.accounts.timekeeper.now()
        await self.accounts.write((_PRINT, (id, digest_of(key), now)))
        return key

    async def void(self, id: str, me: Person) -> None:
        """Make a sheet invalid."""
        await self._require(id, me)
        await self.accounts.write((VOID, (id,)))

    async def claim(self, id: str, key: str, me: Person) -> None:
        """Make a person with the secret of a sheet the owner; the sheet counts on.

        IllegalActionError `no-such-club`, `wrong-sheet`.
        """
        owner, now = await self._owner(id), self.accounts.timekeeper.now()
        admitted = MustChange(_ADMIT, (id, me.id, now, digest_of(key)))
        passed = [] if owner == me.id else claimed(id, owner, me.id, now)
        try:
            await self.accounts.write(admitted, *passed)
        except UnmetError:
            raise IllegalActionError("wrong-sheet") from None
