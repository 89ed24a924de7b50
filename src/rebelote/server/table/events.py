"""The interface between tables and what follows them: a feature declares a `TableListener`.

`Feature.table` builds it, and `server.main.compose` gives those of all features to the tables.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

from rebelote.rules.match import Match
from rebelote.server.base.runtime.supervision import report
from rebelote.server.table.room import TableMetadata

_Answer = TypeVar("_Answer")


class TableListener:
    """A follower of all tables of a server, which overrides what it wants to know.

    Tables and people are named by their ids.
    """

    async def match_ended(self, table: str, match: Match, metadata: TableMetadata) -> None:
        """Write down what follows from a match; where that fails, it is asked for again.

        Only matches with a result are announced: won, or of a day or an event and called off.
        """

    async def seated(self, table: str, person: str) -> None:
        """Follow a person who has come to their seat."""

    async def invites(self, table: str, person: str) -> bool:
        """Return whether a person is invited to a table now, according to this listener."""
        return False

    def connected(self, table: str, person: str) -> None:
        """Follow a connection of a person that was added to a table."""

    def disconnected(self, table: str, person: str) -> None:
        """Follow a connection of a person that was removed from a table."""

    def person_replaced(self, person: str) -> None:
        """Follow the replacement of a person by another, or by nobody."""


class TableListeners(TableListener):
    """All listeners as one. Each is called in turn, whatever happens to those before it.

    The first error is raised once all were called; any further one is reported.
    """

    def __init__(self, listeners: Sequence[TableListener] = ()) -> None:
        self._listeners = listeners

    async def match_ended(self, table: str, match: Match, metadata: TableMetadata) -> None:
        """Have each write down what follows from a match."""
        await _answers(one.match_ended(table, match, metadata) for one in self._listeners)

    async def seated(self, table: str, person: str) -> None:
        """Announce to each that a person has come to their seat."""
        await _answers(one.seated(table, person) for one in self._listeners)

    async def invites(self, table: str, person: str) -> bool:
        """Return whether any of them knows of an invitation."""
        return any(await _answers(one.invites(table, person) for one in self._listeners))

    def connected(self, table: str, person: str) -> None:
        """Announce a new connection to each."""
        _call(partial(one.connected, table, person) for one in self._listeners)

    def disconnected(self, table: str, person: str) -> None:
        """Announce to each that a connection was removed."""
        _call(partial(one.disconnected, table, person) for one in self._listeners)

    def person_replaced(self, person: str) -> None:
        """Announce to each that a person was replaced."""
        _call(partial(one.person_replaced, person) for one in self._listeners)


async def _answers(calls: Iterable[Awaitable[_Answer]]) -> list[_Answer]:
    answers: list[_Answer] = []
    errors: list[Exception] = []
    for call in calls:
        try:
            answers.append(await call)
        except Exception as error:
            errors.append(error)
    _raise_first(errors)
    return answers


def _call(calls: Iterable[Callable[[], None]]) -> None:
    errors: list[Exception] = []
    for call in calls:
        try:
            call()
        except Exception as error:
            errors.append(error)
    _raise_first(errors)


def _raise_first(errors: Sequence[Exception]) -> None:
    for further in errors[1:]:
        report("table listeners", further)
    if errors:
        raise errors[0]
