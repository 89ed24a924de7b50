"""Seals of deals that others have yet to play, and the one rule of who may read a result when.

A deal that others have yet to play is sealed: that of the day and of a league until the day is over
(UTC), that of a duplicate until all tables have played it. Until then nobody reads its cards, and
only those who played that match its result. Everything that shows matches asks here: a query over
matches has the condition `readable_by`, a record is made after `Disclosure.check_cards`.
"""

from __future__ import annotations

from typing import Final

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.runtime.time_source import utc_date
from rebelote.server.base.storage.store import Statement, Store
from rebelote.server.base.storage.trusted_time import Timekeeper

ALL_TABLES: Final = "all"
"""The end of a seal that lasts until all tables have played the deal; it sorts after every day."""
_SEAL: Final = "INSERT INTO sealed_tables (table_id, until) VALUES (?, ?)"
_UNSEAL: Final = "DELETE FROM sealed_tables WHERE table_id = ?"
_FORGET: Final = "DELETE FROM sealed_tables WHERE until < ?"
_SEALED: Final = "SELECT until FROM sealed_tables WHERE table_id = ? AND until >= ?"


def unsealed(match: str) -> str:
    """Return the SQL condition that the deals of a match are open to all; its value is `today`.

    `match`: the table or alias that has the column `table_id`.
    """
    return (
        "NOT EXISTS (SELECT 1 FROM sealed_tables "
        f"WHERE sealed_tables.table_id = {match}.table_id AND until >= ?)"
    )


def readable_by(match: str) -> str:
    """Return the SQL condition that a reader may know a match; its values are `reader`'s."""
    return (
        f"({unsealed(match)} OR EXISTS (SELECT 1 FROM played AS own "
        f"WHERE own.table_id = {match}.table_id AND own.person = ?))"
    )


def seal(table: str, until: str) -> Statement:
    """Build the statement that seals the deals of a table until a day is over, or `ALL_TABLES`."""
    return _SEAL, (table, until)


def unseal(table: str) -> Statement:
    """Build the statement that opens the deals of a table to all."""
    return _UNSEAL, (table,)


class Disclosure:
    """The seals of one server."""

    def __init__(self, store: Store, timekeeper: Timekeeper) -> None:
        self._store, self._timekeeper = store, timekeeper

    def today(self) -> str:
        """Return the day whose deals are sealed; while the clock is in doubt no day is over."""
        return "" if self._timekeeper.in_doubt else utc_date(self._store.time.wall())

    def reader(self, person: str) -> tuple[str, str]:
        """Return the values of the condition `readable_by`; a stranger is empty."""
        return self.today(), person or "-"

    async def check_cards(self, table: str) -> None:
        """Refuse the cards of a sealed deal: `told-tomorrow`, `told-later` of a duplicate."""
        rows = await self._store.read(_SEALED, table, self.today())
        if rows:
            raise IllegalActionError("told-later" if rows[0][0] == ALL_TABLES else "told-tomorrow")

    def past_days(self) -> Statement:
        """Build the statement that forgets the seals of days that are over."""
        return _FORGET, (self.today(),)
