"""Names of erased accounts: for some months nobody can take them, and be taken for who had them.

The database keeps a digest under a secret of the server; neither name nor person follows from it.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from typing import Final

from rebelote.server.base.limits import limit
from rebelote.server.base.protocol import names
from rebelote.server.base.storage.store import Statement
from rebelote.server.people.database import Database

KEPT_SECONDS: Final = limit(
    180 * 24 * 3600.0,
    "time the name of an erased account cannot be taken",
    unit="s",
    per="erased account",
    beyond="name-taken",
)
MOST: Final = limit(
    50_000,
    "digests of names of erased accounts, two for each",
    per="server",
    beyond="the oldest are forgotten",
)
SECRET: Final = "erased-names"

_ACCOUNT: Final = "SELECT name FROM people WHERE id = ? AND account_name IS NOT NULL"
_KEEP: Final = (
    "INSERT INTO erased_names (digest, expires) VALUES (?1, ?2) "
    "ON CONFLICT (digest) DO UPDATE SET expires = excluded.expires"
)
_BOUND: Final = (
    "DELETE FROM erased_names WHERE digest IN "
    "(SELECT digest FROM erased_names ORDER BY expires DESC LIMIT 1000 OFFSET ?)"
)
_EXPIRED: Final = "DELETE FROM erased_names WHERE expires <= ?"


class ErasedNames:
    """The digests of the names of erased accounts of one server."""

    def __init__(self, database: Database, secret: Callable[[str], Awaitable[bytes]]) -> None:
        """Take `secret`, which returns this server's secret of a name."""
        self._store, self._timekeeper, self._secret = database.store, database.timekeeper, secret

    async def has(self, name: str) -> bool:
        """Return whether an erased account had this name or one that looks like it."""
        now, digests = self._timekeeper.now(), await self._digests(name)
        rows = await self._store.read_of(
            "SELECT expires FROM erased_names WHERE digest IN (?*)", digests
        )
        return any(expires > now for (expires,) in rows)

    async def kept(self, person_id: str) -> list[Statement]:
        """Build the statements that keep the name of an erased account; none for a guest."""
        rows = await self._store.read(_ACCOUNT, person_id)
        now = self._timekeeper.now()
        digests = [one for (name,) in rows for one in await self._digests(name)]
        added: list[Statement] = [(_KEEP, (one, now + KEPT_SECONDS)) for one in digests]
        return [*added, (_BOUND, (MOST,))] if added else []

    def freed(self) -> Statement:
        """Build the statement that deletes digests whose time is over."""
        return _EXPIRED, (self._timekeeper.now(),)

    async def _digests(self, name: str) -> tuple[str, ...]:
        """Return those of the name as it reads and as it looks."""
        secret = await self._secret(SECRET)
        forms = f"reads {names.key(name)}", f"looks {names.skeleton(name)}"
        return tuple(hmac.digest(secret, form.encode(), "sha256").hex() for form in forms)
