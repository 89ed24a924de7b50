"""The text of a record from a table's log, made in a worker process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rebelote.server.history import record_export
from rebelote.server.telemetry import logs


class UnreadableLogError(Exception):
    """A log cannot be read: what is wrong with it, and where that was seen."""


def text(log: Sequence[bytes], names: Mapping[str, str], sealed: bool = True) -> str | None:
    """The record of the last match in a log, by the names that people go by. Unreadable."""
    try:
        found = record_export.record(log, lambda person: names.get(person, ""), sealed)
    except Exception as error:
        raise UnreadableLogError(repr(error), logs.place(error)) from None
    return None if found is None else str(found)
