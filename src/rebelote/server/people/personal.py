"""Personal data as packages declare it: columns that name a person, and the fate of their rows.

Each feature that keeps something of people declares it (`Feature.personal`). Export, takeover by an
account and erasure (`server.people.privacy`) are made of nothing else; a column that no feature
declares fails a test.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Final

import msgspec

from rebelote.server.base.protocol.occupants import Occupant
from rebelote.server.base.storage.store import Reader, Row, Statement


class Personal(msgspec.Struct, frozen=True, kw_only=True):
    """A column that names a person.

    Attributes:
        table: The table that has it.
        column: The column itself.
        key: The other columns of a unique key that it is part of; None where it is part of none.
        kept: Whether rows outlive the person, in the name of the substitute; else they are deleted.
        taken_over: Whether the account that a guest becomes gets the guest's rows, where it has
            none of that key; else they are deleted with the guest.
        exported: What `SELECT` names for the person to read; empty for what is exported elsewhere.
        subject: What the export calls it; the table's name where empty.
        order: By which columns the export is ordered.
        decode: Makes a row of the export readable, in place.
        before_takeover: Statements that come before a takeover, of guest `?1` and account `?2`.
        after_takeover: Statements that come after it, of account `?1`.
        before_erasure: Statements that take out what may not outlive the person `?1`; `?2` is the
            substitute.
        replaced: Builds statements that put another in the place of a person in what others keep,
            of the person and the other: at a takeover and at erasure.
        rewritten: Builds statements that take the person out of what others keep, of the person
            and the time; they come before all others.
    """

    table: str
    column: str = "person"
    key: tuple[str, ...] | None = None
    kept: bool = False
    taken_over: bool = False
    exported: str = ""
    subject: str = ""
    order: str = ""
    decode: Callable[[Row], None] | None = None
    before_takeover: tuple[str, ...] = ()
    after_takeover: tuple[str, ...] = ()
    before_erasure: tuple[str, ...] = ()
    replaced: Callable[[Reader, str, Occupant], Awaitable[list[Statement]]] | None = None
    rewritten: Callable[[Reader, str, float], Awaitable[list[Statement]]] | None = None

    @property
    def name(self) -> str:
        """The name of these rows in the export."""
        return self.subject or self.table

    @property
    def select(self) -> str:
        """The statement that reads what is exported of person `?`."""
        order = f" ORDER BY {self.order}" if self.order else ""
        return f"SELECT {self.exported} FROM {self.table} WHERE {self.column} = ?{order}"

    @property
    def move(self) -> str:
        """The statement that makes the rows of `?1` those of `?2`, where `?2` has none alike."""
        update = f"UPDATE {self.table} SET {self.column} = ?2 WHERE {self.column} = ?1"
        if self.key is None:
            return update
        alike = "".join(f" AND kept.{name} = {self.table}.{name}" for name in self.key)
        kept = f"SELECT 1 FROM {self.table} AS kept WHERE kept.{self.column} = ?2{alike}"
        return f"{update} AND NOT EXISTS ({kept})"

    @property
    def delete(self) -> str:
        """The statement that deletes the rows of `?1`."""
        return f"DELETE FROM {self.table} WHERE {self.column} = ?1"


def of_takeover(declarations: Iterable[Personal]) -> Iterator[str]:
    """Yield the statements that hand a guest's rows over to an account."""
    columns = tuple(declarations)
    yield from (sql for one in columns for sql in one.before_takeover)
    yield from (one.move for one in columns if one.kept or one.taken_over)
    yield from _deleted(columns)


def of_erasure(declarations: Iterable[Personal]) -> Iterator[str]:
    """Yield the statements that erase a person, whose kept rows are a substitute's from then on."""
    columns = tuple(declarations)
    yield from (sql for one in columns for sql in one.before_erasure)
    yield from (one.move for one in columns if one.kept)
    yield from _deleted(columns)


def _deleted(columns: tuple[Personal, ...]) -> Iterator[str]:
    """Return the statements that delete what is not kept, and what could not be moved."""
    return (one.delete for one in columns if not one.kept or one.key is not None)


PERSON_COLUMNS: Final = frozenset(
    ("person", "other", "by", "against", "about", "settled_by", "lifted_by")
)
"""The names of columns that name a person."""


def undeclared(columns: Iterable[tuple[str, str]], declarations: Iterable[Personal]) -> list[str]:
    """Return the undeclared columns of a schema that name a person, as `table.column`."""
    known = {(one.table, one.column) for one in declarations}
    missing = {pair for pair in columns if pair[1] in PERSON_COLUMNS} - known
    return sorted(f"{table}.{column}" for table, column in missing)
