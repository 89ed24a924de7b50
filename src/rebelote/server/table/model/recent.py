"""The recent versions of a table: what clients that reconnect have missed, and what they were sent.

A client that knows one of these versions is sent the events since; any other gets a snapshot.
"""

from __future__ import annotations

from typing import Final

from rebelote.rules.events import Event
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.message_ids import key_of
from rebelote.server.base.protocol.updates import TableEvent

KEPT: Final = limit(
    12, "versions whose events are kept for reconnecting clients", per="table", beyond="a snapshot"
)

Events = tuple[Event | TableEvent, ...]


class Recent:
    """The events of the last versions of a table, and the messages that made them."""

    __slots__ = ("_events", "_ids", "_turned", "_versions")

    def __init__(self) -> None:
        self._events: tuple[Events, ...] = ()
        """The events of each version, the present one at the end."""
        self._turned = (0, 0)
        """The versions of the last two tricks that may not be looked at again."""
        self._ids: tuple[str, ...] = ()
        """The ids of the last messages, and the versions that they made."""
        self._versions: tuple[int, ...] = ()

    def add(self, version: int, events: Events, client_id: str | None, turns_trick: bool) -> None:
        """Add a version. `turns_trick`: it turned a trick that may not be looked at again."""
        self._events = (*self._events[1 - KEPT :], events)
        if turns_trick:
            self._turned = (self._turned[1], version)
        if client_id is not None:
            self._ids = (*self._ids[1 - KEPT :], client_id)
            self._versions = (*self._versions[1 - KEPT :], version)

    def forget_events(self) -> None:
        """Forget the events: of what was before, a client is sent a snapshot."""
        self._events = ()

    def message(self, client_id: str) -> tuple[int, str] | None:
        """Return the version that the message of this key has made, and its whole id."""
        keys, key = [key_of(kept) for kept in self._ids], key_of(client_id)
        if key not in keys:
            return None
        at = keys.index(key)
        return self._versions[at], self._ids[at]

    def since(self, known: int | None, version: int) -> Events | None:
        """Return the events after the version that a client knows, up to the present `version`.

        None where they are not all kept, or it never was; nor where a trick has been turned since
        that may not be looked at again (`flemish:65`).
        """
        if known is None:
            return None
        first = version + 1 - len(self._events)
        before, turned = self._turned
        oldest = max(first, (turned if version > turned else before) + 1)
        if not oldest - 1 <= known <= version:
            return None
        if known == version - 1:
            return self._events[-1]
        return tuple(event for seen in self._events[known + 1 - first :] for event in seen)
